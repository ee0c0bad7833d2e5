//! Vectors and the like. To this crate they go under a name of their own and stay what they are; to any other
//! format they are lists of numbers.

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::godot::ids::Kind;
use crate::godot::model::{
    Aabb, Basis, Color, Double, OfReals, Plane, Projection, Quaternion, Real, Rect2, Rect2i, Transform2D,
    Transform3D, Variant, Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i,
};

/// The value with these components, in the order of [`OfReals`]; `None` if there are too few or too many.
fn fill<R: Real, T: Default + OfReals<R, With<R> = T>>(numbers: &[R]) -> Option<T> {
    let mut numbers = numbers.iter().copied();
    let mut complete = true;
    let filled = T::default().map(&mut |_: R| {
        numbers.next().unwrap_or_else(|| {
            complete = false;
            R::default()
        })
    });
    (complete && numbers.next().is_none()).then_some(filled)
}

/// Numbers, from a list or from a value of ours.
struct Numbers<R>(&'static str, std::marker::PhantomData<R>);

impl<'de, R: Deserialize<'de>> Visitor<'de> for Numbers<R> {
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

/// What the names begin with: no type of a user's has such a name.
const PREFIX: &str = "$gamewire::";
/// What the names of types with 64-bit components end with.
const WIDE: &str = "<f64>";

macro_rules! reals {
    ($($name:ident)+) => {
        $(reals!(@ $name f32 concat!("$gamewire::", stringify!($name)));
        reals!(@ $name f64 concat!("$gamewire::", stringify!($name), "<f64>"));)+

        /// The value of a name and its numbers; `None` if it is no such name, `Some(None)` for wrong numbers.
        #[allow(clippy::option_option)] // Told apart right where it is called.
        pub(super) fn named(name: &str, numbers: &[f64]) -> Option<Option<Variant<'static>>> {
            let narrow = || numbers.iter().map(|number| f32::from_f64(*number)).collect::<Vec<_>>();
            $(
                if name == concat!("$gamewire::", stringify!($name)) {
                    return Some(fill::<f32, $name<f32>>(&narrow()).map(Variant::from));
                }
                if name == concat!("$gamewire::", stringify!($name), "<f64>") {
                    return Some(fill::<f64, $name<f64>>(numbers).map(|value| Double::from(value).into()));
                }
            )+
            named_ints(name, numbers)
        }

        /// The type that a name stands for.
        pub(super) fn kind_of(name: &str) -> Option<Kind> {
            let name = name.strip_prefix(PREFIX)?;
            match name.strip_suffix(WIDE).unwrap_or(name) {
                $(stringify!($name) => Some(Kind::$name),)+
                name => kind_of_ints(name),
            }
        }
    };
    (@ $name:ident $real:ident $text:expr) => {
        impl Serialize for $name<$real> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut numbers = Vec::with_capacity(16);
                self.map(&mut |number: $real| numbers.push(number));
                serializer.serialize_newtype_struct($text, &numbers)
            }
        }

        impl<'de> Deserialize<'de> for $name<$real> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let numbers = Numbers::<$real>($text, std::marker::PhantomData);
                let numbers = deserializer.deserialize_newtype_struct($text, numbers)?;
                fill(&numbers).ok_or_else(|| D::Error::custom(format_args!("{} numbers are no {}", numbers.len(), stringify!($name))))
            }
        }
    };
}

reals! { Vector2 Rect2 Vector3 Transform2D Vector4 Plane Quaternion Aabb Basis Transform3D Projection Color }

macro_rules! ints {
    ($($name:ident $n:literal)+) => {
        $(
            impl Serialize for $name {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    let numbers: [i32; $n] = (*self).into();
                    serializer.serialize_newtype_struct(concat!("$gamewire::", stringify!($name)), &numbers)
                }
            }

            impl<'de> Deserialize<'de> for $name {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let name = concat!("$gamewire::", stringify!($name));
                    let numbers = Numbers::<i32>(name, std::marker::PhantomData);
                    let numbers = deserializer.deserialize_newtype_struct(name, numbers)?;
                    let numbers = <[i32; $n]>::try_from(numbers.as_slice());
                    numbers.map(Self::from).map_err(|_| D::Error::custom(concat!("wrong count of numbers for ", stringify!($name))))
                }
            }
        )+

        #[allow(clippy::option_option, clippy::cast_possible_truncation)] // The numbers were i32 just before.
        fn named_ints(name: &str, numbers: &[f64]) -> Option<Option<Variant<'static>>> {
            let ints: Vec<i32> = numbers.iter().map(|number| *number as i32).collect();
            $(
                if name == concat!("$gamewire::", stringify!($name)) {
                    return Some(<[i32; $n]>::try_from(ints).ok().map(|ints| $name::from(ints).into()));
                }
            )+
            None
        }

        fn kind_of_ints(name: &str) -> Option<Kind> {
            match name {
                $(stringify!($name) => Some(Kind::$name),)+
                _ => None,
            }
        }
    };
}

ints! { Vector2i 2 Vector3i 3 Vector4i 4 Rect2i 4 }
