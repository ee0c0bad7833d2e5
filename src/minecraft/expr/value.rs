//! Values of types that are known at run time.

use std::fmt;
use std::iter::repeat_with;
use std::mem::{replace, take};
use std::ops::{Deref, DerefMut};

use crate::error::EncodeErrorKind;
use crate::limits::{drop_nested, with_stack};
use crate::minecraft::model::{
    Angle, Chat, FixedPoint, Identifier, ItemStack, Metadata, Particle, Position, Uuid, boxed_slice, nested,
};
use crate::minecraft::nbt::{JavaStr, Nbt};

/// A value of a type that is known at run time. [`TypeExpr`](super::TypeExpr) decodes and encodes it.
///
/// A value is nested no deeper than its type, unless a named type refers to itself. A type that was parsed from text is
/// nested at most 32 levels deep. Values and types that a program builds may be nested more deeply.
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
pub enum Value {
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
    /// `u64`, `lu64`.
    U64(u64),
    /// `f32`.
    F32(f32),
    /// `f64`.
    F64(f64),
    /// `varint`.
    VarInt(i32),
    /// `varlong`.
    VarLong(i64),
    /// `string(n)`.
    String(Box<str>),
    /// `chat`, the text of its JSON.
    Chat(Chat),
    /// `identifier`.
    Identifier(Identifier),
    /// `position`.
    Position(Position),
    /// `angle`.
    Angle(Angle),
    /// `uuid`.
    Uuid(Uuid),
    /// `nbt`, which may be absent.
    Nbt(Option<Box<Nbt>>),
    /// `mutf8`.
    Mutf8(Box<JavaStr>),
    /// `slot`, which may be empty.
    Slot(Option<Box<ItemStack>>),
    /// `particle`.
    Particle(Particle),
    /// `metadata`.
    Metadata(Metadata),
    /// `optional` and `option`. Also the inline value of a `registryEntryHolder`, and the name of a `registryEntryHolderSet`.
    Option(Option<BoxedValue>),
    /// `array` with or without a count, `entityMetadataLoop`, `topBitSetTerminatedArray`, and the entries of a
    /// `registryEntryHolderSet`.
    Array(ValueList),
    /// `array` of integers of fixed size, such as `array(varint,u8)`: the encoded elements, which
    /// [`IntType::values`](super::IntType::values) reads. It can also be encoded from an [`Array`](Self::Array).
    Integers(Box<[u8]>),
    /// `bytes` with or without a length, the packed bytes of `gzip_nbt`, and `lpvec3`.
    Bytes(Box<[u8]>),
    /// `enum`, by its number.
    Enum(i64),
    /// `fixed`.
    Fixed(FixedPoint),
    /// The numbers of a `bitfield`, or the values of the fields of a `struct` in the order of the type.
    Struct(ValueList),
}

// An element of an array may be a single byte, so this is the memory that decoding may take for each byte of the input.
const _: () = assert!(size_of::<Value>() <= 24);

/// The elements of an array, or the values of the fields of a structure. It dereferences to a slice. They may be
/// nested in any depth.
///
/// ```
/// use gamewire::minecraft::{Value, ValueList};
/// let mut values: ValueList = [Value::U8(1), Value::U8(2)].into();
/// values[1] = Value::U8(3);
/// assert_eq!(values.into_vec(), [Value::U8(1), Value::U8(3)]);
/// ```
#[derive(Default)]
pub struct ValueList(Box<[Value]>);

boxed_slice!(ValueList of Value);
nested!(ValueList BoxedValue);

/// The value inside an option. It dereferences like a [`Box`]. Values may be nested in any depth.
///
/// ```
/// use gamewire::minecraft::{BoxedValue, Value};
/// let some = Value::Option(Some(Value::U8(1).into()));
/// if let Value::Option(inner) = some {
///     assert_eq!(inner.map(BoxedValue::into_inner), Some(Value::U8(1)));
/// }
/// ```
pub struct BoxedValue(Box<Value>);

impl BoxedValue {
    /// Returns the value.
    #[must_use]
    pub fn into_inner(mut self) -> Value {
        replace(&mut self.0, NO_VALUE)
    }
}

impl Default for Value {
    #[inline]
    fn default() -> Self {
        NO_VALUE
    }
}

impl fmt::Debug for ValueList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_stack(|| f.debug_tuple("ValueList").field(&self.0).finish())
    }
}

impl fmt::Debug for BoxedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_stack(|| f.debug_tuple("BoxedValue").field(&self.0).finish())
    }
}

/// The reason why a value is not written.
pub(super) const OTHER_TYPE: EncodeErrorKind =
    EncodeErrorKind::NotExpressible { what: "the value is not of the type to be written" };

/// The value that replaces one that was taken.
pub(super) const NO_VALUE: Value = Value::Bool(false);

/// Returns the places of `count` values.
pub(super) fn blank(count: usize) -> Box<[Value]> {
    repeat_with(Value::default).take(count).collect()
}

impl Deref for BoxedValue {
    type Target = Value;
    #[inline]
    fn deref(&self) -> &Value {
        &self.0
    }
}

impl DerefMut for BoxedValue {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl From<Value> for BoxedValue {
    #[inline]
    fn from(value: Value) -> Self {
        Self(Box::new(value))
    }
}

impl From<Box<Value>> for BoxedValue {
    #[inline]
    fn from(value: Box<Value>) -> Self {
        Self(value)
    }
}

impl Value {
    /// Returns the value of a field, if this is a structure.
    pub(in crate::minecraft) fn field(&self, at: usize) -> Option<&Self> {
        if let Self::Struct(fields) = self { fields.get(at) } else { None }
    }
}

impl Drop for ValueList {
    #[inline]
    fn drop(&mut self) {
        if !self.0.is_empty() {
            drop_nested(|| drop(take(&mut self.0)));
        }
    }
}

impl Drop for BoxedValue {
    #[inline]
    fn drop(&mut self) {
        drop_nested(|| drop(take(&mut *self.0)));
    }
}
