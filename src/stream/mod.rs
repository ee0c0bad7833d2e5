//! Streams of frames: the readers and writers that both games share. Use them for connections, and for files with one
//! value after the other.
//!
//! Start with the module of a game, `godot::stream` or `minecraft::stream`. Each has a codec, and aliases for the
//! types of this module with that codec.
//!
//! ```
//! use gamewire::godot::Dialect;
//! use gamewire::godot::stream::{FrameDecoder, Writer};
//!
//! let mut writer = Writer::new(Dialect::GODOT_4, Vec::new());
//! for number in [7, 8] {
//!     writer.write(&number.into())?;
//! }
//! let sent = writer.into_inner();
//!
//! let mut frames = FrameDecoder::new(Dialect::GODOT_4);
//! let mut received = Vec::new();
//! for chunk in sent.chunks(5) { // A network delivers parts of frames.
//!     frames.push(chunk);
//!     for value in &mut frames {
//!         received.push(value?);
//!     }
//! }
//! assert_eq!(received, [7, 8]);
//! # Ok::<(), gamewire::stream::StreamError>(())
//! ```

mod cutter;
mod error;
mod push;
mod read;
#[cfg(feature = "tokio")]
pub(crate) mod tokio;
mod write;

pub(crate) use cutter::{Cutter, Head};
pub use error::StreamError;
pub use push::FrameDecoder;
pub(crate) use push::decoded;
pub use read::Reader;
#[cfg(feature = "tokio")]
pub use tokio::{Recovering, Refused};
pub use write::Writer;

use crate::error::DecodeError;

/// The capacity up to which a buffer is kept. A larger buffer is freed after the frame that needed it.
pub(crate) const KEPT: usize = 64 << 10;

/// A codec of a stream: the `Codec` of `godot::stream` or of `minecraft::stream`. This trait is sealed.
pub trait Framed {
    /// The form of the length before each frame.
    #[doc(hidden)] // Hidden because `Head` and `Cutter` have no public path.
    type Head: Head;
    /// The decoded contents of a frame, which borrow nothing.
    type Item;

    /// Returns the cutter that finds the boundaries of frames from the start of a stream.
    #[doc(hidden)]
    fn cutter(&self) -> &Cutter<Self::Head>;

    /// Decodes the payload of a frame. `offset` is the offset of the payload in the stream.
    fn item(&mut self, payload: &[u8], offset: usize) -> Result<Self::Item, DecodeError>;
}
