//! Checks that whole files are opened, changed and written again, and that only the changed values differ. Godot 3.6.2 and 4.6.3
//! wrote most files (`tests/fixtures/framing`); the tests build the others.

use std::time::{Duration, Instant};

use crate::support::fixture_bytes;
use gamewire::godot::{Dialect, Framing, Variant};
use gamewire::minecraft::Protocol;
use gamewire::minecraft::nbt::{OptNbtView, Tag};
use gamewire::path::{EditError, Path};
use gamewire_files::document::{AnyValue, AnyView, Document, DocumentError, Format, OpenOptions, PacketPart};
use gamewire_files::godot::Compression;
use gamewire_files::identify::{Arrangement, Contents, Layer, OpenErrorKind};

fn path(text: &str) -> Path {
    text.parse().unwrap()
}

/// The first value of `store_var_several` is a dictionary, `level` is 12; its four bytes are at this offset.
fn level_of(contents: &[u8]) -> usize {
    let key = contents.windows(5).position(|window| window == b"level").unwrap();
    let at = key + 8 + 4;
    assert_eq!(contents[at..at + 4], [12, 0, 0, 0]);
    at
}

fn with_level(contents: &[u8], level: u8) -> Vec<u8> {
    let (at, mut changed) = (level_of(contents), contents.to_vec());
    changed[at] = level;
    changed
}

const FRAMED: [&str; 4] =
    ["store_var_several.bin", "store_var_big_endian.bin", "put_var_several.bin", "packet_peer_stream.bin"];

#[test]
fn frames_of_engines_keep_all_bytes_but_those_of_the_change() {
    for version in ["3.6.2", "4.6.3"] {
        for name in FRAMED {
            let file = fixture_bytes(&format!("framing/godot-{version}/{name}"));
            let mut document = Document::open(&file).unwrap();
            assert_eq!((document.len() > 5, &*document.file()), (true, &file[..]), "{version} {name}");
            // To look at a value, and to ask for it, changes nothing.
            for mut value in document.values_mut() {
                value.godot().unwrap();
            }
            assert!(*document.encode().unwrap() == file[..], "{version} {name}");

            document.value_mut(0).unwrap().godot().unwrap()["level"] = Variant::Int(13);
            let expected = with_level(&file, 13);
            assert!(*document.encode().unwrap() == expected[..], "{version} {name}");
            document.set_path(&path("level"), Variant::Int(14)).unwrap();
            assert!(*document.encode().unwrap() == with_level(&file, 14)[..], "{version} {name}");
            assert_eq!(document.get_path(&path("level")).unwrap(), AnyValue::Godot(Variant::Int(14)));
            document.into_owned().encode().unwrap();
        }
    }
}

#[test]
fn a_longer_value_has_another_length_and_the_others_stay() {
    let file = fixture_bytes("framing/godot-4.6.3/store_var_several.bin");
    let mut document = Document::open(&file).unwrap();
    document.set_path(&path("name"), Variant::from("Ayla the Second")).unwrap();
    let new = document.encode().unwrap().into_owned();
    assert_eq!(new.len(), file.len() + 12);
    let first = u32::from_le_bytes(file[..4].try_into().unwrap());
    assert_eq!(new[..4], (first + 12).to_le_bytes());
    assert_eq!(new[4 + first as usize + 12..], file[4 + first as usize..]);

    // A value that no frame has is added to none of them.
    let error = document.set_path(&path("$.a.b"), Variant::Int(1)).unwrap_err();
    assert_eq!(error.to_string(), "none of the 13 values of the file has $.a.b");
    // Several dictionaries take a new key.
    assert!(matches!(document.set_path(&path("new"), Variant::Int(1)), Err(DocumentError::Nowhere { .. })));
    let error = document.value(13).unwrap_err();
    assert_eq!(error.to_string(), "there is no value 13: the file has 13 values, numbered from 0");
}

