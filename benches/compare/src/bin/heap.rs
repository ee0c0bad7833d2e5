//! Prints a table of the heap memory that reading and writing each payload takes, for each byte of the
//! payload:
//!
//!     cargo run --release --manifest-path benches/compare/Cargo.toml --bin heap
//!
//! A cell has the greatest amount that was allocated at any moment, and the size of the result if that is
//! less. The input and the overhead of the allocator are not counted. When a vector grows, the old and the
//! new allocation are both counted, which is the worst case. The numbers are the same in every run and on
//! every 64-bit machine.

use gamewire::godot::{Decoder, Dialect};
use gamewire_compare::payload;
use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Returns the heap memory of a call for each byte.
fn taken<T>(bytes: usize, call: impl FnOnce() -> T) -> String {
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    let result = call();
    // The memory is measured before it is formatted as text, which allocates too.
    let (most, stays) = (HEAP.peak_usage() - before, HEAP.current_usage() - before);
    drop(result);
    let [most, stays] = [most, stays].map(|taken| format!("{:.2}", taken as f64 / bytes as f64));
    if most == stays { most } else { format!("{most}, {stays}") }
}

fn main() {
    println!("| payload | bytes | decode | check | encode, new buffer |");
    println!("|---|---:|---:|---:|---:|");
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
    let check = taken(length, || decoder.check(bytes).expect("a value"));
    let value = decoder.parse(bytes).expect("a value");
    let encode = taken(length, || Dialect::GODOT_4.encode(&value).expect("payloads can be written"));
    println!("| {name} | {length} | {owned} | {check} | {encode} |");
}
