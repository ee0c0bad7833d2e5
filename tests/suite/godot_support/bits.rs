//! Values compared bit by bit: `==` takes NaN for different from itself and 0.0 for -0.0.

use gamewire::godot::{
    Aabb, Basis, Color, Event, PackedElement, Plane, Projection, Quaternion, Rect2, Rect2i, Transform2D,
    Transform3D, Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i,
};
use gamewire::godot::{Array, Dictionary, Double, ElementType, Object, Packed, Text, Variant};

/// Whether two values are the same to the last bit, in everything that the model holds.
pub fn same(a: &Variant, b: &Variant) -> bool {
    bits(a) == bits(b)
}

/// Everything that a value holds, without ambiguity. It has nothing to do with the wire, on purpose: the
/// code under test has no part in it.
pub fn bits(value: &Variant) -> Vec<u8> {
    let mut out = Vec::new();
    value.lay(&mut out);
    out
}

/// Appends what a thing holds.
trait Lay {
    fn lay(&self, out: &mut Vec<u8>);
}

macro_rules! plain {
    ($($number:ty),+) => {$(
        impl Lay for $number {
            fn lay(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
        }
    )+};
}
plain!(u8, u32, i32, u64, i64);

impl Lay for f32 {
    fn lay(&self, out: &mut Vec<u8>) {
        self.to_bits().lay(out);
    }
}

impl Lay for f64 {
    fn lay(&self, out: &mut Vec<u8>) {
        self.to_bits().lay(out);
    }
}

impl Lay for bool {
    fn lay(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }
}

impl Lay for usize {
    fn lay(&self, out: &mut Vec<u8>) {
        (*self as u64).lay(out);
    }
}

macro_rules! fields {
    ($($name:ident { $($field:ident),+ })+) => {$(
        impl<R: Lay> Lay for $name<R> {
            fn lay(&self, out: &mut Vec<u8>) {
                $(self.$field.lay(out);)+
            }
        }
    )+};
}
fields! {
    Vector2 { x, y }
    Vector3 { x, y, z }
    Vector4 { x, y, z, w }
    Quaternion { x, y, z, w }
    Color { r, g, b, a }
    Rect2 { position, size }
    Plane { normal, d }
    Aabb { position, size }
    Transform2D { x, y, origin }
    Basis { x, y, z }
    Transform3D { basis, origin }
    Projection { x, y, z, w }
}

macro_rules! whole_fields {
    ($($name:ident { $($field:ident),+ })+) => {$(
        impl Lay for $name {
            fn lay(&self, out: &mut Vec<u8>) {
                $(self.$field.lay(out);)+
            }
        }
    )+};
}
whole_fields! {
    Vector2i { x, y }
    Vector3i { x, y, z }
    Vector4i { x, y, z, w }
    Rect2i { position, size }
}

impl Lay for Text {
    fn lay(&self, out: &mut Vec<u8>) {
        self.len().lay(out);
        out.extend_from_slice(self.as_bytes());
    }
}

impl<T: Lay> Lay for Option<T> {
    fn lay(&self, out: &mut Vec<u8>) {
        self.is_some().lay(out);
        if let Some(inner) = self {
            inner.lay(out);
        }
    }
}

impl<T: Lay> Lay for [T] {
    fn lay(&self, out: &mut Vec<u8>) {
        self.len().lay(out);
        for item in self {
            item.lay(out);
        }
    }
}

impl<A: Lay, B: Lay> Lay for (A, B) {
    fn lay(&self, out: &mut Vec<u8>) {
        self.0.lay(out);
        self.1.lay(out);
    }
}

impl<T: PackedElement + Lay> Lay for Packed<T> {
    fn lay(&self, out: &mut Vec<u8>) {
        self.len().lay(out);
        for element in self.iter() {
            element.lay(out);
        }
    }
}

impl Lay for ElementType {
    fn lay(&self, out: &mut Vec<u8>) {
        match self {
            Self::Builtin(kind) => (0u8, *kind as u8).lay(out),
            Self::Class(name) => {
                out.push(1);
                name.lay(out);
            }
            Self::Script(path) => {
                out.push(2);
                path.lay(out);
            }
            _ => unreachable!("an element type without a rule here"),
        }
    }
}

impl Lay for Array {
    fn lay(&self, out: &mut Vec<u8>) {
        self.is_shared().lay(out);
        self.element_type().is_some().lay(out);
        if let Some(element) = self.element_type() {
            element.lay(out);
        }
        self.as_slice().lay(out);
    }
}

impl Lay for Dictionary {
    fn lay(&self, out: &mut Vec<u8>) {
        self.is_shared().lay(out);
        self.entry_types().is_some().lay(out);
        if let Some(types) = self.entry_types() {
            types.key.lay(out);
            types.value.lay(out);
        }
        self.as_slice().lay(out);
    }
}

impl Lay for Object {
    fn lay(&self, out: &mut Vec<u8>) {
        match self {
            Self::Null => out.push(0),
            Self::Id(id) => (1u8, *id).lay(out),
            Self::Full(data) => {
                out.push(2);
                data.class.lay(out);
                data.properties.as_slice().lay(out);
            }
            _ => unreachable!("an object without a rule here"),
        }
    }
}

impl Lay for Event {
    fn lay(&self, out: &mut Vec<u8>) {
        match *self {
            Self::Key { modifiers, scancode } => (0u8, (modifiers, scancode)).lay(out),
            Self::MouseButton { button } => (1u8, button).lay(out),
            Self::JoystickMotion { axis, value } => (2u8, (axis, value)).lay(out),
            Self::JoystickButton { button } => (3u8, button).lay(out),
            Self::ScreenTouch { index } => (4u8, index).lay(out),
            Self::Other { kind } => (5u8, kind).lay(out),
            _ => unreachable!("an event without a rule here"),
        }
    }
}

impl Lay for Double {
    fn lay(&self, out: &mut Vec<u8>) {
        match self {
            Self::Vector2(v) => v.lay(out),
            Self::Rect2(v) => v.lay(out),
            Self::Vector3(v) => v.lay(out),
            Self::Transform2D(v) => v.lay(out),
            Self::Vector4(v) => v.lay(out),
            Self::Plane(v) => v.lay(out),
            Self::Quaternion(v) => v.lay(out),
            Self::Aabb(v) => v.lay(out),
            Self::Basis(v) => v.lay(out),
            Self::Transform3D(v) => v.lay(out),
            Self::Projection(v) => v.lay(out),
            Self::Color(v) => v.lay(out),
            Self::PackedVector2Array(v) => v.lay(out),
            Self::PackedVector3Array(v) => v.lay(out),
            Self::PackedVector4Array(v) => v.lay(out),
            Self::PackedFloat32Array(v) => v.lay(out),
            Self::PackedColorArray(v) => v.lay(out),
            _ => unreachable!("a double without a rule here"),
        }
    }
}

impl Lay for Variant {
    fn lay(&self, out: &mut Vec<u8>) {
        (self.kind() as u8, matches!(self, Self::Double(_))).lay(out);
        match self {
            Self::Nil | Self::Callable => {}
            Self::Bool(value) => value.lay(out),
            Self::Int(value) => value.lay(out),
            Self::Float(value) => value.lay(out),
            Self::String(text) | Self::StringName(text) => text.lay(out),
            Self::Vector2(v) => v.lay(out),
            Self::Vector2i(v) => v.lay(out),
            Self::Rect2(v) => v.lay(out),
            Self::Rect2i(v) => v.lay(out),
            Self::Vector3(v) => v.lay(out),
            Self::Vector3i(v) => v.lay(out),
            Self::Transform2D(v) => v.lay(out),
            Self::Vector4(v) => v.lay(out),
            Self::Vector4i(v) => v.lay(out),
            Self::Plane(v) => v.lay(out),
            Self::Quaternion(v) => v.lay(out),
            Self::Aabb(v) => v.lay(out),
            Self::Basis(v) => v.lay(out),
            Self::Transform3D(v) => v.lay(out),
            Self::Projection(v) => v.lay(out),
            Self::Color(v) => v.lay(out),
            Self::NodePath(path) => {
                path.names.as_slice().lay(out);
                path.subnames.as_slice().lay(out);
                path.property.lay(out);
                path.absolute.lay(out);
            }
            Self::Rid(rid) => rid.0.lay(out),
            Self::Object(object) => object.lay(out),
            Self::Signal(signal) => {
                signal.name.lay(out);
                signal.object.lay(out);
            }
            Self::Dictionary(dictionary) => dictionary.lay(out),
            Self::Array(array) => array.lay(out),
            Self::PackedByteArray(v) => v.lay(out),
            Self::PackedInt32Array(v) => v.lay(out),
            Self::PackedInt64Array(v) => v.lay(out),
            Self::PackedFloat32Array(v) => v.lay(out),
            Self::PackedFloat64Array(v) => v.lay(out),
            Self::PackedStringArray(texts) => texts.as_slice().lay(out),
            Self::PackedVector2Array(v) => v.lay(out),
            Self::PackedVector3Array(v) => v.lay(out),
            Self::PackedVector4Array(v) => v.lay(out),
            Self::PackedColorArray(v) => v.lay(out),
            Self::Double(double) => double.lay(out),
            Self::Image(image) => {
                out.push(image.format as u8);
                (image.mipmaps, (image.width, image.height)).lay(out);
                image.data.as_slice().lay(out);
            }
            Self::InputEvent(event) => {
                event.device.lay(out);
                event.event.lay(out);
            }
            _ => unreachable!("a value without a rule here"),
        }
    }
}
