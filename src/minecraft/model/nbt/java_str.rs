//! Text in modified UTF-8, as Java's `writeUTF` writes it.

use std::borrow::Cow;
use std::fmt;
use std::io::Write;

use cookie_factory::WriteContext;

use super::held::{Held, Names};
use crate::cx::{Cx, chunk};
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::minecraft::protocol::{Protocol, Wire};
use crate::sink::{Gen, put, put_short};
use crate::trace::{Shown, Trace};

/// Text as it stands in NBT: the bytes, kept as they were, always well-formed modified UTF-8.
///
/// That is UTF-8 with two differences: U+0000 may be two bytes, and a scalar above U+FFFF is its two surrogates
/// of three bytes each. Surrogates without a partner occur, so not every text has a [`str`].
///
/// ```
/// use gamewire::minecraft::nbt::JavaStr;
/// let face = JavaStr::from("\u{1f600}");
/// assert_eq!(face.as_bytes(), [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]);
/// assert_eq!(face.to_str().unwrap(), "\u{1f600}");
/// let half = JavaStr::from_units(&[0xd83d]);
/// assert_eq!(half.to_str(), None);
/// assert_eq!(half.to_str_lossy(), "\u{fffd}");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct JavaStr<'a>(Held<'a>);

/// What a UTF-16 unit takes: U+0001 to U+007F, U+0000 and up to U+07FF, the rest.
fn encode_unit(unit: u16, into: &mut Vec<u8>) {
    let [high, low] = unit.to_be_bytes();
    match unit {
        0x01..=0x7f => into.push(low),
        0 | 0x80..=0x7ff => into.extend([0xc0 | high << 2 | low >> 6, 0x80 | low & 0x3f]),
        _ => into.extend([0xe0 | high >> 4, 0x80 | (high & 0xf) << 2 | low >> 6, 0x80 | low & 0x3f]),
    }
}

/// Position of the first sequence that Java's reader refuses.
#[cfg_attr(not(debug_assertions), inline(always))]
fn first_malformed(bytes: &[u8]) -> Option<usize> {
    if is_ascii(bytes) || is_well_formed(bytes) { None } else { first_malformed_sequence(bytes) }
}

/// Most text is a name of 4 to 16 bytes: two words that may overlap cover it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn is_ascii(bytes: &[u8]) -> bool {
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        if bytes.len() <= 16 {
            return (u64::from_ne_bytes(*first) | u64::from_ne_bytes(*last)) & TOPS == 0;
        }
        match (bytes.first_chunk(), bytes.last_chunk()) {
            (Some(first), Some(last)) if bytes.len() <= 32 => {
                (u128::from_ne_bytes(*first) | u128::from_ne_bytes(*last)) & LONG_TOPS == 0
            }
            _ => is_long_ascii(bytes),
        }
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        u64::from(u32::from_ne_bytes(*first) | u32::from_ne_bytes(*last)) & TOPS == 0
    } else {
        bytes.iter().all(u8::is_ascii)
    }
}

/// [`is_ascii`] of more than that. The standard library looks at the last bytes one by one.
#[inline(never)]
fn is_long_ascii(bytes: &[u8]) -> bool {
    let (words, _) = bytes.as_chunks();
    let last = bytes.last_chunk().map_or(0, |last| u128::from_ne_bytes(*last));
    words.iter().fold(last, |all, word| all | u128::from_ne_bytes(*word)) & LONG_TOPS == 0
}

/// The top bit of every byte.
const TOPS: u64 = 0x8080_8080_8080_8080;
const LONG_TOPS: u128 = 0x8080_8080_8080_8080_8080_8080_8080_8080;

/// The same for all text, eight bytes at a time: whether the bytes that continue a sequence are those that the
/// bytes before them ask for.
#[inline(never)]
fn is_well_formed(bytes: &[u8]) -> bool {
    let (words, rest) = bytes.as_chunks();
    let last = match bytes.last_chunk() {
        // Seven bytes or less of this word: the others are in the words before it.
        Some(last) => (u64::from_le_bytes(*last) >> 8) >> (8 * (7 - rest.len())),
        None => rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
    };
    let (mut wrong, mut asked) = (0, 0);
    for word in words.iter().map(|word| u64::from_le_bytes(*word)).chain([last]) {
        let leads = word & word << 1 & TOPS;
        let leads_of_three = leads & word << 2;
        let continuing = word & TOPS & !leads;
        wrong |= continuing ^ (asked | leads << 8 | leads_of_three << 16);
        // No sequence has four bytes.
        wrong |= leads_of_three & word << 3;
        asked = leads >> 56 | leads_of_three >> 48;
    }
    wrong | asked == 0
}

#[cold]
#[inline(never)]
fn first_malformed_sequence(bytes: &[u8]) -> Option<usize> {
    let mut rest = bytes;
    loop {
        rest = match rest {
            [] => return None,
            [0..=0x7f, rest @ ..]
            | [0xc0..=0xdf, 0x80..=0xbf, rest @ ..]
            | [0xe0..=0xef, 0x80..=0xbf, 0x80..=0xbf, rest @ ..] => rest,
            _ => return Some(bytes.len() - rest.len()),
        };
    }
}

