//! Helpers for several tests of Godot. Each test uses some of them.
#![allow(dead_code, unreachable_pub)]

pub mod bits;
pub mod bytes;
#[cfg(feature = "proptest")]
pub mod live;
pub mod texts;
#[cfg(feature = "proptest")]
pub mod tried;
pub mod verdict;
pub mod walk;
