//! Entity metadata: indexed values of nineteen types, until index 255.

use std::io::Write;

use cookie_factory::WriteContext;

use super::combine::{gen_option, parse_enum, parse_option};
use super::lent::Lent;
use super::nbt::{Nbt, gen_nbt, parse_nbt};
use super::particle::{Particle, gen_particle, parse_particle};
use super::position::{Position, Uuid, gen_position, gen_uuid, parse_position, parse_uuid};
use super::prim::{gen_bool, gen_f32, gen_i8, parse_bool, parse_f32, parse_i8};
use super::slot::{ItemStack, gen_slot, parse_slot};
use super::text::{Chat, STRING_MAX, gen_chat, gen_string, parse_chat, parse_string};
use super::varint::{gen_varint, parse_varint};
use super::{close, more, open, reading};
use crate::cx::{Cx, chunk};
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::minecraft::ids::{self, METADATA_END, MetadataType};
use crate::minecraft::protocol::{Protocol, Wire};
use crate::sink::{Gen, put};
use crate::trace::{Part, Shown, Trace};

/// The entries in order: gaps and repeated indices occur, and in the game the later one wins.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Metadata<'a>(pub Box<[MetadataEntry<'a>]>);

/// One entry.
#[derive(Debug, Clone, PartialEq)]
pub struct MetadataEntry<'a> {
    /// What it is of, by entity class and version. 255 cannot be written: it ends the entries.
    pub index: u8,
    /// The value.
    pub value: MetadataValue<'a>,
}

