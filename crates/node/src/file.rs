//! Files, regions and recordings.

use gamewire::minecraft::SessionPacket;
use gamewire::minecraft::nbt::Nbt;
use gamewire::path::Path;
use gamewire_files::document::{Document, OpenOptions};
use gamewire_files::godot::EncryptionKey;
use gamewire_files::minecraft::region::Region;
use gamewire_files::shared::packages::{self, CHUNK, MOST_PATHS};
use serde_json::json;
use wasm_bindgen::prelude::*;

use crate::values::{LIST, TAG, Writer};
use crate::{Fault, Made, Res, game_of, text};

/// The most bytes of all chunks together.
const CHUNKS: usize = 1 << 30;

fn path(text: &str) -> Res<Path> {
    text.parse().map_err(Fault::of)
}

/// An opened file.
#[wasm_bindgen]
pub struct Opened(Document<'static>);

#[wasm_bindgen]
impl Opened {
    /// Opens a file.
    #[wasm_bindgen(constructor)]
    pub fn new(
        data: Vec<u8>,
        format: Option<String>,
        password: Option<String>,
        chunk: Option<String>,
        objects: bool,
    ) -> Result<Opened, Fault> {
        let options = OpenOptions::new()
            .format(
                format.map(|name| crate::format(&name, true)).transpose()?.map(|format| (*format).clone()),
            )
            .key(password.as_deref().map(EncryptionKey::from_password))
            .chunk(chunk.map(|at| at.parse()).transpose().map_err(Fault::of)?)
            .allow_objects(objects);
        Ok(Self(Document::open_with(data, &options)?))
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the name of the format.
    pub fn format(&self) -> String {
        self.0.format().to_string()
    }

    /// Returns the number of the game: see `game_of`.
    pub fn game(&self) -> u8 {
        game_of(self.0.format())
    }

    /// Returns the value with a number.
    pub fn value(&self, number: usize, plain: bool) -> Made {
        let value = self.0.value(number)?;
        let wire = value.as_wire()?;
        Writer::made(plain, |writer| writer.encoded(&value.format(), &wire))
    }

    /// Returns the value at a path.
    pub fn get(&self, path: &str, plain: bool) -> Made {
        let value = self.0.get_path(&self::path(path)?)?;
        Writer::made(plain, |writer| writer.any(value))
    }

    /// Sets the value at a path from its JSON, or from a tag of NBT.
    pub fn set(&mut self, path: &str, value: &[u8], is_tag: bool) -> Result<(), Fault> {
        let new = match is_tag {
            true => TAG.parse::<Nbt>(value)?.root.into(),
            false => self.0.format().value_from_json(text(value)?).map_err(Fault::of)?,
        };
        Ok(self.0.set_path(&self::path(path)?, new)?)
    }

    /// Removes the value at a path.
    pub fn remove(&mut self, path: &str) -> Result<(), Fault> {
        Ok(self.0.remove_path(&self::path(path)?)?)
    }

    /// Returns the paths of all entries with a key, as JSON.
    pub fn find(&self, key: &str) -> Result<String, Fault> {
        Ok(json!(self.0.find_key(key, MOST_PATHS)?).to_string())
    }

    /// Returns the differences to another file: path, old and new value.
    pub fn diff(&self, other: &Opened) -> Made {
        let changes = self.0.diff(&other.0, MOST_PATHS)?;
        Writer::made(false, |writer| {
            writer.list(LIST, changes, |writer, (path, change)| {
                let (old, new) = change.sides();
                writer.put("[")?;
                writer.text("", &path)?;
                writer.optional(old)?;
                writer.optional(new)?;
                writer.put("]")
            })
        })
    }

    /// Returns the bytes of the file.
    pub fn save(&self) -> Result<Vec<u8>, Fault> {
        Ok(self.0.encode()?.into_owned())
    }
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

/// Returns the packets that one side sent: the version, the direction, the error at the end, and of each packet its state, name,
/// offset, whether it can be read, and its bytes.
#[wasm_bindgen]
pub fn recording(data: Vec<u8>, version: Option<String>) -> Made {
    let all = packages::recording(data, version.as_deref()).map_err(Fault::of)?;
    Writer::made(false, |writer| {
        let packet = |one: SessionPacket<'_>| {
            let place = writer.array(0, one.bytes.len(), &one.bytes);
            json!([one.packet.state().name(), one.packet.name(), one.frame.start, one.error.is_none(), place])
        };
        let packets: Vec<_> = all.packets().map(packet).collect();
        let error = all.error().map(ToString::to_string);
        writer.put(json!([all.version, all.side.name(), error, packets]))
    })
}
