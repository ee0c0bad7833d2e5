//! Tests `--lines`, which prints one result for each line, even if the line is invalid. The lines are written
//! in the tests.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use serde_json::Value;

use super::{command, gamewire};

#[test]
fn a_bad_line_does_not_end_the_run() {
    let run = gamewire(
        &["decode", "--lines"],
        "0200000005000000\r\nxyz\n\n 01000000 01000000 \n13000000ffffff7f\n00000000",
    );
    assert_eq!(run.status, 1);
    let lines: Vec<_> = run.text().lines().collect();
    assert_eq!(lines.len(), 6);
    assert_eq!((lines[0], lines[3], lines[5]), ("\"i:5\"", "true", "null"));
    let errors: Vec<Value> = [1, 2, 4].map(|at| serde_json::from_str(lines[at]).unwrap()).to_vec();
    let told: Vec<_> = errors
        .iter()
        .map(|error| (error["error"]["offset"].as_u64(), error["error"]["kind"].as_str()))
        .collect();
    assert_eq!(told, [(Some(0), Some("hex")), (Some(0), Some("eof")), (Some(4), Some("eof"))]);
    assert_eq!(
        errors[2]["error"]["message"],
        "at byte 0x0004, reading Array at $: count 2147483647 needs at least 8589934588 bytes, 0 remain"
    );
    assert_eq!(run.err, "");
}

#[test]
fn verify_answers_with_three_statuses() {
    let lines = "0200000005000000\n020001000500000000000000\n63000000\n";
    let run = gamewire(&["verify", "--json", "--lines", "-"], lines);
    assert_eq!(run.status, 1);
    let answers: Vec<Value> = run.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers[0], serde_json::json!({"status": "identical"}));
    assert_eq!((answers[1]["status"].as_str(), answers[1]["offset"].as_u64()), (Some("differs"), Some(2)));
    assert!(answers[1]["why"].as_str().unwrap().contains("64-bit"), "{}", answers[1]);
    assert_eq!((answers[2]["status"].as_str(), answers[2]["offset"].as_u64()), (Some("rejected"), Some(0)));
    assert!(answers[2]["message"].as_str().unwrap().contains("type id 99"));
    assert_eq!(gamewire(&["verify", "--json", "--lines", "-"], "00000000\n").status, 0);
}

#[test]
fn encode_answers_in_hex_or_with_an_error() {
    let run = gamewire(
        &["encode", "--lines", "-"],
        "\"i:5\"\n[5]\n[{\"type\":\"Vector4\",\"args\":[1,2,3,4]}]\nnull",
    );
    assert_eq!(run.status, 1);
    let lines: Vec<_> = run.text().lines().collect();
    assert_eq!((lines[0], lines[3]), ("0200000005000000", "00000000"));
    let json: Value = serde_json::from_str(lines[1]).unwrap();
    assert_eq!((json["error"]["kind"].as_str(), json["error"]["offset"].as_u64()), (Some("json"), Some(1)));
    let encode: Value = serde_json::from_str(lines[2]).unwrap();
    assert_eq!(encode["error"]["message"], "at $[0]: godot3 has no Vector4");
}

#[test]
fn an_absent_value_is_an_empty_line() {
    let format = "minecraft/optional(varint)";
    assert_eq!(gamewire(&["encode", "--as", format, "--lines"], "300\nnull\n1\n").text(), "ac02\n\n01\n");
    assert_eq!(gamewire(&["decode", "--as", format, "--lines"], "ac02\n\n01\n").text(), "300\nnull\n1\n");
}

#[test]
fn lines_may_be_base64() {
    assert_eq!(gamewire(&["decode", "--base64", "--lines"], "AgAAAAUAAAA=\n").text(), "\"i:5\"\n");
    assert_eq!(gamewire(&["encode", "--base64", "--lines"], "\"i:5\"\n").text(), "AgAAAAUAAAA=\n");
}

