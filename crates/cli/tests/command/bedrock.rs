//! Tests the command on NBT of the Bedrock edition: a `level.dat` of the game, its header, several roots, and
//! packets. The files are in `tests/fixtures/minecraft`, or are written in the tests.

use std::fs;

use gamewire::minecraft::nbt::{Compound, Nbt, Tag};
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

#[test]
fn a_level_is_named_read_changed_and_keeps_its_header() {
    let folder = tempfile::tempdir().unwrap();
    let (root, bytes) = level();
    let path = write(&folder, "level.dat", &bytes);
    let said = gamewire(&["identify", &path], "");
    assert!(
        said.text().contains(
            "NBT of Minecraft's Bedrock edition, little-endian, after the header of level.dat (version 10)"
        ),
        "{}",
        said.text()
    );
    let json: serde_json::Value =
        serde_json::from_str(gamewire(&["identify", "--json", &path], "").text()).unwrap();
    assert_eq!((&json["format"], &json["frame"]), (&"minecraft-bedrock/nbt".into(), &"level.dat".into()));
    assert_eq!(gamewire(&["get", &path, "GameType"], "").text(), "0\n");
    assert_eq!(gamewire(&["get", &path, "LevelName"], "").text(), "\"My World\"\n");
    assert_eq!(gamewire(&["verify", "--json", &path], "").status, 0);
    // One byte changes, and where the text gets longer its length and that in the header.
    assert_eq!(gamewire(&["set", &path, "GameType", "1"], "").status, 0);
    let changed = fs::read(&path).unwrap();
    assert_eq!(changed.iter().zip(&bytes).filter(|(a, b)| a != b).count(), 1);
    assert_eq!(gamewire(&["set", &path, "LevelName", "Our World \u{1f600}"], "").status, 0);
    let longer = fs::read(&path).unwrap();
    assert_eq!(longer.len(), bytes.len() + "Our World \u{1f600}".len() - "My World".len());
    assert_eq!(
        &longer[..8],
        &[10_u32, u32::try_from(longer.len() - 8).unwrap()].map(u32::to_le_bytes).concat()[..]
    );
    let original = write(&folder, "original.dat", &bytes);
    assert_eq!(
        gamewire(&["diff", &original, &path], "").text(),
        "~ $.GameType: 0 -> 1\n~ $.LevelName: \"My World\" -> \"Our World \u{1f600}\"\n"
    );
    // The JSON is written into the same header again, also by name of the format.
    let json = gamewire(&["decode", &original], "").out;
    assert_eq!(gamewire(&["encode", "--like", &original], json.clone()).out, bytes);
    assert_eq!(gamewire(&["encode", "--as", "minecraft-bedrock/nbt", "-"], json).out, root);
    assert_eq!(gamewire(&["get", "--as", "minecraft-bedrock/nbt", &original, "GameType"], "").text(), "0\n");
    // A header that says more than is there is one.
    let mut cut = bytes.clone();
    cut.pop();
    let arrangement = Arrangement::LevelDat { version: 10 };
    assert_eq!(nbt_arrangement(&cut, NbtForm::LittleEndian), arrangement);
    let (values, broken) = encoded_values(&cut, arrangement);
    assert!(values.is_empty() && broken.is_some_and(|error| error.missing() == Some(1)));
}

