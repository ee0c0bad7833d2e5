//! Page 13: Values as JSON, and the files of samples.
//!
//! [Contents](super) · Previous: [the published documentation](super::documentation)
//!
//! The *value* line of a dump is JSON in this form. `gamewire decode` prints this JSON. `gamewire fixtures --out DIR` writes samples of
//! every type for tests of a decoder in any language. Each sample has its bytes, its dump and its value as JSON.
//!
//! # JSON
//!
#![doc = include_str!("../json/form.md")]
//!
//! JSON does not keep how many bytes a VarInt had, nor the bytes of a text in modified UTF-8 that Java writes differently.
//!
//! # Sample files
//!
//! [The page on JSON](crate::godot::format::json) of the book on Godot has the list of the files and the keys of `manifest.json`. The
//! samples of Minecraft are in the folder `minecraft`. Their `kind` is a [type expression](crate::minecraft::TypeExpr), and their version
//! is 1.14. The folders `minecraft-bedrock` and `minecraft-bedrock-network` have NBT of the Bedrock edition.
//!
//! In Rust: [`minecraft::json`](crate::minecraft::json), [`fixtures`](crate::fixtures).
//!
//! [Contents](super) · Previous: [the published documentation](super::documentation)
#![doc = layout!()]
