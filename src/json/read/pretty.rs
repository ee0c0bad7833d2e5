//! Formats JSON text with line breaks.

use super::JsonError;
use super::document::{JsonChildren, JsonDocument, JsonNode, JsonRules};

/// The maximum width, in bytes, of an array or object that stays on one line.
const LINE: usize = 76;
/// The maximum number of levels that are indented, so that the length of the result stays in proportion to the text.
const INDENTED: usize = 64;

/// Formats JSON text with line breaks. Only white space outside of strings changes. Each level is indented by two
/// spaces, up to 64 levels.
///
/// The parser accepts JSON as in RFC 8259, and the extensions that Godot writes.
///
/// # Errors
/// Returns an error if the text is not JSON. The error has the position, and what was expected there.
///
/// ```
/// let text = r#"{"name":"Ada","inventory":["sword","a lamp that was not lit for two hundred years"],"at":[1,2]}"#;
/// assert_eq!(gamewire::json::pretty(text)?, r#"{
///   "name": "Ada",
///   "inventory": ["sword", "a lamp that was not lit for two hundred years"],
///   "at": [1, 2]
/// }"#);
/// # Ok::<(), gamewire::json::JsonError>(())
/// ```
pub fn pretty(text: &str) -> Result<String, JsonError> {
    let rules = JsonRules { control_characters: true, ..JsonRules::JSON };
    let document = JsonDocument::new(text, rules).map_err(|fault| fault.in_text(Some(text)))?;
    let mut out = String::with_capacity(text.len() * 2);
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut next = Some(document.root());
    loop {
        let depth = open.len();
        if let Some(node) = next {
            if node.is_array() || node.is_object() {
                let is_line = open.last().is_some_and(|outer| outer.is_line) || fits(node);
                open.push(Open { node, children: node.children(), read: 0, is_line });
                out.push(if node.is_array() { '[' } else { '{' });
                if !is_line {
                    line(&mut out, depth + 1);
                }
            } else {
                out.push_str(node.text());
            }
        }
        let depth = open.len();
        let Some(innermost) = open.last_mut() else { return Ok(out) };
        next = innermost.children.next();
        let is_value = innermost.node.is_object() && !innermost.read.is_multiple_of(2);
        match (next, innermost.is_line) {
            (Some(_), _) if innermost.read == 0 => {}
            (Some(_), is_line) if is_value => out.push_str(if is_line { ":" } else { ": " }),
            (Some(_), true) => out.push_str(", "),
            (Some(_), false) => {
                out.push(',');
                line(&mut out, depth);
            }
            (None, is_line) => {
                if !is_line {
                    line(&mut out, depth - 1);
                }
                out.push(if innermost.node.is_array() { ']' } else { '}' });
                open.pop();
                continue;
            }
        }
        innermost.read += 1;
    }
}

/// An array or object that is being written.
struct Open<'d> {
    node: JsonNode<'d>,
    children: JsonChildren<'d>,
    /// The number of children that were written.
    read: usize,
    is_line: bool,
}

fn line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth.min(INDENTED)));
}

/// Returns whether a value without white space fits on one line.
fn fits(node: JsonNode<'_>) -> bool {
    let (mut is_string, mut is_escaped) = (false, false);
    let counts = |byte: &u8| {
        let escapes = is_string && *byte == b'\\' && !is_escaped;
        is_string ^= *byte == b'"' && !is_escaped;
        is_escaped = escapes;
        is_string || !byte.is_ascii_whitespace()
    };
    node.text().as_bytes().iter().copied().filter(counts).nth(LINE).is_none()
}
