//! The contents of a value in a few shapes, for code that handles all types of one shape in the same way. Values can
//! also be built back from their numbers.
//!
//! A type that is added to the table either has one of these shapes and works everywhere, or it gets a new shape. Code that
//! treats each shape in its own way has no wildcard, so that the compiler reports every place that must handle the new one.

use std::any::TypeId;
use std::borrow::Cow;
use std::ops::Range;

use super::*;
use crate::godot::ids::for_each_type;

/// The contents of a value. Several types may have the same shape; [`Variant::kind`] distinguishes them.
#[derive(Debug)]
#[non_exhaustive]
pub enum Leaf<'v> {
    /// A type without contents: `Nil`, `Callable`.
    Unit,
    /// `bool`.
    Bool(bool),
    /// `int`.
    Int(i64),
    /// `float`.
    Float(f64),
    /// `String`, `StringName`.
    Text(&'v Text),
    /// A structure of numbers, such as a vector, matrix or color.
    Structure(StructureNumbers),
    /// A packed array of numbers or vectors.
    Packed(PackedNumbers<'v>),
    /// A packed array of texts.
    Texts(&'v [Text]),
    /// `NodePath`.
    NodePath(&'v NodePath),
    /// `RID`.
    Rid(Rid),
    /// `Signal`.
    Signal(&'v Signal),
    /// `Image` of Godot 2.
    Image(&'v Image),
    /// `InputEvent` of Godot 2.
    InputEvent(InputEvent),
    /// `Object`: null, known by its id, or full.
    Object(&'v Object),
    /// `Dictionary`.
    Dictionary(&'v Dictionary),
    /// `Array`.
    Array(&'v Array),
}

/// A packed array of numbers or vectors.
#[derive(Debug)]
#[non_exhaustive]
pub struct PackedNumbers<'v> {
    /// The type of an element, when it is a value of its own.
    pub element: Kind,
    /// The number of numbers in an element.
    pub parts: usize,
    /// The numbers of all elements, one after the other.
    pub numbers: Numbers<'v>,
}

impl<'v> PackedNumbers<'v> {
    fn new<T: PackedElement<Part: Number>>(array: &'v Packed<T>) -> Self {
        let numbers = T::Part::wrap(Packed::from_wire(array.as_wire().into()));
        Self { element: T::KIND, parts: T::PARTS, numbers }
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.numbers.len() / self.parts
    }

    /// Returns whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the elements, if they are of type `T`.
    pub(super) fn elements<T: PackedElement>(self) -> Option<PackedView<'v, T>> {
        fn same<N: Number, T: PackedElement>(numbers: Lent<'_, N>) -> Option<PackedView<'_, T>> {
            match numbers.into_wire() {
                Cow::Borrowed(wire) if TypeId::of::<N>() == TypeId::of::<T::Part>() => {
                    Some(Packed::from_wire(wire))
                }
                Cow::Borrowed(_) | Cow::Owned(_) => None,
            }
        }
        if self.element != T::KIND {
            return None;
        }
        each_type!(self.numbers, numbers => same(numbers))
    }

    /// Returns the element at `index` as a value of its own.
    pub fn get(&self, index: usize) -> Option<Variant> {
        let start = index.checked_mul(self.parts)?;
        let numbers = self.numbers.range(start..start.checked_add(self.parts)?)?;
        Variant::from_numbers(self.element, numbers)
    }
}

/// The layout of a type that consists only of numbers.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Numeric {
    /// The type of the numbers.
    pub number: NumberType,
    /// Whether the numbers may also be 64-bit floats.
    pub has_wide: bool,
    /// The number of numbers in the value. For a packed array, the number in each element.
    pub count: usize,
    /// The type of an element, if the type is a packed array.
    pub element: Option<Kind>,
    /// The names of a structure's numbers, in order; empty for a packed array.
    pub fields: &'static [Field],
}

impl Numeric {
    /// Returns the type of the numbers. `is_wide` selects 64-bit floats, if the type can have them.
    pub fn number_type(&self, is_wide: bool) -> NumberType {
        if is_wide && self.has_wide { NumberType::F64 } else { self.number }
    }

    /// Returns the field with this name, and the positions of its numbers.
    pub fn field(&self, name: &str) -> Option<(Field, Range<usize>)> {
        let mut start = 0;
        for field in self.fields {
            let range = start..start + field.count;
            if field.name == name {
                return Some((*field, range));
            }
            start = range.end;
        }
        None
    }
}

impl Kind {
    /// Returns the layout of values of this type, if they consist only of numbers.
    ///
    /// ```
    /// use gamewire::godot::Kind;
    /// use gamewire::godot::shape::NumberType;
    /// let numeric = Kind::Color.numeric().unwrap();
    /// assert_eq!((numeric.number, numeric.count), (NumberType::F32, 4));
    /// assert_eq!(numeric.fields.iter().map(|field| field.name).collect::<String>(), "rgba");
    /// assert!(Kind::String.numeric().is_none());
    /// ```
    pub fn numeric(self) -> Option<Numeric> {
        Variant::numeric(self)
    }
}

/// A type of packed arrays.
trait OfNumbers: Sized {
    const NUMERIC: Numeric;
    fn from_numbers(numbers: Numbers<'_>) -> Option<Self>;
}

impl<T: PackedElement<Part: Number>> OfNumbers for Packed<T> {
    const NUMERIC: Numeric = Numeric {
        number: T::Part::TYPE,
        has_wide: false,
        count: T::PARTS,
        element: Some(T::KIND),
        fields: &[],
    };

    fn from_numbers(numbers: Numbers<'_>) -> Option<Self> {
        let numbers = T::Part::unwrap(numbers)?;
        let is_whole = numbers.len().is_multiple_of(T::PARTS);
        is_whole.then(|| Packed::from_wire(numbers.into_wire().into_owned()))
    }
}

/// Returns the structure of these reals, if there are exactly as many as it has.
fn structure<R: Real, T: OfReals<R>>(numbers: &Lent<'_, R>) -> Option<T> {
    let mut numbers = numbers.iter();
    (numbers.len() == T::COUNT).then(|| T::build(&mut || numbers.next().unwrap_or_default()))
}

/// Returns the number, if there is exactly one.
fn single<N: Number>(numbers: &Lent<'_, N>) -> Option<N> {
    numbers.get(0).filter(|_| numbers.len() == 1)
}

impl Variant {
    /// Returns the bytes of a packed array of numbers or vectors, mutably. The caller must leave whole elements.
    pub(crate) fn packed_wire_mut(&mut self) -> Option<&mut Vec<u8>> {
        use Double as D;
        Some(match self {
            Self::PackedByteArray(x) => x.wire_mut(),
            Self::PackedInt32Array(x) => x.wire_mut(),
            Self::PackedInt64Array(x) => x.wire_mut(),
            Self::PackedFloat32Array(x) => x.wire_mut(),
            Self::PackedFloat64Array(x) => x.wire_mut(),
            Self::PackedVector2Array(x) => x.wire_mut(),
            Self::PackedVector3Array(x) => x.wire_mut(),
            Self::PackedVector4Array(x) => x.wire_mut(),
            Self::PackedColorArray(x) => x.wire_mut(),
            Self::Double(double) => match &mut **double {
                D::PackedFloat32Array(x) => x.wire_mut(),
                D::PackedVector2Array(x) => x.wire_mut(),
                D::PackedVector3Array(x) => x.wire_mut(),
                D::PackedVector4Array(x) => x.wire_mut(),
                D::PackedColorArray(x) => x.wire_mut(),
                _ => return None,
            },
            _ => return None,
        })
    }
}

/// Generates the match arm of each function from a row, by its shape.
macro_rules! leaves {
    ($(
        #$doc:tt $kind:ident ($($x:ident: $payload:ty)?) $class:ident $shape:ident
            ($($width:ident $y:ident: $wide:ty)?) $names:tt $ids:tt $page:ident;
    )+) => {
        impl Variant {
            /// Returns the contents of the value by their shape. See [`shape`](crate::godot::shape).
            pub fn leaf(&self) -> Leaf<'_> {
                match self {
                    $(Self::$kind$(($x))? => leaf!($shape $kind F32 $($x)?),)+
                    Self::Double(double) => match &**double {
                        $($(Double::$kind($y) => leaf!($shape $kind F64 $y),)?)+
                    },
                }
            }

            /// Builds a value of a type that consists of numbers, for example from the numbers of
            /// [`leaf`](Variant::leaf).
            ///
            /// The type of the numbers decides whether the value has 64-bit components. A single number becomes an
            /// `Int` or a `Float`; types without a payload take no numbers. Returns `None` if there are too few or too
            /// many numbers, or if [`Kind::numeric`] does not allow their type.
            pub fn from_numbers(kind: Kind, numbers: Numbers<'_>) -> Option<Self> {
                match kind {
                    $(Kind::$kind => from_numbers!($class $shape $kind numbers $(, $payload)? $(; $wide)?),)+
                }
            }

            fn numeric(kind: Kind) -> Option<Numeric> {
                match kind {
                    $(Kind::$kind => numeric!($class $shape $kind $(, $payload)? $(; $wide)?),)+
                }
            }
        }
    };
}

#[rustfmt::skip] // A table.
macro_rules! leaf {
    (unit $kind:ident $real:ident) => { Leaf::Unit };
    (plain $kind:ident $real:ident $x:ident) => { Leaf::$kind(*$x) };
    (int $kind:ident $real:ident $x:ident) => { Leaf::Int(*$x) };
    (float $kind:ident $real:ident $x:ident) => { Leaf::Float(*$x) };
    (text $kind:ident $real:ident $x:ident) => { Leaf::Text($x) };
    (name $kind:ident $real:ident $x:ident) => { Leaf::Text($x) };
    (reals $kind:ident $real:ident $x:ident) => {{
        let mut structure = StructureNumbers::new(NumberType::$real);
        $x.map(&mut |real| structure.push(real.to_le_bytes()));
        Leaf::Structure(structure)
    }};
    (ints $kind:ident $real:ident $x:ident) => {{
        let mut structure = StructureNumbers::new(NumberType::I32);
        $x.to_ints().into_iter().for_each(|int| structure.push(int.to_le_bytes()));
        Leaf::Structure(structure)
    }};
    (bytes $kind:ident $real:ident $x:ident) => { Leaf::Packed(PackedNumbers::new($x)) };
    (packed $kind:ident $real:ident $x:ident) => { Leaf::Packed(PackedNumbers::new($x)) };
    (packed_reals $kind:ident $real:ident $x:ident) => { Leaf::Packed(PackedNumbers::new($x)) };
    (strings $kind:ident $real:ident $x:ident) => { Leaf::Texts($x) };
    (array $kind:ident $real:ident $x:ident) => { Leaf::Array($x) };
    // Types with a variant of their own.
    (boxed $kind:ident $real:ident $x:ident) => { Leaf::$kind($x) };
    (object $kind:ident $real:ident $x:ident) => { Leaf::$kind($x) };
    (dictionary $kind:ident $real:ident $x:ident) => { Leaf::$kind($x) };
}

macro_rules! from_numbers {
    (number int $kind:ident $numbers:ident, $payload:ty) => {
        match $numbers {
            Numbers::U8(numbers) => single(&numbers).map(|number| Self::$kind(number.into())),
            Numbers::I32(numbers) => single(&numbers).map(|number| Self::$kind(number.into())),
            Numbers::I64(numbers) => single(&numbers).map(Self::$kind),
            Numbers::F32(_) | Numbers::F64(_) => None,
        }
    };
    (number float $kind:ident $numbers:ident, $payload:ty) => {
        match $numbers {
            Numbers::F32(numbers) => single(&numbers).map(|number| Self::$kind(number.into())),
            Numbers::F64(numbers) => single(&numbers).map(Self::$kind),
            Numbers::U8(_) | Numbers::I32(_) | Numbers::I64(_) => None,
        }
    };
    (structure reals $kind:ident $numbers:ident, $payload:ty; $wide:ty) => {
        match $numbers {
            Numbers::F32(numbers) => structure::<_, $kind<f32>>(&numbers).map(Self::from),
            Numbers::F64(numbers) => structure::<_, $kind<f64>>(&numbers).map(|x| Double::from(x).into()),
            Numbers::U8(_) | Numbers::I32(_) | Numbers::I64(_) => None,
        }
    };
    (structure ints $kind:ident $numbers:ident, $payload:ty) => {{
        let ints = i32::unwrap($numbers)?.to_vec();
        ints.as_slice().try_into().ok().map(|ints| Self::$kind(<$payload>::from_ints(ints)))
    }};
    (packed bytes $($row:tt)*) => { from_numbers!(packed packed $($row)*) };
    (packed packed $kind:ident $numbers:ident, $payload:ty) => {
        <$payload>::from_numbers($numbers).map(Self::$kind)
    };
    (packed packed_reals $kind:ident $numbers:ident, $payload:ty; $wide:ty) => {
        match $numbers.number_type() {
            NumberType::F64 => <$wide>::from_numbers($numbers).map(|x| Double::$kind(x).into()),
            NumberType::U8 | NumberType::I32 | NumberType::I64 | NumberType::F32 => {
                <$payload>::from_numbers($numbers).map(Self::$kind)
            }
        }
    };
    (empty unit $kind:ident $numbers:ident) => { ($numbers.len() == 0).then_some(Self::$kind) };
    // The type does not consist of numbers.
    ($($row:tt)*) => { None };
}

macro_rules! numeric {
    (structure reals $kind:ident, $payload:ty; $wide:ty) => {
        Some(Numeric {
            number: NumberType::F32,
            has_wide: true,
            count: <$kind<f32> as OfReals<f32>>::COUNT,
            element: None,
            fields: <$kind<f32> as OfReals<f32>>::FIELDS,
        })
    };
    (structure ints $kind:ident, $payload:ty) => {
        Some(Numeric {
            number: NumberType::I32,
            has_wide: false,
            count: <$payload>::COUNT,
            element: None,
            fields: <$payload>::FIELDS,
        })
    };
    (packed $shape:ident $kind:ident, $payload:ty) => {
        Some(<$payload>::NUMERIC)
    };
    (packed packed_reals $kind:ident, $payload:ty; $wide:ty) => {
        Some(Numeric { has_wide: true, ..<$payload>::NUMERIC })
    };
    // The type does not consist of numbers, or is a single number.
    ($($row:tt)*) => {
        None
    };
}

for_each_type!(leaves);
