//! The conversion of values to JSON text.

use std::fmt::Write as _;

use super::numbers::{float32, float64, quoted};
use super::plain::{float, tag};
use super::write_nbt::{nbt, slot};
use crate::json::write::{array, display, hex, string};
use crate::limits::with_stack;
use crate::minecraft::expr::bits::{has_bit, lp_vec3_numbers};
use crate::minecraft::expr::{Scope, TypeExpr, Value, int_of, is_small};
use crate::minecraft::model::Position;
use crate::minecraft::model::{Dust, Particle, ParticleData};
use crate::minecraft::model::{MetadataEntry, MetadataValue};
use crate::minecraft::nbt::{Nbt, Tag};
use crate::minecraft::{Protocol, Version};

/// Returns a value as JSON on one line, in the [forms](super) of this module.
///
/// ```
/// use gamewire::minecraft::{Protocol, TypeExpr, json};
/// let slot: TypeExpr = "slot".parse()?;
/// let value = slot.parse(Protocol::V1_14, &[1, 1, 64, 0])?;
/// assert_eq!(json::to_string(&slot, Protocol::V1_14, &value), r#"{"id":1,"count":64,"nbt":null}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The version of the protocol selects the names of particles.
#[must_use]
pub fn to_string(expr: &TypeExpr, protocol: Protocol, value: &Value) -> String {
    let mut out = String::new();
    let form = Form { version: protocol.version(), plain: false, long_text: true, inside: false };
    write_value(&mut out, expr, Scope::NONE, form, value);
    out
}

/// Returns a value as plain JSON on one line, in the form that node-minecraft-protocol uses for packets. Use it for
/// programs that only read JSON, such as jq.
///
/// Numbers of 64 bits are written as numbers, and bytes as arrays of numbers. Absent members are omitted. The value
/// cannot be read back.
///
/// ```
/// use gamewire::minecraft::{Protocol, TypeExpr, json};
/// let expr: TypeExpr = "struct(id:i64,data:bytes(2),text:option(string))".parse()?;
/// let value = expr.parse(Protocol::V1_14, &[0, 0, 0, 0, 0, 0, 0, 7, 1, 2, 0])?;
/// assert_eq!(json::to_plain_string(&expr, Protocol::V1_14, &value), r#"{"id":7,"data":[1,2]}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn to_plain_string(expr: &TypeExpr, protocol: Protocol, value: &Value) -> String {
    let mut out = String::new();
    plain(&mut out, expr, protocol.version(), value);
    out
}

/// Writes a value as plain JSON.
pub(in crate::minecraft) fn plain(out: &mut String, expr: &TypeExpr, version: Version, value: &Value) {
    let form = Form { version, plain: true, long_text: false, inside: false };
    write_value(out, expr, Scope::NONE, form, value);
}

/// Returns a value as plain JSON with integers of 64 bits as text.
pub fn to_plain_string_with_long_text(expr: &TypeExpr, protocol: Protocol, value: &Value) -> String {
    let mut out = String::new();
    let form = Form { version: protocol.version(), plain: true, long_text: true, inside: false };
    write_value(&mut out, expr, Scope::NONE, form, value);
    out
}

/// The form in which values are written.
#[derive(Clone, Copy)]
struct Form {
    /// The version that selects the names of particles.
    version: Version,
    /// Whether types may be lost.
    plain: bool,
    /// Whether integers of 64 bits are text.
    long_text: bool,
    /// Whether the value is inside another one.
    inside: bool,
}

