//! One reader in one arrangement, and the rank of what it reads.

use super::arrangement::{self, Arrangement, EncodedValue, encoded_values, is_trailing, nbt_arrangement};
use super::identity::ValueFormat;
use super::root::{COMPOUND, LIST, begins, shows_form};
use crate::godot::FEATURES;
use gamewire::error::{DecodeError, DecodeErrorKind};
use gamewire::godot::detect::Choice;
use gamewire::godot::{Decoder, Detector, Dialect};
use gamewire::minecraft::nbt::OptNbt;
use gamewire::minecraft::{NbtForm, Protocol};
use gamewire::shared::RARE;

/// The facts about contents that are known before they are examined. Everything else is detected.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Expect {
    pub(crate) arrangement: Option<Arrangement>,
    pub(crate) detector: Detector,
}

/// A reader in an arrangement, and how much of the contents it reads.
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
    has_names: bool,
    /// The number of zero bytes after an NBT root, with which some programs fill a file.
    pub(super) zeros: usize,
    /// The dialects of Godot that read the values.
    pub(super) choice: Option<Choice>,
}

/// The rank of a candidate among the others of the same contents. The greatest rank wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Values of Godot, not all of which are read: whether any is, whether lengths lead to the end, and how many are read.
    Values(bool, bool, usize),
    /// NBT that is damaged after its names: how far it is read.
    Names(usize),
    /// All of the contents: how far they are read, and the kind of the candidate.
    Fits(usize, u8),
    /// NBT before other bytes, and how far it is read. Names do not occur by accident, while a value of Godot can begin
    /// with any bytes that are large enough.
    Followed(usize),
}

/// The kinds of fitting candidates. NBT that is read as a value of Godot is not canonical, because its first bytes set
/// bits of the header that Godot never sets.
const LENIENT: u8 = 0;
const NBT: u8 = 2;
const CANONICAL: u8 = 4;

impl<'a> Candidate<'a> {
    /// Reads contents as values of Godot.
    pub(super) fn godot(bytes: &'a [u8], arrangement: Arrangement, expect: Detector) -> Self {
        let (values, mut broken) = arrangement::whole_values(bytes, arrangement);
        let (mut reach, may_follow) = (bytes.len(), expect.allows_trailing());
        if may_follow
            && matches!(arrangement, Arrangement::Settings(_))
            && let Some(error) = broken.take_if(|error| is_trailing(error))
        {
            reach = error.offset();
        }
        let encoded: Vec<&[u8]> = values.iter().map(|value| value.bytes).collect();
        let named = dialect_of_settings(values.iter().filter_map(|value| value.name.as_deref()));
        let mut choice = expect.prefer(named).allow_trailing(false).detect(&encoded).choice;
        // Nothing follows a value that is cut short inside, although its start can be another value of another dialect.
        let is_cut = |error: &DecodeError| error.is_incomplete() && !error.path().segments().is_empty();
        if may_follow
            && broken.is_none()
            && matches!(&choice, Choice::Refused(refusal) if !is_cut(&refusal.error))
        {
            choice = expect.detect(&encoded).choice;
            if arrangement == Arrangement::Single {
                let read = |dialect| Decoder::new(dialect).allow_objects(true).check_prefix(bytes).ok();
                let length = match &choice {
                    Choice::Chosen(chosen) => read(chosen.dialect),
                    Choice::Ambiguous(readings) => readings.iter().filter_map(|one| read(one.dialect)).max(),
                    Choice::Refused(_) => None,
                };
                reach = length.unwrap_or_default();
            }
        }
        let (dialect, read, error) = match &choice {
            Choice::Refused(refusal) => {
                let offset = values.get(refusal.index).map_or(0, |value| value.offset);
                let error = arrangement.placed(refusal.error.clone(), offset);
                (Some(refusal.nearest), refusal.read, Some(error))
            }
            Choice::Chosen(chosen) => (Some(chosen.dialect), values.len(), broken),
            Choice::Ambiguous(_) if broken.is_some() => (Some(Dialect::GODOT_3), 0, broken),
            Choice::Ambiguous(readings) => (readings.first().map(|one| one.dialect), values.len(), None),
        };
        let dialect = dialect.unwrap_or(Dialect::GODOT_4);
        if let Some(error) = &error {
            reach = error.offset();
        }
        let (format, choice) = (ValueFormat::Godot(dialect), Some(choice));
        Self { format, arrangement, values, read, reach, error, has_names: false, zeros: 0, choice }
    }

