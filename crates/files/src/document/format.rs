//! The format of values, as one interface for both games.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{AnyValue, AnyView, PacketPart};
use crate::identify::ValueFormat;
use gamewire::Repaired;
use gamewire::error::{DecodeError, TextError};
use gamewire::explain::Explainer;
use gamewire::godot::{Decoder, Dialect, Verdict};
use gamewire::minecraft::nbt::{OptNbt, OptNbtView};
use gamewire::minecraft::{Packet, Packets, Protocol, State, TypeExpr};
use gamewire::path::{Change, Difference, EditError, Path};
use gamewire::shared::edge::Options as _;

/// The format of values, which decides how they are read, explained and compared.
///
/// ```
/// use gamewire_files::document::Format;
/// use gamewire::godot::{Decoder, Dialect};
///
/// let format = Format::Godot(Decoder::new(Dialect::GODOT_4));
/// assert!(format.explainer(&[2, 0, 0, 0, 7, 0, 0, 0]).explain().text().contains("value = 7"));
/// assert_eq!(format.to_string(), "godot4");
/// ```
#[derive(Debug, Clone)]
pub enum Format {
    /// Values of Godot, with the decoder that reads them.
    Godot(Decoder),
    /// Values of a Minecraft type, with the rules of the release.
    Minecraft(Protocol, TypeExpr),
}

/// Writes the name of the format: `godot4`, `minecraft/slot`, `minecraft-bedrock/nbt`.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Godot(decoder) => f.pad(decoder.dialect().name()),
            Self::Minecraft(protocol, expr) => match expr.heading() {
                Some(heading) => f.pad(&heading),
                None => write!(f, "{}/{expr}", protocol.allow_trailing(false).name().unwrap_or("minecraft")),
            },
        }
    }
}

/// Converts a detected format. The decoder of Godot values accepts full objects.
impl From<ValueFormat> for Format {
    fn from(format: ValueFormat) -> Self {
        match format {
            ValueFormat::Godot(dialect) => Self::Godot(Decoder::new(dialect).allow_objects(true)),
            ValueFormat::Nbt(protocol) => Self::Minecraft(protocol, TypeExpr::Nbt),
        }
    }
}

impl From<&Packet> for Format {
    fn from(packet: &Packet) -> Self {
        Self::Minecraft(packet.protocol(), packet.expr().clone())
    }
}

/// An error of parsing the name of a format.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// Neither a dialect nor Minecraft rules have this name.
    #[error("there is no format {0}")]
    Unknown(String),
    /// The name of Minecraft rules has no type after it.
    #[error("a type must follow, for example {0}/varint, {0}/slot, {0}/nbt")]
    NoType(String),
    /// The type after the Minecraft rules does not exist.
    #[error("in the type, {0}")]
    Type(TextError),
    /// This version of Minecraft has no such packets or type.
    #[error("{0}")]
    Packets(String),
}

/// Parses the name of a [dialect](Dialect::from_name), or of [Minecraft rules](Protocol::from_name) and a type. The case
/// of the dialect and of the rules is ignored.
///
/// ```
/// use gamewire_files::document::{Format, FormatError};
/// let format: Format = "minecraft-1.13/array(varint,slot)".parse()?;
/// assert_eq!(format.to_string(), "minecraft-1.13/array(varint,slot)");
/// assert!(matches!("minecraft".parse::<Format>(), Err(FormatError::NoType(_))));
/// # Ok::<(), FormatError>(())
/// ```
impl FromStr for Format {
    type Err = FormatError;

    fn from_str(name: &str) -> Result<Self, FormatError> {
        if let Some(dialect) = Dialect::from_name(&name.to_ascii_lowercase()) {
            return Ok(ValueFormat::Godot(dialect).into());
        }
        let (rules, expr) = name.split_once('/').unwrap_or((name, ""));
        if let Some(format) = packets(rules, expr) {
            return format;
        }
        match Protocol::from_name(&rules.to_ascii_lowercase()) {
            None => Err(FormatError::Unknown(name.into())),
            Some(_) if expr.is_empty() => Err(FormatError::NoType(rules.into())),
            Some(protocol) => Ok(Self::Minecraft(protocol, expr.parse().map_err(FormatError::Type)?)),
        }
    }
}

/// Parses the packets of a version: `minecraft-1.20.4/play.toClient`.
fn packets(rules: &str, name: &str) -> Option<Result<Format, FormatError>> {
    let version = rules.strip_prefix("minecraft-")?;
    let is_type = !name.starts_with('$') && name.split('.').next()?.parse::<State>().is_err();
    if is_type && Protocol::from_name(rules).is_some() {
        return None;
    }
    let packets = Packets::named(version)?;
    if name.is_empty() {
        return Some(Err(FormatError::Packets(format!(
            "packets must follow, for example {rules}/play.toClient, {rules}/play.toClient.set_slot, or a type: {rules}/Slot"
        ))));
    }
    let found = packets.find(name).map_err(|error| FormatError::Packets(error.to_string()));
    Some(found.map(|expr| Format::Minecraft(packets.protocol(), expr)))
}

