//! Packed arrays: elements of a fixed size, which are stored as their encoded bytes.

use std::borrow::Cow;

use crate::array::sealed::{Element as Encoded, Order, Storage};
use crate::array::{self, Element, LittleEndian};
use crate::grammar::Show;
use crate::sure::Sure as _;
use crate::trace::{Form, Shown, Tuple};

use super::{Color, Real, Structure, Vector2, Vector3, Vector4};

/// The members of [`PackedElement`] that only this crate calls.
pub(crate) mod sealed {
    use super::{Show, Structure};

    pub trait Sealed: Structure + Show {
        /// The name of an element in explanations, such as `int`, `float` or `Vector2`.
        const NAME: &'static str;
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
pub trait PackedElement: Sealed + Element<LittleEndian> {
    /// The size of an encoded element in bytes.
    const SIZE: usize = Self::WIDTH;
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
#[doc(alias(
    "raw array",
    "int array",
    "real array",
    "vector2 array",
    "vector3 array",
    "color array",
    "ByteArray",
    "RawArray",
    "RealArray",
    "FloatArray",
    "PoolArray"
))]
pub type Packed<T, S = Vec<u8>> = array::Packed<T, S, LittleEndian>;

/// Numbers of one type, whose bytes are borrowed or owned.
pub(crate) type Lent<'n, N> = Packed<N, Cow<'n, [u8]>>;

/// A packed array in the bytes of a value.
pub type PackedView<'a, T> = Packed<T, &'a [u8]>;

impl Order for LittleEndian {
    type Storage = Vec<u8>;
}

impl Storage for Vec<u8> {
    fn bytes_mut(&mut self) -> &mut [u8] {
        self
    }
    fn into_vec(self) -> Self {
        self
    }
}

impl<S: AsRef<[u8]>> Packed<u8, S> {
    /// Returns the bytes of the array.
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
impl<T: PackedElement> From<PackedView<'_, T>> for Packed<T> {
    fn from(array: PackedView<'_, T>) -> Self {
        Self::from_wire(array.as_wire().to_vec())
    }
}

impl<T: PackedElement> From<Packed<T>> for Lent<'_, T> {
    fn from(array: Packed<T>) -> Self {
        Self::from_wire(array.into_wire().into())
    }
}

macro_rules! elements {
    ($($name:ident$(<$real:ident>)?)+) => {$(
        impl$(<$real: Real>)? PackedElement for $name$(<$real>)? {}

        impl$(<$real: Real>)? Encoded<LittleEndian> for $name$(<$real>)? {
            const WIDTH: usize = Self::COUNT * <Self as Structure>::Number::SIZE;
            #[inline]
            fn read(wire: &[u8]) -> Self {
                let mut numbers = wire.chunks_exact(<Self as Structure>::Number::SIZE);
                Self::build(&mut || Encoded::read(numbers.next().sure()))
            }
            #[inline]
            fn write(self, wire: &mut Vec<u8>) {
                self.each(&mut |number| number.write(wire));
            }
        }

        impl$(<$real: Real>)? Sealed for $name$(<$real>)? {
            const NAME: &'static str = stringify!($name);
        }

        impl$(<$real: Real>)? Show for $name$(<$real>)? {
            const FORM: Form = <Self as Structure>::Number::FORM;
            fn shown(&self) -> Shown<'_> {
                let single = <Self as Structure>::Number::SIZE == size_of::<f32>();
                let (mut numbers, mut count) = ([0.0; 4], 0);
                self.each(&mut |number| {
                    let mut real = number.real();
                    // A conversion would make each NaN a quiet one.
                    if single && real.is_nan() {
                        let bits = number.to_le().as_ref().first_chunk().map_or(0, |bits| u32::from_le_bytes(*bits));
                        real = f64::from_bits(f64::NAN.to_bits() | u64::from(bits));
                    }
                    numbers.get_mut(count).into_iter().for_each(|place| *place = real);
                    count += 1;
                });
                Shown::Tuple(Tuple { numbers, count, single })
            }
        }
    )+};
}

elements! { Vector2<R> Vector3<R> Vector4<R> Color<R> }
