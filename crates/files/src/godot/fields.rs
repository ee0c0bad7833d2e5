//! Combinators of the file layouts, in addition to those of [`grammar`](gamewire::grammar).

use std::io::Write;

use cookie_factory::SerializeFn;

use gamewire::cx::Cx;
use gamewire::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use gamewire::grammar::{Grammar, accept, bytes, checked, field_as, grammar, le_u32, number, said, typed};
use gamewire::limits::Limits;
use gamewire::shared::edge::Options;
use gamewire::shared::escape::visible;
use gamewire::trace::{Encoding, Form, Meaning, Order, Shown, Trace};

/// The form of the numbers in most heads.
pub(super) const LITTLE: Form = Form::unsigned(Order::Little);

/// The settings of an entry point for files.
pub(super) struct File<R> {
    rules: R,
    trailing: bool,
}

impl<R> File<R> {
    /// Creates settings for a file that must end after the layout.
    pub(super) fn whole(rules: R) -> Self {
        Self { rules, trailing: false }
    }

    /// Creates settings for a file in which other bytes may follow the layout.
    pub(super) fn prefix(rules: R) -> Self {
        Self { rules, trailing: true }
    }
}

impl<R> Options for File<R> {
    type Rules = R;

    fn rules(&self) -> &R {
        &self.rules
    }

    fn limits(&self) -> &Limits {
        &Limits::GODOT
    }

    fn allows_trailing(&self) -> bool {
        self.trailing
    }
}

grammar!(
    /// Parses the magic bytes at the start of a file.
    pub(super) fn magic<'a, R, T: Trace>(cx: Cx<'_, R, T>, expected: &'static str) -> impl Grammar<'a, ()> {
        let magic = move |i: &'a [u8]| -> PResult<'a, ()> {
            match i.strip_prefix(expected.as_bytes()) {
                Some(rest) => Ok((rest, ())),
                None if expected.as_bytes().starts_with(i) => Fault::short(i, expected.len()),
                None => Fault::at(i, DecodeErrorKind::Magic { expected }),
            }
        };
        typed(cx, "magic", field_as(cx, "magic", magic, move |()| Shown::Text(expected)))
    }
);

grammar!(
    /// Parses a number of four bytes, little-endian. Errors call it `name`.
    pub(super) fn word<'a, R, T: Trace>(
        cx: Cx<'_, R, T>,
        name: &'static str,
        meaning: Meaning,
    ) -> impl Grammar<'a, u32> {
        typed(cx, name, number(cx, meaning, le_u32()))
    }
);

/// Parses a length. If fewer bytes follow, the length is reported as the error. `in_bytes` says that its unit is bytes.
pub(super) fn length<'a, R, T: Trace>(
    cx: Cx<'_, R, T>,
    length: impl Grammar<'a, u32>,
    in_bytes: impl Fn(u32, &'a [u8]) -> u32,
) -> impl Grammar<'a, usize> {
    accept(length, move |count, rest| {
        let count = in_bytes(count, rest);
        match cx.missing(rest, count as usize) {
            0 => Ok(count as usize),
            missing => Err(DecodeErrorKind::CountPastEnd { count, missing: missing as u64 }),
        }
    })
}

/// Writes a length for [`length`]. Fails if the length does not fit in four bytes.
pub(super) fn gen_length<R, T: Trace, W: Write>(cx: Cx<'_, R, T>, length: usize) -> impl SerializeFn<W> {
    let fits = move || match u32::try_from(length) {
        Ok(length) => Ok(length),
        Err(_) => cx.refuse(EncodeErrorKind::TooLong { length, limit: u32::MAX as usize }),
    };
    checked(fits, |length| bytes(length.to_le_bytes()))
}

grammar!(
    /// Parses a key: UTF-8 text of this length in bytes.
    pub(super) fn key_text<'a, R, T: Trace>(cx: Cx<'_, R, T>, length: usize) -> impl Grammar<'a, &'a str> {
        let text = move |i: &'a [u8]| -> PResult<'a, &'a str> {
            let (rest, bytes) = cx.take(i, length)?;
            match std::str::from_utf8(bytes) {
                Ok(text) => Ok((rest, text)),
                Err(_) => Fault::at(i, DecodeErrorKind::Utf8),
            }
        };
        let meaning = Meaning::from("key").of(Form::Text(Encoding::Utf8));
        typed(cx, "key", said(cx, meaning, text, |text| format!("key = \"{}\"", visible(text))))
    }
);
