//! Repeats one operation, so that callgrind can count its instructions. `benches/instructions` runs it with
//! two numbers of repetitions and divides the difference, so that work that is done only once cancels out.
//!
//!     count <payload> <operation> <times>

use std::hint::black_box;

use gamewire::godot::stream::{Codec, FrameDecoder, Reader};
use gamewire::godot::{Decoder, Dialect, Dictionary, Framing, Variant, Vector3};
use gamewire::minecraft::nbt::{Compound, Nbt, OptNbt};
use gamewire::minecraft::{
    Chat, ItemStack, Metadata, MetadataEntry, MetadataValue, Protocol, Slot, VarInt, Wire,
};
use gamewire_compare::views::{read_all, two_fields};
use gamewire_compare::{detection, payload};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [payload, operation, times] = arguments.as_slice() else { panic!("payload, operation, times") };
    let times = times.parse().unwrap();
    let player = include_bytes!("../../../../tests/fixtures/minecraft/nbt/complex_player.nbt");
    let hello = include_bytes!("../../../../tests/fixtures/minecraft/nbt/hello_world.nbt");
    match payload.as_str() {
        "packet" => godot(&payload::packet().to_variant(), operation, times),
        "ints" => godot(&payload::ints(1_000).to_variant(), operation, times),
        "strings" => godot(&payload::short_strings(1_000).to_variant(), operation, times),
        "entries" => godot(&payload::players(1_000).to_variant(), operation, times),
        "scalars" => godot(&payload::scalars(1_000, true).to_variant(), operation, times),
        // This measures the cost of the call itself.
        "int" => godot(&7.into(), operation, times),
        "text" => godot(&"Ada Lovelace".into(), operation, times),
        "empty" => godot(&Dictionary::new().into(), operation, times),
        "vectors" => {
            godot(&Variant::PackedVector3Array(vec![Vector3::default(); 100].into()), operation, times)
        }
        "varints" => minecraft::<Vec<VarInt>>(&encoded(&vec![VarInt(300); 1_000]), operation, times),
        "slot" => minecraft::<Slot>(&encoded(&Slot(Some(sword()))), operation, times),
        "metadata" => minecraft::<Metadata>(&encoded(&entity()), operation, times),
        "mixed" => minecraft::<Vec<VarInt>>(&encoded(&mixed()), operation, times),
        "player" => minecraft::<OptNbt>(player, operation, times),
        "hello" => minecraft::<OptNbt>(hello, operation, times),
        "frames" => frames(operation, times),
        other => {
            let bytes = detection::input(other).unwrap_or_else(|| panic!("no payload {other}"));
            (0..times).for_each(|_| detection::run(operation, &bytes));
        }
    }
}

fn godot(value: &Variant, operation: &str, times: u32) {
    let bytes = Dialect::GODOT_4.encode(value).unwrap();
    let decoder = Decoder::new(Dialect::GODOT_4);
    let mut buffer = Vec::with_capacity(bytes.len());
    for _ in 0..times {
        let bytes = black_box(bytes.as_slice());
        match operation {
            "owned" => drop(black_box(decoder.parse(bytes).unwrap())),
            "check" => decoder.check(bytes).unwrap(),
            "view" => drop(black_box(decoder.view(bytes).unwrap())),
            "fields" => two_fields(decoder.view(bytes).unwrap()),
            "read" => read_all(decoder.view(bytes).unwrap()),
            "encode" => {
                buffer.clear();
                Dialect::GODOT_4.encode_into(black_box(value), &mut buffer).unwrap();
            }
            "new" => drop(black_box(Dialect::GODOT_4.encode(black_box(value)).unwrap())),
            other => panic!("no operation {other}"),
        }
    }
}

fn minecraft<'a, X: Wire<'a>>(bytes: &'a [u8], operation: &str, times: u32) {
    let protocol = Protocol::V1_14;
    let value: X = protocol.parse(bytes).unwrap();
    let mut buffer = Vec::with_capacity(bytes.len());
    for _ in 0..times {
        let bytes = black_box(bytes);
        match operation {
            "owned" => drop(black_box(protocol.parse::<X>(bytes).unwrap())),
            "check" => protocol.check::<X>(bytes).unwrap(),
            "encode" => {
                buffer.clear();
                protocol.encode_into(black_box(&value), &mut buffer).unwrap();
            }
            "new" => drop(black_box(protocol.encode(black_box(&value)).unwrap())),
            other => panic!("no operation {other}"),
        }
    }
}

/// Decodes a tree of NBT whose text and arrays borrow from the bytes.
/// Returns a thousand numbers of one to five bytes.
fn mixed() -> Vec<VarInt> {
    let number = |n: u32| n.wrapping_mul(2_654_435_761) >> (n % 32);
    (0..1_000).map(|n| VarInt(number(n).cast_signed())).collect()
}

fn encoded<'a>(value: &impl Wire<'a>) -> Vec<u8> {
    Protocol::V1_14.encode(value).unwrap()
}

/// Returns a typical item of a player.
fn sword() -> ItemStack {
    ItemStack::new(603, 1).with_nbt(Nbt::unnamed(Compound::from_iter([("Damage", 12)])))
}

/// Returns the metadata of a living entity.
fn entity() -> Metadata {
    let values = [
        MetadataValue::Byte(0),
        MetadataValue::VarInt(300),
        MetadataValue::OptChat(Some(Box::new(Chat::new(r#"{"text":"Ada"}"#)))),
        MetadataValue::Boolean(false),
        MetadataValue::Pose(0),
        MetadataValue::Float(20.0),
        MetadataValue::Slot(Some(Box::new(sword()))),
        MetadataValue::OptUuid(None),
    ];
    let entries = (0..).zip(values).map(|(index, value)| MetadataEntry::new(index, value));
    entries.collect()
}

/// Decodes or encodes a thousand packets with their lengths, as `store_var` writes them.
fn frames(operation: &str, times: u32) {
    let value = payload::packet().to_variant();
    let mut bytes = Vec::new();
    for _ in 0..1_000 {
        Framing::STORE_VAR.write(Dialect::GODOT_4, &value, &mut bytes).unwrap();
    }
    let codec = || Codec::new(Dialect::GODOT_4).framing(Framing::STORE_VAR);
    for _ in 0..times {
        let bytes = black_box(bytes.as_slice());
        match operation {
            "reader" => {
                let mut reader = Reader::new(codec(), bytes);
                while let Some(view) = reader.next_view().unwrap() {
                    black_box(view);
                }
            }
            "pushed" => pushed(FrameDecoder::new(codec()), bytes, 1_000),
            "dripped" => pushed(FrameDecoder::new(codec()), bytes, 1),
            other => panic!("no operation {other}"),
        }
    }
}

/// Pushes `length` bytes at a time, and takes each frame as soon as it is complete.
fn pushed(mut stream: FrameDecoder, bytes: &[u8], length: usize) {
    for part in bytes.chunks(length) {
        stream.push(part);
        while let Some(frame) = stream.next_frame().unwrap() {
            black_box(frame);
        }
    }
}
