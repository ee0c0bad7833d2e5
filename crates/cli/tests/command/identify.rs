//! Tests `identify`, and the errors of all subcommands for files of other formats. The bytes are written in
//! the tests, or are files of `tests/fixtures`.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::{file, gamewire};

fn fixture(name: &str) -> String {
    file(&format!("tests/fixtures/framing/{name}"))
}

/// Files that are met beside saved games: each is named, by every subcommand in the same words.
#[test]
fn every_subcommand_names_unsupported_formats() {
    let mut region = vec![0; 8192];
    region[..4].copy_from_slice(&[0, 0, 2, 1]);
    region.extend([0, 0, 0, 9, 2, 0x78, 0x9c, 3, 0, 0, 0, 0, 1]);
    region.resize(3 * 4096, 0);
    let files: [(&str, Vec<u8>, &str); 16] = [
        ("a.stex", b"GDST\x10\0\x10\0\0\0\0\0".into(), "a texture that Godot imported (GDST, GST2)"),
        ("a.ctex", b"GST2\x01\0\0\0\x10\0\0\0".into(), "a texture that Godot imported (GDST, GST2)"),
        (
            "a.cache",
            b"GDSC\x04\0\0\0\x01\0\0\0\x40\0\0\0GSBD\x09\0\0\0".into(),
            "a compiled shader of Godot's shader cache (GDSC, GLSC)",
        ),
        ("lost.save", vec![0; 4096], "only zero bytes"),
        ("r.1.0.mca", vec![0; 8192], "a region file of Minecraft (.mca) without chunks"),
        ("a.res", b"RSRC\0\0\0\0\0\0\0\0\x04\0\0\0".into(), "a binary resource or scene of Godot (RSRC)"),
        ("a.scn", b"RSCC\x02\0\0\0\0\x10\0\0".into(), "a compressed resource or scene of Godot (RSCC)"),
        ("a.gdc", b"GDSC\x0d\0\0\0\0\0\0\0".into(), "a compiled script of Godot (GDSC)"),
        ("a.pck", b"GDPC\x01\0\0\0\x03\0\0\0".into(), "a pack of an exported Godot game (GDPC)"),
        ("r.0.0.mca", region, "a region file of Minecraft (.mca)"),
        ("a.zip", b"PK\x03\x04\x14\0\0\0".into(), "a .zip file (application/zip)"),
        ("icon.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".into(), "a .png file (image/png)"),
        ("a.json", b"{\"gold\": 5}\n".into(), "JSON text"),
        ("a.cfg", b"[player]\n\ngold=5\n".into(), "a Godot ConfigFile"),
        ("a.txt", b"hello world\n".into(), "plain text"),
        ("uid_cache.bin", b"\x01\0\0\0\x07\0\0\0\0\0\0\0\x08\0\0\0res://ab".into(), "uid_cache.bin"),
    ];
    let folder = TempDir::new().unwrap();
    for (name, bytes, what) in files {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let path = path.to_str().unwrap();
        let named = gamewire(&["identify", path], "");
        assert_eq!(named.status, 0, "{name}");
        assert!(named.text().contains(what), "{name}: {}", named.text());
        for args in [
            &["decode"][..],
            &["explain"],
            &["verify", "--json"],
            &["convert", "--to", "godot4"],
            &["decode", "--as", "godot3"],
            &["explain", "--as", "godot4"],
            &["verify", "--json", "--as", "godot2"],
            &["decode", "--as", "godot4", "--frame", "store-var"],
        ] {
            // `verify` looks into the chunks of a region, of which an empty one has none.
            if name.ends_with(".mca") && args[0] == "verify" {
                continue;
            }
            let run = gamewire(&[args, &[path]].concat(), "");
            assert_eq!(run.status, 1, "{name} {args:?}");
            // The user asks for a value, and zeros may be the start of one.
            if name == "lost.save" && args.contains(&"--as") && !args.contains(&"--frame") {
                let said = format!("{}{}", run.text(), run.err);
                assert!(said.contains("bytes follow the value"), "{args:?}: {said}");
                continue;
            }
            assert!(run.err.contains(what), "{name} {args:?}: {}", run.err);
            assert!(!run.err.contains("type id"), "{name} {args:?}: {}", run.err);
        }
    }
}

