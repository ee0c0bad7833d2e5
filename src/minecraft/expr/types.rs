//! The types that are known at run time, as data.

use std::collections::BTreeMap;
use std::fmt;
use std::mem::replace;
use std::sync::Arc;

use foldhash::HashMap;

use super::{IntType, Label};
use crate::limits::drop_nested;
use crate::minecraft::nbt::{JavaStr, OptNbt};
use crate::minecraft::{Angle, Chat, Identifier, Metadata, Particle, Position, Slot, Uuid, Wire};

/// A type that is known at run time, usually parsed from text such as `array(varint,slot)`. [The table of
/// types](crate::minecraft::format#the-table-of-types) has the text of each type.
///
/// ```
/// use gamewire::minecraft::{Protocol, TypeExpr, Value};
///
/// let scores: TypeExpr = "array(varint,varint)".parse()?;
/// let bytes = [3, 0x7f, 0x80, 0x01, 0xff, 0xff, 0xff, 0xff, 0x0f];
/// let value = scores.parse(Protocol::V1_14, &bytes)?;
/// let numbers = [127, 128, -1].map(Value::VarInt);
/// assert_eq!(value, Value::Array(numbers.into()));
/// assert_eq!(scores.encode(Protocol::V1_14, &value)?, bytes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A whole packet is a `struct`:
///
/// ```
/// use gamewire::minecraft::{Protocol, TypeExpr};
/// let window_items: TypeExpr = "struct(window:u8, items:array(i16,slot))".parse()?;
/// let bytes = [0, 0, 2, 0, 1, 5, 64, 0];
/// let value = window_items.parse(Protocol::V1_14, &bytes)?;
/// assert_eq!(window_items.encode(Protocol::V1_14, &value)?, bytes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TypeExpr {
    /// `bool`: one byte, 0 or 1.
    Bool,
    /// `u8`, `varint`, ..: one of the integer types.
    Int(IntType),
    /// `f32`: 4 bytes, big-endian.
    F32,
    /// `f64`: 8 bytes, big-endian.
    F64,
    /// `string(n)`: UTF-8 after its length, with at most this number of UTF-16 units.
    String(u32),
    /// UTF-8 after its length in bytes, which has this type. Only descriptions have such text.
    Text(IntType),
    /// `lf32`: 4 bytes, little-endian.
    Lf32,
    /// `lf64`: 8 bytes, little-endian.
    Lf64,
    /// `chat`: a String of JSON.
    Chat,
    /// `identifier`: a String such as `minecraft:stone`.
    Identifier,
    /// `position`: the coordinates of a block in 8 bytes.
    Position,
    /// `angle`: 1 byte, in steps of 1/256 of a turn.
    Angle,
    /// `uuid`: 16 bytes, the high 8 bytes first.
    Uuid,
    /// `nbt`: an NBT root, or the single byte 0.
    Nbt,
    /// `mutf8`: text of NBT, which is modified UTF-8 after 2 bytes of length.
    Mutf8,
    /// `slot`: a stack of items, or none.
    Slot,
    /// `particle`: an id, and the data of that particle.
    Particle,
    /// `metadata`: the entries of an entity up to `ff`.
    Metadata,
    /// `optional(T)`: the type, or nothing if the input is empty.
    Optional(Box<TypeExpr>),
    /// `option(T)`: a Boolean, and the type if it is true.
    Option(Box<TypeExpr>),
    /// `array(k,T)` or `array(I,T)`: elements of the type.
    Array(Length, Box<TypeExpr>),
    /// `bytes(k)` or `bytes(I)`: uninterpreted bytes.
    Bytes(Length),
    /// `enum(T;a|b|c=7)`: an integer whose values have names.
    Enum(IntType, EnumNames),
    /// `fixed(T,f)`: an integer type of fixed size, whose lowest `f` bits are the fraction.
    Fixed(IntType, u32),
    /// `struct(name:T,..)`: named fields, in order.
    Struct(Vec<(String, TypeExpr)>),
    /// `switch`: the type that the label of an earlier field selects.
    Switch(Selector, Cases),
    /// `entityMetadataLoop`: elements until the next byte is this one.
    Until(u8, Box<TypeExpr>),
    /// `topBitSetTerminatedArray`: elements that begin with an `i8`, whose highest bit says that another element follows.
    Marked(Box<TypeExpr>),
    /// `bitfield`: numbers of a few bits each, in whole bytes, of which there are at most 8.
    Bits(Vec<BitField>),
    /// `bitflags`: an integer whose bits have names, from the lowest on.
    Flags(IntType, Vec<String>),
    /// `registryEntryHolder`: the id of an entry of a registry, or an inline value.
    Holder(Box<Holder>),
    /// `registryEntryHolderSet`: the name of a set of entries, or the entries.
    Holders(Box<Holder>),
    /// `gzip_nbt`: NBT that is packed by gzip, after its length of 2 bytes.
    GzipNbt,
    /// `lpvec3`: a vector of low precision.
    LpVec3,
    /// The type of a description: a type that refers to other types by name.
    Types(Arc<Types>, Box<TypeExpr>),
    /// A reference to a type of the description by its name.
    Named(TypeName),
    /// A type that cannot be read, for this reason.
    Unknown(String),
}

