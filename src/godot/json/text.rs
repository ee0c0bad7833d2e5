//! Text as a string, or as its bytes where no string can hold it.

use crate::godot::model::Text;
use crate::json::write::{hex, string};
use crate::json::{Node, Object, Res};

/// The text as it is on the wire, which may be after a byte order mark; `None` if it is not Unicode.
pub(super) fn with_mark<'t>(content: &'t Text<'_>) -> Option<&'t str> {
    let text = content.as_str()?;
    if text.len() == content.len() { Some(text) } else { std::str::from_utf8(content.as_bytes()).ok() }
}

/// Writes text.
pub(super) fn text_or_bytes(out: &mut String, content: &Text<'_>) {
    match with_mark(content) {
        Some(content) => string(out, content),
        None => {
            out.push_str("{\"bytes\":");
            hex(out, content.as_bytes());
            out.push('}');
        }
    }
}

/// Reads text; mirrors [`text_or_bytes`].
pub(super) fn text(node: Node<'_>) -> Res<Text<'static>> {
    if !node.is_object() {
        return Ok(own(&node.string()?));
    }
    let object = Object::with(node, &["bytes"])?;
    Ok(Text::from_loose_bytes(object.member("bytes", Node::bytes)?))
}

/// A byte order mark at the start is one that the text was read after.
pub(super) fn own(text: &str) -> Text<'static> {
    match text.strip_prefix('\u{feff}') {
        Some(text) => Text::borrowed(text).behind_mark(),
        None => Text::borrowed(text).into_owned(),
    }
}
