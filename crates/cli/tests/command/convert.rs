//! Tests `convert` and `fixtures`, and that the format of the input is detected. The files are those of
//! `tests/fixtures`, or are written in the tests.

use gamewire::godot::{Dialect, Variant};

use super::gamewire;

#[test]
fn values_move_with_a_report() {
    let name = Dialect::GODOT_4.encode(&vec![Variant::StringName("jump".into()), 7.into()].into()).unwrap();
    let run = gamewire(&["convert", "--from", "godot4", "--to", "godot3", "-"], name);
    assert_eq!(run.status, 0);
    assert_eq!(
        Dialect::GODOT_3.parse(&run.out).unwrap(),
        Variant::from(vec![Variant::from("jump"), 7.into()])
    );
    assert!(run.err.contains("1 change, nothing lost"), "{}", run.err);
    assert!(run.err.contains("$[0]: &\"jump\" → \"jump\""), "{}", run.err);
}

#[test]
fn a_file_with_a_bad_value_is_not_written() {
    let to = std::env::temp_dir().join(format!("gamewire-half-{}.bin", std::process::id()));
    let args =
        ["convert", "--to", "godot4", "--hex", "--frame", "stream", "-", "--out", to.to_str().unwrap()];
    let run = gamewire(&args, "04000000 00000000 04000000 63000000");
    assert_eq!(run.status, 1);
    assert!(run.err.contains("0x000c  63 00 00 00"), "{}", run.err);
    assert!(!to.exists());
}

#[test]
fn a_format_is_found_where_one_fits_best() {
    let sample = gamewire(&["explain", "--sample", "--as", "auto"], "");
    assert_eq!(sample.status, 0);
    assert!(sample.text().starts_with("godot3"), "{}", sample.text());

    let name = Dialect::GODOT_4.encode(&Variant::StringName("hi".into())).unwrap();
    assert_eq!(gamewire(&["decode", "--as", "auto", "-"], name.as_slice()).text(), "\"sn:hi\"\n");
    let moved = gamewire(&["convert", "--from", "auto", "--to", "godot3", "-"], name);
    assert_eq!(Dialect::GODOT_3.parse(&moved.out).unwrap(), "hi");
}

/// A color of Godot 2 and 3 is a plane of Godot 4.
#[test]
fn formats_that_read_different_values_are_both_shown() {
    let color = "0e000000 0000803e 0000003f 0000403f 0000803f";
    for name in ["decode", "explain", "verify", "convert"] {
        let args = if name == "convert" {
            vec![name, "--to", "godot4", "--hex", "-"]
        } else {
            vec![name, "--hex", "-"]
        };
        let run = gamewire(&args, color);
        assert_eq!(run.status, 1, "{name}");
        assert!(name == "verify" || run.out.is_empty(), "{name}: {}", run.text());
        for shown in ["--as godot4: Plane(", "--as godot3: Color("] {
            assert!(run.err.contains(shown), "{name}: {}", run.err);
        }
    }
    let lines = gamewire(&["decode", "--lines"], format!("{color}\n0200000005000000\n"));
    assert!(lines.text().starts_with("{\"error\":{\"offset\":0,\"kind\":\"ambiguous\""), "{}", lines.text());
    assert!(lines.text().ends_with("\"i:5\"\n"));
    assert_eq!(gamewire(&["decode", "--hex", "--as", "godot3", "-"], color).status, 0);
}
