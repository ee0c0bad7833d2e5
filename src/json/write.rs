//! Writes the parts of JSON text.

use crate::sure::Sure as _;
use std::fmt::{Display, Write as _};

/// Writes a string in quotes, after `prefix`.
pub(crate) fn prefixed(out: &mut String, prefix: &str, content: &str) {
    out.push('"');
    out.push_str(prefix);
    let mut rest = content;
    while let Some(at) = rest.bytes().position(|byte| byte < 0x20 || byte == b'"' || byte == b'\\') {
        let (plain, special) = rest.split_at(at);
        out.push_str(plain);
        match special.bytes().next().unwrap_or_default() {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            control => display(out, format_args!("\\u{control:04x}")),
        }
        rest = special.get(1..).sure();
    }
    out.push_str(rest);
    out.push('"');
}

/// Writes a string in quotes.
pub(crate) fn string(out: &mut String, content: &str) {
    prefixed(out, "", content);
}

/// Writes bytes in quotes, as two hexadecimal digits each.
pub(crate) fn hex(out: &mut String, bytes: &[u8]) {
    out.push('"');
    crate::hex::push(out, bytes);
    out.push('"');
}

/// Writes a number, or text that is JSON already.
pub(crate) fn display(out: &mut String, x: impl Display) {
    // Writing to a string does not fail.
    let _ = write!(out, "{x}");
}

/// Writes an array: `[a,b,c]`.
pub(crate) fn array<X>(
    out: &mut String,
    elements: impl IntoIterator<Item = X>,
    mut each: impl FnMut(&mut String, X),
) {
    out.push('[');
    for (at, element) in elements.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        each(out, element);
    }
    out.push(']');
}
