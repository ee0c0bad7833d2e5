//! What several tests of the Godot part share. Each test takes a part of it.
#![allow(dead_code, unreachable_pub)]

pub mod bits;
pub mod bytes;
#[cfg(feature = "proptest")]
pub mod live;
pub mod sample;
pub mod texts;
#[cfg(feature = "proptest")]
pub mod tried;
pub mod verdict;
pub mod walk;
