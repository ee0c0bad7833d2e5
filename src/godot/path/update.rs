//! Replacing a whole value in its encoded bytes, so that equal parts keep their bytes.

use std::iter;
use std::ops::Range;

use super::super::decode::Decoder;
use super::super::model::{ContainerRef, Dictionary, Leaf, Variant, kept};
use super::super::view::{DictionaryView, VariantView};
use super::bytes::leaf_changed;
use super::parts;
use crate::path::{EditError, Splices, Tree as _, is_opened};
use crate::sort::sorted;

type Splice = (Range<usize>, Vec<u8>);
/// Encoded values, each with the value that replaces it. They are found one by one, because a list of all of
/// them would take much memory for a large value.
type Pairs<'v> = Box<dyn Iterator<Item = (VariantView<'v>, &'v Variant)> + 'v>;

impl Decoder {
    /// Replaces the encoded value by another one, and returns the new bytes.
    ///
    /// If only values differ, and no element, key or property was added, removed or moved, all other bytes
    /// are unchanged, as with [`set_path`](Self::set_path). Otherwise the value is encoded anew. In an array
    /// or dictionary of more than 64 KiB, up to 8 levels deep, only the contained values of another shape are
    /// encoded anew. The time is proportional to the sizes of both values, however many parts differ.
    ///
    /// # Errors
    /// Returns an error if this decoder rejects the bytes, or if the dialect cannot express the new value.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect, variant};
    /// // [1, 2], the first one wider than an engine writes it.
    /// let bytes = b"\x1c\0\0\0\x02\0\0\0\x02\0\x01\0\x01\0\0\0\0\0\0\0\x02\0\0\0\x02\0\0\0";
    /// let decoder = Decoder::new(Dialect::GODOT_4);
    /// let changed = decoder.set_value(bytes, &variant!([1, 9]))?;
    /// assert_eq!(changed[..24], bytes[..24]);
    /// assert_eq!(changed[24..], [9, 0, 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_value(&self, bytes: &[u8], new: &Variant) -> Result<Vec<u8>, EditError> {
        // The contents of large values are compared one by one, so that they are not all built at once.
        let mut open: Vec<Pairs<'_>> = vec![Box::new(iter::once((self.view(bytes)?, new)))];
        let mut splices: Vec<Splice> = Vec::new();
        while let Some(pairs) = open.last_mut() {
            let Some((view, new)) = pairs.next() else {
                open.pop();
                continue;
            };
            if is_opened(view, open.len() - 1)
                && let Correspondence::Pairs(pairs) = Correspondence::new(view, new)
            {
                open.push(pairs);
                continue;
            }
            match changed(bytes, view, new)? {
                Some(changed) => splices.extend(changed),
                None => splices.push((view.place_in(bytes), self.dialect().encode(new)?)),
            }
        }
        let splices = sorted(splices, |(a, _), (b, _)| a.start.cmp(&b.start));
        splices.into_iter().collect::<Splices>().checked(bytes, |changed| self.check(changed))
    }
}

/// Returns the edits that replace a value, or `None` if a container inside it has another shape.
fn changed(bytes: &[u8], view: VariantView<'_>, new: &Variant) -> Result<Option<Vec<Splice>>, EditError> {
    let (mut open, mut splices) = (vec![(view, new)], Vec::new());
    while let Some((view, new)) = open.pop() {
        match Correspondence::new(view, new) {
            Correspondence::Pairs(pairs) => open.extend(pairs),
            Correspondence::OtherShape => return Ok(None),
            Correspondence::OtherValue => splices.push((view.place_in(bytes), view.dialect().encode(new)?)),
            Correspondence::Leaf(old) => {
                let mut changed = Vec::new();
                if let (Leaf::Texts(old), Leaf::Texts(new)) = (old.leaf(), new.leaf()) {
                    let texts = old.iter().zip(new).enumerate();
                    changed.extend(texts.filter(|(_, (old, new))| old != new).map(|(at, _)| at));
                }
                splices.extend(leaf_changed(bytes, view, &old, new, &changed)?);
            }
        }
    }
    Ok(Some(splices))
}

