//! The container inside a value.

use super::*;
use crate::godot::ids::for_each_type;
use crate::godot::types::by_class;

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
                    $(Self::$kind$(($x))? => by_class!(container $shape ContainerRef $($x)?),)+
                    Self::Double(_) => ContainerRef::Nothing,
                }
            }

            #[inline]
            pub(crate) fn as_container_mut(&mut self) -> ContainerMut<'_> {
                match self {
                    $(Self::$kind$(($x))? => by_class!(container $shape ContainerMut $($x)?),)+
                    Self::Double(_) => ContainerMut::Nothing,
                }
            }
        }
    };
}

#[rustfmt::skip] // A table.
macro_rules! container {
    (container array $to:ident $x:ident) => { $to::Items($x) };
    (container dictionary $to:ident $x:ident) => { $to::Entries($x) };
    (container object $to:ident $x:ident) => {
        match $x {
            Object::Full(data) => $to::Properties(data),
            Object::Null | Object::Id(_) => $to::Nothing,
        }
    };
    (empty unit $to:ident) => { $to::Nothing };
    (number $shape:ident $to:ident $x:ident) => {{ let _ = $x; $to::Nothing }};
    (structure $shape:ident $to:ident $x:ident) => {{ let _ = $x; $to::Nothing }};
    (packed $shape:ident $to:ident $x:ident) => {{ let _ = $x; $to::Nothing }};
    (other $shape:ident $to:ident $x:ident) => {{ let _ = $x; $to::Nothing }};
}

for_each_type!(containers: shape kind payload);
