//! Packed arrays: elements of a fixed size, which are stored as their encoded bytes.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use crate::godot::ids::Kind;
use crate::trace::{Form, Order, Shown, Tuple};

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

/// A packed array, which owns its bytes or borrows them from the input.
///
/// The elements are stored as their encoded bytes and decoded when they are accessed. Reading an array therefore takes
/// constant time, writing one is a copy, and no bit of a NaN changes.
///
/// ```
/// use gamewire::godot::{Packed, Vector2};
/// let path: Packed<Vector2> = vec![Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0)].into();
/// assert_eq!(path.get(1), Some(Vector2::new(3.0, 4.0)));
/// assert_eq!(path.iter().map(|point| point.x).sum::<f32>(), 4.0);
/// ```
#[derive(Clone)]
pub struct Packed<'a, T> {
    bytes: Cow<'a, [u8]>,
    element: PhantomData<T>,
}

impl<'a, T: PackedElement> Packed<'a, T> {
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

    /// Creates an array from its encoded elements, which must be whole.
    #[inline]
    pub(crate) fn from_wire(bytes: impl Into<Cow<'a, [u8]>>) -> Self {
        let bytes = bytes.into();
        debug_assert!(bytes.len().is_multiple_of(T::SIZE), "the elements are whole");
        Self { bytes, element: PhantomData }
    }

    /// Reinterprets the bytes as elements of another type. The length must be a multiple of its size.
    pub(super) fn regrouped<E: PackedElement>(self) -> Packed<'a, E> {
        Packed::from_wire(self.bytes)
    }

    /// Returns the encoded elements, which are little-endian.
    #[inline]
    #[must_use]
    pub fn as_wire(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn cow_mut(&mut self) -> &mut Cow<'a, [u8]> {
        &mut self.bytes
    }

    /// Returns the encoded elements, with the lifetime of the input if the array borrows them.
    #[cfg(feature = "serde")]
    pub(crate) fn into_wire(self) -> Cow<'a, [u8]> {
        self.bytes
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len() / T::SIZE
    }

    /// Returns whether the array has no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the element at `index`, or `None` if it is out of bounds.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<T> {
        let start = index.checked_mul(T::SIZE)?;
        self.bytes.get(start..start.checked_add(T::SIZE)?).map(T::read)
    }

    /// Returns an iterator over the elements, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + DoubleEndedIterator + '_ {
        self.bytes.chunks_exact(T::SIZE).map(T::read)
    }

    /// Returns the elements as a vector.
    #[must_use]
    pub fn to_vec(&self) -> Vec<T> {
        self.iter().collect()
    }

    /// Appends an element. Borrowed bytes are copied first.
    pub fn push(&mut self, element: T) {
        element.write(self.bytes.to_mut());
    }

    /// Replaces the element at `index`. Returns `false` if the index is out of bounds.
    pub fn set(&mut self, index: usize, element: T) -> bool {
        let start = index.saturating_mul(T::SIZE);
        let mut wire = Vec::with_capacity(T::SIZE);
        element.write(&mut wire);
        match self.bytes.to_mut().get_mut(start..start.saturating_add(T::SIZE)) {
            Some(place) => {
                place.copy_from_slice(&wire);
                true
            }
            None => false,
        }
    }

    /// Converts the array to one that owns its bytes.
    #[inline]
    #[must_use]
    pub fn into_owned(self) -> Packed<'static, T> {
        Packed { bytes: Cow::Owned(self.bytes.into_owned()), element: PhantomData }
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

impl<'a> Packed<'a, u8> {
    /// Returns the bytes of the array.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the bytes with the lifetime of the input, if they are borrowed from the input.
    #[must_use]
    pub fn borrowed_slice(&self) -> Option<&'a [u8]> {
        match self.bytes {
            Cow::Borrowed(bytes) => Some(bytes),
            Cow::Owned(_) => None,
        }
    }
}

impl AsRef<[u8]> for Packed<'_, u8> {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl From<&[u8]> for Packed<'_, u8> {
    fn from(bytes: &[u8]) -> Self {
        Self::from_wire(bytes.to_vec())
    }
}

impl<'a> From<Packed<'a, u8>> for Cow<'a, [u8]> {
    fn from(array: Packed<'a, u8>) -> Self {
        array.bytes
    }
}

impl<T: PackedElement> From<Packed<'_, T>> for Vec<T> {
    fn from(array: Packed<'_, T>) -> Self {
        array.to_vec()
    }
}

impl<T: PackedElement, const N: usize> From<[T; N]> for Packed<'_, T> {
    fn from(elements: [T; N]) -> Self {
        elements.into_iter().collect()
    }
}

impl<T: PackedElement> IntoIterator for Packed<'_, T> {
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
impl<'p, T: PackedElement> IntoIterator for &'p Packed<'_, T> {
    type Item = T;
    type IntoIter = std::iter::Map<std::slice::ChunksExact<'p, u8>, fn(&'p [u8]) -> T>;
    fn into_iter(self) -> Self::IntoIter {
        self.bytes.chunks_exact(T::SIZE).map(T::read)
    }
}

impl<T: PackedElement> Extend<T> for Packed<'_, T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        let wire = self.bytes.to_mut();
        elements.into_iter().for_each(|element| element.write(wire));
    }
}

impl<T> Default for Packed<'_, T> {
    fn default() -> Self {
        Self { bytes: Cow::Borrowed(&[]), element: PhantomData }
    }
}

/// Compares the elements. As usual in Rust, a NaN does not equal itself.
impl<T: PackedElement> PartialEq for Packed<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<T: PackedElement> fmt::Debug for Packed<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: PackedElement> FromIterator<T> for Packed<'_, T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let elements = elements.into_iter();
        let mut wire = Vec::with_capacity(elements.size_hint().0.saturating_mul(T::SIZE));
        for element in elements {
            element.write(&mut wire);
        }
        Self { bytes: Cow::Owned(wire), element: PhantomData }
    }
}

impl<T: PackedElement> From<Vec<T>> for Packed<'_, T> {
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
                let part = |at: usize| <$component>::read(wire.get(at * size..).unwrap_or_default());
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
