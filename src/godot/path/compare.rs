//! Differences between two values.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};

use super::super::model::{Dictionary, Key, Leaf, Object, ObjectData, Variant};
use super::super::text::to_text;
use super::parts;
use crate::path::{Change, Diff, Difference, Inside, Node, Pairing, Path, Segment};

/// The differences between two values: keys, elements and properties that were added or removed, values that are
/// not the same, floats by their bits. Elements of packed arrays are reported one by one, vectors and matrices as a
/// whole. Elements of arrays are aligned: one that was put in is one difference, and those after it are none. Paths have
/// the positions of the first value; only the last step to what was added is a position of the second. Keys that are [the same](Variant::same_key) and written in another way, as `"hp"` and `&"hp"`, are a difference
/// of the key. That the entries of a dictionary are in another order is reported only if nothing else differs.
///
/// The differences come in the order of the first value, one at a time: comparing takes no more memory than the
/// keys of the dictionaries that are open, and the arrays. Where more than 64 elements between two equal ones, or more than
/// 131,072 in all, were put in or taken out, the rest of them is paired by position.
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

/// Calls a function with each difference that [`diff`] finds, and the path to it: the path is lent, so that values at long
/// paths are compared without a copy of the path for each difference.
///
/// # Errors
/// The first one of the function, after which it is not called again.
///
/// ```
/// use gamewire::godot::{diff_each, variant};
/// use std::convert::Infallible;
/// let (old, new) = (variant!([1, 3]), variant!([1, 2, 3]));
/// let mut paths = Vec::new();
/// diff_each(&old, &new, |path, _| Ok::<(), Infallible>(paths.push(path.to_string())))?;
/// assert_eq!(paths, ["$[1]"]);
/// # Ok::<(), Infallible>(())
/// ```
pub fn diff_each<'a, E>(
    old: &Variant<'a>,
    new: &Variant<'a>,
    each: impl FnMut(&Path, Change<Variant<'a>>) -> Result<(), E>,
) -> Result<(), E> {
    Diff::new(Compared(Cow::Borrowed(old)), Compared(Cow::Borrowed(new))).each(each)
}

/// A value, or a part of one, that is being compared.
#[derive(Debug, Clone)]
pub(super) struct Compared<'v, 'a>(pub(super) Cow<'v, Variant<'a>>);

impl<'v, 'a> Node for Compared<'v, 'a> {
    type Value = Variant<'a>;

    fn value(&self) -> Variant<'a> {
        self.0.clone().into_owned()
    }

    fn fingerprint(&self) -> u64 {
        fingerprint(&self.0)
    }

    fn inside(&self) -> Inside {
        match self.0.leaf() {
            Leaf::Array(array) => Inside::Elements(array.len()),
            Leaf::Packed(packed) => Inside::Elements(packed.len()),
            Leaf::Texts(texts) => Inside::Elements(texts.len()),
            Leaf::Dictionary(_) | Leaf::Object(Object::Full(_)) => Inside::Entries,
            Leaf::Unit | Leaf::Bool(_) | Leaf::Int(_) | Leaf::Float(_) | Leaf::Text(_) => Inside::Nothing,
            Leaf::Structure(_) | Leaf::NodePath(_) | Leaf::Rid(_) | Leaf::Signal(_) => Inside::Nothing,
            Leaf::Image(_) | Leaf::InputEvent(_) => Inside::Nothing,
            Leaf::Object(Object::Null | Object::Id(_)) => Inside::Nothing,
        }
    }

    fn same(&self, other: &Self) -> bool {
        let (a, b) = (&*self.0, &*other.0);
        match a.leaf() {
            Leaf::Array(one) => matches!(b.leaf(), Leaf::Array(other) if a.kind() == b.kind()
                && one.element_type() == other.element_type()
                && one.is_shared() == other.is_shared()),
            Leaf::Dictionary(one) => matches!(b.leaf(), Leaf::Dictionary(other)
                if one.entry_types() == other.entry_types() && one.is_shared() == other.is_shared()),
            Leaf::Object(Object::Full(one)) => {
                matches!(b.leaf(), Leaf::Object(Object::Full(other)) if one.class == other.class)
            }
            Leaf::Packed(_) | Leaf::Texts(_) => {
                a.kind() == b.kind() && parts::is_wide(a) == parts::is_wide(b)
            }
            Leaf::Unit | Leaf::Bool(_) | Leaf::Int(_) | Leaf::Float(_) | Leaf::Text(_) => parts::same(a, b),
            Leaf::Structure(_) | Leaf::NodePath(_) | Leaf::Rid(_) | Leaf::Signal(_) => parts::same(a, b),
            Leaf::Image(_) | Leaf::InputEvent(_) => parts::same(a, b),
            Leaf::Object(Object::Null | Object::Id(_)) => parts::same(a, b),
        }
    }

    fn at(&self, index: usize) -> Option<Self> {
        let value: &'v Variant<'a> = match &self.0 {
            Cow::Borrowed(value) => value,
            // An element of a packed array, which has nothing inside.
            Cow::Owned(_) => return None,
        };
        let child = match value.leaf() {
            Leaf::Array(array) => array.get(index)?,
            Leaf::Dictionary(dictionary) => &dictionary.as_slice().get(index)?.1,
            Leaf::Object(Object::Full(data)) => &data.properties.get(index)?.1,
            Leaf::Packed(_) | Leaf::Texts(_) => {
                return parts::element(value, index).map(|element| Self(Cow::Owned(element)));
            }
            Leaf::Unit | Leaf::Bool(_) | Leaf::Int(_) | Leaf::Float(_) | Leaf::Text(_) => return None,
            Leaf::Structure(_) | Leaf::NodePath(_) | Leaf::Rid(_) | Leaf::Signal(_) => return None,
            Leaf::Image(_) | Leaf::InputEvent(_) | Leaf::Object(Object::Null | Object::Id(_)) => return None,
        };
        Some(Self(Cow::Borrowed(child)))
    }

    fn step(&self, index: usize) -> Option<Segment> {
        if let Variant::Object(Object::Full(data)) = &*self.0 {
            return data.properties.get(index).map(|(name, _)| Segment::text(&name.to_string_lossy()));
        }
        self.0.as_dictionary()?.get_index(index).map(|(key, _)| step(key))
    }

    fn key(&self, index: usize) -> Option<Variant<'a>> {
        self.0.as_dictionary()?.get_index(index).map(|(key, _)| key.clone())
    }

    fn pairing(&self, other: &Self) -> Pairing {
        if let (Some(old), Some(new)) = (self.0.as_dictionary(), other.0.as_dictionary()) {
            let alike =
                |of: &'_ Dictionary<'a>, at| of.get_index(at).and_then(|(key, _)| Key::new(key.clone()));
            return Pairing::of(&written(old), &written(new))
                .and_alike(|at| alike(old, at), |at| alike(new, at));
        }
        let names = |of: Option<&ObjectData<'a>>| -> Vec<_> {
            of.into_iter().flat_map(|data| &data.properties).map(|(name, _)| name.clone()).collect()
        };
        Pairing::of(&names(self.0.as_object()), &names(other.0.as_object()))
    }
}

