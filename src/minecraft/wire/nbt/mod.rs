//! NBT, a tree of named tags.
//!
//! ```text
//! root     := 00 | 0a name compound
//! name     := u16 byte length, modified UTF-8
//! compound := (type name payload)* 00
//! list     := type, i32 count, payload*
//! payload  := a number, text, array, list or compound, as the type says
//! type     := 0 End, 1 Byte, 2 Short, 3 Int, 4 Long, 5 Float, 6 Double, 7 Byte_Array, 8 String,
//!             9 List, 10 Compound, 11 Int_Array, 12 Long_Array
//! ```
//!
//! The layouts are those of the big-endian form of the Java edition. The rules of the context name the
//! [form](crate::minecraft::NbtForm), on which only numbers, counts, text and roots depend. A root may be a
//! list (`09 name list`) in the other forms.
//!
//! Compounds and lists contain payloads, which may be compounds or lists again. The entries of all open
//! compounds are kept in one [`Pile`](crate::grammar), from which those of a compound are moved when it ends.

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
pub(super) use tag::gen_inner_payload;
pub(super) use tag::show_tag;
pub(in crate::minecraft) use tag::tag_id;
pub use tag::{gen_payload, payload};
pub(super) use text::text_named;
pub(in crate::minecraft) use text::text_view;
pub use text::{gen_text, text};

pub(crate) mod shared {
    pub use super::number::count;
    pub use super::text::text_length;
}
