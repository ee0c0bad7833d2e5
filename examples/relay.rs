//! A relay between games and their server, which checks packets and forwards them unchanged, without decoding them.
//!
//! `cargo run --example relay --features tokio`

#![allow(clippy::print_stdout)] // An example shows something.

use std::error::Error;

use futures_util::{SinkExt, StreamExt};
use gamewire::godot::Dialect;
use gamewire::godot::stream::{Codec, StreamError};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::codec::Framed;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:4243").await?;
    println!("waiting for Godot 4 at {}, the server is 127.0.0.1:4242", listener.local_addr()?);
    loop {
        let (game, peer) = listener.accept().await?;
        let server = TcpStream::connect("127.0.0.1:4242").await?;
        // Otherwise the system delays small packets.
        game.set_nodelay(true)?;
        server.set_nodelay(true)?;
        tokio::spawn(async move {
            match relay(game, server).await {
                Ok(count) => println!("{peer}: {count} packets"),
                Err(error) => println!("{peer}: {error}"),
            }
        });
    }
}

/// Forwards packets in both directions until one side closes, and returns their number. Bytes that are not a value are dropped,
/// and so are packets that only the server may send.
pub(crate) async fn relay<G, S>(game: G, server: S) -> Result<usize, StreamError>
where
    G: AsyncRead + AsyncWrite + Unpin,
    S: AsyncRead + AsyncWrite + Unpin,
{
    let codec = Codec::new(Dialect::GODOT_4).max_frame(1 << 20).views().recovering();
    let mut game = Framed::new(game, codec.clone());
    let mut server = Framed::new(server, codec);
    let mut count = 0;
    loop {
        tokio::select! {
            packet = game.next() => match packet {
                None => return Ok(count),
                Some(packet) => match packet? {
                    // One or two fields are read in place.
                    Ok(packet) if packet.view().get("type").and_then(|kind| kind.as_str()) == Some("admin") => {}
                    Ok(packet) => {
                        server.send(&packet).await?;
                        count += 1;
                    }
                    Err(wrong) => println!("dropped: {wrong}"),
                },
            },
            packet = server.next() => match packet {
                None => return Ok(count),
                Some(packet) => match packet? {
                    Ok(packet) => {
                        game.send(&packet).await?;
                        count += 1;
                    }
                    Err(wrong) => println!("dropped: {wrong}"),
                },
            },
        }
    }
}