/// A program that writes one line at a time gets each answer before it writes the next line.
#[test]
fn answers_are_flushed_when_no_further_line_is_available() {
    let mut child =
        command(&["decode", "--lines", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for number in 0..5 {
        writeln!(questions, "020000000{number}000000").unwrap();
        questions.flush().unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert_eq!(answer, format!("\"i:{number}\"\n"));
    }
    drop(questions);
    assert!(child.wait().unwrap().success());
}

/// Fifty thousand packets take no more memory than a hundred.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_number_of_lines() {
    let packet = "120000000100000004000000040000007479706504000000040000006d6f7665\n";
    let peak = |lines: usize| {
        let mut child = command(&["decode", "--lines", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut questions = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        let block = packet.repeat(100);
        for _ in 0..lines / 100 {
            questions.write_all(block.as_bytes()).unwrap();
            for _ in 0..100 {
                assert!(answers.next().unwrap().unwrap().starts_with("{\"type\":\"Dictionary\""));
            }
        }
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let row = status.lines().find(|row| row.starts_with("VmHWM:")).unwrap();
        let kilobytes: u64 = row.split_whitespace().nth(1).unwrap().parse().unwrap();
        drop(questions);
        child.wait().unwrap();
        kilobytes
    };
    let (few, many) = (peak(100), peak(50_000));
    assert!(many < few + 512, "{few} kB for a hundred lines, {many} kB for fifty thousand");
}

/// Games keep one entry of several with the same key.
#[test]
fn a_key_that_occurs_twice_is_a_warning_or_an_error() {
    let text = r#"{"type":"Dictionary","args":["s:a","i:1",["f:0"],"i:2","sn:a","i:3",["f:-0.0"],"i:4"]}"#;
    let warned = gamewire(&["encode", "--as", "godot4", "--hex", "-"], text);
    assert_eq!(warned.status, 0);
    let message = "duplicate key at $.key(0) (and 1 more): the engine keeps only the last value";
    assert_eq!(warned.err, format!("warning: {message}; --strict makes this an error\n"));
    let refused = gamewire(&["encode", "--as", "godot4", "--hex", "--strict", "-"], text);
    assert_eq!((refused.status, refused.err.as_str()), (1, format!("error: {message}\n").as_str()));
    let fine = gamewire(
        &["encode", "--as", "godot4", "--strict", "-"],
        r#"{"type":"Dictionary","args":["s:a","i:1","s:b","i:2"]}"#,
    );
    assert_eq!((fine.status, fine.err.as_str()), (0, ""));
    let inside = r#"["i:1",{"type":"Dictionary","args":["s:x y",{"type":"Dictionary","args":[null,"i:1",null,"i:2"]}]}]"#;
    let inside = gamewire(&["encode", "--as", "godot3", "--hex", "--strict", "-"], inside);
    assert_eq!(inside.status, 1);
    assert!(
        inside.err.starts_with("error: duplicate key at $[1][\"x y\"].key(0): the engine"),
        "{}",
        inside.err
    );

    let nbt = r#"{"name":"","tag":{"type":"compound","value":[["l",{"type":"list","value":{"type":"compound","value":[[],[["a",{"type":"byte","value":1}],["a",{"type":"byte","value":2}]]]}}]]}}"#;
    let warned = gamewire(&["encode", "--as", "minecraft/nbt", "--hex", "-"], nbt);
    assert_eq!(warned.status, 0);
    let message = "duplicate key at $.l[1].a: the game keeps only the last value";
    assert_eq!(warned.err, format!("warning: {message}; --strict makes this an error\n"));
    let lines = gamewire(&["encode", "--as", "minecraft/nbt", "--lines", "--strict"], nbt);
    assert_eq!(
        lines.text(),
        format!("{{\"error\":{{\"offset\":0,\"kind\":\"duplicate\",\"message\":\"{message}\"}}}}\n")
    );
}
