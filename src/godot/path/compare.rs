//! Differences between two values.

use std::borrow::{Borrow, Cow};
use std::collections::HashMap;

use super::super::model::{ContainerRef, Dictionary, Key, Leaf, Object, ObjectData, Text, Variant};
use super::super::text::to_text;
use super::parts;
use super::steps::{step_to, step_to_property};
use crate::path::{Change, ChildKind, Diff, Difference, Fingerprint, Node, Pairing, Path, Printed, Segment};

/// Returns the differences between two values.
///
/// A difference is a key, element or property that was added or removed, or a value that changed. Floats are
/// compared by their bits. Elements of packed arrays are reported one by one, vectors and matrices as a
/// whole. Elements of arrays are aligned, so that an inserted element is one difference and the elements
/// after it are equal. Paths use the positions of the first value; only the last step to an added element is
/// a position of the second. If a key is [the same](Variant::same_key) but written differently, such as
/// `"hp"` and `&"hp"`, the key itself is a difference. A different order of the entries of a dictionary is
/// reported only if nothing else differs.
///
/// The differences come in the order of the first value, one at a time. Comparing needs memory only for the
/// keys of the open dictionaries and for the arrays. If more than 64 elements between two equal ones, or more
/// than 131,072 in all, were inserted or removed, the remaining ones are paired by position.
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
    Diff::new(Compared::new(old), Compared::new(new))
}

impl Variant<'_> {
    /// Returns whether two values are equal in everything that is encoded: the bits of floats (so that a NaN
    /// equals itself, and 0 is not -0), the types of ints and text, the declared types, and the order of
    /// entries. In contrast, `==` compares as the engine does.
    ///
    /// ```
    /// use gamewire::godot::{Variant, variant};
    /// let nan = variant!([(f64::NAN), 1]);
    /// assert!(nan.same_bits(&nan) && nan != nan);
    /// assert!(!Variant::Float(0.0).same_bits(&Variant::Float(-0.0)));
    /// assert!(!Variant::from("a").same_bits(&Variant::StringName("a".into())));
    /// ```
    #[must_use]
    pub fn same_bits(&self, other: &Variant<'_>) -> bool {
        diff(self, other).next().is_none()
    }
}

/// Calls `f` with each difference that [`diff`] finds, and its path. The path is borrowed, so that no path is
/// copied.
///
/// # Errors
/// Returns the first error of `f`, which is then not called again.
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
    Diff::new(Compared::new(old), Compared::new(new)).each(each)
}

/// A value, or a part of one, that is being compared.
#[derive(Debug, Clone)]
pub(super) struct Compared<'v, 'a>(pub(super) Cow<'v, Variant<'a>>);

impl<'v, 'a> Compared<'v, 'a> {
    pub(super) fn new(value: &'v Variant<'a>) -> Self {
        Self(Cow::Borrowed(value))
    }
}

impl<'v, 'a> Node for Compared<'v, 'a> {
    type Value = Variant<'a>;

