//! Checks that compressed files are read and written: files that Godot 3.2.3, 3.6.2 and 4.6.3 wrote, files of this crate, and
//! damaged ones.

use std::fs;

use crate::support::positions::{config, positions_of_long};
use crate::support::{engine_file, fixture};
use gamewire_files::godot::FileKind;
use gamewire_files::godot::{
    Block, CompressedFile, Compression, FileError, compress, decompress, gen_compressed,
};
use proptest::prelude::*;

const LIMIT: usize = 1 << 20;

/// Returns the 4096 bytes that `store_var("%04084d" % 7)` writes.
fn padded_seven() -> Vec<u8> {
    let text = format!("{:04084}", 7);
    [&4092_u32.to_le_bytes()[..], &[4, 0, 0, 0], &4084_u32.to_le_bytes(), text.as_bytes()].concat()
}

#[test]
fn files_of_engines_give_what_was_stored() {
    let mut seen = 0;
    for version in ["3.2.3", "3.6.2", "4.6.3"] {
        // 3.2.3 writes the same values as 3.6.2.
        let plain = if version == "3.2.3" { "3.6.2" } else { version };
        for entry in fs::read_dir(fixture(&format!("framing/godot-{version}"))).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let Some(rest) = name.strip_prefix("compressed_") else { continue };
            let (mode, size) =
                rest.strip_suffix(".bin").unwrap().split_once('_').unwrap_or((&rest[..rest.len() - 4], ""));
            let expected = match size {
                "" => engine_file(plain, "store_var_several.bin"),
                "large" => engine_file(plain, "store_var_large.bin"),
                "1_blocks" => padded_seven(),
                "2_blocks" => padded_seven().repeat(2),
                other => panic!("{other}"),
            };
            let bytes = engine_file(version, &name);
            assert_eq!(FileKind::detect(&bytes), Some(FileKind::Compressed));
            let file = CompressedFile::parse(&bytes).unwrap();
            assert_eq!((file.mode.name(), file.block_size, file.tail), (mode, 4096, &b"GCPF"[..]));
            assert_eq!(file.total as usize, expected.len(), "{version} {name}");
            assert!(decompress(&bytes, LIMIT).unwrap() == expected, "{version} {name}");

            // Our file has the same blocks, and the same header before their sizes.
            let ours = compress(&expected, file.mode).unwrap();
            assert_eq!(ours[..16], bytes[..16], "{version} {name}");
            let again = CompressedFile::parse(&ours).unwrap();
            let lengths =
                |file: &CompressedFile<'_>| file.blocks().map(|block| block.length).collect::<Vec<_>>();
            assert_eq!(lengths(&again), lengths(&file), "{version} {name}");
            assert_eq!(again.tail, b"GCPF");
            assert!(decompress(&ours, LIMIT).unwrap() == expected, "{version} {name}");
            let most = if mode == "zstd" { bytes.len() * 21 / 10 } else { bytes.len() * 13 / 10 };
            assert!(ours.len() <= most, "{version} {name}: {} bytes, the engine {}", ours.len(), bytes.len());
            eprintln!("{version} {name}: the engine wrote {}, we {}", bytes.len(), ours.len());
            // The engine's own blocks in our frame are the engine's file.
            let written = cookie_factory::gen_simple(gen_compressed(&file), Vec::new());
            assert!(written.unwrap() == bytes, "{version} {name}");
            seen += 1;
        }
    }
    assert_eq!(seen, 2 + 10 + 10);
}

#[test]
fn an_empty_last_block_is_written() {
    for mode in [Compression::FastLz, Compression::Deflate, Compression::Zstd, Compression::Gzip] {
        for (length, blocks) in [(0, 1), (1, 1), (15, 1), (16, 1), (4095, 1), (4096, 2), (4097, 2), (8192, 3)]
        {
            let contents: Vec<u8> = (0..length).map(|at: u32| at.to_le_bytes()[0]).collect();
            let bytes = compress(&contents, mode).unwrap();
            let file = CompressedFile::parse(&bytes).unwrap();
            assert_eq!(file.blocks().count(), blocks, "{mode} {length}");
            assert_eq!(decompress(&bytes, LIMIT).unwrap(), contents, "{mode} {length}");
            let last = file.blocks().last().unwrap();
            assert_eq!(last.length, length as usize % 4096);
            assert_eq!(&bytes[last.offset..][..last.bytes.len()], last.bytes);
        }
    }
}

