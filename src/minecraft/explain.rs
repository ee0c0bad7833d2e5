//! What each byte of a value means.

use super::expr::TypeExpr;
use super::protocol::{Grammar, Protocol, Typed, Wire, locate, read_prefix, refuse_long, write};
use crate::cx::Cx;
use crate::error::{DecodeError, Fault};
use crate::explain::{Explainer, Explanation, Judgement, Recorder, Source};

impl Protocol {
    /// Explains bytes as a value of one type.
    pub fn explain<'a, X: Wire<'a> + 'a>(&self, bytes: &'a [u8]) -> Explanation {
        self.explainer::<X>(bytes).explain()
    }

    /// Explains bytes row by row, or only some of them: see [`Explainer`].
    pub fn explainer<'a, X: Wire<'a> + 'a>(&self, bytes: &'a [u8]) -> Explainer<'a> {
        Explainer::new(Input { protocol: *self, grammar: Typed::<X>::NEW, name: X::NAME.to_string(), bytes })
    }
}

impl TypeExpr {
    /// Explains bytes as a value of this type.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, TypeExpr};
    /// let option: TypeExpr = "option(varint)".parse()?;
    /// print!("{}", option.explain(Protocol::V1_14, &[1, 0xac, 2]).text());
    /// # Ok::<(), gamewire::minecraft::TypeExprError>(())
    /// ```
    pub fn explain(&self, protocol: Protocol, bytes: &[u8]) -> Explanation {
        self.explainer(protocol, bytes).explain()
    }

    /// Explains bytes row by row, or only some of them: see [`Explainer`].
    pub fn explainer<'a>(&self, protocol: Protocol, bytes: &'a [u8]) -> Explainer<'a> {
        Explainer::new(Input { protocol, grammar: self.clone(), name: self.to_string(), bytes })
    }
}

/// Bytes, and what they are read as.
struct Input<'a, G> {
    protocol: Protocol,
    grammar: G,
    name: String,
    bytes: &'a [u8],
}

impl<'a, G: Grammar<'a>> Source for Input<'a, G> {
    fn format(&self) -> String {
        format!("minecraft {} {}", self.protocol.version.name(), self.name)
    }

    fn bytes(&self) -> &[u8] {
        self.bytes
    }

    fn listen(&self, recorder: &Recorder<'_>) -> Result<(), DecodeError> {
        let Self { protocol, grammar, bytes, .. } = self;
        refuse_long(protocol, grammar, bytes)?;
        match grammar.skim(Cx::traced(protocol, &protocol.limits, recorder), bytes) {
            Ok(_) => Ok(()),
            Err(error) => Err(locate(protocol, grammar, bytes, Fault::of(error))),
        }
    }

    fn judge(&self) -> Judgement {
        let Self { protocol, grammar, bytes, .. } = self;
        let Ok((value, rest)) = read_prefix(protocol, grammar, bytes) else { return Judgement::REJECTED };
        let read = bytes.get(..bytes.len() - rest.len()).unwrap_or_default();
        let mut again = Vec::new();
        let verdict = match write(protocol, grammar, &value, &mut again) {
            Ok(()) if again == read => "canonical",
            Ok(()) => "lenient: written back, it takes other bytes",
            Err(_) => "lenient: it cannot be written back",
        };
        Judgement { verdict, value: grammar.show(protocol, &value), differs: None }
    }
}
