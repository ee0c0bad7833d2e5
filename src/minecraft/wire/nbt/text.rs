//! Text of NBT, in the form that the rules of the context name.

use std::io::Write;

use cookie_factory::SerializeFn;
use nom::{Mode, OutputMode, Parser};

use super::super::Cx;
use super::super::prim::ushort;
use super::super::varint::{gen_length, length};
use super::block::{Block, in_blocks};
use super::mutf8::{put_mutf8, read_mutf8};
use crate::error::{EncodeErrorKind, Fault, PResult};
use crate::grammar::{Grammar, grammar, if_else, in_error_mode, le_u16, number};
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::JavaStr;
use crate::sink::Gen;
use crate::trace::{Encoding, Form, Meaning, Shown, Trace, Unit};

grammar!(
    /// Text of NBT: a String or a name.
    ///
    /// | form          | length | text |
    /// |---------------|-------:|------|
    /// | big-endian    | 2      | modified UTF-8, see [`mutf8`](super::mutf8()) |
    /// | little-endian | 2      | UTF-8, usually |
    /// | VarInt        | 1..5   | UTF-8, usually |
    ///
    /// The length counts bytes and is not negative. The Bedrock edition also keeps other bytes in text, see [`JavaStr::from_utf8`].
    pub fn text<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, JavaStr<'a>> {
        named(cx, "byte length", "text")
    }
);

/// Writes text of NBT, in the layout of [`text`]. Text of the Java edition with an unpaired surrogate cannot be written as
/// UTF-8.
#[inline]
pub fn gen_text<T: Trace, W: Write>(cx: Cx<'_, T>, x: &JavaStr<'_>) -> impl SerializeFn<W> {
    in_blocks(move |out| put_text(cx, None, x, out))
}

/// [`gen_text`] to a block. With a type before it, text is the name of a tag of this type.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::minecraft::wire) fn put_text<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    id: Option<TagId>,
    x: &JavaStr<'_>,
    out: &mut Block<'_, W>,
) -> Gen {
    match cx.rules().nbt.is_java() {
        true => put_mutf8(cx, id, x, out),
        false => put_utf8(cx, id, x, out),
    }
}

/// [`put_text`] in UTF-8.
#[inline(never)]
fn put_utf8<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    id: Option<TagId>,
    x: &JavaStr<'_>,
    out: &mut Block<'_, W>,
) -> Gen {
    if let Some(id) = id {
        out.number([id.to_wire()])?;
    }
    match x.to_utf8() {
        Some(text) => {
            put_text_length(cx, text.len(), out)?;
            out.text([], &text)
        }
        None => cx.refuse(EncodeErrorKind::NotExpressible { what: "UTF-8 has no unpaired surrogates" }),
    }
}

/// [`text`] whose fields have these names.
#[inline]
pub(in crate::minecraft) fn named<'a, T: Trace>(
    cx: Cx<'_, T>,
    length: &'static str,
    name: &'static str,
) -> impl Grammar<'a, JavaStr<'a>> {
    NamedText { cx, length, name }
}

struct NamedText<'c, T: Trace> {
    cx: Cx<'c, T>,
    length: &'static str,
    name: &'static str,
}

impl<'a, T: Trace> Parser<&'a [u8]> for NamedText<'_, T> {
    type Output = JavaStr<'a>;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> nom::PResult<OM, &'a [u8], JavaStr<'a>, Fault> {
        let text = match read_text(self.cx, i, self.length, self.name) {
            Ok((rest, bytes)) => Ok((rest, OM::Output::bind(|| text_of(self.cx, bytes)))),
            Err(error) => Err(error),
        };
        in_error_mode::<OM, _>(text)
    }
}

/// Reads [`text`] with these names of its fields: the bytes, which [`text_of`] takes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::minecraft::wire) fn read_text<'a, T: Trace>(
    cx: Cx<'_, T>,
    i: &'a [u8],
    length: &'static str,
    name: &'static str,
) -> PResult<'a, &'a [u8]> {
    match cx.rules().nbt.is_java() {
        true => read_mutf8(cx, i, length, name),
        false => read_utf8(cx, i, length, name),
    }
}

/// [`read_text`] in UTF-8.
#[inline(never)]
fn read_utf8<'a, T: Trace>(
    cx: Cx<'_, T>,
    i: &'a [u8],
    length: &'static str,
    name: &'static str,
) -> PResult<'a, &'a [u8]> {
    let (after, length) = text_length(cx, length).parse(i)?;
    let Some((bytes, rest)) = after.split_at_checked(length as usize) else {
        cx.reserve(i, after, length, 1)?;
        return Fault::short(after, length as usize);
    };
    if T::ENABLED {
        let (form, shown) = match std::str::from_utf8(bytes) {
            Ok(text) => (Form::Text(Encoding::Utf8), Shown::Text(text)),
            Err(_) => (Form::Bytes, Shown::Bytes(bytes)),
        };
        cx.field(after, rest, Meaning::new(name).of(form), shown);
    }
    Ok((rest, bytes))
}

/// The text of bytes that [`read_text`] has read.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::minecraft::wire) fn text_of<'a, T: Trace>(cx: Cx<'_, T>, bytes: &'a [u8]) -> JavaStr<'a> {
    match cx.rules().nbt.is_java() {
        true => JavaStr::of_well_formed(bytes),
        false => JavaStr::lent_utf8(bytes),
    }
}

grammar!(
    /// The length before text, in bytes.
    pub(crate) fn text_length<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Grammar<'a, u32> {
        let name = Meaning::new(name).counting(Unit::TEXT);
        if_else(
            cx.rules().nbt.has_varints(),
            length(cx, name),
            if_else(cx.rules().nbt.is_java(), ushort(cx, name), number(cx, name, le_u16())).map(u32::from),
        )
    }
);

/// Mirrors [`text_length`] in UTF-8.
fn put_text_length<T: Trace, W: Write>(cx: Cx<'_, T>, count: usize, out: &mut Block<'_, W>) -> Gen {
    match u16::try_from(count) {
        _ if cx.rules().nbt.has_varints() => out.run(gen_length(cx, count)),
        Ok(length) => out.number(length.to_le_bytes()),
        Err(_) => cx.refuse(EncodeErrorKind::TooLong { length: count, limit: u16::MAX.into() }),
    }
}
