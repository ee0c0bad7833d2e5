//! Tests `get`, `set`, `edit`, `diff` and `encode --like` on files whose format is not given. Engines wrote
//! the files (`tests/fixtures/framing`), or the tests write them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use gamewire::godot::{Dialect, Dictionary, Framing, Packed, Variant, Vector2};
use gamewire::minecraft::encode_nbt;
use gamewire::minecraft::nbt::{Compound, List, Nbt, Numbers, Tag};
use gamewire_files::godot::{Compression, Encryption, EncryptionKey, compress, encrypt};
use gamewire_files::godot::{ProjectFile, Setting};
use gamewire_files::minecraft::{Packing, pack};
use tempfile::TempDir;

#[cfg(unix)]
use super::in_editor;
use super::{Run, command, file, gamewire};

const PASSWORD: &str = "correct horse";

fn save() -> Variant {
    let player = Dictionary::from_iter([
        (Variant::from("name"), Variant::from("Ada")),
        ("gold".into(), Variant::Int(7)),
        ("hp".into(), Variant::Float(87.5)),
        ("position".into(), Vector2::new(1.5, -2.0).into()),
    ]);
    Variant::from(Dictionary::from_iter([
        (Variant::from("version"), Variant::Int(1 << 40)),
        ("player".into(), player.into()),
        ("items".into(), vec![Variant::from("sword"), "potion".into(), Variant::Nil].into()),
        ("seen".into(), true.into()),
        ("map".into(), Packed::from(vec![1_u8, 2, 3]).into()),
        ("class".into(), Variant::StringName("mage".into())),
    ]))
}

fn level() -> Vec<u8> {
    let data = Compound::from_iter([
        ("Gold", Tag::Int(7)),
        ("Health", Tag::Float(19.5)),
        ("Name", "Ada".into()),
        ("Pos", Tag::List(List::Double(Numbers::from(vec![1.0, 64.0, 2.0])))),
    ]);
    encode_nbt(&Some(Nbt::unnamed(Compound::from_iter([("Data", data)])))).unwrap()
}

/// Every container, with every generation in it.
fn files() -> (TempDir, Vec<(PathBuf, bool)>) {
    let folder = TempDir::new().unwrap();
    let mut files = Vec::new();
    let mut add = |name: &str, bytes: Vec<u8>, encrypted: bool| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        files.push((path, encrypted));
    };
    let key = EncryptionKey::from_password(PASSWORD);
    for dialect in [Dialect::GODOT_3, Dialect::GODOT_4] {
        let mut value = save();
        if dialect == Dialect::GODOT_3 {
            value.set_path(&"$.class".parse().unwrap(), "mage".into()).unwrap();
        }
        let name = dialect.name();
        let plain = dialect.encode(&value).unwrap();
        let mut framed = Vec::new();
        Framing::STORE_VAR.write(dialect, &value, &mut framed).unwrap();
        let mut big = Vec::new();
        Framing::STORE_VAR.big_endian().write(dialect, &value, &mut big).unwrap();
        for mode in [Compression::FastLz, Compression::Deflate, Compression::Zstd, Compression::Gzip] {
            add(&format!("{name}-{mode}"), compress(&framed, mode).unwrap(), false);
        }
        let encryption = match dialect {
            Dialect::GODOT_3 => Encryption::Godot3,
            _ => Encryption::Godot4 { iv: [7; 16] },
        };
        add(&format!("{name}-encrypted"), encrypt(&framed, &key, encryption).unwrap(), true);
        add(&format!("{name}-gzip"), pack(&plain, Packing::Gzip).unwrap(), false);
        add(&format!("{name}-plain"), plain, false);
        add(&format!("{name}-framed"), framed, false);
        add(&format!("{name}-big"), big, false);
    }
    for packing in [Packing::None, Packing::Gzip, Packing::Zlib] {
        add(&format!("nbt-{packing:?}"), pack(&level(), packing).unwrap(), false);
    }
    (folder, files)
}

fn secret(encrypted: bool) -> &'static [&'static str] {
    if encrypted { &["--password", PASSWORD] } else { &[] }
}

fn run(name: &str, path: &Path, rest: &[&str], encrypted: bool) -> Run {
    gamewire(&[&[name, path.to_str().unwrap()], rest, secret(encrypted)].concat(), "")
}