#[test]
fn containers_of_engines_hold_the_changed_contents() {
    use gamewire_files::godot::EncryptionKey;
    let counted = EncryptionKey::new(std::array::from_fn(|at| at as u8));
    let several = |version| fixture_bytes(&format!("framing/godot-{version}/store_var_several.bin"));
    let compressed = ["compressed_fastlz", "compressed_deflate", "compressed_zstd", "compressed_gzip"];
    let encrypted = ["encrypted_key", "encrypted_pass"];
    for version in ["3.6.2", "4.6.3"] {
        for name in compressed.into_iter().chain(encrypted) {
            let file = fixture_bytes(&format!("framing/godot-{version}/{name}.bin"));
            let key = match name {
                "encrypted_key" => Some(counted.clone()),
                "encrypted_pass" => Some(EncryptionKey::from_password("correct horse")),
                _ => None,
            };
            let options = OpenOptions::new().key(key);
            let mut document = Document::open_with(&file, &options).unwrap();
            for mut value in document.values_mut() {
                value.godot().unwrap();
            }
            assert!(*document.encode().unwrap() == file[..], "{version} {name}");
            let contents = several(version);
            assert!(document.contents() == contents, "{version} {name}");
            document.set_path(&path("level"), Variant::Int(99)).unwrap();
            let written = document.encode().unwrap();
            assert_ne!(*written, file[..]);
            let again = options.containers(&*written).unwrap();
            assert_eq!(again.layers().len(), 1);
            assert!(again.contents() == with_level(&contents, 99), "{version} {name}");
            let same = |layer: &gamewire_files::identify::Layer| layer.name();
            assert_eq!(again.layers().iter().map(same).collect::<Vec<_>>(), [document.layers()[0].name()]);
            // An owned file may be decrypted in its own memory, and keeps its bytes, whatever the key of other layers is.
            let mut owned = Document::open_with(file.clone(), &options).unwrap().with_key(None);
            assert_eq!(owned.layers(), Document::open_with(&file, &options).unwrap().layers(), "{name}");
            assert!(*owned.encode().unwrap() == file[..] && *owned.file() == file[..], "{version} {name}");
            owned.set_path(&path("level"), Variant::Int(99)).unwrap();
            assert!(*owned.to_contents().unwrap() == with_level(&contents, 99), "{version} {name}");
            assert!(*owned.file() == file[..], "{version} {name}");
        }
    }
}

#[test]
fn no_initialization_vector_is_used_twice() {
    use gamewire_files::godot::{Encryption, EncryptionKey};
    use gamewire_files::identify::Layer;
    let file = fixture_bytes("framing/godot-4.6.3/encrypted_pass.bin");
    let options = OpenOptions::new().key(Some(EncryptionKey::from_password("correct horse")));
    let open = || Document::open_with(&file, &options).unwrap();
    let iv = |file: &[u8]| match options.containers(file).unwrap().layers()[0] {
        Layer::Encrypted { encryption: Encryption::Godot4 { iv }, .. } => iv,
        _ => panic!(),
    };
    let changed = |level| {
        let mut document = open();
        document.set_path(&path("level"), Variant::Int(level)).unwrap();
        document.encode().unwrap().into_owned()
    };
    let all = [iv(&file), iv(&changed(1)), iv(&changed(2))];
    assert!(all[0] != all[1] && all[1] != all[2] && all[0] != all[2]);
    let chosen = Layer::Encrypted { encryption: Encryption::Godot4 { iv: [7; 16] }, trailing: 0 };
    let mut document = open();
    document.set_path(&path("level"), Variant::Int(1)).unwrap();
    assert_eq!(iv(&document.encode_in(&[chosen]).unwrap()), [7; 16]);
    assert_eq!(
        document.with_key(None).encode().unwrap_err().to_string(),
        "the file is encrypted, and its password or key is needed"
    );
}

#[test]
fn settings_of_a_project_are_changed_added_and_removed() {
    for version in ["3.2.3", "3.6.2", "4.6.3"] {
        let file = fixture_bytes(&format!("framing/godot-{version}/project.binary"));
        let mut document = Document::open(&file).unwrap();
        assert!(matches!(document.arrangement(), Arrangement::Settings(_)));
        for mut value in document.values_mut() {
            value.godot().unwrap();
        }
        assert!(*document.encode().unwrap() == file[..], "{version}");

        // `fixture/int` is 7: the last four bytes of its eight.
        document.set_path(&path("fixture/int"), Variant::Int(8)).unwrap();
        let name = file.windows(11).position(|window| window == b"fixture/int").unwrap();
        let at = name + 11 + 4 + 4;
        assert_eq!(file[at], 7);
        let mut expected = file.clone();
        expected[at] = 8;
        assert!(*document.encode().unwrap() == expected[..], "{version}");

        // One more setting: its name, its length, its value after the others, and the count.
        document.set_path(&path("new/one"), Variant::Bool(true)).unwrap();
        let count = u32::from_le_bytes(file[4..8].try_into().unwrap());
        expected[4..8].copy_from_slice(&(count + 1).to_le_bytes());
        expected.extend(b"\x07\0\0\0new/one\x08\0\0\0\x01\0\0\0\x01\0\0\0");
        assert!(*document.encode().unwrap() == expected[..], "{version}");

        document.remove_path(&path("new/one")).unwrap();
        document.set_path(&path("fixture/int"), Variant::Int(7)).unwrap();
        assert!(*document.encode().unwrap() == file[..], "{version}");
        let error = document.remove_path(&path("new/one")).unwrap_err();
        assert!(error.to_string().contains("there is no setting new/one"), "{error}");
    }
}

