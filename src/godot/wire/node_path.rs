//! Paths to nodes.

use std::io::Write;

use cookie_factory::{SerializeFn, WriteContext};
use nom::Parser;
use nom::combinator::cond;

use super::number::{count_word, gen_words};
use super::text::{block, byte_length, content, gen_text, padding};
use super::{Cx, words};
use crate::error::DecodeErrorKind;
use crate::godot::dialect::{OldNodePath, TextRule};
use crate::godot::generalized;
use crate::godot::model::{NodePath, Text};
use crate::grammar::{Parse, fail, field, field_as, forgiving, le_u32, list, map, part, take};
use crate::trace::{Part, Trace};

/// Reads a path to a node, and optionally to a property of it, in the form that every engine writes.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | number of names, with bit 31 set |
/// | 4  | 4    | number of subnames |
/// | 8  | 4    | flags: bit 0 = absolute, bit 1 = a property follows, others ignored |
/// | 12 | ..   | string blocks: the names, the subnames, the property |
///
/// Godot 2 stores the part after the last colon separately, as the property. Later engines count it as one of the
/// subnames and never set bit 1, but still read it.
///
/// If bit 31 of the first word is clear, the word is the length in bytes of the path as text. Only 1.0 to 2.1.4 and
/// 3.0.0 to 3.0.5 read this form.
pub fn node_path<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, NodePath> {
    forgiving(cx, move |at_names: &'a [u8]| {
        if le_u32(at_names)?.1 & NEW_FORM == 0 {
            return path_as_text(cx)(at_names);
        }
        let (at_subnames, names) =
            field_as(cx, words::NAMES, le_u32, |count| words::name_count(*count))(at_names)?;
        let (i, subnames) = field(cx, words::SUBNAMES, le_u32)(at_subnames)?;
        let (i, flags) = field_as(cx, words::FLAGS, le_u32, |flags| words::path_flags(*flags))(i)?;
        // Both counts are compared with the bytes after all three numbers.
        let names = cx.promise(at_names, i, names & !NEW_FORM, 4)?;
        let subnames = cx.promise(at_subnames, i, subnames, 4)?;
        let item = |name| part(cx, name, map(block(cx, true), Text::from));
        let (i, names) = list(cx, names, 4, |n| item(Part::Numbered("name", n)))(i)?;
        let (i, mut subnames) = list(cx, subnames, 4, |n| item(Part::Numbered("subname", n)))(i)?;
        let (i, mut property) = cond(flags & PROPERTY != 0, item(Part::Field("property"))).parse(i)?;
        if !cx.dialect().node_path_property {
            subnames.reserve_exact(property.iter().len());
            subnames.extend(property.take());
        }
        Ok((i, NodePath { names, subnames, property, absolute: flags & ABSOLUTE != 0 }))
    })
}
/// Mirrors [`node_path`]. It never writes the form as text.
pub fn gen_node_path<T: Trace, W: Write>(cx: Cx<'_, T>, x: &NodePath) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| {
        // In a dialect that does not store the property separately, it is the last subname.
        let separate = x.property.is_some() && cx.dialect().node_path_property;
        let subnames = x.subnames.len() + usize::from(x.property.is_some() && !separate);
        let flags = if x.absolute { ABSOLUTE } else { 0 } | if separate { PROPERTY } else { 0 };
        let names = count_word(cx, x.names.len())? | NEW_FORM;
        let mut out = gen_words([names, count_word(cx, subnames)?, flags])(out)?;
        for text in x.names.iter().chain(&x.subnames).chain(&x.property) {
            out = gen_text(cx, text)(out)?;
        }
        Ok(out)
    }
}

/// Bit 31 of the first word, which is set in the form with counts.
pub(in crate::godot) const NEW_FORM: u32 = 1 << 31;
/// The flag of an absolute path.
pub(super) const ABSOLUTE: u32 = 1;
/// The flag of a property, which is one more string (Godot 2).
pub(super) const PROPERTY: u32 = 2;

/// Reads the form as text, which only old engines read.
///
/// | at  | size   | field |
/// |----:|-------:|-------|
/// | 0   | 4      | byte length n, bit 31 clear |
/// | 4   | n      | the path as text |
/// | 4+n | 0 to 3 | padding, which the documentation has and the engines that read this form do not |
fn path_as_text<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, NodePath> {
    move |i: &'a [u8]| {
        let form = cx.dialect().old_node_path;
        if form == OldNodePath::Refused {
            return fail(i, DecodeErrorKind::OldNodePath);
        }
        let padded = form == OldNodePath::Padded;
        let (i, n) = byte_length(cx, padded)(i)?;
        let (rest, raw) = take(cx, n)(i)?;
        let (text, _) = content(raw);
        let mut path = match path_of(cx.dialect().text, text) {
            Ok(path) => path,
            Err(kind) => return fail(i, kind),
        };
        if T::ENABLED {
            let (what, shown) = words::path_text(text, &path);
            cx.row(i, rest, what, shown);
            cx.go_on(rest)?;
        }
        if cx.dialect().node_path_property {
            path.property = path.subnames.pop();
        }
        let (rest, ()) = padding(cx, if padded { n } else { 0 }, false)(rest)?;
        Ok((rest, path))
    }
}

/// Splits a path into its parts, by the rule of the dialect.
fn path_of(rule: TextRule, text: &[u8]) -> Result<NodePath, DecodeErrorKind> {
    match std::str::from_utf8(text) {
        Ok(text) => Ok(NodePath::parse(text)),
        Err(_) => Ok(split_generalized(rule, &generalized::decode(rule, text)?)),
    }
}

/// Like [`NodePath::parse`], for text that is not UTF-8.
fn split_generalized(rule: TextRule, text: &Text) -> NodePath {
    let bytes = text.as_bytes();
    let colon = bytes.iter().position(|byte| *byte == b':').unwrap_or(bytes.len());
    let (nodes, subnames) = bytes.split_at(colon);
    let parts = |bytes: &[u8], separator: u8| {
        let parts = bytes.split(|byte| *byte == separator).filter(|part| !part.is_empty());
        // Bytes that no engine could decode were kept as they are. If such bytes were split, each part is read like a
        // text of its own.
        let part = |part: &[u8]| match std::str::from_utf8(part) {
            Ok(part) => Text::from(part.to_string()),
            Err(_) => generalized::decode(rule, part).unwrap_or_default(),
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
