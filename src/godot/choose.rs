//! One dialect for the whole of a file: for all its values together, or none.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::decode::Decoder;
use super::dialect::Dialect;
use super::evidence::Evidence;
use super::guess::{CLEAR, Certainty, LENIENT, reading};
use super::ids::Table;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::verdict::Verdict;

/// The releases that most games are made with, newest first.
const MAINLINE: [Dialect; 3] = [Dialect::GODOT_4, Dialect::GODOT_3, Dialect::GODOT_2];
/// Older releases, which read some bytes that the newer ones refuse.
const OLDER: [Dialect; 4] =
    [Dialect::GODOT_4_3, Dialect::GODOT_4_2, Dialect::GODOT_3_0, Dialect::GODOT_2_1_5];
/// What few games are made with. (Double precision builds of Godot 4 read as all others do.)
const RARE: [Dialect; 4] =
    [Dialect::GODOT_3.double(), Dialect::PANDEMONIUM_5_0, Dialect::PANDEMONIUM_3_8, Dialect::PANDEMONIUM_3_5];

/// The answer of [`choose`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Choice {
    /// One dialect reads every piece, and nothing else that reads them all is as likely.
    Chosen(Chosen),
    /// Several dialects read every piece, not all to the same value, and nothing speaks clearly for one.
    Ambiguous(Vec<Reading>),
    /// No dialect reads every piece.
    Refused(Refusal),
}

/// The dialect that reads every piece.
#[derive(Debug, Clone)]
pub struct Chosen {
    /// The dialect.
    pub dialect: Dialect,
    /// [`Sure`](Certainty::Sure) if every other known generation refuses some piece and all are what the engine
    /// writes, otherwise [`Likely`](Certainty::Likely).
    pub certainty: Certainty,
    /// Other generations and forks that read the same values: which of them wrote the bytes cannot be told, nor does it
    /// matter to who reads them.
    pub same: Vec<Dialect>,
    /// Dialects that read other values, which are less likely.
    pub unlikely: Vec<Dialect>,
    /// The first place that the engine would write differently.
    pub lenient: Option<Lenient>,
    /// Whether there are whole objects in some piece.
    pub objects: bool,
}

/// A place that the engine would write differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lenient {
    /// Index of the piece.
    pub piece: usize,
    /// Offset in it.
    pub offset: usize,
    /// What is there.
    pub why: String,
}

/// One of several readings that differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The newest dialect that reads so.
    pub dialect: Dialect,
    /// Index of the first piece whose value is another in another reading.
    pub piece: usize,
    /// What speaks against this reading, in words.
    pub doubts: Vec<String>,
}

/// Why no dialect fits.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// The dialect that comes furthest; Godot 3 of several.
    pub nearest: Dialect,
    /// How many pieces it reads.
    pub read: usize,
    /// Index of the first piece that it refuses.
    pub piece: usize,
    /// Why it does, with the offset in that piece.
    pub error: DecodeError,
}

/// Chooses the dialect that all the pieces are read with: the frames of a stream, the settings of a project, or a
/// single value. Whole objects are read, as data.
///
/// Where several generations read the same values, the newest is taken. Forks and Godot 3 in double precision come
/// last: they are taken only where nothing else reads the bytes. [`guess`](super::guess()) tells more of a single
/// value.
///
/// ```
/// use gamewire::godot::{Certainty, Choice, Color, Dialect, Variant, choose};
///
/// // Alone, a color of Godot 3 may as well be a plane of Godot 4; together with an array it may not.
/// let color = Dialect::GODOT_3.encode(&Color::new(0.25, 0.5, 0.75, 1.0).into())?;
/// let array = Dialect::GODOT_3.encode(&vec![Variant::Int(1), "text".into()].into())?;
/// assert!(matches!(choose(&[&color]), Choice::Ambiguous(readings) if readings.len() == 2));
/// let Choice::Chosen(chosen) = choose(&[&color, &array]) else { panic!() };
/// assert_eq!((chosen.dialect, chosen.certainty), (Dialect::GODOT_3, Certainty::Sure));
///
/// // An int is the same to all.
/// let Choice::Chosen(chosen) = choose(&[&[2, 0, 0, 0, 5, 0, 0, 0]]) else { panic!() };
/// assert_eq!((chosen.dialect, chosen.certainty), (Dialect::GODOT_4, Certainty::Likely));
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[must_use]
pub fn choose(pieces: &[&[u8]]) -> Choice {
    Chooser::new().choose(pieces)
}

