//! NBT, a tree of named tags.
//!
//! ```text
//! root     := 00 | 0a name compound
//! name     := u16 byte length, modified UTF-8
//! compound := (type name payload)* 00
//! list     := type, i32 count, payload*
//! ```
//!
//! [`compound`], [`list`] and [`payload`](payload()) are tied together here in plain combinators. A root is read by
//! the loops of the fast path, which are held equal to them: see [`nbt`](super::nbt()).

mod compound;
mod list;
mod mutf8;
mod packed;
mod tag;

pub use compound::{compound, gen_compound};
pub(in crate::minecraft) use list::{element_type, listed};
pub use list::{gen_list, list};
pub(in crate::minecraft) use mutf8::{byte_length, named, read_well_formed};
pub use mutf8::{gen_mutf8, mutf8};
pub(in crate::minecraft) use packed::{count, gen_count, numbers};
pub use packed::{gen_packed, packed};
pub use tag::{gen_payload, payload};
pub(in crate::minecraft) use tag::{inside, read_tag_id, show_tag, tag_id};