fn write_value(out: &mut String, expr: &TypeExpr, scope: Scope<'_, '_>, form: Form, value: &Value) {
    let (expr, scope) = scope.resolve(expr);
    match (expr, value) {
        (TypeExpr::Flags(int, names), _) if !form.plain => flags(out, int.width(), names, value),
        (TypeExpr::LpVec3, Value::Bytes(bytes)) if form.plain => {
            let [x, y, z] = lp_vec3_numbers(bytes);
            display(out, format_args!("{{\"x\":{x},\"y\":{y},\"z\":{z}}}"));
        }
        (TypeExpr::GzipNbt, Value::Option(Some(packed))) if form.plain => match unpacked(packed) {
            Some(nbt) => with_stack(|| tag(out, (&nbt).into(), form.long_text)),
            None => write_by_value(out, expr, scope, form, value),
        },
        (TypeExpr::Struct(_) | TypeExpr::Bits(_) | TypeExpr::Flags(..), _)
        | (TypeExpr::Holder(_) | TypeExpr::Holders(_), _) => {
            with_stack(|| members(out, expr, scope, form, value));
        }
        // Arrays have many numbers, which need no stack.
        (TypeExpr::Int(_), _) => write_by_value(out, expr, scope, form, value),
        _ => with_stack(|| write_by_value(out, expr, scope, form, value)),
    }
}

/// Writes the members of a value. Plain flags have their number, too, as in ProtoDef.
fn members(out: &mut String, expr: &TypeExpr, scope: Scope<'_, '_>, form: Form, value: &Value) {
    let start = out.len();
    out.push('{');
    if let TypeExpr::Flags(..) = expr {
        display(out, format_args!("\"_value\":{}", int_of(value).unwrap_or_default()));
    }
    let has_members = scope.members(expr, value, &mut |name, of, scope, value| {
        if form.plain && is_absent(&value, form.inside) {
            return;
        }
        out.push_str(if out.ends_with('{') { "" } else { "," });
        string(out, name);
        out.push(':');
        match *value {
            Value::I64(number) if is_small(of) => display(out, number),
            _ => write_value(out, of, scope, Form { inside: true, ..form }, &value),
        }
    });
    if has_members {
        return out.push('}');
    }
    // The value does not have the form of its type.
    out.truncate(start);
    write_by_value(out, expr, scope, form, value);
}

/// Writes a value whose form does not depend on its type, apart from the types of values inside it.
fn write_by_value(out: &mut String, expr: &TypeExpr, scope: Scope<'_, '_>, form: Form, value: &Value) {
    match value {
        Value::Bool(x) => display(out, x),
        Value::I32(x) | Value::VarInt(x) => display(out, x),
        Value::I64(x) | Value::VarLong(x) if form.long_text => quoted(out, x),
        Value::U64(x) if form.long_text => quoted(out, x),
        Value::U64(x) => display(out, x),
        Value::F32(x) if form.plain => float(out, f64::from(*x), x.is_finite()),
        Value::F32(x) => float32(out, *x),
        Value::F64(x) if form.plain => float(out, *x, x.is_finite()),
        Value::F64(x) => float64(out, *x),
        Value::String(x) => string(out, x),
        Value::Chat(x) => string(out, x.as_str()),
        Value::Identifier(x) => string(out, x.as_str()),
        Value::Position(x) => position(out, x),
        Value::Angle(x) => display(out, x.0),
        Value::Uuid(x) => quoted(out, x),
        Value::Nbt(Some(x)) if form.plain => tag(out, (&x.root).into(), form.long_text),
        Value::Nbt(x) => nbt(out, x.as_deref()),
        Value::Mutf8(x) if !x.is_canonical() => {
            out.push_str("{\"mutf8\":");
            hex(out, x.as_bytes());
            out.push('}');
        }
        Value::Mutf8(x) => array(out, x.units(), display),
        Value::Slot(x) => slot(out, x.as_deref()),
        Value::Particle(x) => particle(out, form.version, &x.get()),
        Value::Metadata(x) => array(out, &x.0, |out, x| metadata_entry(out, form.version, x)),
        Value::Option(None) => out.push_str("null"),
        Value::Option(Some(x)) => some(out, expr, scope, form, x),
        // A structure that does not have the form of its type has no names.
        Value::Array(x) | Value::Struct(x) => {
            let element = expr.element().unwrap_or(expr);
            array(out, x, |out, x| write_value(out, element, scope, form, x));
        }
        Value::Bytes(x) if form.plain => array(out, x.iter(), display),
        Value::Bytes(x) => hex(out, x),
        Value::Enum(x) => match expr {
            TypeExpr::Enum(_, names) if !names.is_open() || names.name(*x).is_some() => {
                string(out, names.name(*x).unwrap_or_default());
            }
            _ => display(out, x),
        },
        Value::Fixed(x) if x.is_exact() => float64(out, x.value()),
        Value::Fixed(x) => display(out, format_args!("{{\"raw\":\"{}\"}}", x.raw)),
        int @ (Value::I8(_)
        | Value::U8(_)
        | Value::I16(_)
        | Value::U16(_)
        | Value::U32(_)
        | Value::I64(_)
        | Value::VarLong(_)) => display(out, int_of(int).unwrap_or_default()),
    }
}

