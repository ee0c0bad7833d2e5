//! The explainer in a browser: open files, about which the page asks.
//!
//! The page and this crate exchange numbers, bytes and JSON. Only the library decodes, changes and encodes
//! values. This crate adds what the page needs to show a part of a file: the list of rows, the folded rows,
//! and the place of each value in its file.

mod change;
mod file;
mod find;
mod index;
mod region;
mod rows;
mod tree;

use std::sync::Mutex;

use gamewire::godot::Dialect;
use gamewire::minecraft::{Packets, Protocol, Side, State, TypeExpr, TypeRow};
use gamewire_fixtures as fixtures;
use serde_json::json;
use wasm_bindgen::prelude::*;

pub use file::File;

/// The message of the panic that stopped the library.
static DEFECT: Mutex<String> = Mutex::new(String::new());

/// Starts recording the message of a panic.
#[wasm_bindgen]
pub fn watch() {
    std::panic::set_hook(Box::new(|info| {
        if let Ok(mut defect) = DEFECT.lock() {
            *defect = info.payload_as_str().unwrap_or("unknown").to_owned();
        }
    }));
}

/// Returns the message of the panic that stopped the library. It is empty if there was none, for example if
/// memory was exhausted.
#[wasm_bindgen]
pub fn defect() -> String {
    DEFECT.lock().map(|defect| defect.clone()).unwrap_or_default()
}

/// Stops the library, to test what the page does then.
#[wasm_bindgen]
pub fn fail() {
    panic!("a test of defects");
}

/// Returns the bytes that a text represents, in any form that the command accepts.
#[wasm_bindgen]
pub fn pasted(text: &str) -> Result<Vec<u8>, String> {
    gamewire_files::shared::pasted::bytes(text).map_err(|error| error.to_string())
}

/// Returns the formats that can be selected, as JSON. Types of Minecraft that have parameters must be typed.
#[wasm_bindgen]
pub fn formats() -> String {
    let dialects: Vec<&str> = Dialect::ALL.iter().map(|dialect| dialect.name()).collect();
    let versions: Vec<&str> = Packets::versions().map(|(version, _)| version).collect();
    let states: Vec<&str> = State::ALL.iter().map(|state| state.name()).collect();
    let sides: Vec<&str> = Side::ALL.iter().map(|side| side.name()).collect();
    let simple = TypeRow::ALL.iter().map(|row| row.expression.split(", ").next().unwrap_or_default());
    let simple = simple.filter(|expression| expression.parse::<TypeExpr>().is_ok());
    let is_other = |(_, protocol): &&(&str, Protocol)| !Protocol::VERSIONS.contains(protocol);
    let roots = Protocol::NAMED.iter().filter(is_other).map(|(name, _)| format!("{name}/nbt"));
    let all: Vec<String> = (dialects.iter().map(ToString::to_string))
        .chain(simple.map(|expression| format!("minecraft/{expression}")))
        .chain(roots)
        .chain([file::ANY.to_owned()])
        .chain(versions.iter().rev().map(|version| format!("minecraft-{version}")))
        .collect();
    json!({ "all": all, "dialects": dialects, "versions": versions, "states": states, "sides": sides })
        .to_string()
}

/// Returns all samples of the fixtures: the format, the name, a description and the bytes.
fn all_samples() -> impl Iterator<Item = (String, String, String, Vec<u8>)> {
    let godot = fixtures::GODOT.iter().rev().flat_map(|dialect| fixtures::godot_samples(*dialect));
    let godot = godot.map(|one| (one.dialect.name().into(), one.name.into(), one.about.into(), one.bytes));
    let minecraft = fixtures::minecraft_samples().iter();
    let of = |expression| format!("minecraft/{expression}");
    godot.chain(minecraft.map(move |one| (of(one.expression), one.name(), String::new(), one.bytes.to_vec())))
}

/// Returns the samples as JSON. Each has a format, a name, a description, and its number for [`sample`].
#[wasm_bindgen]
pub fn samples() -> String {
    let samples =
        all_samples().map(|(format, name, about, _)| json!({ "as": format, "name": name, "about": about }));
    samples.collect::<serde_json::Value>().to_string()
}

/// Returns the bytes of a sample.
#[wasm_bindgen]
pub fn sample(number: usize) -> Vec<u8> {
    all_samples().nth(number).map(|sample| sample.3).unwrap_or_default()
}
