//! Reads, writes and handles deeply nested input on threads of 256 KiB and of 1 MiB, with the default limits: whatever the input,
//! the result is a value or an error. A stack overflow aborts the program, so each case runs in a process of its own.
#![cfg(all(feature = "packets", feature = "serde"))]

use std::hint::black_box;
use std::process::Command;

use gamewire::godot::{
    Converter, Decoder, Detector, Dialect, Dictionary, Encoder, Variant, json, parse_any, text,
};
use gamewire::minecraft::nbt::{Nbt, NbtView, Tag};
use gamewire::minecraft::{self, Packets, Protocol, Side, State, TypeExpr, snbt};
use gamewire_files::document::{Document, Format, OpenOptions};
use gamewire_files::identify::identify;

use crate::support::positions::{exhaustive, is_tried};

/// The sizes of the threads: a small one, and the main thread of Windows.
const STACKS: [usize; 2] = [256 << 10, 1 << 20];

/// The depths of the input: as deep as is read at all, and far deeper.
fn depths() -> [usize; 2] {
    [500, if exhaustive() { 20_000 } else { 2500 }]
}

/// Returns `open`, nested in itself, around `inside`.
fn nested(open: &str, inside: &str, close: &str, depth: usize) -> String {
    open.repeat(depth) + inside + &close.repeat(depth)
}

/// The words of bytes in little-endian order, nested in themselves.
fn nested_words(words: &[u32], depth: usize) -> Vec<u8> {
    let level: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut bytes = level.repeat(depth);
    bytes.extend([0; 8].repeat(depth + 1));
    bytes
}

/// Does with a value all that a program may do with a value that it was sent.
fn use_variant(value: Variant) {
    let copy = value.clone();
    assert!(copy == value);
    black_box((value.to_string().len(), format!("{value:?}").len(), format!("{value:#?}").len()));
    black_box(text::to_engine_text(&value, Dialect::GODOT_4));
    black_box(json::to_string(&value));
    assert!(!json::to_plain_string(&value).is_empty());
    black_box(Encoder::new(Dialect::GODOT_4).max_depth(u32::MAX).encode(&value).is_ok());
    black_box(value.walk().count());
    black_box((gamewire::godot::diff(&value, &copy).count(), value.same_bits(&copy)));
    black_box(gamewire::godot::to_vec(&value, Dialect::GODOT_4).is_ok());
    black_box(serde_json::to_string(&value).is_ok());
    let mut holder = Dictionary::from(vec![(copy.clone(), Variant::Nil), (copy, Variant::Nil)]);
    black_box(holder.get(&value).is_some());
    black_box(holder.insert(value.clone(), 1).is_some());
    black_box(Converter::new(Dialect::GODOT_4, Dialect::GODOT_3).allow_lossy(true).convert(value).is_ok());
}

fn use_tag(tag: Tag) {
    let copy = tag.clone();
    assert!(copy == tag);
    black_box((
        tag.to_string().len(),
        format!("{tag:#}").len(),
        format!("{tag:?}").len(),
        format!("{tag:#?}").len(),
    ));
    black_box((minecraft::json::tag_to_string(&tag), minecraft::json::tag_to_plain_string(&tag)));
    black_box(tag.walk().count());
    black_box(tag.same_bits(&copy));
    black_box(minecraft::nbt::to_vec(&tag).is_ok());
    black_box(serde_json::to_string(&tag).is_ok());
    let [tag, copy] = [tag, copy].map(|root| Nbt { name: "".into(), root });
    black_box(minecraft::diff(&tag, &copy).count());
    black_box(Protocol::V1_14.max_depth(u32::MAX).encode(&tag).is_ok());
}

fn godot_text(open: &str, inside: &str, close: &str) {
    for depth in depths() {
        let text = nested(open, inside, close, depth);
        let _ = text.parse::<Variant>().map(use_variant);
        use_file(text.as_bytes());
    }
}

fn godot_json(open: &str, inside: &str, close: &str) {
    for depth in depths() {
        let text = nested(open, inside, close, depth);
        let _ = json::from_str(&text).map(use_variant);
        let _ = serde_json::from_str::<Variant>(&text).map(use_variant);
        use_file(text.as_bytes());
    }
}