/// A number of a [`TypeExpr::Bits`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "a name and a layout are all")]
pub struct BitField {
    /// The name.
    pub name: String,
    /// The number of bits, 1 to 64.
    pub size: u32,
    /// Whether the highest bit is the sign.
    pub signed: bool,
}

/// The types of a [`TypeExpr::Holder`] or [`TypeExpr::Holders`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "the names and types are all")]
pub struct Holder {
    /// The name of the id, or the name of the set's name.
    pub id: String,
    /// The type of the id, which is a VarInt, or of the name of a set.
    pub base: TypeExpr,
    /// The name of the inline value, or of the entries.
    pub value: String,
    /// The type of the inline value, or the array of the entries.
    pub inner: TypeExpr,
}

/// The source of a count or length.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Length {
    /// A fixed number, which is not encoded.
    Known(u32),
    /// A number that is encoded before the elements.
    Prefixed(IntType),
    /// The number in an earlier field.
    Field(Selector),
    /// All bytes up to the end of the input. Arrays cannot have this length.
    Rest,
}

/// The names of the values of an enumeration, in the order of the expression.
///
/// ```
/// use gamewire::minecraft::TypeExpr;
///
/// let expr: TypeExpr = "enum(u8;chat|system|game_info=7)".parse()?;
/// let TypeExpr::Enum(_, names) = &expr else { panic!() };
/// assert_eq!((names.number("system"), names.name(7)), (Some(1), Some("game_info")));
/// # Ok::<(), gamewire::TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnumNames {
    entries: Vec<(String, i64)>,
    /// The index is in a box, because types should be small.
    index: Box<NameIndex>,
    /// Whether other numbers are allowed too.
    pub(in crate::minecraft) open: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct NameIndex {
    /// The number of each name.
    numbers: BTreeMap<String, i64>,
    /// The positions of the entries.
    places: Places,
}

/// The position of the first element with each number.
#[derive(Clone, PartialEq, Eq, Default)]
struct Places(HashMap<i64, usize>);

impl Places {
    fn new(numbers: impl DoubleEndedIterator<Item = Option<i64>> + ExactSizeIterator) -> Self {
        // The first element with a number is inserted last, and stays.
        Self(numbers.enumerate().rev().filter_map(|(at, number)| Some((number?, at))).collect())
    }

    fn get(&self, number: i64) -> Option<usize> {
        self.0.get(&number).copied()
    }
}

/// Leaves the positions out, because a hash map has no fixed order.
impl fmt::Debug for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Places").finish_non_exhaustive()
    }
}

impl EnumNames {
    pub(in crate::minecraft) fn new(entries: Vec<(String, i64)>, open: bool) -> Self {
        let places = Places::new(entries.iter().map(|(_, number)| Some(*number)));
        let numbers = entries.iter().cloned().collect();
        Self { entries, index: Box::new(NameIndex { numbers, places }), open }
    }

    /// Returns the names and their numbers.
    pub fn entries(&self) -> &[(String, i64)] {
        &self.entries
    }

