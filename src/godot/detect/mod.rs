//! Detection of the dialect of bytes. Use [`detect`] if you do not know which release of Godot wrote some bytes. The
//! result has the dialect, the other candidates and the reasons.
//!
//! ```
//! use gamewire::godot::detect::{Choice, detect};
//! use gamewire::godot::{Dialect, variant};
//!
//! let bytes = Dialect::GODOT_3.encode(&variant!([1, "text"]))?;
//! match detect(&bytes).choice {
//!     Choice::Chosen(chosen) => assert_eq!(chosen.to_string(), "certainly godot3: every other known generation rejects these bytes"),
//!     Choice::Ambiguous(readings) => println!("one of {} dialects", readings.len()),
//!     Choice::Refused(error) => println!("{error}"),
//!     _ => {}
//! }
//! # Ok::<(), gamewire::EncodeError>(())
//! ```

mod candidate;
mod evidence;
mod words;

pub use candidate::{Candidate, Fit, Lenient, Rejection};
pub use evidence::Doubt;

use std::rc::Rc;

use candidate::{Input, Reading};

use super::Variant;
use super::decode::Decoder;
use super::dialect::Dialect;
use super::ids::Table;
use super::releases::{MAINLINE, OLDER, RARE};
use crate::error::DecodeError;

/// The maximum length of each value in the message of an error.
const SHOWN: usize = 60;

/// The certainty of a [`Detection`].
///
/// ```
/// use gamewire::godot::detect::{Certainty, detect};
/// use gamewire::godot::{Dialect, variant};
///
/// let certainty = |value| Ok(detect(&Dialect::GODOT_4.encode(&value)?).certainty());
/// assert_eq!(certainty(variant!(5))?, Certainty::Ambiguous); // The bytes are the same in every generation.
/// assert_eq!(certainty(variant!(["a"]))?, Certainty::Sure); // Elsewhere the id of an Array means another type.
/// assert!(Certainty::Sure > Certainty::Likely);
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Certainty {
    /// No dialect fits.
    Nothing,
    /// Several generations fit equally, so the engine cannot be detected.
    Ambiguous,
    /// One generation fits, but a rarely used dialect reads other values, or this crate writes other bytes.
    Likely,
    /// One generation fits, and all others reject the bytes.
    Sure,
}

/// The result of [`detect`]: the choice, and every dialect that was considered.
///
/// ```
/// use gamewire::godot::{Dialect, detect, variant};
/// let bytes = Dialect::GODOT_4.encode(&variant!({ "names": [{ "hp": 9 }] }))?;
/// let found = detect(&bytes);
/// assert_eq!(found.best(), Some(Dialect::GODOT_4));
/// assert_eq!(found.reader().unwrap().parse(&bytes)?["names"][0]["hp"], 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Detection {
    /// The chosen dialect, or the reason why there is none.
    pub choice: Choice,
    /// Every dialect that was considered, best first. If none reads the bytes, these are all dialects that have a name.
    pub candidates: Vec<Candidate>,
}

/// The dialect to read with, or the reason why there is none.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::exhaustive_enums, reason = "one dialect, several or none")]
pub enum Choice {
    /// One dialect reads every value, and no other generation reads different values.
    Chosen(Chosen),
    /// Several dialects read every value, with different results. None is chosen, even if the others are implausible.
    Ambiguous(Vec<DialectReading>),
    /// No dialect reads every value.
    Refused(DetectError),
}