/// The result of a comparison of an encoded value with the value that replaces it.
enum Correspondence<'v> {
    /// Two containers of the same shape: the pairs of values inside, and the keys that are written
    /// differently. There are no pairs if the values are equal.
    Pairs(Pairs<'v>),
    /// Two values of the same type with as many elements or components, which are not encoded as values.
    Leaf(Variant),
    /// Two containers of the same type with another number of elements, or with other keys or another order.
    OtherShape,
    /// Two values that differ as a whole.
    OtherValue,
}

impl<'v> Correspondence<'v> {
    fn new(view: VariantView<'v>, new: &'v Variant) -> Self {
        let pairs: Option<Pairs<'v>> = match new.as_container() {
            ContainerRef::Items(new) => match view.as_array() {
                Some(old)
                    if old.element_type().as_ref() == new.element_type()
                        && old.is_shared() == new.is_shared() =>
                {
                    (old.len() == new.len()).then(|| -> Pairs<'v> { Box::new(old.iter().zip(new)) })
                }
                Some(_) | None => return Self::OtherValue,
            },
            ContainerRef::Entries(new) => match view.as_dictionary() {
                Some(old)
                    if old.entry_types().as_ref() == new.entry_types()
                        && old.is_shared() == new.is_shared() =>
                {
                    entries(view, old, new)
                }
                Some(_) | None => return Self::OtherValue,
            },
            ContainerRef::Properties(new) => match view.as_object() {
                Some(old) if old.class() == new.class => {
                    let is_same = old.len() == new.properties.len()
                        && old.properties().zip(&new.properties).all(|((old, _), (new, _))| old == *new);
                    is_same.then(|| -> Pairs<'v> {
                        let values = new.properties.iter().map(|(_, value)| value);
                        Box::new(old.properties().map(|(_, value)| value).zip(values))
                    })
                }
                Some(_) | None => return Self::OtherValue,
            },
            ContainerRef::Nothing => {
                if view.kind() != new.kind() {
                    return Self::OtherValue;
                }
                let old = view.to_variant();
                let is_like = parts::is_wide(&old) == parts::is_wide(new);
                if is_like && parts::same(&old, new) {
                    return Self::Pairs(Box::new(iter::empty()));
                }
                return if !is_like
                    || !matches!(old.leaf(), Leaf::Structure(_) | Leaf::Packed(_) | Leaf::Texts(_))
                {
                    Self::OtherValue
                } else if parts::count(&old) == parts::count(new) {
                    Self::Leaf(old)
                } else {
                    Self::OtherShape
                };
            }
        };
        pairs.map_or(Self::OtherShape, Self::Pairs)
    }
}

/// Returns the pairs of values of the same keys, and the keys that are written differently. Returns `None` if
/// the keys or their order differ.
fn entries<'v>(view: VariantView<'v>, old: DictionaryView<'v>, new: &'v Dictionary) -> Option<Pairs<'v>> {
    if view.merges_keys() && old.len() != new.len() {
        // If several entries have the same key, the decoded dictionary has the key of the first and the value
        // of the last.
        let there: Vec<_> = old.entries().collect();
        let kept = kept(there.iter().map(|(key, _)| key.to_variant()), view.dialect().keys);
        let is_same = kept.len() == new.len() && kept.iter().zip(new).all(|((a, _), (b, _))| a.same_bits(b));
        let values = kept.into_iter().map(move |(_, at)| there.get(at).map(|(_, value)| *value));
        return is_same.then(|| -> Pairs<'v> {
            Box::new(values.zip(new).filter_map(|(old, (_, new))| Some((old?, new))))
        });
    }
    let is_same = |((old, _), (new, _)): ((VariantView<'_>, _), (&Variant, _))| {
        let old = old.to_variant();
        old.same_bits(new) || old.same_key(new)
    };
    (old.len() == new.len() && old.entries().zip(new).all(is_same)).then(|| -> Pairs<'v> {
        Box::new(old.entries().zip(new).flat_map(|((old_key, old), (key, new))| {
            let is_rewritten = !old_key.to_variant().same_bits(key);
            is_rewritten.then_some((old_key, key)).into_iter().chain([(old, new)])
        }))
    })
}
