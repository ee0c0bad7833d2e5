//! Draws `docs/scale.svg`: time per byte against size, and time per level against depth.
//!
//!     cargo run --release --manifest-path benches/compare/Cargo.toml --bin scale [largest size in MiB] [file]
//!
//! The sizes go from 100 bytes to 1 GiB or to the argument; the depths go from 1 to 1024. A gibibyte of ints
//! needs 5 GiB of memory, because each value is dropped before its bytes are decoded.
//!
//! The program starts itself twice: once with an allocator that keeps freed memory, and once with one that
//! returns it to the system, so that each call gets fresh pages. Each of them prints a line for every point.
//! The first one prints a warning if the system assigned new pages during a measurement.

mod draw;

use std::env;
use std::hint::black_box;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use gamewire::godot::{Decoder, Dialect, Variant, Vector3};
use gamewire_compare::clock::{Candidate, Memory, measure, page_faults};
use gamewire_compare::payload;

use draw::{Chart, Curve, Scale};

/// The environment variable that tells the started programs which memory setting they measure.
const MEASURE: &str = "GAMEWIRE_SCALE_MEMORY";

/// Creates a value of about this many bytes, or of this depth.
type Make = fn(usize) -> Variant;

/// The name of a kind of value, its constructor, and the least size. Ints are the smallest values, players
/// the most common ones, and vectors are packed.
const SIZES: [(&str, Make, usize); 3] = [
    ("players", |size| Variant::Dictionary(players(size / 200).into()), 200),
    ("ints", |size| Variant::Array(payload::int_elements(size / 8).map(Variant::Int).collect()), 100),
    (VECTORS, |size| Variant::PackedVector3Array(vectors(size / 12)), 100),
];
const VECTORS: &str = "vectors";
const DEPTH: &str = "depth";

fn players(count: usize) -> Vec<(Variant, Variant)> {
    payload::player_entries(count).map(|(key, value)| (key.to_variant(), value.to_variant())).collect()
}

fn vectors(count: usize) -> gamewire::godot::Packed<Vector3> {
    payload::vector_elements(count).map(|[x, y, z]| Vector3::new(x, y, z)).collect()
}

fn main() {
    let mut arguments = env::args().skip(1);
    let largest = arguments.next().map_or(1024, |mib| mib.parse().expect("a number of MiB")) << 20;
    let file = arguments.next().unwrap_or_else(|| "docs/scale.svg".into());
    match env::var(MEASURE).as_deref() {
        Ok("kept") => points(largest, Memory::Kept),
        Ok(_) => points(largest, Memory::Fresh),
        Err(_) => {
            let mut curves = Vec::new();
            read_points("kept", Memory::Kept, &mut curves);
            read_points("fresh", Memory::Fresh, &mut curves);
            draw_all(&file, &curves);
        }
    }
}

fn sizes(least: usize, largest: usize) -> impl Iterator<Item = usize> {
    // The sizes grow by a factor of four. The last one is replaced by the largest size.
    (0..).map(move |step| least << (2 * step)).take_while(move |size| *size < largest / 2).chain([largest])
}

/// Measures and prints all points.
fn points(largest: usize, memory: Memory) {
    for (name, make, least) in SIZES {
        for size in sizes(least, largest) {
            at(name, &|| make(size), None, memory);
        }
    }
    if memory == Memory::Kept {
        for depth in (0..=10).map(|power| 1 << power) {
            at(DEPTH, &|| payload::nested(depth).to_variant(), Some(depth), memory);
        }
    }
}

