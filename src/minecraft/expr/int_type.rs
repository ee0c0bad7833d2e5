//! The integer types of type expressions.

use std::io::Write;

use cookie_factory::{SerializeFn, WriteContext};

use super::value::{OTHER_TYPE, Value};
use crate::error::EncodeErrorKind;
use crate::grammar::{
    Parse, be_i16, be_i32, be_i64, be_u16, be_u32, be_u64, field, le_i16, le_i32, le_i64, le_u16, le_u32,
    le_u64, map, slice,
};
use crate::minecraft::wire::{self, Cx};
use crate::sure::Sure as _;
use crate::trace::{Form, Meaning, Order, Trace};

/// Calls the parser of an integer type: that of bytes in an order, or one of [`wire`].
macro_rules! read {
    ($cx:ident, $what:ident, $int:ident, $bytes:ident $parser:ident) => {
        field($cx, $what.of($int.form()), $parser)
    };
    ($cx:ident, $what:ident, $int:ident, wire $parser:ident $gen_name:ident) => {
        wire::$parser($cx, $what)
    };
}

/// Calls the serializer of an integer type.
macro_rules! write {
    ($x:ident, $bytes:ident $parser:ident) => {
        slice($x.$bytes())
    };
    ($x:ident, wire $parser:ident $gen_name:ident) => {
        wire::$gen_name(*$x)
    };
}

/// Defines the integer types. A row has the variant, the type of its numbers and the variant of [`Value`], the name in expressions and perhaps another
/// name, the name in the specification, the form of the bytes, and their parser and serializer.
macro_rules! int_types {
    ($(
        $(#[$doc:meta])+
        $name:ident($number:ident in $value:ident): $text:literal $(| $alias:literal)?, $shown:literal, $form:expr, $($wire:ident)+;
    )+) => {
        /// An integer type of a type expression.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum IntType {
            $($(#[$doc])+ $name,)+
        }

        impl IntType {
            /// Returns the name in expressions.
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }

            /// Returns the type with this name in expressions.
            pub(in crate::minecraft) fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($text $(| $alias)? => Some(Self::$name),)+
                    _ => None,
                }
            }

            /// Returns the name in the specification.
            pub(super) fn shown(self) -> &'static str {
                match self { $(Self::$name => $shown,)+ }
            }

            /// Returns the form of the bytes.
            pub(super) fn form(self) -> Form {
                match self { $(Self::$name => $form,)+ }
            }

            /// Returns the least and the greatest value. Those of unsigned numbers of 64 bits end at `i64::MAX` here.
            pub fn range(self) -> (i64, i64) {
                match self { $(Self::$name => (i64::try_from($number::MIN).unwrap_or(i64::MIN), i64::try_from($number::MAX).unwrap_or(i64::MAX)),)+ }
            }

            /// Returns the number of bits of the value.
            pub(in crate::minecraft) fn width(self) -> usize {
                match self { $(Self::$name => $number::BITS as usize,)+ }
            }

            #[cfg(feature = "arbitrary")]
            pub(in crate::minecraft) fn made(
                self,
                u: &mut arbitrary::Unstructured<'_>,
            ) -> arbitrary::Result<Value> {
                Ok(match self { $(Self::$name => Value::$value(u.arbitrary()?),)+ })
            }
        }

        /// Reads a number of one of the integer types.
        pub(super) fn integer<'a, T: Trace>(
            cx: Cx<'_, T>,
            int: IntType,
            what: impl Into<Meaning>,
        ) -> impl Parse<'a, Value> {
            let what = what.into();
            move |i: &'a [u8]| match int {
                $(IntType::$name => map(read!(cx, what, int, $($wire)+), Value::$value)(i),)+
            }
        }

        /// Mirrors [`integer`].
        pub(super) fn gen_integer<T: Trace, W: Write>(cx: Cx<'_, T>, int: IntType, x: &Value) -> impl SerializeFn<W> {
            move |out: WriteContext<W>| match (int, x) {
                $((IntType::$name, Value::$value(x)) => write!(x, $($wire)+)(out),)+
                _ => cx.refuse(OTHER_TYPE),
            }
        }

        /// Returns a number as a value of an integer type, if it fits.
        pub(in crate::minecraft) fn int_value(int: IntType, x: i64) -> Option<Value> {
            Some(match int { $(IntType::$name => Value::$value(x.try_into().ok()?),)+ })
        }
    };
}

