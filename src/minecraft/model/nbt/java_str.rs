//! Text in modified UTF-8, as Java's `writeUTF` writes it.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::shared::SharedBytes;
use crate::minecraft::mutf8::first_malformed;
use crate::minecraft::nbt_form::NbtForm;

/// Text of NBT: well-formed modified UTF-8, whose bytes are kept unchanged.
///
/// Modified UTF-8 differs from UTF-8 in two ways: U+0000 may be encoded as two bytes, and a character above U+FFFF is
/// encoded as its two surrogates, of three bytes each. Unpaired surrogates occur, so not every text can be converted to
/// a [`str`].
///
/// In the Bedrock edition, text is bytes that are nearly always UTF-8. [`from_utf8`](Self::from_utf8) accepts any
/// bytes, and [`to_utf8`](Self::to_utf8) returns them again.
///
/// ```
/// use gamewire::minecraft::nbt::JavaStr;
/// let face = JavaStr::from("\u{1f600}");
/// assert_eq!(face.as_bytes(), [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]);
/// assert_eq!(face.to_str().unwrap(), "\u{1f600}");
/// let half = JavaStr::from_units(&[0xd83d]);
/// assert_eq!(half.to_str(), None);
/// assert_eq!(half.to_string_lossy(), "\u{fffd}");
/// ```
///
/// `S` stores the bytes: text of a tree owns them, and a [`JavaStrView`] borrows them.
#[derive(Clone, Default)]
pub struct JavaStr<S = SharedBytes>(S);

/// Text in the bytes of a view. It is copied only if its modified UTF-8 differs from the bytes.
pub type JavaStrView<'a> = JavaStr<Cow<'a, [u8]>>;

/// A byte of the Bedrock edition that is not UTF-8 is represented by an unpaired surrogate: this unit plus the
/// byte.
const ESCAPE: u16 = 0xdc00;

/// Returns whether the modified UTF-8 of a text is the same as its UTF-8.
fn is_same_in_java(text: &str) -> bool {
    text.bytes().all(|byte| byte != 0 && byte < 0xf0)
}

/// Encodes a UTF-16 unit: 1 byte for U+0001 to U+007F, 2 bytes for U+0000 and up to U+07FF, and 3 bytes for the rest.
fn encode_unit(unit: u16, into: &mut Vec<u8>) {
    let [high, low] = unit.to_be_bytes();
    match unit {
        0x01..=0x7f => into.push(low),
        0 | 0x80..=0x7ff => into.extend([0xc0 | high << 2 | low >> 6, 0x80 | low & 0x3f]),
        _ => into.extend([0xe0 | high >> 4, 0x80 | (high & 0xf) << 2 | low >> 6, 0x80 | low & 0x3f]),
    }
}

impl JavaStr {
    /// Creates text from bytes in modified UTF-8.
    ///
    /// # Errors
    /// Returns an error if the bytes are not modified UTF-8. The error has the offset of the first invalid character.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::JavaStr;
    /// // U+0000 takes two bytes.
    /// assert_eq!(JavaStr::from_bytes(b"a\xc0\x80").unwrap().to_str().unwrap(), "a\0");
    /// assert_eq!(JavaStr::from_bytes(b"a\xff").unwrap_err().offset(), 1);
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, JavaStrError> {
        match first_malformed(bytes) {
            None => Ok(Self::of_well_formed(bytes)),
            Some(offset) => Err(JavaStrError { offset }),
        }
    }

