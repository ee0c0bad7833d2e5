//! Reads a save game into your own struct, and writes it again.
//!
//! `cargo run --example own_struct --features serde`

#![allow(clippy::print_stdout)] // An example shows something.

use gamewire::godot::{Dialect, SerdeError, Vector3, from_slice, to_vec};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Player {
    pub(crate) name: String,
    pub(crate) level: u8,
    pub(crate) hp: f64,
    pub(crate) pos: Vector3,
    #[serde(rename = "inv")]
    pub(crate) inventory: Vec<String>,
}

/// The bytes that Godot 4.6 writes for `{"name": "Ayla", "level": 12, "hp": 87.5, "pos": Vector3(1.5, 0,
/// -3.25), "inv": ["sword", "potion"]}`.
pub(crate) const SAVE: &[u8] = b"\x1b\0\0\0\x05\0\0\0\
    \x04\0\0\0\x04\0\0\0name\x04\0\0\0\x04\0\0\0Ayla\
    \x04\0\0\0\x05\0\0\0level\0\0\0\x02\0\0\0\x0c\0\0\0\
    \x04\0\0\0\x02\0\0\0hp\0\0\x03\0\0\0\0\0\xaf\x42\
    \x04\0\0\0\x03\0\0\0pos\0\x09\0\0\0\0\0\xc0\x3f\0\0\0\0\0\0\x50\xc0\
    \x04\0\0\0\x03\0\0\0inv\0\x1c\0\0\0\x02\0\0\0\
    \x04\0\0\0\x05\0\0\0sword\0\0\0\x04\0\0\0\x06\0\0\0potion\0\0";

pub(crate) fn main() -> Result<(), SerdeError> {
    let mut player: Player = from_slice(SAVE, Dialect::GODOT_4)?;
    println!("{player:?}");
    assert_eq!(to_vec(&player, Dialect::GODOT_4)?, SAVE, "what the engine writes");

    player.level += 1;
    player.inventory.push("shield".into());
    println!("{} bytes for the engine", to_vec(&player, Dialect::GODOT_4)?.len());

    // A level that does not fit its type is an error with the path of the value, and so is any other value that is not a player.
    let cheated: Vec<u8> =
        SAVE.iter().enumerate().map(|(at, byte)| if at == 53 { 1 } else { *byte }).collect();
    if let Err(error) = from_slice::<Player>(&cheated, Dialect::GODOT_4) {
        println!("{error}");
    }
    Ok(())
}
