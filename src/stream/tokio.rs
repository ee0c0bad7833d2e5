//! Frames for tokio, which owns the buffer: one frame is cut off its front at a time.

use tokio_util::bytes::{Buf, BytesMut};
use tokio_util::codec::{Decoder, Encoder};

use super::StreamError;
use super::cutter::{Cutter, Head, Step};

impl<H: Head> Cutter<H> {
    /// Cuts the next frame off the front of `source`: its payload, and the offset of the payload in the stream.
    pub(crate) fn cut(
        &mut self,
        source: &mut BytesMut,
        ended: bool,
    ) -> Result<Option<(BytesMut, usize)>, StreamError> {
        loop {
            match self.step(source, ended) {
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
}

/// A codec with errors as items: from the method `recovering` of a codec.
///
/// After an error, `Framed` ends. Here, only an error after which there is no next frame is such an error. A value that
/// is invalid, or a frame that is too long, is an item.
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
/// assert_eq!(values.next().await.unwrap().unwrap().unwrap(), 5);
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Recovering<C>(pub(crate) C);

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
