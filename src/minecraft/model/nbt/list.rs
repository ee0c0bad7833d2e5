//! Lists: values of one type, without names.

use std::fmt;

use super::types::for_each_tag;
use super::{Compound, JavaStr, Numbers, Tag, TagRef};
use crate::conversions::from;
use crate::limits::drop_nested;
use crate::minecraft::ids::TagId;
use crate::minecraft::model::{boxed_slice, nested};

/// A list: values of one type. An empty list keeps its type; the game writes it with the type End.
///
/// Numbers are stored as their encoded bytes.
///
/// ```
/// use gamewire::minecraft::nbt::{List, TagRef, nbt};
/// let mut pos: List = nbt!([0.5, 64.0]);
/// pos.push(-3.5)?;
/// assert_eq!((pos.len(), pos.get(2)), (3, Some(TagRef::Double(-3.5))));
/// assert!(pos.push("no number").is_err());
/// # Ok::<(), gamewire::minecraft::nbt::MixedListError>(())
/// ```
#[derive(Clone, PartialEq, Default)]
pub enum List {
    /// A list without elements or type, which is the usual empty list.
    #[default]
    End,
    /// Signed bytes.
    Byte(Numbers<i8>),
    /// 16-bit integers.
    Short(Numbers<i16>),
    /// 32-bit integers.
    Int(Numbers<i32>),
    /// 64-bit integers.
    Long(Numbers<i64>),
    /// Floats.
    Float(Numbers<f32>),
    /// Doubles.
    Double(Numbers<f64>),
    /// Byte arrays.
    ByteArray(Box<[Numbers<i8>]>),
    /// Text.
    String(Box<[JavaStr]>),
    /// Lists, each of which has its own type.
    List(Lists),
    /// Compounds.
    Compound(Box<[Compound]>),
    /// Arrays of 32-bit integers.
    IntArray(Box<[Numbers<i32>]>),
    /// Arrays of 64-bit integers.
    LongArray(Box<[Numbers<i64>]>),
}

/// The lists in a list of lists. It dereferences to a slice. They may be nested in any depth.
#[derive(Default)]
pub struct Lists(Box<[List]>);

boxed_slice!(Lists of List);
nested!(Lists);

impl From<Lists> for Vec<List> {
    fn from(lists: Lists) -> Self {
        lists.into_vec()
    }
}

impl fmt::Debug for Lists {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Drop for Lists {
    #[inline]
    fn drop(&mut self) {
        if !self.0.is_empty() {
            drop_nested(|| drop(std::mem::take(&mut self.0)));
        }
    }
}

impl List {
    /// Creates an empty list whose elements have this type. Most empty lists are of [`TagId::End`], but programs also write
    /// others.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::{List, TagId};
    /// let list = List::empty(TagId::Compound);
    /// assert_eq!((list.len(), list.element_type()), (0, TagId::Compound));
    /// ```
    #[must_use]
    pub fn empty(element_type: TagId) -> Self {
        Self::of_type(element_type, Vec::new())
    }

    /// Creates a list of values of one type. Without values it is the usual empty list.
    ///
    /// # Errors
    /// Returns an error if a value has another type than the first.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::{List, Numbers, Tag};
    /// assert_eq!(List::from_tags(vec![Tag::Int(1), Tag::Int(2)]), Ok(List::Int(Numbers::from(vec![1, 2]))));
    /// let error = List::from_tags(vec![Tag::Int(1), Tag::Byte(2)]).unwrap_err();
    /// assert_eq!(error.to_string(), "all elements of a list have one type, but element 0 is Int and element 1 is Byte");
    /// ```
    pub fn from_tags(tags: Vec<Tag>) -> Result<Self, MixedListError> {
        let Some(id) = tags.first().map(Tag::id) else {
            return Ok(Self::End);
        };
        if let Some((index, other)) = tags.iter().enumerate().find(|(_, tag)| tag.id() != id) {
            return Err(MixedListError { expected: id, index, found: other.id() });
        }
        Ok(Self::of_type(id, tags))
    }

