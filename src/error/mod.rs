//! Errors, each with its location and its reason. Use this module to match on the reason of an error or to report where it
//! is.
//!
//! - [`DecodeError`] has the offset in the input, the type that was being read, and the path to the value.
//!   [`DecodeErrorKind`] lists the reasons.
//! - [`EncodeError`] has the path to the value that cannot be encoded. [`EncodeErrorKind`] lists the reasons.
//! - [`Fault`](crate::grammar::Fault) is the error that parsers return. Its location is the number of bytes from the error to
//!   the end of the input. An entry point converts it to a [`DecodeError`].
//!
//! ```
//! use gamewire::godot::{Dialect, variant};
//! use gamewire::{DecodeErrorKind, EncodeErrorKind};
//!
//! let bytes = Dialect::GODOT_4.encode(&variant!({ "items": ["sword", "bow"] }))?;
//! let error = Dialect::GODOT_4.parse(&bytes[..bytes.len() - 4]).unwrap_err();
//! assert_eq!(error.path().to_string(), "$.items[1]"); // Where,
//! assert_eq!(error.missing(), Some(3)); // and how many bytes at least.
//! assert_eq!(error.kind(), &DecodeErrorKind::Incomplete { missing: 3 });
//!
//! let cell = variant!({ "cell": gamewire::godot::Vector2i::new(1, 2) }); // A type that Godot 3 lacks.
//! let error = Dialect::GODOT_3.encode(&cell).unwrap_err();
//! assert_eq!(error.path().to_string(), "$.cell");
//! assert!(matches!(error.kind(), EncodeErrorKind::NotInDialect { .. }));
//! # Ok::<(), gamewire::EncodeError>(())
//! ```

#[cfg(feature = "json")]
mod json;
mod kind;
mod name;
mod path;
#[cfg(feature = "serde")]
mod serde;
pub(crate) mod text;

use std::fmt;

#[cfg(feature = "json")]
pub use json::JsonError;
pub use kind::{DecodeErrorKind, EncodeErrorKind, NomParser};
pub use name::UnknownNameError;
pub(crate) use name::with_article;
pub(crate) use path::write_segments;
pub use path::{Path, Segment};
#[cfg(feature = "serde")]
pub use serde::SerdeError;
pub use text::TextError;
pub(crate) use text::TextFault;
#[cfg(feature = "json")]
pub(crate) use text::line_and_column;

/// An error of decoding, with its location and its reason.
///
/// ```
/// # fn main() {
/// // An Array whose count is 1000, with one element.
/// let bytes = [19, 0, 0, 0, 0xe8, 3, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0];
/// let error = gamewire::parse_variant(&bytes).unwrap_err();
/// assert_eq!(error.offset(), 4);
/// assert_eq!(error.missing(), Some(3992));
/// assert_eq!(
///     error.to_string(),
///     "at byte 0x0004, reading Array at $: count 1000 needs at least 4000 bytes, 8 remain"
/// );
/// # }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct DecodeError(Box<Decode>);

/// The field name of the length before a value.
pub const FRAME_LENGTH: &str = "frame length";

#[derive(Clone, PartialEq, Eq)]
struct Decode {
    offset: usize,
    remain: usize,
    reading: &'static str,
    path: Path,
    kind: DecodeErrorKind,
    /// The bytes that the part with the error needs by itself.
    own: Option<u64>,
    hint: Option<Box<str>>,
}

impl DecodeError {
    /// Creates an error. `remain` is the number of bytes after the part of the invalid field that was read.
    pub(crate) fn new(
        offset: usize,
        remain: usize,
        kind: DecodeErrorKind,
        reading: &'static str,
        path: Path,
    ) -> Self {
        Self(Box::new(Decode { offset, remain, reading, path, kind, own: None, hint: None }))
    }

    /// Converts the error to one in a longer input, in which `bytes` further bytes precede this input. The offset
    /// increases by `bytes`.
    #[must_use]
    pub fn after(mut self, bytes: usize) -> Self {
        self.0.offset += bytes;
        self
    }

