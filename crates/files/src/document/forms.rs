//! Values of all formats as text, and back.

use std::collections::HashSet;

use thiserror::Error;

use super::{DocumentError, Format};
use gamewire::error::{DecodeError, EncodeError, JsonError, TextError};
use gamewire::godot::text::{from_text_as, to_engine_text};
use gamewire::godot::{self, Converter, Dialect, Variant};
use gamewire::minecraft::nbt::{Nbt, OptNbt, Tag};
use gamewire::minecraft::{self, TypeExpr, Value};
use gamewire::path::{Path, Segment};
use gamewire::shared::escape::visible;
use gamewire::shared::json::to_plain_string_with_long_text;

/// An error of reading a value from text.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum FormError {
    /// The text is not JSON, or not the JSON of a value of the format.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// The text is not the text form of a value of the format.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The value cannot be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// Values of the format have no text form but JSON.
    #[error("values of {0} have no text form but JSON")]
    NoText(String),
}

/// The bytes of a value that was read from text, and what a game would not read of them.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct FromText {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The paths of the entries that a later entry with the same key hides.
    pub lost: Vec<Path>,
    /// The first value in a typed container that is declared to hold values of another type.
    pub undeclared: Option<String>,
}

/// A converted value. [`Format::convert`] returns one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Converted {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The changes as lines of text.
    pub report: String,
    /// Whether nothing changed except the encoding.
    pub is_same: bool,
}

impl FromText {
    fn godot(dialect: Dialect, value: &Variant) -> Result<Self, EncodeError> {
        Ok(Self {
            bytes: dialect.encode(value)?,
            lost: dialect.lost_entries(value).collect(),
            undeclared: value.check_declared().err().map(|error| error.to_string()),
        })
    }
}

impl Format {
    /// Returns a value as JSON, in the form of [`godot::json`] or [`minecraft::json`].
    ///
    /// ```
    /// use gamewire_files::document::Format;
    /// let godot: Format = "godot4".parse()?;
    /// let bytes = godot.from_json("[\"i:7\"]")?.bytes;
    /// assert_eq!((godot.to_json(&bytes)?, godot.to_plain_json(&bytes)?), ("[\"i:7\"]".into(), "[7]".into()));
    /// assert_eq!(godot.to_text(&bytes)?.as_deref(), Some("[7]"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the bytes are not a value of this format.
    pub fn to_json(&self, bytes: &[u8]) -> Result<String, DecodeError> {
        Ok(match self {
            Self::Godot(decoder) => godot::json::to_string(&decoder.parse(bytes)?),
            Self::Minecraft(protocol, expr) => {
                minecraft::json::to_string(expr, *protocol, &expr.parse(*protocol, bytes)?)
            }
        })
    }

    /// Returns a value as plain JSON, without types. Minecraft types other than NBT and packets have only one form of
    /// JSON.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a value of this format.
    pub fn to_plain_json(&self, bytes: &[u8]) -> Result<String, DecodeError> {
        match self {
            Self::Godot(decoder) => Ok(godot::json::to_plain_string(&decoder.parse(bytes)?)),
            Self::Minecraft(protocol, expr @ (TypeExpr::Nbt | TypeExpr::Types(..))) => {
                Ok(minecraft::json::to_plain_string(expr, *protocol, &expr.parse(*protocol, bytes)?))
            }
            Self::Minecraft(..) => self.to_json(bytes),
        }
    }

    /// Returns NBT or a packet as plain JSON in which integers of 64 bits are text, because many readers of JSON would round
    /// them. Other values are those of [`to_json`](Self::to_json).
    ///
    /// ```
    /// use gamewire_files::document::Format;
    /// let packet: Format = "minecraft-1.20.4/status.toServer.ping".parse()?;
    /// let bytes = [1, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
    /// let json = packet.to_plain_json_with_long_text(&bytes)?;
    /// assert_eq!(json, r#"{"name":"ping","params":{"time":"9223372036854775807"}}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the bytes are not a value of this format.
    pub fn to_plain_json_with_long_text(&self, bytes: &[u8]) -> Result<String, DecodeError> {
        match self {
            Self::Minecraft(protocol, expr @ (TypeExpr::Nbt | TypeExpr::Types(..))) => {
                Ok(to_plain_string_with_long_text(expr, *protocol, &expr.parse(*protocol, bytes)?))
            }
            _ => self.to_json(bytes),
        }
    }

    /// Returns a value in the text form of its game: the engine's `var_to_str`, or SNBT without the name of the root.
    /// Returns `None` for an absent NBT root and for other types of Minecraft.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a value of this format.
    pub fn to_text(&self, bytes: &[u8]) -> Result<Option<String>, DecodeError> {
        Ok(match self {
            Self::Godot(decoder) => Some(to_engine_text(&decoder.parse(bytes)?, decoder.dialect())),
            Self::Minecraft(protocol, TypeExpr::Nbt) => {
                let OptNbt(nbt) = protocol.parse(bytes)?;
                nbt.map(|nbt| nbt.root.to_string())
            }
            Self::Minecraft(..) => None,
        })
    }