/// Chooses a dialect, with all there is to say beforehand. See [`choose`].
///
/// ```
/// use gamewire::godot::{Choice, Chooser, Dialect};
/// let bytes = [2, 0, 0, 0, 5, 0, 0, 0, 0xff]; // An int, and a byte that is none of it.
/// assert!(matches!(Chooser::new().choose(&[&bytes]), Choice::Refused(_)));
/// let lax = Chooser::new().only(Some(Dialect::GODOT_3)).allow_trailing(true);
/// assert!(matches!(lax.choose(&[&bytes]), Choice::Chosen(_)));
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Chooser {
    only: Option<Dialect>,
    trailing: bool,
    quick: bool,
}

impl Chooser {
    /// Knows nothing beforehand.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// There is only this dialect to choose: what is asked is whether it reads the pieces.
    #[must_use]
    pub fn only(mut self, dialect: Option<Dialect>) -> Self {
        self.only = dialect;
        self
    }

    /// Lets bytes follow the value of each piece. As little as one word can then be a whole value, so the answer
    /// is weaker.
    #[must_use]
    pub fn allow_trailing(mut self, allowed: bool) -> Self {
        self.trailing = allowed;
        self
    }

    /// Does not compare the pieces with what the engine would write, which takes as long as reading and writing
    /// them. The precision of Godot 4 is then taken for single, and nothing is sure.
    #[must_use]
    pub fn quick(mut self, quick: bool) -> Self {
        self.quick = quick;
        self
    }

    /// Chooses the dialect that all the pieces are read with.
    pub fn choose(&self, pieces: &[&[u8]]) -> Choice {
        choose_among(pieces, *self)
    }
}

fn choose_among(pieces: &[&[u8]], how: Chooser) -> Choice {
    let Chooser { only, trailing, .. } = how;
    let reads = |dialect: &Dialect| reads(*dialect, pieces, trailing).is_some();
    if let Some(dialect) = only {
        if let Some(objects) = self::reads(dialect, pieces, trailing) {
            let (certainty, none) = (Certainty::Likely, Vec::new);
            let (same, unlikely) = (none(), none());
            return Choice::Chosen(Chosen { dialect, certainty, same, unlikely, lenient: None, objects });
        }
        return refusal(&[dialect], pieces, trailing).map_or(Choice::Ambiguous(Vec::new()), Choice::Refused);
    }
    for group in [&MAINLINE[..], &OLDER, &RARE] {
        let fits = |dialect: &Dialect| reads(dialect) && is_possible(*dialect, pieces, trailing);
        let fitting: Vec<Dialect> = group.iter().copied().filter(fits).collect();
        if let Some(newest) = fitting.first() {
            let rare = if group == RARE { Vec::new() } else { RARE.iter().copied().filter(reads).collect() };
            return decide(*newest, &fitting, rare, pieces, how);
        }
    }
    // Nothing to read is read by all, so there is a piece that each dialect refuses.
    let nearest = [Dialect::GODOT_3, Dialect::GODOT_4, Dialect::GODOT_2];
    refusal(&nearest, pieces, trailing).map_or(Choice::Ambiguous(Vec::new()), Choice::Refused)
}

fn decoder(dialect: Dialect, trailing: bool) -> Decoder {
    Decoder::new(dialect).allow_objects(true).allow_trailing(trailing)
}

/// Whether an engine could have written the values. Only Godot 2 reads input events, and it takes any number for their
/// type.
fn is_possible(dialect: Dialect, pieces: &[&[u8]], trailing: bool) -> bool {
    if dialect.table() != Table::Godot2 {
        return true;
    }
    let decoder = decoder(dialect, trailing);
    let mut evidence = Evidence::default();
    for piece in pieces {
        if let Ok((value, _)) = decoder.parse_prefix(piece) {
            evidence.look(&value);
        }
    }
    !evidence.is_impossible()
}

