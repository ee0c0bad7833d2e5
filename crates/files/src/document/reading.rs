//! Splits contents into values, with a format that is detected or given.

use std::borrow::Cow;

use super::text::TextContents;
use super::value::Slot;
use super::{Document, DocumentError, Format, OpenOptions};
use crate::godot::ProjectFile;
use crate::identify::arrangement::{encoded_values, incomplete_value, is_trailing, nbt_arrangement};
use crate::identify::{Arrangement, Contents, EncodedValue, Expect, Layer, Opened, ValueFormat};
use gamewire::error::{DecodeError, DecodeErrorKind};
use gamewire::godot::Detector;
use gamewire::minecraft::{NbtForm, Protocol, TypeExpr};
use gamewire::shared::Sure as _;

/// Contents longer than this are not compared with the output of engines to choose a dialect.
const COMPARED: usize = 8 << 20;

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
        // If a format reads all of the contents, bytes after the values are allowed.
        let broken = split.broken.filter(|_| matches!(found, Contents::Unknown(_)));
        Ok((format, Self { broken, ..split }))
    }

    /// Splits contents of a given format. If no arrangement is given, the arrangement of NBT is detected, and other
    /// contents are one value.
    fn named(contents: &'a [u8], format: &Format, arrangement: Option<Arrangement>) -> Self {
        let trailing = format.allows_trailing();
        let whole = if trailing { contents } else { without_zeros(contents, format) };
        let detected = || {
            let protocol = format.nbt()?;
            let form = protocol.nbt_form();
            // If trailing bytes are allowed, further roots count as bytes after the first one.
            let is_usual = protocol == Protocol::V1_14.with_nbt_form(form);
            let found = nbt_arrangement(whole, form, is_usual);
            (!trailing || !matches!(found, Arrangement::Roots(_))).then_some(found)
        };
        let split = Self::new(whole, arrangement.or_else(detected).unwrap_or(Arrangement::Single));
        let broken = split.broken.filter(|error| !trailing || !is_trailing(error));
        Self { broken, ..split }
    }

    fn error(&self, format: &Format) -> Option<DecodeError> {
        let values = self.values.iter().map(|value| (value.bytes, value.offset));
        first_error(format, self.arrangement, values, self.broken.as_ref())
    }
}

/// Returns the first error: that of a value, or that after the values.
fn first_error<'v>(
    format: &Format,
    arrangement: Arrangement,
    mut values: impl Iterator<Item = (&'v [u8], usize)>,
    broken: Option<&DecodeError>,
) -> Option<DecodeError> {
    let refused = |(bytes, offset)| Some(arrangement.placed(format.check(bytes).err()?, offset));
    let errors = values.find_map(refused).into_iter().chain(broken.cloned());
    errors.min_by_key(DecodeError::offset)
}

