//! Particle: an id, then data by id.

use std::io::Write;

use cookie_factory::WriteContext;

use super::prim::{gen_f32, parse_f32};
use super::reading;
use super::slot::{ItemStack, gen_slot, parse_slot};
use super::varint::{gen_varint, parse_varint};
use crate::cx::Cx;
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::minecraft::ids::{self, ParticleLayout, ParticleRow};
use crate::minecraft::protocol::{Protocol, Wire};
use crate::minecraft::version::Version;
use crate::sink::Gen;
use crate::trace::{Part, Shown, Trace};

/// A particle with its data.
#[derive(Debug, Clone, PartialEq)]
pub struct Particle<'a> {
    /// Its number in the version.
    pub id: i32,
    /// What belongs to it.
    pub data: ParticleData<'a>,
}

/// What follows the id of a particle.
#[derive(Debug, Clone, PartialEq)]
pub enum ParticleData<'a> {
    /// Nothing, for most.
    None,
    /// The look of a block: `block` and `falling_dust`.
    BlockState(i32),
    /// Colour and size: `dust`. The wire holds any float.
    Dust(Box<Dust>),
    /// The look of an item: `item`.
    Item(Option<Box<ItemStack<'a>>>),
}

/// Colour and size of a `dust` particle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dust {
    /// 0 to 1.
    pub red: f32,
    /// 0 to 1.
    pub green: f32,
    /// 0 to 1.
    pub blue: f32,
    /// The game shows 0.01 to 4.
    pub scale: f32,
}

impl Particle<'_> {
    /// The identifier, as `minecraft:flame`.
    pub fn name(&self, version: Version) -> Option<&'static str> {
        ids::particle(self.id, version).map(|row| row.name)
    }

    /// The same, borrowing nothing.
    pub fn into_owned(self) -> Particle<'static> {
        let data = match self.data {
            ParticleData::None => ParticleData::None,
            ParticleData::BlockState(state) => ParticleData::BlockState(state),
            ParticleData::Dust(dust) => ParticleData::Dust(dust),
            ParticleData::Item(slot) => ParticleData::Item(slot.map(|stack| Box::new(stack.into_owned()))),
        };
        Particle { id: self.id, data }
    }
}

impl ParticleData<'_> {
    fn layout(&self) -> ParticleLayout {
        match self {
            Self::None => ParticleLayout::None,
            Self::BlockState(_) => ParticleLayout::BlockState,
            Self::Dust(_) => ParticleLayout::Dust,
            Self::Item(_) => ParticleLayout::Item,
        }
    }
}

/// | size | field |
/// |------|-------|
/// | 1..5 | id: VarInt |
/// | ..   | data by id, see [`parse_particle_data`] |
///
/// An unknown id is refused: how long its data is cannot be known.
pub fn parse_particle<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Particle<'a>> {
    reading(cx, "Particle");
    let (rest, id) = parse_varint(cx.rules.cx(), "id", i)?;
    let row = known(cx, id, i, rest)?;
    let (i, data) = parse_particle_data(cx, row.layout, rest)?;
    Ok((i, Particle { id, data }))
}

/// Mirrors [`parse_particle`].
pub fn gen_particle<T: Trace, W: Write>(
    cx: Cx<'_, Protocol, T>,
    x: &Particle<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    match ids::particle(x.id, cx.rules.version) {
        Some(row) if row.layout == x.data.layout() => {}
        Some(_) => {
            return cx.refuse(EncodeErrorKind::NotExpressible { what: "this particle has other data" });
        }
        None => {
            return cx.refuse(EncodeErrorKind::NotExpressible {
                what: "a particle with this id does not exist in this version",
            });
        }
    }
    gen_varint(cx, x.id, out)?;
    gen_particle_data(cx, &x.data, out)
}

/// What follows the id, or stands at the end of the particle packet, whose id is an Int far in front:
///
/// | particle            | size | data |
/// |---------------------|------|------|
/// | block, falling_dust | 1..5 | block state: VarInt |
/// | dust                | 16   | red, green, blue, scale: Float |
/// | item                | 1..  | Slot |
/// | all others          | 0    | |
pub fn parse_particle_data<'a, T: Trace>(
    cx: Cx<'_, Protocol, T>,
    layout: ParticleLayout,
    i: &'a [u8],
) -> PResult<'a, ParticleData<'a>> {
    match layout {
        ParticleLayout::None => Ok((i, ParticleData::None)),
        ParticleLayout::BlockState => {
            let (i, state) = parse_varint(cx, "block state", i)?;
            Ok((i, ParticleData::BlockState(state)))
        }
        ParticleLayout::Dust => {
            let (i, red) = parse_f32(cx, "red", i)?;
            let (i, green) = parse_f32(cx, "green", i)?;
            let (i, blue) = parse_f32(cx, "blue", i)?;
            let (i, scale) = parse_f32(cx, "scale", i)?;
            Ok((i, ParticleData::Dust(Box::new(Dust { red, green, blue, scale }))))
        }
        ParticleLayout::Item => {
            let (i, slot) = cx.part(Part::Field("item"), |cx| parse_slot(cx, i))?;
            Ok((i, ParticleData::Item(slot.map(Box::new))))
        }
    }
}

/// Mirrors [`parse_particle_data`].
pub fn gen_particle_data<T: Trace, W: Write>(
    cx: Cx<'_, Protocol, T>,
    x: &ParticleData<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    match x {
        ParticleData::None => Ok(()),
        ParticleData::BlockState(state) => gen_varint(cx, *state, out),
        ParticleData::Dust(x) => {
            gen_f32(cx, x.red, out)?;
            gen_f32(cx, x.green, out)?;
            gen_f32(cx, x.blue, out)?;
            gen_f32(cx, x.scale, out)
        }
        ParticleData::Item(slot) => cx.part(Part::Field("item"), |cx| gen_slot(cx, slot.as_deref(), out)),
    }
}

/// The row of an id, which is reported by its name.
fn known<T: Trace>(
    cx: Cx<'_, Protocol, T>,
    id: i32,
    before: &[u8],
    after: &[u8],
) -> Result<&'static ParticleRow, nom::Err<Fault>> {
    let row = ids::particle(id, cx.rules.version);
    let shown = row.map_or(Shown::Int(id.into()), |row| Shown::Named(id.into(), row.name));
    cx.field(before, after, "particle id", shown);
    match row {
        Some(row) => Ok(row),
        None => Fault::number(before, after, DecodeErrorKind::ParticleId { id }),
    }
}

impl<'a> Wire<'a> for Particle<'a> {
    const NAME: &'static str = "Particle";
    fn parse<T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Self> {
        parse_particle(cx, i)
    }
    fn gen_to<T: Trace, W: Write>(&self, cx: Cx<'_, Protocol, T>, out: &mut WriteContext<W>) -> Gen {
        gen_particle(cx, self, out)
    }
}
