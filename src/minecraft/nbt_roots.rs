//! NBT in one call, by the rules of 1.14.

use std::io::Write;

use cookie_factory::WriteContext;

use super::nbt::{Nbt, OptNbt};
use super::protocol::Protocol;
use super::wire::{self, Cx};
use crate::edge::{self, Written};
use crate::error::{DecodeError, EncodeError};
use crate::grammar::run;
use crate::sink::Gen;
use crate::trace::Trace;

/// Reads a whole NBT root with the rules of 1.14; `None` is the single byte 0.
///
/// # Errors
/// If the bytes are no root, end too early, or do not end with it.
///
/// ```
/// let bytes = b"\x0a\0\x0bhello world\x08\0\x04name\0\x09Bananrama\0";
/// let nbt = gamewire::minecraft::parse_nbt(bytes)?.unwrap();
/// assert_eq!(nbt.name, "hello world");
/// assert_eq!(nbt.root.get("name").and_then(|tag| tag.to_str()), Some("Bananrama".into()));
/// # Ok::<(), gamewire::error::DecodeError>(())
/// ```
pub fn parse_nbt(bytes: &[u8]) -> Result<Option<Nbt>, DecodeError> {
    Protocol::V1_14.parse::<OptNbt>(bytes).map(Option::from)
}

/// Checks that the bytes are a whole NBT root by the rules of 1.14, or the single byte 0, without building a tree. To read a
/// few values, parse an [`NbtView`](super::nbt::NbtView).
///
/// # Errors
/// The errors of [`parse_nbt`].
///
/// ```
/// use gamewire::minecraft::check_nbt;
/// assert!(check_nbt(b"\x0a\0\0\x01\0\x01a\x05\0").is_ok());
/// assert_eq!(check_nbt(b"\x0a\0\0\x63\0\x01a\x05\0").unwrap_err().offset(), 3);
/// ```
pub fn check_nbt(bytes: &[u8]) -> Result<(), DecodeError> {
    Protocol::V1_14.check::<OptNbt>(bytes)
}

/// Writes an NBT root with the rules of 1.14; `None` is the single byte 0.
///
/// # Errors
/// If text or a list is too long for its length field, or values nest too deep: where, and why.
///
/// ```
/// use gamewire::minecraft::{encode_nbt, nbt::{Compound, Nbt}};
/// let nbt = Nbt::unnamed(Compound::from_iter([("hp", 20_i8)]));
/// assert_eq!(encode_nbt(&nbt)?, b"\x0a\0\0\x01\0\x02hp\x14\0");
/// assert_eq!(encode_nbt(None)?, [0]);
/// # Ok::<(), gamewire::error::EncodeError>(())
/// ```
pub fn encode_nbt<'n>(nbt: impl Into<Option<&'n Nbt>>) -> Result<Vec<u8>, EncodeError> {
    edge::encode(&Protocol::V1_14, &Root(nbt.into()))
}

struct Root<'n>(Option<&'n Nbt>);

impl Written for Root<'_> {
    type Rules = Protocol;

    fn write<T: Trace, W: Write>(&self, cx: Cx<'_, T>, out: &mut WriteContext<W>) -> Gen {
        run(out, wire::gen_nbt(cx, self.0))
    }
}
