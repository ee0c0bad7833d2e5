//! Conversion of types with serde's `Serialize` and `Deserialize` to NBT.
//!
//! [`from_slice`](super::nbt::from_slice) and [`to_vec`](super::nbt::to_vec) read and write bytes of the Java edition,
//! [`from_slice_as`](super::nbt::from_slice_as) and [`to_vec_as`](super::nbt::to_vec_as) those of any protocol,
//! [`from_tag`](super::nbt::from_tag) and [`to_tag`](super::nbt::to_tag) tags.
//!
//! | Rust | NBT | read from |
//! |------|-----|-----------|
//! | `bool` | Byte, 0 or 1 | Byte, 0 or 1 |
//! | `i8`, `i16`, `i32`, `i64` | Byte, Short, Int, Long | any integer tag whose value fits |
//! | `u8`, `u16`, `u32`, `u64` | Byte, Short, Int, Long with the same bits: `200_u8` is Byte -56 | the tag of the same width, by its bits; any other integer tag whose value fits |
//! | `i128`, `u128` | error | any integer tag |
//! | `f32`, `f64` | Float, Double | Float or Double, integers too; `f32` from Double is rounded |
//! | `char`, `str`, `String` | String | String that is Unicode; `&str` borrows where the bytes allow |
//! | `Vec`, slice, array, tuple, tuple struct | List; an error where the elements have several types | List |
//! | `Vec<u8>` | List of Byte | List of Byte |
//! | field with [`byte_array`](super::nbt::byte_array), `serde_bytes` | Byte_Array | Byte_Array; `&[u8]` borrows from it |
//! | field with [`int_array`](super::nbt::int_array) | Int_Array | Int_Array |
//! | field with [`long_array`](super::nbt::long_array) | Long_Array | Long_Array |
//! | struct, map whose keys are text | Compound | Compound; of entries with the same name the last counts |
//! | newtype struct | its content | its content |
//! | `Option` as field or value of a map | nothing for `None`, else the value | an entry that is not there is `None` |
//! | `Option` elsewhere, `Some(None)` | the value; `None` is an error | the value |
//! | `()`, unit struct | empty Compound | empty Compound |
//! | [`Tag`](super::nbt::Tag), [`Compound`](super::nbt::Compound), [`List`](super::nbt::List) | itself | any tag, a Compound, a List |
//!
//! Enums, as serde tags them by default:
//!
//! | variant | NBT |
//! |---------|-----|
//! | `Idle` | String `"Idle"` |
//! | `Walk(3)` | Compound `{Walk: 3}` |
//! | `Jump(1, 2)` | Compound `{Jump: [1, 2]}`, a List |
//! | `Fall { speed: 1.0 }` | Compound `{Fall: {speed: 1.0}}` |
//!
//! serde's `#[serde(tag = "..")]`, `untagged` and `flatten` work as in other self-describing formats. serde reads such
//! a value before its type is known, so inside it
//!
//! - unsigned integers are read by their values, not by their bits, so `200_u8` needs [`unsigned`](super::nbt::unsigned),
//! - a Byte_Array needs `serde_bytes` or [`byte_array`](super::nbt::byte_array),
//! - a [`Tag`](super::nbt::Tag) that was an Int_Array or a Long_Array is a List: `[I;1,2]` is written as `[1,2]`.
//!
//! To change a few fields of a file and keep all others, do not collect the others with `flatten`. Instead change the
//! tree with [`set_path`](super::nbt::Tag::set_path), or the file with `Document`.
//!
//! # Fields of any type
//!
//! A field of type [`Tag`](super::nbt::Tag) accepts any tag and keeps it unchanged: the types of numbers, arrays, empty
//! lists and text of any UTF-16. It owns its contents. This applies to named fields, but not inside `flatten`,
//! `untagged` and `tag` (see above). A struct can therefore name a field that may contain anything, and preserve it:
//!
//! ```
//! use gamewire::minecraft::nbt::*;
//! use gamewire::minecraft::*;
//!
//! #[derive(serde::Serialize, serde::Deserialize)]
//! struct Item {
//!     id: String,
//!     tag: Option<Compound>,
//! }
//!
//! let sword = nbt!({ "id": "sword", "tag": { "Damage": 7_i16, "Runes": [I; 1, 2] } });
//! let mut item: Item = from_tag(sword.clone().into())?;
//! item.tag.as_mut().unwrap().insert("Damage", 8_i16);
//! assert_eq!(to_tag(&item)?.get("tag").and_then(|tag| tag.get("Runes")), sword["tag"].get("Runes"));
//! # Ok::<(), gamewire::error::SerdeError>(())
//! ```
//!
//! In other text formats, such as JSON, a tag is written as its contents: numbers, text, lists and maps. The types are
//! lost: integers are read back as Long, other numbers as Double, and arrays as Lists. [`json`](super::json) preserves
//! the types. In binary formats a tag is a byte string: an NBT root without a name whose only entry, without a name, is
//! the tag. They preserve the tag exactly.
//!
//! # Byte arrays
//!
//! For serde a `Vec<u8>` is a list like any other, so it becomes a List of Byte. To get a Byte_Array, annotate the
//! field:
//!
//! ```
//! use gamewire::minecraft::nbt::{Compound, List, Tag, from_tag, to_tag};
//!
//! #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
//! struct Section {
//!     y: u8,
//!     #[serde(with = "gamewire::minecraft::nbt::byte_array")]
//!     blocks: Vec<u8>,
//!     listed: Vec<u8>,
//!     name: Option<String>,
//! }
//!
//! let section = Section { y: 250, blocks: vec![1, 255], listed: vec![1, 255], name: None };
//! let tag = to_tag(&section)?;
//! assert_eq!(tag, Tag::Compound(Compound::from_iter([
//!     ("y", Tag::Byte(-6)),
//!     ("blocks", Tag::ByteArray(vec![1, -1].into())),
//!     ("listed", Tag::List(List::Byte(vec![1, -1].into()))),
//! ])));
//! assert_eq!(from_tag::<Section>(tag)?, section);
//! # Ok::<(), gamewire::error::SerdeError>(())
//! ```
