//! The rows of a file, each of which explains some bytes.

use std::str::FromStr as _;

use gamewire::explain::Row;
use gamewire::godot::Kind;
use gamewire::minecraft::TypeRow;
use gamewire::minecraft::ids::TagId;
use gamewire::path::Path;
use gamewire::shared::explain::rows_at;
use gamewire_files::document::{Document, Format};
use gamewire_files::identify::Arrangement;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::file::{File, Part};
use crate::index::number;

/// The sentence about each row of a region.
const CHUNKS: &str = "Double-click the row of a chunk, or choose the chunk above, to see its values.";

#[wasm_bindgen(js_class = Session)]
impl File {
    /// Returns the number of visible rows.
    pub fn visible(&self) -> usize {
        self.index.visible().len()
    }

    /// Returns visible rows from a position on, as JSON.
    pub fn rows(&self, place: usize, count: usize) -> String {
        let rows = self.index.visible().iter().skip(place).take(count);
        let rows: Vec<usize> = rows.map(|row| *row as usize).collect();
        self.explained(&rows).into_iter().map(|(one, _)| one).collect::<Value>().to_string()
    }

    /// Returns a row by its number, with its bytes, path and value, as JSON.
    pub fn row(&self, row: usize) -> String {
        let Some((mut one, explained)) = self.explained(&[row]).pop() else { return Value::Null.to_string() };
        one["says"] = json!(if self.chunks.is_empty() { explained.sentences() } else { CHUNKS });
        let end = self.index.end_of(row);
        one["end"] = json!(self.index.start(end));
        one["inside"] = json!(end - row - 1);
        if let Some((kind, text)) = self.place(row).and_then(|(at, path)| self.leaf(at, &path)) {
            one["kind"] = json!(kind);
            one["value"] = json!(text);
        }
        one.to_string()
    }

    /// Folds or unfolds a row.
    pub fn toggle(&mut self, row: usize) {
        self.index.toggle(row);
    }

    /// Folds all rows at a level or deeper.
    pub fn fold_from(&mut self, depth: usize) {
        self.index.fold_from(depth);
    }

    /// Unfolds the rows around a row, and returns its visible position.
    pub fn reveal(&mut self, row: usize) -> usize {
        self.index.reveal(row);
        self.index.place(row)
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

    /// Returns the rows that the bytes in a range belong to. Each has its number, its first byte and its role.
    pub fn marks(&self, start: usize, len: usize) -> Vec<u32> {
        let rows = (self.index.row_at(start)..self.index.len()).map(|row| (row, self.index.start(row)));
        let rows = rows.take_while(|(_, at)| *at < start + len);
        rows.flat_map(|(row, at)| [number(row), number(at), u32::from(self.index.role(row))]).collect()
    }
}

impl File {
    /// Returns the part that a row belongs to, and its number.
    pub(crate) fn part_of(&self, row: usize) -> Option<(usize, &Part)> {
        let at = self.parts.partition_point(|part| part.row <= row).checked_sub(1)?;
        Some((at, self.parts.get(at)?))
    }

    /// Returns the number of the value that a row belongs to, and the path of the row inside it. Rows between values belong
    /// to none.
    pub(crate) fn place(&self, row: usize) -> Option<(usize, Path)> {
        let (at, part) = self.part_of(row)?;
        let is_value = self.document.is_some() && part.bytes.contains(&self.index.start(row));
        is_value.then_some((at, self.read(at, part, &[row]).last()?.path()))
    }

    /// Reads rows of a part. Between the rows is no visible one.
    fn read(&self, at: usize, part: &Part, rows: &[usize]) -> Vec<Row> {
        let around = rows.first().map_or_else(Vec::new, |row| self.index.around(*row));
        let numbers: Vec<usize> = around.iter().chain(rows).map(|row| row - part.row).collect();
        let mut read = rows_at(&self.explainer(at), &part.outline, &numbers);
        read.split_off(read.len().saturating_sub(rows.len()))
    }

    /// Explains visible rows, which must follow each other, or one row.
    fn explained(&self, rows: &[usize]) -> Vec<(Value, Row)> {
        let mut all = Vec::with_capacity(rows.len());
        let mut rest = rows;
        while let Some((at, part)) = rest.first().and_then(|first| self.part_of(*first)) {
            let next = self.parts.get(at + 1).map_or(usize::MAX, |next| next.row);
            let (here, after) = rest.split_at(rest.partition_point(|row| *row < next));
            rest = after;
            let format = self.format(at);
            for (row, explained) in here.iter().zip(self.read(at, part, here)) {
                let mut one = self.place_of(*row);
                let start = self.index.start(*row);
                let is_heading = row - part.row == self.heading_row(at);
                let heading = if is_heading { self.heading(at) } else { String::new() };
                one["text"] = match &*heading {
                    "" => json!(explained.meaning),
                    heading => json!(format!("{heading}: {}", explained.meaning)),
                };
                let format = format.as_deref().filter(|_| part.bytes.contains(&start));
                one["page"] = json!(self.page(format, explained.type_name()));
                if format.is_some() {
                    one["type"] = json!(explained.type_name());
                    one["path"] = json!(explained.path().to_string());
                    one["setting"] = json!(self.value_ref(at).and_then(|value| value.name()));
                }
                let chunk =
                    self.chunks.iter().find(|chunk| chunk.bytes.start == start && !chunk.bytes.is_empty());
                one["chunk"] = json!(chunk.map(|chunk| &chunk.at));
                all.push((one, explained));
            }
        }
        all
    }

    /// Returns the path of the page that describes a type, relative to the root of the documentation, or the overview if the
    /// type has no page. Without a format, it is the page about the bytes between values.
    fn page(&self, format: Option<&Format>, type_name: &str) -> String {
        let (game, page) = match format {
            None => match self.document.as_ref().map(Document::arrangement) {
                Some(Arrangement::Framed(_)) => ("godot", Some("frames#")),
                Some(Arrangement::Settings(_)) => ("godot", Some("files#")),
                _ => return String::new(),
            },
            Some(Format::Godot(_)) => ("godot", Kind::from_name(type_name).map(Kind::page)),
            Some(Format::Minecraft(..)) => {
                let is_named = |expression: &str| expression.split('(').next() == Some(type_name);
                let is_row =
                    |row: &&TypeRow| row.name == type_name || row.expression.split(", ").any(is_named);
                let tag = || TagId::from_str(type_name).is_ok().then_some("nbt#tags");
                ("minecraft", TypeRow::ALL.iter().find(is_row).map(|row| row.page).or_else(tag))
            }
        };
        match page.unwrap_or_default().split_once('#') {
            None => format!("gamewire/{game}/format/index.html"),
            Some((page, "")) => format!("gamewire/{game}/format/{page}/index.html"),
            Some((page, section)) => format!("gamewire/{game}/format/{page}/index.html#{section}"),
        }
    }
}
