//! Tests `--lines`, which prints one result for each line, even if the line is invalid. The lines are written
//! in the tests.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use super::command;
use crate::positions::exhaustive;

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

/// Fifty thousand packets take no more memory than a hundred, or ten thousand without the exhaustive test.
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
    let (few, many) = (peak(100), peak(if exhaustive() { 50_000 } else { 10_000 }));
    assert!(many < few + 512, "{few} kB for a hundred lines, {many} kB for many");
}
