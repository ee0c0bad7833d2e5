//! Reasons of decode and encode errors.

use thiserror::Error;

use super::agree;

/// The reason of a decode error. [`DecodeError`](super::DecodeError) adds the location.
///
/// It stays small and `Copy`, because it is a part of [`Fault`](crate::grammar::Fault), which every parser of the crate returns
/// by value.
///
/// ```
/// use gamewire::DecodeErrorKind;
/// use gamewire::godot::{Dialect, variant};
/// let bytes = Dialect::GODOT_4.encode(&variant!({ "gold": 7 }))?;
/// let error = Dialect::GODOT_4.parse(&bytes[..bytes.len() - 1]).unwrap_err();
/// assert_eq!(*error.kind(), DecodeErrorKind::Incomplete { missing: 1 });
/// assert_eq!(error.path().to_string(), "$.gold");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The input ends too early. It may become valid if more bytes follow.
    #[error("{}", too_short("input", None, *missing, None))]
    Incomplete {
        /// The least number of missing bytes.
        missing: u64,
    },
    /// A count of more elements than the rest of the input can hold. The input may become valid if more bytes follow.
    #[error("{}", too_short("input", Some(*count), *missing, None))]
    CountPastEnd {
        /// The count as read.
        count: u32,
        /// The least number of missing bytes.
        missing: u64,
    },
    /// A length of more bytes than the rest of the input has. The input may become valid if more bytes follow.
    #[error("{}", too_short("input", None, *missing, None))]
    LengthPastEnd {
        /// The length as read.
        length: u32,
        /// The least number of missing bytes.
        missing: u64,
    },
    /// A frame, which is any part of the input with a known length, ends inside its value. All bytes of the frame are
    /// present, so more input does not help.
    #[error("{}", too_short("frame", *count, *missing, None))]
    SliceTooShort {
        /// The count as read, if it is more than the rest of the frame can hold.
        count: Option<u32>,
        /// The least number of bytes missing in the frame.
        missing: u64,
    },
    /// Bytes after a complete value. `parse_prefix` and `allow_trailing` accept them.
    #[error("{count} {} the value", agree(*count as u64, "byte follows", "bytes follow"))]
    TrailingBytes {
        /// The number of bytes after the value.
        count: usize,
    },
    /// A type id that does not exist in the dialect.
    #[error("type id {id} does not exist in {dialect}")]
    UnknownType {
        /// The id as read.
        id: u32,
        /// The name of the dialect.
        dialect: &'static str,
    },
    /// A header with flags in a dialect without flags (Godot 2).
    #[error("header {header:#010x} has flag bits, which this dialect does not have")]
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
        /// The limit.
        limit: u32,
    },
    /// An input longer than the caller's limit.
    #[error("the input is longer than the limit of {limit} bytes")]
    InputTooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// Nesting deeper than the limit.
    #[error("values are nested deeper than the limit of {limit}")]
    TooDeep {
        /// The limit.
        limit: u32,
    },
    /// Nesting that needs more stack than the limit, [`Limits::stack`](crate::limits::Limits::stack). Raise the limit only for
    /// a thread with a larger stack. A build with optimization needs much less stack for each level.
    #[error("values are nested too deeply for the stack (limit {limit} bytes)")]
    StackLimit {
        /// The limit in bytes.
        limit: usize,
        /// The level that was reached.
        depth: u32,
    },
    /// Text that is not UTF-8. Godot rejects it, too. Minecraft replaces the bytes with U+FFFD, as `allow_lossy_text` does.
    #[error("text is not valid UTF-8")]
    Utf8,
    /// A full object. `allow_objects` accepts it; the engine rejects it by default, because reading one can
    /// run scripts.
    #[error("full objects are not allowed")]
    ObjectsRefused,
    /// The text form of NodePath, which 2.1.5, 3.0.6, and 3.1 and later reject.
    #[error("this is the old text form of NodePath, which only the dialects godot2 and godot3.0 read")]
    OldNodePath,
    /// An unknown element type id in a typed container.
    #[error("element type id {id} does not exist in this dialect")]
    ElementType {
        /// The id as read.
        id: u32,
    },
    /// An unknown image format (Godot 2).
    #[error("image format {format} does not exist; the formats are 0 to 22")]
    ImageFormat {
        /// The number as read.
        format: u32,
    },
    /// A length that contradicts the contents.
    #[error("the length is {stated}, but the contents need {needed}")]
    LengthMismatch {
        /// The length as read.
        stated: u32,
        /// The least length of the contents.
        needed: u32,
    },
    /// A Boolean that is neither 0 nor 1.
    #[error("a Boolean must be 0 or 1, not {value}")]
    Bool {
        /// The byte as read.
        value: u8,
    },
    /// A VarInt of more than five bytes, or a VarLong of more than ten.
    #[error("the variable-length integer does not end after {max} bytes")]
    VarIntTooLong {
        /// The maximum number of bytes.
        max: u8,
    },
    /// A variable-length integer that takes more bytes than necessary, or has bits beyond its width. Only
    /// `Protocol::strict_varints` rejects it.
    #[error("the variable-length integer is not canonical: it is too long, or has bits beyond its width")]
    VarIntNotCanonical,
    /// A number that is not a value of the enumeration.
    #[error("{value} is not a value of this enumeration")]
    EnumValue {
        /// The number as read.
        value: i64,
    },
    /// Text that is not a value of the enumeration.
    #[error("the text is not a value of this enumeration")]
    EnumText,
    /// An invalid character in an identifier.
    #[error("an identifier must not contain the character {character:?}")]
    IdentifierChar {
        /// The first such character.
        character: char,
    },
    /// An NBT tag id above 12.
    #[error("NBT tag id {id} does not exist; the ids are 0 to 12")]
    NbtTag {
        /// The id as read.
        id: u8,
    },
    /// An NBT root that is not a compound (in the Bedrock edition also a list), or that is absent although a root is
    /// required.
    #[error("{}", nbt_root(*id))]
    NbtRoot {
        /// The id as read.
        id: u8,
    },
    /// An NBT list of End tags with a positive count.
    #[error("a list of End tags must be empty, but its count is {count}")]
    NbtListEnd {
        /// The count as read.
        count: i32,
    },
    /// NBT compounds and lists nested deeper than the limit.
    #[error("NBT is nested deeper than the limit of {limit}")]
    NbtDepth {
        /// The limit that was in force.
        limit: u32,
    },
    /// Modified UTF-8 with an invalid lead or continuation byte.
    #[error("text is not valid modified UTF-8")]
    ModifiedUtf8,
    /// An unknown particle id.
    #[error("particle id {id} does not exist in this version")]
    ParticleId {
        /// The id as read.
        id: i32,
    },
    /// An unknown entity metadata type.
    #[error("metadata type {id} does not exist in this version")]
    MetadataType {
        /// The id as read.
        id: i32,
    },
    /// A file without the magic bytes of its format.
    #[error("the file does not begin with {expected}")]
    Magic {
        /// The expected magic bytes.
        expected: &'static str,
    },
    /// A nom parser of the caller's grammar failed.
    #[error("no parser matched ({parser})")]
    NoMatch {
        /// The nom parser.
        parser: NomParser,
    },
    /// An error of the caller's grammar, with its reason.
    #[error("{0}")]
    Custom(&'static str),
}

