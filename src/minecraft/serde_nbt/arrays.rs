//! serde modules for fields that are arrays instead of lists.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserializer, Error, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::serde_forms::NumbersVisitor;

/// The name that distinguishes an Int_Array from a list in serde.
pub(super) const INT_ARRAY: &str = "$gamewire::Int_Array";
/// The name that distinguishes a Long_Array from a list in serde.
pub(super) const LONG_ARRAY: &str = "$gamewire::Long_Array";

const INTEGERS: &str = "an array of integers";

/// `#[serde(with = "gamewire::minecraft::nbt::byte_array")]`: bytes such as `Vec<u8>` as a Byte_Array.
///
/// ```
/// use gamewire::minecraft::nbt::{from_slice, to_vec};
///
/// #[derive(serde::Serialize, serde::Deserialize)]
/// struct Section {
///     #[serde(with = "gamewire::minecraft::nbt::byte_array")]
///     light: Vec<u8>,
/// }
///
/// let bytes = to_vec(&Section { light: vec![15; 2] })?;
/// assert_eq!(bytes[3], 7); // A Byte_Array. Without the attribute it would be a List, whose id is 9.
/// assert_eq!(from_slice::<Section>(&bytes)?.light, [15, 15]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod byte_array {
    use super::{BytesVisitor, Deserializer, PhantomData, Serializer};

    /// Serializes bytes.
    ///
    /// # Errors
    /// Returns the errors of the serializer.
    pub fn serialize<S: Serializer, V: AsRef<[u8]>>(value: &V, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(value.as_ref())
    }

    /// Deserializes bytes.
    ///
    /// # Errors
    /// Returns an error if the tag has another type, or if a number does not fit in the type.
    pub fn deserialize<'de, D: Deserializer<'de>, V: From<Vec<u8>>>(deserializer: D) -> Result<V, D::Error> {
        deserializer.deserialize_byte_buf(BytesVisitor(PhantomData))
    }
}

/// `#[serde(with = "gamewire::minecraft::nbt::int_array")]`: integers such as `Vec<i32>` as an Int_Array.
///
/// ```
/// use gamewire::minecraft::nbt::{from_slice, to_vec};
///
/// #[derive(serde::Serialize, serde::Deserialize)]
/// struct Chunk {
///     #[serde(with = "gamewire::minecraft::nbt::int_array")]
///     biomes: Vec<i32>,
/// }
///
/// let bytes = to_vec(&Chunk { biomes: vec![1, 2] })?;
/// assert_eq!(bytes[3], 11); // An Int_Array.
/// assert_eq!(from_slice::<Chunk>(&bytes)?.biomes, [1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod int_array {
    use super::{Deserializer, INT_ARRAY, INTEGERS, NumbersVisitor, PhantomData, Serializer};

    /// Serializes integers.
    ///
    /// # Errors
    /// Returns the errors of the serializer.
    pub fn serialize<S: Serializer, V: AsRef<[i32]>>(value: &V, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(INT_ARRAY, value.as_ref())
    }

    /// Deserializes integers.
    ///
    /// # Errors
    /// Returns an error if the tag has another type, or if a number does not fit in the type.
    pub fn deserialize<'de, D: Deserializer<'de>, V: From<Vec<i32>>>(deserializer: D) -> Result<V, D::Error> {
        deserializer
            .deserialize_newtype_struct(INT_ARRAY, NumbersVisitor::<i32>(INTEGERS, PhantomData))
            .map(V::from)
    }
}

