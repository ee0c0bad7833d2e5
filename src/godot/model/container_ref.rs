//! The container inside a value.

use super::*;
use crate::godot::ids::for_each_type;

/// The container inside a value, borrowed.
pub(crate) enum ContainerRef<'v> {
    /// The elements of an `Array`.
    Items(&'v Array),
    /// The entries of a `Dictionary`.
    Entries(&'v Dictionary),
    /// The properties of a full object.
    Properties(&'v ObjectData),
    Nothing,
}

/// The container inside a value, mutably borrowed.
pub(crate) enum ContainerMut<'v> {
    Items(&'v mut Array),
    Entries(&'v mut Dictionary),
    Properties(&'v mut ObjectData),
    Nothing,
}

/// Generates the match arm of each function from a row, by its shape.
macro_rules! containers {
    ($($shape:ident $kind:ident ($($x:ident: $payload:ty)?);)+) => {
        impl Variant {
            #[inline]
            pub(crate) fn as_container(&self) -> ContainerRef<'_> {
                match self {
                    $(Self::$kind$(($x))? => container!(ContainerRef $shape $($x)?),)+
                    Self::Double(_) => ContainerRef::Nothing,
                }
            }

            #[inline]
            pub(crate) fn as_container_mut(&mut self) -> ContainerMut<'_> {
                match self {
                    $(Self::$kind$(($x))? => container!(ContainerMut $shape $($x)?),)+
                    Self::Double(_) => ContainerMut::Nothing,
                }
            }
        }
    };
}

#[rustfmt::skip] // A table.
macro_rules! container {
    ($to:ident array $x:ident) => { $to::Items($x) };
    ($to:ident dictionary $x:ident) => { $to::Entries($x) };
    ($to:ident object $x:ident) => {
        match $x {
            Object::Full(data) => $to::Properties(data),
            Object::Null | Object::Id(_) => $to::Nothing,
        }
    };
    ($to:ident unit) => { $to::Nothing };
    ($to:ident plain $x:ident) => { container!(@nothing $to $x) };
    ($to:ident int $x:ident) => { container!(@nothing $to $x) };
    ($to:ident float $x:ident) => { container!(@nothing $to $x) };
    ($to:ident reals $x:ident) => { container!(@nothing $to $x) };
    ($to:ident ints $x:ident) => { container!(@nothing $to $x) };
    ($to:ident text $x:ident) => { container!(@nothing $to $x) };
    ($to:ident name $x:ident) => { container!(@nothing $to $x) };
    ($to:ident boxed $x:ident) => { container!(@nothing $to $x) };
    ($to:ident bytes $x:ident) => { container!(@nothing $to $x) };
    ($to:ident packed $x:ident) => { container!(@nothing $to $x) };
    ($to:ident packed_reals $x:ident) => { container!(@nothing $to $x) };
    ($to:ident strings $x:ident) => { container!(@nothing $to $x) };
    (@nothing $to:ident $x:ident) => {{ let _ = $x; $to::Nothing }};
}

for_each_type!(containers: shape kind payload);
