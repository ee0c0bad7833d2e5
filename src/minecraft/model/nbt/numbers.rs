//! Sequences of numbers, which are stored as their encoded bytes.

use super::shared::SharedBytes;
use crate::array::sealed::{Order, Storage};
use crate::array::{BigEndian, Element, Packed};

/// The members of [`PackedNumber`] that only this crate calls.
mod sealed {
    pub trait Sealed: crate::grammar::Show {
        /// The number's NBT type.
        const NAME: &'static str;
        /// Whether the number is an integer.
        const INTEGER: bool;
        /// Returns the number if it is an integer, otherwise 0.
        fn integer(self) -> i64;
    }
}

/// A number that a [`Numbers`] can contain: `i8`, `i16`, `i32`, `i64`, `f32` or `f64`. The trait is sealed.
pub trait PackedNumber: sealed::Sealed + Element<BigEndian> {
    /// The size of an encoded number in bytes.
    const SIZE: usize = Self::WIDTH;
}

macro_rules! numbers {
    ($($type:ty, $name:literal, $integer:literal, |$x:ident| $value:expr;)*) => {$(
        impl PackedNumber for $type {}

        impl sealed::Sealed for $type {
            const NAME: &'static str = $name;
            const INTEGER: bool = $integer;
            fn integer(self) -> i64 {
                let $x = self;
                $value
            }
        }
    )*};
}

numbers! {
    i8, "Byte", true, |x| x.into();
    i16, "Short", true, |x| x.into();
    i32, "Int", true, |x| x.into();
    i64, "Long", true, |x| x;
    f32, "Float", false, |_x| 0;
    f64, "Double", false, |_x| 0;
}

/// A sequence of numbers, stored as big-endian bytes that are decoded on access.
///
/// ```
/// use gamewire::minecraft::nbt::Numbers;
/// let row = Numbers::from(vec![1_i32, -2, 3]);
/// assert_eq!(row.get(1), Some(-2));
/// assert_eq!(row.iter().sum::<i32>(), 2);
/// assert_eq!(row.as_wire(), [0, 0, 0, 1, 0xff, 0xff, 0xff, 0xfe, 0, 0, 0, 3]);
/// ```
pub type Numbers<N> = Packed<N, SharedBytes, BigEndian>;

impl Order for BigEndian {
    type Storage = SharedBytes;
}

impl Storage for SharedBytes {
    fn bytes_mut(&mut self) -> &mut [u8] {
        self.to_mut()
    }
    fn into_vec(self) -> Vec<u8> {
        self.to_vec()
    }
}

impl<N: PackedNumber> From<&[N]> for Numbers<N> {
    fn from(numbers: &[N]) -> Self {
        numbers.iter().copied().collect()
    }
}
