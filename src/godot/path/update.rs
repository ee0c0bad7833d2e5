//! Putting a whole value in the place of another in its bytes: what is equal keeps its bytes.

use std::ops::Range;

use super::super::decode::Decoder;
use super::super::model::{ContainerRef, Dictionary, Parts, Variant};
use super::super::view::VariantView;
use super::bytes::leaf_changed;
use super::lost::kept;
use super::parts;
use crate::path::{EditError, Splices, View as _, is_opened};

type Splice = (Range<usize>, Vec<u8>);
type Pairs<'b, 'v, 'a> = Vec<(VariantView<'b>, &'v Variant<'a>)>;

impl Decoder {
    /// Returns the bytes of another value, made from these.
    ///
    /// If only values differ, and no element, key or property was added, removed or moved, all other bytes are unchanged, as
    /// with [`set_path`](Self::set_path). Otherwise the value is encoded anew. Of an array or dictionary of more than 64 KiB, up
    /// to 8 levels deep, only the values inside it that are of another shape are encoded anew. Takes time in proportion to both
    /// values, however many of them differ.
    ///
    /// # Errors
    /// If the bytes are no value to this decoder, or the dialect cannot express the new one.
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
    pub fn set_value(&self, bytes: &[u8], new: &Variant<'_>) -> Result<Vec<u8>, EditError> {
        // The values inside of large ones are compared one by one, so that there is no tree of all of them.
        let mut open = vec![(self.view(bytes)?, new, 0)];
        let mut splices: Vec<Splice> = Vec::new();
        while let Some((view, new, depth)) = open.pop() {
            if is_opened(view.as_wire(), depth)
                && let Inside::Pairs(pairs) = Inside::new(view, new)
            {
                open.extend(pairs.into_iter().map(|(view, new)| (view, new, depth + 1)));
                continue;
            }
            match changed(bytes, view, new)? {
                Some(changed) => splices.extend(changed),
                None => splices.push((view.place_in(bytes), self.dialect().encode(new)?)),
            }
        }
        splices.sort_unstable_by_key(|(range, _)| range.start);
        splices.into_iter().collect::<Splices>().checked(bytes, |changed| self.check(changed))
    }
}

/// The bytes to be replaced for another value; `None` if a container inside has another shape.
fn changed(bytes: &[u8], view: VariantView<'_>, new: &Variant<'_>) -> Result<Option<Vec<Splice>>, EditError> {
    if view.to_variant().same_bits(new) {
        return Ok(Some(Vec::new()));
    }
    let (mut open, mut splices) = (vec![(view, new)], Vec::new());
    while let Some((view, new)) = open.pop() {
        match Inside::new(view, new) {
            Inside::Pairs(pairs) => open.extend(pairs),
            Inside::OtherShape => return Ok(None),
            Inside::OtherValue => splices.push((view.place_in(bytes), view.dialect().encode(new)?)),
            Inside::Leaf(old) => {
                let texts = old.as_texts().into_iter().flatten().zip(new.as_texts().into_iter().flatten());
                let changed = texts.enumerate().filter(|(_, (old, new))| old != new).map(|(at, _)| at);
                splices.extend(leaf_changed(bytes, view, &old, new, &changed.collect::<Vec<_>>())?);
            }
        }
    }
    Ok(Some(splices))
}

/// A value in its bytes, beside the one that takes its place.
enum Inside<'b, 'v, 'a> {
    /// Two containers of one shape: the values inside, and the keys that are written in another way. None for equal values.
    Pairs(Pairs<'b, 'v, 'a>),
    /// Two values of one type that have parts without bytes of a value: as many elements, or components.
    Leaf(Variant<'b>),
    /// Two containers of one type, with another number of elements, other keys or another order.
    OtherShape,
    /// Two values of which one takes the whole place of the other.
    OtherValue,
}

impl<'b, 'v, 'a> Inside<'b, 'v, 'a> {
    fn new(view: VariantView<'b>, new: &'v Variant<'a>) -> Self {
        let pairs = match new.as_container() {
            ContainerRef::Items(new) => match view.as_array() {
                Some(old)
                    if old.element_type().as_ref() == new.element_type()
                        && old.is_shared() == new.is_shared() =>
                {
                    (old.len() == new.len()).then(|| old.iter().zip(new).collect())
                }
                Some(_) | None => return Self::OtherValue,
            },
            ContainerRef::Entries(new) => match view.as_dictionary() {
                Some(old)
                    if old.entry_types().as_ref() == new.entry_types()
                        && old.is_shared() == new.is_shared() =>
                {
                    entries(view, old.entries().collect(), new)
                }
                Some(_) | None => return Self::OtherValue,
            },
            ContainerRef::Properties(new) => match view.as_object() {
                Some(old) if old.class() == new.class => {
                    let is_same = old.len() == new.properties.len()
                        && old.properties().zip(&new.properties).all(|((old, _), (new, _))| old == *new);
                    is_same.then(|| {
                        let values = new.properties.iter().map(|(_, value)| value);
                        old.properties().map(|(_, value)| value).zip(values).collect()
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
                    return Self::Pairs(Vec::new());
                }
                return if !is_like || matches!(old.parts(), Parts::Nothing) {
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

/// The values of the same keys, and the keys that are written in another way; `None` if the keys differ, or their order.
fn entries<'b, 'v, 'a>(
    view: VariantView<'b>,
    old: Vec<(VariantView<'b>, VariantView<'b>)>,
    new: &'v Dictionary<'a>,
) -> Option<Pairs<'b, 'v, 'a>> {
    let keys = old.iter().map(|(key, _)| key.to_variant());
    let entries: Vec<_> = match view.merges_keys() && old.len() != new.len() {
        // Of entries with the same key a tree has one.
        true => kept(keys, &view.dialect()),
        false => keys.zip(0..).collect(),
    };
    if entries.len() != new.len() {
        return None;
    }
    let mut pairs = Vec::with_capacity(entries.len());
    for ((there, at), (key, value)) in entries.into_iter().zip(new) {
        let (old_key, old_value) = *old.get(at)?;
        if !there.same_bits(key) {
            // The key that counts is that of the first of several entries, the value that of the last.
            if !there.same_key(key) || old.len() != new.len() {
                return None;
            }
            pairs.push((old_key, key));
        }
        pairs.push((old_value, value));
    }
    Some(pairs)
}
