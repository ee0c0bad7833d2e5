//! Searches in a file.

use gamewire::path::{Path, Segment};
use gamewire_files::document::Format;
use gamewire_files::minecraft::region::Region;
use wasm_bindgen::prelude::*;

use crate::file::File;
use crate::index::number;
use crate::region::{CHUNK, sectors};

/// The maximum number of results.
const MOST: usize = 4_000_000;

#[wasm_bindgen(js_class = Session)]
impl File {
    /// Returns the matches of a text, the start and the length of each. The text is an offset (`0x5c`), a path
    /// (`$.player.gold`), bytes (`e2 04 00 00`), or a name or value. `player.gold` is also a path if no name or value
    /// matches.
    pub fn find(&self, text: &str) -> Result<Vec<u32>, String> {
        let found = self.places(text.trim())?;
        Ok(found.into_iter().flat_map(|(start, len)| [number(start), number(len)]).collect())
    }
}

impl File {
    fn places(&self, text: &str) -> Result<Vec<(usize, usize)>, String> {
        if !self.chunks.is_empty() && !text.is_empty() && !text.starts_with("0x") {
            return Ok(self.find_chunks(text));
        }
        let mut found = if text.is_empty() {
            Vec::new()
        } else if let Some(offset) = text.strip_prefix("0x") {
            let offset = usize::from_str_radix(offset, 16).map_err(|_| format!("{text} is not an offset"))?;
            if offset >= self.contents().len() {
                return Err(format!("the contents end at {:#x}", self.contents().len()));
            }
            vec![(offset, 1)]
        } else if text.starts_with('$') {
            self.find_path(&text.parse().map_err(|error| format!("{error}"))?)
        } else if let Some(bytes) = hex(text) {
            occurrences(self.contents(), &bytes)
        } else {
            let mut found = occurrences(self.contents(), text.as_bytes());
            found.extend(self.find_rows(text));
            found
        };
        if found.is_empty()
            && let Ok(path) = format!("${}{text}", if text.starts_with('[') { "" } else { "." }).parse()
        {
            found = self.find_path(&path);
        }
        found.sort_unstable();
        found.dedup_by_key(|(start, _)| *start);
        Ok(found)
    }

    /// Returns the chunks of a region that contain a match.
    fn find_chunks(&self, text: &str) -> Vec<(usize, usize)> {
        let Ok(region) = Region::parse_damaged(self.contents()) else { return Vec::new() };
        let mut found = Vec::new();
        for chunk in region.chunks() {
            let Ok(contents) = chunk.unpack(CHUNK) else { continue };
            // A word needs no rows.
            let is_here = !occurrences(&contents, text.as_bytes()).is_empty()
                || text.chars().any(|c| !c.is_alphabetic())
                    && Self::new(contents.into_owned(), r#"{"as":"minecraft/nbt"}"#)
                        .places(text)
                        .is_ok_and(|all| !all.is_empty());
            let start = sectors(&chunk).start;
            let row = self.chunks.iter().find(|row| is_here && row.bytes.start == start);
            found.extend(row.map(|row| (start, row.bytes.len())));
        }
        found.sort_unstable();
        found
    }

    fn find_path(&self, path: &Path) -> Vec<(usize, usize)> {
        let Some(document) = &self.document else { return Vec::new() };
        let is_recording = document.recording().is_some();
        let place = |(at, step): (usize, Option<Segment>)| {
            let steps = match (step, path.segments()) {
                (Some(step), [first, rest @ ..]) if step == *first => rest,
                (Some(_), [Segment::Index(_), ..]) if is_recording => return None,
                (None | Some(Segment::Index(_)), all) => all,
                (Some(_), _) => return None,
            };
            self.find_in(at, &steps.to_vec().into())
        };
        document.steps().enumerate().take(MOST).filter_map(place).collect()
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
        let is_typed = |format: &Format| format.nbt().is_none() && !matches!(format, Format::Godot(_));
        let mut found = Vec::new();
        for (at, part) in self.parts.iter().enumerate() {
            match self.format(at).as_deref() {
                Some(format) if number.is_some() || is_typed(format) => {
                    let _ = format.explainer(self.value_bytes(at)).rows(|row| {
                        if found.len() < MOST && shows(&row.meaning) {
                            found.push((part.bytes.start + row.start, row.len));
                        }
                    });
                }
                _ => {}
            }
        }
        found
    }
}

/// Returns the occurrences of bytes. The case of letters is ignored.
fn occurrences(contents: &[u8], bytes: &[u8]) -> Vec<(usize, usize)> {
    let Some((first, rest)) = bytes.split_first() else { return Vec::new() };
    let is_here = |(at, byte): (usize, &u8)| {
        let is_first = byte.eq_ignore_ascii_case(first);
        let after = || contents.get(at + 1..at + bytes.len());
        (is_first && after().is_some_and(|after| after.eq_ignore_ascii_case(rest)))
            .then_some((at, bytes.len()))
    };
    contents.iter().enumerate().filter_map(is_here).take(MOST).collect()
}

/// Parses two or more bytes in hexadecimal, separated by spaces.
fn hex(text: &str) -> Option<Vec<u8>> {
    let bytes: Option<Vec<u8>> = text
        .split_ascii_whitespace()
        .map(|digits| u8::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 2))
        .collect();
    bytes.filter(|bytes| bytes.len() > 1)
}