impl<'a> Document<'a> {
    /// Splits contents into values, and detects what is not set. If no format reads all of the contents, the result
    /// has the [nearest](Contents::Unknown) format. Returns also the number of whole values: an incomplete one is the last,
    /// if it is allowed.
    pub(super) fn split(
        opened: Opened<'a>,
        options: &OpenOptions,
        allow_text: bool,
    ) -> Result<(Self, usize), DocumentError> {
        let (length, skipped) = (opened.contents().len(), options.skipped);
        let contents = opened.contents().get(skipped..).ok_or(DocumentError::Skip { length, skipped })?;
        let is_chunk = matches!(opened.layers(), [Layer::Chunk { .. } | Layer::Stored { .. }, ..]);
        let mut expect = options.expect();
        if contents.len() > COMPARED {
            expect.detector = expect.detector.quick(true);
        }
        let named = |format: Format| {
            let split = Split::named(contents, &format, options.expect.arrangement);
            (format, None, split)
        };
        let (mut format, mut found, mut split) = match &options.format {
            Some(format @ Format::Minecraft(..)) => named(format.clone()),
            given => match (expect.examine(contents), given) {
                (Contents::Foreign(_), Some(format)) if options.foreign => named(format.clone()),
                (Contents::Foreign(kind), _) if allow_text => {
                    let text = TextContents::detect(kind, contents, options.format.as_ref());
                    let text = text.ok_or(DocumentError::Foreign(kind))??;
                    return Ok((Self::of_text(opened, text), 0));
                }
                // A chunk is NBT, also if it is damaged.
                (Contents::Unknown(_), None) if is_chunk => {
                    named(Format::Minecraft(Protocol::V1_14, TypeExpr::Nbt))
                }
                (found, _) => {
                    let (format, split) = Split::detected(contents, &found)?;
                    (options.format_of(format), Some(found), split)
                }
            },
        };
        let mut bad_text = None;
        let java = match (format.nbt(), &found) {
            (Some(protocol), _) if protocol.nbt_form() == NbtForm::BigEndian => Some(protocol),
            (None, Some(Contents::Unknown(_))) => Some(Protocol::V1_14),
            _ => None,
        };
        if let Some(protocol) = java.filter(|_| options.nearest) {
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
        let repaired = match split.arrangement {
            Arrangement::Settings(_) => ProjectFile::repair(contents),
            _ => None,
        };
        if let Some(repaired) = repaired {
            let (arrangement, detector) = (Some(split.arrangement), Detector::new().quick(true));
            // The settings before the damage may have another format.
            if let Some(whole) = (Expect { arrangement, detector }).examine(&repaired.bytes).format() {
                format = options.format_of(whole);
                if let Some(Contents::Unknown(nearest)) = &mut found {
                    nearest.format = whole;
                }
            }
            let here = |value: EncodedValue<'_>| {
                let bytes = contents.get(value.offset..value.offset + value.bytes.len())?;
                let name = value.name.map(|name| Cow::Owned(name.into_owned()));
                Some(EncodedValue::new(bytes, value.offset, name))
            };
            if options.incomplete {
                let values = encoded_values(&repaired.bytes, split.arrangement).0;
                split.values = values.into_iter().filter_map(here).collect();
            }
        }
        let whole = split.values.len();
        if options.incomplete
            && split.broken.is_some()
            && let Some(value) = incomplete_value(contents, split.arrangement, &split.values)
        {
            split.values.push(value);
            // The error of an incomplete root is reported when the root is read.
            split.broken = split.broken.filter(|_| !matches!(split.arrangement, Arrangement::Roots(_)));
        }
        if let Some(Contents::Unknown(nearest)) = &mut found {
            nearest.error = nearest.error.clone().after(skipped);
        }
        let broken = split.broken.map(|error| error.after(skipped));
        let bad_text = bad_text.map(|error| error.after(skipped));
        let values = split.values.into_iter().map(|value| Slot::encoded(value, skipped)).collect();
        let located = (split.arrangement, format, found);
        Ok((Self { broken, bad_text, ..Self::located(opened, located, skipped, values) }, whole))
    }

    /// Returns the first error of a value or after the values, and the bytes of the values up to it, as complete contents in the
    /// same arrangement. Bytes after a value are not damage. Returns `None` if no part of a value is before the damage.
    pub(super) fn before_damage(&self) -> Option<(DecodeError, Vec<u8>)> {
        let values = self.values().map(|value| (value.there(), value.place().start));
        let error = first_error(&self.format, self.arrangement, values, self.broken.as_ref());
        let error = error.filter(|error| !is_trailing(error))?;
        if let Arrangement::Settings(_) = self.arrangement {
            let repaired = ProjectFile::repair(self.contents().get(self.skipped..)?)?;
            return Some((error, repaired.bytes));
        }
        let mut repaired = Vec::new();
        for bytes in self.values().map(|value| value.there()) {
            let part = match self.format.check(bytes) {
                Ok(()) => None,
                Err(_) => match self.format.repair(bytes) {
                    Some(part) => Some(part.bytes),
                    None => break,
                },
            };
            let whole = part.as_deref().unwrap_or(bytes);
            repaired.extend(self.arrangement.head_of(whole.len()).ok()?);
            repaired.extend_from_slice(whole);
            if part.is_some() {
                break;
            }
        }
        (!repaired.is_empty()).then_some((error, repaired))
    }
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
