//! Compares the speed of our decoders and encoders with hand-written ones, plain copies and other libraries,
//! and prints ratios. All run in turns in one process.
//!
//!     cargo bench --manifest-path benches/compare/Cargo.toml
//!     cargo bench --manifest-path benches/compare/Cargo.toml -- --only e,d --rounds 25 --all
//!     cargo bench --manifest-path benches/compare/Cargo.toml -- --first-touch

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Duration;

use gamewire::godot::{Decoder, Dialect, Variant};
use gamewire_compare::clock::{Candidate, Memory, measure};
use gamewire_compare::hand::{self, Cursor};
use gamewire_compare::payload;
use gamewire_compare::peers;
use gamewire_compare::targets::{NANOSECONDS, TARGETS, Target};
use gamewire_compare::tree::Tree;
use gamewire_compare::views::{read_all, two_fields};

type Times = BTreeMap<(&'static str, &'static str), f64>;

struct Options {
    only: Option<Vec<String>>,
    rounds: usize,
    /// Prints every candidate, not only the rows with a target.
    all: bool,
    first_touch: bool,
}

fn options() -> Options {
    let mut options = Options { only: None, rounds: 15, all: false, first_touch: false };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--only" => options.only = arguments.next().map(|list| list.split(',').map(Into::into).collect()),
            "--rounds" => options.rounds = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(15).max(1),
            "--all" => options.all = true,
            "--first-touch" => options.first_touch = true,
            // Cargo passes this argument.
            "--bench" => {}
            other => panic!("unknown argument {other}"),
        }
    }
    options
}

fn main() {
    let options = options();
    (if options.first_touch { Memory::Fresh } else { Memory::Kept }).set();
    let memory = if options.first_touch { "given back after each call" } else { "kept between calls" };
    println!(
        "Thread CPU time, 20th percentile of {} rounds. Decoding includes dropping. Heap: {memory}.",
        options.rounds
    );
    let mut times = Times::new();
    let wanted = |name: &str| options.only.as_ref().is_none_or(|only| only.iter().any(|one| one == name));
    for payload in payload::all().into_iter().filter(|payload| wanted(payload.name)) {
        let (length, results) = run(payload.name, &payload.tree, &options);
        println!("\n({}) {}, {length} bytes", payload.name, payload.about);
        for (name, nanoseconds) in results {
            if options.all {
                println!(
                    "  {name:21} {:>14}  {:8.3} ns/byte",
                    shown(nanoseconds),
                    nanoseconds / length as f64
                );
            }
            times.insert((payload.name, name), nanoseconds);
        }
        for target in TARGETS.iter().filter(|target| target.payload == payload.name) {
            println!("  {}", row(target, &times));
        }
    }
    if wanted("fixture") {
        fixture(&options);
    }
}

fn run(name: &str, tree: &Tree, options: &Options) -> (usize, Vec<(&'static str, f64)>) {
    let value = tree.to_variant();
    let bytes = Dialect::GODOT_4.encode(&value).unwrap();
    let mut candidates = Vec::new();
    add_ours(&bytes, &value, &mut candidates);
    add_views(&bytes, &mut candidates);
    add_hand(&bytes, tree, &mut candidates);
    if name == "e" || name == "a flat" {
        peers::add_published(&bytes, &mut candidates);
    }
    peers::add(tree, &mut candidates);
    // This is long enough for the resolution of the clock, and short enough that the machine is in the same
    // state for the whole round.
    let turn = Duration::from_millis(4);
    (bytes.len(), measure(&mut candidates, options.rounds, turn))
}

fn add_ours<'a>(bytes: &'a [u8], value: &'a Variant, candidates: &mut Vec<Candidate<'a>>) {
    let decoder = Decoder::new(Dialect::GODOT_4);
    candidates.push(Candidate::new("decode owned", move || decoder.parse(black_box(bytes)).unwrap()));
    candidates.push(Candidate::new("check", move || decoder.check(black_box(bytes)).unwrap()));
    let mut buffer = Vec::new();
    candidates.push(Candidate::new("encode", move || {
        buffer.clear();
        Dialect::GODOT_4.encode_into(black_box(value), &mut buffer).unwrap();
    }));
    candidates.push(Candidate::new("encode new buffer", move || {
        Dialect::GODOT_4.encode(black_box(value)).unwrap()
    }));
    candidates.push(Candidate::new("clone our tree", move || black_box(value).clone()));
}

