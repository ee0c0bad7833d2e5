//! Page 16: A codec on one page. `examples/minimal.rs`, in plain nom and cookie-factory.
//!
//! [Contents](super) · Previous: [JSON and sample files](super::json)
//!
//! The 27 types of Godot 3: a parser for each, which compose into the recursive `variant`, and the generators that mirror
//! them. Begin here to learn the two libraries or to write a codec of your own. Then read
//! [`godot::wire`](crate::godot::wire), the grammar of this crate: it has the same shape, and lists what it adds.
//!
#![doc = concat!("```rust,ignore\n", include_str!("../../../examples/minimal.rs"), "```\n")]
//!
//! Three traps that it avoids:
//!
//! - A count is a promise of the input. `many` lets the list grow as elements arrive. Allocating for the count in advance
//!   would give 8 bytes of input any amount of memory.
//! - Values inside values take stack. The limit of the engine, 1024 levels, is also the limit here.
//! - `nom::multi::length_data` uses the streaming `take`: at the end of the input it asks for more bytes instead of failing.
//!
//! [Contents](super) · Previous: [JSON and sample files](super::json)
#![doc = layout!()]
