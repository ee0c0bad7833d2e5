//! Region files of the Java edition (`.mca`, `.mcr`), which contain 32 × 32 chunks of compressed NBT.
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 0 | 4096 | locations of 1024 chunks, in the order of x + 32 z: 4 bytes each |
//! | 4096 | 4096 | times of the last change of 1024 chunks, in seconds since 1970: u32 each |
//! | 8192 | .. | chunks, in sectors of 4096 bytes |
//!
//! The location of the chunk x + 32 z:
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 0 | 3 | first sector; the header is sectors 0 and 1 |
//! | 3 | 1 | number of sectors |
//!
//! If all four bytes of a location are zero, there is no chunk. A chunk begins in its first sector:
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 0 | 4 | length of what follows, the next byte included: u32 |
//! | 4 | 1 | compression: gzip (1), zlib (2), none (3), LZ4 (4), a custom one (127); 128 more if the data is in a file `c.X.Z.mcc` |
//! | 5 | length - 1 | data: an NBT root |
//!
//! All numbers are big-endian. gzip, zlib, LZ4 and no compression are supported. A custom compression is only detected.
//! A server since 1.20.5 writes LZ4 if `region-file-compression=lz4` is set. The name of the file `c.X.Z.mcc` is
//! [`ChunkPos::external_name`], and [`Chunk::unpack_external`] reads it.
//!
//! A changed chunk keeps its sectors if it fits in them and no other location names them. Otherwise it moves to new sectors at the end of the file. The
//! rest of the file stays unchanged except for the location. The time of the change must be set by the caller.
//!
//! ```
//! use gamewire::minecraft::nbt::{Nbt, nbt};
//! use gamewire_files::minecraft::region::{ChunkPos, Region};
//! use gamewire::minecraft::encode_nbt;
//!
//! let root = encode_nbt(&Nbt::unnamed(nbt!({ "xPos": 3 })))?;
//! let at = ChunkPos::new(3, 7).unwrap();
//! // The chunk 3, 7: one sector, the third.
//! let file = Region::EMPTY.with_chunk(at, &root)?;
//! assert_eq!(file.len(), 3 * 4096);
//!
//! let region = Region::parse(&file)?;
//! assert_eq!(region.chunk(at).unwrap().unpack(1 << 20)?, root);
//! let changed = region.with_chunk(at, &encode_nbt(&Nbt::unnamed(nbt!({ "xPos": 4 })))?)?;
//! assert_eq!(changed.len(), file.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{NbtFileError, Packing, Unpacked, pack, unpack_as};
use gamewire::grammar::{Cx, Parse, Rules, Settings, be_u8, be_u32, map, part, said};
use gamewire::limits::Limits;
use gamewire::minecraft::Protocol;
use gamewire::minecraft::nbt::{OptNbtView, Tag};
use gamewire::path::Path;
use gamewire::shared::Sure as _;
use gamewire::trace::{Form, Meaning, Order, Part, Trace, Unit};

/// The size of a sector in bytes.
pub const SECTOR: usize = 4096;
/// The number of sectors of the header.
const HEADER: usize = 2;
/// The number of chunks in a row of a region.
const SIDE: u8 = 32;
/// The size of the length and the compression of a chunk.
pub(crate) const CHUNK_HEADER: usize = 5;

/// The position of a chunk in its region: x and z from 0 to 31. Its position in the world is 32 times the position of
/// the region, plus this position.
///
/// ```
/// use gamewire_files::minecraft::region::ChunkPos;
/// assert_eq!("3,7".parse(), Ok(ChunkPos::new(3, 7).unwrap()));
/// assert_eq!(ChunkPos::of_world(-1, 35), ChunkPos::new(31, 3).unwrap());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct ChunkPos {
    z: u8,
    x: u8,
}

impl ChunkPos {
    /// Creates the position x, z. Returns `None` if a number is greater than 31.
    #[must_use]
    pub fn new(x: u8, z: u8) -> Option<Self> {
        (x < SIDE && z < SIDE).then_some(Self { z, x })
    }

    /// Returns the position in its region of a chunk at this position in the world.
    ///
    /// ```
    /// use gamewire_files::minecraft::region::ChunkPos;
    /// assert_eq!(ChunkPos::of_world(-1, 35), ChunkPos::new(31, 3).unwrap());
    /// ```
    #[must_use]
    pub fn of_world(x: i32, z: i32) -> Self {
        let in_region = |number: i32| u8::try_from(number.rem_euclid(SIDE.into())).unwrap_or_default();
        Self { z: in_region(z), x: in_region(x) }
    }

