//! Combinators that the grammars of this module need beside those of [`grammar`](crate::grammar).

use std::borrow::Cow;
use std::io::Write;

use cookie_factory::{SerializeFn, WriteContext};
use nom::{Check, Emit, Err, OutputM, OutputMode, PResult, Parser};

use super::Cx;
use crate::error::{DecodeErrorKind, Fault};
use crate::grammar::{Grammar, observed};
use crate::trace::{Part, Shown, Silent, Trace};

/// Returns the context without a trace, for a field that is reported in words of its own.
#[inline]
pub(in crate::minecraft) fn untraced<'c, T: Trace>(cx: Cx<'c, T>) -> Cx<'c, Silent> {
    cx.untraced()
}

/// Runs `parser` where `flag` reads true: a Boolean and what it announces.
#[inline]
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

    #[inline]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], Self::Output, Fault> {
        use nom::Mode;
        let (i, present) = self.flag.process::<OutputM<Emit, OM::Error, OM::Incomplete>>(i)?;
        if !present {
            return Ok((i, OM::Output::bind(|| None)));
        }
        let (i, x) = self.parser.process::<OM>(i)?;
        Ok((i, OM::Output::map(x, Some)))
    }
}

/// [`accept`](crate::grammar::accept) with the error at a number that was read before, at `start`.
#[inline]
pub(super) fn accept_at<'a, P: Parser<&'a [u8], Error = Fault>, O>(
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

/// Reads a part whose name is parsed by `name` from the same input. If `name` fails, no part is opened, and `parser` fails outside
/// of it.
pub fn named<'a, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'_, T>,
    name: impl Grammar<'a, String>,
    parser: P,
) -> impl Grammar<'a, P::Output> {
    NamedField { cx, name, parser }
}

struct NamedField<'c, T: Trace, N, P> {
    cx: Cx<'c, T>,
    name: N,
    parser: P,
}

impl<'a, T: Trace, N: Grammar<'a, String>, P: Parser<&'a [u8], Error = Fault>> Parser<&'a [u8]>
    for NamedField<'_, T, N, P>
{
    type Output = P::Output;
    type Error = Fault;

    #[inline]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        if !T::ENABLED {
            return self.parser.process::<OM>(i);
        }
        match self.name.parse(i) {
            Ok((_, name)) => self.cx.part(Part::Named(&name), |_| self.parser.process::<OM>(i)),
            Err(_) => self.parser.process::<OM>(i),
        }
    }
}

/// Writes a part with the name `name`: mirrors [`named`].
pub fn gen_named<'n, T: Trace, W: Write>(
    cx: Cx<'_, T>,
    name: impl Fn() -> Cow<'n, str>,
    serializer: impl SerializeFn<W>,
) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| serializer(out).map_err(|error| cx.refused_in(&Part::Named(&name()), error))
}

/// Elements of at least `min_len` bytes, until `end` reads. `element` gets the number of elements before it.
#[inline]
pub fn until<'a, E: Parser<&'a [u8], Error = Fault>, P: Parser<&'a [u8], Error = Fault>>(
    end: E,
    min_len: usize,
    element: impl Fn(usize) -> P,
) -> impl Grammar<'a, Vec<P::Output>> {
    Until { end, min_len, element }
}

struct Until<E, F> {
    end: E,
    min_len: usize,
    element: F,
}

impl<'a, E, F, P> Parser<&'a [u8]> for Until<E, F>
where
    E: Parser<&'a [u8], Error = Fault>,
    F: Fn(usize) -> P,
    P: Parser<&'a [u8], Error = Fault>,
{
    type Output = Vec<P::Output>;
    type Error = Fault;

    #[inline]
    fn process<OM: OutputMode>(&mut self, mut i: &'a [u8]) -> PResult<OM, &'a [u8], Self::Output, Fault> {
        use nom::Mode;
        let mut elements = OM::Output::bind(Vec::new);
        let mut count = 0;
        loop {
            if i.is_empty() {
                // Neither an element nor the end: what is missing at least is the end.
                return self.end.process::<OM>(i).map(|(i, _)| (i, elements));
            }
            match self.end.process::<OutputM<Check, Check, OM::Incomplete>>(i) {
                Ok((rest, ())) => return Ok((rest, elements)),
                Err(Err::Error(())) => {}
                Err(_) => return self.end.process::<OM>(i).map(|(i, _)| (i, elements)),
            }
            let (rest, element) = (self.element)(count).process::<OM>(i)?;
            let most = rest.len() / self.min_len.max(1) + 1;
            (i, count) = (rest, count + 1);
            elements = OM::Output::combine(elements, element, |mut elements, element| {
                if elements.len() == elements.capacity() {
                    elements.reserve_exact(more(elements.len(), most));
                }
                elements.push(element);
                elements
            });
        }
    }
}

/// Returns the capacity to add to a vector of `len` elements if no count is known; the rest of the input can
/// fill `most`. The capacity doubles, but never goes beyond that, and goes there at once when that is near: so
/// growing, where old and new room are held together, never takes much more than the vector itself.
pub(super) fn more(len: usize, most: usize) -> usize {
    let double = len.max(8);
    if most <= 4 * double { most } else { double }
}

/// Reports the bytes that `parser` reads as the field `name`, with the words and the optional number that `describe` returns.
/// The words are only made for a trace.
#[inline]
pub fn described<'a, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'_, T>,
    name: &'static str,
    parser: P,
    describe: impl Fn(&P::Output) -> (Option<i64>, String),
) -> impl Grammar<'a, P::Output> {
    observed(cx, parser, move |value, i, rest| {
        let (number, words) = describe(value);
        let shown = number.map_or(Shown::Text(&words), |number| Shown::Named(number, &words));
        cx.field(i, rest, name, shown);
    })
}