/// The nom parser that failed, by its name in nom: `Tag`, `Many1` and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NomParser(pub(crate) nom::error::ErrorKind);

impl std::fmt::Display for NomParser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl DecodeErrorKind {
    /// Returns the reason as one word for programs, such as `eof`, `utf8` or `depth`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Incomplete { .. } | Self::CountPastEnd { .. } | Self::LengthPastEnd { .. } => "eof",
            Self::SliceTooShort { .. } => "slice_end",
            Self::TrailingBytes { .. } => "trailing",
            Self::UnknownType { .. } => "type",
            Self::UnknownFlags { .. } => "flags",
            Self::NegativeLength { .. } => "negative_length",
            Self::TooLong { .. } => "length_limit",
            Self::InputTooLong { .. } => "input_limit",
            Self::TooDeep { .. } => "depth",
            Self::StackLimit { .. } => "stack",
            Self::Utf8 => "utf8",
            Self::ObjectsRefused => "objects",
            Self::OldNodePath => "old_node_path",
            Self::ElementType { .. } => "element_type",
            Self::ImageFormat { .. } => "image_format",
            Self::LengthMismatch { .. } => "length_mismatch",
            Self::Bool { .. } => "bool_value",
            Self::VarIntTooLong { .. } => "varint_too_long",
            Self::VarIntNotCanonical => "varint_not_canonical",
            Self::EnumValue { .. } | Self::EnumText => "enum_value",
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

    /// Converts the reason of an error in the input to that of an error in a slice whose bytes are all present.
    #[must_use]
    pub(crate) fn in_whole_slice(self) -> Self {
        match self {
            Self::Incomplete { missing } | Self::LengthPastEnd { missing, .. } => {
                Self::SliceTooShort { count: None, missing }
            }
            Self::CountPastEnd { count, missing } => Self::SliceTooShort { count: Some(count), missing },
            other => other,
        }
    }

    /// Returns the least number of missing bytes if the input ends too early, and `None` for any other error. The
    /// number is at most [`usize::MAX`].
    pub fn missing(&self) -> Option<usize> {
        let (Self::Incomplete { missing }
        | Self::CountPastEnd { missing, .. }
        | Self::LengthPastEnd { missing, .. }) = self
        else {
            return None;
        };
        Some(usize::try_from(*missing).unwrap_or(usize::MAX))
    }

