//! Types as text: `array(varint,slot)`, and values of a type known at run time.
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
//! | `if(f,T)`, `if(f&8,T)`, `if(f=1,T)` | 0 or T: there if the field f is not 0, has one of the bits of 8, or is 1 | [`optional`](super::wire::optional) |
//! | `switch(f;0=T\|1=U\|*=V)`, `switch(f&3;..)` | T if the field f is 0, U if it is 1, else V | |
//!
//! `f` is an earlier field of the same structure, or of one around it: an integer, a Boolean, an enumeration, whose labels are
//! its names, or a String or Identifier, whose labels are text. Without a case `*` any other label is an error.

mod int_type;
mod nested;
mod select;
mod syntax;
pub(in crate::minecraft) mod value;
pub(in crate::minecraft) mod wire;

use std::str::FromStr;
use std::{fmt, mem};

pub use int_type::IntType;
pub(super) use select::Scope;
pub use select::{Cases, Selector};
use value::int_of;
pub use value::{BoxedValue, Value, ValueList};
#[cfg(feature = "json")]
pub(super) use wire::int_value;

use super::dependent::Label;
use super::protocol::Protocol;
use crate::edge::{self, By, Counts, Repaired};
use crate::error::TextError;
use crate::error::{DecodeError, EncodeError};
use crate::explain::{Explainer, Explanation};
use crate::verdict::Verdict;

/// A type that is known at run time, usually read from text such as `array(varint,slot)`:
/// [the table of types](crate::minecraft::format#the-table-of-types) has the text of each.
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
    /// `string(n)`: UTF-8 after its length, at most this number of UTF-16 units.
    String(u32),
    /// `chat`: a String of JSON.
    Chat,
    /// `identifier`: a String such as `minecraft:stone`.
    Identifier,
    /// `position`: the coordinates of a block in 8 bytes.
    Position,
    /// `angle`: 1 byte, in steps of 1/256 of a turn.
    Angle,
    /// `uuid`: 16 bytes, big-endian.
    Uuid,
    /// `nbt`: a root of NBT, or one byte 0.
    Nbt,
    /// `mutf8`: text as NBT has it, modified UTF-8 after 2 bytes of length.
    Mutf8,
    /// `slot`: a stack of items, or none.
    Slot,
    /// `particle`: an id, and the data of that particle.
    Particle,
    /// `metadata`: the entries of an entity, up to `ff`.
    Metadata,
    /// `optional(T)`: the type, or nothing where the input is empty.
    Optional(Box<TypeExpr>),
    /// `option(T)`: a Boolean, and the type if it is true.
    Option(Box<TypeExpr>),
    /// `array(k,T)` or `array(I,T)`: elements of the type.
    Array(Length, Box<TypeExpr>),
    /// `bytes(k)` or `bytes(I)`: bytes as they are.
    Bytes(Length),
    /// `enum(T;a|b|c=7)`: an integer whose values have names.
    Enum(IntType, EnumNames),
    /// `fixed(T,f)`: an integer type of fixed size, and the number of its bits that are the fraction.
    Fixed(IntType, u32),
    /// `struct(name:T,..)`: fields by name, in the order of the wire.
    Struct(Vec<(String, TypeExpr)>),
    /// `if(f&8,T)`, `if(f=1,T)`: the type, if an earlier field is not 0, or has this label; else nothing.
    If(Selector, Option<Label<'static>>, Box<TypeExpr>),
    /// `switch(f;0=T|*=U)`: the type that the label of an earlier field selects.
    Switch(Selector, Cases),
}

/// The source of a count or length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Length {
    /// A known number, which is not on the wire.
    Known(u32),
    /// A number before the elements.
    Prefixed(IntType),
}

/// The values of an enumeration, by name, in the order of the expression.
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
pub struct EnumNames(pub(super) Vec<(String, i64)>);

impl EnumNames {
    /// Names and their numbers.
    pub fn entries(&self) -> &[(String, i64)] {
        &self.0
    }

