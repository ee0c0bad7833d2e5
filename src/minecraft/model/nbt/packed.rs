//! Numbers in a row, kept as they stand on the wire.

use std::borrow::Cow;
use std::fmt;
use std::io::Write;
use std::marker::PhantomData;

use cookie_factory::WriteContext;

use super::held::Held;
use crate::cx::{Cx, chunk};
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::minecraft::protocol::Protocol;
use crate::sink::{Gen, put};
use crate::trace::{Part, Shown, Trace};

/// A number that can stand in a [`Packed`]: `i8`, `i16`, `i32`, `i64`, `f32`, `f64`.
pub trait Number: Copy + PartialEq + fmt::Debug + sealed::Sealed + 'static {
    /// Bytes of one number.
    const SIZE: usize;
    /// The number's NBT type.
    const NAME: &'static str;
    /// Reads one number from exactly its bytes.
    #[doc(hidden)]
    fn read(bytes: &[u8]) -> Self;
    /// Writes one number behind others.
    #[doc(hidden)]
    fn write(self, into: &mut Vec<u8>);
    /// For a row of an explanation.
    #[doc(hidden)]
    fn shown(self) -> Shown<'static>;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! numbers {
    ($($type:ty, $name:literal, $shown:expr;)*) => {$(
        impl sealed::Sealed for $type {}
        impl Number for $type {
            const SIZE: usize = size_of::<$type>();
            const NAME: &'static str = $name;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn read(bytes: &[u8]) -> Self {
                bytes.try_into().map(Self::from_be_bytes).unwrap_or_default()
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write(self, into: &mut Vec<u8>) {
                into.extend_from_slice(&self.to_be_bytes());
            }
            fn shown(self) -> Shown<'static> {
                $shown(self.into())
            }
        }
    )*};
}

numbers! {
    i8, "Byte", Shown::Int;
    i16, "Short", Shown::Int;
    i32, "Int", Shown::Int;
    i64, "Long", Shown::Int;
    f32, "Float", Shown::F32;
    f64, "Double", Shown::F64;
}

/// Numbers in a row: big-endian bytes, borrowed from the input or owned, read as numbers on demand.
///
/// ```
/// use gamewire::minecraft::nbt::Packed;
/// let row = Packed::from(vec![1_i32, -2, 3]);
/// assert_eq!(row.get(1), Some(-2));
/// assert_eq!(row.iter().sum::<i32>(), 2);
/// assert_eq!(row.as_bytes(), [0, 0, 0, 1, 0xff, 0xff, 0xff, 0xfe, 0, 0, 0, 3]);
/// ```
#[derive(Clone)]
pub struct Packed<'a, N> {
    bytes: Held<'a>,
    number: PhantomData<N>,
}

impl<'a, N: Number> Packed<'a, N> {
    /// Numbers that stand in bytes, big-endian. A rest too short for a number is an error: its length.
    pub fn from_bytes(bytes: impl Into<Cow<'a, [u8]>>) -> Result<Self, usize> {
        let bytes = bytes.into();
        match bytes.len() % N::SIZE {
            0 => Ok(Self { bytes: bytes.into(), number: PhantomData }),
            rest => Err(rest),
        }
    }

    /// The bytes as they stand on the wire, without the count.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.bytes.len() / N::SIZE
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The number at a position.
    pub fn get(&self, index: usize) -> Option<N> {
        let start = index.checked_mul(N::SIZE)?;
        self.bytes.get(start..start.checked_add(N::SIZE)?).map(N::read)
    }

    /// The numbers in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = N> + DoubleEndedIterator + '_ {
        self.bytes.chunks_exact(N::SIZE).map(N::read)
    }

    /// The numbers as a vector.
    pub fn to_vec(&self) -> Vec<N> {
        self.iter().collect()
    }

    /// The same, borrowing nothing.
    pub fn into_owned(self) -> Packed<'static, N> {
        Packed { bytes: self.bytes.into_owned(), number: PhantomData }
    }
}

impl<N: Number> From<Vec<N>> for Packed<'_, N> {
    fn from(numbers: Vec<N>) -> Self {
        Self::from(numbers.as_slice())
    }
}

impl<N: Number> From<&[N]> for Packed<'_, N> {
    fn from(numbers: &[N]) -> Self {
        let mut bytes = Vec::with_capacity(numbers.len() * N::SIZE);
        for number in numbers {
            number.write(&mut bytes);
        }
        Self { bytes: bytes.into(), number: PhantomData }
    }
}

