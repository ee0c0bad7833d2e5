//! Combinators that the grammars of this module need beside those of [`grammar`](crate::grammar).

use nom::{OutputMode, PResult, Parser};

use super::Cx;
use crate::error::Fault;
use crate::grammar::{Grammar, observed};
use crate::trace::{Meaning, Part, Shown, Silent, Trace};

/// Returns the context without a trace, for a field that is reported in words of its own.
pub(in crate::minecraft) fn untraced<'c, T: Trace>(cx: Cx<'c, T>) -> Cx<'c, Silent> {
    cx.untraced()
}

/// Reports the bytes that `parser` reads as the field `name`, with the words and the optional number that `describe` returns.
/// The words are only made for a trace.
pub fn described<'a, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'_, T>,
    what: impl Into<Meaning>,
    parser: P,
    describe: impl Fn(&P::Output) -> (Option<i64>, String),
) -> impl Grammar<'a, P::Output> {
    let what = what.into();
    observed(cx, parser, move |value, i, rest| {
        let (number, words) = describe(value);
        let shown = number.map_or(Shown::Text(&words), |number| Shown::Named(number, &words));
        cx.field(i, rest, what, shown);
    })
}

/// Runs `parser` for the part of the value whose type and name `ahead` finds in the input, if it does.
pub(super) fn within_name<'a, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'_, T>,
    ahead: impl Fn(&'a [u8]) -> Option<(&'static str, String)>,
    parser: P,
) -> impl Grammar<'a, P::Output> {
    WithinName { cx, ahead, parser }
}

struct WithinName<'c, T: Trace, F, P> {
    cx: Cx<'c, T>,
    ahead: F,
    parser: P,
}

impl<'a, T: Trace, F: Fn(&'a [u8]) -> Option<(&'static str, String)>, P: Parser<&'a [u8], Error = Fault>>
    Parser<&'a [u8]> for WithinName<'_, T, F, P>
{
    type Output = P::Output;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        if T::ENABLED
            && let Some((kind, name)) = (self.ahead)(i)
        {
            self.cx.enter(Part::Named(&name));
            self.cx.trace.reading(kind);
        }
        let read = self.parser.process::<OM>(i)?;
        self.cx.leave();
        Ok(read)
    }
}
