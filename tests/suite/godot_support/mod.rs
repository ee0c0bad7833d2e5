//! What several tests of the Godot part share. Each test takes a part of it.
#![allow(dead_code, unreachable_pub)]

pub mod bits;
pub mod bytes;
pub mod live;
pub mod named;
pub mod sample;
pub mod strategy;
pub mod texts;
pub mod tried;
pub mod verdict;
pub mod walk;
