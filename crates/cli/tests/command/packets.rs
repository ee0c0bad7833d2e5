//! Tests `--frame varint`, which reads streams of Minecraft packets. The streams are those of
//! `tests/fixtures`, or are written in the tests.

use std::fs;

use gamewire_files::minecraft::{Packing, pack};
use tempfile::TempDir;

use super::{file, gamewire};
use crate::positions::{exhaustive, share};

const PLAIN: &str = "tests/fixtures/minecraft/stream/plain.bin";
const COMPRESSED: &str = "tests/fixtures/minecraft/stream/threshold_64.bin";
/// Both directions of a whole session, from the login on.
const SERVER: &str = "tests/fixtures/minecraft/stream/server_login.bin";
const CLIENT: &str = "tests/fixtures/minecraft/stream/client_login.bin";
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
    // The packets are not zlib data: without the threshold they are other packets, which a hint says.
    let run = gamewire(&["decode", "--frame", "varint", &compressed], "");
    assert!(run.text().starts_with("{\"id\":0,"), "{}", run.text());
    assert!(run.err.ends_with("because they have data lengths: pass --threshold 1\n"), "{}", run.err);
    for path in [PLAIN, SERVER] {
        let run = gamewire(&["decode", "--frame", "varint", &file(path)], "");
        assert_eq!((run.status, &*run.err), (0, ""), "{path}");
    }
}

/// The bytes of a dump's rows, by their offsets in the file, and how many each end counts.
fn shown_bytes(dump: &str) -> (Vec<(usize, Vec<u8>)>, usize) {
    let (mut rows, mut counted) = (Vec::new(), 0);
    for line in dump.lines().filter_map(|line| line.strip_prefix("0x")) {
        let (offset, rest) = line.split_once("  ").unwrap();
        let offset = usize::from_str_radix(offset, 16).unwrap();
        if let Some(end) = rest.strip_prefix("end ") {
            let end: Vec<_> = end.split_whitespace().collect();
            assert_eq!((end[0], &end[1..2], &end[3..]), (end[2], &["of"][..], &["bytes", "explained"][..]));
            counted += end[0].parse::<usize>().unwrap();
        } else {
            let bytes = rest.get(..23).unwrap_or(rest).split_whitespace();
            rows.push((offset, bytes.map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()));
        }
    }
    (rows, counted)
}

#[test]
fn rows_of_a_session_are_all_bytes_of_the_file() {
    let session = fs::read(file(COMPRESSED)).unwrap();
    // A data length in three bytes, and a packet length in two.
    let long = [&[0x94, 0x80, 0, 0x80, 0x80, 0], &session[13..30]].concat();
    let folder = TempDir::new().unwrap();
    let (path, odd) = (folder.path().join("session"), folder.path().join("odd"));
    // Without the packet of 20016 bytes, whose compressed bytes are too many for a row.
    let at = session.windows(4).position(|bytes| bytes == [0x43, 0xb0, 0x9c, 1]).unwrap();
    fs::write(&path, &session[..at]).unwrap();
    fs::write(&odd, &long).unwrap();
    for (path, bytes) in [(&path, &session[..at]), (&odd, &long[..])] {
        let args = ["explain", "--frame", "varint", "--threshold", "64", path.to_str().unwrap()];
        let run = gamewire(&args, "");
        assert_eq!(run.status, 0, "{}", run.err);
        let (rows, counted) = shown_bytes(run.text());
        let mut end = 0;
        for (offset, row) in rows {
            assert_eq!(offset, end, "{}", run.text());
            assert_eq!(row, bytes[offset..offset + row.len()], "{}", run.text());
            end += row.len();
        }
        assert_eq!((end, counted), (bytes.len(), bytes.len()), "{}", run.text());
        // Reading the bytes as a stream gives the same output.
        let stream = gamewire(&[&args[..5], &["-"]].concat(), bytes);
        assert_eq!((stream.status, stream.out), (0, run.out));
    }
}

