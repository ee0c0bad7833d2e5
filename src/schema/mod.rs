//! Layouts as data: the structures of a format with their fields, as JSON and as a description for Kaitai Struct.
//!
//! A [`Schema`] describes one dialect. [`Dialect::schema`](crate::godot::Dialect::schema) returns that of a Godot release, made from
//! the table of types; `minecraft::Protocol::schema` returns that of a Minecraft release. [`to_json`] writes schemas as one JSON document.
//!
//! # The JSON document
//!
//! `{"schema": 1, "gamewire": VERSION, "formats": [..]}`. The number after `"schema"` increases when a reader of the
//! document has to change. A format has
//!
//! | key | content |
//! |-----|---------|
//! | `name` | the dialect: `godot3`, .., `minecraft 1.14` |
//! | `endianness` | `little` or `big` |
//! | `root` | the structure that the bytes of a value are |
//! | `structures` | the structures; those of types have an `id` |
//! | `ids` | further numbers that the format gives names to, by table; absent if there are none |
//! | `rules` | rules of the format that `structures` does not express, as sentences |
//!
//! A structure has a `name`, `about`, and for a type of Godot `id` and `godot4`, the name of the type in Godot 4. `R` is the type
//! of its numbers of type `R`. `fields` follow one another without gaps. A field has
//!
//! | key | content |
//! |-----|---------|
//! | `name` | unique within the structure |
//! | `offset` | bytes from the start of the structure; `"2R"` is two times the size of an `R`; `null` if it depends on the bytes before |
//! | `size` | bytes of one element: a number, `"2R"`, or `[least, most]`, `null` for no bound |
//! | `type` | see below |
//! | `if` | conditions; the field is absent if one of them is false |
//! | `times` | the number of elements; none if it is negative |
//! | `until` | a condition on the fields of an element: elements follow one another up to and including the first one for which it holds |
//! | `valid` | a condition on the value; others are an error |
//!
//! A type is the name of a structure, `R`, a scalar (`u8`, `i8`, `u16`, `i16`, `u32`, `i32`, `u64`, `i64`, `f32`, `f64`;
//! `varint` and `varlong`: groups of 7 bits, the lowest first, bit 7 set on all but the last), `{"bytes": n}`: n bytes,
//! `{"padding": n}`: the 0 to 3 bytes after n bytes up to a multiple of 4, written as zeros, or
//! `{"switch": x, "cases": {..}}`: the type under the number x; if there is none, it is an error.
//!
//! A number is `{"field": F, "mask": M}`: the bits of M in the value of the field F, `mask` absent for all bits. F is in the
//! same structure, in the one that it is part of, and so on; `F.G` is the field G of the structure F. A condition is a number
//! with one of `in` (a list), `not_in` (a list), `at_least`, `at_most`.

mod json;
mod kaitai;
mod size;

use std::borrow::Cow;

pub(crate) use self::json::quoted;
pub use self::json::{VERSION, to_json};
pub use self::size::Size;

/// The layout of every value of one dialect.
///
/// ```
/// use gamewire::godot::Dialect;
/// use gamewire::schema::Type;
///
/// // A generator of decoders walks the structures, their fields and the types of the fields.
/// let schema = Dialect::GODOT_4.schema();
/// for structure in &schema.structures {
///     println!("struct {} {{ // {}", structure.name, structure.about);
///     for field in &structure.fields {
///         println!("    {}: {:?} x {:?}", field.name, field.of, field.repeat);
///     }
///     println!("}}");
/// }
/// let header = &schema.structure(schema.root).unwrap().fields[0];
/// assert!(matches!(header.of, Type::Scalar(scalar) if scalar.name() == "u32"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Schema {
    /// The dialect: `godot3`, `minecraft 1.14`.
    pub name: String,
    /// Whether numbers have their most significant byte first.
    pub big_endian: bool,
    /// The name of the structure that a value is.
    pub root: &'static str,
    /// All structures.
    pub structures: Vec<Structure>,
    /// Further named numbers of the format.
    pub tables: Vec<IdTable>,
    /// Rules that the structures do not express.
    pub rules: Vec<&'static str>,
}

