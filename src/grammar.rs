//! The combinators that the grammars of this crate are made of, beside those of nom and cookie-factory.
//!
//! A type of a format is a function from the context to a nom parser, and its mirror a function from the value to
//! a cookie-factory serializer:
//!
//! ```ignore
//! pub fn slot<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Slot<'a>> { .. }
//! pub fn gen_slot<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Slot<'_>) -> impl SerializeFn<W> { .. }
//! ```
//!
//! nom brings `map`, `map_res`, `flat_map`, `cond`, tuples and numbers, cookie-factory `tuple`, `pair`, `all`, `cond` and
//! `slice`. What is here adds what those cannot know: the names of fields, for whoever listens; how many bytes are
//! missing; which of the bytes ahead are reserved for others; how deep values nest.
//!
//! | reads | writes | adds |
//! |-------|--------|------|
//! | [`le_u32`] and its like, [`fixed`], [`exact`] | [`bytes`], [`slice()`] | how many bytes are missing; that all bytes are written |
//! | [`field`], [`field_as`] | | a row of an explanation |
//! | [`part`], [`member`] | [`gen_part`] | a step of a path |
//! | [`typed`] | | the type that an error names |
//! | [`of_size`] | | an error that asks for all of a structure of known size |
//! | [`take`] | [`slice()`] | bytes that nobody else has reserved |
//! | [`counted`] | [`gen_counted`] | elements whose bytes were reserved by their count |
//! | [`accept`], [`fail`] | [`checked`], [`refuse`] | a reason, at the place of the number that is wrong |
//! | [`then`] | | nom's `flat_map`, inlined |
//! | [`if_else`] | [`gen_if_else`] | one layout or the other, by what was read before |
//!
//! Every parser here works under each of nom's modes: nothing is made of the input where only its end is asked for
//! (`OutputM<Check, ..>`). nom's tuples are the exception, they always make what they read; `pair` is for parts that take memory.

use std::io::Write;

use cookie_factory::multi::all;
use cookie_factory::{GenError, SerializeFn, WriteContext};
use nom::{Emit, Err, IResult, Mode, Needed, OutputM, OutputMode, PResult, Parser, Streaming};

use crate::cx::{Cx, chunk};
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault};
use crate::sink::{Gen, put};
use crate::trace::{Part, Shown, Trace};

/// A nom parser of this crate: from bytes to an `O`, or to a [`Fault`] that knows its place.
pub trait Grammar<'a, O>: Parser<&'a [u8], Output = O, Error = Fault> {}

impl<'a, O, P: Parser<&'a [u8], Output = O, Error = Fault>> Grammar<'a, O> for P {}

/// Runs a parser of nom's for something of known size, such as [`nom::number::le_u32`], and says how many bytes are
/// missing where the input is too short.
///
/// ```
/// use gamewire::error::{DecodeErrorKind, Fault};
/// use gamewire::grammar::exact;
/// use nom::{Err, Parser, number::le_u32};
/// let Err(Err::Error(fault)) = exact(le_u32()).parse(&[1, 2, 3]) else { panic!() };
/// assert_eq!(fault.kind, DecodeErrorKind::Incomplete { missing: 1 });
/// ```
#[inline(always)]
pub fn exact<'a, P: Parser<&'a [u8], Error = Fault>>(parser: P) -> impl Grammar<'a, P::Output> {
    Exact(parser)
}

struct Exact<P>(P);

impl<'a, P: Parser<&'a [u8], Error = Fault>> Parser<&'a [u8]> for Exact<P> {
    type Output = P::Output;
    type Error = Fault;

    #[inline(always)]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        match self.0.process::<OutputM<OM::Output, OM::Error, Streaming>>(i) {
            Err(Err::Incomplete(needed)) => {
                let missing = match needed {
                    Needed::Size(missing) => missing.get(),
                    Needed::Unknown => 1,
                };
                Err(Err::Error(OM::Error::bind(|| Fault::incomplete(i, missing))))
            }
            read => read,
        }
    }
}

/// The next `N` bytes.
#[inline(always)]
pub fn fixed<'a, const N: usize>() -> impl Grammar<'a, [u8; N]> {
    chunk::<N>
}

