#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::serde_both::serde(data));
