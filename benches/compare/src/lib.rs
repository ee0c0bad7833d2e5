//! Shared parts of the benches: payloads, hand-written codecs, other libraries, a clock, and the table of
//! targets.

pub mod clock;
pub mod detection;
pub mod hand;
pub mod payload;
pub mod peers;
pub mod targets;
pub mod tree;
pub mod views;
