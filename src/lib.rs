//! gamewire
pub mod cx;
pub mod error;
pub mod explain;
pub mod limits;
pub mod sink;
pub mod trace;
#[cfg(feature = "minecraft")]
pub mod minecraft;
