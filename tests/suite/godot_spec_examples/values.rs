//! Values that the examples of all generations share.

use gamewire::godot::{
    Aabb, Basis, Color, Dictionary, NodePath, ObjectData, Packed, Plane, Quaternion, Rect2, Text,
    Transform2D, Transform3D, Variant, Vector2, Vector3,
};

/// (1, 2).
pub(crate) fn vector2() -> Variant {
    Vector2::new(1.0, 2.0).into()
}

/// Position (1, 2), size (3, 4).
pub(crate) fn rect2() -> Variant {
    Rect2 { position: Vector2::new(1.0, 2.0), size: Vector2::new(3.0, 4.0) }.into()
}

/// (1, 2, 3).
pub(crate) fn vector3() -> Variant {
    Vector3::new(1.0, 2.0, 3.0).into()
}

/// Columns (1, 2), (3, 4), (5, 6).
pub(crate) fn transform2d() -> Variant {
    let (x, y, origin) = (Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0), Vector2::new(5.0, 6.0));
    Transform2D { x, y, origin }.into()
}

/// Normal (1, 2, 3), d 4.
pub(crate) fn plane() -> Variant {
    Plane { normal: Vector3::new(1.0, 2.0, 3.0), d: 4.0 }.into()
}

/// (1, 2, 3, 4).
pub(crate) fn quaternion() -> Variant {
    Quaternion::new(1.0, 2.0, 3.0, 4.0).into()
}

/// Position (1, 2, 3), size (4, 5, 6).
pub(crate) fn aabb() -> Variant {
    Aabb { position: Vector3::new(1.0, 2.0, 3.0), size: Vector3::new(4.0, 5.0, 6.0) }.into()
}

fn the_basis() -> Basis {
    Basis { x: Vector3::new(1.0, 2.0, 3.0), y: Vector3::new(4.0, 5.0, 6.0), z: Vector3::new(7.0, 8.0, 9.0) }
}

/// x (1, 2, 3), y (4, 5, 6), z (7, 8, 9).
pub(crate) fn basis() -> Variant {
    the_basis().into()
}

/// A Transform3D with this basis and the origin (10, 11, 12).
pub(crate) fn transform3d() -> Variant {
    Transform3D { basis: the_basis(), origin: Vector3::new(10.0, 11.0, 12.0) }.into()
}

const COLOR: Color = Color::new(0.25, 0.5, 0.75, 1.0);

/// (0.25, 0.5, 0.75, 1).
pub(crate) fn color() -> Variant {
    COLOR.into()
}

pub(crate) fn colors() -> Variant {
    Packed::from(vec![COLOR]).into()
}

pub(crate) fn texts(texts: &[&'static str]) -> Vec<Text> {
    texts.iter().map(|text| Text::from(*text)).collect()
}

pub(crate) fn path(absolute: bool, names: &[&'static str], subnames: &[&'static str]) -> Variant {
    let mut path = NodePath::default();
    (path.absolute, path.names, path.subnames) = (absolute, texts(names), texts(subnames));
    path.into()
}

/// {"a": 1, 2: true}.
pub(crate) fn dictionary() -> Variant {
    Dictionary::from(vec![("a".into(), 1.into()), (2.into(), true.into())]).into()
}

/// [1, "a", null].
pub(crate) fn array() -> Variant {
    vec![Variant::Int(1), "a".into(), Variant::Nil].into()
}

/// An object with nothing but a script, null.
pub(crate) fn object(class: &'static str) -> Variant {
    ObjectData { class: class.into(), properties: vec![("script".into(), Variant::Nil)] }.into()
}

pub(crate) fn bytes() -> Variant {
    Packed::from(vec![1_u8, 2, 3, 4, 5]).into()
}

pub(crate) fn ints() -> Variant {
    Packed::from(vec![1_i32, -1]).into()
}

pub(crate) fn floats() -> Variant {
    Packed::from(vec![1.5_f32, 0.1]).into()
}

/// (1, 2), (3, 4), or fewer of them.
pub(crate) fn vectors2(count: usize) -> Variant {
    let vectors = [Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0)];
    Packed::from(vectors[..count].to_vec()).into()
}

pub(crate) fn vectors3() -> Variant {
    Packed::from(vec![Vector3::new(1.0, 2.0, 3.0)]).into()
}
