//! Region files: every chunk is at the place that the table states, and writing a chunk changes no other.

use super::shown;
use gamewire_files::minecraft::Packing;
use gamewire_files::minecraft::region::{Chunk, ChunkPos, Region, SECTOR};

/// The greatest unpacked size. A larger result would show that an input is a decompression bomb.
const LIMIT: usize = 1 << 18;
/// The length of the tables.
const HEADER: usize = 2 * SECTOR;
/// The length of an entry in the short form: its number, location and time.
const ENTRY: usize = 10;

/// Reads the input as a region, and as the short form of a region: see [`built`].
pub fn region(data: &[u8]) {
    parsed(data);
    if let Some(file) = built(data) {
        parsed(&file);
    }
}

/// Builds a region from a short input, because the header alone has 8192 bytes. The input has the number of
/// table entries, the number of additional sectors, each entry with its position, and the bytes after the
/// header.
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
            return assert!(error.offset.is_some_and(|at| at <= file.len()), "{error}");
        }
    };
    assert_eq!(region.as_wire(), file);
    let chunks: Vec<_> = region.chunks().collect();
    assert_eq!(chunks.len(), ChunkPos::all().filter(|at| region.chunk(*at).is_some()).count());
    for chunk in &chunks {
        let (first, count) = chunk.sectors();
        let end = chunk.offset() + chunk.data.len();
        assert_eq!(&file[chunk.offset()..end], chunk.data);
        assert!(first >= 2 && first * SECTOR + 5 == chunk.offset() && end <= (first + count) * SECTOR);
        assert_eq!(chunk.at.to_string().parse(), Ok(chunk.at));
        if let Ok(external) = chunk.pack_external(chunk.data) {
            let read = chunk.unpack_external(&external, LIMIT.max(chunk.data.len()));
            assert_eq!(*read.expect("it is read again"), *chunk.data);
        }
        match chunk.unpack(LIMIT) {
            Ok(contents) => {
                assert!(contents.len() <= LIMIT && !chunk.is_external);
                written(file, chunk.at, &contents);
                written(file, chunk.at, &contents[..contents.len() / 2]);
            }
            Err(error) => {
                shown::line(&error.to_string());
                assert!(error.offset.is_none_or(|at| at <= file.len()), "{error}");
            }
        }
    }
    let none = ChunkPos::all().find(|at| region.chunk(*at).is_none());
    if let Some(at) = none {
        written(file, at, b"another chunk");
    }
}

/// After the contents of a chunk are replaced, the file has the new contents, and all other chunks are
/// unchanged.
fn written(file: &[u8], at: ChunkPos, contents: &[u8]) {
    let region = Region::parse(file).expect("it was read before");
    let new = match region.with_chunk(at, contents) {
        Ok(new) => new,
        Err(error) => return shown::line(&error.to_string()),
    };
    let again = Region::parse(&new).expect("what was written is a region");
    let one = |chunk: &Chunk<'_>| (chunk.time, chunk.packing);
    for old in region.chunks().filter(|old| old.at != at) {
        let new = again.chunk(old.at).expect("it is still there");
        assert_eq!((one(&old), old.data, old.sectors()), (one(&new), new.data, new.sectors()));
    }
    let new = again.chunk(at).expect("it is there");
    assert_eq!(new.unpack(LIMIT).expect("it is read again"), contents);
    match region.chunk(at) {
        Some(old) => assert_eq!(one(&old), one(&new)),
        None => assert_eq!(new.packing, Some(Packing::Zlib)),
    }
    let more = usize::from(region.chunk(at).is_none());
    assert_eq!(region.chunks().count() + more, again.chunks().count());
}
