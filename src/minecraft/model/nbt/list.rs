//! List: values of one type, without names.

use std::fmt;
use std::io::Write;

use cookie_factory::WriteContext;

use super::build::{Build, Tree};
use super::compound::{Compound, gen_entries, parse_entries};
use super::held::Names;
use super::java_str::{JavaStr, gen_text, parse_mutf8};
use super::packed::{Packed, gen_array, gen_count, gen_numbers, parse_count, parse_numbers, parse_packed};
use super::tag::Tag;
use super::{nested, parse_tag_id};
use crate::cx::{Cx, Level, aside};
use crate::error::{DecodeErrorKind, Fault, PResult};
use crate::minecraft::ids::TagId;
use crate::minecraft::protocol::Protocol;
use crate::minecraft::wire::{close, open, reading};
use crate::sink::{Gen, put};
use crate::trace::{Part, Shown, Trace};

/// Values of one type. The type is kept when there are none; the game writes empty lists as of End.
///
/// Numbers stay packed, as they stand on the wire.
#[derive(Clone, PartialEq, Default)]
pub enum List<'a> {
    /// The usual empty list.
    #[default]
    End,
    /// Signed bytes.
    Byte(Packed<'a, i8>),
    /// 16-bit integers.
    Short(Packed<'a, i16>),
    /// 32-bit integers.
    Int(Packed<'a, i32>),
    /// 64-bit integers.
    Long(Packed<'a, i64>),
    /// Floats.
    Float(Packed<'a, f32>),
    /// Doubles.
    Double(Packed<'a, f64>),
    /// Byte arrays.
    ByteArray(Box<[Packed<'a, i8>]>),
    /// Text.
    String(Box<[JavaStr<'a>]>),
    /// Lists, each of its own type.
    List(Box<[List<'a>]>),
    /// Compounds.
    Compound(Box<[Compound<'a>]>),
    /// Arrays of 32-bit integers.
    IntArray(Box<[Packed<'a, i32>]>),
    /// Arrays of 64-bit integers.
    LongArray(Box<[Packed<'a, i64>]>),
}

/// Runs one expression for whatever the list holds.
macro_rules! each {
    ($list:expr, $end:expr, $elements:ident => $run:expr) => {
        match $list {
            List::End => $end,
            List::Byte($elements) => $run,
            List::Short($elements) => $run,
            List::Int($elements) => $run,
            List::Long($elements) => $run,
            List::Float($elements) => $run,
            List::Double($elements) => $run,
            List::ByteArray($elements) => $run,
            List::String($elements) => $run,
            List::List($elements) => $run,
            List::Compound($elements) => $run,
            List::IntArray($elements) => $run,
            List::LongArray($elements) => $run,
        }
    };
}

impl List<'_> {
    /// The type of the elements.
    pub fn element_type(&self) -> TagId {
        match self {
            Self::End => TagId::End,
            Self::Byte(_) => TagId::Byte,
            Self::Short(_) => TagId::Short,
            Self::Int(_) => TagId::Int,
            Self::Long(_) => TagId::Long,
            Self::Float(_) => TagId::Float,
            Self::Double(_) => TagId::Double,
            Self::ByteArray(_) => TagId::ByteArray,
            Self::String(_) => TagId::String,
            Self::List(_) => TagId::List,
            Self::Compound(_) => TagId::Compound,
            Self::IntArray(_) => TagId::IntArray,
            Self::LongArray(_) => TagId::LongArray,
        }
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        each!(self, 0, elements => elements.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The same, borrowing nothing.
    pub fn into_owned(self) -> List<'static> {
        self.into_owned_by(&mut Names::default())
    }

    pub(super) fn into_owned_by(self, names: &mut Names) -> List<'static> {
        match self {
            Self::End => List::End,
            Self::Byte(x) => List::Byte(x.into_owned()),
            Self::Short(x) => List::Short(x.into_owned()),
            Self::Int(x) => List::Int(x.into_owned()),
            Self::Long(x) => List::Long(x.into_owned()),
            Self::Float(x) => List::Float(x.into_owned()),
            Self::Double(x) => List::Double(x.into_owned()),
            Self::ByteArray(x) => List::ByteArray(x.into_iter().map(Packed::into_owned).collect()),
            Self::String(x) => List::String(x.into_iter().map(JavaStr::into_owned).collect()),
            Self::List(x) => List::List(x.into_iter().map(|x| x.into_owned_by(names)).collect()),
            Self::Compound(x) => List::Compound(x.into_iter().map(|x| x.into_owned_by(names)).collect()),
            Self::IntArray(x) => List::IntArray(x.into_iter().map(Packed::into_owned).collect()),
            Self::LongArray(x) => List::LongArray(x.into_iter().map(Packed::into_owned).collect()),
        }
    }
}

impl<'a> List<'a> {
    /// Values of one type as a list; without any, the usual empty list. A value of another type than the first
    /// is an error: its position.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::{List, Packed, Tag};
    /// assert_eq!(List::from_tags(vec![Tag::Int(1), Tag::Int(2)]), Ok(List::Int(Packed::from(vec![1, 2]))));
    /// assert_eq!(List::from_tags(vec![Tag::Int(1), Tag::Byte(2)]), Err(1));
    /// ```
    pub fn from_tags(tags: Vec<Tag<'a>>) -> Result<Self, usize> {
        let Some(id) = tags.first().map(Tag::id) else {
            return Ok(Self::End);
        };
        if let Some(at) = tags.iter().position(|tag| tag.id() != id) {
            return Err(at);
        }
        macro_rules! all {
            ($variant:ident) => {
                tags.into_iter()
                    .filter_map(|tag| match tag {
                        Tag::$variant(x) => Some(x),
                        _ => None,
                    })
                    .collect()
            };
        }
        Ok(match id {
            TagId::End => Self::End,
            TagId::Byte => Self::Byte(all!(Byte)),
            TagId::Short => Self::Short(all!(Short)),
            TagId::Int => Self::Int(all!(Int)),
            TagId::Long => Self::Long(all!(Long)),
            TagId::Float => Self::Float(all!(Float)),
            TagId::Double => Self::Double(all!(Double)),
            TagId::ByteArray => Self::ByteArray(all!(ByteArray)),
            TagId::String => Self::String(all!(String)),
            TagId::List => Self::List(all!(List)),
            TagId::Compound => Self::Compound(all!(Compound)),
            TagId::IntArray => Self::IntArray(all!(IntArray)),
            TagId::LongArray => Self::LongArray(all!(LongArray)),
        })
    }

    /// The elements as values of their own.
    pub fn into_tags(self) -> Vec<Tag<'a>> {
        match self {
            Self::End => Vec::new(),
            Self::Byte(x) => x.iter().map(Tag::Byte).collect(),
            Self::Short(x) => x.iter().map(Tag::Short).collect(),
            Self::Int(x) => x.iter().map(Tag::Int).collect(),
            Self::Long(x) => x.iter().map(Tag::Long).collect(),
            Self::Float(x) => x.iter().map(Tag::Float).collect(),
            Self::Double(x) => x.iter().map(Tag::Double).collect(),
            Self::ByteArray(x) => x.into_iter().map(Tag::ByteArray).collect(),
            Self::String(x) => x.into_iter().map(Tag::String).collect(),
            Self::List(x) => x.into_iter().map(Tag::List).collect(),
            Self::Compound(x) => x.into_iter().map(Tag::Compound).collect(),
            Self::IntArray(x) => x.into_iter().map(Tag::IntArray).collect(),
            Self::LongArray(x) => x.into_iter().map(Tag::LongArray).collect(),
        }
    }
}

impl fmt::Debug for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.element_type().name())?;
        each!(self, f.write_str("[]"), elements => elements.fmt(f))
    }
}

/// | size | field |
/// |------|-------|
/// | 1    | type of the elements |
/// | 4    | count: Int, not negative |
/// | ..   | payloads, without type or name |
///
/// A list of End has no elements.
pub fn parse_list<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, List<'a>> {
    parse_elements::<T, Tree>(&cx, cx.level(), i, &mut Vec::new())
}

/// [`parse_list`], with the compounds around it.
pub(super) fn parse_elements<'a, T: Trace, B: Build<'a>>(
    outermost: &Cx<'_, Protocol, T>,
    level: Level,
    i: &'a [u8],
    outer: &mut B::Open,
) -> PResult<'a, B::List> {
    let cx = outermost.at(level);
    let (at, id) = parse_element_type(cx, i)?;
    let (i, count) = parse_count(cx, at)?;
    let inside = cx.reserve(at, i, count, id.least_payload())?;
    match id {
        TagId::List => parse_lists::<T, B>(outermost, inside.level(), count, i, outer),
        TagId::Compound => parse_compounds::<T, B>(outermost, inside.level(), count, i, outer),
        TagId::End if count > 0 => {
            let count = i32::try_from(count).unwrap_or(i32::MAX);
            Fault::number(at, i, DecodeErrorKind::NbtListEnd { count })
        }
        leaf => parse_leaves::<T, B>(outermost, level, inside.level(), leaf, count, i),
    }
}

/// The elements of a list whose elements have no children. Apart, so that the frames of [`parse_list`], which
/// stand inside each other, stay small.
fn parse_leaves<'a, T: Trace, B: Build<'a>>(
    outermost: &Cx<'_, Protocol, T>,
    level: Level,
    inside: Level,
    id: TagId,
    count: u32,
    i: &'a [u8],
) -> PResult<'a, B::List> {
    let (cx, inside) = (outermost.at(level), outermost.at(inside));
    Ok(match id {
        TagId::Byte => parse_numbers(cx, count, i).map(|(i, x)| (i, B::numbers(List::Byte(x))))?,
        TagId::Short => parse_numbers(cx, count, i).map(|(i, x)| (i, B::numbers(List::Short(x))))?,
        TagId::Int => parse_numbers(cx, count, i).map(|(i, x)| (i, B::numbers(List::Int(x))))?,
        TagId::Long => parse_numbers(cx, count, i).map(|(i, x)| (i, B::numbers(List::Long(x))))?,
        TagId::Float => parse_numbers(cx, count, i).map(|(i, x)| (i, B::numbers(List::Float(x))))?,
        TagId::Double => parse_numbers(cx, count, i).map(|(i, x)| (i, B::numbers(List::Double(x))))?,
        TagId::ByteArray => elements::<T, B, _>(inside, id, count, i, parse_packed)
            .map(|(i, x)| (i, B::leaves(x, List::ByteArray)))?,
        TagId::String => elements::<T, B, _>(inside, id, count, i, parse_mutf8)
            .map(|(i, x)| (i, B::leaves(x, List::String)))?,
        TagId::IntArray => elements::<T, B, _>(inside, id, count, i, parse_packed)
            .map(|(i, x)| (i, B::leaves(x, List::IntArray)))?,
        TagId::LongArray => elements::<T, B, _>(inside, id, count, i, parse_packed)
            .map(|(i, x)| (i, B::leaves(x, List::LongArray)))?,
        TagId::End | TagId::List | TagId::Compound => (i, B::numbers(List::End)),
    })
}

/// Lists in a list.
fn parse_lists<'a, T: Trace, B: Build<'a>>(
    outermost: &Cx<'_, Protocol, T>,
    inside: Level,
    count: u32,
    mut i: &'a [u8],
    outer: &mut B::Open,
) -> PResult<'a, B::List> {
    let mut cx = outermost.at(inside);
    let mut lists = B::row(count);
    for index in 0..count as usize {
        cx.release(TagId::List.least_payload());
        open(cx, Part::Index(index));
        reading(cx, TagId::List.name());
        let list;
        (i, list) = parse_elements::<T, B>(outermost, nested(cx, i)?, i, outer)?;
        close(cx);
        B::push(&mut lists, list);
    }
    Ok((i, B::lists(lists)))
}

/// Compounds in a list.
fn parse_compounds<'a, T: Trace, B: Build<'a>>(
    outermost: &Cx<'_, Protocol, T>,
    inside: Level,
    count: u32,
    mut i: &'a [u8],
    outer: &mut B::Open,
) -> PResult<'a, B::List> {
    let mut cx = outermost.at(inside);
    let mut compounds = B::row(count);
    for index in 0..count as usize {
        cx.release(TagId::Compound.least_payload());
        open(cx, Part::Index(index));
        reading(cx, TagId::Compound.name());
        let compound;
        (i, compound) = parse_entries::<T, B>(outermost, nested(cx, i)?, i, outer)?;
        close(cx);
        B::push(&mut compounds, compound);
    }
    Ok((i, B::compounds(compounds)))
}

/// Mirrors [`parse_list`].
pub fn gen_list<T: Trace, W: Write>(cx: Cx<'_, Protocol, T>, x: &List<'_>, out: &mut WriteContext<W>) -> Gen {
    gen_typed(&cx, cx.depth(), x, out)
}

/// Mirrors [`parse_elements`].
pub(super) fn gen_typed<T: Trace, W: Write>(
    cx: &Cx<'_, Protocol, T>,
    depth: u32,
    x: &List<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    put(out, &[x.element_type().to_wire()])?;
    gen_count(cx, x.len(), out)?;
    match x {
        List::End => Ok(()),
        List::Byte(x) => gen_numbers(x, out),
        List::Short(x) => gen_numbers(x, out),
        List::Int(x) => gen_numbers(x, out),
        List::Long(x) => gen_numbers(x, out),
        List::Float(x) => gen_numbers(x, out),
        List::Double(x) => gen_numbers(x, out),
        List::ByteArray(x) => gen_elements(cx, x, |x| gen_array(cx, x, out)),
        List::String(x) => gen_elements(cx, x, |x| gen_text(cx, x, out)),
        List::List(x) => gen_elements(cx, x, |x| gen_typed(cx, cx.below(depth)?, x, out)),
        List::Compound(x) => gen_elements(cx, x, |x| gen_entries(cx, cx.below(depth)?, x, out)),
        List::IntArray(x) => gen_elements(cx, x, |x| gen_array(cx, x, out)),
        List::LongArray(x) => gen_elements(cx, x, |x| gen_array(cx, x, out)),
    }
}

/// The type byte of a list.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn parse_element_type<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, TagId> {
    let (rest, id) = parse_tag_id(cx, i)?;
    cx.field(i, rest, "element type", Shown::Named(id.to_wire().into(), id.name()));
    Ok((rest, id))
}

/// Elements of no fixed size; what they take at least is owed already.
#[cfg_attr(not(debug_assertions), inline(always))]
fn elements<'c, 'a, T: Trace, B: Build<'a>, X>(
    mut cx: Cx<'c, Protocol, T>,
    id: TagId,
    count: u32,
    mut i: &'a [u8],
    parse: impl Fn(Cx<'c, Protocol, T>, &'a [u8]) -> PResult<'a, X>,
) -> PResult<'a, B::Row<X>> {
    let mut elements = B::row(count);
    for index in 0..count as usize {
        cx.release(id.least_payload());
        open(cx, Part::Index(index));
        reading(cx, id.name());
        let x;
        (i, x) = parse(aside!(cx), i)?;
        close(cx);
        B::push(&mut elements, x);
    }
    Ok((i, elements))
}

/// Mirrors [`elements`].
#[cfg_attr(not(debug_assertions), inline(always))]
fn gen_elements<T: Trace, X>(
    cx: &Cx<'_, Protocol, T>,
    elements: &[X],
    mut generate: impl FnMut(&X) -> Gen,
) -> Gen {
    for (index, x) in elements.iter().enumerate() {
        open(*cx, Part::Index(index));
        generate(x)?;
        close(*cx);
    }
    Ok(())
}
