//! The result of identifying a file, without borrowed data.

use std::fmt;

use super::arrangement::Arrangement;
use super::foreign::Foreign;
use super::layer::{Layer, OpenErrorKind};
use gamewire::error::{DecodeError, DecodeErrorKind};
use gamewire::godot;
use gamewire::godot::detect::Doubt;
use gamewire::godot::{Dialect, Framing};
use gamewire::minecraft::{NbtForm, Protocol, TypeExpr};
use gamewire::shared::FRAME_LENGTH;

/// The detected format of a file.
///
/// ```
/// use gamewire::godot::{Dialect, Framing, variant};
/// use gamewire_files::identify::{Contents, identify};
///
/// let mut file = Vec::new();
/// Framing::STORE_VAR.write(Dialect::GODOT_4, &variant!({ "hp": 9 }), &mut file)?;
/// let identity = identify(&file);
/// assert_eq!((identity.layers.len(), identity.size), (0, Some(file.len())));
/// assert!(matches!(identity.contents, Ok(Contents::Godot { values: 1, .. })));
/// println!("{identity}"); // For people; `contents` is for programs.
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Identity {
    /// The layers around the contents, outermost first.
    pub layers: Vec<Layer>,
    /// The size of the contents in bytes; `None` if a layer could not be opened.
    pub size: Option<usize>,
    /// The format of the contents, or the reason why a layer could not be opened.
    pub contents: Result<Contents, OpenErrorKind>,
}

/// The format of a file's contents.
///
/// ```
/// use gamewire_files::identify::{Contents, identify};
///
/// let read_with = |file: &[u8]| match identify(file).contents {
///     Ok(Contents::Godot { chosen, .. }) => format!("Dialect::parse, {}", chosen.dialect),
///     Ok(Contents::Nbt { .. }) => "parse_nbt".to_owned(),
///     Ok(Contents::Foreign(foreign)) => foreign.advice().to_string(),
///     Ok(other) => other.to_string(),
///     Err(reason) => format!("OpenOptions that have the key: {reason}"),
/// };
/// assert_eq!(read_with(b"\x0a\0\0\x03\0\x01x\0\0\0\x07\0"), "parse_nbt");
/// assert_eq!(read_with(b"\x13\0\0\0\0\0\0\0"), "Dialect::parse, godot3");
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Contents {
    /// There are no bytes.
    Empty,
    /// Values of Godot that one dialect reads completely.
    Godot {
        /// The arrangement of the values.
        arrangement: Arrangement,
        /// The number of values.
        values: usize,
        /// The dialect, and the reason for choosing it.
        chosen: godot::detect::Chosen,
    },
    /// NBT of Minecraft.
    Nbt {
        /// The rules of its form: for example, whether the root has no name (as in packets since 1.20.2), and whether
        /// it is a List.
        protocol: Protocol,
        /// The arrangement of the roots: a single one, several one after the other, or one after the header of
        /// `level.dat`.
        arrangement: Arrangement,
        /// The number of roots.
        values: usize,
        /// Whether no other format reads the contents. A few contents are both NBT and a value of Godot, because
        /// Godot 3 and 4 ignore some bits of a header.
        alone: bool,
        /// Whether the bytes are [canonical](gamewire::minecraft::Verdict::Identical). This is `None` if it was not
        /// checked: with [`OpenOptions::quick`](crate::document::OpenOptions::quick), and for more than 4 MiB.
        canonical: Option<bool>,
        /// The number of zero bytes after a single root, which are not part of the value. Some programs write whole blocks.
        zeros: usize,
    },
    /// Several readings fit, with different values.
    Ambiguous(Vec<Alternative>),
    /// A known file type that this crate does not read.
    Foreign(Foreign),
    /// No format reads all of the contents.
    Unknown(Nearest),
}

