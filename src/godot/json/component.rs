//! Values that are so many numbers: vectors, matrices, packed arrays.

use super::pieces::{format, head, hex, key, list, text};
use crate::godot::model::{Double, Element, OfReals, Packed, Real, Variant};

/// A component whose every bit can be said.
pub(super) trait Component: Real {
    /// Its bits, most significant first.
    fn bits(self) -> impl AsRef<[u8]>;
    fn from_bits(bits: u64) -> Self;
    /// Whether `null` alone says it: the NaN that engines make first.
    fn is_plain_nan(self) -> bool;
    fn plain_nan() -> Self;

    /// The shortest digits of the double that read back to it, as the engine also widens components.
    fn digits(self, out: &mut Vec<u8>) {
        let wide: f64 = self.into();
        if wide.is_finite() {
            // Writing to a vector cannot fail.
            let _ = serde_json::to_writer(out, &wide);
        } else if wide.is_nan() {
            text(out, "null");
        } else {
            // No number is so large, so it is read as infinite; the engine writes it just so.
            text(out, if wide > 0.0 { "1e99999" } else { "-1e99999" });
        }
    }
}

impl Component for f32 {
    fn bits(self) -> impl AsRef<[u8]> {
        self.to_bits().to_be_bytes()
    }
    #[allow(clippy::cast_possible_truncation)] // There are eight digits at most.
    fn from_bits(bits: u64) -> Self {
        Self::from_bits(bits as u32)
    }
    fn is_plain_nan(self) -> bool {
        self.to_bits() == Self::NAN.to_bits()
    }
    fn plain_nan() -> Self {
        Self::NAN
    }
}

impl Component for f64 {
    fn bits(self) -> impl AsRef<[u8]> {
        self.to_bits().to_be_bytes()
    }
    fn from_bits(bits: u64) -> Self {
        Self::from_bits(bits)
    }
    fn is_plain_nan(self) -> bool {
        self.to_bits() == Self::NAN.to_bits()
    }
    fn plain_nan() -> Self {
        Self::NAN
    }
}

/// Walks the components of a value.
type Walk<'w, R> = &'w dyn Fn(&mut dyn FnMut(R));

/// The rest of an object, from `"args"` on: the numbers, then further keys. `each` walks the components.
pub(super) fn write_args<R: Component>(out: &mut Vec<u8>, count: usize, further: &str, each: Walk<'_, R>) {
    out.reserve(count.saturating_mul(4));
    key(out, "args");
    let (mut is_first, mut has_odd_nan) = (true, false);
    out.push(b'[');
    each(&mut |component| {
        if !std::mem::replace(&mut is_first, false) {
            out.push(b',');
        }
        let wide: f64 = component.into();
        has_odd_nan |= wide.is_nan() && !component.is_plain_nan();
        component.digits(out);
    });
    out.push(b']');
    text(out, further);
    if has_odd_nan {
        let mut nans = Vec::new();
        each(&mut |component| {
            if Into::<f64>::into(component).is_nan() {
                nans.push(component);
            }
        });
        key(out, "nan");
        list(out, nans, |out, nan| hex(out, nan.bits().as_ref()));
    }
    text(out, "}");
}

const DOUBLE: &str = ",\"precision\":\"double\"";

fn math<R: Component, T: OfReals<R>>(out: &mut Vec<u8>, value: &T, further: &str) {
    write_args(out, 1, further, &|each| {
        value.map(&mut |component| each(component));
    });
}

/// Components one after the other, as on the wire.
fn packed<R: Component, T: Element>(out: &mut Vec<u8>, array: &Packed<'_, T>, further: &str) {
    let components = || array.as_wire().chunks_exact(R::SIZE).map(R::read);
    write_args(out, components().len(), further, &|each| components().for_each(each));
}

fn ints<T: Element + std::fmt::Display>(out: &mut Vec<u8>, wire: &[u8]) {
    key(out, "args");
    list(out, wire.chunks_exact(T::SIZE).map(T::read), |out, int| format(out, format_args!("{int}")));
    text(out, "}");
}

