//! `GCPF`: what `open_compressed` writes.

use std::fmt;
use std::io::Write;
use std::num::NonZero;

use cookie_factory::{GenError, WriteContext};
use nom::Err;

use super::FileError;
use super::block::{Unpacker, pack};
use super::layout::{parse_magic, parse_word, run, written};
use crate::cx::Cx;
use crate::error::{DecodeErrorKind, EncodeError, EncodeErrorKind, Fault, PResult, Path};
use crate::sink::{Gen, put};
use crate::trace::Trace;

/// Bytes of contents in each block that the engine writes.
const BLOCK_SIZE: u32 = 4096;
/// In front, and after everything once more.
const MAGIC: &str = "GCPF";

/// How the blocks of a file are compressed, as in the engine's `CompressionMode`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// FastLZ.
    FastLz = 0,
    /// Deflate, with a zlib header.
    Deflate = 1,
    /// Zstandard; from Godot 3.0 on.
    Zstd = 2,
    /// Gzip; from Godot 3.0 on.
    Gzip = 3,
    /// Brotli, which Godot 4 reads and never writes. Neither is done here.
    Brotli = 4,
}

impl Compression {
    /// All of them, by their number.
    pub const ALL: [Self; 5] = [Self::FastLz, Self::Deflate, Self::Zstd, Self::Gzip, Self::Brotli];

    /// In lower case: `fastlz`, `deflate`, `zstd`, `gzip`, `brotli`.
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

/// Decompresses a file that `open_compressed` wrote, to at most `limit` bytes.
///
/// The file's own numbers are believed only as far as its bytes bear them out: memory grows with what is really
/// there, beside the 16 MiB that a Zstandard block can ask for, and no block may give more, or less, than its
/// share. See [`CompressedFile`] for the parts of a file.
///
/// # Errors
/// If the bytes are no such file, end too early or are damaged; if the contents are longer than `limit`; for
/// [`Brotli`](Compression::Brotli).
///
/// ```
/// use gamewire::godot::files::{Compression, compress, decompress};
/// // FileAccess.open_compressed(path, WRITE, COMPRESSION_ZSTD).store_var("hello")
/// let file = b"GCPF\x02\0\0\0\0\x10\0\0\x14\0\0\0\x1d\0\0\0\
///     \x28\xb5\x2f\xfd\x20\x14\xa1\0\0\x10\0\0\0\x04\0\0\0\x05\0\0\0hello\0\0\0GCPF";
/// let contents = decompress(file, 1 << 20)?;
/// assert_eq!(contents, b"\x10\0\0\0\x04\0\0\0\x05\0\0\0hello\0\0\0");
/// assert_eq!(decompress(&compress(&contents, Compression::Deflate)?, 1 << 20)?, contents);
/// # Ok::<(), gamewire::godot::files::FileError>(())
/// ```
pub fn decompress(bytes: &[u8], limit: usize) -> Result<Vec<u8>, FileError> {
    CompressedFile::parse(bytes)?.unpack(limit)
}

/// Compresses bytes as `open_compressed` does, in blocks of 4096 bytes. The engine reads the file, but its own
/// compressors write other bytes: with [`Zstd`](Compression::Zstd) half as many, otherwise about as many.
///
/// # Errors
/// If there are 4 GiB or more; for [`Brotli`](Compression::Brotli).
pub fn compress(bytes: &[u8], mode: Compression) -> Result<Vec<u8>, FileError> {
    let total = u32::try_from(bytes.len()).map_err(|_| {
        let kind = EncodeErrorKind::TooLong { length: bytes.len(), limit: u32::MAX as usize };
        EncodeError::new(Path::default(), kind)
    })?;
    let mut blocks = Vec::with_capacity(bytes.len() / BLOCK_SIZE as usize + 1);
    let (full, rest) = bytes.as_chunks::<{ BLOCK_SIZE as usize }>();
    // The last block holds the rest, also if that is nothing.
    for block in full.iter().map(|block| block.as_slice()).chain([rest]) {
        let packed = pack(mode, block).ok_or_else(|| {
            let kind = EncodeErrorKind::NotExpressible { what: "Brotli is not supported" };
            EncodeError::new(Path::default(), kind)
        })?;
        blocks.push(packed.map_err(FileError::Compress)?);
    }
    Ok(written(|out| gen_compressed(mode, total, &blocks, out))?)
}

/// The parts of a compressed file. See [`parse_compressed`] for the layout.
///
/// ```
/// use gamewire::godot::files::{CompressedFile, Compression, compress};
/// let bytes = compress(&[7; 5000], Compression::Gzip)?;
/// let file = CompressedFile::parse(&bytes)?;
/// assert_eq!((file.mode(), file.block_size(), file.total()), (Compression::Gzip, 4096, 5000));
/// assert_eq!(file.blocks().map(|block| block.length).collect::<Vec<_>>(), [4096, 904]);
/// assert_eq!(file.tail(), b"GCPF");
/// # Ok::<(), gamewire::godot::files::FileError>(())
/// ```
#[derive(Debug, Clone)]
pub struct CompressedFile<'a> {
    mode: Compression,
    block_size: u32,
    total: u32,
    /// The sizes of the blocks, four bytes each.
    sizes: &'a [[u8; 4]],
    /// The blocks themselves.
    blocks: &'a [u8],
    tail: &'a [u8],
}

