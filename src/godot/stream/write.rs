//! Values into anything that can be written to.

use std::io::{self, Write};

use super::super::{Variant, VariantView};
use super::codec::Codec;
use crate::stream::{Outgoing, StreamError};

/// Values into a file, a pipe or a socket, each as a whole with its length before it.
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
    outgoing: Outgoing,
}

impl<W: Write> Writer<W> {
    /// Writes to `writer`.
    #[must_use]
    pub fn new(codec: impl Into<Codec>, writer: W) -> Self {
        Self { codec: codec.into(), writer, outgoing: Outgoing::default() }
    }

    /// Writes a value.
    ///
    /// # Errors
    /// If the dialect cannot express the value, if it is over the limit, and if the writer fails. After an error that
    /// [can go on](StreamError::can_continue) nothing of this value was written.
    pub fn write(&mut self, value: &Variant<'_>) -> Result<(), StreamError> {
        self.outgoing.put(&mut self.writer, |buffer| self.codec.encode_frame(value, buffer))
    }

    /// Writes a checked value unchanged.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn write_view(&mut self, value: VariantView<'_>) -> Result<(), StreamError> {
        self.outgoing.put(&mut self.writer, |buffer| self.codec.encode_view(value, buffer))
    }

    /// Sends what waits here, and has the writer send what waits there.
    ///
    /// # Errors
    /// If the writer fails; `WouldBlock` while not everything is sent.
    pub fn flush(&mut self) -> io::Result<()> {
        self.outgoing.send(&mut self.writer)?;
        self.writer.flush()
    }

    /// Returns the number of bytes of a frame that are not written yet.
    pub fn pending(&self) -> usize {
        self.outgoing.pending()
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
}
