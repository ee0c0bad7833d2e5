//! Tests recordings of connections, both as bytes and as `.mcpr` files. The packets are those that node's
//! codec reads in `tests/fixtures/protodef/sessions`.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::{file, gamewire, limited};
use crate::positions::{exhaustive, least, share};

const FOLDER: &str = "tests/fixtures/protodef";

/// The packets of one side by node: state and name.
fn rows(version: &str, side: &str) -> Vec<(String, String)> {
    let packed = fs::read(file(&format!("{FOLDER}/sessions/{version}.tsv.gz"))).unwrap();
    let (_, text) = gamewire_files::minecraft::unpack(&packed, usize::MAX).unwrap();
    let rows = std::str::from_utf8(&text).unwrap().lines().map(|line| line.split('\t').collect::<Vec<_>>());
    rows.filter(|row| row[2] == side).map(|row| (row[1].to_owned(), row[3].to_owned())).collect()
}

/// The state and name of each line of decode.
fn decoded(text: &str, side: &str) -> Vec<(String, String)> {
    let line = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!(line["side"], side);
        (line["state"].as_str().unwrap().to_owned(), line["name"].as_str().unwrap().to_owned())
    };
    text.lines().map(line).collect()
}

#[test]
fn a_session_is_decoded_by_its_handshake_or_by_a_named_version() {
    for version in ["1.15.2", "1.20"] {
        for side in ["toServer", "toClient"] {
            let path = file(&format!("{FOLDER}/sessions/{version}.{side}.bin"));
            let named = format!("minecraft-{version}");
            let options: &[&str] = if side == "toServer" { &[] } else { &["--as", &named] };
            for form in [&[][..], &["--plain"]] {
                let run = gamewire(&[&["decode", &path], options, form].concat(), "");
                assert_eq!((run.status, &*run.err), (0, ""), "{path}");
                assert_eq!(decoded(run.text(), side), rows(version, side), "{path}");
            }
            let run = gamewire(&[&["verify", &path], options].concat(), "");
            assert_eq!(run.status, 0, "{}", run.err);
        }
    }
    let run = gamewire(&["decode", "--plain", &file(&format!("{FOLDER}/sessions/1.20.toServer.bin"))], "");
    let first =
        r#"{"name":"set_protocol","state":"handshaking","side":"toServer","params":{"protocolVersion":763,"#;
    assert!(run.text().starts_with(first), "{}", run.text());
}

/// The side of a server does not state its version: those that read all of it are named.
#[test]
fn a_server_is_identified_by_trying_all_versions() {
    let cases =
        [("1.15.2", "1.15 to 1.15.2", "1.15, 1.15.1, 1.15.2"), ("1.20", "1.20 to 1.20.1", "1.20, 1.20.1")];
    for (version, said, also) in cases.into_iter().take(if exhaustive() { 2 } else { 1 }) {
        let path = file(&format!("{FOLDER}/sessions/{version}.toClient.bin"));
        let count = rows(version, "toClient").len();
        let run = gamewire(&["identify", &path], "");
        let said = format!("a recorded session of Minecraft {said}, {count} packets of the server\n");
        assert!(run.status == 0 && run.text().contains(&said), "{}", run.text());
        assert!(run.text().contains(&format!("versions   {also}\n")), "{}", run.text());
        let named = gamewire(&["identify", "--json", &path], "");
        let answer: Value = serde_json::from_str(named.text()).unwrap();
        let names: Vec<_> = also.split(", ").map(|version| format!("minecraft-{version}")).collect();
        assert_eq!((&answer["kind"], &answer["format"]), (&"session".into(), &names[0].clone().into()));
        assert_eq!(answer["also"], Value::from(names[1..].to_vec()));
        // The command that is named decodes all packets.
        let command = answer["command"].as_str().unwrap().strip_prefix("gamewire ").unwrap();
        let run = gamewire(&command.split(' ').collect::<Vec<_>>(), "");
        assert_eq!((run.status, decoded(run.text(), "toClient")), (0, rows(version, "toClient")));
    }
}

