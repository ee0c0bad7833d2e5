//! What can go wrong with a stream, and whether it goes on.

use std::io::{self, ErrorKind};

use thiserror::Error;

use crate::error::{DecodeError, DecodeErrorKind, EncodeError};

/// Why there is no next value, or why one was not written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StreamError {
    /// The reader or writer failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A frame is longer than the limit, or the stream ends inside of one. The offset is that of the frame.
    #[error(transparent)]
    Frame(DecodeError),
    /// The frame is whole and what is in it is wrong. The offset is in the whole stream.
    #[error(transparent)]
    Value(DecodeError),
    /// This value cannot be written; nothing of it was.
    #[error(transparent)]
    Encode(#[from] EncodeError),
}

impl StreamError {
    /// Whether the stream can go on with the next frame, or with the next value to write.
    ///
    /// | error | goes on |
    /// |-------|---------|
    /// | a value is wrong, or cannot be written | yes: the length says where the next frame begins |
    /// | a frame is over the limit | yes: its bytes are passed over as they come, and not kept |
    /// | nothing there yet (`WouldBlock`, `TimedOut`) | yes, from the same byte: nothing is lost |
    /// | the stream ends inside a frame; any other I/O error | no |
    ///
    /// Whether you *want* to go on with a peer that sends such things is another question.
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
