//! Streams of packets: reading and writing files and sockets whose bytes arrive in parts of any size.
//!
//! On a connection, each packet is a frame. Before the server enables compression:
//!
//! | size | field |
//! |------|-------|
//! | 1..5 | packet length, a VarInt: the number of bytes after it; the game uses at most 3 bytes for this VarInt |
//! | ..   | packet: its id, a VarInt, and its fields |
//!
//! The server enables compression with the packet Set Compression, which has the threshold ([`Codec::threshold`]). After that packet, both sides send:
//!
//! | size | field |
//! |------|-------|
//! | 1..5 | packet length: VarInt, the bytes after it |
//! | 1..5 | data length: VarInt, the length of the packet before compression; 0 if it is not compressed |
//! | ..   | packet, as zlib data if the data length is not 0 |
//!
//! Packets shorter than the threshold are not compressed. The game (1.14) rejects a compressed packet whose data length is
//! below the threshold or above 2097152. Later versions allow 8388608.
//!
//! | you have | use |
//! |----------|-----|
//! | something that implements [`Read`](std::io::Read) or [`Write`](std::io::Write) | [`Reader`], [`Writer`] |
//! | a tokio socket | [`Codec`] in `tokio_util::codec::Framed` (feature `tokio`) |
//! | bytes in chunks, from anywhere else | [`FrameDecoder`] |
//! | a whole packet | [`Protocol`](super::Protocol) |
//!
//! All readers of streams hold at most one unfinished frame, and allocate only for the bytes of it that have arrived.
//! They reject a frame that is longer than their limit as soon as its length has arrived, and skip its bytes as they arrive. They
//! decompress a packet to at most its data length. After an error, [`StreamError::can_continue`] returns whether they
//! can continue with the next frame.
//!
//! ```
//! use gamewire::minecraft::stream::{Codec, Reader, Writer};
//! use gamewire::minecraft::{Protocol, VarInt};
//!
//! let codec = Codec::new(Protocol::V1_14);
//! let mut writer = Writer::new(codec.clone(), Vec::new());
//! writer.write(0x03, &VarInt(256))?; // packet id, fields
//! assert_eq!(writer.get_ref()[..], [3, 0x03, 0x80, 0x02]);
//!
//! let bytes = writer.into_inner();
//! let mut reader = Reader::new(codec, bytes.as_slice());
//! let packet = reader.next_packet()?.unwrap();
//! assert_eq!(packet.id()?, 0x03);
//! assert_eq!(packet.parse::<VarInt>(&Protocol::V1_14)?, VarInt(256));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod codec;
mod compression;
pub(crate) mod length;
mod packet;
mod packets;
#[cfg(feature = "tokio")]
mod tokio;

pub use crate::stream::StreamError;
#[cfg(feature = "tokio")]
pub use crate::stream::{Recovering, Refused};
pub use codec::Codec;
pub use packet::RawPacket;
pub use packets::{FrameDecoder, Reader, Writer};