/// The dialect that reads every value.
///
/// ```
/// use gamewire::godot::detect::{Choice, detect};
/// use gamewire::godot::{Dialect, variant};
///
/// // An int: which generation wrote it cannot be detected, and its value does not depend on it.
/// let bytes = Dialect::GODOT_2.encode(&variant!(5))?;
/// let Choice::Chosen(chosen) = detect(&bytes).choice else { panic!() };
/// assert_eq!(chosen.dialect, Dialect::GODOT_4);
/// assert!(chosen.same.contains(&Dialect::GODOT_3));
/// assert!(!chosen.objects && chosen.lenient.is_none());
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Chosen {
    /// The dialect.
    pub dialect: Dialect,
    /// [`Sure`](Certainty::Sure) if every other known generation rejects some value, this crate writes the same
    /// bytes, and there are no doubts, otherwise [`Likely`](Certainty::Likely).
    pub certainty: Certainty,
    /// Implausible contents of the values. They are not searched if other dialects can read the bytes, too.
    pub doubts: Vec<Doubt>,
    /// Other generations and forks that read the same values. Which of them wrote the bytes cannot be detected, and
    /// makes no difference to the values.
    pub same: Vec<Dialect>,
    /// Dialects that read other values but are unlikely: forks, older releases, other builds, and dialects that the
    /// names of settings rule out.
    pub unlikely: Vec<Dialect>,
    /// The first place where this crate writes other bytes.
    pub lenient: Option<Lenient>,
    /// Whether the bytes of all values were compared with those that this crate writes. See [`Detector::quick`].
    /// Arrays, dictionaries and objects of more than 1 MiB are not compared.
    pub compared: bool,
    /// Whether any value contains a full object.
    pub objects: bool,
}

/// The values as one dialect reads them, if another dialect reads other values.
///
/// ```
/// use gamewire::godot::detect::{Choice, detect};
/// use gamewire::godot::{Color, Dialect};
///
/// let color = Dialect::GODOT_3.encode(&Color::new(0.25, 0.5, 0.75, 1.0).into())?;
/// let Choice::Ambiguous(readings) = detect(&color).choice else { panic!() };
/// let values: Result<Vec<_>, _> = readings.iter().map(|reading| reading.dialect.parse(&color)).collect();
/// let values = values?;
/// assert_eq!(values[0].to_string(), "Plane(0.25, 0.5, 0.75, 1)"); // Godot 4
/// assert_eq!(values[1].to_string(), "Color(0.25, 0.5, 0.75, 1)"); // Godot 3
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DialectReading {
    /// The newest dialect with this reading.
    pub dialect: Dialect,
    /// The index of the first value that another dialect reads differently.
    pub index: usize,
    /// Implausible contents of these values.
    pub doubts: Vec<Doubt>,
}

/// The error that no dialect reads all values.
///
/// ```
/// use gamewire::godot::detect::{Choice, detect};
///
/// let Choice::Refused(error) = detect(&[2, 0, 0, 0, 5, 0, 0]).choice else { panic!() };
/// assert_eq!((error.read, error.index, error.error.missing()), (0, 0, Some(1)));
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("no dialect reads all values; {nearest} reads {read} of them, and rejects value {index}: {error}")]
#[non_exhaustive]
pub struct DetectError {
    /// The dialect that reads the most. If several do, it is Godot 3.
    pub nearest: Dialect,
    /// The number of values that this dialect reads.
    pub read: usize,
    /// The index of the first value that it rejects.
    pub index: usize,
    /// The error, with the offset in that value.
    pub error: DecodeError,
}

/// Detects which dialects read all of the bytes, and which one most likely wrote them.
///
/// Full objects are read as data. To detect the dialect of several values, or to state what you know about them, use a
/// [`Detector`].
///
/// ```
/// use gamewire::godot::{Dialect, Variant, detect, detect::Certainty};
///
/// // An Array in Godot 3; at that id Godot 4 has a matrix, and the bytes are too few for one.
/// let scores = Dialect::GODOT_3.encode(&vec![Variant::Int(1), "text".into()].into())?;
/// let found = detect(&scores);
/// assert_eq!((found.certainty(), found.best()), (Certainty::Sure, Some(Dialect::GODOT_3)));
///
/// // An int is the same in every generation: its writer cannot be detected, but the value is certain.
/// let found = detect(&[2, 0, 0, 0, 5, 0, 0, 0]);
/// assert_eq!((found.certainty(), found.best()), (Certainty::Ambiguous, None));
/// assert_eq!(found.reader(), Some(Dialect::GODOT_4));
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
///
/// *Sure* means that the readers of all other generations reject the bytes. The bytes of a release of Godot are therefore
/// never detected as *sure* for another generation. If two generations read different values, neither is chosen; the result has the
/// [doubts](Doubt) about each, such as floats of a size that no game uses.
#[must_use]
pub fn detect(bytes: &[u8]) -> Detection {
    Detector::new().detect(&[bytes])
}

