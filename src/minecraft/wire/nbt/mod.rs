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
//! A compound has entries, an entry a payload, and the payload may be a compound or a list. The entries of all compounds that
//! are open lie on one [pile](crate::grammar), from which those of a compound are taken at its End.

mod compound;
mod list;
mod mutf8;
mod number;
mod packed;
mod tag;
mod text;

pub use compound::{compound, gen_compound};
pub(in crate::minecraft) use list::element_type;
pub use list::{gen_list, list};
pub use mutf8::{gen_mutf8, mutf8};
pub(crate) use number::count;
pub(in crate::minecraft) use number::gen_count;
pub use packed::{gen_packed, packed};
pub(super) use tag::show_tag;
pub(in crate::minecraft) use tag::tag_id;
pub use tag::{gen_payload, payload};
pub(super) use text::named;
#[cfg(feature = "identify")]
pub(crate) use text::text_length;
pub use text::{gen_text, text};
