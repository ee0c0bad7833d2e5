//! Checks that the numbers of keys, buttons and axes that a conversion writes are the engines' own constants, which scripts of
//! Godot 3.6.2 and 4.6.3 printed (`constants-*.tsv`).

use std::collections::HashMap;

use crate::support::tsv;
use gamewire::godot::convert::Rule;
use gamewire::godot::{Dialect, Object, ObjectData, Variant, convert};

const THREE: Dialect = Dialect::GODOT_3;
const FOUR: Dialect = Dialect::GODOT_4;

fn constants(table: &str) -> HashMap<String, i64> {
    let row = |row: Vec<String>| <[String; 2]>::try_from(row).unwrap();
    let rows = tsv::rows(table).into_iter().map(row);
    rows.map(|[name, number]| (name, number.parse().unwrap())).collect()
}

/// The number that arrives; `None` where the report says that it has no counterpart.
fn arrives(class: &str, property: &'static str, number: i64, from: Dialect, to: Dialect) -> Option<i64> {
    let properties = vec![(property.into(), Variant::Int(number))];
    let event = Object::Full(Box::new(ObjectData { class: class.to_owned().into(), properties }));
    let converted = convert(event.into(), from, to).unwrap();
    let lost = converted.report.count(Rule::InputCode) > 0;
    let Variant::Object(object) = &converted.value else { panic!("{}", converted.value) };
    let Object::Full(data) = object else { panic!("{}", converted.value) };
    let [(_, Variant::Int(number))] = &data.properties[..] else { panic!("{}", converted.value) };
    (!lost).then_some(*number)
}

/// Constants that are no key.
fn is_key(name: &str) -> bool {
    name.starts_with("KEY_")
        && !name.contains("MASK")
        && !name.starts_with("KEY_LOCATION_")
        && !["KEY_SPKEY", "KEY_SPECIAL"].contains(&name)
}

#[test]
fn every_key_arrives_as_the_key_of_its_name() {
    let three = constants("godot3/constants-3.6.2.tsv");
    let four = constants("godot4/constants-4.6.3.tsv");
    let mut compared = 0;
    for (name, &number) in three.iter().filter(|(name, _)| is_key(name)) {
        let renamed = match &**name {
            "KEY_CONTROL" => "KEY_CTRL",
            "KEY_HYPER_L" | "KEY_HYPER_R" => "KEY_HYPER",
            name => name,
        };
        // Godot 4 has the characters beyond ASCII without names.
        let character = (0xa0..0x100).contains(&number).then_some(number);
        let expected = four.get(renamed).copied().or(character);
        for property in ["scancode", "physical_scancode"] {
            assert_eq!(arrives("InputEventKey", property, number, THREE, FOUR), expected, "{name}");
        }
        compared += 1;
    }
    for (name, &number) in four.iter().filter(|(name, _)| is_key(name) && *name != "KEY_NONE") {
        let renamed = match &**name {
            "KEY_CTRL" => "KEY_CONTROL",
            "KEY_HYPER" => "KEY_HYPER_L",
            name => name,
        };
        let expected = three.get(renamed).copied();
        for property in ["keycode", "physical_keycode"] {
            assert_eq!(arrives("InputEventKey", property, number, FOUR, THREE), expected, "{name}");
        }
        compared += 1;
    }
    assert!(compared > 400, "{compared}");
}

#[rustfmt::skip] // A table.
const BUTTONS: [(&str, &str); 21] = [
    ("JOY_XBOX_A", "JOY_BUTTON_A"), ("JOY_XBOX_B", "JOY_BUTTON_B"), ("JOY_XBOX_X", "JOY_BUTTON_X"), ("JOY_XBOX_Y", "JOY_BUTTON_Y"),
    ("JOY_L", "JOY_BUTTON_LEFT_SHOULDER"), ("JOY_R", "JOY_BUTTON_RIGHT_SHOULDER"),
    ("JOY_L3", "JOY_BUTTON_LEFT_STICK"), ("JOY_R3", "JOY_BUTTON_RIGHT_STICK"),
    ("JOY_SELECT", "JOY_BUTTON_BACK"), ("JOY_START", "JOY_BUTTON_START"), ("JOY_GUIDE", "JOY_BUTTON_GUIDE"),
    ("JOY_DPAD_UP", "JOY_BUTTON_DPAD_UP"), ("JOY_DPAD_DOWN", "JOY_BUTTON_DPAD_DOWN"),
    ("JOY_DPAD_LEFT", "JOY_BUTTON_DPAD_LEFT"), ("JOY_DPAD_RIGHT", "JOY_BUTTON_DPAD_RIGHT"),
    ("JOY_MISC1", "JOY_BUTTON_MISC1"), ("JOY_PADDLE1", "JOY_BUTTON_PADDLE1"), ("JOY_PADDLE2", "JOY_BUTTON_PADDLE2"),
    ("JOY_PADDLE3", "JOY_BUTTON_PADDLE3"), ("JOY_PADDLE4", "JOY_BUTTON_PADDLE4"), ("JOY_TOUCHPAD", "JOY_BUTTON_TOUCHPAD"),
];

