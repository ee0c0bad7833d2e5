//! Values to JSON text.

use std::fmt::Write as _;

use super::numbers::{float32, float64, quoted};
use super::write_nbt::{nbt, slot};
use crate::json::write::{array, display, hex, string};
use crate::minecraft::expr::{Scope, TypeExpr, Value};
use crate::minecraft::model::Position;
use crate::minecraft::model::{Dust, Particle, ParticleData};
use crate::minecraft::model::{MetadataEntry, MetadataValue};
use crate::minecraft::{Protocol, Version};

/// Returns a value as JSON, on one line; see the [table](super) of forms.
///
/// ```
/// use gamewire::minecraft::{Protocol, TypeExpr, json};
/// let slot: TypeExpr = "slot".parse()?;
/// let value = slot.parse(Protocol::V1_14, &[1, 1, 64, 0])?;
/// assert_eq!(json::to_string(&slot, Protocol::V1_14, &value), r#"{"id":1,"count":64,"nbt":null}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The protocol names the particles.
#[must_use]
pub fn to_string(expr: &TypeExpr, protocol: Protocol, value: &Value<'_>) -> String {
    let mut out = String::new();
    write_value(&mut out, expr, Scope::NONE, protocol.version(), value);
    out
}

fn write_value(out: &mut String, expr: &TypeExpr, scope: Scope<'_>, version: Version, value: &Value<'_>) {
    if let TypeExpr::Switch(of, cases) = expr
        && let Ok(case) = scope.select(of, cases)
    {
        return write_value(out, case, scope, version, value);
    }
    match value {
        Value::Bool(x) => display(out, x),
        Value::I8(x) => display(out, x),
        Value::U8(x) => display(out, x),
        Value::I16(x) => display(out, x),
        Value::U16(x) => display(out, x),
        Value::I32(x) | Value::VarInt(x) => display(out, x),
        Value::I64(x) | Value::VarLong(x) => quoted(out, x),
        Value::F32(x) => float32(out, *x),
        Value::F64(x) => float64(out, *x),
        Value::String(x) => string(out, x),
        Value::Chat(x) => string(out, x.as_str()),
        Value::Identifier(x) => string(out, x.as_str()),
        Value::Position(x) => position(out, x),
        Value::Angle(x) => display(out, x.0),
        Value::Uuid(x) => quoted(out, x),
        Value::Nbt(x) => nbt(out, x.as_deref()),
        Value::Mutf8(x) if !x.is_canonical() => {
            out.push_str("{\"mutf8\":");
            hex(out, x.as_bytes());
            out.push('}');
        }
        Value::Mutf8(x) => array(out, x.units(), display),
        Value::Slot(x) => slot(out, x.as_deref()),
        Value::Particle(x) => particle(out, version, x),
        Value::Metadata(x) => array(out, &x.0, |out, x| metadata_entry(out, version, x)),
        Value::Option(x) => option(out, expr, scope, version, x.as_deref()),
        Value::Array(x) => {
            let element = if let TypeExpr::Array(_, element) = expr { element } else { expr };
            array(out, x, |out, x| write_value(out, element, scope, version, x));
        }
        Value::Struct(x) => structure(out, expr, scope, version, x),
        Value::Bytes(x) => hex(out, x),
        Value::Enum(x) => {
            if let TypeExpr::Enum(_, names) = expr {
                string(out, names.name(*x).unwrap_or_default());
            } else {
                display(out, x);
            }
        }
        Value::Fixed(x) if x.is_exact() => float64(out, x.value()),
        Value::Fixed(x) => display(out, format_args!("{{\"raw\":\"{}\"}}", x.raw)),
    }
}

fn option(out: &mut String, expr: &TypeExpr, scope: Scope<'_>, version: Version, value: Option<&Value<'_>>) {
    let Some(value) = value else {
        return out.push_str("null");
    };
    let inner = if let TypeExpr::Optional(inner) | TypeExpr::Option(inner) | TypeExpr::If(_, _, inner) = expr
    {
        inner
    } else {
        expr
    };
    let start = out.len();
    write_value(out, inner, scope, version, value);
    // A value that is null itself is not an absent one; and what looks like this wrapping is wrapped again.
    let wrapping = "{\"some\":";
    if out.get(start..).is_some_and(|inner| inner == "null" || inner.starts_with(wrapping)) {
        out.insert_str(start, wrapping);
        out.push('}');
    }
}