/// What one dialect makes of all pieces.
struct Values {
    dialect: Dialect,
    /// A number for each value; equal ones have the same.
    readings: Vec<u64>,
    score: i32,
    doubts: Vec<String>,
}

impl Values {
    fn of(dialect: Dialect, pieces: &[&[u8]], how: Chooser) -> Self {
        let decoder = decoder(dialect, how.trailing);
        let mut evidence = Evidence::default();
        let mut readings = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let Ok((value, rest)) = decoder.parse_prefix(piece) else { continue };
            evidence.look(&value);
            let mut hasher = std::hash::DefaultHasher::new();
            (reading(&value), rest.len()).hash(&mut hasher);
            readings.push(hasher.finish());
        }
        let lenient = if lenient(dialect, pieces, how).is_some() { LENIENT } else { 0 };
        Self { dialect, readings, score: -evidence.weight() - lenient, doubts: evidence.doubts() }
    }
}

/// Between dialects that all read the pieces, newest first.
fn decide(
    newest: Dialect,
    fitting: &[Dialect],
    rare: Vec<Dialect>,
    pieces: &[&[u8]],
    how: Chooser,
) -> Choice {
    if fitting.len() == 1 {
        return Choice::Chosen(chosen(newest, Vec::new(), rare, pieces, how));
    }
    let all: Vec<Values> = fitting.iter().map(|dialect| Values::of(*dialect, pieces, how)).collect();
    let best = all.iter().map(|values| values.score).max().unwrap_or_default();
    let (fits, unlikely): (Vec<&Values>, Vec<&Values>) =
        all.iter().partition(|values| best - values.score < CLEAR);
    let first = fits.first().map(|values| &values.readings);
    if fits.iter().any(|values| Some(&values.readings) != first) {
        return Choice::Ambiguous(distinct(&all));
    }
    // Of those that read the same as the best ones, the newest: also if it would write it differently.
    let (same, unlikely): (Vec<&Values>, Vec<&Values>) =
        fits.into_iter().chain(unlikely).partition(|values| Some(&values.readings) == first);
    let mut same: Vec<Dialect> = same.into_iter().map(|values| values.dialect).collect();
    same.sort_by_key(|dialect| fitting.iter().position(|other| other == dialect));
    let dialect = if same.is_empty() { newest } else { same.remove(0) };
    let unlikely = unlikely.into_iter().map(|values| values.dialect).chain(rare).collect();
    Choice::Chosen(chosen(dialect, same, unlikely, pieces, how))
}

/// The newest dialect of each reading.
fn distinct(all: &[Values]) -> Vec<Reading> {
    let first = all.first().map(|values| values.readings.as_slice()).unwrap_or_default();
    let piece = all.iter().filter_map(|values| values.readings.iter().zip(first).position(|(a, b)| a != b));
    let piece = piece.min().unwrap_or(0);
    let newest = all
        .iter()
        .enumerate()
        .filter(|(at, values)| all.iter().take(*at).all(|newer| newer.readings != values.readings));
    newest
        .map(|(_, values)| Reading { dialect: values.dialect, piece, doubts: values.doubts.clone() })
        .collect()
}

fn chosen(
    dialect: Dialect,
    mut same: Vec<Dialect>,
    mut unlikely: Vec<Dialect>,
    pieces: &[&[u8]],
    how: Chooser,
) -> Chosen {
    // What is rare and reads the same is no other answer, and that of the same engine not even another origin.
    let (rare, rivals): (Vec<Dialect>, Vec<Dialect>) =
        unlikely.into_iter().partition(|dialect| RARE.contains(dialect));
    unlikely = rivals;
    if !rare.is_empty() && !how.quick {
        let readings = Values::of(dialect, pieces, how).readings;
        let reads_same = |other: &Dialect| Values::of(*other, pieces, how).readings == readings;
        let (alike, others): (Vec<Dialect>, Vec<Dialect>) = rare.into_iter().partition(reads_same);
        same.extend(alike.into_iter().filter(|other| other.table() != dialect.table()));
        unlikely.extend(others);
    }
    let (dialect, lenient) = precision(dialect, pieces, how);
    let objects = reads(dialect, pieces, how.trailing).unwrap_or_default();
    let alone = same.is_empty() && unlikely.is_empty() && lenient.is_none();
    let certainty = if alone && !how.trailing && !how.quick { Certainty::Sure } else { Certainty::Likely };
    Chosen { dialect, certainty, same, unlikely, lenient, objects }
}

