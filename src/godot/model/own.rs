//! Conversions of containers to ones that own their contents.

use super::*;
use crate::make::{Lend, lend};

lend!(Text, NodePath, Image, Signal, ElementType, EntryTypes);

impl<'a, E: PackedElement> Lend<'a> for Packed<'a, E> {
    type With<'v> = Packed<'v, E>;

    #[inline(always)]
    fn borrowed(self) -> Self {
        self
    }
    #[inline(always)]
    fn owned(self) -> Packed<'static, E> {
        self.into_owned()
    }
}

/// Converts every item. This is a plain loop, because the functions of an iterator would take stack at every level of
/// nesting.
fn own_all<T, U>(items: Vec<T>, own: impl Fn(T) -> U) -> Vec<U> {
    let mut owned = Vec::with_capacity(items.len());
    for item in items {
        owned.push(own(item));
    }
    owned
}

impl Array<'_> {
    /// Converts the array to one that owns its contents.
    #[must_use]
    pub fn into_owned(self) -> Array<'static> {
        let element = self.element_type().cloned().map(ElementType::into_owned);
        let shared = self.is_shared();
        let items = own_all(self.into_vec(), Variant::into_owned);
        match element {
            Some(element) => Array::typed(element, items),
            None => Array::from(items).with_shared(shared),
        }
    }
}

impl Dictionary<'_> {
    /// Converts the dictionary to one that owns its contents.
    #[must_use]
    pub fn into_owned(self) -> Dictionary<'static> {
        let types = self.entry_types().cloned().map(EntryTypes::into_owned);
        let shared = self.is_shared();
        let own = |(key, value): (Variant<'_>, Variant<'_>)| (key.into_owned(), value.into_owned());
        let pairs = own_all(self.into_vec(), own);
        match types {
            Some(types) => Dictionary::typed(types, pairs),
            None => Dictionary::from(pairs).with_shared(shared),
        }
    }
}

impl EntryTypes<'_> {
    /// Converts the types to ones that own their contents.
    #[must_use]
    pub fn into_owned(self) -> EntryTypes<'static> {
        EntryTypes {
            key: self.key.map(ElementType::into_owned),
            value: self.value.map(ElementType::into_owned),
        }
    }
}

impl Object<'_> {
    /// Converts the object to one that owns its contents.
    #[must_use]
    pub fn into_owned(self) -> Object<'static> {
        match self {
            Self::Null => Object::Null,
            Self::Id(id) => Object::Id(id),
            Self::Full(data) => Object::Full(Box::new(data.into_owned())),
        }
    }
}

impl ObjectData<'_> {
    /// Converts the object to one that owns its contents.
    #[must_use]
    pub fn into_owned(self) -> ObjectData<'static> {
        let own = |(name, value): (Text<'_>, Variant<'_>)| (name.into_owned(), value.into_owned());
        let (class, properties) = self.into_parts();
        ObjectData { class: class.into_owned(), properties: own_all(properties, own) }
    }
}