#[test]
fn a_replay_has_the_packets_of_its_server() {
    let path = file(&format!("{FOLDER}/mcpr/1.20.1.mcpr"));
    // It was made of the session, without compression.
    let mut rows = rows("1.20", "toClient");
    rows.retain(|(_, name)| name != "compress");
    let run = gamewire(&["decode", &path], "");
    assert_eq!((run.status, decoded(run.text(), "toClient")), (0, rows.clone()), "{}", run.err);
    let run = gamewire(&["explain", &path], "");
    assert_eq!(run.status, 0);
    assert!(run.text().contains("\n\nat byte 0x0008 of the contents, login.toClient:\n"), "{}", run.text());
    // The rows of the archive come first.
    assert!(run.text().starts_with("a zip archive: 6755 bytes\n"), "{}", run.text());
    assert_eq!(run.text().matches("bytes explained").count(), 1 + rows.len());
    let run = gamewire(&["identify", &path], "");
    let said = "a recording of ReplayMod of Minecraft 1.20.1, 37 packets of the server\n";
    assert!(run.status == 0 && run.text().contains(said), "{}", run.text());
    assert!(run.text().contains("1 of login.toClient\n") && run.text().contains("36 of play.toClient\n"));
}

#[test]
fn a_cut_recording_is_read_as_far_as_it_goes() {
    let folder = TempDir::new().unwrap();
    let cut = folder.path().join("cut");
    let cut = cut.to_str().unwrap();
    let whole = rows("1.20", "toServer");
    let session = fs::read(file(&format!("{FOLDER}/sessions/1.20.toServer.bin"))).unwrap();
    fs::write(cut, &session[..300]).unwrap();
    let run = gamewire(&["decode", cut], "");
    let (packets, error) = run.text().split_at(run.text().find("{\"error\"").unwrap());
    assert_eq!((run.status, decoded(packets, "toServer")), (1, whole[..10].to_vec()));
    assert!(error.contains("the length is 44, but 23 bytes remain"), "{error}");
    let run = gamewire(&["identify", "--json", cut], "");
    let answer: Value = serde_json::from_str(run.text()).unwrap();
    assert_eq!((run.status, &answer["kind"], &answer["packets"]["play"]), (1, &"session".into(), &8.into()));
    assert!((0x100..0x120).contains(&answer["error"]["offset"].as_u64().unwrap()), "{answer}");

    // The list of files and the end of the packets are missing, and the data between is damaged.
    let replay = fs::read(file(&format!("{FOLDER}/mcpr/1.20.1.mcpr"))).unwrap();
    for (length, damaged) in [(4000, None), (6500, Some(1000)), (280, None)] {
        let mut bytes = replay[..length].to_vec();
        if let Some(at) = damaged {
            bytes[at] ^= 0xff;
        }
        fs::write(cut, &bytes).unwrap();
        let run = gamewire(&["identify", cut], "");
        assert_eq!(run.status, 1, "{length} {}", run.text());
        assert!(run.text().contains("packets of the server, damaged\n"), "{length} {}", run.text());
        let run = gamewire(&["explain", cut], "");
        assert!(run.status == 1 && run.err.contains("error: "), "{length} {}", run.err);
    }
    // Cut before the packets, it is an archive as others.
    fs::write(cut, &replay[..100]).unwrap();
    assert!(gamewire(&["identify", cut], "").text().contains("a .zip file"));
}

/// The frames of a stream: where each begins, where its packet begins, and where it ends.
fn frames(stream: &[u8]) -> Vec<[usize; 3]> {
    let (mut frames, mut at) = (Vec::new(), 0);
    while at < stream.len() {
        let (mut length, mut start) = (0, at);
        loop {
            let byte = stream[start];
            length |= usize::from(byte & 0x7f) << (7 * (start - at));
            start += 1;
            if byte < 0x80 {
                break;
            }
        }
        frames.push([at, start, start + length]);
        at = start + length;
    }
    frames
}

/// A file of an archive, without compression.
fn stored(name: &str, data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap().to_le_bytes();
    let mut file = [b"PK\x03\x04".as_slice(), &[0; 14], &length, &length].concat();
    file.extend([u8::try_from(name.len()).unwrap(), 0, 0, 0]);
    [&file, name.as_bytes(), data].concat()
}