    /// Appends an element. A list of End takes the type of the element.
    ///
    /// # Errors
    /// Returns an error if the element has another type than the list. The list is then unchanged.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::{List, Tag, nbt};
    /// let mut list = nbt!([1, 2]);
    /// list.push(3)?;
    /// assert_eq!(list.set(0, 10)?, Some(Tag::Int(1)));
    /// assert_eq!(list.remove(1), Some(Tag::Int(2)));
    /// assert_eq!(list, nbt!([10, 3]));
    /// let error = list.push("four").unwrap_err();
    /// assert_eq!(error.to_string(), "all elements of a list have one type, but element 0 is Int and element 2 is String");
    /// # Ok::<(), gamewire::minecraft::nbt::MixedListError>(())
    /// ```
    pub fn push(&mut self, tag: impl Into<Tag>) -> Result<(), MixedListError> {
        let tag = tag.into();
        let mixed = MixedListError { expected: self.element_type(), index: self.len(), found: tag.id() };
        if matches!(self, Self::End) {
            *self = Self::from_tags(vec![tag])?;
            return Ok(());
        }
        self.push_same(tag).ok_or(mixed)
    }

    /// Replaces the element at a position, and returns the previous one, or `None` if the position is out of bounds.
    ///
    /// # Errors
    /// Returns an error if the element has another type than the list. The list is then unchanged.
    pub fn set(&mut self, index: usize, tag: impl Into<Tag>) -> Result<Option<Tag>, MixedListError> {
        let tag = tag.into();
        let mixed = MixedListError { expected: self.element_type(), index, found: tag.id() };
        if index >= self.len() {
            return Ok(None);
        }
        self.set_same(index, tag).ok_or(mixed)
    }

    /// Removes the element at a position and returns it. The others keep their order, and the list keeps its type.
    pub fn remove(&mut self, index: usize) -> Option<Tag> {
        if index >= self.len() { None } else { self.remove_at(index) }
    }

    /// Takes an element out to change values inside it, or returns `None` if it is a number or text. [`Self::set_same`] puts it
    /// back.
    pub(in crate::minecraft) fn lend(&mut self, index: usize) -> Option<Tag> {
        let blank = match self {
            Self::ByteArray(_) => Tag::ByteArray(Numbers::default()),
            Self::List(_) => Tag::List(Self::End),
            Self::Compound(_) => Tag::default(),
            Self::IntArray(_) => Tag::IntArray(Numbers::default()),
            Self::LongArray(_) => Tag::LongArray(Numbers::default()),
            _ => return None,
        };
        self.set_same(index, blank)?
    }

