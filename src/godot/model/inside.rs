//! The values right inside a value.

use super::*;
use crate::godot::ids::for_each_type;

/// The values right inside a value.
pub(crate) enum Inside<'v, 'a> {
    /// The elements of an `Array`.
    Items(&'v Array<'a>),
    /// The entries of a `Dictionary`.
    Entries(&'v Dictionary<'a>),
    /// The properties of a full object.
    Properties(&'v ObjectData<'a>),
    Nothing,
}

/// The values right inside a value, to be changed.
pub(crate) enum InsideMut<'v, 'a> {
    Items(&'v mut Array<'a>),
    Entries(&'v mut Dictionary<'a>),
    Properties(&'v mut ObjectData<'a>),
    Nothing,
}

/// A row becomes an arm of each of the two, by its shape.
macro_rules! insides {
    ($($shape:ident $kind:ident ($($x:ident: $payload:ty)?);)+) => {
        impl<'a> Variant<'a> {
            /// The values right inside this one.
            #[inline]
            pub(crate) fn inside(&self) -> Inside<'_, 'a> {
                match self {
                    $(Self::$kind$(($x))? => inside!(Inside $shape $($x)?),)+
                    Self::Double(_) => Inside::Nothing,
                }
            }

            /// The values right inside this one, to be changed.
            #[inline]
            pub(crate) fn inside_mut(&mut self) -> InsideMut<'_, 'a> {
                match self {
                    $(Self::$kind$(($x))? => inside!(InsideMut $shape $($x)?),)+
                    Self::Double(_) => InsideMut::Nothing,
                }
            }
        }
    };
}

#[rustfmt::skip] // A table.
macro_rules! inside {
    ($inside:ident array $x:ident) => { $inside::Items($x) };
    ($inside:ident dictionary $x:ident) => { $inside::Entries($x) };
    ($inside:ident object $x:ident) => {
        match $x {
            Object::Full(data) => $inside::Properties(data),
            Object::Null | Object::Id(_) => $inside::Nothing,
        }
    };
    ($inside:ident unit) => { $inside::Nothing };
    ($inside:ident plain $x:ident) => { inside!(@nothing $inside $x) };
    ($inside:ident int $x:ident) => { inside!(@nothing $inside $x) };
    ($inside:ident float $x:ident) => { inside!(@nothing $inside $x) };
    ($inside:ident reals $x:ident) => { inside!(@nothing $inside $x) };
    ($inside:ident ints $x:ident) => { inside!(@nothing $inside $x) };
    ($inside:ident text $x:ident) => { inside!(@nothing $inside $x) };
    ($inside:ident name $x:ident) => { inside!(@nothing $inside $x) };
    ($inside:ident boxed $x:ident) => { inside!(@nothing $inside $x) };
    ($inside:ident bytes $x:ident) => { inside!(@nothing $inside $x) };
    ($inside:ident packed $x:ident) => { inside!(@nothing $inside $x) };
    ($inside:ident packed_reals $x:ident) => { inside!(@nothing $inside $x) };
    ($inside:ident strings $x:ident) => { inside!(@nothing $inside $x) };
    (@nothing $inside:ident $x:ident) => {{ let _ = $x; $inside::Nothing }};
}

for_each_type!(insides: shape kind payload);
