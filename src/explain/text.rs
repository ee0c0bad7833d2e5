//! Rows as text: offset, bytes, meaning.

use std::fmt;
use std::io::{self, Write};

use super::row::{ARROW, Role, Row};
use crate::counted::Counted;
use crate::error::DecodeError;
use crate::sure::Sure as _;

/// The number of bytes in one line of a dump. A double fits, and so does a header with its count.
const PER_LINE: usize = 8;
/// The maximum number of lines of bytes in a row. A longer row ends with the number of further bytes.
const LINES: usize = 4;
/// The width of one line of bytes in hexadecimal.
const HEX: usize = PER_LINE * 3 - 1;
/// The deepest level that is indented, by two spaces per level. Deeper rows show their level as a number: values can
/// be nested 1024 levels deep, and most of the text would be spaces.
const INDENTED: usize = 10;
/// The maximum width of a line in characters. Longer lines are continued on the next line.
const WIDTH: usize = 92;

/// Writes the lines of a dump.
#[derive(Debug)]
pub(super) struct TextWriter<'b, W> {
    out: W,
    bytes: &'b [u8],
    /// The offset of the first byte.
    base: usize,
    /// The text before each offset: `contents+` if offsets are those of unpacked contents, and empty otherwise.
    prefix: &'static str,
    /// The width of an offset, with `0x` and the prefix.
    width: usize,
    pub(super) color: bool,
    pub(super) characters: bool,
}

impl<'b, W: Write> TextWriter<'b, W> {
    /// Creates a writer of a dump of `bytes`, whose first byte has the offset `base`. `prefix` is the text before each offset.
    pub(super) fn new(out: W, bytes: &'b [u8], base: usize, prefix: &'static str) -> Self {
        let width = prefix.len() + if base + bytes.len() > 0xffff { 10 } else { 6 };
        Self { out, bytes, base, prefix, width, color: false, characters: false }
    }

    fn offset(&self, at: usize) -> String {
        format!("{}{:#0w$x}", self.prefix, self.base + at, w = self.width - self.prefix.len())
    }

    pub(super) fn head(&mut self, title: &str, value: Option<&str>) -> io::Result<()> {
        writeln!(self.out, "{title}")?;
        if let Some(value) = value {
            self.paragraph("value: ", value)?;
        }
        writeln!(self.out)?;
        let beside = if self.characters { "characters  " } else { "" };
        writeln!(self.out, "{:<w$}  {:<HEX$}  {beside}meaning", "offset", "bytes", w = self.width)
    }

    /// Writes the number of explained bytes, or the error.
    pub(super) fn foot(&mut self, explained: usize, error: Option<&DecodeError>) -> io::Result<()> {
        let total = self.bytes.len();
        let end = self.offset(total);
        match error {
            None => {
                let bytes = Counted(total, "byte");
                writeln!(self.out, "{end}  {:<HEX$}  {explained} of {bytes} explained", "end")?;
            }
            Some(error) => {
                if error.offset() >= self.base + total {
                    writeln!(self.out, "{end}  {:<HEX$}  <- here", "end")?;
                }
                self.paragraph("error   ", &error.to_string())?;
            }
        }
        self.out.flush()
    }

    /// Writes text after a label. Continuation lines are indented by the width of the label.
    fn paragraph(&mut self, label: &str, text: &str) -> io::Result<()> {
        let w = label.len();
        for (at, line) in lines(text, WIDTH - label.len()).iter().enumerate() {
            let label = if at == 0 { label } else { "" };
            writeln!(self.out, "{label:<w$}{line}")?;
        }
        Ok(())
    }

