//! Checks region files against one that PyPI NBT wrote and LZ4 blocks of lz4-java, and against hostile headers, which are written
//! in the tests.

use crate::support::positions::{exhaustive, positions, positions_of_long};
use gamewire::minecraft::nbt::Tag;
use gamewire::minecraft::{Protocol, parse_nbt};
use gamewire_files::minecraft::region::{ChunkPos, Region, RegionError, RegionErrorKind};
use gamewire_files::minecraft::{NbtFileError, Packing, pack, unpack, unpack_prefix};

use crate::support::tsv::unhex;

fn file() -> Vec<u8> {
    std::fs::read(crate::minecraft_support::fixture("region/r.0.0.mca")).unwrap()
}

fn at(x: u8, z: u8) -> ChunkPos {
    ChunkPos::new(x, z).unwrap()
}

const LIMIT: usize = 1 << 20;

#[test]
fn chunks_of_another_codec_are_read() {
    let file = file();
    let region = Region::parse(&file).unwrap();
    let chunks: Vec<_> = region
        .chunks()
        .map(|chunk| (chunk.at, chunk.sectors(), chunk.packing, chunk.data.len() + 1, chunk.time))
        .collect();
    // The codec itself lists these chunks.
    let zlib = Some(Packing::Zlib);
    assert_eq!(
        chunks,
        [
            (at(0, 0), (3, 1), zlib, 79, 1_600_000_000),
            (at(3, 7), (2, 1), zlib, 98, 1_600_000_000),
            (at(31, 31), (4, 2), zlib, 6093, 1_600_000_000),
        ]
    );
    for chunk in region.chunks() {
        let contents = chunk.unpack(LIMIT).unwrap();
        let root = parse_nbt(&contents).unwrap().unwrap();
        let level = root.root["Level"].as_compound().unwrap();
        assert_eq!(level["xPos"].as_i64(), Some(chunk.at.x().into()));
        assert_eq!(level["zPos"].as_i64(), Some(chunk.at.z().into()));
        assert!(chunk.unpack(20).is_err());
    }
    assert!(region.chunk(at(1, 0)).is_none());
}

#[test]
fn a_chunk_is_written_and_all_others_keep_their_bytes() {
    let file = file();
    let region = Region::parse(&file).unwrap();
    let contents = region.chunk(at(3, 7)).unwrap().unpack(LIMIT).unwrap().into_owned();
    let changed =
        Protocol::V1_14.set_path(&contents, &"$.Level.xPos".parse().unwrap(), &Tag::Int(99)).unwrap();
    // It stays in its sector, of which nothing but the chunk changes.
    let written = region.with_chunk(at(3, 7), &changed).unwrap();
    assert_eq!(written.len(), file.len());
    for (at, (new, old)) in written.iter().zip(&file).enumerate() {
        assert!(new == old || (8192..8192 + 128).contains(&at), "byte {at}");
    }
    let again = Region::parse(&written).unwrap();
    assert_eq!(*again.chunk(at(3, 7)).unwrap().unpack(LIMIT).unwrap(), changed);
    // A chunk that does not fit moves behind the last sector. These are 6000 bytes that do not compress, and
    // more.
    let mut noise = 7_u32;
    let long: Vec<u8> = (0..9000)
        .map(|_| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            noise.to_be_bytes()[0]
        })
        .collect();
    let moved = region.with_chunk(at(3, 7), &long).unwrap();
    assert_eq!(moved.len(), file.len() + 3 * 4096);
    let location = 4 * (3 + 32 * 7);
    assert_eq!(moved[location..location + 4], [0, 0, 6, 3]);
    for (at, (new, old)) in moved.iter().zip(&file).enumerate() {
        assert!(new == old || (location..location + 4).contains(&at), "byte {at}");
    }
    let again = Region::parse(&moved).unwrap();
    assert_eq!(*again.chunk(at(3, 7)).unwrap().unpack(LIMIT).unwrap(), long);
    assert_eq!(again.chunks().count(), 3);
    // A chunk more, as the game writes it: in zlib, behind the last sector.
    let more = region.with_chunk(at(1, 1), &changed).unwrap();
    assert_eq!(more.len(), file.len() + 4096);
    assert_eq!((&more[4 * 33..4 * 34], &more[8192..file.len()]), (&[0, 0, 6, 1][..], &file[8192..]));
    let again = Region::parse(&more).unwrap();
    let chunk = again.chunk(at(1, 1)).unwrap();
    assert_eq!((chunk.packing, chunk.time, again.chunks().count()), (Some(Packing::Zlib), 0, 4));
    assert_eq!(*chunk.unpack(LIMIT).unwrap(), changed);
    // A damaged one is not written over.
    let mut damaged = file.clone();
    damaged[8192] = 0xff;
    let damaged = Region::parse_damaged(&damaged).unwrap();
    assert!(matches!(
        damaged.with_chunk(at(3, 7), &changed),
        Err(RegionError { kind: RegionErrorKind::Length { .. }, .. })
    ));
    let huge: Vec<u8> = long.iter().copied().cycle().take(9000).chain(long.iter().rev().copied()).collect();
    let none = one_chunk(3, &huge);
    assert!(matches!(
        Region::parse(&none).unwrap().with_chunk(at(0, 0), &vec![1; 256 * 4096]),
        Err(RegionError { kind: RegionErrorKind::TooLong { sectors: 257 }, .. })
    ));
}

