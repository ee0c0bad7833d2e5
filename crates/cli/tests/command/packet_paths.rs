//! Tests `get`, `set`, `find` and `diff` of packets. The codec of node wrote the packets before and after
//! each change (`tests/fixtures/protodef`).

use std::fs;

use gamewire::minecraft::{Packets, Recording};
use tempfile::TempDir;

#[cfg(unix)]
use super::in_editor;
use super::{file, gamewire};
use crate::positions::is_tried;

const CLIENT: &str = "tests/fixtures/protodef/sessions/1.20.toServer.bin";
const SERVER: &str = "tests/fixtures/protodef/sessions/1.20.toClient.bin";
const REPLAY: &str = "tests/fixtures/protodef/mcpr/1.20.1.mcpr";
/// Opens a file in an editor that runs a command of sed.
#[cfg(unix)]
fn edited(path: &str, options: &[&str], script: &str) -> (i32, String) {
    in_editor(&[&["edit", path], options].concat(), &format!("sed -i {script}"))
}

/// The packets of a recording, one packet, and a value of any other type. Packets that do not change keep their bytes.
#[cfg(unix)]
#[test]
fn packets_are_changed_in_an_editor() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("edited");
    let path = path.to_str().unwrap();
    let old = fs::read(file(CLIENT)).unwrap();
    fs::write(path, &old).unwrap();
    const X: &str = "'s/\\b3\\.5\\b/9.25/'";
    assert_eq!(edited(path, &[], X), (0, String::new()));
    let new = fs::read(path).unwrap();
    let differ: Vec<_> =
        old.iter().zip(&new).filter(|(old, new)| old != new).map(|(old, new)| (*old, *new)).collect();
    assert_eq!((old.len(), differ), (new.len(), vec![(0x0c, 0x22), (0, 0x80)]));
    // A packet that cannot be read stays as it is.
    let cut = &old[..300];
    fs::write(path, cut).unwrap();
    let (status, said) = edited(path, &[], X);
    assert!(status == 0 && said.contains("is damaged"), "{said}");
    assert_eq!(fs::read(path).unwrap(), new[..300]);
    // Packets cannot be removed.
    let (status, said) = edited(path, &[], "1,20d");
    assert!(status == 1 && said.contains("cannot add or remove packets"), "{said}");

    for (kind, old, script, new) in [
        ("minecraft-1.20.4/play.toClient", "5a3f8000007f48", "s/127/5/", "5a3f8000000548"),
        ("minecraft/struct(a:i8,b:varint)", "7f48", "s/127/5/", "0548"),
    ] {
        fs::write(path, old).unwrap();
        let (status, said) = edited(path, &["--hex", "--as", kind], script);
        assert_eq!((status, fs::read_to_string(path).unwrap().trim_end()), (0, new), "{said}");
    }
}

/// Without a path, `get` prints each packet on a line.
#[test]
fn each_packet_is_a_line() {
    for path in [file(CLIENT), file(REPLAY)] {
        let count = Recording::read(None, fs::read(&path).unwrap(), 1 << 20).len();
        for options in [&[][..], &["--json"]] {
            let get = |place: &[&str]| {
                let run = gamewire(&[&["get", &path], place, options].concat(), "");
                assert_eq!(run.status, 0, "{}", run.err);
                run.text().to_owned()
            };
            let all = get(&[]);
            assert_eq!((get(&["$"]), all.lines().count()), (all.clone(), count));
            for number in (0..count).filter(|number| is_tried(*number)) {
                assert_eq!(get(&[&format!("[{number}]")]).trim_end(), all.lines().nth(number).unwrap());
            }
        }
    }
}