fn godot_bytes(words: &[u32]) {
    for depth in depths() {
        let bytes = nested_words(words, depth);
        for decoder in [Decoder::new(Dialect::GODOT_4), Decoder::new(Dialect::GODOT_4).max_depth(u32::MAX)] {
            let decoder = decoder.allow_objects(true).allow_trailing(true);
            let _ = decoder.parse(&bytes).map(use_variant);
            black_box(decoder.check(&bytes).is_ok());
            black_box(decoder.explain(&bytes).text().len());
            black_box(decoder.verify(&bytes));
            black_box(decoder.repair(&bytes).is_some());
            let _ = decoder.view(&bytes).map(|view| use_variant(view.to_variant()));
        }
        let _ = gamewire::godot::from_slice::<Variant>(&bytes, Dialect::GODOT_4).map(use_variant);
        let _ = parse_any(&bytes).map(|(_, value)| use_variant(value));
        black_box(Detector::new().allow_trailing(true).detect(&[&bytes]).best());
        use_file(&bytes);
    }
}

fn snbt_text(open: &str, inside: &str, close: &str) {
    for depth in depths() {
        let text = nested(open, inside, close, depth);
        for version in [snbt::SnbtVersion::V1_12, snbt::SnbtVersion::V1_21_5] {
            let _ = snbt::parse(&text, version).map(use_tag);
        }
        use_file(text.as_bytes());
    }
}

fn nbt_json(open: &str, inside: &str, close: &str) {
    for depth in depths() {
        let text = nested(open, inside, close, depth);
        let _ = minecraft::json::tag_from_str(&text).map(use_tag);
        let _ = serde_json::from_str::<Tag>(&text).map(use_tag);
    }
}

fn nbt_bytes(head: &[u8], level: &[u8]) {
    for depth in depths() {
        let mut bytes = b"\x0a\0\0".to_vec();
        bytes.extend(head);
        bytes.extend(level.repeat(depth));
        bytes.extend([0; 8].repeat(depth + 1));
        for protocol in [Protocol::V1_14, Protocol::V1_14.max_depth(u32::MAX)] {
            let protocol = protocol.allow_trailing(true);
            let _ = protocol.parse::<Nbt>(&bytes).map(|nbt| use_tag(nbt.root));
            black_box(protocol.check::<Nbt>(&bytes).is_ok());
            black_box(protocol.explain::<Nbt>(&bytes).text().len());
            black_box(protocol.verify::<Nbt>(&bytes));
            let _ = protocol.parse::<NbtView>(&bytes).map(|view| use_tag(view.to_nbt().root));
        }
        let _ = minecraft::nbt::from_slice::<Tag>(&bytes).map(use_tag);
        use_file(&bytes);
    }
}

/// Opens a file as any format.
fn use_file(bytes: &[u8]) {
    black_box(identify(bytes));
    if let Ok(document) = Document::open(bytes) {
        for value in document.values() {
            black_box((value.godot().is_ok(), value.nbt().is_ok()));
        }
    }
}

