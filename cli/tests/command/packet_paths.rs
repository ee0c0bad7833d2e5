//! Tests `get`, `set`, `find` and `diff` of packets. The codec of node wrote the packets before and after
//! each change (`tests/fixtures/protodef`).

use std::fs;

use gamewire::minecraft::{Packets, Recording};
use tempfile::TempDir;

use super::{file, gamewire};

const CLIENT: &str = "tests/fixtures/protodef/sessions/1.20.toServer.bin";
const SERVER: &str = "tests/fixtures/protodef/sessions/1.20.toClient.bin";
const REPLAY: &str = "tests/fixtures/protodef/mcpr/1.20.1.mcpr";
const PLAY: [&str; 3] = ["--hex", "--as", "minecraft-1.20.4/play.toClient"];

/// The offset and bytes of each packet.
fn packets(stream: &[u8], version: Option<&str>) -> Vec<Vec<u8>> {
    let recording = Recording::read(version.map(|version| Packets::named(version).unwrap()), stream, 1 << 20);
    assert_eq!(recording.error, None);
    recording.packets.into_iter().map(|one| one.bytes).collect()
}

#[test]
fn one_packet_is_read_and_changed_at_a_path() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("packet");
    let path = path.to_str().unwrap();
    fs::write(path, "5a3f8000007f48\n").unwrap();
    for (place, value) in [("level", "127"), ("params.level", "127"), ("name", "\"experience\"")] {
        let run = gamewire(&[&["get", path, place], &PLAY[..]].concat(), "");
        assert_eq!((run.status, run.text().trim()), (0, value), "{}", run.err);
    }
    let run = gamewire(&[&["find", "72", path], &PLAY[..]].concat(), "");
    assert_eq!(run.text(), "$.params.totalExperience = 72\n");
    // 300 is the VarInt ac 02; 1.0 and 0.5 are 3f800000 and 3f000000.
    for (place, new, hex) in
        [("level", "300", "5a3f800000ac0248\n"), ("experienceBar", "0.5", "5a3f000000ac0248\n")]
    {
        let run = gamewire(&[&["set", path, place, new], &PLAY[..]].concat(), "");
        assert_eq!((run.status, fs::read_to_string(path).unwrap().as_str()), (0, hex), "{}", run.err);
    }
    let run = gamewire(&[&["set", path, "level", "\"text\""], &PLAY[..]].concat(), "");
    assert!(run.status == 1 && run.err.contains("expected an integer in range"), "{}", run.err);
    // The level in two bytes where one is enough.
    fs::write(path, "5a3f800000ff0048\n").unwrap();
    let run = gamewire(&[&["set", path, "totalExperience", "1"], &PLAY[..]].concat(), "");
    assert!(run.status == 1 && run.err.contains("gamewire verify shows them"), "{}", run.err);
}

#[test]
fn a_packet_of_a_session_is_changed_and_all_others_stay() {
    let folder = TempDir::new().unwrap();
    let changed = folder.path().join("changed");
    let changed = changed.to_str().unwrap();
    let old = fs::read(file(CLIENT)).unwrap();
    fs::write(changed, &old).unwrap();
    assert_eq!(gamewire(&["get", changed, "[3].x"], "").text(), "3.5\n");
    let run = gamewire(&["set", changed, "[3].x", "9.25"], "");
    assert_eq!((run.status, &*run.err), (0, "$[3].x: 3.5 -> 9.25\n"));
    let new = fs::read(changed).unwrap();
    // 3.5 is 400c000000000000, 9.25 is 4022800000000000.
    let differ: Vec<_> =
        old.iter().zip(&new).filter(|(old, new)| old != new).map(|(old, new)| (*old, *new)).collect();
    assert_eq!((old.len(), differ), (new.len(), vec![(0x0c, 0x22), (0, 0x80)]));
    let run = gamewire(&["diff", &file(CLIENT), changed], "");
    assert_eq!((run.status, run.text()), (1, "~ $[3].params.x: 3.5 -> 9.25\n"));

    // A packet that becomes longer, before others.
    let run = gamewire(&["set", changed, "[1].username", "Somebody_Else_123"], "");
    assert_eq!(run.status, 0, "{}", run.err);
    let new = packets(&fs::read(changed).unwrap(), None);
    let old = packets(&old, None);
    let same: Vec<_> = old.iter().zip(&new).map(|(old, new)| old == new).collect();
    assert_eq!(same.iter().filter(|same| !**same).count(), 2);
    assert!(!same[1] && !same[3] && new[1].windows(17).any(|text| text == b"Somebody_Else_123"));
}

#[test]
fn a_compressed_packet_stays_compressed() {
    let folder = TempDir::new().unwrap();
    let changed = folder.path().join("changed");
    let changed = changed.to_str().unwrap();
    let old = fs::read(file(SERVER)).unwrap();
    fs::write(changed, &old).unwrap();
    let version = ["--as", "minecraft-1.20"];
    // The chunk is compressed, the header of the list of players is not.
    for (path, new) in [("[12].x", "5"), ("[2].header", "Title")] {
        let run = gamewire(&[&["set", changed, path, new], &version[..]].concat(), "");
        assert_eq!(run.status, 0, "{}", run.err);
    }
    let new = packets(&fs::read(changed).unwrap(), Some("1.20"));
    let old = packets(&old, Some("1.20"));
    for (at, (old, new)) in old.iter().zip(&new).enumerate() {
        assert_eq!(old == new, at != 12 && at != 2, "{at}");
    }
    // The packet: its id, and x as an i32.
    assert_eq!((&new[12][..5], &new[12][5..]), (&[old[12][0], 0, 0, 0, 5][..], &old[12][5..]));
}

#[test]
fn a_replay_is_read_at_paths_and_not_changed() {
    let path = file(REPLAY);
    let run = gamewire(&["get", &path, "[0].username"], "");
    assert_eq!((run.status, run.text()), (0, "\"Recorder\"\n"), "{}", run.err);
    let run = gamewire(&["set", &path, "[0].username", "Other", "--dry-run"], "");
    assert!(run.status == 1 && run.err.contains("packets in a .mcpr file cannot be changed"), "{}", run.err);
    let run = gamewire(&["encode", "--like", &path, "-"], "1");
    assert!(run.status == 2, "{}", run.err);
}
