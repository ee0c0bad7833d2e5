//! Tests the engine's text form on the command line: values, and `project.godot`. The text is from
//! `tests/fixtures`, or is written in the tests.

use std::fs;

use super::{file, gamewire};

#[test]
fn project_binary_becomes_project_godot_and_back() {
    for version in ["3.6.2", "4.6.3"] {
        let path = |ending| file(&format!("tests/fixtures/project/godot-{version}/project.{ending}"));
        let (text, bytes) = (path("godot"), path("binary"));
        let decoded = gamewire(&["decode", "--text", &bytes], "");
        assert!(decoded.out == fs::read(&text).unwrap(), "{version}");
        let encoded = gamewire(&["encode", "--text", &text], "");
        assert!(encoded.out == fs::read(&bytes).unwrap(), "{version}");
    }
    let error = gamewire(&["encode", "--text", "-"], "config_version=5\n[a]\nb=\n").err;
    assert!(error.contains("error: at line 4, column 1: "), "{error}");
    let named = gamewire(&["encode", "--text", "--project", "--as", "godot3", "--hex", "-"], "[a]\nb=7\n");
    assert_eq!(named.text(), "454346470100000003000000612f62080000000200000007000000\n");
}

/// The engine's text sorts keys; in the place of a file's values they have the order of the file.
#[test]
fn text_is_written_with_the_encoding_of_a_file() {
    let mut files = 0;
    for folder in ["framing/godot-3.6.2", "framing/godot-4.6.3", "project/godot-3.6.2", "project/godot-4.6.3"]
    {
        for entry in fs::read_dir(file(&format!("tests/fixtures/{folder}"))).unwrap() {
            let path = entry.unwrap().path();
            let path = path.to_str().unwrap();
            let text = gamewire(&["decode", "--text", path], "");
            if text.status != 0 || text.out.is_empty() || text.out.len() > 100_000 {
                continue; // Encrypted, or not a file of values.
            }
            let run = gamewire(&["encode", "--text", "--like", path, "-"], text.out);
            assert!(run.out == fs::read(path).unwrap(), "{path}: {}", run.err);
            files += 1;
        }
    }
    assert!(files > 20, "{files}");
    let save = file("tests/fixtures/framing/godot-4.6.3/store_var_several.bin");
    let text = gamewire(&["decode", "--text", &save], "").text().replace("\"level\": 12", "\"level\": 13");
    let changed = gamewire(&["encode", "--text", "--like", &save, "-"], text).out;
    let old = fs::read(&save).unwrap();
    assert_eq!(changed.len(), old.len());
    let differs: Vec<_> = changed.iter().zip(&old).filter(|(new, old)| new != old).collect();
    assert_eq!(differs, [(&13, &12)]);
    let nbt = file("tests/fixtures/minecraft/nbt/bigtest.nbt");
    let run = gamewire(&["encode", "--text", "--like", &nbt, "-"], "5");
    assert!(run.status == 1 && run.err.contains("the file is NBT"), "{}", run.err);
}

/// With a framing, a value ends at the end of a line that is not in brackets or quotes.
#[test]
fn framed_values_span_lines() {
    let text = "; levels\n{\n\"a\": [1,\n2], ; \"}\n\"b\": \"x\n\\\"{;\"\n}\n\n7\n";
    let args = ["encode", "--text", "--as", "godot4", "--frame", "store-var", "-"];
    let run = gamewire(&args, text);
    assert_eq!(run.status, 0, "{}", run.err);
    let json = gamewire(&["decode", "--frame", "store-var", "-"], run.out);
    let value = r#"{"type":"Dictionary","args":["s:a",["i:1","i:2"],"s:b","s:x\n\"{;"]}"#;
    assert_eq!(json.text(), format!("{value}\n\"i:7\"\n"));
    let wrong = gamewire(&args, "7\n[1,\n2 3]\n8\n");
    assert!(wrong.status == 1 && wrong.err.contains("error: at line 3, column 3: "), "{}", wrong.err);
    let snbt = "{a: '\n}',\nb: [I;1]}\n{c: \"'\"}\n";
    let run = gamewire(&["encode", "--snbt", "--frame", "store-var", "--hex", "-"], snbt);
    let frames = "180000000a00000800016100020a7d0b0001620000000100000001000b0000000a00000800016300012700\n";
    assert_eq!((run.status, run.text()), (0, frames), "{}", run.err);
}
