//! Does one thing so many times, for callgrind to count. `benches/instructions` runs it twice and divides the
//! difference, so that what happens only once cancels out.
//!
//!     count <payload> <operation> <times>

use std::hint::black_box;

use gamewire::godot::{Decoder, Dialect};
use gamewire_compare::payload;
use gamewire_compare::views::{read_all, two_fields};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [payload, operation, times] = arguments.as_slice() else { panic!("payload, operation, times") };
    let tree = match payload.as_str() {
        "packet" => payload::packet(),
        "ints" => payload::ints(1_000),
        "strings" => payload::short_strings(1_000),
        "entries" => payload::players(1_000),
        "scalars" => payload::scalars(1_000, true),
        other => panic!("no payload {other}"),
    };
    let value = tree.to_variant();
    let bytes = Dialect::GODOT_4.encode(&value).unwrap();
    let decoder = Decoder::new(Dialect::GODOT_4);
    let mut buffer = Vec::with_capacity(bytes.len());
    for _ in 0..times.parse::<u32>().unwrap() {
        let bytes = black_box(bytes.as_slice());
        match operation.as_str() {
            "owned" => drop(black_box(decoder.parse_owned(bytes).unwrap())),
            "borrowed" => drop(black_box(decoder.parse(bytes).unwrap())),
            "check" => decoder.check(bytes).unwrap(),
            "view" => drop(black_box(decoder.view(bytes).unwrap())),
            "fields" => two_fields(decoder.view(bytes).unwrap()),
            "read" => read_all(decoder.view(bytes).unwrap()),
            "encode" => {
                buffer.clear();
                Dialect::GODOT_4.encode_into(black_box(&value), &mut buffer).unwrap();
            }
            "new" => drop(black_box(Dialect::GODOT_4.encode(black_box(&value)).unwrap())),
            other => panic!("no operation {other}"),
        }
    }
}
