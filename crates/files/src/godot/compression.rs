//! The compressions of Godot's files.

use std::fmt;

/// The compression of a file's blocks, as in the engine's `CompressionMode`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// FastLZ.
    FastLz = 0,
    /// Deflate, with a zlib header.
    Deflate = 1,
    /// Zstandard, since Godot 3.0.
    Zstd = 2,
    /// Gzip, since Godot 3.0.
    Gzip = 3,
    /// Brotli, which Godot 4 reads but never writes. This crate does not support it.
    Brotli = 4,
}

impl Compression {
    /// All compressions, in the order of their numbers.
    pub const ALL: &'static [Self] = &[Self::FastLz, Self::Deflate, Self::Zstd, Self::Gzip, Self::Brotli];

    pub(crate) fn of(number: u32) -> Option<Self> {
        Self::ALL.iter().copied().find(|mode| *mode as u32 == number)
    }

    /// Returns the name in lower case: `fastlz`, `deflate`, `zstd`, `gzip` or `brotli`.
    pub fn name(self) -> &'static str {
        match self {
            Self::FastLz => "fastlz",
            Self::Deflate => "deflate",
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
            Self::Brotli => "brotli",
        }
    }
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
