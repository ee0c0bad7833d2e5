//! Text that is not UTF-8, as engines before Godot 4 decode it.
//!
//! Generalized UTF-8 extends UTF-8 to surrogates and to code points of up to 31 bits, which take up to six bytes.

use crate::error::DecodeErrorKind;
use crate::godot::dialect::TextRule;
use crate::godot::model::Text;

/// Decodes text that is not UTF-8.
#[cold]
pub(crate) fn decode(rule: TextRule, bytes: &[u8]) -> Result<Text, DecodeErrorKind> {
    match (rule, generalized(bytes)) {
        (TextRule::Strict, _) | (TextRule::Lenient, Err(_)) => Err(DecodeErrorKind::Utf8),
        (_, Ok(text)) => Ok(Text::from_non_utf8_bytes(text)),
        (TextRule::Any, Err(Unreadable::Empty)) => Ok(Text::default()),
        // The text that the engine reads contains uninitialized memory, so the bytes are kept instead.
        (TextRule::Any, Err(Unreadable::Undefined)) => Ok(Text::from_non_utf8_bytes(bytes.to_vec())),
    }
}

/// Returns whether decoding the bytes of a text returns the same text.
#[cold]
pub(crate) fn is_read_back(rule: TextRule, bytes: &[u8]) -> bool {
    decode(rule, bytes).is_ok_and(|text| text.content() == bytes)
}

/// The reason why engines before Godot 4 cannot decode some bytes.
enum Unreadable {
    /// An invalid lead byte, a two-byte form of ASCII, or a sequence that the end cuts off. Old readers return
    /// empty text.
    Empty,
    /// An invalid continuation byte. Old readers stop, and the rest of their buffer is uninitialized.
    Undefined,
}

/// Decodes bytes as the engines before Godot 4 do, and returns the text as they would write it. They accept
/// surrogates, code points of up to 31 bits, and most overlong sequences.
fn generalized(bytes: &[u8]) -> Result<Vec<u8>, Unreadable> {
    // The engine first counts characters by lead bytes alone, then decodes.
    let mut i = bytes;
    while let [lead, ..] = i {
        let length = sequence_length(*lead).ok_or(Unreadable::Empty)?;
        if length == 2 && lead & 0x1e == 0 {
            return Err(Unreadable::Empty);
        }
        i = i.get(length..).ok_or(Unreadable::Empty)?;
    }
    let mut text = Vec::with_capacity(bytes.len());
    let mut i = bytes;
    while let [lead, ..] = i {
        let length = sequence_length(*lead).unwrap_or(1);
        let (sequence, rest) = i.split_at_checked(length).ok_or(Unreadable::Empty)?;
        let mut point =
            if length == 1 { u32::from(*lead) } else { u32::from(*lead) & (0xff >> (length + 1)) };
        for (at, byte) in sequence.iter().enumerate().skip(1) {
            if byte & 0xc0 != 0x80 {
                return Err(Unreadable::Undefined);
            }
            // The engine has no other test for overlong sequences.
            if point == 0 && at == 2 && (byte & 0x7f) >> (7 - length) == 0 {
                return Err(Unreadable::Undefined);
            }
            point = point << 6 | u32::from(byte & 0x3f);
        }
        push_generalized(point, &mut text);
        i = rest;
    }
    Ok(text)
}

/// Returns whether the engines between 2.1.5 and 3.6 read these bytes as text.
pub(super) fn is_generalized_utf8(bytes: &[u8]) -> bool {
    generalized(bytes).is_ok()
}

fn sequence_length(lead: u8) -> Option<usize> {
    match lead.leading_ones() {
        0 => Some(1),
        ones @ 2..=6 => Some(ones as usize),
        _ => None,
    }
}

/// Appends a code point of up to 31 bits.
pub(super) fn push_generalized(point: u32, text: &mut Vec<u8>) {
    let continuation = |shift: u32| point >> shift & 0x3f | 0x80;
    let (lead, following): (u32, u32) = match point {
        0..=0x7f => (point, 0),
        0x80..=0x7ff => (0xc0 | point >> 6, 1),
        0x800..=0xffff => (0xe0 | point >> 12, 2),
        0x1_0000..=0x1f_ffff => (0xf0 | point >> 18, 3),
        0x20_0000..=0x3ff_ffff => (0xf8 | point >> 24, 4),
        _ => (0xfc | point >> 30 & 1, 5),
    };
    let rest = (0..following).rev().map(|at| continuation(at * 6));
    text.extend(std::iter::once(lead).chain(rest).map(|byte| byte.to_le_bytes()[0]));
}