/// One block of a compressed file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block<'a> {
    /// Offset of its first byte in the file.
    pub offset: usize,
    /// Its compressed bytes.
    pub bytes: &'a [u8],
    /// How many bytes they should give.
    pub length: usize,
}

impl<'a> CompressedFile<'a> {
    /// Reads what is around the blocks; those are not decompressed.
    ///
    /// # Errors
    /// If the bytes do not begin with `GCPF`, end before the last block does, or name a compression that does
    /// not exist.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, FileError> {
        let (tail, file) = run(&(), bytes, parse_compressed, |cx, i| parse_compressed(cx, i))?;
        Ok(Self { tail, ..file })
    }

    /// How the blocks are compressed.
    pub fn mode(&self) -> Compression {
        self.mode
    }

    /// How many bytes every block but the last gives.
    pub fn block_size(&self) -> u32 {
        self.block_size
    }

    /// How many bytes all blocks give, as the file has it.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// What follows the blocks: `GCPF` once more as the engine writes it. Its reader does not look.
    pub fn tail(&self) -> &'a [u8] {
        self.tail
    }

    /// The blocks, in order.
    pub fn blocks(&self) -> impl Iterator<Item = Block<'a>> {
        let (mut rest, mut offset) = (self.blocks, HEADER + self.sizes.len() * 4);
        let mut left = self.total as usize;
        let block_size = self.block_size as usize;
        self.sizes.iter().map_while(move |size| {
            let (bytes, after) = rest.split_at_checked(u32::from_le_bytes(*size) as usize)?;
            let block = Block { offset, bytes, length: left.min(block_size) };
            (rest, offset, left) = (after, offset + bytes.len(), left - block.length);
            Some(block)
        })
    }

    /// Decompresses the contents, to at most `limit` bytes.
    ///
    /// # Errors
    /// If they are longer, or a block is damaged; for [`Brotli`](Compression::Brotli).
    pub fn unpack(&self, limit: usize) -> Result<Vec<u8>, FileError> {
        if self.mode == Compression::Brotli {
            return Err(FileError::Unsupported { mode: self.mode });
        }
        if self.total as usize > limit {
            return Err(FileError::TooLong { length: self.total, limit });
        }
        let mut contents = Vec::new();
        let mut unpacker = Unpacker::new(self.mode);
        for (number, block) in self.blocks().enumerate() {
            unpacker.unpack(block.bytes, block.length, &mut contents).map_err(|source| FileError::Block {
                offset: block.offset,
                block: number,
                mode: self.mode,
                source,
            })?;
        }
        Ok(contents)
    }
}