    /// Returns an iterator over all positions, in the order of the header.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIDE).flat_map(|z| (0..SIDE).map(move |x| Self { z, x }))
    }

    /// Returns x, from 0 to 31.
    pub fn x(self) -> u8 {
        self.x
    }

    /// Returns z, from 0 to 31.
    pub fn z(self) -> u8 {
        self.z
    }

    /// Returns the name of the file that has the data of the chunk if the region does not have it: `c.X.Z.mcc`, in the
    /// same directory.
    ///
    /// `region` is the name of the region file, `r.X.Z.mca`. Returns `None` if the name has another form.
    ///
    /// ```
    /// use gamewire_files::minecraft::region::ChunkPos;
    /// let at = ChunkPos::new(3, 7).unwrap();
    /// assert_eq!(at.external_name("r.-1.2.mca").as_deref(), Some("c.-29.71.mcc"));
    /// assert_eq!(at.external_name("level.dat"), None);
    /// ```
    pub fn external_name(self, region: &str) -> Option<String> {
        let (x, rest) = region.strip_prefix("r.")?.split_once('.')?;
        let (z, _) = rest.split_once('.')?;
        let in_world = |region: &str, chunk: u8| {
            Some(i64::from(region.parse::<i32>().ok()?) * i64::from(SIDE) + i64::from(chunk))
        };
        Some(format!("c.{}.{}.mcc", in_world(x, self.x)?, in_world(z, self.z)?))
    }

    /// Returns the offset of the location in the file.
    pub(crate) fn location(self) -> usize {
        4 * (usize::from(self.x) + usize::from(SIDE) * usize::from(self.z))
    }
}

/// Writes the position in the form `3,7`.
impl fmt::Display for ChunkPos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.z)
    }
}

/// Parses a position such as `3,7`. A position in the world becomes the position in the region: `-1,35` is `31,3`.
///
/// ```
/// use gamewire_files::minecraft::region::ChunkPos;
/// assert_eq!("3,7".parse(), Ok(ChunkPos::new(3, 7).unwrap()));
/// assert_eq!("-1,35".parse::<ChunkPos>().unwrap().to_string(), "31,3");
/// assert!("3".parse::<ChunkPos>().is_err());
/// ```
impl FromStr for ChunkPos {
    type Err = ChunkPosError;

    fn from_str(text: &str) -> Result<Self, ChunkPosError> {
        let number = |text: &str| text.trim().parse().map_err(|_| ChunkPosError);
        let (x, z) = text.split_once(',').ok_or(ChunkPosError)?;
        Ok(Self::of_world(number(x)?, number(z)?))
    }
}

/// The error of parsing a [`ChunkPos`] from text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the position of a chunk is two integers, such as 3,7")]
pub struct ChunkPosError;

/// The byte before the data of a chunk for each compression. That of a custom one is `None`.
const COMPRESSIONS: [(u8, Option<Packing>); 5] = [
    (1, Some(Packing::Gzip)),
    (2, Some(Packing::Zlib)),
    (3, Some(Packing::None)),
    (4, Some(Packing::Lz4)),
    (127, None),
];

/// Returns the compression that a byte states, if it is known.
fn compression_of(byte: u8) -> Option<Option<Packing>> {
    COMPRESSIONS.iter().find(|(known, _)| *known == byte & 0x7f).map(|(_, packing)| *packing)
}

/// The location of a chunk: the first sector and the number of sectors.
pub(crate) fn location<'a, T: Trace>(cx: Cx<'_, ChunkPos, T>) -> impl Parse<'a, (usize, usize)> {
    let split = |word: u32| ((word >> 8) as usize, (word & 0xff) as usize);
    let says = "The first three bytes are the first sector, the last is the number of sectors.";
    let meaning = Meaning::from("location").of(BIG).saying(says);
    said(cx, meaning, map(be_u32, split), move |(first, count)| {
        format!(
            "location of chunk {}: {} from sector {first}",
            cx.rules(),
            gamewire::shared::Counted(*count, "sector")
        )
    })
}

/// The time of the last change of a chunk.
pub(crate) fn time<'a, T: Trace>(cx: Cx<'_, ChunkPos, T>) -> impl Parse<'a, u32> {
    said(cx, Meaning::from("time").of(BIG), be_u32, move |time| {
        format!("time of chunk {}: {time} seconds", cx.rules())
    })
}

/// The length before a chunk.
pub(crate) fn chunk_length<'a, T: Trace>(cx: Cx<'_, ChunkPos, T>) -> impl Parse<'a, u32> {
    let meaning = Meaning::from("length of the rest").of(BIG).counting(Unit::BYTES);
    said(cx, meaning, be_u32, move |length| format!("chunk {}: length of the rest = {length}", cx.rules()))
}

/// The compression of a chunk.
pub(crate) fn chunk_compression<'a, T: Trace>(cx: Cx<'_, ChunkPos, T>) -> impl Parse<'a, u8> {
    let compression = said(cx, Meaning::from("compression").of(BIG), be_u8, |byte| {
        let name = |known: Option<Packing>| format!(" ({})", known.map_or("custom", Packing::name));
        let name = compression_of(*byte).map_or(" (unknown)".to_owned(), name);
        format!("compression = {byte}{name}")
    });
    part(cx, Part::Member("chunk"), compression)
}

