//! Types that are given as text at run time, such as `array(varint,slot)`, and their values. Use them for
//! layouts that are not known when the program is compiled; [`wire`](super::wire) has the same types for Rust
//! code.
//!
//! | expression | bytes | see [`wire`](super::wire) |
//! |------------|-------|-----|
//! | `bool` or `boolean` | 1 | [`boolean`](super::wire::boolean) |
//! | `i8 u8 i16 u16 i32 i64 f32 f64`, or `byte ubyte short ushort int long float double` | 1 to 8 | [`int`](super::wire::int) and its like |
//! | `varint`, `varlong` | 1 to 5, 1 to 10 | [`varint`](super::wire::varint), [`varlong`](super::wire::varlong) |
//! | `string(n)`, `string` for `string(32767)` | prefixed | [`string`](super::wire::string) |
//! | `chat`, `identifier` | prefixed | [`chat`](super::wire::chat), [`identifier`](super::wire::identifier) |
//! | `position`, `angle`, `uuid` | 8, 1, 16 | [`position`](super::wire::position), [`angle`](super::wire::angle), [`uuid`](super::wire::uuid) |
//! | `nbt`, `mutf8` | 1.., 2.. | [`nbt`](super::wire::nbt()), [`mutf8`](super::wire::mutf8()) |
//! | `slot`, `particle`, `metadata` | 1.. | [`slot`](super::wire::slot()), [`particle`](super::wire::particle()), [`metadata`](super::wire::metadata()) |
//! | `optional(T)` | 0 or T: absent where the input is empty | [`optional`](super::wire::optional) |
//! | `option(T)` | Boolean, T if true | [`option`](super::wire::option) |
//! | `array(k,T)`, `array(I,T)` | k elements; a count of the integer type I before them: `array(varint,slot)` | [`array`](super::wire::array), [`prefixed_array`](super::wire::prefixed_array) |
//! | `bytes(k)`, `bytes(I)` | k bytes; a length of the integer type I before them | [`byte_array`](super::wire::byte_array), [`prefixed_byte_array`](super::wire::prefixed_byte_array) |
//! | `enum(T;a\|b\|c=7)` | as T, an integer type; values 0, 1, .. unless given, one more than the last after that | [`enumeration`](super::wire::enumeration) |
//! | `fixed(T,f)` | as T, an integer type of fixed size; f fraction bits | [`FixedPoint`](super::FixedPoint) |
//! | `struct(name:T,..)` | the fields, one after the other: a whole packet | |
//!
//! The types of packets have more parts, for example fields that depend on other fields. Text cannot express them: describe such a type
//! in ProtoDef, which [`Packets::from_protodef`](super::Packets::from_protodef) reads, and ask for it by name with
//! [`Packets::type_of`](super::Packets::type_of). [`Display`](fmt::Display) writes such a part as its name in angle brackets, such as
//! `struct(flags:u8,redirect:<If>)`, and [`FromStr`] refuses it. It also refuses names that contain one of the characters
//! `(),;|=:`.

pub(super) mod bits;
mod int_type;
mod integers;
mod label;
mod leaf;
mod names;
mod nested;
mod select;
mod shape;
mod syntax;
pub(in crate::minecraft) mod value;
pub(in crate::minecraft) mod wire;

use std::str::FromStr;
use std::sync::Arc;
use std::{fmt, mem};

pub use int_type::IntType;
pub(super) use int_type::{int_of, int_value};
pub use label::Label;
pub(in crate::minecraft) use leaf::leaf_type;
pub(super) use names::has_name;
pub use names::{TypeName, Types};
pub(super) use select::{ANONYMOUS, Scope};
pub use select::{Cases, Selector};
pub(super) use shape::{ID, NUMBER, is_small};
pub use value::{BoxedValue, Value, ValueList};

use super::protocol::Protocol;
use crate::edge::{self, Counts, Edge, Repaired};
use crate::error::TextError;
use crate::error::{DecodeError, EncodeError};
use crate::explain::{Explainer, Explanation};
use crate::verdict::Verdict;