/// A packet that cannot be read is named with its error, and those after it are read.
#[test]
fn a_damaged_packet_does_not_end_a_recording() {
    const NO_ID: u8 = 0x7e;
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("damaged");
    let path = path.to_str().unwrap();
    let session = |side: &str| fs::read(file(&format!("{FOLDER}/sessions/1.20.{side}.bin"))).unwrap();
    let (client, server) = (session("toServer"), session("toClient"));
    // The bytes of a recording, its side, the damaged packets, what the error says, and the byte of the first damage.
    let mut cases = Vec::new();
    let [_, id, _] = frames(&client)[6];
    let with = |stream: &[u8], at: usize, byte: u8| {
        let mut damaged = stream.to_vec();
        damaged[at] = byte;
        damaged
    };
    // These packets are not compressed, which the byte before the id says.
    cases.push((
        with(&client, id + 1, NO_ID),
        "toServer",
        vec![6],
        "play.toServer: at byte 0x0000, reading Enum",
        id + 1,
    ));
    let text = "play.toServer.chat_command: at byte 0x0001, reading String at $.params.command: ";
    cases.push((with(&client, id + 2, 0x70), "toServer", vec![6], text, id + 1));
    // This one is compressed, after its length of three bytes.
    let [_, packed, _] = frames(&server)[3];
    cases.push((
        with(&server, packed + 30, !server[packed + 30]),
        "toClient",
        vec![3],
        "the zlib data of the packet is damaged or incomplete",
        packed + 3,
    ));
    let both = with(&server, frames(&server)[9][1] + 1, NO_ID);
    let both = with(&both, frames(&server)[20][1] + 1, NO_ID);
    cases.push((both, "toClient", vec![9, 20], "126 is not a value", frames(&server)[9][1] + 1));
    // The packets are stored as ReplayMod does, each after its time and its length.
    let packed = fs::read(file(&format!("{FOLDER}/sessions/1.20.tsv.gz"))).unwrap();
    let (_, table) = gamewire_files::minecraft::unpack(&packed, usize::MAX).unwrap();
    let mut recording = Vec::new();
    let mut number = 0;
    for row in std::str::from_utf8(&table).unwrap().lines() {
        let row: Vec<_> = row.split('\t').collect();
        if row[2] != "toClient" || row[3] == "compress" {
            continue;
        }
        let mut bytes: Vec<_> = (0..row[5].len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&row[5][at..at + 2], 16).unwrap())
            .collect();
        bytes[0] = if number == 5 { NO_ID } else { bytes[0] };
        recording.extend([0; 4]);
        recording.extend(u32::try_from(bytes.len()).unwrap().to_be_bytes());
        recording.extend(bytes);
        number += 1;
    }
    let about = stored("metaData.json", br#"{"fileFormatVersion":14,"protocol":763}"#);
    cases.push((
        [about, stored("recording.tmcpr", &recording)].concat(),
        "toClient",
        vec![5],
        "126 is not a value",
        0,
    ));

    let step = if exhaustive() { 1 } else { 2 };
    for (number, (bytes, side, damaged, says, offset)) in cases.into_iter().enumerate().step_by(step) {
        fs::write(path, &bytes).unwrap();
        let is_replay = bytes.starts_with(b"PK");
        let mut expected = rows("1.20", side);
        expected.retain(|(_, name)| !is_replay || name != "compress");
        let options: &[&str] =
            if side == "toServer" || is_replay { &[] } else { &["--as", "minecraft-1.20"] };
        let run = gamewire(&[&["decode", path], options].concat(), "");
        assert_eq!(run.status, 1, "{says}");
        let lines: Vec<_> = run.text().lines().collect();
        assert_eq!(lines.len(), expected.len(), "{says}: {}", run.err);
        for (number, (line, (state, name))) in lines.iter().zip(&expected).enumerate() {
            if damaged.contains(&number) {
                let error: Value = serde_json::from_str(line).unwrap();
                let error = &error["error"];
                assert!(error["message"].as_str().unwrap().contains(says), "{says}: {line}");
                assert!(is_replay || number != damaged[0] || error["offset"] == offset, "{offset}: {line}");
            } else {
                assert_eq!(decoded(line, side), [(state.clone(), name.clone())], "{says}");
            }
        }
        // In the last two, the packet with the most rows is whole.
        if exhaustive() || number < 3 {
            let run = gamewire(&[&["explain", path], options].concat(), "");
            assert_eq!(run.status, 1, "{says}");
            let whole = run.text().lines().filter(|line| line.ends_with("bytes explained")).count();
            assert!(whole >= expected.len() - damaged.len(), "{says}");
        }
        if options.is_empty() {
            let run = gamewire(&["identify", "--json", path], "");
            let answer: Value = serde_json::from_str(run.text()).unwrap();
            assert_eq!((run.status, &answer["unreadable"]), (1, &damaged.len().into()), "{says}");
            let counted: u64 =
                answer["packets"].as_object().unwrap().values().map(|x| x.as_u64().unwrap()).sum();
            assert_eq!(counted, (expected.len() - damaged.len()) as u64, "{says}");
            assert!(is_replay || answer["error"]["offset"] == offset, "{answer}");
            // Packets keep their numbers.
            let last = expected.len() - 1;
            let run = gamewire(&["get", path, &format!("[{last}].name")], "");
            assert!(run.text().contains(&expected[last].1), "{says}: {} {}", run.text(), run.err);
            // The error has the byte in the recording.
            let run = gamewire(&["set", path, &format!("[{}].name", damaged[0]), "x"], "");
            let at = format!("error: {path}: at byte {offset:#06x}, ");
            assert!(run.status == 1 && (is_replay || run.err.contains(&at)), "{at}: {}", run.err);
        }
    }
}