impl Identity {
    /// Creates an identity from layers and contents. `size` is the size of the contents, or `None` if they could not
    /// be opened.
    #[must_use]
    pub fn new(layers: Vec<Layer>, size: Option<usize>, contents: Result<Contents, OpenErrorKind>) -> Self {
        Self { layers, size, contents }
    }

    /// Returns whether the file is probably cut short: a layer of it or, as in [`Contents::is_cut`], its contents.
    pub fn is_cut(&self) -> bool {
        self.contents.as_ref().map_or_else(OpenErrorKind::is_cut, Contents::is_cut)
    }
}

/// One of several ways to decode a file, each of which gives other values.
///
/// ```
/// use gamewire_files::document::OpenOptions;
/// use gamewire::godot::{Color, Dialect};
/// use gamewire_files::identify::{Contents, Differs, examine};
///
/// // The bytes of a Color in Godot 3 are those of a Plane in Godot 4.
/// let file = Dialect::GODOT_3.encode(&Color::new(0.25, 0.5, 0.75, 1.0).into())?;
/// let Contents::Ambiguous(alternatives) = examine(&file) else { panic!() };
/// for one in &alternatives {
///     println!("{}: {}", one.format, one.value);
/// }
/// assert!(alternatives.iter().all(|one| one.differs == Differs::Dialect));
/// // With the dialect of the game there is one way.
/// let known = OpenOptions::new().format(Some("godot3".parse()?)).examine(&file);
/// assert!(matches!(known, Contents::Godot { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Alternative {
    /// The format of the values.
    pub format: ValueFormat,
    /// The arrangement of the values.
    pub arrangement: Arrangement,
    /// The property in which this way differs from the others.
    pub differs: Differs,
    /// The first value that another reading decodes differently, on one line.
    pub value: String,
    /// The reasons why the values of this reading are implausible.
    pub doubts: Vec<Doubt>,
}

/// The property in which several readings of the same contents differ. Stating it in
/// [`OpenOptions`](crate::document::OpenOptions) selects one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Differs {
    /// The dialect, or the form of NBT.
    Dialect,
    /// Whether there are lengths before the values, and their byte order.
    Arrangement,
}

/// The format of values, as far as it can be detected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueFormat {
    /// Values of Godot.
    Godot(Dialect),
    /// NBT, with the rules of its form.
    Nbt(Protocol),
}

/// Writes the name of the format, for example `godot4` or `minecraft-bedrock/nbt`.
impl fmt::Display for ValueFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Godot(dialect) => f.pad(dialect.name()),
            Self::Nbt(protocol) => write!(f, "{}/{}", protocol.name().unwrap_or("minecraft"), TypeExpr::Nbt),
        }
    }
}

/// Returns whether the error is at the first byte after the skipped ones, so that the bytes do not even begin like a value.
pub fn reads_nothing(error: &DecodeError, skipped: usize) -> bool {
    error.offset() == skipped && !error.is_incomplete()
}

/// The reading that reads the longest prefix, if none reads all of the contents.
///
/// ```
/// use gamewire::godot::{Dialect, variant};
/// use gamewire_files::identify::{Contents, ValueFormat, examine};
///
/// let mut file = Dialect::GODOT_4.encode(&variant!({ "hp": 9, "name": "Ada" }))?;
/// file.truncate(file.len() - 4); // An interrupted download: "Ada" and its padding are missing.
/// let Contents::Unknown(nearest) = examine(&file) else { panic!() };
/// assert_eq!(nearest.format, ValueFormat::Godot(Dialect::GODOT_4));
/// assert_eq!(nearest.error.missing(), Some(3));
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Nearest {
    /// The format that reads the longest prefix.
    pub format: ValueFormat,
    /// The arrangement of the values, if it can be detected.
    pub arrangement: Arrangement,
    /// The number of values, if it can be detected.
    pub values: usize,
    /// The number of values that this format reads.
    pub read: usize,
    /// The error after them, with its offset in the contents.
    pub error: DecodeError,
}

