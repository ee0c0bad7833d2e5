//! Sequences of numbers, which are stored as their encoded bytes.

use std::fmt;
use std::marker::PhantomData;

use super::shared::SharedBytes;
use crate::sure::Sure as _;
use crate::trace::Shown;

/// The members of [`PackedNumber`] that only this crate calls.
mod sealed {
    use super::Shown;

    pub trait Sealed: Sized {
        /// The number's NBT type.
        const NAME: &'static str;
        /// Whether the number is an integer.
        const INTEGER: bool;
        /// Returns the number if it is an integer, otherwise 0.
        fn integer(self) -> i64;
        /// Reads one number from exactly its bytes.
        fn read(bytes: &[u8]) -> Self;
        /// Writes one number after others.
        fn write(self, into: &mut Vec<u8>);
        /// Returns the number as explanations show it.
        fn shown(self) -> Shown<'static>;
    }
}

/// A number that a [`Numbers`] can contain: `i8`, `i16`, `i32`, `i64`, `f32` or `f64`. The trait is sealed.
pub trait PackedNumber: sealed::Sealed + Copy + PartialEq + fmt::Debug + 'static {
    /// The size of an encoded number in bytes.
    const SIZE: usize;
}

macro_rules! numbers {
    ($($type:ty, $name:literal, $integer:literal, |$x:ident| $value:expr, $shown:expr;)*) => {$(
        impl PackedNumber for $type {
            const SIZE: usize = size_of::<$type>();
        }

        impl sealed::Sealed for $type {
            const NAME: &'static str = $name;
            const INTEGER: bool = $integer;
            fn integer(self) -> i64 {
                let $x = self;
                $value
            }
            #[inline]
            fn read(bytes: &[u8]) -> Self {
                bytes.try_into().ok().map(Self::from_be_bytes).sure()
            }
            #[inline]
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
    i8, "Byte", true, |x| x.into(), Shown::Int;
    i16, "Short", true, |x| x.into(), Shown::Int;
    i32, "Int", true, |x| x.into(), Shown::Int;
    i64, "Long", true, |x| x, Shown::Int;
    f32, "Float", false, |_x| 0, Shown::F32;
    f64, "Double", false, |_x| 0, Shown::F64;
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
#[derive(Clone)]
pub struct Numbers<N> {
    bytes: SharedBytes,
    number: PhantomData<N>,
}

impl<N: PackedNumber> Numbers<N> {
    /// Creates numbers from their encoded bytes, which are big-endian.
    ///
    /// # Errors
    /// Returns an error if the length is not a multiple of the size of a number.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::Numbers;
    /// let numbers = Numbers::<i32>::try_from_wire(&[0, 0, 0, 1, 0xff, 0xff, 0xff, 0xfe]).unwrap();
    /// assert_eq!(numbers.to_vec(), [1, -2]);
    /// let error = Numbers::<i32>::try_from_wire(&[0, 0, 0, 1, 0xff]).unwrap_err();
    /// assert_eq!(error.to_string(), "5 bytes do not make numbers of 4");
    /// ```
    pub fn try_from_wire(bytes: &[u8]) -> Result<Self, PartialNumberError> {
        if bytes.len().is_multiple_of(N::SIZE) {
            Ok(Self { bytes: SharedBytes::copied(bytes), number: PhantomData })
        } else {
            Err(PartialNumberError { bytes: bytes.len(), number: N::SIZE })
        }
    }

    /// Creates numbers from big-endian bytes.
    #[inline]
    pub(in crate::minecraft) fn copied(bytes: &[u8]) -> Self {
        Self { bytes: SharedBytes::copied(bytes), number: PhantomData }
    }

    /// Creates numbers from big-endian bytes.
    pub(in crate::minecraft) fn of_bytes(bytes: Vec<u8>) -> Self {
        Self { bytes: bytes.into(), number: PhantomData }
    }

    /// Returns the numbers as big-endian bytes without the count, which is their encoding in the Java edition.
    pub fn as_wire(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.bytes.len() / N::SIZE
    }

    /// Returns whether there are no numbers.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the number at a position, or `None` if it is out of bounds.
    pub fn get(&self, index: usize) -> Option<N> {
        let start = index.checked_mul(N::SIZE)?;
        self.bytes.get(start..start.checked_add(N::SIZE)?).map(N::read)
    }

    /// Replaces the number at `index`. Returns `false` if the index is out of bounds.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::Numbers;
    /// let mut row = Numbers::<i16>::try_from_wire(&[0, 1, 0, 2])?;
    /// assert!(row.set(1, -1));
    /// assert!(!row.set(2, -1));
    /// row.push(7);
    /// assert_eq!(row.to_vec(), [1, -1, 7]);
    /// # Ok::<(), gamewire::minecraft::nbt::PartialNumberError>(())
    /// ```
    pub fn set(&mut self, index: usize, number: N) -> bool {
        let start = index.saturating_mul(N::SIZE);
        let end = start.saturating_add(N::SIZE);
        if end > self.bytes.len() {
            return false;
        }
        let mut wire = Vec::with_capacity(N::SIZE);
        number.write(&mut wire);
        match self.bytes.to_mut().get_mut(start..end) {
            Some(place) => {
                place.copy_from_slice(&wire);
                true
            }
            None => false,
        }
    }

    /// Appends a number. No capacity is reserved for further numbers, so to add many use [`edit`](Self::edit).
    pub fn push(&mut self, number: N) {
        let mut bytes = Vec::with_capacity(self.bytes.len() + N::SIZE);
        bytes.extend_from_slice(&self.bytes);
        number.write(&mut bytes);
        self.bytes = bytes.into();
    }

    /// Calls `change` with the numbers as a vector, to add, remove or change several at once.
    pub fn edit<O>(&mut self, change: impl FnOnce(&mut Vec<N>) -> O) -> O {
        let mut numbers = self.to_vec();
        let result = change(&mut numbers);
        *self = numbers.into();
        result
    }

    /// Returns an iterator over the numbers, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = N> + DoubleEndedIterator + Clone + '_ {
        self.bytes.chunks_exact(N::SIZE).map(N::read)
    }

    /// Returns the numbers as a vector.
    pub fn to_vec(&self) -> Vec<N> {
        self.iter().collect()
    }
}

/// The error of [`Numbers::try_from_wire`]: the length of the bytes is not a multiple of the size of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{bytes} bytes do not make numbers of {number}")]
pub struct PartialNumberError {
    bytes: usize,
    number: usize,
}

impl<N: PackedNumber, const L: usize> From<[N; L]> for Numbers<N> {
    fn from(numbers: [N; L]) -> Self {
        Self::from(numbers.as_slice())
    }
}

impl<N: PackedNumber> From<Vec<N>> for Numbers<N> {
    fn from(numbers: Vec<N>) -> Self {
        Self::from(numbers.as_slice())
    }
}

impl<N: PackedNumber> From<&[N]> for Numbers<N> {
    fn from(numbers: &[N]) -> Self {
        let mut bytes = Vec::with_capacity(numbers.len() * N::SIZE);
        for number in numbers {
            number.write(&mut bytes);
        }
        Self { bytes: bytes.into(), number: PhantomData }
    }
}

impl<N: PackedNumber> IntoIterator for Numbers<N> {
    type Item = N;
    type IntoIter = std::vec::IntoIter<N>;
    fn into_iter(self) -> Self::IntoIter {
        self.to_vec().into_iter()
    }
}

/// ```
/// use gamewire::minecraft::nbt::Numbers;
/// let mut sum = 0;
/// for number in &Numbers::from([1, 2, 3]) {
///     sum += number;
/// }
/// assert_eq!(sum, 6);
/// ```
impl<'n, N: PackedNumber> IntoIterator for &'n Numbers<N> {
    type Item = N;
    type IntoIter = std::iter::Map<std::slice::ChunksExact<'n, u8>, fn(&'n [u8]) -> N>;
    fn into_iter(self) -> Self::IntoIter {
        self.bytes.chunks_exact(N::SIZE).map(N::read)
    }
}

impl<N: PackedNumber> FromIterator<N> for Numbers<N> {
    fn from_iter<I: IntoIterator<Item = N>>(numbers: I) -> Self {
        let mut bytes = Vec::new();
        for number in numbers {
            number.write(&mut bytes);
        }
        Self { bytes: bytes.into(), number: PhantomData }
    }
}

impl<N> Default for Numbers<N> {
    fn default() -> Self {
        Self { bytes: SharedBytes::default(), number: PhantomData }
    }
}

/// Compares the numbers as Rust does, so a NaN does not equal itself, and 0.0 equals -0.0.
impl<N: PackedNumber> PartialEq for Numbers<N> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<N: PackedNumber> fmt::Debug for Numbers<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