#[test]
fn a_level_of_the_game_is_changed_by_its_tree_and_by_paths() {
    let file = fixture_bytes("minecraft/nbt/hello_world.nbt");
    let mut document = Document::open(&file).unwrap();
    assert!(document.format().nbt().is_some());
    for mut value in document.values_mut() {
        value.nbt().unwrap();
        assert_eq!(
            value.godot().unwrap_err().to_string(),
            "the file holds NBT, but the value is a value of Godot"
        );
    }
    assert!(*document.encode().unwrap() == file[..]);
    let nbt = document.value_mut(0).unwrap();
    let mut nbt = nbt;
    *nbt.nbt().unwrap().root.get_mut("name").unwrap() = Tag::from("Bananram!");
    let expected = b"\x0a\0\x0bhello world\x08\0\x04name\0\x09Bananram!\0";
    assert_eq!(document.encode().unwrap()[..], expected[..]);
    document.set_path(&path("name"), Tag::from("Bananrama")).unwrap();
    assert!(*document.encode().unwrap() == file[..]);
    let error = document.set_path(&path("name"), Variant::Int(1)).unwrap_err();
    assert_eq!(error.to_string(), "the file holds NBT, but the value is a value of Godot");
}

#[test]
fn packed_levels_stay_packed() {
    use gamewire_files::minecraft::{Packing, pack, unpack};
    let level = fixture_bytes("minecraft/nbt/level.nbt");
    for packing in [Packing::None, Packing::Gzip, Packing::Zlib] {
        let file = pack(&level, packing).unwrap();
        let mut document = Document::open(&file).unwrap();
        for mut value in document.values_mut() {
            value.nbt().unwrap();
        }
        assert!(*document.encode().unwrap() == file[..]);
        // The eight bytes of the time are known.
        document.set_path(&path("$.Data.DayTime"), Tag::Long(0)).unwrap();
        let written = document.encode().unwrap().into_owned();
        let (packed, contents) = unpack(&written, 1 << 20).unwrap();
        assert_eq!(packed, packing);
        let mut expected = level.clone();
        expected[0x4b..0x53].fill(0);
        assert!(*contents == expected[..]);
    }
}

#[test]
fn bytes_before_and_after_the_values_are_kept() {
    let header = b"SAVE\x01\0";
    let frames = fixture_bytes("framing/godot-4.6.3/store_var_several.bin");
    // A length that leads past the end: it and what follows are no value.
    let file = [&header[..], &frames, &[0xff, 0, 0, 0, 1, 2, 3]].concat();
    let arrangement = Arrangement::Framed(Framing::STORE_VAR);
    let options = OpenOptions::new().format(Some("godot4".parse().unwrap())).skip(header.len());
    let framed = options.clone().arrangement(Some(arrangement));
    let mut document = Document::open_with(&file, &framed).unwrap();
    document.set_path(&path("level"), Variant::Int(77)).unwrap();
    assert!(*document.encode().unwrap() == with_level(&file, 77)[..]);
    // An error names the offset in the contents.
    let single = options.arrangement(Some(Arrangement::Single));
    let mut document = Document::open_with(&file, &single).unwrap();
    let error = document.value_mut(0).unwrap().godot().unwrap_err();
    assert!(
        matches!(&error, DocumentError::Edit(gamewire::path::EditError::Decode(error)) if error.offset() >= 6)
    );
    let error = Document::open_with(&[1, 2], &single).unwrap_err();
    assert_eq!(error.to_string(), "the contents have 2 bytes, fewer than the 6 to be skipped");
}

