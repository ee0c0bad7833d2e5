//! The chunks of a region file.

use std::ops::Range;

use gamewire::minecraft::Protocol;
use gamewire::minecraft::nbt::Nbt;
use gamewire::shared::sorted;
use gamewire_files::minecraft::Packing;
use gamewire_files::minecraft::region::{Chunk, Region, SECTOR};
use gamewire_files::shared::packages::{self, CHUNK};
use wasm_bindgen::prelude::*;

use crate::values::{LIST, Writer};
use crate::{Fault, Made, Res, path};

/// The most bytes of all chunks together.
const CHUNKS: usize = 1 << 30;

/// A chunk of a region.
#[derive(Debug)]
pub(crate) struct ChunkRow {
    /// The range of its sectors in the region.
    pub(crate) bytes: Range<usize>,
    /// The position, in the form that options use.
    pub(crate) at: String,
    pub(crate) text: String,
}

/// Returns the chunks of a region, by their places in the file.
pub(crate) fn chunk_rows(bytes: &[u8]) -> Vec<ChunkRow> {
    let Ok(region) = Region::parse_damaged(bytes) else { return Vec::new() };
    // A chunk knows its position in the world, which is that of the region and its own.
    let position = |chunk: &Chunk<'_>| {
        let contents = chunk.unpack(CHUNK).ok()?;
        let nbt: Nbt = Protocol::default().parse_prefix(&contents).ok()?.0;
        let level = nbt.root.get("Level").unwrap_or(&nbt.root);
        let of = |name: &str, at: u8| Some(level.get(name)?.as_i64()? - i64::from(at));
        Some((of("xPos", chunk.at.x())?, of("zPos", chunk.at.z())?))
    };
    let region_at = region.chunks().find_map(|chunk| position(&chunk));
    let row = |chunk: Chunk<'_>| {
        let (at, size) = (chunk.at, chunk.data.len());
        let compression = chunk.packing.map_or("custom", Packing::name);
        let blocks = region_at.map_or(String::new(), |(x, z)| {
            let [x, z] = [(x, at.x()), (z, at.z())].map(|(region, own)| (region + i64::from(own)) * 16);
            format!(", blocks x {x} to {}, z {z} to {}", x + 15, z + 15)
        });
        let text = format!("chunk {at}{blocks}: {size} bytes, {compression}");
        ChunkRow { bytes: sectors(&chunk), at: at.to_string(), text }
    };
    let mut rows = sorted(region.chunks().map(row).collect(), |a, b| a.bytes.start.cmp(&b.bytes.start));
    let mut end = 0;
    for chunk in &mut rows {
        // Chunks of a damaged region can overlap, or be cut short.
        chunk.bytes.start = chunk.bytes.start.clamp(end, bytes.len());
        chunk.bytes.end = chunk.bytes.end.clamp(chunk.bytes.start, bytes.len());
        end = chunk.bytes.end;
    }
    rows
}

/// Returns the range of the sectors of a chunk.
pub(crate) fn sectors(chunk: &Chunk<'_>) -> Range<usize> {
    let (first, count) = chunk.sectors();
    first * SECTOR..(first + count) * SECTOR
}

/// Returns the NBT of one chunk of a region.
#[wasm_bindgen]
pub fn region_chunk(data: &[u8], x: u8, z: u8) -> Result<Option<Vec<u8>>, Fault> {
    packages::chunk(data, x, z).map_err(Fault::of)
}

/// Returns the values at paths in all chunks of a region: rows of x, z, time and values. Without paths, no chunk
/// is unpacked.
#[wasm_bindgen]
pub fn chunks(data: &[u8], paths: Vec<String>, plain: bool) -> Made {
    let paths = paths.iter().map(|text| path(text)).collect::<Res<Vec<_>>>()?;
    let region = Region::parse(data).map_err(Fault::of)?;
    Writer::made(plain, |writer| {
        writer.list(LIST, region.values(&paths, CHUNK, CHUNKS), |writer, row| {
            let (chunk, tags) = row?;
            writer.put(format_args!("[{},{},{}", chunk.at.x(), chunk.at.z(), chunk.time))?;
            tags.into_iter().try_for_each(|tag| writer.optional(tag.map(Into::into)))?;
            writer.put("]")
        })
    })
}
