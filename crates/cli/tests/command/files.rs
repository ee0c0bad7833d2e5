//! Tests that compressed and encrypted files and files of settings are detected and opened. Engines wrote the
//! files (`tests/fixtures/framing`).

use super::{file, gamewire};

fn fixture(version: &str, name: &str) -> String {
    file(&format!("tests/fixtures/framing/godot-{version}/{name}"))
}

const ENGINES: [(&str, &str); 2] = [("3.6.2", "godot3"), ("4.6.3", "godot4")];
const KEY: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

#[test]
fn files_of_engines_decode_to_what_is_inside_and_back() {
    for (version, format) in ENGINES {
        let plain = fixture(version, "store_var_several.bin");
        let values = gamewire(&["decode", "--as", format, "--frame", "store-var", &plain], "");
        let files: [(&str, &[&str]); 6] = [
            ("compressed_fastlz.bin", &[]),
            ("compressed_deflate.bin", &[]),
            ("compressed_zstd.bin", &[]),
            ("compressed_gzip.bin", &[]),
            ("encrypted_pass.bin", &["--password", "correct horse"]),
            ("encrypted_key.bin", &["--key", KEY]),
        ];
        for (name, secret) in files {
            let path = fixture(version, name);
            let base = ["--as", format, "--frame", "store-var"];
            let args = [&["decode"][..], &base, secret, &[path.as_str()]].concat();
            let run = gamewire(&args, "");
            assert_eq!((run.status, run.text()), (0, values.text()), "{name}: {}", run.err);
            assert_eq!(run.err, "", "{name}");
            let run = gamewire(
                &[&["verify", "--json"][..], &base, secret, &["-"]].concat(),
                std::fs::read(&path).unwrap(),
            );
            assert_eq!(run.status, 0, "{name}: {}", run.err);

            let packing = match name.strip_prefix("compressed_") {
                Some(mode) => vec!["--compress", mode.strip_suffix(".bin").unwrap()],
                None => secret.to_vec(),
            };
            let ours = gamewire(&[&["encode"][..], &base, &packing, &["-"]].concat(), values.out.clone());
            assert_eq!(ours.out[..8], std::fs::read(&path).unwrap()[..8], "{name}");
            let again = gamewire(&[&["decode"][..], &base, secret, &["-"]].concat(), ours.out.as_slice());
            assert_eq!(again.text(), values.text(), "{name}: {}", again.err);
        }
    }
}

#[test]
fn initialization_vectors_differ() {
    let encrypted = || gamewire(&["encode", "--as", "godot4", "--password", "p", "-"], "\"i:5\"").out;
    let (first, second) = (encrypted(), encrypted());
    assert_eq!(first[..28], second[..28]);
    assert_ne!(first[28..44], second[28..44]);
    assert_eq!(gamewire(&["decode", "--password", "p", "-"], first).text(), "\"i:5\"\n");
}

#[test]
fn settings_are_a_line_each_and_back() {
    for (version, format) in ENGINES {
        let path = fixture(version, "project.binary");
        let lines = gamewire(&["decode", "--as", format, "--objects", &path], "");
        assert_eq!(lines.status, 0, "{}", lines.err);
        assert!(lines.text().contains("{\"key\":\"fixture/string\",\"value\":\"s:héllo\"}\n"));
        let back = gamewire(&["encode", "--as", format, "--project", "-"], lines.out);
        assert!(back.out == std::fs::read(&path).unwrap(), "{version}: {}", back.err);

        let verdicts = gamewire(&["verify", "--json", "--as", format, "--objects", &path], "");
        assert!(verdicts.text().contains("{\"status\":\"identical\",\"key\":\"input/jump\"}\n"));
        let dump = gamewire(&["explain", "--as", format, "--objects", &path], "");
        assert!(dump.text().contains("  key = \"fixture/int\"\n"), "{}", dump.text());
        let size = std::fs::metadata(&path).unwrap().len();
        assert!(dump.text().ends_with(&format!("{size} of {size} bytes explained\n")), "{}", dump.text());
        let without = gamewire(&["decode", &path], "");
        assert_eq!(without.out, gamewire(&["decode", "--as", format, &path], "").out);
        assert!(!without.err.contains("certainly"), "{}", without.err);
    }
}
