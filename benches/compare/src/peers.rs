//! The data of the payloads in other libraries: their trees, their bytes, and candidates that decode and encode them.

use std::mem;

use godot_binary_serialization::decoder::Decoder;
use godot_binary_serialization::encoder::Encoder;
use serde::{Deserialize, Serialize};

use crate::clock::Candidate;
use crate::tree::Tree;

/// An enum that names its variants, for serde formats that are not self-describing.
#[derive(Serialize, Deserialize)]
enum Tagged {
    Nil,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    Vector2([f32; 2]),
    Vector3([f32; 3]),
    Array(Vec<Tagged>),
    Dictionary(Vec<(Tagged, Tagged)>),
    #[serde(with = "serde_bytes")]
    Bytes(Vec<u8>),
    Vectors(Vec<[f32; 3]>),
}

fn tagged(tree: &Tree) -> Tagged {
    match tree {
        Tree::Nil => Tagged::Nil,
        Tree::Bool(value) => Tagged::Bool(*value),
        Tree::Int(value) => Tagged::Int(*value),
        Tree::Float(value) => Tagged::Float(*value),
        Tree::Text(text) => Tagged::Text(text.to_string()),
        Tree::Vector2(value) => Tagged::Vector2(*value),
        Tree::Vector3(value) => Tagged::Vector3(*value),
        Tree::Array(items) => Tagged::Array(items.iter().map(tagged).collect()),
        Tree::Dictionary(pairs) => {
            Tagged::Dictionary(pairs.iter().map(|(key, value)| (tagged(key), tagged(value))).collect())
        }
        Tree::Bytes(bytes) => Tagged::Bytes(bytes.to_vec()),
        Tree::Vectors(vectors) => Tagged::Vectors(vectors.to_vec()),
    }
}

fn floats_as_bytes(vectors: &[[f32; 3]]) -> Vec<u8> {
    vectors.as_flattened().iter().flat_map(|real| real.to_le_bytes()).collect()
}

fn msgpack(tree: &Tree) -> rmpv::Value {
    use rmpv::Value;
    let reals = |reals: &[f32]| Value::Array(reals.iter().map(|real| Value::F32(*real)).collect());
    match tree {
        Tree::Nil => Value::Nil,
        Tree::Bool(value) => Value::Boolean(*value),
        Tree::Int(value) => (*value).into(),
        Tree::Float(value) => Value::F64(*value),
        Tree::Text(text) => Value::from(&**text),
        Tree::Vector2(value) => reals(value),
        Tree::Vector3(value) => reals(value),
        Tree::Array(items) => Value::Array(items.iter().map(msgpack).collect()),
        Tree::Dictionary(pairs) => {
            Value::Map(pairs.iter().map(|(key, value)| (msgpack(key), msgpack(value))).collect())
        }
        Tree::Bytes(bytes) => Value::Binary(bytes.to_vec()),
        // A single run of bytes is the fairest representation. An array of a million floats would only make
        // this crate look good.
        Tree::Vectors(vectors) => Value::Binary(floats_as_bytes(vectors)),
    }
}

fn cbor(tree: &Tree) -> ciborium::Value {
    use ciborium::Value;
    let reals = |reals: &[f32]| Value::Array(reals.iter().map(|real| Value::Float((*real).into())).collect());
    match tree {
        Tree::Nil => Value::Null,
        Tree::Bool(value) => Value::Bool(*value),
        Tree::Int(value) => Value::Integer((*value).into()),
        Tree::Float(value) => Value::Float(*value),
        Tree::Text(text) => Value::Text(text.to_string()),
        Tree::Vector2(value) => reals(value),
        Tree::Vector3(value) => reals(value),
        Tree::Array(items) => Value::Array(items.iter().map(cbor).collect()),
        Tree::Dictionary(pairs) => {
            Value::Map(pairs.iter().map(|(key, value)| (cbor(key), cbor(value))).collect())
        }
        Tree::Bytes(bytes) => Value::Bytes(bytes.to_vec()),
        Tree::Vectors(vectors) => Value::Bytes(floats_as_bytes(vectors)),
    }
}