/// A packet after its length, which is less than 2^14.
fn with_length(hex: &str) -> String {
    let length = hex.len() / 2;
    match length < 0x80 {
        true => format!("{length:02x}{hex}"),
        false => format!("{:02x}{:02x}{hex}", length & 0x7f | 0x80, length >> 7),
    }
}

/// Each line that decode prints is encoded as the bytes that node wrote.
#[test]
fn lines_of_recordings_are_encoded_as_they_were() {
    let mut recordings = vec![(file(&format!("{FOLDER}/mcpr/1.20.1.mcpr")), "1.20", "toClient")];
    for version in ["1.15.2", "1.20"] {
        for side in ["toServer", "toClient"] {
            recordings.push((file(&format!("{FOLDER}/sessions/{version}.{side}.bin")), version, side));
        }
    }
    for (path, version, side) in recordings {
        let is_replay = path.ends_with(".mcpr");
        let packed = fs::read(file(&format!("{FOLDER}/sessions/{version}.tsv.gz"))).unwrap();
        let (_, text) = gamewire_files::minecraft::unpack(&packed, usize::MAX).unwrap();
        let rows =
            std::str::from_utf8(&text).unwrap().lines().map(|line| line.split('\t').collect::<Vec<_>>());
        // A recording of ReplayMod has no compression.
        let rows = rows.filter(|row| row[2] == side && !(is_replay && row[3] == "compress"));
        let bytes: Vec<_> = rows.map(|row| row[5].to_owned()).collect();
        let named = format!("minecraft-{version}");
        let decoded = gamewire(&["decode", "--as", &named, &path], "");
        let run = gamewire(&["encode", "--lines", "--as", &named, "-"], decoded.text());
        assert_eq!((run.status, &*run.err), (0, ""), "{path}");
        assert!(run.text().lines().eq(&bytes), "{path}");
        // Together they are a stream again. A client's packets do not say from when on they are compressed: here they are not.
        if side == "toServer" {
            let run =
                gamewire(&["encode", "--hex", "--frame", "varint", "--as", &named, "-"], decoded.text());
            assert_eq!(run.text().trim_end(), bytes.iter().map(|hex| with_length(hex)).collect::<String>());
        }
    }
    let encoded = |line: &str| gamewire(&["encode", "--hex", "--as", "minecraft-1.20.4", "-"], line);
    // The members may be in any order. In 1.20.4 the id of this packet is 0x15.
    let line =
        r#"{ "side": "toServer", "name":"keep_alive","params":{"keepAliveId":"7"} , "state" : "play"}"#;
    let line = line.replace("\"7\"", "7");
    assert_eq!(encoded(&line).text(), "150000000000000007\n");
    let wrong =
        encoded(r#"{"name":"keep_alive","state":"play","side":"toServer","params":{"keepAliveId":true}}"#);
    assert!(wrong.err.contains("column 79"), "{}", wrong.err);
    let wrong = encoded(r#"{"name":"keep_alive","params":{}}"#);
    assert_eq!((wrong.status, &*wrong.err), (1, "error: \"state\" of the packet is missing\n"));
    let wrong = encoded(r#"{"name":"keep_alive","state":"lobby","side":"toServer","params":{}}"#);
    assert!(
        wrong.err.starts_with("error: minecraft-1.20.4 has the packets handshaking.toServer"),
        "{}",
        wrong.err
    );
}

/// The lines of decode, with one packet changed, are written into the recording: all other bytes stay.
#[test]
fn lines_are_encoded_like_a_recording() {
    let folder = TempDir::new().unwrap();
    let like = folder.path().join("like");
    let like = like.to_str().unwrap();
    let fixture = |name: &str| fs::read(file(&format!("{FOLDER}/{name}"))).unwrap();
    let client = fixture("sessions/1.20.toServer.bin");
    let mut damaged = client.clone();
    damaged[frames(&client)[6][1] + 1] = 0x7e;
    let recordings = [
        (client.clone(), &[][..]),
        (client, &["--as", "minecraft-1.20"][..]),
        (damaged.clone(), &[]),
        (damaged[..300].to_vec(), &[]),
        (fixture("sessions/1.20.toClient.bin"), &["--as", "minecraft-1.20"]),
        (fixture("mcpr/1.20.1.mcpr"), &[]),
    ];
    let step = if exhaustive() { 1 } else { 2 };
    for (bytes, options) in recordings.into_iter().step_by(step) {
        fs::write(like, &bytes).unwrap();
        let decoded = gamewire(&[&["decode", like], options].concat(), "");
        let encode = |text: &str| gamewire(&[&["encode", "--like", like, "-"], options].concat(), text);
        let same = encode(decoded.text());
        assert_eq!(same.status, 0, "{}", same.err);
        assert!(same.out == bytes);
        let text = decoded.text().replace("\"Recorder\"", "\"Somebody\"");
        assert_ne!(text, decoded.text());
        let changed = encode(&text);
        fs::write(like, &changed.out).unwrap();
        let again = gamewire(&[&["decode", like], options].concat(), "");
        assert_eq!(again.text(), text, "{}", changed.err);
        if !bytes.starts_with(b"PK") && options.is_empty() {
            let old = bytes.windows(8).position(|text| text == b"Recorder").unwrap();
            let expected = [&bytes[..old], b"Somebody", &bytes[old + 8..]].concat();
            assert_eq!(changed.out, expected);
        }
        fs::write(like, &bytes).unwrap();
        let fewer = encode(text.split_once('\n').unwrap().1);
        assert!(fewer.status == 1 && fewer.err.contains("cannot add or remove packets"), "{}", fewer.err);
        let wrong = encode(&text.replacen("toServer", "to", 1).replacen("toClient", "to", 1));
        assert_eq!(wrong.status, 1, "{}", wrong.err);
    }
}

/// After the client's answer to an encryption request, all bytes are encrypted. If they are not, they are read.
#[test]
fn encrypted_packets_are_named() {
    let session = fs::read(file(&format!("{FOLDER}/sessions/1.20.toServer.bin"))).unwrap();
    // The answer has two arrays of 128 bytes, each after its length.
    let secret: Vec<u8> = [&[0x80, 1][..], &[0x5a; 128]].concat();
    let answer = [&[0x85, 2, 1][..], &secret, &secret].concat();
    let (login, rest) = session.split_at(45);
    let random: Vec<u8> = (0..400_u32).map(|at| ((at * at * 77) >> 3) as u8 | 0x80).collect();
    let decoded = |bytes: &[u8]| {
        let bytes = [login, &answer, bytes].concat();
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        gamewire(&["decode", "--hex", "-"], digits)
    };
    let run = decoded(&random);
    assert_eq!((run.status, run.text().lines().count()), (1, 4), "{}", run.text());
    assert!(run.err.contains("at byte 0x0134: the rest is encrypted"), "{}", run.err);
    let run = decoded(rest);
    assert_eq!(
        (run.status, run.text().lines().count()),
        (0, rows("1.20", "toServer").len() + 1),
        "{}",
        run.err
    );
}

/// The packets of a version as JSON are those that are listed as text.
#[test]
fn packets_are_listed_as_json() {
    let list = |options: &[&str]| gamewire(&[&["kinds", "--as", "minecraft-1.20.4"], options].concat(), "");
    let json: Value = serde_json::from_str(list(&["--json"]).text()).unwrap();
    let rows = json["packets"].as_array().unwrap().iter().map(|row| {
        let place = format!("{}.{}", row["state"].as_str().unwrap(), row["side"].as_str().unwrap());
        format!("{place:<24}  {:#04x}  {}\n", row["id"].as_i64().unwrap(), row["name"].as_str().unwrap())
    });
    assert_eq!((&json["version"], rows.collect::<String>()), (&"1.20.4".into(), list(&[]).text().to_owned()));
    let one = "minecraft-1.20.4/play.toClient.set_slot";
    let json = gamewire(&["kinds", "--json", "--as", one], "");
    assert_eq!(gamewire(&["kinds", "--as", one], "").text(), json.text());
}

/// The lengths are the first level of a packet, and its fields the next ones. What is left out is counted.
#[test]
fn recordings_are_explained_to_a_depth() {
    let path = file(&format!("{FOLDER}/sessions/1.20.toServer.bin"));
    let rows = |depth: &[&str]| {
        let run = gamewire(&[&["explain", "--json", &path], depth].concat(), "");
        assert_eq!(run.status, 0, "{}", run.err);
        run.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    };
    let whole = rows(&[]);
    for depth in 0..5_u64 {
        let shown = rows(&["--depth", &depth.to_string()]);
        let is_shown = |row: &&Value| row["depth"].as_u64().unwrap() <= depth + u64::from(depth > 0);
        assert_eq!(shown, whole.iter().filter(is_shown).cloned().collect::<Vec<_>>(), "{depth}");
        let run = gamewire(&["explain", "--depth", &depth.to_string(), &path], "");
        let hidden =
            run.text().lines().filter_map(|line| line.split_once(" not shown")?.0.split(' ').rev().nth(1));
        let hidden: usize = hidden.map(|count| count.parse::<usize>().unwrap()).sum();
        assert_eq!(shown.len() + hidden, whole.len(), "{depth}: {}", run.text());
    }
    // The first packets are a handshake and a login, and the compression begins after them.
    let lengths = rows(&["--depth", "0"]);
    let meanings: Vec<_> = lengths.iter().take(4).map(|row| row["meaning"].as_str().unwrap()).collect();
    assert_eq!(
        meanings,
        ["packet length = 16", "packet length = 27", "packet length = 4", "data length = 0"]
    );
}

/// In a recording, `--at` names a packet by its number, as `get` does. Offsets in a packet count from its id.
#[test]
fn rows_of_one_packet_are_explained() {
    let server = if exhaustive() { "1.20" } else { "1.15.2" };
    for (session, version) in [("1.20.toServer", None), (&*format!("{server}.toClient"), Some(server))] {
        let path = file(&format!("{FOLDER}/sessions/{session}.bin"));
        let version = version.map(|version| format!("minecraft-{version}"));
        let version = version.iter().flat_map(|version| ["--as", version]).collect::<Vec<_>>();
        let run = |at: &[&str]| gamewire(&[&["explain", "--json", &path], &*version, at].concat(), "");
        let rows = |at: &str| -> Vec<Value> {
            run(&["--at", at]).text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        };
        let whole = run(&[]);
        let mut packets = Vec::<Vec<Value>>::new();
        for line in whole.text().lines() {
            let row: Value = serde_json::from_str(line).unwrap();
            if row["meaning"].as_str().unwrap().starts_with("packet length = ") {
                packets.push(Vec::new());
            }
            packets.last_mut().unwrap().push(row);
        }
        let mut unpacked = 0;
        let is_packed = |packet: &Vec<Value>| packet.iter().any(|row| row["contents"] == true);
        let is_tried = |number: usize, packet: &Vec<Value>| {
            exhaustive() && number.is_multiple_of(3)
                || number.is_multiple_of(if is_packed(packet) { 5 } else { 40 })
        };
        for (number, packet) in
            packets.iter().enumerate().filter(|(number, packet)| is_tried(*number, packet))
        {
            assert_eq!(&rows(&format!("[{number}]")), packet, "{number}");
            let id = packet.iter().position(|row| row["contents"] == true);
            unpacked += usize::from(id.is_some());
            let id = id.unwrap_or_else(|| {
                packet
                    .iter()
                    .position(|row| !row["meaning"].as_str().unwrap().contains(" length = "))
                    .unwrap()
            });
            let last = packet.last().unwrap();
            let place = last["offset"].as_u64().unwrap() - packet[id]["offset"].as_u64().unwrap();
            assert_eq!(rows(&format!("[{number}]+0x0")), packet[id..=id], "{number}");
            let end = place + last["length"].as_u64().unwrap();
            assert_eq!(rows(&format!("[{number}]+{:#x}", end - 1)), std::slice::from_ref(last), "{number}");
            let missing = run(&["--at", &format!("[{number}]+{end:#x}")]);
            let says = format!("there is no byte [{number}]+{end:#06x}\n");
            assert_eq!((missing.status, missing.text(), &*missing.err), (1, "", &*says));
        }
        assert_eq!(unpacked > 0, !version.is_empty());
        // Levels count from the value at the path, and `params` may be left out, as in `get`.
        for (at, path) in [("[0].params", "$.params."), ("[0].serverHost", "$.params.serverHost")] {
            let named: Vec<_> = rows(at).iter().map(|row| row["offset"].clone()).collect();
            let starts = |row: &&Value| row["path"].as_str().unwrap().starts_with(path);
            let expected: Vec<_> =
                packets[0].iter().filter(starts).map(|row| row["offset"].clone()).collect();
            assert_eq!(named, expected);
            assert_eq!(named.is_empty(), !version.is_empty() && at != "[0].params", "{named:?}");
        }
        let run = run(&["--at", "contents+0x4"]);
        assert_eq!((run.status, run.text()), (1, ""));
        assert!(run.err.contains("[0]+0x4 is in packet 0"), "{}", run.err);
    }
}

/// An archive that Python's `zipfile` wrote to a stream, so that checksums and lengths follow the data.
const STREAMED: &str = "504b03041400080008000000215c0000000000000000000000000d0000006d657461446174612e6a736f6eab\
    564acbcc4975cb2fca4d2c094b2d2acecccf53b23234d1512a28ca2fc94fcecf51b2323733ae0500504b07087d611f9b2900000027000000\
    504b03041400080008000000215c0000000000000000000000000f0000007265636f7264696e672e746d6370726360000369a64b5269e9e1\
    736c8eaebcc96658ac24d0c711949a9c5f94925ac40000504b0708d7d31bbc2200000023000000504b010214031400080008000000215c7d\
    611f9b29000000270000000d00000000000000000000008001000000006d657461446174612e6a736f6e504b010214031400080008000000\
    215cd7d31bbc22000000230000000f00000000000000000000008001640000007265636f7264696e672e746d637072504b05060000000002\
    00020078000000c30000000900627920507974686f6e";

#[test]
fn a_crowded_archive_is_not_explained() {
    // Rows take memory, and no recording has that many files.
    let empty = format!("504b0304{}", "00".repeat(26));
    let crowded = format!("{}{}{}", &STREAMED[..0xc8], empty.repeat(20_000), &STREAMED[0xc8..]);
    let run = gamewire(&["explain", "--hex", "--at", "0x50000", "-"], crowded);
    assert!(run.text().contains("  not explained, because the archive"), "{}", run.text());
}

/// Recordings are searched and compared packet by packet, so that their packets are never in memory together as JSON.
#[cfg(target_os = "linux")]
#[test]
fn long_recordings_are_searched_and_compared_in_little_memory() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("session.bin");
    let mut session = fs::read(file(&format!("{FOLDER}/sessions/1.20.toServer.bin"))).unwrap();
    let first = rows("1.20", "toServer").len();
    let codec = gamewire::minecraft::stream::Codec::new(gamewire::minecraft::Protocol::V1_14).threshold(256);
    let words: String = (10_000..20_000).map(|word| format!("{word} ")).collect();
    let (count, limit) = if exhaustive() { (500, 150_000) } else { (200, 108_000) };
    for number in 0..count {
        // The id of edit_book, the hand, and two pages of text; no title.
        let page = format!("page {number}");
        let mut packet = vec![0x0e, 0, 2, u8::try_from(page.len()).unwrap()];
        packet.extend(page.bytes());
        // 60,000 as a VarInt.
        packet.extend([0xe0, 0xd4, 3]);
        packet.extend(words.bytes());
        packet.push(0);
        codec.encode_packet(&packet, &mut session).unwrap();
    }
    fs::write(&path, &session).unwrap();
    let other = folder.path().join("other.bin");
    // This is a byte of the coordinate x in the fourth packet.
    session[56] ^= 1;
    fs::write(&other, session).unwrap();
    let found = |number: usize| format!("$[{}].params.pages[0] = \"page {number}\"\n", first + number);
    let all: String = [14].into_iter().chain(140..150).map(found).collect();
    let [path, other] = [&path, &other].map(|path| path.to_str().unwrap());
    let run = limited(limit, &["find", "page 14", path]);
    assert_eq!((run.status, run.text(), &*run.err), (0, &*all, ""));
    let run = limited(limit, &["diff", path, other]);
    assert_eq!((run.status, run.text(), &*run.err), (1, "~ $[3].params.x: 3.5 -> 3.500001907348633\n", ""));
}

/// Recordings are compared packet by packet, with the same paths as the arrays of their packets.
#[test]
fn recordings_differ_like_their_packets() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let session = fs::read(file(&format!("{FOLDER}/sessions/1.20.toServer.bin"))).unwrap();
    // The lengths of these frames are single bytes.
    let mut frames = Vec::new();
    let mut rest = &*session;
    while let Some(length) = rest.first() {
        let (frame, after) = rest.split_at(usize::from(*length) + 1);
        frames.push(frame);
        rest = after;
    }
    assert_eq!(frames.len(), rows("1.20", "toServer").len());
    let joined = |numbers: &[usize]| numbers.iter().flat_map(|at| frames[*at]).copied().collect::<Vec<_>>();
    let all: Vec<_> = (0..frames.len()).collect();
    let mut changed = session.clone();
    changed[56] ^= 1;
    let mut damaged = session.clone();
    damaged[50] ^= 1;
    let without: Vec<_> = all.iter().copied().filter(|at| *at != 6).collect();
    let with = [&all[..5], &[8, 9], &all[5..]].concat();
    let replaced = [&all[..4], &[8], &all[5..9], &all[10..], &[4, 4]].concat();
    let files =
        [session.clone(), changed, joined(&without), joined(&with), joined(&replaced), joined(&all[..3])];
    let older = fs::read(file(&format!("{FOLDER}/sessions/1.15.2.toServer.bin"))).unwrap();
    let files: Vec<_> = files
        .into_iter()
        .chain([older])
        .enumerate()
        .map(|(at, bytes)| write(&format!("{at}.bin"), &bytes))
        .collect();
    let arrays: Vec<_> = files
        .iter()
        .map(|path| {
            let packets = gamewire(&["get", "--json", path], "").text().lines().collect::<Vec<_>>().join(",");
            write(&path.replace(".bin", ".json"), format!("[{packets}]").as_bytes())
        })
        .collect();
    let mut differ = 0;
    for (at, (a, array)) in files.iter().zip(&arrays).enumerate() {
        let others: Vec<_> = files.iter().zip(&arrays).collect();
        for (b, other) in share(&others, at).copied() {
            let by_packets = gamewire(&["diff", a, b], "");
            let by_arrays = gamewire(&["diff", array, other], "");
            let paths = |text: &str| -> Vec<String> {
                text.lines().map(|line| line.split(": ").next().unwrap_or_default().to_owned()).collect()
            };
            assert_eq!(by_packets.status, by_arrays.status, "{a} {b}: {}", by_packets.err);
            assert_eq!(paths(by_packets.text()), paths(by_arrays.text()), "{a} {b}");
            differ += by_packets.text().lines().count();
        }
    }
    assert!(differ > least(100), "{differ}");
}
