#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::mutf8::mutf8(data));
