//! Godot 2's worked examples: bytes copied by hand from the specification of the format, and the value that each of them is.

use gamewire::godot::{
    Array, Dictionary, Event, Image, ImageFormat, InputEvent, NodePath, Object, Rid, Variant,
};

use super::Example;
use super::values::*;

pub(crate) fn both_ways() -> Vec<Example> {
    let mut path = NodePath::parse("/root/a");
    path.property = Some("b".into());
    let shared = Dictionary::from(vec![(1.into(), 2.into())]).with_shared(true);
    let mut image = Image::default();
    (image.format, image.width, image.height) = (ImageFormat::Grayscale, 2, 1);
    image.data = vec![0x10, 0x20];
    let event = |event| Variant::from(InputEvent { device: 0, event });
    vec![
        ("00000000", Variant::Nil),
        ("01000000 01000000", true.into()),
        ("02000000 FEFFFFFF", (-2).into()),
        ("03000000 0000C03F", 1.5_f64.into()),
        ("04000000 03000000 68C3A900", "hé".into()),
        ("05000000 0000803F 00000040", vector2()),
        ("06000000 0000803F 00000040 00004040 00008040", rect2()),
        ("07000000 0000803F 00000040 00004040", vector3()),
        ("08000000 0000803F 00000040 00004040 00008040 0000A040 0000C040", transform2d()),
        ("09000000 0000803F 00000040 00004040 00008040", plane()),
        ("0A000000 0000803F 00000040 00004040 00008040", quaternion()),
        ("0B000000 0000803F 00000040 00004040 00008040 0000A040 0000C040", aabb()),
        (
            "0C000000 0000803F 00008040 0000E040 00000040 0000A040 00000041 00004040 0000C040 00001041",
            basis(),
        ),
        (
            "0D000000 0000803F 00008040 0000E040 00000040 0000A040 00000041 00004040 0000C040 00001041 00002041
             00003041 00004041",
            transform3d(),
        ),
        ("0E000000 0000803E 0000003F 0000403F 0000803F", color()),
        ("0F000000 00000000 00000000 02000000 01000000 02000000 10200000", image.into()),
        (
            "10000000 02000080 00000000 03000000 04000000 726F6F74 01000000 61000000 01000000 62000000",
            path.into(),
        ),
        ("11000000", Rid(0).into()),
        ("12000000", Object::Null.into()),
        (
            "13000000 01000000 00000000 14000000 00000002 41000000",
            event(Event::Key { modifiers: 1 << 25, scancode: 65 }),
        ),
        (
            "13000000 04000000 00000000 14000000 01000000 0000003F",
            event(Event::JoystickMotion { axis: 1, value: Some(0.5) }),
        ),
        ("14000000 01000080 02000000 01000000 02000000 02000000", shared.into()),
        ("15000000 01000000 02000000 01000000", Array::from(vec![Variant::Int(1)]).into()),
        ("16000000 05000000 01020304 05000000", bytes()),
        ("17000000 02000000 01000000 FFFFFFFF", ints()),
        ("18000000 02000000 0000C03F CDCCCC3D", floats()),
        (
            "19000000 02000000 02000000 61000000 05000000 62636465 00000000",
            texts(&["a", "bcde"]).into(),
        ),
        ("1A000000 01000000 0000803F 00000040", vectors2(1)),
        ("1B000000 01000000 0000803F 00000040 00004040", vectors3()),
        ("1C000000 01000000 0000803E 0000003F 0000403F 0000803F", colors()),
    ]
}

/// 1.0 to 2.0.2 wrote it; 2.1.5 refuses it.
pub(crate) fn before_2_1_5() -> Vec<Example> {
    let event = Event::JoystickMotion { axis: 1, value: None };
    vec![("13000000 04000000 00000000 10000000 01000000", InputEvent { device: 0, event }.into())]
}

pub(crate) fn old_path() -> Example {
    ("10000000 03000000 612F6200", path(false, &["a", "b"], &[]))
}
