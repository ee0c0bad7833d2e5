//! Page 14: Differences between this crate and the engines, on purpose.
//!
//! [Contents](super) · Previous: [the published documentation](super::documentation) · Next: [JSON and sample files](super::json)
//!
#![doc = include_str!("../../../docs/DIFFERENCES.md")]
//!
//! [Contents](super) · Previous: [the published documentation](super::documentation) · Next: [JSON and sample files](super::json)
#![doc = layout!()]
