//! Packed arrays: elements of a fixed size, which are stored as their encoded bytes.
//!
//! [`godot::Packed`](crate::godot::Packed) is an array of little-endian elements. The arrays of numbers in NBT are
//! big-endian.

use std::fmt;
use std::iter::Map;
use std::marker::PhantomData;
use std::slice::ChunksExact;

/// The order of the bytes in the elements of an array: [`LittleEndian`] or [`BigEndian`]. The trait is sealed.
pub trait ByteOrder: sealed::Order {}

impl<O: sealed::Order> ByteOrder for O {}

/// The lowest byte comes first.
#[derive(Debug, Clone, Copy)]
pub struct LittleEndian;

/// The highest byte comes first.
#[derive(Debug, Clone, Copy)]
pub struct BigEndian;

/// The type of the elements of an array with this byte order. The trait is sealed.
pub trait Element<O: ByteOrder>: sealed::Element<O> + Copy + fmt::Debug + PartialEq + 'static {}

impl<O: ByteOrder, T: sealed::Element<O> + Copy + fmt::Debug + PartialEq + 'static> Element<O> for T {}

pub(crate) mod sealed {
    pub trait Order {
        /// The storage of an array that owns its bytes.
        type Storage: Storage;
    }

    pub trait Storage: AsRef<[u8]> + From<Vec<u8>> + Default {
        fn bytes_mut(&mut self) -> &mut [u8];
        fn into_vec(self) -> Vec<u8>;
    }

    pub trait Element<O>: Sized {
        /// The size of an encoded element in bytes.
        const WIDTH: usize;
        /// Reads the element at the start of `wire`, which has at least [`WIDTH`](Self::WIDTH) bytes.
        fn read(wire: &[u8]) -> Self;
        /// Appends the encoded element.
        fn write(self, wire: &mut Vec<u8>);
    }
}

use crate::sure::Sure as _;
use sealed::Storage as _;

/// A packed array. The elements are stored as their encoded bytes and decoded when they are accessed, so that reading
/// and writing an array are copies, and no bit of a NaN changes.
///
/// `S` stores the bytes, which have the order `O`.
#[derive(Clone, Copy)]
pub struct Packed<T, S, O> {
    bytes: S,
    element: PhantomData<(T, O)>,
}

impl<T: Element<O>, O: ByteOrder> Packed<T, O::Storage, O> {
    /// Creates an array from its encoded elements.
    ///
    /// ```
    /// use gamewire::{godot::Packed, minecraft::nbt::Numbers};
    /// assert_eq!(Packed::<i32>::try_from_wire(&[1, 0, 0, 0])?.get(0), Some(1));
    /// assert_eq!(Numbers::<i32>::try_from_wire(&[0, 0, 0, 1])?.get(0), Some(1));
    /// let error = Packed::<i32>::try_from_wire(&[1, 0, 0, 0, 2]).unwrap_err();
    /// assert_eq!(error.to_string(), "5 bytes are not a multiple of the element size 4");
    /// # Ok::<(), gamewire::array::PartialElementError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the length is not a multiple of the size of an element.
    pub fn try_from_wire(bytes: impl Into<Vec<u8>>) -> Result<Self, PartialElementError> {
        let bytes = bytes.into();
        if bytes.len().is_multiple_of(T::WIDTH) {
            Ok(Self::from_wire(bytes.into()))
        } else {
            Err(PartialElementError { bytes: bytes.len(), element: T::WIDTH })
        }
    }

    pub(crate) fn wire_mut(&mut self) -> &mut O::Storage {
        &mut self.bytes
    }

    /// Appends an element. An array of NBT reserves no capacity for further elements: [`extend`](Extend::extend) it, or
    /// use [`edit`](Self::edit), to add many.
    pub fn push(&mut self, element: T) {
        self.extend([element]);
    }

    /// Replaces the element at `index`. Returns `false` if the index is out of bounds.
    ///
    /// ```
    /// let mut row = gamewire::godot::Packed::from([1_i32, 2]);
    /// assert!(row.set(1, -1));
    /// assert!(!row.set(2, -1));
    /// row.push(7);
    /// assert_eq!(row.to_vec(), [1, -1, 7]);
    /// ```
    pub fn set(&mut self, index: usize, element: T) -> bool {
        if index >= self.len() {
            return false;
        }
        let mut wire = Vec::with_capacity(T::WIDTH);
        element.write(&mut wire);
        let place = self.bytes.bytes_mut().chunks_exact_mut(T::WIDTH).nth(index);
        place.is_some_and(|place| {
            place.copy_from_slice(&wire);
            true
        })
    }

    /// Calls `change` with the elements as a vector, to add, remove or change several at once.
    pub fn edit<R>(&mut self, change: impl FnOnce(&mut Vec<T>) -> R) -> R {
        let mut elements = self.to_vec();
        let result = change(&mut elements);
        *self = elements.into();
        result
    }
}

impl<T: Element<O>, S: AsRef<[u8]>, O: ByteOrder> Packed<T, S, O> {
    /// Creates an array from its encoded elements, which must be whole.
    #[inline]
    pub(crate) fn from_wire(bytes: S) -> Self {
        debug_assert!(bytes.as_ref().len().is_multiple_of(T::WIDTH), "the elements are whole");
        Self { bytes, element: PhantomData }
    }

