//! Packets of any version, by the tables of node protodef: `tests/fixtures/protodef/README.md` says how they were made.
#![cfg(feature = "packets")]

use std::collections::HashMap;

use gamewire::minecraft::{Packet, Packets};
use serde_json::Value as Json;

/// A packed table.
fn table(name: &str) -> Vec<Vec<String>> {
    let bytes =
        std::fs::read(format!("{}/tests/fixtures/protodef/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let (_, bytes) = gamewire::minecraft::unpack(&bytes, usize::MAX).unwrap();
    let text = String::from_utf8(bytes.into_owned()).unwrap();
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

fn hex(text: &str) -> Vec<u8> {
    let digit = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
    (0..text.len()).step_by(2).map(digit).collect()
}

/// The packets of each version that a table has.
#[derive(Default)]
struct Versions(HashMap<String, Packets>);

impl Versions {
    fn all(&mut self, version: &str, state: &str, direction: &str) -> &Packet {
        let packets = self.0.entry(version.to_owned());
        let packets =
            packets.or_insert_with(|| Packets::named(version).unwrap_or_else(|| panic!("no {version}")));
        packets.all(state.parse().unwrap(), direction.parse().unwrap()).unwrap()
    }
}

/// Whether plain JSON is the value that protodef reads. Its tables write bytes, long numbers and NBT in forms of their own.
fn same(plain: &Json, node: &Json) -> bool {
    match (plain, node) {
        (Json::Number(x), Json::Number(y)) => {
            x.as_f64() == y.as_f64()
                && x.as_f64().unwrap().is_sign_negative() == y.as_f64().unwrap().is_sign_negative()
        }
        (Json::Number(x), Json::String(digits)) => x.to_string() == *digits,
        (Json::Array(x), Json::Array(y)) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y)),
        (x, Json::Object(y)) if y.len() == 1 && y.contains_key("$bytes") => {
            let bytes = hex(y["$bytes"].as_str().unwrap());
            *x == Json::from(bytes)
        }
        (x, Json::Object(y)) if y.len() == 1 && y.contains_key("$number") => {
            match y["$number"].as_str().unwrap() {
                "-0" => x.as_f64().is_some_and(|x| x == 0.0 && x.is_sign_negative()),
                _ => x.is_null(),
            }
        }
        (Json::Object(x), Json::Object(y))
            if x.len() == y.len() && x.keys().all(|key| y.contains_key(key)) =>
        {
            x.iter().all(|(key, x)| same(x, &y[key])) || is_nbt(plain, node)
        }
        _ => plain == node || is_nbt(plain, node),
    }
}

/// Whether plain JSON is the NBT of this prismarine-nbt.
fn is_nbt(plain: &Json, node: &Json) -> bool {
    let Some((kind, value)) = node.get("type").and_then(Json::as_str).zip(node.get("value")) else {
        return false;
    };
    tag(plain, kind, value)
}

fn tag(plain: &Json, kind: &str, value: &Json) -> bool {
    match (kind, plain, value) {
        ("compound", Json::Object(x), Json::Object(y)) => {
            x.len() == y.len() && x.iter().all(|(key, x)| y.get(key).is_some_and(|y| is_nbt(x, y)))
        }
        ("list", Json::Array(x), y) => {
            let kind = y["type"].as_str().unwrap();
            let y = y["value"].as_array().unwrap();
            x.len() == y.len() && x.iter().zip(y).all(|(x, y)| tag(x, kind, y))
        }
        ("float", Json::Number(x), Json::Number(y)) => {
            x.as_f64().unwrap() as f32 == y.as_f64().unwrap() as f32
        }
        _ => same(plain, value),
    }
}

#[test]
fn every_packet_of_every_version() {
    let mut versions = Versions::default();
    let mut faults = Vec::new();
    let rows = table("packets.tsv.gz");
    for row in &rows {
        let [version, state, direction, name, bytes, node] = &row[..] else { panic!("{row:?}") };
        let all = versions.all(version, state, direction);
        let bytes = hex(bytes);
        let mut fault = |what: &str, more: String| {
            faults.push(format!("{version} {state}.{direction}.{name}: {what} {more}"))
        };
        let value = match all.parse(&bytes) {
            Ok(value) => value,
            Err(error) => {
                fault("parse", error.to_string());
                continue;
            }
        };
        if let Err(error) = all.check(&bytes) {
            fault("check", error.to_string());
        }
        match all.encode(&value) {
            Ok(written) if written == bytes => {}
            written => fault("encode", format!("{written:?}")),
        }
        let plain: Json = serde_json::from_str(&all.to_plain_json(&value)).unwrap();
        let (params, node): (_, Json) = (plain.get("params").cloned(), serde_json::from_str(node).unwrap());
        let params = params.unwrap_or(Json::Null);
        let is_empty = |json: &Json| json.is_null() || json.as_object().is_some_and(|json| json.is_empty());
        if plain["name"] != **name || !(same(&params, &node) || is_empty(&params) && is_empty(&node)) {
            fault("value", format!("\n{plain}\n{node}"));
        }
        let json = all.to_json(&value);
        match all
            .from_json(&json)
            .map_err(|error| error.to_string())
            .and_then(|x| all.encode(&x).map_err(|error| error.to_string()))
        {
            Ok(written) if written == bytes => {}
            again => fault("json", format!("{again:?}\n{json}")),
        }
        let rows = all.explain(&bytes).text();
        if !rows.contains(&format!("{0} of {0} bytes explained", bytes.len())) {
            fault("explain", rows);
        }
    }
    let mut text = String::new();
    faults
        .iter()
        .take(30)
        .for_each(|fault| text.extend([fault.chars().take(900).collect::<String>().as_str(), "\n"]));
    assert!(faults.is_empty(), "{} of {} rows\n{text}", faults.len(), rows.len());
}