/// A type that is known at run time, usually parsed from text such as `array(varint,slot)`. [The table of
/// types](crate::minecraft::format#the-table-of-types) has the text of each type.
///
/// ```
/// use gamewire::minecraft::{Protocol, TypeExpr, Value};
///
/// let scores: TypeExpr = "array(varint,varint)".parse()?;
/// let bytes = [3, 0x7f, 0x80, 0x01, 0xff, 0xff, 0xff, 0xff, 0x0f];
/// let value = scores.parse(Protocol::V1_14, &bytes)?;
/// let numbers = [127, 128, -1].map(Value::VarInt);
/// assert_eq!(value, Value::Array(numbers.into()));
/// assert_eq!(scores.encode(Protocol::V1_14, &value)?, bytes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A whole packet is a `struct`:
///
/// ```
/// use gamewire::minecraft::{Protocol, TypeExpr};
/// let window_items: TypeExpr = "struct(window:u8, items:array(i16,slot))".parse()?;
/// let bytes = [0, 0, 2, 0, 1, 5, 64, 0];
/// let value = window_items.parse(Protocol::V1_14, &bytes)?;
/// assert_eq!(window_items.encode(Protocol::V1_14, &value)?, bytes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TypeExpr {
    /// `bool`: one byte, 0 or 1.
    Bool,
    /// `u8`, `varint`, ..: one of the integer types.
    Int(IntType),
    /// `f32`: 4 bytes, big-endian.
    F32,
    /// `f64`: 8 bytes, big-endian.
    F64,
    /// `string(n)`: UTF-8 after its length, with at most this number of UTF-16 units.
    String(u32),
    /// UTF-8 after its length in bytes, which has this type. Only descriptions have such text.
    Text(IntType),
    /// `lf32`: 4 bytes, little-endian.
    Lf32,
    /// `lf64`: 8 bytes, little-endian.
    Lf64,
    /// `chat`: a String of JSON.
    Chat,
    /// `identifier`: a String such as `minecraft:stone`.
    Identifier,
    /// `position`: the coordinates of a block in 8 bytes.
    Position,
    /// `angle`: 1 byte, in steps of 1/256 of a turn.
    Angle,
    /// `uuid`: 16 bytes, the high 8 bytes first.
    Uuid,
    /// `nbt`: an NBT root, or the single byte 0.
    Nbt,
    /// `mutf8`: text of NBT, which is modified UTF-8 after 2 bytes of length.
    Mutf8,
    /// `slot`: a stack of items, or none.
    Slot,
    /// `particle`: an id, and the data of that particle.
    Particle,
    /// `metadata`: the entries of an entity up to `ff`.
    Metadata,
    /// `optional(T)`: the type, or nothing if the input is empty.
    Optional(Box<TypeExpr>),
    /// `option(T)`: a Boolean, and the type if it is true.
    Option(Box<TypeExpr>),
    /// `array(k,T)` or `array(I,T)`: elements of the type.
    Array(Length, Box<TypeExpr>),
    /// `bytes(k)` or `bytes(I)`: uninterpreted bytes.
    Bytes(Length),
    /// `enum(T;a|b|c=7)`: an integer whose values have names.
    Enum(IntType, EnumNames),
    /// `fixed(T,f)`: an integer type of fixed size, whose lowest `f` bits are the fraction.
    Fixed(IntType, u32),
    /// `struct(name:T,..)`: named fields, in order.
    Struct(Vec<(String, TypeExpr)>),
    /// The type, if an earlier field is not 0 or has this label. Otherwise nothing.
    If(Selector, Option<Label<'static>>, Box<TypeExpr>),
    /// `switch`: the type that the label of an earlier field selects.
    Switch(Selector, Cases),
    /// `entityMetadataLoop`: elements until the next byte is this one.
    Until(u8, Box<TypeExpr>),
    /// `topBitSetTerminatedArray`: elements that begin with an `i8`, whose highest bit says that another element follows.
    Marked(Box<TypeExpr>),
    /// `bitfield`: numbers of a few bits each, in whole bytes, of which there are at most 8.
    Bits(Vec<BitField>),
    /// `bitflags`: an integer whose bits have names, from the lowest on.
    Flags(IntType, Vec<String>),
    /// `registryEntryHolder`: the id of an entry of a registry, or an inline value.
    Holder(Box<Holder>),
    /// `registryEntryHolderSet`: the name of a set of entries, or the entries.
    Holders(Box<Holder>),
    /// `gzip_nbt`: NBT that is packed by gzip, after its length of 2 bytes.
    GzipNbt,
    /// `lpvec3`: a vector of low precision.
    LpVec3,
    /// The type of a description: a type that refers to other types by name.
    Types(Arc<Types>, Box<TypeExpr>),
    /// A reference to a type of the description by its name.
    Named(TypeName),
    /// A type that cannot be read, for this reason.
    Unknown(String),
}

