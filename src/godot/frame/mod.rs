//! Frames: the lengths that engines write before values in files, streams and packets.
//!
//! | written by | before each value | here |
//! |------------|-------------------|------|
//! | `File.store_var`, `FileAccess.store_var` | length, 4 bytes | [`Framing::STORE_VAR`] |
//! | `StreamPeer.put_var` | the same | [`Framing::PUT_VAR`] |
//! | `PacketPeerStream`, any packet | the same, never big-endian | [`Framing::STREAM`] |
//! | `PacketPeer.put_var`, `var2bytes`, `var_to_bytes`, `variant_to_base64` | nothing | [`Framing::BARE`], or a [`Decoder`](super::Decoder) alone |
//!
//! A file or stream that was switched to big-endian has big-endian *lengths*, but the bytes of the values do not
//! change. See [`Framing::big_endian`].
//!
//! Use this module if you have all bytes. Use [`stream`](super::stream) if they arrive in parts.
//!
//! ```
//! use gamewire::godot::{Decoder, Dialect, Framing, Variant};
//!
//! let mut file = Vec::new();
//! Framing::STORE_VAR.write(Dialect::GODOT_3, &5.into(), &mut file)?;
//! Framing::STORE_VAR.write(Dialect::GODOT_3, &"a".into(), &mut file)?;
//! assert_eq!(file, [8, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0, 12, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, b'a', 0, 0, 0]);
//!
//! let values: Result<Vec<_>, _> = Framing::STORE_VAR.values(Decoder::new(Dialect::GODOT_3), &file).collect();
//! assert_eq!(values?, [Variant::from(5), "a".into()]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod read;

use std::io::Write;

use cookie_factory::sequence::pair;
use cookie_factory::{GenError, SerializeFn};
use nom::Parser;
use nom::combinator::rest;

use super::{Dialect, Variant};
use crate::error::{EncodeError, EncodeErrorKind, Path};
use crate::grammar::{Cx, Parse, Read, Rules, Settings, field, le_u32, map, slice, take};
use crate::limits::Limits;
use crate::stream::Head;
use crate::trace::{Form, Meaning, Order, Trace, Unit};

pub use read::Frame;

/// The form of the length before each value, if there is one.
///
/// ```
/// use gamewire::godot::{Decoder, Dialect, Framing, variant};
/// let mut file = Vec::new();
/// for value in [variant!({ "gold": 7 }), variant!([1, 2])] {
///     Framing::STORE_VAR.write(Dialect::GODOT_4, &value, &mut file)?;
/// }
/// let mut values = Framing::STORE_VAR.values(Decoder::new(Dialect::GODOT_4), &file);
/// assert_eq!(values.next().unwrap()?["gold"], 7);
/// assert_eq!(values.next().unwrap()?[1], 2);
/// assert!(values.next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Framing {
    name: &'static str,
    length: LengthForm,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum LengthForm {
    None,
    Little,
    Big,
}

impl Framing {
    /// The framing of files written with `store_var`.
    pub const STORE_VAR: Self = Self { name: "store-var", length: LengthForm::Little };
    /// The framing of streams written with `put_var`.
    pub const PUT_VAR: Self = Self { name: "put-var", length: LengthForm::Little };
    /// The framing of streams of packets, as `PacketPeerStream` sends them.
    pub const STREAM: Self = Self { name: "stream", length: LengthForm::Little };
    /// A value without a length, as in a UDP datagram or a WebSocket message. It ends where the packet, message or file
    /// ends.
    pub const BARE: Self = Self { name: "none", length: LengthForm::None };

    /// Returns the name that the command takes: `store-var`, `put-var`, `stream` or `none`.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Returns the framing with big-endian lengths, as files write them after `endian_swap` (`big_endian` in
    /// Godot 4) was set, and streams after `big_endian` was set. Streams of packets and bare packets have no such
    /// setting and are returned unchanged.
    #[must_use]
    pub fn big_endian(self) -> Self {
        if self == Self::STREAM || self == Self::BARE {
            self
        } else {
            Self { length: LengthForm::Big, ..self }
        }
    }

    /// Returns the number of bytes before each value: 4, or 0 for [`BARE`](Self::BARE).
    pub fn head_len(self) -> usize {
        if self.length == LengthForm::None { 0 } else { 4 }
    }

