//! What each byte of a value means, and whether the game writes it so.

use super::edge::{Layout, Typed, difference, locate, parse, parse_prefix, refuse_long, skim};
use super::expr::TypeExpr;
use super::protocol::{Protocol, Wire};
use crate::cx::Cx;
use crate::error::{DecodeError, Fault};
use crate::explain::{Explainer, Explanation, Judgement, Recorder, Source};
use crate::verdict::Verdict;

impl Protocol {
    /// Explains bytes as a value of one type.
    pub fn explain<'a, X: Wire<'a> + 'a>(&self, bytes: &'a [u8]) -> Explanation {
        self.explainer::<X>(bytes).explain()
    }

    /// Explains bytes row by row, or only some of them: see [`Explainer`].
    pub fn explainer<'a, X: Wire<'a> + 'a>(&self, bytes: &'a [u8]) -> Explainer<'a> {
        Explainer::new(Input { protocol: *self, layout: Typed::<X>::NEW, name: X::NAME.to_string(), bytes })
    }

    /// Reads, writes again and compares: whether these are the bytes that the game writes.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, VarInt, Verdict};
    /// assert_eq!(Protocol::V1_14.verify::<VarInt>(&[0xac, 0x02]), Verdict::Identical);
    /// let padded = Protocol::V1_14.verify::<VarInt>(&[0xac, 0x82, 0x00]);
    /// assert!(matches!(padded, Verdict::Differs { offset: 1, .. }));
    /// ```
    #[must_use]
    pub fn verify<'a, X: Wire<'a> + 'a>(&self, bytes: &'a [u8]) -> Verdict {
        verify(self, &Typed::<X>::NEW, bytes, || self.explainer::<X>(bytes))
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
        Explainer::new(Input { protocol, layout: self.clone(), name: self.to_string(), bytes })
    }

    /// Reads, writes again and compares: whether these are the bytes that the game writes.
    #[must_use]
    pub fn verify(&self, protocol: Protocol, bytes: &[u8]) -> Verdict {
        verify(&protocol, self, bytes, || self.explainer(protocol, bytes))
    }
}

/// Bytes, and what they are read as.
struct Input<'a, L> {
    protocol: Protocol,
    layout: L,
    name: String,
    bytes: &'a [u8],
}

impl<'a, L: Layout<'a>> Source for Input<'a, L> {
    fn format(&self) -> String {
        format!("minecraft {} {}", self.protocol.version.name(), self.name)
    }

    fn bytes(&self) -> &[u8] {
        self.bytes
    }

    fn listen(&self, recorder: &Recorder<'_>) -> Result<(), DecodeError> {
        let Self { protocol, layout, bytes, .. } = self;
        refuse_long(protocol, layout, bytes)?;
        match skim(layout, Cx::traced(protocol, &protocol.limits, recorder), bytes) {
            Ok(_) => Ok(()),
            Err(error) => Err(locate(protocol, layout, bytes, Fault::of(error))),
        }
    }

    fn judge(&self) -> Judgement {
        let Self { protocol, layout, bytes, .. } = self;
        let Ok((value, rest)) = parse_prefix(protocol, layout, bytes) else { return Judgement::REJECTED };
        let read = bytes.get(..bytes.len() - rest.len()).unwrap_or_default();
        let verdict = match difference(protocol, layout, &value, read) {
            Ok(None) => "canonical",
            Ok(Some(_)) => "lenient: written back, it takes other bytes",
            Err(_) => "lenient: it cannot be written back",
        };
        Judgement { verdict, value: layout.show(protocol, &value), differs: None }
    }
}

/// Reads, writes again and compares.
fn verify<'a, L: Layout<'a>>(
    protocol: &Protocol,
    layout: &L,
    bytes: &'a [u8],
    explainer: impl FnOnce() -> Explainer<'a>,
) -> Verdict {
    let value = match parse(protocol, layout, bytes) {
        Ok(value) => value,
        Err(error) => return Verdict::Rejected(error),
    };
    let offset = match difference(protocol, layout, &value, bytes) {
        Ok(None) => return Verdict::Identical,
        Ok(Some(offset)) => offset,
        Err(error) => {
            return Verdict::Differs { offset: 0, why: format!("cannot be written again: {error}") };
        }
    };
    let rows = explainer().near(offset, 1, 0);
    let what = rows.last().map_or("the end", |row| row.meaning.as_str());
    Verdict::Differs { offset, why: format!("the game would not write this so: {what}") }
}