/// Named numbers of the format: the types of NBT, the particles.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct IdTable {
    /// The meaning of the numbers.
    pub name: &'static str,
    /// The numbers.
    pub ids: Vec<NamedId>,
}

/// A number with its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedId {
    /// The number.
    pub id: i64,
    /// The name.
    pub name: &'static str,
}

/// Fields that follow one another.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Structure {
    /// The name; of a type, as the engine calls it.
    pub name: &'static str,
    /// The type of Godot whose payload this is; `None` for a part of one, and for Minecraft.
    pub variant_type: Option<VariantType>,
    /// A description.
    pub about: &'static str,
    /// The width of [`Type::Real`] inside.
    pub real: Option<RealWidth>,
    /// The fields, in order.
    pub fields: Vec<Field>,
}

/// A type of Godot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct VariantType {
    /// Its id in this dialect.
    pub id: u8,
    /// Its name in Godot 4.
    pub godot4: &'static str,
}

/// The width of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RealWidth {
    /// 32 bits.
    F32,
    /// 64 bits.
    F64,
    /// 64 bits if bit 16 of the header is set, 32 bits if not.
    ByHeader,
}

/// A field of a structure.
///
/// ```
/// use gamewire::godot::Dialect;
/// use gamewire::schema::{Repeat, Size, Type};
///
/// // A String: its length, the text, padding to a multiple of four.
/// let schema = Dialect::GODOT_4.schema();
/// let string = schema.structure("string_block").unwrap();
/// let [length, text, padding] = string.fields.as_slice() else { panic!() };
/// assert_eq!(schema.size(length), Size::Fixed { bytes: 4, reals: 0 });
/// assert!(matches!(text.of, Type::Bytes(bytes) if bytes.field == "length"));
/// assert!(matches!(padding.of, Type::Padding(after) if after.field == "length"));
/// assert_eq!(text.repeat, Repeat::Once);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// The name, unique within the structure.
    pub name: &'static str,
    /// The type of an element.
    pub of: Type,
    /// The number of elements.
    pub repeat: Repeat,
    /// The field is absent if one of these is false.
    pub conditions: Vec<Condition>,
    /// Values for which this is false are an error.
    pub valid: Option<Condition>,
}

/// The type of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Type {
    /// A number of a fixed width, or a VarInt.
    Scalar(Scalar),
    /// A float of the structure's [`RealWidth`] width.
    Real,
    /// A structure of this name.
    Structure(&'static str),
    /// Bytes; the number is their length.
    Bytes(FieldRef),
    /// 0 to 3 bytes: their number and the number given are a multiple of 4 together.
    Padding(FieldRef),
    /// The type of the case that is equal to a number.
    Switch {
        /// The number.
        on: FieldRef,
        /// The cases. A number that is none of them is an error.
        cases: Vec<Case>,
    },
}

/// A case of [`Type::Switch`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Case {
    /// The number.
    pub number: u32,
    /// The type under this number.
    pub of: Type,
}

/// An encoded number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // Their names say it.
#[non_exhaustive]
pub enum Scalar {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    U64,
    I64,
    F32,
    F64,
    VarInt,
    VarLong,
}

/// A reference to the number in another field, or to some of its bits.
///
/// ```
/// use gamewire::godot::Dialect;
/// use gamewire::schema::Repeat;
///
/// // The count of an Array has 31 bits; the highest one says whether it is shared.
/// let schema = Dialect::GODOT_3.schema();
/// let array = schema.structure("Array").unwrap();
/// let Repeat::Times(count) = &array.fields.last().unwrap().repeat else { panic!() };
/// assert_eq!((count.field, count.mask), ("count", Some(0x7fff_ffff)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldRef {
    /// The name of the field, or `field.field`.
    pub field: &'static str,
    /// The bits that count; all if there is no mask.
    pub mask: Option<u32>,
}

/// The number of elements of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Repeat {
    /// One element.
    Once,
    /// A number gives the count; a negative number means none.
    Times(FieldRef),
    /// Up to and including the first element for which the condition holds.
    Until(Condition),
}

