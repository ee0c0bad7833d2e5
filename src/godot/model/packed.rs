//! Packed arrays: elements of a fixed size, which are stored as their encoded bytes.

use crate::array::sealed::{Element as Encoded, Order, Storage};
use crate::array::{self, Element, LittleEndian};
use crate::godot::ids::Kind;
use crate::sure::Sure as _;
use crate::trace::{self, Form, Shown, Tuple};

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
pub type Packed<T, S = Vec<u8>> = array::Packed<T, S, LittleEndian>;

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

macro_rules! number {
    ($($number:ty => $name:literal $kind:ident $shown:ident $form:expr;)+) => {$(
        impl PackedElement for $number {}

        impl Sealed for $number {
            const NAME: &'static str = $name;
            const KIND: Kind = Kind::$kind;
            type Part = Self;
            const PARTS: usize = 1;
            const FORM: Form = $form;
            fn shown(self) -> Shown<'static> {
                Shown::$shown(self.into())
            }
        }
    )+};
}

number! {
    u8 => "byte" Int Int Form::unsigned(trace::Order::Little);
    i32 => "int" Int Int Form::signed(trace::Order::Little);
    i64 => "int" Int Int Form::signed(trace::Order::Little);
    f32 => "float" Float F32 Form::Float(trace::Order::Little);
    f64 => "float" Float F64 Form::Float(trace::Order::Little);
}

/// Implements the conversions of an element that consists of components.
macro_rules! components {
    ($($name:ident$(<$real:ident>)?: $component:ty, $n:literal;)+) => {$(
        impl$(<$real: Real>)? PackedElement for $name$(<$real>)? {}

        impl$(<$real: Real>)? Encoded<LittleEndian> for $name$(<$real>)? {
            const WIDTH: usize = $n * <$component as PackedElement>::SIZE;
            #[inline]
            fn read(wire: &[u8]) -> Self {
                let size = <$component as PackedElement>::SIZE;
                let part = |at: usize| <$component as Encoded<LittleEndian>>::read(wire.get(at * size..).sure());
                Self::from(std::array::from_fn::<_, $n, _>(part))
            }
            #[inline]
            fn write(self, wire: &mut Vec<u8>) {
                for component in <[$component; $n]>::from(self) {
                    Encoded::<LittleEndian>::write(component, wire);
                }
            }
        }

        impl$(<$real: Real>)? Sealed for $name$(<$real>)? {
            const NAME: &'static str = stringify!($name);
            const KIND: Kind = Kind::$name;
            type Part = $component;
            const PARTS: usize = $n;
            const FORM: Form = <$component as Sealed>::FORM;
            fn shown(self) -> Shown<'static> {
                let mut numbers = [0.0; 4];
                for (place, component) in numbers.iter_mut().zip(<[$component; $n]>::from(self)) {
                    *place = component.into();
                }
                // Integers are exact in an `f64`.
                #[allow(unused_mut, unused_assignments)]
                let mut single = false;
                $(
                    single = !$real::WIDE;
                    // A conversion would make each NaN a quiet one.
                    for (place, component) in numbers.iter_mut().zip(<[$real; $n]>::from(self)) {
                        if single && place.is_nan() {
                            let bits: u64 = component.to_f32().to_bits().into();
                            *place = f64::from_bits((bits & 0x8000_0000) << 32 | 0x7ff << 52 | (bits & 0x7f_ffff) << 29);
                        }
                    }
                )?
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
