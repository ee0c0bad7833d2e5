//! Which engine wrote these bytes? They do not tell: a careful guess, with its reasons.

use std::cmp::Reverse;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::decode::Decoder;
use super::dialect::Dialect;
use super::evidence::Evidence;
use super::ids::Table;
use super::model::Variant;
use crate::verdict::Verdict;

/// How well some bytes fit a dialect.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Fit {
    /// They are exactly what its engine writes.
    Canonical,
    /// Its engine reads them, but would write them differently; the words say what differs.
    Lenient(String),
    /// Its engine refuses them; the words say why and where.
    Rejected(String),
}

/// One dialect and how it fits.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The dialect.
    pub dialect: Dialect,
    /// Whether and how the whole input parses.
    pub fit: Fit,
    /// What speaks against the value that comes out, in words: floats of absurd size, class names that are
    /// none, .. Empty if nothing does.
    pub doubts: Vec<String>,
    score: i32,
    reading: Option<u64>,
}

/// How sure a [`Guess`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Certainty {
    /// No dialect fits.
    Nothing,
    /// Several generations fit equally: there is no best one.
    Ambiguous,
    /// One generation fits clearly better than the others that fit.
    Likely,
    /// One generation fits, and all others refuse the bytes.
    Sure,
}

/// The answer of [`guess`]: every named dialect, best first.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess {
    candidates: Vec<Candidate>,
    certainty: Certainty,
    same_value: bool,
}

/// Less than this between two scores is no difference.
pub(super) const CLEAR: i32 = 4;
/// What bytes that are not exactly the engine's cost.
pub(super) const LENIENT: i32 = 6;
/// Forks, which few games use, are listed after what fits as well.
const FORK: i32 = 3;

/// Ranks the dialects in which the whole input parses. Whole objects are read, as data.
///
/// ```
/// use gamewire::godot::{Certainty, Dialect, Variant};
///
/// // An Array in Godot 3; at that id Godot 4 has a matrix, and the bytes are too few for one.
/// let scores = Dialect::GODOT_3.encode(&vec![Variant::Int(1), "text".into()].into())?;
/// let guess = gamewire::godot::guess(&scores);
/// assert_eq!((guess.certainty(), guess.best()), (Certainty::Sure, Some(Dialect::GODOT_3)));
///
/// // An int is the same in every generation: the guess does not choose, but the value is certain.
/// let guess = gamewire::godot::guess(&[2, 0, 0, 0, 5, 0, 0, 0]);
/// assert_eq!(guess.certainty(), Certainty::Ambiguous);
/// assert_eq!(guess.best(), None);
/// assert!(guess.same_value());
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
///
/// *Sure* means that every other generation's reader refuses the bytes: an engine's own bytes are never
/// surely somebody else's. *Likely* weighs what a value would have to be: bytes that are exactly what the
/// engine writes, floats of a size that games use, class names that are names.
#[must_use]
pub fn guess(bytes: &[u8]) -> Guess {
    let mut candidates: Vec<Candidate> =
        Dialect::ALL.into_iter().map(|dialect| Candidate::new(dialect, bytes)).collect();
    candidates.sort_by_key(|candidate| Reverse(candidate.score));
    let certainty = certainty(&candidates);
    let same_value = same_value(&candidates);
    Guess { candidates, certainty, same_value }
}

impl Candidate {
    fn new(dialect: Dialect, bytes: &[u8]) -> Self {
        let decoder = Decoder::new(dialect).allow_objects(true);
        let fit = match decoder.verify(bytes) {
            Verdict::Identical => Fit::Canonical,
            Verdict::Padding { offset, bytes } => {
                Fit::Lenient(format!("byte {offset:#06x}: {bytes} bytes of padding are not zero"))
            }
            Verdict::Differs { offset, why } => Fit::Lenient(format!("byte {offset:#06x}: {why}")),
            Verdict::Rejected(error) => Fit::Rejected(error.to_string()),
        };
        let mut candidate = Self { dialect, fit, doubts: Vec::new(), score: i32::MIN, reading: None };
        if candidate.fits() {
            let value = decoder.parse(bytes).unwrap_or_default();
            let evidence = Evidence::of(&value);
            candidate.reading = reading(&value);
            candidate.doubts = evidence.doubts();
            let fork = if is_fork(dialect.table()) { FORK } else { 0 };
            let lenient = if candidate.fit == Fit::Canonical { 0 } else { LENIENT };
            candidate.score = -evidence.weight() - fork - lenient;
        }
        candidate
    }

