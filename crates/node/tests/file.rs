//! Tests of open files, as the page asks about them.

use gamewire_files::minecraft::region::Region;
use gamewire_node::Opened;
use serde_json::{Value, json};

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../../tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn opened(name: &str, options: &str) -> Opened {
    open(fixture(name), options)
}

fn read(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

/// Opens a file as far as it can be read.
fn open(file: Vec<u8>, options: &str) -> Opened {
    let options = read(options);
    let texts = options.as_object().unwrap().iter().filter_map(|(key, text)| Some([&**key, text.as_str()?]));
    let texts = texts.flatten().map(ToOwned::to_owned).collect();
    let skip = options["skip"].as_u64().unwrap_or_default() as usize;
    Opened::new(file, texts, skip, true, true).unwrap()
}

fn about(file: &mut Opened) -> Value {
    read(&file.about().unwrap())
}

fn row(file: &mut Opened, number: usize) -> Value {
    read(&file.row(number).unwrap())
}

fn shown_rows(file: &mut Opened) -> Vec<Value> {
    read(&file.rows(0, usize::MAX).unwrap()).as_array().unwrap().clone()
}

fn all(file: &mut Opened) -> Vec<Value> {
    file.fold_from(usize::MAX).unwrap();
    shown_rows(file)
}

/// Changes the value of a row. Returns the place of the new bytes.
fn set(file: &mut Opened, number: usize, text: &str) -> (Value, Value) {
    let path = row(file, number)["path"].as_str().unwrap().to_owned();
    file.set_text(&path, text).unwrap();
    let change = about(file)["changes"].as_array().unwrap().last().unwrap().clone();
    (change["offset"].clone(), change["length"].clone())
}

fn tree(file: &mut Opened, at: &[u32]) -> Vec<Value> {
    read(&file.tree(at, 0, 100).unwrap()).as_array().unwrap().clone()
}

/// The places, levels and texts of rows, which tile the bytes.
fn rows(rows: &[Value], total: usize) -> Vec<(u64, u64, &str)> {
    let number = |row: &Value, key: &str| row[key].as_u64().unwrap();
    let end = rows.iter().fold(0, |end, row| {
        assert_eq!(number(row, "offset"), end, "{row}");
        end + number(row, "length")
    });
    assert_eq!(end, total as u64);
    rows.iter()
        .map(|row| (number(row, "offset"), number(row, "depth"), row["meaning"].as_str().unwrap()))
        .collect()
}

#[test]
fn containers_have_rows() {
    let container = |file: &mut Opened| about(file)["container"].as_array().unwrap().clone();
    let bytes = fixture("framing/godot-4.6.3/compressed_zstd.bin");
    let of_file = container(&mut open(bytes.clone(), "{}"));
    let of_file = rows(&of_file, bytes.len());
    let heads = [(0, 0, "magic = \"GCPF\""), (4, 0, "mode = 2 (Zstd)"), (8, 0, "block size = 4096")];
    assert_eq!(of_file[..3], heads);
    assert_eq!(of_file.last().unwrap().2, "magic again, ignored by readers");
    let cut = container(&mut open(bytes[..14].to_vec(), "{}"));
    let cut = rows(&cut, 14);
    assert_eq!((&cut[..3], cut[3]), (&heads[..], (12, 0, "incomplete        <- here")));
    let name = "framing/godot-4.6.3/encrypted_pass.bin";
    let secret = container(&mut opened(name, r#"{"password":"correct horse"}"#));
    let secret = rows(&secret, fixture(name).len());
    assert_eq!(secret[1..3], [(4, 0, "MD5 of the contents"), (20, 0, "length of the contents = 472")]);
    let region = container(&mut opened("minecraft/region/r.0.0.mca", r#"{"chunk":"0,0"}"#));
    let first = region[0]["meaning"].as_str().unwrap();
    assert!(first.starts_with("location of chunk 0,0: 1 sector from sector "), "{first}");
}

#[test]
fn fields_before_values_have_rows() {
    let bytes = fixture("framing/godot-4.6.3/project.binary");
    let list = all(&mut open(bytes.clone(), "{}"));
    let texts = rows(&list, bytes.len());
    assert_eq!(texts[0], (0, 0, "magic = \"ECFG\""));
    let name = texts.iter().position(|(_, _, text)| text.starts_with("setting \"")).unwrap();
    assert!(texts[name].2.contains("\": key length = ") && texts[name].1 == 0, "{:?}", texts[name]);
    assert!(texts[name + 1].2.starts_with("key = \"") && texts[name + 1].1 == 1);
    assert!(texts[name + 2].2.starts_with("value length = ") && texts[name + 2].1 == 1);
    let bytes = fixture("framing/godot-4.6.3/store_var_several.bin");
    let mut file = open(bytes.clone(), "{}");
    let list = all(&mut file);
    let texts = rows(&list, bytes.len());
    let length = u32::from_le_bytes(*bytes.first_chunk().unwrap());
    assert_eq!(texts[0], (0, 0, &*format!("value 0: length = {length}")));
    assert!(
        row(&mut file, 0)["sentences"].as_str().unwrap().starts_with("Four bytes, least significant first")
    );
    // Each row alone is as among the others.
    for (number, among) in list.iter().enumerate() {
        let alone = row(&mut file, number);
        assert!(among.as_object().unwrap().iter().all(|(key, value)| alone[key] == *value), "{alone}");
    }
}

#[test]
fn sessions_of_servers_are_packets() {
    let folder = format!("{}/../../tests/fixtures/protodef/sessions", env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !name.ends_with(".bin") {
            continue;
        }
        let mut file = opened(&format!("protodef/sessions/{name}"), "{}");
        let about = about(&mut file);
        let title = about["title"].as_str().unwrap();
        // The version is in the name of the file.
        let version = name.split(".to").next().unwrap();
        assert!(
            title.starts_with("a recorded session of Minecraft ") && about["values"] != 0,
            "{name}: {title}"
        );
        assert!(title.contains(version) || title.contains(" to "), "{name}: {title}");
        assert_eq!(
            all(&mut file).iter().map(|row| row["length"].as_u64().unwrap()).sum::<u64>(),
            about["contents"].as_u64().unwrap()
        );
        count += 1;
    }
    assert_eq!(count, 4);
}

#[test]
fn fields_of_packets_are_found_and_a_tree() {
    let mut file = opened("protodef/sessions/1.20.toServer.bin", "{}");
    let about = file.search("position").unwrap();
    let field = file.search("$[3].params.x").unwrap();
    assert!(about.chunks(2).any(|place| place[0] <= field[0]), "{about:?}");
    assert_eq!((file.search("[3].params.x").unwrap(), field.len()), (field.clone(), 2));
    let position =
        |nodes: &[Value], label| nodes.iter().position(|node| node["label"] == label).unwrap() as u32;
    let params = position(&tree(&mut file, &[3]), "params");
    let fields = tree(&mut file, &[3, params]);
    let x = position(&fields, "x");
    let node = &fields[x as usize];
    assert_eq!((&node["text"], &node["offset"]), (&json!("3.5"), &json!(field[0])));
    assert_eq!(file.trail(field[0] as usize).unwrap(), [3, params, x]);
}

#[test]
fn text_is_values_that_are_changed_in_the_text() {
    for (text, path, new, expected) in [
        ("; hi\n[a]\nb=1 ; one\nc=\"x\"\n", "$.a/b", "2", "; hi\n[a]\nb=2 ; one\nc=\"x\"\n"),
        ("{Health: 20.0f, Name: 'Ann'}", "$.Health", "7", "{Health: 7.0f, Name: 'Ann'}"),
        ("{\"gold\": 5,  \"inv\": [1, 2]}", "$.inv[1]", "9", "{\"gold\": 5,  \"inv\": [1, 9]}"),
    ] {
        let mut file = open(text.as_bytes().to_vec(), "{}");
        file.set_text(path, new).unwrap();
        assert_eq!(String::from_utf8(file.save().unwrap()).unwrap(), expected);
        let root = &tree(&mut file, &[])[0];
        assert!(root["error"].is_null(), "{root}");
        file.undo(Some(0)).unwrap();
        assert_eq!(file.save().unwrap(), text.as_bytes());
    }
}

#[test]
fn changes_keep_their_places_and_the_bytes_around() {
    // Three values of store_var, the last of which is cut short: its length stays that of the whole value.
    let bytes = b"\x08\0\0\0\x04\0\0\0\0\0\0\0\x08\0\0\0\x02\0\0\0\x07\0\0\0\x10\0\0\0\x04\0\0\0\x08\0\0\0ab"
        .to_vec();
    let mut file = open(bytes.clone(), r#"{"format":"godot4","frame":"store-var"}"#);
    assert_eq!(about(&mut file)["values"], 3);
    let number = all(&mut file).iter().position(|row| row["meaning"] == "value = 7").unwrap();
    assert_eq!(set(&mut file, number, "9"), (json!(20), json!(1)));
    file.set_text("[0]", "four").unwrap();
    let expected =
        b"\x0c\0\0\0\x04\0\0\0\x04\0\0\0four\x08\0\0\0\x02\0\0\0\x09\0\0\0\x10\0\0\0\x04\0\0\0\x08\0\0\0ab";
    assert_eq!(file.save().unwrap(), expected);
    assert_eq!(about(&mut file)["changes"][0]["offset"], 24);
    assert_eq!(file.bytes(24, 1).unwrap(), [9]);
    file.undo(Some(0)).unwrap();
    assert_eq!(about(&mut file)["changes"].as_array().unwrap().len(), 1);
    file.undo(Some(0)).unwrap();
    assert_eq!(file.save().unwrap(), bytes);
    assert!(row(&mut file, 0)["path"].is_null() && file.undo(None).is_err());
}

#[test]
fn a_region_is_a_list_of_its_chunks() {
    let bytes = fixture("minecraft/region/r.0.0.mca");
    let (region, mut file) = (Region::parse(&bytes).unwrap(), open(bytes.clone(), "{}"));
    let rows = all(&mut file);
    assert_eq!(rows.iter().filter(|row| !row["chunk"].is_null()).count(), region.chunks().count());
    // The chunks that the command finds the word in.
    let found = file.search("DataVersion").unwrap();
    assert_eq!(found.len() / 2, region.chunks().filter(|chunk| chunk.unpack(1 << 26).is_ok()).count());
    for place in found.chunks(2) {
        let row = file.row_at(place[0] as usize).unwrap();
        assert!(!rows[row]["chunk"].is_null(), "{place:?}");
    }
    assert!(file.search("no such word").unwrap().is_empty());
}

#[test]
fn bytes_of_a_packet_have_its_versions_as_choices() {
    let packet =
        b"\x2e\0\x01\x07\x07\x07\x07\x07\x07\x07\x07\x07\x07\x07\x07\x07\x07\x07\x07\x05Alice\0\0\0\0";
    let choice = &about(&mut open(packet.to_vec(), "{}"))["choices"][0];
    assert_eq!(choice["text"], "play.toClient.player_info of 1.12.1 to 1.12.2");
    let named = json!({ "format": choice["value"] }).to_string();
    assert_eq!(about(&mut open(packet.to_vec(), &named))["errors"], json!([]));
}

#[test]
fn a_header_of_a_game_is_found() {
    let file = b"GAME\x03\0\x1b\0\0\0\x01\0\0\0\x04\0\0\0\x02\0\0\0hp\0\0\x02\0\0\0\x07\0\0\0".to_vec();
    let hint = json!({ "text": "a value of Godot 4, after 6 bytes", "skip": 6 });
    assert_eq!(about(&mut open(file.clone(), "{}"))["hints"], json!([hint]));
    let rows = all(&mut open(file, r#"{"skip":6}"#));
    assert_eq!(rows[0]["meaning"], "skipped");
    assert!(rows[1]["depth"] == 1 && rows[1]["path"] == "$", "{}", rows[1]);
}

/// Folding in any order shows the rows that are in no folded row, and each row knows the rows around it.
#[test]
fn folded_rows_hide_the_rows_inside_them() {
    let value = (0..300).fold("[1,2]".to_owned(), |inside, at| format!("[{inside},{at},[{at},[]]]"));
    let mut file = open(value.into_bytes(), "{}");
    let rows = all(&mut file);
    let depth = |row: usize| rows[row]["depth"].as_u64().unwrap();
    let end =
        |row: usize| (row + 1..rows.len()).find(|other| depth(*other) <= depth(row)).unwrap_or(rows.len());
    let mut random = 7_u64;
    let mut below = |count: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(random >> 33).unwrap() % count
    };
    file.fold_from(2).unwrap();
    let mut folded: Vec<bool> = (0..rows.len()).map(|row| depth(row) >= 2 && end(row) > row + 1).collect();
    for _ in 0..200 {
        let row = below(rows.len());
        file.toggle(row).unwrap();
        folded[row] ^= end(row) > row + 1;
        let (mut visible, mut next) = (Vec::new(), 0);
        while next < rows.len() {
            visible.push(next as u64);
            next = if folded[next] { end(next) } else { next + 1 };
        }
        let shown = shown_rows(&mut file);
        assert!(shown.iter().map(|row| row["row"].as_u64().unwrap()).eq(visible));
        assert!(
            shown.iter().all(|one| one["meaning"] == rows[one["row"].as_u64().unwrap() as usize]["meaning"])
        );
    }
    let last = rows.len() - 1;
    let place = file.reveal(last).unwrap()[0];
    assert_eq!(read(&file.rows(place, 1).unwrap())[0]["row"], last);
}

#[test]
fn values_of_one_dictionary_are_changed_one_after_the_other() {
    let bytes = gamewire::godot::Dialect::GODOT_4
        .encode(&gamewire::godot::variant!({ "a": 1001, "b": 1002, "c": 1003 }))
        .unwrap();
    let mut file = open(bytes.clone(), "{}");
    for (old, new) in [("1001", "7"), ("1002", "8"), ("1003", "9")] {
        let row = all(&mut file).iter().position(|row| row["meaning"] == format!("value = {old}")).unwrap();
        assert_eq!(read(&file.row(row).unwrap())["value"], old);
        assert_eq!(set(&mut file, row, new), (read(&file.row(row).unwrap())["offset"].clone(), json!(2)));
        assert_eq!(read(&file.row(row).unwrap())["meaning"], format!("value = {new}"));
    }
    file.undo(Some(1)).unwrap();
    let texts: Vec<Value> =
        about(&mut file)["changes"].as_array().unwrap().iter().map(|one| one["text"].clone()).collect();
    assert_eq!(texts, ["7", "9"]);
}

#[test]
fn every_number_of_the_samples_is_found() {
    let godot =
        gamewire_fixtures::GODOT.iter().flat_map(|dialect| gamewire_fixtures::godot_samples(*dialect));
    let godot = godot.map(|one| (one.dialect.name().to_owned(), one.bytes));
    let minecraft = gamewire_fixtures::minecraft_samples().iter();
    let minecraft = minecraft.map(|one| (format!("minecraft/{}", one.expression), one.bytes.to_vec()));
    let mut count = 0;
    for (format, bytes) in godot.chain(minecraft) {
        let mut file = open(bytes, &json!({ "format": format }).to_string());
        for row in all(&mut file) {
            let text = row["meaning"].as_str().unwrap();
            let Some((_, shown)) = text.rsplit_once("= ") else { continue };
            if shown.parse::<f64>().is_err() || shown.starts_with('+') {
                continue;
            }
            let start = row["offset"].as_u64().unwrap() as u32;
            let found = file.search(shown).unwrap();
            assert!(found.chunks(2).any(|place| place[0] == start), "{format} {row} {found:?}");
            count += 1;
        }
    }
    assert!(count > 1500, "{count}");
}
