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
//! `struct(flags:u8,redirect:<Switch>)`, and [`FromStr`] refuses it. It also refuses names that contain one of the characters
//! `(),;|=:`.

pub(super) mod bits;
mod int_type;
mod label;
mod members;
mod scope;
mod syntax;
mod types;
pub(in crate::minecraft) mod value;
pub(in crate::minecraft) mod wire;

use std::str::FromStr;

pub use int_type::IntType;
pub(super) use int_type::{bits_of, flags_value, has_bit, int_of, int_value};
pub use label::Label;
pub(super) use members::{ANONYMOUS, NUMBER, is_small};
pub(super) use scope::Scope;
pub use types::{BitField, Cases, EnumNames, Holder, Length, Selector, TypeExpr, TypeName, Types};
pub use value::{BoxedValue, Value, ValueList};

use super::protocol::Protocol;
use crate::edge::{self, Counts, Edge, Repaired};
use crate::error::{DecodeError, EncodeError, TextError};
use crate::explain::{Explainer, Explanation};
use crate::verdict::Verdict;

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

    /// Returns the version and the packet or type, if this is a type of a description, whose text would be long.
    pub fn heading(&self) -> Option<String> {
        let Self::Types(types, inner) = self else { return None };
        Some(format!("minecraft-{} {}", types.title(), inner.title()))
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
        let (_, names, _) = self.packets().filter(|(_, names, _)| names.entries().len() > 1)?;
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
}

impl FromStr for TypeExpr {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        syntax::parse(text)
    }
}
