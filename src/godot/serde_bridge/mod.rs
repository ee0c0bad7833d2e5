//! Conversions of your own types to and from Godot's bytes with serde. The rules are described in
//! [`serde_mapping`](super::serde_mapping).

mod math;
#[cfg(feature = "mint")]
pub mod mint;
mod opaque;
mod ser;
mod source;
mod variant;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use self::source::Source;
use super::decode::Decoder;
use super::dialect::Dialect;
use super::ids::Kind;
use super::model::{Array, Dictionary, NodePath, Rid, Signal, Text, Variant};
use super::view::VariantView;
pub use crate::error::SerdeError;
use crate::serde_forms::de::Value;

crate::serde_forms::as_text! {
    Dialect: "the name of a dialect";
    Kind: "the name of a type";
}

/// Implements serde for the contents of a value, in the form of that value.
macro_rules! contents {
    ($($contents:ident)+) => {$(
        impl Serialize for $contents {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Variant::from(self.clone()).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $contents {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::try_from(Variant::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }
    )+};
}

contents! { Array Dictionary NodePath Rid Signal Text }

/// The deepest allowed nesting. It is limited because the user's types may be recursive, and it is unknown how much stack they take.
const MAX_DEPTH: u32 = 128;

/// Deserializes a value of your own type from `bytes`, which must end with it.
///
/// ```
/// use gamewire::godot::{Dialect, Vector2, from_slice, to_vec};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Debug, PartialEq, Serialize, Deserialize)]
/// struct Player {
///     name: String,
///     hp: u8,
///     position: Vector2,
///     inventory: Vec<String>,
///     target: Option<String>,
/// }
///
/// let ada = Player {
///     name: "Ada".into(),
///     hp: 9,
///     position: Vector2::new(1.5, 2.5),
///     inventory: vec!["sword".into()],
///     target: None,
/// };
/// // What `var_to_bytes({"name": "Ada", "hp": 9, ..})` writes, and `bytes_to_var` reads.
/// let bytes = to_vec(&ada, Dialect::GODOT_4)?;
/// let back: Player = from_slice(&bytes, Dialect::GODOT_4)?;
/// assert_eq!(back, ada);
///
/// let wrong = to_vec(&vec![("hp", 300)].into_iter().collect::<std::collections::HashMap<_, _>>(), Dialect::GODOT_4)?;
/// #[derive(Debug, Deserialize)]
/// struct Health { hp: u8 }
/// let error = from_slice::<Health>(&wrong, Dialect::GODOT_4).unwrap_err();
/// assert_eq!(error.to_string(), r#"at $.hp: invalid value: integer `300`, expected u8"#);
/// # Ok::<(), gamewire::godot::SerdeError>(())
/// ```
///
/// # Errors
/// Returns an error if the bytes are not a valid value, if values are nested more than 128 levels deep, or if the value
/// cannot be converted to `T`. The error has the path. Full objects are read as data.
pub fn from_slice<'de, T: Deserialize<'de>>(bytes: &'de [u8], dialect: Dialect) -> Result<T, SerdeError> {
    Decoder::new(dialect).allow_objects(true).max_depth(MAX_DEPTH).deserialize(bytes)
}

impl Decoder {
    /// Deserializes a value of your own type from `bytes`, with the options of this decoder. Text is borrowed if the
    /// type borrows it (`&str`, or `Cow<str>` with `#[serde(borrow)]`), and byte arrays likewise (`&[u8]`).
    ///
    /// # Errors
    /// Returns an error if the decoder rejects the bytes, if values are nested more than 128 levels deep, or if the
    /// value cannot be converted to `T`. The error has the path.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect, variant};
    /// #[derive(serde::Deserialize)]
    /// struct Name<'a> { name: &'a str }
    /// let bytes = Dialect::GODOT_4.encode(&variant!({ "name": "Ada" }))?;
    /// let packet: Name<'_> = Decoder::new(Dialect::GODOT_4).max_depth(4).deserialize(&bytes)?;
    /// assert_eq!(packet.name, "Ada");
    /// assert!(Decoder::new(Dialect::GODOT_4).max_depth(0).deserialize::<Name<'_>>(&bytes).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn deserialize<'de, T: Deserialize<'de>>(&self, bytes: &'de [u8]) -> Result<T, SerdeError> {
        self.view(bytes)?.deserialize()
    }
}

impl<'a> VariantView<'a> {
    /// Deserializes this value as your own type. Use it if another part of the packet decides the type, or for a part
    /// of a larger value.
    ///
    /// # Errors
    /// Returns the same errors as [`from_variant`].
    ///
    /// ```
    /// use gamewire::godot::{Dialect, to_vec, variant};
    /// let bytes = to_vec(&variant!({ "kind": "move", "to": [3, 4] }), Dialect::GODOT_4)?;
    /// let packet = Dialect::GODOT_4.view(&bytes)?;
    /// if packet.get("kind").and_then(|kind| kind.as_str()).as_deref() == Some("move") {
    ///     let to: (u8, u8) = packet.get("to").unwrap().deserialize()?;
    ///     assert_eq!(to, (3, 4));
    /// }
    /// # Ok::<(), gamewire::godot::SerdeError>(())
    /// ```
    pub fn deserialize<T: Deserialize<'a>>(&self) -> Result<T, SerdeError> {
        T::deserialize(Value::new(Source::of_view(*self)))
    }
}

/// Serializes a value of your own type to a new vector.
///
/// # Errors
/// Returns an error if the dialect cannot represent a part of the value.
///
/// ```
/// use gamewire::godot::{Dialect, to_vec, variant};
/// #[derive(serde::Serialize)]
/// struct Select { id: u8 }
/// let bytes = to_vec(&Select { id: 7 }, Dialect::GODOT_3)?;
/// assert_eq!(bytes, Dialect::GODOT_3.encode(&variant!({ "id": 7 }))?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_vec<T: Serialize + ?Sized>(value: &T, dialect: Dialect) -> Result<Vec<u8>, SerdeError> {
    Ok(dialect.encode(&to_variant(value)?)?)
}

/// Converts a [`Variant`] to a value of your own type.
///
/// ```
/// use gamewire::godot::{from_variant, variant};
/// #[derive(serde::Deserialize)]
/// struct Player { name: String, hp: u8 }
/// let player: Player = from_variant(variant!({ "name": "Ada", "hp": 9 }))?;
/// assert_eq!((player.name.as_str(), player.hp), ("Ada", 9));
/// # Ok::<(), gamewire::godot::SerdeError>(())
/// ```
///
/// # Errors
/// Returns an error if values are nested more than 128 levels deep, or if the value cannot be converted to `T`. The
/// error has the path.
pub fn from_variant<'de, T: Deserialize<'de>>(value: Variant) -> Result<T, SerdeError> {
    T::deserialize(Value::new(Source::Tree(value)))
}

/// Converts a value of your own type to a [`Variant`].
///
/// # Errors
/// Returns an error if an integer needs more than 64 bits, or if `T` itself fails to serialize.
///
/// ```
/// use gamewire::godot::{from_variant, to_variant};
/// let value = to_variant(&("a", 1.5, [true]))?;
/// assert_eq!(value.to_string(), r#"["a", 1.5, [true]]"#);
/// assert_eq!(from_variant::<(String, f32, Vec<bool>)>(value)?, ("a".into(), 1.5, vec![true]));
/// # Ok::<(), gamewire::godot::SerdeError>(())
/// ```
pub fn to_variant<T: Serialize + ?Sized>(value: &T) -> Result<Variant, SerdeError> {
    value.serialize(ser::ToVariant)
}
