//! The numbers of a value of fixed size, whatever its type and width.

use super::*;

impl Variant<'_> {
    /// Gives the components of a float, vector, matrix and so on to `each`, widened, by columns; `false` if
    /// the value is of no such type.
    pub(crate) fn for_each_component(&self, each: &mut dyn FnMut(f64)) -> bool {
        match self {
            Self::Float(value) => each(*value),
            Self::Vector2(v) => v.each(each),
            Self::Rect2(v) => v.each(each),
            Self::Vector3(v) => v.each(each),
            Self::Transform2D(v) => v.each(each),
            Self::Vector4(v) => v.each(each),
            Self::Plane(v) => v.each(each),
            Self::Quaternion(v) => v.each(each),
            Self::Aabb(v) => v.each(each),
            Self::Basis(v) => v.each(each),
            Self::Transform3D(v) => v.each(each),
            Self::Projection(v) => v.each(each),
            Self::Color(v) => v.each(each),
            Self::Double(double) => return double.for_each_component(each),
            _ => return false,
        }
        true
    }
}

impl Double<'_> {
    fn for_each_component(&self, each: &mut dyn FnMut(f64)) -> bool {
        match self {
            Self::Vector2(v) => v.each(each),
            Self::Rect2(v) => v.each(each),
            Self::Vector3(v) => v.each(each),
            Self::Transform2D(v) => v.each(each),
            Self::Vector4(v) => v.each(each),
            Self::Plane(v) => v.each(each),
            Self::Quaternion(v) => v.each(each),
            Self::Aabb(v) => v.each(each),
            Self::Basis(v) => v.each(each),
            Self::Transform3D(v) => v.each(each),
            Self::Projection(v) => v.each(each),
            Self::Color(v) => v.each(each),
            _ => return false,
        }
        true
    }
}

/// A type made of reals alone, and the same type with components of the other width.
pub(crate) trait OfReals<R> {
    /// The type with components of type `S`.
    type With<S>;
    /// Every component made anew.
    fn map<S>(&self, real: &mut impl FnMut(R) -> S) -> Self::With<S>;
}

macro_rules! of_reals {
    ($($name:ident { $($field:ident $(: $part:tt)?),+ })+) => {$(
        impl<R: Real> OfReals<R> for $name<R> {
            type With<S> = $name<S>;
            fn map<S>(&self, real: &mut impl FnMut(R) -> S) -> $name<S> {
                $name { $($field: of_reals!(@ self.$field, real $(, $part)?)),+ }
            }
        }

        impl<R: Real> $name<R> {
            fn each(&self, each: &mut dyn FnMut(f64)) {
                self.map(&mut |real: R| each(real.into()));
            }
        }
    )+};
    (@ $field:expr, $real:ident) => { $real($field) };
    (@ $field:expr, $real:ident, parts) => { $field.map($real) };
}

of_reals! {
    Vector2 { x, y }
    Vector3 { x, y, z }
    Vector4 { x, y, z, w }
    Quaternion { x, y, z, w }
    Color { r, g, b, a }
    Rect2 { position: parts, size: parts }
    Plane { normal: parts, d }
    Aabb { position: parts, size: parts }
    Transform2D { x: parts, y: parts, origin: parts }
    Basis { x: parts, y: parts, z: parts }
    Transform3D { basis: parts, origin: parts }
    Projection { x: parts, y: parts, z: parts, w: parts }
}