/// Whether a dialect reads all pieces: if so, whether there are whole objects in them.
fn reads(dialect: Dialect, pieces: &[&[u8]], trailing: bool) -> Option<bool> {
    let with_objects = decoder(dialect, trailing);
    let without = with_objects.allow_objects(false);
    let mut objects = false;
    for piece in pieces {
        match without.check(piece) {
            Ok(()) => {}
            Err(error) if error.kind() == DecodeErrorKind::ObjectsRefused => {
                objects = true;
                with_objects.check(piece).ok()?;
            }
            Err(_) => return None,
        }
    }
    Some(objects)
}

/// Godot 4 reads both widths and writes one: the one in which the bytes are what it writes.
fn precision(dialect: Dialect, pieces: &[&[u8]], how: Chooser) -> (Dialect, Option<Lenient>) {
    let single = lenient(dialect, pieces, how);
    if single.is_some() && dialect.table() == Table::Godot4 {
        let double = lenient(dialect.double(), pieces, how);
        if double.is_none() {
            return (dialect.double(), None);
        }
    }
    (dialect, single)
}

/// The first place that the dialect would write differently.
fn lenient(dialect: Dialect, pieces: &[&[u8]], how: Chooser) -> Option<Lenient> {
    let decoder = decoder(dialect, how.trailing);
    let differs = |(piece, bytes): (usize, &&[u8])| match decoder.verify(bytes) {
        Verdict::Padding { offset, bytes } => {
            let why = format!("{bytes} bytes of padding are not zero");
            Some(Lenient { piece, offset, why })
        }
        Verdict::Differs { offset, why } => Some(Lenient { piece, offset, why }),
        _ => None,
    };
    pieces.iter().enumerate().filter(|_| !how.quick).find_map(differs)
}

/// Which dialect comes furthest, the first of several; `None` if one reads all pieces.
fn refusal(dialects: &[Dialect], pieces: &[&[u8]], trailing: bool) -> Option<Refusal> {
    let mut best: Option<(_, Refusal)> = None;
    for nearest in dialects.iter().copied() {
        let decoder = decoder(nearest, trailing);
        let mut errors = pieces.iter().enumerate().filter_map(|(piece, bytes)| {
            let error = decoder.check(bytes).err()?;
            Some((piece, error))
        });
        // One that reads them all to a value that nobody could have written says nothing.
        let Some((piece, error)) = errors.next() else { continue };
        let read = pieces.len() - 1 - errors.count();
        let progress = (read, progress(&error));
        if best.as_ref().is_none_or(|(best, _)| progress > *best) {
            best = Some((progress, Refusal { nearest, read, piece, error }));
        }
    }
    best.map(|(_, refusal)| refusal)
}

/// How far a reader came: not past the first word, into the outermost value, or into one inside it and how far.
fn progress(error: &DecodeError) -> (u8, usize) {
    match error.path().segments() {
        [] if error.offset() == 0 => (0, 0),
        [] => (1, 0),
        _ => (2, error.offset()),
    }
}

/// One line: the dialect and what speaks for it.
impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What most games are made with is named, and all if there is only other.
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
            names.join(" and ")
        };
        let Self { dialect, same, unlikely, .. } = self;
        match (same.as_slice(), unlikely.as_slice()) {
            ([], []) if self.certainty == Certainty::Sure => {
                write!(f, "surely {dialect}: every other known generation refuses these bytes")
            }
            ([], []) => write!(f, "likely {dialect}: every other known generation refuses these bytes"),
            ([], unlikely) => {
                write!(f, "likely {dialect}: it fits best, though {} can be read too", names(unlikely))
            }
            (same, []) => {
                write!(
                    f,
                    "cannot tell {dialect} from {}, which read the same: taken as {dialect}",
                    names(same)
                )
            }
            (same, unlikely) => write!(
                f,
                "cannot tell {dialect} from {}, which read the same: taken as {dialect}, which fits better than {}",
                names(same),
                names(unlikely)
            ),
        }
    }
}
