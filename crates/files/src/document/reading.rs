//! Splits contents into values, with a format that is detected or given.

use std::borrow::Cow;

use super::{DocumentError, Format};
use crate::godot::ProjectFile;
use crate::identify::shared::{encoded_values, incomplete_value, is_trailing, nbt_arrangement};
use crate::identify::{Arrangement, Contents, EncodedValue, Expect, Nearest, ValueFormat};
use gamewire::error::{DecodeError, DecodeErrorKind};
use gamewire::godot::Detector;
use gamewire::minecraft::{NbtForm, Protocol, TypeExpr};
use gamewire::shared::Sure as _;

/// Contents longer than this are not compared with the output of engines to choose a dialect.
const COMPARED: usize = 8 << 20;

/// The values of contents, as far as they can be told apart.
#[derive(Debug)]
pub(super) struct Reading<'a> {
    /// The contents after the skipped bytes.
    contents: &'a [u8],
    pub(super) format: Format,
    pub(super) arrangement: Arrangement,
    pub(super) values: Vec<EncodedValue<'a>>,
    /// The error that ends the list of values, if there is one.
    pub(super) broken: Option<DecodeError>,
    /// The incomplete value after the last one, if it is allowed.
    pub(super) incomplete: Option<EncodedValue<'a>>,
    /// The detected contents, or `None` if the caller set a format of Minecraft.
    pub(super) found: Option<Contents>,
    /// The error of text of Java's NBT that was read as bytes.
    pub(super) bad_text: Option<DecodeError>,
}

impl<'a> Reading<'a> {
    /// Detects the format and the arrangement of contents, except for what `expect` sets. `format` converts the
    /// format that is found.
    pub(super) fn detected(
        contents: &'a [u8],
        mut expect: Expect,
        format: impl Fn(ValueFormat) -> Format,
    ) -> Result<Self, DocumentError> {
        expect.detector = expect.detector.quick(expect.detector.is_quick() || contents.len() > COMPARED);
        let found = expect.examine(contents);
        let (detected, arrangement, zeros) = match &found {
            Contents::Godot { arrangement, chosen, .. } => {
                (ValueFormat::Godot(chosen.dialect), *arrangement, 0)
            }
            Contents::Nbt { protocol, arrangement, zeros, .. } => {
                (ValueFormat::Nbt(*protocol), *arrangement, *zeros)
            }
            Contents::Unknown(nearest) => (nearest.format, nearest.arrangement, 0),
            Contents::Empty => return Err(DocumentError::Empty),
            Contents::Ambiguous(readings) => return Err(DocumentError::Ambiguous(readings.clone())),
            Contents::Foreign(kind) => return Err(DocumentError::Foreign(*kind)),
        };
        let whole = contents.get(..contents.len() - zeros).sure();
        let (values, broken) = encoded_values(whole, arrangement);
        let broken = match (&found, arrangement) {
            // Bytes after a single value are an error of the value.
            (Contents::Unknown(Nearest { error, .. }), Arrangement::Single | Arrangement::Settings(_)) => {
                let is_after = is_trailing(error) && arrangement != Arrangement::Single;
                (values.is_empty() || is_after).then(|| error.clone())
            }
            // The lengths may lead past the end of the contents. The complete values before that are kept.
            (Contents::Unknown(_), _) => broken,
            _ => None,
        };
        let (format, found) = (format(detected), Some(found));
        let (incomplete, bad_text) = (None, None);
        Ok(Self { contents, format, arrangement, values, broken, incomplete, found, bad_text })
    }

    /// Splits contents of a given format. If no arrangement is given, the arrangement of NBT is detected, and other
    /// contents are one value.
    pub(super) fn named(contents: &'a [u8], format: Format, arrangement: Option<Arrangement>) -> Self {
        let trailing = format.allows_trailing();
        let whole = if trailing { contents } else { without_zeros(contents, &format) };
        let arrangement = arrangement.unwrap_or_else(|| match format.nbt() {
            Some(protocol) => match nbt_arrangement(whole, protocol.nbt_form()) {
                // If trailing bytes are allowed, further roots count as bytes after the first one.
                Arrangement::Roots(_) if trailing => Arrangement::Single,
                // Roots without entries do not show their form, but here it is known.
                Arrangement::Single if !trailing && are_roots(whole, protocol) => {
                    Arrangement::Roots(protocol.nbt_form())
                }
                arrangement => arrangement,
            },
            None => Arrangement::Single,
        });
        let (values, broken) = encoded_values(whole, arrangement);
        let broken = broken.filter(|error| !trailing || !is_trailing(error));
        let (incomplete, found, bad_text) = (None, None, None);
        Self { contents, format, arrangement, values, broken, incomplete, found, bad_text }
    }

