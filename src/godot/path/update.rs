//! Replacing a whole value in its encoded bytes, so that equal parts keep their bytes.

use std::iter;
use std::ops::Range;

use super::super::decode::Decoder;
use super::super::model::{Dictionary, Leaf, Object, ObjectData, Variant, kept};
use super::super::view::{ArrayView, DictionaryView, ObjectView, VariantView};
use super::bytes::leaf_changed;
use super::parts;
use crate::path::{EditError, Splices, Tree as _};
use crate::sort::sorted;

type Splice = (Range<usize>, Vec<u8>);
/// Encoded values, each with the value that replaces it. They are found one by one, because a list of all of
/// them would take much memory for a large value.
type Pairs<'v> = Box<dyn Iterator<Item = (VariantView<'v>, &'v Variant)> + 'v>;

impl Decoder {
    /// Replaces the encoded value by another one, and returns the new bytes.
    ///
    /// If only values differ, and no element, key or property was added, removed or moved, all other bytes
    /// are unchanged, as with [`set_path`](Self::set_path). An array, dictionary or object in which something was added,
    /// removed or moved is encoded anew. The time is proportional to the sizes of both values, however many parts differ.
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
        // Contents are compared one by one, so that they are not all built at once.
        let mut open: Vec<Pairs<'_>> = vec![Box::new(iter::once((self.view(bytes)?, new)))];
        let mut splices: Vec<Splice> = Vec::new();
        while let Some(pairs) = open.last_mut() {
            let Some((view, new)) = pairs.next() else {
                open.pop();
                continue;
            };
            match Correspondence::new(view, new) {
                Correspondence::Pairs(pairs) => open.push(pairs),
                Correspondence::Nothing => splices.push((view.place_in(bytes), self.dialect().encode(new)?)),
                Correspondence::Leaf(old) => splices.extend(leaf_changed(bytes, view, &old, new)?),
            }
        }
        let splices = sorted(splices, |(a, _), (b, _)| a.start.cmp(&b.start));
        splices.into_iter().collect::<Splices>().checked(bytes, |changed| self.check(changed))
    }
}

/// The result of a comparison of an encoded value with the value that replaces it.
enum Correspondence<'v> {
    /// Two containers of the same shape: the pairs of values inside, and the keys that are written
    /// differently. There are no pairs if the values are equal.
    Pairs(Pairs<'v>),
    /// Two values of the same type with as many elements or components, which are not encoded as values.
    Leaf(Variant),
    /// Two values that differ as a whole, for example containers with other keys or another order.
    Nothing,
}

impl<'v> Correspondence<'v> {
    fn new(view: VariantView<'v>, new: &'v Variant) -> Self {
        let pairs: Option<Pairs<'v>> = match new {
            Variant::Array(new) => {
                let is_like = |old: &ArrayView<'_>| {
                    old.element_type().as_ref() == new.element_type()
                        && old.is_shared() == new.is_shared()
                        && old.len() == new.len()
                };
                view.as_array().filter(is_like).map(|old| -> Pairs<'v> { Box::new(old.iter().zip(new)) })
            }
            Variant::Dictionary(new) => {
                let is_like = |old: &DictionaryView<'_>| {
                    old.entry_types().as_ref() == new.entry_types() && old.is_shared() == new.is_shared()
                };
                view.as_dictionary().filter(is_like).and_then(|old| entries(view, old, new))
            }
            Variant::Object(Object::Full(data)) => {
                let ObjectData { class, properties } = &**data;
                let is_like = |old: &ObjectView<'_>| {
                    old.class() == *class
                        && old.len() == properties.len()
                        && old.properties().zip(properties).all(|((old, _), (new, _))| old == *new)
                };
                view.as_object().filter(is_like).map(|old| -> Pairs<'v> {
                    Box::new(old.properties().zip(properties).map(|((_, old), (_, new))| (old, new)))
                })
            }
            _ => return Self::of_leaf(view, new),
        };
        pairs.map_or(Self::Nothing, Self::Pairs)
    }

    fn of_leaf(view: VariantView<'v>, new: &Variant) -> Self {
        let old = if view.kind() == new.kind() { view.to_variant() } else { return Self::Nothing };
        let has_parts = matches!(old.leaf(), Leaf::Structure(_) | Leaf::Packed(_) | Leaf::Texts(_));
        let is_alike =
            || parts::is_wide(&old) == parts::is_wide(new) && parts::count(&old) == parts::count(new);
        if parts::same(&old, new) {
            Self::Pairs(Box::new(iter::empty()))
        } else if has_parts && is_alike() {
            Self::Leaf(old)
        } else {
            Self::Nothing
        }
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
