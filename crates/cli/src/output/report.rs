//! Reports decode errors: prints the rows around the error, with carets below the invalid bytes.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use gamewire::explain::{Role, Row};
use gamewire::godot::Framing;
use gamewire_files::document::Format;

use crate::args::Allow;
use crate::input::InputValue;
use crate::output::outcome::of_file;
use crate::output::problem::Problem;
use crate::output::say::{ERROR, RESET, bytes_follow, eprint, eprintln, shortened};
use crate::values::text;

/// The number of rows that are shown before the invalid one.
const BEFORE: usize = 2;
/// The number of rows that are shown after it.
const AFTER: usize = 1;
/// The deepest level that is indented, so that an excerpt at level 1000 fits on the screen.
const INDENTED: usize = 16;
/// The number of bytes in one line.
const PER_LINE: usize = 8;

/// Prints the error of a file to standard error, with the rows around it if `place` is given.
pub fn problem(file: Option<&Path>, problem: &Problem, place: Option<(&InputValue<'_>, &Format)>) {
    sentence(file, problem);
    if let Some((encoded, format)) = place {
        let at = problem.offset.saturating_sub(encoded.offset);
        eprint!("\n{}", excerpt(&format.explainer(encoded.bytes).near(at, BEFORE, AFTER), encoded, at));
        hint(problem, encoded, format);
    }
}

/// Prints how many bytes follow a value, if that is allowed.
pub fn unread(format: &Format, encoded: &InputValue<'_>, allow: &Allow) {
    let unread = if allow.trailing { text::unread(format, encoded.bytes) } else { 0 };
    if unread > 0 {
        let count = encoded.bytes.len();
        eprintln!("{} of {count} bytes were decoded; {} the value", count - unread, bytes_follow(unread));
    }
}

/// Prints the error of a file without the rows around it.
pub fn sentence(file: Option<&Path>, problem: &Problem) {
    eprintln!("{ERROR}error:{RESET} {}", shortened(&of_file(file, problem)));
}

/// Prints advice for some kinds of errors.
pub fn hint(problem: &Problem, encoded: &InputValue<'_>, format: &Format) {
    let mut frames = Framing::STORE_VAR.frames(encoded.bytes).peekable();
    let is_value = |frame: &gamewire::godot::frame::Frame<'_>| {
        frame.payload.len() >= 4 && format.check(frame.payload).is_ok()
    };
    let framed = !encoded.framed
        && frames.peek().is_some()
        && frames.all(|frame| frame.is_ok_and(|frame| is_value(&frame)));
    let hint = match problem.kind {
        _ if framed && encoded.advised => return,
        _ if framed => {
            "the first four bytes equal the length of the rest, as store_var writes it: pass --frame store-var"
        }
        "objects" => "omit --no-objects to decode them to data",
        "trailing" if encoded.advised => return,
        "trailing" => match format {
            Format::Godot(_) => "pass --trailing to ignore them, as the engine does",
            Format::Minecraft(..) => "pass --trailing to ignore them",
        },
        _ => return,
    };
    if is_new(hint) {
        eprintln!("\nhint: {hint}");
    }
}

/// Returns whether the hint was not printed yet. Each hint is printed only once, even if many values are rejected.
fn is_new(hint: &'static str) -> bool {
    static PRINTED: Mutex<Vec<&str>> = Mutex::new(Vec::new());
    let mut printed = PRINTED.lock().unwrap_or_else(PoisonError::into_inner);
    let is_new = !printed.contains(&hint);
    if is_new {
        printed.push(hint);
    }
    is_new
}

/// Returns the rows around byte `at` of the bytes of a value.
pub fn excerpt_of(format: &Format, bytes: &[u8], at: usize) -> String {
    let value = InputValue { bytes, offset: 0, framed: false, name: None, sent: None, advised: false };
    let text = excerpt(&format.explainer(bytes).near(at, BEFORE, AFTER), &value, at);
    text.replace(ERROR, "").replace(RESET, "")
}

/// Returns the rows around byte `at` of the value, with carets below the invalid row.
fn excerpt(rows: &[Row], encoded: &InputValue<'_>, at: usize) -> String {
    let holds = |row: &Row| row.start <= at && at < row.start + row.len;
    let wrong = rows.iter().position(holds).unwrap_or(rows.len());
    let mut text = String::new();
    for row in rows {
        let marked = holds(row);
        let start = if marked { row.start + (at - row.start) / PER_LINE * PER_LINE } else { row.start };
        let end = (start + PER_LINE).min(row.start + row.len);
        let _ = writeln!(text, "{}", line(encoded, start, end, row));
        if marked {
            caret(&mut text, at - start, if row.role == Role::Unread { 1 } else { end - at });
        }
    }
    if wrong == rows.len() {
        let part = if encoded.framed { "value" } else { "input" };
        let _ = writeln!(text, "  {:#06x}  (the {part} ends here)", encoded.offset + at);
        caret(&mut text, 0, 1);
    }
    text
}

fn line(encoded: &InputValue<'_>, start: usize, end: usize, row: &Row) -> String {
    let bytes = encoded.bytes.get(start..end).unwrap_or_default();
    let hex: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let meaning = row.meaning.trim_end_matches("<- here").trim_end();
    format!(
        "  {:#06x}  {:<23}  {:indent$}{meaning}",
        encoded.offset + start,
        hex.join(" "),
        "",
        indent = row.depth.min(INDENTED) * 2
    )
}

/// Adds carets below `count` bytes of the line above, after the first `skip`.
fn caret(text: &mut String, skip: usize, count: usize) {
    let indent = "  0x0000  ".len() + skip * 3;
    let _ = writeln!(text, "{:indent$}{ERROR}{}{RESET}", "", "^".repeat(count * 3 - 1));
}
