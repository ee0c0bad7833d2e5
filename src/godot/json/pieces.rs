//! The pieces that all of the text is made of.

use std::io::Write;

use crate::godot::ids::Kind;
use crate::godot::model::Text;

/// Only the type is written.
pub(super) fn bare(out: &mut Vec<u8>, kind: Kind) {
    head(out, kind.name());
    text(out, "}");
}

/// The start of an object, up to its type.
pub(super) fn head(out: &mut Vec<u8>, kind: &str) {
    text(out, "{\"type\":");
    string(out, "", kind);
}

pub(super) fn args(out: &mut Vec<u8>, kind: Kind) {
    head(out, kind.name());
    text(out, ",\"args\":");
}

pub(super) fn key(out: &mut Vec<u8>, key: &str) {
    out.push(b',');
    string(out, "", key);
    out.push(b':');
}

/// A list with commas.
pub(super) fn list<T>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = T>,
    mut each: impl FnMut(&mut Vec<u8>, T),
) {
    out.push(b'[');
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        each(out, item);
    }
    out.push(b']');
}

/// The text as it is on the wire, which may be after a byte order mark; none if it is not Unicode.
pub(super) fn with_mark<'t>(content: &'t Text<'_>) -> Option<&'t str> {
    let text = content.as_str()?;
    if text.len() == content.len() { Some(text) } else { std::str::from_utf8(content.as_bytes()).ok() }
}

/// Text as a string, or its bytes where no string can hold it.
pub(super) fn text_or_bytes(out: &mut Vec<u8>, content: &Text<'_>) {
    match with_mark(content) {
        Some(content) => string(out, "", content),
        None => {
            text(out, "{\"bytes\":");
            hex(out, content.as_bytes());
            text(out, "}");
        }
    }
}

/// Bytes in quotes, two digits each.
pub(super) fn hex(out: &mut Vec<u8>, bytes: &[u8]) {
    const DIGITS: [u8; 16] = *b"0123456789abcdef";
    let digit = |nibble: u8| DIGITS.get(usize::from(nibble)).copied().unwrap_or_default();
    out.push(b'"');
    out.extend(bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]));
    out.push(b'"');
}

/// A string in quotes, after its prefix.
pub(super) fn string(out: &mut Vec<u8>, prefix: &str, content: &str) {
    out.push(b'"');
    text(out, prefix);
    let mut rest = content;
    while let Some(at) = rest.bytes().position(|byte| byte < 0x20 || byte == b'"' || byte == b'\\') {
        let (plain, special) = rest.split_at(at);
        text(out, plain);
        let byte = special.bytes().next().unwrap_or_default();
        match byte {
            b'"' => text(out, "\\\""),
            b'\\' => text(out, "\\\\"),
            b'\n' => text(out, "\\n"),
            b'\r' => text(out, "\\r"),
            b'\t' => text(out, "\\t"),
            control => format(out, format_args!("\\u{control:04x}")),
        }
        rest = special.get(1..).unwrap_or_default();
    }
    text(out, rest);
    out.push(b'"');
}

pub(super) fn text(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(text.as_bytes());
}

/// Writing to a vector cannot fail.
pub(super) fn format(out: &mut Vec<u8>, arguments: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(arguments);
}
