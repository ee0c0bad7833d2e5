//! Tests that `conform` accepts this codec in all cases, and reports the errors of wrong codecs. The cases
//! are the samples of the crate; the wrong codecs are scripts in the tests.

use std::time::Instant;

use serde_json::Value;

use super::{Run, gamewire};

const SELF: &str = env!("CARGO_BIN_EXE_gamewire");

/// The answers about a program of the shell.
#[cfg(unix)]
fn shell(only: &str, program: &str, more: &[&str]) -> Run {
    gamewire(&[&["conform", "--only", only], more, &["--", "sh", "-c", program]].concat(), "")
}

#[test]
fn this_codec_passes_every_case() {
    let run = gamewire(&["conform", "--json", "--", SELF, "conform", "--answer"], "");
    let report: Value = serde_json::from_str(run.text()).unwrap();
    let failures = report["failures"].as_array().unwrap();
    let failed: Vec<_> = failures
        .iter()
        .take(5)
        .map(|one| format!("{} {}: {}", one["type"], one["name"], one["why"]))
        .collect();
    assert_eq!((run.status, failures.len()), (0, 0), "{failed:#?}");
    assert!(report["cases"].as_u64().unwrap() > 3_300, "{}", report["cases"]);
    assert_eq!(report["cases"], report["passed"]);
    let types = report["types"].as_array().unwrap();
    let of = |name: &str| types.iter().find(|one| one["type"] == name).unwrap();
    for name in [
        "godot2/InputEvent",
        "godot3/Dictionary",
        "godot4/Dictionary",
        "minecraft/slot",
        "minecraft-bedrock/nbt",
    ] {
        assert!(
            of(name)["decode"]["cases"].as_u64() > Some(0) && of(name)["encode"]["cases"].as_u64() > Some(0),
            "{name}"
        );
    }
    assert!(of("godot4")["refuse"]["cases"].as_u64() > Some(50));
    // The deepest values, of 512 levels, are cases too.
    let nbt = of("minecraft/nbt");
    assert_eq!([&nbt["decode"]["cases"], &nbt["encode"]["cases"]], [62, 62]);

    // The sums of the types are those of the formats.
    let formats = report["formats"].as_array().unwrap();
    let sum =
        |rows: &[Value], case: &str| rows.iter().filter_map(|row| row[case]["cases"].as_u64()).sum::<u64>();
    let within = |format: &Value| -> Vec<Value> {
        let format = format["format"].as_str().unwrap();
        let is_in = |one: &&Value| one["type"].as_str().unwrap().split('/').next() == Some(format);
        types.iter().filter(is_in).cloned().collect()
    };
    for case in ["decode", "encode", "lenient", "refuse"] {
        assert!(sum(formats, case) > 300, "{case}");
        for format in formats {
            assert_eq!(sum(std::slice::from_ref(format), case), sum(&within(format), case), "{format}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_wrong_answer_is_shown_with_its_place() {
    // One bit of each answer is another.
    let run = shell(
        "godot4/Vector2",
        "sed -u 's/.*encode.*/{\"hex\":\"050000000000803f00000041\"}/; s/.*decode.*/{\"value\":\"i:5\"}/'",
        &[],
    );
    assert_eq!(run.status, 1, "{}", run.err);
    let text = run.text();
    assert!(text.contains("godot4/Vector2 vector2 (encode): other bytes\n"), "{text}");
    assert!(
        text.contains("  expected  050000000000803f00000040\n  got       050000000000803f00000041\n"),
        "{text}"
    );
    assert!(text.contains("0x0008  00 00 00 40                y = 2.0\n"), "{text}");
    // A value is printed like the expected one.
    let value = "godot4/Vector2 vector2 (decode): another value\n  expected  {\"type\":\"Vector2\",\"args\":[1.0,2.0]}\n  got       \"i:5\"\n";
    assert!(text.contains(value), "{text}");
    assert!(text.lines().last().unwrap().ends_with(" cases passed"), "{text}");
}

/// A program that hangs, ends or says nonsense fails its cases; the others are asked.
#[cfg(unix)]
pub(super) fn programs_that_give_no_answer_fail_their_cases() {
    let start = Instant::now();
    for (program, why) in [
        ("exec sleep 100", "no answer in 1s\n"),
        ("exit 3", "the program ended"),
        ("echo nonsense; cat >/dev/null", "not a JSON object: nonsense"),
        ("yes", "not a JSON object: y"),
        ("while read -r line; do echo 5; done", "not a JSON object: 5"),
        ("while read -r line; do echo '{}'; done", "the answer lacks the requested value"),
    ] {
        // It has two cases, and of each that is not answered the end is waited for.
        let run = shell("godot2/AABB", program, &["--timeout", "1"]);
        assert_eq!(run.status, 1, "{program}: {}", run.err);
        assert!(run.text().contains(why), "{program}: {}", run.text());
        assert!(run.text().contains("\n0 of "), "{program}: {}", run.text());
    }
    assert!(start.elapsed().as_secs() < 100);
    // It ends after each answer, and is started again.
    let again = format!("read -r line; printf '%s\\n' \"$line\" | {SELF} conform --answer");
    let run = shell("godot4/Color", &again, &[]);
    assert!(run.status == 1 && run.text().contains("the program ended"), "{}", run.text());
    assert!(!run.text().contains("\n0 of "), "{}", run.text());
}

/// The end of a program is not that of the run, however often it happens in a row.
#[cfg(unix)]
#[test]
fn a_program_that_has_answered_once_is_asked_every_case() {
    let program =
        r#"while read -r line; do case $line in *encode*) echo '{"error":"no"}';; *) exit 3;; esac; done"#;
    let run = shell("godot3", program, &[]);
    let (text, ended) = (run.text(), run.text().matches(": the program ended\n").count());
    assert!(run.status == 1 && !text.contains("not asked"), "{text}");
    let of = |op: &str| text.matches(&format!(" ({op}): ")).count();
    assert!(of("refuse") > 100 && ended == of("decode") + of("lenient") + of("refuse"), "{ended}");
    // The first ten cases are enough for one that never answers.
    let run = shell("godot3", "exit 3", &[]);
    assert_eq!(run.text().matches(": the program ended\n").count(), 10);
    assert_eq!(
        run.text().matches(": not asked: the program has not answered any case\n").count(),
        ended + of("encode") - 10
    );
}

/// A request that is longer than the buffer of a pipe does not block, if the program does not read it.
#[cfg(unix)]
pub(super) fn a_program_that_does_not_read_is_ended() {
    let start = Instant::now();
    let program = r#"while read -r line; do echo '{"error":"no"}'; if [ ${#line} -gt 60000 ]; then exec sleep 100; fi; done"#;
    let run = shell("minecraft/string(32767)", program, &["--timeout", "1"]);
    assert!(run.status == 1 && run.text().contains("no answer in 1s\n"), "{}", run.text());
    assert!(start.elapsed().as_secs() < 60);
}

/// Programs that a program has started end with it, too.
#[cfg(target_os = "linux")]
pub(super) fn a_program_ends_with_what_it_has_started() {
    let run = shell("godot2/AABB", "sleep 98.7654; true", &["--timeout", "1"]);
    assert!(run.text().contains("no answer in 1s\n"), "{}", run.text());
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let commands = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    let left = commands.filter(|command| command.starts_with(b"sleep\x0098.7654"));
    assert_eq!(left.count(), 0);
}

/// An answer without end is not kept.
#[cfg(unix)]
#[test]
fn the_end_of_a_line_is_not_waited_for_without_limit() {
    let run = shell("godot2/AABB", "yes | tr -d '\\n'", &["--timeout", "9"]);
    assert!(run.text().contains("not a JSON object: yyy"), "{}", run.text());
}

/// Values that mean the same pass, in each spelling that JSON has for them.
#[cfg(unix)]
#[test]
fn answers_are_compared_by_what_they_mean() {
    let passes = |only: &str, value: &str, case: &str| {
        let run = shell(only, &format!("while read -r line; do echo '{{\"value\":{value}}}'; done"), &[]);
        assert!(run.text().ends_with(" cases passed\n"), "{}", run.text());
        // Warnings about the value of an answer would not say which one it is.
        assert_eq!(run.err, "");
        !run.text().contains(&format!("{case}: "))
    };
    let decoded = "godot4/Vector2 vector2_infinite (decode)";
    for infinite in ["[1e99999,-1e99999]", r#"["inf","-inf"]"#] {
        assert!(
            passes("godot4/Vector2", &format!(r#"{{"type":"Vector2","args":{infinite}}}"#), decoded),
            "{infinite}"
        );
    }
    assert!(!passes("godot4/Vector2", r#"{"type":"Vector2","args":[1e99999,1e99999]}"#, decoded));
    // The engine keeps the last value of a key.
    let twice = "godot4/Dictionary count__dict_high_bit_and_right_count (lenient)";
    for (entries, is_same) in [
        (r#"["i:1","i:2"]"#, true),
        (r#"["i:1","i:5","i:1","i:2"]"#, true),
        (r#"["i:1","i:2","i:1","i:5"]"#, false),
    ] {
        let value = format!(r#"{{"type":"Dictionary","args":{entries}}}"#);
        assert_eq!(passes("godot4/Dictionary", &value, twice), is_same, "{entries}");
    }
    // 64 bits: a number of JSON, or its digits.
    for long in ["127", r#""127""#] {
        assert!(passes("minecraft/varlong", long, "minecraft/varlong decode__014 (lenient)"), "{long}");
    }
}

/// An error is not one if it is null, and a value is one however deep it is.
#[cfg(unix)]
#[test]
fn only_an_error_refuses() {
    let answers = |answer: &str| {
        let run = shell("minecraft/nbt", &format!("while read -r line; do echo '{answer}'; done"), &[]);
        assert_eq!(run.status, 1, "{}", run.err);
        run.text().matches(" (refuse): bytes that must be refused were read\n").count()
    };
    let deep = format!(r#"{{"value":{}1{}}}"#, "[".repeat(500), "]".repeat(500));
    let refused = answers(r#"{"value":5}"#);
    assert!(refused > 10);
    assert_eq!([answers(&deep), answers(r#"{"value":5,"error":null}"#)], [refused; 2]);
    assert_eq!(answers(r#"{"value":null,"error":"no"}"#), 0);
    let run = shell("minecraft/nbt", r#"while read -r line; do echo '{"error":null}'; done"#, &[]);
    assert!(run.text().contains(" (refuse): the answer lacks the requested value\n"), "{}", run.text());
}

#[test]
fn what_cannot_be_run_is_an_error_of_the_command_line() {
    let run = gamewire(&["conform", "--only", "godot2", "--", "/nowhere/codec"], "");
    assert!(run.status == 2 && run.err.contains("/nowhere/codec: "), "{}", run.err);
    let run = gamewire(&["conform", "--only", "godot9", "--", SELF], "");
    assert!(run.status == 2 && run.err.contains("there are no cases of godot9"), "{}", run.err);
    assert_eq!(gamewire(&["conform"], "").status, 2);
    // The program does not run in vain.
    let run = gamewire(
        &["conform", "--only", "godot2", "--junit", "/nowhere/results.xml", "--", "/nowhere/codec"],
        "",
    );
    assert!(run.status == 2 && run.err.contains("/nowhere/results.xml: "), "{}", run.err);
}

#[test]
fn results_are_written_for_junit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.xml");
    let args =
        ["conform", "--only", "minecraft/varint", "--junit", path.to_str().unwrap(), "--", SELF, "kinds"];
    let run = gamewire(&args, "");
    assert_eq!(run.status, 1, "{}", run.err);
    let xml = std::fs::read_to_string(&path).unwrap();
    assert!(xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites"), "{xml}");
    let (cases, failed) = (xml.matches("<testcase ").count(), xml.matches("<failure ").count());
    assert!(cases > 5 && failed == cases, "{cases} {failed}");
    assert!(
        xml.contains(&format!(
            "<testsuite name=\"minecraft/varint\" tests=\"{cases}\" failures=\"{failed}\">"
        ))
    );
}

#[test]
fn requests_are_answered_one_by_one() {
    let lines = "{\"op\":\"decode\",\"dialect\":\"godot4\",\"hex\":\"0200000005000000\"}\n\
                 {\"op\":\"encode\",\"dialect\":\"minecraft/varint\",\"value\":300}\n\
                 {\"op\":\"decode\",\"dialect\":\"godot4\",\"hex\":\"63\"}\nnonsense\n";
    let run = gamewire(&["conform", "--answer"], lines);
    let answers: Vec<&str> = run.text().lines().collect();
    assert_eq!(answers[..2], ["{\"value\":\"i:5\"}", "{\"hex\":\"ac02\"}"]);
    assert!(answers[2..].iter().all(|answer| answer.starts_with("{\"error\":")), "{answers:?}");
    assert_eq!((run.status, answers.len()), (1, 4));
}
