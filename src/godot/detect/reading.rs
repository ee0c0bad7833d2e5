//! A number for what a dialect reads: equal values, written by one and the same dialect, have the same, be there NaNs or not.

use std::hash::BuildHasher;

use foldhash::quality::RandomState;

use crate::godot::dialect::Dialect;
use crate::godot::encode::Encoder;
use crate::godot::model::Variant;

/// Dialects that can write any value between them. The first that can write a value says what is in it.
const WIDEST: [Dialect; 2] = [Dialect::GODOT_4.double(), Dialect::GODOT_2];

/// Makes the numbers of one detection, which can be compared with each other only.
#[derive(Debug, Default)]
pub(super) struct Readings {
    hash: RandomState,
    /// For encoded values.
    buffer: Vec<u8>,
}

impl Readings {
    /// The number of a value of this many bytes.
    pub(super) fn number(&mut self, value: &Variant<'_>, length: usize) -> u64 {
        let widest = WIDEST.iter().position(|widest| self.encode(*widest, value).is_some());
        self.hash.hash_one((length, widest.map(|at| (at, &*self.buffer))))
    }

    /// The number of a value that is too large to be decoded: nothing is known of it but the dialect that reads it.
    pub(super) fn unknown(&self, dialect: Dialect) -> u64 {
        self.hash.hash_one(dialect.name())
    }

    /// Returns whether the engine of a dialect writes this value as these bytes.
    pub(super) fn is_written_so(&mut self, dialect: Dialect, value: &Variant<'_>, bytes: &[u8]) -> bool {
        self.encode(dialect, value) == Some(bytes) && value.check_written().is_ok()
    }

    fn encode(&mut self, dialect: Dialect, value: &Variant<'_>) -> Option<&[u8]> {
        self.buffer.clear();
        Encoder::new(dialect).encode_into(value, &mut self.buffer).is_ok().then_some(&*self.buffer)
    }
}
