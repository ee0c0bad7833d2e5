//! Checks that files that are not read here are recognized by magic numbers and by all of their bytes, and that values after a
//! header of the game's own are found. The bytes are written in the tests.

use gamewire_files::identify::{Contents, Foreign, examine};
use gamewire_files::shared::identify::after_header;

/// Bytes of a sector of a region file.
const SECTOR: usize = 4096;

fn is(bytes: &[u8], kind: Foreign) -> bool {
    Foreign::by_shape(bytes) == Some(kind)
}

#[test]
fn kinds_of_text_are_distinguished() {
    let kinds: [(&[u8], Option<Foreign>); 37] = [
        (b"\xff\xfe0\x002\0", Some(Foreign::Utf16)),
        (b"\xfe\xff\0h\0i", Some(Foreign::Utf16)),
        // These have no letters or digits, or half of a pair.
        (b"\xff\xfe\x01\x80", None),
        (b"\xff\xfea\0\0\xd8", None),
        (b"{\"health\":3}\r\n\r\n{\"health\":1}\r\n", Some(Foreign::JsonLines)),
        (b"\"i:1\"\n\"i:2\"", Some(Foreign::JsonLines)),
        (b"[1]\n[2]", Some(Foreign::JsonLines)),
        (b"{\n\"a\": Vector2(1, 2)\n}", Some(Foreign::ValueText)),
        (b"[&\"a\", inf]", Some(Foreign::ValueText)),
        (b"[Vector2(1]", Some(Foreign::Text)),
        (b"{\"gold\": 5}\n", Some(Foreign::Json)),
        (b"[1, 2]", Some(Foreign::Json)),
        (b"{\"gold\": [1e5, 1E5, null], \"a\\\"b\": true}", Some(Foreign::Json)),
        (b"{gold: 5, pos: [1.0d, 2.0d]}\n", Some(Foreign::Snbt)),
        (b"[I; 1, 2]", Some(Foreign::Snbt)),
        (b"{\"gold\": 5b}", Some(Foreign::Snbt)),
        (b"[player]\n\nname=\"x\"\n", Some(Foreign::ConfigFile)),
        (b"; a comment\n[a]\nb=1\n", Some(Foreign::ConfigFile)),
        (b"[gd_scene format=3]\n\n[node name=\"A\"]\n", Some(Foreign::TextResource)),
        (b"0200 0000\n05000000", Some(Foreign::HexText)),
        // Decimal numbers, base64, and text in brackets are none of these.
        (b"4\n0\n0\n0\n255\n17\n", Some(Foreign::Text)),
        (b"0a 00 03\n61 62 63", Some(Foreign::HexText)),
        (b"AAECAwQFBgc=", Some(Foreign::Text)),
        (b"AAECAwQFBg==", Some(Foreign::Text)),
        (b"{ not json ; }", Some(Foreign::Text)),
        // FTB Quests writes files like this.
        (
            b"{\n\tid: \"1A\"\n\tquests: [\n\t\t{\n\t\t\tx: 0.0d\n\t\t\ty: -1.5d\n\t\t}\n\t]\n}\n",
            Some(Foreign::SnbtLines),
        ),
        (b"{\n\tid: \"1A\",\n\tx: 0.0d\n}\n", Some(Foreign::Snbt)),
        (b"# Default: 5\n{\n\tid: 5\n}\n", Some(Foreign::SnbtLines)),
        (b"{\n\t# Default: 5\n\tid: 5\n}\n", Some(Foreign::SnbtLines)),
        (b"# a {\nb }", Some(Foreign::Text)),
        (b"MANIFEST-000004\n", Some(Foreign::LevelDb)),
        (b"MANIFEST-x\n", Some(Foreign::Text)),
        (b"hello world", Some(Foreign::Text)),
        (b"\xef\xbb\xbf{}", Some(Foreign::Json)),
        (b"a\0b", None),
        (b"\0\0\0\0\0\0\0\0", Some(Foreign::Zeros)),
        (b"", None),
    ];
    for (bytes, kind) in kinds {
        assert_eq!(Foreign::by_shape(bytes), kind, "{:?}", bytes.escape_ascii().to_string());
    }
}

