//! The format of values: one interface for both games.

use std::fmt;

use crate::edge::Repaired;
use crate::error::DecodeError;
use crate::explain::Explainer;
use crate::godot::{Decoder, Verdict};
use crate::identify::ValueFormat;
use crate::minecraft::{NbtForm, Protocol, TypeExpr};

/// The format of values: how they are read, explained and compared.
///
/// ```
/// use gamewire::document::Format;
/// use gamewire::godot::{Decoder, Dialect};
///
/// let format = Format::Godot(Decoder::new(Dialect::GODOT_4));
/// assert!(format.explainer(&[2, 0, 0, 0, 7, 0, 0, 0]).explain().text().contains("value = 7"));
/// assert_eq!(format.to_string(), "godot4");
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Format {
    /// Values of Godot, and the decoder that reads them.
    Godot(Decoder),
    /// Values of a type of Minecraft's, and the rules of the release.
    Minecraft(Protocol, TypeExpr),
}

/// `godot4`, `minecraft/slot`, `minecraft-bedrock/nbt`
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Godot(decoder) => f.pad(decoder.dialect().name()),
            Self::Minecraft(protocol, expr) => {
                write!(f, "{}/{expr}", protocol.name().unwrap_or("minecraft"))
            }
        }
    }
}

/// The decoder of Godot's values accepts full objects.
impl From<ValueFormat> for Format {
    fn from(format: ValueFormat) -> Self {
        match format {
            ValueFormat::Godot(dialect) => Self::Godot(Decoder::new(dialect).allow_objects(true)),
            ValueFormat::Nbt(protocol) => Self::Minecraft(protocol, TypeExpr::Nbt),
        }
    }
}

impl Format {
    /// NBT roots in a form, with or without names, of 1.14.
    #[must_use]
    pub fn of_nbt(form: NbtForm, nameless: bool) -> Self {
        Self::Minecraft(Protocol::V1_14.nbt_form(form).nameless_nbt(nameless), TypeExpr::Nbt)
    }

    /// The rules of NBT, if the values are NBT.
    #[must_use]
    pub fn nbt(&self) -> Option<Protocol> {
        match self {
            Self::Minecraft(protocol, TypeExpr::Nbt) => Some(*protocol),
            Self::Minecraft(..) | Self::Godot(_) => None,
        }
    }

    /// Explains the bytes of a value.
    #[must_use]
    pub fn explainer<'b>(&self, bytes: &'b [u8]) -> Explainer<'b> {
        match self {
            Self::Godot(decoder) => decoder.explainer(bytes),
            Self::Minecraft(protocol, expr) => expr.explainer(*protocol, bytes),
        }
    }

    /// Checks that bytes are a value.
    ///
    /// # Errors
    /// If they are not.
    pub fn check(&self, bytes: &[u8]) -> Result<(), DecodeError> {
        match self {
            Self::Godot(decoder) => decoder.check(bytes),
            Self::Minecraft(protocol, expr) => expr.check(*protocol, bytes),
        }
    }

    /// Returns the part before the damage of a value that is cut or damaged.
    #[must_use]
    pub fn repair(&self, bytes: &[u8]) -> Option<Repaired> {
        match self {
            Self::Godot(decoder) => decoder.repair(bytes),
            Self::Minecraft(protocol, expr) => expr.repair(*protocol, bytes),
        }
    }

    /// Compares bytes with those that are written for their value.
    #[must_use]
    pub fn verify(&self, bytes: &[u8]) -> Verdict {
        match self {
            Self::Godot(decoder) => decoder.verify(bytes),
            Self::Minecraft(protocol, expr) => expr.verify(*protocol, bytes),
        }
    }
}
