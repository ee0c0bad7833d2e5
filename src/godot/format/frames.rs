//! Page 10: what files, streams and packets put before a value.
//!
//! A value has no length and no end mark. Where several follow one another, or where they come through a socket, a length
//! comes first: a **frame**.
//!
//! | written by | before each value | [`Framing`](crate::godot::Framing) |
//! |------------|-------------------|----------|
//! | `File.store_var`, `FileAccess.store_var` | its length in bytes, 4 bytes | [`STORE_VAR`](crate::godot::Framing::STORE_VAR) |
//! | `StreamPeer.put_var` | the same | [`PUT_VAR`](crate::godot::Framing::PUT_VAR) |
//! | `PacketPeerStream.put_var`, any packet of it | the same | [`STREAM`](crate::godot::Framing::STREAM) |
//! | `PacketPeer.put_var` otherwise (UDP, WebSocket), `var2bytes`, `var_to_bytes`, `Marshalls.variant_to_base64` | nothing: the value ends where the packet, the array or the text does | [`BARE`](crate::godot::Framing::BARE) |
//! | `put_var` of a [multiplayer peer](#multiplayer-peers) | by peer: the sender and the receiver, or nothing | [`BARE`](crate::godot::Framing::BARE), for what follows them |
//! | the debugger, game to editor and back | the same as a stream of packets | [`STREAM`](crate::godot::Framing::STREAM) |
//!
//! The number 5 and the text `"a"`, one after the other:
//!
#![doc = dump!("files/store_var")]
//!
//! # Big-endian
//!
//! A file with `endian_swap` (Godot 3) or `big_endian` (Godot 4), or a stream with `big_endian`, has lengths with the
//! highest byte first. **The value itself is little-endian always**:
//!
#![doc = dump!("files/store_var_big_endian")]
//!
//! A `PacketPeerStream` has no such switch: [`Framing::big_endian`](crate::godot::Framing::big_endian).
//!
//! # Rules
//!
//! - A reader takes exactly as many bytes as the length says. If there are fewer, it gets null; if the value needs fewer,
//!   the others are ignored. `bytes_to_var` ignores bytes after the value as well; the debugger of Godot 4 alone refuses
//!   them. This crate refuses them unless [told otherwise](crate::godot::Decoder::allow_trailing).
//! - `store_var` may be mixed with anything else in a file: `store_32`, `store_pascal_string` and so on put nothing before
//!   their bytes, and nothing in the file says where a value begins.
//! - From 3.2 on `PacketPeer` refuses values above `encode_buffer_max_size`, 8 MiB unless set otherwise; here,
//!   [`Codec::max_frame`](crate::godot::stream::Codec::max_frame).
//! - A packet of no bytes is not sent.
//!
//! # Multiplayer peers
//!
//! A *multiplayer peer* is one socket that stands for many players. Each has a number, the server is 1. Over WebSocket,
//! Godot 3 puts nine bytes before what is sent, in every message:
//!
//! | size | field |
//! |-----:|-------|
//! | 1 | type: 0 a packet, 1 a peer came, 2 a peer left, 3 your number |
//! | 4 | the number of the sender |
//! | 4 | the receiver: 1 the server, 0 all, another number this peer, a negative one all but this peer |
//! | .. | the packet; of types 1 to 3 the number of a peer, 4 bytes |
//!
//! Numbers are little-endian and signed; nothing is padded, so that the value begins at offset 9. Peer 2 sends the number 5
//! to the server:
//!
//! ```text
//! 00  02 00 00 00  01 00 00 00   02 00 00 00  05 00 00 00
//! type  from 2       to 1          int          5
//! ```
//!
//! - The server alone sends types 1 to 3. A client is connected when it was told its number (type 3) and that there is a
//!   server (type 1, number 1); it tells the server nothing of itself.
//! - Clients send everything to the server, which passes on what is for others.
//! - A `WebSocketClient` or `WebSocketServer` that was not told to serve the multiplayer API, and each of the peers that its
//!   `get_peer` gives then, puts nothing before a value.
//! - In Godot 4 `WebSocketMultiplayerPeer` puts nothing there either. The first message from the server is the number of the
//!   client, 4 bytes.
//! - `NetworkedMultiplayerENet` of Godot 3 has eight bytes in the same place, the sender and the receiver without a type.
//!
//! Sources: `modules/websocket/websocket_multiplayer_peer.cpp` and `modules/enet/networked_multiplayer_enet.cpp` of Godot
//! 3. The first was also run: the example `websocket_server` talks with 3.2.3, 3.6.2 and 4.6.3. ENet was only read. This
//! crate reads the values, and leaves what is before them to the program.
//!
//! # Where values have no frame
//!
//! In compiled scripts (`.gdc`) the constants are values one after the other; in packets of the high-level multiplayer of
//! Godot 3 arguments are values at offsets that are no multiple of four. Godot 4 shortens those: a bool is one byte (`01`
//! false, `81` true), an int is `02`, `42`, `82` or `c2` and then 1, 2, 4 or 8 bytes, anything else an ordinary value. These
//! packets are not read by this crate.
//!
//! # In Rust
//!
//! [`frame`](crate::godot::frame) is for bytes that are all there, [`stream`](crate::godot::stream) for sockets and for
//! files larger than memory.
//!
//! [Contents](super) · before: [what Godot 2 had](super::legacy) · next: [files](super::files)
#![doc = layout!()]
