//! Decoding of values whose text and arrays borrow from the bytes, with the grammar layer.

use gamewire::cx::Settings;
use gamewire::godot::wire::{self, Rules};
use gamewire::godot::{Dialect, lent};
use gamewire::limits::Limits;
use nom::Parser;

/// Decodes a value that borrows from the bytes.
///
/// # Panics
/// Panics if the bytes are not a value.
#[must_use]
pub fn decode(bytes: &[u8], keep_duplicates: bool) -> lent::Variant<'_> {
    let mut rules = Rules::from(Dialect::GODOT_4);
    rules.keep_duplicates = keep_duplicates;
    let settings = Settings::new(&rules, Limits::GODOT);
    let read = wire::variant(settings.cx()).parse(bytes);
    read.expect("a value").1
}
