//! Explanations show bytes and their meaning side by side. Use them to find out why bytes are rejected, or to learn a
//! format.
//!
//! A recorder traces the parsers ([`crate::trace`]) and converts their events to [`Row`]s. Every byte of the input
//! belongs to exactly one row.
//!
//! - An [`Explanation`] has all rows, the verdict on the bytes and a preview of the value, either as text
//!   ([`Explanation::text`]) or as one self-contained page ([`Explanation::html`]). It takes many times the memory of
//!   its input.
//! - An [`Explainer`] selects rows by path, depth and number, and can add characters beside the hexadecimal bytes. It
//!   passes rows on while it reads the input ([`Explainer::write`], [`Explainer::rows`]), so for values of Godot and NBT
//!   its memory does not grow with the input.
//!
//! ```
//! use gamewire::error::Segment;
//! use gamewire::godot::{Decoder, Dialect};
//!
//! // [7, 9]
//! let bytes = [
//!     19, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0, 2, 0, 0, 0, 9, 0, 0, 0,
//! ];
//! let second = vec![Segment::Index(1)].into();
//! let explainer = Decoder::new(Dialect::GODOT_3).explainer(&bytes).at(second);
//!
//! let mut text = Vec::new();
//! explainer.write(&mut text)?;
//! let text = String::from_utf8(text)?;
//! assert!(text.contains("\n0x0014  09 00 00 00 "), "{text}");
//! assert!(text.contains(" value = 9\n"), "{text}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod explainer;
mod explanation;
mod head;
pub(crate) mod html;
mod marks;
mod meaning;
mod recorder;
pub(crate) mod row;
pub(crate) mod seek;
mod sentences;
mod shared_path;
mod text;
mod value;
mod window;

pub use explainer::Explainer;
pub use explanation::Explanation;
pub(crate) use row::Writer;
pub use row::{Role, Row};
pub use window::Outcome;

pub(crate) use recorder::Recorder;
pub(crate) use value::{Judgement, Source, only_padding, row_of, start_of};
pub(crate) use window::Failure;