impl<'a> JavaStr<'a> {
    /// Takes bytes that are modified UTF-8 already; else says where they are not.
    pub fn from_bytes(bytes: impl Into<Cow<'a, [u8]>>) -> Result<Self, usize> {
        let bytes = bytes.into();
        match first_malformed(&bytes) {
            None => Ok(Self(bytes.into())),
            Some(at) => Err(at),
        }
    }

    /// Text that has just been checked.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn of_well_formed(bytes: &'a [u8]) -> Self {
        Self(Held::Borrowed(bytes))
    }

    /// Text from UTF-16 code units, unpaired surrogates included.
    pub fn from_units(units: &[u16]) -> Self {
        let mut bytes = Vec::with_capacity(units.len());
        for unit in units {
            encode_unit(*unit, &mut bytes);
        }
        Self(bytes.into())
    }

    /// The bytes as they stand on the wire, without the length.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Whether it is the empty text.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The UTF-16 code units.
    pub fn units(&self) -> impl Iterator<Item = u16> + '_ {
        let mut rest: &[u8] = &self.0;
        std::iter::from_fn(move || {
            let unit;
            (unit, rest) = match rest {
                [a, b, c, rest @ ..] if *a >= 0xe0 => {
                    (u16::from(a & 0xf) << 12 | u16::from(b & 0x3f) << 6 | u16::from(c & 0x3f), rest)
                }
                [a, b, rest @ ..] if *a >= 0xc0 => (u16::from(a & 0x1f) << 6 | u16::from(b & 0x3f), rest),
                [a, rest @ ..] => (u16::from(*a), rest),
                [] => return None,
            };
            Some(unit)
        })
    }

    /// Whether these are the bytes that Java writes for this text: no raw zero byte, nothing overlong.
    pub fn is_canonical(&self) -> bool {
        let mut again = Vec::with_capacity(self.0.len());
        for unit in self.units() {
            encode_unit(unit, &mut again);
        }
        again == *self.0
    }

    /// The text, if it has no unpaired surrogates; without copying unless it has U+0000 or scalars above U+FFFF.
    pub fn to_str(&self) -> Option<Cow<'_, str>> {
        match std::str::from_utf8(&self.0) {
            Ok(text) => Some(Cow::Borrowed(text)),
            Err(_) => char::decode_utf16(self.units()).collect::<Result<String, _>>().ok().map(Cow::Owned),
        }
    }

    /// The text, with U+FFFD for unpaired surrogates.
    pub fn to_str_lossy(&self) -> Cow<'_, str> {
        match std::str::from_utf8(&self.0) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => char::decode_utf16(self.units())
                .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect::<String>()
                .into(),
        }
    }

    /// The text borrowed for as long as the input lives, where that is possible.
    pub fn borrowed_str(&self) -> Option<&'a str> {
        self.0.borrowed().and_then(|bytes| std::str::from_utf8(bytes).ok())
    }

    /// The same, borrowing nothing.
    pub fn into_owned(self) -> JavaStr<'static> {
        JavaStr(self.0.into_owned())
    }

    /// The same for a name of many.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn into_owned_name(self, names: &mut Names) -> JavaStr<'static> {
        JavaStr(names.own(self.0))
    }

    /// The same, borrowing from this.
    pub fn borrow(&self) -> JavaStr<'_> {
        JavaStr(Held::Borrowed(&self.0))
    }
}

impl<'a> From<&'a str> for JavaStr<'a> {
    fn from(text: &'a str) -> Self {
        if text.bytes().all(|byte| byte != 0 && byte < 0xf0) {
            return Self(Held::Borrowed(text.as_bytes()));
        }
        Self::from_units(&text.encode_utf16().collect::<Vec<_>>())
    }
}

impl From<String> for JavaStr<'_> {
    fn from(text: String) -> Self {
        match JavaStr::from(text.as_str()).0 {
            Held::Borrowed(_) => Self(text.into_bytes().into()),
            Held::Owned(bytes) => Self(Held::Owned(bytes)),
        }
    }
}

impl PartialEq<str> for JavaStr<'_> {
    fn eq(&self, other: &str) -> bool {
        self.0 == JavaStr::from(other).0
    }
}

impl PartialEq<&str> for JavaStr<'_> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl fmt::Debug for JavaStr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_str() {
            Some(text) => write!(f, "{text:?}"),
            None => write!(f, "b\"{}\"", self.0.escape_ascii()),
        }
    }
}

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
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn parse_mutf8<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, JavaStr<'a>> {
    let (rest, text) = parse_quietly(cx, i).inspect_err(|_| show_cut(cx, "byte length", i))?;
    show(cx, "byte length", "text", i, &text);
    Ok((rest, text))
}

