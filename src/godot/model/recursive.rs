//! What goes down into containers: cloning and comparing.
//!
//! Written by hand, so that leaves are dealt with in functions of their own. Derived code handles every type in
//! one function, whose frame then has room for all of them, once per level: a thousand levels would not fit
//! the stack of a thread in a build without optimisation.

use super::*;

impl Clone for Variant<'_> {
    fn clone(&self) -> Self {
        match self {
            Self::Array(array) => Self::Array(array.clone()),
            Self::Dictionary(dictionary) => Self::Dictionary(dictionary.clone()),
            Self::Object(object) => Self::Object(object.clone()),
            Self::PackedTypedArray(array) => Self::PackedTypedArray(array.clone()),
            leaf => leaf.clone_leaf(),
        }
    }
}

impl PartialEq for Variant<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Array(a), Self::Array(b)) => a == b,
            (Self::Dictionary(a), Self::Dictionary(b)) => a == b,
            (Self::Object(a), Self::Object(b)) => a == b,
            (Self::PackedTypedArray(a), Self::PackedTypedArray(b)) => a == b,
            (a, b) => a.eq_leaf(b),
        }
    }
}

impl Variant<'_> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::clone_on_copy)] // A row per type, all alike.
    fn clone_leaf(&self) -> Self {
        match self {
            Self::Nil => Self::Nil,
            Self::Bool(value) => Self::Bool(value.clone()),
            Self::Int(value) => Self::Int(value.clone()),
            Self::Float(value) => Self::Float(value.clone()),
            Self::String(value) => Self::String(value.clone()),
            Self::Vector2(value) => Self::Vector2(value.clone()),
            Self::Vector2i(value) => Self::Vector2i(value.clone()),
            Self::Rect2(value) => Self::Rect2(value.clone()),
            Self::Rect2i(value) => Self::Rect2i(value.clone()),
            Self::Vector3(value) => Self::Vector3(value.clone()),
            Self::Vector3i(value) => Self::Vector3i(value.clone()),
            Self::Transform2D(value) => Self::Transform2D(value.clone()),
            Self::Vector4(value) => Self::Vector4(value.clone()),
            Self::Vector4i(value) => Self::Vector4i(value.clone()),
            Self::Plane(value) => Self::Plane(value.clone()),
            Self::Quaternion(value) => Self::Quaternion(value.clone()),
            Self::Aabb(value) => Self::Aabb(value.clone()),
            Self::Basis(value) => Self::Basis(value.clone()),
            Self::Transform3D(value) => Self::Transform3D(value.clone()),
            Self::Projection(value) => Self::Projection(value.clone()),
            Self::Color(value) => Self::Color(value.clone()),
            Self::StringName(value) => Self::StringName(value.clone()),
            Self::NodePath(value) => Self::NodePath(value.clone()),
            Self::Rid(value) => Self::Rid(value.clone()),
            Self::Callable => Self::Callable,
            Self::Signal(value) => Self::Signal(value.clone()),
            Self::PackedByteArray(value) => Self::PackedByteArray(value.clone()),
            Self::PackedInt32Array(value) => Self::PackedInt32Array(value.clone()),
            Self::PackedInt64Array(value) => Self::PackedInt64Array(value.clone()),
            Self::PackedFloat32Array(value) => Self::PackedFloat32Array(value.clone()),
            Self::PackedFloat64Array(value) => Self::PackedFloat64Array(value.clone()),
            Self::PackedStringArray(value) => Self::PackedStringArray(value.clone()),
            Self::PackedVector2Array(value) => Self::PackedVector2Array(value.clone()),
            Self::PackedVector3Array(value) => Self::PackedVector3Array(value.clone()),
            Self::PackedVector4Array(value) => Self::PackedVector4Array(value.clone()),
            Self::PackedColorArray(value) => Self::PackedColorArray(value.clone()),
            Self::Double(value) => Self::Double(value.clone()),
            Self::Image(value) => Self::Image(value.clone()),
            Self::InputEvent(value) => Self::InputEvent(value.clone()),
            Self::PackedVector2iArray(value) => Self::PackedVector2iArray(value.clone()),
            Self::PackedVector3iArray(value) => Self::PackedVector3iArray(value.clone()),
            Self::PackedVector4iArray(value) => Self::PackedVector4iArray(value.clone()),
            // Told apart before.
            Self::Array(_) | Self::Dictionary(_) | Self::Object(_) | Self::PackedTypedArray(_) => Self::Nil,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn eq_leaf(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Nil, Self::Nil) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a == b,
            (Self::String(a), Self::String(b)) => a == b,
            (Self::Vector2(a), Self::Vector2(b)) => a == b,
            (Self::Vector2i(a), Self::Vector2i(b)) => a == b,
            (Self::Rect2(a), Self::Rect2(b)) => a == b,
            (Self::Rect2i(a), Self::Rect2i(b)) => a == b,
            (Self::Vector3(a), Self::Vector3(b)) => a == b,
            (Self::Vector3i(a), Self::Vector3i(b)) => a == b,
            (Self::Transform2D(a), Self::Transform2D(b)) => a == b,
            (Self::Vector4(a), Self::Vector4(b)) => a == b,
            (Self::Vector4i(a), Self::Vector4i(b)) => a == b,
            (Self::Plane(a), Self::Plane(b)) => a == b,
            (Self::Quaternion(a), Self::Quaternion(b)) => a == b,
            (Self::Aabb(a), Self::Aabb(b)) => a == b,
            (Self::Basis(a), Self::Basis(b)) => a == b,
            (Self::Transform3D(a), Self::Transform3D(b)) => a == b,
            (Self::Projection(a), Self::Projection(b)) => a == b,
            (Self::Color(a), Self::Color(b)) => a == b,
            (Self::StringName(a), Self::StringName(b)) => a == b,
            (Self::NodePath(a), Self::NodePath(b)) => a == b,
            (Self::Rid(a), Self::Rid(b)) => a == b,
            (Self::Callable, Self::Callable) => true,
            (Self::Signal(a), Self::Signal(b)) => a == b,
            (Self::PackedByteArray(a), Self::PackedByteArray(b)) => a == b,
            (Self::PackedInt32Array(a), Self::PackedInt32Array(b)) => a == b,
            (Self::PackedInt64Array(a), Self::PackedInt64Array(b)) => a == b,
            (Self::PackedFloat32Array(a), Self::PackedFloat32Array(b)) => a == b,
            (Self::PackedFloat64Array(a), Self::PackedFloat64Array(b)) => a == b,
            (Self::PackedStringArray(a), Self::PackedStringArray(b)) => a == b,
            (Self::PackedVector2Array(a), Self::PackedVector2Array(b)) => a == b,
            (Self::PackedVector3Array(a), Self::PackedVector3Array(b)) => a == b,
            (Self::PackedVector4Array(a), Self::PackedVector4Array(b)) => a == b,
            (Self::PackedColorArray(a), Self::PackedColorArray(b)) => a == b,
            (Self::Double(a), Self::Double(b)) => a == b,
            (Self::Image(a), Self::Image(b)) => a == b,
            (Self::InputEvent(a), Self::InputEvent(b)) => a == b,
            (Self::PackedVector2iArray(a), Self::PackedVector2iArray(b)) => a == b,
            (Self::PackedVector3iArray(a), Self::PackedVector3iArray(b)) => a == b,
            (Self::PackedVector4iArray(a), Self::PackedVector4iArray(b)) => a == b,
            _ => false,
        }
    }
}
