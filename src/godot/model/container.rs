//! Arrays and dictionaries.

use std::fmt;
use std::ops::{Deref, DerefMut};

use super::{Text, Variant};
use crate::godot::ids::Kind;

/// Gives back what a value of a container owns. Most own nothing, and a look at them settles it; the compiler's
/// own way calls a function for every one, which takes as long as reading it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn release(value: &mut Variant<'_>) {
    match value {
        // Emptied where it stands, what is left of it owns nothing.
        Variant::Array(array) if array.plain().is_some() => array.empty(),
        Variant::Dictionary(dictionary) if dictionary.plain().is_some() => dictionary.empty(),
        value if value.owns_nothing() => {}
        value => drop(std::mem::take(value)),
    }
}

/// What the elements of a typed container are declared to be.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ElementType<'a> {
    /// A builtin type.
    Builtin(Kind),
    /// Objects of a class of the engine, by its name.
    Class(Text<'a>),
    /// Objects of a script, by its `res://` path.
    Script(Text<'a>),
}

impl ElementType<'_> {
    /// The same, owned.
    pub fn into_owned(self) -> ElementType<'static> {
        match self {
            Self::Builtin(kind) => ElementType::Builtin(kind),
            Self::Class(name) => ElementType::Class(name.into_owned()),
            Self::Script(path) => ElementType::Script(path.into_owned()),
        }
    }
}

/// A plain list costs no more than a `Vec`; what few containers have, typed elements or Godot 2's shared
/// bit, is boxed away.
#[derive(Clone, PartialEq)]
enum Repr<L, M> {
    Plain(L),
    Shared(Box<L>),
    Typed(Box<(L, M)>),
}

impl<L: Default, M> Repr<L, M> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn plain(&self) -> Option<&L> {
        match self {
            Self::Plain(list) => Some(list),
            _ => None,
        }
    }

    fn list(&self) -> &L {
        match self {
            Self::Plain(list) => list,
            Self::Shared(list) => list,
            Self::Typed(typed) => &typed.0,
        }
    }

    fn list_mut(&mut self) -> &mut L {
        match self {
            Self::Plain(list) => list,
            Self::Shared(list) => list,
            Self::Typed(typed) => &mut typed.0,
        }
    }

    fn take(&mut self) -> L {
        std::mem::take(self.list_mut())
    }
}

/// An array. It behaves as a `Vec<Variant>`, and may have an element type.
///
/// ```
/// use gamewire::godot::{Array, Variant};
/// let mut scores = Array::from(vec![Variant::Int(3)]);
/// scores.push("four".into());
/// assert_eq!(scores.len(), 2);
/// assert_eq!(scores[1].as_str(), Some("four"));
/// ```
#[derive(Clone, PartialEq)]
pub struct Array<'a>(Repr<Vec<Variant<'a>>, ElementType<'a>>);

impl<'a> Array<'a> {
    /// An empty array without element type.
    pub const fn new() -> Self {
        Self(Repr::Plain(Vec::new()))
    }

    /// An array whose elements are declared to be of one type (Godot 4.3 and later).
    pub fn typed(element: ElementType<'a>, items: Vec<Variant<'a>>) -> Self {
        Self(Repr::Typed(Box::new((items, element))))
    }

    /// The elements, if there is nothing else to say of them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn plain(&self) -> Option<&[Variant<'a>]> {
        self.0.plain().map(Vec::as_slice)
    }

    /// The declared type of the elements. They may differ: a decoder keeps what the bytes say.
    pub fn element_type(&self) -> Option<&ElementType<'a>> {
        match &self.0 {
            Repr::Typed(typed) => Some(&typed.1),
            _ => None,
        }
    }

    /// Whether Godot 2's shared bit is set.
    pub fn is_shared(&self) -> bool {
        matches!(self.0, Repr::Shared(_))
    }

    /// Sets or clears Godot 2's shared bit; an element type, which Godot 2 does not know, is dropped.
    #[must_use]
    pub fn with_shared(mut self, shared: bool) -> Self {
        let items = self.0.take();
        Self(if shared { Repr::Shared(Box::new(items)) } else { Repr::Plain(items) })
    }

    /// The elements alone.
    pub fn into_vec(mut self) -> Vec<Variant<'a>> {
        self.0.take()
    }
}

impl Array<'_> {
    fn empty(&mut self) {
        let mut items = self.0.take();
        items.iter_mut().for_each(release);
        items.into_iter().for_each(std::mem::forget);
    }
}

impl Drop for Array<'_> {
    fn drop(&mut self) {
        self.empty();
    }
}

impl Default for Array<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> From<Vec<Variant<'a>>> for Array<'a> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(items: Vec<Variant<'a>>) -> Self {
        Self(Repr::Plain(items))
    }
}

impl<'a> FromIterator<Variant<'a>> for Array<'a> {
    fn from_iter<I: IntoIterator<Item = Variant<'a>>>(items: I) -> Self {
        items.into_iter().collect::<Vec<_>>().into()
    }
}

impl<'a> Deref for Array<'a> {
    type Target = Vec<Variant<'a>>;
    fn deref(&self) -> &Self::Target {
        self.0.list()
    }
}

impl DerefMut for Array<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.0.list_mut()
    }
}

