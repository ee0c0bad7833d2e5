//! JSON text to values.
//!
//! The text is gone through once, then the type tells what each value is. Nothing recurses deeper than the value
//! itself, and numbers keep their digits.

use std::collections::HashMap;

use super::document::{Document, Raw};
use super::fault::{Fault, Read};
use super::level::{Object, boolean, each, float32, float64, hex, integer, nullable, parsed, string};
use super::read_nbt::{nbt, slot, text};
use crate::error::{JsonError, Segment};
use crate::minecraft::Version;
use crate::minecraft::expr::{BoxedValue, IntType, TypeExpr, Value, Values, int_value};
use crate::minecraft::ids::{self, MetadataType, ParticleLayout};
use crate::minecraft::model::FixedPoint;
use crate::minecraft::model::{Angle, Position};
use crate::minecraft::model::{Chat, Identifier};
use crate::minecraft::model::{Dust, Particle, ParticleData};
use crate::minecraft::model::{Metadata, MetadataEntry, MetadataValue};
use crate::minecraft::nbt::JavaStr;

/// A value from JSON; see the [table](super) of forms.
///
/// # Errors
/// If the text is no JSON, or its value is none of the type: at which line and column, where in the value, and why.
///
/// ```
/// use gamewire::minecraft::{Protocol, TypeExpr, json::from_json};
/// let option: TypeExpr = "option(position)".parse()?;
/// let value = from_json(&option, r#"{"x": 1, "y": 2, "z": 3}"#)?;
/// assert_eq!(option.encode(Protocol::V1_14, &value)?, b"\x01\0\0\0\x40\0\0\x30\x02");
/// let error = from_json(&option, r#"{"x": 1, "y": "two", "z": 3}"#).unwrap_err();
/// assert_eq!(error.to_string(), "at line 1, column 15, $.y: an integer in range is needed here, not \"two\"");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_json(expr: &TypeExpr, json: &str) -> Result<Value<'static>, JsonError> {
    let read = || {
        let document = Document::new(json)?;
        let root = document.root();
        read_value(expr, root).map_err(|fault| fault.located(root.offset()))
    };
    read().map_err(|fault| fault.in_text(json))
}

fn read_value(expr: &TypeExpr, raw: Raw<'_>) -> Read<Value<'static>> {
    Ok(match expr {
        TypeExpr::Bool => Value::Bool(boolean(raw)?),
        TypeExpr::Int(int) => integer_of(*int, raw)?,
        TypeExpr::F32 => Value::F32(float32(raw)?),
        TypeExpr::F64 => Value::F64(float64(raw)?),
        TypeExpr::String(_) => Value::String(string(raw)?.into_owned().into()),
        TypeExpr::Chat => Value::Chat(Chat(string(raw)?.into_owned().into())),
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
            let unknown = || raw.wrong(format!("{name:?} is none of the enumeration's names"));
            Value::Enum(names.number(&name).ok_or_else(unknown)?)
        }
        TypeExpr::Fixed(_, bits) => Value::Fixed(fixed(*bits, raw)?),
        TypeExpr::Struct(fields) => Value::Struct(structure(fields, raw)?),
    })
}