impl Rules for ChunkPos {
    type Scratch = ();
}

const BIG: Form = Form::unsigned(Order::Big);

/// The first bytes of a pointer of Git LFS.
const LFS_POINTER: &[u8] = b"version https://git-lfs.github.com/spec/v1";

/// Returns whether contents are a pointer of Git LFS to a file that is not here.
#[must_use]
pub fn is_lfs_pointer(bytes: &[u8]) -> bool {
    bytes.starts_with(LFS_POINTER)
}

/// Returns the compression and the data of a chunk after its length, with which the bytes begin.
pub(crate) fn stored_chunk(bytes: &[u8]) -> Option<(Packing, &[u8])> {
    let at = ChunkPos::default();
    let settings = Settings::new(&at, Limits::GODOT);
    let (rest, length) = chunk_length(settings.cx())(bytes).ok()?;
    let (rest, byte) = chunk_compression(settings.cx())(rest).ok()?;
    let data = rest.get(..usize::try_from(length).ok()?.checked_sub(1)?)?;
    Some((compression_of(byte).filter(|_| byte < 0x80)??, data))
}

/// Returns compressed data after its length and compression.
pub(crate) fn store_chunk(packing: Option<Packing>, is_external: bool, data: &[u8]) -> Vec<u8> {
    let byte = COMPRESSIONS.iter().find(|(_, known)| *known == packing).map_or(0, |(byte, _)| *byte);
    // A longer chunk than 4 GiB does not fit in a region.
    let length = u32::try_from(data.len() + 1).unwrap_or(u32::MAX).to_be_bytes();
    [&length[..], &[byte | u8::from(is_external) << 7], data].concat()
}

/// Adds a chunk, with its length and compression, in new sectors at the end of a file. The game writes whole sectors.
fn append(file: &mut Vec<u8>, at: ChunkPos, chunk: &[u8]) -> Result<(), RegionError> {
    let (first, sectors) = (file.len().div_ceil(SECTOR), chunk.len().div_ceil(SECTOR));
    let Ok(count) = u8::try_from(sectors) else { return Err(RegionErrorKind::TooLong { sectors }.of(at)) };
    let Some(number) = u32::try_from(first).ok().filter(|first| *first < 1 << 24) else {
        return Err(RegionErrorKind::TooLong { sectors: first }.of(at));
    };
    put(file, at.location(), &(number << 8 | u32::from(count)).to_be_bytes());
    file.resize(first * SECTOR, 0);
    file.extend(chunk);
    file.resize((first + sectors) * SECTOR, 0);
    Ok(())
}

/// Replaces bytes of a file.
fn put(file: &mut [u8], at: usize, bytes: &[u8]) {
    if let Some(place) = file.get_mut(at..at + bytes.len()) {
        place.copy_from_slice(bytes);
    }
}

/// An error of a region file: the chunk, the offset in the file, and the kind.
///
/// ```
/// use gamewire_files::minecraft::region::{Region, RegionErrorKind};
///
/// let mut file = vec![0; 8192];
/// file[..4].copy_from_slice(&[0, 0, 9, 1]); // Chunk 0,0 in sector 9, which the file has not.
/// let error = Region::parse(&file).unwrap_err();
/// assert!(matches!(error.kind, RegionErrorKind::Location { first: 9, count: 1, .. }));
/// assert_eq!(error.at.map(|at| at.to_string()).as_deref(), Some("0,0"));
/// // Of a damaged region the other chunks can still be read.
/// let region = Region::parse_damaged(&file)?;
/// assert_eq!(region.damage().count(), 1);
/// # Ok::<(), gamewire_files::minecraft::region::RegionError>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct RegionError {
    /// The position of the chunk, or `None` if the error concerns the whole file.
    pub at: Option<ChunkPos>,
    /// The offset in the file in bytes, if the error has one.
    pub offset: Option<usize>,
    /// The kind of error.
    pub kind: RegionErrorKind,
}

/// The kind of a [`RegionError`].
#[derive(Debug)]
#[non_exhaustive]
pub enum RegionErrorKind {
    /// The file is shorter than its header.
    Header {
        /// The number of bytes.
        length: usize,
    },
    /// The file is a pointer of Git LFS, which stands for a region.
    LfsPointer,
    /// There is no chunk at the position.
    NoChunk,
    /// A location is inside the header, beyond the end of the file, or has no sectors.
    Location {
        /// The first sector.
        first: usize,
        /// The number of sectors.
        count: usize,
        /// The number of sectors of the file.
        sectors: usize,
    },
    /// The chunk shares a sector with an earlier one.
    Overlap {
        /// The earlier chunk.
        other: ChunkPos,
        /// The sector.
        sector: usize,
    },
    /// The length of a chunk is 0, or greater than its sectors.
    Length {
        /// The length that the header of the chunk states, in bytes.
        length: u32,
        /// The greatest length.
        most: usize,
    },
    /// The compression is unknown.
    Compression {
        /// The byte.
        byte: u8,
    },
    /// The compression is a custom one, which this crate does not read.
    Unsupported,
    /// The data is in another file.
    External,
    /// The chunk takes more than 255 sectors, or begins after sector 16777215, which a location cannot state.
    TooLong {
        /// The number of sectors, or the first one.
        sectors: usize,
    },
    /// The chunks up to this one are longer together than the limit of the caller.
    Together {
        /// The limit of the caller.
        limit: usize,
    },
    /// A chunk can be written only into its region.
    NoRegion,
    /// The data of a chunk cannot be decompressed or compressed.
    Data(NbtFileError),
}

