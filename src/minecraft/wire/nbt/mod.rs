//! NBT, a tree of named tags.
//!
//! ```text
//! root     := 00 | 0a name compound
//! name     := u16 byte length, modified UTF-8
//! compound := (type name payload)* 00
//! list     := type, i32 count, payload*
//! ```
//!
//! This is the big-endian form, of the Java edition. The rules of the context name the [form](crate::minecraft::NbtForm): numbers, counts
//! and text ask it, and so does the root, which may be a List (`09 name list`) in the other forms. Nothing else differs.
//!
//! [`compound`], [`list`] and [`payload`](payload()) are tied together here in plain combinators. A root is read by
//! the loops of the fast path, which are held equal to them: see [`nbt`](super::nbt()).

mod compound;
mod list;
mod mutf8;
mod number;
mod packed;
mod tag;
mod text;

pub use compound::{compound, gen_compound};
pub(in crate::minecraft) use list::{element_type, gen_leaves, listed};
pub use list::{gen_list, list};
pub(in crate::minecraft) use mutf8::byte_length;
pub use mutf8::{gen_mutf8, mutf8};
pub(crate) use number::count;
pub(in crate::minecraft) use number::{double, float, gen_count, int, long, short};
pub(in crate::minecraft) use packed::numbers;
pub use packed::{gen_packed, packed};
pub(in crate::minecraft) use tag::{gen_childless, inside, read_tag_id, show_tag, tag_id};
pub use tag::{gen_payload, payload};
pub(crate) use text::text_length;
pub use text::{gen_text, text};
pub(in crate::minecraft) use text::{named, read_text, text_of};
