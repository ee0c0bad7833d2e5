//! Checks that values that consist of numbers are taken apart into fields and elements and put together again. The values are
//! counted up in the tests, or samples of the crate.

use crate::godot_support::bits::same;
use gamewire::godot::{Dialect, Kind, Variant, Vector2};
use gamewire::path::{Path, Segment};

/// The fields of each structure, with their types, as the engines name them.
const STRUCTURES: [(Kind, &[(&str, Kind)]); 16] = {
    use Kind::{
        Aabb, Basis, Color, Float, Int, Plane, Projection, Quaternion, Rect2, Rect2i, Transform2D,
        Transform3D,
    };
    use Kind::{Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i};
    [
        (Vector2, &[("x", Float), ("y", Float)]),
        (Vector2i, &[("x", Int), ("y", Int)]),
        (Vector3, &[("x", Float), ("y", Float), ("z", Float)]),
        (Vector3i, &[("x", Int), ("y", Int), ("z", Int)]),
        (Vector4, &[("x", Float), ("y", Float), ("z", Float), ("w", Float)]),
        (Vector4i, &[("x", Int), ("y", Int), ("z", Int), ("w", Int)]),
        (Rect2, &[("position", Vector2), ("size", Vector2)]),
        (Rect2i, &[("position", Vector2i), ("size", Vector2i)]),
        (Plane, &[("normal", Vector3), ("d", Float)]),
        (Quaternion, &[("x", Float), ("y", Float), ("z", Float), ("w", Float)]),
        (Aabb, &[("position", Vector3), ("size", Vector3)]),
        (Transform2D, &[("x", Vector2), ("y", Vector2), ("origin", Vector2)]),
        (Basis, &[("x", Vector3), ("y", Vector3), ("z", Vector3)]),
        (Transform3D, &[("basis", Basis), ("origin", Vector3)]),
        (Projection, &[("x", Vector4), ("y", Vector4), ("z", Vector4), ("w", Vector4)]),
        (Color, &[("r", Float), ("g", Float), ("b", Float), ("a", Float)]),
    ]
};

/// The elements of each packed array.
const PACKED: [(Kind, Kind); 9] = [
    (Kind::PackedByteArray, Kind::Int),
    (Kind::PackedInt32Array, Kind::Int),
    (Kind::PackedInt64Array, Kind::Int),
    (Kind::PackedFloat32Array, Kind::Float),
    (Kind::PackedFloat64Array, Kind::Float),
    (Kind::PackedVector2Array, Kind::Vector2),
    (Kind::PackedVector3Array, Kind::Vector3),
    (Kind::PackedVector4Array, Kind::Vector4),
    (Kind::PackedColorArray, Kind::Color),
];

/// The number of numbers in a value or a part of one.
fn count(kind: Kind) -> usize {
    let fields = STRUCTURES.iter().find(|(structure, _)| *structure == kind).map(|(_, fields)| *fields);
    fields.map_or(1, |fields| fields.iter().map(|(_, field)| count(*field)).sum())
}

/// The numbers of a value, by its fields and elements.
fn numbers(value: &Variant) -> Vec<f64> {
    match value {
        Variant::Int(number) => vec![*number as f64],
        Variant::Float(number) => vec![*number],
        value => {
            let (_, fields) = STRUCTURES.iter().find(|(kind, _)| *kind == value.kind()).unwrap();
            let part = |name: &str| value.get_path(&vec![Segment::text(name)].into()).unwrap().into_owned();
            fields.iter().flat_map(|(name, _)| numbers(&part(name))).collect()
        }
    }
}

/// The numbers of a part, of which `first` is the first. A basis is encoded by rows, and its fields are columns.
fn in_order(part: Kind, first: usize, inside: Kind) -> Vec<f64> {
    let numbers = (0..count(part)).map(|at| match (part, inside) {
        (Kind::Basis, _) => at % 3 * 3 + at / 3,
        (_, Kind::Basis) => 3 * at,
        _ => at,
    });
    numbers.map(|at| (first + at) as f64).collect()
}

/// The encoded number, in the type that the value has for its components.
fn number(kind: Kind, dialect: Dialect, number: usize) -> Vec<u8> {
    let is_wide = dialect == dialect.double();
    match kind {
        Kind::PackedByteArray => vec![number as u8],
        Kind::PackedInt64Array => (number as i64).to_le_bytes().to_vec(),
        Kind::PackedFloat64Array => (number as f64).to_le_bytes().to_vec(),
        Kind::Vector2i | Kind::Vector3i | Kind::Vector4i | Kind::Rect2i | Kind::PackedInt32Array => {
            (number as i32).to_le_bytes().to_vec()
        }
        Kind::Color | Kind::PackedColorArray | Kind::PackedFloat32Array => {
            (number as f32).to_le_bytes().to_vec()
        }
        _ if is_wide => (number as f64).to_le_bytes().to_vec(),
        _ => (number as f32).to_le_bytes().to_vec(),
    }
}

/// A value of numbers `first`, `first + 1`, ..
fn value(kind: Kind, dialect: Dialect, first: usize) -> Variant {
    let element = PACKED.iter().find(|(packed, _)| *packed == kind).map(|(_, element)| *element);
    let total = element.map_or(count(kind), |element| 2 * count(element));
    let is_wide = dialect == dialect.double() && has_wide(kind);
    let mut bytes = vec![dialect.id(kind).unwrap(), 0, u8::from(is_wide), 0];
    bytes.extend(element.iter().flat_map(|_| 2_u32.to_le_bytes()));
    bytes.extend((first..first + total).flat_map(|at| number(kind, dialect, at)));
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    dialect.parse(&bytes).unwrap()
}

