//! Why reading or writing failed, in words a user can act on.

use thiserror::Error;

/// Why some bytes could not be read.
///
/// The sentence says what is wrong; [`DecodeError`](super::DecodeError) adds where.
///
/// It is `Copy`, and stays so: a [`Fault`](super::Fault) contains it, and every parser of the crate returns one by value. A reason
/// that needs more than a few words will be another field of the error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The input ends too early. With more bytes the same input may well be right.
    #[error("the input ends here, at least {missing} more bytes are needed")]
    Incomplete {
        /// How many more bytes are needed at the very least.
        missing: u64,
    },
    /// A count claims more elements than the rest of the input could hold. With more bytes it may be right.
    #[error("count {count} needs at least {missing} bytes more than there are")]
    CountPastEnd {
        /// The count as read.
        count: u32,
        /// How many more bytes are needed at the very least.
        missing: u64,
    },
    /// The value is complete, and bytes follow it.
    #[error("{count} bytes follow the value; read a prefix, or allow trailing bytes, to accept them")]
    TrailingBytes {
        /// How many bytes follow.
        count: usize,
    },
    /// A type id that the dialect's table does not have.
    #[error("type id {id} does not exist in this dialect")]
    UnknownType {
        /// The id as read.
        id: u32,
    },
    /// A header with flags, in a generation whose reader compares the whole word (Godot 2).
    #[error("header {header:#010x} has flag bits, which this dialect does not know")]
    UnknownFlags {
        /// The whole header word.
        header: u32,
    },
    /// A length or count below zero.
    #[error("length {value} is negative")]
    NegativeLength {
        /// The number as read.
        value: i64,
    },
    /// A length above what the type or the caller's limit allows.
    #[error("length {length} is over the limit of {limit}")]
    TooLong {
        /// The length as read.
        length: u64,
        /// The most that is allowed.
        limit: u32,
    },
    /// The whole input is longer than the caller's limit.
    #[error("the input is longer than the limit of {limit} bytes")]
    InputTooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// Containers are nested deeper than the limit.
    #[error("values are nested deeper than the limit of {limit}")]
    TooDeep {
        /// The limit that was in force.
        limit: u32,
    },
    /// Text that the dialect's engine refuses too.
    #[error("text is not valid UTF-8")]
    Utf8,
    /// A whole object, which is only read on request: engines build code from it.
    #[error("a full object is only read when objects are allowed")]
    ObjectsRefused,
    /// The path form that engines stopped reading in 2.1.5, 3.0.6 and 3.1.
    #[error("this is the old text form of NodePath, which this dialect's engine refuses")]
    OldNodePath,
    /// An element type id, in a typed container, that does not exist.
    #[error("element type id {id} does not exist in this dialect")]
    ElementType {
        /// The id as read.
        id: u32,
    },
    /// An image format that does not exist (Godot 2).
    #[error("image format {format} does not exist, the last one is 22")]
    ImageFormat {
        /// The number as read.
        format: u32,
    },
    /// A length word that contradicts what it measures.
    #[error("the length word says {stated}, the contents need {needed}")]
    LengthMismatch {
        /// The length as read.
        stated: u32,
        /// What the contents take at least.
        needed: u32,
    },
    /// A Boolean that is neither 0 nor 1.
    #[error("a Boolean is 0 or 1, not {value}")]
    Bool {
        /// The byte as read.
        value: u8,
    },
    /// A VarInt whose fifth byte, or VarLong whose tenth, still announces another.
    #[error("the variable-length integer does not end after {max} bytes")]
    VarIntTooLong {
        /// The most bytes such an integer may have.
        max: u8,
    },
    /// A variable-length integer that is not in its only canonical form; refused in strict mode alone.
    #[error("the variable-length integer is longer than it need be, or has bits beyond its width")]
    VarIntNotCanonical,
    /// A number that names none of an enumeration's values.
    #[error("{value} names none of the enumeration's values")]
    EnumValue {
        /// The number as read.
        value: i64,
    },
    /// A character that an identifier may not have.
    #[error("an identifier may not hold the character {character:?}")]
    IdentifierChar {
        /// The first such character.
        character: char,
    },
    /// An NBT tag id above 12.
    #[error("NBT tag id {id} does not exist, the last one is 12")]
    NbtTag {
        /// The id as read.
        id: u8,
    },
    /// An NBT root that is neither a compound nor absent.
    #[error("an NBT root is a compound (10) or absent (0), not tag {id}")]
    NbtRoot {
        /// The id as read.
        id: u8,
    },
    /// An NBT list of End tags that claims to have elements.
    #[error("a list of End tags cannot have {count} elements")]
    NbtListEnd {
        /// The count as read.
        count: i32,
    },
    /// NBT compounds and lists are nested deeper than the limit.
    #[error("NBT is nested deeper than the limit of {limit}")]
    NbtDepth {
        /// The limit that was in force.
        limit: u32,
    },
    /// Modified UTF-8 with a wrong lead or continuation byte.
    #[error("text is not valid modified UTF-8")]
    ModifiedUtf8,
    /// A particle id that the version does not have.
    #[error("particle id {id} does not exist in this version")]
    ParticleId {
        /// The id as read.
        id: i32,
    },
    /// An entity metadata type that the version does not have.
    #[error("metadata type {id} does not exist in this version")]
    MetadataType {
        /// The id as read.
        id: i32,
    },
    /// A file that does not begin as files of its kind do.
    #[error("the file does not begin with {expected}")]
    Magic {
        /// What it should begin with.
        expected: &'static str,
    },
    /// A parser of nom's that matched nothing, in a grammar of the caller's.
    #[error("no parser matched ({parser})")]
    NoMatch {
        /// Which parser of nom's.
        parser: NomParser,
    },
    /// A reason of the caller's own, from a grammar of theirs.
    #[error("{0}")]
    Custom(&'static str),
}

