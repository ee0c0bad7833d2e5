//! Text of NBT, in the form that the rules of the context name.

use std::io::Write;

use cookie_factory::{GenError, SerializeFn};
use nom::Parser;
use nom::bytes::take;

use super::super::Cx;
use super::super::prim::ushort;
use super::super::varint::{gen_length, length};
use super::mutf8::{gen_mutf8, mutf8_bytes};
use crate::error::EncodeErrorKind;
use crate::grammar::{
    Grammar, InPlace, accept, apart_of, bytes, checked, exact, gen_both, gen_if_else, grammar, if_else,
    le_u16, made, number, observed, slice, then,
};
use crate::minecraft::model::nbt::{JavaStr, JavaStrView};
use crate::trace::{Encoding, Form, Meaning, Shown, Trace, Unit};

grammar!(
    /// Reads text of NBT: a String or a name.
    ///
    /// | form          | length | text |
    /// |---------------|-------:|------|
    /// | big-endian    | 2      | modified UTF-8, see [`mutf8`](super::mutf8()) |
    /// | little-endian | 2      | UTF-8, usually |
    /// | VarInt        | 1 to 5 | UTF-8, usually |
    ///
    /// The length is the number of bytes. Malformed modified UTF-8 is an error. The Bedrock edition also allows other bytes in text; see
    /// [`JavaStr::from_utf8`].
    pub fn text<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, JavaStr> {
        text_named(cx, "byte length", "text")
    }
);

/// Reads [`text`], with the given names of the fields.
pub(in crate::minecraft::wire) fn text_named<'a, T: Trace>(
    cx: Cx<'_, T>,
    length: &'static str,
    name: &'static str,
) -> impl InPlace<'a, Output = JavaStr> {
    made(text_bytes(cx, length, name), move |bytes| match cx.rules().nbt.is_java() {
        true => JavaStr::of_well_formed(bytes),
        false => JavaStr::from_utf8(bytes),
    })
}

/// Reads [`text`], and lends its bytes.
pub(in crate::minecraft) fn text_view<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, JavaStrView<'a>> {
    text_bytes(cx, "byte length", "text")
        .map(move |bytes| JavaStrView::of_form(bytes, cx.rules().nbt.is_java()))
}

/// Writes text of NBT, in the layout of [`text`]. Fails if it has more bytes than its length can hold, or if text of the
/// Java edition with an unpaired surrogate must be written as UTF-8.
pub fn gen_text<T: Trace, W: Write>(cx: Cx<'_, T>, x: &JavaStr) -> impl SerializeFn<W> {
    gen_if_else(cx.rules().nbt.is_java(), gen_mutf8(cx, x), gen_utf8(cx, x))
}

grammar!(
    /// Reads the bytes of text.
    fn text_bytes<'a, T: Trace>(
        cx: Cx<'_, T>,
        length: &'static str,
        name: &'static str,
    ) -> impl Grammar<'a, &'a [u8]> {
        if_else(
            cx.rules().nbt.is_java(),
            mutf8_bytes(cx, length, name),
            apart_of((cx, length, name), |(cx, length, name)| utf8_bytes(cx, length, name)),
        )
    }
);

grammar!(
    /// Reads bytes that are usually UTF-8.
    fn utf8_bytes<'a, T: Trace>(
        cx: Cx<'_, T>,
        length: &'static str,
        name: &'static str,
    ) -> impl Grammar<'a, &'a [u8]> {
        let shown = move |bytes: &&[u8], i, rest| {
            let (form, shown) = match std::str::from_utf8(bytes) {
                Ok(text) => (Form::Text(Encoding::Utf8), Shown::Text(text)),
                Err(_) => (Form::Bytes, Shown::Bytes(bytes)),
            };
            cx.field(i, rest, Meaning::new(name).of(form), shown);
        };
        then(within_input(cx, text_length(cx, length)), move |length| {
            observed(cx, exact(take(length)), shown)
        })
    }
);

/// Writes text as UTF-8.
fn gen_utf8<T: Trace, W: Write>(cx: Cx<'_, T>, x: &JavaStr) -> impl SerializeFn<W> {
    let utf8 = move || match x.to_utf8() {
        Some(text) => Ok(text),
        None => cx.refuse(EncodeErrorKind::NotExpressible { what: "UTF-8 has no unpaired surrogates" }),
    };
    checked(utf8, move |text| move |out| gen_both(gen_text_length(cx, text.len()), slice(&*text))(out))
}

/// Reads a length, which is an error if fewer bytes follow. Reserved bytes are not counted here, because that would take
/// time in every entry: if text takes them, the error is at the field that lacks them.
pub(super) fn within_input<'a, T: Trace>(
    cx: Cx<'_, T>,
    length: impl Grammar<'a, u32>,
) -> impl Grammar<'a, u32> {
    accept(length, move |length, rest| match rest.len() < length as usize {
        true => cx.reserving(rest, length, 1).map(|_| length),
        false => Ok(length),
    })
}

grammar!(
    /// Reads the length of text in bytes.
    pub fn text_length<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Grammar<'a, u32> {
        let name = Meaning::new(name).counting(Unit::TEXT);
        if_else(
            cx.rules().nbt.has_varints(),
            length(cx, name),
            if_else(cx.rules().nbt.is_java(), ushort(cx, name), number(cx, name, le_u16())).map(u32::from),
        )
    }
);

/// Writes the length of text in UTF-8.
fn gen_text_length<T: Trace, W: Write>(cx: Cx<'_, T>, count: usize) -> impl SerializeFn<W> {
    gen_if_else(
        cx.rules().nbt.has_varints(),
        gen_length(cx, count),
        checked(move || short_length(cx, count), |length| bytes(length.to_le_bytes())),
    )
}

/// Returns the length of text as 16 bits. Fails if it exceeds them.
pub(super) fn short_length<T: Trace>(cx: Cx<'_, T>, length: usize) -> Result<u16, GenError> {
    match u16::try_from(length) {
        Ok(length) => Ok(length),
        Err(_) => cx.refuse(EncodeErrorKind::TooLong { length, limit: u16::MAX.into() }),
    }
}
