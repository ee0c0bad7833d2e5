//! NBT in one call, by the rules of 1.14.

use super::protocol::Protocol;
use super::wire::nbt::{Nbt, NbtView};
use crate::error::{DecodeError, EncodeError};

/// Reads a whole NBT root with the rules of 1.14; `None` is the single byte 0.
///
/// ```
/// let bytes = b"\x0a\0\x0bhello world\x08\0\x04name\0\x09Bananrama\0";
/// let nbt = gamewire::minecraft::decode_nbt(bytes)?.unwrap();
/// assert_eq!(nbt.name, "hello world");
/// assert_eq!(nbt.root.get("name").and_then(|tag| tag.as_str()), Some("Bananrama".into()));
/// # Ok::<(), gamewire::error::DecodeError>(())
/// ```
pub fn decode_nbt(bytes: &[u8]) -> Result<Option<Nbt<'_>>, DecodeError> {
    Protocol::V1_14.decode(bytes)
}

/// Whether the bytes are a whole NBT root by the rules of 1.14, or the single byte 0. Nothing is made of them;
/// to look at a few values as well, decode an [`NbtView`].
///
/// ```
/// use gamewire::minecraft::check_nbt;
/// assert!(check_nbt(b"\x0a\0\0\x01\0\x01a\x05\0").is_ok());
/// assert_eq!(check_nbt(b"\x0a\0\0\x63\0\x01a\x05\0").unwrap_err().offset(), 3);
/// ```
pub fn check_nbt(bytes: &[u8]) -> Result<(), DecodeError> {
    Protocol::V1_14.decode::<Option<NbtView<'_>>>(bytes).map(|_| ())
}

/// Writes an NBT root with the rules of 1.14.
pub fn encode_nbt(nbt: &Option<Nbt<'_>>) -> Result<Vec<u8>, EncodeError> {
    Protocol::V1_14.encode(nbt)
}
