//! Sequencing, branching and validation.

use std::io::Write;

use cookie_factory::{GenError, SerializeFn, WriteContext};
use nom::{Emit, Err, IResult, Mode, OutputM, OutputMode, PResult, Parser, Streaming};

use super::{Grammar, InPlace, Places, function, in_mode, makes_nothing};
use crate::cx::Cx;
use crate::error::{self, DecodeErrorKind, EncodeErrorKind, Fault};
use crate::trace::Trace;

/// Runs a second parser that depends on the output of `parser`. It is equivalent to nom's `flat_map`, in a
/// form that the compiler inlines into the loops of containers.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn then<'a, P, Q, F>(parser: P, next: F) -> Then<P, F>
where
    P: Parser<&'a [u8], Error = Fault>,
    Q: Parser<&'a [u8], Error = Fault>,
    F: FnMut(P::Output) -> Q,
{
    Then { parser, next }
}

#[derive(Debug)]
pub struct Then<P, F> {
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

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], Q::Output, Fault> {
        let (rest, value) = self.parser.process::<OutputM<Emit, OM::Error, OM::Incomplete>>(i)?;
        (self.next)(value).process::<OM>(rest)
    }
}

impl<'a, P, F, Q> InPlace<'a> for Then<P, F>
where
    P: Parser<&'a [u8], Error = Fault>,
    F: FnMut(P::Output) -> Q,
    Q: InPlace<'a>,
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<M: Places>(&mut self, i: &'a [u8], place: &mut M::Output<Q::Output>) -> error::PResult<'a, ()> {
        let (rest, value) = self.parser.process::<OutputM<Emit, Emit, Streaming>>(i)?;
        (self.next)(value).put::<M>(rest, place)
    }
}

/// Creates a parser from the input at its start, which is needed for errors at that place.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn with_input<'a, P: Parser<&'a [u8], Error = Fault>, F: FnMut(&'a [u8]) -> P>(make: F) -> WithInput<F> {
    WithInput(make)
}

#[derive(Debug)]
pub struct WithInput<F>(F);

impl<'a, P: Parser<&'a [u8], Error = Fault>, F: FnMut(&'a [u8]) -> P> Parser<&'a [u8]> for WithInput<F> {
    type Output = P::Output;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        (self.0)(i).process::<OM>(i)
    }
}

impl<'a, P: InPlace<'a>, F: FnMut(&'a [u8]) -> P> InPlace<'a> for WithInput<F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<M: Places>(&mut self, i: &'a [u8], place: &mut M::Output<P::Output>) -> error::PResult<'a, ()> {
        (self.0)(i).put::<M>(i, place)
    }
}

/// Maps the output of `parser`, or rejects it with an error at its first byte. `accept` receives the output
/// and the input after it. It is equivalent to nom's `map_res`, but the error has a reason and a place.
#[cfg_attr(not(debug_assertions), inline(always))]
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

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], O, Fault> {
        let (rest, value) = self.parser.process::<OutputM<Emit, OM::Error, OM::Incomplete>>(i)?;
        match (self.accept)(value, rest) {
            Ok(value) => Ok((rest, OM::Output::bind(|| value))),
            Err(kind) => Err(Err::Error(OM::Error::bind(|| Fault::of_number(i, rest, kind)))),
        }
    }
}

/// Maps the output of `parser`, or rejects it. Unlike with [`accept`], the bytes of the rejected output count
/// as unread.
pub(crate) fn convert<'a, P: Parser<&'a [u8], Error = Fault>, O>(
    parser: P,
    convert: impl Fn(P::Output) -> Result<O, DecodeErrorKind>,
) -> impl Grammar<'a, O> {
    Convert { parser, convert }
}

struct Convert<P, F> {
    parser: P,
    convert: F,
}

impl<'a, P, F, O> Parser<&'a [u8]> for Convert<P, F>
where
    P: Parser<&'a [u8], Error = Fault>,
    F: Fn(P::Output) -> Result<O, DecodeErrorKind>,
{
    type Output = O;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], O, Fault> {
        let (rest, value) = self.parser.process::<OutputM<Emit, OM::Error, OM::Incomplete>>(i)?;
        in_mode::<OM, O>(match (self.convert)(value) {
            Ok(value) => Ok((rest, value)),
            Err(kind) => Fault::at(i, kind),
        })
    }
}