    /// Creates text from bytes of the Bedrock edition. A byte that is not part of UTF-8 becomes an unpaired surrogate,
    /// which is `0xdc00` plus the byte.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::JavaStr;
    /// assert_eq!(JavaStr::from_utf8("blé".as_bytes()), "blé");
    /// let key = JavaStr::from_utf8(&[0xc5, 0, 1]);
    /// assert_eq!(key.units().collect::<Vec<_>>(), [0xdcc5, 0, 1]);
    /// assert_eq!(key.to_utf8().as_deref(), Some(&[0xc5, 0, 1][..]));
    /// ```
    #[must_use]
    pub fn from_utf8(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => text.into(),
            Err(_) => Self::from_broken_utf8(bytes),
        }
    }

    /// Creates text from bytes that were just validated.
    #[inline]
    pub(in crate::minecraft) fn of_well_formed(bytes: &[u8]) -> Self {
        Self(bytes.into())
    }

    #[cold]
    fn from_broken_utf8(bytes: &[u8]) -> Self {
        let mut units = Vec::with_capacity(bytes.len());
        for chunk in bytes.utf8_chunks() {
            units.extend(chunk.valid().encode_utf16());
            units.extend(chunk.invalid().iter().map(|byte| ESCAPE | u16::from(*byte)));
        }
        Self::from_units(&units)
    }

    /// Creates text from UTF-16 code units, which may include unpaired surrogates.
    #[must_use]
    pub fn from_units(units: &[u16]) -> Self {
        let mut bytes = Vec::with_capacity(units.len());
        for unit in units {
            encode_unit(*unit, &mut bytes);
        }
        Self(bytes.into())
    }
}

impl<'a> JavaStrView<'a> {
    /// Creates text from bytes of NBT in a form, which were just validated. It is copied only if its modified UTF-8 differs
    /// from the bytes.
    #[inline]
    pub(in crate::minecraft) fn of_form(bytes: &'a [u8], form: NbtForm) -> Self {
        if form == NbtForm::BigEndian || form.is_java() && first_malformed(bytes).is_none() {
            return Self(Cow::Borrowed(bytes));
        }
        let copied = |_| JavaStr::from_broken_utf8(bytes).into();
        std::str::from_utf8(bytes).map_or_else(copied, Self::lent)
    }

    /// Creates text that borrows `text`. It is copied only if its modified UTF-8 differs.
    #[inline]
    pub(in crate::minecraft) fn lent(text: &'a str) -> Self {
        if is_same_in_java(text) {
            Self(Cow::Borrowed(text.as_bytes()))
        } else {
            Self(Cow::Owned(JavaStr::from(text).as_bytes().to_vec()))
        }
    }

    /// Returns the text, if it has no unpaired surrogates. It is borrowed from the bytes of the view if it is the same
    /// as its modified UTF-8.
    pub fn into_str(self) -> Option<Cow<'a, str>> {
        match self.0 {
            Cow::Borrowed(bytes) if let Ok(text) = std::str::from_utf8(bytes) => Some(text.into()),
            bytes => JavaStr(bytes).to_str().map(|text| text.into_owned().into()),
        }
    }
}

/// Copies the text.
impl From<JavaStrView<'_>> for JavaStr {
    #[inline]
    fn from(text: JavaStrView<'_>) -> Self {
        Self(text.0.as_ref().into())
    }
}

impl From<JavaStr> for JavaStrView<'_> {
    fn from(text: JavaStr) -> Self {
        Self(Cow::Owned(text.0.to_vec()))
    }
}