/// Bytes in front of the sizes.
const HEADER: usize = 16;

/// What is around the blocks of a compressed file (`core/io/file_access_compressed.cpp`). Numbers are
/// little-endian.
///
/// | size  | field |
/// |-------|-------|
/// | 4     | magic, `GCPF` |
/// | 4     | mode: a [`Compression`] |
/// | 4     | block size b, 4096 as the engine writes it |
/// | 4     | total size t of the contents |
/// | 4 · n | sizes of the compressed blocks; n = t / b + 1, rounded down |
/// | ..    | the blocks: each gives b bytes, the last t mod b, also if that is none |
///
/// The magic follows again; it is left over, and [`CompressedFile::tail`] has it.
pub fn parse_compressed<'a, T: Trace>(cx: Cx<'_, (), T>, i: &'a [u8]) -> PResult<'a, CompressedFile<'a>> {
    let (rest, ()) = parse_magic(cx, i, MAGIC)?;
    let (at_size, mode) = parse_mode(cx, rest)?;
    let (at_total, block_size) = parse_word(cx, at_size, "block size")?;
    let Some(block_size) = NonZero::new(block_size) else {
        return Fault::number(at_size, at_total, DecodeErrorKind::LengthMismatch { stated: 0, needed: 1 });
    };
    let (rest, total) = parse_word(cx, at_total, "total size")?;
    let table = ((total / block_size) as usize).saturating_add(1).saturating_mul(4);
    let Some((sizes, blocks)) = rest.split_at_checked(table) else {
        let missing = table - rest.len();
        return Fault::number(at_total, rest, DecodeErrorKind::CountPastEnd { count: total, missing });
    };
    let (sizes, _) = sizes.as_chunks::<4>();
    cx.trace.reading("size of a block");
    let mut after = blocks;
    for (number, size) in sizes.iter().enumerate() {
        let count = u32::from_le_bytes(*size);
        let Some(rest) = after.get(count as usize..) else {
            let missing = count as usize - after.len();
            let left = at_total.len() - 4 - number * 4;
            return Err(Err::Error(Fault {
                left,
                read: 4,
                kind: DecodeErrorKind::CountPastEnd { count, missing },
            }));
        };
        after = rest;
    }
    let blocks = blocks.get(..blocks.len() - after.len()).unwrap_or_default();
    Ok((after, CompressedFile { mode, block_size: block_size.get(), total, sizes, blocks, tail: &[] }))
}

fn parse_mode<'a, T: Trace>(cx: Cx<'_, (), T>, i: &'a [u8]) -> PResult<'a, Compression> {
    let (rest, number) = parse_word(cx, i, "mode")?;
    match Compression::ALL.into_iter().find(|mode| *mode as u32 == number) {
        Some(mode) => Ok((rest, mode)),
        None => Fault::number(i, rest, DecodeErrorKind::EnumValue { value: number.into() }),
    }
}

/// Writes a compressed file of blocks that are compressed already, as [`parse_compressed`] reads it; the magic
/// after them as well.
pub fn gen_compressed<W: Write>(
    mode: Compression,
    total: u32,
    blocks: &[Vec<u8>],
    out: &mut WriteContext<W>,
) -> Gen {
    put(out, MAGIC.as_bytes())?;
    put(out, &(mode as u32).to_le_bytes())?;
    put(out, &BLOCK_SIZE.to_le_bytes())?;
    put(out, &total.to_le_bytes())?;
    for block in blocks {
        let size = u32::try_from(block.len()).map_err(|_| GenError::BufferTooBig(block.len()))?;
        put(out, &size.to_le_bytes())?;
    }
    blocks.iter().try_for_each(|block| put(out, block))?;
    put(out, MAGIC.as_bytes())
}
