//! Plain data: what the bytes say, as Rust values.

mod components;
mod container;
mod convenience;
mod display;
mod double;
mod legacy;
mod math;
mod named;
mod packed;
mod recursive;
mod text;

pub(crate) use components::OfReals;
pub use container::{Array, Dictionary, ElementType, EntryTypes};
pub use double::Double;
pub use legacy::{Event, Image, ImageFormat, InputEvent};
pub use math::{
    Aabb, Basis, Color, Plane, Projection, Quaternion, Rect2, Rect2i, Transform2D, Transform3D, Vector2,
    Vector2i, Vector3, Vector3i, Vector4, Vector4i,
};
pub use named::{NodePath, Object, ObjectData, Rid, Signal};
pub use packed::{Element, Packed};
pub(crate) use text::BYTE_ORDER_MARK;
pub use text::Text;

use super::ids::Kind;
use crate::sink::{Gen, Sink};

/// A component of a vector: `f32` or `f64`.
pub trait Real: Element + Default + PartialOrd + Into<f64> {
    /// Whether it is the wide one.
    const WIDE: bool;
    /// The number, rounded to nearest where it has to be.
    fn from_f64(number: f64) -> Self;
    /// Writes numbers, one after the other.
    #[doc(hidden)]
    fn put<const N: usize>(reals: [Self; N], out: impl Sink) -> Gen;
}

