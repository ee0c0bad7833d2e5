//! Minecraft.
pub mod ids;
mod protocol;
pub mod wire;
pub use protocol::*;
pub use wire::fixed::FixedPoint;
pub use wire::metadata::{Metadata, MetadataEntry, MetadataValue};
pub use wire::nbt;
pub use wire::particle::{Particle, ParticleData};
pub use wire::position::{Angle, Position, Uuid, UuidError};
pub use wire::slot::{ItemStack, Slot};
pub use wire::text::{Chat, Identifier};
pub use wire::varint::{VarInt, VarLong};
mod expr;
pub mod json;
pub use expr::*;
#[cfg(feature = "compress")]
mod files;
#[cfg(feature = "serde")]
mod serde_nbt;
#[cfg(feature = "compress")]
pub use files::*;
#[cfg(feature = "serde")]
pub use serde_nbt::*;
