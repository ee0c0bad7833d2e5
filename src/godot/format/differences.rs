//! Page 14: Differences between this crate and the engines, on purpose.
//!
#![doc = include_str!("../../../docs/DIFFERENCES.md")]
//!
//! [Contents](super) · Previous: [the published documentation](super::documentation)
#![doc = layout!()]