    fn value(&self) -> Variant<'a> {
        self.0.clone().into_owned()
    }

    fn fingerprint(&self) -> u64 {
        Fingerprint::compute(&*self.0)
    }

    fn child_kind(&self) -> ChildKind {
        match self.0.as_container() {
            ContainerRef::Items(array) => ChildKind::Elements(array.len()),
            ContainerRef::Entries(_) | ContainerRef::Properties(_) => ChildKind::Entries,
            ContainerRef::Nothing => parts::count(&self.0).map_or(ChildKind::Nothing, ChildKind::Elements),
        }
    }

    fn same(&self, other: &Self) -> bool {
        let (a, b) = (&*self.0, &*other.0);
        match (a.as_container(), b.as_container()) {
            (ContainerRef::Items(one), ContainerRef::Items(other)) => {
                a.kind() == b.kind()
                    && one.element_type() == other.element_type()
                    && one.is_shared() == other.is_shared()
            }
            (ContainerRef::Entries(one), ContainerRef::Entries(other)) => {
                one.entry_types() == other.entry_types() && one.is_shared() == other.is_shared()
            }
            (ContainerRef::Properties(one), ContainerRef::Properties(other)) => one.class == other.class,
            (ContainerRef::Nothing, ContainerRef::Nothing) if parts::count(a).is_some() => {
                a.kind() == b.kind() && parts::is_wide(a) == parts::is_wide(b)
            }
            (ContainerRef::Nothing, ContainerRef::Nothing) => parts::same(a, b),
            (
                ContainerRef::Items(_)
                | ContainerRef::Entries(_)
                | ContainerRef::Properties(_)
                | ContainerRef::Nothing,
                _,
            ) => false,
        }
    }

    fn at(&self, index: usize) -> Option<Self> {
        let value: &'v Variant<'a> = match &self.0 {
            Cow::Borrowed(value) => value,
            // An element of a packed array contains nothing.
            Cow::Owned(_) => return None,
        };
        let child = match value.as_container() {
            ContainerRef::Items(array) => array.get(index)?,
            ContainerRef::Entries(dictionary) => &dictionary.as_slice().get(index)?.1,
            ContainerRef::Properties(data) => &data.properties.get(index)?.1,
            ContainerRef::Nothing => {
                return parts::element(value, index).map(|element| Self(Cow::Owned(element)));
            }
        };
        Some(Self(Cow::Borrowed(child)))
    }

    fn step(&self, index: usize) -> Option<Segment> {
        if let Variant::Object(Object::Full(data)) = &*self.0 {
            return data.properties.get(index).map(|(name, _)| step_to_property(name, index));
        }
        self.0.as_dictionary()?.get_index(index).map(|(key, _)| step_to(key, index))
    }

    fn key(&self, index: usize) -> Option<Variant<'a>> {
        self.0.as_dictionary()?.get_index(index).map(|(key, _)| key.clone())
    }

    fn pairing(&self, other: &Self) -> Pairing {
        if let (Some(old), Some(new)) = (self.0.as_dictionary(), other.0.as_dictionary()) {
            let alike =
                |of: &'_ Dictionary<'a>, at| of.get_index(at).and_then(|(key, _)| Key::new(key.clone()));
            return Pairing::by_key(&written(old.keys()), &written(new.keys()))
                .and_alike(|at| alike(old, at), |at| alike(new, at));
        }
        let names = |of: Option<&ObjectData<'a>>| -> Vec<_> {
            of.into_iter().flat_map(|data| &data.properties).map(|(name, _)| name.clone()).collect()
        };
        Pairing::by_key(&names(self.0.as_object()), &names(other.0.as_object()))
    }
}

impl<'v, 'a> Printed for &'v Variant<'a> {
    fn print(self, print: &mut Fingerprint) {
        print.add((self.kind() as u8, parts::is_wide(self)));
        match self.leaf() {
            Leaf::Unit | Leaf::Object(Object::Null) => {}
            Leaf::Dictionary(dictionary) => print.add(dictionary.is_shared()),
            Leaf::Array(array) => print.add(array.is_shared()),
            Leaf::Bool(flag) => print.add(flag),
            Leaf::Int(number) => print.add(number),
            Leaf::Float(number) => print.add(number.to_bits()),
            Leaf::Text(text) => print.ends(text.as_bytes()),
            Leaf::Structure(structure) => print.add(structure.numbers().as_wire()),
            Leaf::Packed(packed) => print.ends(packed.numbers.as_wire()),
            Leaf::Texts(texts) => print.texts(texts.iter().map(Text::as_bytes)),
            Leaf::NodePath(path) => {
                print.texts(path.names.iter().map(Text::as_bytes));
                print.texts(path.subnames.iter().map(Text::as_bytes));
            }
            Leaf::Rid(rid) => print.add(rid.0),
            Leaf::Signal(signal) => {
                print.ends(signal.name.as_bytes());
                print.add(signal.object);
            }
            Leaf::Image(image) => print.ends(&image.data),
            Leaf::InputEvent(event) => print.add(event.device),
            Leaf::Object(Object::Id(id)) => print.add(id),
            Leaf::Object(Object::Full(data)) => print.ends(data.class.as_bytes()),
        }
    }

    fn name_bytes(name: &&'v Text<'a>) -> &'v [u8] {
        name.as_bytes()
    }
}

/// Returns the keys of a dictionary as bytes that are equal for keys that are written alike. A key that is
/// not equal to itself, because it contains a NaN, is numbered: the first such key of one dictionary is
/// paired with the first of the other.
pub(super) fn written<'k, V: Borrow<Variant<'k>>>(keys: impl Iterator<Item = V>) -> Vec<(Vec<u8>, usize)> {
    let mut counts = HashMap::new();
    let key = |key: V| {
        let key: &Variant<'_> = key.borrow();
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
    keys.map(key).collect()
}
