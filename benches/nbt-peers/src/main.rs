//! Compares NBT in this crate with other crates, on the same bytes and interleaved in one process. simdnbt
//! needs a nightly compiler and `--features simdnbt`.
//!
//! `cargo run --release` in this directory prints a table. Each cell is the 20th percentile of many rounds:
//! the CPU time of a value in nanoseconds, and its ratio to that of this crate's borrowed decode or encode.

use std::hint::black_box;
use std::time::Duration;

use gamewire::minecraft::nbt::{Compound, Nbt, NbtView, OptNbt, Tag};
use gamewire::minecraft::{Protocol, VarInt};
use na_nbt::Writable as _;

use clock::{Candidate, measure};

#[allow(dead_code)] // What the other benches use.
#[path = "../../compare/src/clock.rs"]
mod clock;

const P: Protocol = Protocol::V1_14;
const ROUNDS: usize = 40;

fn row(name: &'static str, run: impl FnMut() -> usize + 'static) -> Candidate<'static> {
    Candidate::new(name, run)
}

/// Runs all rows in turn many times, each for about the same time, and prints their CPU time.
fn race(title: &str, rows: &mut [Candidate<'_>]) {
    println!("\n{title}");
    let times = measure(rows, ROUNDS, Duration::from_millis(5));
    let ours = times.first().map_or(1.0, |(_, time)| *time);
    for (name, time) in times {
        println!("  {name:<38} {time:>12.0} ns {:>8.2}", time / ours);
    }
}

fn file(name: &str) -> &'static [u8] {
    let path = format!("{}/../../tests/fixtures/minecraft/nbt/{name}.nbt", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).expect("the fixture is there").leak()
}

/// Returns about a megabyte of the data that worlds typically contain: items with names and enchantments.
fn megabyte() -> &'static [u8] {
    let item = |n: i32| {
        let enchantment = |m: i32| {
            Compound::from_iter([
                ("id", Tag::from("minecraft:sharpness".to_string())),
                ("lvl", Tag::Short(m as i16)),
            ])
        };
        let tag = Compound::from_iter([
            ("Damage", Tag::Int(n)),
            (
                "Enchantments",
                Tag::List(gamewire::minecraft::nbt::List::Compound((0..3).map(enchantment).collect())),
            ),
            ("display", Tag::Compound(Compound::from_iter([("Name", format!("{{\"text\":\"item {n}\"}}"))]))),
        ]);
        Compound::from_iter([
            ("Slot", Tag::Byte(n as i8)),
            ("id", Tag::from("minecraft:diamond_sword".to_string())),
            ("Count", Tag::Byte(1)),
            ("tag", Tag::Compound(tag)),
        ])
    };
    let items = gamewire::minecraft::nbt::List::Compound((0..4200).map(item).collect());
    let root = Compound::from_iter([
        ("Items", Tag::List(items)),
        ("BlockStates", Tag::LongArray((0..8192).collect())),
    ]);
    P.encode(&Nbt::unnamed(root)).expect("it can be written").leak()
}

