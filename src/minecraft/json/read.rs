//! JSON text to values.
//!
//! The type says what comes next, so each level of the text is read on its own, its members left as text for
//! the level below. Thereby nothing recurses deeper than the value itself, and numbers keep their digits.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::read_nbt::{nbt, slot, text};
use super::write::{QUIET_NAN_32, QUIET_NAN_64};
use crate::error::{Path, Segment};
use crate::minecraft::Version;
use crate::minecraft::expr::{IntType, TypeExpr, Value, int_value};
use crate::minecraft::ids::{self, MetadataType, ParticleLayout};
use crate::minecraft::wire::fixed::FixedPoint;
use crate::minecraft::wire::metadata::{Metadata, MetadataEntry, MetadataValue};
use crate::minecraft::wire::nbt::JavaStr;
use crate::minecraft::wire::particle::{Dust, Particle, ParticleData};
use crate::minecraft::wire::position::{Angle, Position};
use crate::minecraft::wire::text::{Chat, Identifier};

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

/// A value from JSON; see the [table](super) of forms.
///
/// ```
/// use gamewire::minecraft::{Protocol, TypeExpr, json::from_json};
/// let option: TypeExpr = "option(position)".parse()?;
/// let value = from_json(&option, r#"{"x": 1, "y": 2, "z": 3}"#)?;
/// assert_eq!(option.encode(Protocol::V1_14, &value)?, b"\x01\0\0\0\x40\0\0\x30\x02");
/// let error = from_json(&option, r#"{"x": 1, "y": "two", "z": 3}"#).unwrap_err();
/// assert_eq!(error.to_string(), "at $.y: an integer in range is needed here, not \"two\"");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_json(expr: &TypeExpr, json: &str) -> Result<Value<'static>, JsonError> {
    let raw: &RawValue = shallow(json)?;
    read_value(expr, raw)
}

fn read_value(expr: &TypeExpr, raw: &RawValue) -> Read<Value<'static>> {
    Ok(match expr {
        TypeExpr::Bool => Value::Bool(boolean(raw)?),
        TypeExpr::Int(int) => integer_of(*int, raw)?,
        TypeExpr::F32 => Value::F32(float32(raw)?),
        TypeExpr::F64 => Value::F64(float64(raw)?),
        TypeExpr::String(_) => Value::String(string(raw)?.into()),
        TypeExpr::Chat => Value::Chat(Chat(string(raw)?.into())),
        TypeExpr::Identifier => Value::Identifier(identifier(raw)?),
        TypeExpr::Position => Value::Position(position(raw)?),
        TypeExpr::Angle => Value::Angle(Angle(integer(raw)?)),
        TypeExpr::Uuid => Value::Uuid(parsed(raw)?),
        TypeExpr::Nbt => Value::Nbt(nbt(raw)?.map(Box::new)),
        TypeExpr::Mutf8 => Value::Mutf8(mutf8(raw)?),
        TypeExpr::Slot => Value::Slot(slot(raw)?.map(Box::new)),
        TypeExpr::Particle => Value::Particle(particle(raw)?),
        TypeExpr::Metadata => Value::Metadata(Metadata(each(raw, metadata_entry)?.into())),
        TypeExpr::Optional(inner) | TypeExpr::Option(inner) => Value::Option(option(inner, raw)?),
        TypeExpr::Array(_, inner) => Value::Array(each(raw, |raw| read_value(inner, raw))?.into()),
        TypeExpr::Bytes(_) => Value::Bytes(hex(raw)?.into()),
        TypeExpr::Enum(_, names) => {
            let name = string(raw)?;
            let unknown = || JsonError::new(format!("{name:?} is none of the enumeration's names"));
            Value::Enum(names.number(&name).ok_or_else(unknown)?)
        }
        TypeExpr::Fixed(_, bits) => Value::Fixed(fixed(*bits, raw)?),
    })
}

fn option(inner: &TypeExpr, raw: &RawValue) -> Read<Option<Box<Value<'static>>>> {
    if is_null(raw) {
        return Ok(None);
    }
    if let Ok(object) = shallow::<Object<'_>>(raw.get())
        && let [(key, some)] = object.0.as_slice()
        && key == "some"
    {
        return read_value(inner, some).map(Box::new).map(Some);
    }
    read_value(inner, raw).map(Box::new).map(Some)
}

fn integer_of(int: IntType, raw: &RawValue) -> Read<Value<'static>> {
    let (min, max) = int.range();
    let value = integer::<i64>(raw)?;
    int_value(int, value)
        .ok_or_else(|| JsonError::new(format!("{value} does not fit, the range is {min} to {max}")))
}

fn fixed(bits: u32, raw: &RawValue) -> Read<FixedPoint> {
    if let Ok(object) = Object::read(raw, &["raw"]) {
        return Ok(FixedPoint { raw: object.member("raw", integer)?, fraction_bits: bits });
    }
    let value = float64(raw)?;
    FixedPoint::from_exact(value, bits)
        .ok_or_else(|| JsonError::new(format!("{value} has no exact form with {bits} fraction bits")))
}

fn identifier(raw: &RawValue) -> Read<Identifier<'static>> {
    let text = string(raw)?;
    Identifier::new(text.clone()).map_err(|at| {
        JsonError::new(format!("an identifier may not hold what stands at byte {at} of {text:?}"))
    })
}

