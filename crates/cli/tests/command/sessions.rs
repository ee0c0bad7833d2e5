//! Packets of Minecraft are recognized by their lengths, and other bytes are not.

use std::fs;
use std::path::Path;

use gamewire_files::identify::{Contents, examine};
use gamewire_files::identify::{Login, PacketStream};

use crate::positions::{exhaustive, is_tried, least};
use crate::walk::files;

/// Bytes that are the same each time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next().to_le_bytes().first().copied().unwrap_or_default()).collect()
    }
}

/// The suggestion of the command for bytes: packets, only where no format reads them.
fn named(bytes: &[u8]) -> Option<PacketStream> {
    PacketStream::by_lengths(bytes)?;
    match examine(bytes) {
        Contents::Unknown(found) => PacketStream::detect(bytes, &found),
        _ => None,
    }
}

#[test]
fn random_bytes_are_no_packets() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for count in [4, 8, 12, 16, 32, 64, 100, 256, 1000, 4096] {
        for _ in 0..if exhaustive() { 4000 } else { 800 } {
            let bytes = random.bytes(count);
            assert_eq!(PacketStream::by_lengths(&bytes), None, "{bytes:?}");
        }
    }
}

/// Nor are other files, whole, cut, or without their first bytes; a session is named as one.
#[test]
fn other_files_are_no_packets() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    let (mut sessions, mut others) = (Vec::new(), 0);
    for path in files(&folder, "") {
        let Ok(bytes) = fs::read(&path) else { continue };
        if path.components().any(|part| part.as_os_str() == "sessions") {
            continue; // Recorded ones.
        }
        if path.components().any(|part| part.as_os_str() == "stream") {
            sessions.extend(named(&bytes).map(|session| session.threshold));
            continue;
        }
        assert_eq!(named(&bytes), None, "{}", path.display());
        let short = if exhaustive() { 60 } else { 30 };
        let most = if bytes.len() > 1 << 16 { 4 } else { short };
        for part in (1..bytes.len().min(most)).filter(|part| is_tried(part + bytes.len())) {
            let (start, rest) = bytes.split_at(part);
            let end = bytes.len().saturating_sub(part);
            for part in [start, rest, bytes.get(..end).unwrap_or_default()] {
                assert_eq!(named(part), None, "{}, {} bytes", path.display(), part.len());
                others += 1;
            }
        }
    }
    sessions.sort();
    // The recorded session has Set Compression in one direction. Packets are read with any threshold up to theirs.
    assert_eq!(sessions, [None, Some(1), Some(1), Some(256)]);
    assert!(others > least(10_000), "{others}");
}

#[test]
fn two_packets_are_some_if_they_open_a_connection() {
    let handshake = b"\x10\0\xdd\x03\x09localhost\x63\xdd\x01";
    let status = b"\x01\0";
    assert_eq!(
        PacketStream::by_lengths(&[&handshake[..], status].concat()).map(|session| session.to_string()),
        Some("2 packets of Minecraft, each after its length as a VarInt".into())
    );
    assert_eq!(PacketStream::by_lengths(handshake), None);
    assert_eq!(PacketStream::by_lengths(&status.repeat(3)), None);
    assert_eq!(Login::detect(&handshake[1..]), None); // For the status of the server.
    let login = [&handshake[1..handshake.len() - 1], &[2]].concat();
    assert_eq!(Login::detect(&login), Some(Login { packets: 2, threshold: None }));
    assert_eq!(Login::detect(&[&[0, 11], &login[3..]].concat()), None); // An id in the place of the release.
    assert_eq!(Login::detect(&[3, 0x80, 2]), Some(Login { packets: 1, threshold: Some(256) }));
    assert_eq!(Login::detect(&[3, 0xff, 0xff, 0xff, 0xff, 15]), Some(Login { packets: 1, threshold: None }));
    assert_eq!([Login::detect(&[3, 1, b'a']), Login::detect(&[3]), Login::detect(&[])], [None; 3]);
    // A length of more bytes than it needs.
    let padded = [&b"\x90\0"[..], &handshake[1..], status].concat();
    assert_eq!(PacketStream::by_lengths(&padded), None);
}

/// These two packets, one of them compressed, also begin like an object of Godot 3 whose class has more bytes than there are.
#[test]
fn packets_are_no_value_with_an_impossible_header() {
    let session = b"\x11\0\0\x03\x0d/weather rain\
        !\x18x\x9cc`\x16\xd5OMKKM.QH\xcf,KUp(P(.HMM\x01\0R\x90\x07\x81";
    assert_eq!(named(session).map(|session| session.threshold), Some(Some(1)));
}