/// Reads nothing, and returns the context of the contents of a container, which is one level deeper if there
/// are any.
pub(crate) fn deeper<'a, 'c, R, T: Trace>(
    cx: Cx<'c, R, T>,
    has_contents: bool,
) -> impl Grammar<'a, Cx<'c, R, T>> {
    function(move |i: &'a [u8]| Ok((i, if has_contents { cx.deeper(i)? } else { cx })))
}

/// Reads nothing, and returns a context that reserves bytes for a count that was read at `before`. Use it if
/// fields follow the count before the elements; otherwise use [`accept`].
pub(crate) fn reserve<'a, 'c, R, T: Trace>(
    cx: Cx<'c, R, T>,
    before: &'a [u8],
    count: u32,
    unit: usize,
) -> impl Grammar<'a, Cx<'c, R, T>> {
    function(move |i: &'a [u8]| Ok((i, cx.reserve(before, i, count, unit)?)))
}

/// Reads a count of elements of `unit` bytes each, which must be in the input. They are read next, so their bytes are
/// not reserved.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn count_within<'a, R, T: Trace>(
    cx: Cx<'_, R, T>,
    count: impl Grammar<'a, u32>,
    unit: usize,
) -> impl Grammar<'a, u32> {
    accept(count, move |count, rest| cx.reserving(rest, count, unit).map(|_| count))
}

/// Returns the output of `parser` with the input before it.
pub(crate) fn placed<'a, P: Parser<&'a [u8], Error = Fault>>(
    mut parser: P,
) -> impl Grammar<'a, (&'a [u8], P::Output)> {
    function(move |i: &'a [u8]| parser.parse(i).map(|(rest, output)| (rest, (i, output))))
}

/// Like [`accept`], but the error may be inside the bytes that `parser` reads. `accept` receives the output
/// and the input before it, and returns the distance of the error from there.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn accept_inside<'a, P: Parser<&'a [u8], Error = Fault>, O>(
    parser: P,
    accept: impl Fn(P::Output, &'a [u8]) -> Result<O, (usize, DecodeErrorKind)>,
) -> impl Grammar<'a, O> {
    AcceptInside { parser, accept }
}

struct AcceptInside<P, F> {
    parser: P,
    accept: F,
}

impl<'a, P, F, O> Parser<&'a [u8]> for AcceptInside<P, F>
where
    P: Parser<&'a [u8], Error = Fault>,
    F: Fn(P::Output, &'a [u8]) -> Result<O, (usize, DecodeErrorKind)>,
{
    type Output = O;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], O, Fault> {
        let (rest, value) = self.parser.process::<OutputM<Emit, OM::Error, OM::Incomplete>>(i)?;
        match (self.accept)(value, i) {
            Ok(value) => Ok((rest, OM::Output::bind(|| value))),
            Err((at, kind)) => {
                let left = i.len().saturating_sub(at);
                Err(Err::Error(OM::Error::bind(|| Fault { left, read: 0, kind })))
            }
        }
    }
}

/// Runs one of two parsers, depending on a condition.
#[cfg_attr(not(debug_assertions), inline(always))]
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

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        if self.condition { self.then.process::<OM>(i) } else { self.otherwise.process::<OM>(i) }
    }
}

/// Tries `quick`, which reads the most common inputs, and then the parser that `full` creates, which reads
/// all inputs in the same way. It is like nom's `alt` with a first alternative that gives no reason for its
/// failure.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn shortcut<'a, P: Parser<&'a [u8], Error = Fault>>(
    quick: impl Fn(&'a [u8]) -> Option<(&'a [u8], P::Output)>,
    full: impl Fn() -> P,
) -> impl Grammar<'a, P::Output> {
    shortcut_by_use(move |i, _| quick(i), full)
}

/// Like [`shortcut`], but also tells `quick` whether its output is used.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn shortcut_by_use<'a, P: Parser<&'a [u8], Error = Fault>>(
    quick: impl Fn(&'a [u8], bool) -> Option<(&'a [u8], P::Output)>,
    full: impl Fn() -> P,
) -> impl Grammar<'a, P::Output> {
    Shortcut { quick, full }
}

struct Shortcut<F, G> {
    quick: F,
    full: G,
}