impl<S: AsRef<[u8]>> JavaStr<S> {
    /// Returns the bytes of the text in the Bedrock edition: UTF-8, or the bytes that [`from_utf8`](Self::from_utf8)
    /// was called with. Returns `None` if `from_utf8` would not return this text for any bytes.
    pub fn to_utf8(&self) -> Option<Cow<'_, [u8]>> {
        match self.to_str() {
            Some(Cow::Borrowed(text)) => Some(Cow::Borrowed(text.as_bytes())),
            Some(Cow::Owned(text)) => Some(Cow::Owned(text.into_bytes())),
            None => self.to_broken_utf8().map(Cow::Owned),
        }
    }

    /// Returns the bytes of text that is not a [`str`], if there are any.
    #[cold]
    pub(in crate::minecraft) fn to_broken_utf8(&self) -> Option<Vec<u8>> {
        let mut bytes = Vec::with_capacity(self.as_bytes().len());
        for character in char::decode_utf16(self.units()) {
            match character.map_err(|half| half.unpaired_surrogate().to_be_bytes()) {
                Ok(character) => bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
                Err([0xdc, byte @ 0x80..=0xff]) => bytes.push(byte),
                Err(_) => return None,
            }
        }
        // Adjacent bytes may form valid UTF-8.
        let is_same = <JavaStr>::from_utf8(&bytes).units().eq(self.units());
        is_same.then_some(bytes)
    }

    /// Returns the encoded bytes, without the length.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_ref()
    }

    /// Returns whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.as_bytes().is_empty()
    }

    /// Returns an iterator over the UTF-16 code units, which Java counts as characters.
    pub fn units(&self) -> impl Iterator<Item = u16> + '_ {
        let mut rest = self.as_bytes();
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

    /// Returns whether Java would write these bytes for the text: there is no zero byte, and no sequence is longer than
    /// necessary.
    pub fn is_canonical(&self) -> bool {
        let mut again = Vec::with_capacity(self.as_bytes().len());
        for unit in self.units() {
            encode_unit(unit, &mut again);
        }
        again == self.as_bytes()
    }

    /// Returns the text, if it has no unpaired surrogates. It is copied only if it has U+0000 or characters above
    /// U+FFFF.
    pub fn to_str(&self) -> Option<Cow<'_, str>> {
        match std::str::from_utf8(self.as_bytes()) {
            Ok(text) => Some(Cow::Borrowed(text)),
            Err(_) => char::decode_utf16(self.units()).collect::<Result<String, _>>().ok().map(Cow::Owned),
        }
    }

    /// Returns the text, in which unpaired surrogates are replaced by U+FFFD.
    pub fn to_string_lossy(&self) -> Cow<'_, str> {
        match std::str::from_utf8(self.as_bytes()) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => char::decode_utf16(self.units())
                .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect::<String>()
                .into(),
        }
    }
}

impl<S: AsRef<[u8]>, O: AsRef<[u8]>> PartialEq<JavaStr<O>> for JavaStr<S> {
    #[inline]
    fn eq(&self, other: &JavaStr<O>) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl<S: AsRef<[u8]>> Eq for JavaStr<S> {}

impl<S: AsRef<[u8]>> PartialOrd for JavaStr<S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S: AsRef<[u8]>> Ord for JavaStr<S> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl<S: AsRef<[u8]>> Hash for JavaStr<S> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

/// The error of [`JavaStr::from_bytes`]: the bytes are not modified UTF-8.
///
/// ```
/// use gamewire::minecraft::nbt::JavaStr;
///
/// let error = JavaStr::from_bytes(b"a\xff").unwrap_err();
/// assert_eq!((error.offset(), error.to_string().as_str()), (1, "byte 1 is not modified UTF-8"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset} is not modified UTF-8")]
pub struct JavaStrError {
    offset: usize,
}

impl JavaStrError {
    /// Returns the offset of the first invalid character in bytes.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

/// Copies the text.
impl From<&str> for JavaStr {
    fn from(text: &str) -> Self {
        if is_same_in_java(text) {
            return Self(text.as_bytes().into());
        }
        Self::from_units(&text.encode_utf16().collect::<Vec<_>>())
    }
}

impl From<String> for JavaStr {
    fn from(text: String) -> Self {
        if is_same_in_java(&text) { Self(text.into_bytes().into()) } else { text.as_str().into() }
    }
}

impl<S: AsRef<[u8]>> PartialEq<str> for JavaStr<S> {
    fn eq(&self, other: &str) -> bool {
        *self == JavaStrView::lent(other)
    }
}

impl<S: AsRef<[u8]>> PartialEq<&str> for JavaStr<S> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl<S: AsRef<[u8]>> fmt::Debug for JavaStr<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_str() {
            Some(text) => write!(f, "{text:?}"),
            None => write!(f, "b\"{}\"", self.as_bytes().escape_ascii()),
        }
    }
}