fn add_views<'a>(bytes: &'a [u8], candidates: &mut Vec<Candidate<'a>>) {
    let decoder = Decoder::new(Dialect::GODOT_4);
    candidates.push(Candidate::new("view", move || decoder.view(black_box(bytes)).unwrap()));
    if decoder.view(bytes).unwrap().get("type").is_some() {
        candidates.push(Candidate::new("view, two fields", move || {
            two_fields(decoder.view(black_box(bytes)).unwrap());
        }));
    }
    candidates.push(Candidate::new("view, all read", move || {
        read_all(decoder.view(black_box(bytes)).unwrap());
    }));
}

fn add_hand<'a>(bytes: &'a [u8], tree: &'a Tree, candidates: &mut Vec<Candidate<'a>>) {
    let mut decoded = Tree::Nil;
    hand::decode_tree(&mut Cursor(bytes), &mut decoded).unwrap();
    assert!(decoded == *tree, "the yardsticks do the same work");
    let mut buffer = Vec::new();
    hand::encode(tree, &mut buffer);
    assert!(buffer == bytes, "the yardsticks do the same work");

    candidates.push(Candidate::new("copy", move || black_box(bytes).to_vec()));
    candidates.push(Candidate::new("clone plain tree", move || black_box(tree).clone()));
    candidates.push(Candidate::new("hand skip", move || {
        hand::walk::<false>(&mut Cursor(black_box(bytes))).unwrap()
    }));
    candidates.push(Candidate::new("hand validate", move || {
        hand::walk::<true>(&mut Cursor(black_box(bytes))).unwrap()
    }));
    candidates.push(Candidate::new("hand decode", move || {
        let mut value = Variant::Nil;
        hand::decode(&mut Cursor(black_box(bytes)), &mut value).unwrap();
        value
    }));
    candidates.push(Candidate::new("hand decode plain", move || {
        let mut value = Tree::Nil;
        hand::decode_tree(&mut Cursor(black_box(bytes)), &mut value).unwrap();
        value
    }));
    candidates.push(Candidate::new("hand encode", move || {
        buffer.clear();
        hand::encode(black_box(tree), &mut buffer);
    }));
}

/// The largest value in the project's fixtures, which an engine wrote.
fn fixture(options: &Options) {
    let bytes = payload::fixture();
    let mut tree = Tree::Nil;
    hand::decode_tree(&mut Cursor(bytes), &mut tree).unwrap();
    let (length, results) = run("fixture", &tree, options);
    assert_eq!(length, bytes.len());
    println!("\n(fixture) 2 000 entries {{key: [int, float, text]}} by Godot 4.6.3, {length} bytes");
    let find = |name| results.iter().find(|(one, _)| *one == name).unwrap().1;
    for (ours, limit) in [
        ("view", "hand validate"),
        ("view, all read", "decode owned"),
        ("decode owned", "clone plain tree"),
        ("check", "hand validate"),
        ("encode", "hand encode"),
    ] {
        println!("  {ours:15} / {limit:18} {:>8.2}", find(ours) / find(limit));
    }
}

fn row(target: &Target, times: &Times) -> String {
    let Target { payload, ours, limit, good, record } = target;
    let ours_time = times[&(*payload, *ours)];
    let ratio = match *limit {
        NANOSECONDS => ours_time,
        limit => ours_time / times[&(*payload, limit)],
    };
    let mark = match ratio {
        ratio if ratio <= *record => "RECORD",
        ratio if ratio <= *good => "good",
        _ => "SHORT",
    };
    format!("{ours:15} / {limit:18} {ratio:>8.2}   good {good:>5}   record {record:>5}   {mark}")
}

fn shown(nanoseconds: f64) -> String {
    match nanoseconds {
        n if n < 1e4 => format!("{n:.1} ns"),
        n if n < 1e7 => format!("{:.1} us", n / 1e3),
        n => format!("{:.1} ms", n / 1e6),
    }
}