    /// The number of a name.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, number)| *number)
    }

    /// The name of a number: the first, if several share it.
    pub fn name(&self, number: i64) -> Option<&str> {
        self.0.iter().find(|(_, other)| *other == number).map(|(name, _)| name.as_str())
    }
}

impl TypeExpr {
    /// Reads one value and nothing else, as [`Protocol::parse`] reads a type of Rust.
    ///
    /// # Errors
    /// The errors of [`Protocol::parse`].
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, TypeExpr, Value};
    /// let bytes = [2, 7, 9];
    /// let list: TypeExpr = "array(varint,u8)".parse()?;
    /// let value = list.parse(Protocol::V1_14, &bytes)?;
    /// assert_eq!(value, Value::Array([Value::U8(7), Value::U8(9)].into()));
    /// assert_eq!(list.encode(Protocol::V1_14, &value)?, bytes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse<'a>(&self, protocol: Protocol, bytes: &'a [u8]) -> Result<Value<'a>, DecodeError> {
        edge::parse(&protocol, self, bytes)
    }

    /// Reads the value at the start, and returns the rest too: [`Protocol::parse_prefix`] for this type.
    pub fn parse_prefix<'a>(
        &self,
        protocol: Protocol,
        bytes: &'a [u8],
    ) -> Result<(Value<'a>, &'a [u8]), DecodeError> {
        edge::parse_prefix(&protocol, self, bytes)
    }

    /// Validates one value without building it: [`Protocol::check`] for this type.
    pub fn check(&self, protocol: Protocol, bytes: &[u8]) -> Result<(), DecodeError> {
        edge::check(&protocol, self, bytes)
    }

    /// Returns the part before the damage of NBT that is cut or damaged, as the bytes of complete NBT: compounds and lists
    /// with the entries that are complete. Returns `None` if the NBT is undamaged, if no compound has an entry, and for all other
    /// types.
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
        let repaired = edge::repair(&protocol, self, &counts, bytes)?;
        self.check(protocol, &repaired.bytes).is_ok().then_some(repaired)
    }

    /// Writes one value.
    ///
    /// # Errors
    /// If the value is of another type than this, or the type cannot hold it: where in it, and why.
    pub fn encode(&self, protocol: Protocol, value: &Value<'_>) -> Result<Vec<u8>, EncodeError> {
        edge::encode(&protocol, &By(self, value))
    }

    /// Appends one value to the buffer: [`Protocol::encode_into`] for this type.
    pub fn encode_into(
        &self,
        protocol: Protocol,
        value: &Value<'_>,
        buffer: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        let written;
        (*buffer, written) = edge::fill(&protocol, &By(self, value), mem::take(buffer));
        written
    }

    /// Explains bytes as a value of this type: [`Protocol::explain`].
    pub fn explain(&self, protocol: Protocol, bytes: &[u8]) -> Explanation {
        self.explainer(protocol, bytes).explain()
    }

    /// Explains bytes row by row, or only some of them: [`Protocol::explainer`] for this type.
    pub fn explainer<'a>(&self, protocol: Protocol, bytes: &'a [u8]) -> Explainer<'a> {
        edge::explainer(protocol, self.clone(), protocol.title(self), bytes)
    }

    /// Decodes the bytes, encodes the value again, and compares: [`Protocol::verify`] for this type.
    #[must_use]
    pub fn verify(&self, protocol: Protocol, bytes: &[u8]) -> Verdict {
        edge::verify(&protocol, self, bytes, |read| self.explainer(protocol, read))
    }

    /// The least number of bytes of a value.
    pub fn min_len(&self) -> usize {
        match self {
            Self::Bool | Self::Angle | Self::Nbt | Self::Slot | Self::Particle | Self::Metadata => 1,
            Self::String(_) | Self::Chat | Self::Identifier | Self::Option(_) => 1,
            Self::Int(int) | Self::Enum(int, _) | Self::Fixed(int, _) => int.min_len(),
            Self::Mutf8 => 2,
            Self::F32 => 4,
            Self::F64 | Self::Position => 8,
            Self::Uuid => 16,
            Self::Optional(_) | Self::If(..) => 0,
            Self::Switch(_, cases) => cases.iter().map(|(_, case)| case.min_len()).min().unwrap_or(0),
            Self::Array(Length::Prefixed(int), _) | Self::Bytes(Length::Prefixed(int)) => int.min_len(),
            Self::Struct(fields) => {
                fields.iter().fold(0, |sum, (_, field)| field.min_len().saturating_add(sum))
            }
            Self::Array(Length::Known(count), element) => (*count as usize).saturating_mul(element.min_len()),
            Self::Bytes(Length::Known(length)) => *length as usize,
        }
    }

    /// Returns the greatest number of bytes of memory that a value takes for each encoded byte.
    ///
    /// Types from text have no arrays whose elements need more than 96. Check the number for a type that you build yourself.
    ///
    /// ```
    /// use gamewire::minecraft::TypeExpr;
    /// let element: TypeExpr = "struct(id:varint,item:slot)".parse()?;
    /// assert_eq!(element.memory_per_byte(), 36);
    /// assert!(format!("array(varint,{}bool{})", "array(1,".repeat(9), ")".repeat(9)).parse::<TypeExpr>().is_err());
    /// # Ok::<(), gamewire::TextError>(())
    /// ```
    pub fn memory_per_byte(&self) -> usize {
        // The least rate that is enough.
        let (mut least, mut enough) = (0, usize::MAX / 2);
        while least < enough {
            let rate = least.midpoint(enough);
            if self.exceeds(rate) { least = rate + 1 } else { enough = rate }
        }
        least
    }

    /// Returns whether a value may take more than `rate` bytes of memory per encoded byte.
    pub(super) fn exceeds(&self, rate: usize) -> bool {
        self.most_memory_over(i64::try_from(rate).unwrap_or(i64::MAX)) > 0
    }

    /// Returns the most memory that a value may take beyond `rate` bytes per encoded byte. It is negative if each value
    /// takes less.
    fn most_memory_over(&self, rate: i64) -> i64 {
        const VALUE: i64 = size_of::<Value<'_>>() as i64;
        let over = |encoded: usize| {
            VALUE.saturating_sub(rate.saturating_mul(i64::try_from(encoded).unwrap_or(i64::MAX)))
        };
        match self {
            // What is there is in a box.
            Self::Optional(inner) | Self::If(_, _, inner) => {
                VALUE.saturating_add(inner.most_memory_over(rate).max(0))
            }
            Self::Option(inner) => over(1).saturating_add(inner.most_memory_over(rate).max(0)),
            // There may be any number of elements.
            Self::Array(Length::Prefixed(_), element) if element.most_memory_over(rate) > 0 => i64::MAX,
            Self::Array(Length::Prefixed(int), _) => over(int.min_len()),
            Self::Array(Length::Known(count), element) => {
                VALUE.saturating_add(element.most_memory_over(rate).saturating_mul((*count).into()))
            }
            Self::Struct(fields) => {
                fields.iter().fold(VALUE, |sum, (_, field)| sum.saturating_add(field.most_memory_over(rate)))
            }
            Self::Switch(_, cases) => {
                cases.iter().map(|(_, case)| case.most_memory_over(rate)).max().unwrap_or(VALUE)
            }
            Self::Bool | Self::Int(_) | Self::Enum(..) | Self::Fixed(..) | Self::F32 | Self::F64 => {
                over(self.min_len())
            }
            Self::Position => over(self.min_len()),
            // Each byte of these may take as much as a value.
            Self::String(_) | Self::Chat | Self::Identifier | Self::Angle | Self::Uuid => over(1),
            Self::Nbt | Self::Slot | Self::Particle | Self::Metadata => over(1),
            Self::Mutf8 | Self::Bytes(_) => over(self.min_len()),
        }
    }

    /// The name of the type in the specification, without arguments.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Bool => "Boolean",
            Self::Int(IntType::I8) => "Byte",
            Self::Int(IntType::U8) => "Unsigned Byte",
            Self::Int(IntType::I16) => "Short",
            Self::Int(IntType::U16) => "Unsigned Short",
            Self::Int(IntType::I32) => "Int",
            Self::Int(IntType::I64) => "Long",
            Self::Int(IntType::VarInt) => "VarInt",
            Self::Int(IntType::VarLong) => "VarLong",
            Self::F32 => "Float",
            Self::F64 => "Double",
            Self::String(_) => "String",
            Self::Chat => "Chat",
            Self::Identifier => "Identifier",
            Self::Position => "Position",
            Self::Angle => "Angle",
            Self::Uuid => "UUID",
            Self::Nbt => "NBT",
            Self::Mutf8 => "Modified UTF-8",
            Self::Slot => "Slot",
            Self::Particle => "Particle",
            Self::Metadata => "Entity Metadata",
            Self::Optional(_) => "Optional",
            Self::Option(_) => "Option",
            Self::Array(..) => "Array",
            Self::Bytes(_) => "Byte Array",
            Self::Enum(..) => "Enum",
            Self::Fixed(..) => "Fixed-point",
            Self::Struct(_) => "Struct",
            Self::If(..) => "If",
            Self::Switch(..) => "Switch",
        }
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(count) => count.fmt(f),
            Self::Prefixed(int) => f.write_str(int.name()),
        }
    }
}