impl<'v, 'a> IntoIterator for &'v Array<'a> {
    type Item = &'v Variant<'a>;
    type IntoIter = std::slice::Iter<'v, Variant<'a>>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Array<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The declared types of a typed dictionary: of its keys and of its values.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EntryTypes<'a> {
    /// The type of the keys, if declared.
    pub key: Option<ElementType<'a>>,
    /// The type of the values, if declared.
    pub value: Option<ElementType<'a>>,
}

/// A dictionary: pairs in order, any value as key.
///
/// It behaves as a `Vec<(Variant, Variant)>`, with look-up by key. Looking up walks the pairs; who looks up
/// much builds a map of what it needs.
///
/// ```
/// use gamewire::godot::{Dictionary, Variant};
/// let mut player = Dictionary::new();
/// player.insert("name".into(), "Ada".into());
/// player.insert("hp".into(), Variant::Int(10));
/// player.insert("hp".into(), Variant::Int(9));
/// assert_eq!(player.get("hp"), Some(&Variant::Int(9)));
/// assert_eq!(player.len(), 2);
/// ```
#[derive(Clone, PartialEq)]
pub struct Dictionary<'a>(Repr<Vec<(Variant<'a>, Variant<'a>)>, EntryTypes<'a>>);

impl<'a> Dictionary<'a> {
    /// An empty dictionary without declared types.
    pub const fn new() -> Self {
        Self(Repr::Plain(Vec::new()))
    }

    /// A dictionary whose keys or values are declared to be of one type (Godot 4.4 and later).
    pub fn typed(types: EntryTypes<'a>, pairs: Vec<(Variant<'a>, Variant<'a>)>) -> Self {
        Self(Repr::Typed(Box::new((pairs, types))))
    }

    /// The pairs, if there is nothing else to say of them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn plain(&self) -> Option<&[(Variant<'a>, Variant<'a>)]> {
        self.0.plain().map(Vec::as_slice)
    }

    /// The declared types. Entries may differ: a decoder keeps what the bytes say.
    pub fn entry_types(&self) -> Option<&EntryTypes<'a>> {
        match &self.0 {
            Repr::Typed(typed) => Some(&typed.1),
            _ => None,
        }
    }

    /// Whether Godot 2's shared bit is set.
    pub fn is_shared(&self) -> bool {
        matches!(self.0, Repr::Shared(_))
    }

    /// Sets or clears Godot 2's shared bit; declared types, which Godot 2 does not know, are dropped.
    #[must_use]
    pub fn with_shared(mut self, shared: bool) -> Self {
        let pairs = self.0.take();
        Self(if shared { Repr::Shared(Box::new(pairs)) } else { Repr::Plain(pairs) })
    }

    /// The value of a text key, `String` or `StringName`; the last one if several are equal.
    pub fn get(&self, key: &str) -> Option<&Variant<'a>> {
        let is = |candidate: &Variant<'_>| candidate.as_text().is_some_and(|text| *text == key);
        self.iter().rev().find(|(candidate, _)| is(candidate)).map(|(_, value)| value)
    }

    /// The value of any key; the last one if several are equal.
    pub fn get_variant(&self, key: &Variant<'_>) -> Option<&Variant<'a>> {
        self.iter().rev().find(|(candidate, _)| candidate == key).map(|(_, value)| value)
    }

    /// Sets the value of a key: in its place if the key is there, at the end if not, as the engine does.
    pub fn insert(&mut self, key: Variant<'a>, value: Variant<'a>) -> Option<Variant<'a>> {
        let pairs = self.0.list_mut();
        match pairs.iter_mut().rev().find(|(candidate, _)| *candidate == key) {
            Some((_, place)) => Some(std::mem::replace(place, value)),
            None => {
                pairs.push((key, value));
                None
            }
        }
    }

    /// The pairs alone.
    pub fn into_vec(mut self) -> Vec<(Variant<'a>, Variant<'a>)> {
        self.0.take()
    }
}

impl Dictionary<'_> {
    fn empty(&mut self) {
        let mut pairs = self.0.take();
        for (key, value) in &mut pairs {
            release(key);
            release(value);
        }
        pairs.into_iter().for_each(std::mem::forget);
    }
}

impl Drop for Dictionary<'_> {
    fn drop(&mut self) {
        self.empty();
    }
}

impl Default for Dictionary<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> From<Vec<(Variant<'a>, Variant<'a>)>> for Dictionary<'a> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(pairs: Vec<(Variant<'a>, Variant<'a>)>) -> Self {
        Self(Repr::Plain(pairs))
    }
}

impl<'a, K: Into<Variant<'a>>, V: Into<Variant<'a>>> FromIterator<(K, V)> for Dictionary<'a> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        pairs.into_iter().map(|(key, value)| (key.into(), value.into())).collect::<Vec<_>>().into()
    }
}

impl<'a> Deref for Dictionary<'a> {
    type Target = Vec<(Variant<'a>, Variant<'a>)>;
    fn deref(&self) -> &Self::Target {
        self.0.list()
    }
}

impl DerefMut for Dictionary<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.0.list_mut()
    }
}

impl<'v, 'a> IntoIterator for &'v Dictionary<'a> {
    type Item = &'v (Variant<'a>, Variant<'a>);
    type IntoIter = std::slice::Iter<'v, (Variant<'a>, Variant<'a>)>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Dictionary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(key, value)| (key, value))).finish()
    }
}
