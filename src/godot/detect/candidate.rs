//! The reading of bytes in one dialect.

use std::hash::{BuildHasher, Hash, Hasher};
use std::rc::Rc;

use foldhash::fast::RandomState;

use super::evidence::{Doubt, Evidence};
use super::portions::{LARGEST, Portion, portions};
use super::reading::reading;
use super::scan::{Aims, Scan, scan};
use super::{Choice, Chosen, Refusal};
use crate::error::{DecodeErrorKind, Fault};
use crate::godot::Decoder;
use crate::godot::dialect::{Dialect, Precision};
use crate::godot::ids::Table;
use crate::verdict::Verdict;

/// Less than this between two scores is no difference.
pub(super) const CLEAR: i32 = 4;
/// The cost of bytes that the engine would write differently.
const LENIENT: i32 = 6;

/// The degree to which bytes fit a dialect.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Fit {
    /// They are exactly what its engine writes.
    Canonical,
    /// Its engine reads them, but would write them differently.
    Lenient(Lenient),
    /// Its engine reads them. Whether it would write them so was not needed, and not checked.
    Reads,
    /// Its engine refuses them.
    Rejected(Rejection),
}

/// A place that the engine would write differently.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lenient {
    /// Index of the value.
    pub index: usize,
    /// Offset in it.
    pub offset: usize,
    /// A description of the finding.
    pub why: String,
}

/// A place that the engine refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejection {
    /// Index of the value.
    pub index: usize,
    /// Offset in it.
    pub offset: usize,
    /// Why.
    pub kind: DecodeErrorKind,
}

/// One dialect and how it fits.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Candidate {
    /// The dialect.
    pub dialect: Dialect,
    /// Whether and how all values are read.
    pub fit: Fit,
    /// Implausible values: floats of absurd size, class names that are none, .. They are searched for
    /// only where several dialects read the bytes; empty if there are none.
    pub doubts: Vec<Doubt>,
}

impl Candidate {
    /// Returns whether the dialect reads the bytes at all.
    #[must_use]
    pub fn fits(&self) -> bool {
        !matches!(self.fit, Fit::Rejected(_))
    }
}

/// The values that a dialect reads.
#[derive(Debug, Clone)]
pub(super) struct Examined {
    pub(super) dialect: Dialect,
    /// A number for each decoded value; equal ones have the same.
    pub(super) readings: Rc<[u64]>,
    pub(super) score: i32,
    pub(super) doubts: Vec<Doubt>,
}

/// The findings of a dialect in all values: a stream may have many small ones.
struct Scanned {
    dialect: Dialect,
    aims: Aims,
    evidence: Evidence,
    objects: bool,
    /// Whether the findings are those for one precision alone.
    components: bool,
    /// Indexes of values that have to be built or are too long to be scanned.
    open: Vec<usize>,
    /// Values that are not certainly what the engine writes.
    unsure: Vec<Unsure>,
}

/// A value that is not certainly what the engine writes.
#[derive(Clone, Copy)]
struct Unsure {
    index: usize,
    /// The first byte that the engine writes differently, if it is known.
    place: Option<usize>,
    /// The number of bytes of the value, if it was scanned.
    length: Option<usize>,
}

/// The encoded values, and the findings in them: nothing is examined twice.
pub(super) struct Input<'p> {
    values: &'p [&'p [u8]],
    trailing: bool,
    quick: bool,
    checked: Vec<(Dialect, Option<Rejection>)>,
    compared: Vec<(Dialect, Option<Lenient>)>,
    left_out: usize,
    examined: Vec<Examined>,
    scanned: Vec<Rc<Scanned>>,
    hashing: RandomState,
}

impl Scanned {
    /// Returns whether these are the findings of a dialect: both precisions of an engine read and write alike what has no
    /// components.
    fn is_of(&self, dialect: Dialect) -> bool {
        self.dialect == dialect || !self.components && self.dialect.double() == dialect.double()
    }
}

