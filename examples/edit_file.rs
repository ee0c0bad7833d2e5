//! Changes a value in a file of Godot or Minecraft, which may be compressed, encrypted or packed. The file keeps its container.
//!
//! `cargo run --example edit_file [FILE PATH NUMBER]`

#![allow(clippy::print_stdout)] // An example shows something.

use std::error::Error;
use std::fs;

use gamewire::godot::{Variant, variant};
use gamewire::minecraft::nbt::Tag;
use gamewire_files::document::{AnyValue, Document};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, path, number] = &arguments[..] else { return demo() };
    let edited = set(&fs::read(file)?, path, number.parse()?)?;
    Ok(fs::write(file, edited)?)
}

/// Replaces the number at a path, and returns the new file.
pub(crate) fn set(file: &[u8], path: &str, number: i32) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut save = Document::open(file)?;
    let path = path.parse()?;
    let new: AnyValue = match save.get_path(&path)? {
        AnyValue::Godot(_) => Variant::from(number).into(),
        _ => Tag::Int(number).into(),
    };
    save.set_path(&path, new)?;
    Ok(save.encode()?.into_owned())
}

/// Doubles the health of every player in a file that this function creates.
pub(crate) fn demo() -> Result<(), Box<dyn Error>> {
    use gamewire::godot::{Dialect, Framing};
    let mut file = Vec::new();
    for (name, hp) in [("Ada", 10), ("Bob", 7)] {
        Framing::STORE_VAR.write(Dialect::GODOT_4, &variant!({ "name": name, "hp": hp }), &mut file)?;
    }
    let mut save = Document::open(&file)?;
    for mut value in save.values_mut() {
        let hp = value.godot()?.get_mut("hp").ok_or("a player without hp")?;
        *hp = Variant::from(2 * hp.as_i64().unwrap_or_default());
    }
    let edited = save.encode()?;
    for value in Document::open(&*edited)?.values() {
        println!("{}", value.godot()?);
    }
    Ok(())
}
