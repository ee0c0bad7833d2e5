//! Page 13: Values as JSON, and the files of samples.
//!
//! [Contents](super) · Previous: [the published documentation](super::documentation)
//!
//! The *value* line of a dump is JSON in this form. `gamewire decode` prints it, and `gamewire fixtures --out DIR` writes samples of
//! every type with their bytes, their dump and their value as JSON: for tests of a decoder in any language.
//!
//! # JSON
//!
#![doc = include_str!("../json/form.md")]
//!
//! JSON does not keep how many bytes a VarInt had, nor the bytes of a text in modified UTF-8 that Java writes differently.
//!
//! # Sample files
//!
//! The page of the same name in [the book on Godot](crate::godot::format::json) has the list of the files and the keys of
//! `manifest.json`. The samples of Minecraft are in the folder `minecraft`, `kind` is a [type expression](crate::minecraft::TypeExpr), and
//! the version is 1.14. The folders `minecraft-bedrock` and `minecraft-bedrock-network` have NBT of the Bedrock edition.
//!
//! In Rust: [`minecraft::json`](crate::minecraft::json), [`fixtures`](crate::fixtures).
//!
//! [Contents](super) · Previous: [the published documentation](super::documentation)
#![doc = layout!()]
