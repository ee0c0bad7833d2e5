//! Are these the bytes that the engine writes? And what does each of them mean?

use super::decode::Decoder;
use super::dialect::Precision;
use super::model::Variant;
use super::wire::Check;
use crate::error::{DecodeError, EncodeError};
use crate::explain::{Explanation, Recorder};

/// Longest value that a dump shows in its head.
const SHOWN: usize = 100;

/// What decoding and encoding again makes of some bytes.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Verdict {
    /// The same bytes: they are what the engine writes.
    Identical,
    /// A value, but written differently from how the engine writes it.
    Differs {
        /// The first byte that differs.
        offset: usize,
        /// What stands there.
        why: String,
    },
    /// No value.
    Rejected(DecodeError),
}

impl Decoder {
    /// Decodes, encodes and compares.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect, Verdict};
    /// let decoder = Decoder::new(Dialect::GODOT_3);
    /// assert_eq!(decoder.verify(&[2, 0, 0, 0, 5, 0, 0, 0]), Verdict::Identical);
    /// let wide = [2, 0, 1, 0, 5, 0, 0, 0, 0, 0, 0, 0];
    /// assert!(matches!(decoder.verify(&wide), Verdict::Differs { offset: 2, .. }));
    /// ```
    pub fn verify(&self, bytes: &[u8]) -> Verdict {
        let (value, rest) = match self.parse_prefix(bytes) {
            Ok(parsed) => parsed,
            Err(error) => return Verdict::Rejected(error),
        };
        if let Some(error) = self.refuses_trailing(bytes, rest) {
            return Verdict::Rejected(error);
        }
        let read = bytes.get(..bytes.len() - rest.len()).unwrap_or_default();
        let offset = match self.difference(&value, read) {
            Ok(None) => return Verdict::Identical,
            Ok(Some(offset)) => offset,
            Err(error) => {
                return Verdict::Differs { offset: 0, why: format!("cannot be written again: {error}") };
            }
        };
        let recorder = Recorder::new(read.len());
        let _ = self.run::<Check, _>(read, &mut (), &recorder);
        let rows = recorder.into_rows();
        let row = rows.iter().rev().find(|row| row.start <= offset);
        let what = row.map_or("the end", |row| row.meaning.as_str());
        Verdict::Differs { offset, why: format!("the engine would not write this so: {what}") }
    }

    /// Explains every byte.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect};
    /// let dump = Decoder::new(Dialect::GODOT_3).explain(&[2, 0, 0, 0, 5, 0, 0, 0]).text();
    /// assert!(dump.contains("0x0004  05 00 00 00                value = 5"));
    /// ```
    pub fn explain(&self, bytes: &[u8]) -> Explanation {
        // No more is looked at than the limit allows, here as in decoding.
        let looked_at = bytes.get(..self.max_length()).unwrap_or(bytes);
        let recorder = Recorder::new(looked_at.len());
        let outcome = self.run::<Check, _>(looked_at, &mut (), &recorder);
        let error = match outcome {
            _ if looked_at.len() < bytes.len() => Some(self.too_long(bytes)),
            Ok(rest) => self.refuses_trailing(bytes, rest),
            Err(fault) => Some(self.explain_fault(bytes, fault)),
        };
        let (verdict, value, differs) = match error.is_none().then(|| self.parse_prefix(bytes)) {
            Some(Ok((value, rest))) => {
                let read = bytes.get(..bytes.len() - rest.len()).unwrap_or_default();
                // What cannot be written again differs from the start.
                let differs = self.difference(&value, read).unwrap_or(Some(0));
                let verdict = if differs.is_none() { "canonical" } else { "lenient" };
                (verdict, Some(value.preview(self.dialect().table(), SHOWN)), differs)
            }
            _ => ("rejected", None, None),
        };
        let precision = match self.dialect().precision() {
            Precision::Single => "single precision",
            Precision::Double => "double precision",
        };
        let format = format!("{}, {precision}", self.dialect().name().trim_end_matches("-double"));
        let mut explanation = Explanation::new(&format, bytes, recorder, verdict, value, error);
        if let Some(offset) = differs {
            explanation.mark(offset, "the engine writes this differently");
        }
        explanation
    }

    /// Where the value that `read` holds would be written differently, if anywhere.
    fn difference(&self, value: &Variant<'_>, read: &[u8]) -> Result<Option<usize>, EncodeError> {
        let written = self.dialect().encode(value)?;
        let same = || read.iter().zip(&written).take_while(|(a, b)| a == b).count();
        Ok((read != written).then(same))
    }
}
