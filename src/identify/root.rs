//! The beginning of an NBT root: the names in it, which no other bytes have by accident.

use crate::minecraft::nbt::TagId;
use crate::minecraft::{NbtForm, Protocol, VarInt};

/// The rules for roots without a name.
pub(super) const NAMELESS: Protocol = Protocol::V1_14.nameless_nbt(true);
/// Fewer bytes than this do not show that they are the beginning of NBT.
const SHOWN: usize = 8;
/// A number above the byte lengths of names, for a name that is cut. Letters, which are such a length in another form, are not below it.
const NAME: usize = 64;
/// A number above the counts of a List at the root, for a List without names.
const ELEMENTS: i32 = 1 << 24;

/// The types of a root.
pub(super) const COMPOUND: u8 = TagId::Compound as u8;
pub(super) const LIST: u8 = TagId::List as u8;

/// Returns whether a root shows the form that it is in: without a name, and without entries or elements, it does not.
pub(super) fn shows_form(root: &[u8], form: NbtForm) -> bool {
    let smallest = match root.first() {
        // The type, the length of the name, the payload.
        Some(&LIST) if form == NbtForm::VarInt => 1 + 1 + TagId::List.min_payload_in(form),
        Some(&LIST) => 1 + 2 + TagId::List.min_payload_in(form),
        _ => 4,
    };
    root.len() > smallest
}

/// Returns whether bytes begin as a root with contents: the names of the root and of its first entry are printable text, of which the
/// end may be missing.
pub(super) fn begins(root: &[u8], protocol: Protocol) -> bool {
    let Some((tag, mut rest)) = root.split_first() else { return false };
    let is_java = protocol.form_of_nbt() == NbtForm::BigEndian;
    if root.len() < SHOWN || !(*tag == COMPOUND || *tag == LIST && !is_java) {
        return false;
    }
    let mut is_named = false;
    if protocol != NAMELESS {
        match Text::read(rest, protocol) {
            Text::Whole(name, after) if is_printable(name) => (is_named, rest) = (!name.is_empty(), after),
            Text::Cut(name) => return !name.is_empty() && is_printable(name),
            Text::Whole(..) | Text::None => return false,
        }
    }
    match *tag {
        COMPOUND => begins_as_entry(rest, protocol, is_named),
        _ => begins_as_list(rest, protocol, is_named),
    }
}

/// Returns whether bytes begin as an entry: a type, and a name of at least one character. `is_named` is whether there was a name before
/// them.
fn begins_as_entry(entry: &[u8], protocol: Protocol, is_named: bool) -> bool {
    match entry.split_first().map(|(tag, name)| (TagId::from_wire(*tag), name)) {
        Some((Some(TagId::End) | None, _)) => false,
        Some((Some(_), name)) => is_text(name, protocol, is_named),
        None => is_named,
    }
}

/// Returns whether bytes begin as a list of elements.
fn begins_as_list(list: &[u8], protocol: Protocol, is_named: bool) -> bool {
    let Some((tag, rest)) = list.split_first() else { return is_named };
    let Some(tag) = TagId::from_wire(*tag).filter(|tag| *tag != TagId::End) else { return false };
    let (count, elements) = match count(rest, protocol) {
        Count::Whole(count, elements) => (count, elements),
        Count::Cut => return is_named,
        Count::None => return false,
    };
    if !(1..ELEMENTS).contains(&count) {
        return false;
    }
    match tag {
        TagId::Compound => begins_as_entry(elements, protocol, is_named),
        TagId::String => is_text(elements, protocol, is_named),
        // Of a list in a list, both show the form.
        TagId::List => begins_as_list(elements, protocol, true),
        // Numbers show nothing; two bytes before a VarInt are anything.
        _ => is_named || protocol.form_of_nbt() == NbtForm::LittleEndian,
    }
}

/// The number of elements of a list.
enum Count<'a> {
    /// The number, and the bytes after it.
    Whole(i32, &'a [u8]),
    /// The end is missing.
    Cut,
    /// It is none.
    None,
}

fn count(bytes: &[u8], protocol: Protocol) -> Count<'_> {
    if protocol.form_of_nbt() == NbtForm::VarInt {
        return match protocol.parse_prefix::<VarInt>(bytes) {
            Ok((VarInt(zigzag), rest)) => {
                let zigzag = zigzag.cast_unsigned();
                Count::Whole((zigzag >> 1).cast_signed() ^ -(zigzag & 1).cast_signed(), rest)
            }
            Err(error) if error.is_incomplete() => Count::Cut,
            Err(_) => Count::None,
        };
    }
    match bytes.split_first_chunk() {
        Some((count, rest)) => Count::Whole(i32::from_le_bytes(*count), rest),
        None => Count::Cut,
    }
}

/// Returns whether bytes begin as printable text, of at least one character unless there was a name before it.
fn is_text(bytes: &[u8], protocol: Protocol, is_named: bool) -> bool {
    match Text::read(bytes, protocol) {
        Text::Whole(text, _) => (is_named || !text.is_empty()) && is_printable(text),
        // Without a name of the root, the length is two bytes that may be anything.
        Text::Cut(text) => (is_named || !text.is_empty() && protocol != NAMELESS) && is_printable(text),
        Text::None => false,
    }
}

/// The bytes of a text after its length.
enum Text<'a> {
    /// All of them, and the bytes after them.
    Whole(&'a [u8], &'a [u8]),
    /// The end is missing, or the length.
    Cut(&'a [u8]),
    /// The length is too long for a name that is cut.
    None,
}

impl<'a> Text<'a> {
    fn read(bytes: &'a [u8], protocol: Protocol) -> Self {
        let short = |order: fn([u8; 2]) -> u16| {
            bytes.split_first_chunk().map(|(length, rest)| (usize::from(order(*length)), rest))
        };
        let read = match protocol.form_of_nbt() {
            NbtForm::BigEndian => short(u16::from_be_bytes),
            NbtForm::LittleEndian => short(u16::from_le_bytes),
            NbtForm::VarInt => match protocol.parse_prefix::<VarInt>(bytes) {
                Ok((VarInt(length), rest)) => Some((usize::try_from(length).unwrap_or(usize::MAX), rest)),
                Err(error) if error.is_incomplete() => None,
                Err(_) => return Self::None,
            },
        };
        let Some((length, rest)) = read else { return Self::Cut(&[]) };
        match rest.split_at_checked(length) {
            Some((text, rest)) => Self::Whole(text, rest),
            None if length < NAME => Self::Cut(rest),
            None => Self::None,
        }
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
