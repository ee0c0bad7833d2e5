//! The values of contents: detected, or of a format that is given.

use std::borrow::Cow;

use super::{DocumentError, Format};
use crate::edge::Settings as _;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::godot::detect::Chosen;
use crate::godot::{Decoder, ProjectFile};
use crate::identify::shared::{encoded_values, incomplete_value, nbt_arrangement};
use crate::identify::{Arrangement, Contents, EncodedValue, Expect, Finding, Nearest, ValueFormat};
use crate::minecraft::TypeExpr;

/// Contents beyond this size are not compared with the output of engines to choose a dialect.
const COMPARED: usize = 8 << 20;

/// The values of contents, as far as they can be divided: see [`Document::open`](super::Document::open) for a whole file.
///
/// ```
/// use gamewire::document::{Basis, Reading};
/// use gamewire::identify::Expect;
///
/// // An int of store_var, and the beginning of another.
/// let cut = b"\x08\0\0\0\x02\0\0\0\x07\0\0\0\x08\0\0\0\x02";
/// let reading = Reading::new(cut, &Expect::new())?;
/// assert!(matches!(reading.basis, Basis::Nearest { .. }));
/// assert_eq!((reading.values.len(), reading.format.to_string()), (1, "godot4".into()));
/// assert_eq!(reading.with_incomplete().repaired().unwrap(), cut[..12]);
/// # Ok::<(), gamewire::document::DocumentError>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Reading<'a> {
    contents: &'a [u8],
    /// Whether the format may be another one for a part of the contents.
    detected: bool,
    /// The format of the values.
    pub format: Format,
    /// The arrangement of the values.
    pub arrangement: Arrangement,
    /// The bytes of each value.
    pub values: Vec<EncodedValue<'a>>,
    /// The error that ends the list of values, if any.
    pub broken: Option<DecodeError>,
    /// The value after the last one, of which the end is missing: see [`with_incomplete`](Self::with_incomplete).
    pub incomplete: Option<EncodedValue<'a>>,
    /// The reason for the format.
    pub basis: Basis,
}

/// The reason for the format of a [`Reading`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Basis {
    /// The caller named it.
    Named,
    /// The format is Godot's: the dialect, and why.
    Godot(Chosen),
    /// The format is NBT.
    Nbt {
        /// Whether no other format reads the contents.
        alone: bool,
        /// Whether the game would write the same bytes; `None` if that was not checked.
        canonical: Option<bool>,
    },
    /// No format reads all of the contents; this one reads the longest prefix.
    Nearest {
        /// The format.
        format: ValueFormat,
        /// The error that ends the prefix, with the offset in the contents.
        error: DecodeError,
        /// The number of values that are read before it.
        read: usize,
        /// The number of values that were found.
        found: usize,
    },
}

impl<'a> Reading<'a> {
    /// Detects the format and the arrangement of contents, except for what `expect` names. If no format reads all of them, the
    /// result is [the nearest](Basis::Nearest).
    ///
    /// # Errors
    /// If the contents are empty or of a foreign format, or several formats read them with different values.
    pub fn new(contents: &'a [u8], expect: &Expect) -> Result<Self, DocumentError> {
        let expect = if contents.len() > COMPARED { expect.quick(true) } else { *expect };
        let made = |format, arrangement, values, broken, basis| Self {
            contents,
            detected: !expect.names_dialect(),
            format,
            arrangement,
            values,
            broken,
            incomplete: None,
            basis,
        };
        Ok(match expect.examine(contents) {
            Finding::Godot { arrangement, values, chosen } => {
                let decoder = Decoder::new(chosen.dialect).allow_objects(true);
                let format = Format::Godot(decoder.allow_trailing(expect.allows_trailing()));
                made(format, arrangement, values, None, Basis::Godot(chosen))
            }
            Finding::Nbt { form, arrangement, values, alone, canonical, nameless } => {
                let basis = Basis::Nbt { alone, canonical };
                made(Format::of_nbt(form, nameless), arrangement, values, None, basis)
            }
            Finding::Empty => return Err(DocumentError::Empty),
            Finding::Ambiguous(readings) => return Err(DocumentError::Ambiguous(readings)),
            Finding::Foreign(kind) => return Err(DocumentError::Foreign(kind)),
            Finding::Unknown(Nearest { arrangement, values, format, read, error }) => {
                let found = values.len();
                // The lengths may end too early; the values before that are still there.
                let (values, broken) = match arrangement {
                    Arrangement::Framed(_) | Arrangement::Roots(_) | Arrangement::LevelDat { .. } => {
                        encoded_values(contents, arrangement)
                    }
                    Arrangement::Single | Arrangement::Settings(_) => {
                        let broken = values.is_empty().then(|| error.clone());
                        (values, broken)
                    }
                };
                let basis = Basis::Nearest { format, error, read, found };
                made(format.into(), arrangement, values, broken, basis)
            }
        })
    }

