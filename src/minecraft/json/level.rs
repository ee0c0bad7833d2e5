//! One level of JSON: what is directly inside a value, and what single values mean.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use super::document::Raw;
use super::fault::Read;
use super::pieces::{QUIET_NAN_32, QUIET_NAN_64};
use crate::error::Segment;

/// The members of an object.
#[derive(Debug)]
pub(super) struct Object<'d> {
    raw: Raw<'d>,
    pub(super) members: Vec<(Cow<'d, str>, Raw<'d>)>,
}

impl<'d> Object<'d> {
    /// An object with any keys.
    pub(super) fn any(raw: Raw<'d>) -> Read<Self> {
        if !raw.is_object() {
            return Err(raw.instead_of("an object"));
        }
        let mut members = Vec::new();
        let mut inside = raw.inside();
        while let (Some(key), Some(value)) = (inside.next(), inside.next()) {
            members.push((string(key)?, value));
        }
        Ok(Self { raw, members })
    }

    /// An object with no other keys than these.
    pub(super) fn read(raw: Raw<'d>, keys: &[&str]) -> Read<Self> {
        let object = Self::any(raw)?;
        match object.members.iter().find(|(key, _)| !keys.contains(&&**key)) {
            Some((key, value)) => {
                Err(value.wrong(format!("{key:?} is none of the keys {}", keys.join(", "))))
            }
            None => Ok(object),
        }
    }

    /// A member as it is.
    pub(super) fn raw(&self, key: &'static str) -> Read<Raw<'d>> {
        self.member(key, Ok)
    }

    pub(super) fn member<T>(&self, key: &'static str, read: impl FnOnce(Raw<'d>) -> Read<T>) -> Read<T> {
        match self.members.iter().rev().find(|(other, _)| other == key) {
            Some((_, raw)) => read(*raw).map_err(|error| error.located(raw.offset()).at(Segment::Field(key))),
            None => Err(self.raw.wrong(format!("the key {key:?} is missing"))),
        }
    }
}

/// The elements of an array.
pub(super) fn elements(raw: Raw<'_>) -> Read<impl Iterator<Item = Raw<'_>>> {
    if raw.is_array() { Ok(raw.inside()) } else { Err(raw.instead_of("an array")) }
}

/// Each element of an array.
pub(super) fn each<T>(raw: Raw<'_>, mut read: impl FnMut(Raw<'_>) -> Read<T>) -> Read<Vec<T>> {
    let at = |(index, raw): (usize, Raw<'_>)| {
        read(raw).map_err(|error| error.located(raw.offset()).at(Segment::Index(index)))
    };
    elements(raw)?.enumerate().map(at).collect()
}

pub(super) fn nullable<T>(raw: Raw<'_>, read: impl FnOnce(Raw<'_>) -> Read<T>) -> Read<Option<T>> {
    if raw.is_null() { Ok(None) } else { read(raw).map(Some) }
}

pub(super) fn boolean(raw: Raw<'_>) -> Read<bool> {
    match scalar(raw, "true or false")? {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(raw.instead_of("true or false")),
    }
}

pub(super) fn string(raw: Raw<'_>) -> Read<Cow<'_, str>> {
    let text = scalar(raw, "a string")?;
    let Some(inside) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
        return Err(raw.instead_of("a string"));
    };
    if !inside.contains('\\') {
        return Ok(Cow::Borrowed(inside));
    }
    // All that can be wrong with escapes still.
    let surrogate = |_| raw.wrong("the string has half of a surrogate pair");
    serde_json::from_str(text).map(Cow::Owned).map_err(surrogate)
}

/// The text of a value that must be no array and no object.
fn scalar<'d>(raw: Raw<'d>, needed: &str) -> Read<&'d str> {
    if raw.is_array() || raw.is_object() { Err(raw.instead_of(needed)) } else { Ok(raw.text()) }
}

/// An integer, as a number or as a decimal string.
pub(super) fn integer<N: FromStr>(raw: Raw<'_>) -> Read<N> {
    let needed = "an integer in range";
    unquoted(scalar(raw, needed)?).parse().map_err(|_| raw.instead_of(needed))
}

pub(super) fn parsed<N: FromStr<Err: fmt::Display>>(raw: Raw<'_>) -> Read<N> {
    string(raw)?.parse().map_err(|error: N::Err| raw.wrong(error.to_string()))
}

pub(super) fn float32(raw: Raw<'_>) -> Read<f32> {
    let bits = |digits| u32::from_str_radix(digits, 16).ok().map(f32::from_bits).filter(|x| x.is_nan());
    let special = match unquoted(scalar(raw, "a 32-bit float")?) {
        "NaN" => Some(f32::from_bits(QUIET_NAN_32)),
        "Infinity" => Some(f32::INFINITY),
        "-Infinity" => Some(f32::NEG_INFINITY),
        text => match text.strip_prefix("NaN:") {
            Some(digits) => bits(digits),
            None => text.parse().ok().filter(|x: &f32| x.is_finite()),
        },
    };
    special.ok_or_else(|| raw.instead_of("a 32-bit float"))
}

pub(super) fn float64(raw: Raw<'_>) -> Read<f64> {
    let bits = |digits| u64::from_str_radix(digits, 16).ok().map(f64::from_bits).filter(|x| x.is_nan());
    let special = match unquoted(scalar(raw, "a 64-bit float")?) {
        "NaN" => Some(f64::from_bits(QUIET_NAN_64)),
        "Infinity" => Some(f64::INFINITY),
        "-Infinity" => Some(f64::NEG_INFINITY),
        text => match text.strip_prefix("NaN:") {
            Some(digits) => bits(digits),
            None => text.parse().ok().filter(|x: &f64| x.is_finite()),
        },
    };
    special.ok_or_else(|| raw.instead_of("a 64-bit float"))
}

/// Bytes as hexadecimal digits.
pub(super) fn hex(raw: Raw<'_>) -> Read<Vec<u8>> {
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
        .ok_or_else(|| raw.wrong("pairs of hexadecimal digits are needed here"))
}

fn unquoted(json: &str) -> &str {
    json.strip_prefix('"').and_then(|json| json.strip_suffix('"')).unwrap_or(json)
}
