//! Reads the `level.dat` of a Minecraft world into your own structs, which name some fields and keep all others.
//!
//! `cargo run --example level_dat --features minecraft,serde [FILE]`

#![allow(clippy::print_stdout)] // An example shows something.

use std::error::Error;
use std::ffi::OsString;
use std::fs;

use gamewire::minecraft::nbt::{Compound, from_slice, nbt, to_vec};
use gamewire_files::minecraft::{Packing, pack, unpack};
use serde::{Deserialize, Serialize};

/// The maximum size of the unpacked file.
const LIMIT: usize = 64 << 20;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Level {
    data: Data,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Data {
    level_name: String,
    day_time: i64,
    #[serde(rename = "raining")]
    is_raining: bool,
    /// A compound with any contents. All tags keep their types.
    player: Option<Compound>,
}

fn main() -> Result<(), Box<dyn Error>> {
    run(std::env::args_os().nth(1))
}

/// Prints the contents of the given file, or of a small one that is part of this example.
pub(crate) fn run(path: Option<OsString>) -> Result<(), Box<dyn Error>> {
    let file = match path {
        Some(path) => fs::read(path)?,
        None => {
            let data = nbt!({
                "LevelName": "Flatland", "DayTime": 18_000_i64, "raining": 1_i8,
                "Player": { "Health": 20.0_f32, "UUID": [I; 1, 2, 3, 4] },
            });
            pack(&to_vec(&nbt!({ "Data": data }))?, Packing::Gzip)?
        }
    };
    let (packing, contents) = unpack(&file, LIMIT)?;
    let mut level: Level = from_slice(&contents)?;
    println!("{packing:?}: {level:?}");

    // A struct writes its fields in the order of its definition. To change only some bytes of a file, see `edit_nbt`.
    level.data.is_raining = false;
    let written = pack(&to_vec(&level)?, packing)?;
    println!("{} bytes", written.len());
    Ok(())
}