    /// Appends the length of a value, and the encoded value, to `buffer`.
    ///
    /// # Errors
    /// Returns an error if the dialect cannot encode the value, or if it takes 4 GiB or more. After an error `buffer`
    /// is unchanged.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, Framing};
    /// let mut file = Vec::new();
    /// Framing::STORE_VAR.write(Dialect::GODOT_4, &5.into(), &mut file)?;
    /// Framing::STORE_VAR.write(Dialect::GODOT_4, &"a".into(), &mut file)?;
    /// assert_eq!(file[..12], [8, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0]); // eight bytes follow
    /// assert_eq!(file[12..16], [12, 0, 0, 0]);
    /// assert_eq!(file.len(), 28);
    /// # Ok::<(), gamewire::EncodeError>(())
    /// ```
    pub fn write(self, dialect: Dialect, value: &Variant, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        let start = buffer.len();
        let place = start..start + self.head_len();
        buffer.resize(place.end, 0);
        let written = dialect.encode_into(value, buffer).and_then(|()| self.head(buffer.len() - place.end));
        match written {
            Ok(head) => {
                if let Some(place) = buffer.get_mut(place) {
                    place.copy_from_slice(head.as_slice().as_flattened());
                }
                Ok(())
            }
            Err(error) => {
                buffer.truncate(start);
                Err(error)
            }
        }
    }

    /// Appends the length of an encoded value, and its bytes, to `buffer`.
    ///
    /// # Errors
    /// Returns an error if the bytes are 4 GiB or more.
    pub fn wrap(self, payload: &[u8], buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        let head = self.head(payload.len())?;
        buffer.extend(head.iter().flatten());
        buffer.extend(payload);
        Ok(())
    }

    /// Returns the bytes before a payload of this length.
    pub fn head_of(self, length: usize) -> Result<Vec<u8>, EncodeError> {
        Ok(self.head(length)?.into_iter().flatten().collect())
    }

    /// Returns the bytes before a payload of this length.
    fn head(self, length: usize) -> Result<Option<[u8; 4]>, EncodeError> {
        if self.length == LengthForm::None {
            return Ok(None);
        }
        let kind = EncodeErrorKind::TooLong { length, limit: u32::MAX as usize };
        let length = u32::try_from(length).map_err(|_| EncodeError::new(Path::default(), kind))?;
        Ok(Some(match self.length {
            LengthForm::Big => length.to_be_bytes(),
            LengthForm::Little | LengthForm::None => length.to_le_bytes(),
        }))
    }
}

impl Head for Framing {
    fn length<'a>(&self, i: &'a [u8]) -> Read<'a, u32> {
        frame_length(Settings::new(self, Limits::GODOT).cx())(i)
    }

    fn shortest(&self) -> usize {
        self.head_len()
    }
}

/// Parses one frame: the length, if there is one, and the payload.
///
/// | size   | field |
/// |--------|-------|
/// | 4      | length, little-endian unless the framing is [big-endian](Framing::big_endian). [`Framing::BARE`] has no length |
/// | length | the bytes of one value. With [`Framing::BARE`] it is the rest of the input |
pub fn frame<'a>(framing: Framing) -> impl Parse<'a, &'a [u8]> {
    move |start: &'a [u8]| {
        if framing == Framing::BARE {
            return rest.parse(start);
        }
        let settings = Settings::new(&framing, Limits::GODOT);
        // If fewer bytes follow, the error is at the length.
        let (i, count) = frame_length(settings.cx())(start)?;
        take(settings.cx(), settings.cx().within_bytes(start, i, count)?)(i)
    }
}
/// Writes a length and as many bytes, in the layout of [`frame`].
pub fn gen_frame<W: Write>(framing: Framing, payload: &[u8]) -> impl SerializeFn<W> {
    move |out| match framing.head(payload.len()) {
        Ok(head) => pair(slice(head.as_slice().as_flattened()), slice(payload))(out),
        Err(_) => Err(GenError::BufferTooBig(payload.len())),
    }
}

/// Parses the length before a value.
pub fn frame_length<'a, T: Trace>(cx: Cx<'_, Framing, T>) -> impl Parse<'a, u32> {
    let is_big = cx.rules().length == LengthForm::Big;
    let form = Form::unsigned(if is_big { Order::Big } else { Order::Little });
    let length = map(le_u32, move |length| if is_big { length.swap_bytes() } else { length });
    field(cx, Meaning::from("length").of(form).counting(Unit::BYTES), length)
}

impl Rules for Framing {
    type Scratch = ();
}