/// A parser of nom's, by the name that nom has for it: `Tag`, `Many1`, ..
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NomParser(pub(super) nom::error::ErrorKind);

impl std::fmt::Display for NomParser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl DecodeErrorKind {
    /// The same reason as one word, for programs: `eof`, `utf8`, `depth`, ..
    pub fn code(&self) -> &'static str {
        match self {
            Self::Incomplete { .. } | Self::CountPastEnd { .. } => "eof",
            Self::TrailingBytes { .. } => "trailing",
            Self::UnknownType { .. } => "type",
            Self::UnknownFlags { .. } => "flags",
            Self::NegativeLength { .. } => "negative_length",
            Self::TooLong { .. } => "length_limit",
            Self::InputTooLong { .. } => "input_limit",
            Self::TooDeep { .. } => "depth",
            Self::Utf8 => "utf8",
            Self::ObjectsRefused => "objects",
            Self::OldNodePath => "old_node_path",
            Self::ElementType { .. } => "element_type",
            Self::ImageFormat { .. } => "image_format",
            Self::LengthMismatch { .. } => "length_mismatch",
            Self::Bool { .. } => "bool_value",
            Self::VarIntTooLong { .. } => "varint_too_long",
            Self::VarIntNotCanonical => "varint_not_canonical",
            Self::EnumValue { .. } => "enum_value",
            Self::IdentifierChar { .. } => "identifier_char",
            Self::NbtTag { .. } => "nbt_tag",
            Self::NbtRoot { .. } => "nbt_root",
            Self::NbtListEnd { .. } => "nbt_list_end",
            Self::NbtDepth { .. } => "nbt_depth",
            Self::ModifiedUtf8 => "mutf8",
            Self::ParticleId { .. } => "particle_id",
            Self::MetadataType { .. } => "meta_type",
            Self::Magic { .. } => "magic",
            Self::NoMatch { .. } => "nom",
            Self::Custom(_) => "custom",
        }
    }

    /// How many more bytes are needed at least, where the only thing wrong is that the input ends; where memory has no
    /// place for so many, [`usize::MAX`].
    pub fn missing(&self) -> Option<usize> {
        match self {
            Self::Incomplete { missing } | Self::CountPastEnd { missing, .. } => {
                Some(usize::try_from(*missing).unwrap_or(usize::MAX))
            }
            _ => None,
        }
    }
}

/// Why a value could not be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EncodeErrorKind {
    /// The dialect has no such type.
    #[error("{dialect} has no {kind}")]
    NotInDialect {
        /// The type that cannot be written.
        kind: &'static str,
        /// The dialect that lacks it.
        dialect: &'static str,
    },
    /// The type exists, but this value of it cannot be expressed there.
    #[error("{what}")]
    NotExpressible {
        /// What cannot be expressed, as a sentence.
        what: &'static str,
    },
    /// An integer that the field is too narrow for.
    #[error("{value} does not fit, the range is {min} to {max}")]
    OutOfRange {
        /// The number in question.
        value: i64,
        /// The least that fits.
        min: i64,
        /// The most that fits.
        max: i64,
    },
    /// Text or data longer than its length field, or than its type, allows.
    #[error("{length} bytes or elements are more than the {limit} that can be written")]
    TooLong {
        /// The length in question.
        length: usize,
        /// The most that can be written.
        limit: usize,
    },
    /// Containers are nested deeper than the limit.
    #[error("values are nested deeper than the limit of {limit}")]
    TooDeep {
        /// The limit that was in force.
        limit: u32,
    },
    /// A reason of the caller's own, from a generator of theirs.
    #[error("{0}")]
    Custom(&'static str),
    /// The buffer is full, or the writer refused to take more.
    #[error("the buffer is too small, or the writer took only a part")]
    Write,
}
