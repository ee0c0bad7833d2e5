//! Rows as one self-contained page: bytes and meaning light each other up.

use std::fmt::{self, Write as _};

use super::text::hex;
use super::{Explanation, Role};

/// The most bytes of one row that the page shows.
const SHOWN: usize = 256;

const STYLE: &str = "\
:root{color-scheme:light dark;--type:#0b7285;--structure:#a05a00;--value:#1b6e2c;--padding:#888;--unread:#b00020}\
@media(prefers-color-scheme:dark){:root{--type:#66d9e8;--structure:#ffc078;--value:#8ce99a;--padding:#777;--unread:#ff8787}}\
body{font:14px/1.5 system-ui,sans-serif;margin:2rem;max-width:90rem}\
h1{font-size:1.1rem}main{display:grid;grid-template-columns:minmax(16rem,2fr) 3fr;gap:2rem;align-items:start}\
.bytes{position:sticky;top:1rem;max-height:95vh;overflow:auto}\
.bytes,.rows{font-family:ui-monospace,monospace}\
.bytes span{padding:0 .25em;border-radius:3px;overflow-wrap:anywhere}\
.rows div{white-space:pre-wrap;border-radius:3px}.rows i{font-style:normal;color:#888;margin-right:1em}\
.Type{color:var(--type);font-weight:600}.Structure{color:var(--structure)}.Value{color:var(--value)}\
.Padding{color:var(--padding)}.Unread,.error{color:var(--unread)}.lit{background:#ffd43b55;outline:1px solid #fab005}";

const SCRIPT: &str = "\
document.addEventListener('mouseover',e=>{document.querySelectorAll('.lit').forEach(x=>x.classList.remove('lit'));\
const r=e.target.closest('[data-row]');if(r)document.querySelectorAll('[data-row=\"'+r.dataset.row+'\"]')\
.forEach(x=>x.classList.add('lit'))})";

impl Explanation {
    /// The dump as one HTML page without outside resources.
    pub fn html(&self) -> String {
        let mut page = String::new();
        let _ = self.write_html(&mut page);
        page
    }

    fn write_html(&self, out: &mut String) -> fmt::Result {
        let title = escape(&self.title);
        writeln!(
            out,
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>"
        )?;
        writeln!(out, "<style>{STYLE}</style>\n<h1>{title}</h1>")?;
        if let Some(value) = &self.value {
            writeln!(out, "<p><code>{}</code></p>", escape(value))?;
        }
        writeln!(out, "<main>\n<section class=\"bytes\" aria-label=\"bytes\">")?;
        for (number, row) in self.rows.iter().enumerate() {
            let bytes = self.bytes.get(row.start..row.start + row.len).unwrap_or_default();
            let more = if bytes.len() > SHOWN { " …" } else { "" };
            let shown = hex(bytes.get(..SHOWN).unwrap_or(bytes));
            writeln!(out, "<span data-row=\"{number}\" class=\"{}\">{shown}{more}</span>", class(row.role))?;
        }
        writeln!(out, "</section>\n<section class=\"rows\" aria-label=\"meaning\">")?;
        for (number, row) in self.rows.iter().enumerate() {
            writeln!(
                out,
                "<div data-row=\"{number}\"><i>{:#06x}</i><span style=\"padding-left:{}em\" class=\"{}\">{}</span></div>",
                row.start,
                row.depth.min(40),
                class(row.role),
                escape(&row.meaning)
            )?;
        }
        if let Some(error) = &self.error {
            writeln!(out, "<p class=\"error\">{}</p>", escape(&error.to_string()))?;
        }
        writeln!(out, "</section>\n</main>\n<script>{SCRIPT}</script>\n</html>")
    }
}

fn class(role: Role) -> &'static str {
    match role {
        Role::Type => "Type",
        Role::Structure => "Structure",
        Role::Value => "Value",
        Role::Padding => "Padding",
        Role::Unread => "Unread",
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