impl<'p> Input<'p> {
    pub(super) fn new(values: &'p [&'p [u8]], trailing: bool, quick: bool) -> Self {
        Self {
            values,
            trailing,
            quick,
            checked: Vec::with_capacity(Dialect::ALL.len()),
            compared: Vec::new(),
            left_out: 0,
            examined: Vec::new(),
            scanned: Vec::new(),
            hashing: RandomState::default(),
        }
    }

    pub(super) fn quick(&self) -> bool {
        self.quick
    }

    /// Returns whether all that was compared with what an engine writes was compared to the last byte.
    pub(super) fn is_compared(&self) -> bool {
        !self.quick && self.left_out == 0
    }

    /// Returns whether everything is demanded: no byte too many, and all as the engine writes it.
    pub(super) fn is_exact(&self) -> bool {
        !self.trailing && self.is_compared()
    }

    fn decoder(&self, dialect: Dialect) -> Decoder {
        Decoder::new(dialect).allow_objects(true).allow_trailing(self.trailing)
    }

    /// Returns whether a dialect reads all values.
    pub(super) fn reads(&mut self, dialect: Dialect) -> bool {
        self.rejection(dialect).is_none()
    }

    /// The same, where it does not take looking at more than `work` bytes.
    #[cfg(feature = "identify")]
    pub(super) fn reads_within(&mut self, dialect: Dialect, work: &mut usize) -> bool {
        if *work < self.values.iter().map(|bytes| bytes.len()).sum() {
            return false;
        }
        let rejection = self.rejection(dialect);
        let whole = |count: usize| self.values.iter().take(count).map(|bytes| bytes.len()).sum::<usize>();
        *work -= rejection.map_or(whole(self.values.len()), |refused| whole(refused.index) + refused.offset);
        rejection.is_none()
    }

    /// The first place that a dialect refuses.
    fn rejection(&mut self, dialect: Dialect) -> Option<Rejection> {
        if let Some(rejection) = of(&self.checked, dialect) {
            return *rejection;
        }
        // Both precisions of Godot 4 read alike.
        let is_wide = dialect.table() == Table::Godot4 && dialect.precision() == Precision::Double;
        let alike = self.checked.iter().find(|(other, _)| is_wide && other.double() == dialect);
        let rejection = match alike {
            Some((_, rejection)) => *rejection,
            None => {
                let decoder = self.decoder(dialect);
                let refused = |(index, bytes): (usize, &&[u8])| {
                    let Fault { left, kind, .. } = decoder.reach(bytes).err()?;
                    Some(Rejection { index, offset: bytes.len().saturating_sub(left), kind })
                };
                self.values.iter().enumerate().find_map(refused)
            }
        };
        self.checked.push((dialect, rejection));
        rejection
    }

    /// The same with all there is to say; `None` if all values are read.
    pub(super) fn refusal(&mut self, nearest: Dialect) -> Option<Refusal> {
        let Rejection { index, .. } = self.rejection(nearest)?;
        let decoder = self.decoder(nearest);
        let error = decoder.check(self.values.get(index)?).err()?;
        let later = self.values.iter().skip(index + 1);
        let read = index + later.filter(|bytes| decoder.reach(bytes).is_ok()).count();
        Some(Refusal { nearest, read, index, error })
    }

    /// Scans the values, which a dialect reads, or finds the scan that was made. A new one also gives a number for each value,
    /// if that is an aim.
    fn scanned(&mut self, dialect: Dialect, aims: Aims) -> (Rc<Scanned>, Vec<u64>) {
        let is_known = |scanned: &&Rc<Scanned>| scanned.aims.include(aims) && scanned.is_of(dialect);
        if let Some(scanned) = self.scanned.iter().find(is_known).filter(|_| !aims.reading) {
            return (Rc::clone(scanned), Vec::new());
        }
        let mut readings = Vec::with_capacity(if aims.reading { self.values.len() } else { 0 });
        let mut scanned = Scanned {
            dialect,
            aims,
            evidence: Evidence::default(),
            objects: false,
            components: false,
            open: Vec::new(),
            unsure: Vec::new(),
        };
        for (index, bytes) in self.values.iter().enumerate() {
            let found = match bytes.len() {
                0..=LARGEST => scan(dialect, bytes, aims, &self.hashing),
                _ => None,
            };
            if !found.as_ref().is_some_and(|found| found.canonical) {
                scanned.unsure.push(Unsure {
                    index,
                    place: found.as_ref().and_then(|found| found.difference),
                    length: found.as_ref().map(|found| found.length),
                });
            }
            let mut reading = 0;
            match found {
                Some(Scan { evidence, objects, components, reading: number, length, .. }) => {
                    scanned.evidence.add(&evidence);
                    scanned.objects |= objects;
                    scanned.components |= components;
                    reading = self.hashing.hash_one((number, length));
                }
                None => {
                    scanned.components = true;
                    scanned.open.push(index);
                }
            }
            if aims.reading {
                readings.push(reading);
            }
        }
        let scanned = Rc::new(scanned);
        self.scanned.push(Rc::clone(&scanned));
        (scanned, readings)
    }

    /// Returns whether there are full objects in values that the dialect reads.
    pub(super) fn has_objects(&self, dialect: Dialect) -> bool {
        let without = self.decoder(dialect).allow_objects(false);
        let refuses = |bytes: &[u8]| without.reach(bytes).is_err();
        match self.scanned.iter().find(|scanned| scanned.dialect == dialect) {
            Some(scanned) => {
                let mut open = scanned.open.iter().filter_map(|index| self.values.get(*index));
                scanned.objects || open.any(|bytes| refuses(bytes))
            }
            None => self.values.iter().any(|bytes| refuses(bytes)),
        }
    }

    /// Returns whether an engine could have written the values. Only Godot 2 reads input events, and it takes any number for
    /// their type.
    pub(super) fn is_possible(&mut self, dialect: Dialect) -> bool {
        dialect.table() != Table::Godot2 || {
            let aims = Aims { evidence: true, canonical: !self.quick, ..Aims::default() };
            let (evidence, _) = self.evidence(dialect, aims);
            !evidence.is_impossible()
        }
    }

    /// Evidence in the values that a dialect reads, and a number for each of them if that is an aim.
    fn evidence(&mut self, dialect: Dialect, aims: Aims) -> (Evidence, Rc<[u64]>) {
        let decoder = self.decoder(dialect);
        let (scanned, mut readings) = self.scanned(dialect, aims);
        let mut evidence = scanned.evidence.clone();
        for &index in &scanned.open {
            let Some(bytes) = self.values.get(index) else { continue };
            let mut hasher = self.hashing.build_hasher();
            let read = portions(&decoder, bytes, &mut |portion| {
                if let Some(part) = scan(dialect, &portion.bytes, aims, &self.hashing) {
                    evidence.add(&part.evidence);
                    part.reading.hash(&mut hasher);
                } else if let Ok(value) = decoder.parse(&portion.bytes) {
                    evidence.look(&value);
                    if aims.reading {
                        reading(&value).hash(&mut hasher);
                    }
                }
                true
            });
            read.hash(&mut hasher);
            if read.left_out > 0 {
                // Nothing is known of it but whose bytes they would be.
                dialect.name().hash(&mut hasher);
            }
            if let Some(reading) = readings.get_mut(index) {
                *reading = hasher.finish();
            }
        }
        (evidence, readings.into())
    }

    /// The first place that a dialect, which reads the values, would write differently.
    pub(super) fn lenient(&mut self, dialect: Dialect) -> Option<Lenient> {
        if self.quick {
            return None;
        }
        if let Some(lenient) = of(&self.compared, dialect) {
            return lenient.clone();
        }
        let aims = Aims { canonical: true, ..Aims::default() };
        let decoder = self.decoder(dialect);
        let (scanned, _) = self.scanned(dialect, aims);
        let mut left_out = 0;
        let differs = |Unsure { index, place, length }: Unsure| {
            let bytes = *self.values.get(index)?;
            let value = length.and_then(|length| bytes.get(..length));
            if let Some(portion) = value.filter(|_| place.is_some()).and_then(Portion::whole) {
                return difference(&decoder, index, &portion, place);
            }
            let mut found = None;
            let walked = portions(&decoder, bytes, &mut |portion| {
                let mut place = place.filter(|_| portion.is_whole());
                if place.is_none() {
                    match scan(dialect, &portion.bytes, aims, &self.hashing) {
                        Some(part) if part.canonical => return true,
                        Some(part) => place = part.difference,
                        None => {}
                    }
                }
                found = difference(&decoder, index, &portion, place);
                found.is_none()
            });
            left_out += walked.left_out;
            found
        };
        let lenient = scanned.unsure.iter().copied().find_map(differs);
        self.left_out += left_out;
        self.compared.push((dialect, lenient.clone()));
        lenient
    }

    /// The values that a dialect reads, and their plausibility.
    pub(super) fn examined(&mut self, dialect: Dialect) -> Examined {
        if let Some(examined) = self.examined.iter().find(|examined| examined.dialect == dialect) {
            return examined.clone();
        }
        let examined = match self.examined_alike(dialect) {
            Some(alike) => {
                self.lenient(dialect);
                Examined { dialect, ..alike }
            }
            None => {
                let aims = Aims { evidence: true, reading: true, canonical: !self.quick };
                let (evidence, readings) = self.evidence(dialect, aims);
                let lenient = if self.lenient(dialect).is_some() { LENIENT } else { 0 };
                let score = -evidence.weight() - lenient;
                Examined { dialect, readings, score, doubts: evidence.doubts() }
            }
        };
        self.examined.push(examined.clone());
        examined
    }

    /// The values as read in the other precision of the engine, if they are the same in both.
    fn examined_alike(&self, dialect: Dialect) -> Option<Examined> {
        let mut alike = self.examined.iter().filter(|examined| {
            let mut scans = self.scanned.iter().filter(|scanned| scanned.dialect == examined.dialect);
            scans.any(|scanned| scanned.is_of(dialect))
        });
        alike.next().cloned()
    }

    /// Every dialect that was examined, best first.
    pub(super) fn candidates(mut self, verdict: &Choice) -> Vec<Candidate> {
        match verdict {
            Choice::Refused(_) if self.checked.len() > 1 => {
                for dialect in Dialect::ALL {
                    self.rejection(*dialect);
                }
            }
            Choice::Chosen(Chosen { dialect, .. }) => {
                self.rejection(*dialect);
            }
            Choice::Refused(_) | Choice::Ambiguous(_) => {}
        }
        let rank = |dialect: &Dialect| match verdict {
            Choice::Chosen(chosen) if chosen.dialect == *dialect => 0,
            Choice::Chosen(chosen) if chosen.same.contains(dialect) => 1,
            Choice::Ambiguous(readings) if readings.iter().any(|one| one.dialect == *dialect) => 1,
            Choice::Chosen(chosen) if chosen.unlikely.contains(dialect) => 3,
            Choice::Chosen(_) | Choice::Ambiguous(_) | Choice::Refused(_) => 2,
        };
        let candidate = |(dialect, rejection): &(Dialect, Option<Rejection>)| {
            let fit = match (rejection, of(&self.compared, *dialect)) {
                (Some(rejection), _) => Fit::Rejected(*rejection),
                (None, Some(Some(lenient))) => Fit::Lenient(lenient.clone()),
                (None, Some(None)) if self.left_out == 0 => Fit::Canonical,
                (None, Some(None) | None) => Fit::Reads,
            };
            let examined = self.examined.iter().find(|examined| examined.dialect == *dialect);
            let doubts = examined.map(|examined| examined.doubts.clone()).unwrap_or_default();
            Candidate { dialect: *dialect, fit, doubts }
        };
        let mut candidates: Vec<Candidate> = self.checked.iter().map(candidate).collect();
        candidates.sort_by_key(|candidate| (!candidate.fits(), rank(&candidate.dialect)));
        candidates
    }
}

/// Finds what is known of a dialect.
fn of<T>(known: &[(Dialect, T)], dialect: Dialect) -> Option<&T> {
    // Most of the others have another table, which is compared sooner than all of the dialect.
    let mut same = known.iter().filter(|(other, _)| other.table() == dialect.table() && *other == dialect);
    same.next().map(|(_, known)| known)
}

/// The place in a part of a value that the dialect would write differently. If it is known, the part is not built.
fn difference(
    decoder: &Decoder,
    index: usize,
    portion: &Portion<'_>,
    place: Option<usize>,
) -> Option<Lenient> {
    if let Some(place) = place
        && let Some(why) = decoder.difference(&portion.bytes, place)
    {
        return Some(Lenient { index, offset: portion.place(place), why });
    }
    let (at, why) = match decoder.verify(&portion.bytes) {
        Verdict::Identical | Verdict::Rejected(_) => return None,
        Verdict::Padding { offset, bytes } => (offset, format!("{bytes} bytes of padding are not zero")),
        Verdict::Differs { offset, why } => (offset, why),
    };
    Some(Lenient { index, offset: portion.place(at), why })
}
