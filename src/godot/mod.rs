//! Godot's Variant serialization.

mod decode;
mod dialect;
mod encode;
mod ids;
mod model;
mod verify;
pub mod wire;

pub use decode::{Decoder, parse_variant};
pub use dialect::{Dialect, Precision};
pub use encode::encode_variant;
pub use ids::{KINDS, Kind, Table};
pub use model::*;
pub use verify::Verdict;
