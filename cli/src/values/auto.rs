//! `--as auto` for single values: the format of each line of `--lines` is detected separately, without waiting for
//! further lines.

use std::borrow::Cow;

use gamewire::__private::identify::writer_of;
use gamewire::document::Format;
use gamewire::godot::Dialect;
use gamewire::identify::{Arrangement, Expect, Finding, ValueFormat};

use crate::args::{Allow, Meaning};
use crate::input::advice;
use crate::output::problem::Problem;

/// A format, or auto-detection for each value.
#[derive(Debug, Clone)]
pub enum Chooser {
    /// The named format.
    Named(Box<Format>),
    /// Auto-detection.
    Auto(Allow),
}

impl Chooser {
    /// The choice of the command line.
    pub fn new(meaning: &Meaning) -> Self {
        meaning.format().map_or(Self::Auto(meaning.allow), |format| Self::Named(format.into()))
    }

    /// The format of the bytes of one value. If no format reads all of them, the one that reads the longest prefix:
    /// its error is the most specific.
    pub fn choose(&self, bytes: &[u8]) -> Result<Cow<'_, Format>, Problem> {
        let allow = match self {
            Self::Named(format) => return Ok(Cow::Borrowed(format)),
            Self::Auto(allow) => *allow,
        };
        let single = Some(Arrangement::Single);
        let finding = Expect::new().arrangement(single).allow_trailing(allow.trailing).examine(bytes);
        let format = match (finding.format(), finding) {
            (Some(format), _) => format,
            (_, Finding::Ambiguous(readings)) => return Err(advice::ambiguous(&readings)),
            (_, Finding::Foreign(foreign)) => return Err(advice::foreign(foreign, &[], bytes)),
            (_, Finding::Unknown(nearest)) => nearest.format,
            _ => ValueFormat::Godot(Dialect::GODOT_3),
        };
        Ok(Cow::Owned(allow.restrict(&format.into())))
    }

    /// Another format than the named one, if its game writes the bytes of a value so.
    pub fn other(&self, bytes: &[u8]) -> Option<ValueFormat> {
        let Self::Named(format) = self else { return None };
        if format.check(bytes).is_ok() {
            return None; // It is read, and differs from what the engine would write.
        }
        writer_of(bytes, Expect::new().arrangement(Some(Arrangement::Single))).map(|(format, _)| format)
    }
}
