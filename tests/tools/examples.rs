//! Runs the small programs of `examples/` on files of `tests/fixtures/framing` and on their own data. The servers have tests of
//! their own: `live_stream`.
#![allow(unreachable_pub)] // What a program shows to its tests.

use std::fs;

use crate::support::fixture_bytes;
use gamewire::godot::{Dialect, Framing};

#[path = "../../examples/convert_save.rs"]
mod convert_save;
#[path = "../../examples/edit_file.rs"]
#[allow(dead_code, reason = "its `main` is for people")]
mod edit_file;
#[path = "../../examples/edit_nbt.rs"]
#[allow(dead_code, reason = "its `main` is for people")]
mod edit_nbt;
#[path = "../../examples/edit_save.rs"]
mod edit_save;
#[cfg(feature = "packets")]
#[path = "../../examples/encrypted_session.rs"]
#[allow(dead_code, reason = "its `main` is for people")]
mod encrypted_session;
#[path = "../../examples/fixtures.rs"]
#[allow(dead_code, reason = "its `main` is for people")]
mod fixtures;
#[cfg(feature = "serde")]
#[path = "../../examples/level_dat.rs"]
#[allow(dead_code, reason = "its `main` is for people")]
mod level_dat;
#[cfg(all(feature = "mint", feature = "serde"))]
#[path = "../../examples/mint_fields.rs"]
mod mint_fields;
#[cfg(feature = "serde")]
#[path = "../../examples/own_struct.rs"]
mod own_struct;
#[path = "../../examples/read_packets.rs"]
#[allow(dead_code, reason = "its `main` is for people")]
mod read_packets;
#[cfg(feature = "tokio")]
#[path = "../../examples/relay.rs"]
#[allow(dead_code, reason = "its `main` is for people")]
mod relay;
#[path = "../../examples/scan_saves.rs"]
#[allow(dead_code, reason = "its `main` is for people")]
mod scan_saves;

fn engine_file(name: &str) -> Vec<u8> {
    fixture_bytes(&format!("framing/{name}"))
}

/// A test below checks that `fixtures` succeeds.
#[test]
fn all_examples_succeed() {
    edit_save::main().unwrap();
    convert_save::main().unwrap();
    read_packets::run(None).unwrap();
    edit_file::demo().unwrap();
    edit_nbt::run(None).unwrap();
    crate::own_packet::main().unwrap();
    #[cfg(feature = "serde")]
    own_struct::main().unwrap();
    #[cfg(feature = "serde")]
    level_dat::run(None).unwrap();
    #[cfg(all(feature = "mint", feature = "serde"))]
    mint_fields::main().unwrap();
}

/// The first packet after the secret is read with it, and the next one with the threshold that it sets.
#[cfg(feature = "packets")]
#[test]
fn an_encrypted_login_is_read() {
    let lines = encrypted_session::run().unwrap();
    let expected = [
        r#"{"name":"compress","params":{"threshold":256}}"#,
        r#"{"name":"disconnect","params":{"reason":"\"full\""}}"#,
    ];
    assert_eq!(lines, expected);
}

/// Packets go through to the byte; a wrong one and one that a game may not send do not.
#[cfg(feature = "tokio")]
#[tokio::test]
async fn a_relay_forwards_what_is_right() {
    use gamewire::godot::variant;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    let (mut game, game_end) = duplex(1 << 12);
    let (mut server, server_end) = duplex(1 << 12);
    let relayed = tokio::spawn(relay::relay(game_end, server_end));
    let frame = |value: &gamewire::godot::Variant| {
        let mut bytes = Vec::new();
        Framing::STREAM.write(Dialect::GODOT_4, value, &mut bytes).unwrap();
        bytes
    };
    let (first, last) = (frame(&variant!({ "type": "move", "to": 3 })), frame(&5.into()));
    let admin = frame(&variant!({ "type": "admin" }));
    let wrong = [4, 0, 0, 0, 99, 0, 0, 0].to_vec();
    game.write_all(&[&first[..], &wrong, &admin, &last].concat()).await.unwrap();
    let mut received = vec![0; first.len() + last.len()];
    server.read_exact(&mut received).await.unwrap();
    assert_eq!(received, [&first[..], &last].concat());
    server.write_all(&admin).await.unwrap();
    let mut answer = vec![0; admin.len()];
    game.read_exact(&mut answer).await.unwrap();
    assert_eq!(answer, admin);
    drop((game, server));
    assert_eq!(relayed.await.unwrap().unwrap(), 3);
}

#[test]
fn a_folder_is_scanned() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/framing/godot-4.6.3");
    let files = ["store_var_one.bin", "no such file", "manifest.tsv"];
    let files: Vec<_> = files.iter().map(|name| std::path::Path::new(folder).join(name)).collect();
    let found = scan_saves::scan(files, "$.level").unwrap();
    let shown: Vec<_> = found
        .iter()
        .map(|(file, value)| {
            let value = value.as_ref().map_or_else(|_| "error".to_owned(), String::clone);
            format!("{}: {value}", file.file_name().unwrap().to_str().unwrap())
        })
        .collect();
    let expected = ["manifest.tsv: error", "no such file: error", "store_var_one.bin: 12"];
    assert_eq!(shown, expected);
}

