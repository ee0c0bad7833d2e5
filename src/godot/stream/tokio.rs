//! The codec for tokio, which brings the buffer: one frame is cut off the front of it at a time.

use tokio_util::bytes::{Buf, Bytes, BytesMut};
use tokio_util::codec::{Decoder, Encoder};

use super::super::view::{OwnedView, Storage};
use super::super::{OwnedVariant, Variant, VariantView};
use super::codec::Codec;
use crate::error::{DecodeError, EncodeError};
use crate::stream::{KEPT, Step, StreamError};

impl Codec {
    /// The same with checked bytes as items, instead of values: to pass packets on, or to look at a few of their
    /// fields. An item shares its bytes: a clone of it costs nothing, and one can be sent to many.
    #[must_use]
    pub fn views(self) -> ViewCodec {
        ViewCodec(self)
    }

    /// The same with errors after which the stream can go on as items: for connections that outlive a bad packet.
    #[must_use]
    pub fn recovering(self) -> Recovering<Self> {
        Recovering(self)
    }

    /// Cuts the next frame off the front of `source`: its payload, and where it was in the stream.
    fn cut(&mut self, source: &mut BytesMut, ended: bool) -> Result<Option<(BytesMut, usize)>, StreamError> {
        loop {
            match self.cutter.step(source, ended) {
                Step::Take { head, payload, offset } => {
                    source.advance(head);
                    return Ok(Some((source.split_to(payload), offset)));
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

    fn next<T>(
        &mut self,
        source: &mut BytesMut,
        ended: bool,
        read: impl FnOnce(&super::super::Decoder, BytesMut) -> Result<T, DecodeError>,
    ) -> Result<Option<T>, StreamError> {
        let Some((payload, offset)) = self.cut(source, ended)? else { return Ok(None) };
        read(&self.decoder, payload).map(Some).map_err(|error| StreamError::Value(error.after(offset)))
    }

    /// Writes through a vector, which is where the fast generators write to.
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

impl Decoder for Codec {
    type Item = OwnedVariant;
    type Error = StreamError;

    fn decode(&mut self, source: &mut BytesMut) -> Result<Option<OwnedVariant>, StreamError> {
        self.next(source, false, |decoder, payload| decoder.parse_owned(&payload))
    }

    fn decode_eof(&mut self, source: &mut BytesMut) -> Result<Option<OwnedVariant>, StreamError> {
        self.next(source, true, |decoder, payload| decoder.parse_owned(&payload))
    }
}

impl Encoder<&Variant<'_>> for Codec {
    type Error = StreamError;

    fn encode(&mut self, value: &Variant<'_>, out: &mut BytesMut) -> Result<(), StreamError> {
        self.put(out, |codec, buffer| codec.encode_frame(value, buffer))
    }
}

impl Encoder<Variant<'_>> for Codec {
    type Error = StreamError;

    fn encode(&mut self, value: Variant<'_>, out: &mut BytesMut) -> Result<(), StreamError> {
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

/// A [`Codec`] whose items are checked bytes: from [`Codec::views`].
#[derive(Debug, Clone)]
pub struct ViewCodec(Codec);

impl ViewCodec {
    /// The same with errors after which the stream can go on as items: see [`Codec::recovering`].
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

/// A codec with errors as items: from [`Codec::recovering`].
///
/// After an error `Framed` ends. Here only such an error is one after which nothing can follow; a value that is
/// wrong, or a frame that is too long, is an item between the others.
///
/// ```
/// use futures_util::StreamExt;
/// use gamewire::godot::Dialect;
/// use gamewire::godot::stream::Codec;
/// use tokio_util::codec::FramedRead;
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() {
/// let wrong_and_right: &[u8] = &[4, 0, 0, 0, 99, 0, 0, 0, 8, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0];
/// let mut values = FramedRead::new(wrong_and_right, Codec::new(Dialect::GODOT_4).recovering());
/// assert!(values.next().await.unwrap().unwrap().is_err());
/// assert_eq!(values.next().await.unwrap().unwrap().unwrap(), 5.into());
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Recovering<C>(C);

impl<C: Decoder<Error = StreamError>> Recovering<C> {
    fn sort(
        result: Result<Option<C::Item>, StreamError>,
    ) -> Result<Option<Result<C::Item, StreamError>>, StreamError> {
        match result {
            Err(error) if error.can_continue() => Ok(Some(Err(error))),
            result => Ok(result?.map(Ok)),
        }
    }
}

impl<C: Decoder<Error = StreamError>> Decoder for Recovering<C> {
    type Item = Result<C::Item, StreamError>;
    type Error = StreamError;

    fn decode(&mut self, source: &mut BytesMut) -> Result<Option<Self::Item>, StreamError> {
        Self::sort(self.0.decode(source))
    }

    fn decode_eof(&mut self, source: &mut BytesMut) -> Result<Option<Self::Item>, StreamError> {
        Self::sort(self.0.decode_eof(source))
    }
}

impl<T, C: Encoder<T>> Encoder<T> for Recovering<C> {
    type Error = C::Error;

    fn encode(&mut self, value: T, out: &mut BytesMut) -> Result<(), Self::Error> {
        self.0.encode(value, out)
    }
}
