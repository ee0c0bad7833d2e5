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

/// Returns whether a root shows its form. A root without a name and without entries or elements does not, except for the
/// usual one of Java.
pub(super) fn shows_form(root: &[u8], protocol: Protocol) -> bool {
    let form = protocol.nbt_form();
    let length_of_name = match form {
        _ if protocol.has_nameless_nbt() => 0,
        NbtForm::VarInt => 1,
        NbtForm::BigEndian | NbtForm::LittleEndian | NbtForm::AnyText => 2,
    };
    match root.first() {
        Some(&LIST) => root.len() > 1 + length_of_name + TagId::List.min_payload_in(form),
        _ if form.is_java() && length_of_name > 0 => true,
        _ => root.len() > 5,
    }
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
            Ok((name, after)) if is_printable(name) => (is_named, rest) = (!name.is_empty(), after),
            Err(Some(name)) => return !name.is_empty() && is_printable(name),
            Ok(_) | Err(None) => return false,
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
            match part(count(protocol.settings().cx())(rest)) {
                Ok((count, elements)) if (1..ELEMENTS).contains(&count) => bytes = elements,
                Ok(_) | Err(None) => return false,
                Err(Some(_)) => return is_named,
            }
            is_list = tag == TagId::List;
            match tag {
                TagId::String => return is_text(bytes, protocol, is_named),
                // A list in a list has two tags and two counts, which show the form.
                TagId::Compound | TagId::List => is_named |= is_list,
                // Numbers do not show the form, and in the VarInt form the two bytes before them can be anything.
                _ => return is_named || protocol.nbt_form() != NbtForm::VarInt,
            }
            continue;
        }
        match name(rest, protocol) {
            Ok(([], contents))
                if may_be_nameless && !is_named && matches!(tag, TagId::Compound | TagId::List) =>
            {
                (bytes, is_list) = (contents, tag == TagId::List);
            }
            Ok(_) | Err(_) => return is_text(rest, protocol, is_named),
        }
    }
}

/// Returns whether the bytes begin like printable text, of at least one character unless a name was read before it.
fn is_text(bytes: &[u8], protocol: Protocol, is_named: bool) -> bool {
    match name(bytes, protocol) {
        Ok((text, _)) => (is_named || !text.is_empty()) && is_printable(text),
        // If the root has no name, the two bytes of the length can be anything.
        Err(Some(text)) => {
            (is_named || !text.is_empty() && !protocol.has_nameless_nbt()) && is_printable(text)
        }
        Err(None) => false,
    }
}

/// A complete part of a root and the bytes after it. If the part is cut short, the error has its bytes: those of text are
/// after its length.
type Part<'a, X> = Result<(X, &'a [u8]), Option<&'a [u8]>>;

fn part<'a, X>(read: Read<'a, X>) -> Part<'a, X> {
    let is_cut = |error| Fault::from_nom(error).kind().missing().is_some();
    read.map(|(rest, x)| (x, rest)).map_err(|error| is_cut(error).then_some(&[][..]))
}

/// Reads a name or a string. If the text is cut short and its length exceeds the limit for names, it is none.
fn name(bytes: &[u8], protocol: Protocol) -> Part<'_, &[u8]> {
    let (length, rest) = part(text_length(protocol.settings().cx(), "byte length")(bytes))?;
    let length = length as usize;
    rest.split_at_checked(length).ok_or((length < NAME).then_some(rest))
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
