//! Compares decoding and encoding of Godot 3 with tables that Godot 3.2.3 and 3.6.2 made; see `tests/fixtures/README.md`.

use crate::support::{agree_with_values, explain_all};
use gamewire::godot::Dialect;

#[test]
fn values_of_3_2_3_are_read_and_written_as_the_engine_does() {
    agree_with_values("godot3/values-3.2.3.tsv", Dialect::GODOT_3);
}

#[test]
fn values_of_3_6_2_are_read_and_written_as_the_engine_does() {
    agree_with_values("godot3/values-3.6.2.tsv", Dialect::GODOT_3);
}

#[test]
fn odd_input_of_3_2_3_is_read_as_by_the_engine() {
    explain_all("godot3/malformed-3.2.3.tsv");
}

#[test]
fn odd_input_of_3_6_2_is_read_as_by_the_engine() {
    explain_all("godot3/malformed-3.6.2.tsv");
}

#[test]
fn mutations_of_3_6_2_are_read_as_by_the_engine() {
    explain_all("godot3/mutations-3.6.2.tsv");
}