/// The offset and bytes of each packet.
fn packets(stream: &[u8], version: Option<&str>) -> Vec<Vec<u8>> {
    let recording = Recording::read(version.map(|version| Packets::named(version).unwrap()), stream, 1 << 20);
    assert_eq!(recording.error(), None);
    recording.packets().map(|one| one.bytes.into_owned()).collect()
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

/// Changes the name of the player in the first packet of a recording, and returns the new file.
fn renamed(folder: &TempDir, old: &[u8], path: &str, version: &[&str], is_damaged: bool) -> Vec<u8> {
    let changed = folder.path().join("changed");
    let changed = changed.to_str().unwrap();
    fs::write(changed, old).unwrap();
    let run = gamewire(&[&["set", changed, path, "Somebody_Else_1"], version].concat(), "");
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(run.err.contains("is damaged; bytes that cannot be read stay"), is_damaged, "{}", run.err);
    fs::read(changed).unwrap()
}

/// Only the packet at the path changes, and the damaged bytes stay.
#[test]
fn a_packet_of_a_damaged_session_is_changed() {
    let folder = TempDir::new().unwrap();
    let old = fs::read(file(CLIENT)).unwrap();
    // Login Start is the second packet, with the name "Recorder" and a UUID.
    let at = old.windows(8).position(|text| text == b"Recorder").unwrap();
    let expected = |old: &[u8]| {
        let frame = at - 3;
        assert_eq!(old[frame + 1..at], [0, 8]);
        [&old[..frame], &[old[frame] + 7, 0, 15], b"Somebody_Else_1", &old[at + 8..]].concat()
    };
    assert_eq!(renamed(&folder, &old, "[1].username", &[], false), expected(&old));
    let cut = &old[..300];
    assert_eq!(renamed(&folder, cut, "[1].username", &[], true), expected(cut));
    // A packet with an unknown id, and a length that leads beyond the end.
    let mut damaged = old.clone();
    let [start, ..] = *packets_at(&old).get(6).unwrap();
    damaged[start + 2] = 0x7e;
    assert_eq!(renamed(&folder, &damaged, "[1].username", &[], true), expected(&damaged));
    let [start, ..] = *packets_at(&old).last().unwrap();
    damaged[start] = 0x7f;
    assert_eq!(renamed(&folder, &damaged, "[1].username", &[], true), expected(&damaged));
    // Compressed data that is damaged, in a packet before the changed one.
    let server = fs::read(file(SERVER)).unwrap();
    let whole = renamed(&folder, &server, "[2].header", &["--as", "minecraft-1.20"], false);
    let [start, end] = packets_at(&server)[3];
    let mut damaged = server.clone();
    damaged[end - 30] ^= 0xff;
    let changed = renamed(&folder, &damaged, "[2].header", &["--as", "minecraft-1.20"], true);
    assert_eq!(changed.len(), whole.len());
    let [moved, _] = packets_at(&whole)[3];
    assert_eq!(changed[moved..], damaged[start..]);
    assert_eq!(changed[..moved], whole[..moved]);
    // The packet itself cannot be changed.
    fs::write(folder.path().join("changed"), &damaged).unwrap();
    let path = folder.path().join("changed");
    let run = gamewire(&["set", path.to_str().unwrap(), "[3].x", "1", "--as", "minecraft-1.20"], "");
    assert_eq!(run.status, 1);
    assert_eq!(fs::read(path).unwrap(), damaged);
}

/// The frames of a stream: where each begins and ends.
fn packets_at(stream: &[u8]) -> Vec<[usize; 2]> {
    let (mut frames, mut at) = (Vec::new(), 0);
    while at < stream.len() {
        let (mut length, mut count) = (0, 0);
        while {
            length |= usize::from(stream[at + count] & 0x7f) << (7 * count);
            count += 1;
            stream[at + count - 1] >= 0x80
        } {}
        frames.push([at, at + count + length]);
        at += count + length;
    }
    frames
}

/// The CRC-32 of the zip format, bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, byte| {
        (0..8).fold(
            crc ^ u32::from(*byte),
            |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 },
        )
    })
}

fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

fn find(file: &[u8], text: &[u8]) -> usize {
    file.windows(text.len()).position(|window| window == text).unwrap()
}

/// The contents of deflate data, which has no header.
fn inflated(data: &[u8]) -> Vec<u8> {
    gamewire_files::minecraft::unpack_prefix(&[&[0x78, 0x9c], data].concat(), 1 << 20)
        .unwrap()
        .contents
        .into_owned()
}