/// `#[serde(with = "gamewire::minecraft::nbt::long_array")]`: integers such as `Vec<i64>` as a Long_Array.
///
/// ```
/// use gamewire::minecraft::nbt::{from_slice, to_vec};
///
/// #[derive(serde::Serialize, serde::Deserialize)]
/// struct Heightmap {
///     #[serde(with = "gamewire::minecraft::nbt::long_array")]
///     heights: Vec<i64>,
/// }
///
/// let bytes = to_vec(&Heightmap { heights: vec![64] })?;
/// assert_eq!(bytes[3], 12); // A Long_Array.
/// assert_eq!(from_slice::<Heightmap>(&bytes)?.heights, [64]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod long_array {
    use super::{Deserializer, INTEGERS, LONG_ARRAY, NumbersVisitor, PhantomData, Serializer};

    /// Serializes integers.
    ///
    /// # Errors
    /// Returns the errors of the serializer.
    pub fn serialize<S: Serializer, V: AsRef<[i64]>>(value: &V, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(LONG_ARRAY, value.as_ref())
    }

    /// Deserializes integers.
    ///
    /// # Errors
    /// Returns an error if the tag has another type, or if a number does not fit in the type.
    pub fn deserialize<'de, D: Deserializer<'de>, V: From<Vec<i64>>>(deserializer: D) -> Result<V, D::Error> {
        deserializer
            .deserialize_newtype_struct(LONG_ARRAY, NumbersVisitor::<i64>(INTEGERS, PhantomData))
            .map(V::from)
    }
}

/// `#[serde(with = "gamewire::minecraft::nbt::unsigned")]`: `u8`, `u16`, `u32` and `u64` inside `flatten`, `untagged`
/// and `tag`.
///
/// serde reads such a field before its type is known. Without this module, it rejects numbers whose highest bit is set,
/// because `200_u8` is Byte -56.
///
/// ```
/// use gamewire::minecraft::nbt::{from_tag, to_tag};
///
/// #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
/// #[serde(tag = "id")]
/// enum Block {
///     Lamp {
///         #[serde(with = "gamewire::minecraft::nbt::unsigned")]
///         light: u8,
///     },
/// }
///
/// let lamp = Block::Lamp { light: 200 };
/// assert_eq!(from_tag::<Block>(to_tag(&lamp)?)?, lamp);
/// # Ok::<(), gamewire::error::SerdeError>(())
/// ```
pub mod unsigned {
    use super::{Deserializer, PhantomData, Serialize, Serializer, UnsignedVisitor};

    /// Serializes the number in the same way as without this module.
    ///
    /// # Errors
    /// Returns the errors of the serializer.
    pub fn serialize<S: Serializer, N: TryFrom<i64> + TryFrom<u64> + Serialize>(
        value: &N,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }

    /// Deserializes the tag of the same width by its bits, and any other integer by its value.
    ///
    /// # Errors
    /// Returns an error if the tag has another type, or if the number does not fit in the type.
    pub fn deserialize<'de, D: Deserializer<'de>, N: TryFrom<i64> + TryFrom<u64>>(
        deserializer: D,
    ) -> Result<N, D::Error> {
        deserializer.deserialize_any(UnsignedVisitor(PhantomData))
    }
}

struct UnsignedVisitor<N>(PhantomData<N>);

impl<N: TryFrom<i64> + TryFrom<u64>> UnsignedVisitor<N> {
    fn unsigned<E: Error>(number: i64, width: u32) -> Result<N, E> {
        // A signed number of the width of the type has its bits.
        let read = match width as usize == 8 * size_of::<N>() {
            true => N::try_from(number.cast_unsigned() & u64::MAX >> (u64::BITS - width)).ok(),
            false => N::try_from(number).ok(),
        };
        read.ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &"an unsigned integer of this width"))
    }
}

impl<N: TryFrom<i64> + TryFrom<u64>> Visitor<'_> for UnsignedVisitor<N> {
    type Value = N;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an unsigned integer")
    }
    crate::serde_forms::visit! { N:
        visit_i8(number: i8) => Self::unsigned(number.into(), i8::BITS);
        visit_i16(number: i16) => Self::unsigned(number.into(), i16::BITS);
        visit_i32(number: i32) => Self::unsigned(number.into(), i32::BITS);
        visit_i64(number: i64) => Self::unsigned(number, i64::BITS);
        visit_u64(number: u64) => N::try_from(number)
            .map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &"an unsigned integer of this width"));
    }
}

struct BytesVisitor<V>(PhantomData<V>);

impl<'de, V: From<Vec<u8>>> Visitor<'de> for BytesVisitor<V> {
    type Value = V;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a Byte_Array")
    }
    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<V, E> {
        Ok(bytes.to_vec().into())
    }
    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<V, E> {
        Ok(bytes.into())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<V, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(seq)).map(V::from)
    }
}
