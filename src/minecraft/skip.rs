//! Finds the end of NBT, a slot or metadata without building it, or gives up: the bytes are damaged, or the rules are
//! rare. Then the grammar answers. What this accepts is what [`wire`] accepts, and tests compare them, so this file could
//! be deleted without a change in any answer.

use super::ids::{self, METADATA_END, MetadataType, TagId};
use super::mutf8::first_malformed;
use super::wire::{self, Cx};
use super::{NbtForm, Protocol};
use crate::limits::left;

/// The most levels of lists and compounds. For deeper ones the grammar answers, which knows how much stack is left.
const MOST_LEVELS: u32 = 64;
/// The stack that so many levels take at most.
const MOST_STACK: usize = 1 << 17;

/// Returns the input after a root, or after the byte 0 for none.
pub(super) fn nbt<'a>(cx: Cx<'_>, i: &'a [u8]) -> Option<&'a [u8]> {
    let rules = cx.rules();
    let (&id, i) = i.split_first()?;
    if id == 0 {
        return Some(i);
    }
    if !rules.allows_root(TagId::from_wire(id)?)
        || rules.strict_varints
        || rules.limits.stack.min(left()) < MOST_STACK
    {
        return None;
    }
    // The root itself takes no level.
    let levels = rules.limits.depth.saturating_sub(cx.depth()).min(MOST_LEVELS) + 1;
    match rules.nbt {
        NbtForm::BigEndian => Form::<true, false, false>::root(rules, id, i, levels),
        NbtForm::LittleEndian => Form::<false, false, false>::root(rules, id, i, levels),
        NbtForm::VarInt => Form::<false, true, false>::root(rules, id, i, levels),
        NbtForm::AnyText => Form::<true, false, true>::root(rules, id, i, levels),
    }
}

/// Returns the input after a root, if there is one.
pub(super) fn required_nbt<'a>(cx: Cx<'_>, i: &'a [u8]) -> Option<&'a [u8]> {
    if i.first() == Some(&0) { None } else { nbt(cx, i) }
}

/// Returns the input after a slot.
pub(super) fn slot<'a>(cx: Cx<'_>, i: &'a [u8]) -> Option<&'a [u8]> {
    optional(i, |i| nbt(cx, varint(cx, i)?.1.get(1..)?))
}

/// Returns the input after the metadata of an entity.
pub(super) fn metadata<'a>(cx: Cx<'_>, mut i: &'a [u8]) -> Option<&'a [u8]> {
    loop {
        let (&index, rest) = i.split_first()?;
        if index == METADATA_END {
            return Some(rest);
        }
        let (id, rest) = varint(cx, rest)?;
        let kind = MetadataType::from_wire(i32::try_from(id).ok()?, cx.rules())?;
        i = metadata_value(cx, kind, rest)?;
    }
}

fn metadata_value<'a>(cx: Cx<'_>, kind: MetadataType, i: &'a [u8]) -> Option<&'a [u8]> {
    match kind {
        MetadataType::Byte => i.get(1..),
        MetadataType::Boolean => optional(i, Some),
        MetadataType::Float => i.get(4..),
        MetadataType::Position => i.get(8..),
        MetadataType::Rotation => i.get(12..),
        MetadataType::VarInt | MetadataType::OptBlockId | MetadataType::OptVarInt => Some(varint(cx, i)?.1),
        MetadataType::VillagerData => Some(varint(cx, varint(cx, varint(cx, i)?.1)?.1)?.1),
        MetadataType::Chat => chat(cx, i),
        MetadataType::OptChat => optional(i, |i| chat(cx, i)),
        MetadataType::OptPosition => optional(i, |i| i.get(8..)),
        MetadataType::OptUuid => optional(i, |i| i.get(16..)),
        MetadataType::Slot => slot(cx, i),
        MetadataType::Nbt => nbt(cx, i),
        MetadataType::Direction => one_of(cx, i, ids::DIRECTIONS),
        MetadataType::Pose => one_of(cx, i, ids::POSES),
        MetadataType::String | MetadataType::Particle => ask(cx, kind, i),
    }
}

#[inline(never)] // Else the metadata of other types takes 2 % more.
fn ask<'a>(cx: Cx<'_>, kind: MetadataType, i: &'a [u8]) -> Option<&'a [u8]> {
    Some(wire::metadata_value(cx, kind)(i).ok()?.0)
}

/// A VarInt that must be the position of a name in a list.
fn one_of<'a>(cx: Cx<'_>, i: &'a [u8], names: &[&str]) -> Option<&'a [u8]> {
    let (at, i) = varint(cx, i)?;
    (at < names.len() as u64).then_some(i)
}

/// A Boolean, and a value if it is true.
fn optional<'a>(i: &'a [u8], value: impl FnOnce(&'a [u8]) -> Option<&'a [u8]>) -> Option<&'a [u8]> {
    match i.split_first()? {
        (0, i) => Some(i),
        (1, i) => value(i),
        _ => None,
    }
}

fn chat<'a>(cx: Cx<'_>, i: &'a [u8]) -> Option<&'a [u8]> {
    Some(wire::string(cx, cx.rules().chat_limit)(i).ok()?.0)
}

fn varint<'a>(cx: Cx<'_>, i: &'a [u8]) -> Option<(u64, &'a [u8])> {
    if cx.rules().strict_varints { None } else { groups::<5>(i) }
}

/// Calls a function of the form for bytes that were checked before.
macro_rules! of_checked {
    ($form:ident, $function:ident($($argument:expr),*)) => {
        match $form {
            NbtForm::BigEndian | NbtForm::AnyText => Form::<true, false, true>::$function($($argument),*),
            NbtForm::LittleEndian => Form::<false, false, true>::$function($($argument),*),
            NbtForm::VarInt => Form::<false, true, true>::$function($($argument),*),
        }
    };
}

