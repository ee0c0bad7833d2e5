//! One NBT tag.

use std::ops::{Index, IndexMut};

use super::compound::Compound;
use super::java_str::JavaStr;
use super::list::List;
use super::numbers::Numbers;
use super::types::for_each_tag;
use crate::minecraft::ids::TagId;

/// An NBT value: `nbt::Tag` owns its text and arrays; what the grammar layer reads may lend them from the bytes.
///
/// A list and an array of the same numbers are different values: both are kept apart.
///
/// ```
/// use gamewire::minecraft::nbt::{Nbt, Tag, nbt};
/// use gamewire::minecraft::{encode_nbt, parse_nbt};
/// let bytes = encode_nbt(&Nbt::from(nbt!({ "hp": 20_i8, "name": "Ada" })))?;
/// let root = parse_nbt(&bytes)?.unwrap().root;
/// assert_eq!(root["hp"], Tag::Byte(20));
/// assert_eq!(root["name"].to_str(), Some("Ada".into()));
/// assert_eq!(i32::try_from(&root["hp"])?, 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq)]
pub enum Tag<'a> {
    /// A signed byte; also a Boolean.
    Byte(i8),
    /// 16 bits, signed.
    Short(i16),
    /// 32 bits, signed.
    Int(i32),
    /// 64 bits, signed.
    Long(i64),
    /// A float with all its bits.
    Float(f32),
    /// A double with all its bits.
    Double(f64),
    /// Bytes in a row.
    ByteArray(Numbers<'a, i8>),
    /// Text.
    String(JavaStr<'a>),
    /// Values of one type.
    List(List<'a>),
    /// Named values.
    Compound(Compound<'a>),
    /// 32-bit integers in a row.
    IntArray(Numbers<'a, i32>),
    /// 64-bit integers in a row.
    LongArray(Numbers<'a, i64>),
}

/// Methods that give what one variant holds.
macro_rules! parts {
    ($($(#[$doc:meta])* $name:ident: $kind:tt $variant:ident, $part:ty;)*) => {$(parts!(@ $kind $(#[$doc])* $name $variant $part);)*};
    (@ ref $(#[$doc:meta])* $name:ident $variant:ident $part:ty) => {
        $(#[$doc])*
        #[must_use]
        pub fn $name(&self) -> Option<&$part> {
            if let Self::$variant(part) = self { Some(part) } else { None }
        }
    };
    (@ mut $(#[$doc:meta])* $name:ident $variant:ident $part:ty) => {
        $(#[$doc])*
        pub fn $name(&mut self) -> Option<&mut $part> {
            if let Self::$variant(part) = self { Some(part) } else { None }
        }
    };
}

impl<'a> Tag<'a> {
    /// A Byte of 0 or 1 as a Boolean; `None` for other values.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        let Self::Byte(number @ (0 | 1)) = self else { return None };
        Some(*number == 1)
    }

    /// The value with this name, if this is a compound that has one.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::{Tag, nbt};
    /// let mut level = Tag::from(nbt!({ "Data": { "LevelName": "world", "Time": 5_i64 } }));
    /// assert_eq!(level.get("Data").and_then(|data| data.get("LevelName")?.to_str()), Some("world".into()));
    /// level["Data"]["Time"] = Tag::Long(6);
    /// assert_eq!(level["Data"]["Time"].as_i64(), Some(6));
    /// ```
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Self> {
        self.as_compound()?.get(name)
    }

    /// The value with this name, mutable, if this is a compound that has one.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Self> {
        self.as_compound_mut()?.get_mut(name)
    }

    /// Sets the value of a name, if this is a compound, as [`Compound::insert`] does. Returns the previous value.
    ///
    /// # Errors
    /// If this is no compound; then nothing changes.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::{Nbt, Tag, nbt};
    /// let mut player = Nbt::unnamed(nbt!({ "hp": 20_i8 }));
    /// assert_eq!(player.root.insert("hp", 19_i8)?, Some(Tag::Byte(20)));
    /// assert_eq!(player.root.insert("mp", 7_i8)?, None);
    /// let error = player.root["hp"].insert("max", 20).unwrap_err();
    /// assert_eq!(error.to_string(), "expected Compound, found Byte");
    /// # Ok::<(), gamewire::minecraft::nbt::TryFromTagError>(())
    /// ```
    pub fn insert(
        &mut self,
        name: impl Into<JavaStr<'a>>,
        tag: impl Into<Self>,
    ) -> Result<Option<Self>, TryFromTagError> {
        if let Self::Compound(compound) = self {
            Ok(compound.insert(name, tag))
        } else {
            Err(TryFromTagError::wrong_type(TagId::Compound, self))
        }
    }

    /// Text, if this is a String, unpaired surrogates included.
    #[must_use]
    pub fn as_text(&self) -> Option<&JavaStr<'a>> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    /// The compound, if this is one.
    pub fn as_compound(&self) -> Option<&Compound<'a>> {
        if let Self::Compound(compound) = self { Some(compound) } else { None }
    }

    /// The compound, if this is one.
    #[must_use]
    pub fn into_compound(self) -> Option<Compound<'a>> {
        if let Self::Compound(compound) = self { Some(compound) } else { None }
    }

    /// The list, if this is one.
    #[must_use]
    pub fn into_list(self) -> Option<List<'a>> {
        if let Self::List(list) = self { Some(list) } else { None }
    }

    /// The list, if this is one.
    pub fn as_list(&self) -> Option<&List<'a>> {
        if let Self::List(list) = self { Some(list) } else { None }
    }

    parts! {
        /// The compound, mutable.
        as_compound_mut: mut Compound, Compound<'a>;
        /// The list, mutable.
        as_list_mut: mut List, List<'a>;
        /// The text, mutable.
        as_text_mut: mut String, JavaStr<'a>;
        /// The bytes of a ByteArray.
        as_byte_array: ref ByteArray, Numbers<'a, i8>;
        /// The bytes of a ByteArray, mutable.
        as_byte_array_mut: mut ByteArray, Numbers<'a, i8>;
        /// The integers of an IntArray.
        as_int_array: ref IntArray, Numbers<'a, i32>;
        /// The integers of an IntArray, mutable.
        as_int_array_mut: mut IntArray, Numbers<'a, i32>;
        /// The integers of a LongArray.
        as_long_array: ref LongArray, Numbers<'a, i64>;
        /// The integers of a LongArray, mutable.
        as_long_array_mut: mut LongArray, Numbers<'a, i64>;
    }
}

/// A row becomes an arm of what is done with every type.
macro_rules! tags {
    ($($shape:ident $name:ident;)+) => {
        impl Tag<'_> {
            /// The type.
            #[inline]
            pub fn id(&self) -> TagId {
                match self {
                    $(Self::$name(_) => TagId::$name,)+
                }
            }

            // Not a call of its own for each entry.
            /// Returns the tag, borrowing nothing.
            #[must_use]
            pub fn into_owned(self) -> Tag<'static> {
                match self {
                    $(Self::$name(x) => Tag::$name(owned!($shape x)),)+
                }
            }
        }
    };
}

#[rustfmt::skip] // A table.
macro_rules! owned {
    (number $x:ident) => { $x };
    (array $x:ident) => { $x.into_owned() };
    (text $x:ident) => { $x.into_owned() };
    (list $x:ident) => { $x.into_owned() };
    (compound $x:ident) => { $x.into_owned() };
}

for_each_tag!(tags);

/// The value of a name of a compound.
///
/// # Panics
/// If this is no compound, or has no such name; [`get`](Tag::get) asks.
impl Index<&str> for Tag<'_> {
    type Output = Self;
    #[track_caller]
    fn index(&self, name: &str) -> &Self {
        if let Tag::Compound(compound) = self { &compound[name] } else { no_compound(self) }
    }
}

/// The value of a name of a compound, mutable.
///
/// # Panics
/// If this is no compound, or has no such name; [`get_mut`](Tag::get_mut) asks.
impl IndexMut<&str> for Tag<'_> {
    #[track_caller]
    fn index_mut(&mut self, name: &str) -> &mut Self {
        if let Tag::Compound(compound) = self { &mut compound[name] } else { no_compound(self) }
    }
}

#[cold]
#[track_caller]
fn no_compound(tag: &Tag<'_>) -> ! {
    panic!("{}", TryFromTagError::wrong_type(TagId::Compound, tag))
}

/// A tag is of another type than was asked for, or a number does not fit.
///
/// ```
/// use gamewire::minecraft::nbt::{Tag, TryFromTagError};
/// assert_eq!(i64::try_from(Tag::Short(300))?, 300);
/// let error = i8::try_from(Tag::Short(300)).unwrap_err();
/// assert_eq!(error.to_string(), "300 does not fit i8");
/// let error = i8::try_from(Tag::Float(1.0)).unwrap_err();
/// assert_eq!(error.to_string(), "expected Byte, found Float");
/// # Ok::<(), TryFromTagError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TryFromTagError {
    /// The tag is of another type.
    #[error("expected {expected}, found {found}")]
    Type {
        /// The type that was asked for.
        expected: TagId,
        /// The type of the tag.
        found: TagId,
    },
    /// The integer does not fit the type.
    #[error("{value} does not fit {target}")]
    Range {
        /// The integer.
        value: i64,
        /// The Rust type.
        target: &'static str,
    },
    /// The text has unpaired surrogates, which Rust's `str` cannot hold.
    #[error("the text is not Unicode")]
    NotUnicode,
}

impl TryFromTagError {
    pub(super) fn wrong_type(expected: TagId, tag: &Tag<'_>) -> Self {
        Self::Type { expected, found: tag.id() }
    }
}

macro_rules! from {
    ($($type:ty => $variant:ident;)*) => {$(
        impl<'a> From<$type> for Tag<'a> {
            fn from(x: $type) -> Self {
                Self::$variant(x.into())
            }
        }
    )*};
}

from! {
    i8 => Byte;
    bool => Byte;
    i16 => Short;
    i32 => Int;
    i64 => Long;
    f32 => Float;
    f64 => Double;
    &'a str => String;
    String => String;
    JavaStr<'a> => String;
    List<'a> => List;
    Compound<'a> => Compound;
    Numbers<'a, i8> => ByteArray;
    Numbers<'a, i32> => IntArray;
    Numbers<'a, i64> => LongArray;
}
