//! The lengths of frames and packets, which are VarInts with a limit.

use crate::error::{EncodeError, EncodeErrorKind, Path};
use crate::minecraft::{Protocol, VarInt};

/// Appends a length.
pub(super) fn put_length(length: usize, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
    let number = i32::try_from(length).map_err(|_| too_long(length, i32::MAX as usize))?;
    buffer.extend(Protocol::V1_14.encode(&VarInt(number))?);
    Ok(())
}

/// Returns an error if a length is above the limit.
pub(super) fn allow(length: usize, limit: usize) -> Result<(), EncodeError> {
    if length <= limit { Ok(()) } else { Err(too_long(length, limit)) }
}

fn too_long(length: usize, limit: usize) -> EncodeError {
    EncodeError::new(Path::default(), EncodeErrorKind::TooLong { length, limit })
}
