//! Values one after the other: what engines put around Variant bytes in files and streams.
//!
//! | written by | in front of each value | reader |
//! |------------|------------------------|--------|
//! | `File.store_var`, `FileAccess.store_var` | length, 4 bytes | [`Framing::STORE_VAR`] |
//! | `StreamPeer.put_var` | the same | [`Framing::PUT_VAR`] |
//! | `PacketPeerStream`, any packet | the same, never big-endian | [`Framing::STREAM`] |
//! | `PacketPeer.put_var`, `var2bytes`, `var_to_bytes`, `variant_to_base64` | nothing | [`Decoder`](super::Decoder) alone |
//!
//! A file or stream that was switched to big-endian has big-endian *lengths*; the value itself never changes:
//! [`Framing::big_endian`].
//!
//! ```
//! use gamewire::godot::{Decoder, Dialect, Framing};
//!
//! let mut file = Vec::new();
//! Framing::STORE_VAR.write(Dialect::GODOT_3, &5.into(), &mut file)?;
//! Framing::STORE_VAR.write(Dialect::GODOT_3, &"a".into(), &mut file)?;
//! assert_eq!(file, [8, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0, 12, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, b'a', 0, 0, 0]);
//!
//! let values: Result<Vec<_>, _> = Framing::STORE_VAR.values(Decoder::new(Dialect::GODOT_3), &file).collect();
//! assert_eq!(values?, [5.into(), "a".into()]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod read;
mod stream;

use std::io::Write;

use cookie_factory::{GenError, WriteContext};
use nom::number::complete::{be_u32, le_u32};

use super::{Dialect, Variant};
use crate::error::{DecodeErrorKind, EncodeError, EncodeErrorKind, Fault, PResult, Path};
use crate::sink::{Gen, put};

pub use read::{Frame, Frames, Values};
pub use stream::{FrameReader, StreamError};

/// How the length in front of each value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Framing {
    name: &'static str,
    big_endian: bool,
}

impl Framing {
    /// Files written with `store_var`.
    pub const STORE_VAR: Self = Self { name: "store-var", big_endian: false };
    /// Streams written with `put_var`.
    pub const PUT_VAR: Self = Self { name: "put-var", big_endian: false };
    /// Streams of packets, as `PacketPeerStream` sends them.
    pub const STREAM: Self = Self { name: "stream", big_endian: false };

    /// The name as the command takes it: `store-var`, `put-var`, `stream`.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// The same with big-endian lengths, as `endian_swap` (Godot 3) and `big_endian` (Godot 4, streams) make
    /// them. Streams of packets have no such switch and stay as they are.
    #[must_use]
    pub fn big_endian(self) -> Self {
        Self { big_endian: self != Self::STREAM, ..self }
    }

    /// Writes a value behind what `buffer` holds, its length in front.
    ///
    /// # Errors
    /// If the dialect cannot say the value, or it takes 4 GiB; then `buffer` is as it was.
    pub fn write(
        self,
        dialect: Dialect,
        value: &Variant<'_>,
        buffer: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        let start = buffer.len();
        buffer.extend([0; 4]);
        let written = dialect.encode_into(value, buffer).and_then(|()| self.length(buffer.len() - start - 4));
        match (written, buffer.get_mut(start..start + 4)) {
            (Ok(length), Some(place)) => {
                place.copy_from_slice(&length);
                Ok(())
            }
            (Err(error), _) => {
                buffer.truncate(start);
                Err(error)
            }
            (Ok(_), None) => Err(EncodeError::new(Path::default(), EncodeErrorKind::Write)),
        }
    }

    /// Writes the bytes of a value that is already encoded, its length in front.
    ///
    /// # Errors
    /// If they are 4 GiB or more.
    pub fn wrap(self, payload: &[u8], buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        let length = self.length(payload.len())?;
        buffer.extend(length);
        buffer.extend(payload);
        Ok(())
    }

    fn length(self, length: usize) -> Result<[u8; 4], EncodeError> {
        let kind = EncodeErrorKind::TooLong { length, limit: u32::MAX as usize };
        let length = u32::try_from(length).map_err(|_| EncodeError::new(Path::default(), kind))?;
        Ok(if self.big_endian { length.to_be_bytes() } else { length.to_le_bytes() })
    }
}

/// | size   | field |
/// |--------|-------|
/// | 4      | length, little-endian unless the framing says otherwise |
/// | length | the bytes of one value |
pub fn parse_frame(framing: Framing, i: &[u8]) -> PResult<'_, &[u8]> {
    let word: PResult<'_, u32> = if framing.big_endian { be_u32(i) } else { le_u32(i) };
    let Ok((rest, count)) = word else { return Fault::short(i, 4) };
    match usize::try_from(count).ok().and_then(|count| rest.split_at_checked(count)) {
        Some((payload, rest)) => Ok((rest, payload)),
        None => {
            let missing = (count as usize).saturating_sub(rest.len());
            Fault::number(i, rest, DecodeErrorKind::CountPastEnd { count, missing })
        }
    }
}

/// Writes bytes as [`parse_frame`] reads them.
pub fn gen_frame<W: Write>(framing: Framing, payload: &[u8], out: &mut WriteContext<W>) -> Gen {
    let length = framing.length(payload.len()).map_err(|_| GenError::BufferTooBig(payload.len()))?;
    put(out, &length)?;
    put(out, payload)
}
