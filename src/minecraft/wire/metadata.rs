//! Entity metadata: entries with an index, of nineteen types, until index 255.

use std::io::Write;

use cookie_factory::sequence::{pair, tuple};
use cookie_factory::{GenError, SerializeFn};
use nom::combinator::verify;
use nom::{IResult, Parser};

use super::Cx;
use super::combinators::untraced;
use super::combine::{enumeration, gen_option, option, with_name};
use super::nbt_root::{gen_nbt, nbt};
use super::particle::{gen_particle, particle};
use super::position::{gen_position, gen_uuid, position, uuid};
use super::prim::{boolean, byte, float, gen_boolean, gen_byte, gen_float, gen_ubyte, ubyte};
use super::slot::{gen_slot, slot};
use super::text::{STRING_MAX, chat, gen_chat, gen_string, string};
use super::varint::{gen_varint, varint, varint_as};
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault};
use crate::grammar::{
    Grammar, accept, apart, checked, field_as, gen_each, gen_match, gen_part, grammar, part, then, typed, u8,
    until,
};
use crate::minecraft::ids::{self, METADATA_END, MetadataType};
use crate::minecraft::model::{Metadata, MetadataEntry, MetadataValue};
use crate::trace::{Dynamic, Form, Meaning, Order, Part, Shown, Trace};
use MetadataValue as V;

grammar!(
    /// Reads the metadata of an entity: entries until index 255.
    ///
    /// | size | field |
    /// |------|-------|
    /// | ..   | entries: index, type, value |
    /// | 1    | `ff` |
    ///
    /// Entries with equal indices are all kept.
    pub fn metadata<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Metadata> {
        // `n` is the position of the entry, not its field `index`.
        let entry = move |n| part(cx, Part::Index(n), metadata_entry(cx));
        typed(cx, "Entity Metadata", until(end(cx), MIN_ENTRY, entry)).map(|entries| Metadata(entries.into()))
    }
);

/// Writes a `Metadata`, in the layout of [`metadata`].
pub fn gen_metadata<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Metadata) -> impl SerializeFn<W> {
    let entry = move |n, entry| gen_part(cx, Part::Index(n), gen_metadata_entry(cx, entry));
    pair(gen_each(&x.0, entry), gen_ubyte(METADATA_END))
}

grammar!(
    /// Reads an entry of entity metadata: index, type, value.
    ///
    /// | size   | field |
    /// |--------|-------|
    /// | 1      | index |
    /// | 1 to 5 | type: VarInt |
    /// | ..     | value by type, see [`metadata_value`] |
    pub fn metadata_entry<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, MetadataEntry> {
        then((ubyte(cx, INDEX), metadata_type(cx)), move |(index, kind)| {
            typed(cx, kind.name(), metadata_value(cx, kind)).map(move |value| MetadataEntry { index, value })
        })
    }
);

/// Writes an entry of metadata, in the layout of [`metadata_entry`]. Fails for index 255, because it would
/// end the entries.
pub fn gen_metadata_entry<T: Trace, W: Write>(cx: Cx<'_, T>, x: &MetadataEntry) -> impl SerializeFn<W> {
    let index = move || match x.index {
        METADATA_END => cx.refuse(EncodeErrorKind::OutOfRange { value: x.index.into(), min: 0, max: 254 }),
        index => Ok(index),
    };
    tuple((
        checked(index, gen_ubyte),
        gen_metadata_type(cx, x.value.metadata_type()),
        gen_metadata_value(cx, &x.value),
    ))
}

grammar!(
    fn metadata_type<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, MetadataType> {
        let kind = move |id| MetadataType::from_wire(id, cx.rules().version);
        let id = varint_as(cx, TYPE, move |id| match kind(*id) {
            Some(kind) => Shown::Named((*id).into(), kind.name()),
            None => Shown::Int((*id).into()),
        });
        accept(id, move |id, _| kind(id).ok_or(DecodeErrorKind::MetadataType { id }))
    }
);

fn gen_metadata_type<T: Trace, W: Write>(cx: Cx<'_, T>, x: MetadataType) -> impl SerializeFn<W> {
    let known = move || match x.to_wire(cx.rules().version) {
        Some(id) => Ok(id),
        None => {
            cx.refuse(EncodeErrorKind::NotInDialect { kind: x.name(), dialect: cx.rules().version.name() })
        }
    };
    checked(known, gen_varint)
}