/// Decodes bytes of any generation of Godot, and returns the value with the dialect that reads it.
///
/// If several generations read the same value, the newest is returned, as in [`detect`]. Full objects are read as data.
///
/// # Errors
/// Returns an error if no dialect reads the bytes, or if several dialects read different values.
///
/// ```
/// use gamewire::godot::{Dialect, detect::ParseAnyError, variant};
///
/// let bytes = Dialect::GODOT_4.encode(&variant!({ "hp": 9 }))?;
/// let (dialect, value) = gamewire::parse_any(&bytes)?;
/// assert_eq!((dialect, value), (Dialect::GODOT_4, variant!({ "hp": 9 })));
///
/// // Sixteen bytes at id 14 are a Color until Godot 3, and a Plane in Godot 4.
/// let color = [[14, 0, 0, 0], [0, 0, 0x80, 0x3f], [0; 4], [0; 4], [0, 0, 0x80, 0x3f]].concat();
/// let error = gamewire::parse_any(&color).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "several dialects read the bytes, with different values: godot4: Plane(1, 0, 0, 1), godot3: Color(1, 0, 0, 1)"
/// );
/// assert!(matches!(error, ParseAnyError::Ambiguous(readings) if readings.len() == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_any(bytes: &[u8]) -> Result<(Dialect, Variant), ParseAnyError> {
    let read = |dialect| {
        let value = Decoder::new(dialect).allow_objects(true).parse(bytes);
        value.map(|value| (dialect, value)).map_err(|error| {
            ParseAnyError::Refused(DetectError { nearest: dialect, read: 0, index: 0, error })
        })
    };
    match detect(bytes).choice {
        Choice::Chosen(chosen) => read(chosen.dialect),
        Choice::Ambiguous(readings) => {
            let values = readings.into_iter().map(|reading| read(reading.dialect));
            Err(ParseAnyError::Ambiguous(values.collect::<Result<_, _>>()?))
        }
        Choice::Refused(error) => Err(ParseAnyError::Refused(error)),
    }
}

/// The error of [`parse_any`].
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseAnyError {
    /// Several dialects read the bytes as different values.
    #[error("several dialects read the bytes, with different values: {}", readings(.0))]
    Ambiguous(Vec<(Dialect, Variant)>),
    /// No dialect reads the bytes.
    #[error(transparent)]
    Refused(DetectError),
}

/// Returns each reading in words: `godot4: Plane(1, 0, 0, 1), godot3: Color(1, 0, 0, 1)`.
fn readings(readings: &[(Dialect, Variant)]) -> String {
    let said = |(dialect, value): &(Dialect, Variant)| {
        format!("{dialect}: {}", value.preview(dialect.table(), SHOWN))
    };
    readings.iter().map(said).collect::<Vec<_>>().join(", ")
}

/// Detects the dialect of one or several encoded values, such as a single value, the frames of a stream, or
/// the settings of a project.
///
/// If several generations read the same values, the newest is chosen. Forks and Godot 3 in double precision
/// are chosen only if nothing else reads the bytes. An older release of a generation is considered only if
/// the current release rejects the bytes.
///
/// Each considered dialect costs one check of the bytes up to the first one that it rejects. If it reads all
/// of them, the values are decoded, to find implausible ones, and encoded again, to compare the bytes.
/// Arrays, dictionaries and objects of more than 1 MiB are exempt from both.
///
/// ```
/// use gamewire::godot::detect::{Certainty, Choice, Detector, detect};
/// use gamewire::godot::{Color, Dialect, Variant};
///
/// // Alone, a color of Godot 3 may as well be a plane of Godot 4; together with an array it may not.
/// let color = Dialect::GODOT_3.encode(&Color::new(0.25, 0.5, 0.75, 1.0).into())?;
/// let array = Dialect::GODOT_3.encode(&vec![Variant::Int(1), "text".into()].into())?;
/// assert!(matches!(detect(&color).choice, Choice::Ambiguous(readings) if readings.len() == 2));
/// let both = Detector::new().detect(&[&color, &array]);
/// assert_eq!((both.best(), both.certainty()), (Some(Dialect::GODOT_3), Certainty::Sure));
///
/// let bytes = [2, 0, 0, 0, 5, 0, 0, 0, 0xff]; // An int, and a byte that is none of it.
/// assert!(matches!(detect(&bytes).choice, Choice::Refused(_)));
/// let lax = Detector::new().only(Some(Dialect::GODOT_3)).allow_trailing(true);
/// assert_eq!(lax.detect(&[&bytes]).reader(), Some(Dialect::GODOT_3));
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Detector {
    only: Option<Dialect>,
    trailing: bool,
    quick: bool,
    prefer: Option<Dialect>,
}

