//! What each byte of a value means.

use super::decode::Decoder;
use super::dialect::Precision;
use super::wire::Check;
use crate::error::DecodeError;
use crate::explain::{Explainer, Explanation, Judgement, Recorder, Source};

/// Longest value that a dump shows in its head.
const SHOWN: usize = 100;

impl Decoder {
    /// Explains every byte. For long input, or a part of it, see [`explainer`](Self::explainer).
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect};
    /// let dump = Decoder::new(Dialect::GODOT_3).explain(&[2, 0, 0, 0, 5, 0, 0, 0]).text();
    /// assert!(dump.contains("0x0004  05 00 00 00                value = 5"));
    /// ```
    pub fn explain(&self, bytes: &[u8]) -> Explanation {
        self.explainer(bytes).explain()
    }

    /// Explains bytes row by row, or only some of them: see [`Explainer`].
    pub fn explainer<'a>(&self, bytes: &'a [u8]) -> Explainer<'a> {
        Explainer::new(Input { decoder: *self, bytes })
    }
}

/// Bytes, and what they are read as.
struct Input<'a> {
    decoder: Decoder,
    bytes: &'a [u8],
}

impl Source for Input<'_> {
    fn format(&self) -> String {
        let dialect = self.decoder.dialect();
        let precision = match dialect.precision() {
            Precision::Single => "single precision",
            Precision::Double => "double precision",
        };
        format!("{}, {precision}", dialect.name().trim_end_matches("-double"))
    }

    fn bytes(&self) -> &[u8] {
        self.bytes
    }

    fn listen(&self, recorder: &Recorder<'_>) -> Result<(), DecodeError> {
        let Self { decoder, bytes } = self;
        // No more is looked at than the limit allows, here as in decoding.
        let looked_at = bytes.get(..decoder.max_length()).unwrap_or(bytes);
        recorder.reads_only(looked_at.len());
        match decoder.run::<Check, _>(looked_at, &mut (), recorder) {
            _ if looked_at.len() < bytes.len() => Err(decoder.too_long(bytes)),
            Ok(rest) => decoder.refuses_trailing(bytes, rest).map_or(Ok(()), Err),
            Err(fault) => Err(decoder.explain_fault(bytes, fault)),
        }
    }

    fn judge(&self) -> Judgement {
        let Ok((value, rest)) = self.decoder.parse_prefix(self.bytes) else { return Judgement::REJECTED };
        if self.decoder.refuses_trailing(self.bytes, rest).is_some() {
            return Judgement::REJECTED;
        }
        let read = self.bytes.get(..self.bytes.len() - rest.len()).unwrap_or_default();
        // What cannot be written again differs from the start.
        let differs = self.decoder.difference(&value, read).unwrap_or(Some(0));
        let verdict = if differs.is_none() { "canonical" } else { "lenient" };
        let value = Some(value.preview(self.decoder.dialect().table(), SHOWN));
        Judgement { verdict, value, differs }
    }
}
