//! Paths, images and input events.

use gamewire::godot::{Dialect, Event, Image, ImageFormat, InputEvent, NodePath, OwnedVariant, Table};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::strategy::{Options, single};
use super::texts::{Alphabet, text};

pub fn node_path(dialect: Dialect, options: Options) -> impl Strategy<Value = OwnedVariant> {
    let texts = || text(Alphabet::of(dialect));
    let property = match dialect.table() {
        Table::Godot2 => prop::option::of(texts()).boxed(),
        _ => Just(None).boxed(),
    };
    (vec(texts(), 0..4), vec(texts(), 0..3), property, any::<bool>()).prop_map(
        move |(names, subnames, property, absolute)| {
            let absolute = absolute && !(options.live && names.is_empty());
            NodePath { names, subnames, property, absolute }.into()
        },
    )
}

pub fn image() -> impl Strategy<Value = OwnedVariant> {
    (0u32..23, any::<i32>(), any::<i32>(), any::<i32>(), vec(any::<u8>(), 0..20)).prop_map(
        |(format, mipmaps, width, height, data)| {
            let format = ImageFormat::from_number(format).expect("23 formats");
            Image { format, mipmaps, width, height, data: data.into() }.into()
        },
    )
}

pub fn input_event(dialect: Dialect) -> impl Strategy<Value = OwnedVariant> {
    // Only the older readers know the form without a value.
    let value = if dialect == Dialect::GODOT_2_1_5 {
        single().prop_map(Some).boxed()
    } else {
        prop::option::of(single()).boxed()
    };
    let event = prop_oneof![
        any::<[u32; 2]>().prop_map(|[modifiers, scancode]| Event::Key { modifiers, scancode }),
        any::<u32>().prop_map(|button| Event::MouseButton { button }),
        (any::<u32>(), value).prop_map(|(axis, value)| Event::JoystickMotion { axis, value }),
        any::<u32>().prop_map(|button| Event::JoystickButton { button }),
        any::<u32>().prop_map(|index| Event::ScreenTouch { index }),
        prop_oneof![select(vec![0, 2]), 7u32..].prop_map(|kind| Event::Other { kind }),
    ];
    (any::<i32>(), event).prop_map(|(device, event)| InputEvent { device, event }.into())
}
