//! Visitors of values, and the one that writes JSON text.

use std::fmt::Display;

use compact_str::ToCompactString as _;

use crate::json::write::{array, display, hex, string};

/// A visitor of the parts of a value, which are those of JSON. [`visit`](super::visit) calls a method for each part, in
/// order.
pub trait Visitor {
    /// Visits the absent value.
    fn null(&mut self);

    /// Visits a Boolean.
    fn boolean(&mut self, x: bool);

    /// Visits an integer of at most 53 bits, which an `f64` can represent.
    fn integer(&mut self, x: i64);

    /// Visits an integer of 64 bits. In JSON that keeps all types, it is text.
    fn long(&mut self, x: i64);

    /// Visits an unsigned integer of 64 bits. In JSON that keeps all types, it is text.
    fn unsigned_long(&mut self, x: u64);

    /// Visits a finite number. The others are text, such as `Infinity`, or null.
    fn float(&mut self, x: f64);

    /// Visits a finite number of 32 bits in plain NBT.
    fn float32(&mut self, x: f32) {
        self.float(x.into());
    }

    /// Visits text.
    fn text(&mut self, x: &str);

    /// Visits bytes. In JSON that keeps all types, they are text of hexadecimal digits.
    fn bytes(&mut self, x: &[u8]);

    /// Visits the start of a list, whose elements follow.
    fn begin_list(&mut self);

    /// Visits the end of a list.
    fn end_list(&mut self);

    /// Visits the start of an object. A [key](Self::key) precedes each of its values.
    fn begin_object(&mut self);

    /// Visits the key of the next value, and returns the visitor.
    fn key(&mut self, name: &str) -> &mut Self;

    /// Visits the end of an object.
    fn end_object(&mut self);
}

/// Visits a list.
pub(super) fn list<V: Visitor, X>(
    out: &mut V,
    elements: impl IntoIterator<Item = X>,
    mut each: impl FnMut(&mut V, X),
) {
    out.begin_list();
    elements.into_iter().for_each(|element| each(out, element));
    out.end_list();
}

/// Visits an object of integers.
pub(super) fn integers<V: Visitor, const N: usize>(out: &mut V, members: [(&str, i32); N]) {
    out.begin_object();
    for (name, number) in members {
        out.key(name).integer(number.into());
    }
    out.end_object();
}

/// Visits an object that holds bytes.
pub(super) fn encoded<V: Visitor>(out: &mut V, name: &str, bytes: &[u8]) {
    out.begin_object();
    out.key(name).bytes(bytes);
    out.end_object();
}

/// The default NaN of Java, which is written as `"NaN"`. For other NaNs the bits are added.
pub(super) const QUIET_NAN_32: u32 = 0x7fc0_0000;
/// The bits of the default NaN as a Double.
pub(super) const QUIET_NAN_64: u64 = 0x7ff8_0000_0000_0000;

pub(super) fn float32<V: Visitor>(out: &mut V, x: f32, plain: bool) {
    match x.to_bits() {
        bits if x.is_nan() && !plain && bits != QUIET_NAN_32 => out.text(&format!("NaN:{bits:08x}")),
        _ if x.is_nan() => float64(out, f64::from_bits(QUIET_NAN_64), plain),
        _ => float64(out, x.into(), plain),
    }
}

/// Visits a number. Numbers that are not finite are null if the form is `plain`.
pub(super) fn float64<V: Visitor>(out: &mut V, x: f64, plain: bool) {
    match x {
        _ if x.is_finite() => out.float(x),
        _ if plain => out.null(),
        f64::INFINITY => out.text("Infinity"),
        f64::NEG_INFINITY => out.text("-Infinity"),
        _ if x.to_bits() == QUIET_NAN_64 => out.text("NaN"),
        _ => out.text(&format!("NaN:{:016x}", x.to_bits())),
    }
}

/// JSON text on one line.
#[derive(Debug, Default)]
pub(in crate::minecraft) struct Text {
    pub(in crate::minecraft) out: String,
    /// Whether bytes are written as numbers, which loses their type.
    pub(in crate::minecraft) plain: bool,
    /// Whether integers of 64 bits are text, because many readers of JSON convert numbers to an `f64`.
    pub(in crate::minecraft) long_text: bool,
}

impl Text {
    /// Returns the text that `write` writes.
    pub(super) fn of(plain: bool, write: impl FnOnce(&mut Self)) -> String {
        let mut text = Self { plain, long_text: !plain, ..Self::default() };
        write(&mut text);
        text.out
    }

    /// Returns the place of the next value or key.
    fn next(&mut self) -> &mut String {
        if !matches!(self.out.as_bytes().last(), None | Some(b'[' | b'{' | b':')) {
            self.out.push(',');
        }
        &mut self.out
    }

    /// Writes an integer of 64 bits.
    fn wide(&mut self, x: impl Display) {
        match self.long_text {
            true => display(self.next(), format_args!("\"{x}\"")),
            false => display(self.next(), x),
        }
    }
}

impl Visitor for Text {
    fn null(&mut self) {
        self.next().push_str("null");
    }

    fn boolean(&mut self, x: bool) {
        self.next().push_str(if x { "true" } else { "false" });
    }

    fn integer(&mut self, x: i64) {
        self.next().push_str(&x.to_compact_string());
    }

    fn long(&mut self, x: i64) {
        self.wide(x);
    }

    fn unsigned_long(&mut self, x: u64) {
        self.wide(x);
    }

    fn float(&mut self, x: f64) {
        match x {
            _ if self.plain => display(self.next(), format_args!("{x:?}")),
            0.0 if x.is_sign_negative() => self.next().push_str("\"-0\""),
            _ if x.fract() == 0.0 && x.abs() < 1e15 => display(self.next(), format_args!("{x:.0}")),
            _ => display(self.next(), format_args!("{x:?}")),
        }
    }

    fn float32(&mut self, x: f32) {
        display(self.next(), format_args!("{x:?}"));
    }

    fn text(&mut self, x: &str) {
        string(self.next(), x);
    }

    fn bytes(&mut self, x: &[u8]) {
        match self.plain {
            true => array(self.next(), x, |out, byte| out.push_str(&byte.to_compact_string())),
            false => hex(self.next(), x),
        }
    }

    fn begin_list(&mut self) {
        self.next().push('[');
    }

    fn end_list(&mut self) {
        self.out.push(']');
    }

    fn begin_object(&mut self) {
        self.next().push('{');
    }

    fn key(&mut self, name: &str) -> &mut Self {
        string(self.next(), name);
        self.out.push(':');
        self
    }

    fn end_object(&mut self) {
        self.out.push('}');
    }
}
