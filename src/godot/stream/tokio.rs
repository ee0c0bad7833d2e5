//! The codecs for tokio.

use tokio_util::bytes::{Bytes, BytesMut};
use tokio_util::codec::{Decoder, Encoder};

use super::super::view::{OwnedView, Storage};
use super::super::{Variant, VariantView};
use super::codec::Codec;
use crate::error::{DecodeError, EncodeError};
use crate::stream::tokio::CutsFrames;
use crate::stream::{KEPT, StreamError};
pub use crate::stream::{Recovering, Refused};

impl Codec {
    /// Converts to a codec whose items are validated bytes instead of values. Use it to forward packets, or to read
    /// only a few of their fields.
    ///
    /// The items share their bytes. Cloning one copies nothing, so it can be sent to many peers.
    #[must_use]
    pub fn views(self) -> ViewCodec {
        ViewCodec(self)
    }

    /// Converts to a codec that continues after an invalid packet: errors after which the stream can continue are
    /// items.
    #[must_use]
    pub fn recovering(self) -> Recovering<Self> {
        Recovering(self)
    }

    fn next<T>(
        &mut self,
        source: &mut BytesMut,
        ended: bool,
        read: impl FnOnce(&super::super::Decoder, BytesMut) -> Result<T, DecodeError>,
    ) -> Result<Option<T>, StreamError> {
        let Some((payload, offset)) = self.cutter.cut(source, ended)? else { return Ok(None) };
        read(&self.decoder, payload).map(Some).map_err(|error| StreamError::Value(error.in_slice(offset)))
    }

    /// Writes a frame to a vector first, because the serializers are fastest with a vector.
    fn put(
        &mut self,
        out: &mut BytesMut,
        encode: impl FnOnce(&Self, &mut Vec<u8>) -> Result<(), EncodeError>,
    ) -> Result<(), StreamError> {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        let encoded = encode(self, &mut scratch);
        out.extend_from_slice(&scratch);
        if scratch.capacity() <= KEPT {
            self.scratch = scratch;
        }
        Ok(encoded?)
    }
}

/// The items are values.
///
/// ```
/// use futures_util::{SinkExt, StreamExt};
/// use gamewire::godot::stream::Codec;
/// use gamewire::godot::{Dialect, Variant};
/// use tokio_util::codec::Framed;
///
/// async fn serve(socket: tokio::net::TcpStream) -> Result<(), Box<dyn std::error::Error>> {
///     socket.set_nodelay(true)?; // or small answers wait for the client, 40 ms each
///     let mut client = Framed::new(socket, Codec::new(Dialect::GODOT_4));
///     while let Some(value) = client.next().await {
///         match value?.as_str() {
///             Some("ping") => client.send(Variant::from("pong")).await?,
///             other => println!("what is {other:?}?"),
///         }
///     }
///     Ok(())
/// }
/// ```
impl Decoder for Codec {
    type Item = Variant;
    type Error = StreamError;

    fn decode(&mut self, source: &mut BytesMut) -> Result<Option<Variant>, StreamError> {
        self.next(source, false, |decoder, payload| decoder.parse(&payload))
    }

    fn decode_eof(&mut self, source: &mut BytesMut) -> Result<Option<Variant>, StreamError> {
        self.next(source, true, |decoder, payload| decoder.parse(&payload))
    }
}

impl CutsFrames for Codec {
    fn frame_len(&self) -> usize {
        self.cutter.frame_len
    }
}

impl Encoder<&Variant> for Codec {
    type Error = StreamError;

    fn encode(&mut self, value: &Variant, out: &mut BytesMut) -> Result<(), StreamError> {
        self.put(out, |codec, buffer| codec.encode_frame(value, buffer))
    }
}

impl Encoder<Variant> for Codec {
    type Error = StreamError;

    fn encode(&mut self, value: Variant, out: &mut BytesMut) -> Result<(), StreamError> {
        self.encode(&value, out)
    }
}

impl Encoder<VariantView<'_>> for Codec {
    type Error = StreamError;

    fn encode(&mut self, value: VariantView<'_>, out: &mut BytesMut) -> Result<(), StreamError> {
        self.put(out, |codec, buffer| codec.encode_view(value, buffer))
    }
}

impl<B: Storage> Encoder<&OwnedView<B>> for Codec {
    type Error = StreamError;

    fn encode(&mut self, value: &OwnedView<B>, out: &mut BytesMut) -> Result<(), StreamError> {
        self.encode(value.view(), out)
    }
}

impl<B: Storage> Encoder<OwnedView<B>> for Codec {
    type Error = StreamError;

    fn encode(&mut self, value: OwnedView<B>, out: &mut BytesMut) -> Result<(), StreamError> {
        self.encode(value.view(), out)
    }
}

/// A [`Codec`] whose items are validated bytes, returned by [`Codec::views`].
#[derive(Debug, Clone)]
pub struct ViewCodec(Codec);

impl ViewCodec {
    /// Converts to a codec that continues after an invalid packet. See [`Codec::recovering`].
    #[must_use]
    pub fn recovering(self) -> Recovering<Self> {
        Recovering(self)
    }
}

impl Decoder for ViewCodec {
    type Item = OwnedView<Bytes>;
    type Error = StreamError;

    fn decode(&mut self, source: &mut BytesMut) -> Result<Option<OwnedView<Bytes>>, StreamError> {
        self.0.next(source, false, |decoder, payload| decoder.view_owned(payload.freeze()))
    }

    fn decode_eof(&mut self, source: &mut BytesMut) -> Result<Option<OwnedView<Bytes>>, StreamError> {
        self.0.next(source, true, |decoder, payload| decoder.view_owned(payload.freeze()))
    }
}

impl<T> Encoder<T> for ViewCodec
where
    Codec: Encoder<T>,
{
    type Error = <Codec as Encoder<T>>::Error;

    fn encode(&mut self, value: T, out: &mut BytesMut) -> Result<(), Self::Error> {
        self.0.encode(value, out)
    }
}

impl CutsFrames for ViewCodec {
    fn frame_len(&self) -> usize {
        self.0.frame_len()
    }
}