fn structure(fields: &[(String, TypeExpr)], raw: Raw<'_>) -> Read<Values<'static>> {
    let mut members: HashMap<_, _> = Object::any(raw)?.members.into_iter().collect();
    let mut values = Vec::with_capacity(fields.len());
    for (name, field) in fields {
        let member =
            members.remove(name.as_str()).ok_or_else(|| raw.wrong(format!("the key {name:?} is missing")))?;
        let step = || Segment::Key(format!("{name:?}"));
        values.push(read_value(field, member).map_err(|error| error.located(member.offset()).at(step()))?);
    }
    match members.iter().next() {
        Some((key, member)) => Err(member.wrong(format!("{key:?} is no field of the structure"))),
        None => Ok(values.into()),
    }
}

fn option(inner: &TypeExpr, raw: Raw<'_>) -> Read<Option<BoxedValue<'static>>> {
    if raw.is_null() {
        return Ok(None);
    }
    if let Ok(object) = Object::any(raw)
        && let [(key, some)] = object.members.as_slice()
        && key == "some"
    {
        return Ok(Some(read_value(inner, *some)?.into()));
    }
    Ok(Some(read_value(inner, raw)?.into()))
}

fn integer_of(int: IntType, raw: Raw<'_>) -> Read<Value<'static>> {
    let (min, max) = int.range();
    let value = integer::<i64>(raw)?;
    int_value(int, value)
        .ok_or_else(|| Fault::new(format!("{value} does not fit, the range is {min} to {max}")))
}

fn fixed(bits: u32, raw: Raw<'_>) -> Read<FixedPoint> {
    if let Ok(object) = Object::read(raw, &["raw"]) {
        return Ok(FixedPoint { raw: object.member("raw", integer)?, fraction_bits: bits });
    }
    let value = float64(raw)?;
    FixedPoint::from_exact(value, bits)
        .ok_or_else(|| Fault::new(format!("{value} has no exact form with {bits} fraction bits")))
}

fn identifier(raw: Raw<'_>) -> Read<Identifier<'static>> {
    let text = string(raw)?.into_owned();
    Identifier::new(text.clone())
        .map_err(|at| Fault::new(format!("an identifier may not hold what is at byte {at} of {text:?}")))
}

fn position(raw: Raw<'_>) -> Read<Position> {
    let object = Object::read(raw, &["x", "y", "z"])?;
    let (x, y, z) =
        (object.member("x", integer)?, object.member("y", integer)?, object.member("z", integer)?);
    Ok(Position { x, y, z })
}

fn mutf8(raw: Raw<'_>) -> Read<JavaStr<'static>> {
    if raw.is_array() {
        return Ok(JavaStr::from_units(&each(raw, integer)?).into_owned());
    }
    text(raw)
}

fn particle(raw: Raw<'_>) -> Read<Particle<'static>> {
    let object = Object::read(raw, &["id", "name", "data"])?;
    let id = object.member("id", integer)?;
    let data = object.member("data", |raw| particle_data(id, raw))?;
    Ok(Particle { id, data })
}

fn particle_data(id: i32, raw: Raw<'_>) -> Read<ParticleData<'static>> {
    // The form says which data it is; whether it belongs to the id is asked when it is written.
    if raw.is_null() {
        return Ok(ParticleData::None);
    }
    if let Ok(object) = Object::read(raw, &["block_state"]) {
        return Ok(ParticleData::BlockState(object.member("block_state", integer)?));
    }
    if let Ok(object) = Object::read(raw, &["item"]) {
        return Ok(ParticleData::Item(object.member("item", slot)?.map(Box::new)));
    }
    // An id may be another particle in another version.
    let mut rows = Version::ALL.into_iter().filter_map(|version| ids::particle(id, version));
    if let Some(row) = ids::particle(id, Version::V1_15)
        && rows.all(|row| row.layout == ParticleLayout::None)
    {
        return Err(Fault::new(format!("{} has no data: null is needed here", row.name)));
    }
    let object = Object::read(raw, &["red", "green", "blue", "scale"])?;
    Ok(ParticleData::Dust(Box::new(Dust {
        red: object.member("red", float32)?,
        green: object.member("green", float32)?,
        blue: object.member("blue", float32)?,
        scale: object.member("scale", float32)?,
    })))
}

fn metadata_entry(raw: Raw<'_>) -> Read<MetadataEntry<'static>> {
    let object = Object::read(raw, &["index", "type", "name", "value"])?;
    let id = object.member("type", integer)?;
    let kind = MetadataType::from_wire(id, Version::V1_14)
        .ok_or_else(|| Fault::new(format!("there is no metadata type {id}")).at(Segment::Field("type")))?;
    let value = object.member("value", |raw| metadata_value(kind, raw))?;
    Ok(MetadataEntry { index: object.member("index", integer)?, value })
}

fn metadata_value(kind: MetadataType, raw: Raw<'_>) -> Read<MetadataValue<'static>> {
    use MetadataValue as V;
    Ok(match kind {
        MetadataType::Byte => V::Byte(integer(raw)?),
        MetadataType::VarInt => V::VarInt(integer(raw)?),
        MetadataType::Float => V::Float(float32(raw)?),
        MetadataType::String => V::String(string(raw)?.into_owned().into()),
        MetadataType::Chat => V::Chat(Chat(string(raw)?.into_owned().into())),
        MetadataType::OptChat => {
            V::OptChat(nullable(raw, |raw| Ok(Box::new(Chat(string(raw)?.into_owned().into()))))?)
        }
        MetadataType::Slot => V::Slot(slot(raw)?.map(Box::new)),
        MetadataType::Boolean => V::Boolean(boolean(raw)?),
        MetadataType::Rotation => match each(raw, float32)?.as_slice() {
            [x, y, z] => V::Rotation([*x, *y, *z]),
            other => return Err(Fault::new(format!("a rotation is 3 numbers, not {}", other.len()))),
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