impl Real for f32 {
    const WIDE: bool = false;
    #[allow(clippy::cast_possible_truncation)] // Rounding is what is asked for.
    fn from_f64(number: f64) -> Self {
        number as Self
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<const N: usize>(reals: [Self; N], out: impl Sink) -> Gen {
        out.put_slice(reals.map(Self::to_le_bytes).as_flattened())
    }
}

impl Real for f64 {
    const WIDE: bool = true;
    fn from_f64(number: f64) -> Self {
        number
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<const N: usize>(reals: [Self; N], out: impl Sink) -> Gen {
        out.put_slice(reals.map(Self::to_le_bytes).as_flattened())
    }
}

/// A value of Godot, of any generation.
///
/// Types bear their names of Godot 4. Leaves borrow from the input where they can;
/// [`into_owned`](Variant::into_owned) cuts them loose. `==` compares as Rust does: a NaN differs from itself.
#[derive(Debug, Default)]
#[non_exhaustive]
#[allow(missing_docs)] // The variants are the engine's types; their fields carry the documentation.
pub enum Variant<'a> {
    #[default]
    Nil,
    Bool(bool),
    /// Written with 32 or 64 bits, whichever the engine would choose.
    Int(i64),
    /// Written with 32 bits where that loses nothing.
    Float(f64),
    String(Text<'a>),
    Vector2(Vector2),
    Vector2i(Vector2i),
    Rect2(Rect2),
    Rect2i(Rect2i),
    Vector3(Vector3),
    Vector3i(Vector3i),
    Transform2D(Transform2D),
    Vector4(Vector4),
    Vector4i(Vector4i),
    Plane(Plane),
    Quaternion(Quaternion),
    Aabb(Aabb),
    Basis(Box<Basis>),
    Transform3D(Box<Transform3D>),
    Projection(Box<Projection>),
    Color(Color),
    StringName(Text<'a>),
    NodePath(Box<NodePath<'a>>),
    Rid(Rid),
    Object(Object<'a>),
    /// Godot writes nothing of a callable.
    Callable,
    Signal(Box<Signal<'a>>),
    Dictionary(Dictionary<'a>),
    Array(Array<'a>),
    PackedByteArray(Packed<'a, u8>),
    PackedInt32Array(Packed<'a, i32>),
    PackedInt64Array(Packed<'a, i64>),
    PackedFloat32Array(Packed<'a, f32>),
    PackedFloat64Array(Packed<'a, f64>),
    PackedStringArray(Vec<Text<'a>>),
    PackedVector2Array(Packed<'a, Vector2>),
    PackedVector3Array(Packed<'a, Vector3>),
    PackedVector4Array(Packed<'a, Vector4>),
    PackedColorArray(Packed<'a, Color>),
    /// Any of the above with 64-bit components.
    Double(Box<Double<'a>>),
    /// Godot 2.
    Image(Box<Image<'a>>),
    /// Godot 2.
    InputEvent(InputEvent),
    /// Pandemonium.
    PackedVector2iArray(Packed<'a, Vector2i>),
    /// Pandemonium.
    PackedVector3iArray(Packed<'a, Vector3i>),
    /// Pandemonium.
    PackedVector4iArray(Packed<'a, Vector4i>),
    /// Pandemonium: an array kept in one piece, its elements of one declared type.
    PackedTypedArray(Array<'a>),
}

/// A value that borrows nothing.
pub type OwnedVariant = Variant<'static>;

const _: () = assert!(size_of::<Variant<'_>>() <= 32, "a value is small: arrays of values are common");

impl Variant<'_> {
    /// The type of the value.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Nil => Kind::Nil,
            Self::Bool(_) => Kind::Bool,
            Self::Int(_) => Kind::Int,
            Self::Float(_) => Kind::Float,
            Self::String(_) => Kind::String,
            Self::Vector2(_) => Kind::Vector2,
            Self::Vector2i(_) => Kind::Vector2i,
            Self::Rect2(_) => Kind::Rect2,
            Self::Rect2i(_) => Kind::Rect2i,
            Self::Vector3(_) => Kind::Vector3,
            Self::Vector3i(_) => Kind::Vector3i,
            Self::Transform2D(_) => Kind::Transform2D,
            Self::Vector4(_) => Kind::Vector4,
            Self::Vector4i(_) => Kind::Vector4i,
            Self::Plane(_) => Kind::Plane,
            Self::Quaternion(_) => Kind::Quaternion,
            Self::Aabb(_) => Kind::Aabb,
            Self::Basis(_) => Kind::Basis,
            Self::Transform3D(_) => Kind::Transform3D,
            Self::Projection(_) => Kind::Projection,
            Self::Color(_) => Kind::Color,
            Self::StringName(_) => Kind::StringName,
            Self::NodePath(_) => Kind::NodePath,
            Self::Rid(_) => Kind::Rid,
            Self::Object(_) => Kind::Object,
            Self::Callable => Kind::Callable,
            Self::Signal(_) => Kind::Signal,
            Self::Dictionary(_) => Kind::Dictionary,
            Self::Array(_) => Kind::Array,
            Self::PackedByteArray(_) => Kind::PackedByteArray,
            Self::PackedInt32Array(_) => Kind::PackedInt32Array,
            Self::PackedInt64Array(_) => Kind::PackedInt64Array,
            Self::PackedFloat32Array(_) => Kind::PackedFloat32Array,
            Self::PackedFloat64Array(_) => Kind::PackedFloat64Array,
            Self::PackedStringArray(_) => Kind::PackedStringArray,
            Self::PackedVector2Array(_) => Kind::PackedVector2Array,
            Self::PackedVector3Array(_) => Kind::PackedVector3Array,
            Self::PackedVector4Array(_) => Kind::PackedVector4Array,
            Self::PackedColorArray(_) => Kind::PackedColorArray,
            Self::Double(double) => double.kind(),
            Self::Image(_) => Kind::Image,
            Self::InputEvent(_) => Kind::InputEvent,
            Self::PackedVector2iArray(_) => Kind::PackedVector2iArray,
            Self::PackedVector3iArray(_) => Kind::PackedVector3iArray,
            Self::PackedVector4iArray(_) => Kind::PackedVector4iArray,
            Self::PackedTypedArray(_) => Kind::PackedTypedArray,
        }
    }

    /// Whether dropping the value has nothing to do. `false` is always a right answer.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn owns_nothing(&self) -> bool {
        match self {
            Self::Nil | Self::Bool(_) | Self::Int(_) | Self::Float(_) => true,
            Self::Vector2(_) | Self::Vector2i(_) | Self::Vector3(_) | Self::Vector3i(_) => true,
            Self::Rect2(_) | Self::Rect2i(_) | Self::Color(_) => true,
            Self::String(text) | Self::StringName(text) => text.owns_nothing(),
            _ => false,
        }
    }

    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OwnedVariant {
        match self {
            Self::Array(array) => Variant::Array(array.into_owned()),
            Self::PackedTypedArray(array) => Variant::PackedTypedArray(array.into_owned()),
            Self::Dictionary(dictionary) => Variant::Dictionary(dictionary.into_owned()),
            Self::Object(object) => Variant::Object(object.into_owned()),
            leaf => leaf.into_owned_leaf(),
        }
    }

    /// A value without children, borrowing nothing. Containers come out empty: they are built piece by piece.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn into_owned_leaf(self) -> OwnedVariant {
        match self {
            Self::Nil => Variant::Nil,
            Self::Bool(value) => Variant::Bool(value),
            Self::Int(value) => Variant::Int(value),
            Self::Float(value) => Variant::Float(value),
            Self::String(value) => Variant::String(value.into_owned()),
            Self::Vector2(value) => Variant::Vector2(value),
            Self::Vector2i(value) => Variant::Vector2i(value),
            Self::Rect2(value) => Variant::Rect2(value),
            Self::Rect2i(value) => Variant::Rect2i(value),
            Self::Vector3(value) => Variant::Vector3(value),
            Self::Vector3i(value) => Variant::Vector3i(value),
            Self::Transform2D(value) => Variant::Transform2D(value),
            Self::Vector4(value) => Variant::Vector4(value),
            Self::Vector4i(value) => Variant::Vector4i(value),
            Self::Plane(value) => Variant::Plane(value),
            Self::Quaternion(value) => Variant::Quaternion(value),
            Self::Aabb(value) => Variant::Aabb(value),
            Self::Basis(value) => Variant::Basis(value),
            Self::Transform3D(value) => Variant::Transform3D(value),
            Self::Projection(value) => Variant::Projection(value),
            Self::Color(value) => Variant::Color(value),
            Self::StringName(value) => Variant::StringName(value.into_owned()),
            Self::NodePath(value) => Variant::NodePath(Box::new(value.into_owned())),
            Self::Rid(value) => Variant::Rid(value),
            Self::Object(Object::Id(id)) => Variant::Object(Object::Id(id)),
            Self::Object(_) => Variant::Object(Object::Null),
            Self::Callable => Variant::Callable,
            Self::Signal(value) => Variant::Signal(Box::new(value.into_owned())),
            Self::Dictionary(_) => Variant::Dictionary(Dictionary::new()),
            Self::Array(_) => Variant::Array(Array::new()),
            Self::PackedTypedArray(_) => Variant::PackedTypedArray(Array::new()),
            Self::PackedByteArray(value) => Variant::PackedByteArray(value.into_owned()),
            Self::PackedInt32Array(value) => Variant::PackedInt32Array(value.into_owned()),
            Self::PackedInt64Array(value) => Variant::PackedInt64Array(value.into_owned()),
            Self::PackedFloat32Array(value) => Variant::PackedFloat32Array(value.into_owned()),
            Self::PackedFloat64Array(value) => Variant::PackedFloat64Array(value.into_owned()),
            Self::PackedStringArray(value) => {
                Variant::PackedStringArray(value.into_iter().map(Text::into_owned).collect())
            }
            Self::PackedVector2Array(value) => Variant::PackedVector2Array(value.into_owned()),
            Self::PackedVector3Array(value) => Variant::PackedVector3Array(value.into_owned()),
            Self::PackedVector4Array(value) => Variant::PackedVector4Array(value.into_owned()),
            Self::PackedColorArray(value) => Variant::PackedColorArray(value.into_owned()),
            Self::Double(value) => Variant::Double(Box::new(value.into_owned())),
            Self::Image(value) => Variant::Image(Box::new(value.into_owned())),
            Self::InputEvent(value) => Variant::InputEvent(value),
            Self::PackedVector2iArray(value) => Variant::PackedVector2iArray(value.into_owned()),
            Self::PackedVector3iArray(value) => Variant::PackedVector3iArray(value.into_owned()),
            Self::PackedVector4iArray(value) => Variant::PackedVector4iArray(value.into_owned()),
        }
    }
}
