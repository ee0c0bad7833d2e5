//! Serde support for vectors and other structures of numbers. This crate's own serializer recognizes them by
//! their names and keeps their type; in any other format they are lists of numbers.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::godot::ids::{Kind, for_each_type};
use crate::godot::model::*;
use crate::serde_forms::NumbersVisitor;

/// The prefix of the names, which user-defined types do not have.
const PREFIX: &str = "$gamewire::";
/// The suffix of the names of types with 64-bit components.
const WIDE: &str = "<f64>";

/// Returns the type with this name, and whether its components have 64 bits.
pub(super) fn kind_of(name: &str) -> Option<(Kind, bool)> {
    let name = name.strip_prefix(PREFIX)?;
    let narrow = name.strip_suffix(WIDE);
    let kind = Kind::from_name(narrow.unwrap_or(name))?;
    kind.numeric().filter(|numeric| numeric.element.is_none()).map(|_| (kind, narrow.is_some()))
}

/// Returns the value of a type with these numbers, or `None` if the numbers do not fit.
pub(super) fn value_of(kind: Kind, is_wide: bool, numbers: &[f64]) -> Option<Variant> {
    let numbers = Numbers::of(numbers.iter().copied());
    let numbers = numbers.cast(kind.numeric()?.number_type(is_wide))?;
    Variant::from_numbers(kind, numbers)
}

/// Implements `Serialize` and `Deserialize` for the rows of structures.
macro_rules! structures {
    ($(
        #$doc:tt $kind:ident $payload:tt $shape:ident $wide:tt [$old:literal $three:literal $name:literal] $ids:tt $page:ident;
    )+) => {
        $(serde!($shape $kind $name);)+
    };
}

macro_rules! serde {
    (Reals $type:ident $name:literal) => {
        serde!(@ $type<f32>, concat!("$gamewire::", $name));
        serde!(@ $type<f64>, concat!("$gamewire::", $name, "<f64>"));
    };
    (Ints $type:ident $name:literal) => {
        serde!(@ $type, concat!("$gamewire::", $name));
    };
    (@ $type:ty, $name:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut numbers = Vec::with_capacity(Self::COUNT);
                self.each(&mut |number| numbers.push(number));
                serializer.serialize_newtype_struct($name, &numbers)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let expected = $name.trim_start_matches(PREFIX).trim_end_matches(WIDE);
                let numbers = NumbersVisitor(expected, std::marker::PhantomData);
                let numbers = deserializer.deserialize_newtype_struct($name, numbers)?;
                let count = numbers.len();
                let wrong = || D::Error::custom(format_args!("{} does not have {count} numbers", Self::KIND));
                Self::of(numbers.into_iter()).ok_or_else(wrong)
            }
        }
    };
    // The type is not a structure of numbers.
    ($($row:tt)*) => {};
}

for_each_type!(structures);