#[test]
fn a_packet_of_a_replay_is_changed_and_the_archive_stays_whole() {
    let folder = TempDir::new().unwrap();
    let path = file(REPLAY);
    let run = gamewire(&["get", &path, "[0].username"], "");
    assert_eq!((run.status, run.text()), (0, "\"Recorder\"\n"), "{}", run.err);
    let old = fs::read(&path).unwrap();
    let new = renamed(&folder, &old, "[0].username", &[], false);
    let changed = folder.path().join("changed");
    let run = gamewire(&["diff", &path, changed.to_str().unwrap()], "");
    assert_eq!(run.text(), "~ $[0].params.username: \"Recorder\" -> \"Somebody_Else_1\"\n");
    // The first file and its header stay, and so does the file after the packets.
    let header = find(&old, b"recording.tmcpr") - 30;
    assert_eq!(new[..header], old[..header]);
    let behind = |file: &[u8]| find(file, b"mods.json") - 30;
    let list = |file: &[u8]| find(file, b"PK\x01\x02");
    assert_eq!(new[behind(&new)..list(&new)], old[behind(&old)..list(&old)]);
    // Checksum and lengths are right in the header and in the list, which has the new places.
    let contents = inflated(&new[header + 45..behind(&new)]);
    let length = u32::try_from(behind(&new) - header - 45).unwrap();
    let expected = [crc(&contents), length, u32::try_from(contents.len()).unwrap()];
    let three = |at: usize| [0, 4, 8].map(|more| number(&new, at + more));
    assert_eq!(three(header + 14), expected);
    let entries: Vec<_> = (0..new.len()).filter(|at| new[*at..].starts_with(b"PK\x01\x02")).collect();
    assert_eq!(three(entries[1] + 16), expected);
    assert_eq!(
        entries.iter().map(|at| number(&new, at + 42) as usize).collect::<Vec<_>>(),
        [0, header, behind(&new)]
    );
    let end = find(&new, b"PK\x05\x06");
    assert_eq!((number(&new, end + 16) as usize, end + 22), (entries[0], new.len()));
}

/// The readable packets keep their bytes, and what follows the damage stays.
#[test]
fn a_packet_of_a_damaged_replay_is_changed() {
    let folder = TempDir::new().unwrap();
    let replay = fs::read(file(REPLAY)).unwrap();
    let data = find(&replay, b"recording.tmcpr") + 15;
    let read = |file: &[u8]| Recording::read(None, file.to_vec(), 1 << 20);
    // The end of the compressed data is missing, and so is the list of files.
    let cut = &replay[..5000];
    let new = renamed(&folder, cut, "[0].username", &[], true);
    let (before, after) = (read(cut), read(&new));
    assert!(before.len() > 1);
    let bytes = |recording: &Recording<'_>| -> Vec<_> {
        recording.packets().skip(1).map(|one| one.bytes.into_owned()).collect()
    };
    assert_eq!(bytes(&before), bytes(&after));
    // The part that cannot be read keeps its length, so its error is the same.
    let cause = |recording: &Recording<'_>| recording.error().unwrap().to_string().split_off(20);
    assert_eq!(cause(&before), cause(&after));
    // Blocks that deflate does not have: after three bytes that are no end, the type 3.
    let mut damaged = replay.clone();
    // One stored block of 120 bytes of the contents, then the invalid block.
    let contents = inflated(&replay[data..]);
    let block = [&[0, 120, 0, 135, 255][..], &contents[..120], &[0x06], &[0xaa; 100]].concat();
    damaged.splice(data..data + block.len(), block);
    let new = renamed(&folder, &damaged, "[0].username", &[], true);
    let (before, after) = (read(&damaged), read(&new));
    assert_eq!((before.len(), after.len()), (2, 2));
    // All that was behind the invalid block is there, up to the list of files.
    let kept = &damaged[data + 126..find(&damaged, b"PK\x01\x02")];
    assert!(new.windows(kept.len()).any(|window| window == kept));
    let end = find(&new, b"PK\x05\x06");
    assert_eq!(number(&new, end + 16) as usize, find(&new, b"PK\x01\x02"));
}
