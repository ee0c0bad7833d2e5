//! Values with 64-bit components.

use super::*;

/// A value whose components are 64-bit floats, as double-precision builds of the engine write them.
///
/// Few games use such builds, so these values stand apart, in a box, and leave the rest small and fast.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[allow(missing_docs)] // Each is the type of the same name in `Variant`, with wider components.
pub enum Double<'a> {
    Vector2(Vector2<f64>),
    Rect2(Box<Rect2<f64>>),
    Vector3(Vector3<f64>),
    Transform2D(Box<Transform2D<f64>>),
    Vector4(Box<Vector4<f64>>),
    Plane(Box<Plane<f64>>),
    Quaternion(Box<Quaternion<f64>>),
    Aabb(Box<Aabb<f64>>),
    Basis(Box<Basis<f64>>),
    Transform3D(Box<Transform3D<f64>>),
    Projection(Box<Projection<f64>>),
    /// Only in the documented double layout of Godot 3; engines always write single components.
    Color(Box<Color<f64>>),
    PackedVector2Array(Packed<'a, Vector2<f64>>),
    PackedVector3Array(Packed<'a, Vector3<f64>>),
    PackedVector4Array(Packed<'a, Vector4<f64>>),
    /// Only in the documented double layout of Godot 3; engines always write single elements.
    PackedFloat32Array(Packed<'a, f64>),
    /// Only in the documented double layout of Godot 3; engines always write single components.
    PackedColorArray(Packed<'a, Color<f64>>),
}

impl Double<'_> {
    /// The type of the value.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Vector2(_) => Kind::Vector2,
            Self::Rect2(_) => Kind::Rect2,
            Self::Vector3(_) => Kind::Vector3,
            Self::Transform2D(_) => Kind::Transform2D,
            Self::Vector4(_) => Kind::Vector4,
            Self::Plane(_) => Kind::Plane,
            Self::Quaternion(_) => Kind::Quaternion,
            Self::Aabb(_) => Kind::Aabb,
            Self::Basis(_) => Kind::Basis,
            Self::Transform3D(_) => Kind::Transform3D,
            Self::Projection(_) => Kind::Projection,
            Self::Color(_) => Kind::Color,
            Self::PackedVector2Array(_) => Kind::PackedVector2Array,
            Self::PackedVector3Array(_) => Kind::PackedVector3Array,
            Self::PackedVector4Array(_) => Kind::PackedVector4Array,
            Self::PackedFloat32Array(_) => Kind::PackedFloat32Array,
            Self::PackedColorArray(_) => Kind::PackedColorArray,
        }
    }

    /// The same value, owned.
    pub fn into_owned(self) -> Double<'static> {
        match self {
            Self::Vector2(value) => Double::Vector2(value),
            Self::Rect2(value) => Double::Rect2(value),
            Self::Vector3(value) => Double::Vector3(value),
            Self::Transform2D(value) => Double::Transform2D(value),
            Self::Vector4(value) => Double::Vector4(value),
            Self::Plane(value) => Double::Plane(value),
            Self::Quaternion(value) => Double::Quaternion(value),
            Self::Aabb(value) => Double::Aabb(value),
            Self::Basis(value) => Double::Basis(value),
            Self::Transform3D(value) => Double::Transform3D(value),
            Self::Projection(value) => Double::Projection(value),
            Self::Color(value) => Double::Color(value),
            Self::PackedVector2Array(array) => Double::PackedVector2Array(array.into_owned()),
            Self::PackedVector3Array(array) => Double::PackedVector3Array(array.into_owned()),
            Self::PackedVector4Array(array) => Double::PackedVector4Array(array.into_owned()),
            Self::PackedFloat32Array(array) => Double::PackedFloat32Array(array.into_owned()),
            Self::PackedColorArray(array) => Double::PackedColorArray(array.into_owned()),
        }
    }
}
