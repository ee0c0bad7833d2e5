//! The indentation of `{:#?}`, for the values of Godot.
//!
//! Derived code nests a formatter in a formatter for every level. Each of them searches all text for line ends, and a
//! thousand levels fill megabytes with spaces. Nested values therefore write their own lines, and the indentation stops
//! growing at a fixed level.

use std::fmt::{Error, Formatter, Result, Write};

/// The level from which on lines are not indented further.
const INDENTED: usize = 32;

/// The nesting level of a line, or one line for everything.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Indent(Option<usize>);

impl Indent {
    /// Creates the indentation of level 0, or of one line if the pretty form is not requested.
    pub(crate) fn new(f: &Formatter<'_>) -> Self {
        Self(f.alternate().then_some(0))
    }

    /// Writes the opening bracket. Returns the indentation inside it.
    pub(crate) fn start(
        self,
        f: &mut dyn Write,
        bracket: &str,
        is_empty: bool,
    ) -> std::result::Result<Self, Error> {
        f.write_str(bracket)?;
        Ok(Self(self.0.filter(|_| !is_empty).map(|depth| depth + 1)))
    }

    /// Writes the separator before the element at a position.
    pub(crate) fn next(self, f: &mut dyn Write, at: usize) -> Result {
        if at > 0 {
            f.write_str(if self.0.is_some() { "," } else { ", " })?;
        }
        self.new_line(f)
    }

    /// Writes the closing bracket, of the level whose [`start`](Self::start) wrote the opening one.
    pub(crate) fn end(self, f: &mut dyn Write, bracket: &str, is_empty: bool) -> Result {
        f.write_str(if self.0.is_some() && !is_empty { "," } else { "" })?;
        self.close(f, bracket, is_empty)
    }

    /// Writes the closing bracket as [`end`](Self::end) does, but no comma before it.
    pub(crate) fn close(self, f: &mut dyn Write, bracket: &str, is_empty: bool) -> Result {
        if !is_empty {
            self.new_line(f)?;
        }
        f.write_str(bracket)
    }

    /// Begins the line of an element or of a closing bracket.
    pub(crate) fn new_line(self, f: &mut dyn Write) -> Result {
        let Some(depth) = self.0 else { return Ok(()) };
        f.write_str("\n")?;
        (0..depth.min(INDENTED)).try_for_each(|_| f.write_str("    "))
    }
}
