//! HTML pages with several explanations.

use std::fmt::{self, Write as _};

use super::super::explainer::Explainer;
use super::super::explanation::Explanation;
use super::super::file::FileExplainer;
use super::super::row::Role;
use super::{Escaped, PagePart, ROWS, SIDE, foot, head, legend, said, sides};

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
    roles: Vec<Role>,
    /// The number of the next value's first row: all rows so far, and one more for each value.
    rows: usize,
    values: usize,
    left_out: usize,
}

impl Page {
    /// The number of bytes of HTML that all values together may take.
    const ROOM: usize = 2 * SIDE;

    /// Creates a page without values.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns whether nothing was added to the page.
    pub fn is_empty(&self) -> bool {
        self.values == 0 && self.body.is_empty()
    }

    /// Adds a value, or counts it if the page has no room left.
    pub fn add(&mut self, heading: &str, explainer: &Explainer<'_>) {
        self.values += 1;
        if self.rows >= ROWS || self.body.len() >= Self::ROOM {
            self.left_out += 1;
            return;
        }
        self.put(heading, &explainer.for_page(ROWS - self.rows));
    }

    /// Adds a whole file, or its unpacked contents.
    pub fn add_file(&mut self, heading: &str, file: &FileExplainer<'_>) {
        self.values += 1;
        self.put(heading, &file.collect(Some(ROWS.saturating_sub(self.rows))));
    }

    fn put(&mut self, heading: &str, explanation: &Explanation) {
        let part = PagePart { first: self.rows, room: (Self::ROOM - self.body.len()) / 2 };
        let mut write = || -> fmt::Result {
            let (out, number) = (&mut self.body, self.values);
            writeln!(out, "<section class=\"part\" aria-labelledby=\"value{number}\">")?;
            writeln!(out, "<h2 id=\"value{number}\">{}</h2>", Escaped(heading))?;
            writeln!(out, "<p>{}</p>", Escaped(&explanation.title))?;
            said(out, explanation, part)?;
            writeln!(out, "<div class=\"sides\">")?;
            sides(out, explanation, part, "h3")?;
            writeln!(out, "</div>\n</section>")
        };
        let _ = write(); // Writing to a string does not fail.
        for row in &explanation.rows {
            if !self.roles.contains(&row.role) {
                self.roles.push(row.role);
            }
        }
        self.rows += explanation.rows.len() + 1;
    }

    /// Adds a sentence about an error outside the values, for example that the input ends inside a frame.
    pub fn problem(&mut self, sentence: &str) {
        let _ = writeln!(self.body, "<p class=\"error\"><strong>Rejected</strong> {}</p>", Escaped(sentence));
    }

    /// Returns the HTML of the page.
    #[must_use]
    pub fn finish(self) -> String {
        let mut out = String::new();
        let _ = self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        let count = |values: usize| format!("{values} {}", if values == 1 { "value" } else { "values" });
        let title = count(self.values);
        head(out, &title)?;
        writeln!(out, "<header>\n<h1>{title}</h1>")?;
        legend(out, |role| self.roles.contains(&role))?;
        writeln!(out, "</header>\n<main>\n{}", self.body)?;
        if self.left_out > 0 {
            let left_out = count(self.left_out);
            writeln!(
                out,
                "<p class=\"note\">{left_out} more have no room on this page. A dump as text shows all of them.</p>"
            )?;
        }
        writeln!(out, "</main>")?;
        foot(out)
    }
}
