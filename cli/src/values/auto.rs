//! `--as auto` for single values: the format of each line of `--lines` is detected separately, without waiting for
//! further lines.

use std::borrow::Cow;

use gamewire::godot::Dialect;
use gamewire::identify::{Arrangement, Expect, Finding};

use crate::args::{Allow, Meaning};
use crate::input::document;
use crate::output::problem::Problem;
use crate::values::codec::Codec;
use crate::values::format::{Format, Wanted};

/// A codec, or auto-detection for each value.
#[derive(Debug, Clone)]
pub enum Chooser {
    /// The codec of the named format.
    Named(Codec),
    /// Auto-detection.
    Auto(Allow),
}

impl Chooser {
    /// The choice of the command line.
    pub fn new(meaning: &Meaning) -> Self {
        match &meaning.format {
            Wanted::Format(format) => Self::Named(Codec::new(format, meaning.allow)),
            Wanted::Auto => Self::Auto(meaning.allow),
        }
    }

    /// The codec for the bytes of one value. If no format reads all of them, the codec that reads the longest prefix:
    /// its error is the most specific.
    pub fn choose(&self, bytes: &[u8]) -> Result<Cow<'_, Codec>, Problem> {
        let allow = match self {
            Self::Named(codec) => return Ok(Cow::Borrowed(codec)),
            Self::Auto(allow) => *allow,
        };
        let single = Some(Arrangement::Single);
        let expect = Expect::new().arrangement(single).allow_trailing(allow.trailing);
        let finding = expect.examine(bytes);
        let format = match (format(&finding), finding) {
            (Some(format), _) => format,
            (_, Finding::Ambiguous(readings)) => return Err(document::ambiguous(&readings)),
            (_, Finding::Foreign(foreign)) => return Err(document::foreign(foreign, &[], bytes)),
            (_, Finding::Unknown(nearest)) => document::nearest(nearest.format),
            _ => Format::Godot(Dialect::GODOT_3),
        };
        Ok(Cow::Owned(Codec::new(&format, allow)))
    }

    /// Another format than the named one, if it reads the bytes of a value.
    pub fn other(&self, bytes: &[u8]) -> Option<Format> {
        let Self::Named(codec) = self else { return None };
        if codec.check(bytes).is_ok() {
            return None; // It is read, and differs from what the engine would write.
        }
        format(&Expect::new().arrangement(Some(Arrangement::Single)).examine(bytes))
    }
}

/// The format that reads all of the contents, if there is one.
pub fn format(finding: &Finding<'_>) -> Option<Format> {
    match finding {
        Finding::Godot { chosen, .. } => Some(Format::Godot(chosen.dialect)),
        Finding::Nbt { form, nameless, .. } => Some(document::nbt(*form, *nameless)),
        _ => None,
    }
}
