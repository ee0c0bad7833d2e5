//! Sequences of numbers of one type, as in vectors and packed arrays.

use std::borrow::Cow;
use std::ops::Range;

use super::packed::Lent;
use super::packed::sealed::Sealed;
use super::{Packed, PackedElement, Real, Structure};
use crate::godot::ids::Kind;
use crate::sure::Sure as _;

/// The type of the numbers that a value is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "these are the numbers of packed arrays")]
pub enum NumberType {
    /// Bytes.
    U8,
    /// 32-bit integers.
    I32,
    /// 64-bit integers.
    I64,
    /// 32-bit floats.
    F32,
    /// 64-bit floats.
    F64,
}

/// Numbers of any type.
#[derive(Debug, Clone)]
#[expect(clippy::exhaustive_enums, reason = "these are the numbers of packed arrays")]
pub enum Numbers<'n> {
    /// Bytes.
    U8(Packed<u8, Cow<'n, [u8]>>),
    /// 32-bit integers.
    I32(Packed<i32, Cow<'n, [u8]>>),
    /// 64-bit integers.
    I64(Packed<i64, Cow<'n, [u8]>>),
    /// 32-bit floats.
    F32(Packed<f32, Cow<'n, [u8]>>),
    /// 64-bit floats.
    F64(Packed<f64, Cow<'n, [u8]>>),
}

/// Runs one expression for numbers of any type: `each_type!(numbers, array => array.len())`.
macro_rules! each_type {
    ($numbers:expr, $array:ident => $run:expr) => {
        match $numbers {
            Numbers::U8($array) => $run,
            Numbers::I32($array) => $run,
            Numbers::I64($array) => $run,
            Numbers::F32($array) => $run,
            Numbers::F64($array) => $run,
        }
    };
}
pub(crate) use each_type;

/// A number of one of the types of [`NumberType`].
pub trait Number: PackedElement + Structure<Number = Self> + Default + std::fmt::Display {
    const TYPE: NumberType;
    /// The type of a number, when it is a value of its own.
    const KIND: Kind;
    fn wrap(numbers: Lent<'_, Self>) -> Numbers<'_>;
    /// The inverse of [`wrap`](Number::wrap).
    fn unwrap(numbers: Numbers<'_>) -> Option<Lent<'_, Self>>;
    /// Returns the number as a float, which is exact except for ints beyond 2⁵³.
    fn real(self) -> f64;
    /// Returns the number with 32 bits. Unlike a conversion by way of `f64`, this keeps all bits of a NaN.
    fn to_f32(self) -> f32;
    /// Returns the number that is nearest to a float.
    fn of_real(real: f64) -> Self;
    fn to_le(self) -> impl AsRef<[u8]>;
}

macro_rules! numbers {
    ($($number:ty: $type:ident $kind:ident $name:literal;)+) => {$(
        impl Number for $number {
            const TYPE: NumberType = NumberType::$type;
            const KIND: Kind = Kind::$kind;
            fn wrap(numbers: Lent<'_, Self>) -> Numbers<'_> {
                Numbers::$type(numbers)
            }
            fn unwrap(numbers: Numbers<'_>) -> Option<Lent<'_, Self>> {
                if let Numbers::$type(numbers) = numbers { Some(numbers) } else { None }
            }
            #[allow(clippy::cast_lossless, clippy::cast_precision_loss)] // As documented.
            #[inline]
            fn real(self) -> f64 {
                self as f64
            }
            #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // Rounding is what is asked for.
            fn to_f32(self) -> f32 {
                self as f32
            }
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Rounding is what is asked for.
            fn of_real(real: f64) -> Self {
                real as Self
            }
            fn to_le(self) -> impl AsRef<[u8]> {
                self.to_le_bytes()
            }
        }

        impl PackedElement for $number {}

        impl Sealed for $number {
            const NAME: &'static str = $name;
        }
    )+

    impl NumberType {
        /// Returns the size of a number in bytes.
        pub fn size(self) -> usize {
            match self {
                $(Self::$type => size_of::<$number>(),)+
            }
        }
    }

    impl<'n> Numbers<'n> {
        /// Creates numbers of type `number` from their encoded bytes, which must be whole numbers. See
        /// [`as_wire`](Self::as_wire).
        pub fn from_wire(number: NumberType, wire: impl Into<Cow<'n, [u8]>>) -> Self {
            match number {
                $(NumberType::$type => Self::$type(Packed::from_wire(wire.into())),)+
            }
        }

        /// Returns the type of the numbers.
        pub fn number_type(&self) -> NumberType {
            match self {
                $(Self::$type(_) => NumberType::$type,)+
            }
        }
    }
    };
}

numbers! {
    u8: U8 Int "byte";
    i32: I32 Int "int";
    i64: I64 Int "int";
    f32: F32 Float "float";
    f64: F64 Float "float";
}

impl Numbers<'_> {
    /// Creates numbers of one type.
    pub(crate) fn of<N: Number>(numbers: impl IntoIterator<Item = N>) -> Numbers<'static> {
        N::wrap(numbers.into_iter().collect::<Packed<N>>().into())
    }

    /// Returns the number of numbers.
    pub fn len(&self) -> usize {
        each_type!(self, array => array.len())
    }

    /// Returns whether there are no numbers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the numbers as little-endian bytes. Two sequences of one type are equal in every bit if these bytes are
    /// equal.
    pub fn as_wire(&self) -> &[u8] {
        each_type!(self, array => array.as_wire())
    }

    /// Returns a part of the numbers.
    pub(crate) fn range(&self, range: Range<usize>) -> Option<Numbers<'_>> {
        let (number, size) = (self.number_type(), self.number_type().size());
        let bytes = range.start.checked_mul(size)?..range.end.checked_mul(size)?;
        Some(Numbers::from_wire(number, self.as_wire().get(bytes)?))
    }

    /// Returns a copy in which `numbers` replace the numbers from `start` on. Returns `None` if the types differ or if
    /// they do not fit.
    pub(crate) fn with(&self, start: usize, numbers: &Numbers<'_>) -> Option<Numbers<'static>> {
        let number = self.number_type();
        if number != numbers.number_type() {
            return None;
        }
        let (mut wire, new) = (self.as_wire().to_vec(), numbers.as_wire());
        let start = start.checked_mul(number.size())?;
        wire.get_mut(start..start.checked_add(new.len())?)?.copy_from_slice(new);
        Some(Numbers::from_wire(number, wire))
    }

    /// Converts the numbers to another type. Floats within its range are rounded to the nearest one. For ints, every
    /// number must be whole and within the range; otherwise the result is `None`.
    pub fn cast(&self, to: NumberType) -> Option<Numbers<'static>> {
        fn ints<N: Number + TryFrom<i64>>(ints: &[i64]) -> Option<Numbers<'static>> {
            let ints: Option<Packed<N>> = ints.iter().map(|int| N::try_from(*int).ok()).collect();
            ints.map(Numbers::of)
        }
        if self.number_type() == to {
            return Some(self.clone().into_owned());
        }
        match to {
            NumberType::U8 => ints::<u8>(&self.ints()?),
            NumberType::I32 => ints::<i32>(&self.ints()?),
            NumberType::I64 => ints::<i64>(&self.ints()?),
            NumberType::F32 => {
                let reals: Option<Packed<f32>> = self.reals().into_iter().map(f32::in_range).collect();
                reals.map(Numbers::of)
            }
            NumberType::F64 => Some(Numbers::of(self.reals())),
        }
    }

    pub(super) fn ints(&self) -> Option<Vec<i64>> {
        match self {
            Self::U8(array) => Some(array.iter().map(i64::from).collect()),
            Self::I32(array) => Some(array.iter().map(i64::from).collect()),
            Self::I64(array) => Some(array.to_vec()),
            Self::F32(array) => array.iter().map(|number| whole(number.into())).collect(),
            Self::F64(array) => array.iter().map(whole).collect(),
        }
    }

    /// Returns the numbers as floats, which are exact except for ints beyond 2⁵³.
    pub fn reals(&self) -> Vec<f64> {
        let mut reals = Vec::with_capacity(self.len());
        self.for_each_real(|real| reals.push(real));
        reals
    }

    /// Converts the numbers to ones that own their bytes.
    #[must_use]
    pub fn into_owned(self) -> Numbers<'static> {
        Numbers::from_wire(self.number_type(), self.as_wire().to_vec())
    }

    pub(crate) fn any_nan(&self) -> bool {
        match self {
            Self::U8(_) | Self::I32(_) | Self::I64(_) => false,
            Self::F32(array) => array.iter().any(f32::is_nan),
            Self::F64(array) => array.iter().any(f64::is_nan),
        }
    }

    /// Calls `each` with every number as a float. See [`real`](Number::real).
    pub(crate) fn for_each_real(&self, mut each: impl FnMut(f64)) {
        each_type!(self, array => array.iter().for_each(|number| each(number.real())));
    }
}

/// Returns the int that equals `number`, if it is whole and safely within 64 bits.
#[allow(clippy::cast_possible_truncation)] // Checked right there.
fn whole(number: f64) -> Option<i64> {
    (number.abs() < 9.2e18 && number.fract() == 0.0).then_some(number as i64)
}

/// The numbers of a structure, such as a vector or a color. Those of a matrix are in the order of its columns.
#[derive(Debug, Clone, Copy)]
pub struct StructureNumbers {
    number: NumberType,
    /// The bytes of the numbers, in the order of [`Numbers::as_wire`].
    wire: [u8; MOST * size_of::<f64>()],
    len: usize,
}

/// The most numbers in any structure: those of a `Projection`.
const MOST: usize = 16;

impl StructureNumbers {
    pub(super) fn of<T: Structure>(structure: &T) -> Self {
        let mut numbers = Self { number: T::Number::TYPE, wire: [0; MOST * size_of::<f64>()], len: 0 };
        structure.each(&mut |number| {
            let end = numbers.len + T::Number::SIZE;
            if let Some(place) = numbers.wire.get_mut(numbers.len..end) {
                place.copy_from_slice(number.to_le().as_ref());
            }
            numbers.len = end;
        });
        numbers
    }

    /// Returns the numbers in the order of [`Numeric::fields`](crate::godot::shape::Numeric::fields).
    pub fn numbers(&self) -> Numbers<'_> {
        Numbers::from_wire(self.number, self.wire.get(..self.len).sure())
    }
}
