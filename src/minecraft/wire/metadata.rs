//! Entity metadata: entries with an index, of nineteen types, until index 255.

use std::io::Write;

use cookie_factory::sequence::tuple;
use cookie_factory::{GenError, SerializeFn, WriteContext};

use super::combine::{enumeration, fitted, gen_array, gen_option, option, push, with_name};
use super::{
    Cx, STRING_MAX, boolean, byte, chat, float, gen_boolean, gen_byte, gen_chat, gen_float, gen_nbt,
    gen_particle, gen_position, gen_slot, gen_string, gen_ubyte, gen_uuid, gen_varint, nbt, particle,
    position, slot, string, ubyte, uuid, varint,
};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::grammar::{Parse, ends, fail_after, field_as, map, part, typed};
use crate::minecraft::ids::{self, METADATA_END, MetadataType};
use crate::minecraft::model::{Metadata, MetadataEntry, MetadataValue};
use crate::trace::{Form, Meaning, Order, Part, Shown, Trace};
use MetadataValue as V;

const INDEX: Meaning = Meaning::new("index").saying("The number of the entry; 255 ends the entries.");
const TYPE: Meaning = Meaning::new("type").of(Form::VAR_INT).saying("It decides how the value is read.");

/// The least number of bytes of an entry: index, type, one byte.
const MIN_ENTRY: usize = 3;

/// Reads the metadata of an entity: entries until index 255.
///
/// | size | field |
/// |------|-------|
/// | ..   | entries: index, type, value |
/// | 1    | `ff` |
///
/// Entries with equal indices are all kept.
pub fn metadata<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Metadata> {
    typed(cx, "Entity Metadata", move |mut i: &'a [u8]| {
        let (mut entries, mut index) = (Vec::new(), 0);
        loop {
            match i {
                [METADATA_END, rest @ ..] => {
                    let meaning = INDEX.of(Form::unsigned(Order::Big));
                    cx.row(i, rest, meaning, Shown::Noted(METADATA_END.into(), "the end"));
                    return Ok((rest, Metadata(fitted(&mut entries).into())));
                }
                [] => return ends(i, 1),
                _ => {}
            }
            let (rest, entry) = part(cx, Part::Index(index), metadata_entry(cx))(i)?;
            if cx.keeps_values() {
                push(&mut entries, entry, rest.len() / MIN_ENTRY + 1);
            }
            (i, index) = (rest, index + 1);
        }
    })
}

/// Writes a `Metadata`, in the layout of [`metadata`].
pub fn gen_metadata<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Metadata) -> impl SerializeFn<W> {
    move |out| {
        let out = gen_array(cx, x.0.iter(), |entry| gen_metadata_entry(cx, entry))(out)?;
        gen_ubyte(METADATA_END)(out)
    }
}

/// Reads an entry of entity metadata: index, type, value.
///
/// | size   | field |
/// |--------|-------|
/// | 1      | index |
/// | 1 to 5 | type: VarInt |
/// | ..     | value by type, see [`metadata_value`] |
pub fn metadata_entry<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, MetadataEntry> {
    move |i: &'a [u8]| {
        let (i, index) = ubyte(cx, INDEX)(i)?;
        let (i, kind) = metadata_type(cx)(i)?;
        let (i, value) = typed(cx, kind.name(), metadata_value(cx, kind))(i)?;
        Ok((i, MetadataEntry { index, value }))
    }
}

/// Writes an entry of metadata, in the layout of [`metadata_entry`]. Fails for index 255, because it would
/// end the entries.
pub fn gen_metadata_entry<T: Trace, W: Write>(cx: Cx<'_, T>, x: &MetadataEntry) -> impl SerializeFn<W> {
    move |out| {
        if x.index == METADATA_END {
            return cx.refuse(EncodeErrorKind::OutOfRange { value: x.index.into(), min: 0, max: 254 });
        }
        let out = gen_ubyte(x.index)(out)?;
        let out = gen_varint(type_id(cx, x.value.metadata_type())?)(out)?;
        gen_metadata_value(cx, &x.value)(out)
    }
}

/// Reads a type that the version has.
fn metadata_type<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, MetadataType> {
    move |start: &'a [u8]| {
        let (i, id) = varint(cx.silent(), TYPE)(start)?;
        let kind = MetadataType::from_wire(id, cx.rules());
        let shown = kind.map_or(Shown::Int(id.into()), |kind| Shown::Named(id.into(), kind.name()));
        cx.row(start, i, TYPE, shown);
        let Some(kind) = kind else { return fail_after(start, i, DecodeErrorKind::MetadataType { id }) };
        Ok((i, kind))
    }
}

