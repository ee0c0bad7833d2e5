//! Recordings of connections: the packets that node's codec reads in `tests/fixtures/protodef/sessions`, and the same as a `.mcpr`.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::{file, gamewire};

const FOLDER: &str = "tests/fixtures/protodef";

/// The packets of one side by node: state and name.
fn rows(version: &str, side: &str) -> Vec<(String, String)> {
    let packed = fs::read(file(&format!("{FOLDER}/sessions/{version}.tsv.gz"))).unwrap();
    let (_, text) = gamewire::minecraft::unpack(&packed, usize::MAX).unwrap();
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
    assert!(run.text().starts_with("at byte 0x0008 of the input, login.toClient:\n"), "{}", run.text());
    assert_eq!(run.text().matches("bytes explained").count(), rows.len());
    let run = gamewire(&["identify", &path], "");
    let said = "a recording of ReplayMod of Minecraft 1.20, 37 packets of the server\n";
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
        assert!(run.status == 1 && run.err.starts_with("error: "), "{length} {}", run.err);
    }
    // Cut before the packets, it is an archive as others.
    fs::write(cut, &replay[..100]).unwrap();
    assert!(gamewire(&["identify", cut], "").text().contains("a zip archive"));
}

#[test]
fn what_does_not_read_recordings_says_so() {
    let run = gamewire(&["decode", "--lines", "--as", "minecraft-1.20", "-"], "00");
    assert!(run.err.contains("pass --as minecraft-1.20/play.toClient"), "{}", run.err);
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
        let (_, text) = gamewire::minecraft::unpack(&packed, usize::MAX).unwrap();
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
