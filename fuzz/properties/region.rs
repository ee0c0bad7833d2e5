//! Region files: what is found in one is where it is said to be, and a chunk that is written changes no other.

use super::shown;
use gamewire::minecraft::region::{Chunk, ChunkCompression, ChunkPos, Region, SECTOR};

/// More than any chunk here decompresses to without being a bomb.
const LIMIT: usize = 1 << 18;
/// The bytes of the tables.
const HEADER: usize = 2 * SECTOR;
/// The bytes of the number of an entry of a table, of a location and of a time.
const ENTRY: usize = 10;

/// The input as a region, and as a short form of one: see [`built`].
pub fn region(data: &[u8]) {
    parsed(data);
    if let Some(file) = built(data) {
        parsed(&file);
    }
}

/// A region out of a short input, since its header alone has 8192 bytes: the number of entries of its tables, the number of sectors
/// that the file has more than its bytes, each entry with its place, and what follows the header.
fn built(data: &[u8]) -> Option<Vec<u8>> {
    let (&[entries, sectors], mut rest) = data.split_first_chunk()?;
    let mut file = vec![0; HEADER];
    for _ in 0..entries % 16 {
        let (entry, after) = rest.split_first_chunk::<ENTRY>()?;
        let at = 4 * (usize::from(u16::from_be_bytes([entry[0], entry[1]])) % 1024);
        file[at..at + 4].copy_from_slice(&entry[2..6]);
        file[SECTOR + at..][..4].copy_from_slice(&entry[6..]);
        rest = after;
    }
    file.extend(rest);
    let whole = file.len().next_multiple_of(SECTOR) + SECTOR * usize::from(sectors % 4);
    if sectors & 0x80 == 0 {
        file.resize(whole, 0);
    }
    Some(file)
}

fn parsed(file: &[u8]) {
    let region = match Region::parse(file) {
        Ok(region) => region,
        Err(error) => {
            shown::line(&error.to_string());
            return assert!(error.offset().is_some_and(|at| at <= file.len()), "{error}");
        }
    };
    assert_eq!(region.as_wire(), file);
    let chunks: Vec<_> = region.chunks().collect();
    assert_eq!(chunks.len(), ChunkPos::all().filter(|at| region.chunk(*at).is_some()).count());
    for chunk in &chunks {
        let (first, count) = chunk.sectors();
        let end = chunk.offset() + chunk.data().len();
        assert_eq!(&file[chunk.offset()..end], chunk.data());
        assert!(first >= 2 && first * SECTOR + 5 == chunk.offset() && end <= (first + count) * SECTOR);
        assert_eq!(chunk.at().to_string().parse(), Ok(chunk.at()));
        if let Ok(external) = chunk.pack_external(chunk.data()) {
            let read = chunk.unpack_external(&external, LIMIT.max(chunk.data().len()));
            assert_eq!(*read.expect("it is read again"), *chunk.data());
        }
        match chunk.unpack(LIMIT) {
            Ok(contents) => {
                assert!(contents.len() <= LIMIT && !chunk.is_external());
                written(file, chunk.at(), &contents);
                written(file, chunk.at(), &contents[..contents.len() / 2]);
            }
            Err(error) => {
                shown::line(&error.to_string());
                assert!(error.offset().is_none_or(|at| at <= file.len()), "{error}");
            }
        }
    }
    let none = ChunkPos::all().find(|at| region.chunk(*at).is_none());
    if let Some(at) = none {
        written(file, at, b"another chunk");
    }
}

/// The file with other contents of a chunk has these, and all other chunks as they were.
fn written(file: &[u8], at: ChunkPos, contents: &[u8]) {
    let region = Region::parse(file).expect("it was read before");
    let new = match region.with_chunk(at, contents) {
        Ok(new) => new,
        Err(error) => return shown::line(&error.to_string()),
    };
    let again = Region::parse(&new).expect("what was written is a region");
    let one = |chunk: &Chunk<'_>| (chunk.time(), chunk.compression());
    for old in region.chunks().filter(|old| old.at() != at) {
        let new = again.chunk(old.at()).expect("it is still there");
        assert_eq!((one(&old), old.data(), old.sectors()), (one(&new), new.data(), new.sectors()));
    }
    let new = again.chunk(at).expect("it is there");
    assert_eq!(new.unpack(LIMIT).expect("it is read again"), contents);
    match region.chunk(at) {
        Some(old) => assert_eq!(one(&old), one(&new)),
        None => assert_eq!(new.compression(), ChunkCompression::Zlib),
    }
    let more = usize::from(region.chunk(at).is_none());
    assert_eq!(region.chunks().count() + more, again.chunks().count());
}
