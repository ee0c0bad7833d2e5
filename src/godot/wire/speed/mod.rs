//! The room for speed: what is faster than the grammar as it is written, and comes to the same.
//!
//! | piece | the plain grammar that it equals |
//! |-------|----------------------------------|
//! | `read`, `filling`: values go straight to their slots, the commonest by one look at their header | [`variant`](super::variant()), [`array`](super::array()), [`dictionary`](super::dictionary()), [`typed_array`](super::typed_array()), [`object`](super::object()) |
//! | `write`: loops that keep their output, headers joined to what follows | [`gen_variant`](super::gen_variant) and the mirrors of the above |
//! | `text`: short text is scanned eight bytes at a time and written in one piece | [`text`](super::text()), [`gen_text`](super::gen_text) |
//! | `output`: one grammar makes borrowed values, owned values or nothing | `variant` and then `into_owned`, or nom's `Check` mode |
//! | `checked`: parts of a value that was checked are found again, without looking at text | `variant` |
//!
//! [`Rules::plain`](super::Rules::plain) switches the room off: everything is then read and written by the grammar
//! alone. The tests read and write everything both ways and compare, values, errors and offsets. What the room
//! saves is in `docs/PERFORMANCE.md`.

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
