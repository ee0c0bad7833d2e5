//! Particle: an id, and data that depends on the id.

use std::io::Write;

use cookie_factory::sequence::{pair, tuple};
use cookie_factory::{GenError, SerializeFn};
use nom::combinator::success;

use super::Cx;
use super::prim::{float, gen_float};
use super::slot::{gen_slot, slot};
use super::varint::{gen_varint, varint, varint_as};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::grammar::{Grammar, accept, checked, gen_match, gen_part, grammar, nothing, part, typed};
use crate::minecraft::ids::{self, ParticleLayout};
use crate::minecraft::model::{Dust, Particle, ParticleData};
use crate::trace::{Meaning, Shown, Trace};

grammar!(
    /// Reads a particle: its id and its data.
    ///
    /// | size   | field |
    /// |--------|-------|
    /// | 1 to 5 | id: VarInt |
    /// | ..     | data by id, see [`particle_data`] |
    ///
    /// An unknown id is an error, because the length of its data is unknown.
    pub fn particle<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Particle> {
        typed(cx, "Particle", particle_id(cx))
            .flat_map(move |(id, layout)| particle_data(cx, layout).map(move |data| Particle { id, data }))
    }
);

/// Writes a `Particle`, in the layout of [`particle`].
pub fn gen_particle<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Particle) -> impl SerializeFn<W> {
    checked(move || has_its_data(cx, x), move |()| pair(gen_varint(x.id), gen_particle_data(cx, &x.data)))
}

grammar!(
    /// Reads the data of a particle. It follows the id, except in the particle packet, where the id is an Int
    /// at the start and the data is at the end:
    ///
    /// | particle            | size   | data |
    /// |---------------------|--------|------|
    /// | block, falling_dust | 1 to 5 | block state: VarInt |
    /// | dust                | 16     | red, green, blue, scale: Float |
    /// | item                | 1..    | Slot |
    /// | all others          | 0      |  |
    pub fn particle_data<'a, T: Trace>(
        cx: Cx<'_, T>,
        layout: ParticleLayout,
    ) -> impl Grammar<'a, ParticleData> {
        match layout {
            ParticleLayout::None => success(ParticleData::None),
            ParticleLayout::BlockState => varint(cx, "block state").map(ParticleData::BlockState),
            ParticleLayout::Dust => dust(cx).map(|dust| ParticleData::Dust(Box::new(dust))),
            ParticleLayout::Item => {
                part(cx, "item", slot(cx)).map(|slot| ParticleData::Item(slot.map(Box::new)))
            }
        }
    }
);

/// Writes a `ParticleData`, in the layout of [`particle_data`].
pub fn gen_particle_data<T: Trace, W: Write>(cx: Cx<'_, T>, x: &ParticleData) -> impl SerializeFn<W> {
    gen_match!(x {
        ParticleData::None => nothing(),
        ParticleData::BlockState(state) => gen_varint(*state),
        ParticleData::Dust(dust) => gen_dust(dust),
        ParticleData::Item(slot) => gen_part(cx, "item", gen_slot(cx, slot.as_deref())),
    })
}

grammar!(
    fn dust<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Dust> {
        (float(cx, "red"), float(cx, "green"), float(cx, "blue"), float(cx, "scale"))
            .map(|(red, green, blue, scale)| Dust { red, green, blue, scale })
    }
);

fn gen_dust<W: Write>(x: &Dust) -> impl SerializeFn<W> {
    tuple((gen_float(x.red), gen_float(x.green), gen_float(x.blue), gen_float(x.scale)))
}

grammar!(
    /// Reads an id that the version has, and returns it with the layout of its data. The trace reports its
    /// name.
    fn particle_id<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, (i32, ParticleLayout)> {
        let row = move |id| ids::particle(id, cx.rules().version);
        let id = varint_as(cx, ID, move |id| match row(*id) {
            Some(row) => Shown::Named((*id).into(), row.name),
            None => Shown::Int((*id).into()),
        });
        accept(id, move |id, _| match row(id) {
            Some(row) => Ok((id, row.layout)),
            None => Err(DecodeErrorKind::ParticleId { id }),
        })
    }
);

/// Returns an error if the version does not have the particle, or if its data has another layout.
fn has_its_data<T: Trace>(cx: Cx<'_, T>, x: &Particle) -> Result<(), GenError> {
    let what = match ids::particle(x.id, cx.rules().version) {
        Some(row) if row.layout == x.data.layout() => return Ok(()),
        Some(_) => "this particle has other data",
        None => "a particle with this id does not exist in this version",
    };
    cx.refuse(EncodeErrorKind::NotExpressible { what })
}

const ID: Meaning = Meaning::new("particle id")
    .saying("The number of the particle in the registry of the release; it decides which data follow.");
