//! Rows as text: offset, bytes, meaning.

use std::fmt::{self, Write as _};

use super::{Explanation, Role, Row};

/// Bytes in one line of a dump: a double fits, and so do a header and its count.
const PER_LINE: usize = 8;
/// Lines of bytes that a long row shows before it says how many more there are.
const LINES: usize = 4;

impl Explanation {
    /// The dump as plain text.
    pub fn text(&self) -> String {
        self.render(false)
    }

    /// The dump with terminal colours: types, structure, values and padding apart.
    pub fn ansi(&self) -> String {
        self.render(true)
    }

    fn render(&self, colour: bool) -> String {
        let mut text = String::new();
        let _ = self.write(&mut text, colour);
        text
    }

    fn write(&self, out: &mut String, colour: bool) -> fmt::Result {
        writeln!(out, "{}", self.title)?;
        if let Some(value) = &self.value {
            writeln!(out, "value: {value}")?;
        }
        let width = if self.bytes.len() > 0xffff { 8 } else { 4 };
        writeln!(out, "\n{:<w$}  {:<23}  meaning", "offset", "bytes", w = width + 2)?;
        for row in &self.rows {
            self.write_row(out, row, width, colour)?;
        }
        match &self.error {
            None => {
                let total = self.bytes.len();
                let explained =
                    self.rows.iter().filter(|row| row.role != Role::Unread).map(|row| row.len).sum::<usize>();
                writeln!(
                    out,
                    "{total:#0w$x}  {:<23}  {explained} of {total} bytes explained",
                    "end",
                    w = width + 2
                )
            }
            Some(error) => {
                if error.offset() >= self.bytes.len() {
                    writeln!(out, "{:#0w$x}  {:<23}  <- here", self.bytes.len(), "end", w = width + 2)?;
                }
                writeln!(out, "error   {error}")
            }
        }
    }

    fn write_row(&self, out: &mut String, row: &Row, width: usize, colour: bool) -> fmt::Result {
        let bytes = self.bytes.get(row.start..row.start + row.len).unwrap_or_default();
        let indent = row.depth * 2;
        let (on, off) = if colour { (colour_of(row.role), "\x1b[0m") } else { ("", "") };
        let lines = bytes.chunks(PER_LINE).count();
        // Saying that there is one more line would take that line.
        let shown = if lines == LINES + 1 { lines } else { LINES };
        for (at, line) in bytes.chunks(PER_LINE).take(shown).enumerate() {
            let start = row.start + at * PER_LINE;
            let hex = hex(line);
            if at == 0 {
                writeln!(
                    out,
                    "{start:#0w$x}  {hex:<23}  {:indent$}{on}{}{off}",
                    "",
                    row.meaning,
                    w = width + 2
                )?;
            } else {
                writeln!(out, "{start:#0w$x}  {hex}", w = width + 2)?;
            }
        }
        if lines > shown {
            let start = row.start + LINES * PER_LINE;
            writeln!(out, "{start:#0w$x}  … {} more bytes", bytes.len() - LINES * PER_LINE, w = width + 2)?;
        }
        Ok(())
    }
}

/// Bytes as `12 00 ff`.
pub(super) fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 3);
    for (at, byte) in bytes.iter().enumerate() {
        let _ = write!(text, "{}{byte:02x}", if at == 0 { "" } else { " " });
    }
    text
}

fn colour_of(role: Role) -> &'static str {
    match role {
        Role::Type => "\x1b[1;36m",
        Role::Structure => "\x1b[33m",
        Role::Value => "\x1b[32m",
        Role::Padding => "\x1b[2m",
        Role::Unread => "\x1b[31m",
    }
}