    /// Returns whether other numbers are allowed too.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Returns whether no two numbers have the same name.
    pub(in crate::minecraft) fn differ(&self) -> bool {
        self.index.numbers.len() == self.entries.len()
    }

    /// Returns the number of a name.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.index.numbers.get(name).copied()
    }

    /// Returns the name of a number. If several names have it, returns the first.
    pub fn name(&self, number: i64) -> Option<&str> {
        self.entries.get(self.index.places.get(number)?).map(|(name, _)| name.as_str())
    }
}

/// A reference to an earlier field of the same structure, or of one around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::exhaustive_structs, reason = "these are the coordinates of a field")]
pub struct Selector {
    /// The number of structures to leave.
    pub up: u32,
    /// The position of the field in its structure.
    pub field: u32,
    /// The position of a number of [`Bits`](TypeExpr::Bits), or of a bit of an integer.
    pub part: Option<u8>,
}

/// A label and its type. The label `None` is that of the case for all other labels.
type Case = (Option<Label>, TypeExpr);

/// The cases of a `switch`, in the order of the description.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cases {
    list: Vec<Case>,
    /// The index is in a box, because types should be small.
    index: Box<Index>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Index {
    /// The positions of the cases with a number.
    numbers: Places,
    /// The position of the case for all other labels.
    other: Option<usize>,
    /// The least number of bytes of a case.
    min_len: usize,
}

impl Cases {
    /// Creates the cases of a field of this type. A name of an enumeration is the label of its number.
    ///
    /// ```
    /// use gamewire::minecraft::{Cases, Label, Protocol, Selector, TypeExpr, Value};
    /// let kind: TypeExpr = "enum(u8;none|text)".parse()?;
    /// let cases = vec![(Some(Label::from("text")), "string".parse()?), (None, TypeExpr::Bool)];
    /// let of_kind = TypeExpr::Switch(Selector::default(), Cases::new(&kind, cases));
    /// let fields = TypeExpr::Struct(vec![("kind".into(), kind), ("value".into(), of_kind)]);
    /// let value = fields.parse(Protocol::V1_14, b"\x01\x02hi")?;
    /// assert_eq!(value, Value::Struct([Value::Enum(1), Value::String("hi".into())].into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(field: &TypeExpr, list: Vec<Case>) -> Self {
        let number = |label: &Option<Label>| match (label, field) {
            (Some(Label::Number(number)), _) => Some(*number),
            (Some(Label::Text(name)), TypeExpr::Enum(_, names)) => names.number(name),
            _ => None,
        };
        let numbers = Places::new(list.iter().map(|(label, _)| number(label)));
        let other = list.iter().position(|(label, _)| label.is_none());
        let mut cases = Self { list, index: Box::new(Index { numbers, other, min_len: 0 }) };
        cases.measure();
        cases
    }

    /// Computes the least number of bytes of a case.
    pub(in crate::minecraft) fn measure(&mut self) {
        self.index.min_len = self.list.iter().map(|(_, case)| case.min_len()).min().unwrap_or(0);
    }

    /// Returns the labels and their types.
    pub fn entries(&self) -> &[(Option<Label>, TypeExpr)] {
        &self.list
    }

    /// Returns the type of a number.
    pub(super) fn of_number(&self, number: i64) -> Option<&TypeExpr> {
        self.list.get(self.index.numbers.get(number)?).map(|(_, case)| case)
    }

    /// Returns the type of a text.
    pub(super) fn of_text(&self, text: &str) -> Option<&TypeExpr> {
        let is = |label: &Option<Label>| matches!(label, Some(Label::Text(own)) if **own == *text);
        self.list.iter().find(|(label, _)| is(label)).map(|(_, case)| case)
    }

    /// Returns the type of all other labels.
    pub(super) fn other(&self) -> Option<&TypeExpr> {
        self.list.get(self.index.other?).map(|(_, case)| case)
    }
}

/// The named types of a [`TypeExpr::Types`], which may refer to each other and to themselves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Types {
    list: Vec<(String, TypeExpr)>,
    /// The name of the table for headings, which is the version of its packets.
    title: String,
}

