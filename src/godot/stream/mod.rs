//! Streams of values: reading and writing files and sockets whose bytes arrive in parts of any size.
//!
//! | you have | use |
//! |----------|-----|
//! | something that implements [`Read`](std::io::Read) or [`Write`](std::io::Write) | [`Reader`], [`Writer`] |
//! | a tokio socket | [`Codec`] in `tokio_util::codec::Framed` or `UdpFramed` (feature `tokio`) |
//! | bytes in chunks, from anywhere else | [`FrameDecoder`] |
//! | a whole packet: a datagram, a WebSocket message | [`Decoder`](super::Decoder) |
//!
//! A [`Codec`] holds the settings: the dialect, the framing of each value ([`Framing`]) and the greatest length of a
//! frame. All readers of streams
//!
//! - hold at most one unfinished frame, and allocate memory only for bytes that have arrived, whatever the length of the
//!   frame says,
//! - reject a frame that is too long as soon as its length has arrived, and skip its bytes as they arrive,
//! - read each byte once before it is decoded, in parts of any size,
//! - report after an error whether they can continue with the next frame: [`StreamError::can_continue`].
//!
//! ```
//! use gamewire::godot::stream::{Codec, Reader, Writer};
//! use gamewire::godot::{Dialect, Framing, Variant};
//!
//! let codec = Codec::new(Dialect::GODOT_4).framing(Framing::PUT_VAR.big_endian());
//! let mut writer = Writer::new(codec.clone(), Vec::new());
//! writer.write(&"hello".into())?;
//! writer.write(&5.into())?;
//!
//! let bytes = writer.into_inner();
//! let values: Result<Vec<_>, _> = Reader::new(codec, bytes.as_slice()).collect();
//! assert_eq!(values?, [Variant::from("hello"), 5.into()]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # With tokio
//!
//! `Framed::new(socket, Codec::new(Dialect::GODOT_4))` is a stream of values and a sink for them. See [`Codec`].

mod codec;
#[cfg(feature = "tokio")]
mod tokio;
mod values;

pub use crate::stream::StreamError;
pub use codec::Codec;
#[cfg(feature = "tokio")]
pub use tokio::{Recovering, Refused, ViewCodec};
pub use values::{FrameDecoder, Reader, Writer};

#[cfg(doc)]
use super::Framing;