macro_rules! numbers {
    ($($name:ident $number:ty, $from:ident, $what:literal;)+) => {$(
        #[doc = $what]
        #[inline(always)]
        pub fn $name<'a>() -> impl Grammar<'a, $number> {
            fixed().map(<$number>::$from)
        }
    )+};
}

// nom's own read byte by byte, which takes ten times as long, and do not say how many bytes are missing.
numbers! {
    le_u32 u32, from_le_bytes, "32 bits, unsigned, little-endian.";
    le_i32 i32, from_le_bytes, "32 bits, signed, little-endian.";
    le_u64 u64, from_le_bytes, "64 bits, unsigned, little-endian.";
    le_i64 i64, from_le_bytes, "64 bits, signed, little-endian.";
    le_f32 f32, from_le_bytes, "A 32-bit float, little-endian.";
    le_f64 f64, from_le_bytes, "A 64-bit float, little-endian.";
}

/// What a listener is shown of a field's value.
pub trait Show {
    /// The value in a form that can be shown.
    fn shown(&self) -> Shown<'_>;
}

macro_rules! show {
    ($($number:ty => $shown:ident),+) => {$(
        impl Show for $number {
            #[inline]
            fn shown(&self) -> Shown<'_> {
                Shown::$shown((*self).into())
            }
        }
    )+};
}

show!(i8 => Int, i16 => Int, i32 => Int, i64 => Int, u8 => Uint, u16 => Uint, u32 => Uint, u64 => Uint);
show!(f32 => F32, f64 => F64, bool => Bool);

/// Reports the bytes that `parser` reads as the field `name`.
#[inline(always)]
pub fn field<'a, R, T: Trace, P>(
    cx: Cx<'_, R, T>,
    name: &'static str,
    parser: P,
) -> impl Grammar<'a, P::Output>
where
    P: Parser<&'a [u8], Error = Fault>,
    P::Output: Show,
{
    field_as(cx, name, parser, Show::shown)
}

/// Reports the bytes that `parser` reads as the field `name`, and shows of their value what `show` makes of it.
#[inline(always)]
pub fn field_as<'a, R, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'_, R, T>,
    name: &'static str,
    parser: P,
    show: impl Fn(&P::Output) -> Shown<'_>,
) -> impl Grammar<'a, P::Output> {
    Field { trace: cx.trace, name, parser, show }
}

struct Field<T, P, F> {
    trace: T,
    name: &'static str,
    parser: P,
    show: F,
}

impl<'a, T: Trace, P, F> Parser<&'a [u8]> for Field<T, P, F>
where
    P: Parser<&'a [u8], Error = Fault>,
    F: Fn(&P::Output) -> Shown<'_>,
{
    type Output = P::Output;
    type Error = Fault;

    #[inline(always)]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        if !T::LISTENS {
            return self.parser.process::<OM>(i);
        }
        let (rest, value) = self.parser.process::<OutputM<Emit, OM::Error, OM::Incomplete>>(i)?;
        self.trace.field(i.len(), rest.len(), self.name, (self.show)(&value));
        Ok((rest, OM::Output::bind(|| value)))
    }
}

/// Runs `parser` for the part `name` of the value: a step of the path, and rows of its own.
#[inline(always)]
pub fn part<'a, R, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'_, R, T>,
    name: &'static str,
    parser: P,
) -> impl Grammar<'a, P::Output> {
    Within { cx, part: Part::Field(name), parser }
}

/// Runs `parser` for the member `name` of a structure of numbers: the rows of its fields are `name.x`, `name.y`.
#[inline(always)]
pub fn member<'a, R, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'_, R, T>,
    name: &'static str,
    parser: P,
) -> impl Grammar<'a, P::Output> {
    Within { cx, part: Part::Member(name), parser }
}

struct Within<'c, R, T: Trace, P> {
    cx: Cx<'c, R, T>,
    part: Part<'static>,
    parser: P,
}

impl<'a, R, T: Trace, P: Parser<&'a [u8], Error = Fault>> Parser<&'a [u8]> for Within<'_, R, T, P> {
    type Output = P::Output;
    type Error = Fault;

    #[inline(always)]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        self.cx.enter(self.part);
        // After a failure the part stays open: that is where it happened.
        let read = self.parser.process::<OM>(i)?;
        self.cx.leave();
        Ok(read)
    }
}

