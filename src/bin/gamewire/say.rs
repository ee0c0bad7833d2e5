//! What is said on standard error. That it cannot be said is no reason to fail: the answer is the exit status.

use std::borrow::Cow;
use std::fmt;
use std::io::Write as _;
use std::path::Path;

use gamewire::escape::{visible, visible_but};

/// Colours of an error's first word, as clap prints it.
pub const ERROR: &str = "\x1b[1;31m";
/// Back to normal.
pub const RESET: &str = "\x1b[0m";

/// The most bytes of a message. What is wrong with a megabyte of text is not said with all of it.
const LONGEST: usize = 4000;
/// How much of a longer one is shown from its end.
const END: usize = 500;

/// Writes to standard error, colours only where a terminal shows them.
macro_rules! eprint {
    ($($arg:tt)*) => {
        $crate::say::print(format_args!($($arg)*))
    };
}

/// The same and a line end.
macro_rules! eprintln {
    ($($arg:tt)*) => {
        $crate::say::print(format_args!("{}\n", format_args!($($arg)*)))
    };
}

pub(crate) use {eprint, eprintln};

/// Writes to standard error: of control characters only line ends, tabs and the colours of this program.
pub fn print(arguments: fmt::Arguments<'_>) {
    let text = arguments.to_string();
    let mut rest = text.as_str();
    let mut shown = String::with_capacity(text.len());
    while !rest.is_empty() {
        let colour = [ERROR, RESET].into_iter().filter_map(|colour| Some((rest.find(colour)?, colour))).min();
        let (at, colour) = colour.unwrap_or((rest.len(), ""));
        let (before, from) = rest.split_at(at);
        shown.push_str(&visible_but(before, |character| matches!(character, '\n' | '\t')));
        shown.push_str(colour);
        rest = from.get(colour.len()..).unwrap_or_default();
    }
    let _ = anstream::stderr().write_all(shown.as_bytes());
}

/// The name of a file for people: what is in it may be anything, but it is one line.
pub fn shown(path: &Path) -> String {
    visible(&path.display().to_string()).into_owned()
}

/// A message as it is said: of a very long one, its start and its end.
pub fn shortened(message: &str) -> Cow<'_, str> {
    if message.len() <= LONGEST {
        return Cow::Borrowed(message);
    }
    // `str::floor_char_boundary` is younger than the oldest compiler that builds this.
    let boundary = |at: usize| (0..=at).rev().find(|&at| message.is_char_boundary(at)).unwrap_or(0);
    let start = message.get(..boundary(LONGEST - END)).unwrap_or_default();
    let end = message.get(boundary(message.len() - END)..).unwrap_or_default();
    Cow::Owned(format!("{start} … ({} bytes) … {end}", message.len() - start.len() - end.len()))
}
