//! Tests how the command parses sizes, digits and mistyped keys. The sources that do it are included here,
//! because a test program of the command itself would compile all of it twice.

use super::gamewire;
use nearest::nearest;
use size::size;

#[path = "../../src/values/nearest.rs"]
#[allow(dead_code, unreachable_pub)] // The command calls the others.
mod nearest;

#[path = "../../src/values/size.rs"]
#[allow(unreachable_pub)]
mod size;

#[test]
fn sizes_have_units() {
    for (text, bytes) in
        [("0", 0), ("10000", 10_000), ("64K", 65_536), ("64k", 65_536), ("1MiB", 1 << 20), ("2 gb", 2 << 30)]
    {
        assert_eq!(size(text), Ok(bytes), "{text}");
    }
    for text in ["", "K", "-1", "1T", "99999999999999999999", "9999999999G0"] {
        assert!(size(text).is_err(), "{text}");
    }
}

#[test]
fn near_names_are_found_and_far_ones_are_not() {
    let names = ["name", "gold", "hp", "position", "Größe"].map(String::from);
    for (typed, meant) in [
        ("glod", Some("gold")),
        ("Gold", Some("gold")),
        ("golds", Some("gold")),
        ("positon", Some("position")),
        ("grösse", Some("Größe")),
        ("hq", Some("hp")),
        ("xy", None),
        ("mana", None),
        ("inventory", None),
        ("", None),
    ] {
        assert_eq!(nearest(typed, names.clone()).as_deref(), meant, "{typed}");
    }
    assert_eq!(nearest(&"x".repeat(1 << 20), names), None);
}

#[test]
fn digits_are_read_and_written() {
    let digits: String = (0..=255).map(|byte| format!("{byte:02x}")).collect();
    let array = format!("1d00000000010000{digits}");
    let run = gamewire(&["convert", "--from", "godot4", "--to", "godot4", "--hex", "-"], array.as_str());
    assert_eq!(run.text(), format!("{array}\n"), "{}", run.err);
    let spaced = gamewire(&["decode", "--as", "godot4", "--hex", "-"], " 02 00\t0\n0 00\r\n05 00 00 00");
    assert_eq!(spaced.text(), "\"i:5\"\n", "{}", spaced.err);
}

#[test]
fn a_character_that_is_no_digit_has_its_place() {
    for (text, message) in [
        ("00 0g", "at character 5: this is not a hexadecimal digit"),
        ("00\n0", "at line 2, column 1: the number of hexadecimal digits is odd"),
    ] {
        let run = gamewire(&["decode", "--hex", "-"], text);
        assert!(run.status == 1 && run.err.contains(message), "{}", run.err);
    }
    let run = gamewire(&["decode", "--base64", "-"], "AB!=");
    assert!(run.status == 1 && run.err.contains("not base64"), "{}", run.err);
}

/// An INPUT is the name of a file. A value in its place gets a message that tells how to pass the value.
#[test]
fn a_value_is_not_an_argument() {
    let advice = "; a value is read from a file, or from standard input if - is given instead\n";
    for value in ["{\"a\":1}", "[1, 2]", "\"s:text\"", "5", "Vector2(1, 2)", "02000000 05000000"] {
        for subcommand in ["encode", "decode", "explain", "verify", "unpack"] {
            let run = gamewire(&[subcommand, value], "");
            assert!(run.status == 2 && run.err.ends_with(advice), "{subcommand} {value}: {}", run.err);
        }
    }
    let run = gamewire(&["encode", "no-such-file.json"], "");
    assert!(run.status == 2 && !run.err.contains(advice), "{}", run.err);
}
