//! Splits contents into values, with a format that is detected or given.

use std::borrow::Cow;

use super::text::TextContents;
use super::value::Slot;
use super::{Document, DocumentError, Format, OpenOptions};
use crate::godot::ProjectFile;
use crate::identify::arrangement::{encoded_values, incomplete_value, is_trailing, nbt_arrangement};
use crate::identify::{Arrangement, Contents, EncodedValue, Expect, Nearest, Opened, ValueFormat};
use gamewire::error::{DecodeError, DecodeErrorKind};
use gamewire::godot::Detector;
use gamewire::minecraft::{NbtForm, Protocol, TypeExpr};
use gamewire::shared::Sure as _;

/// The values of contents, and the error that ends them. Offsets count from the start of the values.
pub(super) struct Split<'a> {
    arrangement: Arrangement,
    values: Vec<EncodedValue<'a>>,
    broken: Option<DecodeError>,
}

impl<'a> Split<'a> {
    fn new(bytes: &'a [u8], arrangement: Arrangement) -> Self {
        let (values, broken) = encoded_values(bytes, arrangement);
        Self { arrangement, values, broken }
    }

    /// Splits contents whose format was detected.
    fn detected(contents: &'a [u8], found: &Contents) -> Result<(ValueFormat, Self), DocumentError> {
        let (format, arrangement, zeros) = match found {
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
        let split = Self::new(contents.get(..contents.len() - zeros).sure(), arrangement);
        let broken = match (found, arrangement) {
            // Bytes after a single value are an error of the value.
            (Contents::Unknown(Nearest { error, .. }), Arrangement::Single | Arrangement::Settings(_)) => {
                let is_after = is_trailing(error) && arrangement != Arrangement::Single;
                (split.values.is_empty() || is_after).then(|| error.clone())
            }
            // The lengths may lead past the end of the contents. The complete values before that are kept.
            (Contents::Unknown(_), _) => split.broken,
            _ => None,
        };
        Ok((format, Self { broken, ..split }))
    }

    /// Splits contents of a given format. If no arrangement is given, the arrangement of NBT is detected, and other
    /// contents are one value.
    fn named(contents: &'a [u8], format: &Format, arrangement: Option<Arrangement>) -> Self {
        let trailing = format.allows_trailing();
        let whole = if trailing { contents } else { without_zeros(contents, format) };
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
        let split = Self::new(whole, arrangement);
        let broken = split.broken.filter(|error| !trailing || !is_trailing(error));
        Self { broken, ..split }
    }

    fn error(&self, format: &Format) -> Option<DecodeError> {
        let values = self.values.iter().map(|value| (value.bytes, value.offset));
        first_error(format, self.arrangement, values, self.broken.as_ref())
    }
}

/// Returns the error of the first invalid value, or the error after the values.
fn first_error<'v>(
    format: &Format,
    arrangement: Arrangement,
    mut values: impl Iterator<Item = (&'v [u8], usize)>,
    broken: Option<&DecodeError>,
) -> Option<DecodeError> {
    let refused = |(bytes, offset)| Some(arrangement.placed(format.check(bytes).err()?, offset));
    values.find_map(refused).or_else(|| broken.cloned())
}

impl<'a> Document<'a> {
    /// Splits contents into values, and detects what is not set. If no format reads all of the contents, the result
    /// has the [nearest](Contents::Unknown) format. The incomplete value after the last one, if it is allowed, is returned
    /// beside the document.
    pub(super) fn split(
        opened: Opened<'a>,
        options: &OpenOptions,
        allow_text: bool,
    ) -> Result<(Self, Option<Slot>), DocumentError> {
        let (length, skipped) = (opened.contents().len(), options.skipped);
        let contents = opened.contents().get(skipped..).ok_or(DocumentError::Skip { length, skipped })?;
        let (mut format, mut found, mut split) = match &options.format {
            Some(format @ Format::Minecraft(..)) => {
                (format.clone(), None, Split::named(contents, format, options.expect.arrangement))
            }
            Some(Format::Godot(_)) | None => match options.quick_expect(contents).examine(contents) {
                Contents::Foreign(kind) if allow_text => {
                    let text = TextContents::detect(kind, contents, options.format.as_ref());
                    let text = text.ok_or(DocumentError::Foreign(kind))??;
                    return Ok((Self::of_text(opened, text), None));
                }
                found => {
                    let (format, split) = Split::detected(contents, &found)?;
                    (options.format_of(format), Some(found), split)
                }
            },
        };
        let mut bad_text = None;
        if options.nearest
            && let Some(protocol) = java_nbt(&format, found.as_ref())
        {
            let java = Format::Minecraft(protocol, TypeExpr::Nbt);
            let error = Split::named(contents, &java, options.expect.arrangement).error(&java);
            let error = error.filter(|error| *error.kind() == DecodeErrorKind::ModifiedUtf8);
            let any = Format::Minecraft(protocol.with_nbt_form(NbtForm::AnyText), TypeExpr::Nbt);
            let reading = Split::named(contents, &any, options.expect.arrangement);
            // Text that is not modified UTF-8 is read as bytes if it is the only damage, or if other damage is allowed.
            let is_allowed = || options.incomplete && format.nbt().is_some();
            if error.is_some() && (reading.error(&any).is_none() || is_allowed()) {
                (bad_text, format, found, split) = (error, any, None, reading);
            }
        }
        let mut incomplete = None;
        if options.incomplete {
            if let Arrangement::Settings(_) = split.arrangement
                && let Some(repaired) = ProjectFile::repair(contents)
            {
                let (arrangement, detector) = (Some(split.arrangement), Detector::new().quick(true));
                let expect = Expect { arrangement, detector };
                // The settings before the damage may have another format.
                if let Some(whole @ ValueFormat::Godot(_)) = expect.examine(&repaired.bytes).format() {
                    format = options.format_of(whole);
                    if let Some(Contents::Unknown(nearest)) = &mut found {
                        nearest.format = whole;
                    }
                }
                let here = |encoded: EncodedValue<'_>| {
                    let bytes = contents.get(encoded.offset..encoded.offset + encoded.bytes.len())?;
                    let name = encoded.name.map(|name| Cow::Owned(name.into_owned()));
                    Some(EncodedValue::new(bytes, encoded.offset, name))
                };
                let values = encoded_values(&repaired.bytes, split.arrangement).0;
                split.values = values.into_iter().filter_map(here).collect();
            }
            if split.broken.is_some() {
                incomplete = incomplete_value(contents, split.arrangement, &split.values);
                // The error of an incomplete root is reported when the root is read.
                if matches!(split.arrangement, Arrangement::Roots(_)) && incomplete.is_some() {
                    split.broken = None;
                }
            }
        }
        if let Some(Contents::Unknown(nearest)) = &mut found {
            nearest.error = nearest.error.clone().after(skipped);
        }
        let incomplete = incomplete.map(|value| Slot::encoded(value, skipped));
        let broken = split.broken.map(|error| error.after(skipped));
        let bad_text = bad_text.map(|error| error.after(skipped));
        let values = split.values.into_iter().map(|value| Slot::encoded(value, skipped)).collect();
        let located = (split.arrangement, format, found);
        Ok((Self { broken, bad_text, ..Self::located(opened, located, skipped, values) }, incomplete))
    }