/// A region of one chunk, with this compression byte and data.
fn one_chunk(compression: u8, data: &[u8]) -> Vec<u8> {
    let sectors = (data.len() + 5).div_ceil(4096);
    let mut file = vec![0; (2 + sectors) * 4096];
    file[..4].copy_from_slice(&[0, 0, 2, u8::try_from(sectors).unwrap()]);
    file[8192..8196].copy_from_slice(&u32::try_from(data.len() + 1).unwrap().to_be_bytes());
    file[8196] = compression;
    file[8197..8197 + data.len()].copy_from_slice(data);
    file
}

#[test]
fn every_compression_is_read_or_named() {
    let root = b"\x0a\0\0\x01\0\x01a\x05\0";
    for (byte, packing) in [(1, Packing::Gzip), (2, Packing::Zlib), (3, Packing::None), (4, Packing::Lz4)] {
        let file = one_chunk(byte, &pack(root, packing).unwrap());
        let region = Region::parse(&file).unwrap();
        assert_eq!(*region.chunk(at(0, 0)).unwrap().unpack(LIMIT).unwrap(), root[..]);
        let written = region.with_chunk(at(0, 0), b"\x0a\0\0\x01\0\x01a\x06\0").unwrap();
        assert_eq!(written[8196], byte);
        assert_eq!(Region::parse(&written).unwrap().chunk(at(0, 0)).unwrap().unpack(LIMIT).unwrap()[7], 6);
        // The data of a file beside.
        let file = one_chunk(byte | 0x80, &[]);
        let chunk = Region::parse(&file).unwrap().chunk(at(0, 0)).unwrap();
        assert!(chunk.is_external);
        assert!(
            chunk.unpack(LIMIT).unwrap_err().to_string().contains("in the file c.X.Z.mcc beside the region")
        );
        assert_eq!(*chunk.unpack_external(&pack(root, packing).unwrap(), LIMIT).unwrap(), root[..]);
        assert_eq!(chunk.unpack_external(&chunk.pack_external(root).unwrap(), LIMIT).unwrap()[..], root[..]);
        assert!(chunk.unpack_external(&pack(root, packing).unwrap(), 3).is_err());
        if packing != Packing::None {
            let error = chunk.unpack_external(b"neither", LIMIT).unwrap_err();
            // The two bytes of the head of zlib are read before they are refused.
            let read = if packing == Packing::Zlib { 2 } else { 0 };
            assert_eq!(error.offset, Some(read), "{error}");
        }
        assert!(matches!(
            Region::parse(&file).unwrap().with_chunk(at(0, 0), root),
            Err(RegionError { kind: RegionErrorKind::External, .. })
        ));
    }
    for byte in [127, 127 | 0x80] {
        let file = one_chunk(byte, root);
        let error = Region::parse(&file).unwrap().chunk(at(0, 0)).unwrap().unpack(LIMIT).unwrap_err();
        assert_eq!(
            error.to_string(),
            "chunk 0,0 has a custom compression, which gamewire does not read: a program other than the game wrote it"
        );
    }
    let file = one_chunk(2, b"no zlib");
    let error = Region::parse(&file).unwrap().chunk(at(0, 0)).unwrap().unpack(LIMIT).unwrap_err();
    // The data begins at 8197, and its two bytes of a head are read.
    assert_eq!(error.offset, Some(8197 + 2));
}

