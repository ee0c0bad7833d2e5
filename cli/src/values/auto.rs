//! `--as auto` for single values. With `--lines`, the format of each line is detected separately, without waiting for
//! further lines.

use std::borrow::Cow;

use gamewire::__private::identify::writer_of;
use gamewire::document::{Format, OpenOptions};
use gamewire::godot::Dialect;
use gamewire::identify::{Arrangement, Contents, ValueFormat};

use crate::args::{Allow, Meaning};
use crate::input::advice;
use crate::output::problem::Problem;

/// A format, or the detection of a format for each value of the input.
#[derive(Debug, Clone)]
pub enum Chooser {
    Named(Box<Format>),
    Auto(Allow),
}

impl Chooser {
    /// Returns the choice of the command line.
    pub fn new(meaning: &Meaning) -> Self {
        meaning.format().map_or(Self::Auto(meaning.allow), |format| Self::Named(format.into()))
    }

    /// Returns the format of the bytes of one value. If no format reads all of them, it returns the one that reads
    /// the longest prefix, whose error is the most specific.
    pub fn choose(&self, bytes: &[u8]) -> Result<Cow<'_, Format>, Problem> {
        let allow = match self {
            Self::Named(format) => return Ok(Cow::Borrowed(format)),
            Self::Auto(allow) => *allow,
        };
        let single = Some(Arrangement::Single);
        let finding = OpenOptions::new().arrangement(single).allow_trailing(allow.trailing).examine(bytes);
        let format = match (finding.format(), finding) {
            (Some(format), _) => format,
            (_, Contents::Ambiguous(readings)) => return Err(advice::ambiguous(&readings)),
            (_, Contents::Foreign(foreign)) => return Err(advice::foreign(foreign, &[], bytes)),
            (_, Contents::Unknown(nearest)) => nearest.format,
            _ => ValueFormat::Godot(Dialect::GODOT_3),
        };
        Ok(Cow::Owned(allow.restrict(&format.into())))
    }

    /// Returns another format whose game would write exactly these bytes, if the chosen format does not read them.
    pub fn other(&self, bytes: &[u8]) -> Option<ValueFormat> {
        let Self::Named(format) = self else { return None };
        if format.check(bytes).is_ok() {
            return None; // The value is valid, but the engine would write it differently.
        }
        writer_of(bytes, Some(Arrangement::Single), None).map(|(format, _)| format)
    }
}
