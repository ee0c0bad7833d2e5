//! Values after a header of the game's own are found, unless the search would take too long.
#![cfg(feature = "identify")]

use gamewire::__private::identify::after_header;
use gamewire::identify::Finding;

/// A count for each of many arrays inside each other, and nulls up to the end: read from every header on.
fn arrays(id: u32, levels: usize, nulls: u32, count: u32) -> Vec<u8> {
    let head = |count: u32| [id, count].map(u32::to_le_bytes).concat();
    let mut bytes = head(1).repeat(levels - 1);
    bytes.extend(head(count));
    bytes.resize(bytes.len() + 4 * nulls as usize, 0);
    bytes
}

/// Whatever is read from the second header on is as good as any other; bytes that end one null too early or too late are nothing.
#[test]
fn a_header_is_found_before_what_an_engine_writes() {
    for (id, count) in [(28, 300_000), (28, 300_001), (28, 299_999), (19, 300_001), (19, 299_999)] {
        let found = after_header(&arrays(id, 16, 300_000, count)).is_some();
        assert_eq!(found, count == 300_000, "{id} {count}");
    }
}

#[test]
fn a_header_of_six_bytes_is_found() {
    let mut file = b"GAME\x03\0".to_vec();
    file.extend(arrays(28, 1, 400_000, 400_000));
    let found = after_header(&file);
    assert!(matches!(found, Some((6, Finding::Godot { .. }))));
}
