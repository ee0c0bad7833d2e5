//! The list of meanings, in which containers are nested lists.

use crate::counted::Counted;
use std::fmt::{self, Write as _};

use super::super::explanation::Explanation;
use super::super::row::{HERE, Role, Row};
use super::super::shared_path::SharedPath;
use super::{Escaped, FOLDED, PagePart, Shown, class};

/// The nesting limit of lists. Browsers stop at several hundred nested elements, so deeper rows stay at this level.
const NESTED: usize = 40;
/// The number of levels that are open if inner containers are folded: the outermost container and its direct
/// children.
const OPEN: usize = 1;

/// An element that is not closed yet.
struct OpenRow<'r> {
    depth: usize,
    place: &'r SharedPath,
}

/// Writes the list, and returns the rows that fitted.
pub(super) fn write<'e>(
    out: &mut String,
    explanation: &'e Explanation,
    part: PagePart,
) -> Result<Shown<'e>, fmt::Error> {
    let rows = &explanation.rows;
    let fold = rows.len() > FOLDED;
    let mut shown = Shown::new();
    let mut levels: Vec<OpenRow<'_>> = Vec::new();
    let mut left_out = (0, 0);
    let nowhere = SharedPath::default();
    writeln!(out, "<ul class=\"tree\">")?;
    for (at, row) in rows.iter().enumerate() {
        let number = part.first + at;
        let wrong =
            explanation.error.is_some() && (row.role == Role::Unread || row.remarked().1 == Some(HERE));
        if out.len() > part.room && !wrong {
            left_out = (left_out.0 + 1, left_out.1 + row.len);
            continue;
        }
        while levels.last().is_some_and(|level| level.depth >= row.depth) {
            levels.pop();
            writeln!(out, "</ul></details></li>")?;
        }
        let around = levels.last().map_or(&nowhere, |level| level.place);
        // Rows at the path of their container need no title, because the script finds it there.
        let title = if at > 0 && row.place.is(around) {
            String::new()
        } else {
            format!(" title=\"{}\"", Escaped(&row.place.to_string()))
        };
        let holds = rows.get(at + 1).is_some_and(|next| next.depth > row.depth);
        if holds && levels.len() < NESTED {
            let open = if fold && levels.len() > OPEN { "" } else { " open" };
            write!(out, "<li{title}><details{open}><summary")?;
            line(out, number, row, explanation)?;
            writeln!(out, "</summary><ul>")?;
            levels.push(OpenRow { depth: row.depth, place: &row.place });
        } else {
            write!(out, "<li{title}><div")?;
            line(out, number, row, explanation)?;
            writeln!(out, "</div></li>")?;
        }
        shown.push((number, row));
    }
    for _ in levels {
        writeln!(out, "</ul></details></li>")?;
    }
    write_end(out, explanation, part)?;
    writeln!(out, "</ul>")?;
    note(out, left_out, rows)?;
    Ok(shown)
}

/// Writes the error at the end of the input, if it is there.
fn write_end(out: &mut String, explanation: &Explanation, part: PagePart) -> fmt::Result {
    if let Some(error) = &explanation.error
        && error.offset() >= explanation.bytes.len()
    {
        let (end, mark) = (explanation.bytes.len(), part.mark());
        let expected = Escaped(&error.reason()).to_string();
        writeln!(
            out,
            "<li><div id=\"end{mark}\" class=\"wrong\"><a href=\"#bend{mark}\">{end:#06x}</a> \
             <span class=\"unread\">the input ends here</span> <strong>{expected}</strong></div></li>"
        )?;
    }
    Ok(())
}

/// Writes the attributes and the text of a row's element.
fn line(out: &mut String, number: usize, row: &Row, explanation: &Explanation) -> fmt::Result {
    let (meaning, remark) = row.remarked();
    let wrong = if remark == Some(HERE) { " class=\"wrong\"" } else { "" };
    write!(
        out,
        " id=\"m{number}\" data-row=\"{number}\" data-len=\"{}\"{wrong}><a href=\"#b{number}\">{:#06x}</a> \
         <span class=\"{}\">{}</span>",
        row.len,
        explanation.base + row.start,
        class(row.role),
        Escaped(meaning)
    )?;
    match (remark, &explanation.error) {
        (Some(HERE), Some(error)) => write!(out, " <strong>{}</strong>", Escaped(&error.reason()))?,
        (Some(HERE) | None, _) => {}
        (Some(differs), _) => write!(out, " <strong>{differs}</strong>")?,
    }
    match row.sentences() {
        "" => Ok(()),
        says => write!(out, " <small>{}</small>", Escaped(says)),
    }
}

/// Writes how much of the explanation the page does not show.
fn note(out: &mut String, (rows, bytes): (usize, usize), all: &[Row]) -> fmt::Result {
    let omitted = all.iter().filter(|row| row.role == Role::Omitted);
    let bytes = bytes + omitted.map(|row| row.len).sum::<usize>();
    if bytes == 0 {
        return Ok(());
    }
    let bytes = Counted(bytes, "byte");
    write!(out, "<p class=\"note\">{bytes} {} not explained on this page", bytes.is())?;
    if rows > 0 {
        write!(out, ", {} among them that it has no room for", Counted(rows, "row"))?;
    }
    writeln!(out, ". A dump as text shows all of them.</p>")
}