/// Reads what follows by a grammar that is made of what `parser` read: nom's `flat_map`, in a form that the compiler
/// takes into the loops of containers.
#[inline(always)]
pub fn then<'a, P: Parser<&'a [u8], Error = Fault>, Q: Parser<&'a [u8], Error = Fault>>(
    parser: P,
    next: impl FnMut(P::Output) -> Q,
) -> impl Grammar<'a, Q::Output> {
    Then { parser, next }
}

struct Then<P, F> {
    parser: P,
    next: F,
}

impl<'a, P, F, Q> Parser<&'a [u8]> for Then<P, F>
where
    P: Parser<&'a [u8], Error = Fault>,
    F: FnMut(P::Output) -> Q,
    Q: Parser<&'a [u8], Error = Fault>,
{
    type Output = Q::Output;
    type Error = Fault;

    #[inline(always)]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], Q::Output, Fault> {
        let (rest, value) = self.parser.process::<OutputM<Emit, OM::Error, OM::Incomplete>>(i)?;
        (self.next)(value).process::<OM>(rest)
    }
}

/// Says what type `parser` reads, for errors to name.
#[inline(always)]
pub fn typed<'a, R, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'_, R, T>,
    name: &'static str,
    parser: P,
) -> impl Grammar<'a, P::Output> {
    Typed { trace: cx.trace, name, parser }
}

struct Typed<T, P> {
    trace: T,
    name: &'static str,
    parser: P,
}

impl<'a, T: Trace, P: Parser<&'a [u8], Error = Fault>> Parser<&'a [u8]> for Typed<T, P> {
    type Output = P::Output;
    type Error = Fault;

    #[inline(always)]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        if T::LISTENS {
            self.trace.reading(self.name);
        }
        self.parser.process::<OM>(i)
    }
}

/// Runs `parser` for a structure that takes `size` bytes. Where the input ends inside it, the error asks for all of
/// the structure rather than for the field that was cut.
#[inline(always)]
pub fn of_size<'a, P: Parser<&'a [u8], Error = Fault>>(
    size: usize,
    parser: P,
) -> impl Grammar<'a, P::Output> {
    OfSize { size, parser }
}

struct OfSize<P> {
    size: usize,
    parser: P,
}

impl<'a, P: Parser<&'a [u8], Error = Fault>> Parser<&'a [u8]> for OfSize<P> {
    type Output = P::Output;
    type Error = Fault;

    #[inline(always)]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        let size = self.size;
        match self.parser.process::<OM>(i) {
            Err(Err::Error(fault)) if i.len() < size => {
                let missing = size - i.len();
                let all = |fault: Fault| Fault { kind: DecodeErrorKind::Incomplete { missing }, ..fault };
                Err(Err::Error(OM::Error::map(fault, all)))
            }
            read => read,
        }
    }
}

/// The next `n` bytes, provided that none of them is reserved for somebody else.
#[inline(always)]
pub fn take<'a, R, T: Trace>(cx: Cx<'_, R, T>, n: usize) -> impl Grammar<'a, &'a [u8]> {
    move |i| cx.take(i, n)
}

/// `count` elements of at least `unit` bytes each, for which [`Cx::reserve`] has reserved bytes in `cx`. `element` is
/// handed the context in which those of the elements still to come are reserved, and not its own.
#[inline(always)]
pub fn counted<'a, 'c, R, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'c, R, T>,
    count: usize,
    unit: usize,
    part: impl Fn(usize) -> Part<'static>,
    element: impl Fn(Cx<'c, R, T>) -> P,
) -> impl Grammar<'a, Vec<P::Output>> {
    counted_with_room(cx, count, 0, unit, part, element)
}

/// [`counted`], in a vector that has room for `room` more.
#[inline(always)]
pub(crate) fn counted_with_room<'a, 'c, R, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'c, R, T>,
    count: usize,
    room: usize,
    unit: usize,
    part: impl Fn(usize) -> Part<'static>,
    element: impl Fn(Cx<'c, R, T>) -> P,
) -> impl Grammar<'a, Vec<P::Output>> {
    Counted { cx, count, room, unit, part, element }
}

struct Counted<'c, R, T: Trace, N, F> {
    cx: Cx<'c, R, T>,
    count: usize,
    room: usize,
    unit: usize,
    part: N,
    element: F,
}

