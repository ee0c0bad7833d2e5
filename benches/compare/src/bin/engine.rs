//! Our half of `benches/engine/run`: it writes the payloads for the engine, and later measures how long we
//! take for them.
//!
//!     engine write <folder> <3|4>        one file per payload
//!     engine time <folder> <3|4>         one line per file: name, decode ns, encode ns, bytes

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use gamewire::godot::{Decoder, Dialect};
use gamewire_compare::clock::{Candidate, measure};
use gamewire_compare::payload;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [action, folder, generation] = arguments.as_slice() else { panic!("write or time, folder, 3 or 4") };
    let dialect = if generation == "3" { Dialect::GODOT_3 } else { Dialect::GODOT_4 };
    for payload in payload::all() {
        let name = payload.name.replace(['\'', ' '], "-");
        let file = Path::new(folder).join(format!("{name}.bin"));
        if action == "write" {
            let bytes = dialect.encode(&payload.tree.to_variant()).expect("payloads can be written");
            fs::write(&file, bytes).expect("the file can be written");
            continue;
        }
        let bytes = fs::read(&file).expect("the file can be read");
        let bytes = bytes.as_slice();
        let decoder = Decoder::new(dialect);
        let value = decoder.parse(bytes).expect("a value");
        // A new buffer is made each time, because the engine makes one too.
        let mut candidates = [
            Candidate::new("decode", move || decoder.parse(black_box(bytes)).expect("a value")),
            Candidate::new("encode", || dialect.encode(black_box(&value)).expect("payloads can be written")),
        ];
        let [decode, encode] = measure(&mut candidates, 15, Duration::from_millis(4))[..] else { continue };
        println!("{name} {:.0} {:.0} {}", decode.1, encode.1, bytes.len());
    }
}
