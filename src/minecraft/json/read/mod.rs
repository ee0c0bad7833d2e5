//! The conversion of JSON text to values.
//!
//! The text is scanned once, and then each value is read by its type. Numbers keep their digits.

pub(super) mod nbt;
pub(super) mod single;

use std::borrow::Cow;

use self::nbt::{nbt, slot, tag, text};
use self::single::{RULES, float32, float64, integer, nullable, parsed, read_text};
pub use crate::error::JsonError;
use crate::error::Segment;
use crate::json::{JsonDocument, JsonNode, JsonType, Members, Object, Res, Within};
use crate::limits::{Limits, Stack, with_default_stack};
use crate::minecraft::expr::{
    ANONYMOUS, Holder, IntType, NUMBER, Scope, TypeExpr, Value, flags_value, int_of, int_value,
};
use crate::minecraft::ids::{self, MetadataType, ParticleLayout};
use crate::minecraft::nbt::{JavaStr, Tag};
use crate::minecraft::packets::builtin::unknown_name;
use crate::minecraft::{
    Angle, Chat, Dust, FixedPoint, Identifier, Metadata, MetadataEntry, MetadataValue, Particle,
    ParticleData, Position, Protocol,
};

/// Reads a value from JSON, in the [forms](super) of this module.
///
/// # Errors
/// Returns an error if the text is not JSON, or is not a value of the type. The error has the line, the column, the
/// path and the reason.
///
/// ```
/// use gamewire::minecraft::{Protocol, TypeExpr, json};
/// let option: TypeExpr = "option(position)".parse()?;
/// let value = json::from_str(&option, r#"{"x": 1, "y": 2, "z": 3}"#)?;
/// assert_eq!(option.encode(Protocol::V1_14, &value)?, b"\x01\0\0\0\x40\0\0\x30\x02");
/// let error = json::from_str(&option, r#"{"x": 1, "y": "two", "z": 3}"#).unwrap_err();
/// assert_eq!(error.to_string(), "at line 1, column 15, $.y: expected an integer in range, found \"two\"");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_str(expr: &TypeExpr, json: &str) -> Result<Value, JsonError> {
    read_text(json, |node| read_in(expr, Scope::NONE, node))
}

/// Reads a value from JSON at a path of a larger value, in the scope of its type there. Errors have the path, and no line
/// and column.
pub(in crate::minecraft) fn read_at(
    expr: &TypeExpr,
    scope: Scope<'_, '_>,
    json: &str,
    steps: &[Segment],
) -> Result<Value, JsonError> {
    placed(json, steps, |node| read_in(expr, scope, node))
}

/// Reads a tag from JSON at a path of a larger value, like [`read_at`].
pub(in crate::minecraft) fn read_tag_at(json: &str, steps: &[Segment]) -> Result<Tag, JsonError> {
    placed(json, steps, |node| tag(node, 0))
}

fn placed<T>(
    json: &str,
    steps: &[Segment],
    read: impl FnOnce(JsonNode<'_>) -> Res<T>,
) -> Result<T, JsonError> {
    let read = JsonDocument::new(json, RULES).and_then(|document| read(document.root()));
    let placed = steps.iter().rev().fold(read, |read, step| read.within(|| step.clone()));
    placed.map_err(|fault| fault.in_text(None))
}

/// Reads an outermost value. If it is an unknown packet, the error has the versions and states that have a packet with this
/// name.
fn read_in(expr: &TypeExpr, scope: Scope<'_, '_>, node: JsonNode<'_>) -> Res<Value> {
    let read = with_default_stack(|| {
        let stack = Stack::default();
        stack.begin(Limits::NBT.stack);
        read_value(expr, Around { scope, stack: &stack }, node)
    });
    read.map_err(|mut fault| {
        // Errors elsewhere in the packet keep their reasons.
        let name = Object::from_node(node).ok().and_then(|packet| packet.get("name"));
        let name = name.filter(|name| fault.is_at(*name)).and_then(|name| name.string().ok());
        if let Some(meaning) = name.and_then(|name| unknown_name(expr, &name)) {
            fault.set_reason(meaning);
        }
        fault
    })
}

/// The fields around a value, and the stack that it may use.
#[derive(Clone, Copy)]
struct Around<'s> {
    scope: Scope<'s, 's>,
    stack: &'s Stack,
}

impl<'s> Around<'s> {
    fn with<'i>(self, scope: Scope<'i, 'i>) -> Around<'i>
    where
        's: 'i,
    {
        Around { scope, ..self }
    }

