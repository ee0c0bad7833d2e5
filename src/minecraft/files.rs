//! NBT files: `level.dat` and others, as they are, or packed by gzip or zlib.

use std::borrow::Cow;
use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::bufread::{GzDecoder, ZlibDecoder};
use flate2::write::{GzEncoder, ZlibEncoder};
use thiserror::Error;

use super::nbt::Nbt;
use super::nbt_roots::encode_nbt;
use super::protocol::Protocol;
use crate::error::{DecodeError, EncodeError};

/// How a file is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Packing {
    /// Not at all: it starts with the root.
    None,
    /// It starts with `1f 8b`.
    Gzip,
    /// It starts with a zlib header: `78 9c` and others.
    Zlib,
}

impl Packing {
    /// Tells by the first two bytes. None of the packed forms could start a root.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        match bytes {
            [0x1f, 0x8b, ..] => Self::Gzip,
            // Deflate with a window of at most 32 KiB, and the header's check is right.
            [first, second, ..]
                if first & 0xf == 8 && *first >= 0x68 && u16::from_be_bytes([*first, *second]) % 31 == 0 =>
            {
                Self::Zlib
            }
            _ => Self::None,
        }
    }
}

/// Why a file could not be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NbtFileError {
    /// The contents are longer than the caller allows.
    #[error("unpacked, the file is longer than the limit of {limit} bytes")]
    TooLong {
        /// The limit that was given.
        limit: usize,
    },
    /// The packed data is damaged or cut, or a compressor failed.
    #[error(transparent)]
    Packed(#[from] PackingError),
    /// Something follows the packed data.
    #[error("{count} bytes follow the packed data")]
    Trailing {
        /// Where the packed data ends.
        offset: usize,
        /// How many bytes.
        count: usize,
    },
    /// The contents are not NBT.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// The value cannot be written.
    #[error(transparent)]
    Encode(#[from] EncodeError),
}

/// What is wrong with packed data.
#[derive(Debug, Error)]
#[error("the packed data is damaged: {source}")]
pub struct PackingError {
    /// How many bytes of the packed data were read before that was seen.
    pub offset: usize,
    /// What was seen.
    pub source: io::Error,
}

impl NbtFileError {
    /// Offset of what is wrong, in bytes from the start of the file, or in what is packed if that is no NBT; 0 where a file
    /// could not be written.
    pub fn offset(&self) -> usize {
        match self {
            Self::Packed(damage) => damage.offset,
            Self::Trailing { offset, .. } => *offset,
            Self::Decode(error) => error.offset(),
            Self::TooLong { .. } | Self::Encode(_) => 0,
        }
    }

    /// The reason as one word, for programs: `packed`, `trailing`, `length_limit`, `eof`, ..
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooLong { .. } => "length_limit",
            Self::Packed(_) => "packed",
            Self::Trailing { .. } => "trailing",
            Self::Decode(error) => error.kind().code(),
            Self::Encode(_) => "encode",
        }
    }
}

/// Unpacks bytes to at most `limit` bytes; no more than that is ever held, however much a bomb would give.
///
/// # Errors
/// If they would be more, the packed data is damaged, or something follows it.
pub fn unpack(bytes: &[u8], limit: usize) -> Result<(Packing, Cow<'_, [u8]>), NbtFileError> {
    let packing = Packing::of(bytes);
    let (contents, rest) = match packing {
        Packing::None if bytes.len() > limit => return Err(NbtFileError::TooLong { limit }),
        Packing::None => return Ok((packing, Cow::Borrowed(bytes))),
        Packing::Gzip => {
            let mut decoder = GzDecoder::new(bytes);
            (read_limited(&mut decoder, limit), decoder.into_inner())
        }
        Packing::Zlib => {
            let mut decoder = ZlibDecoder::new(bytes);
            (read_limited(&mut decoder, limit), decoder.into_inner())
        }
    };
    let offset = bytes.len() - rest.len();
    match contents.map_err(|source| PackingError { offset, source })? {
        contents if contents.len() > limit => Err(NbtFileError::TooLong { limit }),
        _ if !rest.is_empty() => Err(NbtFileError::Trailing { offset, count: rest.len() }),
        contents => Ok((packing, Cow::Owned(contents))),
    }
}

/// One byte more than the limit, if there are as many.
fn read_limited(decoder: &mut impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut contents = Vec::new();
    let one_more = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    decoder.take(one_more).read_to_end(&mut contents)?;
    Ok(contents)
}

/// Packs bytes.
///
/// # Errors
/// If the compressor fails.
pub fn pack(bytes: &[u8], packing: Packing) -> Result<Vec<u8>, NbtFileError> {
    let packed = match packing {
        Packing::None => Ok(bytes.to_vec()),
        Packing::Gzip => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(bytes).and_then(|()| encoder.finish())
        }
        Packing::Zlib => {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(bytes).and_then(|()| encoder.finish())
        }
    };
    Ok(packed.map_err(|source| PackingError { offset: 0, source })?)
}

/// Reads a file of NBT, packed or not, of at most `limit` bytes when unpacked.
///
/// # Errors
/// As [`unpack`], and if the contents are no NBT.
///
/// ```
/// use gamewire::minecraft::{Packing, nbt::{Compound, Nbt}, parse_nbt_file, encode_nbt_file};
/// let level = Nbt::unnamed(Compound::from_iter([("hardcore", true)]));
/// let file = encode_nbt_file(&level, Packing::Gzip)?;
/// assert_eq!(file[..2], [0x1f, 0x8b]);
/// assert_eq!(parse_nbt_file(&file, 1 << 20)?, (Packing::Gzip, Some(level)));
/// # Ok::<(), gamewire::minecraft::NbtFileError>(())
/// ```
pub fn parse_nbt_file(bytes: &[u8], limit: usize) -> Result<(Packing, Option<Nbt<'static>>), NbtFileError> {
    let (packing, contents) = unpack(bytes, limit)?;
    let nbt: Option<Nbt<'_>> = Protocol::V1_14.parse(&contents)?;
    Ok((packing, nbt.map(Nbt::into_owned)))
}

/// Writes a file of NBT.
///
/// # Errors
/// If the value cannot be written.
pub fn encode_nbt_file<'n, 'a: 'n>(
    nbt: impl Into<Option<&'n Nbt<'a>>>,
    packing: Packing,
) -> Result<Vec<u8>, NbtFileError> {
    pack(&encode_nbt(nbt)?, packing)
}