/// A reference to a type of [`Types`], such as `$Slot`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeName {
    name: Arc<str>,
    /// The position of the type in the table.
    pub(in crate::minecraft) at: usize,
    /// The least number of bytes of a value, as far as it was known when the type was referred to.
    pub(in crate::minecraft) min_len: usize,
}

impl TypeName {
    /// Creates a reference to the type with this name, which is at a position of the table.
    pub(in crate::minecraft) fn new(name: &str, at: usize) -> Self {
        Self { name: name.into(), at, min_len: 0 }
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.name)
    }
}

impl Types {
    /// Creates the table of types that refer to each other by position.
    pub(in crate::minecraft) fn new(list: Vec<(String, TypeExpr)>, title: &str) -> Self {
        Self { list, title: title.to_owned() }
    }

    pub(in crate::minecraft) fn title(&self) -> &str {
        &self.title
    }

    /// Returns a reference to the type with this name.
    pub(in crate::minecraft) fn find(&self, name: &str) -> Option<TypeName> {
        let at = self.list.iter().position(|(own, _)| own == name)?;
        Some(TypeName { min_len: self.list.get(at)?.1.min_len(), ..TypeName::new(name, at) })
    }

    /// Returns the names and the types.
    pub fn entries(&self) -> &[(String, TypeExpr)] {
        &self.list
    }

    /// Returns the type that a reference refers to.
    pub fn get(&self, name: &TypeName) -> Option<&TypeExpr> {
        self.list.get(name.at).map(|(_, of)| of)
    }
}

/// Returns the name and the least number of bytes of a Rust type.
const fn of<'a, X: Wire<'a>>() -> (&'static str, usize) {
    (X::NAME, X::MIN_LEN)
}

/// Defines the types. A row has the variant, the name in expressions and perhaps another name, the name in the
/// specification with the least number of bytes.
macro_rules! leaves {
    ($($name:ident: $text:literal $(| $alias:literal)?, $of:expr;)+) => {
        /// The pattern of these types, for matches that have an arm for every type.
        macro_rules! leaf_type {
            () => { $(TypeExpr::$name)|+ };
        }

        impl TypeExpr {
            /// Returns the type without arguments that has this name.
            pub(super) fn without_arguments(name: &str) -> Option<Self> {
                match name {
                    $($text $(| $alias)? => Some(Self::$name),)+
                    name => IntType::from_name(name).map(Self::Int),
                }
            }

            /// Returns the name in expressions, the name in the specification and the least number of bytes, if this is a type
            /// without arguments.
            pub(super) fn leaf(&self) -> Option<(&'static str, &'static str, usize)> {
                let (text, (name, min_len)) = match self {
                    $(Self::$name => ($text, const { $of }),)+
                    _ => return None,
                };
                Some((text, name, min_len))
            }
        }
    };
}

leaves! {
    Bool: "bool" | "boolean", of::<bool>();
    F32: "f32" | "float", of::<f32>();
    F64: "f64" | "double", of::<f64>();
    Lf32: "lf32", ("Float", 4);
    Lf64: "lf64", ("Double", 8);
    Chat: "chat", of::<Chat>();
    Identifier: "identifier", of::<Identifier>();
    Position: "position", of::<Position>();
    Angle: "angle", of::<Angle>();
    Uuid: "uuid", of::<Uuid>();
    Nbt: "nbt", of::<OptNbt>();
    Mutf8: "mutf8", of::<JavaStr>();
    Slot: "slot", of::<Slot>();
    Particle: "particle", of::<Particle>();
    Metadata: "metadata", of::<Metadata>();
    GzipNbt: "gzip_nbt", ("packed NBT", 2);
    LpVec3: "lpvec3", ("LpVec3", 1);
}

impl TypeExpr {
    /// Returns the type of the value that may be absent, if this is the type of an option.
    pub(in crate::minecraft) fn optional(&self) -> Option<&Self> {
        match self {
            Self::Optional(inner) | Self::Option(inner) => Some(inner),
            _ => None,
        }
    }

    /// Returns the type of the elements of an array.
    pub(in crate::minecraft) fn element(&self) -> Option<&Self> {
        match self {
            Self::Array(_, element) | Self::Until(_, element) | Self::Marked(element) => Some(element),
            _ => None,
        }
    }

