//! The examination of bytes in one dialect.

use std::hash::BuildHasher;
use std::rc::Rc;

use foldhash::quality::RandomState;

use super::evidence::{Doubt, Evidence};
use super::{Choice, Chosen, DetectError};
use crate::counted::Counted;
use crate::error::DecodeErrorKind;
use crate::godot::dialect::{Dialect, Precision};
use crate::godot::encode::Encoder;
use crate::godot::ids::Table;
use crate::godot::model::Variant;
use crate::godot::{Decoder, Detector};
use crate::path::is_container;
use crate::sure::Sure as _;
use crate::verdict::Verdict;

/// Dialects that can together write any value. The first one that can write a value is used to compare it.
const WIDEST: [Dialect; 2] = [Dialect::GODOT_4.double(), Dialect::GODOT_2];

/// The length from which on arrays, dictionaries and objects are not decoded. Decoding takes five times as long as the
/// checks by all dialects, and ten times the memory of the bytes.
const LARGEST: usize = 1 << 20;

/// How well bytes fit a dialect.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Fit {
    /// The dialect reads the bytes, and this crate writes the same bytes in it.
    Canonical,
    /// The dialect reads the bytes, but this crate writes others.
    Lenient(Lenient),
    /// The dialect reads the bytes. They were not compared with those that this crate writes.
    Reads,
    /// The dialect rejects the bytes.
    Rejected(Rejection),
}

/// A place where this crate writes other bytes.
///
/// ```
/// use gamewire::godot::detect::{Choice, detect};
/// use gamewire::godot::{Dialect, variant};
///
/// let mut bytes = Dialect::GODOT_4.encode(&variant!(["a"]))?;
/// *bytes.last_mut().unwrap() = 7; // Padding, which readers ignore and the engine writes as 0.
/// let Choice::Chosen(chosen) = detect(&bytes).choice else { panic!() };
/// let lenient = chosen.lenient.unwrap();
/// assert_eq!((lenient.index, lenient.offset), (0, bytes.len() - 1));
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lenient {
    /// The index of the value.
    pub index: usize,
    /// The offset in the value.
    pub offset: usize,
    /// A description of the difference.
    pub why: String,
}

/// A place that the engine rejects.
///
/// ```
/// use gamewire::error::DecodeErrorKind;
/// use gamewire::godot::detect::{Fit, detect};
/// use gamewire::godot::{Dialect, variant};
///
/// let found = detect(&Dialect::GODOT_4.encode(&variant!(["a"]))?);
/// let godot3 = found.candidates.iter().find(|one| one.dialect == Dialect::GODOT_3).unwrap();
/// let Fit::Rejected(rejection) = &godot3.fit else { panic!() };
/// println!("byte {} of value {}: {:?}", rejection.offset, rejection.index, rejection.kind);
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejection {
    /// The index of the value.
    pub index: usize,
    /// The offset in the value.
    pub offset: usize,
    /// The reason.
    pub kind: DecodeErrorKind,
}

/// A dialect, and how well the bytes fit it.
///
/// ```
/// use gamewire::godot::detect::{Fit, detect};
/// use gamewire::godot::{Dialect, variant};
///
/// let found = detect(&Dialect::GODOT_4.encode(&variant!(["a"]))?);
/// let [best, others @ ..] = found.candidates.as_slice() else { panic!() };
/// assert_eq!((best.dialect, &best.fit), (Dialect::GODOT_4, &Fit::Canonical));
/// assert!(others.iter().all(|other| !other.fits()));
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Candidate {
    /// The dialect.
    pub dialect: Dialect,
    /// Whether and how the dialect reads all values.
    pub fit: Fit,
    /// Implausible contents, such as floats of absurd size or invalid class names. They are searched if the values are
    /// decoded.
    pub doubts: Vec<Doubt>,
}

impl Candidate {
    /// Returns whether the dialect reads the bytes at all.
    pub fn fits(&self) -> bool {
        !matches!(self.fit, Fit::Rejected(_))
    }
}

/// The encoded values, and every dialect that was tried with what is known about the values in it.
pub(super) struct Input<'p> {
    values: &'p [&'p [u8]],
    pub(super) options: Detector,
    tried: Vec<(Candidate, Option<Rc<Reading>>)>,
    /// The generator of the numbers of readings, which can only be compared with each other.
    hash: RandomState,
    /// An encoded value, kept to reuse its memory.
    buffer: Vec<u8>,
}