#[test]
fn all_values_are_replaced() {
    let file = fixture_bytes("framing/godot-4.6.3/store_var_several.bin");
    let mut document = Document::open(&file).unwrap();
    let int = |number: u8| (None, vec![2, 0, 0, 0, number, 0, 0, 0]);
    document.set_values([int(1), int(2)]).unwrap();
    let expected = b"\x08\0\0\0\x02\0\0\0\x01\0\0\0\x08\0\0\0\x02\0\0\0\x02\0\0\0";
    assert_eq!(document.encode().unwrap()[..], expected[..]);
    let mut document = Document::open(&expected[4..12]).unwrap();
    let error = document.set_values([int(1), int(2)]).unwrap_err();
    assert_eq!(error.to_string(), "the file has one value, so the new contents must have one value, not 2");
    assert!(document.push(None, int(2).1).is_err());
    document.set_values([int(3)]).unwrap();
    assert_eq!(document.encode().unwrap()[..], int(3).1);
}

/// To reach all values by their numbers takes about the time of an iteration, and not that of one for each.
#[test]
fn values_are_reached_by_their_numbers_without_a_search() {
    let mut file = Vec::new();
    for _ in 0..30_000 {
        Framing::STORE_VAR.write(Dialect::GODOT_4, &Variant::Nil, &mut file).unwrap();
    }
    let mut document = Document::open(&file).unwrap();
    let start = Instant::now();
    assert_eq!(document.values_mut().filter(|value| value.as_ref().offset() > 0).count(), 30_000);
    let once = start.elapsed().max(Duration::from_millis(2));
    let start = Instant::now();
    assert!((0..30_000).all(|number| document.value_mut(number).unwrap().as_ref().offset() > 0));
    assert!(start.elapsed() < 100 * once, "{:?} for {once:?}", start.elapsed());
}

#[test]
fn contents_that_did_not_change_are_written_in_other_containers() {
    let layer = Layer::Compressed { mode: Compression::Zstd, ends_well: true };
    let bare = fixture_bytes("framing/godot-4.6.3/store_var_several.bin");
    let new = Document::new(Arrangement::Framed(Framing::STORE_VAR), "godot4".parse().unwrap(), b"");
    for document in [Document::open(&bare).unwrap(), new] {
        let file = document.encode_in(&[layer]).unwrap();
        let opened = OpenOptions::new().containers(&*file).unwrap();
        assert_eq!((opened.layers(), opened.contents()), (&[layer][..], document.contents()));
    }
}

#[test]
fn files_that_are_no_document_are_reported() {
    for (file, message) in [
        (&b""[..], "the file has no contents"),
        (
            b"RSRC\0\0\0\0",
            "the file is a binary resource or scene of Godot (RSRC), which gamewire does not read",
        ),
        (&[99, 0, 0, 0, 1], "no detectable format reads this file"),
        (&[2, 0, 0, 0, 5], "no detectable format reads the whole file; godot3 reads the longest prefix"),
    ] {
        let error = Document::open(file).unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
    }
}

/// A damaged container may have only a part of its contents. A changed document is therefore not saved over
/// the file, unless that is allowed.
#[test]
fn a_damaged_document_is_changed_only_if_that_is_allowed() {
    use gamewire_files::minecraft::{Packing, pack, unpack};
    let contents = fixture_bytes("minecraft/nbt/level.nbt");
    let mut file = pack(&contents, Packing::Gzip).unwrap();
    let crc = file.len() - 8;
    file[crc] ^= 1;
    assert!(matches!(Document::open(&file), Err(DocumentError::Open(_))));

    let options = OpenOptions::new().allow_damaged(true);
    let mut level = Document::open_with(&file, &options).unwrap();
    assert!(level.damage().is_some());
    assert!(*level.encode().unwrap() == *file, "what was not changed is written as it was");
    level.set_path(&path("$.Data.raining"), Tag::Byte(1)).unwrap();
    let changed = level.to_contents().unwrap().into_owned();
    for refused in [level.encode(), level.encode_in(&[]), level.encode_in(level.layers())] {
        let error = refused.unwrap_err();
        assert!(matches!(error, DocumentError::Damaged(_)), "{error}");
        assert!(
            error.to_string().starts_with("the file is damaged, and was opened up to the damage: "),
            "{error}"
        );
    }
    let owned = level.allow_damaged(true).into_owned();
    let (packing, written) =
        unpack(&owned.encode().unwrap(), 1 << 20).map(|(p, c)| (p, c.into_owned())).unwrap();
    assert_eq!(packing, Packing::Gzip);
    assert!(written == changed && written != contents);
    assert!(Document::open(fixture_bytes("minecraft/nbt/level.nbt")).unwrap().damage().is_none());
}

