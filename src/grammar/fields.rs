//! Combinators that report fields, members and parts to the trace.

use std::io::Write;

use cookie_factory::{SerializeFn, WriteContext};
use nom::{Emit, Err, Mode, OutputM, OutputMode, PResult, Parser};

use super::{Grammar, InPlace, Places, in_mode};
use crate::cx::Cx;
use crate::error::{self, DecodeErrorKind, Fault};
use crate::trace::{Event, Form, Internal, Meaning, Part, PathStep, Shown, Trace};

/// The printable form of a field's value, for the trace.
pub trait Show {
    /// Returns the printable form.
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

/// Reports the bytes that `parser` reads as a field. The meaning may be just a name.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn field<'a, R, T: Trace, P>(
    cx: Cx<'_, R, T>,
    meaning: impl Into<Meaning>,
    parser: P,
) -> impl Grammar<'a, P::Output>
where
    P: Parser<&'a [u8], Error = Fault>,
    P::Output: Show,
{
    field_as(cx, meaning, parser, Show::shown)
}

/// Reports the bytes that `parser` reads as a field whose value is the result of `show`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn field_as<'a, R, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'_, R, T>,
    meaning: impl Into<Meaning>,
    parser: P,
    show: impl Fn(&P::Output) -> Shown<'_>,
) -> impl Grammar<'a, P::Output> {
    Field { trace: cx.trace, meaning: meaning.into(), parser, show }
}

/// Reports the bytes that `parser` reads as a field, with the text of its row.
pub fn said<'a, R, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'_, R, T>,
    meaning: impl Into<Meaning>,
    mut parser: P,
    text: impl Fn(&P::Output) -> String,
) -> impl Grammar<'a, P::Output> {
    let meaning = meaning.into();
    move |i: &'a [u8]| {
        let (rest, value) = parser.parse(i)?;
        if T::ENABLED {
            cx.field(i, rest, meaning, Shown::Said(&text(&value)));
        }
        Ok((rest, value))
    }
}

/// A parser that knows the form of the bytes that it reads.
pub trait Formed {
    /// The form.
    fn form(&self) -> Form;
}

/// Reports a number with its form, like [`field`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn number<'a, R, T: Trace, P: Parser<&'a [u8], Error = Fault> + Formed>(
    cx: Cx<'_, R, T>,
    meaning: impl Into<Meaning>,
    parser: P,
) -> impl Grammar<'a, P::Output>
where
    P::Output: Show,
{
    number_as(cx, meaning, parser, Show::shown)
}

/// Reports a number with its form, like [`field_as`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn number_as<'a, R, T: Trace, P: Parser<&'a [u8], Error = Fault> + Formed>(
    cx: Cx<'_, R, T>,
    meaning: impl Into<Meaning>,
    parser: P,
    show: impl Fn(&P::Output) -> Shown<'_>,
) -> impl Grammar<'a, P::Output> {
    let meaning = meaning.into().of(parser.form());
    Field { trace: cx.trace, meaning, parser, show }
}

struct Field<T, P, F> {
    trace: T,
    meaning: Meaning,
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

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        if T::ENABLED { self.reported::<OM>(i) } else { self.parser.process::<OM>(i) }
    }
}

impl<T: Trace, P, F> Field<T, P, F> {
    /// Reads and reports the field. This is a separate function because nearly all fields of a grammar have
    /// the same parser.
    #[inline(never)]
    fn reported<'a, OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault>
    where
        P: Parser<&'a [u8], Error = Fault>,
        F: Fn(&P::Output) -> Shown<'_>,
    {
        let (rest, value) = self.parser.process::<OutputM<Emit, OM::Error, OM::Incomplete>>(i)?;
        let (from, to, meaning, shown) = (i.len(), rest.len(), self.meaning, (self.show)(&value));
        self.trace.event(Event::Field { from, to, meaning, shown });
        if self.trace.is_done(Internal) {
            return Err(Err::Failure(Fault::incomplete(rest, 0)));
        }
        Ok((rest, OM::Output::bind(|| value)))
    }
}

