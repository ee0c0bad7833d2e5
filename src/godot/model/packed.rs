//! Packed arrays: elements of a fixed size, which are stored as their encoded bytes.

use std::fmt;
use std::marker::PhantomData;

use crate::godot::ids::Kind;
use crate::sure::Sure as _;
use crate::trace::{Form, Order, Shown, Tuple};

use super::numbers::Lent;
use super::{Color, Real, Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i};

/// The members of [`PackedElement`] that only this crate calls.
pub(crate) mod sealed {
    use super::{Form, Kind, PackedElement, Shown};

    pub trait Sealed: Sized {
        /// The name of an element in explanations, such as `int`, `float` or `Vector2`.
        const NAME: &'static str;
        /// The type of an element, when it is a value of its own.
        const KIND: Kind;
        /// The type of the numbers in an element.
        type Part: PackedElement;
        /// The number of numbers in an element.
        const PARTS: usize;
        /// The form of each number.
        const FORM: Form;
        /// Reads the element at the start of `wire`, which has at least [`PackedElement::SIZE`] bytes.
        fn read(wire: &[u8]) -> Self;
        /// Appends the encoded element.
        fn write(self, wire: &mut Vec<u8>);
        /// Returns the element as explanations show it.
        fn shown(self) -> Shown<'static>;
    }
}

use sealed::Sealed;

/// The type of the elements of a packed array: a number, a vector or a color. The trait is sealed, and is implemented
/// for the elements of the engine's packed arrays.
///
/// ```
/// use gamewire::godot::{Packed, PackedElement, Vector3};
///
/// /// The memory of an array of any element type.
/// fn bytes<E: PackedElement>(array: &Packed<E>) -> usize {
///     array.len() * E::SIZE
/// }
///
/// assert_eq!(bytes(&Packed::from(vec![Vector3::new(1.0_f32, 2.0, 3.0); 10])), 120);
/// ```
pub trait PackedElement: Sealed + Copy + fmt::Debug + PartialEq + 'static {
    /// The size of an encoded element in bytes.
    const SIZE: usize;
}

/// A packed array. The elements are stored as their encoded bytes and decoded when they are accessed, so that reading
/// and writing an array are copies, and no bit of a NaN changes.
///
/// `S` stores the bytes: a `Vec`, or a slice of the bytes that a [view](crate::godot::VariantView::as_packed) reads.
///
/// ```
/// use gamewire::godot::{Packed, Vector2};
/// let path: Packed<Vector2> = vec![Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0)].into();
/// assert_eq!(path.get(1), Some(Vector2::new(3.0, 4.0)));
/// assert_eq!(path.iter().map(|point| point.x).sum::<f32>(), 4.0);
/// ```
#[doc(alias = "raw array")]
#[doc(alias = "int array")]
#[doc(alias = "real array")]
#[doc(alias = "vector2 array")]
#[doc(alias = "vector3 array")]
#[doc(alias = "color array")]
#[doc(alias = "ByteArray")]
#[doc(alias = "RawArray")]
#[doc(alias = "RealArray")]
#[doc(alias = "FloatArray")]
#[doc(alias = "PoolArray")]
#[derive(Clone, Copy)]
pub struct Packed<T, S = Vec<u8>> {
    bytes: S,
    element: PhantomData<T>,
}

/// A packed array in the bytes of a value.
pub type PackedView<'a, T> = Packed<T, &'a [u8]>;

impl<T: PackedElement> Packed<T> {
    /// Creates an array from its encoded elements, which are little-endian.
    ///
    /// ```
    /// use gamewire::godot::Packed;
    /// assert_eq!(Packed::<i32>::try_from_wire(&[1, 0, 0, 0][..])?.get(0), Some(1));
    /// let error = Packed::<i32>::try_from_wire(&[1, 0, 0, 0, 2][..]).unwrap_err();
    /// assert_eq!(error.to_string(), "5 bytes are not a multiple of the element size 4");
    /// # Ok::<(), gamewire::godot::PartialElementError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the length is not a multiple of the size of an element.
    pub fn try_from_wire(bytes: impl Into<Vec<u8>>) -> Result<Self, PartialElementError> {
        let bytes = bytes.into();
        if bytes.len().is_multiple_of(T::SIZE) {
            Ok(Self::from_wire(bytes))
        } else {
            Err(PartialElementError { bytes: bytes.len(), element: T::SIZE })
        }
    }