    /// Returns the first name that occurs twice in an object of the [plain JSON](Self::to_plain_json), with the path of
    /// the object. For example, `1` and `"1"` are two keys of a dictionary.
    pub fn repeated_name(&self, bytes: &[u8]) -> Option<(Path, String)> {
        let value = match self {
            Self::Godot(decoder) => decoder.parse(bytes).ok()?,
            Self::Minecraft(..) => {
                let OptNbt(nbt) = self.nbt()?.parse(bytes).ok()?;
                let mut path = nbt?.lost_entries().next()?;
                let Segment::Name(name) = path.pop()? else { return None };
                return Some((path, name.to_string()));
            }
        };
        let mut walk = value.walk();
        while let Some(inner) = walk.next() {
            let Variant::Dictionary(dictionary) = inner else { continue };
            // Keys that are all text are different, provided that they are valid Unicode.
            let mixed = !dictionary.iter().all(|(key, _)| matches!(key, Variant::String(_)));
            let mut names = HashSet::new();
            let name = |key: &Variant| key.as_str().map_or_else(|| key.to_string(), str::to_owned);
            let mut all = dictionary.iter().filter(|_| mixed).map(|(key, _)| name(key));
            if let Some(name) = all.find(|name| !names.insert(name.clone())) {
                return Some((walk.path(), name));
            }
        }
        None
    }

    /// Reads a value from the JSON of [`to_json`](Self::to_json), and encodes it.
    ///
    /// # Errors
    /// Returns an error if the text is not the JSON of a value of this format, or if the value cannot be encoded.
    pub fn from_json(&self, text: &str) -> Result<FromText, FormError> {
        let (protocol, expr) = match self {
            Self::Godot(decoder) => {
                let dialect = decoder.dialect();
                let value = godot::json::from_str_as(text, dialect.precision())?;
                return Ok(FromText::godot(dialect, &value)?);
            }
            Self::Minecraft(protocol, expr) => (*protocol, expr),
        };
        let value = minecraft::json::from_str(expr, text)?;
        let lost = match &value {
            Value::Nbt(Some(nbt)) => nbt.lost_entries().collect(),
            _ => Vec::new(),
        };
        Ok(FromText { bytes: expr.encode(protocol, &value)?, lost, undeclared: None })
    }

    /// Reads a value from the [text form](Self::to_text) of its game, and encodes it. An NBT root has no name.
    ///
    /// # Errors
    /// Returns an error if the text is not a value of this format, or if the value cannot be encoded.
    pub fn from_text(&self, text: &str) -> Result<FromText, FormError> {
        match self {
            Self::Godot(decoder) => {
                let dialect = decoder.dialect();
                Ok(FromText::godot(dialect, &from_text_as(text, dialect.precision())?)?)
            }
            Self::Minecraft(protocol, TypeExpr::Nbt) => {
                let nbt = Nbt::unnamed(text.parse::<Tag>()?);
                let lost = nbt.lost_entries().collect();
                Ok(FromText { bytes: protocol.encode(&nbt)?, lost, undeclared: None })
            }
            Self::Minecraft(..) => Err(FormError::NoText(self.to_string())),
        }
    }

    /// Converts a value to another dialect of Godot, or to another form of NBT. `lossy` is
    /// [`Converter::allow_lossy`].
    ///
    /// ```
    /// use gamewire_files::document::Format;
    /// let (old, new): (Format, Format) = ("minecraft/nbt".parse()?, "minecraft-bedrock/nbt".parse()?);
    /// let converted = old.convert(b"\x0a\0\0\x02\0\x02hp\0\x14\0", &new, false)?;
    /// assert_eq!(converted.bytes, b"\x0a\0\0\x02\x02\0hp\x14\0\0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the bytes are not a value of this format, if the other format is of another game or has no
    /// such values, or if a part of the value cannot be converted.
    pub fn convert(&self, bytes: &[u8], to: &Self, lossy: bool) -> Result<Converted, DocumentError> {
        if let (Self::Godot(from), Self::Godot(to)) = (self, to) {
            let converter = Converter::new(from.dialect(), to.dialect()).allow_lossy(lossy);
            let converted = converter.convert(from.parse(bytes)?)?;
            let (report, is_same) = (converted.report.to_string(), converted.report.is_empty());
            return Ok(Converted { bytes: to.dialect().encode(&converted.value)?, report, is_same });
        }
        let (Some(from), Some(protocol)) = (self.nbt(), to.nbt()) else {
            return Err(DocumentError::Conversion { from: self.clone().into(), to: to.clone().into() });
        };
        let mut nbt: Nbt = from.parse(bytes)?;
        let mut report = String::new();
        if protocol == protocol.nameless_nbt(true) && !nbt.name.is_empty() {
            let name = std::mem::take(&mut nbt.name).to_string_lossy().into_owned();
            report = format!("the root's name {} is lost: the output has none\n", visible(&name));
        }
        Ok(Converted { bytes: protocol.encode(&nbt)?, is_same: report.is_empty(), report })
    }

    /// Decodes a value and encodes it again. Bytes of a value that cannot be encoded are returned unchanged.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a value of this format.
    pub fn rewrite(&self, bytes: &[u8]) -> Result<Vec<u8>, DecodeError> {
        let written = match self {
            Self::Godot(decoder) => decoder.dialect().encode(&decoder.parse(bytes)?),
            Self::Minecraft(protocol, expr) => expr.encode(*protocol, &expr.parse(*protocol, bytes)?),
        };
        Ok(written.unwrap_or_else(|_| bytes.to_vec()))
    }

    /// Returns the bytes of `new`, with the bytes of `old` for all parts that are equal.
    pub fn updated(&self, old: &[u8], new: Vec<u8>) -> Vec<u8> {
        let kept = match self {
            _ if *old == *new => None,
            Self::Godot(decoder) => {
                decoder.parse(&new).ok().and_then(|new| decoder.set_value(old, &new).ok())
            }
            Self::Minecraft(protocol, TypeExpr::Nbt) => match protocol.parse(&new) {
                Ok(OptNbt(Some(new))) => protocol.set_value(old, &new).ok(),
                _ => None,
            },
            Self::Minecraft(..) => None,
        };
        kept.unwrap_or(new)
    }
}
