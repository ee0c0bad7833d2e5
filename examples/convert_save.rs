//! Converts a save game of Godot 4 to Godot 3, and prints the changes that were necessary.
//!
//! `cargo run --example convert_save`

#![allow(clippy::print_stdout)] // An example shows something.

use std::error::Error;

use gamewire::godot::convert::Report;
use gamewire::godot::{Dialect, convert};

/// The bytes that Godot 4.6 writes for `{"player": &"Ada", "cells": cells, "seen": PackedInt64Array([1, 1 <<
/// 40]), "at": ^"/root/Level/Door"}`, where `cells` is an `Array[Vector2i]`.
pub(crate) const SAVE: &[u8] = b"\x1b\0\0\0\x04\0\0\0\
    \x04\0\0\0\x06\0\0\0player\0\0\x15\0\0\0\x03\0\0\0Ada\0\
    \x04\0\0\0\x05\0\0\0cells\0\0\0\x1c\0\x01\0\x06\0\0\0\x02\0\0\0\
    \x06\0\0\0\x03\0\0\0\x04\0\0\0\x06\0\0\0\x05\0\0\0\x06\0\0\0\
    \x04\0\0\0\x04\0\0\0seen\x1f\0\0\0\x02\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\
    \x04\0\0\0\x02\0\0\0at\0\0\x16\0\0\0\x03\0\0\x80\0\0\0\0\x01\0\0\0\
    \x04\0\0\0root\x05\0\0\0Level\0\0\0\x04\0\0\0Door";

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let (bytes, report) = to_godot_3(SAVE)?;
    println!("{} bytes, {} changes:\n{report}", bytes.len(), report.total());
    println!("{}", if report.is_lossless() { "nothing was lost" } else { "something was lost" });
    Ok(())
}

/// Converts a save to Godot 3, and returns it with a list of the differences.
pub(crate) fn to_godot_3(save: &[u8]) -> Result<(Vec<u8>, Report), Box<dyn Error>> {
    let value = Dialect::GODOT_4.parse(save)?;
    let converted = convert(value, Dialect::GODOT_4, Dialect::GODOT_3)?;
    Ok((Dialect::GODOT_3.encode(&converted.value)?, converted.report))
}
