//! Reads a recorded stream of any length, which may contain damaged packets, without building a value of any packet.
//!
//! `cargo run --example read_packets [FILE]`

#![allow(clippy::print_stdout)] // An example shows something.

use std::error::Error;
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufReader, Read};

use gamewire::godot::stream::{Codec, Reader, StreamError};
use gamewire::godot::{Dialect, Framing};

/// The bytes that Godot 4.6 sends for `{"type": "move", "id": 7, "pos": Vector2(1.5, 2.5)}` and `{"type":
/// "say", "text": "hello"}`, with a damaged packet between them.
const RECORDED: &[u8] = b"\
    \x4c\0\0\0\x1b\0\0\0\x03\0\0\0\x04\0\0\0\x04\0\0\0type\x04\0\0\0\x04\0\0\0move\
    \x04\0\0\0\x02\0\0\0id\0\0\x02\0\0\0\x07\0\0\0\
    \x04\0\0\0\x03\0\0\0pos\0\x05\0\0\0\0\0\xc0\x3f\0\0\x20\x40\
    \x04\0\0\0\x63\0\0\0\
    \x3c\0\0\0\x1b\0\0\0\x02\0\0\0\x04\0\0\0\x04\0\0\0type\x04\0\0\0\x03\0\0\0say\0\
    \x04\0\0\0\x04\0\0\0text\x04\0\0\0\x05\0\0\0hello\0\0\0";

fn main() -> Result<(), Box<dyn Error>> {
    run(std::env::args_os().nth(1))
}

/// Counts the packets of the given file, or of the recording above.
pub(crate) fn run(path: Option<OsString>) -> Result<(), Box<dyn Error>> {
    let tally = match path {
        Some(path) => count(BufReader::new(File::open(path)?))?,
        None => count(RECORDED)?,
    };
    println!("{} packets, {} of them moves; {} wrong", tally.packets, tally.moves, tally.wrong.len());
    for error in tally.wrong {
        println!("{error}");
    }
    Ok(())
}

/// The numbers of packets and of moves in a stream, and its errors.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) packets: usize,
    pub(crate) moves: usize,
    pub(crate) wrong: Vec<StreamError>,
}

/// Counts the packets of a stream. This takes only the memory of the largest packet.
pub(crate) fn count(stream: impl Read) -> Result<Tally, StreamError> {
    let codec = Codec::new(Dialect::GODOT_4).framing(Framing::STREAM).max_frame(64 << 10);
    let mut reader = Reader::new(codec, stream);
    let mut tally = Tally::default();
    loop {
        match reader.next_view() {
            Ok(Some(packet)) => {
                tally.packets += 1;
                let kind = packet.get("type").and_then(|kind| kind.as_str());
                tally.moves += usize::from(kind == Some("move"));
            }
            Ok(None) => return Ok(tally),
            Err(error) if error.can_continue() => tally.wrong.push(error),
            Err(error) => return Err(error),
        }
    }
}
