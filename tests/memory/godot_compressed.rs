//! Measures the heap while reading compressed files that announce or contain too much. The files are built in the tests.

use std::io::{self, Write};

use flate2::Compression as Best;
use flate2::write::{GzEncoder, ZlibEncoder};
use gamewire_files::godot::{CompressedFile, Compression, compress, decompress};

use crate::{alone, peak, words};

/// A file of one block that says it is as long as pleases.
fn file(mode: Compression, block_size: u32, total: u32, block: &[u8]) -> Vec<u8> {
    [b"GCPF", &words(&[mode as u32, block_size, total, block.len() as u32])[..], block].concat()
}

const MODES: [Compression; 4] =
    [Compression::FastLz, Compression::Deflate, Compression::Zstd, Compression::Gzip];

#[test]
fn memory_is_bounded_by_the_bytes_present() {
    if !alone() {
        return;
    }
    for mode in MODES {
        let contents = vec![7_u8; 4000];
        let small = compress(&contents, mode).unwrap();
        let block = CompressedFile::parse(&small).unwrap().blocks().next().unwrap().bytes.to_vec();

        // A claim of nearly 4 GiB in a file of some bytes, with any limit.
        let claim = file(mode, u32::MAX, u32::MAX - 1, &block);
        let (held, result) = peak(|| decompress(&claim, usize::MAX));
        assert!(result.is_err(), "{mode}");
        assert!(held < 2 << 20, "{mode}: {held} bytes held for a claim");
        let (held, result) = peak(|| decompress(&claim, 1 << 20));
        assert_eq!(result.unwrap_err().code(), "length_limit", "{mode}");
        assert!(held < 4096, "{mode}: {held} bytes held for a refusal");

        // The header claims the greatest possible number of blocks.
        let claim = file(mode, 1, u32::MAX, &block);
        let (held, result) = peak(|| decompress(&claim, usize::MAX));
        assert_eq!(result.unwrap_err().code(), "eof", "{mode}");
        assert!(held < 4096, "{mode}: {held} bytes held for blocks that are not there");
    }

    // Bombs: 64 MiB of zeros in one block that may give 4095 bytes.
    let zeros = vec![0_u8; 64 << 20];
    for (mode, block) in [
        (Compression::Deflate, end(ZlibEncoder::new(Vec::new(), Best::best()), &zeros, ZlibEncoder::finish)),
        (Compression::Gzip, end(GzEncoder::new(Vec::new(), Best::best()), &zeros, GzEncoder::finish)),
        (Compression::Zstd, zstd_bomb(64 << 3)),
        (Compression::FastLz, [&[0x20, 0, 0xe0][..], &vec![255; 64 << 12], &[0, 0]].concat()),
    ] {
        let bomb = file(mode, 4096, 4095, &block);
        let (held, result) = peak(|| decompress(&bomb, usize::MAX));
        let error = result.unwrap_err();
        assert_eq!(error.code(), "block", "{mode}: {error}");
        // zstd may reach 8 MiB back, and grows its window by doubling.
        assert!(held < 17 << 20, "{mode}: {held} bytes held for a bomb of {}", bomb.len());
    }
}

fn end<W: Write>(mut encoder: W, zeros: &[u8], finish: impl Fn(W) -> io::Result<Vec<u8>>) -> Vec<u8> {
    encoder.write_all(zeros).unwrap();
    finish(encoder).unwrap()
}

/// A frame of zstd with a number of blocks that say "128 KiB of this byte", and a window of 8 MiB.
fn zstd_bomb(blocks: usize) -> Vec<u8> {
    let block = |last: u32| (last | 1 << 1 | (128 << 10) << 3).to_le_bytes();
    let mut bytes = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 13 << 3];
    for number in 0..blocks {
        bytes.extend(&block(u32::from(number + 1 == blocks))[..3]);
        bytes.push(0);
    }
    bytes
}
