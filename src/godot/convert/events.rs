//! Conversion of the input events of an input map. They are objects since Godot 3. Godot 4 has other names
//! for their properties, and other numbers for keys, buttons and axes. The names are those of the engine's
//! own upgrade tool; the numbers are compared with the constants of GDScript in 3.6.2 and 4.6.3, which are in
//! `tests/fixtures`.

use super::Conversion;
use super::report::Rule;
use crate::godot::ids::Table;
use crate::godot::{ObjectData, Text, Variant};
use crate::path::TreeName as _;

/// The names of the properties of input events, in Godot 3 and in Godot 4.
const PROPERTIES: [(&str, &str); 7] = [
    ("alt", "alt_pressed"),
    ("shift", "shift_pressed"),
    ("control", "ctrl_pressed"),
    ("meta", "meta_pressed"),
    ("scancode", "keycode"),
    ("physical_scancode", "physical_keycode"),
    ("doubleclick", "double_click"),
];

/// Runs of consecutive numbers: the first number in Godot 3, the first in Godot 4, and the length.
type Runs = &'static [(i64, i64, i64)];

/// The bit of keys that are not characters.
const SPECIAL_3: i64 = 1 << 24;
const SPECIAL_4: i64 = 1 << 22;

const KEYS: Runs = &[
    // Characters. 0 means no key.
    (0, 0, 0x11_0000),
    // Escape to F16.
    (SPECIAL_3 | 0x01, SPECIAL_4 | 0x01, 0x2b),
    // The keypad.
    (SPECIAL_3 | 0x81, SPECIAL_4 | 0x81, 15),
    // Menu, left and right Hyper, Help.
    (SPECIAL_3 | 0x2e, SPECIAL_4 | 0x42, 1),
    (SPECIAL_3 | 0x2f, SPECIAL_4 | 0x43, 1),
    (SPECIAL_3 | 0x30, SPECIAL_4 | 0x43, 1),
    (SPECIAL_3 | 0x31, SPECIAL_4 | 0x45, 1),
    // Back to VolumeUp.
    (SPECIAL_3 | 0x40, SPECIAL_4 | 0x48, 7),
    // MediaPlay to LaunchF.
    (SPECIAL_3 | 0x4c, SPECIAL_4 | 0x54, 28),
    // Unknown.
    (SPECIAL_3 | 0xff_ffff, SPECIAL_4 | 0x7f_ffff, 1),
];

/// The right Hyper key of Godot 3. Godot 4 has only one Hyper key.
const HYPER_R: i64 = SPECIAL_3 | 0x30;

/// The triggers, which are buttons in Godot 3 and axes in Godot 4.
const TRIGGERS: [(i64, i64); 2] = [(6, 4), (7, 5)];

const BUTTONS: Runs = &[
    // A, B, X, Y.
    (0, 0, 4),
    // Shoulders.
    (4, 9, 2),
    // Sticks.
    (8, 7, 2),
    // Select, Start.
    (10, 4, 1),
    (11, 6, 1),
    // Directions.
    (12, 11, 4),
    // Guide.
    (16, 5, 1),
    // Misc1, paddles, touchpad.
    (17, 15, 6),
];

const AXES: Runs = &[
    // The axes of both sticks have the same numbers.
    (0, 0, 4),
    // The triggers moved from 6 and 7 to 4 and 5.
    (6, 4, 2),
];

/// Returns the numbers of a property, given its name in Godot 3, and the number that means none.
fn numbers_of(class: &Text, property: &str) -> Option<(Runs, i64)> {
    match property {
        "scancode" | "physical_scancode" if *class == "InputEventKey" => Some((KEYS, 0)),
        "button_index" if *class == "InputEventJoypadButton" => Some((BUTTONS, -1)),
        "axis" if *class == "InputEventJoypadMotion" => Some((AXES, -1)),
        _ => None,
    }
}

fn counterpart(runs: Runs, number: i64, to_four: bool) -> Option<i64> {
    runs.iter().find_map(|&(three, four, count)| {
        let (from, to) = if to_four { (three, four) } else { (four, three) };
        let at = number.checked_sub(from)?;
        (0..count).contains(&at).then(|| to + at)
    })
}

/// Converts the button of a trigger to a full motion of its axis, as the engine's upgrade tool does.
fn trigger(class: &mut Text, properties: &mut Vec<(Text, Variant)>) -> Option<String> {
    if *class != "InputEventJoypadButton" {
        return None;
    }
    let at = properties.iter().position(|(name, _)| *name == "button_index")?;
    let Some((name, Variant::Int(number))) = properties.get_mut(at) else { return None };
    let (button, axis) = *TRIGGERS.iter().find(|(button, _)| button == number)?;
    // All properties still have the numbers of Godot 3 here.
    (*name, *number) = (Text::from("axis"), button);
    *class = Text::from("InputEventJoypadMotion");
    properties.insert(at + 1, (Text::from("axis_value"), Variant::Float(1.0)));
    properties.retain(|(name, _)| *name != "pressed" && *name != "pressure");
    Some(format!("InputEventJoypadButton {button} → axis {axis}"))
}

impl Conversion {
    /// Converts the names and numbers of an input event.
    pub(super) fn input_event(&mut self, data: &mut ObjectData) {
        let to_four = match (self.from().table, self.to().table) {
            (Table::Godot3, Table::Godot4) => true,
            (Table::Godot4, Table::Godot3) => false,
            _ => return,
        };
        let ObjectData { class, properties } = data;
        if !class.as_bytes().starts_with(b"InputEvent") {
            return;
        }
        let mut renamed = Vec::new();
        renamed.extend(to_four.then(|| trigger(class, properties)).flatten());
        for (at, (name, value)) in properties.iter_mut().enumerate() {
            let old = name.to_string_lossy().into_owned();
            let names = PROPERTIES.iter().find(|(three, four)| old == if to_four { *three } else { *four });
            let in_three = names.map_or(&*old, |(three, _)| three);
            if let Some((three, four)) = names {
                *name = Text::from(if to_four { *four } else { *three });
            }
            let (mut before, mut after) = (old.clone(), name.to_string());
            if let (Some((runs, none)), Variant::Int(number)) = (numbers_of(class, in_three), value) {
                let (was, found) = (*number, counterpart(runs, *number, to_four));
                *number = found.unwrap_or(none);
                before += &format!(" {was}");
                after += &format!(" {number}");
                let what = || format!("{class}: {before} → {after}");
                let lost = (found.is_none() && was != none).then_some(Rule::InputCode);
                let merged = (to_four && was == HYPER_R).then_some(Rule::HyperKey);
                for rule in lost.into_iter().chain(merged) {
                    self.inside(|| name.step(at), |run| run.report.note(rule, what));
                }
            }
            if before != after {
                renamed.push(format!("{before} → {after}"));
            }
        }
        if !renamed.is_empty() {
            self.report.note(Rule::InputNames, || format!("{class}: {}", renamed.join(", ")));
        }
    }
}
