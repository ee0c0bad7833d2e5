//! `--frame varint`: streams of packets of Minecraft.

use super::{file, gamewire};

const PLAIN: &str = "tests/fixtures/minecraft/stream/plain.bin";
const COMPRESSED: &str = "tests/fixtures/minecraft/stream/threshold_64.bin";
/// Chat Message of 1.14, to the client.
const CHAT: &str = "minecraft/struct(id:varint,text:chat,position:i8)";
/// The frame of the second packet of both streams, without and with compression.
const FRAME: &str = "130e107b2274657874223a2268656c6c6f227d00";
const WITH_DATA_LENGTH: &str = "14000e107b2274657874223a2268656c6c6f227d00";

/// The packets of both streams, as decode prints them.
fn lines() -> Vec<String> {
    let text = std::fs::read_to_string(file("tests/fixtures/minecraft/stream/packets.txt")).unwrap();
    let line = |line: &str| {
        let hex = line.split('\t').nth(1).unwrap();
        let id = u8::from_str_radix(&hex[..2], 16).unwrap();
        format!("{{\"id\":{id},\"data\":\"{}\"}}", &hex[2..])
    };
    text.lines().map(line).collect()
}

#[test]
fn every_packet_of_a_session_is_decoded() {
    let (plain, compressed) = (file(PLAIN), file(COMPRESSED));
    let run = gamewire(&["decode", "--frame", "varint", &plain], "");
    assert_eq!((run.status, run.text().lines().map(str::to_owned).collect::<Vec<_>>()), (0, lines()));
    let args = ["decode", "--frame", "varint", "--threshold", "64", &compressed];
    let run = gamewire(&args, "");
    assert_eq!((run.status, run.text().lines().map(str::to_owned).collect::<Vec<_>>()), (0, lines()));
    // The packets are not zlib data: without the threshold they are other packets.
    let run = gamewire(&["decode", "--frame", "varint", &compressed], "");
    assert!(run.text().starts_with("{\"id\":0,"), "{}", run.text());
}

#[test]
fn every_packet_of_a_session_is_explained_at_its_offset() {
    let compressed = file(COMPRESSED);
    let run = gamewire(&["explain", "--frame", "varint", "--threshold", "64", &compressed], "");
    assert_eq!(run.status, 0, "{}", run.err);
    for offset in ["0x0002", "0x000d", "0x0022", "0x0036", "0x0053", "0x005e", "0x0064"] {
        assert!(run.text().contains(&format!("at byte {offset}")), "{offset}: {}", run.text());
    }
}

/// Without a type, too: what decode prints is what encode takes.
#[test]
fn packets_of_any_type_are_encoded_as_they_were() {
    let plain = file(PLAIN);
    let json = gamewire(&["decode", "--frame", "varint", &plain], "").out;
    let bytes = gamewire(&["encode", "--frame", "varint", "-"], json.clone());
    assert!(bytes.out == std::fs::read(&plain).unwrap(), "{}", bytes.err);
    let bytes = gamewire(&["encode", "--frame", "varint", "--threshold", "64", "-"], json.clone()).out;
    let again = gamewire(&["decode", "--frame", "varint", "--threshold", "64", "-"], bytes);
    assert!(again.out == json, "{}", again.err);
    let wrong = gamewire(&["encode", "--frame", "varint", "-"], "{\"id\":1}");
    assert!(wrong.status == 1 && wrong.err.contains("data"), "{}", wrong.err);
}

#[test]
fn packets_are_encoded_as_they_were() {
    for (frame, threshold) in [(FRAME, None), (WITH_DATA_LENGTH, Some("64"))] {
        let mut args = vec!["decode", "--hex", "--as", CHAT, "--frame", "varint"];
        args.extend(threshold.iter().flat_map(|threshold| ["--threshold", threshold]));
        args.push("-");
        let twice = format!("{frame}{frame}");
        let json = gamewire(&args, &*twice);
        assert_eq!(json.status, 0, "{}", json.err);
        assert_eq!(json.text().lines().count(), 2);
        args[0] = "encode";
        let bytes = gamewire(&args, json.out);
        assert_eq!(bytes.text().split_whitespace().collect::<String>(), twice);

        // Line by line.
        args.retain(|arg| *arg != "--hex");
        args.push("--lines");
        let text = format!("{frame}\n00\n{frame}\n");
        args[0] = "decode";
        let json = gamewire(&args, &*text);
        assert_eq!(json.status, 1);
        let lines: Vec<_> = json.text().lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[1].starts_with("{\"error\":"), "{}", lines[1]);
        args[0] = "encode";
        let hex = gamewire(&args, format!("{}\n{}\n", lines[0], lines[2]));
        assert_eq!(hex.text(), format!("{frame}\n{frame}\n"));
    }
}

