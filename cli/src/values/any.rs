//! Prints values of both games.

use gamewire::__private::escape::visible;
use gamewire::document::{AnyValue, Format};
use gamewire::godot::text::to_text_of;
use gamewire::godot::{Table, json};

use crate::values::nbt_value;

/// Returns a value as text, with the type names of a generation of Godot.
pub fn text(value: &AnyValue, names: Table) -> String {
    match value {
        AnyValue::Godot(value) => to_text_of(value, names),
        AnyValue::Nbt(tag) => nbt_value::to_text(tag),
        _ => String::new(),
    }
}

/// Returns a value as text for one line of output. Unprintable characters of SNBT are escaped.
pub fn shown(value: &AnyValue, names: Table) -> String {
    let text = text(value, names);
    if let AnyValue::Nbt(_) = value { visible(&text).into_owned() } else { text }
}

/// Returns the generation of Godot whose type names the values of a format have.
pub fn names(format: &Format) -> Table {
    if let Format::Godot(decoder) = format { decoder.dialect().table() } else { Table::Godot4 }
}

/// Returns a value as JSON, in the form of `decode`.
pub fn json(value: &AnyValue) -> String {
    match value {
        AnyValue::Godot(value) => json::to_string(value),
        AnyValue::Nbt(tag) => nbt_value::to_json(tag),
        _ => String::new(),
    }
}