    /// Returns the type that a value has here, and what is around it. It is an error if the value is nested too deeply for
    /// the stack, for example because a named type contains itself.
    fn resolve(self, expr: &'s TypeExpr, node: JsonNode<'_>) -> Res<(&'s TypeExpr, Self)> {
        if self.stack.is_used_up() {
            return Err(node.fault("values are nested too deeply for the stack"));
        }
        if !matches!(expr, TypeExpr::Types(..) | TypeExpr::Named(_) | TypeExpr::Switch(..)) {
            return Ok((expr, self));
        }
        let (of, named) = self.scope.resolve(expr);
        Ok((of, named.map_or(self, |scope| Self { scope, ..self })))
    }
}

fn read_value(expr: &TypeExpr, around: Around<'_>, node: JsonNode<'_>) -> Res<Value> {
    let (of, around) = around.resolve(expr, node)?;
    Ok(match of {
        TypeExpr::Bool => Value::Bool(node.boolean()?),
        TypeExpr::Int(int) => integer_of(*int, node)?,
        TypeExpr::F32 | TypeExpr::Lf32 => Value::F32(float32(node)?),
        TypeExpr::F64 | TypeExpr::Lf64 => Value::F64(float64(node)?),
        TypeExpr::String(_) | TypeExpr::Text(_) => Value::String(node.string()?.into()),
        TypeExpr::Chat => Value::Chat(chat(node)?),
        TypeExpr::Identifier => Value::Identifier(identifier(node)?),
        TypeExpr::Position => Value::Position(position(node)?),
        TypeExpr::Angle => Value::Angle(Angle(integer(node)?)),
        TypeExpr::Uuid => Value::Uuid(parsed(node)?),
        TypeExpr::Nbt => Value::Nbt(nbt(node)?.map(Box::new)),
        TypeExpr::Mutf8 => Value::Mutf8(Box::new(mutf8(node)?)),
        TypeExpr::Slot => Value::Slot(slot(node)?.map(Box::new)),
        TypeExpr::Particle => Value::Particle(particle(node)?),
        TypeExpr::Metadata => Value::Metadata(Metadata(node.each(metadata_entry)?.into())),
        TypeExpr::Optional(inner) | TypeExpr::Option(inner) => {
            Value::Option(nullable(node, |node| Ok(read_value(inner, around, unwrapped(node))?.into()))?)
        }
        TypeExpr::Array(_, inner) => match inner.packed_element() {
            Some(int) => Value::Integers(integers(int, node)?),
            None => Value::Array(node.each(|node| read_value(inner, around, node))?.into()),
        },
        TypeExpr::Until(_, inner) | TypeExpr::Marked(inner) => {
            Value::Array(node.each(|node| read_value(inner, around, node))?.into())
        }
        TypeExpr::Bytes(_) | TypeExpr::LpVec3 => Value::Bytes(node.bytes()?.into()),
        TypeExpr::Enum(int, names) => {
            let name = if node.is_string() { node.string()? } else { Cow::default() };
            let number = match names.number(&name) {
                None if names.is_open() || !node.is_string() => int_of(&integer_of(*int, node)?),
                known => known,
            };
            let is_value = |number: &i64| names.is_open() || names.name(*number).is_some();
            let unknown = || node.fault(format!("{} is not a name of the enumeration", node.shown()));
            Value::Enum(number.filter(is_value).ok_or_else(unknown)?)
        }
        TypeExpr::Fixed(_, bits) => Value::Fixed(fixed(*bits, node)?),
        TypeExpr::Struct(_) | TypeExpr::Bits(_) => {
            Members::read(node, &|| keys_of(of), |members| fields(of, around, members))?
        }
        TypeExpr::Flags(int, names) => flags(*int, names, node)?,
        TypeExpr::Holder(holder) => holder_of(holder, false, around, node)?,
        TypeExpr::Holders(holder) => holder_of(holder, true, around, node)?,
        TypeExpr::GzipNbt => {
            Value::Option(nullable(node, |node| Ok(Value::Bytes(node.bytes()?.into()).into()))?)
        }
        TypeExpr::Unknown(reason) => return Err(node.fault(reason.to_string())),
        TypeExpr::Named(name) if around.scope.types.is_none() => {
            return Err(node.fault(format!("there is no type ${}", name.name())));
        }
        TypeExpr::Named(_) | TypeExpr::Switch(..) | TypeExpr::Types(..) => {
            let unlisted = match of {
                TypeExpr::Switch(by, cases) => around.scope.select(*by, cases).err(),
                _ => None,
            };
            let reason = unlisted.map_or("types are nested too deeply".to_owned(), |kind| kind.to_string());
            return Err(node.fault(reason));
        }
    })
}

