//! Recognizes the beginning of an NBT root by the names in it, which do not occur in other data by accident.

use gamewire::grammar::{Fault, Read};
use gamewire::minecraft::nbt::TagId;
use gamewire::minecraft::{NbtForm, Protocol};
use gamewire::shared::Sure as _;
use gamewire::shared::minecraft::{count, text_length};

/// The rules for roots without a name.
pub(super) const NAMELESS: Protocol = Protocol::V1_14.nameless_nbt(true);
/// The minimum number of bytes that show that they are the beginning of NBT.
const SHOWN: usize = 8;
/// The limit for the length of a name that is cut short. It is lower than the code of any letter, because letters can
/// be such a length if the bytes are read in another form.
const NAME: usize = 64;
/// The limit for the number of elements in a List at the root, which has no names to recognize.
const ELEMENTS: u32 = 1 << 24;

/// The tags that a root can have.
pub(super) const COMPOUND: u8 = TagId::Compound as u8;
pub(super) const LIST: u8 = TagId::List as u8;

/// Returns whether a root shows its form. A root without a name and without entries or elements does not.
pub(super) fn shows_form(root: &[u8], protocol: Protocol) -> bool {
    let form = protocol.nbt_form();
    let length_of_name = match form {
        _ if protocol.has_nameless_nbt() => 0,
        NbtForm::VarInt => 1,
        NbtForm::BigEndian | NbtForm::LittleEndian | NbtForm::AnyText => 2,
    };
    let smallest = match root.first() {
        Some(&LIST) => 1 + length_of_name + TagId::List.min_payload_in(form),
        _ => 4,
    };
    root.len() > smallest
}

/// Returns whether the bytes begin like a root with contents. The names of the root and of its first entry must be
/// printable text, but their end may be missing.
pub(super) fn begins(root: &[u8], protocol: Protocol) -> bool {
    let Some((tag, mut rest)) = root.split_first() else { return false };
    let is_nameless = protocol.has_nameless_nbt();
    // Without a name, a List begins like other data.
    let is_root = *tag == COMPOUND || *tag == LIST && protocol.has_list_roots() && !is_nameless;
    if root.len() < SHOWN || !is_root {
        return false;
    }
    let mut is_named = false;
    if !is_nameless {
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

/// Returns whether the bytes begin like the contents of a compound or list. A compound must have an entry, and a list
/// must have elements. `is_named` tells whether a name was read before them.
fn begins_as(mut bytes: &[u8], container: Option<TagId>, protocol: Protocol, mut is_named: bool) -> bool {
    let mut is_list = container == Some(TagId::List);
    // The first entry must have a name of at least one character, or contents that show the form. Two zero lengths
    // one after the other do not occur by accident.
    let may_be_nameless = !protocol.has_nameless_nbt() && protocol.nbt_form() != NbtForm::VarInt;
    loop {
        let Some((tag, rest)) = bytes.split_first() else { return is_named };
        let Some(tag) = TagId::from_wire(*tag).filter(|tag| *tag != TagId::End) else { return false };
        if is_list {
            match RootPart::from_result(count(protocol.settings().cx())(rest)) {
                RootPart::Whole(count, elements) if (1..ELEMENTS).contains(&count) => bytes = elements,
                RootPart::Whole(..) | RootPart::None => return false,
                RootPart::Cut(_) => return is_named,
            }
            match tag {
                TagId::Compound => is_list = false,
                // A list in a list has two tags and two counts, which show the form.
                TagId::List => is_named = true,
                TagId::String => return is_text(bytes, protocol, is_named),
                // Numbers do not show the form, and in the VarInt form the two bytes before them can be anything.
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

/// Returns whether the bytes begin like printable text, of at least one character unless a name was read before it.
fn is_text(bytes: &[u8], protocol: Protocol, is_named: bool) -> bool {
    match name(bytes, protocol) {
        RootPart::Whole(text, _) => (is_named || !text.is_empty()) && is_printable(text),
        // If the root has no name, the two bytes of the length can be anything.
        RootPart::Cut(text) => {
            (is_named || !text.is_empty() && !protocol.has_nameless_nbt()) && is_printable(text)
        }
        RootPart::None => false,
    }
}

/// The result of reading a part of a root.
enum RootPart<'a, X> {
    /// The complete part, and the bytes after it.
    Whole(X, &'a [u8]),
    /// The part is cut short. For text, these are its bytes after the length.
    Cut(&'a [u8]),
    /// The bytes are not such a part.
    None,
}

impl<'a, X> RootPart<'a, X> {
    fn from_result(read: Read<'a, X>) -> Self {
        match read {
            Ok((rest, x)) => Self::Whole(x, rest),
            Err(error) => match Fault::from_nom(error).kind().missing() {
                Some(_) => Self::Cut(&[]),
                None => Self::None,
            },
        }
    }
}

/// Reads a name or a string. If the text is cut short and its length exceeds the limit for names, the result is
/// [`RootPart::None`].
fn name(bytes: &[u8], protocol: Protocol) -> RootPart<'_, &[u8]> {
    let (length, rest) =
        match RootPart::from_result(text_length(protocol.settings().cx(), "byte length")(bytes)) {
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

/// Returns whether the bytes are UTF-8 without control characters. The last character may be cut short.
fn is_printable(text: &[u8]) -> bool {
    let text = match std::str::from_utf8(text) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => {
            let whole = text.get(..error.valid_up_to()).sure();
            std::str::from_utf8(whole).unwrap_or_default()
        }
        Err(_) => return false,
    };
    !text.chars().any(char::is_control)
}
