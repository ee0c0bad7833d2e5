//! Compressed files (`GCPF`), which `open_compressed` writes.

use std::io::Write;
use std::num::NonZero;

use cookie_factory::SerializeFn;
use cookie_factory::sequence::tuple;
use nom::Err;

use super::FileError;
use super::block::{Unpacker, pack};
use super::compression::Compression;
use super::fields::{FILE, LITTLE, magic, word};
use gamewire::error::{DecodeErrorKind, EncodeError, EncodeErrorKind};
use gamewire::grammar::{Cx, Fault, Parse, accept, le_u32, said, slice, take, typed};
use gamewire::shared::Counted;
use gamewire::shared::Sure as _;
use gamewire::shared::edge::{self, Given};
use gamewire::trace::{Form, Meaning, Trace};

/// The decompressed size of the blocks that the engine writes.
const BLOCK_SIZE: u32 = 4096;
/// The magic bytes, which are at the start of the file and again at the end.
const MAGIC: &str = "GCPF";

/// Decompresses a file that `open_compressed` wrote, to at most `limit` bytes.
///
/// The sizes that the file states are not trusted: memory is proportional to the file and to what was decompressed so far.
/// Zstandard may need 16 MiB more for a block. To read the parts of a file, use [`CompressedFile`].
///
/// # Errors
/// Returns an error if the bytes are not a compressed file, end too early or are damaged, if the contents are longer
/// than `limit`, or if the compression is [`Brotli`](Compression::Brotli).
///
/// ```
/// use gamewire_files::godot::{Compression, compress, decompress};
/// // FileAccess.open_compressed(path, WRITE, COMPRESSION_ZSTD).store_var("hello")
/// let file = b"GCPF\x02\0\0\0\0\x10\0\0\x14\0\0\0\x1d\0\0\0\
///     \x28\xb5\x2f\xfd\x20\x14\xa1\0\0\x10\0\0\0\x04\0\0\0\x05\0\0\0hello\0\0\0GCPF";
/// let contents = decompress(file, 1 << 20)?;
/// assert_eq!(contents, b"\x10\0\0\0\x04\0\0\0\x05\0\0\0hello\0\0\0");
/// assert_eq!(decompress(&compress(&contents, Compression::Deflate)?, 1 << 20)?, contents);
/// # Ok::<(), gamewire_files::godot::FileError>(())
/// ```
pub fn decompress(bytes: &[u8], limit: usize) -> Result<Vec<u8>, FileError> {
    let Decompressed { contents, damage } = CompressedFile::parse(bytes)?.unpack(limit)?;
    damage.map_or(Ok(contents), Err)
}

/// The contents of a compressed file that may be damaged, as far as they can be decompressed.
///
/// ```
/// use gamewire_files::godot::{Compression, FileError, compress, decompress_prefix};
///
/// let file = compress(&[7; 10_000], Compression::Zstd)?;
/// let cut = decompress_prefix(&file[..file.len() - 20], 1 << 20)?;
/// assert_eq!(cut.contents.len() % 4096, 0); // The blocks before the damage.
/// assert!(cut.damage.is_some());
/// # Ok::<(), FileError>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Decompressed {
    /// The contents before the damage.
    pub contents: Vec<u8>,
    /// The error at which decompression stopped, if the contents are incomplete.
    pub damage: Option<FileError>,
}

/// Decompresses a file that may be truncated or damaged, as far as possible. The contents are those of the blocks
/// before the damage.
///
/// # Errors
/// Returns an error if the header or the table of sizes is incomplete or invalid, if the contents are longer than `limit`, or if the compression
/// is [`Brotli`](Compression::Brotli).
///
/// ```
/// use gamewire_files::godot::{Compression, compress, decompress_prefix};
/// let file = compress(&[7; 5000], Compression::Deflate)?;
/// let cut = decompress_prefix(&file[..file.len() - 10], 1 << 20)?;
/// assert_eq!(cut.contents, [7; 4096]); // the first of two blocks
/// assert!(cut.damage.is_some());
/// # Ok::<(), gamewire_files::godot::FileError>(())
/// ```
pub fn decompress_prefix(bytes: &[u8], limit: usize) -> Result<Decompressed, FileError> {
    let (file, damage) = match CompressedFile::parse(bytes) {
        Ok(file) => (file, None),
        Err(error) => {
            let head = edge::run_parser(&Given::prefix(&()), FILE, bytes, |cx, i| head(cx)(i));
            let Ok(file) = head else { return Err(error) };
            let blocks = bytes.get(HEADER + file.sizes.len() * 4..).sure();
            (CompressedFile { blocks, ..file }, Some(error))
        }
    };
    let unpacked = file.unpack(limit)?;
    Ok(Decompressed { damage: damage.or(unpacked.damage), ..unpacked })
}

