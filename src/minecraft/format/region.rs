//! Page 8: Region files, `.mca` and `.mcr`: the chunks of a world of the Java edition.
//!
//! [Contents](super) · Previous: [NBT of the Bedrock edition](super::bedrock) · Next: [items and particles](super::items)
//!
//! A *chunk* is a column of 16 × 16 blocks. A region file has up to 32 × 32 chunks. Each chunk is compressed [NBT](super::nbt). The
//! file `r.X.Z.mca` has the chunks from x = 32 · X, z = 32 · Z on. All numbers are big-endian and unsigned.
//!
//! # The file
//!
//! The file consists of *sectors* of 4096 bytes, counted from 0. The first two are the header:
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 0    | 4096 | 1024 [locations](#location), one for each chunk |
//! | 4096 | 4096 | 1024 times of the last change, in seconds since 1970, 4 bytes each |
//! | 8192 | ..   | chunks, in sectors |
//!
//! ```text
//! sector 0             1             2             3             4             5
//!        ┌─────────────┬─────────────┬─────────────┬─────────────┬─────────────────────────┐
//!        │ 1024        │ 1024        │ chunk 3, 7  │ chunk 0, 0  │ chunk 31, 31            │
//!        │ locations   │ times       │             │             │                         │
//!        └─────────────┴─────────────┴─────────────┴─────────────┴─────────────────────────┘
//! at     0             4096          8192          12288         16384         20480
//!
//! location of chunk 3, 7:    first sector 2, 1 sector
//! location of chunk 0, 0:    first sector 3, 1 sector
//! location of chunk 31, 31:  first sector 4, 2 sectors
//! all other locations:       0
//! ```
//!
//! The location and the time of a chunk are at 4 · (x mod 32 + 32 · (z mod 32)) in their tables. mod is never
//! negative: chunk −1 is at x = 31 of the region −1.
//!
#![doc = dump!("minecraft/files/region")]
//!
//! # Location
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 0  | 3    | number of the first sector; 2 is the first after the header |
//! | 3  | 1    | number of sectors |
//!
//! Four zero bytes: the region does not have this chunk. Chunks may be in any order, and sectors between them may be unused.
//!
//! # Chunk
//!
//! The first sector of a chunk begins with:
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 0  | 4    | n, the number of bytes after this field: the compression and the data |
//! | 4  | 1    | [compression](#compression) |
//! | 5  | n − 1 | the data: one NBT root in this compression |
//!
//! The rest of the last sector has no meaning. The data of chunk 3, 7 above, uncompressed:
//!
#![doc = dump!("minecraft/files/region_chunk")]
//!
//! # Compression
//!
//! | id | compression | |
//! |---:|-------------|---|
//! | 1  | gzip | |
//! | 2  | zlib | the game writes it unless it is configured otherwise |
//! | 3  | none | |
//! | 4  | LZ4, in the framing of lz4-java | since 1.20.5, if `region-file-compression=lz4` is set in `server.properties` |
//! | 127 | custom: a name, then the data | since 1.20.5 |
//!
//! If 128 is added to the id, the data is not in the region but in the file `c.X.Z.mcc` beside the region. X and Z are the position of
//! the chunk in the world. Since 1.15 the game writes such a file if a chunk takes more than 255 sectors. The file has only the data, in
//! the compression of the id. The region still has a location, the length 1 and the id for the chunk.
//!
//! This crate reads and writes gzip, zlib and none, in a region and in the file beside it. It does not read LZ4 and custom
//! compressions; the error names the compression.
//!
//! # Errors
//!
//! This crate refuses a region if
//!
//! | condition | offset of the error |
//! |-----------|---------------------|
//! | the file has fewer than 8192 bytes | the end of the file |
//! | a location has a first sector of 0 or 1, and is not four zero bytes | the location |
//! | a location has 0 sectors, and is not four zero bytes | the location |
//! | a location ends after the last sector of the file | the location |
//! | two chunks have a sector in common | the location of the second chunk, in the order of the table |
//! | n is 0, or more than fits in the sectors | the chunk |
//! | the compression is not in the table | the compression |
//!
//! The last sector may be shorter than 4096 bytes.
//!
//! # Versions
//!
//! | | files | contents of a chunk |
//! |---|---|---|
//! | Beta 1.3 to 1.1 | `.mcr` | blocks in arrays of bytes |
//! | 1.2 and later | `.mca` | sections of 16 × 16 × 16 blocks |
//!
//! The layout of both files is the same. The tags of a chunk depend on the version and are not described here.
//!
//! # Evidence
//!
//! The game was not run. PyPI `NBT` 1.5.1 wrote the file of the dumps. PyPI `anvil-parser` 0.9.0 read the same values from this file. The
//! statements on LZ4, the custom compression and `.mcc` are from published descriptions.
#![cfg_attr(feature = "compress", doc = "")]
#![cfg_attr(
    feature = "compress",
    doc = "In Rust: [`Region`](crate::minecraft::region::Region) reads and writes regions."
)]
//!
//! [Contents](super) · Previous: [NBT of the Bedrock edition](super::bedrock) · Next: [items and particles](super::items)
#![doc = layout!()]