    /// Converts an error in a slice, such as the bytes of a frame or the contents of a packet, to an error in the whole
    /// input, in which the slice starts at `offset`.
    ///
    /// All bytes of the slice are present, and more input does not make it longer. An error that says that bytes are
    /// missing therefore becomes [`SliceTooShort`](DecodeErrorKind::SliceTooShort).
    ///
    /// ```
    /// // An int of which two bytes are missing, after its length.
    /// let frame = b"\x06\0\0\0\x02\0\0\0\x07\0";
    /// let error = gamewire::parse_variant(&frame[4..]).unwrap_err();
    /// assert!(error.is_incomplete());
    /// let error = error.in_slice(4);
    /// assert!(!error.is_incomplete());
    /// assert_eq!(
    ///     error.to_string(),
    ///     "at byte 0x0008, reading int at $: the frame ends here, at least 2 more bytes are needed"
    /// );
    /// ```
    #[must_use]
    pub fn in_slice(mut self, offset: usize) -> Self {
        self.0.kind = self.0.kind.in_whole_slice();
        self.after(offset)
    }

    /// Converts the error to one in a longer input: [`in_slice`](Self::in_slice) if the length of the slice is known,
    /// otherwise [`after`](Self::after).
    pub fn placed(self, offset: usize, is_framed: bool) -> Self {
        if is_framed { self.in_slice(offset) } else { self.after(offset) }
    }

    /// Returns the number of bytes after the invalid field.
    pub(crate) fn remain(&self) -> usize {
        self.0.remain
    }

    /// Says in the message only what the part needs in which the input ends, and not what is promised to later ones.
    pub(crate) fn with_own(mut self, own: u64) -> Self {
        let missing = own.saturating_sub(self.0.remain as u64);
        self.0.own = (self.missing() != usize::try_from(missing).ok()).then_some(own);
        self
    }

    /// Sets the least number of missing bytes to one that includes the bytes promised to later parts.
    pub(crate) fn with_promised(mut self, promised: usize) -> Self {
        let own = self.0.remain as u64 + self.missing().unwrap_or_default() as u64;
        if let Some(missing) = self.0.kind.missing_mut() {
            *missing = promised as u64;
        }
        self.with_own(own)
    }

    /// Returns the offset of the invalid field or byte from the start of the whole input.
    pub fn offset(&self) -> usize {
        self.0.offset
    }

    /// Returns the type that was being read.
    pub fn reading(&self) -> &'static str {
        self.0.reading
    }

    /// Returns the path in the value.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Returns the reason.
    pub fn kind(&self) -> &DecodeErrorKind {
        &self.0.kind
    }

    /// Returns the function to call instead, if the bytes are those of another generation of Godot, or the reason why a type of
    /// a description is not known. Only errors of [`parse_variant`](crate::parse_variant) and of such types have a hint.
    ///
    /// ```
    /// let error = gamewire::parse_variant(&[27, 0, 0, 0, 0, 0, 0, 0]).unwrap_err();
    /// assert_eq!(error.hint(), Some("type id 27 is Dictionary in Godot 4: `Dialect::GODOT_4.parse`"));
    /// ```
    pub fn hint(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    pub(crate) fn with_hint(mut self, hint: Option<String>) -> Self {
        self.0.hint = hint.map(String::into_boxed_str);
        self
    }

    /// Returns whether the input may become valid if more bytes follow.
    pub fn is_incomplete(&self) -> bool {
        self.missing().is_some()
    }

    /// Returns the least number of missing bytes, or `None` if more bytes cannot make the input valid.
    pub fn missing(&self) -> Option<usize> {
        self.0.kind.missing()
    }

    /// Returns the reason as a sentence, without the location.
    pub fn reason(&self) -> String {
        let (mut kind, remain) = (self.0.kind, self.0.remain as u64);
        if let (Some(missing), Some(own)) = (kind.missing_mut(), self.0.own) {
            *missing = own.saturating_sub(remain);
        }
        kind.reason(remain)
    }
}