fn position(raw: &RawValue) -> Read<Position> {
    let object = Object::read(raw, &["x", "y", "z"])?;
    let (x, y, z) =
        (object.member("x", integer)?, object.member("y", integer)?, object.member("z", integer)?);
    Ok(Position { x, y, z })
}

fn mutf8(raw: &RawValue) -> Read<JavaStr<'static>> {
    if raw.get().starts_with('[') {
        return Ok(JavaStr::from_units(&each(raw, integer)?).into_owned());
    }
    text(raw)
}

fn particle(raw: &RawValue) -> Read<Particle<'static>> {
    let object = Object::read(raw, &["id", "name", "data"])?;
    let id = object.member("id", integer)?;
    let data = object.member("data", |raw| particle_data(id, raw))?;
    Ok(Particle { id, data })
}

fn particle_data(id: i32, raw: &RawValue) -> Read<ParticleData<'static>> {
    // The form says which data it is; whether it belongs to the id is asked when it is written.
    if is_null(raw) {
        return Ok(ParticleData::None);
    }
    if let Ok(object) = Object::read(raw, &["block_state"]) {
        return Ok(ParticleData::BlockState(object.member("block_state", integer)?));
    }
    if let Ok(object) = Object::read(raw, &["item"]) {
        return Ok(ParticleData::Item(object.member("item", slot)?.map(Box::new)));
    }
    if let Some(row) = ids::particle(id, Version::V1_15)
        && row.layout == ParticleLayout::None
    {
        return Err(JsonError::new(format!("{} has no data: null is needed here", row.name)));
    }
    let object = Object::read(raw, &["red", "green", "blue", "scale"])?;
    Ok(ParticleData::Dust(Box::new(Dust {
        red: object.member("red", float32)?,
        green: object.member("green", float32)?,
        blue: object.member("blue", float32)?,
        scale: object.member("scale", float32)?,
    })))
}

fn metadata_entry(raw: &RawValue) -> Read<MetadataEntry<'static>> {
    let object = Object::read(raw, &["index", "type", "name", "value"])?;
    let id = object.member("type", integer)?;
    let kind = MetadataType::from_wire(id, Version::V1_14).ok_or_else(|| {
        JsonError::new(format!("there is no metadata type {id}")).at(Segment::Field("type"))
    })?;
    let value = object.member("value", |raw| metadata_value(kind, raw))?;
    Ok(MetadataEntry { index: object.member("index", integer)?, value })
}

fn metadata_value(kind: MetadataType, raw: &RawValue) -> Read<MetadataValue<'static>> {
    use MetadataValue as V;
    Ok(match kind {
        MetadataType::Byte => V::Byte(integer(raw)?),
        MetadataType::VarInt => V::VarInt(integer(raw)?),
        MetadataType::Float => V::Float(float32(raw)?),
        MetadataType::String => V::String(string(raw)?.into()),
        MetadataType::Chat => V::Chat(Chat(string(raw)?.into())),
        MetadataType::OptChat => V::OptChat(nullable(raw, |raw| Ok(Box::new(Chat(string(raw)?.into()))))?),
        MetadataType::Slot => V::Slot(slot(raw)?.map(Box::new)),
        MetadataType::Boolean => V::Boolean(boolean(raw)?),
        MetadataType::Rotation => match each(raw, float32)?.as_slice() {
            [x, y, z] => V::Rotation([*x, *y, *z]),
            other => return Err(JsonError::new(format!("a rotation is 3 numbers, not {}", other.len()))),
        },
        MetadataType::Position => V::Position(position(raw)?),
        MetadataType::OptPosition => V::OptPosition(nullable(raw, position)?),
        MetadataType::Direction => V::Direction(integer(raw)?),
        MetadataType::OptUuid => V::OptUuid(nullable(raw, parsed)?.map(Box::new)),
        MetadataType::OptBlockId => V::OptBlockId(nullable(raw, integer)?),
        MetadataType::Nbt => V::Nbt(nbt(raw)?.map(Box::new)),
        MetadataType::Particle => V::Particle(particle(raw)?),
        MetadataType::VillagerData => {
            let object = Object::read(raw, &["type", "profession", "level"])?;
            V::VillagerData {
                kind: object.member("type", integer)?,
                profession: object.member("profession", integer)?,
                level: object.member("level", integer)?,
            }
        }
        MetadataType::OptVarInt => V::OptVarInt(nullable(raw, integer)?),
        MetadataType::Pose => V::Pose(integer(raw)?),
    })
}

/// The members of an object, each still text.
#[derive(Debug)]
pub(super) struct Object<'j>(Vec<(String, &'j RawValue)>);

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

fn is_null(raw: &RawValue) -> bool {
    raw.get() == "null"
}

pub(super) fn nullable<T>(raw: &RawValue, read: impl FnOnce(&RawValue) -> Read<T>) -> Read<Option<T>> {
    if is_null(raw) { Ok(None) } else { read(raw).map(Some) }
}

fn boolean(raw: &RawValue) -> Read<bool> {
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

fn parsed<N: FromStr<Err: fmt::Display>>(raw: &RawValue) -> Read<N> {
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