/// Writes the names of the bits that are set, and the number of those without a name.
fn flags(out: &mut String, width: usize, names: &[String], value: &Value) {
    let number = int_of(value).unwrap_or_default();
    let set = names.iter().enumerate().filter(|(bit, _)| has_bit(number, *bit)).map(|(_, name)| Some(name));
    let rest =
        (names.len()..width).filter(|bit| has_bit(number, *bit)).fold(0_u64, |rest, bit| rest | 1 << bit);
    array(out, set.chain((rest != 0).then_some(None)), |out, name| match name {
        Some(name) => string(out, name),
        None => display(out, rest),
    });
}

/// Unpacks NBT that is packed by gzip.
fn unpacked(packed: &Value) -> Option<Tag> {
    let Value::Bytes(packed) = packed else { return None };
    let most = packed.len().saturating_mul(crate::limits::DECOMPRESSION_RATIO);
    let unpacked = crate::minecraft::deflate::gunzip(packed, most)?;
    let nbt: Nbt = Protocol::V1_14.parse(&unpacked).ok()?;
    Some(nbt.root)
}

/// Writes an option that is present.
fn some(out: &mut String, expr: &TypeExpr, scope: Scope<'_, '_>, form: Form, value: &Value) {
    let start = out.len();
    write_value(out, expr.optional().unwrap_or(expr), scope, form, value);
    // A present value that is `null` itself must differ from an absent one, so it is wrapped. A value that looks like
    // this wrapping is wrapped again.
    let wrapping = "{\"some\":";
    let written = out.get(start..);
    if !form.plain && written.is_some_and(|inner| inner == "null" || inner.starts_with(wrapping)) {
        out.insert_str(start, wrapping);
        out.push('}');
    }
}

/// Returns whether a member is absent, so that ProtoDef omits it. The parameters of a packet, which are not `inside` another
/// structure, are always written.
pub(in crate::minecraft) fn is_absent(value: &Value, inside: bool) -> bool {
    match value {
        Value::Option(None) | Value::Nbt(None) => true,
        Value::Struct(values) => inside && values.is_empty(),
        Value::Option(Some(value)) => is_absent(value, inside),
        _ => false,
    }
}

fn particle(out: &mut String, version: Version, x: &Particle) {
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

fn metadata_entry(out: &mut String, version: Version, entry: &MetadataEntry) {
    let kind = entry.value.metadata_type();
    // A version without the type cannot encode the entry. Its JSON has the number of the newest version.
    let versions = std::iter::once(&version).chain(Version::ALL.iter().rev());
    let id = versions.into_iter().find_map(|version| kind.to_wire(*version)).unwrap_or_default();
    let (index, name) = (entry.index, kind.json_name());
    let _ = write!(out, "{{\"index\":{index},\"type\":{id},\"name\":\"{name}\",\"value\":");
    metadata_value(out, version, &entry.value);
    out.push('}');
}

fn metadata_value(out: &mut String, version: Version, value: &MetadataValue) {
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