/// Reads text without a word to the listener: the name of a tag labels rows that stand before it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn parse_quietly<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, JavaStr<'a>> {
    parse_well_formed(cx, i).map(|(rest, bytes)| (rest, JavaStr::of_well_formed(bytes)))
}

/// [`parse_quietly`] for those who put the text in its place themselves: a slice travels in registers.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn parse_well_formed<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, &'a [u8]> {
    let (after, length) = chunk(i)?;
    let length = u16::from_be_bytes(length);
    let Some((bytes, rest)) = after.split_at_checked(usize::from(length)) else {
        cx.reserve(i, after, length.into(), 1)?;
        return Fault::short(after, length.into());
    };
    match first_malformed(bytes) {
        None => Ok((rest, bytes)),
        Some(at) => Fault::at(after.get(at..).unwrap_or_default(), DecodeErrorKind::ModifiedUtf8),
    }
}

/// Reports text that stands at the start of `i`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn show<T: Trace>(
    cx: Cx<'_, Protocol, T>,
    length: &'static str,
    name: &'static str,
    i: &[u8],
    text: &JavaStr<'_>,
) {
    if T::LISTENS {
        let after = i.get(2..).unwrap_or_default();
        let rest = after.get(text.0.len()..).unwrap_or_default();
        cx.field(i, after, length, Shown::Uint(text.0.len() as u64));
        match text.to_str() {
            Some(text) => cx.field(after, rest, name, Shown::Text(&text)),
            None => cx.field(after, rest, name, Shown::Bytes(&text.0)),
        }
    }
}

/// Reports the length of text that turned out to be cut or malformed.
pub(super) fn show_cut<T: Trace>(cx: Cx<'_, Protocol, T>, name: &'static str, i: &[u8]) {
    if T::LISTENS
        && let Some((length, after)) = i.split_first_chunk()
    {
        cx.field(i, after, name, Shown::Uint(u16::from_be_bytes(*length).into()));
    }
}

/// Mirrors [`parse_mutf8`]; more than 65535 bytes cannot be written.
pub fn gen_mutf8<T: Trace, W: Write>(
    cx: Cx<'_, Protocol, T>,
    x: &JavaStr<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    gen_text(&cx, x, out)
}

/// [`gen_mutf8`] inside of others.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn gen_text<T: Trace, W: Write>(
    cx: &Cx<'_, Protocol, T>,
    x: &JavaStr<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    let bytes = x.as_bytes();
    put(out, &byte_length(cx, bytes)?)?;
    put_short(out, bytes)
}

/// The length in front of text.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn byte_length<T: Trace>(
    cx: &Cx<'_, Protocol, T>,
    x: &[u8],
) -> Result<[u8; 2], cookie_factory::GenError> {
    match u16::try_from(x.len()) {
        Ok(length) => Ok(length.to_be_bytes()),
        Err(_) => cx.refuse(EncodeErrorKind::TooLong { length: x.len(), limit: u16::MAX.into() }),
    }
}

impl<'a> Wire<'a> for JavaStr<'a> {
    const NAME: &'static str = "Modified UTF-8";
    fn parse<T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Self> {
        parse_mutf8(cx, i)
    }
    fn gen_to<T: Trace, W: Write>(&self, cx: Cx<'_, Protocol, T>, out: &mut WriteContext<W>) -> Gen {
        gen_mutf8(cx, self, out)
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)] // A test may fail by panicking.
mod tests {
    use super::{JavaStr, first_malformed_sequence, is_well_formed};

    #[test]
    fn text_without_differences_is_not_copied() {
        let input = "日本語 and ASCII".as_bytes();
        assert!(JavaStr::from_bytes(input).unwrap().borrowed_str().is_some());
    }

    #[test]
    fn words_tell_what_sequences_tell() {
        const KINDS: [u8; 7] = [b'a', 0x80, 0xbf, 0xc3, 0xe2, 0xef, 0xf0];
        // Any four bytes, anywhere in a text of up to three words.
        for n in 0..KINDS.len().pow(4) {
            let odd: Vec<u8> = (0..4).map(|k| KINDS[n / KINDS.len().pow(k) % KINDS.len()]).collect();
            for front in [0, 1, 3, 4, 5, 6, 7, 8, 14] {
                for behind in [0, 1, 2, 6] {
                    let text = [&vec![b'x'; front][..], &odd, &vec![b'x'; behind]].concat();
                    let well_formed = first_malformed_sequence(&text).is_none();
                    assert_eq!(is_well_formed(&text), well_formed, "{text:x?}");
                }
            }
        }
    }

    #[test]
    fn odd_bytes_are_kept_and_known() {
        let raw_zero = JavaStr::from_bytes(&[0_u8][..]).unwrap();
        assert_eq!(raw_zero.to_str().unwrap(), "\0");
        assert!(!raw_zero.is_canonical());
        assert!(JavaStr::from("\0").is_canonical());
        assert_eq!(JavaStr::from_bytes(&[b'a', 0xf0][..]), Err(1));
    }
}
