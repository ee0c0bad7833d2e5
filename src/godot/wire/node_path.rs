//! Paths to nodes.

use std::io::Write;

use cookie_factory::SerializeFn;
use cookie_factory::multi::all;
use cookie_factory::sequence::tuple;
use nom::Parser;
use nom::combinator::{cond, peek};
use nom::sequence::{pair, terminated};

use super::Cx;
use super::number::count_word;
use super::text::{byte_length, form_of_text, gen_text, padding, string_block};
use crate::error::DecodeErrorKind;
use crate::godot::dialect::{Dialect, OldNodePath, TextRule};
use crate::godot::generalized;
use crate::godot::model::{BYTE_ORDER_MARK, NodePath, Text};
use crate::grammar::{
    Grammar, apart, bytes, checked, convert, counted, counted_with_room, fail, field_as, grammar, if_else,
    le_u32, number, number_as, observed, part, placed, reserve, take,
};
use crate::trace::{Form, Meaning, Order, Part, Shown, Trace, Unit};

grammar!(
    /// Parses a path to a node, and optionally to a property of it, in the form that every engine writes.
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
    pub fn node_path<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, NodePath> {
        peek(le_u32())
            .flat_map(move |first| if_else(first & NEW_FORM != 0, path_of_parts(cx), path_as_text(cx)))
    }
);

/// Writes a `NodePath`, in the layout of [`node_path`]. It never writes the form as text.
pub fn gen_node_path<T: Trace, W: Write>(cx: Cx<'_, T>, path: &NodePath) -> impl SerializeFn<W> {
    let NodePath { names, subnames, property, absolute } = path;
    // In a dialect that does not store the property separately, it is the last subname.
    let separate = property.is_some() && cx.rules().dialect.node_path_property;
    let subname_count = subnames.len() + usize::from(property.is_some() && !separate);
    let flags = if *absolute { ABSOLUTE } else { 0 } | if separate { PROPERTY } else { 0 };
    tuple((
        checked(move || count_word(cx, names.len()), |count| bytes((count | NEW_FORM).to_le_bytes())),
        checked(move || count_word(cx, subname_count), |count| bytes(count.to_le_bytes())),
        bytes(flags.to_le_bytes()),
        all(names.iter().chain(subnames).chain(property).map(move |text| gen_text(cx, text))),
    ))
}

grammar!(
    /// Parses the form that begins with counts.
    fn path_of_parts<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, NodePath> {
        counts(cx).flat_map(|Counts { names, subnames, flags, cx }| {
            let absolute = flags & ABSOLUTE != 0;
            let has_property = flags & PROPERTY != 0;
            // In a dialect that does not store the property separately, it becomes one more subname.
            let joins = has_property && !cx.rules().dialect.node_path_property;
            let block = |cx| apart(string_block(cx, true).map(Text::from));
            let (name, subname) = (|n| Part::Numbered("name", n), |n| Part::Numbered("subname", n));
            // `counted` releases the bytes of its elements only in its own copy of the context.
            let (after_names, after_subnames) = (cx.released(4 * names), cx.released(4 * (names + subnames)));
            let names = counted(cx, names, 4, name, block);
            let subnames = counted_with_room(after_names, subnames, joins.into(), 4, subname, block);
            let property = cond(has_property, part(after_subnames, "property", block(after_subnames)));
            // These are pairs instead of a tuple, because nom's tuples build their output even if only the end is
            // needed.
            pair(names, pair(subnames, property)).map(move |(names, (mut subnames, mut property))| {
                if joins {
                    subnames.extend(property.take());
                }
                NodePath { names, subnames, property, absolute }
            })
        })
    }
);

/// The three numbers at the start of the form with counts. In `cx`, bytes are reserved for the names and subnames.
struct Counts<'c, T: Trace> {
    names: usize,
    subnames: usize,
    flags: u32,
    cx: Cx<'c, T>,
}

