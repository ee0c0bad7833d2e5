//! Functions that read and write NBT by the rules of 1.14.

use super::ids::TagId;
use super::nbt::{Nbt, OptNbt};
use super::protocol::Protocol;
use crate::error::{DecodeError, EncodeError};

/// Parses an NBT root by the rules of 1.14. Returns `None` if the bytes are the single byte 0.
///
/// # Errors
/// Returns an error if the bytes are not a root, end too early, or continue after the root.
///
/// ```
/// let bytes = b"\x0a\0\x0bhello world\x08\0\x04name\0\x09Bananrama\0";
/// let nbt = gamewire::minecraft::parse_nbt(bytes)?.unwrap();
/// assert_eq!(nbt.name, "hello world");
/// assert_eq!(nbt.root.get("name").and_then(|tag| tag.to_str()), Some("Bananrama".into()));
/// # Ok::<(), gamewire::error::DecodeError>(())
/// ```
pub fn parse_nbt(bytes: &[u8]) -> Result<Option<Nbt>, DecodeError> {
    Protocol::V1_14.parse::<OptNbt>(bytes).map(|OptNbt(nbt)| nbt)
}

/// Validates an NBT root by the rules of 1.14, or the single byte 0, without building a tree. To read a few values,
/// parse an [`NbtView`](super::nbt::NbtView).
///
/// # Errors
/// Returns the same errors as [`parse_nbt`].
///
/// ```
/// use gamewire::minecraft::check_nbt;
/// assert!(check_nbt(b"\x0a\0\0\x01\0\x01a\x05\0").is_ok());
/// assert_eq!(check_nbt(b"\x0a\0\0\x63\0\x01a\x05\0").unwrap_err().offset(), 3);
/// ```
pub fn check_nbt(bytes: &[u8]) -> Result<(), DecodeError> {
    Protocol::V1_14.check::<OptNbt>(bytes)
}

/// Encodes an NBT root by the rules of 1.14. `None` is encoded as the single byte 0.
///
/// # Errors
/// Returns an error if text or a list is too long for its length field, or if values are nested too deeply. The error
/// has the path and the reason.
///
/// ```
/// use gamewire::minecraft::{encode_nbt, nbt::{Compound, Nbt}};
/// let nbt = Nbt::unnamed(Compound::from_iter([("hp", 20_i8)]));
/// assert_eq!(encode_nbt(&nbt)?, b"\x0a\0\0\x01\0\x02hp\x14\0");
/// assert_eq!(encode_nbt(None)?, [0]);
/// # Ok::<(), gamewire::error::EncodeError>(())
/// ```
pub fn encode_nbt<'n>(nbt: impl Into<Option<&'n Nbt>>) -> Result<Vec<u8>, EncodeError> {
    match nbt.into() {
        Some(nbt) => Protocol::V1_14.encode(nbt),
        None => Ok(vec![TagId::End.to_wire()]),
    }
}