fn int_components<const N: usize>(out: &mut Vec<u8>, components: [i32; N]) {
    key(out, "args");
    list(out, components, |out, int| format(out, format_args!("{int}")));
    text(out, "}");
}

/// Every value that is made of numbers alone.
pub(super) fn write(value: &Variant<'_>, out: &mut Vec<u8>) {
    head(out, value.kind().name());
    match value {
        Variant::Vector2(v) => math(out, v, ""),
        Variant::Vector2i(v) => int_components::<2>(out, (*v).into()),
        Variant::Rect2(v) => math(out, v, ""),
        Variant::Rect2i(v) => int_components(out, [v.position.x, v.position.y, v.size.x, v.size.y]),
        Variant::Vector3(v) => math(out, v, ""),
        Variant::Vector3i(v) => int_components::<3>(out, (*v).into()),
        Variant::Transform2D(v) => math(out, v, ""),
        Variant::Vector4(v) => math(out, v, ""),
        Variant::Vector4i(v) => int_components::<4>(out, (*v).into()),
        Variant::Plane(v) => math(out, v, ""),
        Variant::Quaternion(v) => math(out, v, ""),
        Variant::Aabb(v) => math(out, v, ""),
        Variant::Basis(v) => math(out, &**v, ""),
        Variant::Transform3D(v) => math(out, &**v, ""),
        Variant::Projection(v) => math(out, &**v, ""),
        Variant::Color(v) => math(out, v, ""),
        Variant::PackedByteArray(array) => ints::<u8>(out, array.as_wire()),
        Variant::PackedInt32Array(array) => ints::<i32>(out, array.as_wire()),
        Variant::PackedInt64Array(array) => ints::<i64>(out, array.as_wire()),
        Variant::PackedVector2iArray(array) => ints::<i32>(out, array.as_wire()),
        Variant::PackedVector3iArray(array) => ints::<i32>(out, array.as_wire()),
        Variant::PackedVector4iArray(array) => ints::<i32>(out, array.as_wire()),
        Variant::PackedFloat32Array(array) => packed::<f32, _>(out, array, ""),
        Variant::PackedFloat64Array(array) => packed::<f64, _>(out, array, ""),
        Variant::PackedVector2Array(array) => packed::<f32, _>(out, array, ""),
        Variant::PackedVector3Array(array) => packed::<f32, _>(out, array, ""),
        Variant::PackedVector4Array(array) => packed::<f32, _>(out, array, ""),
        Variant::PackedColorArray(array) => packed::<f32, _>(out, array, ""),
        Variant::Double(double) => write_double(double, out),
        // All others are written elsewhere.
        _ => text(out, "}"),
    }
}

fn write_double(double: &Double<'_>, out: &mut Vec<u8>) {
    match double {
        Double::Vector2(v) => math(out, v, DOUBLE),
        Double::Rect2(v) => math(out, &**v, DOUBLE),
        Double::Vector3(v) => math(out, v, DOUBLE),
        Double::Transform2D(v) => math(out, &**v, DOUBLE),
        Double::Vector4(v) => math(out, &**v, DOUBLE),
        Double::Plane(v) => math(out, &**v, DOUBLE),
        Double::Quaternion(v) => math(out, &**v, DOUBLE),
        Double::Aabb(v) => math(out, &**v, DOUBLE),
        Double::Basis(v) => math(out, &**v, DOUBLE),
        Double::Transform3D(v) => math(out, &**v, DOUBLE),
        Double::Projection(v) => math(out, &**v, DOUBLE),
        Double::Color(v) => math(out, &**v, DOUBLE),
        Double::PackedVector2Array(array) => packed::<f64, _>(out, array, DOUBLE),
        Double::PackedVector3Array(array) => packed::<f64, _>(out, array, DOUBLE),
        Double::PackedVector4Array(array) => packed::<f64, _>(out, array, DOUBLE),
        Double::PackedFloat32Array(array) => packed::<f64, _>(out, array, DOUBLE),
        Double::PackedColorArray(array) => packed::<f64, _>(out, array, DOUBLE),
    }
}
