//! Steps of a path into a dictionary or an object.

use super::super::model::{Text, Variant};
use super::super::text::from_text;
use super::parts;
use crate::path::{Segment, TreeName};

/// The key, name or position that a step of a path asks for in a container of Godot.
#[derive(Debug)]
pub enum KeyOrIndex {
    /// A position, or a key that is an int.
    Index(usize),
    /// A key that is text, or the name of a property or component.
    Text(String),
    /// A key of another type.
    Key(Variant),
    /// The position of a key or value. It cannot become the key of a new entry.
    Position,
}

impl KeyOrIndex {
    pub(super) fn from_segment(segment: &Segment) -> Self {
        match segment {
            Segment::Index(index) => Self::Index(*index),
            Segment::KeyAt(_) | Segment::ValueAt(_) => Self::Position,
            Segment::Name(name) => Self::Text(name.clone().into_owned()),
            // Shells remove quotes, so that a key that is not a literal is read as text.
            Segment::Literal(key) => from_text(key).map_or_else(|_| Self::Text(key.clone()), Self::Key),
        }
    }

    /// Returns the key that a new entry would have.
    pub(super) fn into_key(self) -> Option<Variant> {
        match self {
            Self::Index(index) => i64::try_from(index).ok().map(Variant::Int),
            Self::Text(text) => Some(Variant::String(text.into())),
            Self::Key(key) => Some(key),
            Self::Position => None,
        }
    }

    /// Returns whether the step leads to the value of this key.
    pub(super) fn is(&self, key: &Variant) -> bool {
        match self {
            Self::Text(text) => key.as_text().is_some_and(|key| key == text.as_str()),
            Self::Index(index) => key.as_i64().is_some_and(|key| usize::try_from(key) == Ok(*index)),
            // A key with a NaN is not equal to itself, but a step must be able to lead to it.
            Self::Key(meant) => meant.same_key(key) || parts::same(meant, key),
            Self::Position => false,
        }
    }
}

/// Returns the step to the value of a key. It has the key, or the position of the entry if no text leads to
/// the key.
pub(crate) fn step_to(key: &Variant, at: usize) -> Segment {
    let segment = match key {
        Variant::String(text) | Variant::StringName(text) => Segment::text(&text.to_string_lossy()),
        Variant::Int(number) => Segment::int(*number),
        key => Segment::literal(&key.to_string()),
    };
    if KeyOrIndex::from_segment(&segment).is(key) { segment } else { Segment::ValueAt(at) }
}

/// The name of a property.
impl TreeName for Text {
    type Wanted = KeyOrIndex;

    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }

    fn step(&self, at: usize) -> Segment {
        match self.as_str() {
            Some(text) if *self == text => Segment::text(text),
            Some(_) | None => Segment::ValueAt(at),
        }
    }

    fn wanted(segment: &Segment) -> KeyOrIndex {
        KeyOrIndex::from_segment(segment)
    }

    fn is(&self, wanted: &KeyOrIndex) -> bool {
        matches!(wanted, KeyOrIndex::Text(wanted) if *self == wanted.as_str())
    }
}
