//! Your own types to and from NBT, with serde. The rules are in [`serde`](super::serde).

mod arrays;
mod de;
mod ser;
mod tags;

use serde::{Deserialize, Serialize};

pub use arrays::{byte_array, int_array, long_array};

use super::nbt::{JavaStr, Nbt, Tag};
use super::nbt_roots::parse_nbt;
use super::protocol::Protocol;
use crate::error::Segment;
pub use crate::error::SerdeError;

/// Reads a value of your type from an NBT root, whatever its name. Text borrows from the bytes where the type borrows it.
///
/// # Errors
/// If the bytes are no NBT, or a value is not what the type needs: where, and why.
///
/// ```
/// use gamewire::minecraft::nbt::{from_slice, to_vec};
///
/// #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
/// struct Chest {
///     name: String,
///     locked: bool,
///     #[serde(with = "gamewire::minecraft::nbt::int_array")]
///     position: Vec<i32>,
/// }
///
/// #[derive(serde::Deserialize)]
/// struct Name<'a> { name: &'a str }
///
/// let chest = Chest { name: "spare parts".into(), locked: true, position: vec![1, 64, -3] };
/// let bytes = to_vec(&chest)?;
/// assert_eq!(from_slice::<Chest>(&bytes)?, chest);
/// assert_eq!(from_slice::<Name>(&bytes)?.name, "spare parts");
/// # Ok::<(), gamewire::error::SerdeError>(())
/// ```
pub fn from_slice<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, SerdeError> {
    match parse_nbt(bytes)? {
        Some(nbt) => from_tag(Tag::Compound(nbt.root)),
        None => Err(SerdeError::new("there is no NBT here: the root is absent")),
    }
}

/// Writes a value of your type as an NBT root without a name. It must be a struct or a map.
///
/// # Errors
/// If it is neither, or something in it has no form in NBT: where, and why.
///
/// ```
/// use gamewire::minecraft::nbt::to_vec;
/// #[derive(serde::Serialize)]
/// struct Item { id: &'static str }
/// // A compound without a name, in it a String.
/// assert_eq!(to_vec(&Item { id: "x" })?, b"\x0a\0\0\x08\0\x02id\0\x01x\0");
/// # Ok::<(), gamewire::error::SerdeError>(())
/// ```
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, SerdeError> {
    match to_tag(value)? {
        Tag::Compound(root) => Ok(Protocol::V1_14.encode(&Nbt::unnamed(root))?),
        other => Err(SerdeError::new(format!(
            "a root is a Compound, not {}",
            crate::error::with_article(other.id().name())
        ))),
    }
}

/// Reads a value of your type from a tag; text may borrow from it.
///
/// # Errors
/// If a value is not what the type needs: where, and why.
pub fn from_tag<'de, T: Deserialize<'de>>(tag: Tag<'de>) -> Result<T, SerdeError> {
    T::deserialize(de::TagDeserializer(tag))
}

/// The step to an entry of a compound.
fn entry(name: &JavaStr<'_>) -> Segment {
    Segment::text(&name.to_str_lossy())
}

/// A value of your type as a tag.
///
/// # Errors
/// If something in it has no form in NBT: where, and why.
///
/// ```
/// use gamewire::minecraft::nbt::{List, Numbers, Tag};
/// use gamewire::minecraft::nbt::{from_tag, to_tag};
/// let tag = to_tag(&vec![1_i8, 2])?;
/// assert_eq!(tag, Tag::List(List::Byte(Numbers::from(vec![1, 2]))));
/// assert_eq!(from_tag::<Vec<i64>>(tag)?, [1, 2]);
/// # Ok::<(), gamewire::error::SerdeError>(())
/// ```
pub fn to_tag<T: Serialize + ?Sized>(value: &T) -> Result<Tag<'static>, SerdeError> {
    ser::tag_of(value)
}
