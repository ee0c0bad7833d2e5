//! The pieces that all of the text is made of.

use std::fmt::Write as _;

/// `[a,b,c]`
pub(super) fn sequence<X>(
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

pub(super) fn display(out: &mut String, x: impl std::fmt::Display) {
    let _ = write!(out, "{x}");
}

pub(super) fn quoted(out: &mut String, x: impl std::fmt::Display) {
    let _ = write!(out, "\"{x}\"");
}

pub(super) fn hex(out: &mut String, bytes: &[u8]) {
    out.push('"');
    for byte in bytes {
        let _ = write!(out, "{byte:02x}");
    }
    out.push('"');
}

pub(super) fn string(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..='\x1f' => display(out, format_args!("\\u{:04x}", u32::from(character))),
            _ => out.push(character),
        }
    }
    out.push('"');
}

/// The NaN that Java computes, and the only one that is `"NaN"` alone.
pub(super) const QUIET_NAN_32: u32 = 0x7fc0_0000;
/// The same as a double.
pub(super) const QUIET_NAN_64: u64 = 0x7ff8_0000_0000_0000;

pub(super) fn float32(out: &mut String, x: f32) {
    if x.is_nan() && x.to_bits() != QUIET_NAN_32 {
        return quoted(out, format_args!("NaN:{:08x}", x.to_bits()));
    }
    float(out, x.into());
}

pub(super) fn float64(out: &mut String, x: f64) {
    if x.is_nan() && x.to_bits() != QUIET_NAN_64 {
        return quoted(out, format_args!("NaN:{:016x}", x.to_bits()));
    }
    float(out, x);
}

fn float(out: &mut String, x: f64) {
    if x.is_nan() {
        out.push_str("\"NaN\"");
    } else if x.is_infinite() {
        out.push_str(if x < 0.0 { "\"-Infinity\"" } else { "\"Infinity\"" });
    } else if x == 0.0 && x.is_sign_negative() {
        out.push_str("\"-0\"");
    } else if x.fract() == 0.0 && x.abs() < 1e15 {
        let _ = write!(out, "{x:.0}");
    } else {
        let _ = write!(out, "{x:?}");
    }
}
