//! Measures two hundred clients at once, some slow and some with false lengths: all are answered, and the memory stays flat. The
//! packets are the samples of the crate.
#![cfg(feature = "tokio")]

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use gamewire::godot::stream::{Codec, FrameDecoder};
use gamewire::godot::{Dialect, Dictionary, Variant};
use gamewire_fixtures as fixtures;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_util::codec::Framed;

use crate::{HEAP, alone};

#[path = "../../examples/tcp_server.rs"]
#[allow(dead_code, reason = "its `main` is for people")]
mod tcp_server;

const CLIENTS: usize = 200;
/// The number of packets that each connection sends in a wave.
const ROUNDS: usize = 20;
const WAVES: usize = 4;

fn echo(value: &Variant) -> Variant {
    Dictionary::from_iter([("type", Variant::from("echo")), ("value", value.clone())]).into()
}

/// Asks and is answered.
async fn polite(socket: TcpStream, samples: &[Variant], number: usize) {
    let mut server = Framed::new(socket, Codec::new(Dialect::GODOT_4));
    for round in 0..ROUNDS {
        let value = &samples[(number + round) % samples.len()];
        server.send(echo(value)).await.unwrap();
        let answer = server.next().await.unwrap().unwrap();
        assert_eq!(Dialect::GODOT_4.encode(&answer), Dialect::GODOT_4.encode(value));
    }
}

/// Sends byte by byte, and begins to read when it has sent everything.
async fn slow(mut socket: TcpStream, samples: &[Variant], number: usize) {
    socket.set_nodelay(true).unwrap();
    let codec = Codec::new(Dialect::GODOT_4);
    let value = &samples[number % samples.len()];
    let mut request = Vec::new();
    codec.encode_frame(&echo(value), &mut request).unwrap();
    for byte in request.repeat(2) {
        socket.write_all(&[byte]).await.unwrap();
        tokio::task::yield_now().await;
    }
    let mut answers = FrameDecoder::new(codec);
    for _ in 0..2 {
        while answers.needed() > 0 {
            let mut chunk = [0; 3];
            let count = socket.read(&mut chunk).await.unwrap();
            assert!(count > 0);
            answers.push(&chunk[..count]);
        }
        let answer = answers.next_view().unwrap().unwrap();
        assert_eq!(answer.as_wire(), Dialect::GODOT_4.encode(value).unwrap());
    }
}

/// Announces what never comes, or may not come, or is nonsense, and is shown the door.
async fn liar(mut socket: TcpStream, number: usize) {
    let lie: &[u8] = match number % 4 {
        0 => &[0, 0, 0, 0x80],
        1 => &[0xff; 300],
        2 => &[4, 0, 0, 0, 99, 0, 0, 0],
        // This one has to hang up by itself: what it announces is allowed.
        _ => &[0, 0, 0x7f, 0, 1, 2, 3],
    };
    socket.write_all(lie).await.unwrap();
    if number % 4 == 3 {
        return;
    }
    let mut nothing = [0; 1];
    assert!(matches!(socket.read(&mut nothing).await, Ok(0) | Err(_)));
}

async fn wave(address: SocketAddr, samples: &'static [Variant]) {
    // Each is accepted before the next one: the system lets a client that waits for a place in a full queue try again after a second.
    let mut sockets = Vec::new();
    for _ in 0..CLIENTS {
        sockets.push(TcpStream::connect(address).await.unwrap());
    }
    let mut clients = JoinSet::new();
    for (number, socket) in sockets.into_iter().enumerate() {
        clients.spawn(async move {
            match number % 10 {
                0 => liar(socket, number / 10).await,
                1 => slow(socket, samples, number).await,
                _ => polite(socket, samples, number).await,
            }
        });
    }
    while let Some(done) = clients.join_next().await {
        done.unwrap();
    }
    // The server's tasks end when they see that their clients are gone.
    for _ in 0..1000 {
        tokio::task::yield_now().await;
    }
}

#[test]
fn two_hundred_clients_at_once_and_memory_stays_flat() {
    if !alone() {
        return;
    }
    HEAP.reset_peak_usage();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(two_hundred_clients());
}

async fn two_hundred_clients() {
    // All but full objects, which the server does not allow.
    let samples = fixtures::godot_samples(Dialect::GODOT_4).into_iter();
    let samples = samples.filter(|sample| Dialect::GODOT_4.check(&sample.bytes).is_ok());
    let samples: Vec<_> = samples.map(|sample| sample.value).collect();
    assert!(samples.len() > 30);
    let samples: &'static [Variant] = samples.leak();

    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let server = tokio::spawn(tcp_server::serve(listener, Codec::new(Dialect::GODOT_4)));

    wave(address, samples).await;
    let (after_first, first_peak) = (HEAP.current_usage(), HEAP.peak_usage());
    let mut last = after_first;
    for _ in 1..WAVES {
        wave(address, samples).await;
        last = HEAP.current_usage();
    }
    server.abort();
    let grown = last.saturating_sub(after_first);
    assert!(grown < 38 << 10, "{grown} bytes more after {WAVES} waves than after one");
    // Two ends of a connection with 8 KiB a buffer, and what the lies made room for.
    let most = CLIENTS * (64 << 10);
    assert!(first_peak < most && HEAP.peak_usage() < most, "{} at the most", HEAP.peak_usage());
    eprintln!(
        "{} connections: {last} bytes at the end, {after_first} after the first wave, {} at the most",
        CLIENTS * WAVES,
        HEAP.peak_usage()
    );
}

/// Two requests at once: the second answer does not wait until the client's system confirms the first, which takes it
/// 40 ms on Linux.
#[test]
fn answers_do_not_wait_for_each_other() {
    if !alone() {
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(pairs_of_requests());
}

async fn pairs_of_requests() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let server = tokio::spawn(tcp_server::serve(listener, Codec::new(Dialect::GODOT_4)));
    let socket = TcpStream::connect(address).await.unwrap();
    socket.set_nodelay(true).unwrap();
    let mut client = Framed::new(socket, Codec::new(Dialect::GODOT_4));
    let ping: Variant = Dictionary::from_iter([("type", Variant::from("ping"))]).into();
    let start = std::time::Instant::now();
    for _ in 0..100 {
        client.feed(&ping).await.unwrap();
        client.send(&ping).await.unwrap();
        for _ in 0..2 {
            assert_eq!(client.next().await.unwrap().unwrap(), "pong");
        }
    }
    server.abort();
    let took = start.elapsed();
    assert!(took.as_millis() < 2000, "{took:?} for a hundred pairs");
}
