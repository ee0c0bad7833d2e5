//! A value with something of everything that paths lead through, and paths as they are written.

use gamewire::godot::{Dictionary, ObjectData, Packed, Transform3D, Variant, Vector2};
use gamewire::path::Path;

pub fn path(text: &str) -> Path {
    text.parse().unwrap()
}

pub fn sample() -> Variant {
    let object = ObjectData { class: "Node".into(), properties: vec![("name".into(), "a".into())] };
    Variant::from(Dictionary::from_iter([
        (Variant::from("gold"), Variant::Int(7)),
        ("odd key".into(), true.into()),
        (Variant::StringName("name".into()), "Ada".into()),
        (3.into(), "three".into()),
        (Variant::Float(1.5), "float".into()),
        (Vector2::new(1.0, 2.0).into(), "vector".into()),
        ("items".into(), vec![Variant::Int(1), vec![Variant::Int(2)].into()].into()),
        ("at".into(), Transform3D::default().into()),
        ("bytes".into(), Packed::from(vec![1_u8, 2, 3]).into()),
        ("points".into(), Packed::from(vec![Vector2::new(1.0, 2.0)]).into()),
        ("texts".into(), Variant::PackedStringArray(vec!["a".into(), "b".into()])),
        ("object".into(), object.into()),
    ]))
}
