//! A value of any type, and the values inside it.

use std::mem::replace;
use std::ops::{Deref, DerefMut};

use crate::minecraft::model::nbt::{JavaStr, Nbt};
use crate::minecraft::model::{
    Angle, Chat, FixedPoint, Identifier, ItemStack, Metadata, Particle, Position, ThinCow, Uuid, boxed_slice,
};

/// A value of a type known at run time, as [`TypeExpr`](super::TypeExpr) reads and writes it.
///
/// It is nested no deeper than its type, which text gives 32 levels at most. What a program builds deeper, values and types
/// alike, takes stack for each level wherever it is read, written, cloned, compared or printed; dropping it takes no more.
///
/// ```
/// use gamewire::minecraft::{Protocol, TypeExpr, Value};
/// let health: TypeExpr = "struct(health:f32,food:varint)".parse()?;
/// let value = Value::Struct([Value::F32(20.0), Value::VarInt(18)].into());
/// let bytes = health.encode(Protocol::V1_14, &value)?;
/// assert_eq!(health.parse(Protocol::V1_14, &bytes)?, value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// `u32`.
    U32(u32),
    /// `i64`; a number of `bits`.
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
    /// `optional` and `option`; a value in the place of the id of a `holder`, or the name of `holders`.
    Option(Option<BoxedValue<'a>>),
    /// `array`, with or without a count; `until` and `marked`; the entries of `holders`.
    Array(ValueList<'a>),
    /// `bytes`, with or without a length; `gzip_nbt` as it is packed; `lpvec3`.
    Bytes(ThinCow<'a, [u8]>),
    /// `enum`: the number, without its name.
    Enum(i64),
    /// `fixed`.
    Fixed(FixedPoint),
    /// `bits`: the numbers. `struct`: the values of the fields, in the order of the type.
    Struct(ValueList<'a>),
}

// An element of an array may be one byte: this is how much a decode may hold for a byte of input.
const _: () = assert!(size_of::<Value<'_>>() <= 24);

impl Value<'_> {
    /// Returns the value, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Self::Bool(x) => Value::Bool(x),
            Self::I8(x) => Value::I8(x),
            Self::U8(x) => Value::U8(x),
            Self::I16(x) => Value::I16(x),
            Self::U16(x) => Value::U16(x),
            Self::I32(x) => Value::I32(x),
            Self::U32(x) => Value::U32(x),
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

/// The elements of an array, or the values of a structure's fields. It is used like a slice, but dropping deeply nested values
/// takes no more stack.
///
/// ```
/// use gamewire::minecraft::{Value, ValueList};
/// let mut values: ValueList = [Value::U8(1), Value::U8(2)].into();
/// values[1] = Value::U8(3);
/// assert_eq!(values.into_vec(), [Value::U8(1), Value::U8(3)]);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ValueList<'a>(pub(super) Box<[Value<'a>]>);

boxed_slice!(ValueList of Value);

/// The value inside an option. It is used like a [`Box`], but dropping a deeply nested value takes no more stack.
///
/// ```
/// use gamewire::minecraft::{BoxedValue, Value};
/// let some = Value::Option(Some(Value::U8(1).into()));
/// if let Value::Option(inner) = some {
///     assert_eq!(inner.map(BoxedValue::into_inner), Some(Value::U8(1)));
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct BoxedValue<'a>(pub(super) Box<Value<'a>>);

impl<'a> BoxedValue<'a> {
    /// The value, moved out.
    #[must_use]
    pub fn into_inner(mut self) -> Value<'a> {
        replace(&mut self.0, NO_VALUE)
    }
}

/// `false`.
impl Default for Value<'_> {
    #[inline]
    fn default() -> Self {
        NO_VALUE
    }
}

/// The value that replaces a taken one.
pub(super) const NO_VALUE: Value<'static> = Value::Bool(false);

impl<'a> Deref for BoxedValue<'a> {
    type Target = Value<'a>;
    #[inline]
    fn deref(&self) -> &Value<'a> {
        &self.0
    }
}

impl DerefMut for BoxedValue<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<'a> From<Value<'a>> for BoxedValue<'a> {
    #[inline]
    fn from(value: Value<'a>) -> Self {
        Self(Box::new(value))
    }
}

impl<'a> From<Box<Value<'a>>> for BoxedValue<'a> {
    #[inline]
    fn from(value: Box<Value<'a>>) -> Self {
        Self(value)
    }
}

/// The number in a value of an integer type.
pub(in crate::minecraft) fn int_of(x: &Value<'_>) -> Option<i64> {
    Some(match x {
        Value::I8(x) => (*x).into(),
        Value::U8(x) => (*x).into(),
        Value::I16(x) => (*x).into(),
        Value::U16(x) => (*x).into(),
        Value::I32(x) | Value::VarInt(x) => (*x).into(),
        Value::U32(x) => (*x).into(),
        Value::I64(x) | Value::VarLong(x) => *x,
        Value::Bool(_)
        | Value::F32(_)
        | Value::F64(_)
        | Value::String(_)
        | Value::Chat(_)
        | Value::Identifier(_)
        | Value::Position(_)
        | Value::Angle(_)
        | Value::Uuid(_)
        | Value::Nbt(_)
        | Value::Mutf8(_)
        | Value::Slot(_)
        | Value::Particle(_)
        | Value::Metadata(_)
        | Value::Option(_)
        | Value::Array(_)
        | Value::Bytes(_)
        | Value::Enum(_)
        | Value::Fixed(_)
        | Value::Struct(_) => return None,
    })
}