    /// Returns the encoded elements, without their count.
    ///
    /// ```
    /// use gamewire::{godot::Packed, minecraft::nbt::Numbers};
    /// assert_eq!(Packed::from([1_i32, -2]).as_wire(), [1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff]);
    /// assert_eq!(Numbers::from([1_i32, -2]).as_wire(), [0, 0, 0, 1, 0xff, 0xff, 0xff, 0xfe]);
    /// ```
    #[inline]
    pub fn as_wire(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Returns the encoded elements in their storage.
    pub(crate) fn into_wire(self) -> S {
        self.bytes
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.as_wire().len() / T::WIDTH
    }

    /// Returns whether the array has no elements.
    pub fn is_empty(&self) -> bool {
        self.as_wire().is_empty()
    }

    /// Returns the element at `index`, or `None` if it is out of bounds.
    pub fn get(&self, index: usize) -> Option<T> {
        let start = index.checked_mul(T::WIDTH)?;
        self.as_wire().get(start..start.checked_add(T::WIDTH)?).map(T::read)
    }

    /// Returns an iterator over the elements, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + DoubleEndedIterator + Clone + '_ {
        self.into_iter()
    }

    /// Returns the elements as a vector.
    pub fn to_vec(&self) -> Vec<T> {
        self.iter().collect()
    }
}

/// The error of [`Packed::try_from_wire`]: the length of the bytes is not a multiple of the size of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{bytes} bytes are not a multiple of the element size {element}")]
pub struct PartialElementError {
    bytes: usize,
    element: usize,
}

impl<T: Element<O>, S: AsRef<[u8]>, O: ByteOrder> IntoIterator for Packed<T, S, O> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.to_vec().into_iter()
    }
}

/// ```
/// use gamewire::godot::Packed;
/// let mut sum = 0;
/// for number in &Packed::from([1, 2, 3]) {
///     sum += number;
/// }
/// assert_eq!(sum, 6);
/// ```
impl<'p, T: Element<O>, S: AsRef<[u8]>, O: ByteOrder> IntoIterator for &'p Packed<T, S, O> {
    type Item = T;
    type IntoIter = Map<ChunksExact<'p, u8>, fn(&'p [u8]) -> T>;
    fn into_iter(self) -> Self::IntoIter {
        self.as_wire().chunks_exact(T::WIDTH).map(T::read)
    }
}

impl<T: Element<O>, O: ByteOrder> Extend<T> for Packed<T, O::Storage, O> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        let mut wire = std::mem::take(&mut self.bytes).into_vec();
        elements.into_iter().for_each(|element| element.write(&mut wire));
        self.bytes = wire.into();
    }
}

impl<T: Element<O>, O: ByteOrder> FromIterator<T> for Packed<T, O::Storage, O> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let elements = elements.into_iter();
        let mut wire = Vec::with_capacity(elements.size_hint().0.saturating_mul(T::WIDTH));
        elements.for_each(|element| element.write(&mut wire));
        Self::from_wire(wire.into())
    }
}

impl<T: Element<O>, O: ByteOrder> From<Vec<T>> for Packed<T, O::Storage, O> {
    fn from(elements: Vec<T>) -> Self {
        elements.into_iter().collect()
    }
}

impl<T: Element<O>, O: ByteOrder, const N: usize> From<[T; N]> for Packed<T, O::Storage, O> {
    fn from(elements: [T; N]) -> Self {
        elements.into_iter().collect()
    }
}

impl<T: Element<O>, S: AsRef<[u8]>, O: ByteOrder> From<Packed<T, S, O>> for Vec<T> {
    fn from(array: Packed<T, S, O>) -> Self {
        array.to_vec()
    }
}

impl<T, O: ByteOrder> Default for Packed<T, O::Storage, O> {
    fn default() -> Self {
        Self { bytes: Default::default(), element: PhantomData }
    }
}

/// Compares the elements. As usual in Rust, a NaN does not equal itself, and 0.0 equals -0.0.
impl<T: Element<O>, S: AsRef<[u8]>, Z: AsRef<[u8]>, O: ByteOrder> PartialEq<Packed<T, Z, O>>
    for Packed<T, S, O>
{
    fn eq(&self, other: &Packed<T, Z, O>) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<T: Element<O>, S: AsRef<[u8]>, O: ByteOrder> fmt::Debug for Packed<T, S, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

macro_rules! numbers {
    ($order:ty: $($number:ty)+ => $from:ident $to:ident) => {$(
        impl sealed::Element<$order> for $number {
            const WIDTH: usize = size_of::<$number>();
            #[inline]
            fn read(wire: &[u8]) -> Self {
                wire.first_chunk().map(|bytes| Self::$from(*bytes)).sure()
            }
            #[inline]
            fn write(self, wire: &mut Vec<u8>) {
                wire.extend_from_slice(&self.$to());
            }
        }
    )+};
}

numbers!(LittleEndian: u8 i32 i64 f32 f64 => from_le_bytes to_le_bytes);
numbers!(BigEndian: i8 i16 i32 i64 f32 f64 => from_be_bytes to_be_bytes);
