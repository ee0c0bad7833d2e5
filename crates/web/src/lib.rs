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

/// An open file.
#[wasm_bindgen]
pub struct Session(File);

#[wasm_bindgen]
impl Session {
    /// Opens a file. `options` is JSON with the optional keys `as`, `frame`, `password` and `skip`. Errors of
    /// the file are part of [`about`](Self::about).
    #[wasm_bindgen(constructor)]
    pub fn new(file: Vec<u8>, options: &str) -> Self {
        Self(File::open(file, Options::of(options)))
    }

    /// Returns the format of the file and how it was detected, as JSON.
    pub fn about(&self) -> String {
        self.0.about().to_string()
    }

    /// Returns the number of visible rows.
    pub fn visible(&self) -> usize {
        self.0.folds.visible(&self.0.index)
    }

    /// Returns visible rows from a position on, as JSON.
    pub fn rows(&self, place: usize, count: usize) -> String {
        self.0.rows(place, count).to_string()
    }

    /// Returns a row by its number, with its bytes, path and value.
    pub fn row(&self, row: usize) -> String {
        self.0.row(row).to_string()
    }

    /// Folds or unfolds a row.
    pub fn toggle(&mut self, row: usize) {
        self.0.folds.toggle(&self.0.index, row);
    }

    /// Folds all rows at a level or deeper.
    pub fn fold_from(&mut self, depth: usize) {
        self.0.folds.fold_from(&self.0.index, depth);
    }

    /// Unfolds the rows around a row, and returns its visible position.
    pub fn reveal(&mut self, row: usize) -> usize {
        self.0.folds.reveal(&self.0.index, row);
        self.0.folds.place(row)
    }

    /// Returns the row that contains a byte.
    pub fn row_at(&self, offset: usize) -> usize {
        self.0.index.row_at(offset)
    }

    /// Returns a range of the bytes of the contents.
    pub fn bytes(&self, start: usize, len: usize) -> Vec<u8> {
        let contents = self.0.contents();
        let end = start.saturating_add(len).min(contents.len());
        contents.get(start..end).unwrap_or_default().to_vec()
    }

    /// Returns the rows that the bytes in a range belong to. Each has its number, its first byte and its
    /// role.
    pub fn marks(&self, start: usize, len: usize) -> Vec<u32> {
        self.0.marks(start, len)
    }

    /// Returns the values inside a value, as JSON. `at` has the index of the value in the file, and the index
    /// of the child at each level.
    pub fn tree(&self, at: &[u32], first: usize, count: usize) -> Result<String, JsError> {
        tree::children(&self.0, at, first, count)
            .map(|nodes| nodes.to_string())
            .map_err(|error| JsError::new(&error))
    }

    /// Returns the value of a row, or the bytes of it and of all rows inside it, as text. `form` is `json`,
    /// `snbt`, `text`, `hex`, `base64`, `rust` or `gdscript`.
    pub fn text(&self, row: usize, form: &str) -> Result<String, JsError> {
        self.0.text(row, form).map_err(|error| JsError::new(&error))
    }

    /// Changes the value of a row, and returns the changed bytes as JSON.
    pub fn set(&mut self, row: usize, text: &str) -> Result<String, JsError> {
        self.0.set(row, text).map(|changed| changed.to_string()).map_err(|error| JsError::new(&error))
    }

    /// Reverts a change. Later changes are kept.
    pub fn undo(&mut self, number: usize) -> Result<(), JsError> {
        self.0.undo(number).map_err(|error| JsError::new(&error))
    }

    /// Repeats changes, in the form that [`about`](Self::about) has.
    pub fn replay(&mut self, changes: &str) -> Result<(), JsError> {
        self.0.replay(changes).map_err(|error| JsError::new(&error))
    }

    /// Returns the matches of a text: the start and the length of each.
    pub fn find(&self, text: &str) -> Result<Vec<u32>, JsError> {
        let found = self.0.find(text).map_err(|error| JsError::new(&error))?;
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Ok(found.into_iter().flat_map(|(start, len)| [number(start), number(len)]).collect())
    }

    /// Returns the path to the value of a byte in the tree, in the form of `at` of [`tree`](Self::tree).
    pub fn trail(&self, offset: usize) -> Vec<u32> {
        tree::trail(&self.0, offset)
    }

    /// Returns the file with all changes, in the same containers. The encryption of Godot 4 uses the 16
    /// random bytes.
    pub fn save(&self, random: &[u8]) -> Result<Vec<u8>, JsError> {
        self.0.save(random).map_err(|error| JsError::new(&error))
    }

    /// Returns the file converted to another dialect. [`report`](Self::report) lists the changes.
    pub fn convert(&mut self, to: &str, lossy: bool, random: &[u8]) -> Result<Vec<u8>, JsError> {
        self.0.convert(to, lossy, random).map_err(|error| JsError::new(&error))
    }

    /// Returns the changes of the last conversion.
    pub fn report(&self) -> String {
        self.0.report.clone()
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
pub fn pasted(text: &str) -> Result<Vec<u8>, JsError> {
    gamewire_files::shared::pasted::bytes(text).map_err(|error| JsError::new(&error.to_string()))
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
    let sample =
        |sample: session::Sample| json!({ "as": sample.format, "name": sample.name, "about": sample.about });
    session::samples().into_iter().map(sample).collect::<serde_json::Value>().to_string()
}

/// Returns the bytes of a sample.
#[wasm_bindgen]
pub fn sample(number: usize) -> Vec<u8> {
    session::samples().into_iter().nth(number).map(|sample| sample.bytes).unwrap_or_default()
}