#[test]
fn hostile_headers_are_errors_with_offsets() {
    let error = |file: &[u8]| Region::parse(file).map(|region| region.chunks().count()).unwrap_err();
    let file = file();
    for length in [0, 4, 8191] {
        assert!(matches!(error(&file[..length]).kind, RegionErrorKind::Header { .. }));
    }
    let with = |place: usize, bytes: &[u8]| {
        let mut file = file.clone();
        file[place..place + bytes.len()].copy_from_slice(bytes);
        file
    };
    // In the header, beyond the end, no sectors, more sectors than there are.
    for location in
        [[0, 0, 1, 1], [0, 0, 6, 1], [0xff, 0xff, 0xff, 0xff], [0, 0, 2, 0], [0, 0, 5, 2], [0, 0, 0, 1]]
    {
        let error = error(&with(4, &location));
        assert!(matches!(error.kind, RegionErrorKind::Location { .. }) && error.offset == Some(4), "{error}");
    }
    let empty = error(&with(4, &[0, 0, 2, 0]));
    assert_eq!(empty.to_string(), "at byte 0x0004: the location of chunk 1,0 has no sectors");
    let overlap = error(&with(4, &[0, 0, 5, 1]));
    assert!(
        matches!(overlap.kind, RegionErrorKind::Length { .. } | RegionErrorKind::Compression { .. }),
        "{overlap}"
    );
    let overlap = error(&with(4, &[0, 0, 3, 1]));
    assert_eq!(overlap.to_string(), "at byte 0x0004: chunks 1,0 and 0,0 overlap in sector 3");
    for length in [0_u32, 4093, 1 << 31, u32::MAX] {
        let error = error(&with(2 * 4096, &length.to_be_bytes()));
        assert!(
            matches!(error.kind, RegionErrorKind::Length { .. }) && error.offset == Some(8192),
            "{error}"
        );
    }
    let compression = error(&with(8196, &[9]));
    assert_eq!(compression.to_string(), "at byte 0x2004: chunk 3,7 has the unknown compression 9");
    // No input panics: every byte of the header and of the chunks' headers, and every length of the file.
    for place in positions_of_long(8192).chain(8192..8197) {
        for byte in [0, 1, 2, 0x7f, 0x80, 0xff] {
            if let Ok(region) = Region::parse(&with(place, &[byte])) {
                region.chunks().for_each(|chunk| drop(chunk.unpack(LIMIT)));
                drop(region.with_chunk(at(3, 7), b"x"));
            }
        }
    }
    for length in positions_of_long(file.len()) {
        if let Ok(region) = Region::parse(&file[..length]) {
            region.chunks().for_each(|chunk| drop(chunk.unpack(LIMIT)));
        }
    }
}

