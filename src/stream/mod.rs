//! Streams of frames, for the formats that have them: boundaries, buffers, errors.

mod buffer;
mod cutter;
mod error;
mod outgoing;
#[cfg(feature = "tokio")]
mod tokio;

pub(crate) use buffer::{Buffer, Next};
pub(crate) use cutter::{Cutter, Head, Stated};
pub use error::StreamError;
pub(crate) use outgoing::Outgoing;
#[cfg(feature = "tokio")]
pub use tokio::Recovering;

/// A buffer that has become larger than this for one frame is given back after it.
pub(crate) const KEPT: usize = 64 << 10;