/// Encodes a value, drops it, and decodes the bytes. The time is per level if `levels` is given, otherwise
/// per byte.
fn at(name: &str, make: &dyn Fn() -> Variant, levels: Option<usize>, memory: Memory) {
    let value = make();
    let mut bytes = Vec::new();
    if memory == Memory::Kept {
        let encode = Candidate::new("encode, buffer reused", || {
            bytes.clear();
            Dialect::GODOT_4.encode_into(black_box(&value), &mut bytes).expect("payloads can be written");
        });
        let points = time(&mut [encode], memory);
        print(name, &points, bytes.len(), levels);
    } else {
        let encode = || Dialect::GODOT_4.encode(black_box(&value)).expect("payloads can be written");
        let points = time(&mut [Candidate::new("encode, fresh memory", encode)], memory);
        bytes = encode();
        print(name, &points, bytes.len(), levels);
    }
    drop(value);

    let bytes = bytes.as_slice();
    let decoder = Decoder::new(Dialect::GODOT_4);
    let owned = move || decoder.parse(black_box(bytes)).expect("a value");
    let points = if memory == Memory::Kept {
        let check = move || decoder.check(black_box(bytes)).expect("a value");
        let mut candidates = vec![
            Candidate::new("decode owned", owned),
            Candidate::new("check", check),
        ];
        if name == VECTORS {
            candidates.push(Candidate::new("copy, for comparison", move || black_box(bytes).to_vec()));
        }
        time(&mut candidates, memory)
    } else {
        time(&mut [Candidate::new("decode owned, fresh memory", owned)], memory)
    };
    print(name, &points, bytes.len(), levels);
}

/// Returns the nanoseconds of each candidate. Slow candidates run in fewer rounds.
fn time(candidates: &mut [Candidate<'_>], memory: Memory) -> Vec<(&'static str, f64)> {
    // The first call fills the heap, which is then kept.
    let once: f64 = candidates.iter_mut().map(|candidate| candidate.time(1)).sum();
    let rounds = if once < 1e8 { 9 } else { 3 };
    let before = page_faults();
    let points = measure(candidates, rounds, Duration::from_millis(2));
    if let (Memory::Kept, Some(before), Some(after)) = (memory, before, page_faults())
        && after - before > 100
    {
        eprintln!("{} pages were new to a heap that should have kept them", after - before);
    }
    points
}

fn print(name: &str, points: &[(&str, f64)], bytes: usize, levels: Option<usize>) {
    let units = levels.unwrap_or(bytes);
    for (candidate, nanoseconds) in points {
        println!("{name}\t{candidate}\t{units}\t{}", nanoseconds / units as f64);
    }
}

/// Starts this program to measure, and collects the lines that it prints.
fn read_points(name: &str, memory: Memory, curves: &mut Vec<(String, Curve)>) {
    let mut child = Command::new(env::current_exe().expect("this program"))
        .args(env::args().skip(1))
        .env(MEASURE, name)
        .envs(memory.settings())
        .stdout(Stdio::piped())
        .spawn()
        .expect("this program starts");
    for line in BufReader::new(child.stdout.take().expect("it is piped")).lines() {
        let line = line.expect("text");
        let [chart, name, units, nanoseconds] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four fields in {line}")
        };
        println!("{chart:8} {name:28} {units:>12} {nanoseconds:.10}");
        let point = (units.parse().expect("a number"), nanoseconds.parse().expect("a number"));
        match curves.iter_mut().find(|(its, curve)| its == chart && curve.name == name) {
            Some((_, curve)) => curve.points.push(point),
            None => curves.push((chart.into(), Curve { name: name.into(), points: vec![point] })),
        }
    }
    assert!(child.wait().expect("it ran").success(), "measuring failed");
}

fn draw_all(file: &str, curves: &[(String, Curve)]) {
    let chart = |name: &str, caption, x_axis, y_axis, scale| Chart {
        caption,
        x_axis,
        y_axis,
        scale,
        curves: curves.iter().filter(|(its, _)| its == name).map(|(_, curve)| curve).collect(),
    };
    let (size, per_byte) = ("size of the encoded value", "ns per byte");
    draw::draw(
        file,
        &[
            chart("players", "Dictionary of players, 13 values each", size, per_byte, Scale::Linear),
            chart("ints", "Array of ints", size, per_byte, Scale::Linear),
            chart(
                VECTORS,
                "PackedVector3Array (vertical axis logarithmic)",
                size,
                per_byte,
                Scale::Logarithmic,
            ),
            chart(DEPTH, "Arrays inside each other", "depth", "ns per level", Scale::Linear),
        ],
    );
    println!("{file} is drawn");
}
