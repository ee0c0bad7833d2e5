//! What changed between two values.

use std::borrow::Cow;
use std::collections::HashMap;

use super::super::model::{Dictionary, Key, Object, ObjectData, Variant};
use super::super::text::to_text;
use super::parts;
use crate::path::{Diff, Difference, Inside, Node, Pairing, Segment};

/// What changed from one value to another: keys, elements and properties that were added or removed, values that are
/// not the same, floats by their bits. Elements of packed arrays are told one by one, vectors and matrices as a
/// whole. Keys that are [the same](Variant::same_key) and written in another way, as `"hp"` and `&"hp"`, are a difference
/// of the key. That the entries of a dictionary are in another order is told only where nothing else differs.
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
            Variant::Dictionary(_) => Inside::Entries,
            Variant::Object(Object::Full(_)) => Inside::Entries,
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

    fn step(&self, index: usize) -> Option<Segment> {
        match &*self.0 {
            Variant::Dictionary(dictionary) => dictionary.get_index(index).map(|(key, _)| step(key)),
            Variant::Object(Object::Full(data)) => {
                data.properties.get(index).map(|(name, _)| Segment::text(&name.to_string_lossy()))
            }
            _ => None,
        }
    }

    fn key(&self, index: usize) -> Option<Variant<'a>> {
        self.0.as_dictionary()?.get_index(index).map(|(key, _)| key.clone())
    }

    fn pairing(&self, other: &Self) -> Pairing {
        match (&*self.0, &*other.0) {
            (Variant::Dictionary(old), Variant::Dictionary(new)) => {
                let alike =
                    |of: &'_ Dictionary<'a>, at| of.get_index(at).and_then(|(key, _)| Key::new(key.clone()));
                Pairing::of(&written(old), &written(new)).and_alike(|at| alike(old, at), |at| alike(new, at))
            }
            (Variant::Object(Object::Full(old)), Variant::Object(Object::Full(new))) => {
                let names = |of: &ObjectData<'a>| -> Vec<_> {
                    of.properties.iter().map(|(name, _)| name.clone()).collect()
                };
                Pairing::of(&names(old), &names(new))
            }
            _ => Pairing::default(),
        }
    }
}

/// The keys of a dictionary, as bytes that are equal for keys that are written alike. Keys that are not the same as
/// themselves are counted: the first of one dictionary belongs to the first of the other.
fn written(dictionary: &Dictionary<'_>) -> Vec<(Vec<u8>, usize)> {
    let mut counts = HashMap::new();
    let key = |key: &Variant<'_>| {
        let mut bytes = vec![key.kind() as u8];
        match key {
            Variant::String(text) | Variant::StringName(text) => bytes.extend(text.as_bytes()),
            Variant::Int(number) => bytes.extend(number.to_le_bytes()),
            Variant::Float(number) => bytes.extend(number.to_bits().to_le_bytes()),
            key => bytes.extend(to_text(key).into_bytes()),
        }
        if key.same_key(key) {
            return (bytes, 0);
        }
        let count = counts.entry(bytes.clone()).or_insert(0);
        *count += 1;
        (bytes, *count)
    };
    dictionary.keys().map(key).collect()
}

/// The step to the value of a key.
pub(super) fn step(key: &Variant<'_>) -> Segment {
    match key {
        Variant::String(text) | Variant::StringName(text) => Segment::text(&text.to_string_lossy()),
        Variant::Int(number) => Segment::int(*number),
        key => Segment::Literal(to_text(key)),
    }
}