impl Format {
    /// Returns the NBT rules, if the values are NBT.
    pub fn nbt(&self) -> Option<Protocol> {
        match self {
            Self::Minecraft(protocol, TypeExpr::Nbt) => Some(*protocol),
            Self::Minecraft(..) | Self::Godot(_) => None,
        }
    }

    /// Returns whether files of this format may be compressed, encrypted or packed. Minecraft types other than NBT
    /// can begin with any bytes, so containers around them cannot be recognized.
    pub fn has_containers(&self) -> bool {
        matches!(self, Self::Godot(_) | Self::Minecraft(_, TypeExpr::Nbt))
    }

    /// Sets whether bytes may follow a value. By default, they are an error.
    #[must_use]
    pub fn allow_trailing(self, yes: bool) -> Self {
        match self {
            Self::Godot(decoder) => Self::Godot(decoder.allow_trailing(yes)),
            Self::Minecraft(protocol, expr) => Self::Minecraft(protocol.allow_trailing(yes), expr),
        }
    }

    /// Returns whether bytes may follow a value.
    pub(crate) fn allows_trailing(&self) -> bool {
        match self {
            Self::Godot(decoder) => decoder.allows_trailing(),
            Self::Minecraft(protocol, _) => protocol.allows_trailing(),
        }
    }

    /// Sets whether full objects of Godot are decoded to data. If not, they are an error.
    #[must_use]
    pub fn allow_objects(self, yes: bool) -> Self {
        match self {
            Self::Godot(decoder) => Self::Godot(decoder.allow_objects(yes)),
            Self::Minecraft(..) => self,
        }
    }

