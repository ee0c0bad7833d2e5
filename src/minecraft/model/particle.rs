//! Particles.

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