#[test]
fn gold_is_read_and_changed_in_every_container() {
    let (_folder, files) = files();
    for (path, encrypted) in files {
        let nbt = path.to_str().unwrap().contains("nbt");
        let gold = if nbt { "Data.Gold" } else { "player.gold" };
        let before = fs::read(&path).unwrap();
        let got = run("get", &path, &[gold], encrypted);
        assert_eq!((got.status, got.text()), (0, "7\n"), "{path:?}: {}", got.err);
        let set = run("set", &path, &[gold, "999"], encrypted);
        assert_eq!((set.status, set.text()), (0, ""), "{path:?}: {}", set.err);
        assert!(set.err.ends_with(&format!("$.{gold}: 7 -> 999\n")), "{}", set.err);
        assert_eq!(run("get", &path, &[gold], encrypted).text(), "999\n", "{path:?}");
        // The container stays. If nothing in it is random, setting the old value restores the file.
        let after = fs::read(&path).unwrap();
        assert_ne!(after, before);
        let magic = before.len().min(2);
        assert_eq!(after[..magic], before[..magic], "{path:?}");
        let old = path.with_extension("old");
        fs::write(&old, &before).unwrap();
        let args = ["diff", old.to_str().unwrap(), path.to_str().unwrap()];
        let diff = gamewire(&[&args, secret(encrypted)].concat(), "");
        assert_eq!(
            (diff.status, diff.text()),
            (1, format!("~ $.{gold}: 7 -> 999\n").as_str()),
            "{}",
            diff.err
        );
        assert_eq!(run("set", &path, &[gold, "7"], encrypted).status, 0);
        let diff = gamewire(&[&args, secret(encrypted)].concat(), "");
        assert_eq!((diff.status, diff.text()), (0, ""), "{path:?}");
        if !encrypted {
            assert!(fs::read(&path).unwrap() == before, "{path:?}");
        }
    }
}

#[test]
fn decode_and_encode_like_give_the_same_bytes() {
    let (folder, files) = files();
    let copy = folder.path().join("copy");
    for (path, encrypted) in files {
        let name = path.file_name().unwrap().to_str().unwrap();
        let format = name.split('-').next().unwrap().replace("nbt", "minecraft/nbt");
        let mut decode = vec!["decode", "--as", &format];
        if !name.contains("plain") && !name.contains("nbt") && *name != format!("{format}-gzip") {
            decode.extend(["--frame", "store-var"]);
        }
        if name.ends_with("-big") {
            decode.push("--big-endian");
        }
        let text = match *name == format!("{format}-gzip") {
            true => continue, // Another test has what decode does with it.
            false => {
                gamewire(&[decode.as_slice(), &[path.to_str().unwrap()], secret(encrypted)].concat(), "")
            }
        };
        assert_eq!(text.status, 0, "{name}: {}", text.err);
        let args = ["encode", "--like", path.to_str().unwrap(), "--out", copy.to_str().unwrap(), "-"];
        let written = gamewire(&[&args, secret(encrypted)].concat(), text.out.clone());
        assert_eq!(written.status, 0, "{name}: {}", written.err);
        assert!(fs::read(&copy).unwrap() == fs::read(&path).unwrap(), "{name}");

        // Another value in the same container.
        let other = text.text().replace("Ada", "Grace");
        let written = gamewire(&[&args, secret(encrypted)].concat(), other);
        assert_eq!(written.status, 0, "{name}: {}", written.err);
        let at = if name.contains("nbt") { "Data.Name" } else { "player.name" };
        assert_eq!(run("get", &copy, &[at], encrypted).text(), "\"Grace\"\n", "{name}");
    }
    // Files of engines, as they are.
    for name in [
        "4.6.3/compressed_zstd.bin",
        "3.6.2/compressed_fastlz.bin",
        "3.6.2/project.binary",
        "4.6.3/project.binary",
    ] {
        let path = file(&format!("tests/fixtures/framing/godot-{name}"));
        let format = if name.starts_with('3') { "godot3" } else { "godot4" };
        let text = gamewire(&["decode", "--as", format, "--frame", "store-var", "--objects", &path], "");
        let project = gamewire(&["decode", "--as", format, "--objects", &path], "");
        let text = if name.contains("project") { project } else { text };
        assert_eq!(text.status, 0, "{name}: {}", text.err);
        let written = gamewire(&["encode", "--like", &path, "--out", copy.to_str().unwrap(), "-"], text.out);
        assert_eq!(written.status, 0, "{name}: {}", written.err);
        assert!(fs::read(&copy).unwrap() == fs::read(&path).unwrap(), "{name}");
    }
}

