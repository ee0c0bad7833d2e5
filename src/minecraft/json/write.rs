//! The conversion of values to JSON.

use super::visit::{Text, Visitor, encoded, float32, float64, integers, list};
use super::write_nbt::{nbt, payload, slot};
use crate::limits::with_stack;
use crate::minecraft::expr::{Scope, TypeExpr, Value, bits_of, has_bit, is_small};
use crate::minecraft::nbt::{Nbt, Tag};
use crate::minecraft::releases::Release;
use crate::minecraft::{Dust, MetadataEntry, MetadataValue, Particle, ParticleData, Position, Protocol};

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
    Text::of(false, |out| visit(expr, protocol, value, out))
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
    Text::of(true, |out| plain(out, expr, protocol.release, value))
}

/// Returns a value as plain JSON with integers of 64 bits as text.
#[cfg(feature = "json")]
pub fn to_plain_string_with_long_text(expr: &TypeExpr, protocol: Protocol, value: &Value) -> String {
    let mut text = Text { plain: true, long_text: true, ..Text::default() };
    plain(&mut text, expr, protocol.release, value);
    text.out
}

/// Visits the parts of a value, in the [forms](super) of this module. Use it to make a value of another library without
/// JSON text in between.
///
/// ```
/// use gamewire::minecraft::json::{Visitor, visit};
/// use gamewire::minecraft::{Protocol, TypeExpr};
///
/// /// Lists the keys and the numbers.
/// #[derive(Default)]
/// struct List(Vec<String>);
///
/// impl Visitor for List {
///     fn integer(&mut self, x: i64) { self.0.push(x.to_string()) }
///     fn long(&mut self, x: i64) { self.integer(x) }
///     fn unsigned_long(&mut self, x: u64) { self.0.push(x.to_string()) }
///     fn float(&mut self, x: f64) { self.0.push(x.to_string()) }
///     fn key(&mut self, name: &str) -> &mut Self { self.0.push(name.to_owned()); self }
///     fn null(&mut self) {}
///     fn boolean(&mut self, _: bool) {}
///     fn text(&mut self, _: &str) {}
///     fn bytes(&mut self, _: &[u8]) {}
///     fn begin_list(&mut self) {}
///     fn end_list(&mut self) {}
///     fn begin_object(&mut self) {}
///     fn end_object(&mut self) {}
/// }
///
/// let expr: TypeExpr = "struct(seed:i64,ids:array(i8,u8))".parse()?;
/// let value = expr.parse(Protocol::V1_14, &[0, 0, 0, 0, 0, 0, 0, 5, 2, 7, 9])?;
/// let mut list = List::default();
/// visit(&expr, Protocol::V1_14, &value, &mut list);
/// assert_eq!(list.0, ["seed", "5", "ids", "7", "9"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn visit(expr: &TypeExpr, protocol: Protocol, value: &Value, visitor: &mut impl Visitor) {
    walk(visitor, (protocol.release, false), expr, &Scope::NONE, value);
}

/// Returns a value inside another one as JSON.
#[cfg(feature = "json")]
pub(in crate::minecraft) fn in_scope(
    expr: &TypeExpr,
    scope: &Scope<'_, '_>,
    protocol: Protocol,
    value: &Value,
) -> String {
    Text::of(false, |out| walk(out, (protocol.release, false), expr, scope, value))
}

/// Visits a value in the form of plain JSON.
pub(in crate::minecraft) fn plain(out: &mut impl Visitor, expr: &TypeExpr, release: Release, value: &Value) {
    walk(out, (release, true), expr, &Scope::NONE, value);
}

fn walk(
    out: &mut impl Visitor,
    (release, plain): (Release, bool),
    expr: &TypeExpr,
    scope: &Scope<'_, '_>,
    value: &Value,
) {
    Writer { out, release, plain }.value(expr, scope, value, Around { is_inside: false, options: 0 });
}

/// The greatest integer that every reader of JSON has.
const MOST_EXACT: i64 = 1 << 53;

struct Writer<'w, V> {
    out: &'w mut V,
    /// The release that selects the names of particles.
    release: Release,
    /// Whether types may be lost.
    plain: bool,
}

/// The context of a value.
#[derive(Clone, Copy)]
struct Around {
    /// Whether the value is inside another one.
    is_inside: bool,
    /// The number of options that have this value.
    options: usize,
}