/// Wherever the file is cut, the chunks before the cut are read, and the others are named.
#[test]
fn chunks_before_a_cut_are_read() {
    let file = file();
    // Sectors 3, 2, and 4 and 5.
    let ends =
        [(at(0, 0), 3 * 4096 + 4 + 79), (at(3, 7), 2 * 4096 + 4 + 98), (at(31, 31), 4 * 4096 + 4 + 6093)];
    let whole = Region::parse(&file).unwrap();
    for (at, end) in ends {
        let chunk = whole.chunk(at).unwrap();
        assert_eq!(chunk.offset() + chunk.data.len(), end, "{at}");
    }
    let sectors = (2..6).map(|sector| sector * 4096);
    let around_ends = sectors.chain(ends.map(|(_, end)| end)).flat_map(|end| end - 1..=end + 5);
    let lengths = positions(file.len()).chain(around_ends);
    for length in lengths.filter(|length| (8192..file.len()).contains(length)) {
        let region = Region::parse_damaged(&file[..length]).unwrap();
        // A location needs its sectors, of which the last may be shorter.
        let missing: Vec<_> = region.damage().filter_map(|error| error.at).collect();
        for (at, end) in ends {
            let (first, count) = whole.chunk(at).unwrap().sectors();
            let is_there = end <= length && length > (first + count - 1) * 4096;
            let data = region.chunk(at).map(|chunk| chunk.data);
            let expected = whole.chunk(at).map(|chunk| chunk.data).filter(|_| is_there);
            assert_eq!(data, expected, "{at} of {length} bytes");
            assert_eq!(missing.contains(&at), !is_there, "{at} of {length} bytes");
        }
        assert_eq!(Region::parse(&file[..length]).is_err(), !missing.is_empty());
    }
}

/// Names as the game makes them: the position of the region times 32, and the chunk in it.
#[test]
fn files_beside_a_region_are_named_by_the_position_in_the_world() {
    for (region, x, z, name) in [
        ("r.0.0.mca", 3, 7, Some("c.3.7.mcc")),
        ("r.-1.-2.mca", 31, 0, Some("c.-1.-64.mcc")),
        ("r.67108863.1.mcr", 31, 31, Some("c.2147483647.63.mcc")),
        ("r.1.mca", 0, 0, None),
        ("r.../../x.mca", 0, 0, None),
        ("r.1.99999999999.mca", 0, 0, None),
        ("", 0, 0, None),
    ] {
        assert_eq!(at(x, z).external_name(region).as_deref(), name, "{region}");
    }
}

/// Two locations name the sectors of one chunk: neither is overwritten by a change of the other.
#[test]
fn a_chunk_that_overlaps_moves() {
    let root = b"\x0a\0\0\x01\0\x01a\x05\0";
    let mut file = one_chunk(3, root);
    file.copy_within(..4, 4);
    assert!(matches!(Region::parse(&file), Err(RegionError { kind: RegionErrorKind::Overlap { .. }, .. })));
    let region = Region::parse_damaged(&file).unwrap();
    assert_eq!(region.chunks().map(|chunk| chunk.at).collect::<Vec<_>>(), [at(0, 0)]);
    assert_eq!(region.chunk(at(1, 0)).unwrap().data, root);
    let changed = b"\x0a\0\0\x01\0\x01a\x06\0";
    let written = region.with_chunk(at(1, 0), changed).unwrap();
    let again = Region::parse(&written).unwrap();
    assert_eq!(again.chunk(at(0, 0)).unwrap().data, root);
    assert_eq!(again.chunk(at(1, 0)).unwrap().data, changed);
    assert_eq!(again.chunk(at(1, 0)).unwrap().sectors(), (3, 1));
}

/// Zlib data says in its first byte how large its window is: 32 KiB is 0x78, 4 KiB is 0x48. The rest of the stream of so
/// short data is the same (RFC 1950).
#[test]
fn zlib_with_any_window_is_read() {
    let root = b"\x0a\0\0\x01\0\x01a\x05\0";
    for (first, second) in
        [(0x08, 0x1d), (0x18, 0x19), (0x28, 0x15), (0x38, 0x11), (0x48, 0x0d), (0x58, 0x09)]
    {
        let mut data = pack(root, Packing::Zlib).unwrap();
        data[..2].copy_from_slice(&[first, second]);
        let file = one_chunk(2, &data);
        let chunk = Region::parse(&file).unwrap().chunk(at(0, 0)).unwrap();
        assert_eq!(chunk.unpack(LIMIT).unwrap()[..], root[..], "{first:02x}");
    }
    // Data of another compression than that of the chunk is damaged.
    let file = one_chunk(2, &pack(root, Packing::Gzip).unwrap());
    assert!(Region::parse(&file).unwrap().chunk(at(0, 0)).unwrap().unpack(LIMIT).is_err());
}