fn structure(out: &mut String, expr: &TypeExpr, scope: Scope<'_>, version: Version, values: &[Value<'_>]) {
    let fields = if let TypeExpr::Struct(fields) = expr { fields.as_slice() } else { &[] };
    out.push('{');
    for (at, ((name, field), value)) in fields.iter().zip(values).enumerate() {
        out.push_str(if at == 0 { "" } else { "," });
        string(out, name);
        out.push(':');
        let scope = scope.field(fields, values.get(..at).unwrap_or_default());
        write_value(out, field, scope, version, value);
    }
    out.push('}');
}

fn particle(out: &mut String, version: Version, x: &Particle<'_>) {
    let name = x.name(version).unwrap_or_default();
    let _ = write!(out, "{{\"id\":{},\"name\":\"{name}\",\"data\":", x.id);
    match &x.data {
        ParticleData::None => out.push_str("null"),
        ParticleData::BlockState(state) => display(out, format_args!("{{\"block_state\":{state}}}")),
        ParticleData::Dust(dust) => {
            let Dust { red, green, blue, scale } = **dust;
            let parts =
                [("{\"red\":", red), (",\"green\":", green), (",\"blue\":", blue), (",\"scale\":", scale)];
            for (key, part) in parts {
                out.push_str(key);
                float32(out, part);
            }
            out.push('}');
        }
        ParticleData::Item(item) => {
            out.push_str("{\"item\":");
            slot(out, item.as_deref());
            out.push('}');
        }
    }
    out.push('}');
}

fn metadata_entry(out: &mut String, version: Version, entry: &MetadataEntry<'_>) {
    let kind = entry.value.metadata_type();
    // A version without the type cannot write the entry; its JSON has the number of the newest version.
    let versions = std::iter::once(&version).chain(Version::ALL.iter().rev());
    let id = versions.into_iter().find_map(|version| kind.to_wire(*version)).unwrap_or_default();
    let (index, name) = (entry.index, kind.json_name());
    let _ = write!(out, "{{\"index\":{index},\"type\":{id},\"name\":\"{name}\",\"value\":");
    metadata_value(out, version, &entry.value);
    out.push('}');
}

fn metadata_value(out: &mut String, version: Version, value: &MetadataValue<'_>) {
    use MetadataValue as V;
    match value {
        V::Byte(x) => display(out, x),
        V::VarInt(x) | V::Direction(x) | V::Pose(x) => display(out, x),
        V::Float(x) => float32(out, *x),
        V::String(x) => string(out, x),
        V::Chat(x) => string(out, x.as_str()),
        V::OptChat(Some(x)) => string(out, x.as_str()),
        V::Slot(x) => slot(out, x.as_deref()),
        V::Boolean(x) => display(out, x),
        V::Rotation(x) => array(out, x, |out, x| float32(out, *x)),
        V::Position(x) | V::OptPosition(Some(x)) => position(out, x),
        V::OptUuid(Some(x)) => quoted(out, x),
        V::OptBlockId(Some(x)) | V::OptVarInt(Some(x)) => display(out, x),
        V::OptChat(None)
        | V::OptPosition(None)
        | V::OptUuid(None)
        | V::OptBlockId(None)
        | V::OptVarInt(None) => out.push_str("null"),
        V::Nbt(x) => nbt(out, x.as_deref()),
        V::Particle(x) => particle(out, version, x),
        V::VillagerData { kind, profession, level } => {
            let _ = write!(out, "{{\"type\":{kind},\"profession\":{profession},\"level\":{level}}}");
        }
    }
}

fn position(out: &mut String, x: &Position) {
    let _ = write!(out, "{{\"x\":{},\"y\":{},\"z\":{}}}", x.x, x.y, x.z);
}