    /// Returns the type of the elements, if an array of them is a [`Value::Integers`](super::Value::Integers).
    pub(in crate::minecraft) fn packed_element(&self) -> Option<IntType> {
        if let Self::Int(int) = self { int.bits().map(|_| *int) } else { None }
    }

    /// Returns the number of elements in the bytes of a [`Value::Integers`](super::Value::Integers) with elements of this type.
    pub(super) fn count_in(&self, bytes: &[u8]) -> Option<usize> {
        let size = self.packed_element()?.min_len();
        bytes.len().is_multiple_of(size).then(|| bytes.len() / size)
    }

    /// Returns the least number of bytes of a value.
    pub fn min_len(&self) -> usize {
        match self {
            Self::String(_) | Self::Option(_) | Self::Until(..) | Self::Marked(_) => 1,
            Self::Holder(_) | Self::Holders(_) => 1,
            Self::Int(int) | Self::Enum(int, _) | Self::Fixed(int, _) | Self::Flags(int, _) => int.min_len(),
            Self::Text(int) => int.min_len(),
            Self::Optional(_) | Self::Unknown(_) => 0,
            Self::Switch(_, cases) => cases.index.min_len,
            Self::Struct(fields) => {
                fields.iter().fold(0, |sum, (_, field)| field.min_len().saturating_add(sum))
            }
            Self::Bits(parts) => parts.iter().map(|part| part.size as usize).sum::<usize>() / 8,
            Self::Types(_, inner) => inner.min_len(),
            Self::Named(name) => name.min_len,
            Self::Array(length, inner) => length.min_len(inner.min_len()),
            Self::Bytes(length) => length.min_len(1),
            leaf @ leaf_type!() => leaf.leaf().map_or(0, |(_, _, min_len)| min_len),
        }
    }

    /// Returns the reason why a part of this type cannot be read, if there is one. Of named types, only those that this
    /// type refers to are searched.
    pub(in crate::minecraft) fn unknown_part(&self) -> Option<String> {
        let mut reason = None;
        let mut look = |of: &Self| of.find_unknown(&mut reason);
        look(self);
        if let Self::Types(types, inner) = self {
            needed(types, inner).for_each(|(_, of)| look(of));
        }
        reason
    }

    fn find_unknown(&self, reason: &mut Option<String>) {
        match self {
            Self::Unknown(why) if reason.is_none() => *reason = Some(why.clone()),
            _ => self.each_part(&mut |part| part.find_unknown(reason)),
        }
    }

    /// Returns the name of the type in the specification, without arguments.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Int(int) => int.shown(),
            Self::String(_) | Self::Text(_) => "String",
            Self::Optional(_) => "Optional",
            Self::Option(_) => "Option",
            Self::Array(..) => "Array",
            Self::Bytes(_) => "Byte Array",
            Self::Enum(..) => "Enum",
            Self::Fixed(..) => "Fixed-point",
            Self::Struct(_) => "Struct",
            Self::Switch(..) => "Switch",
            Self::Until(..) => "Array until a byte",
            Self::Marked(_) => "Array of marked elements",
            Self::Bits(_) => "Bits",
            Self::Flags(..) => "Flags",
            Self::Holder(_) => "Holder",
            Self::Holders(_) => "Holder Set",
            Self::Types(_, inner) => inner.name(),
            Self::Named(_) => "named type",
            Self::Unknown(_) => "unknown type",
            leaf @ leaf_type!() => leaf.leaf().map_or("", |(_, name, _)| name),
        }
    }
}

impl Length {
    /// Returns the least number of bytes of a count and its elements, each of which takes at least `unit` bytes.
    fn min_len(&self, unit: usize) -> usize {
        match self {
            Self::Known(count) => (*count as usize).saturating_mul(unit),
            Self::Prefixed(int) => int.min_len(),
            Self::Field(_) | Self::Rest => 0,
        }
    }
}