#[test]
fn a_page_has_the_rows_of_a_compressed_packet() {
    let page =
        gamewire(&["explain", "--frame", "varint", "--threshold", "64", "--html", &file(COMPRESSED)], "");
    let row = "<code>0x0034</code> <code>bb 02</code> <span class=\"structure\">data length = 315</span>";
    assert!(page.text().contains(row), "{}", page.text());
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

/// Packets are named where no format reads the input, with the command that reads them: by a version that reads all of
/// them, or by their framing.
#[test]
fn a_session_is_named_with_its_options() {
    let folder = TempDir::new().unwrap();
    let (plain, compressed) = (file(PLAIN), file(COMPRESSED));
    // No version has packets with this id, and only one packet of a session may be unknown.
    let unknown = folder.path().join("unknown");
    fs::write(&unknown, [fs::read(&plain).unwrap(), b"\x03\x7f\0\0".repeat(2)].concat()).unwrap();
    let unknown_packed = folder.path().join("unknown_packed");
    fs::write(&unknown_packed, [fs::read(&compressed).unwrap(), b"\x03\0\x7f\0".repeat(2)].concat()).unwrap();
    let said = "a recorded session of Minecraft 1.14 to 1.14.4, 7 packets of the server\n";
    let perhaps = "perhaps    9 packets of Minecraft, each after its length as a VarInt";
    let version = "--as minecraft-1.14";
    let cases = [
        (&*plain, said, version),
        (unknown_packed.to_str().unwrap(), perhaps, "--frame varint --threshold 1"),
        (&*compressed, said, version),
        (unknown.to_str().unwrap(), perhaps, "--frame varint"),
    ];
    let tried = if exhaustive() { 4 } else { 2 };
    for (number, (path, said, options)) in cases.into_iter().take(tried).enumerate() {
        let run = gamewire(&["identify", path], "");
        assert_eq!(run.status, i32::from(options != version));
        assert!(run.text().contains(said), "{}", run.text());
        let next = format!("next       gamewire decode {options} {path}\n");
        assert!(run.text().contains(&next), "{}", run.text());
        let json = gamewire(&["identify", "--json", path], "");
        assert!(
            json.text().contains(&format!("\"command\":\"gamewire decode {options} ")),
            "{}",
            json.text()
        );
        let mut args = vec!["decode"];
        args.extend(options.split(' '));
        args.push(path);
        let decoded = gamewire(&args, "");
        let decoded = decoded.text().lines().map(str::to_owned).collect::<Vec<_>>();
        match options == version {
            true => assert_eq!(decoded.len(), 7),
            false => assert_eq!(decoded[..7], lines()),
        }
        for args in share(&[&["decode", path][..], &["get", path, "[2]"], &["explain", path]], number) {
            let run = gamewire(args, "");
            match options == version {
                true => assert_eq!(run.status, 0, "{}", run.err),
                false => assert!(run.err.contains(&format!("pass {options}")), "{}", run.err),
            }
            assert!(!run.err.contains("--trailing"), "{}", run.err);
        }
    }
}

/// A session as JSON, with these options.
fn decoded(options: &str, path: &str) -> (Vec<String>, String) {
    let mut args = vec!["decode"];
    args.extend(options.split(' '));
    args.push(path);
    let run = gamewire(&args, "");
    (run.text().lines().map(str::to_owned).collect(), run.err)
}

/// The packets of the login are not compressed; Set Compression says from which length on the others are.
#[test]
fn a_session_is_read_from_its_login_on() {
    let (server, client) = (file(SERVER), file(CLIENT));
    let chat = |text: String| {
        let hex: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
        format!("{hex}00\"}}")
    };
    let (lines, error) = decoded("--frame varint", &server);
    assert_eq!((&*lines[0], &*error), ("{\"id\":3,\"data\":\"8002\"}", ""));
    assert_eq!(lines.len(), 9);
    assert!(lines[1].starts_with("{\"id\":2,\"data\":\"24"), "{}", lines[1]); // Login Success
    assert!(lines[5].ends_with(&chat(format!("{{\"text\":\"{}\"}}", "x".repeat(300)))), "{}", lines[5]);
    let (lines, _) = decoded("--frame varint --threshold 256", &client);
    let chat: String = "y".repeat(250).bytes().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(lines[1], "{\"id\":0,\"data\":\"055374657665\"}"); // Login Start
    assert_eq!(lines[3], format!("{{\"id\":3,\"data\":\"fa01{chat}\"}}"));
    // The way back, with another deflate.
    for (path, options) in
        [(&server, &["--frame", "varint"][..]), (&client, &["--frame", "varint", "--threshold", "256"])]
    {
        let json = gamewire(&[&["decode"], options, &[path]].concat(), "").out;
        let bytes = gamewire(&[&["encode"], options, &["-"]].concat(), json.clone()).out;
        let login = if path == &server { 4 } else { 17 + 8 };
        assert!(bytes[..login] == fs::read(path).unwrap()[..login], "{bytes:02x?}");
        assert!(gamewire(&[&["decode"], options, &["-"]].concat(), bytes).out == json);
    }
}

/// A packet of 2 MiB of zeros takes 2 KiB, with one limit for the packets of a session.
#[test]
fn output_of_a_session_is_proportional_to_its_bytes() {
    let varint = |mut number: usize| {
        let mut bytes = Vec::new();
        while number > 0x7f {
            bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
        bytes
    };
    let packet = vec![5; (1 << 21) - 1];
    let packed = pack(&packet, Packing::Zlib).unwrap();
    let body = [varint(packet.len()), packed].concat();
    let session = [varint(body.len()), body].concat().repeat(12);
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("session.bin");
    fs::write(&path, &session).unwrap();
    // Two digits for each byte of at most 256 times the session, and of one more packet.
    let most = 2 * (256 * session.len() + packet.len()) + 256 * session.len();
    for (command, most) in [("decode", most), ("explain", 16 * session.len())] {
        let args = [command, "--frame", "varint", "--threshold", "256", path.to_str().unwrap()];
        let run = gamewire(&args, "");
        assert!(run.out.len() <= most, "{command}: {} bytes of {}", run.out.len(), session.len());
        assert!(run.err.contains("more than 256 times their length"), "{command}: {}", run.err);
    }
}

/// The layout of a packet is printed in ProtoDef, with the types that it refers to, and is read back as a description.
#[test]
fn the_layout_of_a_packet_is_printed_in_protodef() {
    let kinds = |args: &[&str]| {
        let run = gamewire(&[&["kinds", "--as"], args].concat(), "");
        assert_eq!(run.status, 0, "{}", run.err);
        serde_json::from_str::<serde_json::Value>(run.text()).unwrap()
    };
    let packet = kinds(&["minecraft-1.20.4/play.toClient.set_slot"]);
    let names: Vec<_> = packet.as_object().unwrap().keys().collect();
    assert_eq!(names, ["packet_set_slot", "slot"]);
    let fields = packet["packet_set_slot"][1].as_array().unwrap();
    let fields: Vec<_> = fields.iter().map(|field| field["name"].as_str().unwrap()).collect();
    assert_eq!(fields, ["windowId", "stateId", "slot", "item"]);
    assert!(kinds(&["minecraft-1.20.4/play.toClient"]).as_object().unwrap().len() > 100);

    let folder = TempDir::new().unwrap();
    let own = folder.path().join("own.json");
    fs::write(&own, format!("{{\"types\":{packet}}}")).unwrap();
    let own = ["--protocol", own.to_str().unwrap()];
    let named = ["--as", "minecraft/$packet_set_slot"];
    let run = gamewire(&[&["decode", "--plain", "--hex", "-"], &own[..], &named].concat(), "0007002400");
    assert_eq!(
        run.text(),
        "{\"windowId\":0,\"stateId\":7,\"slot\":36,\"item\":{\"present\":false}}\n",
        "{}",
        run.err
    );
    assert_eq!(kinds(&[named[1], own[0], own[1]]), packet);
}

/// A description of one's own: that of 1.20.4, in which a packet has another name.
#[test]
fn packets_of_another_description() {
    let folder = TempDir::new().unwrap();
    let mine = folder.path().join("mine.json");
    let json = gamewire::minecraft::Packets::protodef_of("1.20.4").unwrap();
    fs::write(&mine, json.replace("\"experience\"", "\"xp\"")).unwrap();
    let mine = mine.to_str().unwrap();
    let all = ["--as", "minecraft/play.toClient"];
    let line = r#"{"name":"xp","params":{"experienceBar":1.0,"level":127,"totalExperience":72}}"#;
    for order in [[&["--protocol", mine][..], &all], [&all, &[&format!("--protocol={mine}")]]] {
        let args = [&["decode", "--plain", "--hex", "-"], &*order.concat()].concat();
        let run = gamewire(&args, "5a3f8000007f48");
        assert_eq!((run.status, run.text().trim()), (0, line), "{}", run.err);
        let json = gamewire(&[&["decode", "--hex", "-"], &*order.concat()].concat(), "5a3f8000007f48");
        let run = gamewire(&[&["encode", "--hex", "-"], &*order.concat()].concat(), json.text());
        assert_eq!((run.status, run.text().trim()), (0, "5a3f8000007f48"), "{}", run.err);
        let run = gamewire(&[&["explain", "--hex", "-"], &*order.concat()].concat(), "5a3f8000007f48");
        assert!(run.text().starts_with("minecraft-mine packet xp: 7 bytes, canonical\n"), "{}", run.text());
    }
    let run = gamewire(&["kinds", "--protocol", mine, "--as", "minecraft"], "");
    assert!(run.text().contains("play.toClient             0x5a  xp\n"), "{}", run.text());
    // Types alone, after a byte order mark.
    let types = folder.path().join("types.json");
    fs::write(
        &types,
        "\u{feff}{\"i16\": \"native\", \"air\": [\"container\", [{\"name\": \"left\", \"type\": \"i16\"}]]}",
    )
    .unwrap();
    let run = gamewire(
        &["decode", "--hex", "-", "--protocol", types.to_str().unwrap(), "--as", "minecraft/air"],
        "0005",
    );
    assert_eq!(run.text(), "{\"left\":5}\n", "{}", run.err);
    let session = file("tests/fixtures/protodef/sessions/1.20.toServer.bin");
    let run = gamewire(&["decode", "--protocol", mine, "--as", "minecraft", &session], "");
    assert!(run.text().starts_with("{\"name\":\"set_protocol\",\"state\":\"handshaking\""), "{}", run.text());
    let run = gamewire(&[&["decode", "--hex", "-"], &all[..]].concat(), "5a");
    assert!(run.status == 2 && run.err.contains("pass --protocol FILE"), "{}", run.err);
    fs::write(mine, "{").unwrap();
    let run = gamewire(&[&["decode", "--hex", "-", "--protocol", mine], &all[..]].concat(), "5a");
    assert!(run.status == 2 && run.err.contains("mine.json: at line 1"), "{}", run.err);
}
