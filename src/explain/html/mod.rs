//! Rows as one self-contained page: bytes on one side, meaning on the other.
//!
//! The page needs no script to be read: it is a table of bytes and a nested list of meanings, linked to each other;
//! containers fold with `<details>`. The script adds marking both sides at once, and moving with the arrow keys.

mod bytes;
mod page;
mod tree;

use std::fmt::{self, Write as _};

use super::explanation::Explanation;
use super::row::{HERE, Role, Row};
use crate::escape::visible_but;
pub use page::Page;

/// The most rows that a page shows. A browser lays out a few thousand without effort.
pub(super) const ROWS: usize = 4_000;
/// Rows from which on inner containers are folded.
const FOLDED: usize = 300;
/// Bytes of HTML that each side may take; what has no room any more is counted. One row more may follow, and the rows
/// around an error.
const SIDE: usize = 15 << 17;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// The page loads nothing from outside, whatever it contains.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

impl Explanation {
    /// The dump as one HTML page without external resources: bytes on one side, their meaning on the other,
    /// each linked to the other. It can be read without scripts; with them, pointing at either side marks the other
    /// and shows the path and the [sentences](super::Row::sentences).
    ///
    /// A page is at most 4 MiB long. What has no room is counted at its end, but the place of an error is
    /// always there; long explanations have their inner containers folded.
    pub fn html(&self) -> String {
        let mut out = String::new();
        let _ = write_page(&mut out, self); // Writing to a string does not fail.
        out
    }
}

/// The part of a page that an explanation is.
#[derive(Clone, Copy)]
struct PagePart {
    /// The number of its first row. No two rows of a page have one number.
    first: usize,
    /// Bytes of HTML that each of its sides may take.
    room: usize,
}

impl PagePart {
    /// An explanation with a page of its own.
    const WHOLE: Self = Self { first: 0, room: SIDE };

    /// Returns the prefix of the names of places in this part.
    fn mark(self) -> String {
        if self.first == 0 { String::new() } else { self.first.to_string() }
    }
}

/// The whole page.
fn write_page(out: &mut String, explanation: &Explanation) -> fmt::Result {
    let Explanation { title, rows, .. } = explanation;
    head(out, title)?;
    writeln!(out, "<header>\n<h1>{}</h1>", Escaped(title))?;
    said(out, explanation, PagePart::WHOLE)?;
    legend(out, |role| rows.iter().any(|row| row.role == role))?;
    writeln!(out, "</header>\n<main class=\"sides\">")?;
    sides(out, explanation, PagePart::WHOLE, "h2")?;
    writeln!(out, "</main>")?;
    foot(out)
}

/// Writes the beginning of a page.
fn head(out: &mut String, title: &str) -> fmt::Result {
    let title = Escaped(title);
    writeln!(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width\">")?;
    writeln!(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">")?;
    writeln!(out, "<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>")
}

/// Writes the end of a page.
fn foot(out: &mut String) -> fmt::Result {
    writeln!(out, "<p id=\"status\" role=\"status\"></p>\n<script>\n{SCRIPT}</script>\n</body>\n</html>")
}

/// The value, and what is wrong.
fn said(
    out: &mut String,
    Explanation { value, rows, error, .. }: &Explanation,
    part: PagePart,
) -> fmt::Result {
    if let Some(value) = value {
        writeln!(out, "<p class=\"value\">Value: <code>{}</code></p>", Escaped(value))?;
    }
    if let Some(error) = error {
        let place = rows.iter().position(|row| row.remarked().1 == Some(HERE));
        let place = place.map_or(format!("end{}", part.mark()), |at| format!("m{}", part.first + at));
        writeln!(
            out,
            "<p class=\"error\"><strong>Rejected</strong> {} <a href=\"#{place}\">Go there</a></p>",
            Escaped(&error.to_string())
        )?;
    }
    Ok(())
}

/// Bytes and meaning, side by side.
fn sides(out: &mut String, explanation: &Explanation, part: PagePart, heading: &str) -> fmt::Result {
    let mark = part.mark();
    let mut list = String::new();
    let shown = tree::write(&mut list, explanation, part)?;
    writeln!(out, "<section class=\"bytes\" aria-labelledby=\"bytes{mark}\">")?;
    writeln!(out, "<{heading} id=\"bytes{mark}\">Bytes</{heading}>")?;
    bytes::write(out, explanation, &shown, part)?;
    writeln!(out, "</section>\n<section class=\"meaning\" aria-labelledby=\"meaning{mark}\">")?;
    writeln!(out, "<{heading} id=\"meaning{mark}\">Meaning</{heading}>\n{list}</section>")
}

/// Which color is what, for the roles that occur.
fn legend(out: &mut String, occurs: impl Fn(Role) -> bool) -> fmt::Result {
    const ROLES: [(Role, &str); 5] = [
        (Role::Type, "types"),
        (Role::Structure, "counts, lengths, flags"),
        (Role::Value, "values"),
        (Role::Padding, "padding"),
        (Role::Unread, "not read"),
    ];
    write!(out, "<ul class=\"legend\" aria-label=\"Colors\">")?;
    for (role, name) in ROLES.into_iter().filter(|(role, _)| occurs(*role)) {
        write!(out, "<li class=\"{}\">{name}</li>", class(role))?;
    }
    writeln!(out, "</ul>")
}

/// The rows that the page shows, each with its number, which links and marks use.
type Shown<'e> = Vec<(usize, &'e Row)>;

fn class(role: Role) -> &'static str {
    match role {
        Role::Type => "type",
        Role::Structure => "structure",
        Role::Value => "value",
        Role::Padding => "padding",
        Role::Unread => "unread",
        Role::Omitted => "omitted",
    }
}

/// Text as HTML, also in an attribute. It comes from the bytes, and they may be anything.
struct Escaped<'t>(&'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = visible_but(self.0, |character| character == '\n');
        let mut rest = &*text;
        while let Some(at) = rest.find(['&', '<', '>', '"', '\'']) {
            let (plain, from) = rest.split_at(at);
            f.write_str(plain)?;
            f.write_str(match from.as_bytes().first() {
                Some(b'&') => "&amp;",
                Some(b'<') => "&lt;",
                Some(b'>') => "&gt;",
                Some(b'"') => "&quot;",
                _ => "&#39;",
            })?;
            rest = from.get(1..).unwrap_or_default();
        }
        f.write_str(rest)
    }
}
