//! The conversion of JSON text to values.
//!
//! The text is scanned once, and then each value is read by its type. Numbers keep their digits.

pub(super) mod nbt;
pub(super) mod single;

use std::borrow::Cow;
use std::collections::BTreeMap;

use self::nbt::{nbt, slot, tag, text};
use self::single::{RULES, float32, float64, integer, nullable, parsed, read_text};
pub use crate::error::JsonError;
use crate::error::Segment;
use crate::json::{JsonDocument, JsonNode, JsonType, Object, Res, Within};
use crate::limits::{Limits, Stack, with_default_stack};
use crate::minecraft::Version;
use crate::minecraft::expr::{
    ANONYMOUS, BoxedValue, Holder, ID, IntType, NUMBER, Scope, TypeExpr, Value, flags_value, int_of,
    int_value,
};
use crate::minecraft::ids::{self, MetadataType, ParticleLayout};
use crate::minecraft::model::FixedPoint;
use crate::minecraft::model::{Angle, Position};
use crate::minecraft::model::{Chat, Identifier};
use crate::minecraft::model::{Dust, Particle, ParticleData};
use crate::minecraft::model::{Metadata, MetadataEntry, MetadataValue};
use crate::minecraft::nbt::{JavaStr, Tag};
use crate::minecraft::packets::builtin::unknown_name;

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

/// Reads an outermost value.
fn read_in(expr: &TypeExpr, scope: Scope<'_, '_>, node: JsonNode<'_>) -> Res<Value> {
    with_default_stack(|| {
        let stack = Stack::default();
        stack.begin(Limits::NBT.stack);
        read_value(expr, Around { scope, stack: &stack }, node)
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
        Around { scope, stack: self.stack }
    }

    /// Returns an error if the value is nested too deeply for the stack, for example because a named type contains
    /// itself.
    fn check_stack(self, node: JsonNode<'_>) -> Res<()> {
        if self.stack.is_used_up() {
            return Err(node.fault("values are nested too deeply for the stack"));
        }
        Ok(())
    }
}

/// If the error is that of an unknown packet, adds the versions and states that have a packet with this name.
fn explained(read: Res<Value>, packets: &TypeExpr, node: JsonNode<'_>) -> Res<Value> {
    read.map_err(|mut fault| {
        let name = Object::from_node(node).ok().and_then(|packet| packet.get("name")?.string().ok());
        if let Some(meaning) = name.and_then(|name| unknown_name(packets, &name)) {
            fault.add(&meaning);
        }
        fault
    })
}

fn read_value(expr: &TypeExpr, around: Around<'_>, node: JsonNode<'_>) -> Res<Value> {
    if let TypeExpr::Types(types, inner) = expr {
        let read = read_value(inner, around.with(Scope::of_types(Some(types))), node);
        return explained(read, expr, node);
    }
    if let TypeExpr::Named(_) | TypeExpr::Switch(..) = expr {
        around.check_stack(node)?;
        let (of, named) = around.scope.resolve(expr);
        if !matches!(of, TypeExpr::Named(_) | TypeExpr::Switch(..)) {
            return read_value(of, named.map_or(around, |scope| around.with(scope)), node);
        }
    }
    Ok(match expr {
        TypeExpr::Bool => Value::Bool(node.boolean()?),
        TypeExpr::Int(int) => integer_of(*int, node)?,
        TypeExpr::F32 | TypeExpr::Lf32 => Value::F32(float32(node)?),
        TypeExpr::F64 | TypeExpr::Lf64 => Value::F64(float64(node)?),
        TypeExpr::String(_) | TypeExpr::Text(_) => Value::String(node.string()?.into()),
        TypeExpr::Chat => Value::Chat(Chat::new(node.string()?.into_owned())),
        TypeExpr::Identifier => Value::Identifier(identifier(node)?),
        TypeExpr::Position => Value::Position(position(node)?),
        TypeExpr::Angle => Value::Angle(Angle(integer(node)?)),
        TypeExpr::Uuid => Value::Uuid(parsed(node)?),
        TypeExpr::Nbt => Value::Nbt(nbt(node)?.map(Box::new)),
        TypeExpr::Mutf8 => Value::Mutf8(Box::new(mutf8(node)?)),
        TypeExpr::Slot => Value::Slot(slot(node)?.map(Box::new)),
        TypeExpr::Particle => Value::Particle(particle(node)?.into()),
        TypeExpr::Metadata => Value::Metadata(Metadata(node.each(metadata_entry)?.into())),
        TypeExpr::Optional(inner) | TypeExpr::Option(inner) => Value::Option(option(inner, around, node)?),
        TypeExpr::Array(_, inner) => Value::array(inner, node.each(|node| read_value(inner, around, node))?),
        TypeExpr::Until(_, inner) | TypeExpr::Marked(inner) => {
            Value::Array(node.each(|node| read_value(inner, around, node))?.into())
        }
        TypeExpr::Bytes(_) => Value::Bytes(node.bytes()?.into()),
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
        TypeExpr::Struct(_) | TypeExpr::Bits(_) => structure(expr, around, node)?,
        TypeExpr::Flags(int, names) => flags(*int, names, node)?,
        TypeExpr::Holder(of) | TypeExpr::Holders(of) => holder(expr, of, around, node)?,
        TypeExpr::GzipNbt => {
            Value::Option(nullable(node, |node| Ok(Value::Bytes(node.bytes()?.into()).into()))?)
        }
        TypeExpr::LpVec3 => Value::Bytes(node.bytes()?.into()),
        TypeExpr::Named(name) => return Err(node.fault(format!("there is no type ${}", name.name()))),
        TypeExpr::Unknown(reason) => return Err(node.fault(format!("the type is not known: {reason}"))),
        TypeExpr::Switch(..) => return Err(node.fault("no field before this one selects its type")),
        TypeExpr::Types(..) => return Err(node.fault("types are nested too deeply")),
    })
}

/// Reads a structure or bits.
fn structure(expr: &TypeExpr, around: Around<'_>, node: JsonNode<'_>) -> Res<Value> {
    let object = Object::from_node(node)?;
    let mut members = BTreeMap::new();
    for (key, member) in object.node.entries() {
        if members.insert(key.string()?, member).is_some() {
            return Err(member.fault("the key occurs twice")).within(|| key.step());
        }
    }
    let value = fields(expr, around, node, &mut members)?;
    match members.iter().next() {
        Some((key, member)) => Err(member.fault(format!("{key:?} is not a field of the structure"))),
        None => Ok(value),
    }
}

type Members<'d> = BTreeMap<Cow<'d, str>, JsonNode<'d>>;

/// Reads the fields of a structure or of bits, including those of fields without a name.
fn fields<'d>(
    expr: &TypeExpr,
    around: Around<'_>,
    node: JsonNode<'d>,
    members: &mut Members<'d>,
) -> Res<Value> {
    around.check_stack(node)?;
    let (of, named) = around.scope.resolve(expr);
    let scope = named.unwrap_or(around.scope);
    let member = |members: &mut Members<'d>, name: &str, of: &TypeExpr, scope: Scope<'_, '_>| {
        let member = members.remove(name);
        let member = member.ok_or_else(|| node.fault(format!("the key {name:?} is missing")))?;
        read_value(of, around.with(scope), member).within(|| Segment::text(name))
    };
    let values: Vec<_> = match of {
        TypeExpr::Bits(parts) => {
            parts.iter().map(|part| member(members, &part.name, &NUMBER, scope)).collect::<Res<_>>()?
        }
        TypeExpr::Struct(list) => {
            let mut values = Vec::with_capacity(list.len());
            for (name, field) in list {
                let scope = scope.field(&values);
                values.push(match name.as_str() {
                    ANONYMOUS => fields(field, around.with(scope), node, members)?,
                    name => member(members, name, field, scope)?,
                });
            }
            values
        }
        _ => return member(members, ANONYMOUS, of, scope),
    };
    Ok(Value::Struct(values.into()))
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