/// Bytes that nothing detects: a type that is given by hand is checked, explained and replaced. A slot has no parts.
#[test]
fn a_type_of_minecraft_is_given_by_hand() {
    let slot = b"\x01\x05\x40\x00";
    let format: Format = Format::Minecraft(Protocol::V1_14, "slot".parse().unwrap());
    assert_eq!(format.to_string(), "minecraft/slot");
    let mut document = Document::open_with(slot, &OpenOptions::new().format(Some(format))).unwrap();
    assert!(document.format().check(slot).is_ok());
    let explained = document.format().explainer(slot).explain().text();
    assert!(explained.contains("count = 64"), "{explained}");
    let path = "$.count".parse().unwrap();
    for error in [document.get_path(&path).unwrap_err(), document.remove_path(&path).unwrap_err()] {
        assert!(matches!(error, DocumentError::Edit(_)), "{error}");
    }
    document.value_mut(0).unwrap().set_wire(*b"\x00");
    assert_eq!(*document.encode().unwrap(), *b"\x00");
}

fn read<'a>(options: &OpenOptions, file: &'a [u8]) -> Document<'a> {
    Document::read(options.containers(file).unwrap(), options).unwrap()
}

/// A dialect that is given by hand stays, also for the part of a cut file.
#[test]
fn a_reading_of_a_cut_file_is_repaired_in_its_arrangement() {
    let cut = b"\x08\0\0\0\x02\0\0\0\x07\0\0\0\x14\0\0\0\x04\0\0\0\x08\0\0\0go";
    for (format, name) in [(None, "godot4"), (Some("godot3".parse().unwrap()), "godot3")] {
        let options = OpenOptions::new().format(format);
        let damaged = options.clone().allow_incomplete(true);
        let read = read(&damaged, cut);
        assert_eq!(read.format().to_string(), name);
        let error = read.broken().unwrap();
        assert!(error.is_incomplete());
        assert_eq!(read.values().map(|value| value.offset()).collect::<Vec<_>>(), [4, 16]);
        let repaired = Document::open_with(cut, &damaged).unwrap().contents().to_vec();
        assert_eq!(repaired[..12], cut[..12]);
        let whole = self::read(&options, &repaired);
        assert!(whole.broken().is_none() && whole.values().all(|value| value.godot().is_ok()));
        // Without the damage it is a document; with it, the document has the part before it.
        assert!(matches!(Document::open(cut), Err(DocumentError::Unknown { .. })));
        let mut document = Document::open_with(cut, &options.allow_incomplete(true)).unwrap();
        assert_eq!(document.contents(), repaired);
        assert!(matches!(document.damage(), Some(OpenErrorKind::Contents(damage)) if damage == error));
        document.value_mut(0).unwrap().set_wire(*b"\x02\0\0\0\x09\0\0\0");
        assert!(matches!(document.encode(), Err(DocumentError::Damaged(_))));
        assert_eq!(document.allow_damaged(true).encode().unwrap()[12..], repaired[12..]);
    }
}

/// A value whose length is known has its end, whatever it lacks.
#[test]
fn a_value_that_is_longer_than_its_length_is_not_cut() {
    // A frame, a setting, and the root after the header of a level.dat.
    for file in [
        &b"\x08\0\0\0\x02\0\0\0\x07\0\0\0\x0a\0\0\0\x04\0\0\0\x08\0\0\0go"[..],
        b"ECFG\x01\0\0\0\x05\0\0\0x/int\x06\0\0\0\x02\0\0\0\x05\0",
        b"\x0a\0\0\0\x09\0\0\0\x0a\0\0\x01\x02\0hp\x14",
    ] {
        let read = read(&OpenOptions::new().allow_incomplete(true), file);
        let refused = read.values().find_map(|value| value.get_path(&path("$")).err());
        let Some(DocumentError::Edit(EditError::Decode(error))) = refused else { panic!("{refused:?}") };
        assert_eq!((error.kind().code(), error.is_incomplete()), ("slice_end", false), "{error}");
        assert!(!read.found().unwrap().is_cut(), "{file:?}");
    }
}