/// Writes the expression as text, from which [`FromStr`](std::str::FromStr) reads it again. A part that text cannot express is written as its
/// [name](TypeExpr::name) in angle brackets.
impl fmt::Display for TypeExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(int) => f.write_str(int.name()),
            Self::String(limit) => write!(f, "string({limit})"),
            Self::Optional(inner) => write!(f, "optional({inner})"),
            Self::Option(inner) => write!(f, "option({inner})"),
            Self::Array(Length::Known(count), inner) => write!(f, "array({count},{inner})"),
            Self::Array(Length::Prefixed(int), inner) => write!(f, "array({},{inner})", int.name()),
            Self::Bytes(Length::Known(count)) => write!(f, "bytes({count})"),
            Self::Bytes(Length::Prefixed(int)) => write!(f, "bytes({})", int.name()),
            Self::Fixed(int, bits) => write!(f, "fixed({},{bits})", int.name()),
            Self::Enum(int, names) if !names.open => {
                write!(f, "enum({};", int.name())?;
                let mut next = 0;
                for (at, (name, number)) in names.entries.iter().enumerate() {
                    write!(f, "{}{name}", if at == 0 { "" } else { "|" })?;
                    if *number != replace(&mut next, number.wrapping_add(1)) {
                        write!(f, "={number}")?;
                    }
                }
                f.write_str(")")
            }
            Self::Struct(fields) => {
                f.write_str("struct(")?;
                for (at, (name, field)) in fields.iter().enumerate() {
                    write!(f, "{}{name}:{field}", if at == 0 { "" } else { "," })?;
                }
                f.write_str(")")
            }
            leaf @ leaf_type!() => f.write_str(leaf.leaf().map_or("", |(text, _, _)| text)),
            _ => write!(f, "<{}>", self.name()),
        }
    }
}

/// Returns the types that a type refers to, directly or not, in the order of the table.
fn needed<'t>(types: &'t Types, expr: &'t TypeExpr) -> impl Iterator<Item = &'t (String, TypeExpr)> {
    let mut needed = vec![false; types.list.len()];
    let mut waiting = vec![expr];
    while let Some(of) = waiting.pop() {
        if let TypeExpr::Named(name) = of
            && let Some(known) = needed.get_mut(name.at)
            && !replace(known, true)
        {
            waiting.extend(types.get(name));
        }
        of.each_part(&mut |part| waiting.push(part));
    }
    types.list.iter().zip(needed).filter_map(|(entry, needed)| needed.then_some(entry))
}

const NO_TYPE: TypeExpr = TypeExpr::Bool;

/// Calls a function with each of the types directly inside a type.
macro_rules! each_part {
    ($of:expr, $f:ident, $iter:ident $(, $mutability:tt)?) => {
        match $of {
            Self::Optional(inner) | Self::Option(inner) | Self::Array(_, inner) => $f(inner),
            Self::Types(_, inner) | Self::Until(_, inner) | Self::Marked(inner) => $f(inner),
            Self::Holder(of) | Self::Holders(of) => {
                let Holder { base, inner, .. } = & $($mutability)? **of;
                $f(base);
                $f(inner);
            }
            Self::Switch(_, cases) => cases.list.$iter().for_each(|(_, case)| $f(case)),
            Self::Struct(fields) => fields.$iter().for_each(|(_, field)| $f(field)),
            Self::Int(_) | Self::String(_) | Self::Text(_) | Self::Bytes(_) | Self::Enum(..) => {}
            Self::Fixed(..) | Self::Bits(_) | Self::Flags(..) | Self::Named(_) | Self::Unknown(_) => {}
            leaf_type!() => {}
        }
    };
}

impl TypeExpr {
    /// Calls `f` with each of the types directly inside this one.
    pub(in crate::minecraft) fn each_part<'e>(&'e self, f: &mut dyn FnMut(&'e Self)) {
        each_part!(self, f, iter);
    }

    /// Calls `f` with each of the types directly inside this one, mutably.
    pub(in crate::minecraft) fn each_part_mut(&mut self, f: &mut dyn FnMut(&mut Self)) {
        each_part!(self, f, iter_mut, mut);
    }
}

impl Drop for TypeExpr {
    fn drop(&mut self) {
        drop_nested(|| self.each_part_mut(&mut |inner| drop(replace(inner, NO_TYPE))));
    }
}
