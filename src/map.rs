//! Entries and iterators of the maps of both games: of a [`Dictionary`](crate::godot::Dictionary), and of a compound of
//! NBT.

use std::fmt::Debug;
use std::iter::Map as Mapped;
use std::slice;

use sealed::Sealed;

/// A map that keeps its entries in order. The trait is sealed.
pub trait Map: Sealed {}

impl<M: Sealed> Map for M {}

pub(crate) mod sealed {
    use super::Debug;

    pub trait Sealed: Debug {
        type Key: Debug;
        type Value;
        fn position_of(&self, key: &Self::Key) -> Option<usize>;
        fn pairs(&self) -> &[(Self::Key, Self::Value)];
        fn pairs_mut(&mut self) -> &mut [(Self::Key, Self::Value)];
        fn append(&mut self, key: Self::Key, value: Self::Value);
        fn into_pairs(self) -> Vec<(Self::Key, Self::Value)>;
    }
}

/// The entry of a key in a map, which may contain the key or not.
#[derive(Debug)]
pub struct Entry<'m, M: Map> {
    map: &'m mut M,
    key: M::Key,
}

impl<'m, M: Map> Entry<'m, M> {
    pub(crate) fn new(map: &'m mut M, key: M::Key) -> Self {
        Self { map, key }
    }

    /// Inserts `value` if the map does not contain the key, and returns a mutable reference to the value of the key.
    pub fn or_insert(self, value: impl Into<M::Value>) -> &'m mut M::Value {
        self.or_insert_with(|| value.into())
    }

    /// Inserts the result of `value` if the map does not contain the key, and returns a mutable reference to the value of
    /// the key.
    pub fn or_insert_with(self, value: impl FnOnce() -> M::Value) -> &'m mut M::Value {
        let at = self.map.position_of(&self.key).unwrap_or_else(|| {
            let at = self.map.pairs().len();
            self.map.append(self.key, value());
            at
        });
        place(self.map, at)
    }

    /// Calls `change` with the value of the key, if the map contains the key.
    #[must_use]
    pub fn and_modify(self, change: impl FnOnce(&mut M::Value)) -> Self {
        if let Some(at) = self.map.position_of(&self.key) {
            change(place(self.map, at));
        }
        self
    }
}

/// Returns the value at a position that must exist.
#[allow(clippy::indexing_slicing)] // Where the key was found, or inserted.
pub(crate) fn place<M: Map>(map: &mut M, at: usize) -> &mut M::Value {
    &mut map.pairs_mut()[at].1
}

/// An iterator over the keys and values of a map, in order.
pub type Iter<'m, K, V> = Mapped<slice::Iter<'m, (K, V)>, fn(&'m (K, V)) -> (&'m K, &'m V)>;

/// An iterator over the keys and values of a map, in order, with mutable values.
pub type IterMut<'m, K, V> = Mapped<slice::IterMut<'m, (K, V)>, fn(&'m mut (K, V)) -> (&'m K, &'m mut V)>;

/// Implements the iterators of a map.
macro_rules! iterators {
    ($map:ident of $key:ty, $value:ty) => {
        impl $map {
            /// Returns an iterator over the keys and values, in order.
            pub fn iter(&self) -> $crate::map::Iter<'_, $key, $value> {
                $crate::map::sealed::Sealed::pairs(self).iter().map(|(key, value)| (key, value))
            }

            /// Returns an iterator over the keys and values, in order, with mutable values.
            pub fn iter_mut(&mut self) -> $crate::map::IterMut<'_, $key, $value> {
                $crate::map::sealed::Sealed::pairs_mut(self).iter_mut().map(|(key, value)| (&*key, value))
            }

            /// Returns an iterator over the keys, in order.
            pub fn keys(&self) -> impl ExactSizeIterator<Item = &$key> + DoubleEndedIterator + Clone {
                self.iter().map(|(key, _)| key)
            }

            /// Returns an iterator over the values, in order.
            pub fn values(&self) -> impl ExactSizeIterator<Item = &$value> + DoubleEndedIterator + Clone {
                self.iter().map(|(_, value)| value)
            }

            /// Returns an iterator over the values, in order, mutably.
            pub fn values_mut(&mut self) -> impl ExactSizeIterator<Item = &mut $value> + DoubleEndedIterator {
                self.iter_mut().map(|(_, value)| value)
            }
        }

        impl<'m> IntoIterator for &'m $map {
            type Item = (&'m $key, &'m $value);
            type IntoIter = $crate::map::Iter<'m, $key, $value>;
            fn into_iter(self) -> Self::IntoIter {
                self.iter()
            }
        }

        impl<'m> IntoIterator for &'m mut $map {
            type Item = (&'m $key, &'m mut $value);
            type IntoIter = $crate::map::IterMut<'m, $key, $value>;
            fn into_iter(self) -> Self::IntoIter {
                self.iter_mut()
            }
        }

        impl IntoIterator for $map {
            type Item = ($key, $value);
            type IntoIter = std::vec::IntoIter<Self::Item>;
            fn into_iter(self) -> Self::IntoIter {
                $crate::map::sealed::Sealed::into_pairs(self).into_iter()
            }
        }
    };
}
pub(crate) use iterators;