/// Every subcommand that reads also reads the part before the cut of a truncated file, with and without the
/// name of the format.
#[test]
fn a_cut_level_is_read_up_to_the_cut() {
    let folder = tempfile::tempdir().unwrap();
    let (_, bytes) = level();
    let path = write(&folder, "level.dat", &bytes[..200]);
    let missing = "at byte 0x0004, reading frame length at $: the length is 483, but 192 bytes remain";
    let named = gamewire(&["identify", &path], "");
    let what = "it looks like NBT of Minecraft's Bedrock edition, little-endian, after the header of level.dat \
                (version 10), cut short: ";
    assert!(named.status == 1 && named.text().contains(&format!("{what}{missing}\n")), "{}", named.text());
    let json: serde_json::Value =
        serde_json::from_str(gamewire(&["identify", "--json", &path], "").text()).unwrap();
    assert_eq!((&json["nearest"], &json["cut"]), (&"minecraft-bedrock/nbt".into(), &true.into()));
    for format in [&[][..], &["--as", "minecraft-bedrock/nbt"]] {
        let explained = gamewire(&[&["explain"], format, &[&path]].concat(), "");
        assert!(explained.status == 1 && explained.err.contains(missing), "{}", explained.err);
        assert!(explained.text().contains("\"LimitedWorldOriginZ\": Int"), "{}", explained.text());
        let decoded = gamewire(&[&["decode", "--partial", "--plain"], format, &[&path]].concat(), "");
        assert!(decoded.status == 1 && decoded.err.contains("the printed part ends before byte 0x00ba"));
        assert!(decoded.text().ends_with("\"LimitedWorldOriginZ\":12}\n"), "{}", decoded.text());
        let got = gamewire(&[&["get"], format, &[&path, "LevelName"]].concat(), "");
        assert_eq!((got.status, got.text()), (1, "\"My World\"\n"), "{}", got.err);
        assert!(got.err.contains(missing), "{}", got.err);
        let found = gamewire(&[&["find"], format, &[&path]].concat(), "");
        assert_eq!((found.status, found.text().lines().count()), (1, 8), "{}", found.text());
        let set = gamewire(&[&["set"], format, &[&path, "GameType", "1"]].concat(), "");
        assert!(set.status == 1 && set.err.contains("the length is 483"), "{}", set.err);
    }
    assert_eq!(fs::read(&path).unwrap(), bytes[..200]);
    // Several roots, of which the last is cut.
    let network: Nbt = Protocol::BEDROCK.parse(&bytes[8..]).unwrap();
    let root = Protocol::BEDROCK_NETWORK.encode(&network).unwrap();
    let several = [&root[..], &root, &root[..90]].concat();
    let path = write(&folder, "several.nbt", &several);
    let decoded = gamewire(&["decode", "--partial", "--plain", &path], "");
    assert_eq!((decoded.status, decoded.text().lines().count()), (1, 3), "{}", decoded.err);
    assert!(decoded.text().ends_with("\"LevelName\":\"My World\"}\n"), "{}", decoded.text());
    assert_eq!(decoded.err.matches("error: ").count(), 1, "{}", decoded.err);
    let got = gamewire(&["get", "--value", "2", &path, "LevelName"], "");
    assert_eq!((got.status, got.text()), (1, "\"My World\"\n"), "{}", got.err);
}

/// With the name of the form, the header of a file is read as without it; bytes after the root are allowed by an option.
#[test]
fn the_header_of_a_level_is_read_with_the_name_of_the_form() {
    let folder = tempfile::tempdir().unwrap();
    let (_, bytes) = level();
    let followed = write(&folder, "level.dat", &[&bytes[..], b"xy"].concat());
    let path = write(&folder, "whole.dat", &bytes);
    let whole = gamewire(&["decode", &path], "");
    for options in [&["--as", "minecraft-bedrock/nbt"][..], &["--trailing"], &[]] {
        let read = gamewire(&[&["decode"], options, &[&path]].concat(), "");
        assert_eq!((read.status, read.text()), (0, whole.text()), "{}", read.err);
    }
    for options in [&["--as", "minecraft-bedrock/nbt"][..], &[]] {
        let read = gamewire(&[&["decode", "--trailing"], options, &[&followed]].concat(), "");
        assert_eq!((read.status, read.text()), (0, whole.text()), "{}", read.err);
        let refused = gamewire(&[&["decode"], options, &[&followed]].concat(), "");
        assert_eq!(refused.status, 1, "{}", refused.err);
        assert!(refused.text().starts_with(whole.text()), "{}", refused.text());
    }
    let hinted = gamewire(&["decode", &followed], "");
    assert!(
        hinted.err.contains("2 bytes follow the value\n\nhint: pass --trailing to ignore them"),
        "{}",
        hinted.err
    );
    // The bytes after the root are kept, and the header has the length of only the root.
    let set = gamewire(&["set", "--trailing", &followed, "LevelName", "X"], "");
    assert_eq!((set.status, set.err.as_str()), (0, "$.LevelName: \"My World\" -> \"X\"\n"));
    let set = fs::read(&followed).unwrap();
    assert_eq!(set.len(), bytes.len() + 2 - 7);
    assert!(set.ends_with(b"xy") && set[4..8] == u32::try_from(bytes.len() - 8 - 7).unwrap().to_le_bytes());
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

/// A file of another format than the named one is named with its form.
#[test]
fn another_format_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let level = write(&folder, "level.dat", &level().1);
    let said = gamewire(&["decode", "--as", "godot4", &level], "");
    assert_eq!(said.status, 1);
    assert!(said.err.contains("hint: minecraft-bedrock/nbt reads this input"), "{}", said.err);
}

