//! NBT tags.

use std::ops::{Index, IndexMut};

use super::{Compound, JavaStr, List, Numbers};
use crate::conversions::from;
use crate::minecraft::ids::TagId;

/// An NBT value. A list and an array of the same numbers are different values.
///
/// ```
/// use gamewire::minecraft::nbt::{Nbt, Tag, nbt};
/// use gamewire::minecraft::{encode_nbt, parse_nbt};
/// let bytes = encode_nbt(&Nbt::unnamed(nbt!({ "hp": 20_i8, "name": "Ada" })))?;
/// let root = parse_nbt(&bytes)?.unwrap().root;
/// assert_eq!(root["hp"], Tag::Byte(20));
/// assert_eq!(root["name"].to_str(), Some("Ada".into()));
/// assert_eq!(i32::try_from(&root["hp"])?, 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq)]
pub enum Tag {
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
    ByteArray(Numbers<i8>),
    /// Text.
    String(JavaStr),
    /// Values of one type.
    List(List),
    /// Named values.
    Compound(Compound),
    /// 32-bit integers in a row.
    IntArray(Numbers<i32>),
    /// 64-bit integers in a row.
    LongArray(Numbers<i64>),
}

impl Tag {
    /// Returns a Byte of 0 or 1 as a Boolean, and `None` for other values.
    pub fn as_bool(&self) -> Option<bool> {
        let Self::Byte(number @ (0 | 1)) = self else { return None };
        Some(*number == 1)
    }

    /// Returns the value with this name, if this is a compound that contains it.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::{Tag, nbt};
    /// let mut level = Tag::from(nbt!({ "Data": { "LevelName": "world", "Time": 5_i64 } }));
    /// assert_eq!(level.get("Data").and_then(|data| data.get("LevelName")?.to_str()), Some("world".into()));
    /// level["Data"]["Time"] = Tag::Long(6);
    /// assert_eq!(level["Data"]["Time"].as_i64(), Some(6));
    /// ```
    pub fn get(&self, name: &str) -> Option<&Self> {
        self.as_compound()?.get(name)
    }

    /// Returns the value with this name, mutably, if this is a compound that contains it.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Self> {
        self.as_compound_mut()?.get_mut(name)
    }

    /// Sets the value of a name, if this is a compound, like [`Compound::insert`]. Returns the previous value.
    ///
    /// # Errors
    /// Returns an error if this is not a compound. The tag is then unchanged.
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
        name: impl Into<JavaStr>,
        tag: impl Into<Self>,
    ) -> Result<Option<Self>, TryFromTagError> {
        if let Self::Compound(compound) = self {
            Ok(compound.insert(name, tag))
        } else {
            Err(TryFromTagError::wrong_type(TagId::Compound, self))
        }
    }

    /// Returns the text of a String, including text with unpaired surrogates.
    pub fn as_text(&self) -> Option<&JavaStr> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    /// Returns the compound, if this is one.
    pub fn as_compound(&self) -> Option<&Compound> {
        if let Self::Compound(compound) = self { Some(compound) } else { None }
    }

    /// Returns the list, if this is one.
    pub fn as_list(&self) -> Option<&List> {
        if let Self::List(list) = self { Some(list) } else { None }
    }

    /// Returns the compound, mutably, if this is one.
    pub fn as_compound_mut(&mut self) -> Option<&mut Compound> {
        if let Self::Compound(compound) = self { Some(compound) } else { None }
    }

    /// Returns the list, mutably, if this is one.
    pub fn as_list_mut(&mut self) -> Option<&mut List> {
        if let Self::List(list) = self { Some(list) } else { None }
    }
}

/// Creates an empty compound.
impl Default for Tag {
    fn default() -> Self {
        Self::Compound(Compound::default())
    }
}

/// Returns the value of a name of a compound.
///
/// # Panics
/// Panics if the tag is not a compound, or does not contain the name. [`get`](Tag::get) returns `None` instead.
impl Index<&str> for Tag {
    type Output = Self;
    #[track_caller]
    fn index(&self, name: &str) -> &Self {
        if let Tag::Compound(compound) = self { &compound[name] } else { no_compound(self) }
    }
}

/// Returns the value of a name of a compound, mutably.
///
/// # Panics
/// Panics if the tag is not a compound, or does not contain the name. [`get_mut`](Tag::get_mut) returns `None` instead.
impl IndexMut<&str> for Tag {
    #[track_caller]
    fn index_mut(&mut self, name: &str) -> &mut Self {
        if let Tag::Compound(compound) = self { &mut compound[name] } else { no_compound(self) }
    }
}

#[cold]
#[track_caller]
fn no_compound(tag: &Tag) -> ! {
    panic!("{}", TryFromTagError::wrong_type(TagId::Compound, tag))
}

/// The error of converting a tag to a Rust type.
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
    /// The tag has another type.
    #[error("expected {expected}, found {found}")]
    Type {
        /// The type that was expected.
        expected: TagId,
        /// The type of the tag.
        found: TagId,
    },
    /// The integer does not fit in the Rust type.
    #[error("{value} does not fit {target}")]
    Range {
        /// The integer.
        value: i64,
        /// The Rust type.
        target: &'static str,
    },
    /// The text has unpaired surrogates, so a Rust `str` cannot represent it.
    #[error("the text is not Unicode")]
    NotUnicode,
}

impl TryFromTagError {
    pub(super) fn wrong_type(expected: TagId, tag: &Tag) -> Self {
        Self::Type { expected, found: tag.id() }
    }
}

from! {
    Tag;
    i8 => |x| Self::Byte(x);
    bool => |x| Self::Byte(x.into());
    i16 => |x| Self::Short(x);
    i32 => |x| Self::Int(x);
    i64 => |x| Self::Long(x);
    f32 => |x| Self::Float(x);
    f64 => |x| Self::Double(x);
    &str => |x| Self::String(x.into());
    String => |x| Self::String(x.into());
    JavaStr => |x| Self::String(x);
    List => |x| Self::List(x);
    Compound => |x| Self::Compound(x);
    Numbers<i8> => |x| Self::ByteArray(x);
    Numbers<i32> => |x| Self::IntArray(x);
    Numbers<i64> => |x| Self::LongArray(x);
}
