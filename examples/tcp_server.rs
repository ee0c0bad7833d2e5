//! A server for games that talk with `StreamPeerTCP.put_var` or `PacketPeerStream`.
//!
//! `cargo run --example tcp_server --features tokio`

#![allow(clippy::print_stdout)] // An example shows something.

use std::io;

use futures_util::{SinkExt, StreamExt};
use gamewire::godot::stream::{Codec, StreamError};
use gamewire::godot::{Dialect, Variant};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::codec::Framed;

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:4242").await?;
    println!("waiting for Godot 4 at {}", listener.local_addr()?);
    serve(listener, Codec::new(Dialect::GODOT_4).max_frame(1 << 20)).await
}

/// Serves each connection in its own task.
pub(crate) async fn serve(listener: TcpListener, codec: Codec) -> io::Result<()> {
    loop {
        let (socket, peer) = listener.accept().await?;
        // Small answers are sent at once. Otherwise, the system waits until the client has confirmed the previous answer.
        socket.set_nodelay(true)?;
        let client = Framed::new(socket, codec.clone());
        tokio::spawn(async move {
            if let Err(error) = talk(client).await {
                eprintln!("{peer}: {error}");
            }
        });
    }
}

/// Answers until the client closes the connection or sends invalid bytes.
async fn talk(mut client: Framed<TcpStream, Codec>) -> Result<(), StreamError> {
    while let Some(packet) = client.next().await {
        let packet = packet?;
        let answer = match packet.get("type").and_then(|kind| kind.as_str()) {
            Some("ping") => Variant::from("pong"),
            Some("echo") => packet.get("value").cloned().unwrap_or(Variant::Nil),
            other => Variant::from(format!("what is {other:?}?")),
        };
        client.send(answer).await?;
    }
    Ok(())
}
