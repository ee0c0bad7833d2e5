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
