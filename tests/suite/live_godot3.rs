//! Checks generated values with a live Godot 3, where `GAMEWIRE_GODOT3` names one.

use gamewire::godot::Dialect;

#[test]
fn values_round_trip_through_godot_3() {
    let dialect = Dialect::GODOT_3;
    // The engine leaves the padding after the names of a path as it finds it in memory. What the bytes say,
    // and how many there are, has to be the same all the same.
    let same_but_for_padding = |engine: &[u8], ours: &[u8]| {
        let written_by_us = dialect.parse(engine).map(|value| dialect.encode(&value));
        engine.len() == ours.len() && matches!(written_by_us, Ok(Ok(bytes)) if bytes == ours)
    };
    crate::godot_support::live::round_trip(
        "GAMEWIRE_GODOT3",
        &[],
        "roundtrip3.gd",
        dialect,
        same_but_for_padding,
    );
}
