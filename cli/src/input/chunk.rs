//! `--chunk X,Z`: a chunk by its position in a region file, or in the world.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use gamewire::minecraft::region::{ChunkPos, ChunkPosError};

/// The number of chunks in a row of a region.
const SIDE: i32 = 32;

/// The position of a chunk. It is relative to the region if both numbers are from 0 to 31, and to the world
/// otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AskedChunk {
    x: i32,
    z: i32,
}

impl AskedChunk {
    pub fn in_region(self) -> ChunkPos {
        ChunkPos::of_world(self.x, self.z)
    }

    /// Returns the name of the region file for this position in the world, if `file` has the name of another region.
    pub fn other_region(self, file: &Path) -> Option<String> {
        let [x, z] = [self.x, self.z].map(|number| number.div_euclid(SIDE));
        let (region, end) = file.file_name()?.to_str()?.strip_prefix("r.")?.rsplit_once('.')?;
        let (file_x, file_z) = region.split_once('.')?;
        let named: (i32, i32) = (file_x.parse().ok()?, file_z.parse().ok()?);
        ((x, z) != (0, 0) && (x, z) != named).then(|| format!("r.{x}.{z}.{end}"))
    }
}

impl fmt::Display for AskedChunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.z)
    }
}

impl FromStr for AskedChunk {
    type Err = ChunkPosError;

    fn from_str(text: &str) -> Result<Self, ChunkPosError> {
        let number = |text: &str| text.trim().parse().map_err(|_| ChunkPosError);
        let (x, z) = text.split_once(',').ok_or(ChunkPosError)?;
        Ok(Self { x: number(x)?, z: number(z)? })
    }
}
