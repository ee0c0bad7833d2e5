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

use crate::Fault;
use crate::about::first_bytes;
use crate::file::{Opened, Part};
use crate::index::number;

#[wasm_bindgen]
impl Opened {
    /// Returns visible rows from a position on, as JSON: see `FileRow` in `js/gamewire.d.ts`.
    pub fn rows(&mut self, place: usize, count: usize) -> Result<String, Fault> {
        self.make_rows()?;
        let rows = self.index.visible.iter().skip(place).take(count);
        let rows: Vec<usize> = rows.map(|row| *row as usize).collect();
        Ok(self.explained(&rows).into_iter().map(|(one, _)| one).collect::<Value>().to_string())
    }

    /// Returns a row by its number, with its value, as JSON: see `FileRowDetail` in `js/gamewire.d.ts`.
    pub fn row(&mut self, row: usize) -> Result<String, Fault> {
        self.make_rows()?;
        let Some((mut one, explained)) = self.explained(&[row]).pop() else {
            return Err(Fault::of(format!("there is no row {row}")));
        };
        let end = self.index.end_of(row);
        one["sentences"] = json!(explained.sentences());
        one["end"] = json!(self.index.start(end));
        one["inside"] = json!(end - row - 1);
        if one["path"].is_string()
            && let Some((at, _)) = self.part_of(row)
            && let Some((kind, text)) = self.leaf(at, &explained.path())
        {
            one["kind"] = json!(kind);
            one["value"] = json!(text);
        }
        Ok(one.to_string())
    }

    /// Folds or unfolds a row. Returns the number of visible rows.
    pub fn toggle(&mut self, row: usize) -> Result<usize, Fault> {
        self.make_rows()?;
        self.index.toggle(row);
        Ok(self.index.visible.len())
    }

    /// Folds all rows at a level or deeper, and unfolds the others. Returns the number of visible rows.
    pub fn fold_from(&mut self, depth: usize) -> Result<usize, Fault> {
        self.make_rows()?;
        self.index.fold_from(depth);
        Ok(self.index.visible.len())
    }

    /// Unfolds the rows around a row. Returns its visible position and the number of visible rows.
    pub fn reveal(&mut self, row: usize) -> Result<Vec<usize>, Fault> {
        self.make_rows()?;
        self.index.reveal(row);
        Ok(vec![self.index.place(row), self.index.visible.len()])
    }

    /// Returns the row that contains a byte.
    pub fn row_at(&mut self, offset: usize) -> Result<usize, Fault> {
        self.make_rows()?;
        Ok(self.index.row_at(offset))
    }

    /// Returns a range of the bytes that the rows explain.
    pub fn bytes(&mut self, start: usize, len: usize) -> Result<Vec<u8>, Fault> {
        self.lay_out()?;
        let rest = self.contents().get(start..).unwrap_or_default();
        Ok(rest.get(..len).unwrap_or(rest).to_vec())
    }

    /// Returns the rows that the bytes in a range belong to. Each has its number, its first byte and its role.
    pub fn marks(&mut self, start: usize, len: usize) -> Result<Vec<u32>, Fault> {
        self.make_rows()?;
        let rows = (self.index.row_at(start)..self.index.len()).map(|row| (row, self.index.start(row)));
        let rows = rows.take_while(|(_, at)| *at < start.saturating_add(len));
        Ok(rows.flat_map(|(row, at)| [number(row), number(at), u32::from(self.index.role(row))]).collect())
    }
}

impl Opened {
    /// Returns the part that a row belongs to, and its number.
    fn part_of(&self, row: usize) -> Option<(usize, &Part)> {
        let at = self.parts.partition_point(|part| part.row <= row).checked_sub(1)?;
        Some((at, self.parts.get(at)?))
    }

    /// Reads rows of a part. Between the rows is no visible one.
    pub(crate) fn read(&self, at: usize, part: &Part, rows: &[usize]) -> Vec<Row> {
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
            let format = self.format_of(at);
            for (row, explained) in here.iter().zip(self.read(at, part, here)) {
                let bytes = self.index.bytes(*row);
                let start = bytes.start;
                let is_heading = row - part.row == self.heading_row(at);
                let heading = Some(self.heading(at)).filter(|text| is_heading && !text.is_empty());
                let heading = heading.map_or(String::new(), |text| format!("{text}: "));
                let format = format.as_deref().filter(|_| part.bytes.contains(&start));
                let chunk = self.chunks.iter().find(|one| one.bytes.start == start && !one.bytes.is_empty());
                let mut one = json!({
                    "row": row,
                    "offset": start,
                    "length": bytes.len(),
                    "depth": self.index.depth(*row),
                    "role": self.index.role(*row),
                    "meaning": format!("{heading}{}", explained.meaning),
                    "hex": first_bytes(self.contents().get(bytes).unwrap_or_default()),
                    "folds": self.index.has_children(*row),
                    "folded": self.index.is_folded(*row),
                    "page": self.page(format, explained.type_name()),
                    "chunk": chunk.map(|chunk| &chunk.at),
                });
                if format.is_some() {
                    let path = explained.path();
                    let steps = part.step.iter().chain(path.segments());
                    one["path"] = json!(steps.cloned().collect::<Path>().to_string());
                    one["type"] = json!(explained.type_name());
                }
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