impl RegionErrorKind {
    /// Returns the error of this kind in a chunk.
    pub(crate) fn of(self, at: ChunkPos) -> RegionError {
        RegionError { at: Some(at), offset: None, kind: self }
    }

    /// Returns the error of this kind in a chunk, at an offset in the file.
    pub(crate) fn at(self, at: ChunkPos, offset: usize) -> RegionError {
        RegionError { at: Some(at), offset: Some(offset), kind: self }
    }

    /// Returns the error of the data of a chunk, which begins at an offset in the file.
    pub(crate) fn damaged(source: NbtFileError, at: ChunkPos, offset: usize) -> RegionError {
        let offset = offset + source.offset().unwrap_or_default();
        Self::Data(source).at(at, offset)
    }
}

impl fmt::Display for RegionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use RegionErrorKind as Kind;
        let at = self.at.unwrap_or_default();
        if let (Some(_), Some(offset)) = (self.at, self.offset) {
            write!(f, "at byte {offset:#06x}: ")?;
        }
        match &self.kind {
            Kind::Header { length } => {
                write!(f, "a region begins with a header of 8192 bytes, but the file has only {length}")
            }
            Kind::LfsPointer => f.write_str(
                "the file is a pointer of Git LFS to a region that is elsewhere: git lfs pull fetches it",
            ),
            Kind::NoChunk => write!(f, "there is no chunk {at} in the region"),
            Kind::Location { count: 0, .. } => write!(f, "the location of chunk {at} has no sectors"),
            Kind::Location { first, count, sectors } => {
                let (last, most) = (first + count - 1, *sectors as i64 - 1);
                write!(f, "the location of chunk {at} names sectors {first} to {last}, ")?;
                write!(f, "but the file has sectors 2 to {most}")
            }
            Kind::Overlap { other, sector } => {
                write!(f, "chunks {at} and {other} overlap in sector {sector}")
            }
            Kind::Length { length, most } => {
                write!(f, "the length of chunk {at} is {length}, but its sectors hold 1 to {most}")
            }
            Kind::Compression { byte } => write!(f, "chunk {at} has the unknown compression {byte}"),
            Kind::Unsupported => {
                write!(f, "chunk {at} has a custom compression, which gamewire does not read: ")?;
                f.write_str("a program other than the game wrote it")
            }
            Kind::External => {
                write!(
                    f,
                    "the data of chunk {at} is in the file c.X.Z.mcc beside the region, where X and Z are "
                )?;
                f.write_str("its position in the world; that file is the compressed NBT alone")
            }
            Kind::TooLong { sectors } => {
                write!(
                    f,
                    "chunk {at} takes {sectors} sectors, and a region holds at most 255 for a chunk; "
                )?;
                f.write_str("the game would write it to a file c.X.Z.mcc")
            }
            Kind::Together { limit } => {
                write!(
                    f,
                    "the unpacked chunks up to {at} are longer than the limit of {limit} bytes together"
                )
            }
            Kind::NoRegion => write!(f, "chunk {at} can only be written into its region"),
            Kind::Data(source) => write!(f, "chunk {at}: {source}"),
        }
    }
}

impl std::error::Error for RegionError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // The message has that of the data.
        if let RegionErrorKind::Data(data) = &self.kind { data.source() } else { None }
    }
}

/// A region file. [`parse`](Self::parse) validates all chunks. After [`parse_damaged`](Self::parse_damaged),
/// [`damage`](Self::damage) returns the errors of the damaged ones.
///
/// ```
/// use gamewire::minecraft::nbt::{Nbt, nbt};
/// use gamewire_files::minecraft::region::{ChunkPos, Region};
/// use gamewire::minecraft::{encode_nbt, parse_nbt};
///
/// // A new region with two chunks.
/// let mut file = Region::EMPTY.as_wire().to_vec();
/// for x in [3, 4] {
///     let root = encode_nbt(&Nbt::unnamed(nbt!({ "xPos": i32::from(x) })))?;
///     file = Region::parse(&file)?.with_chunk(ChunkPos::new(x, 0).unwrap(), &root)?;
/// }
///
/// let mut found = Vec::new();
/// for chunk in Region::parse(&file)?.chunks() {
///     let contents = chunk.unpack(1 << 20)?; // At most 1 MiB.
///     let root = parse_nbt(&contents)?.expect("a chunk is not empty");
///     found.push((chunk.at.to_string(), root.root["xPos"].as_i64()));
/// }
/// assert_eq!(found, [("3,0".to_owned(), Some(3)), ("4,0".to_owned(), Some(4))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Region<'a> {
    bytes: &'a [u8],
}

