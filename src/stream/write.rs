//! Writing frames to any `Write`.

use std::io::{self, Write};

use super::StreamError;
use super::outgoing::Outgoing;
use crate::error::EncodeError;

/// Writes frames to a file, a pipe or a socket, each as a whole.
///
/// `godot::stream::Writer` is the one for values, `minecraft::stream::Writer` the one for packets.
///
/// If a socket does not block and its peer is slow, at most one frame is buffered: the next `write` sends the rest of it first, or
/// fails with `WouldBlock` and takes nothing.
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
    outgoing: Outgoing,
}

impl<C, W: Write> Writer<C, W> {
    /// Writes to `writer`.
    #[must_use]
    pub fn new(codec: impl Into<C>, writer: W) -> Self {
        Self { codec: codec.into(), writer, outgoing: Outgoing::default() }
    }

    /// Sends what is buffered, and flushes the writer.
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

    /// Writes a frame that `encode` makes.
    pub(crate) fn put(
        &mut self,
        encode: impl FnOnce(&C, &mut Vec<u8>) -> Result<(), EncodeError>,
    ) -> Result<(), StreamError> {
        self.outgoing.put(&mut self.writer, |buffer| encode(&self.codec, buffer))
    }
}