    /// Returns the error of the first damaged value, of the bytes after the values, or of the incomplete value. Bytes
    /// after a value are not damage.
    pub(super) fn first_damage(&self, incomplete: Option<&Slot>) -> Option<DecodeError> {
        let values = self.values.iter().map(|slot| (self.there(slot), slot.place.start));
        let error = first_error(&self.format, self.arrangement, values, self.broken.as_ref());
        let error = error.or_else(|| {
            let slot = incomplete?;
            Some(self.format.check(self.there(slot)).err()?.after(slot.place.start))
        });
        error.filter(|error| !is_trailing(error))
    }

    /// Returns the bytes of the values up to the damage, as complete contents in the same arrangement. Returns `None` if no
    /// part of a value is before the damage.
    pub(super) fn before_damage(&self, incomplete: Option<&Slot>) -> Option<Vec<u8>> {
        let mut repaired = Vec::new();
        match self.arrangement {
            Arrangement::Settings(_) => repaired = ProjectFile::repair(self.after_skipped())?.bytes,
            Arrangement::Single => repaired = self.format.repair(self.after_skipped())?.bytes,
            arrangement => {
                for slot in self.values.iter().chain(incomplete) {
                    let bytes = self.there(slot);
                    let (is_whole, part) = match self.format.check(bytes) {
                        Ok(()) => (true, Cow::Borrowed(bytes)),
                        Err(_) => match self.format.repair(bytes) {
                            Some(part) => (false, Cow::Owned(part.bytes)),
                            None => break,
                        },
                    };
                    repaired.extend(arrangement.head_of(part.len()).ok()?);
                    repaired.extend_from_slice(&part);
                    if !is_whole {
                        break;
                    }
                }
            }
        }
        (!repaired.is_empty()).then_some(repaired)
    }

    fn after_skipped(&self) -> &[u8] {
        self.contents().get(self.skipped..).unwrap_or_default()
    }

    /// Returns the bytes of a value before any change.
    fn there(&self, slot: &Slot) -> &[u8] {
        self.contents().get(slot.place.clone()).unwrap_or_default()
    }
}

/// Returns the rules of the Java edition, if contents are its NBT, or if no format reads them.
fn java_nbt(format: &Format, found: Option<&Contents>) -> Option<Protocol> {
    match (format.nbt(), found) {
        (Some(protocol), _) if protocol.nbt_form() == NbtForm::BigEndian => Some(protocol),
        (None, Some(Contents::Unknown(_))) => Some(Protocol::V1_14),
        _ => None,
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
