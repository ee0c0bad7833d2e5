//! Streams of frames, for the formats that have them: boundaries, buffers, errors.

mod buffer;
mod cutter;
mod error;
mod outgoing;

pub(crate) use buffer::{Buffer, Next};
#[cfg(feature = "tokio")]
pub(crate) use cutter::Step;
pub(crate) use cutter::{Cutter, Head, Stated};
pub use error::StreamError;
pub(crate) use outgoing::Outgoing;

/// A buffer that has become larger than this for one frame is given back after it.
pub(crate) const KEPT: usize = 64 << 10;
