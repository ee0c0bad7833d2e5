//! The text of a detection.

use std::fmt;

use super::{Certainty, Choice, Chosen, Detection, Fit};
use crate::godot::dialect::Dialect;
use crate::godot::releases::MAINLINE;

/// Writes the conclusion, then a line for each dialect that fits, then the number of dialects that reject the
/// bytes.
impl fmt::Display for Detection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.verdict {
            Choice::Chosen(chosen) => writeln!(f, "{chosen}")?,
            Choice::Ambiguous(_) => {
                writeln!(f, "ambiguous: several generations read the input, with different values")?
            }
            Choice::Refused(_) => writeln!(f, "no dialect reads the whole input")?,
        }
        for candidate in self.candidates.iter().filter(|candidate| candidate.fits()) {
            match &candidate.fit {
                Fit::Canonical => write!(f, "  {}: canonical", candidate.dialect)?,
                Fit::Lenient(lenient) => {
                    write!(
                        f,
                        "  {}: readable, but byte {:#06x}: {}",
                        candidate.dialect, lenient.offset, lenient.why
                    )?;
                }
                Fit::Reads => write!(f, "  {}: readable", candidate.dialect)?,
                Fit::Rejected(_) => {}
            }
            for doubt in &candidate.doubts {
                write!(f, "; {doubt}")?;
            }
            writeln!(f)?;
        }
        let refused = self.candidates.iter().filter(|candidate| !candidate.fits()).count();
        if refused > 0 {
            writeln!(f, "  {refused} dialects reject it")?;
        }
        Ok(())
    }
}

/// Writes one line: the dialect and the reasons for it.
impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The engines of most games are named. Others are named only if there is no such engine.
        let names = |dialects: &[Dialect]| {
            let usual = |dialect: &&Dialect| MAINLINE.contains(dialect);
            let (mut named, rare): (Vec<&Dialect>, Vec<&Dialect>) = dialects.iter().partition(usual);
            let more = if named.is_empty() { 0 } else { rare.len() };
            if more == 0 {
                named.extend(rare);
            }
            let mut names: Vec<String> = named.into_iter().map(|dialect| dialect.name().into()).collect();
            if more > 0 {
                names.push(format!("{more} more"));
            }
            let last = names.pop().unwrap_or_default();
            if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) }
        };
        let Self { dialect, same, unlikely, .. } = self;
        match (same.as_slice(), unlikely.as_slice()) {
            ([], []) if self.certainty == Certainty::Sure => {
                write!(f, "certainly {dialect}: every other known generation rejects these bytes")
            }
            ([], []) => write!(f, "likely {dialect}: every other known generation rejects these bytes"),
            ([], unlikely) => {
                write!(f, "likely {dialect}, but {} can also read these bytes", names(unlikely))
            }
            (same, unlikely) => {
                let all = names(&[&[*dialect], same].concat());
                write!(f, "the value is the same in {all}; read as {dialect}")?;
                match unlikely {
                    [] => Ok(()),
                    unlikely => write!(f, "; {} can also read these bytes", names(unlikely)),
                }
            }
        }
    }
}
