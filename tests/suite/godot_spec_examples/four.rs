//! Godot 4's worked examples: bytes copied by hand from the specification of the format, and the value that each of them is.

use gamewire::godot::{
    Array, Dictionary, Double, ElementType, EntryTypes, Kind, Object, Packed, Projection, Rect2i, Rid,
    Signal, Variant, Vector2, Vector2i, Vector3i, Vector4, Vector4i,
};

use super::Example;
use super::values::*;

fn typed(key: Option<Kind>, value: Option<Kind>, pair: (Variant, Variant)) -> Variant {
    let types = EntryTypes { key: key.map(ElementType::Builtin), value: value.map(ElementType::Builtin) };
    Dictionary::typed(types, vec![pair]).into()
}

pub(crate) fn single() -> Vec<Example> {
    let id = 0x8000_0006_1400_05AF;
    let column = |x: f32| Vector4::new(x, x + 1.0, x + 2.0, x + 3.0);
    let of = |class: &'static str| ElementType::Class(class.into());
    vec![
        ("00000000", Variant::Nil),
        ("01000000 01000000", true.into()),
        ("02000000 FFFFFF7F", Variant::Int(2147483647)),
        ("02000100 00000080 00000000", Variant::Int(2147483648)),
        ("03000100 9A999999 9999B93F", Variant::Float(0.1)),
        ("03000000 0000807F", Variant::Float(f64::INFINITY)),
        ("04000000 04000000 F09F9880", "\u{1F600}".into()),
        ("05000000 0000803F 00000040", vector2()),
        ("06000000 01000000 FEFFFFFF", Vector2i::new(1, -2).into()),
        ("07000000 0000803F 00000040 00004040 00008040", rect2()),
        (
            "08000000 01000000 02000000 03000000 04000000",
            Rect2i { position: Vector2i::new(1, 2), size: Vector2i::new(3, 4) }.into(),
        ),
        ("09000000 0000803F 00000040 00004040", vector3()),
        ("0A000000 01000000 02000000 FDFFFFFF", Vector3i::new(1, 2, -3).into()),
        ("0B000000 0000803F 00000040 00004040 00008040 0000A040 0000C040", transform2d()),
        ("0C000000 0000803F 00000040 00004040 00008040", column(1.0).into()),
        ("0D000000 01000000 02000000 03000000 FCFFFFFF", Vector4i::new(1, 2, 3, -4).into()),
        ("0E000000 0000803F 00000040 00004040 00008040", plane()),
        ("0F000000 0000803F 00000040 00004040 00008040", quaternion()),
        ("10000000 0000803F 00000040 00004040 00008040 0000A040 0000C040", aabb()),
        (
            "11000000 0000803F 00008040 0000E040 00000040 0000A040 00000041 00004040 0000C040 00001041",
            basis(),
        ),
        (
            "12000000 0000803F 00008040 0000E040 00000040 0000A040 00000041 00004040 0000C040 00001041 00002041
             00003041 00004041",
            transform3d(),
        ),
        (
            "13000000 0000803F 00000040 00004040 00008040 0000A040 0000C040 0000E040 00000041 00001041 00002041
             00003041 00004041 00005041 00006041 00007041 00008041",
            Projection { x: column(1.0), y: column(5.0), z: column(9.0), w: column(13.0) }.into(),
        ),
        ("14000000 0000803E 0000003F 0000403F 0000803F", color()),
        ("15000000 03000000 61626300", Variant::StringName("abc".into())),
        (
            "16000000 02000080 02000000 01000000 04000000 726F6F74 01000000 61000000 01000000 62000000 01000000
             63000000",
            path(true, &["root", "a"], &["b", "c"]),
        ),
        ("16000000 00000080 00000000 01000000", path(true, &[], &[])),
        ("17000000 0D000000 00000000", Rid(13).into()),
        ("18000100 AF050014 06000080", Object::Id(id).into()),
        (
            "18000000 0A000000 52656643 6F756E74 65640000 01000000 06000000 73637269 70740000 00000000",
            object("RefCounted"),
        ),
        ("19000000", Variant::Callable),
        (
            "1A000000 0E000000 73637269 70745F63 68616E67 65640000 AF050014 06000080",
            Signal { name: "script_changed".into(), object: id }.into(),
        ),
        (
            "1B000000 02000000 04000000 01000000 61000000 02000000 01000000 02000000 02000000 01000000 01000000",
            dictionary(),
        ),
        (
            "1B000500 04000000 02000000 01000000 04000000 01000000 61000000 02000000 01000000",
            typed(Some(Kind::String), Some(Kind::Int), ("a".into(), 1.into())),
        ),
        (
            "1B000100 02000000 01000000 02000000 01000000 04000000 01000000 78000000",
            typed(Some(Kind::Int), None, (1.into(), "x".into())),
        ),
        (
            "1B000400 02000000 01000000 02000000 01000000 02000000 02000000",
            typed(None, Some(Kind::Int), (1.into(), 2.into())),
        ),
        ("1C000000 03000000 02000000 01000000 04000000 01000000 61000000 00000000", array()),
        (
            "1C000100 02000000 01000000 02000000 80000000",
            Array::typed(ElementType::Builtin(Kind::Int), vec![128.into()]).into(),
        ),
        (
            "1C000200 11000000 456E636F 6465644F 626A6563 74417349 44000000 01000000 18000100 AF050014 06000080",
            Array::typed(of("EncodedObjectAsID"), vec![Object::Id(id).into()]).into(),
        ),
        (
            "1C000200 0A000000 52656643 6F756E74 65640000 01000000 18000000 0A000000 52656643 6F756E74 65640000
             01000000 06000000 73637269 70740000 00000000",
            Array::typed(of("RefCounted"), vec![object("RefCounted")]).into(),
        ),
        (
            "1C000300 0B000000 7265733A 2F2F6D79 2E676400 00000000",
            Array::typed(ElementType::Script("res://my.gd".into()), Vec::new()).into(),
        ),
        ("1D000000 05000000 01020304 05000000", bytes()),
        ("1E000000 02000000 01000000 FFFFFFFF", ints()),
        ("1F000000 02000000 01000000 00000000 FFFFFFFF FFFFFFFF", Packed::from(vec![1_i64, -1]).into()),
        ("20000000 02000000 0000C03F CDCCCC3D", floats()),
        (
            "21000000 02000000 00000000 0000F83F 9A999999 9999B93F",
            Packed::from(vec![1.5_f64, 0.1]).into(),
        ),
        (
            "22000000 03000000 02000000 61000000 05000000 62636465 00000000 01000000 00000000",
            texts(&["a", "bcde", ""]).into(),
        ),
        ("23000000 02000000 0000803F 00000040 00004040 00008040", vectors2(2)),
        ("24000000 01000000 0000803F 00000040 00004040", vectors3()),
        ("25000000 01000000 0000803E 0000003F 0000403F 0000803F", colors()),
        ("26000000 01000000 0000803F 00000040 00004040 00008040", Packed::from(vec![column(1.0)]).into()),
    ]
}

pub(crate) fn double() -> Vec<Example> {
    let vector = Vector2::<f64>::new(1.0, 2.0);
    let double = |double: Double| Variant::from(double);
    vec![
        ("05000100 00000000 0000F03F 00000000 00000040", double(vector.into())),
        ("05000100 9A999999 9999B93F 55555555 5555D53F", double(Vector2::<f64>::new(0.1, 1.0 / 3.0).into())),
        (
            "23000100 01000000 00000000 0000F03F 00000000 00000040",
            double(Double::PackedVector2Array(Packed::from(vec![vector]))),
        ),
        (
            "1C000100 05000000 01000000 05000100 00000000 0000F03F 00000000 00000040",
            Array::typed(ElementType::Builtin(Kind::Vector2), vec![double(vector.into())]).into(),
        ),
        // Empty packed arrays bear the bit too.
        ("23000100 00000000", double(Double::PackedVector2Array(Packed::default()))),
    ]
}
