//! The keys of an object, and what is under them.

use super::document::JsonNode;
use super::fault::{Res, Within};
use crate::error::Segment;

/// A JSON object.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Object<'d> {
    pub(crate) node: JsonNode<'d>,
}

impl<'d> Object<'d> {
    /// The value as an object with any keys.
    pub(crate) fn from_node(node: JsonNode<'d>) -> Res<Self> {
        if node.is_object() { Ok(Self { node }) } else { Err(node.instead_of("an object")) }
    }

    /// The value as an object with no other keys than these, and none of them twice.
    pub(crate) fn with(node: JsonNode<'d>, keys: &[&str]) -> Res<Self> {
        let object = Self::from_node(node)?;
        object.only(keys)?;
        Ok(object)
    }

    /// Refuses other keys than these, and keys that occur twice: nothing is passed over in silence.
    pub(crate) fn only(self, keys: &[&str]) -> Res<()> {
        let mut seen = 0_u32;
        for (key, value) in self.node.entries() {
            let name = key.string()?;
            let Some(at) = keys.iter().position(|known| *known == name) else {
                return Err(key.fault(format!("{name:?} is no key here; {} are", keys.join(", "))));
            };
            if seen & 1 << at != 0 {
                return Err(value.fault("the key occurs twice")).within(|| key.step());
            }
            seen |= 1 << at;
        }
        Ok(())
    }

    /// The value of a key that may be there.
    pub(crate) fn get(self, key: &str) -> Option<JsonNode<'d>> {
        self.node.entries().find(|(candidate, _)| candidate.is(key)).map(|(_, value)| value)
    }

    /// The value of a key.
    pub(crate) fn need(self, key: &str) -> Res<JsonNode<'d>> {
        self.get(key).ok_or_else(|| self.node.fault(format!("the key {key:?} is missing")))
    }

    /// Reads the value of a key.
    pub(crate) fn member<T>(self, key: &'static str, read: impl FnOnce(JsonNode<'d>) -> Res<T>) -> Res<T> {
        read(self.need(key)?).within(|| Segment::field(key))
    }

    /// Reads the value of a key that may be there.
    pub(crate) fn optional<T>(
        self,
        key: &'static str,
        read: impl FnOnce(JsonNode<'d>) -> Res<T>,
    ) -> Res<Option<T>> {
        self.get(key).map(|value| read(value).within(|| Segment::field(key))).transpose()
    }

    /// The value of a key, which is an array.
    pub(crate) fn array(self, key: &'static str) -> Res<JsonNode<'d>> {
        self.member(key, |node| node.elements().map(|_| node))
    }

    /// A key that may be there and is true or false.
    pub(crate) fn flag(self, key: &'static str) -> Res<bool> {
        Ok(self.optional(key, JsonNode::boolean)?.unwrap_or_default())
    }
}
