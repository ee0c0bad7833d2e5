//! The integer types of type expressions.

/// An integer type of a type expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IntType {
    /// `i8` or `byte`: 1 byte, signed.
    I8,
    /// `u8` or `ubyte`: 1 byte.
    U8,
    /// `i16` or `short`: 2 bytes, big-endian, signed.
    I16,
    /// `u16` or `ushort`: 2 bytes, big-endian.
    U16,
    /// `i32` or `int`: 4 bytes, big-endian, signed.
    I32,
    /// `u32`: 4 bytes, big-endian.
    U32,
    /// `i64` or `long`: 8 bytes, big-endian, signed.
    I64,
    /// `varint`: 1 to 5 bytes of 7 bits each, the lowest first; 32 bits, signed.
    VarInt,
    /// `varlong`: 1 to 10 bytes of 7 bits each, the lowest first; 64 bits, signed.
    VarLong,
}

impl IntType {
    /// Returns the name in expressions.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::I8 => "i8",
            Self::U8 => "u8",
            Self::I16 => "i16",
            Self::U16 => "u16",
            Self::I32 => "i32",
            Self::U32 => "u32",
            Self::I64 => "i64",
            Self::VarInt => "varint",
            Self::VarLong => "varlong",
        }
    }

    /// Returns the least and the greatest value.
    #[must_use]
    pub fn range(self) -> (i64, i64) {
        match self {
            Self::I8 => (i8::MIN.into(), i8::MAX.into()),
            Self::U8 => (0, u8::MAX.into()),
            Self::I16 => (i16::MIN.into(), i16::MAX.into()),
            Self::U16 => (0, u16::MAX.into()),
            Self::I32 | Self::VarInt => (i32::MIN.into(), i32::MAX.into()),
            Self::U32 => (0, u32::MAX.into()),
            Self::I64 | Self::VarLong => (i64::MIN, i64::MAX),
        }
    }

    /// Returns the number of encoded bits, or `None` if the length varies.
    #[must_use]
    pub fn bits(self) -> Option<u32> {
        match self {
            Self::I8 | Self::U8 => Some(8),
            Self::I16 | Self::U16 => Some(16),
            Self::I32 | Self::U32 => Some(32),
            Self::I64 => Some(64),
            Self::VarInt | Self::VarLong => None,
        }
    }

    /// Returns the number of bits of the value.
    pub(in crate::minecraft) fn width(self) -> usize {
        match self {
            Self::VarInt => 32,
            Self::VarLong => 64,
            fixed => fixed.bits().map_or(0, |bits| bits as usize),
        }
    }

    /// Returns the least number of encoded bytes.
    pub(super) fn min_len(self) -> usize {
        self.bits().map_or(1, |bits| bits as usize / 8)
    }
}
