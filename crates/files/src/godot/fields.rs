//! Combinators of the file layouts, in addition to those of [`grammar`](gamewire::grammar).

use std::io::Write;

use cookie_factory::SerializeFn;

use gamewire::error::{DecodeErrorKind, EncodeErrorKind};
use gamewire::grammar::{
    Cx, Parse, Rules, accept, ends, fail, field, field_as, le_u32, said, slice, take, typed,
};
use gamewire::shared::escape::visible;
use gamewire::trace::{Encoding, Form, Meaning, Order, Shown, Trace};

/// The name of the input in errors that are in no field.
pub(super) const FILE: &str = "a file";

/// The form of the numbers in most heads.
pub(super) const LITTLE: Form = Form::unsigned(Order::Little);

/// Parses the magic bytes at the start of a file.
pub(super) fn magic<'a, R: Rules, T: Trace>(cx: Cx<'_, R, T>, expected: &'static str) -> impl Parse<'a, ()> {
    let magic = move |i: &'a [u8]| match i.strip_prefix(expected.as_bytes()) {
        Some(rest) => Ok((rest, ())),
        None if expected.as_bytes().starts_with(i) => ends(i, expected.len()),
        None => fail(i, DecodeErrorKind::Magic { expected }),
    };
    typed(cx, "magic", field_as(cx, "magic", magic, move |()| Shown::Text(expected)))
}

/// Parses a number of four bytes, little-endian, and makes something of it. Errors call it `name`.
pub(super) fn word<'a, R: Rules, T: Trace, O>(
    cx: Cx<'_, R, T>,
    name: &'static str,
    meaning: Meaning,
    check: impl Fn(u32, &'a [u8]) -> Result<O, DecodeErrorKind>,
) -> impl Parse<'a, O> {
    typed(cx, name, accept(field(cx, meaning, le_u32), check))
}

/// Accepts a length as [`accept`] does. If fewer bytes follow, the length is reported as the error.
pub(super) fn enough<R: Rules, T: Trace>(
    cx: Cx<'_, R, T>,
    length: u32,
    rest: &[u8],
) -> Result<usize, DecodeErrorKind> {
    match cx.missing(rest, length as usize) {
        0 => Ok(length as usize),
        missing => Err(DecodeErrorKind::LengthPastEnd { length, missing: missing as u64 }),
    }
}

/// Writes a length. Fails if the length does not fit in four bytes.
pub(super) fn gen_length<R: Rules, T: Trace, W: Write>(
    cx: Cx<'_, R, T>,
    length: usize,
) -> impl SerializeFn<W> {
    move |out| match u32::try_from(length) {
        Ok(length) => slice(length.to_le_bytes())(out),
        Err(_) => cx.refuse(EncodeErrorKind::TooLong { length, limit: u32::MAX as usize }),
    }
}

/// Parses a key: UTF-8 text of this length in bytes.
pub(super) fn key_text<'a, R: Rules, T: Trace>(cx: Cx<'_, R, T>, length: usize) -> impl Parse<'a, &'a str> {
    let text = move |i: &'a [u8]| {
        let (rest, bytes) = take(cx, length)(i)?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok((rest, text)),
            Err(_) => fail(i, DecodeErrorKind::Utf8),
        }
    };
    let meaning = Meaning::from("key").of(Form::Text(Encoding::Utf8));
    typed(cx, "key", said(cx, meaning, text, |text| format!("key = \"{}\"", visible(text))))
}
