//! Values after a header of the game's own are found, at a bounded cost.
#![cfg(feature = "identify")]

use gamewire::identify::{Finding, examined_for_header};

/// The number of bytes that may be examined whatever the length of the contents.
const LITTLE: usize = 1 << 20;

/// A count for each of many arrays inside each other, and nulls up to the end: read from every header on.
fn arrays(id: u32, levels: usize, nulls: u32, count: u32) -> Vec<u8> {
    let head = |count: u32| [id, count].map(u32::to_le_bytes).concat();
    let mut bytes = head(1).repeat(levels - 1);
    bytes.extend(head(count));
    bytes.resize(bytes.len() + 4 * nulls as usize, 0);
    bytes
}

/// To find a header takes no more than two checks by each dialect that is considered, whatever the bytes are.
#[test]
fn a_header_is_looked_for_within_bounds() {
    for (id, count) in [(28, 300_000), (28, 300_001), (28, 299_999), (19, 300_001), (19, 299_999)] {
        let bytes = arrays(id, 16, 300_000, count);
        let (found, examined) = examined_for_header(&bytes);
        assert!(examined <= 22 * bytes.len() + LITTLE, "{id} {count}");
        // What is read from the second header on is as good as any other; what is one null short is nothing.
        assert_eq!(found.is_some(), count == 300_000, "{id} {count}");
    }
}

/// A real header costs a check of what follows it for each dialect that does not refuse it at once.
#[test]
fn a_header_costs_one_check_for_each_dialect() {
    let mut file = b"GAME\x03\0".to_vec();
    file.extend(arrays(28, 1, 400_000, 400_000));
    let (found, examined) = examined_for_header(&file);
    assert!(matches!(found, Some((6, Finding::Godot { .. }))));
    assert!(examined <= 11 * file.len(), "{examined}");
}
