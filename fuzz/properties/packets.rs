//! Descriptions of packets, which are input too, and recordings.

use super::text_and_bytes;
use gamewire::minecraft::{Packet, Packets, Recording};

/// The greatest unpacked size of the packets of a recording.
const UNPACKED: usize = 1 << 20;

/// The input is a description in ProtoDef, a NUL, and the bytes of packets. Translating any description
/// terminates, and all ways of reading a packet agree.
pub fn descriptions(data: &[u8]) {
    let Some((json, bytes)) = text_and_bytes(data) else { return };
    let Ok(packets) = Packets::from_protodef(json) else { return };
    for (state, side) in
        packets.list().map(|(state, side, ..)| (state, side)).collect::<std::collections::BTreeSet<_>>()
    {
        packets.all(state, side).into_iter().for_each(|all| one(all, bytes));
    }
}

/// A recording that was read can be read again in the same way.
pub fn recordings(data: &[u8]) {
    let recording = Recording::read(None, data, UNPACKED);
    let total: usize = recording.packets().map(|one| one.bytes.len()).sum();
    assert!(total <= UNPACKED, "{total}");
    recording.packets().for_each(|read| one(read.packet, &read.bytes));
    assert!(Recording::detect(data) || recording.is_empty());
}

fn one(packet: &Packet, bytes: &[u8]) {
    let parsed = packet.parse(bytes);
    assert_eq!(packet.check(bytes).is_ok(), parsed.is_ok());
    let _ = packet.explain(bytes).text();
    let Ok(value) = parsed else { return };
    let written = packet.encode(&value).unwrap_or_else(|error| panic!("{error}: {value:?}"));
    let again = packet.parse(&written).unwrap_or_else(|error| panic!("{error}: {value:?}"));
    assert_eq!(format!("{again:?}"), format!("{value:?}"));
    let tree = packet.tree(&value);
    assert_eq!(tree.to_string(), packet.to_plain_json(&value));
    for (path, part) in tree.walk().with_paths().take(8) {
        assert!(tree.get_path(&path).is_ok(), "{path}");
        part.value().into_iter().for_each(|own| drop(packet.set_path(&written, &path, own)));
        let _ = packet.remove_path(&written, &path);
    }
    let json = packet.to_json(&value);
    let again = packet.from_json(&json).unwrap_or_else(|error| panic!("{error}: {json}"));
    assert_eq!(packet.encode(&again).as_ref(), Ok(&written), "{json}");
}