/// Compresses bytes as `open_compressed` does, in blocks of 4096 bytes.
///
/// The engine can read the file, but the bytes differ from those of its own compressors: the
/// engine's files with [`Zstd`](Compression::Zstd) are half as long as these, others are about as long.
///
/// ```
/// use gamewire_files::godot::{Compression, compress, decompress};
/// use gamewire::godot::{Dialect, Framing, variant};
/// let mut save = Vec::new();
/// Framing::STORE_VAR.write(Dialect::GODOT_4, &variant!({ "gold": 7 }), &mut save)?;
/// let file = compress(&save, Compression::Zstd)?;
/// assert!(file.starts_with(b"GCPF"));
/// assert_eq!(decompress(&file, 1 << 20)?, save);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the contents are 4 GiB or more, or if the compression is [`Brotli`](Compression::Brotli).
pub fn compress(bytes: &[u8], mode: Compression) -> Result<Vec<u8>, FileError> {
    let total = u32::try_from(bytes.len()).map_err(|_| {
        let kind = EncodeErrorKind::TooLong { length: bytes.len(), limit: u32::MAX as usize };
        EncodeError::of_value(kind)
    })?;
    // The last block has the rest of the contents, which may be empty.
    let (blocks, last) = bytes.as_chunks::<{ BLOCK_SIZE as usize }>();
    let mut sizes = Vec::with_capacity(blocks.len() + 1);
    // The header is written before the blocks, when their sizes are known.
    let mut file = vec![0; HEADER + (blocks.len() + 1) * 4];
    for block in blocks.iter().map(|block| block.as_slice()).chain([last]) {
        let packed = pack(mode, block).ok_or_else(|| {
            let kind = EncodeErrorKind::NotExpressible { what: "Brotli is not supported" };
            EncodeError::of_value(kind)
        })?;
        let packed = packed.map_err(FileError::Compress)?;
        // A block is at most slightly longer than its contents, which are 4096 bytes.
        sizes.push(u32::try_from(packed.len()).unwrap_or(u32::MAX).to_le_bytes());
        file.extend(packed);
    }
    let parts = CompressedFile { mode, block_size: BLOCK_SIZE, total, sizes: &sizes, blocks: &[], tail: &[] };
    let head = edge::run_generator(&Given::new(&()), |_, out| gen_compressed(&parts)(out))?;
    if let Some(place) = file.get_mut(..head.len()) {
        place.copy_from_slice(&head);
    }
    file.extend(MAGIC.as_bytes());
    Ok(file)
}

/// The parts of a compressed file. See [`compressed`] for the layout.
///
/// ```
/// use gamewire_files::godot::{CompressedFile, Compression, compress};
/// let bytes = compress(&[7; 5000], Compression::Gzip)?;
/// let file = CompressedFile::parse(&bytes)?;
/// assert_eq!((file.mode, file.block_size, file.total), (Compression::Gzip, 4096, 5000));
/// assert_eq!(file.blocks().map(|block| block.length).collect::<Vec<_>>(), [4096, 904]);
/// assert_eq!(file.tail, b"GCPF");
/// # Ok::<(), gamewire_files::godot::FileError>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct CompressedFile<'a> {
    /// The compression of the blocks.
    pub mode: Compression,
    /// The decompressed size of every block but the last.
    pub block_size: u32,
    /// The decompressed size of all blocks, as stated in the file.
    pub total: u32,
    /// The sizes of the blocks, four bytes each.
    sizes: &'a [[u8; 4]],
    /// The blocks themselves.
    blocks: &'a [u8],
    /// The bytes after the blocks. The engine writes `GCPF` there again, but does not read it.
    pub tail: &'a [u8],
}