    /// Whether the dialect reads the bytes at all.
    pub fn fits(&self) -> bool {
        !matches!(self.fit, Fit::Rejected(_))
    }

    /// The score for comparing: being no fork is a reason to be listed first, not to be believed.
    fn merit(&self) -> i32 {
        self.score.saturating_add(if is_fork(self.dialect.table()) { FORK } else { 0 })
    }

    /// Whether both cannot be right: another generation, or another value. Minor versions of one generation
    /// that read the same value do not compete.
    fn rivals(&self, other: &Self) -> bool {
        self.dialect.table() != other.dialect.table() || self.reading != other.reading
    }
}

fn is_fork(table: Table) -> bool {
    !matches!(table, Table::Godot2 | Table::Godot3 | Table::Godot4)
}

fn certainty(candidates: &[Candidate]) -> Certainty {
    let Some(best) = candidates.first().filter(|best| best.fits()) else { return Certainty::Nothing };
    let others = || candidates.iter().filter(|other| other.fits() && other.rivals(best));
    if others().next().is_none() && best.fit == Fit::Canonical {
        return Certainty::Sure;
    }
    match others().map(Candidate::merit).max() {
        Some(rival) if best.merit() - rival < CLEAR => Certainty::Ambiguous,
        _ => Certainty::Likely,
    }
}

/// Whether all that fit as well as the first one read the same value.
fn same_value(candidates: &[Candidate]) -> bool {
    let Some(best) = candidates.first().filter(|best| best.fits()) else { return false };
    let rivals = candidates.iter().filter(|other| other.fits() && best.merit() - other.merit() < CLEAR);
    rivals.into_iter().all(|other| other.reading == best.reading)
}

/// A number that tells values apart: equal values, written by one and the same dialect, are equal bytes, be
/// there NaNs or not.
pub(super) fn reading(value: &Variant<'_>) -> Option<u64> {
    let widest = [Dialect::GODOT_4.double(), Dialect::PANDEMONIUM_5_0, Dialect::GODOT_2];
    let written = |common: Dialect| common.encode(value).ok().map(|bytes| (common, bytes));
    let written = widest.into_iter().find_map(written)?;
    let mut hasher = DefaultHasher::new();
    written.hash(&mut hasher);
    Some(hasher.finish())
}

impl Guess {
    /// The dialect that the bytes are from, unless several generations fit equally or none does.
    ///
    /// Where only minor versions of one engine compete, the most common one that reads the bytes is named.
    pub fn best(&self) -> Option<Dialect> {
        match self.certainty {
            Certainty::Sure | Certainty::Likely => self.candidates.first().map(|best| best.dialect),
            Certainty::Ambiguous | Certainty::Nothing => None,
        }
    }

    /// How sure the guess is.
    pub fn certainty(&self) -> Certainty {
        self.certainty
    }

    /// Whether all the dialects that fit equally well read the same value: then it is safe to decode with any
    /// of them, though not to say whose bytes they are.
    pub fn same_value(&self) -> bool {
        self.same_value
    }

    /// Every named dialect, best first.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }
}

/// The guess in words: the conclusion, then a line per dialect that fits, then how many refuse.
impl fmt::Display for Guess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.candidates.first().map_or("nothing", |best| best.dialect.name());
        match self.certainty {
            Certainty::Sure => {
                writeln!(f, "surely {first}: every other known generation refuses these bytes")?
            }
            Certainty::Likely => writeln!(f, "likely {first}: it fits clearly best")?,
            Certainty::Ambiguous if self.same_value => {
                writeln!(f, "cannot tell: several generations fit equally, and all read the same value")?;
            }
            Certainty::Ambiguous => writeln!(f, "cannot tell: several generations fit equally")?,
            Certainty::Nothing => writeln!(f, "no dialect reads the whole input")?,
        }
        for candidate in self.candidates.iter().filter(|candidate| candidate.fits()) {
            match &candidate.fit {
                Fit::Canonical => write!(f, "  {}: exactly what it writes", candidate.dialect)?,
                Fit::Lenient(why) => write!(f, "  {}: readable, but {why}", candidate.dialect)?,
                Fit::Rejected(_) => {}
            }
            for doubt in &candidate.doubts {
                write!(f, "; {doubt}")?;
            }
            writeln!(f)?;
        }
        let refused = self.candidates.iter().filter(|candidate| !candidate.fits()).count();
        if refused > 0 {
            writeln!(f, "  {refused} dialects refuse it")?;
        }
        Ok(())
    }
}
