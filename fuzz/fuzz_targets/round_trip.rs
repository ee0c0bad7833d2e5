#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::godot_bytes::round_trip(data));