impl Nearest {
    /// Returns whether these bytes may be the start of a value. Engines set only a few bits of its header besides the type.
    pub(crate) fn may_be_cut(&self, bytes: &[u8]) -> bool {
        let is_header = || matches!(bytes, [_, 0, 0..=15, 0, ..]);
        let is_bare = matches!((self.format, self.arrangement), (ValueFormat::Godot(_), Arrangement::Single));
        self.error.is_incomplete() && (!is_bare || is_header())
    }

    /// Returns whether these bytes may be a value of which some parts are read, and the rest is cut off.
    pub(crate) fn is_cut_inside(&self, bytes: &[u8]) -> bool {
        !self.error.path().segments().is_empty() && self.may_be_cut(bytes)
    }
}

/// Writes one line with the layers and the contents.
impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for layer in &self.layers {
            write!(f, "{layer}: ")?;
        }
        match &self.contents {
            Ok(contents) => write!(f, "{contents}"),
            Err(reason) if reason.is_cut() => write!(f, "cut short: {reason}"),
            Err(reason) => write!(f, "{reason}"),
        }
    }
}

impl fmt::Display for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("empty"),
            Self::Godot { arrangement, values, chosen } => {
                ValueFormat::Godot(chosen.dialect).write_values(f, *values, *arrangement)
            }
            Self::Nbt { protocol, arrangement, values, zeros, .. } => {
                ValueFormat::Nbt(*protocol).write_values(f, *values, *arrangement)?;
                match zeros {
                    0 => Ok(()),
                    1 => f.write_str(", and a zero byte"),
                    zeros => write!(f, ", and {zeros} zero bytes"),
                }
            }
            Self::Ambiguous(readings) => {
                f.write_str("several formats read the input, with different values:")?;
                readings.iter().try_for_each(|reading| write!(f, "\n  {reading}"))
            }
            Self::Foreign(foreign) => write!(f, "{foreign}"),
            Self::Unknown(Nearest { format, arrangement, read, values, error }) => {
                let is_single = matches!(
                    (format, values, arrangement),
                    (ValueFormat::Godot(_), 0 | 1, Arrangement::Single)
                );
                if reads_nothing(error, 0) || is_single && !self.is_cut() {
                    return f.write_str("unknown: no detectable format reads this input");
                }
                f.write_str("no detectable format reads the whole input")?;
                if *values > 1 {
                    write!(f, "; {format} reads {read} of {values} values")?;
                }
                let damage = match (format, values, arrangement) {
                    _ if self.is_cut() => "cut short",
                    (ValueFormat::Nbt(_), ..) | (_, 1, Arrangement::Framed(_)) => "damaged",
                    (_, 0 | 1, _) => return write!(f, "; {format} reads the longest prefix: {error}"),
                    _ => return write!(f, ": {error}"),
                };
                f.write_str("; it looks like ")?;
                format.write_values(f, *values, *arrangement)?;
                write!(f, ", {damage}: {error}")
            }
        }
    }
}

impl Contents {
    /// Returns the arrangement of the values, if it can be detected.
    pub fn arrangement(&self) -> Option<Arrangement> {
        match self {
            Self::Godot { arrangement, .. }
            | Self::Nbt { arrangement, .. }
            | Self::Unknown(Nearest { arrangement, .. }) => Some(*arrangement),
            Self::Empty | Self::Ambiguous(_) | Self::Foreign(_) => None,
        }
    }

    /// Returns the format that reads all of the contents, if there is one.
    pub fn format(&self) -> Option<ValueFormat> {
        match self {
            Self::Godot { chosen, .. } => Some(ValueFormat::Godot(chosen.dialect)),
            Self::Nbt { protocol, .. } => Some(ValueFormat::Nbt(*protocol)),
            Self::Empty | Self::Ambiguous(_) | Self::Foreign(_) | Self::Unknown(_) => None,
        }
    }

