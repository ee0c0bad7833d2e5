//! gamewire
pub mod cx;
pub mod error;
pub mod explain;
pub mod limits;
#[cfg(feature = "minecraft")]
pub mod minecraft;
pub mod sink;
pub mod trace;
