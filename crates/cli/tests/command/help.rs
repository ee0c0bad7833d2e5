//! Tests command lines: a wrong one has exit status 2, and `--help` lists all subcommands and options.

use std::fs;

use gamewire::godot::Dialect;
use gamewire::minecraft::{Protocol, Version};
use tempfile::TempDir;

use super::{file, gamewire};

#[test]
fn wrong_command_lines_have_status_2() {
    let wrong: [&[&str]; 14] = [
        &["convert"],
        &["convert", "--to", "minecraft/slot"],
        &["fixtures"],
        &[],
        &["no-such-command"],
        &["decode", "--as", "godot5"],
        &["decode", "--as", "minecraft"],
        &["decode", "--as", "minecraft/array(varint"],
        &["decode", "--hex", "--base64", "-"],
        &["decode", "--lines", "--frame", "stream", "-"],
        &["encode", "--big-endian", "-"],
        &["encode", "--array", "-"],
        &["decode", "no/such/file"],
        &["explain", "--as", "minecraft/array(7,u8)"],
    ];
    for args in wrong {
        let run = gamewire(args, "");
        assert_eq!(run.status, 2, "{args:?}: {run:?}");
        assert!(run.out.is_empty() && !run.err.is_empty(), "{args:?}: {run:?}");
    }
}

#[test]
fn every_subcommand_explains_itself() {
    for name in [
        "identify",
        "explain",
        "decode",
        "encode",
        "verify",
        "convert",
        "get",
        "find",
        "set",
        "edit",
        "diff",
        "unpack",
        "pack",
        "kinds",
        "formats",
        "fixtures",
        "completions",
        "man",
    ] {
        let screen = gamewire(&[name, "-h"], "");
        assert!(screen.text().lines().count() <= 30, "{name}: {}", screen.text());
        let run = gamewire(&[name, "--help"], "");
        assert_eq!(run.status, 0);
        assert!(run.text().contains("Usage: gamewire"), "{name}");
        assert!(!run.text().contains("///"), "{name}: a comment mark in the help");
        // An option is in the help only if it can have an effect.
        let has = |option: &str| run.text().contains(&format!("  {option}"));
        assert!(!has("--chunk <X,Z>") || !["convert", "pack"].contains(&name), "{name}: no chunks");
        assert_eq!(run.text().contains("With --lines"), has("--lines") && has("--max-size"), "{name}: lines");
    }
    // The names are not in the help of each subcommand, which is one screen.
    let formats = gamewire(&["help", "formats"], "");
    assert!(formats.text().starts_with(gamewire(&["formats"], "").text()));
    for &dialect in Dialect::ALL {
        let plain = dialect.name().trim_end_matches("-double");
        assert!(formats.text().contains(plain), "{dialect} is not in the help");
    }
    for &version in Version::ALL {
        let line = |line: &str| line.starts_with(&format!("  {}/TYPE", Protocol::of(version)));
        let line = formats.text().lines().find(|text| line(text)).unwrap();
        for (release, _) in version.releases().iter().filter(|_| version != Version::default()) {
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
    for &version in Version::ALL {
        let name = Protocol::of(version).to_string();
        let layouts = gamewire(&["kinds", "--json", "--as", &name], "");
        assert!(layouts.text().contains(&format!("\"minecraft {version}\"")), "{name}");
    }
}

/// One rule for all subcommands, which the help states: 1 for what is in a file, 2 for the command line and for files that
/// cannot be used. An error names its file; standard input has no name.
#[test]
fn rejected_files_have_one_status_and_their_name() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (bad, missing) = (write("bad.bin", &[0xff; 40]), "no/such/file".to_owned());
    let whole = file("tests/fixtures/framing/godot-4.6.3/store_var_one.bin");
    let json = write("bad.json", b"{");
    let with = |path: &str| -> Vec<(Vec<String>, i32)> {
        let rows: [(&[&str], i32); 13] = [
            (&["explain", path], 1),
            (&["decode", path], 1),
            (&["verify", "--json", path], 1),
            (&["convert", "--to", "godot4", path], 1),
            (&["get", path], 1),
            (&["get", path, "gold"], 1),
            (&["set", path, "gold", "1"], 1),
            (&["edit", path], 1),
            (&["encode", "--like", path, path], 1),
            (&["encode", "--as", "godot4", path], 1),
            // Their status 1 is an answer.
            (&["find", "gold", path], 2),
            (&["diff", path, &whole], 2),
            (&["diff", &whole, path], 2),
        ];
        rows.map(|(args, status)| (args.iter().map(|arg| (*arg).to_owned()).collect(), status)).to_vec()
    };
    for (path, rows) in [(&bad, with(&bad)), (&missing, with(&missing))] {
        for (args, status) in rows {
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let run = gamewire(&args, "");
            let status = if *path == missing { 2 } else { status };
            assert_eq!(run.status, status, "{args:?}: {}", run.err);
            assert!(
                args[0] == "explain" || run.err.contains(&format!("error: {path}: ")),
                "{args:?}: {}",
                run.err
            );
        }
    }
    for (args, status) in [
        (&["get", &*whole, "gold"][..], 1),
        (&["set", &whole, "gold", "1"], 1),
        (&["set", &whole, "level", "x"], 1),
        (&["find", "no such text", &whole], 1),
        (&["decode", "--password-file", &missing, &whole], 2),
        (&["encode", &json], 1),
        (&["unpack", "--chunk", "0,0", &whole], 1),
        (&["pack", "--in", "gzip", "--chunk", "0,0", &whole], 1),
    ] {
        let run = gamewire(args, "");
        assert_eq!(run.status, status, "{args:?}: {}", run.err);
        let name = args.iter().copied().find(|arg| arg.contains("bad.json")).unwrap_or(&whole);
        let named = args[0] == "find" || status == 2 || run.err.starts_with(&format!("error: {name}: "));
        assert!(named, "{args:?}: {}", run.err);
    }
    for args in [&["decode", "-"][..], &["get", "-"], &["encode", "-"]] {
        let run = gamewire(args, [0xff; 40]);
        assert!(run.status == 1 && !run.err.contains("-: "), "{args:?}: {}", run.err);
    }
    let help = gamewire(&["--help"], "");
    for rule in
        ["1  an input was rejected or differs, or has no such value", "2  the command line is invalid"]
    {
        assert!(help.text().contains(rule), "{}", help.text());
    }
}
