//! Values of one type, without names.

use std::fmt;

use super::compound::Compound;
use super::deep::Lists;
use super::java_str::JavaStr;
use super::packed::Packed;
use super::shared::NameCache;
use super::tag::Tag;
use crate::minecraft::ids::TagId;

/// Values of one type. The type is kept when there are none; the game writes empty lists as of End.
///
/// Numbers stay packed, as they are on the wire.
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
    List(Lists<'a>),
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
    #[must_use]
    pub fn into_owned(self) -> List<'static> {
        self.into_owned_by(&mut NameCache::default())
    }

    pub(super) fn into_owned_by(self, names: &mut NameCache) -> List<'static> {
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
    /// Values of one type as a list; without any, the usual empty list.
    ///
    /// # Errors
    /// If a value is of another type than the first: its position among them, from 0.
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