const DIALECTS: [Dialect; 2] = [Dialect::GODOT_4, Dialect::GODOT_4.double()];

/// Structures whose components have 64 bits in a double precision build.
fn has_wide(kind: Kind) -> bool {
    let is_whole =
        matches!(kind, Kind::Vector2i | Kind::Vector3i | Kind::Vector4i | Kind::Rect2i | Kind::Color);
    let is_packed =
        matches!(kind, Kind::PackedVector2Array | Kind::PackedVector3Array | Kind::PackedVector4Array);
    is_packed || !is_whole && STRUCTURES.iter().any(|(structure, _)| *structure == kind)
}

#[test]
fn structures_are_taken_apart_and_put_together() {
    for (dialect, (kind, fields)) in DIALECTS.into_iter().flat_map(|d| STRUCTURES.map(|row| (d, row))) {
        let expected = value(kind, dialect, 1);
        assert_eq!(expected.kind(), kind);
        let is_wide = dialect == dialect.double() && has_wide(kind);
        assert_eq!(matches!(expected, Variant::Double(_)), is_wide, "{kind}");
        let mut built = value(kind, dialect, 100);
        let (mut first, mut all) = (1, Vec::new());
        for (name, field) in fields {
            let at = Path::from(vec![Segment::text(name)]);
            let part = expected.get_path(&at).unwrap().into_owned();
            assert_eq!(part.kind(), *field, "{kind}.{name}");
            let of_part = in_order(*field, first, kind);
            assert_eq!(numbers(&part), of_part, "{kind}.{name}");
            built.set_path(&at, part).unwrap();
            first += if kind == Kind::Basis { 1 } else { count(*field) };
            all.extend(of_part);
        }
        assert_eq!(all.len(), count(kind));
        assert_eq!(built, expected, "{kind} in {dialect}");
        assert!(expected.get_path(&Path::from(vec![Segment::text("other")])).is_err(), "{kind}");
        assert_eq!(again(&expected), expected, "{kind} in {dialect}");
    }
}

#[test]
fn packed_arrays_are_taken_apart_and_put_together() {
    for (dialect, (kind, element)) in DIALECTS.into_iter().flat_map(|d| PACKED.map(|row| (d, row))) {
        let expected = value(kind, dialect, 1);
        assert_eq!(expected.kind(), kind);
        let is_wide = dialect == dialect.double() && has_wide(kind);
        assert_eq!(matches!(expected, Variant::Double(_)), is_wide, "{kind}");
        let mut built = value(kind, dialect, 100);
        for index in 0..2 {
            let at = Path::from(vec![Segment::Index(index)]);
            let part = expected.get_path(&at).unwrap().into_owned();
            assert_eq!(part.kind(), element, "{kind}[{index}]");
            let first = 1 + index * count(element);
            let of_part: Vec<f64> = (first..first + count(element)).map(|number| number as f64).collect();
            assert_eq!(numbers(&part), of_part, "{kind}[{index}]");
            built.set_path(&at, part).unwrap();
        }
        assert_eq!(built, expected, "{kind} in {dialect}");
        assert!(expected.get_path(&Path::from(vec![Segment::Index(2)])).is_err(), "{kind}");
        assert_eq!(again(&expected), expected, "{kind} in {dialect}");
    }
}

/// The value made of the numbers in its JSON.
fn again(value: &Variant) -> Variant {
    let text = gamewire::godot::json::to_string(value);
    gamewire::godot::json::from_str(&text).unwrap()
}

/// Every type that has numbers is in the tables of this file.
#[test]
fn every_type_of_numbers_is_tried() {
    for sample in gamewire_fixtures::godot_samples(Dialect::GODOT_4) {
        let kind = sample.value.kind();
        let is_tried =
            STRUCTURES.iter().map(|row| row.0).chain(PACKED.map(|row| row.0)).any(|tried| tried == kind);
        let first =
            [Segment::Index(0), Segment::text("x"), Segment::text("position"), Segment::text("normal")];
        let rest = [Segment::text("r"), Segment::text("basis")];
        let has_part =
            first.into_iter().chain(rest).any(|part| sample.value.get_path(&vec![part].into()).is_ok());
        let is_container =
            matches!(kind, Kind::Array | Kind::Dictionary | Kind::Object | Kind::PackedStringArray);
        assert!(is_tried || is_container || !has_part, "{kind}");
    }
}

#[test]
fn bits_of_nan_survive() {
    let odd = f32::from_bits(0xffa0_0001);
    let before = Variant::from(Vector2::new(odd, 2.0));
    let mut value = before.clone();
    value.set_path(&"$.y".parse().unwrap(), Variant::Float(1.0)).unwrap();
    let Variant::Vector2(vector) = &value else { panic!("a vector") };
    assert_eq!(vector.x.to_bits(), odd.to_bits());
    let bytes = Dialect::GODOT_4.encode(&value).unwrap();
    assert_eq!(bytes[4..], [1, 0, 0xa0, 0xff, 0, 0, 0x80, 0x3f]);
    assert!(same(&Dialect::GODOT_4.parse(&bytes).unwrap(), &value) && !same(&before, &value));
}
