//! The containers around the contents of a file, and the reasons why one cannot be opened.

use std::fmt;

use thiserror::Error;

use crate::godot::{Compression, Encryption, FileError};
use crate::minecraft::region::{ChunkPos, RegionError, RegionErrorKind};
use crate::minecraft::{NbtFileError, Packing};
use gamewire::error::DecodeError;

/// The maximum number of nested layers that are opened.
pub(super) const MOST_LAYERS: usize = 4;

/// One layer around the contents of a file.
///
/// ```
/// use gamewire_files::document::OpenOptions;
/// use gamewire_files::identify::Layer;
/// use gamewire::minecraft::nbt::{Nbt, nbt};
/// use gamewire_files::minecraft::{Packing, encode_nbt_file};
/// let level = Nbt::unnamed(nbt!({ "Gold": 7 }));
/// let file = encode_nbt_file(&level, Packing::Gzip)?;
/// let opened = OpenOptions::new().containers(&file)?;
/// assert_eq!(opened.layers(), [Layer::Packed { packing: Packing::Gzip, zeros: 0 }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layer {
    /// `GCPF`, which Godot's `open_compressed` writes.
    Compressed {
        /// The compression of the blocks.
        mode: Compression,
        /// Whether the file ends with `GCPF`, as in files that the engine writes.
        ends_well: bool,
    },
    /// `GDEC`, or `CEDG` in big-endian order, which Godot's `open_encrypted` and `open_encrypted_with_pass` write.
    Encrypted {
        /// The encryption.
        encryption: Encryption,
        /// The number of bytes after the encrypted data. The engine writes none.
        trailing: usize,
    },
    /// Compressed data: gzip, as in Minecraft's `level.dat`, zlib, or the blocks of lz4-java. A file `c.X.Z.mcc`, which is a
    /// chunk, can have any of them.
    Packed {
        /// The compression.
        packing: Packing,
        /// The number of zero bytes after the compressed data. Some programs fill up the last block of a file with them.
        zeros: usize,
    },
    /// A chunk as region files store it: its length and its compression, and the compressed data, which is another layer.
    Stored {
        /// The compression.
        packing: Packing,
        /// The number of zero bytes after the data: the rest of its last sector.
        zeros: usize,
    },
    /// A region file of Minecraft, one chunk of which is the contents; see
    /// [`OpenOptions::chunk`](crate::document::OpenOptions::chunk).
    Chunk {
        /// The position of the chunk.
        at: ChunkPos,
    },
}

impl Layer {
    /// Returns the name of the container: `GCPF`, `GDEC`, `CEDG`, `gzip`, `zlib`, `LZ4`, `none`, `chunk` or `region`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Compressed { .. } => "GCPF",
            Self::Encrypted { encryption, .. } => encryption.magic(),
            Self::Packed { packing, .. } => packing.name(),
            Self::Stored { .. } => "chunk",
            Self::Chunk { .. } => "region",
        }
    }
}

/// Writes, for example, `compressed (zstd)`, `encrypted (Godot 4)` or `packed (gzip)`.
impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Compressed { mode, .. } => write!(f, "compressed ({mode})"),
            Self::Encrypted { encryption, .. } => write!(f, "encrypted (Godot {})", encryption.generation()),
            Self::Packed { zeros: 0, .. } => write!(f, "packed ({})", self.name()),
            Self::Packed { zeros: 1, .. } => write!(f, "packed ({}, then a zero byte)", self.name()),
            Self::Packed { zeros, .. } => write!(f, "packed ({}, then {zeros} zero bytes)", self.name()),
            Self::Stored { packing, .. } => write!(f, "a chunk as regions store it ({})", packing.name()),
            Self::Chunk { at } => write!(f, "a region (chunk {at})"),
        }
    }
}

