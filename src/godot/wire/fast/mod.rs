//! The fast path: faster than the grammar, and equivalent to it.
//!
//! | module | the plain grammar that it equals |
//! |-------|----------------------------------|
//! | `read`, `filling`: values go straight to their slots, the commonest by one look at their header | [`variant`](super::variant()), [`array`](super::array()), [`dictionary`](super::dictionary()), [`typed_array`](super::typed_array()), [`object`](super::object()) |
//! | `write`: loops that keep their output, headers joined to what follows | [`gen_variant`](super::gen_variant) and the mirrors of the above |
//! | `text`: short text is scanned eight bytes at a time and written at once | [`text`](super::text()), [`gen_text`](super::gen_text) |
//! | `output`: one grammar makes borrowed values, owned values or nothing | `variant` and then `into_owned`, or nom's `Check` mode |
//! | `checked`: parts of a value that was checked are found again, without looking at text | `variant` |
//!
//! `--cfg gamewire_plain` leaves the fast path out of a build, [`Plain`](crate::godot::plain::Plain) out of one reader or
//! writer: everything is then read and written by the grammar alone. The tests read and write everything both ways and
//! compare values, errors and offsets. What the fast path saves is in `docs/PERFORMANCE.md`.

mod checked;
mod filling;
mod output;
mod read;
mod swar;
mod text;
mod write;

pub(crate) use checked::CheckedReader;
pub(crate) use output::{Borrow, Check, Output, Own};
pub(crate) use read::AnyValue;
pub(crate) use swar::has_control;
pub use text::copied_in_blocks;