/// A value of one of the nineteen types. What is large and rare stands in a box.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the variants are those of `MetadataType`, the fields say the rest")]
pub enum MetadataValue<'a> {
    Byte(i8),
    VarInt(i32),
    Float(f32),
    String(Lent<'a, str>),
    Chat(Chat<'a>),
    OptChat(Option<Box<Chat<'a>>>),
    Slot(Option<Box<ItemStack<'a>>>),
    Boolean(bool),
    /// Pitch, yaw and roll in degrees.
    Rotation([f32; 3]),
    Position(Position),
    OptPosition(Option<Position>),
    /// 0 to 5, see [`ids::DIRECTIONS`].
    Direction(i32),
    OptUuid(Option<Box<Uuid>>),
    /// A block state; 0, air, cannot be named.
    OptBlockId(Option<i32>),
    Nbt(Option<Box<Nbt<'a>>>),
    Particle(Particle<'a>),
    VillagerData {
        kind: i32,
        profession: i32,
        level: i32,
    },
    /// The meant value; the wire has it plus one.
    OptVarInt(Option<i32>),
    /// 0 to 6, see [`ids::POSES`].
    Pose(i32),
}

const _: () = assert!(size_of::<MetadataEntry<'_>>() <= 32);

impl MetadataValue<'_> {
    /// The type.
    pub fn metadata_type(&self) -> MetadataType {
        match self {
            Self::Byte(_) => MetadataType::Byte,
            Self::VarInt(_) => MetadataType::VarInt,
            Self::Float(_) => MetadataType::Float,
            Self::String(_) => MetadataType::String,
            Self::Chat(_) => MetadataType::Chat,
            Self::OptChat(_) => MetadataType::OptChat,
            Self::Slot(_) => MetadataType::Slot,
            Self::Boolean(_) => MetadataType::Boolean,
            Self::Rotation(_) => MetadataType::Rotation,
            Self::Position(_) => MetadataType::Position,
            Self::OptPosition(_) => MetadataType::OptPosition,
            Self::Direction(_) => MetadataType::Direction,
            Self::OptUuid(_) => MetadataType::OptUuid,
            Self::OptBlockId(_) => MetadataType::OptBlockId,
            Self::Nbt(_) => MetadataType::Nbt,
            Self::Particle(_) => MetadataType::Particle,
            Self::VillagerData { .. } => MetadataType::VillagerData,
            Self::OptVarInt(_) => MetadataType::OptVarInt,
            Self::Pose(_) => MetadataType::Pose,
        }
    }

    /// The same, borrowing nothing.
    pub fn into_owned(self) -> MetadataValue<'static> {
        use MetadataValue as V;
        match self {
            Self::Byte(x) => V::Byte(x),
            Self::VarInt(x) => V::VarInt(x),
            Self::Float(x) => V::Float(x),
            Self::String(x) => V::String(x.into_owned()),
            Self::Chat(x) => V::Chat(x.into_owned()),
            Self::OptChat(x) => V::OptChat(x.map(|x| Box::new(x.into_owned()))),
            Self::Slot(x) => V::Slot(x.map(|x| Box::new(x.into_owned()))),
            Self::Boolean(x) => V::Boolean(x),
            Self::Rotation(x) => V::Rotation(x),
            Self::Position(x) => V::Position(x),
            Self::OptPosition(x) => V::OptPosition(x),
            Self::Direction(x) => V::Direction(x),
            Self::OptUuid(x) => V::OptUuid(x),
            Self::OptBlockId(x) => V::OptBlockId(x),
            Self::Nbt(x) => V::Nbt(x.map(|x| Box::new(x.into_owned()))),
            Self::Particle(x) => V::Particle(x.into_owned()),
            Self::VillagerData { kind, profession, level } => V::VillagerData { kind, profession, level },
            Self::OptVarInt(x) => V::OptVarInt(x),
            Self::Pose(x) => V::Pose(x),
        }
    }
}

impl<'a> Metadata<'a> {
    /// The value of the last entry with this index: the one that counts.
    pub fn get(&self, index: u8) -> Option<&MetadataValue<'a>> {
        self.0.iter().rev().find(|entry| entry.index == index).map(|entry| &entry.value)
    }

    /// The same, borrowing nothing.
    pub fn into_owned(self) -> Metadata<'static> {
        let own =
            |entry: MetadataEntry<'_>| MetadataEntry { index: entry.index, value: entry.value.into_owned() };
        Metadata(self.0.into_vec().into_iter().map(own).collect())
    }
}

/// The fewest bytes that an entry takes: index, type, one byte.
const LEAST_ENTRY: usize = 3;

/// | size | field |
/// |------|-------|
/// | 1    | index; `ff` ends the entries |
/// | 1..5 | type: VarInt |
/// | ..   | value by type, see [`parse_metadata_value`] |
/// | ..   | the next entry |
pub fn parse_metadata<'a, T: Trace>(cx: Cx<'_, Protocol, T>, mut i: &'a [u8]) -> PResult<'a, Metadata<'a>> {
    reading(cx, "Entity Metadata");
    let mut entries = Vec::new();
    loop {
        let (rest, [index]) = chunk(i)?;
        if index == METADATA_END {
            cx.field(i, rest, "index", Shown::Noted(index.into(), "the end"));
            return Ok((rest, Metadata(entries.into_boxed_slice())));
        }
        let value;
        (i, value) = cx.part(Part::Index(entries.len()), |cx| {
            cx.field(i, rest, "index", Shown::Int(index.into()));
            let (i, kind) = parse_metadata_type(cx, rest)?;
            parse_metadata_value(cx, kind, i)
        })?;
        if entries.len() == entries.capacity() {
            entries.reserve_exact(more(entries.len(), i.len() / LEAST_ENTRY + 1));
        }
        entries.push(MetadataEntry { index, value });
    }
}

/// Mirrors [`parse_metadata`].
pub fn gen_metadata<T: Trace, W: Write>(
    cx: Cx<'_, Protocol, T>,
    x: &Metadata<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    for (at, entry) in x.0.iter().enumerate() {
        open(cx, Part::Index(at));
        if entry.index == METADATA_END {
            return cx.refuse(EncodeErrorKind::OutOfRange { value: entry.index.into(), min: 0, max: 254 });
        }
        put(out, &[entry.index])?;
        gen_metadata_type(cx, entry.value.metadata_type(), out)?;
        gen_metadata_value(cx, &entry.value, out)?;
        close(cx);
    }
    put(out, &[METADATA_END])
}

fn parse_metadata_type<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, MetadataType> {
    let (rest, id) = parse_varint(cx.rules.cx(), "type", i)?;
    match MetadataType::from_wire(id, cx.rules.version) {
        Some(kind) => {
            reading(cx, kind.name());
            cx.field(i, rest, "type", Shown::Named(id.into(), kind.name()));
            Ok((rest, kind))
        }
        None => {
            cx.field(i, rest, "type", Shown::Int(id.into()));
            Fault::number(i, rest, DecodeErrorKind::MetadataType { id })
        }
    }
}

fn gen_metadata_type<T: Trace, W: Write>(
    cx: Cx<'_, Protocol, T>,
    x: MetadataType,
    out: &mut WriteContext<W>,
) -> Gen {
    if MetadataType::from_wire(x.to_wire(), cx.rules.version).is_none() {
        let kind = EncodeErrorKind::NotInDialect { kind: x.name(), dialect: cx.rules.version.name() };
        return cx.refuse(kind);
    }
    gen_varint(cx, x.to_wire(), out)
}

/// | type                     | value |
/// |--------------------------|-------|
/// | Byte, VarInt, Float, String, Chat, Slot, Boolean, Position, NBT, Particle | as the type of that name |
/// | OptChat, OptPosition, OptUUID | Boolean, then the value if true |
/// | Rotation                 | three Floats: x, y, z in degrees |
/// | Direction, Pose          | VarInt, 0 to 5, 0 to 6 |
/// | OptBlockID               | VarInt: 0 absent, else a block state |
/// | OptVarInt                | VarInt: 0 absent, else the value plus 1, wrapping |
/// | Villager Data            | three VarInts: type, profession, level |
pub fn parse_metadata_value<'a, T: Trace>(
    cx: Cx<'_, Protocol, T>,
    kind: MetadataType,
    i: &'a [u8],
) -> PResult<'a, MetadataValue<'a>> {
    use MetadataValue as V;
    Ok(match kind {
        MetadataType::Byte => parse_i8(cx, "value", i).map(|(i, x)| (i, V::Byte(x)))?,
        MetadataType::VarInt => parse_varint(cx, "value", i).map(|(i, x)| (i, V::VarInt(x)))?,
        MetadataType::Float => parse_f32(cx, "value", i).map(|(i, x)| (i, V::Float(x)))?,
        MetadataType::String => parse_string(cx, STRING_MAX, i).map(|(i, x)| (i, V::String(x.into())))?,
        MetadataType::Chat => parse_chat(cx, i).map(|(i, x)| (i, V::Chat(x)))?,
        MetadataType::OptChat => {
            parse_option(cx, parse_chat, i).map(|(i, x)| (i, V::OptChat(x.map(Box::new))))?
        }
        MetadataType::Slot => parse_slot(cx, i).map(|(i, x)| (i, V::Slot(x.map(Box::new))))?,
        MetadataType::Boolean => parse_bool(cx, "value", i).map(|(i, x)| (i, V::Boolean(x)))?,
        MetadataType::Rotation => {
            let (i, x) = parse_f32(cx, "x, pitch", i)?;
            let (i, y) = parse_f32(cx, "y, yaw", i)?;
            let (i, z) = parse_f32(cx, "z, roll", i)?;
            (i, V::Rotation([x, y, z]))
        }
        MetadataType::Position => parse_position(cx, i).map(|(i, x)| (i, V::Position(x)))?,
        MetadataType::OptPosition => {
            parse_option(cx, parse_position, i).map(|(i, x)| (i, V::OptPosition(x)))?
        }
        MetadataType::Direction => {
            parse_named(cx, "direction", ids::DIRECTIONS, i).map(|(i, x)| (i, V::Direction(x)))?
        }
        MetadataType::OptUuid => {
            parse_option(cx, parse_uuid, i).map(|(i, x)| (i, V::OptUuid(x.map(Box::new))))?
        }
        MetadataType::OptBlockId => {
            let (rest, state) = parse_varint(cx.rules.cx(), "block state", i)?;
            let absent = Shown::Noted(0, "absent");
            cx.field(i, rest, "block state", if state == 0 { absent } else { Shown::Int(state.into()) });
            (rest, V::OptBlockId((state != 0).then_some(state)))
        }
        MetadataType::Nbt => parse_nbt(cx, i).map(|(i, x)| (i, V::Nbt(x.map(Box::new))))?,
        MetadataType::Particle => parse_particle(cx, i).map(|(i, x)| (i, V::Particle(x)))?,
        MetadataType::VillagerData => {
            let (i, kind) = parse_shown(cx, "villager type", ids::VILLAGER_TYPES, i)?;
            let (i, profession) = parse_shown(cx, "profession", ids::VILLAGER_PROFESSIONS, i)?;
            let (i, level) = parse_varint(cx, "level", i)?;
            (i, V::VillagerData { kind, profession, level })
        }
        MetadataType::OptVarInt => {
            let (rest, wire) = parse_varint(cx.rules.cx(), "value plus 1", i)?;
            let note = if wire == 0 { "absent" } else { "one more than the value" };
            cx.field(i, rest, "value plus 1", Shown::Noted(wire.into(), note));
            (rest, V::OptVarInt((wire != 0).then(|| wire.wrapping_sub(1))))
        }
        MetadataType::Pose => parse_named(cx, "pose", ids::POSES, i).map(|(i, x)| (i, V::Pose(x)))?,
    })
}