/// Mirrors [`metadata_type`].
fn type_id<T: Trace>(cx: Cx<'_, T>, x: MetadataType) -> Result<i32, GenError> {
    match x.to_wire(cx.rules()) {
        Some(id) => Ok(id),
        None => cx
            .refuse(EncodeErrorKind::NotInDialect { kind: x.name(), dialect: cx.rules().release.row().name }),
    }
}

/// Reads the value of an entry, given its type. The ids of the types are 0 to 18, in the order of the arms below. 1.13.2
/// has only 0 to 15.
///
/// | type                     | value |
/// |--------------------------|-------|
/// | Byte, VarInt, Float, Boolean | [`byte`], [`varint`], [`float`], [`boolean`] |
/// | String, Chat | [`string`] of at most 32767 UTF-16 units, [`chat`] |
/// | Slot, NBT                | [`slot`], [`nbt`], whose first byte tells whether they are absent |
/// | Position, Particle       | [`position`], [`particle`] |
/// | OptChat, OptPosition, OptUUID | Boolean, then the value if it is true |
/// | Rotation                 | three Floats: x, y, z in degrees |
/// | Direction, Pose          | VarInt, 0 to 5 for Direction, 0 to 6 for Pose |
/// | OptBlockID               | VarInt: 0 if absent, otherwise a block state |
/// | OptVarInt                | VarInt: 0 if absent, otherwise the value plus 1, wrapping |
/// | Villager Data            | three VarInts: type, profession, level |
pub fn metadata_value<'a, T: Trace>(cx: Cx<'_, T>, kind: MetadataType) -> impl Parse<'a, MetadataValue> {
    move |i: &'a [u8]| match kind {
        MetadataType::Byte => map(byte(cx, "value"), V::Byte)(i),
        MetadataType::VarInt => map(varint(cx, "value"), V::VarInt)(i),
        MetadataType::Float => map(float(cx, "value"), V::Float)(i),
        MetadataType::String => map(string(cx, STRING_MAX), |x| V::String(x.into()))(i),
        MetadataType::Chat => map(chat(cx), V::Chat)(i),
        MetadataType::OptChat => map(option(cx, chat(cx)), |x| V::OptChat(x.map(Box::new)))(i),
        MetadataType::Slot => map(slot(cx), |x| V::Slot(x.map(Box::new)))(i),
        MetadataType::Boolean => map(boolean(cx, "value"), V::Boolean)(i),
        MetadataType::Rotation => {
            let (i, x) = float(cx, "x, pitch")(i)?;
            let (i, y) = float(cx, "y, yaw")(i)?;
            let (i, z) = float(cx, "z, roll")(i)?;
            Ok((i, V::Rotation([x, y, z])))
        }
        MetadataType::Position => map(position(cx), V::Position)(i),
        MetadataType::OptPosition => map(option(cx, position(cx)), V::OptPosition)(i),
        MetadataType::Direction => map(one_of(cx, "direction", ids::DIRECTIONS), V::Direction)(i),
        MetadataType::OptUuid => map(option(cx, uuid(cx)), |x| V::OptUuid(x.map(Box::new)))(i),
        MetadataType::OptBlockId => {
            let state = or_absent(cx, "block state", |state| Shown::Int(state.into()));
            map(state, |state| V::OptBlockId((state != 0).then_some(state)))(i)
        }
        MetadataType::Nbt => map(nbt(cx), |x| V::Nbt(x.map(Box::new)))(i),
        MetadataType::Particle => map(particle(cx), V::Particle)(i),
        MetadataType::VillagerData => {
            let (i, kind) = may_name(cx, "villager type", ids::VILLAGER_TYPES)(i)?;
            let (i, profession) = may_name(cx, "profession", ids::VILLAGER_PROFESSIONS)(i)?;
            let (i, level) = varint(cx, "level")(i)?;
            Ok((i, V::VillagerData { kind, profession, level }))
        }
        MetadataType::OptVarInt => {
            let shown = |wire: i32| Shown::Noted(wire.into(), "one more than the value");
            let value = |wire: i32| (wire != 0).then(|| wire.wrapping_sub(1));
            map(or_absent(cx, "value plus 1", shown), move |wire| V::OptVarInt(value(wire)))(i)
        }
        MetadataType::Pose => map(one_of(cx, "pose", ids::POSES), V::Pose)(i),
    }
}

