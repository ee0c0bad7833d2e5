//! Parts of the serde mappings that both games share, such as types that are text in every format.

pub(crate) mod de;
pub(crate) mod handed;

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Bytes that are serialized as a byte string.
pub(crate) struct Bytes<'b>(pub(crate) &'b [u8]);

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

/// A visitor that parses a type from text.
pub(crate) struct FromText<T>(pub(crate) PhantomData<T>, pub(crate) &'static str);

impl<T: FromStr<Err: Display>> Visitor<'_> for FromText<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.1)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// Reads a list of numbers, which may be in a newtype struct.
pub(crate) struct NumbersVisitor<N>(pub(crate) &'static str, pub(crate) PhantomData<N>);

impl<'de, N: Deserialize<'de>> Visitor<'de> for NumbersVisitor<N> {
    type Value = Vec<N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<Vec<N>, D::Error> {
        inner.deserialize_seq(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Vec<N>, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list))
    }
}

/// Returns an unsigned number as a signed one, or an error if it is too large.
pub(crate) fn signed<E: Error>(x: u64) -> Result<i64, E> {
    i64::try_from(x).map_err(|_| E::custom(format_args!("{x} is past 64 bits with sign")))
}

/// Implements serde for types that are written with `Display` and read with `FromStr`.
macro_rules! as_text {
    ($($type:ty: $what:literal;)+) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&format_args!("{self:#}"))
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str($crate::serde_forms::FromText(std::marker::PhantomData, $what))
            }
        }
    )+};
}

/// The methods of a `Serializer` that both games forward: numbers to the expression for their group, and containers to
/// `new` of the builders for [`collectors`], with the name of the variant and the length.
macro_rules! serializer {
    (
        $list:ident $map:ident -> $ok:ty;
        |$x:ident| bool: $bool:expr, signed: $signed:expr, unsigned: $unsigned:expr, float: $float:expr
    ) => {
        type Ok = $ok;
        type Error = SerdeError;
        type SerializeSeq = $list;
        type SerializeTuple = $list;
        type SerializeTupleStruct = $list;
        type SerializeTupleVariant = $list;
        type SerializeMap = $map;
        type SerializeStruct = $map;
        type SerializeStructVariant = $map;

        $crate::serde_forms::serializer! { @ $ok; $x
            serialize_bool(bool) $bool;
            serialize_i8(i8) $signed;
            serialize_i16(i16) $signed;
            serialize_i32(i32) $signed;
            serialize_i64(i64) $signed;
            serialize_u8(u8) $unsigned;
            serialize_u16(u16) $unsigned;
            serialize_u32(u32) $unsigned;
            serialize_u64(u64) $unsigned;
            serialize_f32(f32) $float;
            serialize_f64(f64) $float;
        }
        fn serialize_unit_struct(self, _: &'static str) -> Result<$ok, Self::Error> {
            self.serialize_unit()
        }
        fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<$ok, Self::Error> {
            self.serialize_str(variant)
        }
        fn serialize_seq(self, len: Option<usize>) -> Result<$list, Self::Error> {
            Ok($list::new(None, len))
        }
        fn serialize_tuple(self, len: usize) -> Result<$list, Self::Error> {
            Ok($list::new(None, Some(len)))
        }
        fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<$list, Self::Error> {
            Ok($list::new(None, Some(len)))
        }
        fn serialize_tuple_variant(
            self,
            _: &'static str,
            _: u32,
            variant: &'static str,
            len: usize,
        ) -> Result<$list, Self::Error> {
            Ok($list::new(Some(variant), Some(len)))
        }
        fn serialize_map(self, len: Option<usize>) -> Result<$map, Self::Error> {
            Ok($map::new(None, len))
        }
        fn serialize_struct(self, _: &'static str, len: usize) -> Result<$map, Self::Error> {
            Ok($map::new(None, Some(len)))
        }
        fn serialize_struct_variant(
            self,
            _: &'static str,
            _: u32,
            variant: &'static str,
            len: usize,
        ) -> Result<$map, Self::Error> {
            Ok($map::new(Some(variant), Some(len)))
        }
    };
    (@ $ok:ty; $x:ident $($method:ident($type:ty) $value:expr;)+) => {$(
        fn $method(self, $x: $type) -> Result<$ok, Self::Error> {
            $value
        }
    )+};
}

/// The methods of a `Visitor` that convert a number or text: `visit_bool(x: bool) => Ok(x.into())`.
macro_rules! visit {
    ($made:ty: $($method:ident($x:ident: $type:ty) => $value:expr;)+) => {$(
        fn $method<E: serde::de::Error>(self, $x: $type) -> Result<$made, E> {
            $value
        }
    )+};
}

/// Builders used by the serializers: one collects elements, the other fields.
macro_rules! collectors {
    ($list:ident $map:ident -> $ok:ty; $($trait:ident $method:ident)+; $($struct:ident)+) => {
        $(
            impl serde::ser::$trait for $list {
                type Ok = $ok;
                type Error = SerdeError;
                fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Self::Error> {
                    self.push(value)
                }
                fn end(self) -> Result<$ok, Self::Error> {
                    self.done()
                }
            }
        )+
        $(
            impl serde::ser::$struct for $map {
                type Ok = $ok;
                type Error = SerdeError;
                fn serialize_field<T: Serialize + ?Sized>(
                    &mut self,
                    name: &'static str,
                    value: &T,
                ) -> Result<(), Self::Error> {
                    self.push(name.into(), value)
                }
                fn end(self) -> Result<$ok, Self::Error> {
                    self.done()
                }
            }
        )+
    };
    ($list:ident $map:ident -> $ok:ty) => {
        $crate::serde_forms::collectors! {
            $list $map -> $ok;
            SerializeSeq serialize_element
            SerializeTuple serialize_element
            SerializeTupleStruct serialize_field
            SerializeTupleVariant serialize_field;
            SerializeStruct SerializeStructVariant
        }
    };
}

pub(crate) use {as_text, collectors, serializer, visit};
