//! Parts of a long value, one at a time, so that its whole tree is never in memory.

use std::borrow::Cow;

use crate::godot::Decoder;
use crate::godot::view::VariantView;

/// The size of values that are one part.
const PART: usize = 1 << 18;
/// To step over a value is to check it once more. A value costs at most so many checks of it; what would cost more is
/// one part.
const CHECKS: usize = 4;
/// The nesting level from which containers are one part.
const LEVELS: usize = 16;
/// Containers and objects of more bytes than this are no part: their tree would take ten times as much.
pub(super) const LARGEST: usize = 8 << 20;

/// A part of a value, which is a value itself.
pub(super) struct Portion<'a> {
    /// Its bytes. Those of a dictionary are made: its own first bytes, and its keys with a null for each value; those of
    /// an array its first bytes, and a count of 0.
    pub(super) bytes: Cow<'a, [u8]>,
    /// Their offset in the value.
    offset: usize,
    /// The dictionary whose keys they are, if they are made of such.
    keys: Option<VariantView<'a>>,
    /// Whether the part is the whole value.
    whole: bool,
}

impl<'a> Portion<'a> {
    /// The part that a short value is.
    pub(super) fn whole(value: &'a [u8]) -> Option<Self> {
        (value.len() <= PART).then(|| Self { bytes: value.into(), offset: 0, keys: None, whole: true })
    }

    /// Returns whether the part is the whole value.
    pub(super) fn is_whole(&self) -> bool {
        self.whole
    }

    /// Returns the offset in the value of a byte of the part.
    pub(super) fn place(&self, at: usize) -> usize {
        let Some(view) = self.keys else { return self.offset + at };
        let Some(dictionary) = view.as_dictionary() else { return self.offset + at };
        let inside: usize = dictionary.entries().map(length).sum();
        let mut place = view.as_wire().len() - inside;
        let mut made = place;
        for (key, value) in dictionary.entries() {
            let key_length = key.as_wire().len();
            if at < made {
                break;
            }
            if at < made + key_length {
                return self.offset + place + (at - made);
            }
            made += key_length + NIL.len();
            place += length((key, value));
        }
        self.offset + at
    }
}

/// The bytes of a null.
const NIL: [u8; 4] = [0; 4];

/// Returns the number of bytes of an entry.
fn length((key, value): (VariantView<'_>, VariantView<'_>)) -> usize {
    key.as_wire().len() + value.as_wire().len()
}

/// The bytes that a walk stepped over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Walked {
    /// The number of bytes of the value.
    pub(super) bytes: usize,
    /// The number of bytes that are in no part.
    pub(super) left_out: usize,
}

/// Hands over the parts of the value at the start of `bytes`, which the decoder reads, until one is answered with `false`.
pub(super) fn portions<'a>(
    decoder: &Decoder,
    bytes: &'a [u8],
    visit: &mut dyn FnMut(Portion<'a>) -> bool,
) -> Walked {
    let Ok((view, rest)) = decoder.view_prefix(bytes) else { return Walked { bytes: 0, left_out: 0 } };
    let value = view.as_wire();
    let mut walk = Walk { left: CHECKS.saturating_mul(value.len()), visit, left_out: 0 };
    walk.value(view, 0, 0);
    Walked { bytes: bytes.len() - rest.len(), left_out: walk.left_out }
}

struct Walk<'v, 'a> {
    /// The number of bytes that may still be stepped over.
    left: usize,
    left_out: usize,
    visit: &'v mut dyn FnMut(Portion<'a>) -> bool,
}

impl<'a> Walk<'_, 'a> {
    /// Returns whether to go on after a value.
    fn value(&mut self, view: VariantView<'a>, offset: usize, level: usize) -> bool {
        let length = view.as_wire().len();
        if length > PART {
            let (array, dictionary) = (view.as_array(), view.as_dictionary());
            let is_one = level >= LEVELS || length > self.left;
            match (array, dictionary) {
                (Some(array), _) if !is_one => {
                    self.left -= length;
                    return self.array(view, array.iter(), offset, level);
                }
                (_, Some(dictionary)) if !is_one => {
                    self.left -= length;
                    return self.dictionary(view, dictionary.entries(), offset, level);
                }
                _ if length <= LARGEST
                    || array.is_none() && dictionary.is_none() && view.as_object().is_none() => {}
                _ => {
                    self.left_out += length;
                    return true;
                }
            }
        }
        (self.visit)(Portion { bytes: view.as_wire().into(), offset, keys: None, whole: level == 0 })
    }

    fn array(
        &mut self,
        view: VariantView<'a>,
        elements: impl Iterator<Item = VariantView<'a>> + Clone,
        offset: usize,
        level: usize,
    ) -> bool {
        let inside: usize = elements.clone().map(|element| element.as_wire().len()).sum();
        let mut at = view.as_wire().len() - inside;
        let mut head = view.as_wire().get(..at).unwrap_or_default().to_vec();
        // The highest bit of a count is no part of the number.
        if let Some(count) = head.last_chunk_mut::<4>() {
            *count = (u32::from_le_bytes(*count) & 1 << 31).to_le_bytes();
        }
        if !(self.visit)(Portion { bytes: head.into(), offset, keys: None, whole: false }) {
            return false;
        }
        for element in elements {
            if !self.value(element, offset + at, level + 1) {
                return false;
            }
            at += element.as_wire().len();
        }
        true
    }

    fn dictionary(
        &mut self,
        view: VariantView<'a>,
        entries: impl Iterator<Item = (VariantView<'a>, VariantView<'a>)> + Clone,
        offset: usize,
        level: usize,
    ) -> bool {
        let inside: usize = entries.clone().map(length).sum();
        let start = view.as_wire().len() - inside;
        let mut keys = view.as_wire().get(..start).unwrap_or_default().to_vec();
        for (key, _) in entries.clone() {
            keys.extend(key.as_wire());
            keys.extend(NIL);
        }
        if !(self.visit)(Portion { bytes: keys.into(), offset, keys: Some(view), whole: false }) {
            return false;
        }
        let mut at = start;
        for (key, value) in entries {
            at += key.as_wire().len();
            if !self.value(value, offset + at, level + 1) {
                return false;
            }
            at += value.as_wire().len();
        }
        true
    }
}