impl Detector {
    /// Creates a detector without constraints.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Considers only this dialect. The result says whether it reads the values.
    #[must_use]
    pub fn only(mut self, dialect: impl Into<Option<Dialect>>) -> Self {
        self.only = dialect.into();
        self
    }

    /// Returns the only dialect that is considered.
    pub fn only_dialect(&self) -> Option<Dialect> {
        self.only
    }

    /// Returns whether bytes after each value are allowed.
    pub fn allows_trailing(&self) -> bool {
        self.trailing
    }

    /// Returns whether the bytes are not compared.
    pub fn is_quick(&self) -> bool {
        self.quick
    }

    /// Allows bytes after each value. This makes the result less certain, because a single word can then be a
    /// whole value.
    #[must_use]
    pub fn allow_trailing(mut self, yes: bool) -> Self {
        self.trailing = yes;
        self
    }

    /// Does not compare the bytes with those that this crate writes, which takes longer than the validation. Godot 4
    /// is then assumed to have single precision, and no result is certain.
    #[must_use]
    pub fn quick(mut self, yes: bool) -> Self {
        self.quick = yes;
        self
    }

    /// Chooses this dialect if it reads the values, even if others do too. It is used if the surrounding data
    /// name the dialect.
    pub fn prefer(mut self, dialect: Option<Dialect>) -> Self {
        self.prefer = dialect;
        self
    }

    /// Returns whether some dialect reads all the values. Returns `false` if more than `work` bytes would
    /// have to be examined, and otherwise subtracts the number of examined bytes from `work`.
    pub fn is_read(&self, values: &[&[u8]], work: &mut usize) -> bool {
        let input = Input::new(values, *self);
        let length = |count: usize| values.iter().take(count).map(|bytes| bytes.len()).sum::<usize>();
        let whole = length(values.len());
        MAINLINE.into_iter().chain(RARE).chain(OLDER).any(|dialect| {
            let rejection = if *work < whole { return false } else { input.rejection(dialect) };
            *work -= rejection.map_or(whole, |refused| length(refused.index) + refused.offset);
            rejection.is_none()
        })
    }

    /// Returns whether a dialect reads the values, this crate writes the same bytes in it, and a game could have such
    /// values.
    pub fn would_write(&self, dialect: Dialect, values: &[&[u8]]) -> bool {
        let mut input = Input::new(values, Self::new());
        input.reads(dialect) && {
            let reading = input.reading(dialect, false);
            reading.is_canonical() && reading.evidence.doubts().is_empty()
        }
    }

    /// Detects the dialect that reads all the values.
    pub fn detect(&self, values: &[&[u8]]) -> Detection {
        let mut input = Input::new(values, Self { quick: self.quick || self.only.is_some(), ..*self });
        let choice = match self.only {
            Some(dialect) if input.reads(dialect) => chosen(dialect, Vec::new(), Vec::new(), &mut input),
            Some(dialect) => refusal(&[dialect], &input),
            None => among_all(self.prefer, &mut input),
        };
        Detection { candidates: input.candidates(&choice), choice }
    }
}