    pub(super) fn wire_mut(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Appends an element.
    pub fn push(&mut self, element: T) {
        element.write(&mut self.bytes);
    }

    /// Replaces the element at `index`. Returns `false` if the index is out of bounds.
    pub fn set(&mut self, index: usize, element: T) -> bool {
        let start = index.saturating_mul(T::SIZE);
        let mut wire = Vec::with_capacity(T::SIZE);
        element.write(&mut wire);
        match self.bytes.get_mut(start..start.saturating_add(T::SIZE)) {
            Some(place) => {
                place.copy_from_slice(&wire);
                true
            }
            None => false,
        }
    }
}

impl<T: PackedElement, S: AsRef<[u8]>> Packed<T, S> {
    /// Creates an array from its encoded elements, which must be whole.
    #[inline]
    pub(crate) fn from_wire(bytes: S) -> Self {
        debug_assert!(bytes.as_ref().len().is_multiple_of(T::SIZE), "the elements are whole");
        Self { bytes, element: PhantomData }
    }

    /// Returns the encoded elements, which are little-endian.
    #[inline]
    #[must_use]
    pub fn as_wire(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Returns the encoded elements in their storage.
    pub(crate) fn into_wire(self) -> S {
        self.bytes
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.as_wire().len() / T::SIZE
    }

    /// Returns whether the array has no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.as_wire().is_empty()
    }

    /// Returns the element at `index`, or `None` if it is out of bounds.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<T> {
        let start = index.checked_mul(T::SIZE)?;
        self.as_wire().get(start..start.checked_add(T::SIZE)?).map(T::read)
    }

    /// Returns an iterator over the elements, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + DoubleEndedIterator + '_ {
        self.into_iter()
    }

    /// Returns the elements as a vector.
    #[must_use]
    pub fn to_vec(&self) -> Vec<T> {
        self.iter().collect()
    }
}

/// The error of [`Packed::try_from_wire`]: the length of the bytes is not a multiple of the size of an element.
///
/// ```
/// use gamewire::godot::{Packed, Vector2};
///
/// let error = Packed::<Vector2>::try_from_wire(&[0; 12][..]).unwrap_err();
/// assert_eq!(error.to_string(), "12 bytes are not a multiple of the element size 8");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{bytes} bytes are not a multiple of the element size {element}")]
pub struct PartialElementError {
    bytes: usize,
    element: usize,
}

impl<S: AsRef<[u8]>> Packed<u8, S> {
    /// Returns the bytes of the array.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        self.as_wire()
    }
}

impl<S: AsRef<[u8]>> AsRef<[u8]> for Packed<u8, S> {
    fn as_ref(&self) -> &[u8] {
        self.as_wire()
    }
}

impl From<&[u8]> for Packed<u8> {
    fn from(bytes: &[u8]) -> Self {
        Self::from_wire(bytes.to_vec())
    }
}

/// Copies the bytes.
impl<T: PackedElement> From<Packed<T, &[u8]>> for Packed<T> {
    fn from(array: Packed<T, &[u8]>) -> Self {
        Self::from_wire(array.bytes.to_vec())
    }
}

impl<T: PackedElement> From<Packed<T>> for Lent<'_, T> {
    fn from(array: Packed<T>) -> Self {
        Self::from_wire(array.bytes.into())
    }
}

impl<T: PackedElement, S: AsRef<[u8]>> From<Packed<T, S>> for Vec<T> {
    fn from(array: Packed<T, S>) -> Self {
        array.to_vec()
    }
}

impl<T: PackedElement, const N: usize> From<[T; N]> for Packed<T> {
    fn from(elements: [T; N]) -> Self {
        elements.into_iter().collect()
    }
}

impl<T: PackedElement, S: AsRef<[u8]>> IntoIterator for Packed<T, S> {
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
impl<'p, T: PackedElement, S: AsRef<[u8]>> IntoIterator for &'p Packed<T, S> {
    type Item = T;
    type IntoIter = std::iter::Map<std::slice::ChunksExact<'p, u8>, fn(&'p [u8]) -> T>;
    fn into_iter(self) -> Self::IntoIter {
        self.as_wire().chunks_exact(T::SIZE).map(T::read)
    }
}

impl<T: PackedElement> Extend<T> for Packed<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        elements.into_iter().for_each(|element| self.push(element));
    }
}

impl<T> Default for Packed<T> {
    fn default() -> Self {
        Self { bytes: Vec::new(), element: PhantomData }
    }
}