#[test]
fn a_stream_of_packets_is_counted() {
    let recorded = engine_file("godot-4.6.3/packet_peer_stream.bin");
    let packets = Framing::STREAM.frames(&recorded).count();
    let mut stream = recorded.repeat(100);
    let tally = read_packets::count(&stream[..]).unwrap();
    assert_eq!((tally.packets, tally.moves, tally.wrong.len()), (100 * packets, 0, 0));

    // A packet that holds something else, one that is too long, a good one, and one that never ends.
    let good: &[u8] = &[8, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0];
    stream.extend([4, 0, 0, 0, 99, 0, 0, 0]);
    stream.extend((1u32 << 20).to_le_bytes());
    stream.resize(stream.len() + (1 << 20), 0xee);
    stream.extend(good);
    let tally = read_packets::count(&stream[..]).unwrap();
    assert_eq!((tally.packets, tally.wrong.len()), (100 * packets + 1, 2));
    stream.extend(&good[..7]);
    assert!(!read_packets::count(&stream[..]).unwrap_err().can_continue());
}

#[test]
fn a_save_goes_back_to_godot_3() {
    let (bytes, report) = convert_save::to_godot_3(convert_save::SAVE).unwrap();
    assert_eq!(
        Dialect::GODOT_3.parse(&bytes).unwrap().to_string(),
        r#"{"player": "Ada", "cells": [Vector2(3, 4), Vector2(5, 6)], "seen": [1, 1099511627776], "at": NodePath("/root/Level/Door")}"#
    );
    assert!(report.total() >= 4, "{report}");
}

#[test]
fn any_file_is_changed_at_a_path() {
    let save = engine_file("godot-4.6.3/store_var_one.bin");
    let edited = edit_file::set(&save, "$.level", 13).unwrap();
    let changed: Vec<_> = (0..save.len()).filter(|at| save[*at] != edited[*at]).collect();
    assert_eq!((edited.len(), changed.len(), save[changed[0]], edited[changed[0]]), (save.len(), 1, 12, 13));
    let error = edit_file::set(&save, "$.levle", 13).unwrap_err();
    assert!(error.to_string().starts_with("at $.levle: there is no such key"), "{error}");
}

#[cfg(feature = "serde")]
#[test]
fn a_struct_is_what_the_engine_wrote() {
    let manifest = String::from_utf8(engine_file("godot-4.6.3/manifest.tsv")).unwrap();
    let row = manifest.lines().find(|line| line.starts_with("packet_peer_stream.bin\t")).unwrap();
    let hex: String = own_struct::SAVE.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(row.split('\t').nth(4), Some(hex.as_str()));
    let player: own_struct::Player = gamewire::godot::from_slice(own_struct::SAVE, Dialect::GODOT_4).unwrap();
    assert_eq!((player.name.as_str(), player.level, player.hp), ("Ayla", 12, 87.5));
    assert_eq!(player.inventory, ["sword", "potion"]);
}

#[test]
fn fixtures_are_made_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    fixtures::run(Some(folder.path().into())).unwrap();
    let samples = gamewire_fixtures::GODOT
        .iter()
        .flat_map(|dialect| gamewire_fixtures::godot_samples(*dialect))
        .count();
    let checked = fixtures::check(folder.path()).unwrap();
    assert_eq!((checked.right, checked.wrong.len()), (samples, 0));

    let path = folder.path().join("godot4/vector2.bin");
    let mut bytes = fs::read(&path).unwrap();
    bytes[0] = 99;
    fs::write(&path, bytes).unwrap();
    let checked = fixtures::check(folder.path()).unwrap();
    assert_eq!((checked.right, checked.wrong.len()), (samples - 1, 1));
    assert!(checked.wrong[0].contains("vector2.bin, as godot4"), "{:?}", checked.wrong);
}

/// A world of the game, in which the eight bytes of the time are known.
#[test]
fn one_change_of_a_level_file_leaves_the_rest() {
    use gamewire_files::minecraft::{Packing, pack, unpack};
    let mut level = fixture_bytes("minecraft/nbt/level.nbt");
    for packing in [Packing::None, Packing::Gzip, Packing::Zlib] {
        let edited = edit_nbt::at_dawn(&pack(&level, packing).unwrap()).unwrap();
        let (packed, edited) = unpack(&edited, 1 << 20).unwrap();
        assert_eq!(packed, packing);
        assert_ne!(level[0x4b..0x53], [0; 8]);
        assert_eq!(
            (&edited[..0x4b], &edited[0x4b..0x53], &edited[0x53..]),
            (&level[..0x4b], &[0; 8][..], &level[0x53..])
        );
    }
    level[6..10].copy_from_slice(b"DATA");
    assert_eq!(edit_nbt::at_dawn(&level).unwrap_err().to_string(), "this is no level.dat");
}
