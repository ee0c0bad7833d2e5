//! The forms of NBT, which differ in the encoding of numbers, counts and text.

use std::fmt;

/// The form of NBT: the encoding of numbers, counts and text, and the allowed roots. Types, names and nesting are the
/// same in all forms.
///
/// | form | numbers | Int, Long, counts | length of text | text | roots | used by |
/// |------|---------|-------------------|----------------|------|-------|---------|
/// | `BigEndian` | big-endian | 4, 8, 4 bytes | 2 bytes | modified UTF-8 | Compound; with [`allow_list_roots`](super::Protocol::allow_list_roots) also List | Java edition |
/// | `LittleEndian` | little-endian | 4, 8, 4 bytes | 2 bytes | UTF-8 | Compound, List | files of the Bedrock edition |
/// | `VarInt` | little-endian | zigzag VarInt, VarLong, VarInt | VarInt | UTF-8 | Compound, List | packets of the Bedrock edition |
/// | `AnyText` | as `BigEndian` | 4, 8, 4 bytes | 2 bytes | any bytes, and written as modified UTF-8 | as `BigEndian` | files that the Java edition refuses |
///
/// Decoded values are the same in all forms: text is a [`JavaStr`](super::nbt::JavaStr), and
/// [`Numbers::as_wire`](super::nbt::Numbers::as_wire) is big-endian.
///
/// ```
/// use gamewire::minecraft::{NbtForm, Protocol, nbt::{Nbt, nbt}};
/// let nbt = Nbt::unnamed(nbt!({ "gold": 300 }));
/// let java = Protocol::V1_14;
/// assert_eq!(java.encode(&nbt)?, b"\x0a\0\0\x03\0\x04gold\0\0\x01\x2c\0");
/// assert_eq!(Protocol::BEDROCK.encode(&nbt)?, b"\x0a\0\0\x03\x04\0gold\x2c\x01\0\0\0");
/// assert_eq!(java.with_nbt_form(NbtForm::VarInt).encode(&nbt)?, b"\x0a\0\x03\x04gold\xd8\x04\0");
/// assert_eq!(Protocol::BEDROCK.parse::<Nbt>(b"\x0a\0\0\x03\x04\0gold\x2c\x01\0\0\0")?, nbt);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(clippy::exhaustive_enums, reason = "the games have these, and one is for damage")]
pub enum NbtForm {
    /// Big-endian, as in the Java edition.
    #[default]
    BigEndian,
    /// Little-endian, as in files of the Bedrock edition, for example `level.dat` and `.mcstructure`.
    LittleEndian,
    /// Little-endian with VarInts, as in packets of the Bedrock edition.
    VarInt,
    /// Big-endian, and text may be bytes that are not modified UTF-8, which the Java edition refuses: a damaged file, or
    /// the UTF-8 of another library. Such text is read as [`JavaStr::from_utf8`](super::nbt::JavaStr::from_utf8) does.
    AnyText,
}

impl NbtForm {
    /// All forms.
    pub const ALL: &'static [Self] = &[Self::BigEndian, Self::LittleEndian, Self::VarInt, Self::AnyText];

    /// Returns the name: `big-endian`, `little-endian`, `VarInt` or `any-text`.
    pub fn name(self) -> &'static str {
        match self {
            Self::BigEndian => "big-endian",
            Self::LittleEndian => "little-endian",
            Self::VarInt => "VarInt",
            Self::AnyText => "any-text",
        }
    }

    /// Returns whether this is the form of the Java edition, perhaps with text that it refuses.
    #[inline]
    pub fn is_java(self) -> bool {
        matches!(self, Self::BigEndian | Self::AnyText)
    }

    /// Returns whether Int, Long and counts are VarInts.
    #[inline]
    pub(in crate::minecraft) fn has_varints(self) -> bool {
        self == Self::VarInt
    }
}

impl fmt::Display for NbtForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