/// A chunk of a region.
///
/// ```
/// use gamewire::minecraft::nbt::{Nbt, nbt};
/// use gamewire_files::minecraft::Packing;
/// use gamewire_files::minecraft::region::{ChunkPos, Region};
/// use gamewire::minecraft::{encode_nbt, parse_nbt};
///
/// let at = ChunkPos::new(3, 7).unwrap();
/// let file = Region::EMPTY.with_chunk(at, &encode_nbt(&Nbt::unnamed(nbt!({ "xPos": 3 })))?)?;
/// let region = Region::parse(&file)?;
/// let chunk = region.chunk(at).unwrap();
/// assert_eq!((chunk.sectors(), chunk.packing), ((2, 1), Some(Packing::Zlib)));
/// assert_eq!(parse_nbt(&chunk.unpack(1 << 20)?)?.unwrap().root["xPos"].as_i64(), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Chunk<'a> {
    /// The position in the region.
    pub at: ChunkPos,
    /// The time of the last change in seconds since 1970, or 0 if it is unknown.
    pub time: u32,
    first: usize,
    count: usize,
    /// Whether the data is in a file `c.X.Z.mcc` beside the region.
    pub is_external: bool,
    /// The compression of the data, or `None` for a custom one, which this crate does not read.
    pub packing: Option<Packing>,
    /// The compressed data.
    pub data: &'a [u8],
}

impl Region<'static> {
    /// A region without chunks. [`with_chunk`](Self::with_chunk) adds them.
    ///
    /// ```
    /// use gamewire::minecraft::encode_nbt;
    /// use gamewire::minecraft::nbt::{Nbt, nbt};
    /// use gamewire_files::minecraft::region::{ChunkPos, Region};
    /// let mut file = Region::EMPTY.as_wire().to_vec();
    /// for x in 0..3 {
    ///     let root = encode_nbt(&Nbt::unnamed(nbt!({ "xPos": (i32::from(x)) })))?;
    ///     file = Region::parse(&file)?.with_chunk(ChunkPos::new(x, 7).unwrap(), &root)?;
    /// }
    /// assert_eq!((file.len(), Region::parse(&file)?.chunks().count()), (5 * 4096, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const EMPTY: Self = Self { bytes: &[0; HEADER * SECTOR] };
}

