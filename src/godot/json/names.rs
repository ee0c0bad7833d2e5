//! The names in JSON: keys and types.

use crate::godot::ids::{Kind, Table};
use crate::godot::model::ElementType;

/// All keys of the form.
pub(super) const KEYS: &[&str] = &[
    "type",
    "args",
    "props",
    "elem_type",
    "key_type",
    "value_type",
    "shared",
    "precision",
    "nan",
    "bytes",
    "names",
    "subnames",
    "property",
    "absolute",
    "id",
    "name",
    "object",
    "class",
    "full",
    "builtin",
    "script",
    "format",
    "width",
    "height",
    "mipmaps",
    "data",
    "device",
    "event",
    "modifiers",
    "scancode",
    "button",
    "axis",
    "index",
];

/// The class that the engine writes for an object of which it knows only the id.
pub(super) const BY_ID: &str = "EncodedObjectAsID";

/// Returns the type of a bare name in `elem_type`, as the engine reads it.
pub(super) fn named_element_type(name: &str) -> ElementType {
    match Kind::from_name(name) {
        // Some names of types are classes here: `Image` is a class in Godot 4, and arrays of objects name the class
        // `Object`.
        Some(kind) if kind.name() == name && kind != Kind::Object && Table::Godot4.id(kind).is_some() => {
            ElementType::Builtin(kind)
        }
        _ if name.contains("://") => ElementType::Script(name.into()),
        _ => ElementType::Class(name.into()),
    }
}