/// A number of a [`TypeExpr::Bits`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "a name and a layout are all")]
pub struct BitField {
    /// The name.
    pub name: String,
    /// The number of bits, 1 to 64.
    pub size: u32,
    /// Whether the highest bit is the sign.
    pub signed: bool,
}

/// The types of a [`TypeExpr::Holder`] or [`TypeExpr::Holders`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "the names and types are all")]
pub struct Holder {
    /// The name of the id, or the name of the set's name.
    pub id: String,
    /// The type of the name of a set. For an id it is [`Unknown`](TypeExpr::Unknown).
    pub base: TypeExpr,
    /// The name of the inline value, or of the entries.
    pub value: String,
    /// The type of the inline value, or the array of the entries.
    pub inner: TypeExpr,
}

/// The source of a count or length.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Length {
    /// A fixed number, which is not encoded.
    Known(u32),
    /// A number that is encoded before the elements.
    Prefixed(IntType),
    /// The number in an earlier field.
    Field(Selector),
    /// All bytes up to the end of the input. Arrays cannot have this length.
    Rest,
}

/// The names of the values of an enumeration, in the order of the expression.
///
/// ```
/// use gamewire::minecraft::TypeExpr;
///
/// let expr: TypeExpr = "enum(u8;chat|system|game_info=7)".parse()?;
/// let TypeExpr::Enum(_, names) = &expr else { panic!() };
/// assert_eq!((names.number("system"), names.name(7)), (Some(1), Some("game_info")));
/// # Ok::<(), gamewire::TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnumNames {
    entries: Vec<(String, i64)>,
    /// Whether other numbers are allowed too.
    pub(super) open: bool,
    /// Whether each number is greater than the one before.
    ascends: bool,
}

impl EnumNames {
    pub(super) fn new(entries: Vec<(String, i64)>, open: bool) -> Self {
        let ascends = entries.is_sorted_by(|(_, one), (_, next)| one < next);
        Self { entries, open, ascends }
    }

    /// Returns the names and their numbers.
    pub fn entries(&self) -> &[(String, i64)] {
        &self.entries
    }

    /// Returns whether other numbers are allowed too.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Returns the number of a name.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.entries.iter().find(|(other, _)| other == name).map(|(_, number)| *number)
    }

    /// Returns the name of a number. If several names have it, returns the first.
    pub fn name(&self, number: i64) -> Option<&str> {
        let is_at = |at: &usize| self.entries.get(*at).is_some_and(|(_, other)| *other == number);
        let at = match self.ascends {
            // Most names have the numbers 0, 1 and so on.
            true => usize::try_from(number)
                .ok()
                .filter(is_at)
                .or_else(|| self.entries.binary_search_by_key(&number, |(_, other)| *other).ok()),
            false => self.entries.iter().position(|(_, other)| *other == number),
        };
        self.entries.get(at?).map(|(name, _)| name.as_str())
    }
}

