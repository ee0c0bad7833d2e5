//! Changes one number in a save game, and keeps every other byte.
//!
//! `cargo run --example edit_save`

#![allow(clippy::print_stdout)] // An example shows something.

use gamewire::godot::{Dialect, Variant};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The result of `var2bytes({"name": "Ada", "gold": 5, "pos": Vector2(1.5, 2.5)})` in Godot 3.
    let save = b"\x12\0\0\0\x03\0\0\0\
        \x04\0\0\0\x04\0\0\0name\x04\0\0\0\x03\0\0\0Ada\0\
        \x04\0\0\0\x04\0\0\0gold\x02\0\0\0\x05\0\0\0\
        \x04\0\0\0\x03\0\0\0pos\0\x05\0\0\0\0\0\xc0\x3f\0\0\x20\x40";

    let mut value = Dialect::GODOT_3.parse(save)?;
    if let Variant::Dictionary(player) = &mut value {
        player.insert("gold", 9999);
    }
    let edited = Dialect::GODOT_3.encode(&value)?;

    let changed = save.iter().zip(&edited).filter(|(old, new)| old != new).count();
    println!("{value}");
    println!("{changed} of {} bytes changed", edited.len());
    Ok(())
}
