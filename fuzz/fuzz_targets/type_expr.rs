#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::type_expr::expression(data));
