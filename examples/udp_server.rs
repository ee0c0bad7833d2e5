//! A server for games that talk with `PacketPeerUDP.put_var`: a value in each datagram.
//!
//! `cargo run --example udp_server --features tokio`

#![allow(clippy::print_stdout)] // An example shows something.

use std::io;

use futures_util::{SinkExt, StreamExt};
use gamewire::godot::stream::{Codec, StreamError};
use gamewire::godot::{Dialect, Framing, Variant};
use tokio::net::UdpSocket;
use tokio_util::udp::UdpFramed;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), StreamError> {
    let socket = UdpSocket::bind("127.0.0.1:4242").await?;
    println!("waiting for Godot 4 at {}", socket.local_addr()?);
    serve(socket, Codec::new(Dialect::GODOT_4)).await
}

/// Answers every datagram.
pub(crate) async fn serve(socket: UdpSocket, codec: Codec) -> Result<(), StreamError> {
    // An error in the packet of one sender must not stop the server for all others.
    let mut packets = UdpFramed::new(socket, codec.framing(Framing::BARE).recovering());
    while let Some(received) = packets.next().await {
        let (packet, sender) = match received {
            Ok((Ok(packet), sender)) => (packet, sender),
            Ok((Err(error), sender)) => {
                eprintln!("{sender}: {error}");
                continue;
            }
            // Some systems report here that an earlier datagram of this server reached nobody.
            Err(StreamError::Io(error)) if error.kind() == io::ErrorKind::ConnectionReset => continue,
            Err(error) => return Err(error),
        };
        let answer = match packet.get("type").and_then(|kind| kind.as_str()) {
            Some("ping") => Variant::from("pong"),
            Some("echo") => packet.get("value").cloned().unwrap_or(Variant::Nil),
            other => Variant::from(format!("what is {other:?}?")),
        };
        packets.send((answer, sender)).await?;
    }
    Ok(())
}