impl<V: Visitor> Writer<'_, V> {
    fn value(&mut self, expr: &TypeExpr, scope: &Scope<'_, '_>, value: &Value, around: Around) {
        let (expr, named) = scope.resolve(expr);
        let scope = named.as_ref().unwrap_or(scope);
        match (expr, value) {
            // Arrays have many numbers, which need no stack.
            (TypeExpr::Int(_), _) => self.by_value(expr, scope, value, around),
            (TypeExpr::Flags(int, names), _) if !self.plain => self.flags(int.width(), names, value),
            (TypeExpr::LpVec3, Value::Bytes(_)) if self.plain => self.members(expr, scope, value, around),
            (TypeExpr::GzipNbt, Value::Option(Some(packed))) if self.plain => match unpacked(packed) {
                Some(nbt) => with_stack(|| payload(self.out, (&nbt).into(), true)),
                None => self.by_value(expr, scope, value, around),
            },
            (TypeExpr::Struct(_) | TypeExpr::Bits(_) | TypeExpr::Flags(..), _)
            | (TypeExpr::Holder(_) | TypeExpr::Holders(_), _) => {
                with_stack(|| self.members(expr, scope, value, around));
            }
            _ => with_stack(|| self.by_value(expr, scope, value, around)),
        }
    }

    /// Writes the members of a value. Plain flags have their number, too, as in ProtoDef.
    fn members(&mut self, expr: &TypeExpr, scope: &Scope<'_, '_>, value: &Value, around: Around) {
        let mut wraps = None;
        if let TypeExpr::Flags(..) = expr {
            wraps = Some(self.begin("", around));
            self.out.key("_value");
            self.by_value(expr, scope, value, around);
        }
        let has_members = scope.members(expr, value, &mut |name, of, scope, value| {
            if self.plain && is_absent(&value, around.is_inside) {
                return;
            }
            wraps.get_or_insert_with(|| self.begin(name, around));
            self.out.key(name);
            self.value(of, scope, &value, Around { is_inside: true, options: 0 });
        });
        if !has_members {
            // The value does not have the form of its type.
            return self.by_value(expr, scope, value, around);
        }
        let wraps = wraps.unwrap_or_else(|| self.begin("", around));
        (0..=wraps).for_each(|_| self.out.end_object());
    }

    /// Begins an object with this first key, and returns the number of objects around it.
    fn begin(&mut self, first: &str, around: Around) -> usize {
        let wraps = if first == "some" { self.wrap(around) } else { 0 };
        self.out.begin_object();
        wraps
    }

    /// Begins an object for each option that has a value which is `null` itself, or looks like such an object: it must
    /// differ from an absent value. Returns their number.
    fn wrap(&mut self, around: Around) -> usize {
        let wraps = if self.plain { 0 } else { around.options };
        for _ in 0..wraps {
            self.out.begin_object();
            self.out.key("some");
        }
        wraps
    }

    /// Visits a value whose form does not depend on its type, apart from the types of values inside it.
    fn by_value(&mut self, expr: &TypeExpr, scope: &Scope<'_, '_>, value: &Value, around: Around) {
        let out = &mut *self.out;
        match value {
            Value::Bool(x) => out.boolean(*x),
            Value::I8(x) => out.integer((*x).into()),
            Value::U8(x) => out.integer((*x).into()),
            Value::I16(x) => out.integer((*x).into()),
            Value::U16(x) => out.integer((*x).into()),
            Value::I32(x) | Value::VarInt(x) => out.integer((*x).into()),
            Value::U32(x) => out.integer((*x).into()),
            Value::I64(x) if is_small(expr) => out.integer(*x),
            Value::I64(x) | Value::VarLong(x) => out.long(*x),
            Value::U64(x) => out.unsigned_long(*x),
            Value::F32(x) => float32(out, *x, self.plain),
            Value::F64(x) => float64(out, *x, self.plain),
            Value::String(x) => out.text(x),
            Value::Chat(x) => out.text(x.as_str()),
            Value::Identifier(x) => out.text(x.as_str()),
            Value::Position(x) => position(out, x),
            Value::Angle(x) => out.integer(x.0.into()),
            Value::Uuid(x) => out.text(&x.to_string()),
            Value::Option(None) | Value::Nbt(None) | Value::Slot(None) => {
                let wraps = self.wrap(around);
                self.out.null();
                (0..wraps).for_each(|_| self.out.end_object());
            }
            Value::Nbt(Some(x)) if self.plain => payload(out, (&x.root).into(), true),
            Value::Nbt(x) => nbt(out, x.as_deref()),
            Value::Mutf8(x) if !x.is_canonical() => encoded(out, "mutf8", x.as_bytes()),
            Value::Mutf8(x) => list(out, x.units(), |out, unit| out.integer(unit.into())),
            Value::Slot(x) => slot(out, x.as_deref()),
            Value::Particle(x) => particle(out, self.release, x),
            Value::Metadata(x) => list(out, &x.0, |out, x| metadata_entry(out, self.release, x)),
            Value::Option(Some(x)) => {
                let options = around.options + 1;
                self.value(expr.optional().unwrap_or(expr), scope, x, Around { options, ..around });
            }
            // A structure that does not have the form of its type has no names.
            Value::Array(x) | Value::Struct(x) => {
                let element = expr.element().unwrap_or(expr);
                out.begin_list();
                for x in &**x {
                    self.value(element, scope, x, Around { options: 0, ..around });
                }
                self.out.end_list();
            }
            Value::Bytes(x) => out.bytes(x),
            Value::Integers(x) => {
                let element = expr.element().unwrap_or(expr);
                let Some(int) = element.packed_element() else { return out.bytes(x) };
                out.begin_list();
                int.values(x).for_each(|x| self.by_value(element, scope, &x, around));
                self.out.end_list();
            }
            Value::Enum(x) => match expr {
                TypeExpr::Enum(_, names) if !names.is_open() || names.name(*x).is_some() => {
                    out.text(names.name(*x).unwrap_or_default());
                }
                _ if x.unsigned_abs() > MOST_EXACT.unsigned_abs() => out.long(*x),
                _ => out.integer(*x),
            },
            Value::Fixed(x) if x.is_exact() => float64(out, x.value(), false),
            Value::Fixed(x) => {
                out.begin_object();
                out.key("raw").long(x.raw);
                out.end_object();
            }
        }
    }

    /// Visits the names of the bits that are set, and the number of those without a name.
    fn flags(&mut self, width: usize, names: &[String], value: &Value) {
        let bits = bits_of(value).unwrap_or_default();
        self.out.begin_list();
        for (_, name) in names.iter().enumerate().filter(|(bit, _)| has_bit(bits, *bit)) {
            self.out.text(name);
        }
        let rest = (names.len()..width).filter(|bit| has_bit(bits, *bit));
        let rest = rest.fold(0_u64, |rest, bit| rest | 1 << bit);
        match i64::try_from(rest) {
            Ok(0) => {}
            Ok(rest @ ..=MOST_EXACT) => self.out.integer(rest),
            _ => self.out.unsigned_long(rest),
        }
        self.out.end_list();
    }
}

