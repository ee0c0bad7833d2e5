//! Tests SNBT on the command line: as output and input, as an argument, in an editor, and as a file. The NBT
//! is that of `tests/fixtures/minecraft/nbt`, or is written in the tests.

use std::fs;

#[cfg(unix)]
use super::in_editor;
use super::{file, gamewire};

fn write(folder: &tempfile::TempDir, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The rows of other codecs: the root as hexadecimal digits, the same as SNBT.
fn rows() -> Vec<(String, String)> {
    let rows = fs::read_to_string(file("tests/fixtures/minecraft/snbt.tsv")).unwrap();
    let rows = rows.lines().filter(|row| !row.starts_with('#')).map(|row| {
        let mut columns = row.split('\t').skip(1).map(str::to_owned);
        (columns.next().unwrap(), columns.next().unwrap())
    });
    rows.collect()
}

#[test]
fn snbt_of_other_codecs_is_encoded_to_their_bytes() {
    let (hex, texts): (Vec<String>, Vec<String>) = rows().into_iter().unzip();
    let run = gamewire(&["encode", "--snbt", "--lines"], texts.join("\n"));
    assert_eq!((run.status, run.text()), (0, (hex.join("\n") + "\n").as_str()), "{}", run.err);
    // There and back.
    let decoded = gamewire(&["decode", "--snbt", "--lines", "--as", "minecraft/nbt"], run.out);
    let again = gamewire(&["encode", "--snbt", "--lines"], decoded.out);
    assert_eq!(again.text(), hex.join("\n") + "\n");
}

#[cfg(unix)]
fn edited(path: &str, editor: &str) -> (i32, String) {
    in_editor(&["edit", "--snbt", path], editor)
}

/// Editing SNBT keeps what it does not show: the name of the root, the type of an empty list, the bits of a
/// NaN, and overlong text.
#[cfg(unix)]
#[test]
fn snbt_in_an_editor_changes_what_was_changed() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = b"\x0a\0\x04root\x09\0\x05empty\x0a\0\0\0\0\x05\0\x03nan\x7f\xc0\0\x01\x08\0\x04text\0\x02\xc1\x81\x03\0\x02hp\0\0\0\x07\x09\0\x01l\x09\0\0\0\x01\x03\0\0\0\0\0";
    let path = write(&folder, "a.nbt", bytes);
    let (status, said) = edited(&path, "true");
    assert!(status == 0 && said.contains("the text is unchanged"), "{said}");
    let (status, said) = edited(&path, "sed -i s/7/8/");
    assert_eq!(status, 0, "{said}");
    let mut expected = bytes.to_vec();
    let at = expected.iter().position(|byte| *byte == 7).unwrap();
    expected[at] = 8;
    assert_eq!(fs::read(&path).unwrap(), expected);
    let (status, said) = edited(&path, "sed -i 's/8/[I;1L]/'");
    assert!(status == 1 && said.contains("an Int_Array cannot hold a Long"), "{said}");
    assert_eq!(fs::read(&path).unwrap(), expected);
    let godot = file("tests/fixtures/framing/godot-4.6.3/store_var_several.bin");
    let (status, said) = edited(&godot, "true");
    assert!(
        status == 1 && said.contains("only a file with a single NBT root can be edited as SNBT"),
        "{said}"
    );
}