    /// Returns the least number of bytes that the input or the frame lacks, to change it.
    pub(super) fn missing_mut(&mut self) -> Option<&mut u64> {
        match self {
            Self::Incomplete { missing }
            | Self::CountPastEnd { missing, .. }
            | Self::LengthPastEnd { missing, .. }
            | Self::SliceTooShort { missing, .. } => Some(missing),
            _ => None,
        }
    }

    /// Returns the text of the reason. `remain` is the number of bytes left at the place of the error.
    pub(super) fn reason(&self, remain: u64) -> String {
        match *self {
            // Bytes that remain may be those of later parts.
            Self::LengthPastEnd { length, .. } if u64::from(length) > remain => {
                let unit = agree(remain, "byte remains", "bytes remain");
                format!("the length is {length}, but {remain} {unit}")
            }
            Self::CountPastEnd { count, missing } => too_short("input", Some(count), missing, Some(remain)),
            Self::LengthPastEnd { missing, .. } | Self::Incomplete { missing } => {
                too_short("input", None, missing, Some(remain))
            }
            kind => kind.to_string(),
        }
    }
}

/// Returns the reason of an error of an input or frame that is too short for a value, or for a count of elements. `remain`
/// is the number of bytes that are left at the place of the error, if it is known.
fn too_short(ends: &str, count: Option<u32>, missing: u64, remain: Option<u64>) -> String {
    let needed = missing.saturating_add(remain.unwrap_or_default());
    let (unit, verb) = (agree(needed, "byte", "bytes"), agree(needed, "is", "are"));
    match (count, remain) {
        (None, None) => format!("the {ends} ends here, at least {needed} more {unit} {verb} needed"),
        (None, Some(left)) => format!("at least {needed} {unit} {verb} needed, {}", remaining(left)),
        (Some(count), None) => {
            format!("count {count} needs at least {needed} more {unit} than the {ends} has")
        }
        (Some(count), Some(left)) => {
            format!("count {count} needs at least {needed} {unit}, {}", remaining(left))
        }
    }
}

fn remaining(bytes: u64) -> String {
    format!("{bytes} {}", agree(bytes, "remains", "remain"))
}

fn out_of_range(value: i64, min: i64, max: i64) -> String {
    match min == max {
        // Only a length has a single number.
        true => format!("the length must be {min}, not {value}"),
        false => format!("{value} is out of range; the range is {min} to {max}"),
    }
}

fn nbt_root(id: u8) -> String {
    match id {
        0 => "expected an NBT root, found tag 0, which means that there is none".into(),
        9 => "an NBT root of the Java edition must be a compound (10) or absent (0), not a list (9): \
              only the Bedrock edition has lists as roots"
            .into(),
        id => format!(
            "an NBT root must be a compound (10), a list (9, Bedrock edition only) or absent (0), not tag {id}"
        ),
    }
}

/// The reason of an encode error.
///
/// ```
/// use gamewire::EncodeErrorKind;
/// use gamewire::godot::{Dialect, Vector2i, variant};
/// let error = Dialect::GODOT_3.encode(&variant!({ "cell": Vector2i::new(1, 2) })).unwrap_err();
/// assert_eq!(error.path().to_string(), "$.cell");
/// assert!(matches!(error.kind(), EncodeErrorKind::NotInDialect { .. }), "{error:?}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EncodeErrorKind {
    /// The dialect has no such type.
    #[error("{dialect} has no {kind}")]
    NotInDialect {
        /// The type.
        kind: &'static str,
        /// The dialect.
        dialect: &'static str,
    },
    /// The dialect has the type, but cannot encode this value.
    #[error("{what}")]
    NotExpressible {
        /// The reason, as a sentence.
        what: &'static str,
    },
    /// An integer outside the range of its field.
    #[error("{}", out_of_range(*.value, *.min, *.max))]
    OutOfRange {
        /// The number.
        value: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// Text or data longer than its length field or its type allows.
    #[error("the length {length} is over the limit of {limit}")]
    TooLong {
        /// The length.
        length: usize,
        /// The limit.
        limit: usize,
    },
    /// Nesting deeper than the limit.
    #[error("values are nested deeper than the limit of {limit}")]
    TooDeep {
        /// The limit.
        limit: u32,
    },
    /// Nesting that needs more stack than the limit, [`Limits::stack`](crate::limits::Limits::stack). Raise the limit only for
    /// a thread with a larger stack. A build with optimization needs much less stack for each level.
    #[error("values are nested too deeply for the stack (limit {limit} bytes)")]
    StackLimit {
        /// The limit in bytes.
        limit: usize,
    },
    /// An error of the caller's serializer, with its reason.
    #[error("{0}")]
    Custom(&'static str),
    /// The buffer is full, or the writer took only a part of the bytes.
    #[error("the buffer is too small, or the writer took only a part of the bytes")]
    Write,
}
