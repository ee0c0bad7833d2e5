//! Extracts the pages of the format from the output of rustdoc. Only listed tags and attributes are kept.

use std::error::Error;
use std::path::Path;
use std::{fs, io};

/// The tags that are kept. Of `div`, `span` and comments only the contents are kept; `style` and the links of
/// headings to themselves are removed with their contents.
const TAGS: [&str; 21] = [
    "a", "code", "details", "em", "h2", "h3", "h4", "li", "ol", "p", "pre", "strong", "summary", "sup",
    "table", "tbody", "td", "th", "thead", "tr", "ul",
];
/// The tags whose end HTML allows to leave out: the next tag of a table or a list ends them.
const WITHOUT_END: [&str; 6] = ["li", "tbody", "td", "th", "thead", "tr"];
/// The attributes that are kept, each with its replacement. A policy without `unsafe-inline` ignores a
/// `style`.
const ATTRIBUTES: [(&str, &str); 4] = [
    ("href=\"", "href=\""),
    ("id=\"", "id=\""),
    ("style=\"text-align: right", "align=\"right"),
    ("style=\"text-align: center", "align=\"center"),
];

/// Returns the pages of both games. Each is an `article` whose id is its address.
pub fn book(documentation: &Path) -> Result<String, Box<dyn Error>> {
    let mut book = String::new();
    for game in ["godot", "minecraft"] {
        let format = format!("gamewire/{game}/format");
        let inner = fs::read_dir(documentation.join(&format))?.filter_map(|entry| {
            let entry = entry.ok()?;
            entry.path().is_dir().then(|| format!("{format}/{}", entry.file_name().display()))
        });
        let mut pages: Vec<String> =
            inner.chain([format.clone()]).map(|page| format!("{page}/index.html")).collect();
        pages.sort();
        for page in pages {
            let text = fs::read_to_string(documentation.join(&page))?;
            let text = text_of(&text).map_err(|error| format!("{page}: {error}"))?;
            book.push_str(&format!("<article id=\"{page}\">{text}</article>"));
        }
    }
    Ok(book)
}

/// Returns the text of a module's documentation, without the parts that rustdoc adds.
fn text_of(page: &str) -> Result<String, Box<dyn Error>> {
    let (_, start) = page.split_once("<div class=\"docblock\">").ok_or("rustdoc wrote no documentation")?;
    let mut out = String::new();
    let (mut depth, mut left_out) = (1_u32, None);
    let mut pieces = start.split('<');
    out.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let (tag, text) = piece.split_once('>').ok_or("a tag has no end")?;
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let (close, name) = name.strip_prefix('/').map_or(("", name), |name| ("/", name));
        match left_out {
            Some(outer) if close == "/" && name == outer => left_out = None,
            Some(_) => continue,
            None if name == "style" || attributes.contains("class=\"doc-anchor\"") => {
                left_out = Some(name);
                continue;
            }
            None if name == "div" => depth = if close.is_empty() { depth + 1 } else { depth - 1 },
            None if name == "span" || name == "!--" => {}
            None if close == "/" && WITHOUT_END.contains(&name) => {}
            None if TAGS.contains(&name) => {
                out.push_str(&format!("<{close}{name}"));
                for (from, to) in ATTRIBUTES {
                    let Some((_, value)) = attributes.split_once(from) else { continue };
                    let value = value.split('"').next().unwrap_or_default();
                    if from == "href=\"" && value.contains(':') && !value.starts_with("https://") {
                        return Err(format!("a link leads to {value}").into());
                    }
                    out.push_str(&format!(" {to}{value}\""));
                }
                out.push('>');
            }
            None => return Err(format!("the tag {name} is not among those of a page").into()),
        }
        if depth == 0 {
            return Ok(out);
        }
        out.push_str(text);
    }
    Err(io::Error::from(io::ErrorKind::UnexpectedEof).into())
}
