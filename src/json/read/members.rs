//! The members of JSON objects, for readers that know the keys.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::document::JsonNode;
use super::fault::{Fault, Res, Within};
use super::object::Object;
use crate::error::Segment;

/// The members of an object that were not taken yet.
pub(crate) struct Members<'d, 'k> {
    pub(crate) node: JsonNode<'d>,
    keys: Keys<'k>,
    by_key: BTreeMap<Cow<'d, str>, JsonNode<'d>>,
}

/// Returns the keys that an object can have, or none if they depend on its members. It is only called for an error.
pub(crate) type Keys<'k> = &'k dyn Fn() -> Vec<&'k str>;

impl<'d, 'k> Members<'d, 'k> {
    /// Reads an object with a function that takes its members. Members that it leaves, and repeated keys, are an error, so
    /// that nothing is ignored silently.
    pub(crate) fn read<T>(
        node: JsonNode<'d>,
        keys: Keys<'k>,
        read: impl FnOnce(&mut Self) -> Res<T>,
    ) -> Res<T> {
        if !node.is_object() {
            return Err(node.instead_of("an object"));
        }
        let mut members = Self { node, keys, by_key: BTreeMap::new() };
        for (key, value) in node.entries() {
            if members.by_key.insert(key.string()?, value).is_some() {
                return Err(value.fault("the key occurs twice")).within(|| key.step());
            }
        }
        let value = read(&mut members)?;
        match members.by_key.first_key_value() {
            Some((key, left)) => Err(members.other_key(|| left.fault(format!("{key:?} is not a key here")))),
            None => Ok(value),
        }
    }

    /// Takes the value of an optional key.
    pub(crate) fn get(&mut self, key: &str) -> Option<JsonNode<'d>> {
        self.by_key.remove(key)
    }

    /// Takes the value of a required key.
    pub(crate) fn need(&mut self, key: &str) -> Res<JsonNode<'d>> {
        // A key that cannot be here is rather a mistyped one.
        self.get(key).ok_or_else(|| self.other_key(|| self.node.fault(format!("the key {key:?} is missing"))))
    }

    /// Returns the error of a key that cannot be here, or this one.
    fn other_key(&self, error: impl FnOnce() -> Box<Fault>) -> Box<Fault> {
        Object { node: self.node }.other_key(&(self.keys)()).unwrap_or_else(error)
    }

    /// Reads the value of a required key.
    pub(crate) fn member<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(JsonNode<'d>) -> Res<T>,
    ) -> Res<T> {
        read(self.need(key)?).within(|| Segment::field(key))
    }
}
