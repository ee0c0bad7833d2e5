//! The numbers of a value of fixed size, whatever its type and width.

use super::*;
use crate::godot::ids::for_each_type;

/// A row becomes an arm that walks the components, if it is made of reals, or says that there are none.
macro_rules! walks {
    ($(
        #$doc:tt $kind:ident ($($x:ident: $payload:ty)?) $shape:ident $wire:tt
            ($($width:ident $y:ident: $wide:ty)?) $names:tt $ids:tt;
    )+) => {
        impl Variant<'_> {
            /// Gives the components of a float, vector, matrix and so on to `each`, widened, by columns; `false`
            /// if the value is of no such type.
            pub(crate) fn for_each_component(&self, each: &mut dyn FnMut(f64)) -> bool {
                match self {
                    $(Self::$kind$(($x))? => walk!($shape each $($x)?),)+
                    Self::Double(double) => double.for_each_component(each),
                }
            }
        }

        impl Double<'_> {
            fn for_each_component(&self, each: &mut dyn FnMut(f64)) -> bool {
                match self {
                    $($(Self::$kind($y) => walk!($shape each $y),)?)+
                }
            }
        }
    };
}

macro_rules! walk {
    (float $each:ident $x:ident) => {{
        $each(*$x);
        true
    }};
    (reals $each:ident $x:ident) => {{
        $x.each($each);
        true
    }};
    ($shape:ident $each:ident) => {
        false
    };
    ($shape:ident $each:ident $x:ident) => {{
        let _ = $x;
        false
    }};
}

for_each_type!(walks);

impl OfReals<f32> for f32 {
    type With<S> = S;
    const COUNT: usize = 1;
    fn map<S>(&self, real: &mut impl FnMut(Self) -> S) -> S {
        real(*self)
    }
    fn build(real: &mut impl FnMut() -> Self) -> Self {
        real()
    }
}

impl OfReals<f64> for f64 {
    type With<S> = S;
    const COUNT: usize = 1;
    fn map<S>(&self, real: &mut impl FnMut(Self) -> S) -> S {
        real(*self)
    }
    fn build(real: &mut impl FnMut() -> Self) -> Self {
        real()
    }
}

/// A type made of reals alone, and the same type with components of the other width.
#[cfg_attr(
    not(any(feature = "json", feature = "serde")),
    allow(dead_code, reason = "only text and serde build values of components")
)]
pub(crate) trait OfReals<R>: Sized {
    /// The type with components of type `S`.
    type With<S>;
    /// How many components there are.
    const COUNT: usize;
    /// Every component made anew.
    fn map<S>(&self, real: &mut impl FnMut(R) -> S) -> Self::With<S>;
    /// A value of components that are asked for in the order of [`map`](OfReals::map).
    fn build(real: &mut impl FnMut() -> R) -> Self;
}

/// A type made of 32-bit ints alone.
#[cfg_attr(not(feature = "json"), allow(dead_code, reason = "only text builds values of components"))]
pub(crate) trait OfInts: Copy {
    /// The components in order.
    type Array: IntoIterator<Item = i32> + AsRef<[i32]> + for<'i> TryFrom<&'i [i32]>;
    /// How many components there are.
    const COUNT: usize;
    fn to_ints(self) -> Self::Array;
    fn from_ints(ints: Self::Array) -> Self;
}

/// What a structure of reals is made of: every field a real, or a smaller structure.
macro_rules! of_reals {
    ($($name:ident { $($field:ident $(: $part:ident)?),+ })+) => {$(
        impl<R: Real> OfReals<R> for $name<R> {
            type With<S> = $name<S>;
            const COUNT: usize = 0 $(+ of_reals!(@count $($part)?))+;
            fn map<S>(&self, real: &mut impl FnMut(R) -> S) -> $name<S> {
                $name { $($field: of_reals!(@map self.$field, real $(, $part)?)),+ }
            }
            fn build(real: &mut impl FnMut() -> R) -> Self {
                Self { $($field: of_reals!(@build real $(, $part)?)),+ }
            }
        }

        impl<R: Real> $name<R> {
            pub(super) fn each(&self, each: &mut dyn FnMut(f64)) {
                self.map(&mut |real: R| each(real.into()));
            }
        }
    )+};
    (@count) => { 1 };
    (@count $part:ident) => { <$part<R> as OfReals<R>>::COUNT };
    (@map $field:expr, $real:ident) => { $real($field) };
    (@map $field:expr, $real:ident, $part:ident) => { $field.map($real) };
    (@build $real:ident) => { $real() };
    (@build $real:ident, $part:ident) => { <$part<R>>::build($real) };
}
pub(super) use of_reals;