/// Writes a `MetadataValue`, in the layout of [`metadata_value`].
pub fn gen_metadata_value<T: Trace, W: Write>(cx: Cx<'_, T>, x: &MetadataValue) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match x {
        V::Byte(x) => gen_byte(*x)(out),
        V::VarInt(x) => gen_varint(*x)(out),
        V::Float(x) => gen_float(*x)(out),
        V::String(x) => gen_string(cx, STRING_MAX, x)(out),
        V::Chat(x) => gen_chat(cx, x)(out),
        V::OptChat(x) => gen_option(x.as_deref().map(|x| gen_chat(cx, x)))(out),
        V::Slot(x) => gen_slot(cx, x.as_deref())(out),
        V::Boolean(x) => gen_boolean(*x)(out),
        V::Rotation([x, y, z]) => tuple((gen_float(*x), gen_float(*y), gen_float(*z)))(out),
        V::Position(x) => gen_position(cx, x)(out),
        V::OptPosition(x) => gen_option(x.as_ref().map(|x| gen_position(cx, x)))(out),
        V::Direction(x) => gen_one_of(cx, *x, ids::DIRECTIONS)(out),
        V::OptUuid(x) => gen_option(x.as_deref().map(|x| gen_uuid(*x)))(out),
        V::OptBlockId(Some(0)) => is_absent(cx, "block state 0 would read back as absent"),
        V::OptBlockId(x) => gen_varint(x.unwrap_or(0))(out),
        V::Nbt(x) => gen_nbt(cx, x.as_deref())(out),
        V::Particle(x) => gen_particle(cx, x)(out),
        V::VillagerData { kind, profession, level } => {
            tuple((gen_varint(*kind), gen_varint(*profession), gen_varint(*level)))(out)
        }
        V::OptVarInt(Some(-1)) => is_absent(cx, "-1 plus one would read back as absent"),
        V::OptVarInt(x) => gen_varint(x.map_or(0, |x| x.wrapping_add(1)))(out),
        V::Pose(x) => gen_one_of(cx, *x, ids::POSES)(out),
    }
}

/// Reads a VarInt, in which 0 means absent.
fn or_absent<'a, T: Trace>(
    cx: Cx<'_, T>,
    name: &'static str,
    show: impl Fn(i32) -> Shown<'static>,
) -> impl Parse<'a, i32> {
    let meaning = Meaning::new(name).of(Form::VAR_INT);
    field_as(cx, meaning, varint(cx.silent(), name), move |x| match x {
        0 => Shown::Noted(0, "absent"),
        x => show(*x),
    })
}

fn is_absent<T: Trace, O>(cx: Cx<'_, T>, what: &'static str) -> Result<O, GenError> {
    cx.refuse(EncodeErrorKind::NotExpressible { what })
}

/// Reads a VarInt that must be the position of a name in a list.
fn one_of<'a, T: Trace>(
    cx: Cx<'_, T>,
    name: &'static str,
    names: &'static [&'static str],
) -> impl Parse<'a, i32> {
    let meaning = Meaning::new(name).of(Form::VAR_INT);
    enumeration(cx, meaning, varint(cx.silent(), name), |number| name_of(names, number))
}

/// Mirrors [`one_of`].
fn gen_one_of<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    x: i32,
    names: &'static [&'static str],
) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match name_of(names, x.into()) {
        Some(_) => gen_varint(x)(out),
        None => {
            let max = i64::try_from(names.len()).unwrap_or(i64::MAX) - 1;
            cx.refuse(EncodeErrorKind::OutOfRange { value: x.into(), min: 0, max })
        }
    }
}

/// Reads a VarInt that is the position of a name in a list. Numbers without a name are accepted.
fn may_name<'a, T: Trace>(
    cx: Cx<'_, T>,
    name: &'static str,
    names: &'static [&'static str],
) -> impl Parse<'a, i32> {
    let meaning = Meaning::new(name).of(Form::VAR_INT);
    with_name(cx, meaning, varint(cx.silent(), name), |number| name_of(names, number))
}

/// Returns the name at this position in a list.
fn name_of(names: &[&'static str], number: i64) -> Option<&'static str> {
    usize::try_from(number).ok().and_then(|at| names.get(at).copied())
}
