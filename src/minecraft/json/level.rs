//! One level of JSON text, its members left as text for the level below.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::pieces::{QUIET_NAN_32, QUIET_NAN_64};
use crate::error::{Path, Segment};

/// JSON that is not the form of a value of the type: where, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    /// Innermost first.
    steps: Vec<Segment>,
    reason: String,
}

impl JsonError {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Self { steps: Vec::new(), reason: reason.into() }
    }

    pub(super) fn at(mut self, step: Segment) -> Self {
        self.steps.push(step);
        self
    }

    /// Where in the value.
    pub fn path(&self) -> Path {
        self.steps.iter().rev().cloned().collect::<Vec<_>>().into()
    }

    /// Why, as a sentence.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {}: {}", self.path(), self.reason)
    }
}

impl std::error::Error for JsonError {}

pub(super) type Read<T> = Result<T, JsonError>;

/// The members of an object, each still text.
#[derive(Debug)]
pub(super) struct Object<'j>(pub(super) Vec<(String, &'j RawValue)>);

impl<'j> Object<'j> {
    /// An object with no other keys than these.
    pub(super) fn read(raw: &'j RawValue, keys: &[&str]) -> Read<Self> {
        let object: Self = shallow(raw.get())?;
        match object.0.iter().find(|(key, _)| !keys.contains(&key.as_str())) {
            Some((key, _)) => Err(JsonError::new(format!("{key:?} is none of the keys {}", keys.join(", ")))),
            None => Ok(object),
        }
    }

    /// A member as text.
    pub(super) fn raw(&self, key: &'static str) -> Read<&'j RawValue> {
        self.member(key, Ok)
    }

    pub(super) fn member<T>(&self, key: &'static str, read: impl FnOnce(&'j RawValue) -> Read<T>) -> Read<T> {
        match self.0.iter().rev().find(|(other, _)| other == key) {
            Some((_, raw)) => read(raw).map_err(|error| error.at(Segment::Field(key))),
            None => Err(JsonError::new(format!("the key {key:?} is missing"))),
        }
    }
}

impl<'j> Deserialize<'j> for Object<'j> {
    fn deserialize<D: Deserializer<'j>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'j> Visitor<'j> for Members {
            type Value = Object<'j>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<M: MapAccess<'j>>(self, mut map: M) -> Result<Object<'j>, M::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Object(members))
            }
        }
        deserializer.deserialize_map(Members)
    }
}

/// One level of JSON.
pub(super) fn shallow<'j, T: Deserialize<'j>>(json: &'j str) -> Read<T> {
    serde_json::from_str(json).map_err(|error| JsonError::new(error.to_string()))
}

/// Each element of an array.
pub(super) fn each<T>(raw: &RawValue, mut read: impl FnMut(&RawValue) -> Read<T>) -> Read<Vec<T>> {
    let elements: Vec<&RawValue> = shallow(raw.get())?;
    let at = |(index, raw): (usize, &RawValue)| read(raw).map_err(|error| error.at(Segment::Index(index)));
    elements.into_iter().enumerate().map(at).collect()
}

pub(super) fn is_null(raw: &RawValue) -> bool {
    raw.get() == "null"
}

pub(super) fn nullable<T>(raw: &RawValue, read: impl FnOnce(&RawValue) -> Read<T>) -> Read<Option<T>> {
    if is_null(raw) { Ok(None) } else { read(raw).map(Some) }
}

pub(super) fn boolean(raw: &RawValue) -> Read<bool> {
    shallow(raw.get())
}

pub(super) fn string(raw: &RawValue) -> Read<String> {
    shallow(raw.get())
}

/// An integer, as a number or as a decimal string.
pub(super) fn integer<N: FromStr>(raw: &RawValue) -> Read<N> {
    unquoted(raw.get())
        .parse()
        .map_err(|_| JsonError::new(format!("an integer in range is needed here, not {}", short(raw.get()))))
}

pub(super) fn parsed<N: FromStr<Err: fmt::Display>>(raw: &RawValue) -> Read<N> {
    string(raw)?.parse().map_err(|error: N::Err| JsonError::new(error.to_string()))
}

pub(super) fn float32(raw: &RawValue) -> Read<f32> {
    let bits = |digits| u32::from_str_radix(digits, 16).ok().map(f32::from_bits).filter(|x| x.is_nan());
    let special = match unquoted(raw.get()) {
        "NaN" => Some(f32::from_bits(QUIET_NAN_32)),
        "Infinity" => Some(f32::INFINITY),
        "-Infinity" => Some(f32::NEG_INFINITY),
        text => match text.strip_prefix("NaN:") {
            Some(digits) => bits(digits),
            None => text.parse().ok().filter(|x: &f32| x.is_finite()),
        },
    };
    special.ok_or_else(|| JsonError::new(format!("a 32-bit float is needed here, not {}", short(raw.get()))))
}

pub(super) fn float64(raw: &RawValue) -> Read<f64> {
    let bits = |digits| u64::from_str_radix(digits, 16).ok().map(f64::from_bits).filter(|x| x.is_nan());
    let special = match unquoted(raw.get()) {
        "NaN" => Some(f64::from_bits(QUIET_NAN_64)),
        "Infinity" => Some(f64::INFINITY),
        "-Infinity" => Some(f64::NEG_INFINITY),
        text => match text.strip_prefix("NaN:") {
            Some(digits) => bits(digits),
            None => text.parse().ok().filter(|x: &f64| x.is_finite()),
        },
    };
    special.ok_or_else(|| JsonError::new(format!("a 64-bit float is needed here, not {}", short(raw.get()))))
}

/// Bytes as hexadecimal digits.
pub(super) fn hex(raw: &RawValue) -> Read<Vec<u8>> {
    let text = string(raw)?;
    let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let pair = |pair: &[u8]| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    };
    text.as_bytes()
        .chunks(2)
        .map(pair)
        .collect::<Option<_>>()
        .ok_or_else(|| JsonError::new("pairs of hexadecimal digits are needed here"))
}

fn unquoted(json: &str) -> &str {
    json.strip_prefix('"').and_then(|json| json.strip_suffix('"')).unwrap_or(json)
}

fn short(json: &str) -> Cow<'_, str> {
    match json.char_indices().nth(40) {
        Some((end, _)) => Cow::Owned(format!("{}…", json.get(..end).unwrap_or_default())),
        None => Cow::Borrowed(json),
    }
}
