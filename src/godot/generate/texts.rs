//! Strategies for the text of each generation of the engine.

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::strategy::BoxedStrategy;

use super::Values;
use crate::godot::Text;
use crate::godot::generalized::push_generalized;

/// Returns a strategy for text that is read back unchanged. It has no NUL, which ends text, and no byte order
/// mark at the start, which every reader drops.
pub(super) fn text(values: Values) -> BoxedStrategy<Text> {
    let short = prop_oneof![
        Just(String::new()),
        "[a-z]{1,6}",
        "[ -~]{0,12}",
        vec(any::<char>(), 0..10).prop_map(|characters| characters.into_iter().collect()),
        // These lengths are around the one from which text is checked in another way, and exceed what is kept
        // inline.
        "[a-zé€😀]{20,80}",
    ];
    let unicode = short.prop_map(|text: String| {
        let text: String = text.chars().filter(|character| *character != '\0').collect();
        Text::from(text.trim_start_matches('\u{feff}').to_owned())
    });
    if values.has_non_utf8_text() {
        prop_oneof![4 => unicode, 1 => non_utf8_text()].boxed()
    } else {
        unicode.boxed()
    }
}

fn non_utf8_text() -> impl Strategy<Value = Text> {
    let point = prop_oneof![
        1u32..0x80,
        0x80u32..0x800,
        0x800u32..0x1_0000,
        0xd800u32..0xe000,
        0x1_0000u32..0x20_0000,
        0x11_0000u32..0x400_0000,
        0x400_0000u32..0x8000_0000,
    ];
    vec(point, 1..8).prop_map(|mut points| {
        if points.first() == Some(&0xfeff) {
            points.remove(0);
        }
        let mut bytes = Vec::new();
        points.into_iter().for_each(|point| push_generalized(point, &mut bytes));
        Text::from_non_utf8_bytes(bytes)
    })
}
