//! Explanations as one static HTML page: rows with their bytes and meaning, where containers fold with `<details>`.

use std::fmt::{self, Write as _};

use super::explainer::Explainer;
use super::explanation::Explanation;
use super::row::{HERE, Role, Row};
use super::text::Hex;
use crate::counted::Counted;
use crate::escape::visible_but;
use crate::sure::Sure as _;

/// The maximum number of rows on a page. Browsers lay out a few thousand rows without delay.
const ROWS: usize = 4_000;
/// The number of rows from which on inner containers are folded.
const FOLDED: usize = 300;
/// The number of levels that are open if inner containers are folded: the outermost container and its direct
/// children.
const OPEN: usize = 1;
/// The nesting limit of lists. Browsers stop at several hundred nested elements, so deeper rows stay at this level.
const NESTED: usize = 40;
/// The number of bytes of HTML that the rows of a page may take. One more row and the rows around an error may exceed it.
const ROOM: usize = 15 << 18;
/// The number of a row's bytes that are shown.
const BYTES: usize = 128;

const STYLE: &str = "
:root { color-scheme: light dark; }
body { margin: 1.5rem; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2 { font-size: 1.1rem; }
ul { list-style: none; margin: 0; padding-left: 1.2em; border-left: 1px solid #8886; font: 13px/1.6 ui-monospace, monospace; }
summary { cursor: pointer; margin-left: -1em; }
span { unicode-bidi: isolate; }
code { opacity: .75; margin-right: 1em; }
.type { font-weight: 600; }
.padding, .omitted { opacity: .6; }
.unread, strong { color: light-dark(#b00020, #ff8f8f); }
.wrong { outline: 2px solid light-dark(#b00020, #ff8f8f); }
";
/// The content security policy. The page loads nothing and runs nothing, whatever it contains.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

impl Explainer<'_> {
    /// Returns one HTML page, like [`Explanation::html`], without collecting rows that the page does not show.
    pub fn html(&self) -> String {
        self.for_page(ROWS).html()
    }
}

impl Explanation {
    /// Returns the dump as one HTML page without scripts and external resources. Each row has its offset, bytes and meaning, and
    /// its tooltip has the path and the [sentences](super::Row::sentences).
    ///
    /// The page is at most 4 MiB long. Rows that do not fit are counted at its end, but the place of an error is
    /// always shown. Inner containers of long explanations are folded.
    pub fn html(&self) -> String {
        let mut body = format!("<h1>{}</h1>\n", Escaped(&self.title));
        let _ = write_part(&mut body, self, 0); // Writing to a string does not fail.
        document(&self.title, &body)
    }
}

/// An HTML page with several values, for example the frames of a stream or the settings of a project.
///
/// Each value has a heading, and below it what [`Explainer::html`] shows. Together, the values have the room of one
/// page: 4000 rows and 4 MiB. Values that do not fit are counted at the end.
///
/// ```
/// use gamewire::shared::explain::Page;
/// use gamewire::godot::{Decoder, Dialect, Framing};
///
/// // What `store_var(5)` and `store_var(true)` write, one after the other.
/// let file = [8, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];
/// let decoder = Decoder::new(Dialect::GODOT_4);
/// let mut page = Page::new();
/// for frame in Framing::STORE_VAR.frames(&file) {
///     let frame = frame?;
///     page.add(&format!("at byte {}", frame.offset), &decoder.explainer(frame.payload));
/// }
/// let html = page.finish();
/// assert!(html.contains("<h1>2 values</h1>"));
/// assert!(html.contains("at byte 4</h2>") && html.contains("at byte 16</h2>"));
/// # Ok::<(), gamewire::DecodeError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Page {
    body: String,
    rows: usize,
    values: usize,
    left_out: usize,
}

impl Page {
    /// Creates a page without values.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns whether nothing was added to the page.
    pub fn is_empty(&self) -> bool {
        self.values == 0 && self.body.is_empty()
    }

    /// Adds a value or a file, or counts it if the page has no room left.
    pub fn add(&mut self, heading: &str, explainer: &Explainer<'_>) {
        self.values += 1;
        if self.rows >= ROWS || self.body.len() >= ROOM {
            self.left_out += 1;
            return;
        }
        let explanation = explainer.for_page(ROWS - self.rows);
        self.rows += explanation.rows.len() + 1;
        let (out, title) = (&mut self.body, Escaped(&explanation.title));
        let _ = writeln!(out, "<h2>{}</h2>\n<p>{title}</p>", Escaped(heading))
            .and_then(|()| write_part(out, &explanation, self.values));
    }

    /// Adds a sentence about an error outside the values, for example that the input ends inside a frame.
    pub fn problem(&mut self, sentence: &str) {
        let _ = writeln!(self.body, "<p><strong>Rejected</strong> {}</p>", Escaped(sentence));
    }

    /// Returns the HTML of the page.
    pub fn finish(self) -> String {
        let title = Counted(self.values, "value").to_string();
        let mut body = format!("<h1>{title}</h1>\n{}", self.body);
        if self.left_out > 0 {
            let left_out = Counted(self.left_out, "value");
            body += &format!(
                "<p>{left_out} more have no room on this page. A dump as text shows all of them.</p>\n"
            );
        }
        document(&title, &body)
    }
}

fn document(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        Escaped(title)
    )
}

/// Writes the value, the error and the rows. The place of the error has the number of the part in its name, and rows are left out
/// once `out` has [`ROOM`] bytes.
fn write_part(out: &mut String, explanation: &Explanation, number: usize) -> fmt::Result {
    let Explanation { bytes, base, value, rows, error, .. } = explanation;
    if let Some(value) = value {
        writeln!(out, "<p>Value: {}</p>", Escaped(value))?;
    }
    if let Some(error) = error {
        let text = error.to_string();
        writeln!(
            out,
            "<p><strong>Rejected</strong> {} <a href=\"#wrong{number}\">Go there</a></p>",
            Escaped(&text)
        )?;
    }
    let (mut levels, mut left_out, mut unexplained, mut is_placed) = (Vec::new(), 0, 0, false);
    writeln!(out, "<ul>")?;
    for (at, row) in rows.iter().enumerate() {
        let (meaning, remark) = row.remarked();
        let is_wrong = remark == Some(HERE);
        if row.role == Role::Omitted {
            unexplained += row.len;
        }
        if out.len() > ROOM && !is_wrong && (error.is_none() || row.role != Role::Unread) {
            left_out += 1;
            unexplained += if row.role == Role::Omitted { 0 } else { row.len };
            continue;
        }
        while levels.last().is_some_and(|depth| *depth >= row.depth) {
            levels.pop();
            writeln!(out, "</ul></details></li>")?;
        }
        let id = if is_wrong { format!(" id=\"wrong{number}\" class=\"wrong\"") } else { String::new() };
        is_placed |= is_wrong;
        let tooltip = format!("{}\n{}", row.place, row.sentences());
        write!(out, "<li{id} title=\"{}\">", Escaped(tooltip.trim_end()))?;
        let holds = rows.get(at + 1).is_some_and(|next| next.depth > row.depth) && levels.len() < NESTED;
        if holds {
            let open = if rows.len() > FOLDED && levels.len() > OPEN { "" } else { " open" };
            write!(out, "<details{open}><summary>")?;
            levels.push(row.depth);
        }
        write!(out, "<code>{:#06x}</code> <code>{}</code> ", base + row.start, Bytes(bytes, row))?;
        let class = format!("{:?}", row.role).to_lowercase();
        write!(out, "<span class=\"{class}\">{}</span>", Escaped(meaning))?;
        match (remark, error) {
            (Some(HERE), Some(error)) => write!(out, " ← <strong>{}</strong>", Escaped(&error.reason()))?,
            (Some(HERE) | None, _) => {}
            (Some(differs), _) => write!(out, " ← <strong>{differs}</strong>")?,
        }
        writeln!(out, "{}", if holds { "</summary><ul>" } else { "</li>" })?;
    }
    for _ in levels {
        writeln!(out, "</ul></details></li>")?;
    }
    if let Some(error) = error
        && !is_placed
    {
        writeln!(
            out,
            "<li id=\"wrong{number}\" class=\"wrong\"><code>{:#06x}</code> ← <strong>{}</strong></li>",
            base + bytes.len(),
            Escaped(&error.reason())
        )?;
    }
    writeln!(out, "</ul>")?;
    if unexplained > 0 {
        let bytes = Counted(unexplained, "byte");
        write!(out, "<p>{bytes} {} not explained on this page", bytes.is())?;
        if left_out > 0 {
            write!(out, ", {} among them that it has no room for", Counted(left_out, "row"))?;
        }
        writeln!(out, ". A dump as text shows all of them.</p>")?;
    }
    Ok(())
}

/// The bytes of a row in hexadecimal. Of many bytes, only the first are shown; of omitted rows, none.
struct Bytes<'b>(&'b [u8], &'b Row);

impl fmt::Display for Bytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(bytes, row) = *self;
        let shown = if row.role == Role::Omitted { 0 } else { row.len.min(BYTES) };
        write!(f, "{}", Hex(bytes.get(row.start..row.start + shown).sure()))?;
        match row.len - shown {
            0 => Ok(()),
            left => write!(f, "{}… {}", if shown > 0 { " " } else { "" }, Counted(left, "more byte")),
        }
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