grammar!(
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
    pub fn metadata_value<'a, T: Trace>(
        cx: Cx<'_, T>,
        kind: MetadataType,
    ) -> impl Grammar<'a, MetadataValue> {
        match kind {
            MetadataType::Byte => byte(cx, "value").map(V::Byte),
            MetadataType::VarInt => varint(cx, "value").map(V::VarInt),
            MetadataType::Float => float(cx, "value").map(V::Float),
            MetadataType::String => string(cx, STRING_MAX).map(|x| V::String(x.into())),
            MetadataType::Chat => chat(cx).map(V::Chat),
            MetadataType::OptChat => option(cx, chat(cx)).map(|x| V::OptChat(x.map(Box::new))),
            MetadataType::Slot => apart(slot(cx)).map(|x| V::Slot(x.map(Box::new))),
            MetadataType::Boolean => boolean(cx, "value").map(V::Boolean),
            MetadataType::Rotation => rotation(cx),
            MetadataType::Position => position(cx).map(V::Position),
            MetadataType::OptPosition => option(cx, position(cx)).map(V::OptPosition),
            MetadataType::Direction => one_of(cx, "direction", ids::DIRECTIONS).map(V::Direction),
            MetadataType::OptUuid => option(cx, uuid(cx)).map(|x| V::OptUuid(x.map(Box::new))),
            MetadataType::OptBlockId => block_state(cx).map(V::OptBlockId),
            MetadataType::Nbt => apart(nbt(cx)).map(|x| V::Nbt(x.map(Box::new))),
            MetadataType::Particle => particle(cx).map(V::Particle),
            MetadataType::VillagerData => villager_data(cx),
            MetadataType::OptVarInt => one_more(cx).map(V::OptVarInt),
            MetadataType::Pose => one_of(cx, "pose", ids::POSES).map(V::Pose),
        }
    }
);

/// Writes a `MetadataValue`, in the layout of [`metadata_value`].
pub fn gen_metadata_value<T: Trace, W: Write>(cx: Cx<'_, T>, x: &MetadataValue) -> impl SerializeFn<W> {
    gen_match!(x {
        V::Byte(x) => gen_byte(*x),
        V::VarInt(x) => gen_varint(*x),
        V::Float(x) => gen_float(*x),
        V::String(x) => gen_string(cx, STRING_MAX, x),
        V::Chat(x) => gen_chat(cx, x),
        V::OptChat(x) => gen_option(x.as_deref().map(|x| gen_chat(cx, x))),
        V::Slot(x) => gen_slot(cx, x.as_deref()),
        V::Boolean(x) => gen_boolean(*x),
        V::Rotation(x) => gen_rotation(x),
        V::Position(x) => gen_position(cx, x),
        V::OptPosition(x) => gen_option(x.as_ref().map(|x| gen_position(cx, x))),
        V::Direction(x) => gen_one_of(cx, *x, ids::DIRECTIONS),
        V::OptUuid(x) => gen_option(x.as_deref().map(|x| gen_uuid(*x))),
        V::OptBlockId(x) => gen_block_state(cx, *x),
        V::Nbt(x) => gen_nbt(cx, x.as_deref()),
        V::Particle(x) => gen_particle(cx, x),
        V::VillagerData { kind, profession, level } => {
            tuple((gen_varint(*kind), gen_varint(*profession), gen_varint(*level)))
        },
        V::OptVarInt(x) => gen_one_more(cx, *x),
        V::Pose(x) => gen_one_of(cx, *x, ids::POSES),
    })
}

grammar!(
    /// Reads three Floats, the angles around x (pitch), y (yaw) and z (roll) in degrees.
    fn rotation<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, MetadataValue> {
        (float(cx, "x, pitch"), float(cx, "y, yaw"), float(cx, "z, roll"))
            .map(|(x, y, z)| V::Rotation([x, y, z]))
    }
);

/// Mirrors [`rotation`].
fn gen_rotation<W: Write>([x, y, z]: &[f32; 3]) -> impl SerializeFn<W> {
    tuple((gen_float(*x), gen_float(*y), gen_float(*z)))
}

grammar!(
    /// Reads a VarInt, in which 0 means absent.
    fn block_state<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Option<i32>> {
        let state = varint_as(cx, "block state", |state| match state {
            0 => Shown::Noted(0, "absent"),
            state => Shown::Int((*state).into()),
        });
        state.map(|state| (state != 0).then_some(state))
    }
);

/// Mirrors [`block_state`].
fn gen_block_state<T: Trace, W: Write>(cx: Cx<'_, T>, x: Option<i32>) -> impl SerializeFn<W> {
    let state = move || present(cx, x, 0, "block state 0 would read back as absent");
    checked(state, |state| gen_varint(state.unwrap_or(0)))
}

