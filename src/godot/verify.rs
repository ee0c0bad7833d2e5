//! Are these the bytes that the engine writes?

use std::ops::Range;

use super::decode::Decoder;
use super::model::Variant;
use crate::error::EncodeError;
use crate::explain::Role;
pub use crate::verdict::Verdict;

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
        if let Some(bytes) = self.only_padding(&value, read, offset) {
            return Verdict::Padding { offset, bytes };
        }
        let rows = self.explainer(read).near(offset, 1, 0);
        let what = rows.last().map_or("the end", |row| row.meaning.as_str());
        Verdict::Differs { offset, why: format!("the engine would not write this so: {what}") }
    }

    /// Where the value that `read` holds would be written differently, if anywhere.
    pub(super) fn difference(&self, value: &Variant<'_>, read: &[u8]) -> Result<Option<usize>, EncodeError> {
        let written = self.dialect().encode(value)?;
        let same = || read.iter().zip(&written).take_while(|(a, b)| a == b).count();
        Ok((read != written).then(same))
    }

    /// How many bytes differ, if all of them are padding.
    fn only_padding(&self, value: &Variant<'_>, read: &[u8], first: usize) -> Option<usize> {
        let explainer = self.explainer(read);
        explainer.near(first, 1, 0).last().filter(|row| row.role == Role::Padding)?;
        let written = self.dialect().encode(value).ok().filter(|written| written.len() == read.len())?;
        let differing = |range: Range<usize>| {
            let bytes = read.get(range.clone()).unwrap_or_default();
            let ours = written.get(range).unwrap_or_default();
            bytes.iter().zip(ours).filter(|(byte, ours)| byte != ours).count()
        };
        let mut padding = 0;
        explainer.rows(|row| {
            if row.role == Role::Padding {
                padding += differing(row.start..row.start + row.len);
            }
        });
        (padding == differing(0..read.len())).then_some(padding)
    }
}
