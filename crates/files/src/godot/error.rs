//! Errors of compressed and encrypted files.

use std::io;

use thiserror::Error;

use super::compression::Compression;
use gamewire::error::{DecodeError, EncodeError};

/// An error of a compressed or encrypted file.
///
/// ```
/// use gamewire_files::godot::{Encryption, EncryptionKey, FileError, decrypt, encrypt};
///
/// let key = EncryptionKey::from_password("secret");
/// let file = encrypt(b"the contents", &key, Encryption::Godot4 { iv: [7; 16] })?;
/// assert_eq!(decrypt(&file, &key)?, b"the contents");
/// let wrong = decrypt(&file, &EncryptionKey::from_password("guess"));
/// assert!(matches!(wrong, Err(FileError::Md5 { .. })));
/// # Ok::<(), FileError>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The layout of the file is invalid.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// The decompressed length is greater than the limit of the caller.
    #[error("at byte 0x000c, reading total size: {length} bytes are over the limit of {limit}")]
    TooLong {
        /// The length in the file.
        length: u32,
        /// The limit of the caller.
        limit: usize,
    },
    /// A compressed block is damaged.
    #[error("at byte {offset:#06x}, reading block {block} ({mode}): {error}")]
    Block {
        /// The offset of the block in the file.
        offset: usize,
        /// The number of the block, counted from 0.
        block: usize,
        /// The compression of the block.
        mode: Compression,
        /// The error of the decompressor.
        error: io::Error,
    },
    /// The compression is not supported.
    #[error("at byte 0x0004, reading mode: {mode} is not supported")]
    Unsupported {
        /// The compression.
        mode: Compression,
    },
    /// The decrypted bytes do not match their MD5 hash.
    #[error(
        "at byte {offset:#06x}, reading MD5: the decrypted bytes do not match it; the key is wrong or the file is damaged"
    )]
    Md5 {
        /// The offset of the hash in the file.
        offset: usize,
    },
    /// The contents cannot be encoded in the file format.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// A compressor has failed.
    #[error("compressing failed: {0}")]
    Compress(io::Error),
}

impl FileError {
    /// Returns the offset of the error in bytes from the start of the file, or `None` if writing a file failed.
    pub fn offset(&self) -> Option<usize> {
        match self {
            Self::Decode(error) => Some(error.offset()),
            Self::Block { offset, .. } => Some(*offset),
            Self::Unsupported { .. } => Some(4),
            Self::TooLong { .. } => Some(12),
            Self::Md5 { offset } => Some(*offset),
            Self::Compress(_) | Self::Encode(_) => None,
        }
    }

    /// Returns whether the file ends too early.
    pub(crate) fn is_cut(&self) -> bool {
        matches!(self, Self::Decode(error) if error.is_incomplete())
    }

    /// Returns the reason as one word for programs, such as `eof`, `magic`, `block`, `mode` or `md5`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Decode(error) => error.kind().code(),
            Self::Block { .. } => "block",
            Self::Unsupported { .. } => "mode",
            Self::TooLong { .. } => "length_limit",
            Self::Md5 { .. } => "md5",
            Self::Compress(_) | Self::Encode(_) => "encode",
        }
    }
}
