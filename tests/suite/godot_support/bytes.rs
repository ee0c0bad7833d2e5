//! Bytes that are nearly values.

use gamewire::godot::{Dialect, Kind};
use proptest::collection::vec;
use proptest::prelude::*;

/// Words as they are in values: headers of this dialect with all sorts of flags, counts, lengths, numbers.
fn word(dialect: Dialect) -> BoxedStrategy<u32> {
    let ids: Vec<u32> = Kind::ALL.iter().filter_map(|kind| dialect.id(*kind)).map(u32::from).collect();
    let flags = prop_oneof![3 => Just(0u32), 2 => (0u32..16).prop_map(|bits| bits << 16), 1 => any::<u32>()];
    prop_oneof![
        6 => (prop::sample::select(ids), flags).prop_map(|(id, flags)| id | flags & !0xff),
        4 => 0u32..8,
        1 => (0u32..8).prop_map(|count| count | 1 << 31),
        1 => prop::sample::select(vec![0x7fff_ffff, u32::MAX, 1 << 31, 0x3fff_ffff, 0x1000_0000]),
        1 => any::<u32>(),
        1 => prop::sample::select(vec![*b"a\0\0\0", *b"\xef\xbb\xbfa", *b"\xed\xa0\x80\0", *b"\xff\xfe\0a"])
            .prop_map(u32::from_le_bytes),
    ]
    .boxed()
}

/// Random bytes, some of them similar to values.
pub fn arbitrary(dialect: Dialect) -> BoxedStrategy<Vec<u8>> {
    let shaped = (vec(word(dialect), 0..24), 0usize..4).prop_map(|(words, cut)| {
        let mut bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
        bytes.truncate(bytes.len().saturating_sub(cut));
        bytes
    });
    prop_oneof![4 => shaped, 1 => vec(any::<u8>(), 0..64)].boxed()
}

/// One change to bytes that were a value.
#[derive(Debug, Clone)]
pub enum Change {
    Byte(prop::sample::Index, u8),
    Word(prop::sample::Index, u32),
    Cut(prop::sample::Index),
    Insert(prop::sample::Index, u32),
    Remove(prop::sample::Index),
    Append(Vec<u8>),
}

pub fn changes(dialect: Dialect) -> BoxedStrategy<Vec<Change>> {
    let place = any::<prop::sample::Index>;
    let change = prop_oneof![
        (place(), any::<u8>()).prop_map(|(at, byte)| Change::Byte(at, byte)),
        (place(), word(dialect)).prop_map(|(at, word)| Change::Word(at, word)),
        place().prop_map(Change::Cut),
        (place(), word(dialect)).prop_map(|(at, word)| Change::Insert(at, word)),
        place().prop_map(Change::Remove),
        vec(any::<u8>(), 1..9).prop_map(Change::Append),
    ];
    vec(change, 1..4).boxed()
}

/// The bytes with all the changes made. Words are changed where words are.
pub fn change(mut bytes: Vec<u8>, changes: Vec<Change>) -> Vec<u8> {
    for change in changes {
        let words = bytes.len() / 4;
        match change {
            Change::Append(more) => bytes.extend(more),
            _ if words == 0 => {}
            Change::Byte(at, byte) => {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            Change::Word(at, word) => {
                let at = at.index(words) * 4;
                bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
            }
            Change::Cut(at) => bytes.truncate(at.index(bytes.len())),
            Change::Insert(at, word) => {
                let at = at.index(words) * 4;
                bytes.splice(at..at, word.to_le_bytes());
            }
            Change::Remove(at) => {
                let at = at.index(words) * 4;
                bytes.drain(at..at + 4);
            }
        }
    }
    bytes
}