/// An error of opening a layer of a file.
///
/// ```
/// use gamewire_files::document::OpenOptions;
/// use gamewire_files::godot::{Encryption, EncryptionKey, encrypt};
/// use gamewire_files::identify::OpenErrorKind;
///
/// let key = EncryptionKey::from_password("secret");
/// let file = encrypt(b"\x04\0\0\0\0\0\0\0", &key, Encryption::Godot4 { iv: [7; 16] })?;
/// let error = OpenOptions::new().containers(&file).unwrap_err(); // The key is missing.
/// assert!(matches!(error.reason, OpenErrorKind::Encrypted));
/// assert_eq!(OpenOptions::new().key(key).containers(&file)?.contents(), b"\x04\0\0\0\0\0\0\0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct OpenError {
    /// The layers that were opened, followed by the one that was not. After [`OpenErrorKind::TooDeep`], all were opened.
    pub layers: Vec<Layer>,
    /// The reason why a layer was not opened.
    pub reason: OpenErrorKind,
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

/// The message of this error is already that of the reason. Therefore `source` returns the source of the reason, and each
/// message occurs only once in a chain of sources.
impl std::error::Error for OpenError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.reason.source()
    }
}

/// The reason why a layer could not be opened, or what is damaged in the contents.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenErrorKind {
    /// The layer is encrypted, and there is no key.
    #[error("the file is encrypted, and its password or key is needed")]
    Encrypted,
    /// A file of Godot is damaged, or the key is wrong.
    #[error(transparent)]
    Godot(#[from] FileError),
    /// A region file is damaged, or has no such chunk.
    #[error(transparent)]
    Region(#[from] RegionError),
    /// A packed file is damaged.
    #[error(transparent)]
    Packed(NbtFileError),
    /// The contents would be longer than allowed.
    #[error("the {packed} bytes decompress to more than the limit of {limit}")]
    TooLong {
        /// The length of the file or, for a chunk of a region file, of the data of the chunk.
        packed: usize,
        /// The maximum length of the contents of each layer.
        limit: usize,
    },
    /// The contents are damaged. With [`OpenOptions::allow_incomplete`](crate::document::OpenOptions::allow_incomplete), a
    /// document has the part before the damage.
    #[error(transparent)]
    Contents(DecodeError),
    /// There are more layers than the limit.
    #[error("the file has more than {MOST_LAYERS} nested containers")]
    TooDeep,
}

impl OpenErrorKind {
    /// Returns whether the file ends too early. It is `false` for every error of a region file.
    pub fn is_cut(&self) -> bool {
        match self {
            Self::Godot(error) => error.is_cut(),
            Self::Packed(error) => error.is_cut(),
            Self::Region(_) => false,
            Self::Contents(error) => error.is_incomplete(),
            Self::Encrypted | Self::TooDeep | Self::TooLong { .. } => false,
        }
    }

    /// Returns whether the packed data is complete but followed by other bytes.
    pub fn is_trailing(&self) -> bool {
        match self {
            Self::Packed(error) | Self::Region(RegionError { kind: RegionErrorKind::Data(error), .. }) => {
                matches!(error, NbtFileError::Trailing { .. })
            }
            _ => false,
        }
    }

    /// Returns the offset of the error, in bytes from the start of the layer, if it has one.
    pub fn offset(&self) -> Option<usize> {
        match self {
            Self::Godot(error) => error.offset(),
            Self::Packed(error) => error.offset(),
            Self::Region(error) => error.offset,
            Self::Contents(error) => Some(error.offset()),
            Self::Encrypted | Self::TooDeep | Self::TooLong { .. } => None,
        }
    }

    /// Returns the reason as one word, for programs: `encrypted`, `md5`, `packed`, `length_limit`, and so on.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Encrypted => "encrypted",
            Self::Godot(error) => error.code(),
            Self::Packed(_) => "packed",
            Self::Region(_) => "region",
            Self::Contents(error) => error.kind().code(),
            Self::TooDeep => "packed",
            Self::TooLong { .. } => "length_limit",
        }
    }
}