/// Returns the value in `{"some": value}`, or the value itself in another form.
fn unwrapped(node: JsonNode<'_>) -> JsonNode<'_> {
    let mut parts = node.children();
    let is_some = node.is_object() && parts.next().is_some_and(|key| key.is("some"));
    let inside = if is_some { parts.next().filter(|_| parts.next().is_none()) } else { None };
    inside.unwrap_or(node)
}

/// Returns the names of the fields of a structure or of bits, or nothing if one of them has no name.
fn keys_of(of: &TypeExpr) -> Vec<&str> {
    let names: Vec<&str> = match of {
        TypeExpr::Struct(list) => list.iter().map(|(name, _)| name.as_str()).collect(),
        TypeExpr::Bits(parts) => parts.iter().map(|part| &*part.name).collect(),
        _ => Vec::new(),
    };
    if names.contains(&ANONYMOUS) { Vec::new() } else { names }
}

/// Reads the fields of a structure or of bits, including those of fields without a name.
fn fields(expr: &TypeExpr, around: Around<'_>, members: &mut Members<'_, '_>) -> Res<Value> {
    let (of, around) = around.resolve(expr, members.node)?;
    let values: Vec<_> = match of {
        TypeExpr::Bits(parts) => {
            parts.iter().map(|part| member(&part.name, &NUMBER, around, members)).collect::<Res<_>>()?
        }
        TypeExpr::Struct(list) => {
            let mut values = Vec::with_capacity(list.len());
            for (name, field) in list {
                let around = around.with(around.scope.field(&values));
                values.push(match name.as_str() {
                    ANONYMOUS => fields(field, around, members)?,
                    name => member(name, field, around, members)?,
                });
            }
            values
        }
        _ => return member(ANONYMOUS, of, around, members),
    };
    Ok(Value::Struct(values.into()))
}

/// Reads the value of a key.
fn member(name: &str, of: &TypeExpr, around: Around<'_>, members: &mut Members<'_, '_>) -> Res<Value> {
    read_value(of, around, members.need(name)?).within(|| Segment::text(name))
}

/// Reads flags: those with names by their names, and the others as one number.
fn flags(int: IntType, names: &[String], node: JsonNode<'_>) -> Res<Value> {
    if !node.is_array() {
        return integer_of(int, node);
    }
    let bits = node.each(|node| {
        let name = if node.is_string() { node.string()? } else { return integer::<u64>(node) };
        match names.iter().position(|own| *own == name) {
            Some(bit) => Ok(1 << bit),
            None => integer(node).map_err(|_| node.fault(format!("{name:?} is not one of the flags"))),
        }
    })?;
    let bits = bits.into_iter().fold(0_u64, |all, bits| all | bits);
    flags_value(int, bits).ok_or_else(|| node.fault(format!("{bits} is out of range")))
}

/// Reads an id or a value, or a name or entries if it `is_set`. The key decides which one it is.
fn holder_of(of: &Holder, is_set: bool, around: Around<'_>, node: JsonNode<'_>) -> Res<Value> {
    if !is_set && node.json_type() == JsonType::Number {
        return integer_of(IntType::VarInt, node);
    }
    Members::read(node, &Vec::new, |members| {
        let is_id = node.children().next().is_some_and(|key| key.is(&of.id));
        let (name, inner) = if is_id { (&of.id, &of.base) } else { (&of.value, &of.inner) };
        let value = member(name, inner, around, members)?;
        Ok(if is_id == is_set { Value::Option(Some(value.into())) } else { value })
    })
}

/// Reads integers of fixed size as their bytes.
fn integers(int: IntType, node: JsonNode<'_>) -> Res<Box<[u8]>> {
    let mut bytes = Vec::new();
    for (index, node) in node.elements()?.enumerate() {
        int.push(&integer_of(int, node).within(|| Segment::Index(index))?, &mut bytes);
    }
    Ok(bytes.into())
}

fn integer_of(int: IntType, node: JsonNode<'_>) -> Res<Value> {
    if let IntType::U64 | IntType::Lu64 = int {
        return integer::<u64>(node).map(Value::U64);
    }
    let (min, max) = int.range();
    let value = integer::<i64>(node)?;
    int_value(int, value)
        .ok_or_else(|| node.fault(format!("{value} is out of range; the range is {min} to {max}")))
}

fn fixed(fraction_bits: u32, node: JsonNode<'_>) -> Res<FixedPoint> {
    if node.is_object() {
        let raw = Members::read(node, &|| vec!["raw"], |members| members.member("raw", integer))?;
        return Ok(FixedPoint { raw, fraction_bits });
    }
    let value = float64(node)?;
    FixedPoint::from_exact(value, fraction_bits).ok_or_else(|| {
        node.fault(format!("{value} cannot be represented exactly with {fraction_bits} fraction bits"))
    })
}

fn chat(node: JsonNode<'_>) -> Res<Chat> {
    Ok(Chat::new(node.string()?))
}

fn identifier(node: JsonNode<'_>) -> Res<Identifier> {
    let text = node.string()?.into_owned();
    Identifier::new(text.clone()).map_err(|error| node.fault(format!("{error} of {text:?}")))
}

fn position(node: JsonNode<'_>) -> Res<Position> {
    Members::read(node, &|| vec!["x", "y", "z"], |members| {
        let [x, y, z] = ["x", "y", "z"].map(|axis| members.member(axis, integer));
        Ok(Position { x: x?, y: y?, z: z? })
    })
}

fn mutf8(node: JsonNode<'_>) -> Res<JavaStr> {
    if node.is_array() {
        return Ok(JavaStr::from_units(&node.each(integer)?));
    }
    text(node)
}

fn particle(node: JsonNode<'_>) -> Res<Particle> {
    Members::read(node, &|| vec!["id", "name", "data"], |members| {
        let id = members.member("id", integer)?;
        members.get("name");
        let data = members.member("data", |node| nullable(node, |node| particle_data(id, node)))?;
        Ok(Particle { id, data: data.unwrap_or(ParticleData::None) })
    })
}

/// Reads the data of a particle, whose form decides the type. Whether it belongs to the id is checked when it is encoded.
fn particle_data(id: i32, node: JsonNode<'_>) -> Res<ParticleData> {
    let first = node.children().next().filter(|_| node.is_object());
    let has = |key| first.is_some_and(|first| first.is(key));
    // An id may be another particle in another release, and the newest one gives the name.
    let mut rows = Protocol::VERSIONS.iter().rev().filter_map(|protocol| ids::particle(id, protocol));
    if !has("block_state")
        && !has("item")
        && let Some(newest) = rows.next()
        && newest.layout == ParticleLayout::None
        && rows.all(|row| row.layout == ParticleLayout::None)
    {
        return Err(node.fault(format!("{} has no data: expected null", newest.name)));
    }
    Members::read(node, &Vec::new, |members| {
        if has("block_state") {
            return Ok(ParticleData::BlockState(members.member("block_state", integer)?));
        }
        if has("item") {
            return Ok(ParticleData::Item(members.member("item", slot)?.map(Box::new)));
        }
        let [red, green, blue, scale] =
            ["red", "green", "blue", "scale"].map(|part| members.member(part, float32));
        Ok(ParticleData::Dust(Box::new(Dust { red: red?, green: green?, blue: blue?, scale: scale? })))
    })
}

fn metadata_entry(node: JsonNode<'_>) -> Res<MetadataEntry> {
    Members::read(node, &|| vec!["index", "type", "name", "value"], |members| {
        let index = members.member("index", integer)?;
        let kind = members.member("type", |node| {
            let id: i32 = integer(node)?;
            let kind = usize::try_from(id).ok().and_then(|id| MetadataType::ALL.get(id).copied());
            kind.ok_or_else(|| node.fault(format!("there is no metadata type {id}")))
        })?;
        members.get("name");
        Ok(MetadataEntry { index, value: members.member("value", |node| metadata_value(kind, node))? })
    })
}

fn metadata_value(kind: MetadataType, node: JsonNode<'_>) -> Res<MetadataValue> {
    use MetadataValue as V;
    Ok(match kind {
        MetadataType::Byte => V::Byte(integer(node)?),
        MetadataType::VarInt => V::VarInt(integer(node)?),
        MetadataType::Float => V::Float(float32(node)?),
        MetadataType::String => V::String(node.string()?.into_owned().into()),
        MetadataType::Chat => V::Chat(chat(node)?),
        MetadataType::OptChat => V::OptChat(nullable(node, chat)?.map(Box::new)),
        MetadataType::Slot => V::Slot(slot(node)?.map(Box::new)),
        MetadataType::Boolean => V::Boolean(node.boolean()?),
        MetadataType::Rotation => match node.each(float32)?.as_slice() {
            [x, y, z] => V::Rotation([*x, *y, *z]),
            other => return Err(node.fault(format!("a rotation is 3 numbers, not {}", other.len()))),
        },
        MetadataType::Position => V::Position(position(node)?),
        MetadataType::OptPosition => V::OptPosition(nullable(node, position)?),
        MetadataType::Direction => V::Direction(integer(node)?),
        MetadataType::OptUuid => V::OptUuid(nullable(node, parsed)?.map(Box::new)),
        MetadataType::OptBlockId => V::OptBlockId(nullable(node, integer)?),
        MetadataType::Nbt => V::Nbt(nbt(node)?.map(Box::new)),
        MetadataType::Particle => V::Particle(particle(node)?),
        MetadataType::VillagerData => {
            Members::read(node, &|| vec!["type", "profession", "level"], |members| {
                Ok(V::VillagerData {
                    kind: members.member("type", integer)?,
                    profession: members.member("profession", integer)?,
                    level: members.member("level", integer)?,
                })
            })?
        }
        MetadataType::OptVarInt => V::OptVarInt(nullable(node, integer)?),
        MetadataType::Pose => V::Pose(integer(node)?),
    })
}
