//! The table of bytes. It has 16 bytes in a line, and each field is a link to its meaning.

use crate::counted::Counted;
use crate::sure::Sure as _;
use std::fmt::{self, Write as _};
use std::ops::Range;

use super::super::explanation::Explanation;
use super::super::row::{HERE, Role, Row};
use super::super::text::{Hex, character};
use super::{Escaped, PagePart, Shown, class};

/// The number of bytes in one line, which has a gap in the middle.
const PER_LINE: usize = 16;
/// The number of lines of a long field that are shown. The rest of the field is only counted.
const LINES: usize = 8;

/// The part of a field's bytes that is in one line.
struct Run<'r> {
    number: usize,
    row: &'r Row,
    bytes: Range<usize>,
}

/// Writes the table for these rows.
pub(super) fn write(
    out: &mut String,
    Explanation { bytes, base, error, .. }: &Explanation,
    shown: &Shown<'_>,
    part: PagePart,
) -> fmt::Result {
    writeln!(out, "<table>\n<thead><tr><th scope=\"col\">Offset</th><th scope=\"col\">Bytes</th>")?;
    writeln!(out, "<th scope=\"col\">Characters</th></tr></thead>\n<tbody>")?;
    let full = out.len() + part.room;
    let mut line: Vec<Run<'_>> = Vec::new();
    let mut end = 0;
    for (number, row) in shown {
        if row.start > end {
            flush(out, bytes, *base, &mut line)?;
            more(out, base + end, row.start - end, None)?;
        }
        end = row.start + row.len;
        if row.role == Role::Omitted || (out.len() > full && row.remarked().1 != Some(HERE)) {
            flush(out, bytes, *base, &mut line)?;
            more(out, base + row.start, row.len, Some(*number))?;
            continue;
        }
        let room = (row.start / PER_LINE + LINES) * PER_LINE;
        let cut = if end > room + PER_LINE { room } else { end };
        let mut start = row.start;
        while start < cut {
            let stop = ((start / PER_LINE + 1) * PER_LINE).min(cut);
            if line.first().is_some_and(|first| first.bytes.start / PER_LINE != start / PER_LINE) {
                flush(out, bytes, *base, &mut line)?;
            }
            line.push(Run { number: *number, row, bytes: start..stop });
            start = stop;
        }
        if cut < end {
            flush(out, bytes, *base, &mut line)?;
            more(out, base + cut, end - cut, None)?;
        }
    }
    flush(out, bytes, *base, &mut line)?;
    if end < bytes.len() {
        more(out, base + end, bytes.len() - end, None)?;
    }
    if error.as_ref().is_some_and(|error| error.offset() >= base + bytes.len()) {
        let (end, mark) = (base + bytes.len(), part.mark());
        writeln!(
            out,
            "<tr><th scope=\"row\">{end:#06x}</th><td><a id=\"bend{mark}\" class=\"unread wrong\" href=\"#end{mark}\">end</a></td><td></td></tr>"
        )?;
    }
    writeln!(out, "</tbody>\n</table>")
}

/// Writes how many bytes the table leaves out. `number` is the number of their row, if the whole row is left out.
fn more(out: &mut String, start: usize, count: usize, number: Option<usize>) -> fmt::Result {
    let more = Counted(count, "more byte");
    write!(out, "<tr class=\"omitted\"><th scope=\"row\">{start:#06x}</th><td>")?;
    match number {
        Some(number) => {
            write!(out, "<a id=\"b{number}\" data-row=\"{number}\" href=\"#m{number}\">… {more}</a>")?
        }
        None => write!(out, "… {more}")?,
    }
    writeln!(out, "</td><td></td></tr>")
}

/// Writes the collected line and clears it.
fn flush(out: &mut String, bytes: &[u8], base: usize, line: &mut Vec<Run<'_>>) -> fmt::Result {
    let Some(first) = line.first() else { return Ok(()) };
    let start = first.bytes.start / PER_LINE * PER_LINE;
    write!(out, "<tr><th scope=\"row\">{:#06x}</th><td>", base + start)?;
    let mut at = start;
    for run in line.iter() {
        let Run { number, row, bytes: range } = run;
        write!(out, "{:1$}", "", gap(at, range.start, start))?;
        let id = if range.start == row.start { format!(" id=\"b{number}\"") } else { String::new() };
        let wrong = if row.remarked().1 == Some(HERE) { " wrong" } else { "" };
        let class = class(row.role);
        write!(out, "<a{id} class=\"{class}{wrong}\" data-row=\"{number}\" href=\"#m{number}\">")?;
        let (left, right) = split(bytes, range, start + PER_LINE / 2);
        let middle = if left.is_empty() || right.is_empty() { "" } else { "  " };
        write!(out, "{}{middle}{}</a>", Hex(left), Hex(right))?;
        at = range.end;
    }
    write!(out, "</td><td>{:1$}", "", first.bytes.start - start)?;
    for Run { number, row, bytes: range } in line.drain(..) {
        let text: String = bytes.get(range).sure().iter().map(|byte| character(*byte)).collect();
        let class = class(row.role);
        write!(out, "<span class=\"{class}\" data-row=\"{number}\">{}</span>", Escaped(&text))?;
    }
    writeln!(out, "</td></tr>")
}

/// Splits the bytes of a range at the middle of a line.
fn split<'b>(bytes: &'b [u8], range: &Range<usize>, middle: usize) -> (&'b [u8], &'b [u8]) {
    let middle = middle.clamp(range.start, range.end);
    (bytes.get(range.start..middle).sure(), bytes.get(middle..range.end).sure())
}

/// Returns the number of columns between a byte that ends before `from` and one that begins at `to`, in the line that
/// begins at `start`.
fn gap(from: usize, to: usize, start: usize) -> usize {
    let column = |at: usize| (at - start) * 3 + usize::from(at - start >= PER_LINE / 2);
    let after = if from == start { 0 } else { column(from - 1) + 2 };
    column(to).saturating_sub(after)
}
