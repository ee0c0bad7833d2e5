//! Fields that are arrays rather than lists.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serializer};

/// The name that distinguishes an Int_Array from a list in serde.
pub(super) const INT_ARRAY: &str = "$gamewire::Int_Array";
/// The name that distinguishes a Long_Array from a list in serde.
pub(super) const LONG_ARRAY: &str = "$gamewire::Long_Array";

/// `#[serde(with = "gamewire::minecraft::nbt::byte_array")]`: bytes as Byte_Array, for `Vec<u8>` and its like.
pub mod byte_array {
    use super::{BytesVisitor, Deserializer, PhantomData, Serializer};

    /// Writes bytes.
    ///
    /// # Errors
    /// As the serializer's.
    pub fn serialize<S: Serializer, V: AsRef<[u8]>>(value: &V, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(value.as_ref())
    }

    /// Reads bytes.
    ///
    /// # Errors
    /// If there is another tag, or a number that the type does not hold.
    pub fn deserialize<'de, D: Deserializer<'de>, V: From<Vec<u8>>>(deserializer: D) -> Result<V, D::Error> {
        deserializer.deserialize_byte_buf(BytesVisitor(PhantomData))
    }
}

/// `#[serde(with = "gamewire::minecraft::nbt::int_array")]`: integers as Int_Array, for `Vec<i32>` and its like.
pub mod int_array {
    use super::{Deserializer, INT_ARRAY, NumbersVisitor, PhantomData, Serializer};

    /// Writes integers.
    ///
    /// # Errors
    /// As the serializer's.
    pub fn serialize<S: Serializer, V: AsRef<[i32]>>(value: &V, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(INT_ARRAY, value.as_ref())
    }

    /// Reads integers.
    ///
    /// # Errors
    /// If there is another tag, or a number that the type does not hold.
    pub fn deserialize<'de, D: Deserializer<'de>, V: From<Vec<i32>>>(deserializer: D) -> Result<V, D::Error> {
        deserializer.deserialize_newtype_struct(INT_ARRAY, NumbersVisitor::<i32, V>(PhantomData))
    }
}

/// `#[serde(with = "gamewire::minecraft::nbt::long_array")]`: integers as Long_Array, for `Vec<i64>` and its like.
pub mod long_array {
    use super::{Deserializer, LONG_ARRAY, NumbersVisitor, PhantomData, Serializer};

    /// Writes integers.
    ///
    /// # Errors
    /// As the serializer's.
    pub fn serialize<S: Serializer, V: AsRef<[i64]>>(value: &V, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(LONG_ARRAY, value.as_ref())
    }

    /// Reads integers.
    ///
    /// # Errors
    /// If there is another tag, or a number that the type does not hold.
    pub fn deserialize<'de, D: Deserializer<'de>, V: From<Vec<i64>>>(deserializer: D) -> Result<V, D::Error> {
        deserializer.deserialize_newtype_struct(LONG_ARRAY, NumbersVisitor::<i64, V>(PhantomData))
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
        NumbersVisitor::<u8, V>(PhantomData).visit_seq(seq)
    }
}

struct NumbersVisitor<N, V>(PhantomData<(N, V)>);

impl<'de, N: Deserialize<'de>, V: From<Vec<N>>> Visitor<'de> for NumbersVisitor<N, V> {
    type Value = V;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of integers")
    }
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<V, D::Error> {
        Vec::deserialize(deserializer).map(V::from)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<V, A::Error> {
        let mut numbers = Vec::new();
        while let Some(number) = seq.next_element()? {
            numbers.push(number);
        }
        Ok(numbers.into())
    }
}