/// Mirrors [`parse_metadata_value`].
pub fn gen_metadata_value<T: Trace, W: Write>(
    cx: Cx<'_, Protocol, T>,
    x: &MetadataValue<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    use MetadataValue as V;
    match x {
        V::Byte(x) => gen_i8(cx, *x, out),
        V::VarInt(x) => gen_varint(cx, *x, out),
        V::Float(x) => gen_f32(cx, *x, out),
        V::String(x) => gen_string(cx, STRING_MAX, x, out),
        V::Chat(x) => gen_chat(cx, x, out),
        V::OptChat(x) => gen_option(cx, x.as_deref(), gen_chat, out),
        V::Slot(x) => gen_slot(cx, x.as_deref(), out),
        V::Boolean(x) => gen_bool(cx, *x, out),
        V::Rotation([x, y, z]) => {
            gen_f32(cx, *x, out)?;
            gen_f32(cx, *y, out)?;
            gen_f32(cx, *z, out)
        }
        V::Position(x) => gen_position(cx, x, out),
        V::OptPosition(x) => gen_option(cx, x.as_ref(), gen_position, out),
        V::Direction(x) => gen_named(cx, *x, ids::DIRECTIONS, out),
        V::OptUuid(x) => gen_option(cx, x.as_deref(), |cx, x, out| gen_uuid(cx, *x, out), out),
        V::OptBlockId(Some(0)) => {
            cx.refuse(EncodeErrorKind::NotExpressible { what: "block state 0 would read back as absent" })
        }
        V::OptBlockId(x) => gen_varint(cx, x.unwrap_or(0), out),
        V::Nbt(x) => gen_nbt(cx, x.as_deref(), out),
        V::Particle(x) => gen_particle(cx, x, out),
        V::VillagerData { kind, profession, level } => {
            gen_varint(cx, *kind, out)?;
            gen_varint(cx, *profession, out)?;
            gen_varint(cx, *level, out)
        }
        V::OptVarInt(Some(-1)) => {
            cx.refuse(EncodeErrorKind::NotExpressible { what: "-1 plus one would read back as absent" })
        }
        V::OptVarInt(x) => gen_varint(cx, x.map_or(0, |x| x.wrapping_add(1)), out),
        V::Pose(x) => gen_named(cx, *x, ids::POSES, out),
    }
}

