//! Page 14: where this crate differs from the engines, and why.
//!
#![doc = include_str!("../../../docs/DIFFERENCES.md")]
//!
//! [Contents](super) · before: [the published documentation](super::documentation)
#![doc = layout!()]
