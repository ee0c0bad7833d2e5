//! Compares decoding and encoding of Godot 4 with tables that Godot 4.6.3 made, in single and in double precision; see
//! `tests/fixtures/README.md`.

use crate::support::{agree_with_values, explain_all};
use gamewire::godot::Dialect;

#[test]
fn values_of_4_6_3_are_read_and_written_as_the_engine_does() {
    agree_with_values("godot4/values-4.6.3.tsv", Dialect::GODOT_4);
}

#[test]
fn values_of_a_double_precision_build_are_read_and_written_as_it_does() {
    agree_with_values("godot4/values-4.6.3-double.tsv", Dialect::GODOT_4.double());
}

#[test]
fn odd_input_of_4_6_3_is_read_as_by_the_engine() {
    explain_all("godot4/malformed-4.6.3.tsv");
}

#[test]
fn mutations_of_4_6_3_are_read_as_by_the_engine() {
    explain_all("godot4/mutations-4.6.3.tsv");
}

#[test]
fn odd_input_of_a_double_precision_build_is_read_as_by_that_build() {
    explain_all("godot4/malformed-4.6.3-double.tsv");
}

#[test]
fn double_precision_is_rounded_as_the_engine_does() {
    explain_all("godot4/cross-4.6.3.tsv");
}
