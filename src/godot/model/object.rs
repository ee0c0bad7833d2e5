//! The methods of objects.

use super::Text;
use super::variant::{Object, ObjectData, Variant};

impl Object<'_> {
    /// Returns whether it is null: [`Null`](Self::Null), or an id of 0.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null | Self::Id(0))
    }
}

impl<'a> ObjectData<'a> {
    /// Class and properties.
    #[must_use]
    pub fn into_parts(mut self) -> (Text<'a>, Vec<(Text<'a>, Variant<'a>)>) {
        (std::mem::take(&mut self.class), std::mem::take(&mut self.properties))
    }

    /// The value of a property, mutable; the last one if several have the name.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Variant<'a>> {
        let is = |(candidate, _): &&mut (Text<'a>, Variant<'a>)| *candidate == name;
        self.properties.iter_mut().rev().find(is).map(|(_, value)| value)
    }

    /// The value of a property; the last one if several have the name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Variant<'a>> {
        self.properties.iter().rev().find(|(candidate, _)| *candidate == name).map(|(_, value)| value)
    }
}
