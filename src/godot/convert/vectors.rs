//! Vectors and matrices that the target does not have.

use super::Conversion;
use super::numbers::Narrow;
use super::report::{Place, Rule, became, shown};
use crate::godot::ids::Kind;
use crate::godot::model::{
    Double, OfReals, Packed, Projection, Quaternion, Real, Rect2, Variant, Vector2, Vector2i, Vector3,
    Vector3i, Vector4, Vector4i,
};

impl Conversion {
    /// Vectors and matrices, one rule after the other: a `Vector4i` may become a `Vector4` and that a
    /// `Quaternion`.
    pub(super) fn vector(&mut self, place: &Place<'_>, value: &mut Variant<'_>) {
        if self.lacks(value.kind()) {
            self.integer_vector(place, value);
            self.vector4(place, value);
            self.projection(place, value);
        }
    }

    /// Games before Godot 4 kept grid positions in float vectors; up to 2²⁴ nothing is lost.
    fn integer_vector(&mut self, place: &Place<'_>, value: &mut Variant<'_>) {
        let mut narrow = Narrow::default();
        let floats = match *value {
            Variant::Vector2i(v) => vector2(v, &mut narrow).into(),
            Variant::Vector3i(v) => vector3(v, &mut narrow).into(),
            Variant::Vector4i(v) => vector4(v, &mut narrow).into(),
            Variant::Rect2i(rect) => {
                let position = vector2(rect.position, &mut narrow);
                let size = vector2(rect.size, &mut narrow);
                Variant::Rect2(Rect2 { position, size })
            }
            _ => return,
        };
        let before = std::mem::replace(value, floats);
        self.report.note(place, Rule::IntegerVector, || became(&shown(&before), value));
        if narrow.inexact {
            self.report.note(place, Rule::Rounded, || became(&shown(&before), value));
        }
    }

    /// Of the types with four floats, a quaternion shares names and arithmetic; `Color` clamps nothing
    /// either but has other names, and `Plane` is no vector.
    fn vector4(&mut self, place: &Place<'_>, value: &mut Variant<'_>) {
        if !self.lacks(Kind::Vector4) {
            return;
        }
        let quaternion = match value {
            Variant::Vector4(v) => quaternion(*v).into(),
            Variant::Double(double) => match &**double {
                Double::Vector4(v) => Double::from(quaternion(**v)).into(),
                _ => return,
            },
            _ => return,
        };
        let before = std::mem::replace(value, quaternion);
        self.report.note(place, Rule::Vector4, || became(&shown(&before), value));
    }

    /// Godot 3 has such matrices in its renderer, but no value for them: the numbers are kept.
    fn projection(&mut self, place: &Place<'_>, value: &mut Variant<'_>) {
        let numbers = match value {
            Variant::Projection(matrix) => Packed::from(numbers(matrix)).into(),
            Variant::Double(double) => match &**double {
                Double::Projection(matrix) => {
                    Variant::Double(Box::new(Double::PackedFloat32Array(numbers(matrix).into())))
                }
                _ => return,
            },
            _ => return,
        };
        let before = std::mem::replace(value, numbers);
        self.report.note(place, Rule::Projection, || became(&shown(&before), value));
    }
}

pub(super) fn vector2(v: Vector2i, narrow: &mut Narrow) -> Vector2 {
    Vector2::new(narrow.int(v.x), narrow.int(v.y))
}

pub(super) fn vector3(v: Vector3i, narrow: &mut Narrow) -> Vector3 {
    Vector3::new(narrow.int(v.x), narrow.int(v.y), narrow.int(v.z))
}

fn vector4(v: Vector4i, narrow: &mut Narrow) -> Vector4 {
    Vector4::new(narrow.int(v.x), narrow.int(v.y), narrow.int(v.z), narrow.int(v.w))
}

fn quaternion<R>(Vector4 { x, y, z, w }: Vector4<R>) -> Quaternion<R> {
    Quaternion { x, y, z, w }
}

/// By columns, as on the wire.
fn numbers<R: Real>(matrix: &Projection<R>) -> Vec<R> {
    let mut numbers = Vec::with_capacity(16);
    matrix.map(&mut |number: R| numbers.push(number));
    numbers
}
