//! Settings of readers and writers of streams.

use super::super::frame::Framing;
use super::super::{Decoder, Dialect, Variant, VariantView};
use crate::conversions::from;
use crate::error::{EncodeError, EncodeErrorKind, Path};
use crate::stream::Cutter;

/// The default limit of the length of a frame, which is the engine's limit for packets.
const LIMIT: usize = 8 << 20;

/// The settings of a stream of values: the dialect, the framing and the maximum length. Readers and writers share them.
///
/// ```
/// use gamewire::godot::stream::Codec;
/// use gamewire::godot::{Decoder, Dialect, Framing};
///
/// let put_var = Codec::new(Dialect::GODOT_4); // StreamPeer.put_var and PacketPeerStream
/// let swapped = Codec::new(Dialect::GODOT_3).framing(Framing::PUT_VAR.big_endian());
/// let packets = Codec::new(Dialect::GODOT_4).framing(Framing::BARE).max_frame(1400);
/// let careful = Codec::new(Decoder::new(Dialect::GODOT_4).max_depth(16).allow_trailing(true));
/// # let _ = (put_var, swapped, packets, careful);
/// ```
///
/// # With tokio
///
/// With the feature `tokio` this is a `tokio_util::codec::Decoder` whose items are [`Variant`](super::super::Variant)s,
/// and an `Encoder` of values and views.
///
/// `views()` returns a codec whose items are validated bytes instead of values. `recovering()` returns a codec that
/// keeps the connection after the peer has sent something invalid; without it, the first error is the last item.
#[derive(Debug, Clone)]
pub struct Codec {
    pub(super) decoder: Decoder,
    pub(super) cutter: Cutter<Framing>,
    /// The frame that is being encoded.
    #[cfg(feature = "tokio")]
    pub(super) scratch: Vec<u8>,
}

impl Codec {
    /// Creates the codec of a dialect or of a decoder. Each value has a little-endian length before it
    /// ([`Framing::PUT_VAR`]), of at most 8 MiB.
    ///
    /// Bytes of a frame after the value are rejected, unless the decoder [allows](Decoder::allow_trailing) them as the
    /// engine does.
    #[must_use]
    pub fn new(decoder: impl Into<Decoder>) -> Self {
        Self {
            decoder: decoder.into(),
            cutter: Cutter::new(Framing::PUT_VAR, LIMIT),
            #[cfg(feature = "tokio")]
            scratch: Vec::new(),
        }
    }

    /// Sets the framing of the values. The default is [`Framing::PUT_VAR`].
    #[must_use]
    pub fn framing(mut self, framing: Framing) -> Self {
        self.cutter.framing = framing;
        self
    }

    /// Sets the maximum length of a value in bytes. A longer value is an error, which a reader reports as soon as it
    /// has the length.
    ///
    /// The default is 8 MiB, as in `PacketPeer.encode_buffer_max_size`. The engine's `PacketPeerStream` and
    /// `PacketPeerUDP` accept at most 64 KiB by default.
    #[must_use]
    pub fn max_frame(mut self, bytes: usize) -> Self {
        self.cutter.limit = bytes;
        self
    }

    /// Returns the decoder of the values.
    pub fn decoder(&self) -> &Decoder {
        &self.decoder
    }

    /// Appends a frame with the encoded value to `buffer`.
    ///
    /// # Errors
    /// Returns an error if the dialect cannot encode the value, or if it takes more bytes than the limit. After an
    /// error `buffer` is unchanged.
    ///
    /// ```
    /// use gamewire::godot::stream::Codec;
    /// use gamewire::godot::{Dialect, Framing};
    /// let codec = Codec::new(Dialect::GODOT_4).framing(Framing::PUT_VAR.big_endian()).max_frame(8);
    /// let mut buffer = Vec::new();
    /// codec.encode_frame(&5.into(), &mut buffer)?;
    /// assert_eq!(buffer, [0, 0, 0, 8, 2, 0, 0, 0, 5, 0, 0, 0]);
    /// // A text takes twelve bytes, four more than the limit.
    /// assert!(codec.encode_frame(&"a".into(), &mut buffer).is_err());
    /// assert_eq!(buffer.len(), 12);
    /// # Ok::<(), gamewire::EncodeError>(())
    /// ```
    pub fn encode_frame(&self, value: &Variant, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        let start = buffer.len();
        self.cutter.framing.write(self.decoder.dialect(), value, buffer)?;
        let length = (buffer.len() - start).saturating_sub(self.cutter.framing.head_len());
        self.allow(length).inspect_err(|_| buffer.truncate(start))
    }

    /// Encodes a validated value as a frame. Its bytes are copied if it has the dialect of the codec; otherwise they
    /// are encoded again in that dialect.
    ///
    /// # Errors
    /// Returns the same errors as [`encode_frame`](Self::encode_frame).
    pub fn encode_view(&self, value: VariantView<'_>, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        if value.dialect() != self.decoder.dialect() {
            return self.encode_frame(&value.to_variant(), buffer);
        }
        self.allow(value.as_wire().len())?;
        self.cutter.framing.wrap(value.as_wire(), buffer)
    }

    fn allow(&self, length: usize) -> Result<(), EncodeError> {
        if length <= self.cutter.limit {
            return Ok(());
        }
        let kind = EncodeErrorKind::TooLong { length, limit: self.cutter.limit };
        Err(EncodeError::new(Path::default(), kind))
    }
}

from! { Codec; Dialect => |dialect| Self::new(dialect); Decoder => |decoder| Self::new(decoder); }
from! { Decoder; Dialect => |dialect| Self::new(dialect); }
