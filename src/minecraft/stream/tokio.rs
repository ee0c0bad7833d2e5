//! The codec for tokio, which owns the buffer: one frame is cut off its front at a time.

use tokio_util::bytes::{Buf, Bytes, BytesMut};
use tokio_util::codec::{Decoder, Encoder};

use super::{Codec, StreamError};
use crate::stream::Step;

impl Codec {
    /// The same with errors after which the stream can continue as items: for connections that outlive a bad packet.
    #[must_use]
    pub fn recovering(self) -> Recovering {
        Recovering(self)
    }

    fn next(&mut self, source: &mut BytesMut, ended: bool) -> Result<Option<Bytes>, StreamError> {
        loop {
            match self.cutter.step(source, ended) {
                Step::Take { head, payload, offset } => {
                    source.advance(head);
                    let payload = source.split_to(payload).freeze();
                    let packet = self.packet(&payload, offset).map_err(StreamError::Value)?;
                    let unread = payload.len() - packet.as_wire().len().min(payload.len());
                    return Ok(Some(match packet.is_compressed() {
                        true => packet.into_wire().into_owned().into(),
                        // Without its data length, which may be there.
                        false => payload.slice(unread..),
                    }));
                }
                Step::Pass(count) => source.advance(count),
                Step::Refuse(count, error) => {
                    source.advance(count);
                    return Err(StreamError::Frame(error));
                }
                // A peer may send any length: the buffer grows in proportion to the received bytes.
                Step::Wait(_) | Step::End => return Ok(None),
                Step::Broken(error) => {
                    source.clear();
                    return Err(StreamError::Frame(error));
                }
            }
        }
    }
}

/// The bytes of packets, from their ids on.
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

/// The bytes of a packet, from its id on.
impl<B: AsRef<[u8]>> Encoder<B> for Codec {
    type Error = StreamError;

    fn encode(&mut self, packet: B, out: &mut BytesMut) -> Result<(), StreamError> {
        let mut frame = Vec::new();
        self.encode_packet(packet.as_ref(), &mut frame)?;
        out.extend_from_slice(&frame);
        Ok(())
    }
}

/// A codec with errors as items: from [`Codec::recovering`].
///
/// After an error, `Framed` ends. Here, only an error after which there is no next frame is such an error. A frame that
/// is too long, or a packet that cannot be decompressed, is an item.
#[derive(Debug, Clone)]
pub struct Recovering(Codec);

impl Recovering {
    /// Sets the compression threshold for the next packets.
    #[cfg(feature = "compress")]
    pub fn set_threshold(&mut self, bytes: impl Into<Option<usize>>) {
        self.0.set_threshold(bytes);
    }
}

fn sort(
    packet: Result<Option<Bytes>, StreamError>,
) -> Result<Option<Result<Bytes, StreamError>>, StreamError> {
    match packet {
        Err(error) if error.can_continue() => Ok(Some(Err(error))),
        packet => Ok(packet?.map(Ok)),
    }
}

impl Decoder for Recovering {
    type Item = Result<Bytes, StreamError>;
    type Error = StreamError;

    fn decode(&mut self, source: &mut BytesMut) -> Result<Option<Self::Item>, StreamError> {
        sort(self.0.decode(source))
    }

    fn decode_eof(&mut self, source: &mut BytesMut) -> Result<Option<Self::Item>, StreamError> {
        sort(self.0.decode_eof(source))
    }
}

impl<B: AsRef<[u8]>> Encoder<B> for Recovering {
    type Error = StreamError;

    fn encode(&mut self, packet: B, out: &mut BytesMut) -> Result<(), StreamError> {
        self.0.encode(packet, out)
    }
}
