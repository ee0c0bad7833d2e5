//! Frames that were encoded but not yet written.

use std::io::{self, ErrorKind, Write};

use super::{KEPT, StreamError};
use crate::error::EncodeError;

/// The bytes of at most one frame that the writer has not accepted yet.
#[derive(Debug, Default)]
pub(crate) struct Outgoing {
    buffer: Vec<u8>,
    sent: usize,
}

impl Outgoing {
    /// Writes the pending bytes, then a frame that `encode` creates.
    pub(crate) fn put(
        &mut self,
        writer: &mut impl Write,
        encode: impl FnOnce(&mut Vec<u8>) -> Result<(), EncodeError>,
    ) -> Result<(), StreamError> {
        self.send(writer)?;
        encode(&mut self.buffer)?;
        match self.send(writer) {
            // The frame was accepted, as by a `BufWriter`. The next call sends the rest of it.
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Ok(()),
            sent => Ok(sent?),
        }
    }

    /// Returns the number of pending bytes.
    pub(crate) fn pending(&self) -> usize {
        self.buffer.len() - self.sent
    }

    /// Writes the pending bytes.
    pub(crate) fn send(&mut self, writer: &mut impl Write) -> io::Result<()> {
        while let Some(rest) = self.buffer.get(self.sent..).filter(|rest| !rest.is_empty()) {
            match writer.write(rest) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => self.sent += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.sent = 0;
        self.buffer.clear();
        if self.buffer.capacity() > KEPT {
            self.buffer = Vec::new();
        }
        Ok(())
    }
}
