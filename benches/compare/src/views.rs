//! Operations on views.

use std::hint::black_box;

use gamewire::godot::{Kind, VariantView};

/// Reads two fields of a packet.
pub fn two_fields(packet: VariantView<'_>) {
    black_box(packet.get("type").and_then(|kind| kind.as_str()));
    black_box(packet.get("id").and_then(|id| id.as_i64()));
}

/// Reads every leaf of a view.
pub fn read_all(view: VariantView<'_>) {
    match view.kind() {
        Kind::Array => view.as_array().unwrap().iter().for_each(read_all),
        Kind::Dictionary => {
            for (key, value) in view.as_dictionary().unwrap().entries() {
                read_all(key);
                read_all(value);
            }
        }
        Kind::Nil => {}
        Kind::Bool => drop(black_box(view.as_bool())),
        Kind::Int => drop(black_box(view.as_i64())),
        Kind::Float => drop(black_box(view.as_f64())),
        Kind::String => drop(black_box(view.as_str())),
        _ => drop(black_box(view.to_variant())),
    }
}
