//! Explanations as one self-contained HTML page, with bytes on one side and their meaning on the other.
//!
//! The page can be read without scripts: it is a table of bytes and a nested list of meanings, linked to each other,
//! and containers fold with `<details>`. The script adds marking both sides at once, and moving with the arrow keys.

mod bytes;
mod page;
mod tree;

use std::fmt::{self, Write as _};

use super::explanation::Explanation;
use super::row::{HERE, Role, Row};
use crate::escape::visible_but;
use crate::sure::Sure as _;
pub use page::Page;

/// The maximum number of rows on a page. Browsers lay out a few thousand rows without delay.
pub(super) const ROWS: usize = 4_000;
/// The number of rows from which on inner containers are folded.
const FOLDED: usize = 300;
/// The number of bytes of HTML that each side may take. Rows that do not fit are counted. One more row and the rows
/// around an error may exceed it.
const SIDE: usize = 15 << 17;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// The content security policy. The page loads nothing from outside, whatever it contains.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

impl Explanation {
    /// Returns the dump as one HTML page without external resources. Bytes are on one side and their meaning on the
    /// other, and each links to the other. The page can be read without scripts. With scripts, pointing at either
    /// side marks the other and shows the path and the [sentences](super::Row::sentences).
    ///
    /// The page is at most 4 MiB long. Rows that do not fit are counted at its end, but the place of an error is
    /// always shown. Inner containers of long explanations are folded.
    pub fn html(&self) -> String {
        let mut out = String::new();
        let _ = write_page(&mut out, self); // Writing to a string does not fail.
        out
    }
}

/// The part of a page that one explanation takes.
#[derive(Clone, Copy)]
struct PagePart {
    /// The number of its first row. Row numbers are unique in a page.
    first: usize,
    /// The number of bytes of HTML that each of its sides may take.
    room: usize,
}

impl PagePart {
    /// A page with a single explanation.
    const WHOLE: Self = Self { first: 0, room: SIDE };

    /// Returns the prefix of the anchors in this part.
    fn mark(self) -> String {
        if self.first == 0 { String::new() } else { self.first.to_string() }
    }
}

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

fn head(out: &mut String, title: &str) -> fmt::Result {
    let title = Escaped(title);
    writeln!(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width\">")?;
    writeln!(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">")?;
    writeln!(out, "<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>")
}

fn foot(out: &mut String) -> fmt::Result {
    writeln!(out, "<p id=\"status\" role=\"status\"></p>\n<script>\n{SCRIPT}</script>\n</body>\n</html>")
}

/// Writes the value and the error.
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

/// Writes the bytes and the meaning, side by side.
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

/// Writes which color stands for which role, for the roles that occur.
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

/// The rows that the page shows, with their numbers, which are used in links and anchors.
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

/// Escapes text for HTML, also in attributes. The text comes from the input and may contain anything.
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
            rest = from.get(1..).sure();
        }
        f.write_str(rest)
    }
}
