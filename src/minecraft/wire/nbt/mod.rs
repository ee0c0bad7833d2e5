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
//! [`compound`] and [`list`] call each other in loops that take one frame of the stack per level: 512 levels fit in 2 MiB, also
//! in unoptimized builds. [`payload`](payload()) and [`nbt`](super::nbt()) begin with one of them.

mod block;
mod compound;
mod list;
mod mutf8;
mod number;
mod open;
mod packed;
mod tag;
mod text;

pub(super) use block::{Block, in_blocks};
pub use compound::{compound, gen_compound};
pub(super) use compound::{entries, put_compound};
pub(in crate::minecraft) use list::element_type;
pub(super) use list::put_list;
pub use list::{gen_list, list};
pub use mutf8::{gen_mutf8, mutf8};
pub(crate) use number::count;
pub(in crate::minecraft) use number::gen_count;
pub(super) use open::Open;
pub use packed::{gen_packed, packed};
pub(in crate::minecraft) use tag::tag_id;
pub use tag::{gen_payload, payload};
pub(super) use tag::{is_java, put_leaf, show_tag};
#[cfg(feature = "identify")]
pub(crate) use text::text_length;
pub use text::{gen_text, text};
pub(super) use text::{named, put_text, read_text};
