//! A number for what a dialect reads: equal values, written by one and the same dialect, have the same, be there NaNs or not.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::godot::dialect::Dialect;
use crate::godot::encode::Encoder;
use crate::godot::model::Variant;

/// Dialects that can write any value between them. The first that can write a value says what is in it.
const WIDEST: [Dialect; 2] = [Dialect::GODOT_4.double(), Dialect::GODOT_2];

/// The number of a value of this many bytes.
pub(super) fn reading(value: &Variant<'_>, length: usize, buffer: &mut Vec<u8>) -> u64 {
    let widest = WIDEST.iter().position(|widest| {
        buffer.clear();
        Encoder::new(*widest).encode_into(value, buffer).is_ok()
    });
    let mut hasher = DefaultHasher::new();
    (length, widest.map(|at| (at, &*buffer))).hash(&mut hasher);
    hasher.finish()
}

/// The number of a value that is too large to be decoded: nothing is known of it but the dialect that reads it.
pub(super) fn unknown_reading(dialect: Dialect) -> u64 {
    let mut hasher = DefaultHasher::new();
    dialect.name().hash(&mut hasher);
    hasher.finish()
}
