//! Numbers that identify decoded values. Values that one dialect would write alike have the same number, even
//! if they contain NaN.

use std::hash::BuildHasher;

use foldhash::quality::RandomState;

use crate::godot::dialect::Dialect;
use crate::godot::encode::Encoder;
use crate::godot::model::Variant;

/// Dialects that can together write any value. The first one that can write a value is used to compare it.
const WIDEST: [Dialect; 2] = [Dialect::GODOT_4.double(), Dialect::GODOT_2];

/// A generator of the numbers of one detection, which can only be compared with each other.
#[derive(Debug, Default)]
pub(super) struct Readings {
    hash: RandomState,
    /// The encoded value, kept to reuse its memory.
    buffer: Vec<u8>,
}

impl Readings {
    /// Returns the number of a value of this many bytes.
    pub(super) fn number(&mut self, value: &Variant, length: usize) -> u64 {
        let widest = WIDEST.iter().position(|widest| self.encode(*widest, value).is_some());
        self.hash.hash_one((length, widest.map(|at| (at, &*self.buffer))))
    }

    /// Returns the number of a value that is too large to be decoded. It depends only on the dialect that
    /// reads it.
    pub(super) fn unknown(&self, dialect: Dialect) -> u64 {
        self.hash.hash_one(dialect.name())
    }

    /// Returns whether the engine of a dialect writes this value as these bytes.
    pub(super) fn is_written_so(&mut self, dialect: Dialect, value: &Variant, bytes: &[u8]) -> bool {
        self.encode(dialect, value) == Some(bytes) && value.check_written().is_ok()
    }

    fn encode(&mut self, dialect: Dialect, value: &Variant) -> Option<&[u8]> {
        self.buffer.clear();
        Encoder::new(dialect).encode_into(value, &mut self.buffer).is_ok().then_some(&*self.buffer)
    }
}