fn payload(title: &str, bytes: &'static [u8]) {
    println!("\n== {title}: {} bytes", bytes.len());
    let mut rows = vec![
        row("gamewire NbtView (checked, not built)", || {
            P.parse::<NbtView>(bytes).map_or(0, |nbt| nbt.as_wire().len())
        }),
        row("na_nbt read_borrowed (lazy index)", || {
            black_box(na_nbt::read_borrowed::<na_nbt::BigEndian>(bytes).expect("valid"));
            1
        }),
        row("valence_nbt (Cow names)", || {
            valence_nbt::from_binary::<std::borrow::Cow<str>>(&mut &*bytes).map_or(0, |(root, _)| root.len())
        }),
        row("bytes to_vec", || black_box(bytes.to_vec()).len()),
    ];
    #[cfg(feature = "simdnbt")]
    rows.push(row("simdnbt borrow::read (tape)", || {
        black_box(simdnbt::borrow::read(&mut std::io::Cursor::new(bytes)).expect("valid"));
        1
    }));
    race("decode, text borrowed", &mut rows);
    let mut rows = vec![
        row("gamewire", || {
            P.parse::<OptNbt>(bytes)
                .ok()
                .and_then(|OptNbt(nbt)| nbt)
                .map_or(0, |nbt| nbt.root.as_compound().map_or(0, |root| root.len()))
        }),
        row("na_nbt read_owned", || {
            black_box(na_nbt::read_owned::<na_nbt::BigEndian, na_nbt::BigEndian>(bytes).expect("valid"));
            1
        }),
        row("valence_nbt", || {
            valence_nbt::from_binary::<String>(&mut &*bytes).map_or(0, |(root, _)| root.len())
        }),
        row("fastnbt::Value", || usize::from(fastnbt::from_bytes::<fastnbt::Value>(bytes).is_ok())),
        row("crab_nbt", move || usize::from(crab_nbt::Nbt::read(&mut std::io::Cursor::new(bytes)).is_ok())),
        row("hematite-nbt", || nbt::Blob::from_reader(&mut &*bytes).map_or(0, |blob| blob.len_bytes())),
    ];
    #[cfg(feature = "simdnbt")]
    rows.push(row("simdnbt owned::read", || {
        black_box(simdnbt::owned::read(&mut std::io::Cursor::new(bytes)).expect("valid"));
        1
    }));
    race("decode, owned", &mut rows);
    let ours = P.parse::<Nbt>(bytes).expect("valid");
    let ours_new = ours.clone();
    let view = P.parse::<NbtView>(bytes).expect("valid");
    let mut view_buffer = Vec::new();
    let na = na_nbt::read_owned::<na_nbt::BigEndian, na_nbt::BigEndian>(bytes).expect("valid");
    let na_doc: &'static _ =
        Box::leak(Box::new(na_nbt::read_borrowed::<na_nbt::BigEndian>(bytes).expect("valid")));
    let (valence, name) = valence_nbt::from_binary::<String>(&mut &*bytes).expect("valid");
    let fast = fastnbt::from_bytes::<fastnbt::Value>(bytes).expect("valid");
    let crab = crab_nbt::Nbt::read(&mut std::io::Cursor::new(bytes)).expect("valid");
    let (mut buffer, mut other) = (Vec::new(), Vec::new());
    race(
        "encode",
        &mut [
            row("gamewire encode_into, reused", move || {
                buffer.clear();
                P.encode_into(&ours, &mut buffer).expect("it can be written");
                buffer.len()
            }),
            row("gamewire encode, new buffer", move || P.encode(&ours_new).map_or(0, |bytes| bytes.len())),
            row("gamewire NbtView, reused", move || {
                view_buffer.clear();
                P.encode_into(&view, &mut view_buffer).expect("it can be written");
                view_buffer.len()
            }),
            row("gamewire NbtView, new buffer", move || P.encode(&view).map_or(0, |bytes| bytes.len())),
            row("na_nbt owned write_to_vec", move || na.write_to_vec::<na_nbt::BigEndian>().len()),
            row("na_nbt borrowed write_to_vec", move || {
                na_doc.root().write_to_vec::<na_nbt::BigEndian>().len()
            }),
            row("valence_nbt, reused", move || {
                other.clear();
                valence_nbt::to_binary(&valence, &mut other, &name).expect("it can be written");
                other.len()
            }),
            row("fastnbt", move || fastnbt::to_bytes(&fast).map_or(0, |bytes| bytes.len())),
            row("crab_nbt", move || crab.write().len()),
        ],
    );
}

fn varints() {
    let mixed: Vec<i32> = (0..1000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> (n % 32)) as i32).collect();
    let small: Vec<i32> = (0..1000).map(|n| n % 128).collect();
    for (title, values) in [("VarInt, 1000 below 128", small), ("VarInt, 1000 of mixed length", mixed)] {
        let mut bytes = Vec::new();
        for value in &values {
            P.encode_into(&VarInt(*value), &mut bytes).expect("a buffer takes all");
        }
        let (ours, theirs) = (bytes.clone(), bytes);
        let mut buffer = Vec::new();
        race(
            title,
            &mut [
                row("gamewire decode", move || {
                    let (mut rest, mut sum) = (ours.as_slice(), 0_usize);
                    while let Ok((VarInt(value), after)) = P.parse_prefix::<VarInt>(rest) {
                        sum = sum.wrapping_add(value as usize);
                        rest = after;
                        if rest.is_empty() {
                            break;
                        }
                    }
                    sum
                }),
                row("by hand, a loop per byte", move || {
                    let (mut sum, mut value, mut shift) = (0_usize, 0_u32, 0);
                    for byte in &theirs {
                        value |= u32::from(byte & 0x7f).wrapping_shl(shift);
                        shift += 7;
                        if byte & 0x80 == 0 {
                            sum = sum.wrapping_add(value as i32 as usize);
                            (value, shift) = (0, 0);
                        }
                    }
                    sum
                }),
                row("gamewire encode", move || {
                    buffer.clear();
                    for value in &values {
                        P.encode_into(&VarInt(*value), &mut buffer).expect("a buffer takes all");
                    }
                    buffer.len()
                }),
            ],
        );
    }
}

fn main() {
    payload("hello_world", file("hello_world"));
    payload("complex_player", file("complex_player"));
    payload("hypixel", file("hypixel"));
    payload("chunk_1_14", file("chunk_1_14"));
    payload("a megabyte of items", megabyte());
    varints();
}
