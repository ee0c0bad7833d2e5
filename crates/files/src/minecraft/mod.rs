//! NBT files such as `level.dat`, which are uncompressed, or compressed with gzip, zlib or LZ4.

use std::borrow::Cow;
use std::io::{self, Write};

use flate2::bufread::{DeflateDecoder, ZlibDecoder};
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc, GzBuilder};
use thiserror::Error;

mod lz4;
mod packed;
pub mod region;

use gamewire::error::{DecodeError, EncodeError};
use gamewire::grammar::{Fault, Settings};
use gamewire::limits::Limits;
use gamewire::minecraft::nbt::{Nbt, OptNbt};
use gamewire::minecraft::{Protocol, encode_nbt};
use gamewire::shared::agree;
use gamewire::shared::minecraft::read_limited;
pub(crate) use lz4::lz4_block;
use packed::{gzip_end, gzip_head, zlib_head};
pub(crate) use packed::{gzip_member, zlib};

/// The compression of a file.
///
/// ```
/// use gamewire_files::minecraft::Packing;
///
/// assert_eq!(Packing::detect(&[0x1f, 0x8b, 8]), Packing::Gzip); // level.dat
/// assert_eq!(Packing::detect(&[10, 0, 0, 0]), Packing::None); // servers.dat
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Packing {
    /// No compression: the file starts with the root.
    None,
    /// gzip, which starts with `1f 8b`.
    Gzip,
    /// zlib, which starts with a header such as `78 9c`.
    Zlib,
    /// The blocks of lz4-java, which start with `LZ4Block`. A server writes chunks in this form if
    /// `region-file-compression=lz4` is set.
    Lz4,
}

impl Packing {
    /// Returns the name: `none`, `gzip`, `zlib` or `LZ4`.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Gzip => "gzip",
            Self::Zlib => "zlib",
            Self::Lz4 => "LZ4",
        }
    }

    /// Detects the compression from the first bytes.
    ///
    /// An NBT root never begins with these bytes. Zlib data with a window of less than 16 KiB is not detected, because
    /// other files begin with the same bytes; the game writes a window of 32 KiB.
    #[must_use]
    pub fn detect(bytes: &[u8]) -> Self {
        match bytes {
            [0x1f, 0x8b, ..] => Self::Gzip,
            // This is deflate with a window of at most 32 KiB, and the check bits of the header are right.
            [first, second, ..]
                if first & 0xf == 8 && *first >= 0x68 && u16::from_be_bytes([*first, *second]) % 31 == 0 =>
            {
                Self::Zlib
            }
            bytes if bytes.starts_with(&lz4::MAGIC) => Self::Lz4,
            _ => Self::None,
        }
    }
}

/// The error of reading or writing a file.
///
/// ```
/// use gamewire_files::minecraft::{NbtFileError, Packing, pack, parse_nbt_file};
///
/// let level = |file: &[u8]| match parse_nbt_file(file, 1 << 20) {
///     Ok((_, Some(nbt))) => nbt.root["Gold"].to_string(),
///     Ok((_, None)) => "empty".to_owned(),
///     Err(NbtFileError::Packed(damage)) => format!("damaged after {} bytes", damage.offset),
///     Err(error) => error.to_string(),
/// };
/// let file = pack(b"\x0a\0\0\x03\0\x04Gold\0\0\0\x07\0", Packing::Gzip)?;
/// assert_eq!(level(&file), "7");
/// assert!(level(&file[..15]).starts_with("damaged after "));
/// # Ok::<(), NbtFileError>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NbtFileError {
    /// The contents are longer than the limit of the caller.
    #[error("the unpacked file is longer than the limit of {limit} bytes")]
    TooLong {
        /// The limit of the caller.
        limit: usize,
    },
    /// The compressed data is damaged or truncated, or a compressor failed.
    #[error(transparent)]
    Packed(#[from] PackingError),
    /// Other bytes follow the compressed data.
    #[error("{count} {} the packed data", agree(*count as u64, "byte follows", "bytes follow"))]
    Trailing {
        /// The offset of the end of the compressed data.
        offset: usize,
        /// The number of bytes that follow.
        count: usize,
    },
    /// The contents are not NBT.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// The value cannot be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
}

