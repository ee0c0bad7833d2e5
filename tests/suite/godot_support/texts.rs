//! Text with a byte order mark.

use gamewire::godot::{Text, Variant};

/// Whether any text inside begins with a byte order mark. Such text came from bytes with two of them, and
/// loses the other when it is read again, in the engine too.
pub fn begins_with_mark(value: &Variant) -> bool {
    let marked = |text: &Text| text.as_bytes().starts_with(b"\xef\xbb\xbf");
    match value {
        Variant::String(text) | Variant::StringName(text) => marked(text),
        Variant::NodePath(path) => path.names.iter().chain(&path.subnames).chain(&path.property).any(marked),
        Variant::Signal(signal) => marked(&signal.name),
        Variant::PackedStringArray(texts) => texts.iter().any(marked),
        Variant::Array(array) => {
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
