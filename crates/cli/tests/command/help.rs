//! Tests command lines: a wrong one has exit status 2, and `--help` lists all subcommands and options.

use gamewire::godot::Dialect;
use gamewire::minecraft::Protocol;

use super::gamewire;

#[test]
fn every_subcommand_explains_itself() {
    let names = "identify explain decode encode verify convert get find set edit diff unpack pack kinds \
                 formats fixtures completions man";
    for name in names.split(' ') {
        let screen = gamewire(&[name, "-h"], "");
        assert!(screen.text().lines().count() <= 36, "{name}: {}", screen.text());
        let run = gamewire(&[name, "--help"], "");
        let is_option = |line: &&str| line.starts_with("      --") || line.starts_with("  -");
        let [options, again] = [&screen, &run].map(|help| help.text().lines().filter(is_option).count());
        assert!(options.max(again) <= 14, "{name}: {options} and {again} options");
        assert_eq!(run.status, 0);
        assert!(run.text().contains("Usage: gamewire"), "{name}");
        assert!(!run.text().contains("///"), "{name}: a comment mark in the help");
        // An option is in the help only if it can have an effect.
        let has = |option: &str| run.text().contains(&format!("  {option}"));
        assert!(!has("--chunk <X,Z>") || !["convert", "pack"].contains(&name), "{name}: no chunks");
        assert_eq!(run.text().contains("With --lines"), has("--lines") && has("--max-size"), "{name}: lines");
    }
    // These are explained at one place.
    let rare = gamewire(&["help", "options"], "");
    assert_eq!(rare.text(), gamewire(&["options"], "").text());
    for option in ["--trailing\n", "--threshold <BYTES>\n", "\nIn explain, decode, verify, convert.\n"] {
        assert!(rare.text().contains(option), "{}", rare.text());
    }
    // The names are not in the help of each subcommand, which is one screen.
    let formats = gamewire(&["help", "formats"], "");
    assert!(formats.text().starts_with(gamewire(&["formats"], "").text()));
    for &dialect in Dialect::ALL {
        let plain = dialect.name().trim_end_matches("-double");
        assert!(formats.text().contains(plain), "{dialect} is not in the help");
    }
    for protocol in Protocol::VERSIONS {
        let line = |line: &str| line.starts_with(&format!("  {protocol}/TYPE"));
        let line = formats.text().lines().find(|text| line(text)).unwrap();
        for (release, _) in protocol.releases().iter().filter(|_| *protocol != Protocol::default()) {
            assert!(line.contains(release), "{release} is not in the help");
        }
    }
}

#[test]
fn kinds_lists_every_type_of_a_format() {
    for (format, dialect) in
        [("godot2", Dialect::GODOT_2), ("godot3", Dialect::GODOT_3), ("godot4", Dialect::GODOT_4)]
    {
        let run = gamewire(&["kinds", "--as", format], "");
        let rows: Vec<_> = run.text().lines().skip(1).collect();
        for (id, row) in rows.iter().enumerate() {
            let kind = dialect.kind(u8::try_from(id).unwrap()).unwrap();
            let mut words = row.split_whitespace();
            assert_eq!(words.next().unwrap().parse::<usize>().unwrap(), id);
            assert_eq!(words.next(), Some(dialect.table().name(kind)));
        }
        assert_eq!(rows.len(), usize::from(dialect.table().count()), "{format}");
    }
    let minecraft = gamewire(&["kinds", "--as", "minecraft"], "");
    for name in ["Boolean", "VarInt", "Slot", "NBT", "Position"] {
        assert!(minecraft.text().lines().any(|row| row.starts_with(name)), "{name}");
    }
    // The row of one type, as text and as JSON.
    let slot = gamewire(&["kinds", "--as", "minecraft/slot"], "");
    assert_eq!(slot.text().lines().skip(1).map(|row| &row[..4]).collect::<Vec<_>>(), ["Slot"]);
    let json: serde_json::Value =
        serde_json::from_str(gamewire(&["kinds", "--json", "--as", "minecraft/slot"], "").text()).unwrap();
    assert_eq!((json.as_array().map(Vec::len), &json[0]["minecraft/.."]), (Some(1), &"slot".into()));
    // A type of Godot has its size and its layout.
    let godot = gamewire(&["kinds", "--as", "godot4"], "");
    let row = godot.text().lines().find(|row| row.contains("Rect2i")).unwrap();
    let words: Vec<_> = row.split_whitespace().collect();
    assert_eq!(words.join(" "), "8 Rect2i 16 Vector2i position, Vector2i size");
}

/// The transcripts have the names of files in front of errors.
#[test]
fn standard_input_has_no_name_in_errors() {
    for args in [&["decode", "-"][..], &["get", "-"], &["encode", "-"]] {
        let run = gamewire(args, [0xff; 40]);
        assert!(run.status == 1 && !run.err.contains("-: "), "{args:?}: {}", run.err);
    }
}

/// An argument that is not Unicode is looked at, too, when a tip is searched.
#[cfg(unix)]
#[test]
fn no_argument_ends_a_run_with_a_panic() {
    use std::os::unix::ffi::OsStrExt as _;
    let odd = std::ffi::OsStr::from_bytes(b"\xff");
    let mut command = super::command(&["explain", "--sample"]);
    let output = command.arg(odd).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with("error: the argument '--sample' cannot be used"), "{error}");
}