impl Detection {
    /// Returns the dialect that most likely wrote the bytes, or `None` if several generations fit equally or
    /// none does.
    ///
    /// If only minor versions of one engine remain, the most common one that reads the bytes is returned.
    pub fn best(&self) -> Option<Dialect> {
        self.reader().filter(|_| self.certainty() >= Certainty::Likely)
    }

    /// Returns the dialect to read the bytes with, which is the newest of those that read the same values.
    /// Returns `None` if dialects that fit equally read different values, or if no dialect fits.
    pub fn reader(&self) -> Option<Dialect> {
        match &self.choice {
            Choice::Chosen(chosen) => Some(chosen.dialect),
            Choice::Ambiguous(_) | Choice::Refused(_) => None,
        }
    }

    /// Returns how certain the dialect is.
    pub fn certainty(&self) -> Certainty {
        match &self.choice {
            Choice::Refused(_) => Certainty::Nothing,
            Choice::Ambiguous(_) => Certainty::Ambiguous,
            Choice::Chosen(Chosen { dialect, same, certainty, .. }) => {
                match same.iter().all(|other| other.table() == dialect.table()) {
                    true => *certainty,
                    false => Certainty::Ambiguous,
                }
            }
        }
    }
}

/// Decides between all dialects.
fn among_all(preferred: Option<Dialect>, input: &mut Input<'_>) -> Choice {
    // The dialects that read the values, each with the rank of its group.
    let mut fitting: Vec<(u8, Dialect)> = Vec::new();
    for (rank, group) in [(0, &MAINLINE[..]), (2, &RARE), (1, &OLDER)] {
        for dialect in group {
            // Old releases of a generation whose current one reads the bytes are left out.
            let is_newer = |(of, other): &(u8, Dialect)| *of == 0 && other.table() == dialect.table();
            if rank == 1 && fitting.iter().any(is_newer) || !input.reads(*dialect) {
                continue;
            }
            // Only Godot 2 reads input events, and it accepts any number as their type.
            let wide = fitting.iter().any(|(_, other)| other.double() != dialect.double());
            if dialect.table() != Table::Godot2 || input.reading(*dialect, wide).evidence.odd_events == 0 {
                fitting.push((rank, *dialect));
            }
        }
    }
    let Some(best) = fitting.iter().map(|(rank, _)| *rank).min() else {
        return refusal(&[Dialect::GODOT_3, Dialect::GODOT_4, Dialect::GODOT_2], input);
    };
    let of = |is_leading: bool| {
        let group = fitting.iter().filter(move |(rank, _)| (*rank == best) == is_leading);
        group.map(|(_, dialect)| *dialect)
    };
    let (leading, rivals): (Vec<Dialect>, Vec<Dialect>) = (of(true).collect(), of(false).collect());
    if let Some(dialect) = preferred.filter(|dialect| leading.contains(dialect)) {
        let others = leading.into_iter().filter(|other| *other != dialect);
        // The surrounding data belong to one generation.
        let rivals = rivals.into_iter().filter(|rival| rival.table() == dialect.table());
        return chosen(dialect, Vec::new(), others.chain(rivals).collect(), input);
    }
    if let [only] = *leading.as_slice() {
        return chosen(only, Vec::new(), rivals, input);
    }
    let all: Vec<_> = leading.into_iter().map(|dialect| (dialect, input.reading(dialect, true))).collect();
    // If bytes may follow a value, almost any bytes are read as a type of a fixed size.
    let is_likely =
        |(_, reading): &&(_, Rc<Reading>)| !input.options.trailing || reading.evidence.doubts().is_empty();
    let (mut likely, mut unlikely): (Vec<_>, Vec<_>) = all.iter().partition(is_likely);
    if likely.is_empty() {
        (likely, unlikely) = (unlikely, likely);
    }
    let numbers = likely.first().map(|(_, reading)| &reading.numbers);
    if likely.iter().any(|(_, other)| numbers != Some(&other.numbers)) {
        return Choice::Ambiguous(distinct(&all));
    }
    let same = likely.iter().skip(1).map(|(dialect, _)| *dialect).collect();
    let unlikely = unlikely.iter().map(|(dialect, _)| *dialect).chain(rivals).collect();
    let dialect = likely.first().map_or(Dialect::GODOT_4, |(dialect, _)| *dialect);
    chosen(dialect, same, unlikely, input)
}