/// Reads an id or a value, or a name or entries. The key decides which one it is.
fn holder(expr: &TypeExpr, of: &Holder, around: Around<'_>, node: JsonNode<'_>) -> Res<Value> {
    let is_set = matches!(expr, TypeExpr::Holders(_));
    if let (false, JsonType::Number) = (is_set, node.json_type()) {
        return read_value(&ID, around, node);
    }
    let id = Object::with(node, &[&of.id]);
    let (name, inner) = match (&id, is_set) {
        (Ok(_), true) => (&of.id, &of.base),
        (Ok(_), false) => (&of.id, &ID),
        (Err(_), _) => (&of.value, &of.inner),
    };
    let is_in_option = id.is_ok() == is_set;
    let member = Object::with(node, &[name])?.need(name)?;
    let value = read_value(inner, around, member).within(|| Segment::text(name))?;
    Ok(if is_in_option { Value::Option(Some(value.into())) } else { value })
}

fn option(inner: &TypeExpr, around: Around<'_>, node: JsonNode<'_>) -> Res<Option<BoxedValue>> {
    if node.json_type() == JsonType::Null {
        return Ok(None);
    }
    let mut entries = node.is_object().then(|| node.entries()).into_iter().flatten();
    if let (Some((key, some)), None) = (entries.next(), entries.next())
        && key.is("some")
    {
        return Ok(Some(read_value(inner, around, some)?.into()));
    }
    Ok(Some(read_value(inner, around, node)?.into()))
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

fn fixed(bits: u32, node: JsonNode<'_>) -> Res<FixedPoint> {
    // Making an error takes longer than reading a number.
    if node.is_object()
        && let Ok(object) = Object::with(node, &["raw"])
    {
        return Ok(FixedPoint { raw: object.member("raw", integer)?, fraction_bits: bits });
    }
    let value = float64(node)?;
    FixedPoint::from_exact(value, bits)
        .ok_or_else(|| node.fault(format!("{value} cannot be represented exactly with {bits} fraction bits")))
}

fn identifier(node: JsonNode<'_>) -> Res<Identifier> {
    let text = node.string()?.into_owned();
    Identifier::new(text.clone()).map_err(|error| node.fault(format!("{error} of {text:?}")))
}

fn position(node: JsonNode<'_>) -> Res<Position> {
    let object = Object::with(node, &["x", "y", "z"])?;
    let (x, y, z) =
        (object.member("x", integer)?, object.member("y", integer)?, object.member("z", integer)?);
    Ok(Position { x, y, z })
}

fn mutf8(node: JsonNode<'_>) -> Res<JavaStr> {
    if node.is_array() {
        return Ok(JavaStr::from_units(&node.each(integer)?));
    }
    text(node)
}

fn particle(node: JsonNode<'_>) -> Res<Particle> {
    let object = Object::with(node, &["id", "name", "data"])?;
    let id = object.member("id", integer)?;
    let data = object.member("data", |node| particle_data(id, node))?;
    Ok(Particle { id, data })
}

fn particle_data(id: i32, node: JsonNode<'_>) -> Res<ParticleData> {
    // The form decides the type of the data. Whether it belongs to the id is checked when it is encoded.
    if node.json_type() == JsonType::Null {
        return Ok(ParticleData::None);
    }
    if let Ok(object) = Object::with(node, &["block_state"]) {
        return Ok(ParticleData::BlockState(object.member("block_state", integer)?));
    }
    if let Ok(object) = Object::with(node, &["item"]) {
        return Ok(ParticleData::Item(object.member("item", slot)?.map(Box::new)));
    }
    // An id may be another particle in another version.
    let mut rows = Version::ALL.iter().copied().filter_map(|version| ids::particle(id, version));
    if let Some(row) = newest(|version| ids::particle(id, version))
        && rows.all(|row| row.layout == ParticleLayout::None)
    {
        return Err(node.fault(format!("{} has no data: expected null", row.name)));
    }
    let object = Object::with(node, &["red", "green", "blue", "scale"])?;
    Ok(ParticleData::Dust(Box::new(Dust {
        red: object.member("red", float32)?,
        green: object.member("green", float32)?,
        blue: object.member("blue", float32)?,
        scale: object.member("scale", float32)?,
    })))
}

/// Returns the result for the newest version that has one, because JSON does not state a version.
fn newest<T>(of: impl Fn(Version) -> Option<T>) -> Option<T> {
    Version::ALL.iter().rev().find_map(|version| of(*version))
}

fn metadata_entry(node: JsonNode<'_>) -> Res<MetadataEntry> {
    let object = Object::with(node, &["index", "type", "name", "value"])?;
    let kind = object.member("type", |node| {
        let id = integer(node)?;
        newest(|version| MetadataType::from_wire(id, version))
            .ok_or_else(|| node.fault(format!("there is no metadata type {id}")))
    })?;
    let value = object.member("value", |node| metadata_value(kind, node))?;
    Ok(MetadataEntry { index: object.member("index", integer)?, value })
}

fn metadata_value(kind: MetadataType, node: JsonNode<'_>) -> Res<MetadataValue> {
    use MetadataValue as V;
    Ok(match kind {
        MetadataType::Byte => V::Byte(integer(node)?),
        MetadataType::VarInt => V::VarInt(integer(node)?),
        MetadataType::Float => V::Float(float32(node)?),
        MetadataType::String => V::String(node.string()?.into_owned().into()),
        MetadataType::Chat => V::Chat(Chat::new(node.string()?.into_owned())),
        MetadataType::OptChat => {
            V::OptChat(nullable(node, |node| Ok(Box::new(Chat::new(node.string()?.into_owned()))))?)
        }
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
            let object = Object::with(node, &["type", "profession", "level"])?;
            V::VillagerData {
                kind: object.member("type", integer)?,
                profession: object.member("profession", integer)?,
                level: object.member("level", integer)?,
            }
        }
        MetadataType::OptVarInt => V::OptVarInt(nullable(node, integer)?),
        MetadataType::Pose => V::Pose(integer(node)?),
    })
}