    /// Returns whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Calls `change` with the elements as a vector.
fn edit<T, C: Default + Into<Vec<T>> + From<Vec<T>>, R>(
    column: &mut C,
    change: impl FnOnce(&mut Vec<T>) -> R,
) -> R {
    let mut elements = std::mem::take(column).into();
    let result = change(&mut elements);
    *column = elements.into();
    result
}

/// Generates the match arm of each function from a row.
macro_rules! lists {
    ($($shape:ident $name:ident;)+) => {
        impl List {
            /// Returns the type of the elements.
            pub fn element_type(&self) -> TagId {
                match self {
                    Self::End => TagId::End,
                    $(Self::$name(_) => TagId::$name,)+
                }
            }

            /// Returns the number of elements.
            pub fn len(&self) -> usize {
                match self {
                    Self::End => 0,
                    $(Self::$name(x) => x.len(),)+
                }
            }

            /// Returns the element at a position, or `None` if it is out of bounds.
            pub fn get(&self, index: usize) -> Option<TagRef<'_>> {
                match self {
                    Self::End => None,
                    $(Self::$name(x) => x.get(index).map(TagRef::$name),)+
                }
            }

            /// Creates a list of this type from those tags that have it.
            pub(in crate::minecraft) fn of_type(id: TagId, tags: Vec<Tag>) -> Self {
                match id {
                    TagId::End => Self::End,
                    $(TagId::$name => {
                        let elements = tags.into_iter().filter_map(|tag| if let Tag::$name(x) = tag { Some(x) } else { None });
                        Self::$name(elements.collect())
                    })+
                }
            }

            /// Returns the elements as tags.
            pub fn into_tags(self) -> Vec<Tag> {
                match self {
                    Self::End => Vec::new(),
                    $(Self::$name(x) => x.into_iter().map(Tag::$name).collect(),)+
                }
            }

            /// Appends an element. Returns `None` if it has another type.
            fn push_same(&mut self, tag: Tag) -> Option<()> {
                match self {
                    Self::End => None,
                    $(Self::$name(x) => {
                        let Tag::$name(element) = tag else { return None };
                        Some(edit(x, |elements| {
                            elements.reserve_exact(1);
                            elements.push(element);
                        }))
                    })+
                }
            }

            /// Replaces an element. Returns the previous one, or `None` if the new one has another type.
            pub(in crate::minecraft) fn set_same(&mut self, index: usize, tag: Tag) -> Option<Option<Tag>> {
                match self {
                    Self::End => None,
                    $(Self::$name(x) => {
                        let Tag::$name(element) = tag else { return None };
                        Some(replace!($shape x index element).map(Tag::$name))
                    })+
                }
            }

            /// Removes the element at a position, which must exist.
            fn remove_at(&mut self, index: usize) -> Option<Tag> {
                match self {
                    Self::End => None,
                    $(Self::$name(x) => Some(Tag::$name(edit(x, |elements| elements.remove(index)))),)+
                }
            }
        }
    };
}

#[rustfmt::skip] // A table.
macro_rules! replace {
    (number $x:ident $at:ident $new:ident) => { $x.get($at).filter(|_| $x.set($at, $new)) };
    ($other:ident $x:ident $at:ident $new:ident) => { $x.get_mut($at).map(|place| std::mem::replace(place, $new)) };
}

for_each_tag!(lists);

/// Creates a list of Rust values of one type. Without values it is the usual empty list.
fn filled<T>(items: Vec<T>, make: impl FnOnce(Vec<T>) -> List) -> List {
    if items.is_empty() { List::End } else { make(items) }
}

from! {
    List;
    Vec<i8> => |items| filled(items, |items| Self::Byte(items.into()));
    Vec<bool> => |items| filled(items, |items| Self::Byte(items.into_iter().map(i8::from).collect()));
    Vec<i16> => |items| filled(items, |items| Self::Short(items.into()));
    Vec<i32> => |items| filled(items, |items| Self::Int(items.into()));
    Vec<i64> => |items| filled(items, |items| Self::Long(items.into()));
    Vec<f32> => |items| filled(items, |items| Self::Float(items.into()));
    Vec<f64> => |items| filled(items, |items| Self::Double(items.into()));
    Vec<Numbers<i8>> => |items| filled(items, |items| Self::ByteArray(items.into()));
    Vec<&str> => |items| filled(items, |items| Self::String(items.into_iter().map(JavaStr::from).collect()));
    Vec<String> => |items| filled(items, |items| Self::String(items.into_iter().map(JavaStr::from).collect()));
    Vec<JavaStr> => |items| filled(items, |items| Self::String(items.into()));
    Vec<List> => |items| filled(items, |items| Self::List(items.into()));
    Vec<Compound> => |items| filled(items, |items| Self::Compound(items.into()));
    Vec<Numbers<i32>> => |items| filled(items, |items| Self::IntArray(items.into()));
    Vec<Numbers<i64>> => |items| filled(items, |items| Self::LongArray(items.into()));
}

/// The error of creating or changing a list with values of several types.
///
/// ```
/// use gamewire::minecraft::nbt::{List, Tag};
///
/// let error = List::from_tags(vec![Tag::Int(1), Tag::from("two")]).unwrap_err();
/// assert_eq!(error.to_string(), "all elements of a list have one type, but element 0 is Int and element 1 is String");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("all elements of a list have one type, but element 0 is {expected} and element {index} is {found}")]
pub struct MixedListError {
    /// The type of the first element.
    expected: TagId,
    index: usize,
    found: TagId,
}

impl MixedListError {
    /// Returns the position of the first element with another type.
    pub fn index(&self) -> usize {
        self.index
    }
}
