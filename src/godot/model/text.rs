//! Text, including text that is not Unicode.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

use compact_str::CompactString;

use crate::conversions::{equal, from};

/// The text of a String, a StringName, a name of a path, or a property. Short text needs no allocation.
///
/// Nearly all text is UTF-8, and [`Text::as_str`] returns it. Before Godot 4, text may also contain lone surrogates and
/// code points beyond Unicode. Such text is stored as the engine writes it, in an extension of UTF-8 that has these
/// code points; [`Text::code_points`] decodes it.
///
/// Engines write a U+FEFF, a byte order mark, at the beginning of a text, but drop it when they read the text. A `Text` that
/// was read with such a mark keeps it, so that it is written again: [`Text::as_bytes`] and [`Text::len`] include the mark;
/// [`Text::as_str`], [`Text::code_points`], [`Text::is_empty`] and comparisons leave it out.
///
/// ```
/// use gamewire::godot::Text;
/// let name = Text::from("Größe");
/// assert_eq!(name.as_str(), Some("Größe"));
/// assert_eq!(name, "Größe");
/// ```
#[derive(Clone)]
pub struct Text(Repr);

#[derive(Clone)]
enum Repr {
    Utf8(CompactString),
    /// Text that is not UTF-8, or that was read after a byte order mark.
    NonUtf8(Box<[u8]>),
}

pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl Text {
    /// Creates text from bytes that may not be UTF-8, as Godot 2 and 3 accept it. Well-formed UTF-8 becomes ordinary
    /// text.
    #[must_use]
    pub fn from_non_utf8_bytes(bytes: Vec<u8>) -> Text {
        match String::from_utf8(bytes) {
            Ok(text) => text.into(),
            Err(error) => Text(Repr::NonUtf8(error.into_bytes().into())),
        }
    }

    #[cold]
    pub(crate) fn with_bom(&self) -> Text {
        Text(Repr::NonUtf8([BYTE_ORDER_MARK, self.as_bytes()].concat().into()))
    }

    /// Returns the bytes of the text, without the byte order mark before it.
    pub(crate) fn content(&self) -> &[u8] {
        match &self.0 {
            Repr::Utf8(text) => text.as_bytes(),
            Repr::NonUtf8(bytes) => bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes),
        }
    }

    /// Returns the text, or `None` if a Rust `str` cannot represent it.
    pub fn as_str(&self) -> Option<&str> {
        match &self.0 {
            Repr::Utf8(text) => Some(text),
            Repr::NonUtf8(_) => std::str::from_utf8(self.content()).ok(),
        }
    }

    /// Returns the text. Code points that a Rust `str` cannot represent are replaced by U+FFFD.
    pub fn to_string_lossy(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.content())
    }

    /// Returns the encoded bytes of the text.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Repr::Utf8(text) => text.as_bytes(),
            Repr::NonUtf8(bytes) => bytes,
        }
    }

    /// Returns the bytes, if the text is known to be UTF-8.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn plain_bytes(&self) -> Option<&[u8]> {
        match &self.0 {
            Repr::Utf8(text) => Some(text.as_bytes()),
            Repr::NonUtf8(_) => None,
        }
    }

    /// Returns whether a Rust `str` cannot represent the text.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn is_non_utf8(&self) -> bool {
        matches!(self.0, Repr::NonUtf8(_)) && self.as_str().is_none()
    }

    /// Returns the length of the encoded text in bytes.
    pub fn len(&self) -> usize {
        self.as_bytes().len()
    }

    /// Returns whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.content().is_empty()
    }

    /// Returns an iterator over the code points, including those that are not Unicode.
    pub fn code_points(&self) -> impl Iterator<Item = u32> + '_ {
        let mut bytes = self.content().iter().copied();
        std::iter::from_fn(move || {
            let lead = bytes.next()?;
            let following = lead.leading_ones().saturating_sub(1).min(5);
            let mut point = if lead < 0x80 { u32::from(lead) } else { u32::from(lead) & (0x3f >> following) };
            for byte in bytes.by_ref().take(following as usize) {
                point = point << 6 | u32::from(byte & 0x3f);
            }
            Some(point)
        })
    }

    /// Returns whether the text owns no memory.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn owns_nothing(&self) -> bool {
        match &self.0 {
            Repr::Utf8(text) => !text.is_heap_allocated(),
            Repr::NonUtf8(_) => false,
        }
    }
}

impl Default for Text {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn default() -> Self {
        Self(Repr::Utf8(CompactString::const_new("")))
    }
}

impl PartialEq for Text {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.content() == other.content()
    }
}

impl Eq for Text {}

impl Ord for Text {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.content().cmp(other.content())
    }
}

impl PartialOrd for Text {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.content().hash(state);
    }
}

equal! {
    Text;
    str: |text, it| text.content() == it.as_bytes();
    &str: |text, it| text.content() == it.as_bytes();
    String: |text, it| text.content() == it.as_bytes();
}

impl std::borrow::Borrow<[u8]> for Text {
    fn borrow(&self) -> &[u8] {
        self.content()
    }
}

from! {
    Text;
    char => |character| (&*character.encode_utf8(&mut [0; 4])).into();
    String => |text| Self(Repr::Utf8(text.into()));
    Cow<'_, str> => |text| match text {
        Cow::Borrowed(text) => text.into(),
        Cow::Owned(text) => text.into(),
    };
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_str() {
            Some(text) => fmt::Debug::fmt(text, f),
            None => write!(f, "NonUtf8({:x?})", self.as_bytes()),
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_string_lossy())
    }
}

impl From<&str> for Text {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(text: &str) -> Self {
        Self(Repr::Utf8(CompactString::new(text)))
    }
}

/// Text of the input, which is borrowed if it is UTF-8.
pub(crate) enum TextRef<'a> {
    Utf8(&'a str),
    Other(Text),
}

impl Default for TextRef<'_> {
    fn default() -> Self {
        Self::Utf8("")
    }
}

impl TextRef<'_> {
    pub(crate) fn as_str(&self) -> Option<&str> {
        match self {
            Self::Utf8(text) => Some(text),
            Self::Other(text) => text.as_str(),
        }
    }

    /// Returns the bytes of the text, without the byte order mark before it.
    pub(crate) fn content(&self) -> &[u8] {
        match self {
            Self::Utf8(text) => text.as_bytes(),
            Self::Other(text) => text.content(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.content().is_empty()
    }
}

impl From<TextRef<'_>> for Text {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(text: TextRef<'_>) -> Self {
        match text {
            TextRef::Utf8(text) => text.into(),
            TextRef::Other(text) => text,
        }
    }
}
