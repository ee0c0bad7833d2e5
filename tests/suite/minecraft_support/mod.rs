//! Helpers for the tests of Minecraft: the tables, hexadecimal, and comparison of JSON by bits.
#![allow(dead_code, reason = "not every test uses all of it")]

use std::path::PathBuf;

use crate::support::tsv;
use gamewire::minecraft::{Packets, TypeExpr};
use serde_json::Value;

/// The tables whose lines decode and encode both ways.
pub(crate) const CANONICAL: [&str; 9] = [
    "primitives.tsv",
    "varint.tsv",
    "text.tsv",
    "compose.tsv",
    "nbt.tsv",
    "slot.tsv",
    "particle.tsv",
    "metadata.tsv",
    "big.tsv",
];

pub(crate) fn fixture(name: &str) -> PathBuf {
    crate::support::fixture("minecraft").join(name)
}

/// The columns of each line.
pub(crate) fn rows(table: &str) -> Vec<Vec<String>> {
    tsv::rows(&format!("minecraft/{table}"))
}

/// The type of a text, or of a definition in ProtoDef, which begins with a bracket.
pub(crate) fn type_of(text: &str) -> TypeExpr {
    if text.starts_with('[') {
        let packets = Packets::from_protodef(&format!(r#"{{"types":{{{},"T":{text}}}}}"#, natives()));
        return packets.unwrap_or_else(|error| panic!("{text}: {error}")).type_of("T").unwrap();
    }
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The members of `types` in a description that name what the codec of ProtoDef has.
pub(crate) fn natives() -> String {
    let natives = "varint varlong pstring buffer u8 u16 u32 u64 i8 i16 i32 i64 bool f32 f64 UUID option entityMetadataLoop \
        topBitSetTerminatedArray bitfield bitflags container switch void array restBuffer anonymousNbt anonOptionalNbt \
        registryEntryHolder registryEntryHolderSet lpVec3";
    let natives: String = natives.split(' ').map(|name| format!("\"{name}\":\"native\",")).collect();
    natives + r#""string":["pstring",{"countType":"varint"}]"#
}

/// Equal, with numbers compared as the bits of a double where one of them is a fraction.
pub(crate) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            a == b || a.as_f64().map(f64::to_bits) == b.as_f64().map(f64::to_bits)
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}
