//! The parts that JSON text is made of.

use std::fmt::{Display, Write as _};

/// A string in quotes, after its prefix.
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
        rest = special.get(1..).unwrap_or_default();
    }
    out.push_str(rest);
    out.push('"');
}

/// A string in quotes.
pub(crate) fn string(out: &mut String, content: &str) {
    prefixed(out, "", content);
}

/// Bytes in quotes, two digits each.
#[cfg(any(feature = "json", feature = "minecraft"))]
pub(crate) fn hex(out: &mut String, bytes: &[u8]) {
    out.push('"');
    crate::hex::push(out, bytes);
    out.push('"');
}

/// A number, or text that is JSON already.
pub(crate) fn display(out: &mut String, x: impl Display) {
    // Writing to a string cannot fail.
    let _ = write!(out, "{x}");
}

/// An array: `[a,b,c]`.
#[cfg(any(feature = "json", feature = "minecraft"))]
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
