//! Values into anything that can be written to.

use std::io::{self, ErrorKind, Write};

use super::super::{Variant, VariantView};
use super::KEPT;
use super::codec::Codec;
use super::error::StreamError;
use crate::error::EncodeError;

/// Values into a file, a pipe or a socket, each in one piece with its length before it.
///
/// ```
/// use gamewire::godot::Dialect;
/// use gamewire::godot::stream::Writer;
///
/// let mut writer = Writer::new(Dialect::GODOT_3, Vec::new());
/// writer.write(&5.into())?;
/// assert_eq!(writer.into_inner(), [8, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0]);
/// # Ok::<(), gamewire::godot::stream::StreamError>(())
/// ```
///
/// If a socket does not block and its peer is slow, at most one frame is buffered: the next
/// [`write`](Self::write) sends the rest of it first, or fails with `WouldBlock` and takes nothing.
#[derive(Debug)]
pub struct Writer<W> {
    codec: Codec,
    writer: W,
    buffer: Vec<u8>,
    sent: usize,
}

impl<W: Write> Writer<W> {
    /// Writes to `writer`.
    #[must_use]
    pub fn new(codec: impl Into<Codec>, writer: W) -> Self {
        Self { codec: codec.into(), writer, buffer: Vec::new(), sent: 0 }
    }

    /// Writes a value.
    ///
    /// # Errors
    /// If the dialect cannot express the value, if it is over the limit, and if the writer fails. After an error that
    /// [can go on](StreamError::can_continue) nothing of this value was written.
    pub fn write(&mut self, value: &Variant<'_>) -> Result<(), StreamError> {
        self.put(|codec, buffer| codec.encode_frame(value, buffer))
    }

    /// Writes a checked value unchanged.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn write_view(&mut self, value: VariantView<'_>) -> Result<(), StreamError> {
        self.put(|codec, buffer| codec.encode_view(value, buffer))
    }

    fn put(
        &mut self,
        encode: impl FnOnce(&Codec, &mut Vec<u8>) -> Result<(), EncodeError>,
    ) -> Result<(), StreamError> {
        self.send()?;
        encode(&self.codec, &mut self.buffer)?;
        match self.send() {
            // It is taken, as by a `BufWriter`; the next call sends the rest.
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Ok(()),
            sent => Ok(sent?),
        }
    }

    /// Sends what waits here, and has the writer send what waits there.
    ///
    /// # Errors
    /// If the writer fails; `WouldBlock` while not everything is sent.
    pub fn flush(&mut self) -> io::Result<()> {
        self.send()?;
        self.writer.flush()
    }

    /// Returns the number of bytes of a frame that are not written yet.
    pub fn pending(&self) -> usize {
        self.buffer.len() - self.sent
    }

    /// Returns the destination.
    pub fn get_ref(&self) -> &W {
        &self.writer
    }

    /// Returns the destination.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.writer
    }

    /// Returns the destination; bytes that are not written yet are lost.
    #[must_use]
    pub fn into_inner(self) -> W {
        self.writer
    }

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
