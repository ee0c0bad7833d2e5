//! Messages on standard error. If a message cannot be written, that is ignored, because the exit status tells the result.

use std::borrow::Cow;
use std::fmt;
use std::io::Write as _;
use std::path::Path;

use gamewire::__private::escape::{visible, visible_but};

/// The color of an error's first word, as clap prints it.
pub const ERROR: &str = "\x1b[1;31m";
pub const RESET: &str = "\x1b[0m";

/// The maximum length of a message in bytes. Longer ones, such as an error that quotes a megabyte of text, are
/// shortened.
const LONGEST: usize = 4000;
/// The number of bytes that are kept from the end of a shortened message.
const END: usize = 500;

/// Writes to standard error, with colors only on a terminal.
macro_rules! eprint {
    ($($arg:tt)*) => {
        $crate::output::say::print(format_args!($($arg)*))
    };
}

/// Prints to standard error, with a line end.
macro_rules! eprintln {
    ($($arg:tt)*) => {
        $crate::output::say::print(format_args!("{}\n", format_args!($($arg)*)))
    };
}

pub(crate) use {eprint, eprintln};

/// Writes to standard error. Control characters are escaped, except line ends, tabs and the colors of this program.
pub fn print(arguments: fmt::Arguments<'_>) {
    let text = arguments.to_string();
    let mut rest = text.as_str();
    let mut shown = String::with_capacity(text.len());
    while !rest.is_empty() {
        let color = [ERROR, RESET].into_iter().filter_map(|color| Some((rest.find(color)?, color))).min();
        let (at, color) = color.unwrap_or((rest.len(), ""));
        let (before, from) = rest.split_at(at);
        shown.push_str(&visible_but(before, |character| matches!(character, '\n' | '\t')));
        shown.push_str(color);
        rest = from.get(color.len()..).unwrap_or_default();
    }
    let _ = anstream::stderr().write_all(shown.as_bytes());
}

/// Returns the name of a file for messages. Control characters are escaped, so that it is one line.
pub fn shown(path: &Path) -> String {
    visible(&path.display().to_string()).into_owned()
}

/// Returns `1 byte follows`, `2 bytes follow` and so on.
pub fn bytes_follow(count: usize) -> String {
    if count == 1 { "1 byte follows".to_owned() } else { format!("{count} bytes follow") }
}

/// Returns the message, or its start and its end if it is very long.
pub fn shortened(message: &str) -> Cow<'_, str> {
    if message.len() <= LONGEST {
        return Cow::Borrowed(message);
    }
    let start = message.get(..boundary(message, LONGEST - END)).unwrap_or_default();
    let end = message.get(boundary(message, message.len() - END)..).unwrap_or_default();
    Cow::Owned(format!("{start} … ({} bytes) … {end}", message.len() - start.len() - end.len()))
}

/// Returns the last character boundary up to `at`. `str::floor_char_boundary` is newer than the oldest compiler that
/// can build this.
pub fn boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