int_types! {
    /// `i8` or `byte`: 1 byte, signed.
    I8(i8 in I8): "i8" | "byte", "Byte", Form::signed(Order::Big), wire byte gen_byte;
    /// `u8` or `ubyte`: 1 byte.
    U8(u8 in U8): "u8" | "ubyte", "Unsigned Byte", Form::unsigned(Order::Big), wire ubyte gen_ubyte;
    /// `i16` or `short`: 2 bytes, big-endian, signed.
    I16(i16 in I16): "i16" | "short", "Short", Form::signed(Order::Big), to_be_bytes be_i16;
    /// `u16` or `ushort`: 2 bytes, big-endian.
    U16(u16 in U16): "u16" | "ushort", "Unsigned Short", Form::unsigned(Order::Big), to_be_bytes be_u16;
    /// `i32` or `int`: 4 bytes, big-endian, signed.
    I32(i32 in I32): "i32" | "int", "Int", Form::signed(Order::Big), to_be_bytes be_i32;
    /// `u32`: 4 bytes, big-endian.
    U32(u32 in U32): "u32", "Unsigned Int", Form::unsigned(Order::Big), to_be_bytes be_u32;
    /// `i64` or `long`: 8 bytes, big-endian, signed.
    I64(i64 in I64): "i64" | "long", "Long", Form::signed(Order::Big), to_be_bytes be_i64;
    /// `u64`: 8 bytes, big-endian.
    U64(u64 in U64): "u64", "Unsigned Long", Form::unsigned(Order::Big), to_be_bytes be_u64;
    /// `li16`: 2 bytes, little-endian, signed.
    Li16(i16 in I16): "li16", "Short", Form::signed(Order::Little), to_le_bytes le_i16;
    /// `lu16`: 2 bytes, little-endian.
    Lu16(u16 in U16): "lu16", "Unsigned Short", Form::unsigned(Order::Little), to_le_bytes le_u16;
    /// `li32`: 4 bytes, little-endian, signed.
    Li32(i32 in I32): "li32", "Int", Form::signed(Order::Little), to_le_bytes le_i32;
    /// `lu32`: 4 bytes, little-endian.
    Lu32(u32 in U32): "lu32", "Unsigned Int", Form::unsigned(Order::Little), to_le_bytes le_u32;
    /// `li64`: 8 bytes, little-endian, signed.
    Li64(i64 in I64): "li64", "Long", Form::signed(Order::Little), to_le_bytes le_i64;
    /// `lu64`: 8 bytes, little-endian.
    Lu64(u64 in U64): "lu64", "Unsigned Long", Form::unsigned(Order::Little), to_le_bytes le_u64;
    /// `zigzag32`: a `varint` whose lowest bit is the sign.
    ZigZag32(i32 in I32): "zigzag32", "ZigZag VarInt", Form::Groups { bits: 32, zigzag: true }, wire zigzag_varint gen_zigzag_varint;
    /// `zigzag64`: a `varlong` whose lowest bit is the sign.
    ZigZag64(i64 in I64): "zigzag64", "ZigZag VarLong", Form::Groups { bits: 64, zigzag: true }, wire zigzag_varlong gen_zigzag_varlong;
    /// `varint`: 1 to 5 bytes of 7 bits each, the lowest first; 32 bits, signed.
    VarInt(i32 in VarInt): "varint", "VarInt", Form::VAR_INT, wire varint gen_varint;
    /// `varlong`: 1 to 10 bytes of 7 bits each, the lowest first; 64 bits, signed.
    VarLong(i64 in VarLong): "varlong", "VarLong", Form::VAR_LONG, wire varlong gen_varlong;
}

impl IntType {
    /// Returns the number of encoded bits, or `None` if the length varies.
    pub fn bits(self) -> Option<u32> {
        match self {
            Self::VarInt | Self::VarLong | Self::ZigZag32 | Self::ZigZag64 => None,
            fixed => u32::try_from(fixed.width()).ok(),
        }
    }

