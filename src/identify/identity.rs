//! The answer to "what is this file?", with nothing borrowed.

use std::fmt;

use super::arrangement::Arrangement;
use super::examine::{Alternative, Finding, examine};
use super::foreign::Foreign;
use super::layers::{Closed, Layer, Opener};
use crate::error::DecodeError;
use crate::{godot, godot::Dialect, godot::Precision, godot::Table};

/// What a file is.
#[derive(Debug)]
pub struct Identity {
    /// What is around the contents, outermost first.
    pub layers: Vec<Layer>,
    /// How many bytes the contents have; `None` if a layer could not be opened.
    pub size: Option<usize>,
    /// What they are.
    pub contents: Contents,
}

/// What the contents of a file are.
#[derive(Debug)]
#[non_exhaustive]
pub enum Contents {
    /// A layer could not be opened.
    Closed(Closed),
    /// Nothing at all.
    Empty,
    /// Values of Godot.
    Godot {
        /// How they follow one another.
        arrangement: Arrangement,
        /// How many there are.
        values: usize,
        /// The dialect, and why.
        chosen: godot::Chosen,
    },
    /// An NBT root of Minecraft.
    Nbt {
        /// Whether nothing else reads it.
        alone: bool,
        /// Whether the game would write the same bytes.
        canonical: bool,
        /// Whether the root has no name, as in packets since 1.20.2.
        nameless: bool,
    },
    /// Several readings fit, and they give other values.
    Ambiguous(Vec<Alternative>),
    /// A file that is not read here.
    Foreign(Foreign),
    /// Nothing reads all of it.
    Unknown {
        /// The dialect that comes furthest, or NBT if there is none.
        nearest: Option<Dialect>,
        /// How many values it reads.
        read: usize,
        /// How many there are, as far as can be told.
        values: usize,
        /// Why it does not come to the end.
        error: DecodeError,
    },
}

/// Finds out what a file is.
///
/// ```
/// use gamewire::godot::Certainty;
/// use gamewire::identify::{Contents, Opener, identify};
///
/// let array = [19, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, b'h', b'p', 0, 0];
/// let Contents::Godot { chosen, values: 1, .. } = identify(&array, &Opener::new()).contents else { panic!() };
/// assert_eq!((chosen.dialect.name(), chosen.certainty), ("godot3", Certainty::Sure));
/// assert_eq!(identify(b"PK\x03\x04", &Opener::new()).to_string(), "a zip archive");
/// ```
#[must_use]
pub fn identify(bytes: &[u8], opener: &Opener) -> Identity {
    let opened = match opener.open(bytes) {
        Ok(opened) => opened,
        Err(error) => {
            return Identity { layers: error.layers, size: None, contents: Contents::Closed(error.reason) };
        }
    };
    let contents = examine(opened.contents()).into();
    Identity { layers: opened.layers().to_vec(), size: Some(opened.contents().len()), contents }
}

/// The same without what is borrowed.
impl From<Finding<'_>> for Contents {
    fn from(finding: Finding<'_>) -> Self {
        match finding {
            Finding::Empty => Self::Empty,
            Finding::Godot { arrangement, pieces, chosen } => {
                Self::Godot { arrangement, values: pieces.len(), chosen }
            }
            Finding::Nbt { alone, canonical, nameless } => Self::Nbt { alone, canonical, nameless },
            Finding::Ambiguous(readings) => Self::Ambiguous(readings),
            Finding::Foreign(foreign) => Self::Foreign(foreign),
            Finding::Unknown(nearest) => Self::Unknown {
                nearest: nearest.dialect,
                read: nearest.read,
                values: nearest.pieces.len(),
                error: nearest.error,
            },
        }
    }
}

/// One line: the layers and what is in them.
impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for layer in &self.layers {
            write!(f, "{layer}: ")?;
        }
        write!(f, "{}", self.contents)
    }
}

impl fmt::Display for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed(reason) => write!(f, "{reason}"),
            Self::Empty => f.write_str("empty"),
            Self::Godot { arrangement, values, chosen } => {
                let what = match arrangement {
                    Arrangement::Settings(_) => "setting",
                    _ => "value",
                };
                match values {
                    1 => write!(f, "a {what} of ")?,
                    count => write!(f, "{count} {what}s of ")?,
                }
                f.write_str(engine(chosen.dialect))?;
                if let Arrangement::Framed(framing) = arrangement {
                    let lengths = if *values == 1 { "its length" } else { "their lengths" };
                    let order = if *framing == framing.big_endian() { "big-endian " } else { "" };
                    write!(f, " with {lengths} in front ({order}store_var)")?;
                }
                Ok(())
            }
            Self::Nbt { nameless: false, .. } => f.write_str("NBT of Minecraft"),
            Self::Nbt { nameless: true, .. } => {
                f.write_str("NBT of Minecraft whose root has no name, as packets since 1.20.2 have it")
            }
            Self::Ambiguous(readings) => {
                f.write_str("several readings fit, and they differ:")?;
                for Alternative { option, value } in readings {
                    write!(f, "\n  {option}: {value}")?;
                }
                Ok(())
            }
            Self::Foreign(foreign) => write!(f, "{foreign}"),
            Self::Unknown { nearest, read, values, error } => {
                f.write_str("nothing that gamewire reads to the end")?;
                let name = nearest.as_ref().map_or("minecraft/nbt", Dialect::name);
                if *values > 1 {
                    write!(f, "; {name} reads {read} of {values} values")?;
                }
                write!(f, "; {name}: {error}")
            }
        }
    }
}

/// The engine of a dialect, for people.
fn engine(dialect: Dialect) -> &'static str {
    match (dialect.table(), dialect.precision()) {
        (Table::Godot2, _) => "Godot 2",
        (Table::Godot3, Precision::Single) => "Godot 3",
        (Table::Godot3, Precision::Double) => "Godot 3 in double precision",
        (Table::Godot4, Precision::Single) => "Godot 4",
        (Table::Godot4, Precision::Double) => "Godot 4 in double precision",
        _ => "Pandemonium",
    }
}
