//! Uses of the codecs: whole files, detection, explanation, examples, fixtures. Also tests of the repository itself: its pages,
//! its layers, its package. The codecs are tested in `tests/suite`, memory in `tests/memory`, the command in
//! `crates/cli/tests/command`: four programs, of which two are compiled at once.
//!
//! `cargo test --test tools hygiene release` runs two files. Shared code is in `tests/suite`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)] // A test may panic.

mod book;
#[path = "../suite/convert_support/mod.rs"]
mod convert_support;
mod damage;
mod document;
mod dump_support;
mod dumps;
mod edge;
mod examples;
mod explainer;
mod file_dumps;
mod format_facts;
mod format_pages;
mod frames;
mod fuzz_corpus;
#[path = "../suite/godot_support"]
#[allow(dead_code, unreachable_pub, reason = "as in `tests/suite`")]
mod godot_support {
    pub mod bits;
}
mod golden;
mod golden_lenient;
mod golden_rejected;
mod golden_sources;
#[cfg(feature = "proptest")]
mod guess;
#[cfg(feature = "proptest")]
mod html;
mod hygiene;
mod identify;
mod identify_shapes;
mod minecraft_file_dumps;
mod minecraft_snapshots;
#[path = "../suite/minecraft_support/mod.rs"]
mod minecraft_support;
mod minimal;
#[path = "../../examples/own_packet.rs"]
#[allow(unreachable_pub, reason = "an example is a program")]
mod own_packet;
mod packet_dumps;
mod pasted;
mod release;
mod sentences;
mod serde_bridge;
mod snapshots;
#[path = "../suite/support/mod.rs"]
mod support;
mod texts;
mod type_rows;
mod verdicts;
