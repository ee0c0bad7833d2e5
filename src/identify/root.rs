//! The beginning of an NBT root: the names in it, which no other bytes have by accident.

use nom::Parser as _;

use crate::error::{Fault, PResult};
use crate::minecraft::nbt::TagId;
use crate::minecraft::{NbtForm, Protocol, wire};

/// The rules for roots without a name.
pub(super) const NAMELESS: Protocol = Protocol::V1_14.nameless_nbt(true);
/// Fewer bytes than this do not show that they are the beginning of NBT.
const SHOWN: usize = 8;
/// A number above the byte lengths of names, for a name that is cut. Letters, which are such a length in another form, are not below it.
const NAME: usize = 64;
/// A number above the counts of a List at the root, for a List without names.
const ELEMENTS: u32 = 1 << 24;

/// The types of a root.
pub(super) const COMPOUND: u8 = TagId::Compound as u8;
pub(super) const LIST: u8 = TagId::List as u8;

/// Returns whether a root shows the form that it is in: without a name, and without entries or elements, it does not.
pub(super) fn shows_form(root: &[u8], protocol: Protocol) -> bool {
    let form = protocol.nbt_form();
    let length_of_name = match form {
        _ if protocol.nameless_nbt => 0,
        NbtForm::VarInt => 1,
        NbtForm::BigEndian | NbtForm::LittleEndian => 2,
    };
    let smallest = match root.first() {
        Some(&LIST) => 1 + length_of_name + TagId::List.min_payload_in(form),
        _ => 4,
    };
    root.len() > smallest
}

/// Returns whether bytes begin as a root with contents: the names of the root and of its first entry are printable text, of which the
/// end may be missing.
pub(super) fn begins(root: &[u8], protocol: Protocol) -> bool {
    let Some((tag, mut rest)) = root.split_first() else { return false };
    if root.len() < SHOWN || !(*tag == COMPOUND || *tag == LIST && protocol.has_list_roots()) {
        return false;
    }
    let mut is_named = false;
    if protocol != NAMELESS {
        match name(rest, protocol) {
            RootPart::Whole(name, after) if is_printable(name) => {
                (is_named, rest) = (!name.is_empty(), after)
            }
            RootPart::Cut(name) => return !name.is_empty() && is_printable(name),
            RootPart::Whole(..) | RootPart::None => return false,
        }
    }
    begins_as(rest, TagId::from_wire(*tag), protocol, is_named)
}

/// Returns whether bytes begin as the contents of a compound or list: a compound has an entry, a list has elements. `is_named` is whether
/// there was a name before them.
fn begins_as(mut bytes: &[u8], container: Option<TagId>, protocol: Protocol, mut is_named: bool) -> bool {
    let mut is_list = container == Some(TagId::List);
    // An entry has a name of at least one character, or its contents show the form. Two lengths of two zeros are no accident.
    let may_be_nameless = protocol != NAMELESS && protocol.nbt_form() != NbtForm::VarInt;
    loop {
        let Some((tag, rest)) = bytes.split_first() else { return is_named };
        let Some(tag) = TagId::from_wire(*tag).filter(|tag| *tag != TagId::End) else { return false };
        if is_list {
            match RootPart::from_result(wire::count(protocol.settings().cx()).parse(rest)) {
                RootPart::Whole(count, elements) if (1..ELEMENTS).contains(&count) => bytes = elements,
                RootPart::Whole(..) | RootPart::None => return false,
                RootPart::Cut(_) => return is_named,
            }
            match tag {
                TagId::Compound => is_list = false,
                // Of a list in a list, both show the form.
                TagId::List => is_named = true,
                TagId::String => return is_text(bytes, protocol, is_named),
                // Numbers show nothing; two bytes before a VarInt are anything.
                TagId::Byte
                | TagId::Short
                | TagId::Int
                | TagId::Long
                | TagId::Float
                | TagId::Double
                | TagId::ByteArray
                | TagId::IntArray
                | TagId::LongArray
                | TagId::End => return is_named || protocol.nbt_form() != NbtForm::VarInt,
            }
            continue;
        }
        match name(rest, protocol) {
            RootPart::Whole([], contents)
                if may_be_nameless && !is_named && matches!(tag, TagId::Compound | TagId::List) =>
            {
                (bytes, is_list) = (contents, tag == TagId::List);
            }
            RootPart::Whole(..) | RootPart::Cut(_) | RootPart::None => {
                return is_text(rest, protocol, is_named);
            }
        }
    }
}

/// Returns whether bytes begin as printable text, of at least one character unless there was a name before it.
fn is_text(bytes: &[u8], protocol: Protocol, is_named: bool) -> bool {
    match name(bytes, protocol) {
        RootPart::Whole(text, _) => (is_named || !text.is_empty()) && is_printable(text),
        // Without a name of the root, the length is two bytes that may be anything.
        RootPart::Cut(text) => (is_named || !text.is_empty() && protocol != NAMELESS) && is_printable(text),
        RootPart::None => false,
    }
}

/// A part of a root.
enum RootPart<'a, X> {
    /// All of it, and the bytes after it.
    Whole(X, &'a [u8]),
    /// The end is missing: the bytes of a text after its length, if these are there.
    Cut(&'a [u8]),
    /// Other bytes.
    None,
}

impl<'a, X> RootPart<'a, X> {
    fn from_result(read: PResult<'a, X>) -> Self {
        match read {
            Ok((rest, x)) => Self::Whole(x, rest),
            Err(error) => match Fault::from_nom(error).kind.missing() {
                Some(_) => Self::Cut(&[]),
                None => Self::None,
            },
        }
    }
}

/// The bytes of a text: of a name, or of a string. Where the length is too long for a name that is cut, it is none.
fn name(bytes: &[u8], protocol: Protocol) -> RootPart<'_, &[u8]> {
    let (length, rest) = match RootPart::from_result(
        wire::text_length(protocol.settings().cx(), "byte length").parse(bytes),
    ) {
        RootPart::Whole(length, rest) => (length as usize, rest),
        RootPart::Cut(nothing) => return RootPart::Cut(nothing),
        RootPart::None => return RootPart::None,
    };
    match rest.split_at_checked(length) {
        Some((text, rest)) => RootPart::Whole(text, rest),
        None if length < NAME => RootPart::Cut(rest),
        None => RootPart::None,
    }
}

/// Returns whether bytes are UTF-8 without control characters; the last character may be cut.
fn is_printable(text: &[u8]) -> bool {
    let text = match std::str::from_utf8(text) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => {
            let whole = text.get(..error.valid_up_to()).unwrap_or_default();
            std::str::from_utf8(whole).unwrap_or_default()
        }
        Err(_) => return false,
    };
    !text.chars().any(char::is_control)
}
