//! The heap that reading and writing each payload takes, per byte of its bytes, as a table:
//!
//!     cargo run --release --manifest-path benches/compare/Cargo.toml --bin heap
//!
//! A cell is the most that was held at any moment, and what the result holds if that is less. The input is not
//! counted, nor what an allocator adds to each allocation. Growing counts as old and new together, which is its worst
//! case. The numbers are the same in every run and on every machine of 64 bits.

use gamewire::godot::{Decoder, Dialect};
use gamewire_compare::{lent, payload};
use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// The heap of a call, per byte.
fn taken<T>(bytes: usize, call: impl FnOnce() -> T) -> String {
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    let result = call();
    // Before any text is made of it.
    let (most, stays) = (HEAP.peak_usage() - before, HEAP.current_usage() - before);
    drop(result);
    let [most, stays] = [most, stays].map(|taken| format!("{:.2}", taken as f64 / bytes as f64));
    if most == stays { most } else { format!("{most}, {stays}") }
}

fn main() {
    println!("| payload | bytes | decode owned | decode borrowed | check | encode, new buffer |");
    println!("|---|---:|---:|---:|---:|---:|");
    for payload in payload::all() {
        let bytes = Dialect::GODOT_4.encode(&payload.tree.to_variant()).expect("payloads can be written");
        drop(payload.tree);
        row(payload.name, &bytes);
    }
    row("fixture", payload::fixture());
}

fn row(name: &str, bytes: &[u8]) {
    let decoder = Decoder::new(Dialect::GODOT_4);
    let length = bytes.len();
    let owned = taken(length, || decoder.parse(bytes).expect("a value"));
    let borrowed = taken(length, || lent::decode(bytes, false));
    let check = taken(length, || decoder.check(bytes).expect("a value"));
    let value = decoder.parse(bytes).expect("a value");
    let encode = taken(length, || Dialect::GODOT_4.encode(&value).expect("payloads can be written"));
    println!("| {name} | {length} | {owned} | {borrowed} | {check} | {encode} |");
}