/// An error in compressed data.
#[derive(Debug, Error)]
#[error("the packed data is damaged: {error}")]
#[non_exhaustive]
pub struct PackingError {
    /// The number of bytes of the compressed data that were read before the error.
    pub offset: usize,
    /// The error of the decompressor.
    pub error: io::Error,
}

impl NbtFileError {
    /// Returns the offset of the error in bytes from the start of the file. If the contents are not NBT, it is the
    /// offset in the unpacked contents. Returns `None` if the contents are too long, or if a file could not be written.
    pub fn offset(&self) -> Option<usize> {
        match self {
            Self::Packed(damage) => Some(damage.offset),
            Self::Trailing { offset, .. } => Some(*offset),
            Self::Decode(error) => Some(error.offset()),
            Self::TooLong { .. } | Self::Encode(_) => None,
        }
    }

    /// Returns whether the compressed data ends too early.
    pub(crate) fn is_cut(&self) -> bool {
        matches!(self, Self::Packed(damage) if damage.error.kind() == io::ErrorKind::UnexpectedEof)
    }

    /// Returns the reason as one word for programs, such as `packed`, `trailing`, `length_limit` or `eof`.
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

/// The contents of a file that may be damaged, as far as they can be unpacked.
#[derive(Debug)]
#[non_exhaustive]
pub struct Unpacked<'a> {
    /// The compression of the file.
    pub packing: Packing,
    /// The unpacked contents.
    pub contents: Cow<'a, [u8]>,
    /// [`NbtFileError::Packed`] if `contents` is incomplete or its checksum is wrong, or [`NbtFileError::Trailing`] if
    /// other bytes follow the compressed data.
    pub damage: Option<NbtFileError>,
}

/// Decompresses bytes to at most `limit` bytes. Several gzip members in sequence are one file, as for `zcat`.
///
/// # Errors
/// Returns an error if the contents are longer than `limit`, if the compressed data is damaged, or if other bytes
/// follow it.
///
/// ```
/// use gamewire_files::minecraft::{NbtFileError, Packing, pack, unpack};
///
/// let file = pack(b"the contents", Packing::Zlib)?;
/// let (packing, contents) = unpack(&file, 1 << 20)?;
/// assert_eq!((packing, &*contents), (Packing::Zlib, &b"the contents"[..]));
/// assert!(matches!(unpack(&file, 5), Err(NbtFileError::TooLong { limit: 5 })));
/// # Ok::<(), NbtFileError>(())
/// ```
pub fn unpack(bytes: &[u8], limit: usize) -> Result<(Packing, Cow<'_, [u8]>), NbtFileError> {
    let unpacked = unpack_prefix(bytes, limit)?;
    Ok((unpacked.packing, unpacked.whole()?))
}

impl<'a> Unpacked<'a> {
    /// Returns the contents, or the error if they are damaged.
    pub(super) fn whole(self) -> Result<Cow<'a, [u8]>, NbtFileError> {
        self.damage.map_or(Ok(self.contents), Err)
    }
}

/// Decompresses a file as far as possible. It may be truncated, have a wrong checksum, or be followed by other bytes.
///
/// If the compressed data is invalid in the middle, up to 64 KiB of contents before that place may be missing.
///
/// # Errors
/// Returns an error if the contents are longer than `limit`.
///
/// ```
/// use gamewire_files::minecraft::{NbtFileError, Packing, pack, unpack_prefix};
/// let file = pack(b"anything", Packing::Gzip)?;
/// let cut = unpack_prefix(&file[..file.len() - 8], 100)?; // without the checksum and the length
/// assert_eq!(*cut.contents, *b"anything");
/// assert!(matches!(cut.damage, Some(NbtFileError::Packed(_))));
/// # Ok::<(), NbtFileError>(())
/// ```
pub fn unpack_prefix(bytes: &[u8], limit: usize) -> Result<Unpacked<'_>, NbtFileError> {
    unpack_as(bytes, Packing::detect(bytes), limit)
}

