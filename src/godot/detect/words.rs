//! The text of a detection.

use std::fmt;

use super::{Certainty, Choice, Chosen, Detection, Fit};
use crate::godot::dialect::Dialect;
use crate::godot::releases::{MAINLINE, OLDER};
use crate::sort::sorted;

/// Writes the conclusion, then a line for each dialect that fits, then the number of dialects that reject the
/// bytes.
impl fmt::Display for Detection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.choice {
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
        let Self { dialect, same, unlikely, .. } = self;
        match (same.as_slice(), unlikely.as_slice()) {
            ([], []) if self.certainty == Certainty::Sure => {
                write!(f, "certainly {dialect}: every other known generation rejects these bytes")
            }
            ([], []) => {
                write!(f, "likely {dialect}: every other known generation rejects these bytes")?;
                self.doubts.iter().try_for_each(|doubt| write!(f, "; {doubt}"))
            }
            ([], unlikely) => {
                write!(
                    f,
                    "likely {dialect}, but {} can also read these bytes",
                    list(names(unlikely, Dialect::name))
                )
            }
            (same, unlikely) => {
                let mut engines = sorted(names(&[&[*dialect], same].concat(), engine), Ord::cmp);
                for other in engines.iter_mut().skip(1) {
                    *other = other.trim_start_matches("Godot ");
                }
                let engines = list(engines);
                write!(f, "this value is the same in {engines}; read as {}", engine(dialect))?;
                match unlikely {
                    [] => Ok(()),
                    unlikely => write!(f, "; {} can also read these bytes", list(names(unlikely, engine))),
                }
            }
        }
    }
}

/// Returns the names of dialects. The dialects of most games are named; others are named only if there is no such
/// dialect.
fn names(dialects: &[Dialect], name: fn(&Dialect) -> &'static str) -> Vec<&'static str> {
    let has_usual = dialects.iter().any(|dialect| MAINLINE.contains(dialect));
    dialects.iter().filter(|dialect| !has_usual || MAINLINE.contains(dialect)).map(name).collect()
}

/// Returns the name of the engine, or its releases if most games of the generation have another dialect.
fn engine(dialect: &Dialect) -> &'static str {
    if OLDER.contains(dialect) { dialect.releases() } else { dialect.engine() }
}

fn list(mut names: Vec<&str>) -> String {
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { last.into() } else { format!("{} and {last}", names.join(", ")) }
}