    /// Divides contents of a format that is given. Without an arrangement, that of NBT is detected, and others are one value.
    #[must_use]
    pub fn named(contents: &'a [u8], format: Format, arrangement: Option<Arrangement>) -> Self {
        let trailing = match &format {
            Format::Godot(decoder) => decoder.allows_trailing(),
            Format::Minecraft(protocol, _) => protocol.allows_trailing(),
        };
        let arrangement = arrangement.unwrap_or_else(|| match &format {
            Format::Minecraft(protocol, TypeExpr::Nbt) => {
                match nbt_arrangement(contents, protocol.form_of_nbt()) {
                    // With bytes after the value, which are allowed, several roots are one.
                    Arrangement::Roots(_) if trailing => Arrangement::Single,
                    arrangement => arrangement,
                }
            }
            Format::Minecraft(..) | Format::Godot(_) => Arrangement::Single,
        });
        let (values, broken) = encoded_values(contents, arrangement);
        let broken = broken.filter(|error| !trailing || !is_trailing(error));
        Self {
            contents,
            detected: false,
            format,
            arrangement,
            values,
            broken,
            incomplete: None,
            basis: Basis::Named,
        }
    }

    /// Adds what is left of the value at the damage, and of damaged settings those before the damage.
    #[must_use]
    pub fn with_incomplete(mut self) -> Self {
        if matches!(self.arrangement, Arrangement::Settings(_)) {
            self.settings_before_damage();
        }
        if self.broken.is_some() {
            self.incomplete = incomplete_value(self.contents, self.arrangement, &self.values);
            // The error of a root is that of the part that is there.
            if matches!(self.arrangement, Arrangement::Roots(_)) && self.incomplete.is_some() {
                self.broken = None;
            }
        }
        self
    }

    fn settings_before_damage(&mut self) {
        let Some(repaired) = ProjectFile::repair(self.contents) else { return };
        if self.detected {
            let expect = Expect::new().arrangement(Some(self.arrangement)).quick(true);
            if let Finding::Godot { chosen, .. } = expect.examine(&repaired.bytes) {
                self.format = Format::Godot(Decoder::new(chosen.dialect).allow_objects(true));
            }
        }
        let here = |encoded: EncodedValue<'_>| {
            let bytes = self.contents.get(encoded.offset..encoded.offset + encoded.bytes.len())?;
            let name = encoded.name.map(|name| Cow::Owned(name.into_owned()));
            Some(EncodedValue::new(bytes, encoded.offset, name))
        };
        let values = encoded_values(&repaired.bytes, self.arrangement).0;
        self.values = values.into_iter().filter_map(here).collect();
    }

    /// The result as [`identify`](crate::identify::identify()) describes it; `None` if the format was named.
    #[must_use]
    pub fn described(&self) -> Option<Contents> {
        let (arrangement, values) = (self.arrangement, self.values.len());
        match (&self.basis, self.format.nbt()) {
            (Basis::Godot(chosen), _) => {
                Some(Contents::Godot { arrangement, values, chosen: chosen.clone() })
            }
            (&Basis::Nbt { alone, canonical }, Some(protocol)) => {
                let (form, nameless) = (protocol.form_of_nbt(), protocol.nameless_nbt);
                Some(Contents::Nbt { form, arrangement, values, alone, canonical, nameless })
            }
            (Basis::Nearest { format: nearest, error, read, found }, _) => Some(Contents::Unknown {
                nearest: *nearest,
                arrangement,
                read: *read,
                values: *found,
                error: error.clone(),
            }),
            (Basis::Named | Basis::Nbt { .. }, _) => None,
        }
    }

    /// The error of the first value that is rejected, or the one after the values.
    #[must_use]
    pub fn error(&self) -> Option<DecodeError> {
        self.values.iter().find_map(|encoded| self.refused(encoded)).or_else(|| self.broken.clone())
    }

    /// The error of the first value that is damaged, of what follows the values, or of the incomplete one. Bytes after a value are no
    /// damage.
    #[must_use]
    pub fn damage(&self) -> Option<DecodeError> {
        let error = self.error().or_else(|| {
            let encoded = self.incomplete.as_ref()?;
            self.format.check(encoded.bytes).err().map(|error| error.after(encoded.offset))
        });
        error.filter(|error| !is_trailing(error))
    }

    fn refused(&self, encoded: &EncodedValue<'_>) -> Option<DecodeError> {
        self.format.check(encoded.bytes).err().map(|error| self.arrangement.placed(error, encoded.offset))
    }

    /// The contents up to the damage, as complete contents in the same arrangement; `None` if nothing is before the damage.
    #[must_use]
    pub fn repaired(&self) -> Option<Vec<u8>> {
        let repaired = match self.arrangement {
            Arrangement::Framed(_) | Arrangement::Roots(_) | Arrangement::LevelDat { .. } => {
                let mut repaired = Vec::new();
                for value in self.repaired_values() {
                    repaired.extend(self.arrangement.head_of(value.len()).ok()?);
                    repaired.extend_from_slice(&value);
                }
                repaired
            }
            Arrangement::Settings(_) => ProjectFile::repair(self.contents)?.bytes,
            Arrangement::Single => self.format.repair(self.contents)?.bytes,
        };
        (!repaired.is_empty()).then_some(repaired)
    }

    /// The bytes of the values before the damage, and of the part before it.
    fn repaired_values(&self) -> Vec<Cow<'a, [u8]>> {
        let mut values = Vec::new();
        for encoded in self.values.iter().chain(&self.incomplete) {
            if self.format.check(encoded.bytes).is_ok() {
                values.push(Cow::Borrowed(encoded.bytes));
                continue;
            }
            values.extend(self.format.repair(encoded.bytes).map(|part| Cow::Owned(part.bytes)));
            break;
        }
        values
    }
}

fn is_trailing(error: &DecodeError) -> bool {
    matches!(error.kind(), DecodeErrorKind::TrailingBytes { .. })
}
