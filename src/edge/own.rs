//! The entry points of a format of one's own, with any rules.

use cookie_factory::{GenResult, WriteContext};

use super::{Options, run_generator, run_parser};
use crate::error::{DecodeError, EncodeError};
use crate::explain::{Explainer, Explanation, Failure, Judgement, Recorder, Source};
use crate::grammar::{Cx, Read, Rules, Settings};
use crate::limits::Limits;
use crate::trace::Dynamic;

/// The options for a format of one's own, or of a file.
#[derive(Debug)]
pub struct Given<'r, R> {
    rules: &'r R,
    limits: Limits,
    trailing: bool,
}

impl<'r, R> Given<'r, R> {
    /// Creates options for a whole input.
    pub fn new(rules: &'r R) -> Self {
        Self { rules, limits: Limits::GODOT, trailing: false }
    }

    /// Creates options for an input in which other bytes may follow.
    pub fn prefix(rules: &'r R) -> Self {
        Self { trailing: true, ..Self::new(rules) }
    }
}

impl<R: Rules> Options for Given<'_, R> {
    type Rules = R;

    fn rules(&self) -> &R {
        self.rules
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn allows_trailing(&self) -> bool {
        self.trailing
    }
}

/// Reads a whole input by a parser of your own. The parser gets the context and the input.
///
/// # Errors
/// Returns an error with the offset, the path of the [parts](crate::grammar::part()) around it, and the reason, also if
/// bytes are left.
pub fn parse<'a, R: Rules, O>(
    rules: &R,
    limits: Limits,
    bytes: &'a [u8],
    parser: impl for<'c> FnOnce(Cx<'c, R, Dynamic<'c>>, &'a [u8]) -> Read<'a, O>,
) -> Result<O, DecodeError> {
    run_parser(&Given { limits, ..Given::new(rules) }, "a value", bytes, parser)
}

/// Writes a value by a serializer of your own. The serializer gets the context and the output.
///
/// # Errors
/// Returns an error with the path of the [parts](crate::grammar::gen_part()) around it and the reason.
pub fn encode<R: Rules>(
    rules: &R,
    limits: Limits,
    serializer: impl for<'c> FnOnce(Cx<'c, R, Dynamic<'c>>, WriteContext<Vec<u8>>) -> GenResult<Vec<u8>>,
) -> Result<Vec<u8>, EncodeError> {
    run_generator(&Given { limits, ..Given::new(rules) }, serializer)
}

/// Explains each byte that a parser of your own reads: what its [fields](crate::grammar::field()) and parts report.
/// `title` is the first line.
pub fn explain<'a, R: Rules + Sync, O>(
    title: &str,
    rules: &'a R,
    bytes: &'a [u8],
    parser: impl for<'c> Fn(Cx<'c, R, Dynamic<'c>>, &'a [u8]) -> Read<'a, O> + Send + Sync + 'a,
) -> Explanation {
    let parser = move |cx: Cx<'_, R, Dynamic<'_>>, i: &'a [u8]| parser(cx, i).map(|(rest, _)| (rest, ()));
    Explainer::of_value(bytes, Own { title: title.to_owned(), rules, bytes, parser }).explain()
}

struct Own<'a, R, P> {
    title: String,
    rules: &'a R,
    bytes: &'a [u8],
    parser: P,
}

impl<'a, R: Rules, P> Source for Own<'a, R, P>
where
    P: for<'c> Fn(Cx<'c, R, Dynamic<'c>>, &'a [u8]) -> Read<'a, ()>,
{
    fn format(&self) -> String {
        self.title.clone()
    }

    fn bytes(&self) -> &[u8] {
        self.bytes
    }

    fn failure(&self) -> Option<Failure> {
        parse(self.rules, Limits::GODOT, self.bytes, &self.parser).err().map(Failure::new)
    }

    fn listen(&self, recorder: &Recorder<'_>) {
        let settings = Settings::new(self.rules, Limits::GODOT);
        let _ = (self.parser)(settings.traced(Dynamic::new(recorder)), self.bytes); // The error is known.
    }

    fn judge(&self) -> Judgement {
        let verdict = if self.failure().is_none() { "valid" } else { Judgement::REJECTED.verdict };
        Judgement { verdict, ..Judgement::REJECTED }
    }
}
