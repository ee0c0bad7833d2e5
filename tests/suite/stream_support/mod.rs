//! Helpers for the tests of streams: the files that engines wrote, and slow peers.
#![allow(dead_code, unreachable_pub)]

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};

use crate::support::{engine_file, values_of_file};
use gamewire::godot::{Dialect, Framing};

/// A file that an engine wrote, and the bytes of each value in it as the engine gave them alone.
pub struct Recorded {
    pub name: String,
    pub dialect: Dialect,
    pub framing: Framing,
    pub bytes: Vec<u8>,
    pub values: Vec<Vec<u8>>,
}

/// Streams of Godot 3.6.2 and 4.6.3, in either byte order, and their packets.
pub fn recorded() -> Vec<Recorded> {
    let mut all = Vec::new();
    for (version, dialect) in [("3.6.2", Dialect::GODOT_3), ("4.6.3", Dialect::GODOT_4)] {
        for (file, framing) in [
            ("put_var_several", Framing::PUT_VAR),
            ("put_var_big_endian", Framing::PUT_VAR.big_endian()),
            ("packet_peer_stream", Framing::STREAM),
            ("store_var_several", Framing::STORE_VAR),
            ("store_var_big_endian", Framing::STORE_VAR.big_endian()),
        ] {
            let file = format!("{file}.bin");
            let bytes = engine_file(version, &file);
            let values: Vec<_> = values_of_file(version, &file).into_iter().map(Option::unwrap).collect();
            assert!(values.len() >= 10, "{version} {file}");
            all.push(Recorded { name: format!("{version} {file}"), dialect, framing, bytes, values });
        }
    }
    all
}

/// A socket that does not block: it carries out a script, one step a call.
#[derive(Debug, Default)]
pub struct Slow {
    pub steps: VecDeque<Step>,
    pub taken: Vec<u8>,
    pub calls: usize,
}

#[derive(Debug, Clone)]
pub enum Step {
    /// Gives these bytes, or takes this number of bytes.
    Bytes(Vec<u8>),
    Fails(ErrorKind),
}

impl Slow {
    /// Each byte alone, each after a `WouldBlock` and an interruption.
    pub fn drips(bytes: &[u8]) -> Self {
        let steps = bytes.iter().flat_map(|byte| {
            [
                Step::Fails(ErrorKind::WouldBlock),
                Step::Fails(ErrorKind::Interrupted),
                Step::Bytes(vec![*byte]),
            ]
        });
        Self { steps: steps.collect(), ..Self::default() }
    }
}

impl Read for Slow {
    fn read(&mut self, place: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        match self.steps.pop_front() {
            None => Ok(0),
            Some(Step::Fails(kind)) => Err(kind.into()),
            Some(Step::Bytes(mut bytes)) => {
                let count = bytes.len().min(place.len());
                place[..count].copy_from_slice(&bytes[..count]);
                if count < bytes.len() {
                    self.steps.push_front(Step::Bytes(bytes.split_off(count)));
                }
                Ok(count)
            }
        }
    }
}

impl Write for Slow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.calls += 1;
        match self.steps.pop_front() {
            None => Err(ErrorKind::WouldBlock.into()),
            Some(Step::Fails(kind)) => Err(kind.into()),
            Some(Step::Bytes(room)) => {
                let count = bytes.len().min(room.len());
                self.taken.extend(&bytes[..count]);
                Ok(count)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