/// Decompresses bytes of a known compression as far as possible.
pub(super) fn unpack_as(bytes: &[u8], packing: Packing, limit: usize) -> Result<Unpacked<'_>, NbtFileError> {
    let mut contents = Vec::new();
    let mut rest = bytes;
    let mut read;
    match packing {
        Packing::None if bytes.len() > limit => return Err(NbtFileError::TooLong { limit }),
        Packing::None => return Ok(Unpacked { packing, contents: Cow::Borrowed(bytes), damage: None }),
        Packing::Gzip => loop {
            (rest, read) = gunzip(rest, limit, &mut contents);
            if read.is_err() || contents.len() > limit || Packing::detect(rest) != Packing::Gzip {
                break;
            }
        },
        Packing::Zlib => {
            let mut decoder = ZlibDecoder::new(bytes);
            read = read_limited(&mut decoder, limit, &mut contents);
            rest = decoder.into_inner();
            if read.is_err() {
                // The decoder withholds the data that it has read together with a wrong checksum, so it is decompressed
                // again without the check.
                contents.clear();
                if let Ok((data, ())) = zlib_head(Settings::new(&(), Limits::GODOT).cx())(bytes) {
                    let mut decoder = DeflateDecoder::new(data);
                    let is_whole = read_limited(&mut decoder, limit, &mut contents).is_ok();
                    if is_whole && contents.len() <= limit {
                        let end = decoder.into_inner();
                        (rest, read) = match end.len() {
                            0..4 => (&[][..], cut("the Adler-32 of the contents is cut off")),
                            _ => (end, invalid("the Adler-32 of the contents does not match")),
                        };
                    }
                }
            }
        }
        Packing::Lz4 => (rest, read) = lz4::unpack(bytes, limit, &mut contents),
    }
    if contents.len() > limit {
        return Err(NbtFileError::TooLong { limit });
    }
    let offset = bytes.len() - rest.len();
    let damage = match read {
        Err(error) => Some(NbtFileError::Packed(PackingError { offset, error })),
        Ok(()) if !rest.is_empty() => Some(NbtFileError::Trailing { offset, count: rest.len() }),
        Ok(()) => None,
    };
    Ok(Unpacked { packing, contents: Cow::Owned(contents), damage })
}

fn cut(why: &'static str) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::UnexpectedEof, why))
}

fn invalid(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::InvalidInput, why))
}

/// Decompresses a gzip member and appends up to one byte more than the limit. Returns the bytes after the last one that was
/// read.
fn gunzip<'a>(bytes: &'a [u8], limit: usize, contents: &mut Vec<u8>) -> (&'a [u8], io::Result<()>) {
    let settings = Settings::new(&(), Limits::GODOT);
    let sum_of = |bytes: &[u8]| {
        let mut crc = Crc::new();
        crc.update(bytes);
        (crc.sum(), crc.amount())
    };
    let (data, head) = match gzip_head(settings.cx())(bytes).map_err(Fault::from_nom) {
        Ok(read) => read,
        Err(fault) if fault.kind().missing().is_some() => return (&[], cut("the header is cut off")),
        Err(_) => return (bytes, invalid("invalid gzip header")),
    };
    if let Some(sum) = head.checksum {
        let summed = bytes.get(..bytes.len() - data.len() - 2).unwrap_or_default();
        if sum_of(summed).0 & 0xffff != u32::from(sum) {
            let end = bytes.get(summed.len()..).unwrap_or_default();
            return (end, invalid("the checksum of the header does not match"));
        }
    }
    let start = contents.len();
    let mut decoder = DeflateDecoder::new(data);
    let read = read_limited(&mut decoder, limit, contents);
    let rest = decoder.into_inner();
    if read.is_err() || contents.len() > limit {
        return (rest, read);
    }
    match gzip_end(settings.cx())(rest) {
        Ok((after, (sum, length))) => match sum_of(contents.get(start..).unwrap_or_default()) {
            (own, _) if own != sum => (rest, invalid("the CRC-32 of the contents does not match")),
            (_, own) if own != length => {
                let place = rest.get(4..).unwrap_or_default();
                (place, invalid(format!("the contents have {own} bytes, not {length}")))
            }
            _ => (after, Ok(())),
        },
        Err(_) if rest.len() < 4 => (&[], cut("the CRC-32 of the contents is cut off")),
        Err(_) => (&[], cut("the length of the contents is cut off")),
    }
}

