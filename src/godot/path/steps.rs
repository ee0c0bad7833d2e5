//! Steps of a path into a dictionary or an object.

use super::super::model::{Text, Variant};
use super::super::text::from_text;
use super::parts;
use crate::path::{Segment, TreeName};

/// Returns the key to whose value a step leads, which is text for the name of a property or component. Returns `None` for a
/// step to a position, which cannot become the key of a new entry.
pub(super) fn key_of(segment: &Segment) -> Option<Variant> {
    match segment {
        Segment::Index(index) => i64::try_from(*index).ok().map(Variant::Int),
        Segment::KeyAt(_) | Segment::ValueAt(_) => None,
        Segment::Name(name) => Some((**name).into()),
        // Shells remove quotes, so that a key that is not a literal is read as text.
        Segment::Literal(key) => Some(from_text(key).unwrap_or_else(|_| key.as_str().into())),
    }
}

/// Returns whether a key is the wanted one. A key with a NaN is not equal to itself, but a step must be able to lead to it.
pub(super) fn is_key(wanted: Option<&Variant>, key: &Variant) -> bool {
    wanted.is_some_and(|wanted| match wanted {
        Variant::String(text) => key.as_text() == Some(text),
        wanted => wanted.same_key(key) || parts::same(wanted, key),
    })
}

/// The name of a property.
impl TreeName for Text {
    type Wanted = Option<Variant>;

    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }

    fn step(&self, at: usize) -> Segment {
        match self.as_str() {
            Some(text) if *self == text => Segment::text(text),
            Some(_) | None => Segment::ValueAt(at),
        }
    }

    fn wanted(segment: &Segment) -> Option<Variant> {
        key_of(segment)
    }

    fn is(&self, wanted: &Option<Variant>) -> bool {
        matches!(wanted, Some(Variant::String(wanted)) if self == wanted)
    }
}
