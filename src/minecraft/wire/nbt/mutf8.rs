//! Text in modified UTF-8, as Java's `writeUTF` writes it.

use std::io::Write;

use cookie_factory::SerializeFn;

use super::super::Cx;
use super::block::{Block, in_blocks};
use crate::cx::chunk;
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::grammar::{Grammar, function, grammar};
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::JavaStr;
use crate::minecraft::mutf8::first_malformed;
use crate::sink::Gen;
use crate::sure::Sure as _;
use crate::trace::{Encoding, Form, Meaning, Order, Shown, Trace, Unit};

grammar!(
    /// Text of NBT: modified UTF-8.
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
    /// Raw zero bytes and overlong forms are read, and kept.
    pub fn mutf8<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, JavaStr<'a>> {
        function(move |i| read_mutf8(cx, i, "byte length", "text")).map(JavaStr::of_well_formed)
    }
);

/// Writes text of NBT, in the layout of [`mutf8`]. More than 65535 bytes cannot be written.
#[inline]
pub fn gen_mutf8<T: Trace, W: Write>(cx: Cx<'_, T>, x: &JavaStr<'_>) -> impl SerializeFn<W> {
    in_blocks(move |out| put_mutf8(cx, None, x, out))
}

/// [`gen_mutf8`] to a block, with the type before it if it is the name of a tag.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn put_mutf8<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    id: Option<TagId>,
    x: &JavaStr<'_>,
    out: &mut Block<'_, W>,
) -> Gen {
    let bytes = x.as_bytes();
    let Ok(length) = u16::try_from(bytes.len()) else {
        return cx.refuse(EncodeErrorKind::TooLong { length: bytes.len(), limit: u16::MAX.into() });
    };
    let [high, low] = length.to_be_bytes();
    match id {
        Some(id) => out.text([id.to_wire(), high, low], bytes),
        None => out.text([high, low], bytes),
    }
}

/// Reads [`mutf8`] with these names of its fields: the bytes, which are well-formed.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn read_mutf8<'a, T: Trace>(
    cx: Cx<'_, T>,
    i: &'a [u8],
    length: &'static str,
    name: &'static str,
) -> PResult<'a, &'a [u8]> {
    let (after, bytes) = chunk(i)?;
    let count = u16::from_be_bytes(bytes);
    cx.field(
        i,
        after,
        Meaning::new(length).of(Form::unsigned(Order::Big)).counting(Unit::TEXT),
        Shown::Uint(count.into()),
    );
    let Some((bytes, rest)) = after.split_at_checked(usize::from(count)) else {
        return cut(cx, i, after, count);
    };
    let name = Meaning::new(name).of(Form::Text(Encoding::Modified));
    if let Some(at) = first_malformed(bytes) {
        let (good, _) = bytes.split_at(at);
        cx.field(after, after.split_at(at).1, name, Shown::Bytes(good));
        return Fault::at(after.get(at..).sure(), DecodeErrorKind::ModifiedUtf8);
    }
    if T::ENABLED {
        match JavaStr::of_well_formed(bytes).to_str() {
            Some(text) => cx.field(after, rest, name, Shown::Text(&text)),
            None => cx.field(after, rest, name, Shown::Bytes(bytes)),
        }
    }
    Ok((rest, bytes))
}

#[cold]
#[inline(never)]
fn cut<'a, T: Trace, X>(cx: Cx<'_, T>, i: &'a [u8], after: &'a [u8], length: u16) -> PResult<'a, X> {
    cx.reserve(i, after, length.into(), 1)?;
    Fault::short(after, length.into())
}
