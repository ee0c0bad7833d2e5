//! What several tests of the Godot part share. Each test takes a part of it.
#![allow(dead_code, unreachable_pub)]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    reason = "a test may fail by panicking"
)]

pub mod bits;
pub mod bytes;
pub mod live;
pub mod named;
pub mod strategy;
pub mod texts;
pub mod tried;
pub mod walk;
