//! One format in one arrangement.

use super::arrangement::{self, Arrangement, EncodedValue, frames_fill_input};
use super::nearest::{Nearest, ValueFormat};
use crate::godot::FEATURES;
use gamewire::error::DecodeError;
use gamewire::godot::detect::Choice;
use gamewire::godot::{Decoder, Detector, Dialect};
use gamewire::shared::RARE;

/// A format in an arrangement, and how much of the contents it reads.
pub(super) struct Candidate<'a> {
    pub(super) format: ValueFormat,
    pub(super) arrangement: Arrangement,
    pub(super) values: Vec<EncodedValue<'a>>,
    /// The number of values that are read.
    pub(super) read: usize,
    /// The number of bytes that are read.
    pub(super) reach: usize,
    /// The error after them, or `None` if the candidate fits.
    pub(super) error: Option<DecodeError>,
    /// Whether names show that the contents are NBT.
    pub(super) has_names: bool,
    /// The dialects of Godot that read the values.
    pub(super) choice: Option<Choice>,
}

impl<'a> Candidate<'a> {
    /// Reads contents as values of Godot.
    pub(super) fn godot(bytes: &'a [u8], arrangement: Arrangement, expect: Detector) -> Self {
        let (values, mut broken) = arrangement::whole_values(bytes, arrangement);
        let mut reach = bytes.len();
        if expect.allows_trailing()
            && matches!(arrangement, Arrangement::Settings(_))
            && let Some(error) = broken.take_if(|error| arrangement::is_trailing(error))
        {
            reach = error.offset();
        }
        let only: Vec<&[u8]> = values.iter().map(|value| value.bytes).collect();
        let names = values.iter().filter_map(|value| value.name.as_deref());
        let named = dialect_of_settings(names);
        let detector = expect.prefer(named).allow_trailing(false);
        let mut choice = detector.detect(&only).choice;
        let mut is_followed = false;
        if expect.allows_trailing() && matches!(choice, Choice::Refused(_)) {
            choice = expect.detect(&only).choice;
            is_followed = arrangement == Arrangement::Single;
        }
        let (dialects, read, error) = match &choice {
            Choice::Refused(refusal) => {
                let offset = values.get(refusal.index).map_or(0, |value| value.offset);
                let error = arrangement.placed(refusal.error.clone(), offset);
                (vec![refusal.nearest], refusal.read, Some(error))
            }
            Choice::Chosen(chosen) => (vec![chosen.dialect], values.len(), broken),
            Choice::Ambiguous(_) if broken.is_some() => (vec![Dialect::GODOT_3], 0, broken),
            Choice::Ambiguous(readings) => {
                (readings.iter().map(|one| one.dialect).collect(), values.len(), None)
            }
        };
        let dialect = dialects.first().copied().unwrap_or(Dialect::GODOT_4);
        match &error {
            Some(error) => reach = error.offset(),
            None if is_followed => {
                let end = |dialect| Decoder::new(dialect).allow_objects(true).check_prefix(bytes).ok();
                reach = dialects.into_iter().filter_map(end).max().unwrap_or_default();
            }
            None => {}
        }
        let format = ValueFormat::Godot(dialect);
        Self { format, arrangement, values, read, reach, error, has_names: false, choice: Some(choice) }
    }

    /// Returns whether all of the contents are read, or all except bytes that are allowed to follow.
    pub(super) fn fits(&self) -> bool {
        self.error.is_none()
    }

    /// Returns the rank of a candidate that fits: how far it reads, and whether an engine writes so. NBT that is read as a
    /// value of Godot is not canonical, because its first bytes set bits of the header that Godot never sets.
    pub(super) fn rank(&self) -> (usize, u8) {
        let kind = match &self.choice {
            Some(Choice::Chosen(chosen)) if chosen.lenient.is_some() => 0,
            None => 1,
            Some(_) => 2,
        };
        (self.reach, kind)
    }

    /// Returns whether few games use the dialect. Such a candidate loses against the usual ones, as in [`Detector`].
    pub(super) fn is_rare(&self) -> bool {
        matches!(self.format, ValueFormat::Godot(dialect) if RARE.contains(&dialect))
    }

    /// Returns whether lengths lead exactly to the end of the contents, which does not occur by accident.
    pub(super) fn has_fitting_lengths(&self, bytes: &[u8]) -> bool {
        match self.arrangement {
            Arrangement::Single => false,
            Arrangement::Framed(framing) => frames_fill_input(bytes, framing),
            Arrangement::Settings(_) | Arrangement::Roots(_) | Arrangement::LevelDat { .. } => true,
        }
    }

    /// Returns the candidate as the nearest one, or `None` if it fits.
    pub(super) fn nearest(self) -> Option<Nearest> {
        let Self { format, arrangement, values, read, error, .. } = self;
        Some(Nearest { format, arrangement, values: values.len(), read, error: error? })
    }
}

/// Prefixes of setting names that are new in Godot 4. Godot 3 has `display/window/size/width`,
/// `rendering/quality/driver/driver_name`, `rendering/vram_compression`, `locale/translations` and
/// `audio/default_bus_layout` instead.
const RENAMED: [&str; 5] = [
    "display/window/size/viewport_",
    "rendering/renderer/",
    "rendering/textures/",
    "internationalization/locale/",
    "audio/buses/",
];

/// Returns the dialect of a project with settings of these names. It decides for values that several dialects read.
///
/// Godot 4.0 and later write `application/config/features` into each project, Godot 3 never does, and the settings of
/// [`RENAMED`] have other names in Godot 3. The names of Godot 2 have no group after the section: its
/// `application/name` is `application/config/name` in later releases. Returns `None` if there are no settings.
fn dialect_of_settings<'a>(names: impl Iterator<Item = &'a str>) -> Option<Dialect> {
    let mut dialect = None;
    for name in names {
        dialect = match name {
            FEATURES => return Some(Dialect::GODOT_4),
            name if RENAMED.iter().any(|start| name.starts_with(start)) => return Some(Dialect::GODOT_4),
            "application/name" | "application/main_scene" => Some(Dialect::GODOT_2),
            _ => dialect.or(Some(Dialect::GODOT_3)),
        };
    }
    dialect
}
