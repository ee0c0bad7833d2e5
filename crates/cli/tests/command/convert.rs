//! Tests `convert` and `fixtures`, and that the format of the input is detected. The files are those of
//! `tests/fixtures`, or are written in the tests.

use std::fs;

use gamewire::godot::{Dialect, Variant};

use super::{file, gamewire};

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
fn values_without_translation_are_refused_unless_losses_are_allowed() {
    let wide = "020001000000000000010000";
    let refused = gamewire(&["convert", "--to", "godot2", "--hex", "-"], wide);
    assert_eq!((refused.status, refused.out.len()), (1, 0));
    assert!(refused.err.contains("1099511627776 is out of range"), "{}", refused.err);
    let lossy = gamewire(&["convert", "--to", "godot2", "--lossy", "--hex", "-"], wide);
    assert_eq!((lossy.status, lossy.text()), (0, "0300000000008053\n"));
    assert!(lossy.err.contains("1 with losses"), "{}", lossy.err);
}

#[test]
fn framed_files_stay_framed_and_lines_stay_lines() {
    let path = file("tests/fixtures/framing/godot-3.6.2/store_var_several.bin");
    let to = std::env::temp_dir().join(format!("gamewire-convert-{}.bin", std::process::id()));
    let to_text = to.to_str().unwrap();
    let args = ["convert", "--to", "godot4", "--frame", "store-var", &path, "--out", to_text];
    let run = gamewire(&args, "");
    assert_eq!((run.status, run.out.len()), (0, 0), "{}", run.err);
    let there = gamewire(&["decode", "--as", "godot4", "--frame", "store-var", to_text], "");
    let here = gamewire(&["decode", "--frame", "store-var", &path], "");
    assert_eq!(there.text(), here.text());
    assert_eq!(
        gamewire(&["verify", "--json", "--as", "godot4", "--frame", "store-var", to_text], "").status,
        0
    );
    fs::remove_file(to).unwrap();

    let lines =
        gamewire(&["convert", "--to", "godot4", "--lines"], "1300000001000000 00000000\n13\n00000000\n");
    assert_eq!(lines.status, 1);
    let answers: Vec<_> = lines.text().lines().collect();
    assert_eq!((answers[0], answers[2]), ("1c0000000100000000000000", "00000000"));
    assert!(answers[1].starts_with("{\"error\":{\"offset\":0,\"kind\":\"eof\""), "{}", answers[1]);
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
    let sample = gamewire(&["explain", "--as", "auto"], "");
    assert_eq!(sample.status, 0);
    assert!(sample.text().starts_with("godot3"), "{}", sample.text());
    assert!(sample.err.contains("certainly godot3"), "{}", sample.err);

    let name = Dialect::GODOT_4.encode(&Variant::StringName("hi".into())).unwrap();
    assert_eq!(gamewire(&["decode", "--as", "auto", "-"], name.as_slice()).text(), "\"sn:hi\"\n");
    let moved = gamewire(&["convert", "--from", "auto", "--to", "godot3", "-"], name);
    assert_eq!(Dialect::GODOT_3.parse(&moved.out).unwrap(), "hi");
}

