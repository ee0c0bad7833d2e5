//! The properties that the fuzz targets check, with one file for each family. `tests/tools/fuzz_corpus.rs`
//! includes this directory and checks the same properties for the corpora and the fixtures.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // A demand that is not met panics.

#[path = "../../tests/suite/godot_support/bits.rs"]
pub mod bits;
#[path = "../../tests/suite/godot_support/verdict.rs"]
pub mod verdict;
#[path = "../../tests/suite/godot_support/walk.rs"]
pub mod walk;

pub mod build_godot;
pub mod build_nbt;

pub mod explain;
pub mod files;
pub mod frames;
pub mod godot_bytes;
pub mod godot_text;
pub mod godot_values;
pub mod identify;
pub mod keys;
pub mod mutf8;
pub mod nbt;
pub mod nbt_bedrock;
pub mod packets;
pub mod paths;
pub mod project_text;
pub mod region;
pub mod seeds;
pub mod serde_both;
pub mod shown;
pub mod type_expr;

use gamewire::godot::{Decoder, Dialect};

/// A property of arbitrary bytes. It panics if it does not hold.
pub type Demand = fn(&[u8]);

/// Every target and its property.
pub const TARGETS: &[(&str, Demand)] = &[
    ("built", godot_values::build),
    ("built_nbt", nbt::build),
    ("convert", godot_values::convert),
    ("decode", godot_bytes::decode),
    ("descriptions", packets::descriptions),
    ("explain", explain::godot),
    ("explain_minecraft", explain::minecraft),
    ("files", files::files),
    ("frames", frames::frames),
    ("identify", identify::identify),
    ("json", godot_text::json),
    ("keys", keys::keys),
    ("minecraft_json", type_expr::json),
    ("mutf8", mutf8::mutf8),
    ("nbt", nbt::nbt),
    ("nbt_bedrock", nbt_bedrock::nbt),
    ("packet", type_expr::packet),
    ("paths", paths::godot),
    ("paths_nbt", paths::nbt),
    ("project_text", project_text::project_text),
    ("recordings", packets::recordings),
    ("region", region::region),
    ("round_trip", godot_bytes::round_trip),
    ("serde", serde_both::serde),
    ("text", godot_text::text),
    ("type_expr", type_expr::expression),
    ("var_to_str", godot_text::var_to_str),
    ("view", godot_bytes::view),
];

/// Splits the input: the first byte chooses the dialect and the options, the rest are the bytes to decode.
pub fn chosen(data: &[u8]) -> Option<(Decoder, &[u8])> {
    let (choice, bytes) = data.split_first()?;
    let dialect = *Dialect::ALL.get(usize::from(choice & 0xf) % Dialect::ALL.len())?;
    let decoder = Decoder::new(dialect).allow_objects(choice & 0x10 != 0).allow_trailing(choice & 0x20 != 0);
    Some((decoder.keep_duplicates(choice & 0x40 != 0), bytes))
}

/// Splits the input at a NUL into text and bytes.
pub fn text_and_bytes(data: &[u8]) -> Option<(&str, &[u8])> {
    let at = data.iter().position(|byte| *byte == 0)?;
    Some((str::from_utf8(&data[..at]).ok()?, &data[at + 1..]))
}
