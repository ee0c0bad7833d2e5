//! Whole files that are written: settings, compressed, encrypted, packed.

use std::collections::BTreeMap;

use clap::ValueEnum;
use gamewire::godot::files::{Compression, Encryption, FileError, Key};
use gamewire::godot::{ProjectFile, Setting, Table};
use gamewire::identify::{self, Layer};
use gamewire::minecraft::TypeExpr;
use serde_json::value::RawValue;

use crate::codec::Codec;
use crate::document;
use crate::format::Format;
use crate::problem::Problem;
use crate::secret::Secret;

/// How a file is compressed that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// FastLZ
    Fastlz,
    /// Deflate
    Deflate,
    /// Zstandard
    Zstd,
    /// Gzip; of minecraft/nbt a plain gzip file
    Gzip,
    /// A plain zlib file, for minecraft/nbt alone
    Zlib,
}

impl Mode {
    /// What it puts around the bytes of a format. NBT is never in blocks of Godot, nor Godot's values in plain zlib.
    fn layer(self, format: &Format) -> Result<Layer, Problem> {
        let blocks = |mode| Ok(Layer::Compressed { mode, ends_well: true });
        match (self, is_nbt(format)) {
            (Self::Gzip, true) => Ok(Layer::Gzip),
            (Self::Zlib, true) => Ok(Layer::Zlib),
            (_, true) => Err(refused("NBT is packed by gzip or zlib")),
            (Self::Zlib, false) => {
                Err(refused("open_compressed has no zlib: its deflate is the same in blocks"))
            }
            (Self::Fastlz, false) => blocks(Compression::FastLz),
            (Self::Deflate, false) => blocks(Compression::Deflate),
            (Self::Zstd, false) => blocks(Compression::Zstd),
            (Self::Gzip, false) => blocks(Compression::Gzip),
        }
    }
}

fn is_nbt(format: &Format) -> bool {
    matches!(format, Format::Minecraft(_, TypeExpr::Nbt))
}

fn refused(message: &str) -> Problem {
    Problem { offset: 0, kind: "compress", message: message.into() }
}

impl From<FileError> for Problem {
    fn from(error: FileError) -> Self {
        Self { offset: error.offset(), kind: error.code(), message: error.to_string() }
    }
}

/// Packs what was written, as asked for.
pub fn wrap(
    bytes: Vec<u8>,
    format: &Format,
    mode: Option<Mode>,
    secret: &Secret,
) -> Result<Vec<u8>, Problem> {
    if let Some(mode) = mode {
        return around(&[mode.layer(format)?], &bytes, None);
    }
    let Some(key) = secret.named()? else { return Ok(bytes) };
    let newest = matches!(format, Format::Godot(dialect) if dialect.table() == Table::Godot4);
    around(&[encrypted(newest)?], &bytes, Some(&key))
}

/// Puts layers around bytes.
pub fn around(layers: &[Layer], bytes: &[u8], key: Option<&Key>) -> Result<Vec<u8>, Problem> {
    identify::wrap(layers, bytes, key).map_err(|reason| document::closed(&reason))
}

/// Encryption of Godot 4, or of those before. No two files have the same start.
pub fn encrypted(newest: bool) -> Result<Layer, Problem> {
    let encryption = if newest {
        let mut iv = [0; 16];
        getrandom::fill(&mut iv).map_err(|error| Problem {
            offset: 0,
            kind: "random",
            message: format!("the system has no random numbers: {error}"),
        })?;
        Encryption::Godot4 { iv }
    } else {
        Encryption::Godot3
    };
    Ok(Layer::Encrypted { encryption, trailing: 0 })
}

/// The same layers for a new file, with another initialization vector; encrypted as the engine of `table` does, if that is named.
pub fn renewed(layers: &[Layer], table: Option<Table>) -> Result<Vec<Layer>, Problem> {
    let renew = |layer: &Layer| match *layer {
        Layer::Encrypted { encryption, .. } => match (table, encryption) {
            (Some(table), _) => encrypted(table == Table::Godot4),
            (None, Encryption::Godot4 { .. }) => encrypted(true),
            (None, encryption) => Ok(Layer::Encrypted { encryption, trailing: 0 }),
        },
        layer => Ok(layer),
    };
    layers.iter().map(renew).collect()
}

/// The key for layers of which one is encrypted.
pub fn key_for(layers: &[Layer], secret: &Secret) -> Result<Option<Key>, Problem> {
    let encrypted = layers.iter().any(|layer| matches!(layer, Layer::Encrypted { .. }));
    encrypted.then(|| secret.key()).transpose()
}

/// The JSON values of a text, one after the other: one in each line, or spread over several.
pub fn values(text: &[u8]) -> Vec<&[u8]> {
    let lines = || text.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let whole = |line: &[u8]| serde_json::from_slice::<&RawValue>(line).is_ok();
    // A line that is no value is one by itself, so that others keep their place, unless values span lines.
    let mut values = Vec::new();
    if !lines().all(whole)
        && let Ok(text) = std::str::from_utf8(text)
    {
        for value in serde_json::Deserializer::from_str(text).into_iter::<&RawValue>() {
            match value {
                Ok(value) => values.push(value.get().as_bytes()),
                Err(_) => return lines().collect(),
            }
        }
        return values;
    }
    lines().collect()
}

/// The elements of one array of JSON.
pub fn elements(text: &[u8]) -> Result<Vec<&[u8]>, Problem> {
    let elements: Vec<&RawValue> = serde_json::from_slice(text).map_err(|error| Problem::json(0, &error))?;
    Ok(elements.into_iter().map(|value| value.get().as_bytes()).collect())
}

/// Adds the setting that a line gives, as `decode` prints it: `{"key":"a/b","value":"i:1"}`.
pub fn add_setting(
    line: &[u8],
    codec: &Codec,
    strict: bool,
    project: &mut ProjectFile<'_>,
) -> Result<(), Problem> {
    let fields: BTreeMap<String, &RawValue> =
        serde_json::from_slice(line).map_err(|error| Problem::json(0, &error))?;
    let (Some(key), Some(value), 2) = (fields.get("key"), fields.get("value"), fields.len()) else {
        return Err(Problem::json(0, &"a setting is {\"key\":\"..\",\"value\":..}"));
    };
    let key: String = serde_json::from_str(key.get()).map_err(|error| Problem::json(0, &error))?;
    project.settings.push(Setting::new(key, codec.encode_as(value.get().as_bytes(), strict)?));
    Ok(())
}
