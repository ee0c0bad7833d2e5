//! Tests `--frame`, which reads several values from one input. The bytes are written in the tests, or are
//! files of `tests/fixtures/framing`.

use super::{file, gamewire};

const FOLDER: &str = "tests/fixtures/framing";

#[test]
fn files_of_engines_decode_and_encode_to_themselves() {
    let files = [
        ("store-var", "store_var_several.bin", false),
        ("store-var", "store_var_big_endian.bin", true),
        ("put-var", "put_var_several.bin", false),
        ("stream", "packet_peer_stream.bin", false),
        ("store-var", "store_var_full_objects.bin", false),
    ];
    for (version, format) in [("3.6.2", "godot3"), ("4.6.3", "godot4")] {
        for (frame, name, big_endian) in files {
            let path = file(&format!("{FOLDER}/godot-{version}/{name}"));
            let mut args = vec!["decode", "--as", format, "--frame", frame, "--objects"];
            args.extend(big_endian.then_some("--big-endian"));
            args.push(&path);
            let json = gamewire(&args, "");
            assert_eq!(json.status, 0, "{name}: {}", json.err);
            assert!(json.text().lines().count() >= 2, "{name}");

            args[0] = "verify";
            let verdicts = gamewire(&args, "");
            assert!(
                verdicts.text().lines().all(|line| line == "canonical: gamewire writes the same bytes"),
                "{name}"
            );

            args[0] = "encode";
            *args.last_mut().unwrap() = "-";
            let bytes = gamewire(&args, json.out);
            assert!(bytes.out == std::fs::read(&path).unwrap(), "{version} {name}");
        }
    }
}

/// PacketPeerStream writes lengths in little-endian, whatever the stream is.
#[test]
fn lengths_have_rows_in_files_and_streams() {
    let path = file(&format!("{FOLDER}/godot-4.6.3/packet_peer_stream.bin"));
    let bytes = std::fs::read(&path).unwrap();
    let length = u32::from_le_bytes(bytes[..4].try_into().unwrap());
    let args = ["explain", "--as", "godot4", "--frame", "stream"];
    let whole = gamewire(&[&args[..], &[&path]].concat(), "");
    let stream = gamewire(&[&args[..], &["-"]].concat(), bytes);
    for run in [&whole, &stream] {
        let row = format!("  length = {length}\n0x0004  ");
        assert!(run.status == 0 && run.text().contains(&row), "{}", run.text());
    }
    let lengths = |dump: &str| -> Vec<String> {
        dump.lines().filter(|line| line.contains("  length = ")).map(str::to_owned).collect()
    };
    assert_eq!(lengths(whole.text()), lengths(stream.text()));
}

#[test]
fn one_page_has_every_frame() {
    let path = file(&format!("{FOLDER}/godot-4.6.3/store_var_several.bin"));
    let args = ["explain", "--as", "godot4", "--frame", "store-var"];
    let text = gamewire(&[&args[..], &[&path]].concat(), "");
    let values = text.text().matches("  length = ").count();
    let page = gamewire(&[&args[..], &["--html", &path]].concat(), "");
    assert_eq!((page.status, page.text().matches("<!doctype html>").count()), (0, 1), "{}", page.err);
    assert!(values > 1 && page.text().matches(">length = ").count() == values, "{}", page.text());

    // The page also says where the input was cut.
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.pop();
    let cut = gamewire(&[&args[..], &["--html", "-"]].concat(), bytes);
    assert_eq!((cut.status, cut.text().matches("<!doctype html>").count()), (1, 1), "{}", cut.err);
    assert!(cut.text().contains("<strong>Rejected</strong>"));
}

/// Rows that were not even read are not counted.
#[test]
fn rows_that_were_not_read_are_not_counted() {
    let count = 140_000_u32;
    let mut array = [&28_u32.to_le_bytes()[..], &count.to_le_bytes()].concat();
    array.extend((0..count).flat_map(|number| [2, number]).flat_map(u32::to_le_bytes));
    let length = u32::try_from(array.len()).unwrap().to_le_bytes();
    let frames = [&length[..], &array, &length, &array].concat();
    for (bytes, frame) in [(&array, "none"), (&frames, "store-var")] {
        let options = ["explain", "--as", "godot4", "--frame", frame, "--limit", "3", "-"];
        let run = gamewire(&options, bytes.clone());
        assert!(run.text().contains("the rest is not shown\n"), "{}", run.text());
        assert!(!run.text().contains("1 row not shown"), "{}", run.text());
    }
}