/// Unpacks NBT that is packed by gzip.
fn unpacked(packed: &Value) -> Option<Tag> {
    let Value::Bytes(packed) = packed else { return None };
    let most = packed.len().saturating_mul(crate::limits::DECOMPRESSION_RATIO);
    let unpacked = crate::minecraft::deflate::gunzip(packed, most)?;
    let nbt: Nbt = Protocol::V1_14.parse(&unpacked).ok()?;
    Some(nbt.root)
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

fn particle<V: Visitor>(out: &mut V, release: Release, x: &Particle) {
    out.begin_object();
    out.key("id").integer(x.id.into());
    out.key("name").text(release.particle(x.id).map_or("", |row| row.name));
    out.key("data");
    match &x.data {
        ParticleData::None => out.null(),
        ParticleData::BlockState(state) => integers(out, [("block_state", *state)]),
        ParticleData::Dust(dust) => {
            let Dust { red, green, blue, scale } = **dust;
            out.begin_object();
            for (key, part) in [("red", red), ("green", green), ("blue", blue), ("scale", scale)] {
                float32(out.key(key), part, false);
            }
            out.end_object();
        }
        ParticleData::Item(item) => {
            out.begin_object();
            slot(out.key("item"), item.as_deref());
            out.end_object();
        }
    }
    out.end_object();
}

fn metadata_entry<V: Visitor>(out: &mut V, release: Release, entry: &MetadataEntry) {
    let kind = entry.value.metadata_type();
    out.begin_object();
    out.key("index").integer(entry.index.into());
    out.key("type").integer(kind as i64);
    out.key("name").text(kind.json_name());
    metadata_value(out.key("value"), release, &entry.value);
    out.end_object();
}

fn metadata_value<V: Visitor>(out: &mut V, release: Release, value: &MetadataValue) {
    use MetadataValue as M;
    match value {
        M::Byte(x) => out.integer((*x).into()),
        M::VarInt(x) | M::Direction(x) | M::Pose(x) => out.integer((*x).into()),
        M::Float(x) => float32(out, *x, false),
        M::String(x) => out.text(x),
        M::Chat(x) => out.text(x.as_str()),
        M::OptChat(Some(x)) => out.text(x.as_str()),
        M::Slot(x) => slot(out, x.as_deref()),
        M::Boolean(x) => out.boolean(*x),
        M::Rotation(x) => list(out, x, |out, x| float32(out, *x, false)),
        M::Position(x) | M::OptPosition(Some(x)) => position(out, x),
        M::OptUuid(Some(x)) => out.text(&x.to_string()),
        M::OptBlockId(Some(x)) | M::OptVarInt(Some(x)) => out.integer((*x).into()),
        M::OptChat(None) | M::OptPosition(None) | M::OptUuid(None) => out.null(),
        M::OptBlockId(None) | M::OptVarInt(None) => out.null(),
        M::Nbt(x) => nbt(out, x.as_deref()),
        M::Particle(x) => particle(out, release, x),
        M::VillagerData { kind, profession, level } => {
            integers(out, [("type", *kind), ("profession", *profession), ("level", *level)]);
        }
    }
}

fn position<V: Visitor>(out: &mut V, x: &Position) {
    integers(out, [("x", x.x), ("y", x.y), ("z", x.z)]);
}
