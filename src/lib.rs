//! gamewire
pub mod cx;
pub mod error;
pub mod explain;
pub mod godot;
pub mod limits;
#[cfg(feature = "minecraft")]
pub mod minecraft;
pub mod sink;
pub mod trace;

pub use error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
pub use godot::{encode_variant, parse_variant};
