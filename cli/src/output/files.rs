//! Output of whole files: settings, and files that are compressed, encrypted or packed.

use std::collections::BTreeMap;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gamewire::__private::identify::wrap as wrap_layers;
use gamewire::document::Format;
use gamewire::godot::files::{Compression, Encryption, EncryptionKey, FileError, ProjectTextError};
use gamewire::godot::{ProjectFile, Setting, Table};
use gamewire::identify::Layer;
use gamewire::minecraft::Packing;
use serde_json::value::RawValue;

use crate::input::containers;
use crate::input::secret::Secret;
use crate::output::problem::Problem;
use crate::values::text::{self, Form};

/// A container of an output file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Container {
    /// Godot's open_compressed with FastLZ
    Fastlz,
    /// Godot's open_compressed with Deflate
    Deflate,
    /// Godot's open_compressed with Zstandard
    Zstd,
    /// Godot's open_compressed with Gzip
    GzipBlocks,
    /// A gzip file, like Minecraft's level.dat
    Gzip,
    /// A zlib file, like Minecraft's chunks
    Zlib,
    /// Encrypted as Godot 1 to 3 do
    Godot3,
    /// Encrypted as Godot 4 does
    Godot4,
}

/// Parses the name of a compression. For values of Godot, `gzip` is the compression of `open_compressed`.
pub fn compression() -> impl TypedValueParser<Value = Container> {
    const MODES: [(&str, &str); 5] = [
        ("fastlz", "FastLZ"),
        ("deflate", "Deflate"),
        ("zstd", "Zstandard"),
        ("gzip", "Gzip; for minecraft/nbt a plain gzip file"),
        ("zlib", "A plain zlib file, for minecraft/nbt only"),
    ];
    PossibleValuesParser::new(MODES.map(|(name, help)| PossibleValue::new(name).help(help)))
        .try_map(|name| Container::from_str(&name, false))
}

impl Container {
    pub fn layer(self) -> Result<Layer, Problem> {
        let blocks = |mode| Ok(Layer::Compressed { mode, ends_well: true });
        match self {
            Self::Fastlz => blocks(Compression::FastLz),
            Self::Deflate => blocks(Compression::Deflate),
            Self::Zstd => blocks(Compression::Zstd),
            Self::GzipBlocks => blocks(Compression::Gzip),
            Self::Gzip => Ok(Layer::Packed { packing: Packing::Gzip, zeros: 0 }),
            Self::Zlib => Ok(Layer::Packed { packing: Packing::Zlib, zeros: 0 }),
            Self::Godot3 => encrypted(false),
            Self::Godot4 => encrypted(true),
        }
    }

    /// Returns the container for the bytes of a format. NBT is never written in Godot's container, and values of
    /// Godot are never written as plain zlib.
    fn layer_of(self, format: &Format) -> Result<Layer, Problem> {
        match (self, format.nbt().is_some()) {
            (Self::Gzip | Self::Zlib, true) => self.layer(),
            (_, true) => Err(refused("NBT can only be compressed with gzip or zlib")),
            (Self::Zlib, false) => Err(refused("open_compressed has no zlib; use deflate")),
            (Self::Gzip, false) => Self::GzipBlocks.layer(),
            (_, false) => self.layer(),
        }
    }
}

fn refused(message: &str) -> Problem {
    Problem::new("compress", message)
}

impl From<FileError> for Problem {
    fn from(error: FileError) -> Self {
        Self::new(error.code(), error.to_string()).at(error.offset().unwrap_or(0))
    }
}

impl From<ProjectTextError> for Problem {
    fn from(error: ProjectTextError) -> Self {
        let offset = match &error {
            ProjectTextError::Text(error) => error.offset(),
            ProjectTextError::Decode { source, .. } => source.offset(),
            _ => 0,
        };
        Self::new("text", error.to_string()).at(offset)
    }
}

/// Returns whether a text is a `project.godot`, which states its version.
pub fn is_project_text(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("config_version="))
}

/// Compresses or encrypts the output according to the arguments.
pub fn wrap(
    bytes: Vec<u8>,
    format: &Format,
    mode: Option<Container>,
    secret: &Secret,
) -> Result<Vec<u8>, Problem> {
    if let Some(mode) = mode {
        return around(&[mode.layer_of(format)?], &bytes, None);
    }
    let Some(key) = secret.named()? else { return Ok(bytes) };
    let newest = matches!(format, Format::Godot(decoder) if decoder.dialect().table() == Table::Godot4);
    around(&[encrypted(newest)?], &bytes, Some(&key))
}