impl<'a, 'c, R, T: Trace, N, F, P> Parser<&'a [u8]> for Counted<'c, R, T, N, F>
where
    N: Fn(usize) -> Part<'static>,
    F: Fn(Cx<'c, R, T>) -> P,
    P: Parser<&'a [u8], Error = Fault>,
{
    type Output = Vec<P::Output>;
    type Error = Fault;

    #[inline]
    fn process<OM: OutputMode>(&mut self, mut i: &'a [u8]) -> PResult<OM, &'a [u8], Vec<P::Output>, Fault> {
        let mut cx = self.cx;
        // What was reserved is there, so a count that lies allocates nothing.
        let mut elements = OM::Output::bind(|| Vec::with_capacity(self.count + self.room));
        for index in 0..self.count {
            cx.release(self.unit);
            cx.enter((self.part)(index));
            let (rest, element) = (self.element)(cx).process::<OM>(i)?;
            cx.leave();
            i = rest;
            elements = OM::Output::combine(elements, element, |mut elements, element| {
                elements.push(element);
                elements
            });
        }
        Ok((i, elements))
    }
}

/// `count` pairs of elements of at least `unit` bytes each, keys and values by turns, for which [`Cx::reserve`] has
/// reserved bytes in `cx`; like [`counted`].
#[inline(always)]
pub fn counted_pairs<'a, 'c, R, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'c, R, T>,
    count: usize,
    unit: usize,
    element: impl Fn(Cx<'c, R, T>) -> P,
) -> impl Grammar<'a, Vec<(P::Output, P::Output)>> {
    CountedPairs { cx, count, unit, element }
}

struct CountedPairs<'c, R, T: Trace, F> {
    cx: Cx<'c, R, T>,
    count: usize,
    unit: usize,
    element: F,
}

impl<'a, 'c, R, T: Trace, F, P> Parser<&'a [u8]> for CountedPairs<'c, R, T, F>
where
    F: Fn(Cx<'c, R, T>) -> P,
    P: Parser<&'a [u8], Error = Fault>,
{
    type Output = Vec<(P::Output, P::Output)>;
    type Error = Fault;

    fn process<OM: OutputMode>(&mut self, mut i: &'a [u8]) -> PResult<OM, &'a [u8], Self::Output, Fault> {
        let mut cx = self.cx;
        let mut pairs = OM::Output::bind(|| Vec::with_capacity(self.count));
        for index in 0..self.count {
            let (key, value);
            cx.release(self.unit);
            cx.enter(Part::Key(index));
            (i, key) = (self.element)(cx).process::<OM>(i)?;
            cx.leave();
            cx.release(self.unit);
            cx.enter(Part::Value(index));
            (i, value) = (self.element)(cx).process::<OM>(i)?;
            cx.leave();
            let pair = OM::Output::combine(key, value, |key, value| (key, value));
            pairs = OM::Output::combine(pairs, pair, |mut pairs, pair| {
                pairs.push(pair);
                pairs
            });
        }
        Ok((i, pairs))
    }
}

/// Makes something of what `parser` reads, or refuses it: the error is then at the first byte of what was read.
/// `accept` is handed the value, and the input after it. nom's `map_res` with a reason and a place.
#[inline(always)]
pub fn accept<'a, P: Parser<&'a [u8], Error = Fault>, O>(
    parser: P,
    accept: impl Fn(P::Output, &'a [u8]) -> Result<O, DecodeErrorKind>,
) -> impl Grammar<'a, O> {
    Accept { parser, accept }
}

struct Accept<P, F> {
    parser: P,
    accept: F,
}

impl<'a, P, F, O> Parser<&'a [u8]> for Accept<P, F>
where
    P: Parser<&'a [u8], Error = Fault>,
    F: Fn(P::Output, &'a [u8]) -> Result<O, DecodeErrorKind>,
{
    type Output = O;
    type Error = Fault;

    #[inline(always)]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], O, Fault> {
        let (rest, value) = self.parser.process::<OutputM<Emit, OM::Error, OM::Incomplete>>(i)?;
        match (self.accept)(value, rest) {
            Ok(value) => Ok((rest, OM::Output::bind(|| value))),
            Err(kind) => Err(Err::Error(OM::Error::bind(|| Fault::of_number(i, rest, kind)))),
        }
    }
}

/// Reads by one grammar or the other, by what is known before.
#[inline(always)]
pub fn if_else<'a, O>(
    condition: bool,
    then: impl Grammar<'a, O>,
    otherwise: impl Grammar<'a, O>,
) -> impl Grammar<'a, O> {
    IfElse { condition, then, otherwise }
}

