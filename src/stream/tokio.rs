//! Frames for tokio, which owns the buffer. One frame at a time is split off its front.

use thiserror::Error;
use tokio_util::bytes::{Buf, BytesMut};
use tokio_util::codec::{Decoder, Encoder};

use super::StreamError;
use super::cutter::{CutStep, Cutter, Head};

impl<H: Head> Cutter<H> {
    /// Splits the next frame off the front of `source`. Returns its payload, and the offset of the payload in the
    /// stream.
    pub(crate) fn cut(
        &mut self,
        source: &mut BytesMut,
        ended: bool,
    ) -> Result<Option<(BytesMut, usize)>, StreamError> {
        loop {
            match self.step(source, ended) {
                CutStep::Take { head, payload, offset } => {
                    source.advance(head);
                    return Ok(Some((source.split_to(payload), offset)));
                }
                CutStep::Pass(count) => source.advance(count),
                CutStep::Refuse(count, error) => {
                    source.advance(count);
                    return Err(StreamError::Frame(error));
                }
                // A peer may send any length, so nothing is reserved: the buffer grows in proportion to the received
                // bytes.
                CutStep::Wait(_) | CutStep::End => return Ok(None),
                CutStep::Broken(error) => {
                    source.clear();
                    return Err(StreamError::Frame(error));
                }
            }
        }
    }
}

/// A codec that yields errors as items. The `recovering` method of a codec returns one.
///
/// A tokio `Framed` ends after an error. With this codec, only errors after which the next frame cannot be found end
/// it. An invalid value or a frame that is too long is an item, with the length of its frame.
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
/// let refused = values.next().await.unwrap().unwrap().unwrap_err();
/// assert_eq!(refused.frame_len, 8);
/// assert_eq!(values.next().await.unwrap().unwrap().unwrap(), 5);
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Recovering<C>(pub(crate) C);

/// A refused frame after which the stream continues. This is an item of [`Recovering`].
///
/// ```
/// use futures_util::StreamExt;
/// use gamewire::godot::Dialect;
/// use gamewire::godot::stream::{Codec, Refused};
/// use tokio_util::codec::FramedRead;
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), gamewire::stream::StreamError> {
/// let socket: &[u8] = &[4, 0, 0, 0, 99, 0, 0, 0]; // No type has id 99.
/// let mut values = FramedRead::new(socket, Codec::new(Dialect::GODOT_4).recovering());
/// let mut wasted = 0; // What this peer has cost.
/// while let Some(value) = values.next().await {
///     match value? {
///         Ok(value) => println!("{value}"),
///         Err(Refused { frame_len, error, .. }) => {
///             wasted += frame_len;
///             assert_eq!(error.to_string(), "at byte 0x0004, reading a value at $: type id 99 does not exist in godot4");
///         }
///     }
/// }
/// assert_eq!(wasted, 8);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Error)]
#[error("{error}")]
#[non_exhaustive]
pub struct Refused {
    /// The number of bytes that the frame has in the stream, including its length, according to that length.
    pub frame_len: usize,
    /// The reason why the frame was refused.
    pub error: StreamError,
}

impl From<Refused> for StreamError {
    fn from(refused: Refused) -> Self {
        refused.error
    }
}

/// A codec that splits frames off the front of its input.
pub trait CutsFrames: Decoder<Error = StreamError> {
    /// Returns the number of bytes of the last frame, including its length.
    fn frame_len(&self) -> usize;
}

impl<C: CutsFrames> Recovering<C> {
    fn sort(
        &self,
        result: Result<Option<C::Item>, StreamError>,
    ) -> Result<Option<Result<C::Item, Refused>>, StreamError> {
        match result {
            Err(error) if error.can_continue() => {
                Ok(Some(Err(Refused { frame_len: self.0.frame_len(), error })))
            }
            result => Ok(result?.map(Ok)),
        }
    }
}

impl<C: CutsFrames> Decoder for Recovering<C> {
    type Item = Result<C::Item, Refused>;
    type Error = StreamError;

    fn decode(&mut self, source: &mut BytesMut) -> Result<Option<Self::Item>, StreamError> {
        let result = self.0.decode(source);
        self.sort(result)
    }

    fn decode_eof(&mut self, source: &mut BytesMut) -> Result<Option<Self::Item>, StreamError> {
        let result = self.0.decode_eof(source);
        self.sort(result)
    }
}

impl<T, C: Encoder<T>> Encoder<T> for Recovering<C> {
    type Error = C::Error;

    fn encode(&mut self, value: T, out: &mut BytesMut) -> Result<(), Self::Error> {
        self.0.encode(value, out)
    }
}