/// The contents and the blocks of lz4-java.
fn lz4_rows() -> Vec<(Vec<u8>, Vec<u8>)> {
    let table = std::fs::read_to_string(crate::minecraft_support::fixture("lz4.tsv")).unwrap();
    let rows = table.lines().skip(1).map(|row| {
        let [name, contents, blocks] = row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let mut contents = unhex(contents);
        if name == "two_blocks" {
            contents = b"\x0a\0\0\x07\0\x01a\0\x01\x11\x70".to_vec();
            contents.extend((0..70_000_u32).map(|n| if n % 251 == 0 { (n / 251) as u8 } else { 0 }));
            contents.push(0);
        }
        (contents, unhex(blocks))
    });
    rows.collect()
}

#[test]
fn blocks_of_lz4_java_are_read_and_written() {
    for (contents, blocks) in lz4_rows() {
        assert_eq!(Packing::detect(&blocks), Packing::Lz4);
        assert!(unpack(&blocks, LIMIT).unwrap() == (Packing::Lz4, contents.as_slice().into()));
        if let Some(less) = contents.len().checked_sub(1) {
            assert!(matches!(unpack(&blocks, less), Err(NbtFileError::TooLong { .. })));
        }
        let written = pack(&contents, Packing::Lz4).unwrap();
        assert!(*unpack(&written, contents.len()).unwrap().1 == contents);
        // The other compressor finds other repetitions, but the headers and the sums are the same.
        assert_eq!(written[..9], blocks[..9]);
        assert_eq!(written[13..21], blocks[13..21]);
        assert_eq!(written[written.len() - 21..], blocks[blocks.len() - 21..]);
        // Cut, and changed, anywhere.
        let most = if exhaustive() { 2000 } else { 500 };
        for length in (1..blocks.len()).rev().take(most) {
            let cut = unpack_prefix(&blocks[..length], LIMIT);
            let Ok(cut) = cut else { panic!("{length}") };
            let is_blocks = length >= 8;
            assert_eq!(
                (cut.packing == Packing::Lz4, cut.damage.is_some()),
                (is_blocks, is_blocks),
                "{length}"
            );
            assert!(!is_blocks || contents.starts_with(&cut.contents));
        }
        for place in (8..blocks.len()).take(most) {
            let mut changed = blocks.clone();
            changed[place] ^= 0x40;
            // The limit of a block is no part of its sum, and some repetitions are the same from elsewhere.
            assert!(unpack(&changed, LIMIT).map_or(true, |(_, read)| *read == contents), "{place}");
        }
    }
    // A block that says that it has 32 MiB, of one byte.
    let mut bomb = b"LZ4Block\x2f".to_vec();
    bomb.extend([1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]);
    assert!(unpack(&bomb, usize::MAX).is_err());
}

/// All bytes are there, and so are those of other blocks.
#[test]
fn contents_with_a_wrong_checksum_are_read() {
    for (byte, packing) in [(1, Packing::Gzip), (2, Packing::Zlib), (4, Packing::Lz4)] {
        let (contents, blocks) = lz4_rows().swap_remove(2);
        let mut data = if packing == Packing::Lz4 { blocks } else { pack(&contents, packing).unwrap() };
        let place = match packing {
            Packing::Gzip => data.len() - 8,
            Packing::Zlib => data.len() - 1,
            _ => 17,
        };
        data[place] ^= 1;
        let file = one_chunk(byte, &data);
        let chunk = Region::parse(&file).unwrap().chunk(at(0, 0)).unwrap();
        assert!(chunk.unpack(LIMIT).is_err());
        let unpacked = chunk.unpack_prefix(LIMIT).unwrap();
        assert!(*unpacked.contents == contents && unpacked.damage.is_some(), "{packing:?}");
    }
}