/// Chooses the words that follow a number: `1 byte is`, `2 bytes are`.
pub fn agree(count: u64, one: &'static str, many: &'static str) -> &'static str {
    if count == 1 { one } else { many }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Decode { offset, reading, .. } = &*self.0;
        let path = self.path();
        write!(f, "at byte {offset:#06x}, reading {reading} at {path}: {}", self.reason())?;
        self.hint().map_or(Ok(()), |hint| write!(f, "; {hint}"))
    }
}

impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DecodeError({self}; {:?})", self.0.kind)
    }
}

impl std::error::Error for DecodeError {}

/// Serializes the offset, the type, the path, the reason as one word and the message.
#[cfg(feature = "serde")]
impl ::serde::Serialize for DecodeError {
    fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use ::serde::ser::SerializeStruct as _;
        let mut error = serializer.serialize_struct("DecodeError", 5)?;
        error.serialize_field("offset", &self.offset())?;
        error.serialize_field("type", self.reading())?;
        error.serialize_field("path", &self.path().to_string())?;
        error.serialize_field("kind", self.kind().code())?;
        error.serialize_field("message", &self.to_string())?;
        error.end()
    }
}

/// The kind is `UnexpectedEof` if bytes are missing, and `InvalidData` otherwise. [`get_ref`](std::io::Error::get_ref)
/// returns the [`DecodeError`].
impl From<DecodeError> for std::io::Error {
    fn from(error: DecodeError) -> Self {
        let kind = if error.is_incomplete() {
            std::io::ErrorKind::UnexpectedEof
        } else {
            std::io::ErrorKind::InvalidData
        };
        Self::new(kind, error)
    }
}

/// An error of encoding, with its path and its reason.
///
/// A type that the dialect does not have is an error, and so is an int, a float or a text that does not fit. Other
/// floats and all components are rounded to the width of the dialect, as the engine does.
///
/// ```
/// use gamewire::godot::{Dialect, Variant};
/// let wide = Variant::from(vec![Variant::Int(1), Variant::Int(1 << 40)]);
/// let error = Dialect::GODOT_2.encode(&wide).unwrap_err();
/// assert_eq!(error.to_string(), "at $[1]: 1099511627776 is out of range; the range is -2147483648 to 2147483647");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct EncodeError(Box<Encode>);

#[derive(Clone, PartialEq, Eq)]
struct Encode {
    path: Path,
    kind: EncodeErrorKind,
    hint: Option<&'static str>,
}

impl EncodeError {
    /// Creates an error of the whole value.
    #[must_use]
    pub fn of_value(kind: EncodeErrorKind) -> Self {
        Self::new(Path::default(), kind)
    }

    pub(crate) fn new(path: Path, kind: EncodeErrorKind) -> Self {
        Self(Box::new(Encode { path, kind, hint: None }))
    }

    /// Returns the path in the value.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Returns the reason.
    pub fn kind(&self) -> &EncodeErrorKind {
        &self.0.kind
    }

    /// Returns the function to call instead, if another generation of Godot can encode the value. Only errors of
    /// [`encode_variant`](crate::encode_variant) have a hint.
    ///
    /// ```
    /// use gamewire::godot::Vector2i;
    /// let error = gamewire::encode_variant(&Vector2i::new(1, 2).into()).unwrap_err();
    /// assert_eq!(error.hint(), Some("Godot 4 can write it: `Dialect::GODOT_4.encode`"));
    /// ```
    pub fn hint(&self) -> Option<&'static str> {
        self.0.hint
    }

    pub(crate) fn with_hint(mut self, hint: Option<&'static str>) -> Self {
        self.0.hint = hint;
        self
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {}: {}", self.path(), self.kind())?;
        self.hint().map_or(Ok(()), |hint| write!(f, "; {hint}"))
    }
}

impl fmt::Debug for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EncodeError({self}; {:?})", self.kind())
    }
}

impl std::error::Error for EncodeError {}