fn small() -> Vec<(Compression, Vec<u8>)> {
    let modes = [Compression::FastLz, Compression::Deflate, Compression::Zstd, Compression::Gzip];
    modes.map(|mode| (mode, engine_file("4.6.3", &format!("compressed_{mode}.bin")))).to_vec()
}

#[test]
fn every_cut_is_an_error_that_says_where() {
    for (mode, bytes) in small() {
        let contents = decompress(&bytes, LIMIT).unwrap();
        for end in 0..bytes.len() {
            match decompress(&bytes[..end], LIMIT) {
                // The engine does not look at the magic at the end.
                Ok(read) => assert!(end >= bytes.len() - 4 && read == contents, "{mode} {end}"),
                Err(FileError::Decode(error)) => {
                    assert!(
                        error.is_incomplete() && error.offset() <= end && end < bytes.len() - 4,
                        "{error}"
                    );
                }
                Err(error) => panic!("{mode} {end}: {error}"),
            }
        }
    }
}

#[test]
fn a_changed_byte_never_exceeds_the_stated_size() {
    for (mode, bytes) in small() {
        let contents = decompress(&bytes, LIMIT).unwrap();
        let mut noticed = 0;
        for at in 0..bytes.len() {
            for change in [1, 0x10, 0x80, 0xff] {
                let mut bytes = bytes.clone();
                bytes[at] ^= change;
                match decompress(&bytes, LIMIT) {
                    Ok(read) => assert!(read.len() <= contents.len() + 0xff, "{mode} {at}"),
                    Err(error) => {
                        assert!(error.offset().is_some_and(|at| at <= bytes.len()), "{mode} {at}: {error}");
                        noticed += 1;
                    }
                }
            }
        }
        assert!(noticed > 60, "{mode}: {noticed}");
        // If there is a checksum, every change of the contents is detected.
        if matches!(mode, Compression::Deflate | Compression::Gzip) {
            for at in 40..bytes.len() - 12 {
                let mut bytes = bytes.clone();
                bytes[at] ^= 4;
                assert!(decompress(&bytes, LIMIT).is_err_and(|error| error.code() == "block"), "{mode} {at}");
            }
        }
    }
}

#[test]
fn errors_are_sentences_with_a_place() {
    let good = engine_file("4.6.3", "compressed_deflate.bin");
    let changed = |at: usize, with: &[u8]| {
        let mut bytes = good.clone();
        bytes[at..at + with.len()].copy_from_slice(with);
        bytes
    };
    let sentences = [
        (changed(0, b"RSCC"), "at byte 0x0000, reading magic at $: the file does not begin with GCPF"),
        (changed(4, &[9]), "at byte 0x0004, reading mode at $: 9 is not a value of this enumeration"),
        (changed(4, &[4]), "at byte 0x0004, reading mode: brotli is not supported"),
        (changed(8, &[0, 0]), "at byte 0x0008, reading block size at $: the block size must not be 0"),
        (
            changed(12, &[0xff; 4]),
            "at byte 0x000c, reading total size at $: count 4294967295 needs at least 4194304 bytes, 244 remain",
        ),
        (
            changed(16, &[0xff, 0xff]),
            "at byte 0x0010, reading size of a block at $: the length is 65535, but 240 bytes remain",
        ),
        (changed(4, &[3]), "at byte 0x0014, reading block 0 (gzip): it cannot be decompressed"),
        (
            changed(12, &[0xd7]),
            "at byte 0x0014, reading block 0 (deflate): the block decompresses to more than the 471 bytes that it should",
        ),
        (
            changed(12, &[0xd9]),
            "at byte 0x0014, reading block 0 (deflate): the block decompresses to 472 bytes, not 473",
        ),
    ];
    for (bytes, sentence) in sentences {
        assert_eq!(decompress(&bytes, LIMIT).unwrap_err().to_string(), sentence);
    }
    assert_eq!(
        decompress(&good, 471).unwrap_err().to_string(),
        "at byte 0x000c, reading total size: 472 bytes are over the limit of 471"
    );
    assert!(decompress(&good, 472).is_ok());
    let error = compress(b"", Compression::Brotli).unwrap_err();
    assert_eq!((error.code(), error.to_string().as_str()), ("encode", "at $: Brotli is not supported"));
}

