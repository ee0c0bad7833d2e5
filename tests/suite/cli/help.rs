//! Command lines: a wrong one has the status 2, and help lists subcommands and options.

use gamewire::godot::Dialect;

use super::gamewire;

#[test]
fn wrong_command_lines_have_status_2() {
    let wrong: [&[&str]; 12] = [
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
    }
    // The names are not in the help of each subcommand, which is one screen.
    let formats = gamewire(&["help", "formats"], "");
    assert!(formats.text().starts_with(gamewire(&["formats"], "").text()));
    for &dialect in Dialect::ALL {
        let plain = dialect.name().trim_end_matches("-double");
        assert!(formats.text().contains(plain), "{dialect} is not in the help");
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
}
