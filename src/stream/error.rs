//! Errors of streams, and how to continue after them.

use std::io::{self, ErrorKind};

use thiserror::Error;

use crate::error::{DecodeError, DecodeErrorKind, EncodeError};

/// An error while reading or writing a stream.
///
/// ```
/// use gamewire::godot::Dialect;
/// use gamewire::godot::stream::{Reader, StreamError};
///
/// let frames: &[u8] = &[
///     4, 0, 0, 0, 99, 0, 0, 0, // a frame, but no type has id 99
///     8, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0, // int 7
///     8, 0, 0, 0, 2, 0, // cut
/// ];
/// let (mut values, mut refused) = (Vec::new(), 0);
/// for value in Reader::new(Dialect::GODOT_4, frames) {
///     match value {
///         Ok(value) => values.push(value),
///         Err(error) if error.can_continue() => refused += 1,
///         Err(StreamError::Frame(error)) => assert_eq!(error.missing(), Some(6)),
///         Err(error) => return Err(error),
///     }
/// }
/// assert_eq!((values, refused), (vec![7.into()], 1));
/// # Ok::<(), StreamError>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StreamError {
    /// The reader or the writer failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A frame is longer than the limit, or the stream ends inside a frame. The offset is where the frame begins.
    #[error(transparent)]
    Frame(DecodeError),
    /// The frame is complete, but its value is invalid. The offset counts from the start of the stream.
    #[error(transparent)]
    Value(DecodeError),
    /// The value cannot be encoded. Nothing of it was written.
    #[error(transparent)]
    Encode(#[from] EncodeError),
}

impl StreamError {
    /// Returns whether the stream can continue with the next frame, or with the next value to write.
    ///
    /// | error | continues |
    /// |-------|---------|
    /// | a value is invalid, or cannot be encoded | yes: the length gives the start of the next frame |
    /// | a frame is over the limit | yes: its bytes are skipped as they arrive |
    /// | no bytes available yet (`WouldBlock`, `TimedOut`) | yes, from the same byte: nothing is lost |
    /// | a packet of Minecraft that cannot be decompressed, or not to its data length | yes |
    /// | the length of a frame is not a VarInt, or negative: the start of the next frame is unknown | no |
    /// | the stream ends inside a frame; any other I/O error | no |
    ///
    /// The caller decides whether to keep a connection to a peer that sends invalid frames.
    pub fn can_continue(&self) -> bool {
        match self {
            Self::Io(error) => matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
            Self::Frame(error) => {
                matches!(error.kind(), DecodeErrorKind::TooLong { .. } | DecodeErrorKind::InputTooLong { .. })
            }
            Self::Value(_) | Self::Encode(_) => true,
        }
    }
}
