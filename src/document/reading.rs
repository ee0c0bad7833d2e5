//! Splits contents into values, with a format that is detected or given.

use std::borrow::Cow;

use super::{DocumentError, Format, TextKind};
use crate::error::DecodeError;
use crate::godot::ProjectFile;
use crate::godot::detect::Chosen;
use crate::identify::shared::{encoded_values, incomplete_value, is_trailing, nbt_arrangement};
use crate::identify::{Arrangement, Contents, EncodedValue, Expect, Finding, Nearest, ValueFormat};

/// Contents longer than this are not compared with the output of engines to choose a dialect.
const COMPARED: usize = 8 << 20;

/// The values of contents, as far as they can be told apart. [`OpenOptions::read`](super::OpenOptions::read) returns
/// one.
///
/// ```
/// use gamewire::document::{FormatBasis, OpenOptions};
///
/// // An int of store_var, and the beginning of another.
/// let cut = b"\x08\0\0\0\x02\0\0\0\x07\0\0\0\x08\0\0\0\x02";
/// let reading = OpenOptions::new().allow_incomplete(true).read(cut)?;
/// assert!(matches!(reading.basis, FormatBasis::Nearest { .. }));
/// assert_eq!((reading.values.len(), reading.format.to_string()), (1, "godot4".into()));
/// assert_eq!(reading.repaired().unwrap(), cut[..12]);
/// # Ok::<(), gamewire::document::DocumentError>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Reading<'a> {
    /// The bytes before the values.
    pub(super) skipped: &'a [u8],
    /// The contents after the skipped bytes.
    pub(super) contents: &'a [u8],
    /// The format of the values.
    pub format: Format,
    /// The arrangement of the values.
    pub arrangement: Arrangement,
    /// The bytes of each value.
    pub values: Vec<EncodedValue<'a>>,
    /// The error that ends the list of values, if there is one.
    pub broken: Option<DecodeError>,
    /// The incomplete value after the last one, if [`allow_incomplete`](super::OpenOptions::allow_incomplete) is set.
    pub incomplete: Option<EncodedValue<'a>>,
    /// The reason why the format was chosen.
    pub basis: FormatBasis,
}

/// The reason why the format of a [`Reading`] was chosen.
///
/// ```
/// use gamewire::document::{FormatBasis, OpenOptions};
/// use gamewire::godot::{Dialect, variant};
///
/// let bytes = Dialect::GODOT_3.encode(&variant!([1, "text"]))?;
/// let reading = OpenOptions::new().read(&bytes)?;
/// let FormatBasis::Godot(chosen) = reading.basis else { panic!() };
/// assert_eq!(chosen.to_string(), "certainly godot3: every other known generation rejects these bytes");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum FormatBasis {
    /// The caller set the format.
    Named,
    /// The contents are values of Godot. This has the dialect and the reason for choosing it.
    Godot(Chosen),
    /// The contents are NBT.
    Nbt {
        /// Whether no other format reads the contents.
        alone: bool,
        /// Whether the bytes are [canonical](crate::minecraft::Verdict::Identical), or `None` if that was not checked.
        canonical: Option<bool>,
        /// The number of zero bytes after a single root, which are not part of the value.
        zeros: usize,
    },
    /// The contents are text; see [`OpenOptions::allow_text`](super::OpenOptions::allow_text).
    Text(TextKind),
    /// No format reads all of the contents. This one reads the longest prefix.
    Nearest {
        /// The format.
        format: ValueFormat,
        /// The error after the prefix, with its offset in the contents.
        error: DecodeError,
        /// The number of values in the prefix.
        read: usize,
        /// The number of values that were found.
        found: usize,
    },
}

impl<'a> Reading<'a> {
    /// Detects the format and the arrangement of contents, except for what `expect` sets. `format` converts the
    /// format that is found.
    pub(super) fn detected(
        contents: &'a [u8],
        expect: Expect,
        format: impl Fn(ValueFormat) -> Format,
    ) -> Result<Self, DocumentError> {
        let expect = if contents.len() > COMPARED { expect.quick(true) } else { expect };
        let made = |found, arrangement, values, broken, basis| Self {
            contents,
            skipped: &[],
            format: format(found),
            arrangement,
            values,
            broken,
            incomplete: None,
            basis,
        };
        Ok(match expect.examine(contents) {
            Finding::Godot { arrangement, values, chosen } => {
                let found = ValueFormat::Godot(chosen.dialect);
                made(found, arrangement, values, None, FormatBasis::Godot(chosen))
            }
            Finding::Nbt { protocol, arrangement, values, alone, canonical, zeros } => {
                let found = ValueFormat::Nbt(protocol);
                made(found, arrangement, values, None, FormatBasis::Nbt { alone, canonical, zeros })
            }
            Finding::Empty => return Err(DocumentError::Empty),
            Finding::Ambiguous(readings) => return Err(DocumentError::Ambiguous(readings)),
            Finding::Foreign(kind) => return Err(DocumentError::Foreign(kind)),
            Finding::Unknown(Nearest { arrangement, values, format: nearest, read, error }) => {
                let count = values.len();
                // The lengths may lead past the end of the contents. The complete values before that are kept.
                let (values, broken) = match arrangement {
                    Arrangement::Framed(_) | Arrangement::Roots(_) | Arrangement::LevelDat { .. } => {
                        encoded_values(contents, arrangement)
                    }
                    Arrangement::Single | Arrangement::Settings(_) => {
                        let broken = (values.is_empty() || is_trailing(&error)).then(|| error.clone());
                        (values, broken)
                    }
                };
                let basis = FormatBasis::Nearest { format: nearest, error, read, found: count };
                made(nearest, arrangement, values, broken, basis)
            }
        })
    }