/// The engine reads a block of fewer than 16 bytes into 16 and takes the first of them (`Compression::decompress`): here 8 literals, of
/// which the contents have 3.
#[test]
fn a_short_block_of_fastlz_may_give_more_than_its_share() {
    let file = |block: &[u8]| {
        let size = u32::try_from(block.len()).unwrap().to_le_bytes();
        [b"GCPF\0\0\0\0\0\x10\0\0\x03\0\0\0", &size[..], block, b"GCPF"].concat()
    };
    assert_eq!(decompress(&file(b"\x07abcdefgh"), LIMIT).unwrap(), b"abc");
    let error = decompress(&file(b"\x01ab"), LIMIT).unwrap_err().to_string();
    assert!(error.ends_with("the block decompresses to 2 bytes, not 3"), "{error}");
}

/// Other block sizes than the engine's are read, also silly ones.
#[test]
fn other_block_sizes_are_read() {
    let block = |contents: &[u8]| {
        let file = compress(contents, Compression::Zstd).unwrap();
        let blocks: Vec<Block<'_>> = CompressedFile::parse(&file).unwrap().blocks().collect();
        blocks[0].bytes.to_vec()
    };
    let parts = [block(b"ab"), block(b"cd"), block(b"e")];
    let mut bytes = b"GCPF\x02\0\0\0\x02\0\0\0\x05\0\0\0".to_vec();
    parts.iter().for_each(|part| bytes.extend((part.len() as u32).to_le_bytes()));
    parts.iter().for_each(|part| bytes.extend(part));
    assert_eq!(decompress(&bytes, LIMIT).unwrap(), b"abcde");
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn what_is_compressed_comes_back(
        mode in prop::sample::select(vec![Compression::FastLz, Compression::Deflate, Compression::Zstd, Compression::Gzip]),
        runs in prop::collection::vec((prop::collection::vec(any::<u8>(), 0..200), 1_usize..60), 0..12),
    ) {
        let contents: Vec<u8> = runs.iter().flat_map(|(bytes, times)| bytes.repeat(*times)).collect();
        prop_assert_eq!(decompress(&compress(&contents, mode).unwrap(), 1 << 24).unwrap(), contents);
    }

    #[test]
    fn any_bytes_behind_a_header_give_an_answer(
        mode in 0_u8..5,
        block in prop::collection::vec(any::<u8>(), 0..300),
        length in 0_u16..4096,
    ) {
        let mut bytes = vec![b'G', b'C', b'P', b'F', mode, 0, 0, 0, 0, 16, 0, 0];
        bytes.extend(u32::from(length).to_le_bytes());
        bytes.extend((block.len() as u32).to_le_bytes());
        bytes.extend(&block);
        if let Ok(contents) = decompress(&bytes, LIMIT) {
            prop_assert_eq!(contents.len(), usize::from(length));
        }
    }
}

#[test]
fn a_cut_file_is_decompressed_up_to_the_cut_block() {
    use gamewire_files::godot::decompress_prefix;
    let contents: Vec<u8> = (0..20_000_u32).flat_map(|number| (number * number).to_le_bytes()).collect();
    for mode in [Compression::FastLz, Compression::Deflate, Compression::Zstd, Compression::Gzip] {
        let file = compress(&contents, mode).unwrap();
        let ends: Vec<usize> = CompressedFile::parse(&file)
            .unwrap()
            .blocks()
            .map(|block| block.offset + block.bytes.len())
            .collect();
        assert_eq!(ends.len(), contents.len() / 4096 + 1);
        let around_ends = ends.iter().flat_map(|end| [end - 1, *end]).filter(|end| *end < file.len() - 4);
        for end in positions_of_long(file.len() - 4).chain(around_ends) {
            let Ok(cut) = decompress_prefix(&file[..end], 1 << 20) else {
                assert!(end < ends[0], "{end}");
                continue;
            };
            let whole = ends.iter().filter(|block| **block <= end).count();
            assert_eq!(cut.contents, contents[..(whole * 4096).min(contents.len())], "{mode:?} {end}");
            assert!(cut.damage.is_some() || end >= *ends.last().unwrap(), "{mode:?} {end}");
            assert!(decompress(&file[..end], 1 << 20).is_err() || end >= *ends.last().unwrap());
        }
    }
}