/// Reads `head`, `level` again and again, and zeros as a packet of 1.21.8.
fn packet(name: &str, head: &[u8], level: &[u8]) {
    let packets = Packets::named("1.21.8").expect("a version");
    let packet = packets.packet(State::Play, Side::Server, name).expect("a packet");
    let of = packets.find(&format!("play.toClient.{name}")).expect("a type");
    let options = OpenOptions::new().format(Format::Minecraft(packets.protocol(), of));
    for depth in depths() {
        let bytes = [head, &level.repeat(depth), &vec![0; depth * 4 + 16]].concat();
        black_box(Document::open_with(&*bytes, &options).is_ok());
        black_box((packet.parse(&bytes).is_ok(), packet.check(&bytes).is_ok()));
        black_box((packet.explain(&bytes).text().len(), packet.verify(&bytes)));
    }
    // The most levels that can be read.
    for fewer in [4, 8, 12, 16, 20, 24, 28, 32, 48, 64, 96] {
        let bytes = [head, &level.repeat(fewer), &vec![0; fewer * 4 + 16]].concat();
        let cut = (head.len()..bytes.len()).find(|end| packet.check(&bytes[..*end]).is_ok());
        let Some(Ok(value)) = cut.map(|end| packet.parse(&bytes[..end])) else { continue };
        let document =
            Document::open_with(&bytes[..cut.unwrap()], &options).expect("the packet that was parsed");
        black_box(document.get_path(&gamewire::path::Path::default()).is_ok());
        assert!(value.clone() == value);
        black_box((format!("{value:?}").len(), packet.to_plain_json(&value).len()));
        black_box(packet.tree(&value).walk().count());
        black_box(packet.tree(&value).diff(&packet.tree(&value)).count());
        black_box(packet.encode(&value).is_ok());
        let json = packet.to_json(&value);
        assert!(packet.from_json(&json).unwrap() == value);
    }
    for (open, close) in [("[", "]"), ("{\"params\":", "}"), ("{\"params\":{\"item\":", "}}")] {
        for depth in depths() {
            black_box(packet.from_json(&nested(open, "1", close, depth)).is_ok());
        }
    }
}

/// The bytes of a bundle's head in a slot of 1.21.8: one item, which has the component `bundle_contents`, which has one item.
fn bundle() -> Vec<u8> {
    let packets = Packets::named("1.21.8").expect("a version");
    let slot = packets.type_of("Slot").expect("a type");
    let is_bundle = |id: &u8| {
        let value = slot.parse(packets.protocol(), &[1, 1, 1, 0, *id, 1, 0]);
        value.is_ok_and(|value| {
            minecraft::json::to_string(&slot, packets.protocol(), &value).contains("bundle_contents")
        })
    };
    let id = (0..=127).find(is_bundle).expect("a component with items");
    vec![1, 1, 1, 0, id, 1]
}

fn protodef(open: &str, inside: &str, close: &str) {
    for depth in [20, 40, 48, 100, 1000, 100_000] {
        let of = nested(open, inside, close, depth);
        let description = format!(
            r#"{{"types":{{"varint":"native","option":"native","array":"native","container":"native","a":{of}}}}}"#
        );
        let Ok(packets) = Packets::from_protodef(&description) else { continue };
        let Some(of) = packets.type_of("a") else { continue };
        use_type(&of, packets.protocol());
    }
}

fn type_text(open: &str, inside: &str, close: &str) {
    for depth in [10, 20, 32, 100, 1000, 100_000] {
        let _ =
            nested(open, inside, close, depth).parse::<TypeExpr>().map(|of| use_type(&of, Protocol::V1_14));
    }
}

fn use_type(of: &TypeExpr, protocol: Protocol) {
    assert!(of.clone() == *of);
    black_box((of.to_string().len(), format!("{of:?}").len(), of.min_len()));
    for byte in [0, 1, 2] {
        let bytes = vec![byte; 4096];
        let protocol = protocol.allow_trailing(true);
        black_box((of.check(protocol, &bytes).is_ok(), of.explain(protocol, &bytes).text().len()));
        if let Ok(value) = of.parse(protocol, &bytes) {
            assert!(value.clone() == value);
            black_box((of.encode(protocol, &value).is_ok(), format!("{value:?}").len()));
            let json = minecraft::json::to_string(of, protocol, &value);
            black_box(minecraft::json::from_str(of, &json).is_ok());
            black_box(of.tree(protocol, &value).walk().count());
        }
    }
}