    /// Returns whether the contents are probably a value that was cut short. This is false if only a header of a value
    /// can be read, because many other files begin with such bytes, and if fewer bytes than those of a length follow whole
    /// values.
    pub fn is_cut(&self) -> bool {
        let Self::Unknown(Nearest { format, arrangement, error, read, .. }) = self else { return false };
        let is_in_length =
            error.reading() == FRAME_LENGTH && matches!(error.kind(), DecodeErrorKind::Incomplete { .. });
        if is_in_length && *read > 0 {
            return false;
        }
        let is_begun = matches!(format, ValueFormat::Nbt(_))
            || *arrangement != Arrangement::Single
            || !error.path().segments().is_empty();
        is_begun && error.is_incomplete()
    }
}

impl ValueFormat {
    /// Writes, for example, `3 values of Godot 4 after their lengths (store_var)` or `NBT of Minecraft's Bedrock edition,
    /// little-endian, after the header of level.dat (version 10)`.
    fn write_values(self, f: &mut fmt::Formatter<'_>, count: usize, arrangement: Arrangement) -> fmt::Result {
        match self {
            Self::Godot(dialect) => {
                let (one, engine) = match arrangement {
                    // Files of all generations begin with these settings.
                    Arrangement::Settings(_) if count == 0 => ("setting", "Godot"),
                    Arrangement::Settings(_) => ("setting", dialect.engine()),
                    _ => ("value", dialect.engine()),
                };
                match count {
                    0 => write!(f, "{one}s of {engine}")?,
                    1 => write!(f, "a {one} of {engine}")?,
                    count => write!(f, "{count} {one}s of {engine}")?,
                }
            }
            Self::Nbt(protocol) => {
                let (is_nameless, is_list) = (protocol.has_nameless_nbt(), protocol.has_list_roots());
                f.write_str("NBT of Minecraft")?;
                f.write_str(match (protocol.nbt_form(), is_nameless, is_list) {
                    (NbtForm::BigEndian, true, false) => {
                        " whose root has no name, as in packets since 1.20.2"
                    }
                    (NbtForm::BigEndian, false, true) => {
                        " whose root is a List, which the Java edition refuses"
                    }
                    (NbtForm::BigEndian, true, true) => " whose root is a List without a name",
                    (NbtForm::BigEndian | NbtForm::AnyText, ..) => "",
                    (NbtForm::LittleEndian, ..) => "'s Bedrock edition, little-endian",
                    (NbtForm::VarInt, ..) => "'s Bedrock edition, with VarInts, as in packets",
                })?;
            }
        }
        match arrangement {
            Arrangement::Framed(framing) => {
                let lengths = if count == 1 { "its length" } else { "their lengths" };
                write!(f, " after {lengths} ({}store_var)", order_of(framing))
            }
            Arrangement::LevelDat { version } => {
                write!(f, ", after the header of level.dat (version {version})")
            }
            Arrangement::Roots(_) => write!(f, ", {count} roots in a row"),
            _ => Ok(()),
        }
    }
}

fn order_of(framing: Framing) -> &'static str {
    if framing == framing.big_endian() { "big-endian " } else { "" }
}

/// Writes, for example, `godot3: Color(0.25, 0.5, 0.75, 1)`.
impl fmt::Display for Alternative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.differs, self.arrangement) {
            (Differs::Dialect, _) => write!(f, "{}", self.format)?,
            (Differs::Arrangement, Arrangement::Framed(framing)) => {
                write!(f, "with {}length prefixes", order_of(framing))?;
            }
            (Differs::Arrangement, _) => f.write_str("a single value")?,
        }
        write!(f, ": {}", self.value)?;
        if !self.doubts.is_empty() {
            let doubts: Vec<String> = self.doubts.iter().map(ToString::to_string).collect();
            write!(f, "  ({})", doubts.join(", "))?;
        }
        Ok(())
    }
}
