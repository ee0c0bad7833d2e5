//! Serde support for vectors and other structures of numbers. This crate's own serializer recognizes them by
//! their names and keeps their type; in any other format they are lists of numbers.

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::godot::ids::{Kind, for_each_type};
use crate::godot::model::*;

/// Returns the value with these components, in the order of [`OfReals`], or `None` if there are too few or
/// too many.
fn fill<R: Real, T: OfReals<R>>(numbers: impl ExactSizeIterator<Item = R>) -> Option<T> {
    let mut numbers = numbers;
    (numbers.len() == T::COUNT).then(|| T::build(&mut || numbers.next().unwrap_or_default()))
}

/// The visitor for numbers in a list or in a value of this crate.
struct NumberList<R>(&'static str, std::marker::PhantomData<R>);

impl<'de, R: Deserialize<'de>> Visitor<'de> for NumberList<R> {
    type Value = Vec<R>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.trim_start_matches(PREFIX).trim_end_matches(WIDE))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<Vec<R>, D::Error> {
        inner.deserialize_seq(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<R>, A::Error> {
        let mut numbers = Vec::new();
        while let Some(number) = list.next_element()? {
            numbers.push(number);
        }
        Ok(numbers)
    }
}

/// The prefix of the names, which user-defined types do not have.
const PREFIX: &str = "$gamewire::";
/// The suffix of the names of types with 64-bit components.
const WIDE: &str = "<f64>";

/// Implements `Serialize` and `Deserialize` for the rows with the shapes `reals` and `ints`, and defines a
/// function that creates their values.
macro_rules! numbers {
    ($(
        #$doc:tt $kind:ident $payload:tt $class:ident $shape:ident $wide:tt $names:tt $ids:tt $page:ident;
    )+) => {
        $(serde!($class $shape $kind);)+

        /// Returns the type with this name, and whether its components have 64 bits.
        pub(super) fn kind_of(name: &str) -> Option<(Kind, bool)> {
            let name = name.strip_prefix(PREFIX)?;
            let narrow = name.strip_suffix(WIDE);
            let kind = match narrow.unwrap_or(name) {
                $(stringify!($kind) => Kind::$kind,)+
                _ => return None,
            };
            kind.numeric().filter(|numeric| numeric.element.is_none()).map(|_| (kind, narrow.is_some()))
        }
    };
}

/// Returns the value of a type with these numbers, or `None` if the numbers do not fit.
pub(super) fn value_of(kind: Kind, is_wide: bool, numbers: &[f64]) -> Option<Variant> {
    let numbers = Numbers::of(numbers.iter().copied());
    let numbers = numbers.cast(kind.numeric()?.number_type(is_wide))?;
    Variant::from_numbers(kind, numbers)
}

macro_rules! serde {
    (structure reals $name:ident) => {
        serde!(@ $name f32 concat!("$gamewire::", stringify!($name)));
        serde!(@ $name f64 concat!("$gamewire::", stringify!($name), "<f64>"));
    };
    (@ $name:ident $real:ident $text:expr) => {
        impl Serialize for $name<$real> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut numbers = Vec::with_capacity(Self::COUNT);
                self.map(&mut |number: $real| numbers.push(number));
                serializer.serialize_newtype_struct($text, &numbers)
            }
        }

        impl<'de> Deserialize<'de> for $name<$real> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let numbers = NumberList::<$real>($text, std::marker::PhantomData);
                let numbers = deserializer.deserialize_newtype_struct($text, numbers)?;
                let count = numbers.len();
                let wrong = || D::Error::custom(format_args!("{} does not have {count} numbers", stringify!($name)));
                fill(numbers.into_iter()).ok_or_else(wrong)
            }
        }
    };
    (structure ints $name:ident) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_newtype_struct(concat!("$gamewire::", stringify!($name)), &self.to_ints())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = concat!("$gamewire::", stringify!($name));
                let numbers = NumberList::<i32>(name, std::marker::PhantomData);
                let numbers = deserializer.deserialize_newtype_struct(name, numbers)?;
                let wrong = |_| D::Error::custom(concat!("wrong count of numbers for ", stringify!($name)));
                numbers.try_into().map(Self::from_ints).map_err(wrong)
            }
        }
    };
    // The type is not a structure of numbers.
    ($($row:tt)*) => {};
}

for_each_type!(numbers);