fn json(tree: &Tree) -> serde_json::Value {
    use serde_json::Value;
    match tree {
        Tree::Nil => Value::Null,
        Tree::Bool(value) => (*value).into(),
        Tree::Int(value) => (*value).into(),
        Tree::Float(value) => (*value).into(),
        Tree::Text(text) => Value::from(&**text),
        Tree::Vector2(value) => value.to_vec().into(),
        Tree::Vector3(value) => value.to_vec().into(),
        Tree::Array(items) => items.iter().map(json).collect(),
        Tree::Dictionary(pairs) => {
            let name = |key: &Tree| if let Tree::Text(text) = key { text.to_string() } else { String::new() };
            pairs.iter().map(|(key, value)| (name(key), json(value))).collect()
        }
        Tree::Bytes(bytes) => bytes.to_vec().into(),
        Tree::Vectors(vectors) => vectors.iter().map(|vector| vector.to_vec()).collect(),
    }
}

/// Adds the other libraries. JSON is left out for payloads with bytes, which it would write as numbers.
pub fn add<'a>(tree: &Tree, candidates: &mut Vec<Candidate<'a>>) {
    let value = msgpack(tree);
    let mut bytes = Vec::new();
    rmpv::encode::write_value(&mut bytes, &value).unwrap();
    let again = bytes.clone();
    candidates.push(Candidate::new("rmpv decode", move || {
        rmpv::decode::read_value(&mut bytes.as_slice()).unwrap()
    }));
    candidates.push(Candidate::new("rmpv ref decode", move || {
        // The value borrows from the bytes, so that it cannot be returned.
        std::hint::black_box(rmpv::decode::read_value_ref(&mut again.as_slice()).unwrap());
    }));
    let mut buffer = Vec::new();
    candidates.push(Candidate::new("rmpv encode", move || {
        buffer.clear();
        rmpv::encode::write_value(&mut buffer, &value).unwrap();
    }));

    let value = tagged(tree);
    let bytes = postcard::to_stdvec(&value).unwrap();
    candidates
        .push(Candidate::new("postcard decode", move || postcard::from_bytes::<Tagged>(&bytes).unwrap()));
    let mut buffer = Vec::new();
    candidates.push(Candidate::new("postcard encode", move || {
        buffer.clear();
        buffer = postcard::to_extend(&value, mem::take(&mut buffer)).unwrap();
    }));

    let value = tagged(tree);
    let bytes = rmp_serde::to_vec(&value).unwrap();
    candidates
        .push(Candidate::new("rmp-serde decode", move || rmp_serde::from_slice::<Tagged>(&bytes).unwrap()));
    let mut buffer = Vec::new();
    candidates.push(Candidate::new("rmp-serde encode", move || {
        buffer.clear();
        rmp_serde::encode::write(&mut buffer, &value).unwrap();
    }));

    let value = cbor(tree);
    let mut bytes = Vec::new();
    ciborium::into_writer(&value, &mut bytes).unwrap();
    candidates.push(Candidate::new("ciborium decode", move || {
        ciborium::from_reader::<ciborium::Value, _>(bytes.as_slice()).unwrap()
    }));
    let mut buffer = Vec::new();
    candidates.push(Candidate::new("ciborium encode", move || {
        buffer.clear();
        ciborium::into_writer(&value, &mut buffer).unwrap();
    }));

    if !matches!(tree, Tree::Bytes(_) | Tree::Vectors(_)) {
        let value = json(tree);
        let bytes = serde_json::to_vec(&value).unwrap();
        candidates.push(Candidate::new("serde_json decode", move || {
            serde_json::from_slice::<serde_json::Value>(&bytes).unwrap()
        }));
        let mut buffer = Vec::new();
        candidates.push(Candidate::new("serde_json encode", move || {
            buffer.clear();
            serde_json::to_writer(&mut buffer, &value).unwrap();
        }));
    }
}

/// Adds godot-binary-serialization, which reads the same bytes, if it supports all types of the payload.
pub fn add_published(bytes: &[u8], candidates: &mut Vec<Candidate<'_>>) {
    let bytes = bytes.to_vec();
    let value = Decoder::decode_variant(&bytes).unwrap();
    assert_eq!(Encoder::encode_variant(&*value).unwrap(), bytes, "the published peer reads the same");
    candidates.push(Candidate::new("published decode", move || Decoder::decode_variant(&bytes).unwrap()));
    candidates.push(Candidate::new("published encode", move || Encoder::encode_variant(&*value).unwrap()));
}