const AXES: [(&str, &str); 6] = [
    ("JOY_ANALOG_LX", "JOY_AXIS_LEFT_X"),
    ("JOY_ANALOG_LY", "JOY_AXIS_LEFT_Y"),
    ("JOY_ANALOG_RX", "JOY_AXIS_RIGHT_X"),
    ("JOY_ANALOG_RY", "JOY_AXIS_RIGHT_Y"),
    ("JOY_ANALOG_L2", "JOY_AXIS_TRIGGER_LEFT"),
    ("JOY_ANALOG_R2", "JOY_AXIS_TRIGGER_RIGHT"),
];

#[test]
fn buttons_and_axes_of_a_joypad_arrive_as_those_of_their_names() {
    let three = constants("godot3/constants-3.6.2.tsv");
    let four = constants("godot4/constants-4.6.3.tsv");
    for (class, property, pairs, last) in [
        ("InputEventJoypadButton", "button_index", &BUTTONS[..], 23),
        ("InputEventJoypadMotion", "axis", &AXES[..], 10),
    ] {
        let pairs: Vec<_> = pairs.iter().map(|&(a, b)| (three[a], four[b])).collect();
        for number in 0..last {
            let to_four = pairs.iter().find(|(three, _)| *three == number).map(|(_, four)| *four);
            // The triggers become axes: see `a_trigger_becomes_the_motion_of_its_axis`.
            if property == "axis" || !(6..8).contains(&number) {
                assert_eq!(arrives(class, property, number, THREE, FOUR), to_four, "{property} {number}");
            }
            let to_three = pairs.iter().find(|(_, four)| *four == number).map(|(three, _)| *three);
            assert_eq!(arrives(class, property, number, FOUR, THREE), to_three, "{property} {number}");
        }
    }
}

/// Their numbers need no conversion.
#[test]
fn buttons_of_a_mouse_have_the_same_numbers() {
    let three = constants("godot3/constants-3.6.2.tsv");
    let four = constants("godot4/constants-4.6.3.tsv");
    let mut same = 0;
    for (name, number) in three.iter().filter(|(name, _)| name.starts_with("BUTTON_")) {
        let name = format!("MOUSE_{name}").replace("MASK_XBUTTON", "MASK_MB_XBUTTON");
        assert_eq!(four.get(&name), Some(number), "{name}");
        same += 1;
    }
    assert_eq!(same, 14);
}

/// The engine's upgrade tool (`ProjectConverter3To4`) writes `InputEventJoypadMotion` with `"axis":4,"axis_value":1.0` in the
/// place of button 6, its pressure and its state, and axis 5 for button 7.
#[test]
fn a_trigger_becomes_the_motion_of_its_axis() {
    for (button, axis) in [(6, 4), (7, 5)] {
        let properties = vec![
            ("device".into(), Variant::Int(0)),
            ("button_index".into(), Variant::Int(button)),
            ("pressure".into(), Variant::Float(0.0)),
            ("pressed".into(), Variant::Bool(false)),
        ];
        let event = ObjectData { class: "InputEventJoypadButton".into(), properties };
        let converted = convert(Object::Full(Box::new(event)).into(), THREE, FOUR).unwrap();
        assert_eq!(
            converted.value.to_string(),
            format!(r#"Object(InputEventJoypadMotion,"device":0,"axis":{axis},"axis_value":1.0)"#)
        );
        assert_eq!(converted.report.count(Rule::InputCode), 0);
    }
}
