#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::project_text::project_text(data));
