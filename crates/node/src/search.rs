//! Searches in a file.

use gamewire::explain::Row;
use gamewire::minecraft::{NbtForm, Protocol};
use gamewire::path::{Path, Segment};
use gamewire::shared::explain::rows_at;
use gamewire::shared::sorted;
use gamewire_files::document::{Document, Format};
use gamewire_files::minecraft::region::Region;
use gamewire_files::shared::packages::CHUNK;
use wasm_bindgen::prelude::*;

use crate::file::{Opened, Part};
use crate::index::number;
use crate::region::sectors;
use crate::{Fault, path};

/// The maximum number of results.
const MOST: usize = 4_000_000;

#[wasm_bindgen]
impl Opened {
    /// Returns the matches of a text, the start and the length of each. The text is an offset (`0x5c`), a path
    /// (`$.player.gold`), bytes (`e2 04 00 00`), or a name or value. `player.gold` is also a path if no name or value
    /// matches.
    pub fn search(&mut self, text: &str) -> Result<Vec<u32>, Fault> {
        self.make_rows()?;
        let (text, end) = (text.trim(), self.contents().len());
        let mut found = if text.is_empty() {
            Vec::new()
        } else if let Some(offset) = text.strip_prefix("0x") {
            let offset = usize::from_str_radix(offset, 16).ok().filter(|offset| *offset < end);
            vec![(offset.ok_or_else(|| Fault::of(format!("{text} is no offset before {end:#x}")))?, 1)]
        } else if !self.chunks.is_empty() {
            self.find_chunks(text)
        } else if text.starts_with('$') {
            self.find_path(&path(text)?)
        } else if let Some(bytes) = hex(text) {
            occurrences(self.contents(), &bytes)
        } else {
            [occurrences(self.contents(), text.as_bytes()), self.find_rows(text)].concat()
        };
        if found.is_empty()
            && text.parse::<f64>().is_err()
            && let Ok(path) = format!("${}{text}", if text.starts_with('[') { "" } else { "." }).parse()
        {
            found = self.find_path(&path);
        }
        let mut found = sorted(found, Ord::cmp);
        found.dedup_by_key(|(start, _)| *start);
        Ok(found.into_iter().flat_map(|(start, len)| [number(start), number(len)]).collect())
    }
}

impl Opened {
    /// Returns the chunks of a region that contain a match.
    fn find_chunks(&self, text: &str) -> Vec<(usize, usize)> {
        let Ok(region) = Region::parse_damaged(self.contents()) else { return Vec::new() };
        let nbt = || vec!["format".to_owned(), "minecraft/nbt".to_owned()];
        let mut found = Vec::new();
        for chunk in region.chunks() {
            let Ok(contents) = chunk.unpack(CHUNK) else { continue };
            // A word needs no rows.
            let is_here = !occurrences(&contents, text.as_bytes()).is_empty()
                || text.chars().any(|c| !c.is_alphabetic())
                    && Self::new(contents.into_owned(), nbt(), 0, true, true)
                        .and_then(|mut chunk| chunk.search(text))
                        .is_ok_and(|all| !all.is_empty());
            let row = self.chunks.iter().find(|row| is_here && row.bytes.start == sectors(&chunk).start);
            found.extend(row.map(|row| (row.bytes.start, row.bytes.len())));
        }
        found
    }

    fn find_path(&self, path: &Path) -> Vec<(usize, usize)> {
        let recording = self.document.as_ref().and_then(Document::recording);
        let place = |(at, part): (usize, &Part)| {
            let steps = match (&part.step, path.segments()) {
                (Some(step), [first, rest @ ..]) if step == first => rest,
                (Some(_), [Segment::Index(_), ..]) if recording.is_some() => return None,
                (None | Some(Segment::Index(_)), all) => all,
                (Some(_), _) => return None,
            };
            self.find_in(at, &steps.to_vec().into())
        };
        self.parts.iter().enumerate().take(MOST).filter_map(place).collect()
    }

    /// Returns the rows whose value is a number. For packets and other types of Minecraft, returns those that show a text:
    /// the name of a packet or a field, or a value.
    fn find_rows(&self, text: &str) -> Vec<(usize, usize)> {
        let text = text.to_ascii_lowercase();
        let number = text.parse::<f64>().is_ok().then(|| format!("= {text}"));
        let shows = |shown: &str| match &number {
            Some(number) => shown.ends_with(&**number),
            None => shown.to_ascii_lowercase().contains(&text),
        };
        // A row that shows a number begins with its bytes, in this or in the other order.
        let mut forms: Vec<Vec<u8>> = Vec::new();
        forms.extend(text.parse().map(|single: f32| single.to_be_bytes().to_vec()));
        forms.extend(text.parse().map(|double: f64| double.to_be_bytes().to_vec()));
        for unused in [0, 4, 6, 7] {
            forms.extend(text.parse().map(|int: i64| int.to_be_bytes().into_iter().skip(unused).collect()));
        }
        let may_show = |row: &usize| {
            let bytes = self.contents().get(self.index.bytes(*row)).unwrap_or_default();
            let is_reversed = |form: &Vec<u8>| form.iter().rev().eq(bytes.iter().take(form.len()));
            forms.iter().any(|form| bytes.starts_with(form) || is_reversed(form))
        };
        let mut found = Vec::new();
        for (at, part) in self.parts.iter().enumerate() {
            let Some(format) = self.format_of(at) else { continue };
            let mut look = |from: usize, row: &Row| {
                if found.len() < MOST && shows(&row.meaning) {
                    found.push((from + row.start, row.len));
                }
            };
            let is_varint = |nbt: Protocol| nbt.nbt_form() == NbtForm::VarInt && number.is_some();
            if !matches!(*format, Format::Godot(_)) && format.nbt().is_none_or(is_varint) {
                let _ = format.explainer(self.value_bytes(at)).rows(|row| look(part.bytes.start, row));
            } else if number.is_some() {
                let end = self.parts.get(at + 1).map_or(self.index.len(), |next| next.row);
                let rows: Vec<usize> = (part.row..end).filter(may_show).map(|row| row - part.row).collect();
                let explainer = self.explainer(at);
                // All of them would take much memory.
                for rows in rows.chunks(1 << 16) {
                    rows_at(&explainer, &part.outline, rows).iter().for_each(|row| look(part.from, row));
                }
            }
        }
        found
    }
}

/// Returns the occurrences of bytes. The case of letters is ignored.
fn occurrences(contents: &[u8], bytes: &[u8]) -> Vec<(usize, usize)> {
    let windows = contents.windows(bytes.len().max(1)).enumerate();
    let found = windows.filter(|(_, here)| here.eq_ignore_ascii_case(bytes));
    found.map(|(at, here)| (at, here.len())).take(MOST).collect()
}

/// Parses two or more bytes in hexadecimal, separated by spaces.
fn hex(text: &str) -> Option<Vec<u8>> {
    let bytes: Option<Vec<u8>> = text
        .split_ascii_whitespace()
        .map(|digits| u8::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 2))
        .collect();
    bytes.filter(|bytes| bytes.len() > 1)
}
