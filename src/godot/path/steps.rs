//! Steps of a path into a dictionary or an object.

use super::super::model::{Text, Variant};
use super::super::text::{from_text, to_text};
use super::parts;
use crate::path::Segment;

/// A step, as a container of Godot takes it.
#[derive(Debug)]
pub(super) enum Step {
    /// A position, or an int as key.
    Index(usize),
    /// A key that is text, a property, a component.
    Text(String),
    /// A key of another type.
    Key(Variant<'static>),
    /// The key of an entry.
    KeyAt(usize),
    /// The value of an entry or property at a position.
    ValueAt(usize),
}

impl Step {
    /// Returns the meaning of a step.
    pub(super) fn of(segment: &Segment) -> Self {
        match segment {
            Segment::Index(index) => Self::Index(*index),
            Segment::KeyAt(index) => Self::KeyAt(*index),
            Segment::ValueAt(index) => Self::ValueAt(*index),
            Segment::Name(name) => Self::Text(name.clone().into_owned()),
            // Shells take quotes away.
            Segment::Literal(key) => from_text(key).map_or_else(|_| Self::Text(key.clone()), Self::Key),
        }
    }

    /// The key that a new entry would have.
    pub(super) fn into_key(self) -> Option<Variant<'static>> {
        match self {
            Self::Index(index) => i64::try_from(index).ok().map(Variant::Int),
            Self::Text(text) => Some(Variant::String(text.into())),
            Self::Key(key) => Some(key),
            Self::KeyAt(_) | Self::ValueAt(_) => None,
        }
    }

    /// Returns whether the step leads to the value of this key.
    pub(super) fn is(&self, key: &Variant<'_>) -> bool {
        match self {
            Self::Text(text) => key.as_text().is_some_and(|key| key == text.as_str()),
            Self::Index(index) => key.as_i64().is_some_and(|key| usize::try_from(key) == Ok(*index)),
            // A key that is not the same as itself still has a place.
            Self::Key(meant) => meant.same_key(key) || parts::same(meant, key),
            Self::KeyAt(_) | Self::ValueAt(_) => false,
        }
    }
}

/// Returns the position of the entry that a step leads to; of several the last.
pub(super) fn find(entries: &[(Variant<'_>, Variant<'_>)], step: &Step) -> Option<usize> {
    match step {
        Step::KeyAt(index) | Step::ValueAt(index) => (*index < entries.len()).then_some(*index),
        step => entries.iter().rposition(|(key, _)| step.is(key)),
    }
}

/// Returns the position of the property that a step leads to; of several the last.
pub(super) fn find_property<V>(properties: &[(Text<'_>, V)], segment: &Segment) -> Option<usize> {
    let name = match Step::of(segment) {
        Step::Text(name) => name,
        Step::ValueAt(index) => return (index < properties.len()).then_some(index),
        Step::Index(_) | Step::Key(_) | Step::KeyAt(_) => return None,
    };
    properties.iter().rposition(|(other, _)| *other == name.as_str())
}

/// Returns the step to the value of a key of the entry at this position: by the key, or by the position if no text leads to
/// the key.
pub(crate) fn step_to(key: &Variant<'_>, at: usize) -> Segment {
    let segment = match key {
        Variant::String(text) | Variant::StringName(text) => Segment::text(&text.to_string_lossy()),
        Variant::Int(number) => Segment::int(*number),
        key => Segment::literal(&to_text(key)),
    };
    if Step::of(&segment).is(key) { segment } else { Segment::ValueAt(at) }
}

/// Returns the step to a property at this position.
pub(super) fn step_to_property(name: &Text<'_>, at: usize) -> Segment {
    match name.as_str() {
        Some(text) if *name == text => Segment::text(text),
        Some(_) | None => Segment::ValueAt(at),
    }
}

/// The keys of a dictionary, as text.
pub(super) fn keys<'v>(entries: &'v [(Variant<'_>, Variant<'_>)]) -> impl Iterator<Item = String> + 'v {
    entries.iter().map(|(key, _)| key.preview(crate::godot::Table::Godot4, 60))
}

/// The names of an object's properties, as text.
pub(super) fn property_names<'v, V>(properties: &'v [(Text<'_>, V)]) -> impl Iterator<Item = String> + 'v {
    properties.iter().map(|(name, _)| format!("{name:?}"))
}
