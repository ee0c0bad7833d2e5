//! Tests the command on NBT of the Bedrock edition: a `level.dat` of the game, its header, several roots, and
//! packets. The files are in `tests/fixtures/minecraft`, or are written in the tests.

use std::fs;

use gamewire::minecraft::nbt::{Nbt, Tag};
use gamewire::minecraft::{NbtForm, Protocol};
use gamewire_files::document::Document;
use gamewire_files::identify::Arrangement;
use gamewire_files::shared::identify::{encoded_values, nbt_arrangement};

use super::{file, gamewire};

const ROOT: &str = "tests/fixtures/minecraft/bedrock/level_root.nbt";

/// The root as another codec carries it, and after the header of the game: version 10, length.
fn level() -> (Vec<u8>, Vec<u8>) {
    let root = fs::read(file(ROOT)).unwrap();
    let header = [10_u32, u32::try_from(root.len()).unwrap()].map(u32::to_le_bytes).concat();
    let level = [header.as_slice(), &root].concat();
    (root, level)
}

fn write(folder: &tempfile::TempDir, name: &str, bytes: &[u8]) -> String {
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A header that says more than is there is one.
#[test]
fn a_level_that_is_cut_has_a_header() {
    let (_, mut cut) = level();
    cut.pop();
    let arrangement = Arrangement::LevelDat { version: 10 };
    assert_eq!(nbt_arrangement(&cut, NbtForm::LittleEndian, false), arrangement);
    let (values, broken) = encoded_values(&cut, arrangement);
    assert!(values.is_empty() && broken.is_some_and(|error| error.missing() == Some(1)));
}

#[test]
fn roots_in_a_row_are_values() {
    let folder = tempfile::tempdir().unwrap();
    let (root, _) = level();
    for (name, protocol) in
        [("minecraft-bedrock", Protocol::BEDROCK), ("minecraft-bedrock-network", Protocol::BEDROCK_NETWORK)]
    {
        let tree: Nbt = Protocol::BEDROCK.parse(&root).unwrap();
        let one = protocol.encode(&tree).unwrap();
        let path = write(&folder, "several.nbt", &one.repeat(3));
        let said = gamewire(&["identify", &path], "");
        assert!(said.text().contains(", 3 roots in a row"), "{}", said.text());
        assert!(said.text().contains("next       gamewire decode "), "{}", said.text());
        assert_eq!(gamewire(&["decode", "--snbt", &path], "").text().lines().count(), 3);
        assert_eq!(gamewire(&["get", "--value", "2", &path, "GameType"], "").text(), "0\n");
        assert_eq!(gamewire(&["set", "--value", "1", &path, "GameType", "300"], "").status, 0);
        let changed = fs::read(&path).unwrap();
        let mut middle = one.clone();
        let mut document = Document::open(&middle).unwrap();
        document.set_path(&"$.GameType".parse().unwrap(), Tag::Int(300)).unwrap();
        middle = document.encode().unwrap().into_owned();
        assert_eq!(changed, [one.clone(), middle, one.clone()].concat());
        let single = write(&folder, "one.nbt", &one);
        let explained = gamewire(&["explain", &single], "");
        assert!(
            explained.text().starts_with(&name.replace('-', " ").replacen(" network", "-network", 1)),
            "{}",
            explained.text()
        );
        let format = format!("{name}/nbt");
        assert_eq!(
            gamewire(&["decode", "--as", &format, &single], "").out,
            gamewire(&["decode", &single], "").out
        );
    }
}

/// A root of the other editions' forms is not taken for one of Bedrock.
#[test]
fn text_that_java_reads_is_kept() {
    for name in ["hello_world.nbt", "bigtest.nbt"] {
        let path = file(&format!("tests/fixtures/minecraft/nbt/{name}"));
        let Ok(bytes) = fs::read(&path) else { continue };
        let json: serde_json::Value =
            serde_json::from_str(gamewire(&["identify", "--json"], bytes).text()).unwrap();
        assert_eq!(json["format"], "minecraft/nbt", "{name}");
    }
}