impl<'a> Region<'a> {
    /// Returns the bytes of a region file with these chunks, with their times and their compressed data.
    ///
    /// ```
    /// use gamewire_files::minecraft::region::{ChunkPos, Region};
    /// let at = ChunkPos::new(3, 7).unwrap();
    /// let file = Region::EMPTY.with_chunk(at, b"\x0a\0\0\0")?;
    /// let moved = Region::EMPTY.with_chunk(ChunkPos::new(0, 0).unwrap(), b"\x0a\0\0\0")?;
    /// let moved = Region::parse(&moved)?.with_chunk(at, b"\x0a\0\0\0")?;
    /// assert_eq!(Region::from_chunks(Region::parse(&moved)?.chunk(at))?, file);
    /// # Ok::<(), gamewire_files::minecraft::region::RegionError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if a chunk or the file takes more sectors than a location can state.
    pub fn from_chunks<'c>(chunks: impl IntoIterator<Item = Chunk<'c>>) -> Result<Vec<u8>, RegionError> {
        let mut file = vec![0; HEADER * SECTOR];
        for chunk in chunks {
            append(&mut file, chunk.at, &store_chunk(chunk.packing, chunk.is_external, chunk.data))?;
            put(&mut file, SECTOR + chunk.at.location(), &chunk.time.to_be_bytes());
        }
        Ok(file)
    }

    /// Parses the header, and the length and compression of each chunk. Data is not decompressed.
    ///
    /// # Errors
    /// Returns an error if the file is shorter than its header, a location is outside the file, two chunks overlap, or
    /// a length or compression is invalid.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, RegionError> {
        let region = Self::parse_damaged(bytes)?;
        let damage = region.damage().next();
        damage.map_or(Ok(region), Err)
    }

    /// Parses a file that may be truncated or damaged. [`chunks`](Self::chunks) returns the chunks that are
    /// undamaged, and [`damage`](Self::damage) the errors of the others.
    ///
    /// # Errors
    /// Returns an error if the file is shorter than its header.
    ///
    /// ```
    /// use gamewire_files::minecraft::region::{ChunkPos, Region};
    /// // Two chunks, each the single byte 0; the sector of the second is missing.
    /// let mut file = vec![0; 8192];
    /// file[..8].copy_from_slice(&[0, 0, 2, 1, 0, 0, 3, 1]);
    /// file.extend([0, 0, 0, 2, 3, 0]);
    /// assert!(Region::parse(&file).is_err());
    /// let region = Region::parse_damaged(&file)?;
    /// assert_eq!(region.chunk(ChunkPos::new(0, 0).unwrap()).unwrap().data, [0]);
    /// let errors: Vec<String> = region.damage().map(|error| error.to_string()).collect();
    /// assert_eq!(errors, ["at byte 0x0004: the location of chunk 1,0 names sectors 3 to 3, but the file has sectors 2 to 2"]);
    /// # Ok::<(), gamewire_files::minecraft::region::RegionError>(())
    /// ```
    pub fn parse_damaged(bytes: &'a [u8]) -> Result<Self, RegionError> {
        if bytes.len() < HEADER * SECTOR {
            let kind = match is_lfs_pointer(bytes) {
                true => RegionErrorKind::LfsPointer,
                false => RegionErrorKind::Header { length: bytes.len() },
            };
            return Err(RegionError { at: None, offset: Some(bytes.len()), kind });
        }
        Ok(Self { bytes })
    }

    /// Returns an iterator over the errors of the damaged chunks, in the order of the header. A chunk that overlaps
    /// with an earlier one is an error.
    pub fn damage(&self) -> impl Iterator<Item = RegionError> + '_ {
        self.checked().filter_map(Result::err)
    }

    /// Returns an iterator over the chunks that are undamaged and do not overlap with an earlier one, and the errors of
    /// the others.
    fn checked(&self) -> impl Iterator<Item = Result<Chunk<'a>, RegionError>> + '_ {
        // The chunk of each sector.
        let mut taken: Vec<Option<ChunkPos>> = vec![None; self.bytes.len().div_ceil(SECTOR)];
        ChunkPos::all().filter_map(move |at| {
            let chunk = match self.read(at) {
                Ok(chunk) => chunk?,
                Err(error) => return Some(Err(error)),
            };
            let mut overlap = None;
            for (sector, place) in taken.iter_mut().enumerate().skip(chunk.first).take(chunk.count) {
                match *place {
                    Some(other) => {
                        let kind = RegionErrorKind::Overlap { other, sector };
                        overlap.get_or_insert_with(|| kind.at(at, at.location()));
                    }
                    None => *place = Some(at),
                }
            }
            Some(overlap.map_or(Ok(chunk), Err))
        })
    }

    /// Returns whether the location of another chunk refers to a sector of `chunk`.
    fn shares_sectors(&self, chunk: &Chunk<'_>) -> bool {
        ChunkPos::all().filter(|at| *at != chunk.at).any(|at| {
            let (first, count) = self.location(at);
            first < chunk.first + chunk.count && chunk.first < first + count
        })
    }

    /// Returns the bytes of the file.
    pub fn as_wire(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns an iterator over the chunks, in the order of the header, without those that [`damage`](Self::damage)
    /// reports. No two chunks share a sector, so together they are at most as long as the file.
    pub fn chunks(&self) -> impl Iterator<Item = Chunk<'a>> + '_ {
        self.checked().filter_map(Result::ok)
    }

    /// Returns the chunk at a position, if it exists and is undamaged. It may overlap with another chunk if the file
    /// was parsed by [`parse_damaged`](Self::parse_damaged).
    pub fn chunk(&self, at: ChunkPos) -> Option<Chunk<'a>> {
        self.read(at).ok().flatten()
    }

    /// Returns the values at paths in each chunk, for tables: other values are not built, and a value that is not there is
    /// `None`. Without paths, no chunk is decompressed.
    ///
    /// # Errors
    /// Returns an error for a chunk that is not NBT, cannot be decompressed or is longer than `each` bytes, and as soon as the
    /// chunks are longer than `all` bytes together.
    ///
    /// ```
    /// use gamewire::minecraft::{encode_nbt, nbt::{Nbt, Tag, nbt}};
    /// use gamewire_files::minecraft::region::{ChunkPos, Region};
    /// let root = encode_nbt(&Nbt::unnamed(nbt!({ "xPos": 3, "Status": "full" })))?;
    /// let file = Region::EMPTY.with_chunk(ChunkPos::new(3, 7).unwrap(), &root)?;
    /// let (region, paths) = (Region::parse(&file)?, ["$.Status".parse()?, "$.none".parse()?]);
    /// let (chunk, values) = region.values(&paths, 1 << 20, 1 << 30).next().unwrap()?;
    /// assert_eq!((chunk.at.x(), values), (3, vec![Some(Tag::from("full")), None]));
    /// assert!(region.values(&paths, root.len() - 1, 1 << 30).next().unwrap().is_err());
    /// let error = region.values(&paths, 1 << 20, root.len() - 1).next().unwrap().unwrap_err();
    /// assert_eq!(error.to_string(), "the unpacked chunks up to 3,7 are longer than the limit of 29 bytes together");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn values(
        &self,
        paths: &[Path],
        each: usize,
        all: usize,
    ) -> impl Iterator<Item = Result<(Chunk<'a>, Vec<Option<Tag>>), RegionError>> {
        let mut left = all;
        self.chunks().map(move |chunk| {
            if paths.is_empty() {
                return Ok((chunk, Vec::new()));
            }
            let bytes = chunk.unpack(each)?;
            let together = RegionErrorKind::Together { limit: all };
            left = left.checked_sub(bytes.len()).ok_or(together.of(chunk.at))?;
            let nbt = Protocol::V1_14.parse::<OptNbtView<'_>>(&bytes);
            let nbt = nbt.map_err(|error| RegionErrorKind::Data(error.into()).of(chunk.at))?;
            let value = |path| Some(nbt.0?.root().view_path(path).ok()?.to_tag());
            Ok((chunk, paths.iter().map(value).collect()))
        })
    }

    /// Returns the first sector and the number of sectors that the header states for a position, also if the chunk there is
    /// damaged. Both are 0 if there is none.
    #[must_use]
    pub fn location(&self, at: ChunkPos) -> (usize, usize) {
        let settings = Settings::new(&at, Limits::GODOT);
        let word = self.bytes.get(at.location()..).sure();
        location(settings.cx())(word).map_or((0, 0), |(_, location)| location)
    }

    /// Parses the location of a chunk, and its length and compression.
    pub(crate) fn read(&self, at: ChunkPos) -> Result<Option<Chunk<'a>>, RegionError> {
        let offset = at.location();
        let (first, count) = self.location(at);
        if (first, count) == (0, 0) {
            return Ok(None);
        }
        let sectors = self.bytes.len().div_ceil(SECTOR);
        if first < HEADER || count == 0 || first + count > sectors {
            return Err(RegionErrorKind::Location { first, count, sectors }.at(at, offset));
        }
        let start = first * SECTOR;
        // The last sector may be shorter than the others.
        let place = self.bytes.get(start..self.bytes.len().min(start + count * SECTOR)).sure();
        let most = place.len().saturating_sub(4);
        let settings = Settings::new(&at, Limits::GODOT);
        let (rest, length) = chunk_length(settings.cx())(place).unwrap_or_default();
        let head = chunk_compression(settings.cx())(rest).ok();
        let data = |rest: &'a [u8]| rest.get(..(length as usize).checked_sub(1)?);
        let Some((byte, data)) = head.and_then(|(rest, byte)| Some((byte, data(rest)?))) else {
            return Err(RegionErrorKind::Length { length, most }.at(at, start));
        };
        let Some(packing) = compression_of(byte) else {
            return Err(RegionErrorKind::Compression { byte }.at(at, start + 4));
        };
        let word = self.bytes.get(SECTOR + offset..).sure();
        let time = time(settings.cx())(word).map_or(0, |(_, time)| time);
        Ok(Some(Chunk { at, time, first, count, is_external: byte >= 0x80, packing, data }))
    }

    /// Returns the bytes of the file with new contents of a chunk.
    ///
    /// An existing chunk keeps its compression, and a new chunk is compressed with zlib, as in the game. A chunk keeps
    /// its sectors if it fits in them and no other location refers to them; the rest of the sectors keeps its bytes.
    /// Otherwise it takes new sectors at the end of the file.
    ///
    /// # Errors
    /// Returns an error if the chunk is damaged, its compression is not supported, its data is in another file, or it
    /// takes more than 255 sectors.
    pub fn with_chunk(&self, at: ChunkPos, contents: &[u8]) -> Result<Vec<u8>, RegionError> {
        let chunk = self.read(at)?;
        let packing = chunk.as_ref().map_or(Ok(Packing::Zlib), Chunk::packing_here)?;
        let offset = chunk.as_ref().map_or(self.bytes.len(), Chunk::offset);
        let data = pack(contents, packing).map_err(|source| RegionErrorKind::Data(source).at(at, offset))?;
        let (stored, mut file) = (store_chunk(Some(packing), false, &data), self.bytes.to_vec());
        let fits = |chunk: &Chunk<'_>| stored.len() <= chunk.count * SECTOR && !self.shares_sectors(chunk);
        if let Some(chunk) = chunk.filter(fits) {
            let start = chunk.first * SECTOR;
            file.resize(file.len().max(start + stored.len()), 0);
            put(&mut file, start, &stored);
        } else {
            append(&mut file, at, &stored)?;
        }
        Ok(file)
    }
}

