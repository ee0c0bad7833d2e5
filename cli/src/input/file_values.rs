//! The values of a file: framing, dialect.

use gamewire::DecodeError;
use gamewire::document::{FormatBasis, OpenOptions, Reading};
use gamewire::identify::{Arrangement, EncodedValue, Layer};

use crate::args::{LengthPrefix, Meaning, Spelling};
use crate::input::advice::{self, Found, Hint};
use crate::input::containers::Notes;
use crate::input::item::{InputValue, Item};
use crate::input::memory;
use crate::input::packets;
use crate::output::outcome::{Outcome, Status};
use crate::output::problem::Problem;

/// The values of a file, and their format.
pub struct FileValues<'b> {
    /// The values.
    pub reading: Reading<'b>,
    /// Advice for rejected values.
    hint: Option<Hint>,
}

/// The options of the command line, for these contents.
pub fn options(contents: &[u8], meaning: &Meaning, spelling: &Spelling) -> Result<OpenOptions, Problem> {
    if spelling.frame.named() == Some(LengthPrefix::Varint) {
        return Err(packets::refused());
    }
    let values = spelling.skip.apply(contents)?;
    let arrangement = match spelling.framing() {
        Some(Some(framing)) => Some(Arrangement::Framed(framing)),
        // Settings are not one value.
        Some(None) if values.starts_with(b"ECFG") => None,
        Some(None) => Some(Arrangement::Single),
        None => None,
    };
    let allow = &meaning.allow;
    Ok(OpenOptions::new()
        .format(meaning.format())
        .arrangement(arrangement)
        .skip(spelling.skip.skip)
        .allow_trailing(allow.trailing)
        .allow_objects(!allow.no_objects)
        .allow_incomplete(allow.incomplete))
}

impl<'b> FileValues<'b> {
    /// Detects everything that the command line does not name. Offsets are relative to the contents, including skipped bytes.
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
        let Reading { basis, format, .. } = &reading;
        let found = Found { basis, arrangement: reading.arrangement, format };
        let hint = advice::hint(&found, contents, meaning, spelling, notes);
        Ok(Self { reading, hint })
    }

    /// Returns whether bytes after a value are no reason to ignore them: the input is other values, or a frame is damaged.
    pub fn is_advised(&self) -> bool {
        let is_framed = self.reading.arrangement != Arrangement::Single;
        self.hint.as_ref().is_some_and(|hint| hint.other_values || is_framed)
    }

    /// Prints the advice, if any.
    pub fn say_hint(&self) {
        if let Some(hint) = &self.hint {
            hint.say();
        }
    }

    /// The reason why no format reads all of it, if that is the case.
    pub fn error(&self) -> Option<DecodeError> {
        let is_nearest = matches!(self.reading.basis, FormatBasis::Nearest { .. });
        is_nearest.then(|| self.reading.error()).flatten()
    }

    /// Calls `answer` with each value, then with the error after them, if any.
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

    /// A value in the form that subcommands use.
    pub fn input_value<'p>(&self, encoded: &'p EncodedValue<'_>) -> InputValue<'p> {
        InputValue {
            bytes: encoded.bytes,
            offset: encoded.offset,
            framed: self.reading.arrangement != Arrangement::Single,
            name: encoded.name.as_deref(),
            advised: self.is_advised(),
        }
    }
}