/// Compresses bytes.
///
/// ```
/// use gamewire::minecraft::nbt::{Nbt, nbt};
/// use gamewire_files::minecraft::{Packing, pack, unpack};
/// use gamewire::minecraft::encode_nbt;
/// let root = encode_nbt(&Nbt::unnamed(nbt!({ "Gold": 7 })))?;
/// let file = pack(&root, Packing::Gzip)?;
/// let (packing, contents) = unpack(&file, 1 << 20)?;
/// assert_eq!((packing, &*contents), (Packing::Gzip, &*root));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the compressor fails.
pub fn pack(bytes: &[u8], packing: Packing) -> Result<Vec<u8>, NbtFileError> {
    pack_like(&[], bytes, packing)
}

/// Compresses contents. If they and `file` are compressed with gzip, the name, time, comment, extra field and operating
/// system of its header are kept.
pub(crate) fn pack_like(file: &[u8], contents: &[u8], packing: Packing) -> Result<Vec<u8>, NbtFileError> {
    match packing {
        Packing::None => Ok(contents.to_vec()),
        Packing::Gzip => {
            let mut header = GzBuilder::new();
            if let Ok((_, old)) = gzip_head(Settings::new(&(), Limits::GODOT).cx())(file) {
                header = header.mtime(old.time).operating_system(old.system);
                header = old.name.into_iter().fold(header, GzBuilder::filename);
                header = old.comment.into_iter().fold(header, GzBuilder::comment);
                header = old.extra.into_iter().fold(header, GzBuilder::extra);
            }
            let mut encoder = header.write(Vec::new(), Compression::default());
            finished(encoder.write_all(contents).and_then(|()| encoder.finish()))
        }
        Packing::Zlib => {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
            finished(encoder.write_all(contents).and_then(|()| encoder.finish()))
        }
        Packing::Lz4 => Ok(lz4::pack(contents)),
    }
}

fn finished(packed: io::Result<Vec<u8>>) -> Result<Vec<u8>, NbtFileError> {
    Ok(packed.map_err(|error| PackingError { offset: 0, error })?)
}

/// Reads an NBT file, which may be compressed, of at most `limit` bytes when unpacked.
///
/// # Errors
/// Returns the errors of [`unpack`], and an error if the contents are not NBT.
///
/// ```
/// use gamewire_files::minecraft::{Packing, parse_nbt_file, encode_nbt_file};
/// use gamewire::minecraft::nbt::{Compound, Nbt};
/// let level = Nbt::unnamed(Compound::from_iter([("hardcore", true)]));
/// let file = encode_nbt_file(&level, Packing::Gzip)?;
/// assert_eq!(file[..2], [0x1f, 0x8b]);
/// assert_eq!(parse_nbt_file(&file, 1 << 20)?, (Packing::Gzip, Some(level)));
/// # Ok::<(), gamewire_files::minecraft::NbtFileError>(())
/// ```
pub fn parse_nbt_file(bytes: &[u8], limit: usize) -> Result<(Packing, Option<Nbt>), NbtFileError> {
    let (packing, contents) = unpack(bytes, limit)?;
    let nbt = Protocol::V1_14.parse(&contents).map(|OptNbt(nbt)| nbt).map_err(|error| match packing {
        Packing::None => error,
        // The compressed data is complete, so more input does not help.
        Packing::Gzip | Packing::Zlib | Packing::Lz4 => error.in_slice(0),
    });
    Ok((packing, nbt?))
}

/// Encodes an NBT file.
///
/// ```
/// use gamewire::minecraft::nbt::{Nbt, nbt};
/// use gamewire_files::minecraft::{Packing, encode_nbt_file, parse_nbt_file};
/// let level = Nbt::unnamed(nbt!({ "Data": { "LevelName": "world" } }));
/// let file = encode_nbt_file(&level, Packing::Gzip)?;
/// assert_eq!(parse_nbt_file(&file, 1 << 20)?, (Packing::Gzip, Some(level)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the value cannot be encoded.
pub fn encode_nbt_file<'n>(
    nbt: impl Into<Option<&'n Nbt>>,
    packing: Packing,
) -> Result<Vec<u8>, NbtFileError> {
    pack(&encode_nbt(nbt)?, packing)
}
