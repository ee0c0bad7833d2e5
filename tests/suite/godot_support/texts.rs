//! Text as each generation holds it.

use gamewire::godot::{Dialect, Table, Text, Variant};
use proptest::collection::vec;
use proptest::prelude::*;

/// Which code points text may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alphabet {
    /// What Rust's `char` holds.
    Unicode,
    /// Everything of up to 31 bits, surrogates included, as engines before Godot 4 hold it.
    NonUtf8,
}

impl Alphabet {
    /// The alphabet of the dialect's engine.
    pub fn of(dialect: Dialect) -> Self {
        match dialect.table() {
            Table::Godot4 => Self::Unicode,
            _ => Self::NonUtf8,
        }
    }
}

/// Text that comes back as it is: without NUL, where text ends, and without a byte order mark at the start,
/// which every reader drops.
pub fn text(alphabet: Alphabet) -> BoxedStrategy<Text<'static>> {
    let short = prop_oneof![
        Just(String::new()),
        "[a-z]{1,6}",
        "[ -~]{0,12}",
        prop::collection::vec(any::<char>(), 0..10).prop_map(|chars| chars.into_iter().collect()),
        // Around the length from which text is checked in another way, and past what is kept inline.
        "[a-zé€😀]{20,80}",
    ];
    let unicode = short.prop_map(|text| {
        let text: String = text.chars().filter(|c| *c != '\0').collect();
        Text::from(text.trim_start_matches('\u{feff}').to_string())
    });
    match alphabet {
        Alphabet::Unicode => unicode.boxed(),
        Alphabet::NonUtf8 => prop_oneof![4 => unicode, 1 => non_utf8_text()].boxed(),
    }
}

fn non_utf8_text() -> impl Strategy<Value = Text<'static>> {
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
        if points[0] == 0xfeff {
            points.remove(0);
        }
        let mut bytes = Vec::new();
        points.into_iter().for_each(|point| push(point, &mut bytes));
        Text::from_non_utf8_bytes(bytes)
    })
}

/// UTF-8 as first defined, with sequences of up to six bytes.
fn push(point: u32, bytes: &mut Vec<u8>) {
    let following = match point {
        0..=0x7f => return bytes.push(point as u8),
        0x80..=0x7ff => 1,
        0x800..=0xffff => 2,
        0x1_0000..=0x1f_ffff => 3,
        0x20_0000..=0x3ff_ffff => 4,
        _ => 5,
    };
    let lead_bits = 0xfc_u32 << (5 - following) & 0xff;
    bytes.push((lead_bits | point >> (6 * following)) as u8);
    for at in (0..following).rev() {
        bytes.push((point >> (6 * at) & 0x3f | 0x80) as u8);
    }
}

/// Whether any text inside begins with a byte order mark. Such text came from bytes with two of them, and
/// loses the other when it is read again, in the engine too.
pub fn begins_with_mark(value: &Variant<'_>) -> bool {
    let marked = |text: &Text<'_>| text.as_bytes().starts_with(b"\xef\xbb\xbf");
    match value {
        Variant::String(text) | Variant::StringName(text) => marked(text),
        Variant::NodePath(path) => path.names.iter().chain(&path.subnames).chain(&path.property).any(marked),
        Variant::Signal(signal) => marked(&signal.name),
        Variant::PackedStringArray(texts) => texts.iter().any(marked),
        Variant::Array(array) | Variant::PackedTypedArray(array) => {
            let element = match array.element_type() {
                Some(
                    gamewire::godot::ElementType::Class(text) | gamewire::godot::ElementType::Script(text),
                ) => marked(text),
                _ => false,
            };
            element || array.iter().any(begins_with_mark)
        }
        Variant::Dictionary(dictionary) => {
            let types = dictionary.entry_types().into_iter().flat_map(|types| [&types.key, &types.value]);
            types.flatten().any(|element| match element {
                gamewire::godot::ElementType::Class(text) | gamewire::godot::ElementType::Script(text) => {
                    marked(text)
                }
                _ => false,
            }) || dictionary.iter().any(|(key, value)| begins_with_mark(key) || begins_with_mark(value))
        }
        Variant::Object(gamewire::godot::Object::Full(data)) => {
            marked(&data.class)
                || data.properties.iter().any(|(name, value)| marked(name) || begins_with_mark(value))
        }
        _ => false,
    }
}
