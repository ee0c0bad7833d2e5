//! Page 14.
//!
#![doc = include_str!("../../../docs/DIFFERENCES.md")]
//!
//! [Contents](super) · before: [the published documentation](super::documentation)
