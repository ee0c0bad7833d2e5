//! A server for games that talk with `WebSocketPeer.put_var`, or `WebSocketMultiplayerPeer.put_var`: a value in each
//! message. In the multiplayer API, Godot 3 puts a header before the value (`modules/websocket/websocket_multiplayer_peer.cpp`):
//!
//! | size | field |
//! |------|-------|
//! | 1    | type: 0 a packet, 1 a participant connected, 2 a participant disconnected, 3 the number of this client |
//! | 4    | number of the sender, little-endian |
//! | 4    | number of the receiver |
//! | ..   | type 0: the packet. Types 1 to 3: the number of a participant, 4 bytes |
//!
//! `cargo run --example websocket_server --features tokio`

#![allow(clippy::print_stdout)] // An example shows something.
#![allow(clippy::indexing_slicing)] // Of arrays whose length is known.

use std::error::Error;
use std::io;

use futures_util::{SinkExt, StreamExt};
use gamewire::godot::{Decoder, Dialect, Table, Variant};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// Bytes in front of a packet of Godot 3's multiplayer.
const HEADER: usize = 9;
/// The number of the server.
const SERVER: i32 = 1;
/// The maximum length of a message.
const LIMIT: usize = 1 << 20;

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:4242").await?;
    println!("waiting for Godot 4 at ws://{}", listener.local_addr()?);
    serve(listener, Decoder::new(Dialect::GODOT_4), false).await
}

/// Serves each connection in its own task.
pub(crate) async fn serve(listener: TcpListener, decoder: Decoder, multiplayer: bool) -> io::Result<()> {
    let mut id = SERVER;
    loop {
        let (socket, peer) = listener.accept().await?;
        // Small answers are sent at once. Otherwise, the system waits until the client has confirmed the previous answer.
        socket.set_nodelay(true)?;
        id += 1;
        let id = multiplayer.then_some(id);
        tokio::spawn(async move {
            if let Err(error) = talk(socket, decoder, id).await {
                eprintln!("{peer}: {error}");
            }
        });
    }
}

/// Answers until the client closes the connection or sends invalid bytes.
async fn talk(
    socket: TcpStream,
    decoder: Decoder,
    id: Option<i32>,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let config = WebSocketConfig::default().max_message_size(Some(LIMIT)).max_frame_size(Some(LIMIT));
    let mut client = tokio_tungstenite::accept_async_with_config(socket, Some(config)).await?;
    // A WebSocketMultiplayerPeer counts as connected when it has received its number, and in Godot 3 also the announcement of the server.
    let headed = decoder.dialect().table() == Table::Godot3;
    let greetings = match id {
        None => Vec::new(),
        Some(id) if headed => [(3, id), (1, SERVER)]
            .map(|(kind, peer)| [&header(kind, 0)[..], &peer.to_le_bytes()].concat())
            .to_vec(),
        Some(id) => vec![id.to_le_bytes().to_vec()],
    };
    for greeting in greetings {
        client.send(Message::binary(greeting)).await?;
    }
    let header = id.filter(|_| headed).map_or(Vec::new(), |id| header(0, id).to_vec());
    while let Some(message) = client.next().await {
        let Message::Binary(packet) = message? else { continue };
        let packet = packet.get(header.len()..).ok_or("a packet has a header")?;
        let packet = decoder.parse(packet)?;
        let answer = match packet.get("type").and_then(|kind| kind.as_str()) {
            Some("ping") => Variant::from("pong"),
            Some("echo") => packet.get("value").cloned().unwrap_or(Variant::Nil),
            other => Variant::from(format!("what is {other:?}?")),
        };
        let answer = decoder.dialect().encode(&answer)?;
        client.send(Message::binary([&header[..], &answer].concat())).await?;
    }
    Ok(())
}

/// Returns the header of a packet from the server.
fn header(kind: u8, to: i32) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[0] = kind;
    header[1..5].copy_from_slice(&SERVER.to_le_bytes());
    header[5..].copy_from_slice(&to.to_le_bytes());
    header
}