/// Returns the input after the payload of a tag whose bytes were checked before.
pub(super) fn payload(form: NbtForm, id: TagId, i: &[u8]) -> Option<&[u8]> {
    if matches!(id, TagId::List | TagId::Compound) && left() < MOST_STACK {
        return None;
    }
    of_checked!(form, payload(id.to_wire(), i, MOST_LEVELS))
}

/// Returns the bytes of text that was checked before, and the input after it.
pub(super) fn text(form: NbtForm, i: &[u8]) -> Option<(&[u8], &[u8])> {
    of_checked!(form, text(i))
}

/// Returns a count that was checked before, and the input after it.
pub(super) fn count(form: NbtForm, i: &[u8]) -> Option<(usize, &[u8])> {
    of_checked!(form, count(i))
}

/// The three forms. `CHECKED` text is well-formed, or need not be. `levels` is the number of levels that may still begin.
struct Form<const JAVA: bool, const VARINT: bool, const CHECKED: bool>;

impl<const JAVA: bool, const VARINT: bool, const CHECKED: bool> Form<JAVA, VARINT, CHECKED> {
    fn root<'a>(rules: &Protocol, id: u8, i: &'a [u8], levels: u32) -> Option<&'a [u8]> {
        let i = if rules.nameless_nbt { i } else { Self::text(i)?.1 };
        Self::payload(id, i, levels)
    }

    #[inline(always)]
    fn payload(id: u8, i: &[u8], levels: u32) -> Option<&[u8]> {
        match id {
            3 | 4 if VARINT => Self::integers(id, 1, i),
            1..=6 => i.get(Self::size(id)?..),
            8 => Some(Self::text(i)?.1),
            9 => Self::list(i, levels.checked_sub(1)?),
            10 => Self::compound(i, levels.checked_sub(1)?),
            7 | 11 | 12 => {
                let (n, i) = Self::count(i)?;
                match id {
                    7 => i.get(n..),
                    _ if VARINT => Self::integers(id - 8, n, i),
                    11 => i.get(n.checked_mul(4)?..),
                    _ => i.get(n.checked_mul(8)?..),
                }
            }
            _ => None,
        }
    }

    fn compound(mut i: &[u8], levels: u32) -> Option<&[u8]> {
        loop {
            let (&id, rest) = i.split_first()?;
            if id == 0 {
                return Some(rest);
            }
            i = Self::payload(id, Self::text(rest)?.1, levels)?;
        }
    }

    fn list(i: &[u8], levels: u32) -> Option<&[u8]> {
        let (&id, i) = i.split_first()?;
        let (n, mut i) = Self::count(i)?;
        match (id, Self::size(id)) {
            (0, _) if n == 0 => Some(i),
            (1..=6, Some(size)) => i.get(n.checked_mul(size)?..),
            (1..=12, _) if n <= i.len() => {
                for _ in 0..n {
                    i = Self::payload(id, i, levels)?;
                }
                Some(i)
            }
            _ => None,
        }
    }

    /// The number of bytes of a number, if it is always the same.
    fn size(id: u8) -> Option<usize> {
        if VARINT && matches!(id, 3 | 4) {
            return None;
        }
        const SIZES: [u8; 7] = [0, 1, 2, 4, 8, 4, 8];
        SIZES.get(usize::from(id)).map(|size| usize::from(*size))
    }

    /// `n` numbers in groups of seven bits: Ints (3) or Longs (4).
    fn integers(id: u8, n: usize, mut i: &[u8]) -> Option<&[u8]> {
        for _ in 0..n {
            i = if id == 3 { groups::<5>(i)?.1 } else { groups::<10>(i)?.1 };
        }
        Some(i)
    }

    #[inline(always)]
    fn text(i: &[u8]) -> Option<(&[u8], &[u8])> {
        let (n, i) = match i {
            _ if VARINT => {
                let (n, i) = groups::<5>(i)?;
                (usize::try_from(n).ok()?, i)
            }
            [a, b, i @ ..] if JAVA => (usize::from(u16::from_be_bytes([*a, *b])), i),
            [a, b, i @ ..] => (usize::from(u16::from_le_bytes([*a, *b])), i),
            _ => return None,
        };
        let (text, i) = i.split_at_checked(n)?;
        (CHECKED || !JAVA || first_malformed(text).is_none()).then_some((text, i))
    }

    fn count(i: &[u8]) -> Option<(usize, &[u8])> {
        if VARINT {
            let (word, i) = groups::<5>(i)?;
            // The lowest bit is the sign.
            return if word & 1 == 0 { Some((usize::try_from(word >> 1).ok()?, i)) } else { None };
        }
        let (n, i) = i.split_first_chunk()?;
        let n = if JAVA { i32::from_be_bytes(*n) } else { i32::from_le_bytes(*n) };
        Some((usize::try_from(n).ok()?, i))
    }
}

/// A number of at most `MOST` groups of seven bits: 5 for 32 bits, which the last group may exceed, and 10 for 64.
fn groups<const MOST: usize>(i: &[u8]) -> Option<(u64, &[u8])> {
    let last = i.iter().take(MOST).position(|byte| *byte < 0x80)?;
    let (groups, i) = i.split_at(last + 1);
    let word = groups.iter().rev().fold(0, |word, group| word << 7 | u64::from(group & 0x7f));
    Some((if MOST == 5 { word & u64::from(u32::MAX) } else { word }, i))
}