/// The numbers of values inside, and of bytes at each end of a text, that a fingerprint covers.
const VALUES: usize = 64;
const BYTES: usize = 128;

/// A number by which elements are found that belong together.
fn fingerprint(value: &Variant<'_>) -> u64 {
    fn ends(bytes: &[u8], into: &mut DefaultHasher) {
        let (start, end) = (BYTES.min(bytes.len()), bytes.len().saturating_sub(BYTES));
        (bytes.len(), bytes.get(..start), bytes.get(end..)).hash(into);
    }
    let mut hash = DefaultHasher::new();
    let mut open = Vec::new();
    let mut next = Some(value);
    let mut left = VALUES;
    while let Some(value) = next
        && left > 0
    {
        left -= 1;
        (value.kind() as u8, parts::is_wide(value)).hash(&mut hash);
        match value.leaf() {
            Leaf::Unit => {}
            Leaf::Bool(flag) => flag.hash(&mut hash),
            Leaf::Int(number) => number.hash(&mut hash),
            Leaf::Float(number) => number.to_bits().hash(&mut hash),
            Leaf::Text(text) => ends(text.as_bytes(), &mut hash),
            Leaf::Structure(structure) => structure.numbers().as_wire().hash(&mut hash),
            Leaf::Packed(packed) => ends(packed.numbers.as_wire(), &mut hash),
            Leaf::Texts(texts) => {
                texts.len().hash(&mut hash);
                texts.iter().take(left).for_each(|text| ends(text.as_bytes(), &mut hash));
            }
            Leaf::NodePath(path) => {
                path.names.iter().take(left).for_each(|name| ends(name.as_bytes(), &mut hash));
                path.subnames.iter().take(left).for_each(|name| ends(name.as_bytes(), &mut hash));
            }
            Leaf::Rid(rid) => rid.0.hash(&mut hash),
            Leaf::Signal(signal) => {
                ends(signal.name.as_bytes(), &mut hash);
                signal.object.hash(&mut hash);
            }
            Leaf::Image(image) => ends(&image.data, &mut hash),
            Leaf::InputEvent(event) => event.device.hash(&mut hash),
            Leaf::Object(Object::Null) => {}
            Leaf::Object(Object::Id(id)) => id.hash(&mut hash),
            Leaf::Object(Object::Full(data)) => {
                ends(data.class.as_bytes(), &mut hash);
                data.properties.len().hash(&mut hash);
                for (name, value) in data.properties.iter().take(left) {
                    ends(name.as_bytes(), &mut hash);
                    open.push(value);
                }
            }
            Leaf::Dictionary(dictionary) => {
                dictionary.len().hash(&mut hash);
                open.extend(dictionary.iter().take(left).flat_map(|(key, value)| [value, key]));
            }
            Leaf::Array(array) => {
                array.len().hash(&mut hash);
                open.extend(array.iter().take(left));
            }
        }
        next = open.pop();
    }
    hash.finish()
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
        key => Segment::literal(&to_text(key)),
    }
}