/// Two blocks in a List that is the root, in all forms: the last has no entries.
const BLOCKS: [(&str, &str, &[u8]); 4] = [
    (
        "minecraft-bedrock/nbt",
        "NBT of Minecraft's Bedrock edition, little-endian",
        b"\x09\0\0\x0a\x02\0\0\0\x08\x04\0name\x02\0ab\0\0",
    ),
    (
        "minecraft-bedrock-network/nbt",
        "NBT of Minecraft's Bedrock edition, with VarInts",
        b"\x09\0\x0a\x04\x08\x04name\x02ab\0\0",
    ),
    (
        "minecraft-list-roots/nbt",
        "NBT of Minecraft whose root is a List, which the Java edition refuses",
        b"\x09\0\0\x0a\0\0\0\x02\x08\0\x04name\0\x02ab\0\0",
    ),
    (
        "minecraft-nameless-list-roots/nbt",
        "NBT of Minecraft whose root is a List without a name",
        b"\x09\x0a\0\0\0\x02\x08\0\x04name\0\x02ab\0\0",
    ),
];

#[test]
fn a_root_that_is_a_list_is_read_searched_and_changed() {
    let folder = tempfile::tempdir().unwrap();
    for (format, name, bytes) in BLOCKS {
        let path = write(&folder, "blocks.nbt", bytes);
        let said = gamewire(&["identify", &path], "");
        assert!(said.text().contains(name), "{}", said.text());
        let json = gamewire(&["decode", &path], "").out;
        let inside = br#""tag":{"type":"list","value":{"type":"compound","value":[[["name","#;
        assert!(json.windows(inside.len()).any(|part| part == inside), "{}", json.escape_ascii());
        assert_eq!(gamewire(&["encode", "--as", format, "-"], json.clone()).out, bytes);
        assert_eq!(gamewire(&["encode", "--like", &path], json.clone()).out, bytes);
        assert_eq!(gamewire(&["decode", "--snbt", &path], "").text(), "[{name:\"ab\"},{}]\n");
        assert_eq!(gamewire(&["encode", "--snbt", "--as", format], "[{name: ab}, {}]").out, bytes);
        assert_eq!(gamewire(&["decode", "--plain", &path], "").text(), "[{\"name\":\"ab\"},{}]\n");
        assert_eq!(gamewire(&["verify", "--json", &path], "").text(), "{\"status\":\"identical\"}\n");
        let rows = gamewire(&["explain", &path], "");
        assert!(rows.text().contains("09                       List  (type id 9, "), "{}", rows.text());
        assert_eq!(gamewire(&["get", &path, "[0].name"], "").text(), "\"ab\"\n");
        assert_eq!(gamewire(&["find", &path], "").text(), "$[0].name = \"ab\"\n$[1] = {}\n");
        assert_eq!(gamewire(&["find", "AB", &path], "").text(), "$[0].name = \"ab\"\n");
        // The Java edition has no such file: a sentence, and nothing is written.
        let java = gamewire(&["encode", "--as", "minecraft/nbt", "-"], json);
        let sentence = "an NBT root that is a List has no form in the Java edition, which needs a Compound";
        assert!(java.status == 1 && java.out.is_empty() && java.err.contains(sentence), "{}", java.err);
        let read = gamewire(&["decode", "--as", "minecraft/nbt", &path], "");
        let reason = "not a list (9): only the Bedrock edition has lists as roots";
        assert!(read.status == 1 && read.err.contains(reason), "{}", read.err);
        // A change leaves all other bytes.
        assert_eq!(gamewire(&["set", &path, "[0].name", "cd"], "").status, 0);
        let changed = fs::read(&path).unwrap();
        let differing: Vec<_> = changed.iter().zip(bytes).filter(|(new, old)| new != old).collect();
        assert_eq!(differing, [(&b'c', &b'a'), (&b'd', &b'b')]);
        let before = write(&folder, "before.nbt", bytes);
        let differences = gamewire(&["diff", &before, &path], "");
        assert_eq!(differences.text(), "~ $[0].name: \"ab\" -> \"cd\"\n");
        assert_eq!(gamewire(&["set", "--add", &path, "[1].id", "5"], "").status, 0);
        assert_eq!(gamewire(&["get", &path, "[1]"], "").text(), "{id:5}\n");
    }
}

#[test]
fn each_of_several_roots_is_compared() {
    let folder = tempfile::tempdir().unwrap();
    let root = |number: i32| {
        let nbt = Nbt::unnamed([("hp", Tag::Int(number))].into_iter().collect::<Compound>());
        Protocol::BEDROCK.encode(&nbt).unwrap()
    };
    let old = write(&folder, "old", &[root(1), root(2)].concat());
    let new = write(&folder, "new", &[root(1), root(3), root(4)].concat());
    let differences = gamewire(&["diff", &old, &new], "");
    assert_eq!(differences.text(), "~ value 1: $.hp: 2 -> 3\n+ value 2: $: {hp:4}\n");
    assert_eq!(differences.status, 1);
}
