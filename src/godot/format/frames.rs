//! Page 10: Frames, what files, streams and packets put before a value.
//!
//! [Contents](super) · Previous: [Image and InputEvent](super::legacy) · Next: [files](super::files)
//!
//! A value has no length before it and no mark after it. So a file or a stream of several values has a length before each value.
//! The length and the value are a *frame*. The number 5 and the text `"a"`, one after the other in a file:
//!
#![doc = dump!("files/store_var")]
//!
//! A file holds frames. A frame holds a value. A value begins with its header:
//!
//! ```text
//!         ┌─ frame ────────────────────────────┐┌─ frame ───────────────────
//! file    │ length n │ n bytes                 ││ length m │ m bytes
//!         │ 4 bytes  │                         ││ 4 bytes  │
//!         └──────────┴─────────────────────────┘└──────────┴────────────────
//!                    ┌─ value ─────────────────┐
//!                    │ header  │ payload       │
//!                    │ 4 bytes │ n − 4 bytes   │
//!                    └─────────┴───────────────┘
//! ```
//!
//! | written by | before each value | [`Framing`](crate::godot::Framing) |
//! |------------|-------------------|----------|
//! | `FileAccess.store_var` (Godot 4), `File.store_var` | its length in bytes, 4 bytes, unsigned | [`STORE_VAR`](crate::godot::Framing::STORE_VAR) |
//! | `StreamPeer.put_var` | its length in bytes, 4 bytes, unsigned | [`PUT_VAR`](crate::godot::Framing::PUT_VAR) |
//! | `PacketPeerStream`, each packet | its length in bytes, 4 bytes, unsigned | [`STREAM`](crate::godot::Framing::STREAM) |
//! | the debugger, between game and editor | its length in bytes, 4 bytes, unsigned | [`STREAM`](crate::godot::Framing::STREAM) |
//! | `PacketPeer.put_var` of UDP and WebSocket; `var_to_bytes`, `var2bytes`, `Marshalls.variant_to_base64` | nothing: the value ends where the packet, the array or the text ends | [`BARE`](crate::godot::Framing::BARE) |
//! | `put_var` of a multiplayer peer of Godot 4 | nothing | [`BARE`](crate::godot::Framing::BARE) |
//! | `put_var` of a multiplayer peer of Godot 3, WebSocket | [type, sender, receiver](#multiplayer-peers-of-godot-3): 9 bytes | [`BARE`](crate::godot::Framing::BARE) for what follows them |
//! | `put_var` of a multiplayer peer of Godot 3, ENet | sender, receiver: 8 bytes | [`BARE`](crate::godot::Framing::BARE) for what follows them |
//!
//! # Big-endian
//!
//! A file with `big_endian` (Godot 3: `endian_swap`), or a stream with `big_endian`, has big-endian lengths. **The value
//! itself is always little-endian**:
//!
#![doc = dump!("files/store_var_big_endian")]
//!
//! A `PacketPeerStream` has no such switch. In this crate: [`Framing::big_endian`](crate::godot::Framing::big_endian).
//!
//! # Rules
//!
//! - A reader takes the number of bytes that the length gives. If there are fewer, the engine returns null.
//! - Bytes of a frame after its value:
//!
//!   | reader | bytes after the value |
//!   |--------|-----------------------|
//!   | `get_var`, `bytes_to_var`, `bytes2var` | ignored |
//!   | the debugger of Godot 4 | refused |
//!   | this crate | refused, unless [`Decoder::allow_trailing`](crate::godot::Decoder::allow_trailing) is set |
//!
//! - A file may mix `store_var` with other calls. `store_32`, `store_pascal_string` and so on put nothing before their bytes.
//!   Nothing in the file says where a value begins.
//! - Since 3.2 `PacketPeer` refuses values above `encode_buffer_max_size`, 8 MiB by default. In this crate:
//!   [`Codec::max_frame`](crate::godot::stream::Codec::max_frame).
//! - A `PacketPeerStream` does not send empty packets.
//!
//! # Multiplayer peers of Godot 3
//!
//! A *multiplayer peer* is one socket that serves many players. Each player has a number; the server is 1. Over WebSocket,
//! Godot 3 begins each message with nine bytes:
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 0  | 1    | type: 0 a packet, 1 a peer connected, 2 a peer disconnected, 3 the number of this client |
//! | 1  | 4    | number of the sender, signed |
//! | 5  | 4    | receiver, signed: 1 the server, 0 all, another positive number that peer, a negative number all but that peer |
//! | 9  | ..   | type 0: the packet. Types 1 to 3: the number of a peer, 4 bytes, signed |
//!
//! Nothing is padded. Peer 2 sends the number 5 to the server:
//!
//! ```text
//! 00  02 00 00 00  01 00 00 00   02 00 00 00  05 00 00 00
//! type  from 2       to 1          int          5
//! ```
//!
//! - Only the server sends types 1 to 3. A client counts as connected once it has received its own number (type 3) and the
//!   announcement of the server (type 1, number 1). Clients send no announcement.
//! - Clients send all packets to the server. The server forwards packets to other clients.
//! - ENet (`NetworkedMultiplayerENet`) has the sender and the receiver, 4 bytes each, and no type.
//! - A `WebSocketClient` or `WebSocketServer` that does not serve the multiplayer API writes nothing before a value.
//! - Over WebSocket in Godot 4 (`WebSocketMultiplayerPeer`), the first message of the server is the number of the client, 4
//!   bytes. Nothing precedes the values.
//!
//! Sources: `modules/websocket/websocket_multiplayer_peer.cpp` and `modules/enet/networked_multiplayer_enet.cpp` of Godot 3.
//! WebSocket was run: the example `websocket_server` exchanges values with 3.2.3, 3.6.2 and 4.6.3. ENet was read and not run.
//! This crate reads the values; the program reads what precedes them.
//!
//! # Other places
//!
//! - Compiled scripts (`.gdc`) hold their constants as values, one after the other, without lengths.
//! - In the packets of Godot 3's high-level multiplayer, arguments are values at any offset.
//! - Godot 4 shortens such arguments: a bool is one byte (`01` false, `81` true). An int is `02`, `42`, `82` or `c2`, then 1, 2,
//!   4 or 8 bytes. Any other value is written as usual. This crate does not read these packets.
//!
//! # In Rust
//!
//! [`frame`](crate::godot::frame) reads bytes that are complete. [`stream`](crate::godot::stream) reads sockets, and files
//! larger than memory.
//!
//! [Contents](super) · Previous: [Image and InputEvent](super::legacy) · Next: [files](super::files)
#![doc = layout!()]
