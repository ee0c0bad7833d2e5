//! Tests `--frame`, which reads several values from one input. The bytes are written in the tests, or are
//! files of `tests/fixtures/framing`.

use serde_json::Value;

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

#[test]
fn offsets_count_from_the_start_of_the_file() {
    let bytes = "08000000 02000000 07000000 08000000 63000000 07000000 04000000 00000000";
    let run = gamewire(&["decode", "--hex", "--frame", "store-var", "-"], bytes);
    assert_eq!(run.status, 1);
    let lines: Vec<_> = run.text().lines().collect();
    assert_eq!(
        lines,
        [
            "\"i:7\"",
            "{\"error\":{\"offset\":16,\"kind\":\"type\",\"message\":\"at byte 0x0010, reading a value at $: type id 99 does not exist in godot3\"}}",
            "null",
        ]
    );
    assert!(run.err.contains("  0x0010  63 00 00 00"), "{}", run.err);
    let dump = gamewire(&["explain", "--hex", "--frame", "store-var", "-"], bytes);
    let rows = [
        "0x0000  08 00 00 00              length = 8\n0x0004  02 00 00 00 ",
        "0x0010  63 00 00 00 07 00 00 00    not read        <- here\n0x0018  04 00 00 00              length = 4\n",
        "error   at byte 0x0010, ",
    ];
    assert!(rows.iter().all(|row| dump.text().contains(row)), "{}", dump.text());
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

#[test]
fn a_missing_length_is_reported() {
    let path = file(&format!("{FOLDER}/godot-3.6.2/store_var_one.bin"));
    let run = gamewire(&["decode", "--frame", "none", &path], "");
    assert_eq!(run.status, 1);
    assert!(run.err.contains("--frame store-var"), "{}", run.err);
    let found = gamewire(&["decode", &path], "");
    assert_eq!(found.out, gamewire(&["decode", "--frame", "store-var", &path], "").out);
    assert_eq!(found.status, 0);
}

/// The values are separated as by `jq .`, or in one array as by `jq -s .`.
#[test]
fn framed_json_is_pretty_printed_or_one_array() {
    let compact = "{\"type\":\"Dictionary\",\"args\":[\"s:hp\",\"i:9\"]}\n\"i:7\"\n[\"i:1\"]\n";
    let pretty = "{\n  \"type\": \"Dictionary\",\n  \"args\": [\n    \"s:hp\",\n    \"i:9\"\n  ]\n}\n\"i:7\"\n[\n  \"i:1\"\n]\n";
    let array = format!("[{}]", compact.trim().replace('\n', ",\n"));
    let base = ["encode", "--as", "godot4", "--frame", "store-var"];
    let expected = gamewire(&[&base[..], &["-"]].concat(), compact);
    assert_eq!(expected.status, 0, "{}", expected.err);
    assert_eq!(gamewire(&["decode", "--frame", "store-var", "-"], expected.out.clone()).text(), compact);
    assert_eq!(gamewire(&[&base[..], &["-"]].concat(), pretty).out, expected.out);
    assert_eq!(gamewire(&[&base[..], &["--array", "-"]].concat(), array).out, expected.out);
    // One array is one value unless it is said to be many.
    let one = gamewire(&[&base[..], &["-"]].concat(), "[\n\"i:1\"\n]\n");
    assert_eq!(gamewire(&["decode", "-"], one.out).text(), "[\"i:1\"]\n");
    assert_eq!(gamewire(&[&base[..], &["--array", "-"]].concat(), "7").status, 1);
    // A bad line among good ones costs no other.
    let bad = gamewire(&[&base[..], &["-"]].concat(), "\"i:7\"\nnonsense\n\"i:7\"\n");
    assert_eq!((bad.status, bad.out.len()), (1, 24), "{}", bad.err);
}

/// Two values of `store_var`, the second one cut short. The expected rows are those of the specification.
#[test]
fn rows_are_json() {
    let hex = "080000000200000007000000 0c00000004000000010000006100";
    let run = gamewire(&["explain", "--hex", "--as", "godot3", "--frame", "store-var", "--json", "-"], hex);
    let lines: Vec<Value> = run.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (error, rows) = lines.split_last().unwrap();
    let (mut end, mut bytes) = (0, String::new());
    for row in rows {
        assert_eq!(row["offset"], end);
        end += row["length"].as_u64().unwrap();
        bytes += row["bytes"].as_str().unwrap();
    }
    assert_eq!((run.status, end, bytes), (1, 26, hex.replace(' ', "")));
    let said: Vec<_> = rows.iter().map(|row| row["meaning"].as_str().unwrap()).collect();
    assert_eq!(said[..3], ["length = 8", "int  (type id 2, 32-bit)", "value = 7"]);
    assert_eq!(
        (&rows[2]["role"], &rows[2]["type"], &rows[2]["path"]),
        (&"value".into(), &"int".into(), &"$".into())
    );
    assert!(error["error"]["offset"].as_u64().unwrap() >= 12, "{error}");
    let run =
        gamewire(&["explain", "--hex", "--as", "godot3", "--json", "--sentences", "-"], "02000000 07000000");
    let row: Value = serde_json::from_str(run.text().lines().last().unwrap()).unwrap();
    assert!(row["sentences"].as_str().unwrap().contains("07 00 00 00 = 0x00000007 = 7."), "{row}");
}

/// `--at` takes the offset of a byte, in the file or in its contents.
#[test]
fn one_byte_is_explained() {
    let hex = "08000000 02000000 07000000 08000000 02000000 09000000";
    let options = ["explain", "--hex", "--as", "godot3", "--frame", "store-var", "--json", "--at"];
    let row = |at: &str| {
        let run = gamewire(&[&options[..], &[at, "-"]].concat(), hex);
        let rows: Vec<Value> = run.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        (
            run.status,
            rows.iter().map(|row| row["meaning"].as_str().unwrap().to_owned()).collect::<Vec<_>>(),
            run.err,
        )
    };
    for (at, meaning) in
        [("0x0", "length = 8"), ("0xb", "value = 7"), ("0xc", "length = 8"), ("0x17", "value = 9")]
    {
        let (status, rows, err) = row(at);
        assert_eq!((status, rows, err.as_str()), (0, vec![meaning.to_owned()], ""), "{at}");
    }
    for (at, err) in
        [("0x18", "there is no byte 0x0018\n"), ("contents+0x4", "there is no byte contents+0x0004\n")]
    {
        assert_eq!(row(at), (1, Vec::new(), err.into()));
    }
    // The title of a cut input is short: the error is at its end.
    let run =
        gamewire(&["explain", "--hex", "-"], "0800000002000000 07000000 0c00000004000000 01000000 6100");
    let title = "an input that no format reads to its end, explained as godot4: 26 bytes\n";
    assert!(run.text().starts_with(title) && run.text().contains("error   at byte 0x00"), "{}", run.text());
    // Text names what it leaves out.
    let run = gamewire(&["explain", "--hex", "--as", "godot3", "--at", "0x5", "-"], "02000000 07000000");
    assert!(
        run.text().contains("4 of 8 bytes explained") && run.text().contains("value = 7"),
        "{}",
        run.text()
    );
}

/// The contents of a compressed file have offsets of their own.
#[test]
fn one_byte_of_contents_is_explained() {
    let root = b"\x0a\0\0\x03\0\x04Gold\0\0\0\x07\0";
    let file = gamewire_files::minecraft::pack(root, gamewire_files::minecraft::Packing::Gzip).unwrap();
    let run = gamewire(&["explain", "--json", "--at", "contents+0xa", "-"], file.clone());
    let row: Value = serde_json::from_str(run.text()).unwrap();
    assert_eq!(
        (&row["contents"], &row["bytes"], &row["path"]),
        (&true.into(), &"00000007".into(), &"$.Gold".into())
    );
    let run = gamewire(&["explain", "--json", "--at", "0xa", "-"], file.clone());
    let row: Value = serde_json::from_str(run.text()).unwrap();
    assert_eq!((&row["contents"], &row["meaning"]), (&Value::Null, &"data, compressed".into()));
    // Neither the header nor its contents are shown without a row.
    let run = gamewire(&["explain", "--at", "$.Gold", "-"], file.clone());
    assert!(run.text().starts_with("NBT of Minecraft: 15 bytes\n\noffset"), "{}", run.text());
    let run = gamewire(&["explain", "--at", "$.Silver", "-"], file.clone());
    assert_eq!((run.status, run.text()), (1, ""));
    assert!(run.err.ends_with("there is no value at $.Silver\n"), "{}", run.err);
    // An empty line is between the two.
    let run = gamewire(&["explain", "--limit", "0", "-"], file);
    assert!(run.text().contains(" bytes explained\n\nNBT of Minecraft"), "{}", run.text());
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
