//! The containers that files can be packed in: compressed and encrypted files of Godot, gzip, zlib, LZ4, and chunks of
//! region files.

use super::arrangement::is_framed;
use super::layer::{Layer, OpenErrorKind};
use crate::godot::{
    self as godot, CompressedFile, Compression, EncryptedFile, Encryption, EncryptionKey, FileError,
};
use crate::minecraft::region::{CHUNK_HEADER, ChunkPos, Region, RegionErrorKind, SECTOR, stored_chunk};
use crate::minecraft::{NbtFileError, Packing, Unpacked};
use gamewire::limits::decompressed;

/// The contents of a layer and their damage, or the error of opening it.
type OpenedContents = Result<(Vec<u8>, Option<OpenErrorKind>), OpenErrorKind>;

/// A layer and its contents.
pub(super) type LayerContents = (Layer, OpenedContents);

#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// The length of the outermost file, or of the data of its chunk.
    pub(super) packed: usize,
    /// The maximum length of the contents, if the caller sets it.
    pub(super) max_size: Option<usize>,
    /// Whether the contents of damaged data are returned up to the damage.
    pub(super) damaged: bool,
}

impl Bounds {
    /// Returns the maximum size of the contents of each layer.
    fn limit(self) -> usize {
        self.max_size.unwrap_or_else(|| decompressed(self.packed))
    }

    /// Returns the contents up to their damage, or the damage if it is not allowed or nothing is before it.
    fn opened(self, contents: Vec<u8>, damage: Option<OpenErrorKind>) -> OpenedContents {
        match damage {
            Some(damage) if !self.damaged || contents.is_empty() => Err(damage),
            damage => Ok((contents, damage)),
        }
    }
}

/// Opens a chunk of a region file, whose data bounds the sizes of all layers. Other chunks may be damaged.
pub(super) fn chunk(bytes: &[u8], at: ChunkPos, bounds: &mut Bounds) -> OpenedContents {
    let chunk = Region::parse_damaged(bytes)?.read(at)?.ok_or(RegionErrorKind::NoChunk.of(at))?;
    bounds.packed = chunk.data.len();
    let Unpacked { contents, damage, .. } = chunk.unpack_prefix(bounds.limit())?;
    let damage = damage.map(|source| RegionErrorKind::damaged(source, at, chunk.offset()).into());
    bounds.opened(contents.into_owned(), damage)
}

/// Opens a chunk with its length and compression. Returns `None` if the bytes are none. No value of Godot begins so, also
/// after its length.
pub(super) fn stored(bytes: &[u8]) -> Option<LayerContents> {
    let (packing, data) = stored_chunk(bytes)?;
    let is_known = match packing {
        Packing::None => data.starts_with(b"\x0a\0"),
        packing => Packing::detect(data) == packing,
    };
    let zeros = bytes.len() - CHUNK_HEADER - data.len();
    let is_rest = zeros < SECTOR && bytes.iter().rev().take(zeros).all(|byte| *byte == 0);
    let layer = Layer::Stored { packing, zeros };
    (is_known && is_rest).then(|| (layer, Ok((data.to_vec(), None))))
}

/// Opens gzip, zlib or LZ4. Returns `None` if the bytes are none of them.
pub(super) fn packed(bytes: &[u8], bounds: Bounds) -> Option<LayerContents> {
    let packing = Packing::detect(bytes);
    if packing == Packing::None {
        return None;
    }
    let layer = |zeros| Layer::Packed { packing, zeros };
    let opened = match crate::minecraft::unpack_prefix(bytes, bounds.limit()) {
        Ok(Unpacked { contents, damage: None, .. }) => Ok((contents.into_owned(), None)),
        // The magic number has only two bytes, and the length before a Variant can begin with the same ones.
        _ if is_framed(bytes) => return None,
        Ok(Unpacked { contents, damage: Some(NbtFileError::Trailing { offset, count }), .. })
            if bytes.iter().skip(offset).all(|byte| *byte == 0) =>
        {
            return Some((layer(count), Ok((contents.into_owned(), None))));
        }
        Ok(Unpacked { contents, damage, .. }) => {
            bounds.opened(contents.into_owned(), damage.map(OpenErrorKind::Packed))
        }
        Err(NbtFileError::TooLong { limit }) => Err(OpenErrorKind::TooLong { packed: bounds.packed, limit }),
        Err(error) => Err(OpenErrorKind::Packed(error)),
    };
    Some((layer(0), opened))
}

/// Opens a compressed file of Godot.
pub(super) fn compressed(bytes: &[u8], bounds: Bounds) -> LayerContents {
    let layer = match CompressedFile::parse(bytes) {
        Ok(file) => Layer::Compressed { mode: file.mode, ends_well: file.tail == b"GCPF" },
        Err(_) => {
            // If the file is cut short, its compression mode may still be there.
            let number =
                bytes.get(4..).and_then(|mode| mode.first_chunk::<4>()).copied().map(u32::from_le_bytes);
            let mode = number.and_then(Compression::of).unwrap_or(Compression::FastLz);
            Layer::Compressed { mode, ends_well: false }
        }
    };
    let contents = match godot::decompress_prefix(bytes, bounds.limit()) {
        Ok(godot::Decompressed { contents, damage, .. }) => {
            bounds.opened(contents, damage.map(OpenErrorKind::from))
        }
        Err(FileError::TooLong { limit, .. }) => Err(OpenErrorKind::TooLong { packed: bounds.packed, limit }),
        Err(error) => Err(error.into()),
    };
    (layer, contents)
}

pub(super) fn encrypted(bytes: &[u8], key: Option<&EncryptionKey>) -> LayerContents {
    let (layer, file) = encrypted_layer(bytes);
    let contents = match (file, key) {
        (Err(error), _) => Err(error.into()),
        (Ok(_), None) => Err(OpenErrorKind::Encrypted),
        (Ok(file), Some(key)) => {
            file.decrypt(key).map(|contents| (contents, None)).map_err(OpenErrorKind::from)
        }
    };
    (layer, contents)
}

/// Returns the parts of an encrypted file of Godot, and its layer, which is a guess if the file is cut short.
pub(super) fn encrypted_layer(bytes: &[u8]) -> (Layer, Result<EncryptedFile<'_>, FileError>) {
    let file = EncryptedFile::parse(bytes);
    let (encryption, trailing) = match (&file, bytes.get(4..8)) {
        (Ok(file), _) => (file.encryption, file.tail.len()),
        _ if bytes.starts_with(b"CEDG") => (Encryption::Godot3BigEndian, 0),
        // Godot 3 has a mode number that Godot 4 does not have.
        (_, Some([1, 0, 0, 0])) => (Encryption::Godot3, 0),
        _ => (Encryption::Godot4 { iv: [0; 16] }, 0),
    };
    (Layer::Encrypted { encryption, trailing }, file)
}
