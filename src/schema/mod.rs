//! The layouts of a format as data, for programs that generate parsers or documentation. Schemas can be written as
//! JSON and as descriptions for Kaitai Struct.
//!
//! A [`Schema`] describes one dialect. [`Dialect::schema`](crate::godot::Dialect::schema) returns the schema of a
//! Godot release, and `minecraft::Protocol::schema` that of a Minecraft release. [`to_json`] writes schemas as one
//! JSON document.
//!
//! # The JSON document
//!
//! The document has the form `{"schema": 1, "gamewire": VERSION, "formats": [..]}`. The number after `"schema"`
//! increases when programs that read the document have to change. A format has these keys:
//!
//! | key | content |
//! |-----|---------|
//! | `name` | the dialect: `godot3`, .., `minecraft 1.14` |
//! | `endianness` | `little` or `big` |
//! | `root` | the name of the structure of a whole value |
//! | `structures` | all structures; those of types have an `id` |
//! | `ids` | tables of further numbers that have names in the format; absent if there are none |
//! | `rules` | rules of the format that `structures` does not express, as sentences |
//!
//! A structure has `name`, `about` and `fields`. The structure of a Godot type also has its `id`, and as `godot4` the
//! name of the type in Godot 4. If its numbers have a type `R`, the key `R` has that type. Fields follow one another
//! without gaps. A field has these keys:
//!
//! | key | content |
//! |-----|---------|
//! | `name` | unique within the structure |
//! | `offset` | bytes from the start of the structure; `"2R"` is two times the size of an `R`; `null` if it depends on the bytes before |
//! | `size` | bytes of one element: a number, `"2R"`, or `[least, most]`, where `null` means no upper bound |
//! | `type` | see below |
//! | `if` | conditions; the field is absent if one of them is false |
//! | `times` | the number of elements; a negative number means none |
//! | `until` | a condition on the fields of an element; elements repeat up to and including the first one that fulfills it |
//! | `valid` | a condition on the value; other values are an error |
//!
//! A type is one of the following: the name of a structure; `R`; a scalar (`u8`, `i8`, `u16`, `i16`, `u32`, `i32`,
//! `u64`, `i64`, `f32`, `f64`, or `varint` and `varlong`: groups of 7 bits, the lowest first, with bit 7 set on all
//! but the last); `{"bytes": n}` for n bytes; `{"padding": n}` for the 0 to 3 bytes that extend n bytes to a multiple
//! of 4, written as zeros; or `{"switch": x, "cases": {..}}` for the type under the number x. It is an error if there
//! is no such case.
//!
//! A number is `{"field": F, "mask": M}`: the bits of M in the value of the field F, or all bits if `mask` is absent.
//! The field F is in the same structure or, if that has none, in a structure around it. `F.G` is the field G of the
//! structure F. A condition is a number with one of `in` (a list), `not_in` (a list), `at_least` or `at_most`.

mod json;
mod kaitai;
mod size;

use std::borrow::Cow;

pub use self::json::{VERSION, to_json};
pub use self::size::Size;

/// The layouts of all values of one dialect.
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
    /// The name of the structure of a whole value.
    pub root: &'static str,
    /// All structures.
    pub structures: Vec<Structure>,
    /// Tables of further numbers that have names in the format.
    pub tables: Vec<IdTable>,
    /// Rules of the format that the structures do not express.
    pub rules: Vec<&'static str>,
}

/// A table of numbers that have names in the format, for example the NBT types or the particles.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct IdTable {
    /// The name of the set of numbers.
    pub name: &'static str,
    /// The numbers.
    pub ids: Vec<NamedId>,
}

/// An entry of an [`IdTable`]: a number of the format, such as the id of a type of NBT, and its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedId {
    /// The number.
    pub id: i64,
    /// The name.
    pub name: &'static str,
}

/// A sequence of fields.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Structure {
    /// The name. For a type, this is the engine's name.
    pub name: &'static str,
    /// The type of Godot whose payload this is, or `None` for a part of one, and for Minecraft.
    pub variant_type: Option<VariantType>,
    /// A description.
    pub about: &'static str,
    /// The width of [`Type::Real`] fields in this structure.
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

/// The width of a vector component or similar number.
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
    /// Conditions for the presence of the field. The field is absent if one of them is false.
    pub conditions: Vec<Condition>,
    /// A condition on the value. Values that do not fulfill it are an error.
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
    /// Bytes whose number is the value of another field.
    Bytes(FieldRef),
    /// The 0 to 3 bytes that extend the given number of bytes to a multiple of 4.
    Padding(FieldRef),
    /// A type that depends on a number.
    Switch {
        /// The number that selects the case.
        on: FieldRef,
        /// The cases. It is an error if none has the number.
        cases: Vec<Case>,
    },
}

/// A case of [`Type::Switch`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Case {
    /// The number that selects this case.
    pub number: u32,
    /// The type in this case.
    pub of: Type,
}

/// An encoded number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // The names are self-explanatory.
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
    /// The name of the field, or the names of a structure and its field: `field.field`.
    pub field: &'static str,
    /// The bits that are used, or `None` for all bits.
    pub mask: Option<u32>,
}

/// The number of elements of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Repeat {
    /// One element.
    Once,
    /// The number of elements is in another field. A negative number means none.
    Times(FieldRef),
    /// Elements repeat up to and including the first one that fulfills the condition.
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
    /// The number is one of these.
    In(Cow<'static, [u32]>),
    /// The number is none of these.
    NotIn(Cow<'static, [u32]>),
    /// The number is this or greater.
    AtLeast(u32),
    /// The number is this or less.
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
    /// Creates a structure that is not a type of Godot.
    pub(crate) fn new(name: &'static str, about: &'static str, fields: Vec<Field>) -> Self {
        Self { name, variant_type: None, about, real: None, fields }
    }
}

impl Field {
    /// Creates a field that always occurs exactly once.
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

    pub(crate) fn until(self, number: FieldRef, test: Test) -> Self {
        Self { repeat: Repeat::Until(Condition { number, test }), ..self }
    }

    /// Requires the value, or its bits in `mask`, to pass `test`.
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
    /// Returns the name of the scalar in JSON.
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

    /// Returns the minimum and the maximum number of bytes.
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
