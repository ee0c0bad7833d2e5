//! Particles.

use std::borrow::Cow;
use std::fmt;

use super::slot::ItemStack;
use crate::minecraft::ids::ParticleLayout;

/// A particle with its data.
///
/// ```
/// use gamewire::minecraft::{Dust, Particle, ParticleData, Protocol, ids};
///
/// // Red dust, as redstone makes it.
/// let dust = Dust { red: 1.0, green: 0.0, blue: 0.0, scale: 1.0 };
/// let row = ids::PARTICLES.iter().find(|row| row.name == "minecraft:dust").unwrap();
/// let particle = Particle::new(row.id(&Protocol::V1_14).unwrap(), ParticleData::Dust(Box::new(dust)));
/// let bytes = Protocol::V1_14.encode(&particle)?;
/// let read: Particle = Protocol::V1_14.parse(&bytes)?;
/// assert_eq!(ids::particle(read.id, &Protocol::V1_14).map(|row| row.name), Some("minecraft:dust"));
/// assert_eq!(read, particle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Particle {
    /// The id of the particle in the version.
    pub id: i32,
    /// The data of the particle.
    pub data: ParticleData,
}

/// The particle of a [`Value`](crate::minecraft::Value). It is smaller than a [`Particle`], and most particles need no
/// allocation.
///
/// ```
/// use gamewire::minecraft::{Particle, ParticleData, Value};
///
/// let particle = Particle::new(4, ParticleData::None);
/// let Value::Particle(value) = Value::Particle(particle.clone().into()) else { panic!() };
/// assert_eq!(*value.get(), particle);
/// ```
#[derive(Clone, PartialEq)]
pub struct ParticleValue(Repr);

#[derive(Clone, PartialEq)]
enum Repr {
    /// The id of a particle without data.
    Bare(i32),
    Full(Box<Particle>),
}

impl ParticleValue {
    /// Returns the particle.
    pub fn get(&self) -> Cow<'_, Particle> {
        match &self.0 {
            Repr::Bare(id) => Cow::Owned(Particle { id: *id, data: ParticleData::None }),
            Repr::Full(particle) => Cow::Borrowed(particle),
        }
    }
}

impl From<Particle> for ParticleValue {
    fn from(particle: Particle) -> Self {
        Self(match particle.data {
            ParticleData::None => Repr::Bare(particle.id),
            ParticleData::BlockState(_) | ParticleData::Dust(_) | ParticleData::Item(_) => {
                Repr::Full(Box::new(particle))
            }
        })
    }
}

impl fmt::Debug for ParticleValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// The data after the id of a particle.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum ParticleData {
    /// No data, as for most particles.
    None,
    /// The look of a block: `block` and `falling_dust`.
    BlockState(i32),
    /// Color and size, for `dust`. Any float is allowed in the bytes.
    Dust(Box<Dust>),
    /// The look of an item: `item`.
    Item(Option<Box<ItemStack>>),
}

/// The color and size of a `dust` particle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dust {
    /// The red component, from 0 to 1.
    pub red: f32,
    /// The green component, from 0 to 1.
    pub green: f32,
    /// The blue component, from 0 to 1.
    pub blue: f32,
    /// The size. The game shows values from 0.01 to 4.
    pub scale: f32,
}

impl Particle {
    /// Creates a particle. If the data does not have the layout of the id, encoding the particle is an error.
    #[must_use]
    pub const fn new(id: i32, data: ParticleData) -> Self {
        Self { id, data }
    }
}

impl ParticleData {
    /// Returns the layout of the data.
    pub(in crate::minecraft) fn layout(&self) -> ParticleLayout {
        match self {
            Self::None => ParticleLayout::None,
            Self::BlockState(_) => ParticleLayout::BlockState,
            Self::Dust(_) => ParticleLayout::Dust,
            Self::Item(_) => ParticleLayout::Item,
        }
    }
}
