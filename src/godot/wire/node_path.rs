//! Paths to nodes.

use std::io::Write;

use cookie_factory::WriteContext;

use super::Cx;
use super::prim::{count_word, word};
use super::text::{decode_loosely, gen_text, parse_padded_text, parse_padding};
use crate::error::{DecodeErrorKind, Fault, PResult};
use crate::godot::dialect::OldNodePath;
use crate::godot::model::{BYTE_ORDER_MARK, NodePath, Text};
use crate::sink::{Gen, Sink};
use crate::trace::{Part, Shown, Trace};

/// Bit 31 of the first word: the form with counts. Without it the word is the length of a text.
const NEW_FORM: u32 = 1 << 31;
/// The path starts at the root.
const ABSOLUTE: u32 = 1;
/// One more string follows, the property (Godot 2).
const PROPERTY: u32 = 2;

/// The form that every engine writes.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | number of names, with bit 31 set |
/// | 4  | 4    | number of subnames |
/// | 8  | 4    | flags: bit 0 = absolute, bit 1 = a property follows, others ignored |
/// | 12 | ..   | string blocks: the names, the subnames, the property |
///
/// Godot 2 keeps the part behind the last colon apart, as the property. Later engines count it among the
/// subnames and never set bit 1, but still read it.
///
/// Without bit 31 the first word is the byte length of the path as text, the form that only 1.0 to 2.1.4 and
/// 3.0.0 to 3.0.5 read.
pub fn parse_node_path<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, NodePath<'a>> {
    read_node_path(cx, i, true)
}

/// [`parse_node_path`], or no more than a look at it: the path is empty then.
pub(super) fn read_node_path<'a, T: Trace>(
    cx: Cx<'_, T>,
    i: &'a [u8],
    keep: bool,
) -> PResult<'a, NodePath<'a>> {
    let (rest, names) = word(i)?;
    if names & NEW_FORM == 0 {
        return parse_old_node_path(cx, i, keep);
    }
    let names = names & !NEW_FORM;
    cx.field(i, rest, "name count", Shown::Noted(names.into(), "bit 31 set: the form with counts"));
    let (behind, subnames) = word(rest)?;
    cx.field(rest, behind, "subname count", Shown::Uint(subnames.into()));
    let (after, flags) = word(behind)?;
    cx.field(behind, after, "flags", Shown::Words(flags_in_words(flags)));
    let cx = cx.reserve(i, after, names, 4)?;
    let cx = cx.reserve(rest, after, subnames, 4)?;
    // A property becomes one more subname where the dialect does not keep it apart.
    let room = keep && flags & PROPERTY != 0 && !cx.rules.dialect.node_path_property;
    let (i, (cx, names)) = parse_parts(cx, after, "name", names, keep.then_some(0))?;
    let (i, (cx, mut subnames)) = parse_parts(cx, i, "subname", subnames, keep.then_some(room.into()))?;
    if flags & PROPERTY == 0 {
        return Ok((i, NodePath { names, subnames, property: None, absolute: flags & ABSOLUTE != 0 }));
    }
    let (i, property) = cx.part(Part::Field("property"), |cx| parse_padded_text(cx, i, true))?;
    let property = if cx.rules.dialect.node_path_property {
        Some(property)
    } else {
        if keep {
            subnames.push(property);
        }
        None
    };
    Ok((i, NodePath { names, subnames, property, absolute: flags & ABSOLUTE != 0 }))
}

type Parts<'a, 'c, T> = (Cx<'c, T>, Vec<Text<'a>>);

/// `count` string blocks, in a vector with room for `room` more, or in none.
fn parse_parts<'a, 'c, T: Trace>(
    mut cx: Cx<'c, T>,
    mut i: &'a [u8],
    name: &'static str,
    count: u32,
    room: Option<usize>,
) -> PResult<'a, Parts<'a, 'c, T>> {
    let count = count as usize;
    let mut parts = Vec::with_capacity(room.map_or(0, |room| count + room));
    for index in 0..count {
        cx.release(4);
        let part;
        (i, part) = cx.part(Part::Numbered(name, index), |cx| parse_padded_text(cx, i, true))?;
        if room.is_some() {
            parts.push(part);
        }
    }
    Ok((i, (cx, parts)))
}