#[test]
fn a_compressed_packet_is_written_from_the_threshold_on() {
    let chat = format!(r#"{{\"text\":\"{}\"}}"#, "x".repeat(300));
    let json = format!(r#"{{"id":14,"text":"{chat}","position":0}}"#);
    let args = ["encode", "--as", CHAT, "--frame", "varint", "--threshold", "64", "-"];
    let bytes = gamewire(&args, &*json);
    assert_eq!(bytes.status, 0, "{}", bytes.err);
    // Packet length, data length 315 in two bytes, zlib.
    assert_eq!(bytes.out[1..4], [0xbb, 0x02, 0x78]);
    let args = ["decode", "--as", CHAT, "--frame", "varint", "--threshold", "64", "-"];
    assert_eq!(gamewire(&args, bytes.out).text().trim_end(), json);
}

#[test]
fn a_bad_packet_does_not_end_the_stream() {
    // A data length of 100, and no zlib data; then a good packet.
    let stream = format!("03 64 78 00 {WITH_DATA_LENGTH} 05 00");
    let args = ["decode", "--hex", "--frame", "varint", "--threshold", "64", "-"];
    let run = gamewire(&args, &*stream);
    let lines: Vec<_> = run.text().lines().collect();
    assert_eq!((run.status, lines.len()), (1, 3));
    assert!(lines[0].contains("\"offset\":2") && lines[0].contains("zlib"), "{}", lines[0]);
    assert!(lines[1].starts_with("{\"id\":14,"), "{}", lines[1]);
    assert!(lines[2].contains("\"offset\":25"), "{}", lines[2]);
}

#[test]
fn formats_that_a_subcommand_does_not_read_are_reported() {
    let plain = file(PLAIN);
    for (args, message) in [
        (
            &["get", "--frame", "varint", &plain, "$"][..],
            "--frame varint is for decode, explain, verify and encode",
        ),
        (&["decode", "--as", "godot4", "--frame", "varint", &plain], "pass --as minecraft/TYPE"),
        (&["decode", "--threshold", "64", &plain], "--threshold needs --frame varint"),
        (&["encode", "--threshold", "64", "--sample"], "--threshold needs --frame varint"),
        (&["decode", "--lines", "--frame", "store-var", &plain], "--frame can only be varint"),
    ] {
        let run = gamewire(args, "");
        assert_ne!(run.status, 0, "{args:?}");
        assert!(
            format!("{}{}", run.err, run.text()).contains(message),
            "{args:?}: {} {}",
            run.err,
            run.text()
        );
    }
}

/// Packets are named where no format reads the input, with the command that reads them.
#[test]
fn a_session_is_named_with_its_options() {
    for (path, options) in [(PLAIN, "--frame varint"), (COMPRESSED, "--frame varint --threshold 256")] {
        let path = file(path);
        let run = gamewire(&["identify", &path], "");
        assert!(
            run.text().contains("perhaps    7 packets of Minecraft, each after its length as a VarInt"),
            "{}",
            run.text()
        );
        let next = format!("next       gamewire decode {options} {path}\n");
        assert!(run.text().contains(&next), "{}", run.text());
        let json = gamewire(&["identify", "--json", &path], "");
        assert!(
            json.text().contains(&format!("\"command\":\"gamewire decode {options} ")),
            "{}",
            json.text()
        );
        let mut args = vec!["decode"];
        args.extend(options.split(' '));
        args.push(&path);
        let decoded = gamewire(&args, "");
        assert_eq!(decoded.text().lines().map(str::to_owned).collect::<Vec<_>>(), lines());
        for args in [&["decode", &path][..], &["get", &path, "a"], &["explain", &path]] {
            let run = gamewire(args, "");
            assert!(run.err.contains(&format!("gamewire decode {options} reads them")), "{}", run.err);
            assert!(!run.err.contains("--trailing"), "{}", run.err);
        }
    }
}
