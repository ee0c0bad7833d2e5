//! Compares decoding and encoding of Godot 2 with tables that the engine's own encoder and decoder made; see
//! `tests/fixtures/README.md`.

use crate::support::{agree_with_values, explain_all};
use gamewire::godot::Dialect;

#[test]
fn values_of_2_1_are_read_and_written_as_the_engine_does() {
    agree_with_values("godot2/values-2.1.tsv", Dialect::GODOT_2);
}

#[test]
fn values_of_2_1_5_are_read_and_written_as_the_engine_does() {
    agree_with_values("godot2/values-2.1.5.tsv", Dialect::GODOT_2_1_5);
}

#[test]
fn godot_2_reads_values_of_2_1_5() {
    agree_with_values("godot2/values-2.1.5.tsv", Dialect::GODOT_2);
}

#[test]
fn godot_2_reads_events_of_1_0() {
    agree_with_values("godot2/values-joystick-1.0.tsv", Dialect::GODOT_2);
}

#[test]
fn odd_input_of_2_1_is_read_as_by_the_engine() {
    explain_all("godot2/malformed-2.1.tsv");
}

#[test]
fn mutations_of_2_1_are_read_as_by_the_engine() {
    explain_all("godot2/mutations-2.1.tsv");
}

#[test]
fn odd_input_of_2_1_5_is_read_as_by_the_engine() {
    explain_all("godot2/malformed-2.1.5.tsv");
}

#[test]
fn mutations_of_2_1_5_are_read_as_by_the_engine() {
    explain_all("godot2/mutations-2.1.5.tsv");
}