fn flags_in_words(flags: u32) -> &'static str {
    match (flags & ABSOLUTE != 0, flags & PROPERTY != 0) {
        (false, false) => "relative",
        (true, false) => "absolute",
        (false, true) => "relative, a property follows",
        (true, true) => "absolute, a property follows",
    }
}

/// | at  | size | field |
/// |----:|-----:|-------|
/// | 0   | 4    | byte length n, bit 31 clear |
/// | 4   | n    | the path as text |
/// | 4+n | 0..3 | padding, which the documentation has and the engines that read this form do not |
fn parse_old_node_path<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8], keep: bool) -> PResult<'a, NodePath<'a>> {
    let form = cx.rules.dialect.old_node_path;
    if form == OldNodePath::Refused {
        return Fault::at(i, DecodeErrorKind::OldNodePath);
    }
    let (rest, length) = super::text::parse_length(cx, i)?;
    let (after, raw) = cx.take(rest, length)?;
    let end = raw.iter().position(|byte| *byte == 0).unwrap_or(length);
    let text = raw.get(..end).unwrap_or_default();
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let (mut path, shown) = match std::str::from_utf8(text) {
        Ok(text) => (if keep { NodePath::parse(text) } else { NodePath::default() }, Shown::Text(text)),
        Err(_) => (parse_loose_path(cx, &decode_loosely(cx, rest, text)?), Shown::Bytes(text)),
    };
    cx.field(rest, after, "path as text, the old form", shown);
    if cx.rules.dialect.node_path_property {
        path.property = path.subnames.pop();
    }
    let padding = if form == OldNodePath::Padded { length } else { 0 };
    let (after, ()) = parse_padding(cx, after, padding, false)?;
    Ok((after, path))
}

/// [`NodePath::parse`] for text that is not UTF-8.
fn parse_loose_path<T: Trace>(cx: Cx<'_, T>, text: &Text<'_>) -> NodePath<'static> {
    let bytes = text.as_bytes();
    let colon = bytes.iter().position(|byte| *byte == b':').unwrap_or(bytes.len());
    let (nodes, subnames) = bytes.split_at(colon);
    let parts = |bytes: &[u8], separator: u8| {
        let parts = bytes.split(|byte| *byte == separator).filter(|part| !part.is_empty());
        // What no engine could decode was kept as it is. It may have been cut in two, and then each part reads
        // as it would alone.
        let part = |part: &[u8]| match std::str::from_utf8(part) {
            Ok(part) => Text::from(part.to_string()),
            Err(_) => decode_loosely(cx, part, part).unwrap_or_default().into_owned(),
        };
        parts.map(part).filter(|part| !part.is_empty()).collect()
    };
    NodePath {
        names: parts(nodes, b'/'),
        subnames: parts(subnames, b':'),
        property: None,
        absolute: bytes.first() == Some(&b'/'),
    }
}

/// Mirrors [`parse_node_path`]. The old form is never written.
pub fn gen_node_path<W: Write, T: Trace>(
    cx: Cx<'_, T>,
    path: &NodePath<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    let NodePath { names, subnames, property, absolute } = path;
    // Where the dialect has no property of its own, it is the last subname.
    let apart = property.as_ref().filter(|_| cx.rules.dialect.node_path_property);
    let last = property.as_ref().filter(|_| !cx.rules.dialect.node_path_property);
    let flags = if *absolute { ABSOLUTE } else { 0 } | if apart.is_some() { PROPERTY } else { 0 };
    (&mut *out).put((count_word(cx, names.len())? | NEW_FORM).to_le_bytes())?;
    (&mut *out).put(count_word(cx, subnames.len() + usize::from(last.is_some()))?.to_le_bytes())?;
    (&mut *out).put(flags.to_le_bytes())?;
    for text in names.iter().chain(subnames).chain(last).chain(apart) {
        gen_text(cx, None, text, out)?;
    }
    Ok(())
}
