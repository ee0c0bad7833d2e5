//! The container inside a value.

use super::*;

/// The container inside a value, borrowed.
pub(crate) enum ContainerRef<'v> {
    /// The elements of an `Array`.
    Items(&'v Array),
    /// The entries of a `Dictionary`.
    Entries(&'v Dictionary),
    /// The properties of a full object.
    Properties(&'v ObjectData),
    Nothing,
}

/// The container inside a value, mutably borrowed.
pub(crate) enum ContainerMut<'v> {
    Items(&'v mut Array),
    Entries(&'v mut Dictionary),
    Properties(&'v mut ObjectData),
    Nothing,
}

impl Variant {
    #[inline]
    pub(crate) fn as_container(&self) -> ContainerRef<'_> {
        match self {
            Self::Array(x) => ContainerRef::Items(x),
            Self::Dictionary(x) => ContainerRef::Entries(x),
            Self::Object(Object::Full(data)) => ContainerRef::Properties(data),
            _ => ContainerRef::Nothing,
        }
    }

    #[inline]
    pub(crate) fn as_container_mut(&mut self) -> ContainerMut<'_> {
        match self {
            Self::Array(x) => ContainerMut::Items(x),
            Self::Dictionary(x) => ContainerMut::Entries(x),
            Self::Object(Object::Full(data)) => ContainerMut::Properties(data),
            _ => ContainerMut::Nothing,
        }
    }
}