#[test]
fn bytes_after_a_value_are_kept_where_they_are_allowed() {
    let options = OpenOptions::new().allow_trailing(true);
    let open = |file: &'static [u8]| Document::open_with(file, &options);
    // An array of one int, and two bytes after it; NBT of the Java edition, and three.
    let array = b"\x1c\0\0\0\x01\0\0\0\x02\0\0\0\x07\0\0\0\xff\xff";
    let mut document = open(array).unwrap();
    assert_eq!(*document.value(0).unwrap().as_wire().unwrap(), array[..16]);
    document.set_path(&path("$[0]"), Variant::Int(9)).unwrap();
    assert_eq!(*document.encode().unwrap(), *b"\x1c\0\0\0\x01\0\0\0\x02\0\0\0\x09\0\0\0\xff\xff");
    let mut document = open(b"\x0a\0\x01r\x01\0\x01a\x05\0\x01\x02\x03").unwrap();
    document.set_path(&path("$.a"), Tag::Byte(6)).unwrap();
    assert_eq!(*document.encode().unwrap(), *b"\x0a\0\x01r\x01\0\x01a\x06\0\x01\x02\x03");
    // A frame whose length counts two bytes more than its value has.
    let frame = open(b"\x0a\0\0\0\x02\0\0\0\x07\0\0\0\xff\xff").unwrap();
    assert_eq!(frame.value(0).unwrap().godot().unwrap(), Variant::Int(7));
}

/// A program that prints an error with its sources prints each message once: no message contains that of its source.
#[test]
fn a_chain_of_errors_says_each_thing_once() {
    use gamewire::godot::detect::{Choice, detect};
    use gamewire::godot::stream::StreamError;
    use gamewire::godot::{Decoder, Dialect, variant};
    use gamewire::minecraft::{Packets, Protocol, Side, State, TypeExpr, Value};
    use gamewire::path::EditError;
    use gamewire_files::document::{FormatError, OpenOptions};
    use gamewire_files::godot::{FileError, ProjectTextError, decompress};
    use gamewire_files::identify::OpenErrorKind;
    use gamewire_files::minecraft::{NbtFileError, Packing, pack, parse_nbt_file, region::Region};
    use std::error::Error;
    use std::io;

    let decode = || Dialect::GODOT_4.parse(&[99, 0, 0, 0]).unwrap_err();
    let encode = || TypeExpr::Bool.encode(Protocol::V1_14, &Value::U8(2)).unwrap_err();
    let path = || variant!({ "gold": 7 }).get_path(&"$.glod".parse().unwrap()).unwrap_err();
    let text = || "[1".parse::<gamewire::godot::Variant>().unwrap_err();
    let json = || gamewire::godot::json::from_str("{").unwrap_err();
    let io = || io::Error::other("the disk is full");
    let block = || FileError::Block {
        offset: 9,
        block: 0,
        mode: gamewire_files::godot::Compression::Gzip,
        error: io(),
    };
    let Choice::Refused(refused) = detect(&[2, 0, 0, 0, 5, 0, 0]).choice else { panic!("it is cut") };
    let packed = pack(&[0; 99], Packing::Zlib).unwrap();
    let cut = || parse_nbt_file(&packed[..packed.len() - 9], 1 << 20).unwrap_err();
    let damaged = || {
        let NbtFileError::Packed(damage) = cut() else { panic!("it is cut") };
        damage
    };
    let mut region = vec![0; 3 * 4096];
    region[..4].copy_from_slice(&[0, 0, 2, 1]);
    region[8192..8197].copy_from_slice(&[0, 0, 0, 5, 2]);
    let region = || Region::parse(&region).unwrap().chunks().next().unwrap().unpack(99).unwrap_err();
    let packets = Packets::named("1.20.4").unwrap();
    let health = packets.packet(State::Play, Side::Server, "update_health").unwrap();
    let open = || OpenOptions::new().containers(&packed[..packed.len() - 9]).unwrap_err();

    let errors: Vec<Box<dyn Error>> = vec![
        Box::new(decode()),
        Box::new(encode()),
        Box::new(path()),
        Box::new(text()),
        Box::new(json()),
        Box::new(EditError::Decode(decode())),
        Box::new(EditError::Path(path())),
        Box::new(EditError::Encode(encode())),
        Box::new(EditError::Json(json())),
        Box::new(StreamError::Io(io())),
        Box::new(StreamError::Frame(decode())),
        Box::new(StreamError::Value(decode())),
        Box::new(StreamError::Encode(encode())),
        Box::new(refused),
        #[cfg(feature = "serde")]
        Box::new(gamewire::godot::from_slice::<i32>(&[99, 0, 0, 0], Dialect::GODOT_4).unwrap_err()),
        Box::new(health.parse(&[]).unwrap_err()),
        Box::new(health.set_path(&[], &"$.a".parse().unwrap(), &Value::U8(0)).unwrap_err()),
        Box::new(decompress(b"GCPF\x02\0\0\0", 1 << 20).unwrap_err()),
        Box::new(FileError::Decode(decode())),
        Box::new(block()),
        Box::new(FileError::Encode(encode())),
        Box::new(FileError::Compress(io())),
        Box::new(cut()),
        Box::new(damaged()),
        Box::new(NbtFileError::Decode(decode())),
        Box::new(NbtFileError::Encode(encode())),
        Box::new(region()),
        Box::new(open()),
        Box::new(OpenErrorKind::Godot(block())),
        Box::new(OpenErrorKind::Region(region())),
        Box::new(OpenErrorKind::Packed(cut())),
        Box::new(OpenErrorKind::Contents(decode())),
        Box::new(ProjectTextError::Text(text())),
        Box::new(ProjectTextError::Encode { key: "a".into(), error: encode() }),
        Box::new(ProjectTextError::Decode { key: "a".into(), error: decode() }),
        Box::new("minecraft/slto".parse::<gamewire_files::document::Format>().unwrap_err()),
        Box::new(FormatError::Type("slto".parse::<TypeExpr>().unwrap_err())),
        Box::new(Document::open(&[99, 0, 0, 0]).unwrap_err()),
        Box::new(DocumentError::Open(open())),
        Box::new(DocumentError::Setting(ProjectTextError::Text(text()))),
        Box::new(DocumentError::Edit(EditError::Path(path()))),
        Box::new(DocumentError::Damaged(std::sync::Arc::new(open().reason))),
        Box::new(DocumentError::Wrap(OpenErrorKind::Packed(cut()))),
    ];
    let bytes = [99, 0, 0, 0];
    let edited = Decoder::new(Dialect::GODOT_4).get_path(&bytes, &"$.a".parse().unwrap()).unwrap_err();
    for error in errors.into_iter().chain([Box::new(edited) as Box<dyn Error>]) {
        let mut outer: &dyn Error = &*error;
        while let Some(inner) = outer.source() {
            assert!(!outer.to_string().contains(&inner.to_string()), "{outer}: {inner}");
            outer = inner;
        }
    }
}