impl fmt::Display for TypeExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("bool"),
            Self::Int(int) => f.write_str(int.name()),
            Self::F32 => f.write_str("f32"),
            Self::F64 => f.write_str("f64"),
            Self::String(n) => write!(f, "string({n})"),
            Self::Chat => f.write_str("chat"),
            Self::Identifier => f.write_str("identifier"),
            Self::Position => f.write_str("position"),
            Self::Angle => f.write_str("angle"),
            Self::Uuid => f.write_str("uuid"),
            Self::Nbt => f.write_str("nbt"),
            Self::Mutf8 => f.write_str("mutf8"),
            Self::Slot => f.write_str("slot"),
            Self::Particle => f.write_str("particle"),
            Self::Metadata => f.write_str("metadata"),
            Self::Optional(inner) => write!(f, "optional({inner})"),
            Self::Option(inner) => write!(f, "option({inner})"),
            Self::Array(length, inner) => write!(f, "array({length},{inner})"),
            Self::Bytes(length) => write!(f, "bytes({length})"),
            Self::Fixed(int, bits) => write!(f, "fixed({},{bits})", int.name()),
            Self::Struct(fields) => {
                for (at, (name, field)) in fields.iter().enumerate() {
                    write!(f, "{}{name}:{field}", if at == 0 { "struct(" } else { "," })?;
                }
                f.write_str(if fields.is_empty() { "struct()" } else { ")" })
            }
            Self::If(of, None, inner) => write!(f, "if({of},{inner})"),
            Self::If(of, Some(is), inner) => write!(f, "if({of}={is},{inner})"),
            Self::Switch(of, cases) => {
                write!(f, "switch({of}")?;
                for (at, (label, case)) in cases.iter().enumerate() {
                    f.write_str(if at == 0 { ";" } else { "|" })?;
                    match label {
                        Some(label) => write!(f, "{label}={case}")?,
                        None => write!(f, "*={case}")?,
                    }
                }
                f.write_str(")")
            }
            Self::Enum(int, names) => {
                write!(f, "enum({};", int.name())?;
                let mut next = 0;
                for (at, (name, number)) in names.0.iter().enumerate() {
                    f.write_str(if at == 0 { "" } else { "|" })?;
                    f.write_str(name)?;
                    if *number != next {
                        write!(f, "={number}")?;
                    }
                    next = number.wrapping_add(1);
                }
                f.write_str(")")
            }
        }
    }
}

impl FromStr for TypeExpr {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        syntax::parse(text)
    }
}
