//! The blocks of a compressed file, in each of the compressions.

use std::io::{self, ErrorKind, Write};

use flate2::bufread::{GzDecoder, ZlibDecoder};
use flate2::write::{GzEncoder, ZlibEncoder};
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use super::compression::Compression;
use super::fastlz;
use gamewire::shared::minecraft::read_limited;

/// The least input of FastLZ. The engine fills shorter blocks up with zeros.
const FASTLZ_LEAST: usize = 16;
/// The window limit of a zstd block, which every zstd decoder should support.
const ZSTD_WINDOW: usize = 8 << 20;

/// Decompresses blocks one after the other, and reuses its memory.
pub(super) struct Unpacker {
    mode: Compression,
    zstd: FrameDecoder,
}

impl Unpacker {
    pub(super) fn new(mode: Compression) -> Self {
        Self { mode, zstd: FrameDecoder::new() }
    }

    /// Decompresses a block and appends the result to `out`. It must be exactly `length` bytes; no more than that are
    /// decompressed.
    pub(super) fn unpack(&mut self, block: &[u8], length: usize, out: &mut Vec<u8>) -> io::Result<()> {
        let before = out.len();
        match self.mode {
            Compression::FastLz => {
                fastlz::decode(block, length.max(FASTLZ_LEAST), out).map_err(damaged)?;
                // The engine decompresses a short block to 16 bytes, and uses the first `length` of them.
                if length < FASTLZ_LEAST {
                    out.truncate(before + length);
                }
            }
            Compression::Deflate => read_limited(&mut ZlibDecoder::new(block), before + length, out)?,
            Compression::Gzip => read_limited(&mut GzDecoder::new(block), before + length, out)?,
            Compression::Zstd => {
                self.zstd.set_max_window_size(length.max(ZSTD_WINDOW) as u64);
                let mut frame =
                    StreamingDecoder::new_with_decoder(block, &mut self.zstd).map_err(io::Error::other)?;
                read_limited(&mut frame, before + length, out)?;
            }
            Compression::Brotli => return Err(ErrorKind::Unsupported.into()),
        }
        match out.len() - before {
            got if got == length => Ok(()),
            got if got > length => {
                Err(damaged(format!("the block decompresses to more than the {length} bytes that it should")))
            }
            got => Err(damaged(format!("the block decompresses to {got} bytes, not {length}"))),
        }
    }
}

fn damaged(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, why)
}

/// Compresses one block. Returns `None` if the compression is not supported.
pub(super) fn pack(mode: Compression, block: &[u8]) -> Option<io::Result<Vec<u8>>> {
    let level = flate2::Compression::default();
    Some(match mode {
        Compression::FastLz if block.len() < FASTLZ_LEAST => {
            let mut filled = block.to_vec();
            filled.resize(FASTLZ_LEAST, 0);
            Ok(fastlz::encode(&filled))
        }
        Compression::FastLz => Ok(fastlz::encode(block)),
        Compression::Deflate => {
            let mut encoder = ZlibEncoder::new(Vec::new(), level);
            encoder.write_all(block).and_then(|()| encoder.finish())
        }
        Compression::Gzip => {
            let mut encoder = GzEncoder::new(Vec::new(), level);
            encoder.write_all(block).and_then(|()| encoder.finish())
        }
        Compression::Zstd => Ok(compress_to_vec(block, CompressionLevel::Fastest)),
        Compression::Brotli => return None,
    })
}