pub fn around(layers: &[Layer], bytes: &[u8], key: Option<&EncryptionKey>) -> Result<Vec<u8>, Problem> {
    wrap_layers(layers, bytes, key).map_err(|reason| containers::closed(&reason))
}

/// Returns an encryption layer in the form of Godot 4, or else of earlier releases. The initialization vector is
/// random.
pub fn encrypted(newest: bool) -> Result<Layer, Problem> {
    let encryption = if newest {
        let mut iv = [0; 16];
        getrandom::fill(&mut iv).map_err(|error| {
            Problem::new("random", format!("the system provides no random numbers: {error}"))
        })?;
        Encryption::Godot4 { iv }
    } else {
        Encryption::Godot3
    };
    Ok(Layer::Encrypted { encryption, trailing: 0 })
}

/// Returns the layers for a new file, with new initialization vectors. If `table` is given, the encryption is the one
/// of its engine.
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

/// Returns the key for the layers, if one of them is encrypted.
pub fn key_for(layers: &[Layer], secret: &Secret) -> Result<Option<EncryptionKey>, Problem> {
    let encrypted = layers.iter().any(|layer| matches!(layer, Layer::Encrypted { .. }));
    encrypted.then(|| secret.key()).transpose()
}

/// Splits a text into JSON values, one after the other. A value may span several lines. `serde_json` is only used to
/// split the text; the JSON reader of the library parses the values.
pub fn values(text: &[u8]) -> Vec<&[u8]> {
    let lines = || text.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let whole = |line: &[u8]| serde_json::from_slice::<&RawValue>(line).is_ok();
    // An invalid line counts as one value, so that the other lines keep their numbers, unless values span lines.
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

/// Splits a text into values in the engine's text form or in SNBT, one after the other. A value ends at the end of a
/// line outside of brackets and quotes.
pub fn text_values(text: &[u8], form: Form) -> Vec<&[u8]> {
    let is_snbt = form == Form::Snbt;
    let (mut values, mut start) = (Vec::new(), 0);
    let (mut depth, mut quote, mut is_escaped, mut is_comment) = (0_usize, None, false, false);
    for (at, &byte) in text.iter().enumerate() {
        let escapes = quote.is_some() && byte == b'\\' && !is_escaped;
        match byte {
            _ if quote.is_some() => quote = quote.filter(|open| is_escaped || *open != byte),
            b'\n' if depth == 0 => {
                values.extend(text.get(start..at));
                (start, is_comment) = (at + 1, false);
            }
            b'\n' => is_comment = false,
            _ if is_comment => {}
            b';' if !is_snbt => is_comment = true,
            b'"' => quote = Some(byte),
            b'\'' if is_snbt => quote = Some(byte),
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        is_escaped = escapes;
    }
    values.extend(text.get(start..));
    let is_value = |line: &&[u8]| {
        let line = line.trim_ascii();
        !line.is_empty() && (is_snbt || !line.starts_with(b";"))
    };
    values.retain(is_value);
    values
}

/// Returns whether a text consists of several JSON values.
pub fn has_several(text: &[u8]) -> bool {
    let values = values(text);
    values.len() > 1 && values.iter().all(|value| serde_json::from_slice::<&RawValue>(value).is_ok())
}

/// Returns the elements of a JSON array.
pub fn elements(text: &[u8]) -> Result<Vec<&[u8]>, Problem> {
    let elements: Vec<&RawValue> = serde_json::from_slice(text).map_err(|error| Problem::of_serde(&error))?;
    Ok(elements.into_iter().map(|value| value.get().as_bytes()).collect())
}

/// Adds the setting of a line, in the form of `decode`: `{"key":"a/b","value":"i:1"}`.
pub fn add_setting(
    line: &[u8],
    format: &Format,
    strict: bool,
    project: &mut ProjectFile<'_>,
) -> Result<(), Problem> {
    let (key, value) = setting(line)?;
    let value = value.as_bytes();
    let bytes = text::encode_json(format, value, strict).map_err(|problem| problem.within(line, value))?;
    project.settings.push(Setting::new(key, bytes));
    Ok(())
}

/// Returns the key and the value of a setting in the form of `decode`.
pub fn setting(text: &[u8]) -> Result<(String, &str), Problem> {
    let fields: BTreeMap<String, &RawValue> =
        serde_json::from_slice(text).map_err(|error| Problem::of_serde(&error))?;
    let (Some(key), Some(value), 2) = (fields.get("key"), fields.get("value"), fields.len()) else {
        return Err(Problem::json(0, &"a setting must have the form {\"key\":\"..\",\"value\":..}"));
    };
    let key = serde_json::from_str(key.get()).map_err(|error| Problem::json(0, &error))?;
    Ok((key, value.get()))
}