/// One block of a compressed file.
///
/// ```
/// use gamewire_files::godot::{CompressedFile, Compression, FileError, compress};
///
/// let file = compress(&[7; 10_000], Compression::Zstd)?;
/// let parsed = CompressedFile::parse(&file)?;
/// let lengths: Vec<_> = parsed.blocks().map(|block| block.length).collect();
/// assert_eq!(lengths, [4096, 4096, 1808]);
/// # Ok::<(), FileError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Block<'a> {
    /// The offset of the first byte of the block in the file.
    pub offset: usize,
    /// The compressed bytes.
    pub bytes: &'a [u8],
    /// The decompressed length of the block.
    pub length: usize,
}

impl<'a> CompressedFile<'a> {
    /// Parses the header and the boundaries of the blocks, without decompressing them.
    ///
    /// # Errors
    /// Returns an error if the bytes do not begin with `GCPF`, end before the last block ends, or have an unknown
    /// compression or the block size 0.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, FileError> {
        Ok(edge::run_parser(&Given::prefix(&()), FILE, bytes, |cx, i| {
            let (tail, file) = compressed(cx)(i)?;
            Ok((tail, Self { tail, ..file }))
        })?)
    }

    /// Returns an iterator over the blocks, in order.
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

    /// Decompresses the blocks up to the first damaged one.
    fn unpack(&self, limit: usize) -> Result<Decompressed, FileError> {
        if self.mode == Compression::Brotli {
            return Err(FileError::Unsupported { mode: self.mode });
        }
        if self.total as usize > limit {
            return Err(FileError::TooLong { length: self.total, limit });
        }
        let mut contents: Vec<u8> = Vec::new();
        let mut unpacker = Unpacker::new(self.mode);
        for (number, block) in self.blocks().enumerate() {
            let before = contents.len();
            // Doubling the capacity could reserve twice the total size. That is trusted up to the length of the file, or to the
            // number of bytes that were decompressed so far if it is greater.
            if contents.capacity() - before < block.length {
                let left = (self.total as usize).saturating_sub(before).saturating_add(SLACK);
                contents.reserve_exact(left.min(self.blocks.len().max(before)));
            }
            if let Err(source) = unpacker.unpack(block.bytes, block.length, &mut contents) {
                contents.truncate(before);
                let damage =
                    FileError::Block { offset: block.offset, block: number, mode: self.mode, error: source };
                return Ok(Decompressed { contents, damage: Some(damage) });
            }
        }
        Ok(Decompressed { contents, damage: None })
    }
}

/// The number of bytes beyond the length of a block that a decompressor may write before they are removed.
const SLACK: usize = 64;

/// The number of bytes before the sizes.
const HEADER: usize = 16;

/// The framing of a compressed file (`core/io/file_access_compressed.cpp`). Numbers are
/// little-endian.
///
/// | size  | field |
/// |-------|-------|
/// | 4     | magic, `GCPF` |
/// | 4     | mode: a [`Compression`] |
/// | 4     | block size b, 4096 as the engine writes it |
/// | 4     | total size t of the contents |
/// | 4 · n | sizes of the compressed blocks; n is t / b, rounded down, plus 1 |
/// | ..    | the blocks: each decompresses to b bytes, the last to t mod b, which may be 0 |
///
/// After the blocks, the engine writes the magic again. This parser leaves it; [`CompressedFile::tail`] returns it.
pub fn compressed<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, CompressedFile<'a>> {
    move |i: &'a [u8]| {
        let (i, file) = head(cx)(i)?;
        typed(cx, "size of a block", blocks(cx, file))(i)
    }
}