    /// Writes the lines of a row: its bytes and its meaning, and the sentences below if `says` is true. A row without
    /// bytes has no sentences.
    pub(super) fn row(&mut self, row: &Row, says: bool) -> io::Result<()> {
        let cells = self.cells(row);
        let start = self.width + 2 + HEX + if self.characters { PER_LINE + 4 } else { 0 } + 2;
        let mut indent = row.depth.min(INDENTED) * 2;
        let (meaning, remark) = row.remarked();
        let level = match row.depth > INDENTED {
            true => format!("(level {}) ", row.depth),
            false => String::new(),
        };
        let meaning = format!("{level}{meaning}");
        let remark = remark.map(|remark| format!("{ARROW}{remark}")).unwrap_or_default();
        let room = WIDTH - start - indent;
        let one = meaning.chars().count() + remark.chars().count() <= room;
        let words: Vec<String> = match one {
            true => vec![meaning + &remark],
            // Only text that stands beside bytes is indented by the level of the row.
            false => [lines(&meaning, room - 2), lines(remark.trim_start(), room - 2)].concat(),
        };
        let (on, off) = if self.color { (color_of(row.role), "\x1b[0m") } else { ("", "") };
        let count = if cells.is_empty() { 0 } else { cells.len().max(words.len()) };
        for at in 0..count {
            let cell = cells.get(at).map_or("", String::as_str);
            match words.get(at) {
                Some(words) => writeln!(self.out, "{cell:<start$}{:indent$}{on}{words}{off}", "")?,
                None => writeln!(self.out, "{}", cell.trim_end())?,
            }
            indent += if at == 0 { 2 } else { 0 };
        }
        match says {
            true => self.paragraph(&" ".repeat(self.width + 2), row.sentences()),
            false => Ok(()),
        }
    }

    /// Returns the lines of a row up to its meaning: offset, bytes and characters.
    fn cells(&self, row: &Row) -> Vec<String> {
        let cell = |at: usize, text: &str, line: &[u8]| {
            let start = self.offset(row.start + at);
            match line {
                [] => format!("{start}  {text}"),
                line if self.characters => format!("{start}  {text:<HEX$}  |{}|", Characters(line)),
                _ => format!("{start}  {text}"),
            }
        };
        if row.role == Role::Omitted {
            return vec![cell(0, &format!("… {}", Counted(row.len, "byte")), &[])];
        }
        let bytes = self.bytes.get(row.start..row.end()).sure();
        // A line that says "1 more line" would take as much room as that line.
        let shown = if bytes.len().div_ceil(PER_LINE) == LINES + 1 { LINES + 1 } else { LINES };
        let chunks = bytes.chunks(PER_LINE).take(shown).enumerate();
        let mut cells: Vec<String> =
            chunks.map(|(at, line)| cell(at * PER_LINE, &Hex(line).to_string(), line)).collect();
        let left = bytes.len().saturating_sub(shown * PER_LINE);
        if left > 0 {
            cells.push(cell(shown * PER_LINE, &format!("… {}", Counted(left, "more byte")), &[]));
        }
        cells
    }
}

/// Breaks text into lines of at most `width` characters. It breaks at spaces, after commas, and within words that are
/// longer than a line.
fn lines(text: &str, width: usize) -> Vec<String> {
    let (mut lines, mut rest) = (Vec::new(), text);
    while let Some((end, _)) = rest.char_indices().nth(width) {
        let (line, after) = rest.split_at(end);
        let (line, after) = match line.rfind([' ', ',']) {
            Some(at) if !after.starts_with(' ') && at > 0 => rest.split_at(at + 1),
            _ => (line, after),
        };
        lines.push(line.trim_end().to_owned());
        rest = after.trim_start();
    }
    if !rest.is_empty() {
        lines.push(rest.to_owned());
    }
    lines
}

/// Displays bytes as `12 00 ff`.
pub(super) struct Hex<'b>(pub(super) &'b [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, byte) in self.0.iter().enumerate() {
            write!(f, "{}{byte:02x}", if at == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// Displays bytes as characters, with dots for those that are not printable.
struct Characters<'b>(&'b [u8]);

impl fmt::Display for Characters<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let character = |byte: &u8| if matches!(byte, b' '..=b'~') { char::from(*byte) } else { '.' };
        self.0.iter().try_for_each(|byte| write!(f, "{}", character(byte)))
    }
}

fn color_of(role: Role) -> &'static str {
    match role {
        Role::Type => "\x1b[1;36m",
        Role::Structure => "\x1b[33m",
        Role::Value => "\x1b[32m",
        Role::Padding | Role::Omitted => "\x1b[2m",
        Role::Unread => "\x1b[31m",
    }
}
