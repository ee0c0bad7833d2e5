//! Particle: an id, and data that depends on the id.

use std::io::Write;

use cookie_factory::sequence::tuple;
use cookie_factory::{SerializeFn, WriteContext};

use super::{Cx, float, gen_float, gen_slot, gen_varint, slot, varint};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::grammar::{Parse, fail_after, gen_part, map, part, typed};
use crate::minecraft::ids::{self, ParticleLayout};
use crate::minecraft::model::{Dust, Particle, ParticleData};
use crate::trace::{Form, Meaning, Shown, Trace};

const ID: Meaning = Meaning::new("particle id")
    .of(Form::VAR_INT)
    .saying("The number of the particle in the registry of the release; it decides which data follow.");

/// Reads a particle: its id and its data.
///
/// | size   | field |
/// |--------|-------|
/// | 1 to 5 | id: VarInt |
/// | ..     | data by id, see [`particle_data`] |
///
/// An unknown id is an error, because the length of its data is unknown.
pub fn particle<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Particle> {
    typed(cx, "Particle", move |start: &'a [u8]| {
        let (i, id) = varint(cx.silent(), ID)(start)?;
        let row = ids::particle(id, cx.rules());
        cx.row(start, i, ID, row.map_or(Shown::Int(id.into()), |row| Shown::Named(id.into(), row.name)));
        let Some(row) = row else { return fail_after(start, i, DecodeErrorKind::ParticleId { id }) };
        let (i, data) = particle_data(cx, row.layout)(i)?;
        Ok((i, Particle { id, data }))
    })
}

/// Writes a `Particle`, in the layout of [`particle`]. Fails if the version does not have the particle, or if its
/// data has another layout.
pub fn gen_particle<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Particle) -> impl SerializeFn<W> {
    move |out| {
        let what = match ids::particle(x.id, cx.rules()) {
            Some(row) if row.layout == x.data.layout() => {
                let out = gen_varint(x.id)(out)?;
                return gen_particle_data(cx, &x.data)(out);
            }
            Some(_) => "this particle has other data",
            None => "a particle with this id does not exist in this version",
        };
        cx.refuse(EncodeErrorKind::NotExpressible { what })
    }
}

/// Reads the data of a particle. It follows the id, except in the particle packet, where the id is an Int
/// at the start and the data is at the end:
///
/// | particle            | size   | data |
/// |---------------------|--------|------|
/// | block, falling_dust | 1 to 5 | block state: VarInt |
/// | dust                | 16     | red, green, blue, scale: Float |
/// | item                | 1..    | Slot |
/// | all others          | 0      |  |
pub fn particle_data<'a, T: Trace>(cx: Cx<'_, T>, layout: ParticleLayout) -> impl Parse<'a, ParticleData> {
    move |i: &'a [u8]| match layout {
        ParticleLayout::None => Ok((i, ParticleData::None)),
        ParticleLayout::BlockState => map(varint(cx, "block state"), ParticleData::BlockState)(i),
        ParticleLayout::Dust => map(dust(cx), |dust| ParticleData::Dust(Box::new(dust)))(i),
        ParticleLayout::Item => {
            map(part(cx, "item", slot(cx)), |slot| ParticleData::Item(slot.map(Box::new)))(i)
        }
    }
}

/// Writes a `ParticleData`, in the layout of [`particle_data`].
pub fn gen_particle_data<T: Trace, W: Write>(cx: Cx<'_, T>, x: &ParticleData) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match x {
        ParticleData::None => Ok(out),
        ParticleData::BlockState(state) => gen_varint(*state)(out),
        ParticleData::Dust(dust) => gen_dust(dust)(out),
        ParticleData::Item(slot) => gen_part(cx, "item", gen_slot(cx, slot.as_deref()))(out),
    }
}

fn dust<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Dust> {
    move |i: &'a [u8]| {
        let (i, red) = float(cx, "red")(i)?;
        let (i, green) = float(cx, "green")(i)?;
        let (i, blue) = float(cx, "blue")(i)?;
        let (i, scale) = float(cx, "scale")(i)?;
        Ok((i, Dust { red, green, blue, scale }))
    }
}

fn gen_dust<W: Write>(x: &Dust) -> impl SerializeFn<W> {
    tuple((gen_float(x.red), gen_float(x.green), gen_float(x.blue), gen_float(x.scale)))
}