#[test]
fn every_file_of_an_engine_decodes_with_no_option() {
    for version in ["3.6.2", "4.6.3"] {
        let format = if version == "3.6.2" { "godot3" } else { "godot4" };
        for (name, frame) in [
            ("store_var_several.bin", "store-var"),
            ("store_var_full_objects.bin", "store-var"),
            ("packet_peer_stream.bin", "stream"),
            ("compressed_gzip_large.bin", "store-var"),
            ("project.binary", "none"),
        ] {
            let path = fixture(&format!("godot-{version}/{name}"));
            let found = gamewire(&["decode", &path], "");
            let named = gamewire(&["decode", "--as", format, "--frame", frame, "--objects", &path], "");
            assert_eq!((found.status, found.out), (0, named.out), "{version} {name}: {}", found.err);
        }
    }
    let nbt = file("tests/fixtures/minecraft/nbt/bigtest.nbt");
    let named = gamewire(&["decode", "--as", "minecraft/nbt", &nbt], "");
    assert_eq!(gamewire(&["decode", &nbt], "").out, named.out);
}

#[test]
fn standard_input_is_read() {
    let bytes = b"\x02\0\0\0\x05\0\0\0".to_vec();
    let run = gamewire(&["decode"], bytes);
    assert_eq!(run.text(), "\"i:5\"\n");
    assert_eq!(gamewire(&["encode", "--as", "godot4"], "\"i:5\"").out, [2, 0, 0, 0, 5, 0, 0, 0]);
    let nothing = gamewire(&["decode"], "");
    assert_eq!(nothing.status, 1);
    assert!(nothing.err.contains("the input is empty\n"), "{}", nothing.err);
}

/// A shell can run the suggested command, for any name of the file.
#[test]
#[cfg(unix)]
fn the_command_that_is_named_runs_for_any_file_name() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::process::Command;

    let names: [&[u8]; 8] = [
        b"--out=x",
        b"-rf",
        b"a b",
        b"it's $HOME",
        b"caf\xc3\xa9",
        b"l\xf8rdag.save",
        b"two\nlines'\\",
        b"\xe2\x80\xae.bin",
    ];
    let folder = TempDir::new().unwrap();
    for name in names {
        let path = folder.path().join(OsStr::from_bytes(name));
        fs::write(&path, b"\x02\0\0\0\x05\0\0\0").unwrap();
        let run = |script: &str| {
            let mut bash = Command::new("bash");
            bash.arg("-c").arg(format!("gamewire() {{ \"$GAMEWIRE\" \"$@\"; }}; {script}"));
            bash.env("GAMEWIRE", env!("CARGO_BIN_EXE_gamewire")).env("NAME", OsStr::from_bytes(name));
            bash.current_dir(folder.path()).output()
        };
        let Ok(identified) = run("gamewire identify -- \"$NAME\"") else {
            eprintln!("skipped: there is no bash");
            return;
        };
        let text = String::from_utf8(identified.stdout).unwrap();
        let shown = text.escape_debug().to_string();
        assert!(
            !text.lines().any(|line| line.contains(|c: char| c.is_control() || c == '\u{202e}')),
            "{shown}"
        );
        let next = text.lines().find_map(|line| line.trim().strip_prefix("next")).unwrap().trim();
        let decoded = run(next).unwrap();
        assert_eq!(decoded.stdout, b"\"i:5\"\n", "{shown}: {}", String::from_utf8_lossy(&decoded.stderr));
        let object = run("gamewire identify --json -- \"$NAME\"").unwrap();
        let object: Value = serde_json::from_slice(&object.stdout).unwrap();
        assert_eq!(run(object["command"].as_str().unwrap()).unwrap().stdout, b"\"i:5\"\n", "{shown}");
    }
}

