//! A value of any type.

use super::{BoxedValue, Values};
use crate::minecraft::model::nbt::{JavaStr, Nbt};
use crate::minecraft::model::{
    Angle, Chat, FixedPoint, Identifier, ItemStack, Metadata, Particle, Position, ThinCow, Uuid,
};

/// A value of a type known at run time, as [`TypeExpr`](super::TypeExpr) reads and writes it.
///
/// It is nested no deeper than its type, which text gives 32 levels at most. What a program builds deeper, values and types
/// alike, takes stack for each level wherever it is read, written, cloned, compared or printed; dropping it takes no more.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Value<'a> {
    /// `bool`.
    Bool(bool),
    /// `i8`.
    I8(i8),
    /// `u8`.
    U8(u8),
    /// `i16`.
    I16(i16),
    /// `u16`.
    U16(u16),
    /// `i32`.
    I32(i32),
    /// `i64`.
    I64(i64),
    /// `f32`.
    F32(f32),
    /// `f64`.
    F64(f64),
    /// `varint`.
    VarInt(i32),
    /// `varlong`.
    VarLong(i64),
    /// `string(n)`.
    String(ThinCow<'a, str>),
    /// `chat`, the text of its JSON.
    Chat(Chat<'a>),
    /// `identifier`.
    Identifier(Identifier<'a>),
    /// `position`.
    Position(Position),
    /// `angle`.
    Angle(Angle),
    /// `uuid`.
    Uuid(Uuid),
    /// `nbt`, which may be absent.
    Nbt(Option<Box<Nbt<'a>>>),
    /// `mutf8`.
    Mutf8(JavaStr<'a>),
    /// `slot`, which may be empty.
    Slot(Option<Box<ItemStack<'a>>>),
    /// `particle`.
    Particle(Particle<'a>),
    /// `metadata`.
    Metadata(Metadata<'a>),
    /// `optional` and `option`.
    Option(Option<BoxedValue<'a>>),
    /// `array`, with or without a count.
    Array(Values<'a>),
    /// `bytes`, with or without a length.
    Bytes(ThinCow<'a, [u8]>),
    /// `enum`: the number, whatever it is called.
    Enum(i64),
    /// `fixed`.
    Fixed(FixedPoint),
    /// `struct`: the values of the fields, in the order of the type.
    Struct(Values<'a>),
}

// An element of an array may be one byte: this is how much a decode may hold for a byte of input.
const _: () = assert!(size_of::<Value<'_>>() <= 24);

impl Value<'_> {
    /// The same, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Self::Bool(x) => Value::Bool(x),
            Self::I8(x) => Value::I8(x),
            Self::U8(x) => Value::U8(x),
            Self::I16(x) => Value::I16(x),
            Self::U16(x) => Value::U16(x),
            Self::I32(x) => Value::I32(x),
            Self::I64(x) => Value::I64(x),
            Self::F32(x) => Value::F32(x),
            Self::F64(x) => Value::F64(x),
            Self::VarInt(x) => Value::VarInt(x),
            Self::VarLong(x) => Value::VarLong(x),
            Self::String(x) => Value::String(x.into_owned()),
            Self::Chat(x) => Value::Chat(x.into_owned()),
            Self::Identifier(x) => Value::Identifier(x.into_owned()),
            Self::Position(x) => Value::Position(x),
            Self::Angle(x) => Value::Angle(x),
            Self::Uuid(x) => Value::Uuid(x),
            Self::Nbt(x) => Value::Nbt(x.map(|x| Box::new(x.into_owned()))),
            Self::Mutf8(x) => Value::Mutf8(x.into_owned()),
            Self::Slot(x) => Value::Slot(x.map(|x| Box::new(x.into_owned()))),
            Self::Particle(x) => Value::Particle(x.into_owned()),
            Self::Metadata(x) => Value::Metadata(x.into_owned()),
            Self::Option(x) => Value::Option(x.map(|x| x.into_inner().into_owned().into())),
            Self::Array(x) => Value::Array(x.into_iter().map(Value::into_owned).collect()),
            Self::Bytes(x) => Value::Bytes(x.into_owned()),
            Self::Enum(x) => Value::Enum(x),
            Self::Fixed(x) => Value::Fixed(x),
            Self::Struct(x) => Value::Struct(x.into_iter().map(Value::into_owned).collect()),
        }
    }
}
