//! The explainer in a browser: files that are open, asked by the page for what it shows.
//!
//! The page and this crate talk in numbers, bytes and JSON. What bytes mean, how a value changes and what is written is said by
//! the library alone; here is what the page needs to show a part of it: which rows there are, which are folded, and the place
//! of each value in its file.

mod change;
mod codec;
mod find;
mod index;
mod session;
mod tree;

use std::sync::Mutex;

use serde_json::json;
use wasm_bindgen::prelude::*;

use session::{File, Options};

/// A file that is open.
#[wasm_bindgen]
pub struct Session(File);

#[wasm_bindgen]
impl Session {
    /// Opens a file. `options` are JSON: `as`, `frame`, `password`, `skip`, all of them optional. What is wrong with the file
    /// is in [`about`](Self::about).
    #[wasm_bindgen(constructor)]
    pub fn new(file: Vec<u8>, options: &str) -> Self {
        Self(File::open(file, Options::of(options)))
    }

    /// What the file is, and why, as JSON.
    pub fn about(&self) -> String {
        self.0.about().to_string()
    }

    /// The number of rows that are not folded away.
    pub fn visible(&self) -> usize {
        self.0.folds.visible(&self.0.index)
    }

    /// Visible rows from a place on, as JSON.
    pub fn rows(&self, place: usize, count: usize) -> String {
        self.0.rows(place, count).to_string()
    }

    /// One row by its number, with its bytes, path and value.
    pub fn row(&self, row: usize) -> String {
        self.0.row(row).to_string()
    }

    /// Folds or unfolds a row.
    pub fn toggle(&mut self, row: usize) {
        self.0.folds.toggle(&self.0.index, row);
    }

    /// Folds every row of a level, and deeper ones.
    pub fn fold_from(&mut self, depth: usize) {
        self.0.folds.fold_from(&self.0.index, depth);
    }

    /// Unfolds what is around a row and returns its place.
    pub fn reveal(&mut self, row: usize) -> usize {
        self.0.folds.reveal(&self.0.index, row);
        self.0.folds.place(row)
    }

    /// The row of a byte.
    pub fn row_at(&self, offset: usize) -> usize {
        self.0.index.row_at(offset)
    }

    /// The contents' bytes in a range.
    pub fn bytes(&self, start: usize, len: usize) -> Vec<u8> {
        let contents = self.0.contents();
        let end = start.saturating_add(len).min(contents.len());
        contents.get(start..end).unwrap_or_default().to_vec()
    }

    /// The rows that bytes in a range belong to: of each its number, its first byte and its role.
    pub fn marks(&self, start: usize, len: usize) -> Vec<u32> {
        self.0.marks(start, len)
    }

    /// The values inside a value, as JSON. `at` has the number of the value in the file and of the child at each level.
    pub fn tree(&self, at: &[u32], first: usize, count: usize) -> Result<String, JsError> {
        tree::children(&self.0, at, first, count)
            .map(|nodes| nodes.to_string())
            .map_err(|error| JsError::new(&error))
    }

    /// The value of a row, or the bytes of it and of all rows inside it, as text in a form: `json`, `snbt`, `text`, `hex`,
    /// `base64`, `rust`, `gdscript`.
    pub fn text(&self, row: usize, form: &str) -> Result<String, JsError> {
        self.0.text(row, form).map_err(|error| JsError::new(&error))
    }

    /// Changes the value of a row; returns the changed bytes as JSON.
    pub fn set(&mut self, row: usize, text: &str) -> Result<String, JsError> {
        self.0.set(row, text).map(|changed| changed.to_string()).map_err(|error| JsError::new(&error))
    }

    /// Takes back a change; later ones stay.
    pub fn undo(&mut self, number: usize) -> Result<(), JsError> {
        self.0.undo(number).map_err(|error| JsError::new(&error))
    }

    /// Changes values again, as [`about`](Self::about) has the changes.
    pub fn replay(&mut self, changes: &str) -> Result<(), JsError> {
        self.0.replay(changes).map_err(|error| JsError::new(&error))
    }

    /// The places that a text leads to: the start and the length of each.
    pub fn find(&self, text: &str) -> Result<Vec<u32>, JsError> {
        let found = self.0.find(text).map_err(|error| JsError::new(&error))?;
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Ok(found.into_iter().flat_map(|(start, len)| [number(start), number(len)]).collect())
    }

    /// The way to the value of a byte in the tree: as `at` of [`tree`](Self::tree).
    pub fn trail(&self, offset: usize) -> Vec<u32> {
        tree::trail(&self.0, offset)
    }

    /// The file with all changes, in the same containers. Encryption as of Godot 4 uses the 16 random bytes.
    pub fn save(&self, random: &[u8]) -> Result<Vec<u8>, JsError> {
        self.0.save(random).map_err(|error| JsError::new(&error))
    }

    /// The file converted to another dialect. [`report`](Self::report) says what changed.
    pub fn convert(&mut self, to: &str, lossy: bool, random: &[u8]) -> Result<Vec<u8>, JsError> {
        self.0.convert(to, lossy, random).map_err(|error| JsError::new(&error))
    }

    /// What the last conversion changed.
    pub fn report(&self) -> String {
        self.0.report.clone()
    }
}

/// The message of the defect that ended the library.
static DEFECT: Mutex<String> = Mutex::new(String::new());

/// Keeps the message of a defect.
#[wasm_bindgen]
pub fn watch() {
    std::panic::set_hook(Box::new(|info| {
        if let Ok(mut defect) = DEFECT.lock() {
            *defect = info.payload_as_str().unwrap_or("unknown").to_owned();
        }
    }));
}

/// The message of the defect that ended the library; empty if there was none, as without memory.
#[wasm_bindgen]
pub fn defect() -> String {
    DEFECT.lock().map(|defect| defect.clone()).unwrap_or_default()
}

/// Ends the library, for tests of what the page does then.
#[wasm_bindgen]
pub fn fail() {
    panic!("a test of defects");
}

/// The bytes that a text stands for, in any form that the command takes.
#[wasm_bindgen]
pub fn pasted(text: &str) -> Result<Vec<u8>, JsError> {
    gamewire::__private::pasted::bytes(text).map_err(|error| JsError::new(&error.to_string()))
}

/// The formats that can be chosen, as JSON.
#[wasm_bindgen]
pub fn formats() -> String {
    let dialects = gamewire::godot::Dialect::ALL.iter().map(|dialect| dialect.name());
    json!({ "all": codec::names().collect::<Vec<_>>(), "dialects": dialects.collect::<Vec<_>>() }).to_string()
}

/// The samples, as JSON: of each the format, the name, what it shows, and its number for [`sample`].
#[wasm_bindgen]
pub fn samples() -> String {
    let sample =
        |sample: session::Sample| json!({ "as": sample.format, "name": sample.name, "about": sample.about });
    session::samples().into_iter().map(sample).collect::<serde_json::Value>().to_string()
}

/// The bytes of a sample.
#[wasm_bindgen]
pub fn sample(number: usize) -> Vec<u8> {
    session::samples().into_iter().nth(number).map(|sample| sample.bytes).unwrap_or_default()
}