    /// Splits contents of a given format. If no arrangement is given, the arrangement of NBT is detected, and other
    /// contents are one value.
    pub(super) fn named(contents: &'a [u8], format: Format, arrangement: Option<Arrangement>) -> Self {
        let trailing = format.allows_trailing();
        let arrangement = arrangement.unwrap_or_else(|| match format.nbt() {
            Some(protocol) => match nbt_arrangement(contents, protocol.nbt_form()) {
                // If trailing bytes are allowed, further roots count as bytes after the first one.
                Arrangement::Roots(_) if trailing => Arrangement::Single,
                arrangement => arrangement,
            },
            None => Arrangement::Single,
        });
        let (values, broken) = encoded_values(contents, arrangement);
        let broken = broken.filter(|error| !trailing || !is_trailing(error));
        Self {
            contents,
            skipped: &[],
            format,
            arrangement,
            values,
            broken,
            incomplete: None,
            basis: FormatBasis::Named,
        }
    }

    /// Adds the incomplete value at the damage. For damaged settings, it keeps those before the damage, whose format
    /// is detected again.
    pub(super) fn add_incomplete(&mut self, format: impl Fn(ValueFormat) -> Format) {
        if let Arrangement::Settings(_) = self.arrangement
            && let Some(repaired) = ProjectFile::repair(self.contents)
        {
            let expect = Expect::new().arrangement(Some(self.arrangement)).quick(true);
            if let Some(found @ ValueFormat::Godot(_)) = expect.examine(&repaired.bytes).format() {
                self.format = format(found);
                if let FormatBasis::Nearest { format, .. } = &mut self.basis {
                    *format = found;
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
        if self.broken.is_some() {
            self.incomplete = incomplete_value(self.contents, self.arrangement, &self.values);
            // The error of an incomplete root is reported when the root is read.
            if matches!(self.arrangement, Arrangement::Roots(_)) && self.incomplete.is_some() {
                self.broken = None;
            }
        }
    }

    /// Moves all offsets by the skipped bytes.
    pub(super) fn after(mut self, skipped: &'a [u8]) -> Self {
        self.skipped = skipped;
        let skipped = skipped.len();
        for value in self.values.iter_mut().chain(&mut self.incomplete) {
            value.offset += skipped;
        }
        self.broken = self.broken.map(|error| error.after(skipped));
        if let FormatBasis::Nearest { format, error, read, found } = self.basis {
            self.basis = FormatBasis::Nearest { format, error: error.after(skipped), read, found };
        }
        self
    }

    /// Returns the result in the form of [`identify`](crate::identify::identify()), or `None` if the format was set.
    #[must_use]
    pub fn described(&self) -> Option<Contents> {
        let (arrangement, values) = (self.arrangement, self.values.len());
        match (&self.basis, self.format.nbt()) {
            (FormatBasis::Godot(chosen), _) => {
                Some(Contents::Godot { arrangement, values, chosen: chosen.clone() })
            }
            (&FormatBasis::Nbt { alone, canonical, zeros }, Some(protocol)) => {
                Some(Contents::Nbt { protocol, arrangement, values, alone, canonical, zeros })
            }
            (FormatBasis::Nearest { format: nearest, error, read, found }, _) => Some(Contents::Unknown {
                nearest: *nearest,
                arrangement,
                read: *read,
                values: *found,
                error: error.clone(),
            }),
            (FormatBasis::Named | FormatBasis::Text(_) | FormatBasis::Nbt { .. }, _) => None,
        }
    }

    /// Returns the error of the first invalid value, or the error after the values.
    #[must_use]
    pub fn error(&self) -> Option<DecodeError> {
        self.values.iter().find_map(|encoded| self.refused(encoded)).or_else(|| self.broken.clone())
    }

    /// Returns the error of the first damaged value, of the bytes after the values, or of the incomplete value. Bytes
    /// after a value are not damage.
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

    /// Returns the contents up to the damage, as complete contents in the same arrangement. Returns `None` if no part
    /// of a value is before the damage.
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
        (!repaired.is_empty()).then(|| [self.skipped, &repaired].concat())
    }

    /// Returns the bytes of the values before the damage, and of the part of the damaged value before it.
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