#[test]
fn removing_and_writing_elsewhere() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("save");
    let fresh = Dialect::GODOT_4.encode(&save()).unwrap();
    fs::write(&path, &fresh).unwrap();
    let out = run("set", &path, &["player.gold", "8", "--out", "-"], false);
    assert_eq!((out.status, out.out.len()), (0, fresh.len()));
    assert_eq!(fs::read(&path).unwrap(), fresh);
    let removed = run("set", &path, &["--remove", "player.gold"], false);
    assert_eq!(removed.status, 0, "{}", removed.err);
    assert!(run("get", &path, &["player.gold"], false).err.contains("no such key"));
    let old = folder.path().join("old");
    fs::write(&old, &fresh).unwrap();
    let diff = gamewire(&["diff", "--quiet", path.to_str().unwrap(), old.to_str().unwrap()], "");
    assert_eq!((diff.status, diff.text()), (1, ""));
}

#[cfg(unix)]
fn edited(path: &Path, editor: &str) -> (i32, String) {
    in_editor(&["edit", path.to_str().unwrap()], editor)
}

#[cfg(unix)]
#[test]
fn an_editor_changes_every_container() {
    let (_folder, files) = files();
    for (path, encrypted) in files.into_iter().filter(|(_, encrypted)| !encrypted) {
        let before = fs::read(&path).unwrap();
        let (status, said) = edited(&path, "true");
        assert_eq!(status, 0, "{said}");
        assert!(said.contains("the text is unchanged"), "{said}");
        assert_eq!(fs::read(&path).unwrap(), before);
        let (status, said) = edited(&path, "sed -i s/Ada/Grace/");
        assert_eq!(status, 0, "{path:?}: {said}");
        let at = if path.to_str().unwrap().contains("nbt") { "Data.Name" } else { "player.name" };
        assert_eq!(run("get", &path, &[at], encrypted).text(), "\"Grace\"\n", "{path:?}");
        let (status, _) = edited(&path, "sed -i s/Grace/Ada/");
        assert_eq!(status, 0);
        assert!(fs::read(&path).unwrap() == before, "{path:?}");
    }
}

#[cfg(unix)]
#[test]
fn edited_text_is_not_lost() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("save");
    let fresh = Dialect::GODOT_4.encode(&save()).unwrap();
    fs::write(&path, &fresh).unwrap();
    let (status, said) = edited(&path, "sed -i '1s/{/{broken/'");
    assert_eq!(status, 1, "{said}");
    let kept = said.lines().find_map(|line| line.strip_prefix("the edited text is kept in ")).unwrap();
    assert!(fs::read_to_string(kept).unwrap().contains("{broken"));
    fs::remove_file(kept).unwrap();
    let (status, said) = edited(&path, "false");
    assert_eq!(status, 2);
    assert!(said.contains("ended with"), "{said}");
    let (status, said) = edited(&path, "no-such-editor");
    assert_eq!(status, 2, "{said}");
    assert_eq!(fs::read(&path).unwrap(), fresh);
}

#[cfg(unix)]
#[test]
fn edited_text_is_readable_by_its_owner_alone() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("save");
    fs::write(&path, Dialect::GODOT_4.encode(&save()).unwrap()).unwrap();
    let seen = folder.path().join("mode");
    let (status, said) = edited(&path, &format!("stat -c %a >'{}'", seen.display()));
    assert_eq!(status, 0, "{said}");
    assert_eq!(fs::read_to_string(seen).unwrap(), "600\n");
}

