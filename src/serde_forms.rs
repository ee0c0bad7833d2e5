//! Parts of the serde mappings that both games share, such as types that are text in every format.

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Serialize, Serializer};

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

/// Builders used by the serializers: one collects elements, the other fields.
macro_rules! collectors {
    ($list:ident $map:ident -> $ok:ty; $($trait:ident $method:ident)+; $($struct:ident)+) => {
        $(
            impl serde::ser::$trait for $list {
                type Ok = $ok;
                type Error = SerdeError;
                fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> std::result::Result<(), SerdeError> {
                    self.push(value)
                }
                fn end(self) -> std::result::Result<$ok, SerdeError> {
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
                ) -> std::result::Result<(), SerdeError> {
                    self.push(name.into(), value)
                }
                fn end(self) -> std::result::Result<$ok, SerdeError> {
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

pub(crate) use as_text;
pub(crate) use collectors;