impl<'a> Chunk<'a> {
    /// Returns the first sector, and the number of sectors.
    pub fn sectors(&self) -> (usize, usize) {
        (self.first, self.count)
    }

    /// Returns the offset of the data in the file.
    pub fn offset(&self) -> usize {
        self.first * SECTOR + CHUNK_HEADER
    }

    /// Decompresses the contents, which are an NBT root, to at most `limit` bytes.
    ///
    /// # Errors
    /// Returns an error if the compression is not supported, or if the data is in another file, damaged, or longer than
    /// the limit.
    pub fn unpack(&self, limit: usize) -> Result<Cow<'a, [u8]>, RegionError> {
        self.whole(self.unpack_prefix(limit)?, self.offset())
    }

    /// Decompresses the contents as far as possible. The data may be truncated, have a wrong checksum, or be followed
    /// by other bytes.
    ///
    /// ```
    /// use gamewire_files::minecraft::region::{ChunkPos, Region};
    /// let at = ChunkPos::new(3, 7).unwrap();
    /// let mut file = Region::EMPTY.with_chunk(at, b"\x0a\0\0\0")?;
    /// let end = 8192 + 5 + Region::parse(&file)?.chunk(at).unwrap().data.len();
    /// file[end - 1] ^= 1; // The checksum of zlib.
    /// let chunk = Region::parse(&file)?.chunk(at).unwrap();
    /// assert!(chunk.unpack(100).is_err());
    /// let unpacked = chunk.unpack_prefix(100)?;
    /// assert_eq!((&*unpacked.contents, unpacked.damage.is_some()), (&b"\x0a\0\0\0"[..], true));
    /// # Ok::<(), gamewire_files::minecraft::region::RegionError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the compression is not supported, or if the data is in another file or longer than the
    /// limit.
    pub fn unpack_prefix(&self, limit: usize) -> Result<Unpacked<'a>, RegionError> {
        self.unpacked(self.packing_here()?, self.data, self.offset(), limit)
    }

    /// Decompresses the contents of a chunk whose data is in another file, to at most `limit` bytes. `file` has the
    /// bytes of that file, whose name is [`ChunkPos::external_name`].
    ///
    /// ```
    /// use gamewire_files::minecraft::region::{ChunkPos, Region};
    /// use gamewire_files::minecraft::{Packing, pack};
    ///
    /// // The chunk 0, 0: zlib (2), and 128 more.
    /// let mut file = vec![0; 3 * 4096];
    /// file[..4].copy_from_slice(&[0, 0, 2, 1]);
    /// file[8192..][..5].copy_from_slice(&[0, 0, 0, 1, 128 + 2]);
    /// let chunk = Region::parse(&file)?.chunk(ChunkPos::new(0, 0).unwrap()).unwrap();
    /// assert!(chunk.is_external && chunk.unpack(1 << 20).is_err());
    ///
    /// let root = b"\x0a\0\0\x03\0\x04xPos\0\0\0\x07\0";
    /// assert_eq!(chunk.unpack_external(&pack(root, Packing::Zlib)?, 1 << 20)?, &root[..]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the compression is not supported, or if the data is damaged or longer than the limit.
    /// Offsets are counted in `file`.
    pub fn unpack_external<'f>(&self, file: &'f [u8], limit: usize) -> Result<Cow<'f, [u8]>, RegionError> {
        self.whole(self.unpacked(self.known_packing()?, file, 0, limit)?, 0)
    }

    /// Returns the bytes of the file `c.X.Z.mcc` with new contents of the chunk, in its compression. The region stays
    /// unchanged, because the game reads the other file whatever its length is.
    ///
    /// # Errors
    /// Returns an error if the compression is not supported.
    pub fn pack_external(&self, contents: &[u8]) -> Result<Vec<u8>, RegionError> {
        let packed = pack(contents, self.known_packing()?);
        packed.map_err(|source| RegionErrorKind::Data(source).at(self.at, 0))
    }

    fn unpacked<'d>(
        &self,
        packing: Packing,
        data: &'d [u8],
        offset: usize,
        limit: usize,
    ) -> Result<Unpacked<'d>, RegionError> {
        // The compression byte decides, because the first bytes of zlib data depend on its window.
        let at = self.at;
        unpack_as(data, packing, limit).map_err(|source| RegionErrorKind::damaged(source, at, offset))
    }

    fn whole<'d>(&self, unpacked: Unpacked<'d>, offset: usize) -> Result<Cow<'d, [u8]>, RegionError> {
        let at = self.at;
        unpacked.whole().map_err(|source| RegionErrorKind::damaged(source, at, offset))
    }

    /// Returns the compression if the data is in the region.
    fn packing_here(&self) -> Result<Packing, RegionError> {
        let packing = self.known_packing()?;
        if self.is_external { Err(RegionErrorKind::External.of(self.at)) } else { Ok(packing) }
    }

    fn known_packing(&self) -> Result<Packing, RegionError> {
        self.packing.ok_or(RegionErrorKind::Unsupported.of(self.at))
    }
}