/// Dumps as other programs print them, in a file: the option that reads them is said.
#[test]
fn text_that_spells_out_bytes_is_given_its_option() {
    for (name, option) in [
        ("packet.wireshark-copy.txt", "--hex"),
        ("packet.xxd.txt", "--hex"),
        ("packet.hexdump-C.txt", "--hex"),
        ("packet.node-buffer.txt", "--hex"),
        ("packet.python.txt", "--hex"),
        ("packet.base64.txt", "--base64"),
    ] {
        let path = file(&format!("tests/fixtures/pasted/{name}"));
        let run = gamewire(&["identify", &path], "");
        let next = format!("next       gamewire identify {option} {path}\n");
        assert!(run.text().contains(&next), "{name}: {}", run.text());
        let said = gamewire(&["decode", &path], "");
        let advice = format!("it spells out bytes; pass {option} to read them");
        assert!(said.status == 1 && said.err.contains(&advice), "{name}: {}", said.err);
        assert_eq!(gamewire(&["decode", option, &path], "").status, 0, "{name}");
    }
    // A byte on each line, in decimal. Its digits are also base64.
    let run = gamewire(&["identify", "-"], "2\n0\n0\n0\n5\n0\n0\n0\n");
    assert!(run.text().contains("it spells out bytes; pass --hex to read them"), "{}", run.text());
    for prose in ["a fade in\n", "hello world\n", "dGhpcyBpcyBqdXN0IHRleHQsIG5vdCBhIHNhdmU=\n"] {
        let run = gamewire(&["decode", "-"], prose);
        assert!(!run.err.contains("spells out bytes"), "{prose}: {}", run.err);
    }
}

/// Captures that scapy 2.8.0 (PyPI) wrote, in both byte orders.
#[test]
fn a_capture_of_a_network_is_named() {
    const PCAP: &str = "d4c3b2a1020004000000000000000000ffff0000010000005c11046b9a5b08002d0000002d000000ffffffffffff00000000000008004500001f0001000040117ccb7f0000017f00000100350035000b3d09616263";
    const PCAPNG: &str = "0a0d0d0a1c0000004d3c2b1a01000000ffffffffffffffff1c0000000100000014000000010000000000040014000000060000005000000000000000ee600600b371ead12d0000002d000000ffffffffffff00000000000008004500001f0001000040117ccb7f0000017f00000100350035000b3d0961626300000050000000";
    let swapped = format!("a1b2c3d4{}", &PCAP[8..]);
    for hex in [PCAP, PCAPNG, &swapped] {
        let run = gamewire(&["identify", "--hex", "-"], hex);
        assert!(run.status == 0 && run.text().starts_with("-: a network capture (pcap)\n"), "{}", run.text());
        let run = gamewire(&["decode", "--hex", "-"], hex);
        assert!(run.status == 1 && run.err.contains("--hex reads those of one packet"), "{}", run.err);
    }
    let run = gamewire(&["identify", "--hex", "-"], &PCAP[..40]);
    assert!(!run.text().contains("capture"), "{}", run.text());
}

/// The layouts are those of `StreamPeer::put_utf8_string`, `put_float` and `put_double`.
#[test]
fn values_without_a_type_are_named() {
    let text = gamewire(&["identify", "--hex", "-"], "04000000 312e300a");
    assert!(text.text().contains("unknown: no format reads this input"), "{}", text.text());
    assert!(
        text.text().contains(
            "perhaps    a length of 4 and the text \"1.0\\n\", as put_utf8_string and store_pascal_string write it; \
             var_to_bytes would write 04 00 00 00 04 00 00 00 31 2e 30 0a\n"
        ),
        "{}",
        text.text()
    );
    for (bytes, said) in [
        ("0000803f 00000040", "the floats 1.0 and 2.0, as put_float and store_float write them"),
        ("000000000000f83f", "the float 1.5 of 64 bits, as put_double and store_double write it"),
        ("00000005 68656c6c6f", "put_utf8_string and store_pascal_string write it with big_endian set"),
        ("0000803f", "the float 1.0, as put_float and store_float write it"),
    ] {
        let run = gamewire(&["identify", "--hex", "-"], bytes);
        assert!(run.text().contains(said), "{bytes}: {}", run.text());
        let run = gamewire(&["decode", "--hex", "-"], bytes);
        assert!(run.err.contains(said), "{bytes}: {}", run.err);
    }
}
