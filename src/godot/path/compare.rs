//! What changed between two values.

use std::borrow::Cow;

use super::super::keys::fingerprint;
use super::super::model::{Object, Variant};
use super::parts;
use crate::path::{Diff, Difference, Inside, Node, Segment};

/// What changed from one value to another: keys, elements and properties that were added or removed, values that are
/// not the same, floats by their bits. Elements of packed arrays are told one by one, vectors and matrices as a
/// whole. That the entries of a dictionary are in another order is told only where nothing else differs.
///
/// The differences come in the order of the first value, one at a time: comparing takes no more memory than the
/// keys of the dictionaries that are open.
///
/// ```
/// use gamewire::godot::{Dictionary, Variant, diff};
/// let old = Variant::from(Dictionary::from_iter([("gold", 7), ("hp", 10)]));
/// let new = Variant::from(Dictionary::from_iter([("gold", 999), ("mana", 3)]));
/// let lines: Vec<_> = diff(&old, &new).map(|difference| difference.to_string()).collect();
/// assert_eq!(lines, ["~ $.gold: 7 -> 999", "- $.hp: 10", "+ $.mana: 3"]);
/// assert!(diff(&old, &old).next().is_none());
/// ```
pub fn diff<'v, 'a>(
    old: &'v Variant<'a>,
    new: &'v Variant<'a>,
) -> impl Iterator<Item = Difference<Variant<'a>>> + use<'v, 'a> {
    Diff::new(Compared(Cow::Borrowed(old)), Compared(Cow::Borrowed(new)))
}

/// A value, or a part of one, that is being compared.
#[derive(Debug, Clone)]
struct Compared<'v, 'a>(Cow<'v, Variant<'a>>);

impl<'a> Node for Compared<'_, 'a> {
    type Value = Variant<'a>;

    fn value(&self) -> Variant<'a> {
        self.0.clone().into_owned()
    }

    fn inside(&self) -> Inside {
        match &*self.0 {
            Variant::Array(array) | Variant::PackedTypedArray(array) => Inside::Elements(array.len()),
            Variant::Dictionary(dictionary) => Inside::Entries(dictionary.len()),
            Variant::Object(Object::Full(data)) => Inside::Entries(data.properties.len()),
            leaf => parts::count(leaf).map_or(Inside::Nothing, Inside::Elements),
        }
    }

    fn same(&self, other: &Self) -> bool {
        match (&*self.0, &*other.0) {
            (Variant::Array(a), Variant::Array(b))
            | (Variant::PackedTypedArray(a), Variant::PackedTypedArray(b)) => {
                a.element_type() == b.element_type() && a.is_shared() == b.is_shared()
            }
            (Variant::Dictionary(a), Variant::Dictionary(b)) => {
                a.entry_types() == b.entry_types() && a.is_shared() == b.is_shared()
            }
            (Variant::Object(Object::Full(a)), Variant::Object(Object::Full(b))) => a.class == b.class,
            (a, b) if parts::count(a).is_some() && parts::count(b).is_some() => {
                let width = |value: &Variant<'_>| matches!(value, Variant::Double(_));
                a.kind() == b.kind() && width(a) == width(b)
            }
            (a, b) => parts::same(a, b),
        }
    }

    fn at(&self, index: usize) -> Option<Self> {
        match &self.0 {
            Cow::Borrowed(Variant::Array(array) | Variant::PackedTypedArray(array)) => {
                array.get(index).map(|item| Self(Cow::Borrowed(item)))
            }
            Cow::Borrowed(Variant::Dictionary(dictionary)) => {
                dictionary.as_slice().get(index).map(|(_, value)| Self(Cow::Borrowed(value)))
            }
            Cow::Borrowed(Variant::Object(Object::Full(data))) => {
                data.properties.get(index).map(|(_, value)| Self(Cow::Borrowed(value)))
            }
            leaf => parts::element(leaf, index).map(|element| Self(Cow::Owned(element))),
        }
    }

    fn key(&self, index: usize) -> Option<(Segment, Vec<u8>)> {
        match &*self.0 {
            Variant::Dictionary(dictionary) => {
                dictionary.as_slice().get(index).map(|(key, _)| (step(key), fingerprint(key)))
            }
            Variant::Object(Object::Full(data)) => data
                .properties
                .get(index)
                .map(|(name, _)| (Segment::text(&name.to_string_lossy()), name.as_bytes().to_vec())),
            _ => None,
        }
    }
}

/// The step to the value of a key.
pub(super) fn step(key: &Variant<'_>) -> Segment {
    match key {
        Variant::String(text) | Variant::StringName(text) => Segment::text(&text.to_string_lossy()),
        Variant::Int(number) => match usize::try_from(*number) {
            Ok(number) => Segment::Index(number),
            Err(_) => Segment::Key(number.to_string()),
        },
        key => Segment::Key(crate::godot::text::to_text(key)),
    }
}
