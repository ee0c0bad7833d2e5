//! Compressed files: Godot's own container, gzip, zlib, LZ4, and chunks of region files.

use std::borrow::Cow;

use super::{Bounds, LayerContents};
use crate::godot::files::{self as godot, CompressedFile, Compression, FileError};
use crate::identify::layer::{Layer, OpenErrorKind};
use crate::limits::DECOMPRESSION_RATIO;
use crate::minecraft::region::{ChunkPos, Region, RegionError, RegionErrorKind};
use crate::minecraft::{self, NbtFileError, Packing, Unpacked};

/// Contents up to this size are opened even if the file is small.
const SMALL: usize = 1 << 20;

impl Bounds {
    /// Returns the maximum size of the contents of each layer.
    fn limit(self) -> usize {
        self.max_size.unwrap_or(self.packed.saturating_mul(DECOMPRESSION_RATIO).max(SMALL))
    }
}

/// The length of a chunk's data, its contents, and their damage.
type OpenedChunk<'a> = (usize, Cow<'a, [u8]>, Option<RegionError>);

/// Opens a chunk of a region file. Returns the length of its data, its contents and, if `damaged` allows it, their
/// damage. Other chunks may be damaged.
pub(in super::super) fn chunk(
    bytes: &[u8],
    at: ChunkPos,
    max_size: Option<usize>,
    damaged: bool,
) -> Result<OpenedChunk<'_>, RegionError> {
    let chunk = Region::parse_damaged(bytes)?.read(at)?.ok_or(RegionErrorKind::NoChunk.of(at))?;
    let packed = chunk.data().len();
    let Unpacked { contents, damage, .. } =
        chunk.unpack_prefix(Bounds { packed, max_size, damaged }.limit())?;
    let damage = damage.map(|source| RegionErrorKind::Data(source).at(at, chunk.offset()));
    match damage {
        Some(damage) if !damaged || contents.is_empty() => Err(damage),
        damage => Ok((packed, contents, damage)),
    }
}

/// Opens gzip, zlib or LZ4. Returns `None` if the bytes are none of them.
pub(in super::super) fn packed(bytes: &[u8], bounds: Bounds) -> Option<LayerContents> {
    let mut layer = match Packing::detect(bytes) {
        Packing::None => return None,
        Packing::Gzip => Layer::Gzip { zeros: 0 },
        Packing::Zlib => Layer::Zlib { zeros: 0 },
        Packing::Lz4 => Layer::Lz4 { zeros: 0 },
    };
    match minecraft::unpack_prefix(bytes, bounds.limit()) {
        Ok(Unpacked { contents, damage: None, .. }) => Some((layer, Ok((contents.into_owned(), None)))),
        // The magic number has only two bytes, and the length before a Variant can begin with the same ones.
        _ if super::super::arrangement::is_framed(bytes) => None,
        Ok(Unpacked { contents, damage: Some(NbtFileError::Trailing { offset, count }), .. })
            if bytes.iter().skip(offset).all(|byte| *byte == 0) =>
        {
            if let Layer::Gzip { zeros } | Layer::Zlib { zeros } | Layer::Lz4 { zeros } = &mut layer {
                *zeros = count;
            }
            Some((layer, Ok((contents.into_owned(), None))))
        }
        Ok(Unpacked { contents, damage: Some(damage), .. }) if bounds.damaged && !contents.is_empty() => {
            Some((layer, Ok((contents.into_owned(), Some(OpenErrorKind::Packed(damage))))))
        }
        Ok(Unpacked { damage: Some(damage), .. }) => Some((layer, Err(OpenErrorKind::Packed(damage)))),
        Err(NbtFileError::TooLong { limit }) => {
            Some((layer, Err(OpenErrorKind::TooLong { packed: bounds.packed, limit })))
        }
        Err(error) => Some((layer, Err(OpenErrorKind::Packed(error)))),
    }
}

/// Opens a compressed file of Godot.
pub(in super::super) fn compressed(bytes: &[u8], bounds: Bounds) -> LayerContents {
    let layer = match CompressedFile::parse(bytes) {
        Ok(file) => Layer::Compressed { mode: file.mode(), ends_well: file.tail() == b"GCPF" },
        Err(_) => {
            // If the file is cut short, its compression mode may still be there.
            let number =
                bytes.get(4..).and_then(|mode| mode.first_chunk::<4>()).copied().map(u32::from_le_bytes);
            let mode = number.and_then(|number| Compression::ALL.get(usize::try_from(number).ok()?).copied());
            Layer::Compressed { mode: mode.unwrap_or(Compression::FastLz), ends_well: false }
        }
    };
    let contents = match godot::decompress_prefix(bytes, bounds.limit()) {
        Ok(godot::Decompressed { contents, damage: None, .. }) => Ok((contents, None)),
        Ok(godot::Decompressed { contents, damage: Some(damage), .. }) => {
            if bounds.damaged && !contents.is_empty() {
                Ok((contents, Some(damage.into())))
            } else {
                Err(damage.into())
            }
        }
        Err(FileError::TooLong { limit, .. }) => Err(OpenErrorKind::TooLong { packed: bounds.packed, limit }),
        Err(error) => Err(error.into()),
    };
    (layer, contents)
}

/// Compresses contents in Godot's container.
pub(in super::super) fn compress(
    contents: &[Cow<'_, [u8]>],
    mode: Compression,
) -> Result<Vec<u8>, OpenErrorKind> {
    Ok(godot::compress_segments(contents, mode)?)
}

pub(in super::super) fn gzip(contents: &[Cow<'_, [u8]>]) -> Result<Vec<u8>, OpenErrorKind> {
    minecraft::pack_segments(contents, Packing::Gzip).map_err(OpenErrorKind::Packed)
}

/// Packs contents with gzip, with the header of another gzip file.
pub(in super::super) fn gzip_like(file: &[u8], contents: &[Cow<'_, [u8]>]) -> Result<Vec<u8>, OpenErrorKind> {
    minecraft::gzip_like(file, contents).map_err(OpenErrorKind::Packed)
}

pub(in super::super) fn zlib(contents: &[Cow<'_, [u8]>]) -> Result<Vec<u8>, OpenErrorKind> {
    minecraft::pack_segments(contents, Packing::Zlib).map_err(OpenErrorKind::Packed)
}

pub(in super::super) fn lz4(contents: &[Cow<'_, [u8]>]) -> Result<Vec<u8>, OpenErrorKind> {
    minecraft::pack_segments(contents, Packing::Lz4).map_err(OpenErrorKind::Packed)
}

/// Returns the error for a chunk without a region to write it into.
pub(in super::super) fn no_region(at: ChunkPos) -> OpenErrorKind {
    RegionErrorKind::NoRegion.of(at).into()
}

/// Writes a chunk into a region.
pub(in super::super) fn with_chunk(
    file: &[u8],
    at: ChunkPos,
    chunk: &[u8],
) -> Result<Vec<u8>, OpenErrorKind> {
    Ok(Region::parse(file).and_then(|region| region.with_chunk(at, chunk))?)
}
