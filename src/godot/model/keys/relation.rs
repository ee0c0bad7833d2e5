//! The equality of keys by the rules of each engine.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use super::super::{InputEvent, Leaf, Variant};
use super::leaf::Compared;
use super::rules::{KeyRules, Nan, PackedRule};
use crate::godot::ids::Kind;
use crate::limits::with_stack;

impl KeyRules {
    /// Returns whether two keys are the same.
    pub(crate) fn same(self, a: &Variant, b: &Variant) -> bool {
        match (a, b) {
            // This is the most common case, and a fast one.
            (Variant::String(a), Variant::String(b)) => a == b,
            (Variant::Int(a), Variant::Int(b)) => a == b,
            (a, b) => self.compare(a, b).is_eq() && !self.never_found(a),
        }
    }

    /// Compares two keys, in an order in which equal keys are equal. Keys that differ only because they are
    /// not equal to themselves are equal in this order, too.
    pub(super) fn compare(self, a: &Variant, b: &Variant) -> Ordering {
        let kinds = self.kind(a).cmp(&self.kind(b));
        if kinds.is_ne() {
            return kinds;
        }
        match (a, b) {
            (Variant::Array(a), Variant::Array(b)) => with_stack(|| self.compare_items(a, b)),
            (Variant::Dictionary(a), Variant::Dictionary(b)) => {
                with_stack(|| self.compare_entries(a.as_slice(), b.as_slice()))
            }
            // Both have the same kind, and neither has elements or entries. Properties are not compared.
            _ => self.compare_leaves(a, b),
        }
    }

    fn compare_items(self, a: &[Variant], b: &[Variant]) -> Ordering {
        let mut order = a.len().cmp(&b.len());
        for (a, b) in a.iter().zip(b) {
            if order.is_ne() {
                break;
            }
            order = self.compare_inner(a, b);
        }
        order
    }

    fn compare_entries(self, a: &[(Variant, Variant)], b: &[(Variant, Variant)]) -> Ordering {
        let mut order = a.len().cmp(&b.len());
        for ((key_a, a), (key_b, b)) in a.iter().zip(b) {
            if order.is_eq() {
                order = self.compare(key_a, key_b);
            }
            if order.is_ne() {
                break;
            }
            order = self.compare_inner(a, b);
        }
        order
    }

    /// Compares two elements or values, which must have the same type to be equal.
    fn compare_inner(self, a: &Variant, b: &Variant) -> Ordering {
        let kinds = (a.kind() as u8).cmp(&(b.kind() as u8));
        if kinds.is_ne() { kinds } else { self.compare(a, b) }
    }

    #[inline(never)]
    fn compare_leaves(self, a: &Variant, b: &Variant) -> Ordering {
        if let (Leaf::Packed(a), Leaf::Packed(b)) = (a.leaf(), b.leaf()) {
            let lengths = a.numbers.len().cmp(&b.numbers.len());
            if lengths.is_ne() {
                return lengths;
            }
        }
        Compared::new(a, self).cmp(&Compared::new(b, self))
    }

    /// Returns a number for the type, which is equal for types whose keys can be equal.
    fn kind(self, key: &Variant) -> u8 {
        match key.kind() {
            Kind::StringName => Kind::String as u8,
            kind => kind as u8,
        }
    }

    /// Returns whether a key is not equal to itself, because it is an object or contains a NaN.
    pub(super) fn never_found(self, key: &Variant) -> bool {
        match key {
            Variant::Array(items) => with_stack(|| items.iter().any(|item| self.never_found_inside(item))),
            Variant::Dictionary(entries) => {
                let mut entries = entries.as_slice().iter();
                with_stack(|| {
                    entries.any(|(key, value)| self.never_found(key) || self.never_found_inside(value))
                }) || !self.dictionaries
            }
            _ => self.is_alone(key),
        }
    }

    fn never_found_inside(self, value: &Variant) -> bool {
        match value {
            Variant::Float(number) if number.is_nan() => self.nan != Nan::Every,
            value => self.never_found(value),
        }
    }

    /// Returns whether a key certainly differs from any other, without examining its contents.
    pub(super) fn is_alone(self, key: &Variant) -> bool {
        match key {
            Variant::String(_) | Variant::StringName(_) | Variant::Int(_) => false,
            key => self.is_leaf_alone(key),
        }
    }

    #[inline(never)]
    fn is_leaf_alone(self, key: &Variant) -> bool {
        let nan_differs = self.nan == Nan::Nothing;
        match key.leaf() {
            Leaf::Object(object) => !object.is_null(),
            Leaf::Dictionary(_) => !self.dictionaries,
            Leaf::Float(number) => nan_differs && number.is_nan(),
            Leaf::Structure(structure) => nan_differs && structure.numbers().any_nan(),
            Leaf::Packed(packed) => {
                self.packed == PackedRule::VectorsAsNumbers && packed.parts == 1 && packed.numbers.any_nan()
            }
            Leaf::InputEvent(InputEvent { event, .. }) => event.value().is_some_and(f32::is_nan),
            _ => false,
        }
    }

    /// Hashes a key. Equal keys have equal hashes.
    pub(crate) fn hash(self, key: &Variant, state: &mut impl Hasher) {
        self.hash_some::<true>(key, usize::MAX, state);
    }

    /// Hashes at most 32 values of a container, so that the cost is bounded for any nesting.
    pub(super) fn hash_start(self, key: &Variant, state: &mut impl Hasher) {
        const VALUES: usize = 32;
        if let Variant::Array(_) | Variant::Dictionary(_) = key {
            self.hash_some::<false>(key, VALUES, state);
        } else {
            self.hash(key, state);
        }
    }

    /// Hashes at most this number of values, or the whole key. Returns how many more values may be hashed.
    fn hash_some<const WHOLE: bool>(self, key: &Variant, values: usize, state: &mut impl Hasher) -> usize {
        let Some(mut left) = values.checked_sub(1) else { return 0 };
        self.kind(key).hash(state);
        match key {
            Variant::Array(items) => {
                items.len().hash(state);
                with_stack(|| {
                    for item in items.iter().take(values) {
                        left = self.hash_some::<WHOLE>(item, left, state);
                    }
                });
            }
            Variant::Dictionary(entries) => {
                entries.len().hash(state);
                with_stack(|| {
                    for (key, value) in entries.as_slice().iter().take(values) {
                        left = self.hash_some::<WHOLE>(key, left, state);
                        left = self.hash_some::<WHOLE>(value, left, state);
                    }
                });
            }
            _ => self.hash_leaf(key, WHOLE, state),
        }
        left
    }

    #[inline(never)]
    fn hash_leaf(self, key: &Variant, whole: bool, state: &mut impl Hasher) {
        match key.leaf() {
            // The numbers in a part of a key are not read.
            Leaf::Packed(packed) if !whole => packed.numbers.len().hash(state),
            _ if whole => Compared::new(key, self).hash(state),
            _ => Compared::new(key, self).hash_start(state),
        }
    }
}