/// An int is written alike by all: its value is certain, its origin is not, and the newest is taken, by all
/// subcommands alike.
#[test]
fn the_newest_of_formats_that_read_the_same_value_is_taken() {
    let int = "0200000005000000\n";
    for name in ["decode", "explain", "verify"] {
        let run = gamewire(&[name, "--as", "auto", "--hex", "-"], int);
        assert_eq!(run.status, 0, "{name}: {}", run.err);
        let said = "this value is the same in Godot 2, 3 and 4; read as Godot 4\n";
        assert!(run.err.contains(said), "{name}: {}", run.err);
    }
    assert!(gamewire(&["explain", "--hex", "-"], int).text().starts_with("godot4, single precision"));
    let lines = gamewire(&["verify", "--json", "--lines"], int);
    assert_eq!((lines.text(), lines.err.as_str()), ("{\"status\":\"identical\"}\n", ""));
    assert_eq!(gamewire(&["encode", "--as", "auto", "-"], "null").status, 2);
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

/// A string of length 0, or null after its length.
#[test]
fn framings_that_read_different_values_are_both_shown() {
    let run = gamewire(&["decode", "--hex", "-"], "0400000000000000");
    assert_eq!(run.status, 1);
    assert!(
        run.err.contains("--frame none: \"\"") && run.err.contains("--frame store-var: null"),
        "{}",
        run.err
    );
    assert_eq!(gamewire(&["decode", "--hex", "--frame", "none", "-"], "0400000000000000").text(), "\"s:\"\n");
    assert_eq!(
        gamewire(&["decode", "--hex", "--frame", "store-var", "-"], "0400000000000000").text(),
        "null\n"
    );
}

/// Text in hexadecimal becomes bytes in another file, and stays text on standard output and in its own file.
#[test]
fn another_file_gets_the_bytes_of_text() {
    let folder = tempfile::tempdir().unwrap();
    let [text, new] = ["in.txt", "new.bin"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    std::fs::write(&text, "02000000 05000000").unwrap();
    let convert = ["convert", "--as", "godot3", "--to", "godot4", "--hex", &text];
    assert_eq!(gamewire(&convert, "").text().trim_end(), "0200000005000000");
    assert_eq!(gamewire(&[&convert[..], &["--out", &new]].concat(), "").status, 0);
    assert_eq!(std::fs::read(&new).unwrap(), [2, 0, 0, 0, 5, 0, 0, 0]);
    assert_eq!(gamewire(&[&convert[..], &["--out", &text]].concat(), "").status, 0);
    assert_eq!(std::fs::read_to_string(&text).unwrap().trim_end(), "0200000005000000");
}

/// The bytes are those of the specification of NBT's forms: 300 and -1 with the lowest byte first, and as zigzag VarInts.
#[test]
fn nbt_moves_between_its_forms() {
    const JAVA: &str = "0a00016103000474696d650000012c02000162ffff00\n";
    const BEDROCK: &str = "0a01006103040074696d652c010000020100 62ffff00";
    const NETWORK: &str = "0a0161030474696d65d804020162ffff00";
    const NAMELESS: &str = "0a03000474696d650000012c02000162ffff00\n";
    let convert = |to: &str, bytes: &str| gamewire(&["convert", "--hex", "--to", to, "-"], bytes);
    let plain = |text: &str| text.replace(' ', "");
    assert_eq!(convert("minecraft-bedrock/nbt", JAVA).text().trim(), plain(BEDROCK));
    assert_eq!(convert("minecraft-bedrock-network/nbt", JAVA).text().trim(), NETWORK);
    assert_eq!(convert("minecraft/nbt", BEDROCK).text(), JAVA);
    let named = gamewire(
        &["convert", "--hex", "--from", "minecraft-bedrock-network/nbt", "--to", "minecraft/nbt", "-"],
        NETWORK,
    );
    assert_eq!(named.text(), JAVA);
    let nameless = convert("minecraft-nameless/nbt", JAVA);
    assert_eq!(nameless.text(), NAMELESS);
    assert!(nameless.err.contains("the root's name a is lost"), "{}", nameless.err);
    let refused = convert("godot4", JAVA);
    assert_eq!((refused.status, refused.text()), (1, ""));
    assert!(
        refused.err.contains("only values of Godot can be converted to godot4, but this is minecraft/nbt"),
        "{}",
        refused.err
    );
}

/// A `level.dat` of the Bedrock edition has a header of eight bytes, which the Java edition's files do not have.
#[test]
fn the_header_of_level_dat_is_left_out() {
    let level = "080000000d000000 0a0000 030200 6162 07000000 00";
    let java = gamewire(&["convert", "--hex", "--to", "minecraft/nbt", "-"], level);
    assert_eq!(java.text(), "0a0000 0300026162 00000007 00\n".replace(' ', ""), "{}", java.err);
    assert!(java.err.contains("the header of level.dat"), "{}", java.err);
    let same = gamewire(&["convert", "--hex", "--to", "minecraft-bedrock/nbt", "-"], level);
    assert_eq!(same.text().trim(), level.replace(' ', ""), "{}", same.err);
}

/// `1` and `"1"` are two keys of a dictionary, and one name in JSON.
#[test]
fn plain_json_says_that_a_name_is_there_twice() {
    let value = Dialect::GODOT_4
        .encode(&Variant::Dictionary(
            [(Variant::Int(1), Variant::Int(7)), ("1".into(), Variant::Int(8))].into(),
        ))
        .unwrap();
    let run = gamewire(&["decode", "--plain", "-"], value);
    assert_eq!(run.text(), "{\"1\":7,\"1\":8}\n");
    assert!(run.err.contains("\"1\" at $ occurs twice in the JSON"), "{}", run.err);
    let run = gamewire(&["decode", "--plain", "--hex", "-"], "0a0000 0100016102 0100016103 00");
    assert!(run.err.contains("\"a\" at $ occurs twice in the JSON"), "{}", run.err);
    let run = gamewire(&["decode", "--plain", "--hex", "-"], "0a0000 0100016102 0100016203 00");
    assert!(!run.err.contains("twice"), "{}", run.err);
}

#[test]
fn recordings_are_not_converted() {
    for (path, what) in [
        ("sessions/1.20.toServer.bin", "a recorded session of Minecraft 1.20, 15 packets of the client"),
        ("mcpr/1.20.1.mcpr", "a recording of ReplayMod of Minecraft 1.20, 37 packets of the server"),
    ] {
        let path = file(&format!("tests/fixtures/protodef/{path}"));
        let run = gamewire(&["convert", "--to", "godot3", &path], "");
        let said = format!("only values of Godot and NBT can be converted, but this is {what}");
        assert!(run.status == 1 && run.err.contains(&said), "{}", run.err);
        assert!(run.err.contains("gamewire decode prints its packets"), "{}", run.err);
    }
}
