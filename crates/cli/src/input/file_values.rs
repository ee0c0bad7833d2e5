//! The values of a file, with their framing and dialect.

use gamewire::DecodeError;
use gamewire::godot::{Kind, Variant};
use gamewire_files::document::{Format, OpenOptions, Reading};
use gamewire_files::identify::{Arrangement, Contents, EncodedValue, Layer};

use crate::args::{LengthPrefix, Meaning, Spelling};
use crate::input::advice::{self, Hint};
use crate::input::containers::Notes;
use crate::input::item::{InputValue, Item};
use crate::input::memory;
use crate::input::packets;
use crate::output::outcome::{Outcome, Status};
use crate::output::problem::Problem;

/// The values of a file, and their format.
pub struct FileValues<'b> {
    pub reading: Reading<'b>,
    /// Advice for rejected values.
    hint: Option<Hint>,
}

/// Returns the options of the command line for these contents.
pub fn options(contents: &[u8], meaning: &Meaning, spelling: &Spelling) -> Result<OpenOptions, Problem> {
    if spelling.named_frame() == Some(LengthPrefix::Varint) {
        return Err(packets::refused());
    }
    let values = spelling.skip.apply(contents)?;
    let format = meaning.format();
    let is_godot = matches!(format, Some(Format::Godot(_)));
    let arrangement = match spelling.framing() {
        Some(Some(framing)) => Some(Arrangement::Framed(framing)),
        // Settings are never a single value.
        Some(None) if values.starts_with(b"ECFG") => None,
        Some(None) => Some(Arrangement::Single),
        // If a format of Godot is given without a framing, the input is one value, unless it has settings.
        None if spelling.frame.is_none() && is_godot && !values.starts_with(b"ECFG") => {
            Some(Arrangement::Single)
        }
        None => None,
    };
    let allow = &meaning.allow;
    Ok(OpenOptions::new()
        .format(format)
        .arrangement(arrangement)
        .skip(spelling.skip.skip)
        .allow_trailing(allow.trailing)
        .allow_objects(!allow.no_objects)
        .allow_incomplete(allow.incomplete))
}

/// Returns the number of objects that are stored only by their id. If the bytes of a value cannot contain the header
/// of such an object, the value is not decoded.
fn objects_by_id(reading: &Reading<'_>) -> usize {
    let Format::Godot(decoder) = &reading.format else { return 0 };
    let Some(id) = decoder.dialect().id(Kind::Object) else { return 0 };
    let is_header = |word: &[u8; 4]| word[0] == id && word[2] & 1 == 1;
    let may_have = |value: &&EncodedValue<'_>| value.bytes.as_chunks::<4>().0.iter().any(is_header);
    let by_id = |value: &EncodedValue<'_>| {
        let decoded = decoder.parse(value.bytes).ok()?;
        let ids = decoded.walk().with_keys().filter_map(Variant::as_object_id);
        Some(ids.filter(|id| *id != 0).count())
    };
    reading.values.iter().filter(may_have).filter_map(by_id).sum()
}

impl<'b> FileValues<'b> {
    /// Detects everything that the command line does not state. Offsets are relative to the contents, including
    /// skipped bytes.
    pub fn new(
        contents: &'b [u8],
        layers: &[Layer],
        meaning: &Meaning,
        spelling: &Spelling,
        notes: &mut Notes,
    ) -> Result<Self, Problem> {
        memory::ensure(contents.len(), meaning.format().as_ref())?;
        let options = options(contents, meaning, spelling)?;
        let reading = options.read(contents).map_err(|error| {
            advice::refused(error, layers, spelling.skip.apply(contents).unwrap_or_default())
        })?;
        let hint = advice::hint(reading.found.as_ref(), contents, meaning, spelling, notes);
        let ids = if notes.are_silent() { 0 } else { objects_by_id(&reading) };
        if ids > 0 {
            let objects = if ids == 1 { "1 object is".into() } else { format!("{ids} objects are") };
            notes.add(format!("{objects} stored only by id: the properties are not in the file"));
        }
        Ok(Self { reading, hint })
    }

    /// Returns whether `--trailing` would be wrong advice for bytes after a value, because the input contains other
    /// values, or a frame is damaged.
    pub fn is_advised(&self) -> bool {
        let is_framed = self.reading.arrangement != Arrangement::Single;
        self.hint.as_ref().is_some_and(|hint| hint.other_values || is_framed)
    }

    pub fn say_hint(&self) {
        if let Some(hint) = &self.hint {
            hint.say();
        }
    }

    /// Returns the error of the nearest format, if no format reads all of the contents.
    pub fn error(&self) -> Option<DecodeError> {
        let is_nearest = matches!(self.reading.found, Some(Contents::Unknown(_)));
        is_nearest.then(|| self.reading.error()).flatten()
    }

    /// Calls `answer` with each value, then with the error after them, if there is one.
    pub fn each(&self, mut answer: impl FnMut(Item<'_>) -> Outcome) -> Outcome {
        let mut status = Status::Success;
        for encoded in self.reading.values.iter().chain(&self.reading.incomplete) {
            status = status.and(answer(Ok((&self.input_value(encoded), &self.reading.format)))?);
        }
        if let Some(error) = &self.reading.broken {
            status = status.and(answer(Err(error.clone().into()))?);
        }
        Ok(status)
    }

    /// Returns a value in the form that subcommands use.
    pub fn input_value<'p>(&self, encoded: &'p EncodedValue<'_>) -> InputValue<'p> {
        InputValue {
            bytes: encoded.bytes,
            offset: encoded.offset,
            framed: self.reading.arrangement != Arrangement::Single,
            name: encoded.name.as_deref(),
            sent: None,
            advised: self.is_advised(),
        }
    }
}