#[test]
fn files_are_recognized_by_magic_numbers() {
    let kinds: [(&[u8], &str); 24] = [
        (b"\xc3\xff\x13\x18\x3c\xca\x9d\x9a\x01", "linear"),
        (b"ENT\0\x01\0\0\0", "ent"),
        (b"\x02\0\0\0\x09\0\0\0--verbose\x01\0\0\0a", "command_line"),
        (b"\0\x01\0\0\0\xff\xff\xff\xff\x01\0\0\0\0\0\0\0", "dotnet_objects"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF\0", "jpg"),
        (b"RIFF\x1a\0\0\0WEBPVP8L", "webp"),
        (b"RIFF\x24\0\0\0WAVEfmt ", "wav"),
        (b"OggS\0\x02\0\0", "ogg"),
        (b"ID3\x03\0\0\0", "mp3"),
        (b"%PDF-1.7\n", "pdf"),
        (b"\0asm\x01\0\0\0", "wasm"),
        (b"SQLite format 3\0", "sqlite"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n", "lfs_pointer"),
        (b"GLSC\x03\0\0\0", "shader_cache"),
        (b"\xac\xed\0\x05sr", "java_objects"),
        (b"RSRC\0\0\0\0", "RSRC"),
        (b"RSCC\x02\0\0\0", "RSCC"),
        (b"GDSC\x0d\0\0\0", "GDSC"),
        (b"GDSC\x04\0\0\0\x01\0\0\0\x40\0\0\0GSBD", "shader_cache"),
        (b"GDST\x10\0\x10\0", "texture"),
        (b"GST2\x01\0\0\0", "texture"),
        (b"GDPC\x01\0\0\0", "GDPC"),
        (b"PK\x03\x04\x14\0", "zip"),
        (b"\x89PNG\r\n\x1a\n", "png"),
    ];
    for (bytes, code) in kinds {
        assert_eq!(Foreign::by_shape(bytes).map(Foreign::code), Some(code));
        // Formats without a magic number are recognized by all of their bytes.
        let by_shape = matches!(code, "command_line" | "wasm" | "lfs_pointer");
        assert_eq!(Foreign::by_magic(bytes).is_none(), by_shape, "{code}");
    }
    assert_eq!(Foreign::by_magic(b"GCPF\x02\0\0\0"), None);
    // Two bytes are no magic number, and gzip is a container.
    for bytes in [&b"BM\0\0\0\0\0\0"[..], b"MZ\x90\0\x03\0\0\0", b"\xff\xfb\x90\x64\0", b"\x1f\x8b\x08\0\0"] {
        assert_eq!(Foreign::by_shape(bytes), None, "{bytes:02x?}");
    }
}

/// A file is named as one that gamewire reads only if it is read.
#[test]
fn a_config_file_is_one_that_is_read() {
    for text in [
        &b"[s]\n\nlevel=12\nt=\"a\xc2\x9bb\"\n"[..],
        b"config_version=5\n\n[a]\n\nb=\"\x14\"\nc=1\n",
        b"\"key 1\"=5\n",
        b"a/b=5\n[s]\nc=Vector2(1, 2)\n",
        b"[s]\na={\n\"b\": 1\n}\n",
        // It is read up to an error.
        b"[s]\na=5\nb=Vector2(\n",
        b"; comment\na=&\"b\"\nc=inf\n",
    ] {
        assert!(is(text, Foreign::ConfigFile), "{:?}", text.escape_ascii().to_string());
    }
    for text in [
        &b"minecraft:diamond_sword[minecraft:enchantments={levels:{\"minecraft:sharpness\":5}}]"[..],
        b"@e[type=zombie,limit=1]",
        b"oak_log[axis=y]",
        b"[Desktop Entry]\nVersion=1.0\nType=Application\nName=Foo\nExec=foo --a=b %U\n",
        b"AAECAwQFBg==",
        b"x = y",
    ] {
        assert!(is(text, Foreign::Text), "{:?}", text.escape_ascii().to_string());
    }
    // Only a ConfigFile has control characters, and no text has zero bytes.
    for bytes in [&b"a\x01b"[..], b"[s]\na=\"\0\"\n"] {
        assert_eq!(Foreign::by_shape(bytes), None);
    }
}

#[test]
fn files_and_packets_around_a_world_are_recognized() {
    for (bytes, kind) in [
        (&b"\0\0\x01\x45\xe8\xb7\x89\xfe"[..], Foreign::SessionLock),
        ("☃".as_bytes(), Foreign::SessionLock),
        (b"\xfe\xfd\x09\0\0\0\x01", Foreign::Query),
        (b"\xfe\xfd\0\0\0\0\x01\0\0\0\x05", Foreign::Query),
        (b"\x0d\0\0\0\xde\xc0\xad\x0b\x03\0\0\0abc\0\0", Foreign::Rcon),
        (b"\x12\x3e\x45\x67\xe8\x9b\x42\xd3\xa4\x56\x42\x66\x14\x17\x40\0", Foreign::WorldUid),
    ] {
        assert!(matches!(examine(bytes), Contents::Foreign(found) if found == kind), "{kind}: {bytes:02x?}");
    }
    // Other times, packets and UUIDs.
    for bytes in [
        &b"\0\0\0\0\0\0\0\x01"[..],
        b"\0\0\x04\x45\xe8\xb7\x89\xfe",
        b"\xfe\xfd\x09",
        b"\xfe\xfd\x07\0\0\0\x01",
        b"\x0d\0\0\0\xde\xc0\xad\x0b\x05\0\0\0abc\0\0",
        b"\x0d\0\0\0\xde\xc0\xad\x0b\x03\0\0\0abc\0\x01",
        b"\x12\x3e\x45\x67\xe8\x9b\x12\xd3\xa4\x56\x42\x66\x14\x17\x40\0",
    ] {
        let found = examine(bytes);
        assert!(!matches!(found, Contents::Foreign(_)), "{bytes:02x?}: {found:?}");
    }
}

/// A region with one chunk, of which a part of the tables or of the header of the chunk is damaged.
#[test]
fn a_damaged_region_is_a_region() {
    let mut region = vec![0; 3 * SECTOR];
    region[..4].copy_from_slice(&[0, 0, 2, 1]);
    region[2 * SECTOR..][..7].copy_from_slice(&[0, 0, 0, 24, 2, 0x78, 0x9c]);
    assert!(is(&region, Foreign::Region));
    for (place, byte) in
        [(2, 0), (3, 0), (3, 9), (2 * SECTOR + 3, 0), (2 * SECTOR + 4, 0), (2 * SECTOR + 4, 9)]
    {
        let mut damaged = region.clone();
        damaged[place] = byte;
        assert!(is(&damaged, Foreign::Region), "{place}: {byte}");
    }
    let other: Vec<u8> = (0..3 * SECTOR).map(|at| (at * 7 % 251) as u8).collect();
    assert_eq!(Foreign::by_shape(&other), None);
}

#[test]
fn layouts_without_magic_numbers_are_recognized_by_all_bytes() {
    let uid = b"\x01\0\0\0\x07\0\0\0\0\0\0\0\x08\0\0\0res://ab";
    assert!(is(uid, Foreign::UidCache) && !is(&uid[..uid.len() - 1], Foreign::UidCache));
    let mut region = vec![0; 2 * SECTOR];
    assert!(is(&region, Foreign::EmptyRegion) && is(&region[1..], Foreign::Zeros));
    region[SECTOR] = 1;
    assert!(is(&region, Foreign::EmptyRegion));
    region[..4].copy_from_slice(&[0, 0, 2, 1]);
    region.extend([0, 0, 0, 9, 2]);
    assert!(!is(&region[..2 * SECTOR], Foreign::Region) && is(&region, Foreign::Region));
}

/// The end of a table and the beginning of a manifest, as the format of LevelDB describes them.
#[test]
fn files_of_level_db_are_recognized() {
    let table = [&[0x80; 40][..], &[0x57, 0xfb, 0x80, 0x8b, 0x24, 0x75, 0x47, 0xdb]].concat();
    assert!(is(&table, Foreign::LevelDb));
    assert!(!is(&table[..47], Foreign::LevelDb));
    // Checksum, length, type; the field of the comparator and the length of its name.
    let manifest =
        [b"\x56\xf9\xb8\xf8\x1c\0\x01\x01\x1a", &b"leveldb.BytewiseComparator"[..], &[2, 0]].concat();
    assert!(is(&manifest, Foreign::LevelDb));
}

/// The first half of the header, which has the places of chunks, is zero.
#[test]
fn a_region_with_an_empty_table_of_places_is_recognized() {
    let mut region = vec![0; 4 * SECTOR];
    assert!(is(&region, Foreign::Zeros));
    region[3 * SECTOR..][..5].copy_from_slice(&[0, 0, 3, 0x20, 2]); // 800 bytes, zlib
    assert!(is(&region, Foreign::EmptyRegion));
    region.push(0);
    assert!(!is(&region, Foreign::EmptyRegion));
}

/// A count for each of many arrays inside each other, and nulls up to the end: read from every header on.
fn arrays(id: u32, levels: usize, nulls: u32, count: u32) -> Vec<u8> {
    let head = |count: u32| [id, count].map(u32::to_le_bytes).concat();
    let mut bytes = head(1).repeat(levels - 1);
    bytes.extend(head(count));
    bytes.resize(bytes.len() + 4 * nulls as usize, 0);
    bytes
}

/// Whatever is read from the second header on reads as well as any other; arrays that end one null too early or too late do not.
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
    assert!(matches!(found, Some((6, Contents::Godot { .. }))));
}

/// An array of floats that no game would have is a guess only if nothing better follows.
#[test]
fn a_header_before_values_without_doubts_comes_first() {
    let file = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>();
    let doubted = file(&[0x20100, 0x20, 3, 0x3f800000, 0xc0200000, 0x72177617]);
    assert_eq!(after_header(&doubted).map(|(header, _)| header), Some(4));
    let both = file(&[0x20100, 0x20, 6, 28, 2, 2, 5, 2, 6]);
    assert_eq!(after_header(&both).map(|(header, _)| header), Some(12));
}