/// The decoded values of a dialect that reads them all.
#[derive(Debug)]
pub(super) struct Reading {
    /// How the dialect reads the values: `Canonical`, `Lenient` or `Reads`.
    fit: Fit,
    /// Whether all bytes were compared.
    pub(super) is_compared: bool,
    pub(super) evidence: Evidence,
    /// A number for each value. Values that one dialect would write alike have the same number, even if they contain NaN.
    pub(super) numbers: Vec<u64>,
    /// Whether the numbers are those of all generations, not only of both precisions of one.
    wide: bool,
}

impl Reading {
    pub(super) fn is_canonical(&self) -> bool {
        self.fit == Fit::Canonical
    }

    /// Returns the first place where other bytes are written for the values.
    pub(super) fn lenient(&self) -> Option<&Lenient> {
        if let Fit::Lenient(lenient) = &self.fit { Some(lenient) } else { None }
    }
}

impl<'p> Input<'p> {
    pub(super) fn new(values: &'p [&'p [u8]], options: Detector) -> Self {
        Self { values, options, tried: Vec::new(), hash: RandomState::default(), buffer: Vec::new() }
    }

    fn decoder(&self, dialect: Dialect) -> Decoder {
        Decoder::new(dialect).allow_objects(true).allow_trailing(self.options.allows_trailing())
    }

    /// Returns the first place that a dialect rejects.
    pub(super) fn rejection(&self, dialect: Dialect) -> Option<Rejection> {
        let decoder = self.decoder(dialect);
        self.values.iter().enumerate().find_map(|(index, bytes)| {
            let fault = decoder.check_fault(bytes).err()?;
            Some(Rejection { index, offset: fault.offset(bytes.len()), kind: *fault.kind() })
        })
    }

    /// Returns whether a dialect reads all values.
    pub(super) fn reads(&mut self, dialect: Dialect) -> bool {
        if let Some((known, _)) = self.tried.iter().find(|(known, _)| known.dialect == dialect) {
            return known.fits();
        }
        // Both precisions of Godot 4 read the same bytes.
        let is_wide = dialect.table() == Table::Godot4 && dialect.precision() == Precision::Double;
        let twin = self.tried.iter().find(|(known, _)| is_wide && known.dialect.double() == dialect);
        let fit = match twin {
            Some((Candidate { fit: Fit::Rejected(rejection), .. }, _)) => Fit::Rejected(*rejection),
            Some(_) => Fit::Reads,
            None => self.rejection(dialect).map_or(Fit::Reads, Fit::Rejected),
        };
        self.tried.push((Candidate { dialect, fit, doubts: Vec::new() }, None));
        self.tried.last().is_some_and(|(last, _)| last.fits())
    }

    /// Returns the error with its path and the number of values before it, or `None` if all values are read.
    pub(super) fn refusal(&self, nearest: Dialect) -> Option<DetectError> {
        let decoder = self.decoder(nearest);
        let is_read = |bytes: &&[u8]| decoder.check_fault(bytes).is_ok();
        let index = self.values.iter().position(|bytes| !is_read(bytes))?;
        let error = decoder.check(self.values.get(index)?).err()?;
        let read = index + self.values.iter().skip(index + 1).filter(|bytes| is_read(bytes)).count();
        Some(DetectError { nearest, read, index, error })
    }

    /// Returns whether a value contains a full object. The dialect must read all values.
    pub(super) fn has_objects(&self, dialect: Dialect) -> bool {
        let without = self.decoder(dialect).allow_objects(false);
        self.values.iter().any(|bytes| without.check_fault(bytes).is_err())
    }

    /// Decodes the values that a dialect reads, and compares the bytes with those that this crate writes. `wide` tells
    /// whether the numbers must be comparable with those of other generations.
    pub(super) fn reading(&mut self, dialect: Dialect, wide: bool) -> Rc<Reading> {
        // Without components, both precisions read and write the same, unless entries of the bytes are in no value.
        let is_alike = |reading: &Reading| reading.is_canonical() && !reading.evidence.components;
        let known = self.tried.iter().find_map(|(known, reading)| {
            let reading = reading.as_ref().filter(|reading| reading.wide || !wide)?;
            let is_twin = known.dialect.double() == dialect.double() && is_alike(reading);
            (is_twin || known.dialect == dialect).then(|| reading.clone())
        });
        let reading = known.unwrap_or_else(|| Rc::new(self.read(dialect, wide)));
        if let Some((known, of)) = self.tried.iter_mut().find(|(known, _)| known.dialect == dialect) {
            (known.fit, known.doubts) = (reading.fit.clone(), reading.evidence.doubts());
            *of = Some(reading.clone());
        }
        reading
    }

    fn read(&mut self, dialect: Dialect, wide: bool) -> Reading {
        let decoder = self.decoder(dialect);
        let (mut evidence, mut numbers) = (Evidence::default(), Vec::with_capacity(self.values.len()));
        let (mut lenient, mut is_compared) = (None, !self.options.is_quick());
        for (index, bytes) in self.values.iter().enumerate() {
            let decoded = if is_decoded(&decoder, bytes) { decoder.parse_prefix(bytes).ok() } else { None };
            let Some((value, rest)) = decoded else {
                is_compared &= lenient.is_some();
                // The number depends only on the dialect.
                numbers.push(self.hash.hash_one(dialect.name()));
                continue;
            };
            evidence.look(&value);
            let read = bytes.get(..bytes.len() - rest.len()).sure();
            let is_written = !self.options.is_quick()
                && self.encode(dialect, &value) == Some(read)
                && (!evidence.types || value.check_written().is_ok());
            if !is_written && !self.options.is_quick() && lenient.is_none() {
                lenient = difference(&decoder, index, bytes);
            }
            // Without components, both precisions of a generation write the same.
            let is_wide = wide || evidence.components;
            let widest = WIDEST.iter().position(|widest| is_wide && self.encode(*widest, &value).is_some());
            numbers.push(self.hash.hash_one((read.len(), widest, &*self.buffer)));
        }
        let fit = match lenient {
            Some(lenient) => Fit::Lenient(lenient),
            None if is_compared => Fit::Canonical,
            None => Fit::Reads,
        };
        Reading { fit, is_compared, evidence, numbers, wide }
    }

    fn encode(&mut self, dialect: Dialect, value: &Variant) -> Option<&[u8]> {
        self.buffer.clear();
        Encoder::new(dialect).encode_into(value, &mut self.buffer).is_ok().then_some(&*self.buffer)
    }

    /// Returns whether two dialects read the same values.
    pub(super) fn same(&mut self, one: Dialect, other: Dialect) -> bool {
        let one = self.reading(one, one.double() != other.double());
        one.numbers == self.reading(other, one.wide).numbers
    }

    /// Returns every dialect that was tried, best first. If none was taken and several were tried, tries the others, too.
    pub(super) fn candidates(mut self, choice: &Choice) -> Vec<Candidate> {
        if matches!(choice, Choice::Refused(_)) && self.tried.len() > 1 {
            for dialect in Dialect::ALL {
                self.reads(*dialect);
            }
        }
        let rank = |candidate: &Candidate| match choice {
            _ if !candidate.fits() => 4,
            Choice::Chosen(chosen) if chosen.dialect == candidate.dialect => 0,
            Choice::Chosen(chosen) if chosen.same.contains(&candidate.dialect) => 1,
            Choice::Ambiguous(readings) if readings.iter().any(|one| one.dialect == candidate.dialect) => 1,
            Choice::Chosen(Chosen { unlikely, .. }) if unlikely.contains(&candidate.dialect) => 3,
            Choice::Chosen(_) | Choice::Ambiguous(_) | Choice::Refused(_) => 2,
        };
        let mut candidates: Vec<Candidate> = self.tried.into_iter().map(|(candidate, _)| candidate).collect();
        candidates.sort_by_key(rank);
        candidates
    }
}

/// Returns whether a value that a dialect reads is small enough to be decoded.
fn is_decoded(decoder: &Decoder, bytes: &[u8]) -> bool {
    bytes.len() <= LARGEST
        || decoder
            .view_prefix(bytes)
            .is_ok_and(|(view, _)| view.as_wire().len() <= LARGEST || !is_container(view))
}

/// Returns the first place where other bytes are written for a value.
fn difference(decoder: &Decoder, index: usize, bytes: &[u8]) -> Option<Lenient> {
    let (offset, why) = match decoder.verify(bytes) {
        Verdict::Identical | Verdict::Rejected(_) => return None,
        Verdict::Padding { offset, bytes } => {
            let bytes = Counted(bytes, "byte");
            (offset, format!("{bytes} of padding {} not zero", bytes.is()))
        }
        Verdict::Differs { offset, why } => (offset, why),
    };
    Some(Lenient { index, offset, why })
}