/// Reads a field for each of the names. All fields have the same form.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn fields<'a, R, T: Trace, P: Parser<&'a [u8], Error = Fault>, const N: usize>(
    cx: Cx<'_, R, T>,
    names: &'static [&'static str; N],
    form: Form,
    parser: impl Fn() -> P,
    show: impl Fn(&P::Output) -> Shown<'_> + Copy,
) -> impl Grammar<'a, [P::Output; N]>
where
    P::Output: Copy + Default,
{
    Fields { trace: cx.trace, names, form, parser, show }
}

struct Fields<T, F, S, const N: usize> {
    trace: T,
    names: &'static [&'static str; N],
    form: Form,
    parser: F,
    show: S,
}

impl<'a, T: Trace, F, S, P, const N: usize> Parser<&'a [u8]> for Fields<T, F, S, N>
where
    F: Fn() -> P,
    P: Parser<&'a [u8], Error = Fault>,
    P::Output: Copy + Default,
    S: Fn(&P::Output) -> Shown<'_> + Copy,
{
    type Output = [P::Output; N];
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, mut i: &'a [u8]) -> PResult<OM, &'a [u8], [P::Output; N], Fault> {
        let mut all = [P::Output::default(); N];
        for (output, name) in all.iter_mut().zip(self.names) {
            let mut field = Field {
                trace: self.trace,
                meaning: Meaning::from(*name).of(self.form),
                parser: (self.parser)(),
                show: self.show,
            };
            (i, *output) = field.process::<OutputM<Emit, OM::Error, OM::Incomplete>>(i)?;
        }
        Ok((i, OM::Output::bind(|| all)))
    }
}

/// Calls `report` with the output of `parser` and with the input before and after it, if there is a trace.
/// Use it for rows that [`field_as`] cannot report, such as several rows for one value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn observed<'a, R, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'_, R, T>,
    parser: P,
    report: impl Fn(&P::Output, &'a [u8], &'a [u8]),
) -> impl Grammar<'a, P::Output> {
    Observed { trace: cx.trace, parser, report }
}

struct Observed<T, P, F> {
    trace: T,
    parser: P,
    report: F,
}

impl<'a, T: Trace, P, F> Parser<&'a [u8]> for Observed<T, P, F>
where
    P: Parser<&'a [u8], Error = Fault>,
    F: Fn(&P::Output, &'a [u8], &'a [u8]),
{
    type Output = P::Output;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        if !T::ENABLED {
            return self.parser.process::<OM>(i);
        }
        let (rest, value) = self.parser.process::<OutputM<Emit, OM::Error, OM::Incomplete>>(i)?;
        (self.report)(&value, i, rest);
        if self.trace.is_done(Internal) {
            return Err(Err::Failure(Fault::incomplete(rest, 0)));
        }
        Ok((rest, OM::Output::bind(|| value)))
    }
}

/// Runs `parser` for a part of the value, such as an element or a field with a name. The part is a step of the
/// path, and has rows of its own.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn part<'p, R, T: Trace, P>(
    cx: Cx<'_, R, T>,
    part: impl Into<Part<'p>>,
    parser: P,
) -> OfPart<T, Part<'p>, P> {
    OfPart { trace: cx.trace, part: part.into(), parser }
}

/// Runs `parser` for the member `name` of a structure of numbers. The rows of its fields are named `name.x`,
/// `name.y` and so on.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn member<'a, R, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'_, R, T>,
    name: &'static str,
    parser: P,
) -> impl Grammar<'a, P::Output> {
    part(cx, Part::Member(name), parser)
}

/// The parser of a [`part()`].
#[derive(Debug)]
pub struct OfPart<T, S, P> {
    pub(super) trace: T,
    pub(super) part: S,
    pub(super) parser: P,
}

/// A part that a parser reports before it reads the part.
pub trait Opens<'a> {
    /// Reports the part, which begins at this input.
    fn open<T: Trace>(&self, trace: T, i: &'a [u8]);
}

impl<'a> Opens<'a> for Part<'_> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open<T: Trace>(&self, trace: T, _: &'a [u8]) {
        trace.event(Event::Open(*self));
    }
}

