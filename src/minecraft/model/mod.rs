//! The values of Minecraft's types, one file for each family. Their encoding is in [`wire`](super::wire).

mod fixed;
mod metadata;
pub(in crate::minecraft) mod nbt;
mod nesting;
mod particle;
mod position;
mod slot;
mod text;
mod uuid;
mod varint;

pub use self::uuid::{Uuid, UuidError};
pub use fixed::FixedPoint;
pub use metadata::{Metadata, MetadataEntry, MetadataValue};
pub(super) use nesting::{boxed_slice, nested};
pub use particle::{Dust, Particle, ParticleData};
pub use position::{Angle, Position};
pub use slot::{ItemStack, Slot};
pub use text::{Chat, Identifier, IdentifierError};
pub use varint::{VarInt, VarLong};
