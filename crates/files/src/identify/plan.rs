//! One way to read contents as values of Godot.

use super::arrangement::{self, Arrangement, EncodedValue};
use crate::godot::FEATURES;
use gamewire::error::DecodeError;
use gamewire::godot::detect::Choice;
use gamewire::godot::{Decoder, Detector, Dialect};

/// A way to read the contents.
pub(super) struct Plan<'a> {
    pub(super) arrangement: Arrangement,
    pub(super) values: Vec<EncodedValue<'a>>,
    pub(super) broken: Option<DecodeError>,
    pub(super) choice: Choice,
    /// The number of bytes that are read if all values are.
    pub(super) read: usize,
}

impl<'a> Plan<'a> {
    pub(super) fn new(bytes: &'a [u8], arrangement: Arrangement, expect: Detector) -> Self {
        let (values, mut broken) = arrangement::whole_values(bytes, arrangement);
        let mut read = bytes.len();
        if expect.allows_trailing()
            && matches!(arrangement, Arrangement::Settings(_))
            && let Some(error) = broken.take_if(|error| arrangement::is_trailing(error))
        {
            read = error.offset();
        }
        let only: Vec<&[u8]> = values.iter().map(|value| value.bytes).collect();
        let names = values.iter().filter_map(|value| value.name.as_deref());
        let named = dialect_of_settings(names);
        let detector = expect.prefer(named).allow_trailing(false);
        let choice = match detector.detect(&only).choice {
            Choice::Refused(_) if expect.allows_trailing() => {
                let choice = expect.detect(&only).choice;
                let dialects: Vec<Dialect> = match &choice {
                    Choice::Chosen(chosen) => vec![chosen.dialect],
                    Choice::Ambiguous(readings) => readings.iter().map(|one| one.dialect).collect(),
                    Choice::Refused(_) => Vec::new(),
                };
                if arrangement == Arrangement::Single && !dialects.is_empty() {
                    let reach = |dialect| Decoder::new(dialect).allow_objects(true).check_prefix(bytes).ok();
                    read = dialects.into_iter().filter_map(reach).max().unwrap_or_default();
                }
                choice
            }
            choice => choice,
        };
        Self { arrangement, values, broken, choice, read }
    }

    /// Returns whether all bytes can be read, in one or several dialects.
    pub(super) fn fits(&self) -> bool {
        self.broken.is_none() && !matches!(self.choice, Choice::Refused(_))
    }

    /// Returns whether the bytes are canonical. NBT that is read as a value of Godot is not canonical,
    /// because its first bytes set bits of the header that Godot never sets.
    pub(super) fn is_canonical(&self) -> bool {
        match &self.choice {
            Choice::Chosen(chosen) => chosen.lenient.is_none(),
            Choice::Ambiguous(_) => true,
            Choice::Refused(_) => false,
        }
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
