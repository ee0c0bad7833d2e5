//! Writes frames to any `Write`.

use std::io::{self, ErrorKind, Write};

use super::{KEPT, StreamError};
use crate::error::EncodeError;

/// Writes frames to a file, a pipe or a socket. Each frame is written as a whole.
///
/// `godot::stream::Writer` writes values, and `minecraft::stream::Writer` writes packets.
///
/// If a socket is non-blocking and its peer is slow, at most one frame is buffered. The next `write` first sends the
/// rest of that frame. If it cannot, it returns `WouldBlock` and does not accept the new frame.
///
/// ```
/// use gamewire::godot::{Dialect, Variant, stream::Writer};
///
/// let mut writer = Writer::new(Dialect::GODOT_3, Vec::new());
/// writer.write(&7.into())?;
/// // A value that the dialect lacks is refused as a whole, and the stream continues.
/// assert!(writer.write(&Variant::StringName("x".into())).unwrap_err().can_continue());
/// # Ok::<(), gamewire::stream::StreamError>(())
/// ```
#[derive(Debug)]
pub struct Writer<C, W> {
    pub(crate) codec: C,
    writer: W,
    /// The bytes of at most one frame, of which the first `sent` bytes were written.
    buffer: Vec<u8>,
    sent: usize,
}

impl<C, W: Write> Writer<C, W> {
    /// Creates a writer of frames to `writer`.
    #[must_use]
    pub fn new(codec: impl Into<C>, writer: W) -> Self {
        Self { codec: codec.into(), writer, buffer: Vec::new(), sent: 0 }
    }

    /// Sends the buffered bytes, and flushes the underlying writer.
    ///
    /// # Errors
    /// Returns an error if the underlying writer fails, and `WouldBlock` if it does not accept all bytes yet.
    pub fn flush(&mut self) -> io::Result<()> {
        self.send()?;
        self.writer.flush()
    }

    /// Returns the number of buffered bytes that were not written yet.
    pub fn pending(&self) -> usize {
        self.buffer.len() - self.sent
    }

    /// Returns a reference to the underlying writer.
    pub fn get_ref(&self) -> &W {
        &self.writer
    }

    /// Returns a mutable reference to the underlying writer.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.writer
    }

    /// Returns the underlying writer. Bytes that were not written yet are lost.
    #[must_use]
    pub fn into_inner(self) -> W {
        self.writer
    }

    /// Writes the buffered bytes, then a frame that `encode` creates.
    pub(crate) fn put(
        &mut self,
        encode: impl FnOnce(&C, &mut Vec<u8>) -> Result<(), EncodeError>,
    ) -> Result<(), StreamError> {
        self.send()?;
        encode(&self.codec, &mut self.buffer)?;
        match self.send() {
            // The frame was accepted, as by a `BufWriter`. The next call sends the rest of it.
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Ok(()),
            sent => Ok(sent?),
        }
    }

    /// Writes the buffered bytes.
    fn send(&mut self) -> io::Result<()> {
        while let Some(rest) = self.buffer.get(self.sent..).filter(|rest| !rest.is_empty()) {
            match self.writer.write(rest) {
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
