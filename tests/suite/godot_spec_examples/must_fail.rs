//! Tests bytes that no engine since 3.1 reads, each with the reason. The bytes are examples of the
//! specification.

use crate::support::{deep_decoder, on_stack};
use gamewire::godot::Dialect;

use super::bytes;

/// Godot 3's bytes, Godot 4's bytes where they differ, and the kind of error.
const MUST_FAIL: &[(&str, &str, &str)] = &[
    ("020000", "020000", "eof"),
    ("1B000000", "27000000", "type"),
    ("02000100 05000000", "02000100 05000000", "eof"),
    ("04000000 01000000 61", "04000000 01000000 61", "eof"),
    ("04000000 FFFFFFFF", "04000000 FFFFFFFF", "negative_length"),
    ("04000000 02000000 C3280000", "04000000 02000000 C3280000", "utf8"),
    ("0F000000 04000000 612F6263", "16000000 04000000 612F6263", "old_node_path"),
    ("11000000 00000000", "18000000 00000000", "objects"),
    ("14000000 FFFFFFFF", "1D000000 FFFFFFFF", "negative_length"),
];

#[test]
fn invalid_input_is_refused() {
    for (three, four, code) in MUST_FAIL {
        for (dialect, hex) in [(Dialect::GODOT_3, three), (Dialect::GODOT_4, four)] {
            let error = dialect.parse(&bytes(hex)).expect_err(hex);
            assert_eq!(error.kind().code(), *code, "{dialect} {hex}: {error}");
        }
    }
}

/// `depth` one-element arrays around null.
fn nested(array: u8, depth: usize) -> Vec<u8> {
    let mut bytes = [array, 0, 0, 0, 1, 0, 0, 0].repeat(depth);
    bytes.extend([0; 4]);
    bytes
}

/// Another test covers small limits of the stack.
#[test]
fn the_1025th_array_is_too_deep() {
    on_stack(64 << 20, too_deep);
}

fn too_deep() {
    for (dialect, array) in [(Dialect::GODOT_3, 0x13), (Dialect::GODOT_4, 0x1C)] {
        assert!(deep_decoder(dialect).parse(&nested(array, 1024)).is_ok());
        assert_eq!(deep_decoder(dialect).parse(&nested(array, 1025)).unwrap_err().kind().code(), "depth");
        // 3.2 had no limit.
        assert!(deep_decoder(dialect).max_depth(1025).parse(&nested(array, 1025)).is_ok());
    }
}
