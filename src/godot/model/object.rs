//! The methods of objects.

use super::Text;
use super::variant::{Object, ObjectData, Variant};

impl Object {
    /// Returns whether the object is null: [`Null`](Self::Null), or the id 0.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null | Self::Id(0))
    }
}

impl ObjectData {
    /// Returns the class and the properties.
    #[must_use]
    pub fn into_parts(mut self) -> (Text, Vec<(Text, Variant)>) {
        (std::mem::take(&mut self.class), std::mem::take(&mut self.properties))
    }

    /// Returns the value of a property, mutably. If several properties have the name, it is the last one.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Variant> {
        let is = |(candidate, _): &&mut (Text, Variant)| *candidate == name;
        self.properties.iter_mut().rev().find(is).map(|(_, value)| value)
    }

    /// Returns the value of a property. If several properties have the name, it is the last one.
    pub fn get(&self, name: &str) -> Option<&Variant> {
        self.properties.iter().rev().find(|(candidate, _)| *candidate == name).map(|(_, value)| value)
    }
}
