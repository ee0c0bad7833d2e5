//! The codec for tokio.

use tokio_util::bytes::{Bytes, BytesMut};
use tokio_util::codec::{Decoder, Encoder};

use super::{Codec, Recovering, StreamError};
use crate::stream::tokio::CutsFrames;

impl Codec {
    /// Converts to a codec that continues after an invalid packet: errors after which the stream can continue are
    /// items.
    #[must_use]
    pub fn recovering(self) -> Recovering<Self> {
        Recovering(self)
    }

    fn next(&mut self, source: &mut BytesMut, ended: bool) -> Result<Option<Bytes>, StreamError> {
        let Some((payload, offset)) = self.cutter.cut(source, ended)? else { return Ok(None) };
        let payload = payload.freeze();
        let packet = self.packet(&payload, offset).map_err(StreamError::Value)?;
        let unread = payload.len() - packet.as_wire().len().min(payload.len());
        Ok(Some(match packet.is_compressed() {
            true => packet.into_wire().into_owned().into(),
            // The packet, without its data length (if it has one).
            false => payload.slice(unread..),
        }))
    }
}

/// The items are the bytes of packets, including their ids.
impl Decoder for Codec {
    type Item = Bytes;
    type Error = StreamError;

    fn decode(&mut self, source: &mut BytesMut) -> Result<Option<Bytes>, StreamError> {
        self.next(source, false)
    }

    fn decode_eof(&mut self, source: &mut BytesMut) -> Result<Option<Bytes>, StreamError> {
        self.next(source, true)
    }
}

impl CutsFrames for Codec {
    fn frame_len(&self) -> usize {
        self.cutter.frame_len
    }
}

/// The items are the bytes of packets, including their ids.
impl<B: AsRef<[u8]>> Encoder<B> for Codec {
    type Error = StreamError;

    fn encode(&mut self, packet: B, out: &mut BytesMut) -> Result<(), StreamError> {
        let mut frame = Vec::new();
        self.encode_packet(packet.as_ref(), &mut frame)?;
        out.extend_from_slice(&frame);
        Ok(())
    }
}

impl Recovering<Codec> {
    /// Sets the compression threshold of the next packets.
    pub fn set_threshold(&mut self, bytes: impl Into<Option<usize>>) {
        self.0.set_threshold(bytes);
    }
}