/// Returns the newest dialect of each reading.
fn distinct(all: &[(Dialect, Rc<Reading>)]) -> Vec<DialectReading> {
    let first = all.first().map(|(_, first)| &first.numbers[..]).unwrap_or_default();
    let differs = |(_, one): &(_, Rc<Reading>)| one.numbers.iter().zip(first).position(|(a, b)| a != b);
    let index = all.iter().filter_map(differs).min().unwrap_or(0);
    let mut newest: Vec<&(Dialect, Rc<Reading>)> = Vec::new();
    for one in all {
        if newest.iter().all(|newer| newer.1.numbers != one.1.numbers) {
            newest.push(one);
        }
    }
    let reading = |(dialect, reading): &(Dialect, Rc<Reading>)| DialectReading {
        dialect: *dialect,
        index,
        doubts: reading.evidence.doubts(),
    };
    newest.into_iter().map(reading).collect()
}

/// Returns the choice of one dialect. `same` are others that read the same values, and `others` may read other values.
fn chosen(dialect: Dialect, mut same: Vec<Dialect>, others: Vec<Dialect>, input: &mut Input<'_>) -> Choice {
    let mut unlikely = Vec::new();
    for other in others {
        // A rare dialect that reads the same values is not listed as an alternative. If it belongs to the same
        // engine, it is not listed at all.
        if MAINLINE.contains(&other) || !input.options.quick && !input.same(dialect, other) {
            unlikely.push(other);
        } else if !input.options.quick && other.table() != dialect.table() {
            same.push(other);
        }
    }
    let mut chosen = Chosen {
        dialect,
        certainty: Certainty::Likely,
        doubts: Vec::new(),
        same,
        unlikely,
        lenient: None,
        compared: false,
        objects: false,
    };
    let mut may_have_objects = true;
    if !input.options.quick {
        let mut reading = input.reading(dialect, false);
        // Godot 4 reads both widths and writes one, so the width of the bytes shows the precision.
        if dialect.table() == Table::Godot4
            && reading.lenient().is_some()
            && reading.evidence.components
            && input.reads(dialect.double())
            && let double = input.reading(dialect.double(), false)
            && double.lenient().is_none()
        {
            (chosen.dialect, reading) = (dialect.double(), double);
        }
        let alone = chosen.same.is_empty() && chosen.unlikely.is_empty();
        if alone && reading.is_canonical() && !input.options.trailing {
            chosen.doubts = reading.evidence.doubts();
            if chosen.doubts.is_empty() {
                chosen.certainty = Certainty::Sure;
            }
        }
        (chosen.lenient, chosen.compared) = (reading.lenient().cloned(), reading.is_compared);
        may_have_objects = reading.evidence.objects || !reading.is_canonical();
    }
    chosen.objects = may_have_objects && input.has_objects(chosen.dialect);
    Choice::Chosen(chosen)
}

/// Returns the error of the dialect that reads the most, or of the first one if several do. Every dialect
/// accepts an empty list of values, so there is a value that each of them rejects.
fn refusal(dialects: &[Dialect], input: &Input<'_>) -> Choice {
    let mut best: Option<(_, DetectError)> = None;
    for dialect in dialects {
        // A dialect that reads everything as a value that nobody could have written gives no useful error.
        let Some(refusal) = input.refusal(*dialect) else { continue };
        let progress = (refusal.read, progress(&refusal.error));
        if best.as_ref().is_none_or(|(best, _)| progress > *best) {
            best = Some((progress, refusal));
        }
    }
    best.map_or(Choice::Ambiguous(Vec::new()), |(_, refusal)| Choice::Refused(refusal))
}

/// Returns how far a reader came: up to the first word (0), into the outermost value, or into a value inside
/// it; and the offset.
fn progress(error: &DecodeError) -> (u8, usize) {
    match error.path().segments() {
        [] if error.offset() == 0 => (0, 0),
        [] => (1, 0),
        _ => (2, error.offset()),
    }
}