/// Programs that write whole blocks leave zeros after the root: also inside of a compressed file.
#[test]
fn zeros_after_a_root_are_kept() {
    let root = b"\x0a\0\0\x03\0\x04Gold\0\0\0\x07\0";
    let file = [&root[..], &[0; 20]].concat();
    let mut document = Document::open(&file).unwrap();
    assert!(matches!(document.found(), Some(Contents::Nbt { zeros: 20, .. })), "{:?}", document.found());
    assert_eq!(document.value(0).unwrap().as_wire().unwrap(), &root[..]);
    document.set_path(&path("$.Gold"), Tag::Int(9)).unwrap();
    let mut changed = file.clone();
    changed[root.len() - 2] = 9;
    assert_eq!(*document.encode().unwrap(), changed);
    // Other bytes are not.
    assert!(Document::open([&root[..], b"\0\0\x01"].concat()).is_err());
}

/// `gzip -d` ignores zeros after its data, too.
#[test]
fn zeros_after_packed_data_are_kept() {
    use gamewire_files::identify::{Layer, identify};
    use gamewire_files::minecraft::{Packing, pack, unpack};
    let root = b"\x0a\0\0\x03\0\x04Gold\0\0\0\x07\0";
    for (packing, layer) in
        [Packing::Gzip, Packing::Zlib].map(|packing| (packing, Layer::Packed { packing, zeros: 20 }))
    {
        let packed = pack(root, packing).unwrap();
        let file = [&packed[..], &[0; 20]].concat();
        let identity = identify(&file);
        assert_eq!(identity.layers, [layer]);
        let mut document = Document::open(&file).unwrap();
        assert_eq!(*document.encode().unwrap(), file);
        document.set_path(&path("$.Gold"), Tag::Int(9)).unwrap();
        let changed = document.encode().unwrap();
        let (data, zeros) = changed.split_at(changed.len() - 20);
        assert_eq!(zeros, [0; 20]);
        assert_eq!(unpack(data, 100).unwrap().1[root.len() - 2], 9);
        // Other bytes are not zeros.
        assert!(Document::open([&file[..], b"\x01"].concat()).is_err());
    }
}

