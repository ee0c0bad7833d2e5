//! Chunks whose data is in a file beside the region file.

use std::borrow::Cow;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use gamewire::minecraft::region::{ChunkPos, Region};

use crate::args::Raw;
use crate::input;
use crate::output::outcome::Stop;
use crate::output::say::{eprintln, shown};

/// Returns the file to read, and its options. If the data of the requested chunk is in a separate file, that file is
/// returned. `raw` returns the part of the options that has the text encoding and the containers.
pub fn source<'p, D: Clone>(
    path: &'p Path,
    given: &D,
    raw: fn(&mut D) -> &mut Raw,
) -> Result<(Cow<'p, Path>, D), Stop> {
    let mut given = given.clone();
    let Some(file) = beside(path, raw(&mut given))? else { return Ok((Cow::Borrowed(path), given)) };
    // That file has no chunks.
    raw(&mut given).chunk = None;
    Ok((Cow::Owned(file), given))
}

/// Like [`source`]. Standard input has no path and is read as given.
pub fn source_of<'p, D: Clone>(
    path: Option<&'p Path>,
    given: &D,
    raw: fn(&mut D) -> &mut Raw,
) -> Result<(Option<Cow<'p, Path>>, D), Stop> {
    match path {
        Some(path) => source(path, given, raw).map(|(path, given)| (Some(path), given)),
        None => Ok((None, given.clone())),
    }
}

/// Returns the file with the data of the chunk that was asked for, if the data is not in the region file itself.
fn beside(region: &Path, raw: &Raw) -> Result<Option<PathBuf>, Stop> {
    let Some(asked) = raw.chunk.filter(|_| region != Path::new("-") && !raw.hex && !raw.base64) else {
        return Ok(None);
    };
    if let Some(other) = asked.other_region(region) {
        return Err(Stop::Wrong(format!("{}: chunk {asked} of the world is in {other}", shown(region))));
    }
    let at = asked.in_region();
    let bytes = input::read_up_to(region, raw.max_size)?;
    let chunk = Region::parse(&bytes).ok().and_then(|region| region.chunk(at));
    // If the compression is unknown, the error can be reported without the other file.
    if !chunk.is_some_and(|chunk| chunk.is_external() && chunk.pack_external(&[]).is_ok()) {
        return Ok(None);
    }
    let file = file_of(region, at).map_err(|why| Stop::Wrong(format!("{}: {why}", shown(region))))?;
    eprintln!("the data of chunk {at} is in {}", shown(&file));
    Ok(Some(file))
}

/// Returns the file with the data of a chunk, or the reason why there is none.
pub fn file_of(region: &Path, at: ChunkPos) -> Result<PathBuf, String> {
    // The name of the file is made of the numbers in the region's name only, so the file is always in the same
    // folder.
    let name = region.file_name().and_then(|name| at.external_name(name.to_str()?));
    let Some(name) = name else {
        return Err(format!(
            "the data of chunk {at} is in a file c.X.Z.mcc, but X and Z are unknown because the region is not called r.X.Z.mca"
        ));
    };
    let file = region.with_file_name(name);
    let why = match file.metadata() {
        Ok(found) if found.is_file() => return Ok(file),
        Ok(found) if found.is_dir() => "is a folder".to_owned(),
        Ok(_) => "is a pipe, a socket or a device".to_owned(),
        Err(error) if error.kind() == ErrorKind::NotFound && file.is_symlink() => {
            "is a link to a file that does not exist".to_owned()
        }
        Err(error) if error.kind() == ErrorKind::NotFound => "does not exist".to_owned(),
        Err(error) => format!("cannot be read: {error}"),
    };
    Err(format!("the data of chunk {at} is in the file {}, which {why}", shown(&file)))
}
