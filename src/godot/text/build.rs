//! Values by the name of their type and their numbers.

use crate::godot::dialect::Precision;
use crate::godot::model::*;

/// A value of this type, by its name in any generation; else why not.
pub(super) fn named(name: &str, numbers: &[f64], precision: Precision) -> Result<OwnedVariant, String> {
    let wide = precision == Precision::Double;
    Ok(match name {
        "Vector2" => vector(name, numbers, wide, |[x, y]| Vector2 { x, y })?,
        "Vector3" => vector(name, numbers, wide, |[x, y, z]| Vector3 { x, y, z })?,
        "Vector4" => vector(name, numbers, wide, |[x, y, z, w]| Vector4 { x, y, z, w })?,
        "Rect2" => vector(name, numbers, wide, |[x, y, w, h]| Rect2 {
            position: Vector2 { x, y },
            size: Vector2 { x: w, y: h },
        })?,
        "Plane" => vector(name, numbers, wide, |[x, y, z, d]| Plane { normal: Vector3 { x, y, z }, d })?,
        "Quaternion" | "Quat" => vector(name, numbers, wide, |[x, y, z, w]| Quaternion { x, y, z, w })?,
        "AABB" | "Rect3" => vector(name, numbers, wide, |[x, y, z, w, h, d]| Aabb {
            position: Vector3 { x, y, z },
            size: Vector3 { x: w, y: h, z: d },
        })?,
        "Transform2D" | "Matrix32" => vector(name, numbers, wide, |[a, b, c, d, x, y]| Transform2D {
            x: Vector2 { x: a, y: b },
            y: Vector2 { x: c, y: d },
            origin: Vector2 { x, y },
        })?,
        "Basis" | "Matrix3" => vector(name, numbers, wide, basis)?,
        "Transform3D" | "Transform" => {
            vector(name, numbers, wide, |[a, b, c, d, e, f, g, h, i, x, y, z]| Transform3D {
                basis: basis([a, b, c, d, e, f, g, h, i]),
                origin: Vector3 { x, y, z },
            })?
        }
        "Projection" => {
            let column = |[x, y, z, w]: [f64; 4]| Vector4 { x, y, z, w };
            vector(name, numbers, wide, |[a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]| Projection {
                x: column([a, b, c, d]),
                y: column([e, f, g, h]),
                z: column([i, j, k, l]),
                w: column([m, n, o, p]),
            })?
        }
        // Colors are single in every engine.
        "Color" => match numbers {
            [r, g, b] => vector(name, &[*r, *g, *b, 1.0], false, |[r, g, b, a]| Color { r, g, b, a })?,
            _ => vector(name, numbers, false, |[r, g, b, a]| Color { r, g, b, a })?,
        },
        "Vector2i" => Variant::Vector2i(Vector2i::from(ints(name, numbers)?)),
        "Vector3i" => Variant::Vector3i(Vector3i::from(ints(name, numbers)?)),
        "Vector4i" => Variant::Vector4i(Vector4i::from(ints(name, numbers)?)),
        "Rect2i" => {
            let [x, y, w, h] = ints(name, numbers)?;
            Variant::Rect2i(Rect2i { position: Vector2i { x, y }, size: Vector2i { x: w, y: h } })
        }
        _ => return packed(name, numbers, wide),
    })
}

/// By its rows, as it is written.
fn basis([a, b, c, d, e, f, g, h, i]: [f64; 9]) -> Basis<f64> {
    Basis {
        x: Vector3 { x: a, y: d, z: g },
        y: Vector3 { x: b, y: e, z: h },
        z: Vector3 { x: c, y: f, z: i },
    }
}

/// A type of components of either width.
trait Vector: OfReals<f64> {
    fn single(self) -> OwnedVariant;
    fn double(self) -> OwnedVariant;
}

macro_rules! vectors {
    ($($name:ident),+) => {$(
        impl Vector for $name<f64> {
            fn single(self) -> OwnedVariant {
                Variant::$name(self.map(&mut |real: f64| f32::from_f64(real)).into())
            }
            fn double(self) -> OwnedVariant {
                Double::$name(self.into()).into()
            }
        }
    )+};
}

vectors!(
    Vector2,
    Vector3,
    Vector4,
    Rect2,
    Plane,
    Quaternion,
    Aabb,
    Transform2D,
    Basis,
    Transform3D,
    Projection,
    Color
);

fn vector<const N: usize, V: Vector>(
    name: &str,
    numbers: &[f64],
    wide: bool,
    make: impl FnOnce([f64; N]) -> V,
) -> Result<OwnedVariant, String> {
    let vector = make(exactly(name, numbers)?);
    Ok(if wide { vector.double() } else { vector.single() })
}

