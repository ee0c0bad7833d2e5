//! Components of types of a fixed size.

use super::Real;
use crate::godot::ids::Kind;

/// A named part of a structure of numbers, such as the position of a `Rect2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// The name of the part in the engine.
    pub name: &'static str,
    /// The type of the part: `Float`, `Int`, or a smaller structure.
    pub kind: Kind,
    /// The number of numbers in the part.
    pub count: usize,
}

impl<R: Real> OfReals<R> for R {
    type With<S> = S;
    const COUNT: usize = 1;
    const FIELDS: &'static [Field] = &[];
    fn map<S>(&self, real: &mut impl FnMut(Self) -> S) -> S {
        real(*self)
    }
    fn build(real: &mut impl FnMut() -> Self) -> Self {
        real()
    }
}

/// A type that consists only of reals. It can be converted to the same type with components of another width.
pub(crate) trait OfReals<R>: Sized {
    /// The type with components of type `S`.
    type With<S>;
    const COUNT: usize;
    /// The names of the fields.
    const FIELDS: &'static [Field];
    /// Converts every component with the function `real`.
    fn map<S>(&self, real: &mut impl FnMut(R) -> S) -> Self::With<S>;
    /// Builds a value. `real` returns its components in the order of [`map`](OfReals::map).
    fn build(real: &mut impl FnMut() -> R) -> Self;
}

/// A type that consists only of 32-bit ints.
pub(crate) trait OfInts: Copy {
    /// The components in order.
    type Array: IntoIterator<Item = i32> + AsRef<[i32]> + for<'i> TryFrom<&'i [i32]>;
    const COUNT: usize;
    /// The names of the fields.
    const FIELDS: &'static [Field];
    fn to_ints(self) -> Self::Array;
    fn from_ints(ints: Self::Array) -> Self;
}

/// Implements [`OfReals`] for structures of reals, whose fields are reals or smaller structures.
macro_rules! of_reals {
    ($($name:ident { $($field:ident $(: $part:ident)?),+ })+) => {$(
        impl<R: Real> OfReals<R> for $name<R> {
            type With<S> = $name<S>;
            const COUNT: usize = 0 $(+ of_reals!(@count $($part)?))+;
            const FIELDS: &'static [Field] = &[$(Field {
                name: stringify!($field),
                kind: of_reals!(@kind $($part)?),
                count: of_reals!(@count $($part)?),
            }),+];
            fn map<S>(&self, real: &mut impl FnMut(R) -> S) -> $name<S> {
                $name { $($field: of_reals!(@map self.$field, real $(, $part)?)),+ }
            }
            fn build(real: &mut impl FnMut() -> R) -> Self {
                Self { $($field: of_reals!(@build real $(, $part)?)),+ }
            }
        }
    )+};
    (@kind) => { Kind::Float };
    (@kind $part:ident) => { Kind::$part };
    (@count) => { 1 };
    (@count $part:ident) => { <$part<R> as OfReals<R>>::COUNT };
    (@map $field:expr, $real:ident) => { $real($field) };
    (@map $field:expr, $real:ident, $part:ident) => { $field.map($real) };
    (@build $real:ident) => { $real() };
    (@build $real:ident, $part:ident) => { <$part<R>>::build($real) };
}
pub(super) use of_reals;
