//! Numbers in JSON.

use std::fmt::Display;

use crate::json::write::display;

/// Writes an integer of 64 bits in quotes, because many readers of JSON convert numbers to an `f64`.
pub(super) fn quoted(out: &mut String, x: impl Display) {
    display(out, format_args!("\"{x}\""));
}

/// The default NaN of Java, which is written as `"NaN"`. For other NaNs the bits are added.
pub(super) const QUIET_NAN_32: u32 = 0x7fc0_0000;
/// The bits of the default NaN as a Double.
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
