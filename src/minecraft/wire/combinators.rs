//! Combinators of Minecraft's grammars, in addition to those of [`grammar`](crate::grammar).

use nom::Parser;

use super::Cx;
use crate::error::Fault;
use crate::grammar::{Grammar, observed};
use crate::trace::{Meaning, Shown, Silent, Trace};

/// Returns a context without a trace and without reserved bytes, for a field that is reported as a whole.
pub(in crate::minecraft) fn untraced<'c, T: Trace>(cx: Cx<'c, T>) -> Cx<'c, Silent> {
    cx.untraced()
}

/// Reports the bytes that `parser` reads as the field `name`, with the words and the optional number that
/// `describe` returns. `describe` is called only if there is a trace.
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