/// The name at a number's place in a list.
fn name_of(names: &[&'static str], number: i64) -> Option<&'static str> {
    usize::try_from(number).ok().and_then(|at| names.get(at).copied())
}

/// A VarInt that must be in a list of names.
fn parse_named<'a, T: Trace>(
    cx: Cx<'_, Protocol, T>,
    name: &'static str,
    names: &[&'static str],
    i: &'a [u8],
) -> PResult<'a, i32> {
    let number = |i| parse_varint(cx.rules.cx(), name, i).map(|(i, x)| (i, i64::from(x)));
    let (i, value) = parse_enum(cx, name, number, |value| name_of(names, value), i)?;
    Ok((i, i32::try_from(value).unwrap_or_default()))
}

/// Mirrors [`parse_named`].
fn gen_named<T: Trace, W: Write>(
    cx: Cx<'_, Protocol, T>,
    x: i32,
    names: &[&'static str],
    out: &mut WriteContext<W>,
) -> Gen {
    if name_of(names, x.into()).is_none() {
        let max = i64::try_from(names.len()).unwrap_or(i64::MAX) - 1;
        return cx.refuse(EncodeErrorKind::OutOfRange { value: x.into(), min: 0, max });
    }
    gen_varint(cx, x, out)
}

/// A VarInt that may be in a list of names, and is kept if it is not.
fn parse_shown<'a, T: Trace>(
    cx: Cx<'_, Protocol, T>,
    name: &'static str,
    names: &[&'static str],
    i: &'a [u8],
) -> PResult<'a, i32> {
    let (rest, value) = parse_varint(cx.rules.cx(), name, i)?;
    let shown = name_of(names, value.into());
    cx.field(
        i,
        rest,
        name,
        shown.map_or(Shown::Int(value.into()), |meant| Shown::Named(value.into(), meant)),
    );
    Ok((rest, value))
}

impl<'a> Wire<'a> for Metadata<'a> {
    const NAME: &'static str = "Entity Metadata";
    fn parse<T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Self> {
        parse_metadata(cx, i)
    }
    fn gen_to<T: Trace, W: Write>(&self, cx: Cx<'_, Protocol, T>, out: &mut WriteContext<W>) -> Gen {
        gen_metadata(cx, self, out)
    }
}
