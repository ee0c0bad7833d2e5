//! Page 15: Values as JSON, and the files of samples.
//!
//! [Contents](super) · Previous: [differences](super::differences) · Next: [a codec on one page](super::minimal)
//!
//! `gamewire decode` prints values as JSON. `gamewire fixtures --out DIR` writes samples of every type, for tests of a decoder in
//! any language: their bytes, their dump and their value as JSON. Godot 4.4 and later read this JSON (`JSON.to_native`), except the
//! further keys. These keys hold what the engine's form cannot express. The array `[1, Vector2(1.5, 2)]`:
//!
//! ```json
//! ["i:1", {"type": "Vector2", "args": [1.5, 2.0]}]
//! ```
//!
//! The engine writes the same form (`JSON.from_native`) with loss. Examples of 4.6.3:
//!
//! | value | the engine writes | this crate writes |
//! |-------|-------------------|-------------------|
//! | −0.0 | `"f:0.0"` | `"f:-0.0"` |
//! | 1/3 | `"f:0.33333333333333"`: 15 digits, at most 14 after the point | `"f:0.3333333333333333"` |
//! | 1.1754942e−38, the greatest subnormal float of 32 bits | `"f:0.0"` | all digits that it needs |
//! | a NaN with its sign set | `"f:nan"` | `"f:-nan"` |
//! | a Signal with a name | `{"type":"Signal"}` | also `"name"` and `"object"` |
//!
//! The *value* line of a dump is not JSON: it has the notation of scripts.
//!
//! # JSON
//!
#![doc = include_str!("../json/form.md")]
//!
//! In the files of samples an infinite component is the string `"inf"` or `"-inf"` instead of `1e99999`: many readers of JSON have
//! no number for it.
//!
//! # Sample files
//!
#![doc = include_str!("../../fixtures/manifest.md")]
//!
//! In Rust: [`godot::json`](crate::godot::json), [`fixtures`](crate::fixtures).
//!
//! [Contents](super) · Previous: [differences](super::differences) · Next: [a codec on one page](super::minimal)
#![doc = layout!()]
