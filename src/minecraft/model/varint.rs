//! Integers of variable length.

/// An `i32` that is encoded as a VarInt. [`Protocol::parse`](crate::minecraft::Protocol::parse) selects
/// the layout by the type: it reads an `i32` as an Int, and a `VarInt` as a VarInt.
///
/// ```
/// use gamewire::minecraft::{Protocol, VarInt};
/// let bytes = Protocol::V1_14.encode(&VarInt(300))?;
/// assert_eq!(bytes, [0xac, 0x02]);
/// assert_eq!(Protocol::V1_14.parse::<VarInt>(&bytes)?, VarInt(300));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct VarInt(pub i32);

/// An `i64` that is encoded as a VarLong.
///
/// ```
/// use gamewire::minecraft::{Protocol, VarLong};
///
/// assert_eq!(Protocol::V1_14.encode(&VarLong(300))?, [0xac, 0x02]);
/// assert_eq!(Protocol::V1_14.encode(&VarLong(-1))?.len(), 10);
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct VarLong(pub i64);
