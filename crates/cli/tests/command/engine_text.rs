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
