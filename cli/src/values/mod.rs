//! Values: their formats, and their forms on the command line.

pub mod auto;
pub mod format;
pub mod godot_value;
pub mod hex;
pub mod nbt_value;
pub mod nearest;
pub mod own_packets;
pub mod size;
pub mod text;
pub mod untyped;