/// A test of a number.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Condition {
    /// The number.
    pub number: FieldRef,
    /// The test.
    pub test: Test,
}

/// A comparison of a number.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Test {
    /// Equal to one of these.
    In(Cow<'static, [u32]>),
    /// Equal to none of these.
    NotIn(Cow<'static, [u32]>),
    /// This or greater.
    AtLeast(u32),
    /// This or less.
    AtMost(u32),
}

impl Schema {
    /// Returns the structure of this name.
    #[must_use]
    pub fn structure(&self, name: &str) -> Option<&Structure> {
        self.structures.iter().find(|structure| structure.name == name)
    }
}

impl Structure {
    /// A structure that is no type.
    pub(crate) fn new(name: &'static str, about: &'static str, fields: Vec<Field>) -> Self {
        Self { name, variant_type: None, about, real: None, fields }
    }
}

impl Field {
    /// A field that is always there, once.
    pub(crate) fn new(name: &'static str, of: Type) -> Self {
        Self { name, of, repeat: Repeat::Once, conditions: Vec::new(), valid: None }
    }

    pub(crate) fn scalar(name: &'static str, scalar: Scalar) -> Self {
        Self::new(name, Type::Scalar(scalar))
    }

    pub(crate) fn structure(name: &'static str, structure: &'static str) -> Self {
        Self::new(name, Type::Structure(structure))
    }

    /// Makes the field absent unless `number` passes `test`.
    pub(crate) fn when(mut self, number: FieldRef, test: Test) -> Self {
        self.conditions.push(Condition { number, test });
        self
    }

    pub(crate) fn times(self, number: FieldRef) -> Self {
        Self { repeat: Repeat::Times(number), ..self }
    }

    #[cfg(feature = "minecraft")] // No other format has it.
    pub(crate) fn until(self, number: FieldRef, test: Test) -> Self {
        Self { repeat: Repeat::Until(Condition { number, test }), ..self }
    }

    /// Requires the value to pass `test`; of its bits only those of `mask` count.
    pub(crate) fn valid(self, mask: Option<u32>, test: Test) -> Self {
        let number = FieldRef { field: self.name, mask };
        Self { valid: Some(Condition { number, test }), ..self }
    }
}

impl Type {
    pub(crate) fn switch(on: FieldRef, cases: impl IntoIterator<Item = (u32, Self)>) -> Self {
        Self::Switch { on, cases: cases.into_iter().map(|(number, of)| Case { number, of }).collect() }
    }
}

#[cfg(feature = "minecraft")] // No other format has tables.
impl IdTable {
    pub(crate) fn new(name: &'static str, ids: impl IntoIterator<Item = (i64, &'static str)>) -> Self {
        Self { name, ids: ids.into_iter().map(|(id, name)| NamedId { id, name }).collect() }
    }
}

impl FieldRef {
    pub(crate) const fn new(field: &'static str) -> Self {
        Self { field, mask: None }
    }

    pub(crate) const fn bits(field: &'static str, mask: u32) -> Self {
        Self { field, mask: Some(mask) }
    }
}

impl Test {
    pub(crate) const fn is(values: &'static [u32]) -> Self {
        Self::In(Cow::Borrowed(values))
    }

    pub(crate) const fn is_not(values: &'static [u32]) -> Self {
        Self::NotIn(Cow::Borrowed(values))
    }
}

impl Scalar {
    /// Returns the name in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::I8 => "i8",
            Self::U16 => "u16",
            Self::I16 => "i16",
            Self::U32 => "u32",
            Self::I32 => "i32",
            Self::U64 => "u64",
            Self::I64 => "i64",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::VarInt => "varint",
            Self::VarLong => "varlong",
        }
    }

    /// The fewest and the most bytes.
    fn size(self) -> (usize, usize) {
        match self {
            Self::U8 | Self::I8 => (1, 1),
            Self::U16 | Self::I16 => (2, 2),
            Self::U32 | Self::I32 | Self::F32 => (4, 4),
            Self::U64 | Self::I64 | Self::F64 => (8, 8),
            Self::VarInt => (1, 5),
            Self::VarLong => (1, 10),
        }
    }
}