grammar!(
    /// Reads a VarInt: 0 if absent, otherwise the value plus 1, wrapping.
    fn one_more<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Option<i32>> {
        let wire = varint_as(cx, "value plus 1", |wire| match wire {
            0 => Shown::Noted(0, "absent"),
            wire => Shown::Noted((*wire).into(), "one more than the value"),
        });
        wire.map(|wire| (wire != 0).then(|| wire.wrapping_sub(1)))
    }
);

/// Mirrors [`one_more`].
fn gen_one_more<T: Trace, W: Write>(cx: Cx<'_, T>, x: Option<i32>) -> impl SerializeFn<W> {
    let value = move || present(cx, x, -1, "-1 plus one would read back as absent");
    checked(value, |x| gen_varint(x.map_or(0, |x| x.wrapping_add(1))))
}

grammar!(
    /// Reads three VarInts: type, profession, level.
    fn villager_data<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, MetadataValue> {
        let kind = number_with_name(cx, "villager type", ids::VILLAGER_TYPES);
        let profession = number_with_name(cx, "profession", ids::VILLAGER_PROFESSIONS);
        (kind, profession, varint(cx, "level")).map(|(kind, profession, level)| V::VillagerData {
            kind,
            profession,
            level,
        })
    }
);

/// The least number of bytes of an entry: index, type, one byte.
const MIN_ENTRY: usize = 3;

grammar!(
    /// Reads the end of the entries.
    fn end<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, u8> {
        field_as(
            cx,
            INDEX.of(Form::unsigned(Order::Big)),
            verify(u8(), |index| *index == METADATA_END),
            |_| Shown::Noted(METADATA_END.into(), "the end"),
        )
    }
);

grammar!(
    /// Reads a VarInt that must be in a list of names. `enumeration` reports the number, so `varint` does not.
    fn one_of<'a, T: Trace>(
        cx: Cx<'_, T>,
        name: &'static str,
        names: &'static [&'static str],
    ) -> impl Grammar<'a, i32> {
        enumeration(cx, Meaning::new(name).of(Form::VAR_INT), varint(untraced(cx), name), |number| {
            name_of(names, number)
        })
    }
);

/// Mirrors [`one_of`].
fn gen_one_of<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    x: i32,
    names: &'static [&'static str],
) -> impl SerializeFn<W> {
    let number = move || match name_of(names, x.into()) {
        Some(_) => Ok(x),
        None => {
            let max = i64::try_from(names.len()).unwrap_or(i64::MAX) - 1;
            cx.refuse(EncodeErrorKind::OutOfRange { value: x.into(), min: 0, max })
        }
    };
    checked(number, gen_varint)
}

grammar!(
    /// Reads a VarInt that is the position of a name in a list. Numbers without a name are accepted.
    fn number_with_name<'a, T: Trace>(
        cx: Cx<'_, T>,
        name: &'static str,
        names: &'static [&'static str],
    ) -> impl Grammar<'a, i32> {
        with_name(cx, Meaning::new(name).of(Form::VAR_INT), varint(untraced(cx), name), |number| {
            name_of(names, number)
        })
    }
);

/// Returns the name at this position in a list.
fn name_of(names: &[&'static str], number: i64) -> Option<&'static str> {
    usize::try_from(number).ok().and_then(|at| names.get(at).copied())
}

/// Returns the value, or fails if it is the number that means absent.
fn present<T: Trace>(
    cx: Cx<'_, T>,
    x: Option<i32>,
    absent: i32,
    what: &'static str,
) -> Result<Option<i32>, GenError> {
    if x == Some(absent) { cx.refuse(EncodeErrorKind::NotExpressible { what }) } else { Ok(x) }
}

const INDEX: Meaning = Meaning::new("index").saying("The number of the entry; 255 ends the entries.");
const TYPE: Meaning = Meaning::new("type").saying("It decides how the value is read.");

/// Not part of the layout. Compiles this grammar, which contains the grammars of slots, particles and NBT, for a trace and
/// with outputs. This crate never uses that combination, but a packet of another crate does if it is a tuple, because
/// nom's tuples always build their outputs. In builds without optimization, such a crate uses what is compiled here; the row
/// "slot and metadata" of `benches/build.tsv` has the time of its build.
static _TRACED: for<'a> fn(Cx<'_, Dynamic<'_>>, &'a [u8]) -> _Traced<'a> = |cx, i| metadata(cx).parse(i);

type _Traced<'a> = IResult<&'a [u8], Metadata, Fault>;