    /// Reads text of Java's NBT that is not modified UTF-8 as bytes, if that is the only damage, or if other damage is
    /// allowed.
    pub(super) fn accept_any_text(&mut self, damaged: bool, arrangement: Option<Arrangement>) {
        let protocol = match (self.format.nbt(), &self.found) {
            (Some(protocol), _) if protocol.nbt_form() == NbtForm::BigEndian => protocol,
            (None, Some(Contents::Unknown(_))) => Protocol::V1_14,
            _ => return,
        };
        let named =
            |protocol| Self::named(self.contents, Format::Minecraft(protocol, TypeExpr::Nbt), arrangement);
        let bad_text = named(protocol).error().filter(|error| *error.kind() == DecodeErrorKind::ModifiedUtf8);
        let reading = named(protocol.with_nbt_form(NbtForm::AnyText));
        if bad_text.is_some() && (reading.error().is_none() || damaged && self.format.nbt().is_some()) {
            *self = Self { bad_text, ..reading };
        }
    }

    /// Adds the incomplete value at the damage. For damaged settings, it keeps those before the damage, whose format
    /// is detected again.
    pub(super) fn add_incomplete(&mut self, format: impl Fn(ValueFormat) -> Format) {
        if let Arrangement::Settings(_) = self.arrangement
            && let Some(repaired) = ProjectFile::repair(self.contents)
        {
            let (arrangement, detector) = (Some(self.arrangement), Detector::new().quick(true));
            let expect = Expect { arrangement, detector };
            if let Some(found @ ValueFormat::Godot(_)) = expect.examine(&repaired.bytes).format() {
                self.format = format(found);
                if let Some(Contents::Unknown(nearest)) = &mut self.found {
                    nearest.format = found;
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
    pub(super) fn after(mut self, skipped: usize) -> Self {
        for value in self.values.iter_mut().chain(&mut self.incomplete) {
            value.offset += skipped;
        }
        self.broken = self.broken.map(|error| error.after(skipped));
        self.bad_text = self.bad_text.map(|error| error.after(skipped));
        if let Some(Contents::Unknown(nearest)) = &mut self.found {
            nearest.error = nearest.error.clone().after(skipped);
        }
        self
    }

    /// Returns the error of the first invalid value, or the error after the values.
    fn error(&self) -> Option<DecodeError> {
        self.values.iter().find_map(|encoded| self.refused(encoded)).or_else(|| self.broken.clone())
    }

    /// Returns the error of the first damaged value, of the bytes after the values, or of the incomplete value. Bytes
    /// after a value are not damage.
    pub(super) fn damage(&self) -> Option<DecodeError> {
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
    pub(super) fn repaired(&self) -> Option<Vec<u8>> {
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

/// Returns whether the bytes are several roots with names, one after the other.
fn are_roots(bytes: &[u8], protocol: Protocol) -> bool {
    let form = protocol.nbt_form();
    let (values, broken) = encoded_values(bytes, Arrangement::Roots(form));
    let is_usual = protocol == Protocol::V1_14.with_nbt_form(form);
    let is_root = |value: &EncodedValue<'_>| value.bytes.first() != Some(&0);
    is_usual && broken.is_none() && values.len() > 1 && values.iter().all(is_root)
}

/// Returns the contents without the zero bytes after the roots of NBT, with which some programs fill a file.
fn without_zeros<'a>(contents: &'a [u8], format: &Format) -> &'a [u8] {
    let mut rest = contents;
    while format.nbt().is_some() && rest.first().is_some_and(|id| *id != 0) {
        match format.check_prefix(rest) {
            Ok(read) => rest = rest.get(read..).sure(),
            Err(_) => return contents,
        }
    }
    let is_filled = rest.len() < contents.len() && rest.iter().all(|byte| *byte == 0);
    if is_filled { contents.get(..contents.len() - rest.len()).sure() } else { contents }
}
