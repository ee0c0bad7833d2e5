//! Text in modified UTF-8, as Java's `writeUTF` writes it.

use std::io::Write;

use cookie_factory::SerializeFn;
use nom::bytes::take;

use super::super::Cx;
use super::super::prim::ushort;
use super::text::{short_length, within_input};
use crate::error::DecodeErrorKind;
use crate::grammar::{
    Grammar, accept_inside, bytes, checked, exact, gen_both, grammar, made, observed, slice, then,
};
use crate::minecraft::model::nbt::{JavaStr, JavaStrView};
use crate::minecraft::mutf8::first_malformed;
use crate::trace::{Encoding, Form, Meaning, Shown, Trace, Unit};

grammar!(
    /// Reads text of NBT, which is modified UTF-8.
    ///
    /// | size   | field |
    /// |--------|-------|
    /// | 2      | byte length, unsigned |
    /// | length | modified UTF-8 |
    ///
    /// | units                        | bytes |
    /// |------------------------------|-------|
    /// | 0001..007f                   | `0xxxxxxx` |
    /// | 0000, 0080..07ff             | `110xxxxx 10xxxxxx` |
    /// | 0800..ffff, surrogates too   | `1110xxxx 10xxxxxx 10xxxxxx` |
    ///
    /// Zero bytes and overlong encodings are accepted and kept.
    pub fn mutf8<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, JavaStr> {
        made(mutf8_bytes(cx, "byte length", "text"), JavaStr::of_well_formed)
    }
);

/// Writes text of NBT, in the layout of [`mutf8`]. Fails if it has more than 65535 bytes.
pub fn gen_mutf8<T: Trace, W: Write>(cx: Cx<'_, T>, x: &JavaStr) -> impl SerializeFn<W> {
    let text = x.as_bytes();
    checked(
        move || short_length(cx, text.len()),
        move |length| gen_both(bytes(length.to_be_bytes()), slice(text)),
    )
}

grammar!(
    /// Reads the bytes of [`mutf8`], with the given names of the fields.
    pub(super) fn mutf8_bytes<'a, T: Trace>(
        cx: Cx<'_, T>,
        length: &'static str,
        name: &'static str,
    ) -> impl Grammar<'a, &'a [u8]> {
        let what = Meaning::new(name).of(Form::Text(Encoding::Modified));
        let length = ushort(cx, Meaning::new(length).counting(Unit::TEXT)).map(u32::from);
        let shown = move |bytes: &&[u8], i: &'a [u8], rest| match first_malformed(bytes) {
            Some(at) => cx.field(i, i.split_at(at).1, what, Shown::Bytes(i.split_at(at).0)),
            None => match JavaStrView::of_form(bytes, true).to_str() {
                Some(text) => cx.field(i, rest, what, Shown::Text(&text)),
                None => cx.field(i, rest, what, Shown::Bytes(bytes)),
            },
        };
        then(within_input(cx, length), move |length| {
            let bytes = observed(cx, exact(take(length)), shown);
            accept_inside(bytes, |bytes, _| match first_malformed(bytes) {
                None => Ok(bytes),
                Some(at) => Err((at, DecodeErrorKind::ModifiedUtf8)),
            })
        })
    }
);
