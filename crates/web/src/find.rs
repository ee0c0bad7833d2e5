//! Searches in a file.

use gamewire::minecraft::TypeExpr;
use gamewire::path::{Path, Segment};
use gamewire_files::minecraft::region::Region;

use crate::codec::Codec;
use crate::session::{CHUNK, File, Options, SECTOR};

/// The maximum number of results.
const MOST: usize = 4_000_000;

impl File {
    /// Returns the byte ranges that match a text, which is an offset (`0x5c`), a path (`$.player.gold`),
    /// bytes (`e2 04 00 00`), or a name or value. `player.gold` is also a path if no
    /// name or value matches.
    pub(crate) fn find(&self, text: &str) -> Result<Vec<(usize, usize)>, String> {
        let text = text.trim();
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
            found.extend(self.find_number(text));
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
            let is_here = !occurrences(&contents, text.as_bytes()).is_empty() || {
                let options = Options::of(r#"{"as":"minecraft/nbt"}"#);
                text.chars().any(|c| !c.is_alphabetic())
                    && File::open(contents.into_owned(), options).find(text).is_ok_and(|all| !all.is_empty())
            };
            let start = chunk.sectors().0 * SECTOR;
            found.extend(
                self.chunks
                    .iter()
                    .find(|row| is_here && row.bytes.start == start)
                    .map(|row| (start, row.bytes.len())),
            );
        }
        found.sort_unstable();
        found
    }

    fn find_path(&self, path: &Path) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (number, part) in self.parts.iter().enumerate().take(MOST) {
            let Some(codec) = part.codec(self.codec.as_ref()) else { continue };
            let mut steps = path.segments();
            if self.recorded.is_some()
                && let [Segment::Index(at), rest @ ..] = steps
            {
                if *at != number {
                    continue;
                }
                steps = rest;
            }
            let steps = match (&part.name, steps) {
                (None, steps) => steps,
                (Some(name), [Segment::Name(first), rest @ ..]) if **first == **name => rest,
                (Some(_), _) => continue,
            };
            found.extend(self.place_of_path(codec, part, &steps.to_vec().into()));
        }
        found
    }

    /// Returns the rows of packets and other types of Minecraft that show a text: the name of a packet or a field, or a
    /// value. A number must be the whole value.
    fn find_rows(&self, text: &str) -> Vec<(usize, usize)> {
        let text = text.to_ascii_lowercase();
        let number = text.parse::<f64>().is_ok().then(|| format!("= {text}"));
        let shows = |shown: &str| match &number {
            Some(number) => shown.ends_with(&**number),
            None => shown.to_ascii_lowercase().contains(&text),
        };
        let mut found = Vec::new();
        for part in &self.parts {
            let codec = part.codec(self.codec.as_ref());
            let Some(codec @ Codec::Minecraft(_, expr)) = codec.filter(|_| found.len() < MOST) else {
                continue;
            };
            if *expr == TypeExpr::Nbt {
                continue;
            }
            let bytes = self.contents().get(part.bytes.clone()).unwrap_or_default();
            let _ = codec.explainer(bytes).rows(|row| {
                if shows(&row.meaning) {
                    found.push((part.bytes.start + row.start, row.len));
                }
            });
        }
        found
    }

    /// Returns the rows whose bytes are this number.
    fn find_number(&self, text: &str) -> Vec<(usize, usize)> {
        let mut forms: Vec<Vec<u8>> = Vec::new();
        let is_big = matches!(self.codec, Some(Codec::Minecraft(..)));
        if let Ok(int) = text.parse::<i64>() {
            let sizes: &[usize] = if is_big { &[1, 2, 4, 8] } else { &[4, 8] };
            for &size in sizes {
                let unused = 64 - 8 * size;
                if int << unused >> unused == int {
                    forms.extend(int.to_le_bytes().get(..size).map(<[u8]>::to_vec));
                }
            }
        }
        forms.extend(text.parse::<f64>().map(|float| float.to_le_bytes().to_vec()));
        forms.extend(text.parse::<f32>().map(|float| float.to_le_bytes().to_vec()));
        if is_big {
            forms.iter_mut().for_each(|form| form.reverse());
        }
        let contents = self.contents();
        let is_value = |row: usize| {
            let place = self.index.bytes(row);
            let bytes = contents.get(place.clone())?;
            let is_form = self.index.is_value(row) && forms.iter().any(|form| form == bytes);
            is_form.then_some((place.start, place.len()))
        };
        if forms.is_empty() {
            Vec::new()
        } else {
            (0..self.index.len()).filter_map(is_value).take(MOST).collect()
        }
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