impl<'a, T: Trace, S: Opens<'a>, P: Parser<&'a [u8], Error = Fault>> Parser<&'a [u8]> for OfPart<T, S, P> {
    type Output = P::Output;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        self.enter(i);
        // After an error, the part stays open to record the place of the error.
        let read = self.parser.process::<OM>(i)?;
        self.leave();
        Ok(read)
    }
}

impl<'a, T: Trace, S: Opens<'a>, P: InPlace<'a>> InPlace<'a> for OfPart<T, S, P> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<M: Places>(&mut self, i: &'a [u8], place: &mut M::Output<P::Output>) -> error::PResult<'a, ()> {
        self.enter(i);
        let read = self.parser.put::<M>(i, place)?;
        self.leave();
        Ok(read)
    }
}

impl<T: Trace, S, P> OfPart<T, S, P> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter<'a>(&self, i: &'a [u8])
    where
        S: Opens<'a>,
    {
        if T::ENABLED {
            self.part.open(self.trace, i);
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leave(&self) {
        if T::ENABLED {
            self.trace.event(Event::Close);
        }
    }
}

/// Reads a name, and then the value with that name one level deeper. The name is the step of the path to the value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn named<'a, 'c, R, T: Trace, N, P>(
    cx: Cx<'c, R, T>,
    name: N,
    text: impl Fn(&N::Output) -> &str,
    value: impl Fn(Cx<'c, R, T>) -> P,
) -> impl Grammar<'a, (N::Output, P::Output)>
where
    N: Parser<&'a [u8], Error = Fault>,
    P: Parser<&'a [u8], Error = Fault>,
{
    Named { cx, name, text, value }
}

struct Named<'c, R, T: Trace, N, S, F> {
    cx: Cx<'c, R, T>,
    name: N,
    text: S,
    value: F,
}

impl<'a, 'c, R, T: Trace, N, S, F, P> Parser<&'a [u8]> for Named<'c, R, T, N, S, F>
where
    N: Parser<&'a [u8], Error = Fault>,
    P: Parser<&'a [u8], Error = Fault>,
    S: Fn(&N::Output) -> &str,
    F: Fn(Cx<'c, R, T>) -> P,
{
    type Output = (N::Output, P::Output);
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(
        &mut self,
        i: &'a [u8],
    ) -> PResult<OM, &'a [u8], (N::Output, P::Output), Fault> {
        let (i, name) = self.name.process::<OutputM<Emit, OM::Error, OM::Incomplete>>(i)?;
        let (i, cx) =
            in_mode::<OutputM<Emit, OM::Error, OM::Incomplete>, _>(self.cx.deeper(i).map(|cx| (i, cx)))?;
        cx.enter(Part::Named((self.text)(&name)));
        let (i, value) = (self.value)(cx).process::<OM>(i)?;
        cx.leave();
        Ok((i, OM::Output::map(value, |value| (name, value))))
    }
}

/// Reports the type that `parser` reads, so that errors can name it.
#[cfg_attr(not(debug_assertions), inline(always))]
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

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        if T::ENABLED {
            self.trace.event(Event::Reading(self.name));
        }
        self.parser.process::<OM>(i)
    }
}

/// Runs `parser` for a structure of `size` bytes. If the input ends inside the structure, the error has the
/// number of bytes that are missing for the whole structure, not for one field.
#[cfg_attr(not(debug_assertions), inline(always))]
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

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        let size = self.size;
        match self.parser.process::<OM>(i) {
            Err(Err::Error(fault)) if i.len() < size => {
                let missing = (size - i.len()) as u64;
                let all = |fault: Fault| Fault { kind: DecodeErrorKind::Incomplete { missing }, ..fault };
                Err(Err::Error(OM::Error::map(fault, all)))
            }
            read => read,
        }
    }
}

/// Writes a part of the value. It mirrors [`part`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn gen_part<R, T: Trace, W: Write>(
    cx: Cx<'_, R, T>,
    part: impl PathStep + Copy,
    serializer: impl SerializeFn<W>,
) -> impl SerializeFn<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |out: WriteContext<W>| match serializer(out) {
        Ok(out) => Ok(out),
        Err(error) => Err(cx.refused_in(part, error)),
    }
}
