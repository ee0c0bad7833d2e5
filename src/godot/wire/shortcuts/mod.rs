//! Faster alternatives for the most common values.
//!
//! A shortcut is tried before the grammar or the mirror that it replaces, like the first alternative of `alt`. It reads
//! or writes the same bytes. If it does not apply, it gives no reason, because the full grammar does. It does not recurse;
//! `gen_common` receives the serializers of containers. Shortcuts are off while a trace is recorded. Therefore tests can
//! read and write the tables of the engines with and without shortcuts, and compare the results.
//!
//! | file | replaces |
//! |------|----------|
//! | `values` | [`variant`](super::variant()): header and payload of null, bool, int, float, short text, Vector2, Vector3 |
//! | `written` | [`gen_variant`](super::gen_variant): the same, and headers of containers with their count, in one write each |
//! | `containers` | the count of arrays and dictionaries without declared types |
//! | `text` | [`text`](super::text()): short text by words of eight bytes, large text by blocks |
//! | `swar` | the words of eight bytes |
//! | `checked` | no alternative: reads parts of a value again that was checked, for views |

mod checked;
mod containers;
mod swar;
mod text;
mod values;
mod written;

pub(crate) use checked::CheckedReader;
pub(super) use containers::plain_header;
pub(crate) use swar::has_control;
pub(super) use text::large_text;
pub(super) use values::common_value;
pub(super) use written::{gen_common, gen_plain_head};
