//! The explainer in a browser: open files, about which the page asks.
//!
//! The page and this crate exchange numbers, bytes and JSON. Only the library decodes, changes and encodes
//! values. This crate adds what the page needs to show a part of a file: the list of rows, the folded rows,
//! and the place of each value in its file.

mod change;
mod codec;
mod find;
mod index;
mod packets;
mod session;
mod tree;

use std::sync::Mutex;

use serde_json::json;
use wasm_bindgen::prelude::*;

use session::{File, Options};

#[wasm_bindgen(js_class = Session)]
impl File {
    /// Opens a file. `options` is JSON with the optional keys `as`, `frame`, `password` and `skip`. Errors of
    /// the file are part of [`about`](Self::about).
    #[wasm_bindgen(constructor)]
    pub fn new(file: Vec<u8>, options: &str) -> Self {
        Self::open(file, Options::of(options))
    }

    /// Returns the format of the file and how it was detected, as JSON.
    #[wasm_bindgen(js_name = about)]
    pub fn about_json(&self) -> String {
        self.about().to_string()
    }

    /// Returns the number of visible rows.
    pub fn visible(&self) -> usize {
        self.folds.visible(&self.index)
    }

    /// Returns visible rows from a position on, as JSON.
    #[wasm_bindgen(js_name = rows)]
    pub fn rows_json(&self, place: usize, count: usize) -> String {
        self.rows(place, count).to_string()
    }

    /// Returns a row by its number, with its bytes, path and value.
    #[wasm_bindgen(js_name = row)]
    pub fn row_json(&self, row: usize) -> String {
        self.row(row).to_string()
    }

    /// Folds or unfolds a row.
    pub fn toggle(&mut self, row: usize) {
        self.folds.toggle(&self.index, row);
    }

    /// Folds all rows at a level or deeper.
    pub fn fold_from(&mut self, depth: usize) {
        self.folds.fold_from(&self.index, depth);
    }

    /// Unfolds the rows around a row, and returns its visible position.
    pub fn reveal(&mut self, row: usize) -> usize {
        self.folds.reveal(&self.index, row);
        self.folds.place(row)
    }

    /// Returns the row that contains a byte.
    pub fn row_at(&self, offset: usize) -> usize {
        self.index.row_at(offset)
    }

    /// Returns a range of the bytes of the contents.
    pub fn bytes(&self, start: usize, len: usize) -> Vec<u8> {
        let contents = self.contents();
        let end = start.saturating_add(len).min(contents.len());
        contents.get(start..end).unwrap_or_default().to_vec()
    }

    /// Returns the values inside a value, as JSON. `at` has the index of the value in the file, and the index
    /// of the child at each level.
    pub fn tree(&self, at: &[u32], first: usize, count: usize) -> Result<String, String> {
        tree::children(self, at, first, count).map(|nodes| nodes.to_string())
    }

    /// Changes the value of a row, and returns the changed bytes as JSON.
    #[wasm_bindgen(js_name = set)]
    pub fn set_text(&mut self, row: usize, text: &str) -> Result<String, String> {
        self.set(row, text).map(|changed| changed.to_string())
    }

    /// Returns the matches of a text: the start and the length of each.
    #[wasm_bindgen(js_name = find)]
    pub fn find_places(&self, text: &str) -> Result<Vec<u32>, String> {
        let found = self.find(text)?;
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Ok(found.into_iter().flat_map(|(start, len)| [number(start), number(len)]).collect())
    }

    /// Returns the path to the value of a byte in the tree, in the form of `at` of [`tree`](Self::tree).
    pub fn trail(&self, offset: usize) -> Vec<u32> {
        tree::trail(self, offset)
    }

    /// Returns the changes of the last conversion.
    pub fn report(&self) -> String {
        self.report.clone()
    }
}

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

/// Returns the formats that can be selected, as JSON.
#[wasm_bindgen]
pub fn formats() -> String {
    let dialects = gamewire::godot::Dialect::ALL.iter().map(|dialect| dialect.name());
    let versions: Vec<_> = gamewire::minecraft::Packets::versions().map(|(version, _)| version).collect();
    let packets = versions.iter().rev().map(|version| format!("minecraft-{version}"));
    let all = codec::names().chain([packets::ANY.to_owned()]).chain(packets);
    let states: Vec<_> = gamewire::minecraft::State::ALL.iter().map(|state| state.name()).collect();
    let sides: Vec<_> = gamewire::minecraft::Side::ALL.iter().map(|side| side.direction()).collect();
    json!({
        "all": all.collect::<Vec<_>>(), "dialects": dialects.collect::<Vec<_>>(),
        "versions": versions, "states": states, "sides": sides,
    })
    .to_string()
}

/// Returns the samples as JSON. Each has a format, a name, a description, and its number for [`sample`].
#[wasm_bindgen]
pub fn samples() -> String {
    let samples = session::samples()
        .map(|(format, name, about, _)| json!({ "as": format, "name": name, "about": about }));
    samples.collect::<serde_json::Value>().to_string()
}

/// Returns the bytes of a sample.
#[wasm_bindgen]
pub fn sample(number: usize) -> Vec<u8> {
    session::samples().nth(number).map(|sample| sample.3).unwrap_or_default()
}
