//! Vectors, matrices and packed arrays: so many numbers in `"args"`.

use super::leaf::Leaf;
use super::numbers::{Component, Number};
use super::parts::head;
use crate::error::Segment;
use crate::godot::ids::{Doubles, Kind, for_each_type};
use crate::godot::model::*;
use crate::json::{Object, Res, Within};

/// A row of the shapes `reals` and `ints` becomes a [`Leaf`].
macro_rules! leaves {
    ($(#$doc:tt $kind:ident $payload:tt $shape:ident $wire:tt $wide:tt $names:tt $ids:tt;)+) => {
        $(leaf!($shape $kind);)+
    };
}

macro_rules! leaf {
    (reals $name:ident) => {
        impl<R: Component> Leaf for $name<R> {
            fn write(&self, kind: Kind, further: &str, out: &mut String) {
                head(out, kind.name());
                R::write_args(out, Self::COUNT, further, &|each| {
                    self.map(&mut |component| each(component));
                });
            }
            fn read(object: &Object<'_>, kind: Kind) -> Res<Self> {
                object.only(keys::<R>(kind))?;
                let mut components = R::read_args(object, Some(Self::COUNT))?.into_iter();
                Ok(Self::build(&mut || components.next().unwrap_or_default()))
            }
        }
    };
    (ints $name:ident) => {
        impl Leaf for $name {
            fn write(&self, kind: Kind, further: &str, out: &mut String) {
                head(out, kind.name());
                i32::write_args(out, Self::COUNT, further, &|each| self.to_ints().into_iter().for_each(each));
            }
            fn read(object: &Object<'_>, kind: Kind) -> Res<Self> {
                object.only(keys::<i32>(kind))?;
                let ints = i32::read_args(object, Some(Self::COUNT))?;
                Ok(ints.try_into().map(Self::from_ints).unwrap_or_default())
            }
        }
    };
    ($other:ident $name:ident) => {};
}

for_each_type!(leaves);

impl<T: Element<Part: Number>> Leaf for Packed<'_, T> {
    fn write(&self, kind: Kind, further: &str, out: &mut String) {
        head(out, kind.name());
        // Flat, one after the other, as on the wire.
        let parts = || self.as_wire().chunks_exact(T::Part::SIZE).map(T::Part::read);
        T::Part::write_args(out, parts().len(), further, &|each| parts().for_each(each));
    }

    fn read(object: &Object<'_>, kind: Kind) -> Res<Self> {
        object.only(keys::<T::Part>(kind))?;
        let parts = T::Part::read_args(object, None)?;
        if !parts.len().is_multiple_of(T::PARTS) {
            let reason = format!("{} numbers do not make elements of {}", parts.len(), T::PARTS);
            return Err(object.need("args")?.fault(reason)).within(|| Segment::Field("args"));
        }
        let mut wire = Vec::with_capacity(parts.len() * T::Part::SIZE);
        for part in parts {
            part.write(&mut wire);
        }
        Ok(Self::from_wire(wire))
    }
}

/// The keys of an object with such numbers.
fn keys<N: Number>(kind: Kind) -> &'static [&'static str] {
    match (N::CAN_BE_NAN, kind.doubles()) {
        (false, _) => &["type", "args"],
        (true, Doubles::Never) => &["type", "args", "nan"],
        (true, Doubles::Flagged | Doubles::Documented) => &["type", "args", "precision", "nan"],
    }
}