    /// Reads contents as NBT of one form. Returns `None` if nothing shows that they are NBT.
    pub(super) fn nbt(bytes: &'a [u8], protocol: Protocol, expect: &Expect) -> Option<Self> {
        let (form, may_follow) = (protocol.nbt_form(), expect.detector.allows_trailing());
        let is_usual = protocol == Protocol::V1_14.with_nbt_form(form);
        let mut arrangement = match expect.arrangement {
            None if is_usual => nbt_arrangement(bytes, form, false),
            None | Some(Arrangement::Single) => Arrangement::Single,
            Some(named @ Arrangement::Roots(of)) if is_usual && of == form => named,
            Some(named @ Arrangement::LevelDat { .. }) if form == NbtForm::LittleEndian => named,
            Some(_) => return None,
        };
        let (mut values, mut broken) = encoded_values(bytes, arrangement);
        // Files of the Java edition have one root, so damaged ones after it are other bytes.
        if expect.arrangement.is_none()
            && matches!(arrangement, Arrangement::Roots(_))
            && (may_follow || broken.is_some() && form == NbtForm::BigEndian)
        {
            arrangement = Arrangement::Single;
            (values, broken) = encoded_values(bytes, arrangement);
        }
        let inside = |value: &EncodedValue<'_>| {
            let error = protocol.check::<OptNbt>(value.bytes).err()?;
            Some(arrangement.placed(error, value.offset))
        };
        let refused = match arrangement {
            Arrangement::Roots(_) => None, // They are split by reading them.
            _ => values.iter().find_map(inside),
        };
        let read = if refused.is_some() || arrangement == Arrangement::Single { 0 } else { values.len() };
        let mut error = refused.or(broken);
        let (start, root) = (arrangement.head_len(), bytes.get(arrangement.head_len()..)?);
        let reach = match &error {
            None => bytes.len(),
            // The root can be complete although the length in its header is wrong.
            Some(error) if error.offset() < start => {
                protocol.check::<OptNbt>(root).map_or_else(|error| start + error.offset(), |()| bytes.len())
            }
            Some(error) => error.offset(),
        };
        // The names of a root and of its first entry do not occur by accident.
        let (mut has_names, mut zeros) = (begins(root, protocol), 0);
        // Names that are no text show NBT if all of it is read with the bytes of its text.
        if error.as_ref().is_some_and(|error| *error.kind() == DecodeErrorKind::ModifiedUtf8) {
            has_names |= protocol.with_nbt_form(NbtForm::AnyText).check::<OptNbt>(root).is_ok();
        }
        // A value of Godot that begins like an empty root is longer.
        let is_empty_root = reach == 4 && bytes.len() < 8;
        let is_zero = |after: &[u8]| after.iter().all(|byte| *byte == 0);
        match error.take_if(|error| is_trailing(error)) {
            Some(_) if may_follow => {}
            Some(_)
                if (has_names || is_empty_root)
                    && arrangement == Arrangement::Single
                    && bytes.get(reach..).is_some_and(is_zero) =>
            {
                zeros = bytes.len() - reach;
                values = encoded_values(bytes.get(..reach)?, arrangement).0;
            }
            trailing => error = error.or(trailing),
        }
        let read_root = root.get(..reach.saturating_sub(start)).unwrap_or(root);
        let is_shown = match (&error, root.first()) {
            (Some(_), _) => has_names,
            // A header before an absent root is also the beginning of a value of Godot.
            (None, Some(&(COMPOUND | LIST))) => {
                arrangement != Arrangement::Single || shows_form(read_root, protocol)
            }
            (None, _) => false,
        };
        let format = ValueFormat::Nbt(protocol);
        let nbt = Self { format, arrangement, values, read, reach, error, has_names, zeros, choice: None };
        is_shown.then_some(nbt)
    }

    /// Returns the rank of the candidate by its own findings.
    pub(super) fn rank(&self) -> Rank {
        match (&self.error, &self.choice) {
            (None, None) => Rank::Fits(self.reach, NBT),
            (None, Some(Choice::Chosen(chosen))) if chosen.lenient.is_some() => {
                Rank::Fits(self.reach, LENIENT)
            }
            (None, Some(_)) => Rank::Fits(self.reach, CANONICAL),
            (Some(_), None) => Rank::Names(self.reach),
            (Some(_), Some(_)) => Rank::Values(self.read > 0, false, self.read),
        }
    }

    /// Returns the rank among other candidates. `godot` is the greatest rank of the values of Godot that fit: they are
    /// alternatives, whatever their own ranks are. `is_single` tells whether none of them has lengths, and `framed` is the
    /// arrangement of damaged values whose lengths lead exactly to the end of the contents, which have `len` bytes.
    pub(super) fn rank_among(
        &self,
        len: usize,
        godot: Option<Rank>,
        is_single: bool,
        framed: Option<Arrangement>,
    ) -> Rank {
        match (self.rank(), &self.choice, godot) {
            (Rank::Fits(reach, _), None, _) if is_single && self.has_names && reach < len => {
                Rank::Followed(reach)
            }
            (Rank::Fits(..), Some(_), Some(best)) => best,
            // Incomplete NBT can have the size of a Godot value.
            (Rank::Names(_), _, Some(Rank::Fits(reach, kind))) if is_single => Rank::Fits(reach, kind + 1),
            (Rank::Names(_), ..) if framed.is_some() => Rank::Values(false, false, 0),
            (Rank::Values(reads, _, read), ..) => Rank::Values(reads, framed == Some(self.arrangement), read),
            (rank, ..) => rank,
        }
    }

    /// Returns whether few games use the dialect. Such a candidate loses against the usual ones, as in [`Detector`].
    pub(super) fn is_rare(&self) -> bool {
        matches!(self.format, ValueFormat::Godot(dialect) if RARE.contains(&dialect))
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
