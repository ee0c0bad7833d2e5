//! Checks generated values with a live Godot 4, where `GAMEWIRE_GODOT4` names one.

use gamewire::godot::Dialect;

#[test]
fn values_round_trip_through_godot_4() {
    let never = |_: &[u8], _: &[u8]| false;
    crate::godot_support::live::round_trip(
        "GAMEWIRE_GODOT4",
        &["--headless"],
        "roundtrip4.gd",
        Dialect::GODOT_4,
        never,
    );
}
