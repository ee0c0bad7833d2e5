//! The codecs: bytes, values, paths, text, streams. What is made of them is tested in `tests/tools`, what is counted in
//! memory in `tests/memory`. Two programs of about the same size are compiled at the same time; more would only link the
//! crate more often.
//!
//! `cargo test --test suite godot_keys` runs one file, `cargo test --test suite live_ -- --nocapture` what needs an
//! engine. A new file is named here; what it needs of features stands at its head, save for `proptest`: the feature has the
//! strategies that tests take values from.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)] // A test may panic.

// Files of the crate that are tested by themselves use it.
#[path = "../../src/sure.rs"]
#[allow(dead_code, unreachable_pub, clippy::allow_attributes)] // Their tests need only one of its methods.
mod sure;

mod convert;
mod convert_keys;
mod convert_support;
mod generate;
mod godot2_tables;
mod godot3_tables;
mod godot4_tables;
mod godot_compressed;
mod godot_declared;
mod godot_depth;
mod godot_diff;
mod godot_differences;
mod godot_encrypted;
mod godot_fastlz;
mod godot_ids;
mod godot_in_containers;
mod godot_infinite;
mod godot_keys;
mod godot_model;
mod godot_numbers;
mod godot_path;
mod godot_project;
mod godot_project_text;
#[cfg(feature = "proptest")]
mod godot_properties;
mod godot_refused;
#[cfg(feature = "proptest")]
mod godot_shortcuts;
mod godot_spec_examples;
mod godot_support;
#[cfg(feature = "proptest")]
mod godot_text;
mod godot_truncation;
#[cfg(feature = "proptest")]
mod godot_view;
mod json;
mod json_errors;
#[cfg(feature = "proptest")]
mod json_properties;
mod json_tables;
mod json_text;
mod live_files;
#[cfg(feature = "proptest")]
mod live_godot3;
#[cfg(feature = "proptest")]
mod live_godot4;
#[cfg(feature = "proptest")]
mod live_json;
mod live_keys;
mod live_stream;
mod minecraft_any_packet;
mod minecraft_bedrock;
mod minecraft_compose;
mod minecraft_depth;
mod minecraft_json;
mod minecraft_names;
mod minecraft_nbt;
mod minecraft_packet_paths;
mod minecraft_packets;
mod minecraft_path;
mod minecraft_properties;
mod minecraft_region;
mod minecraft_skip;
mod minecraft_snbt;
mod minecraft_stream;
mod minecraft_support;
mod minecraft_tables;
mod minecraft_text;
mod minecraft_type_syntax;
mod minecraft_types;
mod minecraft_view;
mod minecraft_wire;
mod own_grammar;
#[path = "../../examples/own_packet.rs"]
#[allow(dead_code, unreachable_pub, reason = "an example is a program; `tests/tools` runs it")]
mod own_packet;
mod path_align;
mod path_syntax;
mod small_stacks;
mod stream;
mod stream_properties;
mod stream_slow;
mod stream_support;
mod stream_tokio;
mod support;
mod trees;
mod walk;
