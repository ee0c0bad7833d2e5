//! Page 15: Values as JSON, and the files of samples.
//!
//! `gamewire decode` prints values as JSON, and `gamewire fixtures --out DIR` writes samples of every type with their bytes, their
//! dump and their value as JSON: for tests of a decoder in any language. The JSON is the form that Godot 4.4 and later reads and
//! writes itself (`JSON.from_native`, `JSON.to_native`), with further keys for what the engine's form cannot express. The array
//! `[1, Vector2(1.5, 2)]`:
//!
//! ```json
//! ["i:1", {"type": "Vector2", "args": [1.5, 2.0]}]
//! ```
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