/// The cases, each with its name.
const CASES: [(&str, fn()); 33] = [
    ("text: arrays", || godot_text("[", "1", "]")),
    ("text: values", || godot_text("{1:", "1", "}")),
    ("text: keys", || godot_text("{", "1", ":1}")),
    ("text: typed arrays", || godot_text("Array[Array]([", "", "])")),
    ("text: objects", || godot_text("Object(A,\"p\":", "1", ")")),
    ("text: of a setting", || use_file(format!("[a]\n\nb={}\n", nested("[", "1", "]", 1000)).as_bytes())),
    ("JSON: arrays", || godot_json("[", "\"i:1\"", "]")),
    ("JSON: values", || godot_json(r#"{"type":"Dictionary","args":["i:1","#, "\"i:1\"", "]}")),
    ("JSON: keys", || godot_json(r#"{"type":"Dictionary","args":["#, "\"i:1\"", ",\"i:1\"]}")),
    ("JSON: properties", || godot_json(r#"{"type":"A","props":["a","#, "\"i:1\"", "]}")),
    ("JSON: plain objects", || godot_json(r#"{"a":"#, "1", "}")),
    ("bytes: arrays", || godot_bytes(&[28, 1])),
    ("bytes: values", || godot_bytes(&[27, 1, 0])),
    ("bytes: keys", || godot_bytes(&[27, 1])),
    ("bytes: of several", || godot_bytes(&[28, 2])),
    ("bytes: properties", || godot_bytes(&[24, 1, 0x41, 1, 1, 0x41])),
    ("SNBT: lists", || snbt_text("[", "1", "]")),
    ("SNBT: compounds", || snbt_text("{a:", "1", "}")),
    ("SNBT: mixed lists", || snbt_text("[1,", "1", "]")),
    ("SNBT: both", || snbt_text("{a:[", "1", "]}")),
    ("JSON of NBT: compounds", || {
        nbt_json(r#"{"type":"compound","value":[["a","#, r#"{"type":"int","value":1}"#, "]]}")
    }),
    ("JSON of NBT: plain", || nbt_json(r#"{"a":"#, "1", "}")),
    ("JSON of NBT: arrays", || nbt_json("[", "1", "]")),
    ("NBT: compounds", || nbt_bytes(b"", b"\x0a\0\x01a")),
    ("NBT: lists", || nbt_bytes(b"\x09\0\x01a", b"\x09\0\0\0\x01")),
    ("NBT: lists of compounds", || nbt_bytes(b"", b"\x09\0\x01a\x0a\0\0\0\x01")),
    ("packets: bundles", || packet("set_slot", &[0x14, 0, 0, 0, 0], &bundle())),
    ("packets: NBT", || packet("set_slot", &[0x14, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0x0a], b"\x0a\0\x01a")),
    ("ProtoDef: options", || protodef(r#"["option","#, "\"varint\"", "]")),
    ("ProtoDef: arrays", || protodef(r#"["array",{"countType":"varint","type":"#, "\"varint\"", "}]")),
    ("ProtoDef: containers", || protodef(r#"["container",[{"name":"a","type":"#, "\"varint\"", "}]]")),
    ("types: options", || type_text("option(", "varint", ")")),
    ("types: structures", || type_text("struct(a:", "varint", ")")),
];

/// Selects the case that a process runs, and the size of its thread.
const CASE: &str = "GAMEWIRE_TEST_SMALL_STACK";

#[test]
fn no_input_overflows_a_small_stack() {
    if let Ok(chosen) = std::env::var(CASE) {
        let (stack, name) = chosen.split_once(' ').expect("a size and a name");
        let (_, run) = CASES.iter().find(|(known, _)| *known == name).expect("a case");
        return crate::support::on_stack(stack.parse().expect("a size"), run);
    }
    let test = concat!(module_path!(), "::no_input_overflows_a_small_stack");
    let test = test.split_once("::").expect("the program is first").1;
    let mut failed = Vec::new();
    for (at, stack) in STACKS.into_iter().enumerate() {
        // The small one is the severe one.
        for (_, (name, _)) in CASES.iter().enumerate().filter(|(number, _)| at == 0 || is_tried(*number)) {
            let mut child = Command::new(std::env::current_exe().expect("the test program"));
            child.args([test, "--exact", "--nocapture"]).env(CASE, format!("{stack} {name}"));
            let output = child.output().expect("the test program runs");
            if !output.status.success() {
                let error = String::from_utf8_lossy(&output.stderr);
                failed.push(format!("{stack}: {name}: {}", error.trim().replace('\n', " ")));
            }
        }
    }
    assert!(failed.is_empty(), "{} fail:\n{}", failed.len(), failed.join("\n"));
}