/// Parses the header, which is everything before the blocks.
fn head<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, CompressedFile<'a>> {
    move |i: &'a [u8]| {
        let (i, ()) = magic(cx, MAGIC)(i)?;
        let (i, mode) = mode(cx)(i)?;
        let (i, block_size) = block_size(cx)(i)?;
        let (i, (total, sizes)) = sizes(cx, block_size)(i)?;
        let block_size = block_size.get();
        Ok((i, CompressedFile { mode, block_size, total, sizes, blocks: &[], tail: &[] }))
    }
}

/// Writes compressed blocks and the bytes after them, in the layout of [`compressed`].
pub fn gen_compressed<W: Write>(file: &CompressedFile<'_>) -> impl SerializeFn<W> {
    tuple((
        slice(MAGIC),
        slice((file.mode as u32).to_le_bytes()),
        slice(file.block_size.to_le_bytes()),
        slice(file.total.to_le_bytes()),
        slice(file.sizes.as_flattened()),
        slice(file.blocks),
        slice(file.tail),
    ))
}

fn mode<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, Compression> {
    let text = |number: &u32| match Compression::of(*number) {
        Some(mode) => format!("mode = {number} ({mode:?})"),
        None => format!("mode = {number}"),
    };
    let number = said(cx, Meaning::from("mode").of(LITTLE), le_u32, text);
    let mode = accept(number, |number, _| {
        Compression::of(number).ok_or(DecodeErrorKind::EnumValue { value: number.into() })
    });
    typed(cx, "mode", mode)
}

fn block_size<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, NonZero<u32>> {
    word(cx, "block size", "block size".into(), |size, _| {
        NonZero::new(size).ok_or(DecodeErrorKind::Custom("the block size must not be 0"))
    })
}

/// Parses the total size, and the sizes of as many blocks as the total size takes.
fn sizes<'a, T: Trace>(cx: Cx<'_, (), T>, block_size: NonZero<u32>) -> impl Parse<'a, (u32, &'a [[u8; 4]])> {
    move |i: &'a [u8]| {
        let meaning = Meaning::from("total size").saying("It counts the bytes before compression.");
        let total = word(cx, "total size", meaning, move |total, rest| {
            let table = (u64::from(total / block_size) + 1) * 4;
            match table.saturating_sub(rest.len() as u64) {
                0 => Ok((total, usize::try_from(table).unwrap_or(usize::MAX))),
                missing => Err(DecodeErrorKind::CountPastEnd { count: total, missing }),
            }
        });
        let (i, (total, table)) = total(i)?;
        let (end, sizes) = take(cx, table)(i)?;
        let mut rest = i;
        for number in 0..if T::ENABLED { table / 4 } else { 0 } {
            let text = |size: &u32| format!("size of block {number} = {size}");
            (rest, _) = said(cx, Meaning::from("size").of(LITTLE), le_u32, text)(rest)?;
        }
        Ok((end, (total, sizes.as_chunks().0)))
    }
}

/// Parses the blocks of a file. If a block exceeds the input, its size is reported as the error.
fn blocks<'a, T: Trace>(cx: Cx<'_, (), T>, file: CompressedFile<'a>) -> impl Parse<'a, CompressedFile<'a>> {
    move |i: &'a [u8]| {
        let file = CompressedFile { blocks: i, ..file };
        let (mut rest, mut number) = (i, 0);
        for Block { bytes, length, .. } in file.blocks() {
            let text = |_: &&[u8]| format!("block {number}, compressed, for {}", Counted(length, "byte"));
            (rest, _) = said(cx, Meaning::from("block").of(Form::Bytes), take(cx, bytes.len()), text)(rest)?;
            number += 1;
        }
        if let Some(size) = file.sizes.get(number) {
            let length = u32::from_le_bytes(*size);
            let missing = (length as usize - rest.len()) as u64;
            let left = i.len() + (file.sizes.len() - number) * 4;
            // The blocks before this one are read.
            let kind = DecodeErrorKind::LengthPastEnd { length, missing };
            return Err(Err::Error(Fault::new(left, left - rest.len(), kind)));
        }
        let blocks = i.get(..i.len() - rest.len()).sure();
        Ok((rest, CompressedFile { blocks, ..file }))
    }
}