impl<'a, F, G, P> Parser<&'a [u8]> for Shortcut<F, G>
where
    F: Fn(&'a [u8], bool) -> Option<(&'a [u8], P::Output)>,
    G: Fn() -> P,
    P: Parser<&'a [u8], Error = Fault>,
{
    type Output = P::Output;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        match (self.quick)(i, const { !makes_nothing::<OM>() }) {
            Some((rest, value)) => Ok((rest, OM::Output::bind(|| value))),
            None => (self.full)().process::<OM>(i),
        }
    }
}

/// Adds a value that was read before to the output of `parser`. This cannot be done with `map`, because its
/// closure may be called more than once and therefore cannot move the value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn beside<'a, X, P: Parser<&'a [u8], Error = Fault>>(
    before: X,
    parser: P,
) -> impl Grammar<'a, (X, P::Output)>
where
    X: Default,
{
    Beside { before, parser }
}

struct Beside<X, P> {
    before: X,
    parser: P,
}

impl<'a, X: Default, P: Parser<&'a [u8], Error = Fault>> Parser<&'a [u8]> for Beside<X, P> {
    type Output = (X, P::Output);
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], (X, P::Output), Fault> {
        let (rest, value) = self.parser.process::<OM>(i)?;
        let before = std::mem::take(&mut self.before);
        Ok((rest, OM::Output::map(value, |value| (before, value))))
    }
}

/// Runs `parser` if `flag` reads true. It is like nom's `cond` with a condition that is read from the input.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn when<'a, X>(flag: impl Grammar<'a, bool>, parser: impl Grammar<'a, X>) -> impl Grammar<'a, Option<X>> {
    When { flag, parser }
}

struct When<F, P> {
    flag: F,
    parser: P,
}

impl<'a, F, P> Parser<&'a [u8]> for When<F, P>
where
    F: Parser<&'a [u8], Output = bool, Error = Fault>,
    P: Parser<&'a [u8], Error = Fault>,
{
    type Output = Option<P::Output>;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], Self::Output, Fault> {
        let (i, present) = self.flag.process::<OutputM<Emit, OM::Error, OM::Incomplete>>(i)?;
        if !present {
            return Ok((i, OM::Output::bind(|| None)));
        }
        let (i, x) = self.parser.process::<OM>(i)?;
        Ok((i, OM::Output::map(x, Some)))
    }
}

/// Like [`accept`], but the error is at a number that was read before, at `start`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn accept_at<'a, P: Parser<&'a [u8], Error = Fault>, O>(
    start: &'a [u8],
    mut parser: P,
    accept: impl Fn(P::Output) -> Result<O, DecodeErrorKind>,
) -> impl Grammar<'a, O> {
    move |i| {
        let (rest, value) = parser.parse(i)?;
        match accept(value) {
            Ok(value) => Ok((rest, value)),
            Err(kind) => Fault::number(start, i, kind),
        }
    }
}

/// Runs one of two serializers, depending on a condition. It mirrors [`if_else`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn gen_if_else<W: Write>(
    condition: bool,
    then: impl SerializeFn<W>,
    otherwise: impl SerializeFn<W>,
) -> impl SerializeFn<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |out: WriteContext<W>| if condition { then(out) } else { otherwise(out) }
}

/// Fails with this reason for every input.
#[inline]
pub fn fail<'a, O>(kind: DecodeErrorKind) -> impl Grammar<'a, O> {
    move |i: &'a [u8]| -> IResult<&'a [u8], O, Fault> { Fault::at(i, kind) }
}

/// Fails with this reason.
pub fn refuse<R, T: Trace, W: Write>(cx: Cx<'_, R, T>, kind: EncodeErrorKind) -> impl SerializeFn<W> {
    move |_| cx.refuse(kind.clone())
}

/// Writes the value with `then`, or fails with the reason why the value cannot be written.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn checked<X, W: Write, F: SerializeFn<W>>(
    check: impl Fn() -> Result<X, GenError>,
    then: impl Fn(X) -> F,
) -> impl SerializeFn<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |out: WriteContext<W>| then(check()?)(out)
}

/// Writes with `quick` if there is one, otherwise with `full`, which writes the same bytes. It mirrors
/// [`shortcut`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn gen_shortcut<W: Write>(
    quick: Option<impl SerializeFn<W>>,
    full: impl SerializeFn<W>,
) -> impl SerializeFn<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |out: WriteContext<W>| match &quick {
        Some(quick) => quick(out),
        None => full(out),
    }
}
