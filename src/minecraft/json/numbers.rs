//! Numbers as JSON.

use std::fmt::Display;

use crate::json::write::display;

/// An integer of 64 bits, which readers of JSON may take for a double: in quotes.
pub(super) fn quoted(out: &mut String, x: impl Display) {
    display(out, format_args!("\"{x}\""));
}

/// The NaN that Java computes. It is written as `"NaN"`; others add their bits.
pub(super) const QUIET_NAN_32: u32 = 0x7fc0_0000;
/// The bits of that NaN as a double.
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
        display(out, format_args!("{x:.0}"));
    } else {
        display(out, format_args!("{x:?}"));
    }
}