/// The settings are in a pack, whose other files come before and after them.
#[test]
fn bytes_after_settings_are_kept_if_they_are_allowed() {
    let settings = b"ECFG\x01\0\0\0\x05\0\0\0x/int\x08\0\0\0\x02\0\0\0\x05\0\0\0";
    let file = [&settings[..], b"GDPC"].concat();
    let error = Document::open(&file).unwrap_err();
    assert!(
        matches!(&error, DocumentError::Unknown { error, .. } if error.offset() == settings.len()),
        "{error}"
    );
    let options = OpenOptions::new().allow_trailing(true);
    let mut document = Document::open_with(&file, &options).unwrap();
    assert_eq!(*document.encode().unwrap(), file);
    document.set_path(&"$.x/int".parse().unwrap(), Variant::Int(6)).unwrap();
    let mut changed = file.clone();
    changed[settings.len() - 4] = 6;
    assert_eq!(*document.encode().unwrap(), changed);
    // The header alone is not written twice.
    let empty = b"ECFG\0\0\0\0";
    let mut document = Document::open(empty).unwrap();
    document.set_path(&"$.x/int".parse().unwrap(), Variant::Int(5)).unwrap();
    assert_eq!(*document.encode().unwrap(), settings[..]);
}

#[test]
fn each_child_of_a_view_has_a_step_of_its_own() {
    // A compound with the names a, b and a.
    let nbt = b"\x0a\0\0\x01\0\x01a\x01\x01\0\x01b\x02\x01\0\x01a\x03\0";
    let view = Protocol::default().parse::<OptNbtView<'_>>(nbt).unwrap().0.unwrap();
    let children = AnyView::Nbt(view.root()).children();
    let children =
        children.map(|child| (Path::from(vec![child.step]).to_string(), child.key, child.view.to_value()));
    let key = |key: &str| Some(key.to_owned());
    let expected = [
        ("$.value(0)".to_owned(), key("a"), Tag::Byte(1).into()),
        ("$.b".to_owned(), key("b"), Tag::Byte(2).into()),
        ("$.a".to_owned(), key("a"), Tag::Byte(3).into()),
    ];
    assert_eq!(children.collect::<Vec<_>>(), expected);
}

/// A client asks for the status, and sends a ping.
const SESSION: &[u8] = b"\x10\x00\xfd\x05\x09localhost\x63\xdd\x01\x01\x00\x09\x01\0\0\0\0\0\0\0\x07";

#[test]
fn a_recording_is_opened_and_explained_like_other_files() {
    let mut document = Document::open(SESSION).unwrap();
    assert_eq!(
        document.steps().flatten().map(|step| step.to_string()).collect::<Vec<_>>().concat(),
        "[0][1][2]"
    );
    assert_eq!(document.explain().len(), 1);
    let rows = document.explain().remove(0).all_rows();
    // The rows cover the file without gaps.
    assert!(
        rows.iter().try_fold(0, |end, row| (row.start == end).then_some(row.start + row.len))
            == Some(SESSION.len())
    );
    let lengths = rows.iter().filter(|row| row.meaning.starts_with("packet length = "));
    assert_eq!(lengths.map(|row| row.start).collect::<Vec<_>>(), [0, 17, 19]);
    document.set_path(&path("$[2].time"), PacketPart::from_json("8")).unwrap();
    assert_eq!(document.encode().unwrap()[SESSION.len() - 1..], [8]);
    // With a known format or arrangement, nothing is detected.
    for options in [
        OpenOptions::new().format(Some("godot4".parse().unwrap())),
        OpenOptions::new().arrangement(Some(Arrangement::Single)),
    ] {
        assert!(options.recording(SESSION).is_none());
    }
}

#[test]
fn a_text_file_has_no_rows() {
    let document = Document::open_with(b"gold=1\n", &OpenOptions::new().allow_text(true)).unwrap();
    assert!(document.explain().is_empty());
}
