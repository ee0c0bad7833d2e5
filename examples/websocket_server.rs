//! A server for games that talk with `WebSocketPeer.put_var`, or `WebSocketMultiplayerPeer.put_var` of Godot 4: a
//! value in each message.
//!
//! `cargo run --example websocket_server --features tokio`

#![allow(clippy::print_stdout)] // An example shows something.

use std::error::Error;
use std::io;

use futures_util::{SinkExt, StreamExt};
use gamewire::godot::{Decoder, Dialect, Variant};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// The longest message that is read.
const LIMIT: usize = 1 << 20;

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:4242").await?;
    println!("waiting for Godot 4 at ws://{}", listener.local_addr()?);
    serve(listener, Decoder::new(Dialect::GODOT_4), false).await
}

/// Serves all who come, each in a task of its own.
pub(crate) async fn serve(listener: TcpListener, decoder: Decoder, multiplayer: bool) -> io::Result<()> {
    let mut id = 1; // The server's own.
    loop {
        let (socket, peer) = listener.accept().await?;
        id += 1;
        let id = multiplayer.then_some(id);
        tokio::spawn(async move {
            if let Err(error) = talk(socket, decoder, id).await {
                eprintln!("{peer}: {error}");
            }
        });
    }
}

/// Answers until the client goes, or sends something wrong.
async fn talk(
    socket: TcpStream,
    decoder: Decoder,
    id: Option<i32>,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let config = WebSocketConfig::default().max_message_size(Some(LIMIT)).max_frame_size(Some(LIMIT));
    let mut client = tokio_tungstenite::accept_async_with_config(socket, Some(config)).await?;
    // A WebSocketMultiplayerPeer is connected once it was told its number.
    if let Some(id) = id {
        client.send(Message::binary(id.to_le_bytes().to_vec())).await?;
    }
    while let Some(message) = client.next().await {
        let Message::Binary(packet) = message? else { continue };
        let packet = decoder.parse(&packet)?;
        let answer = match packet.get("type").and_then(|kind| kind.as_str()) {
            Some("ping") => Variant::from("pong"),
            Some("echo") => packet.get("value").cloned().unwrap_or(Variant::Nil),
            other => Variant::from(format!("what is {other:?}?")),
        };
        client.send(Message::binary(decoder.dialect().encode(&answer)?)).await?;
    }
    Ok(())
}