fn counts<'a, 'c, T: Trace>(cx: Cx<'c, T>) -> impl Grammar<'a, Counts<'c, T>> {
    let names = field_as(cx, NAMES, le_u32(), |names| {
        Shown::Noted((names & !NEW_FORM).into(), "bit 31 set: the form with counts")
    });
    let subnames = number(cx, SUBNAMES, le_u32());
    let flags =
        number_as(cx, "flags", le_u32(), |flags| Shown::Noted((*flags).into(), flags_in_words(*flags)));
    (placed(names), placed(subnames), flags).flat_map(
        move |((at_names, names), (at_subnames, subnames), flags)| {
            let names = names & !NEW_FORM;
            // Both counts are compared with the bytes after all three numbers.
            reserve(cx, at_names, names, 4)
                .flat_map(move |cx| reserve(cx, at_subnames, subnames, 4))
                .map(move |cx| Counts { names: names as usize, subnames: subnames as usize, flags, cx })
        },
    )
}

const NAMES: Meaning = Meaning::new("name count")
    .of(Form::low_bits(Order::Little, 31))
    .counting(&Unit { one: "name", many: "names, each a node of the path" });
const SUBNAMES: Meaning = Meaning::new("subname count")
    .counting(&Unit { one: "subname", many: "subnames, which follow the names" });

/// Bit 31 of the first word, which is set in the form with counts.
const NEW_FORM: u32 = 1 << 31;
/// The flag of an absolute path.
const ABSOLUTE: u32 = 1;
/// The flag of a property, which is one more string (Godot 2).
const PROPERTY: u32 = 2;

fn flags_in_words(flags: u32) -> &'static str {
    match (flags & ABSOLUTE != 0, flags & PROPERTY != 0) {
        (false, false) => "relative",
        (true, false) => "bit 0: absolute",
        (false, true) => "bit 1: a property follows",
        (true, true) => "bits 0 and 1: absolute, a property follows",
    }
}

grammar!(
    /// Parses the form as text, which only old engines read.
    ///
    /// | at  | size   | field |
    /// |----:|-------:|-------|
    /// | 0   | 4      | byte length n, bit 31 clear |
    /// | 4   | n      | the path as text |
    /// | 4+n | 0 to 3 | padding, which the documentation has and the engines that read this form do not |
    fn path_as_text<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, NodePath> {
        let form = cx.rules().dialect.old_node_path;
        let read = byte_length(cx, form == OldNodePath::Padded).flat_map(move |length| {
            let padded = if form == OldNodePath::Padded { length } else { 0 };
            terminated(split_text(cx, length), padding(cx, padded, false))
        });
        if_else(form == OldNodePath::Refused, fail(DecodeErrorKind::OldNodePath), read)
    }
);

/// Parses a path of this length in bytes, and splits it into its parts.
fn split_text<'a, T: Trace>(cx: Cx<'_, T>, length: usize) -> impl Grammar<'a, NodePath> {
    let Dialect { text: rule, node_path_property: has_property, .. } = cx.rules().dialect;
    let text = convert(take(cx, length), move |raw| Ok((path_bytes(raw), path_of(rule, path_bytes(raw))?)));
    let shown = observed(cx, text, move |(text, path), i, rest| {
        let (form, shown) = match form_of_text(text) {
            (Form::Bytes, shown) if path.names.is_empty() && path.subnames.is_empty() => (Form::Lost, shown),
            kept => kept,
        };
        cx.field(i, rest, Meaning::new("path as text, the old form").of(form), shown);
    });
    shown.map(move |(_, mut path)| {
        if has_property {
            path.property = path.subnames.pop();
        }
        path
    })
}

/// Returns the text of a path up to its first NUL, without its byte order mark.
fn path_bytes(raw: &[u8]) -> &[u8] {
    let (text, _) = raw.split_at(raw.iter().position(|byte| *byte == 0).unwrap_or(raw.len()));
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
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
