//! Compares dumps of NBT of the Bedrock edition, of its files, and of region files with the ones kept in `snapshots`. Other codecs
//! wrote the bytes.

use crate::dump_support::assert_dump;
use crate::file_dumps::keep;
use crate::minecraft_support::{fixture, rows};
use crate::support::tsv::unhex;
use gamewire::minecraft::{Protocol, TypeExpr};
use gamewire_files::document::OpenOptions;
use gamewire_files::minecraft::region::{ChunkPos, Region};

/// A root that this codec wrote in this form, and whose bytes begin like that.
fn written_by(codec: &str, form: &str, begins: &str) -> Vec<u8> {
    let rows = rows("bedrock.tsv");
    let mut found = rows.iter().filter(|row| row[0] == codec && row[1] == form && row[3].starts_with(begins));
    unhex(&found.next().unwrap_or_else(|| panic!("no root of {codec} in {form}"))[3])
}

/// The root of this form that is a List of this type.
fn list_root(form: &str, elements: &str) -> Vec<u8> {
    let rows = rows("list_roots.tsv");
    let row = rows.iter().find(|row| row.get(1..3) == Some(&[form.into(), elements.into()])).unwrap();
    unhex(&row[3])
}

#[test]
fn roots_of_the_bedrock_edition() {
    let (files, packets) = (Protocol::BEDROCK, Protocol::BEDROCK_NETWORK);
    for (name, protocol, bytes) in [
        ("bedrock/nbt__hello_world", files, written_by("nbtlib", "little-endian", "0a0b00")),
        ("bedrock/nbt__numbers", files, written_by("amulet-nbt", "little-endian", "0a000001")),
        ("bedrock/nbt__arrays", files, written_by("amulet-nbt", "little-endian", "0a00000b")),
        ("bedrock-network/nbt__hello_world", packets, written_by("prismarine-nbt", "VarInt", "0a0b")),
        ("bedrock-network/nbt__numbers", packets, written_by("prismarine-nbt", "VarInt", "0a0001")),
        (
            "bedrock/nbt__raw_text",
            files,
            b"\x0a\0\0\x08\x0a\0StorageKey\x08\0\xc5\0\0\0\x01\0\0\0\0".to_vec(),
        ),
        ("bedrock/nbt__list_root", files, list_root("little-endian", "Compound")),
        ("bedrock-network/nbt__list_root", packets, list_root("VarInt", "Int")),
        ("1.14/nbt__rejected_list_root", Protocol::V1_14, list_root("big-endian", "Int")),
        ("bedrock-network/nbt__rejected_negative_count", packets, b"\x0a\0\x0b\x01a\x01\0".to_vec()),
    ] {
        assert_dump(&format!("minecraft/{name}"), &TypeExpr::Nbt.explain(protocol, &bytes).text());
    }
}

/// The root is of another codec; the game writes the header.
#[test]
fn files_of_the_bedrock_edition() {
    let root = written_by("nbtlib", "little-endian", "0a0b00");
    let length = u32::try_from(root.len()).unwrap();
    let level = [&10_u32.to_le_bytes()[..], &length.to_le_bytes(), &root].concat();
    keep(&["minecraft/files/level_dat"], &level, &OpenOptions::new());
    let other = written_by("amulet-nbt", "little-endian", "0a000007");
    keep(&["minecraft/files/roots"], &[&root[..], &other].concat(), &OpenOptions::new());
}

#[test]
fn regions() {
    let file = std::fs::read(fixture("region/r.0.0.mca")).unwrap();
    let at = ChunkPos::new(3, 7).unwrap();
    keep(&["minecraft/files/region"], &file, &OpenOptions::new().chunk(at));
    let contents = Region::parse(&file).unwrap().chunk(at).unwrap().unpack(1 << 20).unwrap();
    assert_dump("minecraft/files/region_chunk", &TypeExpr::Nbt.explain(Protocol::V1_14, &contents).text());
}
