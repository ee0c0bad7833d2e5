//! The contents of a value in a few shapes, for code that handles all types of one shape in the same way. Values can
//! also be built back from their numbers.
//!
//! A type that is added to the table either has one of these shapes and works everywhere, or it gets a new shape. Code that
//! treats each shape in its own way has no wildcard, so that the compiler reports every place that must handle the new one.

use std::borrow::Cow;
use std::ops::Range;

use super::*;
use crate::godot::ids::{Doubles, for_each_type};

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
    fn new<T: PackedElement>(array: &'v Packed<T>) -> Self {
        let numbers = T::Number::wrap(Packed::from_wire(array.as_wire().into()));
        Self { element: T::KIND, parts: T::COUNT, numbers }
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
        match T::Number::unwrap(self.numbers)?.into_wire() {
            Cow::Borrowed(wire) if self.element == T::KIND => Some(Packed::from_wire(wire)),
            Cow::Borrowed(_) | Cow::Owned(_) => None,
        }
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
        let numeric = Variant::numeric(self)?;
        Some(Numeric { has_wide: self.doubles() != Doubles::Never, ..numeric })
    }
}

/// A type that consists only of numbers.
trait OfNumbers: Sized {
    const NUMERIC: Numeric;
    fn of_numbers(numbers: Numbers<'_>) -> Option<Self>;
}

impl<T: Structure> OfNumbers for T {
    const NUMERIC: Numeric = Numeric {
        number: T::Number::TYPE,
        has_wide: false,
        count: T::COUNT,
        element: None,
        fields: T::FIELDS,
    };

    fn of_numbers(numbers: Numbers<'_>) -> Option<Self> {
        T::of(T::Number::unwrap(numbers)?.iter())
    }
}

impl<T: PackedElement> OfNumbers for Packed<T> {
    const NUMERIC: Numeric = Numeric { element: Some(T::KIND), fields: &[], ..<T as OfNumbers>::NUMERIC };

    fn of_numbers(numbers: Numbers<'_>) -> Option<Self> {
        let numbers = T::Number::unwrap(numbers)?;
        let is_whole = numbers.len().is_multiple_of(T::COUNT);
        is_whole.then(|| Packed::from_wire(numbers.into_wire().into_owned()))
    }
}

/// Generates the match arm of each function from a row, by its shape.
macro_rules! leaves {
    ($(
        #$doc:tt $kind:ident ($($x:ident: $payload:ty)?) $shape:ident
            ($($width:ident $y:ident: $wide:ty)?) $names:tt $ids:tt $page:ident;
    )+) => {
        impl Variant {
            /// Returns the contents of the value by their shape. See [`shape`](crate::godot::shape).
            pub fn leaf(&self) -> Leaf<'_> {
                match self {
                    $(Self::$kind$(($x))? => leaf!($shape $($x)?),)+
                    Self::Double(double) => match &**double {
                        $($(Double::$kind($y) => leaf!($shape $y),)?)+
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
                let is_real = matches!(numbers.number_type(), NumberType::F32 | NumberType::F64);
                match kind {
                    Kind::Int if !is_real => i64::of(numbers.ints()?.into_iter()).map(Self::Int),
                    Kind::Float if is_real => f64::of(numbers.reals().into_iter()).map(Self::Float),
                    $(Kind::$kind => from_numbers!($shape $kind numbers $(, $payload)? $(; $wide)?),)+
                }
            }

            /// Returns the bytes of a packed array of numbers or vectors, mutably. The caller must leave whole elements.
            #[allow(unused_variables)] // Other types have no such bytes.
            pub(crate) fn packed_wire_mut(&mut self) -> Option<&mut Vec<u8>> {
                match self {
                    $(Self::$kind$(($x))? => wire!($shape $($x)?),)+
                    Self::Double(double) => match &mut **double {
                        $($(Double::$kind($y) => wire!($shape $y),)?)+
                    },
                }
            }

            fn numeric(kind: Kind) -> Option<Numeric> {
                match kind {
                    $(Kind::$kind => numeric!($shape $kind $(, $payload)?),)+
                }
            }
        }
    };
}

#[rustfmt::skip] // A table.
macro_rules! leaf {
    (Unit) => { Leaf::Unit };
    (Name $x:ident) => { Leaf::Text($x) };
    (Reals $x:ident) => { Leaf::Structure($x.numbers()) };
    (Ints $x:ident) => { Leaf::Structure($x.numbers()) };
    (Bytes $x:ident) => { Leaf::Packed(PackedNumbers::new($x)) };
    (Packed $x:ident) => { Leaf::Packed(PackedNumbers::new($x)) };
    (PackedReals $x:ident) => { Leaf::Packed(PackedNumbers::new($x)) };
    (Strings $x:ident) => { Leaf::Texts($x) };
    (Bool $x:ident) => { Leaf::Bool(*$x) };
    (Int $x:ident) => { Leaf::Int(*$x) };
    (Float $x:ident) => { Leaf::Float(*$x) };
    (Rid $x:ident) => { Leaf::Rid(*$x) };
    (InputEvent $x:ident) => { Leaf::InputEvent(*$x) };
    ($shape:ident $x:ident) => { Leaf::$shape($x) };
}

/// Expands to the bytes of a packed array of numbers.
macro_rules! wire {
    (Bytes $x:ident) => {
        Some($x.wire_mut())
    };
    (Packed $x:ident) => {
        Some($x.wire_mut())
    };
    (PackedReals $x:ident) => {
        Some($x.wire_mut())
    };
    ($($row:tt)*) => {
        None
    };
}

macro_rules! from_numbers {
    (Unit $kind:ident $numbers:ident) => { $numbers.is_empty().then_some(Self::$kind) };
    (Reals $kind:ident $numbers:ident, $payload:ty; $wide:ty) => {
        match $numbers.number_type() {
            NumberType::F64 => $kind::<f64>::of_numbers($numbers).map(|x| Double::from(x).into()),
            _ => $kind::<f32>::of_numbers($numbers).map(Self::from),
        }
    };
    (PackedReals $kind:ident $numbers:ident, $payload:ty; $wide:ty) => {
        match $numbers.number_type() {
            NumberType::F64 => <$wide>::of_numbers($numbers).map(|x| Double::$kind(x).into()),
            _ => <$payload>::of_numbers($numbers).map(Self::$kind),
        }
    };
    (Ints $($row:tt)*) => { from_numbers!(Packed $($row)*) };
    (Bytes $($row:tt)*) => { from_numbers!(Packed $($row)*) };
    (Packed $kind:ident $numbers:ident, $payload:ty) => {
        <$payload>::of_numbers($numbers).map(Self::$kind)
    };
    // The type does not consist of numbers.
    ($($row:tt)*) => { None };
}

#[rustfmt::skip] // A table.
macro_rules! numeric {
    (Reals $kind:ident, $payload:ty) => { Some($kind::<f32>::NUMERIC) };
    (Ints $kind:ident, $payload:ty) => { Some(<$payload>::NUMERIC) };
    (Bytes $kind:ident, $payload:ty) => { Some(<$payload>::NUMERIC) };
    (Packed $kind:ident, $payload:ty) => { Some(<$payload>::NUMERIC) };
    (PackedReals $kind:ident, $payload:ty) => { Some(<$payload>::NUMERIC) };
    // The type does not consist of numbers, or is a single number.
    ($($row:tt)*) => { None };
}

for_each_type!(leaves);
