//! The functions that the packages for Python and JavaScript share.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use gamewire::explain::Explainer;
use gamewire::limits::decompressed;
use gamewire::minecraft::{Packets, Recording};

use crate::document::{Document, DocumentError, Format, FormatError, OpenOptions};
use crate::minecraft::region::{ChunkPos, Region, RegionError};

/// The most levels of containers in a value: more than the 512 of Minecraft, and few enough for the stack of a thread
/// or a browser.
pub const DEPTH: usize = 520;
/// The most bytes of paths in one answer: nested deeply, paths of few bytes become long.
pub const MOST_PATHS: usize = 256 << 20;
/// The most bytes that a chunk is unpacked to.
pub const CHUNK: usize = 256 << 20;

/// A row: its offset, length, depth, path, type and meaning.
pub type RowParts = (usize, usize, usize, String, &'static str, String);

/// Returns the format with a name. The formats are kept, because those of packets are read from their descriptions.
///
/// # Errors
/// Returns an error if there is no such format.
pub fn format(name: &str, objects: bool) -> Result<Arc<Format>, FormatError> {
    static FORMATS: Mutex<BTreeMap<(String, bool), Arc<Format>>> = Mutex::new(BTreeMap::new());
    let mut formats = FORMATS.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (name.to_owned(), objects);
    if let Some(format) = formats.get(&key) {
        return Ok(Arc::clone(format));
    }
    let format = Arc::new(name.parse::<Format>()?.allow_objects(objects));
    if formats.len() >= 256 {
        formats.clear();
    }
    formats.insert(key, Arc::clone(&format));
    Ok(format)
}

/// Returns the NBT of a chunk of a region, or `None` if the chunk does not exist.
///
/// # Errors
/// Returns an error if the region or the chunk is damaged.
pub fn chunk(data: &[u8], x: u8, z: u8) -> Result<Option<Vec<u8>>, RegionError> {
    let region = Region::parse(data)?;
    let chunk = ChunkPos::new(x, z).and_then(|at| region.chunk(at));
    chunk.map(|chunk| Ok(chunk.unpack(CHUNK)?.into_owned())).transpose()
}

/// Explains a value of a format, or a file, also if it is damaged.
///
/// # Errors
/// Returns an error if the file cannot be opened.
pub fn explain(data: &[u8], format: Option<&Format>) -> Result<String, DocumentError> {
    let texts = |all: &[Explainer<'_>]| Ok(all.iter().map(|one| one.explain().text()).collect());
    explained(data, format, texts)
}

/// Returns the rows that explain a value of a format, or a file.
///
/// # Errors
/// Returns an error if the file cannot be opened, or if the paths are too long.
pub fn explain_rows(data: &[u8], format: Option<&Format>) -> Result<Vec<RowParts>, DocumentError> {
    let mut total = 0;
    explained(data, format, |all| {
        let rows = all.iter().flat_map(Explainer::all_rows).map(|row| {
            let path = row.path().to_string();
            total += path.len();
            if total > MOST_PATHS {
                return Err(DocumentError::LongPaths { most: MOST_PATHS });
            }
            Ok((row.start, row.len, row.depth, path, row.type_name(), row.meaning))
        });
        rows.collect()
    })
}

fn explained<T>(
    data: &[u8],
    format: Option<&Format>,
    each: impl FnOnce(&[Explainer<'_>]) -> Result<T, DocumentError>,
) -> Result<T, DocumentError> {
    if let Some(format) = format {
        return each(&[format.explainer(data)]);
    }
    let options = OpenOptions::new().allow_damaged(true).allow_incomplete(true);
    each(&Document::open_with(data, &options)?.explain())
}

/// Reads a recording of the version with a name, or one that states its own.
///
/// # Errors
/// Returns an error if there is no such version.
pub fn recording(data: Vec<u8>, version: Option<&str>) -> Result<Recording<'static>, String> {
    let unknown = |name| format!("there is no version {name} of Minecraft");
    let packets = version.map(|name| Packets::named(name).ok_or_else(|| unknown(name))).transpose()?;
    let most = decompressed(data.len());
    Ok(Recording::read(packets, data, most))
}