/// Compares the elements. As usual in Rust, a NaN does not equal itself.
impl<T: PackedElement, S: AsRef<[u8]>, O: AsRef<[u8]>> PartialEq<Packed<T, O>> for Packed<T, S> {
    fn eq(&self, other: &Packed<T, O>) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<T: PackedElement, S: AsRef<[u8]>> fmt::Debug for Packed<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: PackedElement> FromIterator<T> for Packed<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let elements = elements.into_iter();
        let mut wire = Vec::with_capacity(elements.size_hint().0.saturating_mul(T::SIZE));
        for element in elements {
            element.write(&mut wire);
        }
        Self { bytes: wire, element: PhantomData }
    }
}

impl<T: PackedElement> From<Vec<T>> for Packed<T> {
    fn from(elements: Vec<T>) -> Self {
        elements.into_iter().collect()
    }
}

impl PackedElement for u8 {
    const SIZE: usize = 1;
}

impl Sealed for u8 {
    const NAME: &'static str = "byte";
    const KIND: Kind = Kind::Int;
    type Part = Self;
    const PARTS: usize = 1;
    const FORM: Form = Form::unsigned(Order::Little);
    #[inline]
    fn read(wire: &[u8]) -> Self {
        wire.first().copied().unwrap_or_default()
    }
    #[inline]
    fn write(self, wire: &mut Vec<u8>) {
        wire.push(self);
    }
    fn shown(self) -> Shown<'static> {
        Shown::Int(self.into())
    }
}

macro_rules! number {
    ($($number:ty => $name:literal $kind:ident $shown:ident),+) => {$(
        impl PackedElement for $number {
            const SIZE: usize = size_of::<$number>();
        }

        impl Sealed for $number {
            const NAME: &'static str = $name;
            const KIND: Kind = Kind::$kind;
            type Part = Self;
            const PARTS: usize = 1;
            const FORM: Form = match Kind::$kind {
                Kind::Float => Form::Float(Order::Little),
                _ => Form::signed(Order::Little),
            };
            #[inline]
            fn read(wire: &[u8]) -> Self {
                wire.first_chunk().map_or(Self::default(), |bytes| Self::from_le_bytes(*bytes))
            }
            #[inline]
            fn write(self, wire: &mut Vec<u8>) {
                wire.extend_from_slice(&self.to_le_bytes());
            }
            fn shown(self) -> Shown<'static> {
                Shown::$shown(self.into())
            }
        }
    )+};
}

number!(i32 => "int" Int Int, i64 => "int" Int Int, f32 => "float" Float F32, f64 => "float" Float F64);

/// Implements the conversions of an element that consists of components.
macro_rules! components {
    ($($name:ident$(<$real:ident>)?: $component:ty, $n:literal;)+) => {$(
        impl$(<$real: Real>)? PackedElement for $name$(<$real>)? {
            const SIZE: usize = $n * <$component as PackedElement>::SIZE;
        }

        impl$(<$real: Real>)? Sealed for $name$(<$real>)? {
            const NAME: &'static str = stringify!($name);
            const KIND: Kind = Kind::$name;
            type Part = $component;
            const PARTS: usize = $n;
            const FORM: Form = <$component as Sealed>::FORM;
            #[inline]
            fn read(wire: &[u8]) -> Self {
                let size = <$component as PackedElement>::SIZE;
                let part = |at: usize| <$component>::read(wire.get(at * size..).sure());
                Self::from(std::array::from_fn::<_, $n, _>(part))
            }
            #[inline]
            fn write(self, wire: &mut Vec<u8>) {
                for component in <[$component; $n]>::from(self) {
                    component.write(wire);
                }
            }
            fn shown(self) -> Shown<'static> {
                let mut numbers = [0.0; 4];
                for (place, component) in numbers.iter_mut().zip(<[$component; $n]>::from(self)) {
                    *place = component.into();
                }
                // Integers are exact in an `f64`.
                #[allow(unused_mut, unused_assignments)]
                let mut single = false;
                $(single = !$real::WIDE;)?
                Shown::Tuple(Tuple { numbers, count: $n, single })
            }
        }
    )+};
}

components! {
    Vector2<R>: R, 2;
    Vector3<R>: R, 3;
    Vector4<R>: R, 4;
    Color<R>: R, 4;
    Vector2i: i32, 2;
    Vector3i: i32, 3;
    Vector4i: i32, 4;
}
