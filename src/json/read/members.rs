//! The members of JSON objects, for readers that know the keys.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::document::{JsonChildren, JsonNode};
use super::fault::{Fault, Res, Within};
use super::object::Object;
use crate::error::Segment;

/// The members of an object that were not taken yet. Members are found fastest in the order of the text.
pub(crate) struct Members<'d, 'k> {
    pub(crate) node: JsonNode<'d>,
    keys: Keys<'k>,
    rest: JsonChildren<'d>,
    /// All of them by their keys, once one was taken that is not the next one of the text.
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
        let mut members = Self { node, keys, rest: node.children(), by_key: BTreeMap::new() };
        let value = read(&mut members)?;
        members.index()?;
        let Some((key, left)) = members.by_key.first_key_value() else { return Ok(value) };
        let mut before = node.entries().take_while(|(_, other)| other.offset() < left.offset());
        match before.any(|(other, _)| other.is(key)) {
            true => Err(left.fault("the key occurs twice")).within(|| Segment::text(key)),
            false => Err(members.other_key(|| left.fault(format!("{key:?} is not a key here")))),
        }
    }

    fn index(&mut self) -> Res<()> {
        while let (Some(key), Some(value)) = (self.rest.next(), self.rest.next()) {
            if self.by_key.insert(key.string()?, value).is_some() {
                return Err(value.fault("the key occurs twice")).within(|| key.step());
            }
        }
        Ok(())
    }

    /// Takes the value of an optional key.
    pub(crate) fn get(&mut self, key: &str) -> Res<Option<JsonNode<'d>>> {
        let mut rest = self.rest.clone();
        if rest.next().is_some_and(|next| next.is(key)) {
            let value = rest.next();
            self.rest = rest;
            return Ok(value);
        }
        self.index()?;
        Ok(self.by_key.remove(key))
    }

    /// Takes the value of a required key.
    pub(crate) fn need(&mut self, key: &str) -> Res<JsonNode<'d>> {
        // A key that cannot be here is rather a mistyped one.
        self.get(key)?
            .ok_or_else(|| self.other_key(|| self.node.fault(format!("the key {key:?} is missing"))))
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