    /// Returns the least number of encoded bytes.
    pub(super) fn min_len(self) -> usize {
        self.bits().map_or(1, |bits| bits as usize / 8)
    }

    /// Returns an iterator over the numbers in the bytes of a [`Value::Integers`] of this type.
    ///
    /// ```
    /// use gamewire::minecraft::{IntType, Protocol, TypeExpr, Value};
    /// let expr: TypeExpr = "array(varint,i16)".parse()?;
    /// let value = expr.parse(Protocol::V1_15, &[2, 0, 7, 0xff, 0xff])?;
    /// let Value::Integers(bytes) = &value else { panic!() };
    /// assert_eq!(bytes[..], [0, 7, 0xff, 0xff]);
    /// assert_eq!(IntType::I16.values(bytes).collect::<Vec<_>>(), [Value::I16(7), Value::I16(-1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn values(self, bytes: &[u8]) -> impl ExactSizeIterator<Item = Value> + '_ {
        let form = self.form();
        let value = move |number| flags_value(self, form.unsigned_number(number)).sure();
        bytes.chunks_exact(self.min_len()).map(value)
    }

    /// Returns the bytes of values of this type.
    pub(in crate::minecraft) fn bytes_of(self, values: &[Value]) -> Box<[u8]> {
        let mut all = Vec::with_capacity(values.len().saturating_mul(self.min_len()));
        values.iter().for_each(|value| self.push(value, &mut all));
        all.into()
    }

    /// Adds the bytes of a value of this type.
    pub(in crate::minecraft) fn push(self, value: &Value, to: &mut Vec<u8>) {
        let mut bytes = bits_of(value).sure().to_le_bytes();
        let bytes = bytes.get_mut(..self.min_len()).sure();
        if !matches!(self.form(), Form::Int { order: Order::Little, .. }) {
            bytes.reverse();
        }
        to.extend_from_slice(bytes);
    }
}

/// Writes a number, if the type can hold it.
pub(super) fn gen_number<T: Trace, W: Write>(cx: Cx<'_, T>, int: IntType, x: i64) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match int_value(int, x) {
        Some(value) => gen_integer(cx, int, &value)(out),
        None => {
            let (min, max) = int.range();
            cx.refuse(EncodeErrorKind::OutOfRange { value: x, min, max })
        }
    }
}

/// Returns the number in a value of an integer type. Those above `i64::MAX` have none.
pub(in crate::minecraft) fn int_of(x: &Value) -> Option<i64> {
    Some(match x {
        Value::I8(x) => (*x).into(),
        Value::U8(x) => (*x).into(),
        Value::I16(x) => (*x).into(),
        Value::U16(x) => (*x).into(),
        Value::I32(x) | Value::VarInt(x) => (*x).into(),
        Value::U32(x) => (*x).into(),
        Value::I64(x) | Value::VarLong(x) => *x,
        Value::U64(x) => (*x).try_into().ok()?,
        _ => return None,
    })
}

/// Returns flags as a value of their integer type, if it has all their bits.
pub(in crate::minecraft) fn flags_value(int: IntType, bits: u64) -> Option<Value> {
    if let IntType::U64 | IntType::Lu64 = int {
        return Some(Value::U64(bits));
    }
    // A flag of the highest bit makes a signed number negative.
    let unused = 64 - int.width();
    let signed = (bits << unused).cast_signed() >> unused;
    int_value(int, signed).or_else(|| int_value(int, bits.try_into().ok()?))
}

/// Returns the bits of an integer.
pub(in crate::minecraft) fn bits_of(x: &Value) -> Option<u64> {
    if let Value::U64(bits) = x { Some(*bits) } else { int_of(x).map(i64::cast_unsigned) }
}

/// Returns whether there is a bit at this position, counted from the lowest.
pub(in crate::minecraft) fn has_bit(bits: u64, bit: usize) -> bool {
    u32::try_from(bit).ok().and_then(|bit| bits.checked_shr(bit)).is_some_and(|rest| rest & 1 != 0)
}