struct IfElse<P, Q> {
    condition: bool,
    then: P,
    otherwise: Q,
}

impl<'a, P, Q> Parser<&'a [u8]> for IfElse<P, Q>
where
    P: Parser<&'a [u8], Error = Fault>,
    Q: Parser<&'a [u8], Output = P::Output, Error = Fault>,
{
    type Output = P::Output;
    type Error = Fault;

    #[inline(always)]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        if self.condition { self.then.process::<OM>(i) } else { self.otherwise.process::<OM>(i) }
    }
}

/// Writes by one serializer or the other: mirrors [`if_else`].
#[inline(always)]
pub fn gen_if_else<W: Write>(
    condition: bool,
    then: impl SerializeFn<W>,
    otherwise: impl SerializeFn<W>,
) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| if condition { then(out) } else { otherwise(out) }
}

/// Fails for this reason, whatever the input is.
#[inline]
pub fn fail<'a, O>(kind: DecodeErrorKind) -> impl Grammar<'a, O> {
    move |i: &'a [u8]| -> IResult<&'a [u8], O, Fault> { Fault::at(i, kind) }
}

/// Writes the bytes of a field whose size the compiler knows.
#[inline(always)]
pub fn bytes<W: Write, const N: usize>(bytes: [u8; N]) -> impl SerializeFn<W> {
    move |mut out: WriteContext<W>| {
        put(&mut out, &bytes)?;
        Ok(out)
    }
}

/// Writes a run of bytes.
///
/// cookie-factory's combinator of this name fails where a writer takes only a part at a time; this one goes on.
#[inline(always)]
pub fn slice<W: Write>(bytes: impl AsRef<[u8]>) -> impl SerializeFn<W> {
    move |mut out: WriteContext<W>| {
        put(&mut out, bytes.as_ref())?;
        Ok(out)
    }
}

/// Writes nothing.
#[inline(always)]
pub fn nothing<W: Write>() -> impl SerializeFn<W> {
    Ok
}

/// Fails for this reason.
pub fn refuse<R, T: Trace, W: Write>(cx: Cx<'_, R, T>, kind: EncodeErrorKind) -> impl SerializeFn<W> {
    move |_| cx.refuse(kind)
}

/// Writes what `then` makes of something that there may be a reason not to write.
#[inline(always)]
pub fn checked<X, W: Write, F: SerializeFn<W>>(
    check: impl Fn() -> Result<X, GenError>,
    then: impl Fn(X) -> F,
) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| then(check()?)(out)
}

/// Writes a part of the value: mirrors [`part`].
#[inline(always)]
pub fn gen_part<R, T: Trace, W: Write>(
    cx: Cx<'_, R, T>,
    part: Part<'_>,
    serializer: impl SerializeFn<W>,
) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| {
        cx.enter(part);
        let out = serializer(out)?;
        cx.leave();
        Ok(out)
    }
}

/// Writes elements one after the other: mirrors [`counted`].
#[inline(always)]
pub fn gen_counted<X, R, T: Trace, W: Write, F: SerializeFn<W>>(
    cx: Cx<'_, R, T>,
    elements: impl Iterator<Item = X> + Clone,
    part: impl Fn(usize) -> Part<'static> + Clone,
    element: impl Fn(X) -> F + Clone,
) -> impl SerializeFn<W> {
    all(elements.enumerate().map(move |(index, x)| gen_part(cx, part(index), element(x))))
}

/// Runs a serializer where code of its own loop holds the output: the seam between the combinators and the loops
/// of containers.
#[inline(always)]
pub fn run<'w, W: Write>(out: &'w mut WriteContext<W>, serializer: impl SerializeFn<&'w mut W>) -> Gen {
    let WriteContext { write, position } = out;
    *position = serializer(WriteContext { write, position: *position })?.position;
    Ok(())
}
