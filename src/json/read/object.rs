//! JSON objects with known keys.

use super::document::JsonNode;
use super::fault::{Fault, Res, Within};
use crate::error::Segment;

fn no_key(key: JsonNode<'_>, name: &str, keys: &[&str]) -> Box<Fault> {
    key.fault(format!("{name:?} is not a key here; the keys are {}", keys.join(", ")))
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Object<'d> {
    pub(crate) node: JsonNode<'d>,
}

impl<'d> Object<'d> {
    /// Returns the value as an object with any keys.
    pub(crate) fn from_node(node: JsonNode<'d>) -> Res<Self> {
        if node.is_object() { Ok(Self { node }) } else { Err(node.instead_of("an object")) }
    }

    /// Returns the value as an object. Other keys than these, and repeated keys, are an error.
    pub(crate) fn with(node: JsonNode<'d>, keys: &[&str]) -> Res<Self> {
        let object = Self::from_node(node)?;
        object.only(keys)?;
        Ok(object)
    }

    /// Returns an error if there are other keys than these or repeated keys, so that nothing is ignored silently.
    pub(crate) fn only(self, keys: &[&str]) -> Res<()> {
        let mut seen = 0_u32;
        for (key, value) in self.node.entries() {
            let name = key.string()?;
            let Some(at) = keys.iter().position(|known| *known == name) else {
                return Err(no_key(key, &name, keys));
            };
            if seen & 1 << at != 0 {
                return Err(value.fault("the key occurs twice")).within(|| key.step());
            }
            seen |= 1 << at;
        }
        Ok(())
    }

    /// Returns the error of the first key that is not one of these. If there are no keys, they are not known.
    #[cfg(feature = "minecraft")]
    pub(super) fn other_key(self, keys: &[&str]) -> Option<Box<Fault>> {
        let mut own = self.node.entries().filter_map(|(key, _)| Some((key, key.string().ok()?)));
        let (key, name) = own.find(|(_, name)| !keys.is_empty() && !keys.contains(&&**name))?;
        Some(no_key(key, &name, keys))
    }

    /// Returns the value of an optional key.
    pub(crate) fn get(self, key: &str) -> Option<JsonNode<'d>> {
        self.node.entries().find(|(candidate, _)| candidate.is(key)).map(|(_, value)| value)
    }

    /// Returns the value of a required key.
    pub(crate) fn need(self, key: &str) -> Res<JsonNode<'d>> {
        self.get(key).ok_or_else(|| self.node.fault(format!("the key {key:?} is missing")))
    }

    /// Reads the value of a required key.
    pub(crate) fn member<T>(self, key: &'static str, read: impl FnOnce(JsonNode<'d>) -> Res<T>) -> Res<T> {
        read(self.need(key)?).within(|| Segment::field(key))
    }

    /// Reads the value of an optional key.
    pub(crate) fn optional<T>(
        self,
        key: &'static str,
        read: impl FnOnce(JsonNode<'d>) -> Res<T>,
    ) -> Res<Option<T>> {
        self.get(key).map(|value| read(value).within(|| Segment::field(key))).transpose()
    }

    /// Returns the value of a required key, which must be an array.
    pub(crate) fn array(self, key: &'static str) -> Res<JsonNode<'d>> {
        self.member(key, |node| node.elements().map(|_| node))
    }

    /// Returns the value of an optional key, which must be true or false. The default is false.
    pub(crate) fn flag(self, key: &'static str) -> Res<bool> {
        Ok(self.optional(key, JsonNode::boolean)?.unwrap_or_default())
    }
}