    /// Returns an explainer for the bytes of a value.
    pub fn explainer<'b>(&self, bytes: &'b [u8]) -> Explainer<'b> {
        match self {
            Self::Godot(decoder) => decoder.explainer(bytes),
            Self::Minecraft(protocol, expr) => expr.explainer(*protocol, bytes),
        }
    }

    /// Checks that the bytes are a valid value, without building it.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a value of this format.
    pub fn check(&self, bytes: &[u8]) -> Result<(), DecodeError> {
        match self {
            Self::Godot(decoder) => decoder.check(bytes),
            Self::Minecraft(protocol, expr) => expr.check(*protocol, bytes),
        }
    }

    /// Returns what the packet id at the start of the bytes means in another state or version, if this format has no
    /// such packet. For example: `0x7a is set_title_time in 1.21.3`.
    pub fn unknown_id(&self, bytes: &[u8]) -> Option<String> {
        match self {
            Self::Godot(_) => None,
            Self::Minecraft(protocol, expr) => {
                gamewire::shared::minecraft::unknown_id(expr, *protocol, bytes)
            }
        }
    }

    /// Returns the length of the value at the start of the bytes.
    ///
    /// # Errors
    /// Returns an error if the bytes do not start with a value.
    pub fn check_prefix(&self, bytes: &[u8]) -> Result<usize, DecodeError> {
        match self {
            Self::Godot(decoder) => decoder.check_prefix(bytes),
            Self::Minecraft(protocol, TypeExpr::Nbt) => protocol.check_prefix::<OptNbt>(bytes),
            Self::Minecraft(protocol, expr) => {
                expr.parse_prefix(*protocol, bytes).map(|(_, rest)| bytes.len() - rest.len())
            }
        }
    }

    /// Returns the part before the damage of a value that is incomplete or damaged.
    #[must_use]
    pub fn repair(&self, bytes: &[u8]) -> Option<Repaired> {
        match self {
            Self::Godot(decoder) => decoder.repair(bytes),
            Self::Minecraft(protocol, expr) => expr.repair(*protocol, bytes),
        }
    }

    /// Compares the bytes with the encoding of their value.
    #[must_use]
    pub fn verify(&self, bytes: &[u8]) -> Verdict {
        match self {
            Self::Godot(decoder) => decoder.verify(bytes),
            Self::Minecraft(protocol, expr) => expr.verify(*protocol, bytes),
        }
    }

    /// Calls `look` with a view of the part at a path in the bytes of a value. Returns `None` for an absent NBT root.
    ///
    /// ```
    /// use gamewire_files::document::Format;
    ///
    /// let slot: Format = "minecraft/struct(slot:i16,item:struct(id:varint,count:i8))".parse()?;
    /// let keys = slot.view(&[0, 36, 7, 64], &"$.item".parse()?, |view| {
    ///     view.children().filter_map(|child| child.key).collect::<Vec<_>>()
    /// })?;
    /// assert_eq!(keys.unwrap(), ["id", "count"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the bytes are not a value of this format, or if the path leads nowhere or to an element of
    /// a packed array.
    pub fn view<T>(
        &self,
        bytes: &[u8],
        path: &Path,
        look: impl FnOnce(AnyView<'_>) -> T,
    ) -> Result<Option<T>, EditError> {
        Ok(match self {
            Self::Godot(decoder) => Some(look(AnyView::Godot(decoder.view(bytes)?.view_path(path)?))),
            Self::Minecraft(protocol, TypeExpr::Nbt) => {
                let OptNbtView(root) = protocol.parse(bytes)?;
                let part = root.map(|root| root.root().view_path(path)).transpose()?;
                part.map(|part| look(AnyView::Nbt(part)))
            }
            Self::Minecraft(protocol, expr) => {
                let value = expr.parse(*protocol, bytes)?;
                let tree = expr.tree(*protocol, &value);
                let part = tree.get_path(path)?;
                Some(look(AnyView::Packet(&part)))
            }
        })
    }

    /// Returns the part at a path in the bytes of a value.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a value of this format, or if the path leads nowhere.
    pub fn get_path(&self, bytes: &[u8], path: &Path) -> Result<AnyValue, EditError> {
        Ok(match self {
            Self::Godot(decoder) => decoder.get_path(bytes, path)?.into(),
            Self::Minecraft(protocol, TypeExpr::Nbt) => protocol.get_path(bytes, path)?.into(),
            Self::Minecraft(protocol, expr) => {
                let value = expr.parse(*protocol, bytes)?;
                let part = PacketPart::from(&*expr.tree(*protocol, &value).get_path(path)?);
                part.into()
            }
        })
    }

    /// Calls `each` with each difference between the bytes of two values, and ends at its first error. The names of
    /// NBT roots are not compared. Returns false if the formats are of different games, so that their values cannot be
    /// compared, or if an NBT root is absent.
    ///
    /// ```
    /// use gamewire_files::document::{AnyValue, Format};
    /// use gamewire::error::DecodeError;
    ///
    /// let (old, new): (Format, Format) = ("minecraft/nbt".parse()?, "minecraft-nameless/nbt".parse()?);
    /// let mut paths = Vec::new();
    /// let gold = (b"\x0a\0\0\x01\0\x04Gold\x07\0", b"\x0a\x01\0\x04Gold\x08\0");
    /// old.diff_each(gold.0, (&new, gold.1), |path, _| Ok::<(), DecodeError>(paths.push(path.to_string())))?;
    /// assert_eq!(paths, ["$.Gold"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the bytes are not values of their formats, and the errors of `each`.
    pub fn diff_each<E: From<DecodeError>>(
        &self,
        old: &[u8],
        (format, new): (&Self, &[u8]),
        mut each: impl FnMut(&Path, Change<AnyValue>) -> Result<(), E>,
    ) -> Result<bool, E> {
        match (self, format) {
            (Self::Godot(one), Self::Godot(other)) => {
                let (one, other) = (one.view(old)?, other.view(new)?);
                one.diff_each(&other, |path, change| each(path, change.map(AnyValue::from)))?;
            }
            (Self::Minecraft(one, TypeExpr::Nbt), Self::Minecraft(other, TypeExpr::Nbt)) => {
                let (OptNbtView(one), OptNbtView(other)) = (one.parse(old)?, other.parse(new)?);
                let (Some(one), Some(other)) = (one, other) else { return Ok(false) };
                one.diff_each(&other, |path, change| each(path, change.map(AnyValue::from)))?;
            }
            (Self::Minecraft(one, expr), Self::Minecraft(other, of)) => {
                let (old, new) = (expr.parse(*one, old)?, of.parse(*other, new)?);
                let (old, new) = (expr.tree(*one, &old), of.tree(*other, &new));
                for Difference { path, change } in old.diff(&new) {
                    match change.map(|part| PacketPart::from(&part)) {
                        // Versions can have other numbers for the same name.
                        Change::Changed(old, new) if old.as_json() == new.as_json() => {}
                        change => each(&path, change.map(AnyValue::from))?,
                    }
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns the name of the NBT root, if the bytes are one.
    pub fn root_name(&self, bytes: &[u8]) -> Option<String> {
        let OptNbtView(root) = self.nbt()?.parse(bytes).ok()?;
        Some(root?.name().to_string_lossy().into_owned())
    }
}
