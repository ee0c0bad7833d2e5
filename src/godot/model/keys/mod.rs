//! The equality of dictionary keys, which everything in this crate that handles dictionaries uses.
//!
//! Reading, inserting, looking up, comparing and converting use only this relation. `==` is stricter, because
//! it distinguishes `"hp"` from `&"hp"`, and a NaN from itself.

mod fingerprint;
mod leaf;
mod merge;
mod relation;
mod rules;

use std::hash::{Hash, Hasher};

#[cfg(feature = "serde")]
pub(crate) use fingerprint::texts_differ;
#[cfg(feature = "serde")]
pub(crate) use merge::FEW as FEW_KEYS;
pub(crate) use merge::{kept, merge};
pub(crate) use rules::KeyRules;

use super::Variant;

impl Variant {
    /// Returns whether two values are the same key of a dictionary in Godot 4. For the other engines, use
    /// [`Dialect::same_key`](crate::godot::Dialect::same_key).
    ///
    /// All functions of [`Dictionary`](super::Dictionary) use this relation. It differs from `==`:
    ///
    /// - `String` and `StringName` with the same text are the same key.
    /// - All NaNs are equal, also in vectors and packed arrays. As with `==`, 0.0 equals -0.0.
    /// - Components of 32 and of 64 bits are compared as numbers, and declared types are ignored.
    /// - An array with a NaN as an element, or a dictionary with a NaN as a value, is not the same key as any
    ///   other, not even as itself.
    /// - The same applies to objects except null, because engines compare the identity of objects, which is
    ///   not encoded.
    ///
    /// ```
    /// use gamewire::godot::{Variant, Vector2};
    /// assert!(Variant::String("hp".into()).same_key(&Variant::StringName("hp".into())));
    /// assert!(Variant::Float(f64::NAN).same_key(&Variant::Float(f64::NAN)));
    /// assert!(Variant::from(Vector2::new(0.0, 1.0)).same_key(&Vector2::new(-0.0, 1.0).into()));
    ///
    /// let array = Variant::from(vec![Variant::Float(f64::NAN)]);
    /// assert!(!array.same_key(&array));
    /// ```
    pub fn same_key(&self, other: &Variant) -> bool {
        KeyRules::GODOT_4.same(self, other)
    }
}

/// A value that can be a key of a [`HashMap`](std::collections::HashMap). Two keys are equal if Godot 4
/// treats them as [the same key](Variant::same_key).
///
/// ```
/// use std::collections::HashMap;
/// use gamewire::godot::{Key, Variant, Vector2i, variant};
///
/// let cells = variant!({ (Vector2i::new(0, 1)): "tree", (Vector2i::new(3, 1)): "rock" });
/// let index: HashMap<Key, &Variant> = cells
///     .as_dictionary()
///     .unwrap()
///     .iter()
///     .filter_map(|(key, value)| Some((Key::new(key.clone())?, value)))
///     .collect();
/// let cell = Key::new(Vector2i::new(3, 1)).unwrap();
/// assert_eq!(index[&cell].as_str(), Some("rock"));
///
/// assert_eq!(Key::new(Variant::StringName("hp".into())), Key::new("hp"));
/// assert_eq!(Key::new(vec![Variant::Float(f64::NAN)]), None); // Nobody would find it again.
/// ```
#[derive(Debug, Clone)]
pub struct Key(Variant);

impl Key {
    /// Creates a key. Returns `None` for a value that is not the same key as itself (see
    /// [`same_key`](Variant::same_key)), because it could never be found again.
    #[must_use]
    pub fn new(value: impl Into<Variant>) -> Option<Self> {
        let value = value.into();
        (!KeyRules::GODOT_4.never_found(&value)).then_some(Self(value))
    }

    /// Returns a reference to the value.
    pub fn as_variant(&self) -> &Variant {
        &self.0
    }

    /// Returns the value of the key.
    #[must_use]
    pub fn into_variant(self) -> Variant {
        self.0
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.0.same_key(&other.0)
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        KeyRules::GODOT_4.hash(&self.0, state);
    }
}
