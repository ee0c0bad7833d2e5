//! Conversions of your own types to and from NBT with serde. The rules are described in
//! [`serde_mapping`](super::serde_mapping).

mod arrays;
mod de;
mod ser;
mod tags;

use serde::{Deserialize, Serialize};

pub use arrays::{byte_array, int_array, long_array, unsigned};

use super::ids::TagId;
use super::nbt::{JavaStr, Nbt, OptNbtView, Tag};
use super::protocol::Protocol;
use crate::error::Segment;
pub use crate::error::SerdeError;
use crate::serde_forms::de::Value;

/// Deserializes a value of your type from an NBT root of the Java edition with any name. Fields of type `&str` and
/// `&[u8]` (Byte_Arrays) borrow from the bytes. [`from_slice_as`] reads other forms.
///
/// # Errors
/// Returns an error if the bytes are not valid NBT, or if a value does not have the type that is needed. The error has
/// the path and the reason.
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
    from_slice_as(bytes, Protocol::V1_14)
}

/// Deserializes a value of your type from an NBT root in the form of the protocol.
///
/// Unlike [`from_slice`], it also reads the forms of the Bedrock edition and roots without a name. In these forms a
/// root may be a List, which is read as a `Vec` or a tuple.
///
/// # Errors
/// Returns the same errors as [`from_slice`].
///
/// ```
/// use gamewire::minecraft::Protocol;
/// use gamewire::minecraft::nbt::{from_slice_as, to_vec_as};
///
/// #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
/// struct Block { name: String, id: i16 }
///
/// let blocks = vec![Block { name: "stone".into(), id: 1 }, Block { name: "dirt".into(), id: 3 }];
/// let bytes = to_vec_as(&blocks, Protocol::BEDROCK_NETWORK)?;
/// assert_eq!(bytes[..4], [9, 0, 10, 4]); // A List without a name, of Compounds, of which there are two.
/// assert_eq!(from_slice_as::<Vec<Block>>(&bytes, Protocol::BEDROCK_NETWORK)?, blocks);
/// # Ok::<(), gamewire::error::SerdeError>(())
/// ```
pub fn from_slice_as<'de, T: Deserialize<'de>>(
    bytes: &'de [u8],
    protocol: Protocol,
) -> Result<T, SerdeError> {
    match protocol.parse(bytes)? {
        OptNbtView(Some(nbt)) => T::deserialize(Value::new(de::Source::of_view(nbt.root()))),
        OptNbtView(None) => Err(SerdeError::new("there is no NBT here: the root is absent")),
    }
}

/// Serializes a value of your type as an NBT root of the Java edition without a name. The value must be a struct or a
/// map. [`to_vec_as`] writes other forms.
///
/// # Errors
/// Returns an error if the value is neither a struct nor a map, or if NBT cannot represent a part of it. The error has
/// the path and the reason.
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
    to_vec_as(value, Protocol::V1_14)
}

/// Serializes a value of your type as an NBT root without a name, in the form of the protocol. [`from_slice_as`] reads
/// it.
///
/// The value must be a struct or a map. In the forms of the Bedrock edition it may also be a `Vec`, a slice or a tuple,
/// which is written as a List.
///
/// # Errors
/// Returns the same errors as [`to_vec`].
pub fn to_vec_as<T: Serialize + ?Sized>(value: &T, protocol: Protocol) -> Result<Vec<u8>, SerdeError> {
    let root = to_tag(value)?;
    if !protocol.allows_root(root.id()) {
        let (wanted, hint) = match (protocol.has_list_roots(), root.id()) {
            (true, _) => ("a Compound or a List", ""),
            (false, TagId::List) => {
                ("a Compound", "; in the forms of the Bedrock edition it may be a List: to_vec_as")
            }
            (false, _) => ("a Compound", ""),
        };
        let found = crate::error::with_article(root.id().name());
        return Err(SerdeError::new(format!("a root is {wanted}, not {found}{hint}")));
    }
    Ok(protocol.encode(&Nbt::unnamed(root))?)
}

/// Deserializes a value of your type from a tag.
///
/// ```
/// use gamewire::minecraft::nbt::{from_tag, nbt};
/// #[derive(serde::Deserialize)]
/// struct Item { id: String, #[serde(rename = "Count")] count: u8 }
/// let item: Item = from_tag(nbt!({ "id": "minecraft:stone", "Count": 64_i8 }).into())?;
/// assert_eq!((item.id.as_str(), item.count), ("minecraft:stone", 64));
/// # Ok::<(), gamewire::minecraft::nbt::SerdeError>(())
/// ```
///
/// # Errors
/// Returns an error if a value does not have the type that is needed. The error has the path and the reason.
pub fn from_tag<'de, T: Deserialize<'de>>(tag: Tag) -> Result<T, SerdeError> {
    T::deserialize(Value::new(de::Source::Tree(tag)))
}

/// The step to an entry of a compound.
fn entry<S: AsRef<[u8]>>(name: &JavaStr<S>) -> Segment {
    Segment::text(&name.to_string_lossy())
}

/// Serializes a value of your type to a tag.
///
/// # Errors
/// Returns an error if NBT cannot represent a part of the value. The error has the path and the reason.
///
/// ```
/// use gamewire::minecraft::nbt::{List, Numbers, Tag};
/// use gamewire::minecraft::nbt::{from_tag, to_tag};
/// let tag = to_tag(&vec![1_i8, 2])?;
/// assert_eq!(tag, Tag::List(List::Byte(Numbers::from(vec![1, 2]))));
/// assert_eq!(from_tag::<Vec<i64>>(tag)?, [1, 2]);
/// # Ok::<(), gamewire::error::SerdeError>(())
/// ```
pub fn to_tag<T: Serialize + ?Sized>(value: &T) -> Result<Tag, SerdeError> {
    ser::tag_of(value)
}