impl TypeExpr {
    /// Decodes `bytes` as one value of this type, like [`Protocol::parse`].
    ///
    /// # Errors
    /// Returns the same errors as [`Protocol::parse`].
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, TypeExpr, Value};
    /// let bytes = [2, 7, 9];
    /// let list: TypeExpr = "array(varint,varint)".parse()?;
    /// let value = list.parse(Protocol::V1_14, &bytes)?;
    /// assert_eq!(value, Value::Array([Value::VarInt(7), Value::VarInt(9)].into()));
    /// assert_eq!(list.encode(Protocol::V1_14, &value)?, bytes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(&self, protocol: Protocol, bytes: &[u8]) -> Result<Value, DecodeError> {
        Edge(&protocol, self).parse(bytes)
    }

    /// Decodes the value at the start of `bytes`, and returns it with the rest, like [`Protocol::parse_prefix`].
    pub fn parse_prefix<'a>(
        &self,
        protocol: Protocol,
        bytes: &'a [u8],
    ) -> Result<(Value, &'a [u8]), DecodeError> {
        Edge(&protocol, self).parse_prefix(bytes)
    }

    /// Validates one value without building it, like [`Protocol::check`].
    pub fn check(&self, protocol: Protocol, bytes: &[u8]) -> Result<(), DecodeError> {
        Edge(&protocol, self).check(bytes).map(drop)
    }

    /// Returns the part of truncated or damaged NBT that precedes the damage, as the bytes of complete NBT. Compounds
    /// and lists keep the entries that are complete. Arrays and lists of numbers are kept only as a whole.
    ///
    /// Returns `None` if the NBT is undamaged, if no compound has a complete entry, or if this is another type.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, TypeExpr};
    /// let cut = b"\x0a\0\0\x01\0\x01a\x05\x03\0\x01b\0\0";
    /// let repaired = TypeExpr::Nbt.repair(Protocol::V1_14, cut).unwrap();
    /// assert_eq!((&repaired.bytes[..], repaired.end), (&b"\x0a\0\0\x01\0\x01a\x05\0"[..], 8));
    /// ```
    #[must_use]
    pub fn repair(&self, protocol: Protocol, bytes: &[u8]) -> Option<Repaired> {
        if *self != Self::Nbt {
            return None;
        }
        let count = |count: u32, old: &[u8]| {
            let new = protocol.nbt_count(usize::try_from(count).ok()?)?;
            (protocol.nbt.has_varints() || new.len() == old.len()).then_some(new)
        };
        let counts = Counts { nested: true, end_tags: true, count: &count };
        let repaired = Edge(&protocol, self).repair(&counts, bytes)?;
        self.check(protocol, &repaired.bytes).is_ok().then_some(repaired)
    }

    /// Encodes one value.
    ///
    /// # Errors
    /// Returns an error if the value does not have this type, or if the type cannot represent it. The error has the
    /// path and the reason.
    pub fn encode(&self, protocol: Protocol, value: &Value) -> Result<Vec<u8>, EncodeError> {
        Edge(&protocol, self).encode(value)
    }

    /// Appends one encoded value to `buffer`, like [`Protocol::encode_into`].
    pub fn encode_into(
        &self,
        protocol: Protocol,
        value: &Value,
        buffer: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        Edge(&protocol, self).encode_into(value, buffer)
    }

    /// Explains every byte of a value of this type, like [`Protocol::explain`].
    pub fn explain(&self, protocol: Protocol, bytes: &[u8]) -> Explanation {
        self.explainer(protocol, bytes).explain()
    }

    /// Returns an explainer, which explains the bytes row by row, like [`Protocol::explainer`].
    pub fn explainer<'a>(&self, protocol: Protocol, bytes: &'a [u8]) -> Explainer<'a> {
        let mut title = self.heading().unwrap_or_else(|| protocol.title(self));
        if let Some(name) = self.packet_by_id(protocol, bytes) {
            title = format!("{title} {name}");
        }
        edge::explainer(protocol, self.clone(), title, bytes)
    }

    /// Decodes the bytes, encodes the value again, and compares the result with the bytes, like [`Protocol::verify`].
    #[must_use]
    pub fn verify(&self, protocol: Protocol, bytes: &[u8]) -> Verdict {
        Edge(&protocol, self).verify(bytes, |read| self.explainer(protocol, read))
    }

    /// Returns the least number of bytes of a value.
    pub fn min_len(&self) -> usize {
        match self {
            Self::String(_) | Self::Option(_) | Self::Until(..) | Self::Marked(_) => 1,
            Self::Holder(_) | Self::Holders(_) => 1,
            Self::Int(int) | Self::Enum(int, _) | Self::Fixed(int, _) | Self::Flags(int, _) => int.min_len(),
            Self::Text(int) => int.min_len(),
            Self::Optional(_) | Self::If(..) | Self::Unknown(_) => 0,
            Self::Switch(_, cases) => cases.min_len(),
            Self::Struct(fields) => {
                fields.iter().fold(0, |sum, (_, field)| field.min_len().saturating_add(sum))
            }
            Self::Bits(parts) => parts.iter().map(|part| part.size as usize).sum::<usize>() / 8,
            Self::Types(_, inner) => inner.min_len(),
            Self::Named(name) => name.min_len,
            Self::Array(length, inner) => length.min_len(inner.min_len()),
            Self::Bytes(length) => length.min_len(1),
            leaf @ leaf_type!() => leaf.leaf().map_or(0, |(_, _, min_len)| min_len),
        }
    }

    /// Returns the version and the packet or type, if this is a type of a description, whose text would be long.
    pub fn heading(&self) -> Option<String> {
        let Self::Types(types, inner) = self else { return None };
        Some(format!("minecraft-{} {}", types.title()?, inner.title()))
    }

    /// Returns the type of the ids and the names of the packets, and the type of their parameters, if this is the type of one
    /// packet or of several.
    pub(super) fn packets(&self) -> Option<(IntType, &EnumNames, &Self)> {
        match self {
            Self::Types(_, inner) => inner.packets(),
            Self::Struct(fields) => match fields.as_slice() {
                [(name, Self::Enum(int, names)), (params, of)] if name == "name" && params == "params" => {
                    Some((*int, names, of))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the name of the packet at the start of the bytes, if this is the type of several packets.
    fn packet_by_id(&self, protocol: Protocol, bytes: &[u8]) -> Option<&str> {
        let (_, names, _) = self.packets().filter(|(_, names, _)| names.entries.len() > 1)?;
        names.name(self.id(protocol, bytes)?)
    }

    /// Returns the id of the packet at the start of the bytes, if this is the type of packets.
    pub(super) fn id(&self, protocol: Protocol, bytes: &[u8]) -> Option<i64> {
        let (id, _) = Self::Int(self.packets()?.0).parse_prefix(protocol, bytes).ok()?;
        int_of(&id)
    }

    /// Returns the name of a packet or type of a description.
    fn title(&self) -> String {
        match (self, self.packets().map(|(_, names, _)| names.entries())) {
            (Self::Named(name), _) => name.to_string(),
            (_, Some([(name, _)])) => format!("packet {name}"),
            (_, Some(_)) => "packet".to_owned(),
            _ => self.name().to_owned(),
        }
    }

    /// Returns the name of the type in the specification, without arguments.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Int(int) => int.shown(),
            Self::String(_) | Self::Text(_) => "String",
            Self::Optional(_) => "Optional",
            Self::Option(_) => "Option",
            Self::Array(..) => "Array",
            Self::Bytes(_) => "Byte Array",
            Self::Enum(..) => "Enum",
            Self::Fixed(..) => "Fixed-point",
            Self::Struct(_) => "Struct",
            Self::If(..) => "If",
            Self::Switch(..) => "Switch",
            Self::Until(..) => "Array until a byte",
            Self::Marked(_) => "Array of marked elements",
            Self::Bits(_) => "Bits",
            Self::Flags(..) => "Flags",
            Self::Holder(_) => "Holder",
            Self::Holders(_) => "Holder Set",
            Self::Types(_, inner) => inner.name(),
            Self::Named(_) => "named type",
            Self::Unknown(_) => "unknown type",
            leaf @ leaf_type!() => leaf.leaf().map_or("", |(_, name, _)| name),
        }
    }
}

impl Length {
    /// Returns the least number of bytes of a count and its elements, each of which takes at least `unit` bytes.
    fn min_len(&self, unit: usize) -> usize {
        match self {
            Self::Known(count) => (*count as usize).saturating_mul(unit),
            Self::Prefixed(int) => int.min_len(),
            Self::Field(_) | Self::Rest => 0,
        }
    }
}

/// Writes the expression as text, from which [`FromStr`] reads it again. A part that text cannot express is written as its
/// [name](TypeExpr::name) in angle brackets.
impl fmt::Display for TypeExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let length = |length: &Length| match length {
            Length::Known(count) => Some(count.to_string()),
            Length::Prefixed(int) => Some(int.name().to_owned()),
            Length::Field(_) | Length::Rest => None,
        };
        match self {
            Self::Int(int) => f.write_str(int.name()),
            Self::String(limit) => write!(f, "string({limit})"),
            Self::Optional(inner) => write!(f, "optional({inner})"),
            Self::Option(inner) => write!(f, "option({inner})"),
            Self::Array(count, inner) => match length(count) {
                Some(count) => write!(f, "array({count},{inner})"),
                None => write!(f, "<{}>", self.name()),
            },
            Self::Bytes(count) => match length(count) {
                Some(count) => write!(f, "bytes({count})"),
                None => write!(f, "<{}>", self.name()),
            },
            Self::Fixed(int, bits) => write!(f, "fixed({},{bits})", int.name()),
            Self::Enum(int, names) if !names.open => {
                write!(f, "enum({};", int.name())?;
                let mut next = 0;
                for (at, (name, number)) in names.entries.iter().enumerate() {
                    write!(f, "{}{name}", if at == 0 { "" } else { "|" })?;
                    if *number != mem::replace(&mut next, number.wrapping_add(1)) {
                        write!(f, "={number}")?;
                    }
                }
                f.write_str(")")
            }
            Self::Struct(fields) => {
                f.write_str("struct(")?;
                for (at, (name, field)) in fields.iter().enumerate() {
                    write!(f, "{}{name}:{field}", if at == 0 { "" } else { "," })?;
                }
                f.write_str(")")
            }
            leaf @ leaf_type!() => f.write_str(leaf.leaf().map_or("", |(text, _, _)| text)),
            _ => write!(f, "<{}>", self.name()),
        }
    }
}

impl FromStr for TypeExpr {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        syntax::parse(text)
    }
}
