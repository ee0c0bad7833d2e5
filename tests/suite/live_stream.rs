//! Checks the servers of `examples/` with live clients, where `GAMEWIRE_GODOT3` and `GAMEWIRE_GODOT4` name engines.
#![cfg(feature = "tokio")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use gamewire::godot::stream::Codec;
use gamewire::godot::{Decoder, Dialect, Framing, Kind};
use tokio::net::{TcpListener, UdpSocket};
use tokio::runtime::Builder;

#[path = "../../examples/tcp_server.rs"]
#[allow(dead_code, reason = "its `main` is for people")]
mod tcp_server;
#[path = "../../examples/udp_server.rs"]
#[allow(dead_code, reason = "its `main` is for people")]
mod udp_server;
#[path = "../../examples/websocket_server.rs"]
#[allow(dead_code, reason = "its `main` is for people")]
mod websocket_server;

/// An engine that was named, and its script.
struct Engine {
    command: String,
    arguments: &'static [&'static str],
    script: &'static str,
    dialect: Dialect,
}

fn godot3() -> Option<Engine> {
    engine("GAMEWIRE_GODOT3", &[], "stream3.gd", Dialect::GODOT_3)
}

fn godot4() -> Option<Engine> {
    engine("GAMEWIRE_GODOT4", &["--headless"], "stream4.gd", Dialect::GODOT_4)
}

fn engine(
    variable: &str,
    arguments: &'static [&'static str],
    script: &'static str,
    dialect: Dialect,
) -> Option<Engine> {
    let Ok(command) = std::env::var(variable) else {
        eprintln!("SKIPPED: {variable} names no engine, so no {dialect} talked to the servers");
        return None;
    };
    Some(Engine { command, arguments, script, dialect })
}

impl Engine {
    /// Runs a server, and a number of clients of one engine that exchange every type with it a number of times.
    fn talks(&self, transport: &'static str, clients: usize, rounds: usize) {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let (codec, decoder) = (Codec::new(self.dialect), Decoder::new(self.dialect));
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let status = runtime.block_on(async {
            let port = if transport == "udp" {
                let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
                let port = socket.local_addr().unwrap().port();
                tokio::spawn(udp_server::serve(socket, codec));
                port
            } else {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                let port = listener.local_addr().unwrap().port();
                match transport {
                    "tcp" => drop(tokio::spawn(tcp_server::serve(listener, codec))),
                    "packets" => {
                        drop(tokio::spawn(tcp_server::serve(listener, codec.framing(Framing::STREAM))));
                    }
                    "big-endian" => {
                        let codec = codec.framing(Framing::PUT_VAR.big_endian());
                        drop(tokio::spawn(tcp_server::serve(listener, codec)));
                    }
                    "websocket" => drop(tokio::spawn(websocket_server::serve(listener, decoder, false))),
                    "multiplayer" => drop(tokio::spawn(websocket_server::serve(listener, decoder, true))),
                    other => panic!("no server for {other}"),
                }
                port
            };
            let mut command = Command::new(&self.command);
            command
                .args(self.arguments)
                .arg("-s")
                .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/live").join(self.script))
                .env("GAMEWIRE_TRANSPORT", transport)
                .env("GAMEWIRE_PORT", port.to_string())
                .env("GAMEWIRE_CLIENTS", clients.to_string())
                .env("GAMEWIRE_ROUNDS", rounds.to_string())
                .env("GAMEWIRE_OUT", &out)
                .current_dir(folder.path())
                .stdout(Stdio::null());
            tokio::task::spawn_blocking(move || command.status().unwrap()).await.unwrap()
        });
        assert!(status.success(), "{} by {transport}: the engine ended with {status}", self.dialect);

        let report = fs::read_to_string(&out).unwrap();
        let mut lines = report.lines();
        let exchanged: usize = lines.next().unwrap().parse().unwrap();
        let kinds: BTreeSet<u8> = lines.map(|line| line.parse().unwrap()).collect();
        let expected = |kind: &&Kind| self.dialect.id(**kind).is_some();
        for kind in Kind::ALL.iter().filter(expected) {
            assert!(
                kinds.contains(&self.dialect.id(*kind).unwrap()),
                "{} exchanged no {kind:?}",
                self.dialect
            );
        }
        assert_eq!(exchanged % (clients * rounds), 0);
        assert!(exchanged >= clients * rounds * kinds.len());
        eprintln!("{clients} clients of a live {} exchanged {exchanged} values by {transport}", self.dialect);
    }
}

#[test]
fn godot_3_exchanges_every_type_over_tcp() {
    let Some(engine) = godot3() else { return };
    for transport in ["tcp", "big-endian", "packets"] {
        engine.talks(transport, 1, 3);
    }
}

#[test]
fn godot_4_exchanges_every_type_over_tcp() {
    let Some(engine) = godot4() else { return };
    for transport in ["tcp", "big-endian", "packets"] {
        engine.talks(transport, 1, 3);
    }
}

#[test]
fn godot_3_exchanges_every_type_in_datagrams() {
    let Some(engine) = godot3() else { return };
    engine.talks("udp", 2, 3);
}

#[test]
fn godot_4_exchanges_every_type_in_datagrams() {
    let Some(engine) = godot4() else { return };
    engine.talks("udp", 2, 3);
}

#[test]
fn godot_3_exchanges_every_type_over_websocket() {
    let Some(engine) = godot3() else { return };
    for transport in ["websocket", "multiplayer"] {
        engine.talks(transport, 2, 3);
    }
}

#[test]
fn godot_4_exchanges_every_type_over_websocket() {
    let Some(engine) = godot4() else { return };
    for transport in ["websocket", "multiplayer"] {
        engine.talks(transport, 2, 3);
    }
}

#[test]
fn two_hundred_clients_of_godot_3_at_once() {
    let Some(engine) = godot3() else { return };
    engine.talks("tcp", 200, 2);
}

#[test]
fn two_hundred_clients_of_godot_4_at_once() {
    let Some(engine) = godot4() else { return };
    engine.talks("tcp", 200, 2);
}