impl<N: Number> FromIterator<N> for Packed<'_, N> {
    fn from_iter<I: IntoIterator<Item = N>>(numbers: I) -> Self {
        let mut bytes = Vec::new();
        for number in numbers {
            number.write(&mut bytes);
        }
        Self { bytes: bytes.into(), number: PhantomData }
    }
}

impl<N> Default for Packed<'_, N> {
    fn default() -> Self {
        Self { bytes: Held::default(), number: PhantomData }
    }
}

/// As numbers compare: for floats that is not the same as their bytes.
impl<N: Number> PartialEq for Packed<'_, N> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<N: Number> fmt::Debug for Packed<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Longest run that an explanation shows number by number.
const SHOWN_SINGLY: u32 = 32;

/// | size      | field |
/// |-----------|-------|
/// | 4         | count: Int, not negative |
/// | count × N | numbers, big-endian |
///
/// Nothing is copied: the numbers stay where they are.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn parse_packed<'a, T: Trace, N: Number>(
    cx: Cx<'_, Protocol, T>,
    i: &'a [u8],
) -> PResult<'a, Packed<'a, N>> {
    let (after, count) = parse_count(cx, i)?;
    cx.reserve(i, after, count, N::SIZE)?;
    parse_numbers(cx, count, after)
}

/// Mirrors [`parse_packed`].
pub fn gen_packed<T: Trace, N: Number, W: Write>(
    cx: Cx<'_, Protocol, T>,
    x: &Packed<'_, N>,
    out: &mut WriteContext<W>,
) -> Gen {
    gen_array(&cx, x, out)
}

/// [`gen_packed`] inside of others.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn gen_array<T: Trace, N: Number, W: Write>(
    cx: &Cx<'_, Protocol, T>,
    x: &Packed<'_, N>,
    out: &mut WriteContext<W>,
) -> Gen {
    gen_count(cx, x.len(), out)?;
    gen_numbers(x, out)
}

/// The numbers of a count that has been read.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn parse_numbers<'a, T: Trace, N: Number>(
    cx: Cx<'_, Protocol, T>,
    count: u32,
    i: &'a [u8],
) -> PResult<'a, Packed<'a, N>> {
    let (rest, bytes) = cx.take(i, (count as usize).saturating_mul(N::SIZE))?;
    let packed = Packed { bytes: Held::Borrowed(bytes), number: PhantomData };
    if T::LISTENS {
        show_numbers(cx, &packed, i, rest);
    }
    Ok((rest, packed))
}

/// Mirrors [`parse_numbers`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn gen_numbers<N: Number, W: Write>(x: &Packed<'_, N>, out: &mut WriteContext<W>) -> Gen {
    put(out, &x.bytes)
}

/// A few numbers one by one, many as one run.
fn show_numbers<T: Trace, N: Number>(cx: Cx<'_, Protocol, T>, x: &Packed<'_, N>, i: &[u8], rest: &[u8]) {
    if x.len() > SHOWN_SINGLY as usize {
        cx.field(i, rest, "numbers", Shown::Run { count: x.len(), size: N::SIZE, of: N::NAME });
        return;
    }
    let mut at = i;
    for (index, number) in x.iter().enumerate() {
        let after = at.get(N::SIZE..).unwrap_or_default();
        cx.trace.open(Part::Index(index));
        cx.field(at, after, "value", number.shown());
        cx.trace.close();
        at = after;
    }
}

/// The count in front of an array or list.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn parse_count<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, u32> {
    let (after, bytes) = chunk(i)?;
    let value = i32::from_be_bytes(bytes);
    cx.field(i, after, "count", Shown::Int(value.into()));
    match u32::try_from(value) {
        Ok(count) => Ok((after, count)),
        Err(_) => Fault::number(i, after, DecodeErrorKind::NegativeLength { value }),
    }
}

/// Mirrors [`parse_count`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn gen_count<T: Trace, W: Write>(
    cx: &Cx<'_, Protocol, T>,
    count: usize,
    out: &mut WriteContext<W>,
) -> Gen {
    match i32::try_from(count) {
        Ok(count) => put(out, &count.to_be_bytes()),
        Err(_) => cx.refuse(EncodeErrorKind::TooLong { length: count, limit: i32::MAX as usize }),
    }
}