/// Five times the settings, all of them changed, take about five times the time; with a search for each it was twenty.
#[cfg(unix)]
#[test]
fn time_is_proportional_to_the_number_of_edited_settings() {
    let folder = TempDir::new().unwrap();
    let time = |count: usize| {
        let path = folder.path().join(format!("{count}.binary"));
        let mut project = ProjectFile::default();
        for at in 0..count {
            let value = Dialect::GODOT_4.encode(&Variant::Int(7)).unwrap();
            project.settings.push(Setting::new(format!("section/with/a/long/name/of/a/setting/{at}"), value));
        }
        fs::write(&path, project.encode().unwrap()).unwrap();
        let start = std::time::Instant::now();
        let (status, said) = edited(&path, "sed -i s/i:7/i:8/");
        assert_eq!(status, 0, "{said}");
        let took = start.elapsed();
        let changed = ProjectFile::parse(&fs::read(&path).unwrap()).unwrap().into_owned();
        assert_eq!(changed.settings.len(), count);
        let eight = Dialect::GODOT_4.encode(&Variant::Int(8)).unwrap();
        assert!(changed.settings.iter().all(|setting| *setting.value == eight));
        took
    };
    let ratios: Vec<_> = (0..3).map(|_| (time(2_000), time(10_000))).collect();
    assert!(ratios.iter().any(|(few, many)| *many < 9 * *few), "{ratios:?} for n and 5n");
}

#[test]
fn an_element_put_into_an_array_is_one_line() {
    let folder = TempDir::new().unwrap();
    let class = |at: usize| {
        let names = [("class", format!("Class{at}")), ("path", format!("res://class_{at}.gd"))];
        Variant::from(names.into_iter().collect::<Dictionary>())
    };
    let write = |name: &str, skipped: usize| {
        let mut project = ProjectFile::default();
        let classes: Vec<Variant> = (0..50).filter(|at| *at != skipped).map(class).collect();
        let key = "_global_script_classes";
        project.set(key, Dialect::GODOT_4, &classes.into()).unwrap();
        let path = folder.path().join(name);
        fs::write(&path, project.encode().unwrap()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (old, new) = (write("old", 7), write("new", 50));
    let found = gamewire(&["diff", &old, &new], "");
    let line = r#"{"class": "Class7", "path": "res://class_7.gd"}"#;
    assert_eq!(
        (found.status, found.text()),
        (1, format!("+ $._global_script_classes[7]: {line}\n").as_str())
    );
    let found = gamewire(&["diff", &new, &old], "");
    assert_eq!(found.text(), format!("- $._global_script_classes[7]: {line}\n"));
    let found = gamewire(&["diff", "--json", &old, &new], "");
    assert!(found.text().starts_with(r#"{"path":"$._global_script_classes[7]","change":"added","new":"#));
    assert_eq!(found.text().lines().count(), 1);
}

/// VarInts may have more bytes than they need: those of tags that are not edited stay.
#[cfg(unix)]
#[test]
fn an_edit_of_network_nbt_keeps_the_bytes_of_unchanged_numbers() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("root.nbt");
    // {"a": 1, "b": 2, "c": [1, 2]}: 1 is 82 00 instead of 02.
    let old = b"\x0a\0\x03\x01a\x82\0\x03\x01b\x04\x09\x01c\x03\x04\x82\0\x04\0";
    let new = b"\x0a\0\x03\x01a\x82\0\x03\x01b\x0e\x09\x01c\x03\x04\x82\0\x04\0";
    let format = ["--as", "minecraft-bedrock-network/nbt"];
    for (option, script) in [(&[][..], "sed -i -E s/:2/:7/"), (&["--snbt"], "sed -i s/b:.2/b:7/")] {
        fs::write(&path, old).unwrap();
        let mut command = command(&[&["edit", path.to_str().unwrap()][..], &format, option].concat());
        let run = command.env_remove("VISUAL").env("EDITOR", script).stdin(Stdio::null()).output().unwrap();
        let text = gamewire(&[&["decode", path.to_str().unwrap()][..], &format].concat(), "");
        let seen = (String::from_utf8(run.stderr).unwrap(), text.text().to_string());
        assert!(run.status.success() && fs::read(&path).unwrap() == new, "{option:?}: {seen:?}");
    }
}

/// Notepad of older Windows puts a byte order mark before the text.
#[cfg(unix)]
#[test]
fn edited_text_may_have_a_byte_order_mark() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("save");
    fs::write(&path, b"\x02\0\0\0\x07\0\0\0").unwrap();
    let (status, said) = edited(&path, "sed -i '1s/^/\\xef\\xbb\\xbf/; s/7/9/'");
    assert_eq!(status, 0, "{said}");
    assert_eq!(fs::read(&path).unwrap(), b"\x02\0\0\0\x09\0\0\0");
}
