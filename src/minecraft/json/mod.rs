//! Values as JSON text, both ways.
//!
//! | type | JSON |
//! |------|------|
//! | bool | `true`, `false` |
//! | i8 to i32, u8, u16, varint, angle (steps) | number |
//! | i64, varlong, NBT Long | decimal string |
//! | f32, f64 | number, exact as a double; `"NaN"` for the quiet NaN, `"NaN:7fa00000"` with all bits for any other; `"Infinity"`, `"-Infinity"`, `"-0"` |
//! | string, chat, identifier | string; chat is the JSON text itself, as a string |
//! | position | `{"x":1,"y":2,"z":3}` |
//! | uuid | `"069a79f4-44e9-4726-a5be-fca90e38aaf5"` |
//! | bytes | lower-case hex |
//! | mutf8 | array of UTF-16 code units |
//! | enum | the name |
//! | fixed | number; `{"raw":"…"}` where the integer has more bits than a double |
//! | optional, option | null, or the value; `{"some":value}` where the value itself is null or of this form |
//! | array | array |
//! | struct | object, a key for each field |
//! | nbt | null for the single byte 0, else `{"name":"","tag":{"type":"compound","value":[…]}}` |
//! | NBT tag | `{"type":"int","value":5}`; types `byte short int long float double byteArray string list compound intArray longArray` |
//! | NBT compound | `[["name",tag],…]`, in the order of the wire |
//! | NBT list | `{"type":"int","value":[1,2]}`, payloads alone; `"end"` for the usual empty list |
//! | NBT text | string; `{"mutf8":"eda080"}`, its bytes in hex, where it has unpaired surrogates or is not as Java writes it |
//! | slot | null, or `{"id":1,"count":64,"nbt":null}` |
//! | particle | `{"id":3,"name":"minecraft:block","data":{"block_state":1}}`; data null, `{"red","green","blue","scale"}` or `{"item":slot}` for others |
//! | metadata | `[{"index":0,"type":0,"name":"byte","value":0},…]`; absent values are null, direction and pose numbers, villager data `{"type","profession","level"}`, OptVarInt and OptBlockID the meant value |
//!
//! Reading takes any order of keys, and a number where a decimal string is written. `name` in particle and
//! metadata may be left out. Unknown keys, keys that occur twice and what RFC 8259 does not allow are errors.
//!
//! JSON does not keep the number of bytes that a VarInt was padded to, nor the bytes of a `mutf8` value
//! that Java would spell otherwise. Everything else comes back to the same bytes.

mod numbers;
mod plain;
#[cfg(feature = "json")]
mod read;
#[cfg(feature = "json")]
mod read_nbt;
#[cfg(feature = "json")]
mod single;
mod write;
mod write_nbt;

#[cfg(feature = "json")]
pub use crate::error::JsonError;
pub use plain::{compound_to_plain_string, tag_to_plain_string};
#[cfg(feature = "json")]
pub use read::from_str;
#[cfg(feature = "json")]
pub use read_nbt::{nbt_from_str, tag_from_str};
pub use write::to_string;
pub use write_nbt::{nbt_to_string, tag_to_string};
