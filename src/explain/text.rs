//! Rows as text: offset, bytes, meaning.

use std::fmt;
use std::io::{self, Write};

use super::row::{Role, Row};
use crate::error::DecodeError;

/// Bytes in one line of a dump: a double fits, and so do a header and its count.
const PER_LINE: usize = 8;
/// The maximum number of lines of bytes in a row; a longer row ends with the number of further bytes.
const LINES: usize = 4;
/// The width of a number of bytes in hexadecimal.
const HEX: usize = PER_LINE * 3 - 1;
/// The maximum indentation in levels of two spaces; deeper rows show their level as a number. Values can be nested 1024
/// levels deep, and most of the text would be spaces.
const INDENTED: usize = 32;

/// Writes the lines of a dump.
#[derive(Debug)]
pub(super) struct TextWriter<'b, W> {
    out: W,
    bytes: &'b [u8],
    /// The width of an offset, with `0x`.
    width: usize,
    color: bool,
    characters: bool,
}

impl<'b, W: Write> TextWriter<'b, W> {
    pub(super) fn new(out: W, bytes: &'b [u8], color: bool, characters: bool) -> Self {
        let width = if bytes.len() > 0xffff { 10 } else { 6 };
        Self { out, bytes, width, color, characters }
    }

    pub(super) fn into_inner(self) -> W {
        self.out
    }

    pub(super) fn head(&mut self, title: &str, value: Option<&str>) -> io::Result<()> {
        writeln!(self.out, "{title}")?;
        if let Some(value) = value {
            writeln!(self.out, "value: {value}")?;
        }
        writeln!(self.out)?;
        let beside = if self.characters { "characters  " } else { "" };
        writeln!(self.out, "{:<w$}  {:<HEX$}  {beside}meaning", "offset", "bytes", w = self.width)
    }

    /// Writes the number of explained bytes, or the error.
    pub(super) fn foot(&mut self, explained: usize, error: Option<&DecodeError>) -> io::Result<()> {
        let (total, w) = (self.bytes.len(), self.width);
        match error {
            None => {
                writeln!(self.out, "{total:#0w$x}  {:<HEX$}  {explained} of {total} bytes explained", "end")?;
            }
            Some(error) => {
                if error.offset() >= total {
                    writeln!(self.out, "{total:#0w$x}  {:<HEX$}  <- here", "end")?;
                }
                writeln!(self.out, "error   {error}")?;
            }
        }
        self.out.flush()
    }

    pub(super) fn row(&mut self, row: &Row) -> io::Result<()> {
        let w = self.width;
        if row.role == Role::Omitted {
            let unit = if row.len == 1 { "byte" } else { "bytes" };
            let left_out = format!("… {} {unit}", row.len);
            write!(self.out, "{:#0w$x}  {left_out:<HEX$}  ", row.start)?;
            self.beside(&[])?;
            return self.meaning(row);
        }
        let bytes = self.bytes.get(row.start..row.end()).unwrap_or_default();
        let lines = bytes.len().div_ceil(PER_LINE);
        // Saying that there is one more line would take that line.
        let shown = if lines == LINES + 1 { lines } else { LINES };
        for (at, line) in bytes.chunks(PER_LINE).take(shown).enumerate() {
            write!(self.out, "{:#0w$x}  {}", row.start + at * PER_LINE, Hex(line))?;
            let gap = (PER_LINE - line.len()) * 3 + 2;
            match at {
                0 => {
                    write!(self.out, "{:gap$}", "")?;
                    self.beside(line)?;
                    self.meaning(row)?;
                }
                _ if self.characters => writeln!(self.out, "{:gap$}|{}|", "", Characters(line))?,
                _ => writeln!(self.out)?,
            }
        }
        if lines > shown {
            let start = row.start + LINES * PER_LINE;
            writeln!(self.out, "{start:#0w$x}  … {} more bytes", bytes.len() - LINES * PER_LINE)?;
        }
        Ok(())
    }

    /// Writes the characters of a line, if they are selected.
    fn beside(&mut self, line: &[u8]) -> io::Result<()> {
        if !self.characters {
            return Ok(());
        }
        match line {
            [] => write!(self.out, "{:1$}", "", PER_LINE + 4),
            _ => write!(self.out, "|{}|{:2$}", Characters(line), "", PER_LINE - line.len() + 2),
        }
    }

    fn meaning(&mut self, row: &Row) -> io::Result<()> {
        let indent = row.depth.min(INDENTED) * 2;
        let (on, off) = if self.color { (color_of(row.role), "\x1b[0m") } else { ("", "") };
        write!(self.out, "{:indent$}{on}", "")?;
        if row.depth > INDENTED {
            write!(self.out, "(level {}) ", row.depth)?;
        }
        writeln!(self.out, "{}{off}", row.meaning)
    }
}

/// Bytes as `12 00 ff`.
pub(super) struct Hex<'b>(pub(super) &'b [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, byte) in self.0.iter().enumerate() {
            write!(f, "{}{byte:02x}", if at == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// Bytes as characters.
struct Characters<'b>(&'b [u8]);

impl fmt::Display for Characters<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{}", character(*byte)))
    }
}

/// A byte as a character, or as a dot.
pub(super) fn character(byte: u8) -> char {
    if byte == b' ' || byte.is_ascii_graphic() { char::from(byte) } else { '.' }
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
