//! Sets the time of a Minecraft world to dawn in its `level.dat`, and keeps every other byte of the NBT.
//!
//! `cargo run --example edit_nbt --features minecraft [FILE]`

#![allow(clippy::print_stdout)] // An example shows something.

use std::error::Error;
use std::ffi::OsString;
use std::fs;

use gamewire::minecraft::Nbt;
use gamewire::minecraft::nbt::{Compound, Tag};
use gamewire_files::minecraft::{Packing, encode_nbt_file, parse_nbt_file};

/// The maximum size of the unpacked file.
const LIMIT: usize = 64 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    run(std::env::args_os().nth(1))
}

/// Changes the given file, or a small one that is part of this example.
pub(crate) fn run(path: Option<OsString>) -> Result<(), Box<dyn Error>> {
    let Some(path) = path else {
        let data = Compound::from_iter([("DayTime", Tag::Long(18_000)), ("raining", Tag::Byte(1))]);
        let level = Some(Nbt::unnamed(Compound::from_iter([("Data", data)])));
        let file = encode_nbt_file(&level, Packing::Gzip)?;
        println!("{:?}", parse_nbt_file(&at_dawn(&file)?, LIMIT)?);
        return Ok(());
    };
    let edited = at_dawn(&fs::read(&path)?)?;
    Ok(fs::write(&path, edited)?)
}

/// Sets the time of a level to dawn, and packs the file in the same way as before.
pub(crate) fn at_dawn(file: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let (packing, mut level) = parse_nbt_file(file, LIMIT)?;
    let data = level.as_mut().and_then(|level| level.root.get_mut("Data"));
    let Some(data) = data else { return Err("this is no level.dat".into()) };
    data.insert("DayTime", Tag::Long(0))?;
    Ok(encode_nbt_file(&level, packing)?)
}