fn exactly<const N: usize>(name: &str, numbers: &[f64]) -> Result<[f64; N], String> {
    numbers.try_into().map_err(|_| format!("{name} takes {N} numbers"))
}

fn ints<const N: usize>(name: &str, numbers: &[f64]) -> Result<[i32; N], String> {
    let mut ints = [0; N];
    for (place, number) in ints.iter_mut().zip(exactly::<N>(name, numbers)?) {
        *place = int(name, number)?;
    }
    Ok(ints)
}

fn int(name: &str, number: f64) -> Result<i32, String> {
    let inside = number.fract() == 0.0 && number >= f64::from(i32::MIN) && number <= f64::from(i32::MAX);
    #[allow(clippy::cast_possible_truncation)] // Checked right there.
    if inside { Ok(number as i32) } else { Err(format!("{name} takes ints of 32 bits, not {number}")) }
}

fn packed(name: &str, numbers: &[f64], wide: bool) -> Result<OwnedVariant, String> {
    let single = |number: &f64| f32::from_f64(*number);
    Ok(match name {
        "PackedByteArray" | "PoolByteArray" | "ByteArray" | "RawArray" => {
            let byte = |number: &f64| int(name, *number).ok().and_then(|number| u8::try_from(number).ok());
            let bytes: Option<Vec<u8>> = numbers.iter().map(byte).collect();
            Variant::PackedByteArray(bytes.ok_or_else(|| format!("{name} takes ints from 0 to 255"))?.into())
        }
        "PackedInt32Array" | "PoolIntArray" | "IntArray" => {
            let ints: Result<Vec<i32>, _> = numbers.iter().map(|number| int(name, *number)).collect();
            Variant::PackedInt32Array(ints?.into())
        }
        "PackedFloat32Array" | "PoolRealArray" | "RealArray" | "FloatArray" => {
            Variant::PackedFloat32Array(numbers.iter().map(single).collect())
        }
        "PackedFloat64Array" => Variant::PackedFloat64Array(numbers.iter().copied().collect()),
        "PackedVector2Array" | "PoolVector2Array" | "Vector2Array" => {
            let all = chunks(name, numbers)?.iter().map(|&[x, y]| Vector2 { x, y });
            if wide {
                Double::PackedVector2Array(all.collect()).into()
            } else {
                Variant::PackedVector2Array(all.map(narrow).collect())
            }
        }
        "PackedVector3Array" | "PoolVector3Array" | "Vector3Array" => {
            let all = chunks(name, numbers)?.iter().map(|&[x, y, z]| Vector3 { x, y, z });
            if wide {
                Double::PackedVector3Array(all.collect()).into()
            } else {
                Variant::PackedVector3Array(all.map(narrow).collect())
            }
        }
        "PackedVector4Array" => {
            let all = chunks(name, numbers)?.iter().map(|&[x, y, z, w]| Vector4 { x, y, z, w });
            if wide {
                Double::PackedVector4Array(all.collect()).into()
            } else {
                Variant::PackedVector4Array(all.map(narrow).collect())
            }
        }
        "PackedColorArray" | "PoolColorArray" | "ColorArray" => {
            let all = chunks(name, numbers)?.iter().map(|&[r, g, b, a]| Color { r, g, b, a });
            Variant::PackedColorArray(all.map(narrow).collect())
        }
        "PackedVector2iArray" => Variant::PackedVector2iArray(
            chunks::<2>(name, numbers)?
                .iter()
                .map(|chunk| ints(name, chunk).map(Vector2i::from))
                .collect::<Result<_, _>>()?,
        ),
        "PackedVector3iArray" => Variant::PackedVector3iArray(
            chunks::<3>(name, numbers)?
                .iter()
                .map(|chunk| ints(name, chunk).map(Vector3i::from))
                .collect::<Result<_, _>>()?,
        ),
        "PackedVector4iArray" => Variant::PackedVector4iArray(
            chunks::<4>(name, numbers)?
                .iter()
                .map(|chunk| ints(name, chunk).map(Vector4i::from))
                .collect::<Result<_, _>>()?,
        ),
        _ => return Err(format!("{name} is no type of value")),
    })
}

fn narrow<V: OfReals<f64>>(vector: V) -> V::With<f32> {
    vector.map(&mut |real| f32::from_f64(real))
}

fn chunks<'n, const N: usize>(name: &str, numbers: &'n [f64]) -> Result<&'n [[f64; N]], String> {
    match numbers.as_chunks() {
        (chunks, []) => Ok(chunks),
        _ => Err(format!("{name} takes {N} numbers for each element")),
    }
}
