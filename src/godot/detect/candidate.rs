//! The examination of bytes in one dialect.

use std::mem;
use std::rc::Rc;

use super::evidence::{Doubt, Evidence};
use super::reading::Readings;
use super::{Choice, Chosen, DetectError};
use crate::counted::Counted;
use crate::error::DecodeErrorKind;
use crate::godot::Decoder;
use crate::godot::dialect::{Dialect, Precision};
use crate::godot::ids::Table;
use crate::godot::model::Variant;
use crate::sure::Sure as _;
use crate::verdict::Verdict;

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
    /// Implausible contents, such as floats of absurd size or invalid class names. They are searched only if several
    /// dialects read the bytes.
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
    /// A number for each decoded value. Equal values have the same number.
    pub(super) readings: Rc<[u64]>,
    pub(super) doubts: Vec<Doubt>,
    /// Whether both precisions of the engine read and write these values in the same way.
    is_alike: bool,
}

/// The encoded values, and the findings in them. Findings are stored, so that nothing is examined twice.
pub(super) struct Input<'p> {
    values: &'p [&'p [u8]],
    trailing: bool,
    quick: bool,
    checked: Vec<(Dialect, Option<Rejection>)>,
    compared: Vec<(Dialect, Option<Lenient>)>,
    examined: Vec<Examined>,
    readings: Readings,
    /// Whether a value was too large to be decoded.
    left_out: bool,
}

impl<'p> Input<'p> {
    pub(super) fn new(values: &'p [&'p [u8]], trailing: bool, quick: bool) -> Self {
        Self {
            values,
            trailing,
            quick,
            checked: Vec::with_capacity(Dialect::ALL.len()),
            compared: Vec::new(),
            examined: Vec::new(),
            readings: Readings::default(),
            left_out: false,
        }
    }

    pub(super) fn quick(&self) -> bool {
        self.quick
    }

    /// Returns whether every value was small enough to be compared with what an engine writes.
    pub(super) fn is_compared(&self) -> bool {
        !self.quick && !self.left_out
    }

    /// Returns whether the bytes must be exactly what an engine writes, without trailing bytes.
    pub(super) fn is_exact(&self) -> bool {
        !self.trailing && self.is_compared()
    }

    /// Returns whether bytes after a value are rejected.
    pub(super) fn is_whole(&self) -> bool {
        !self.trailing
    }

    fn decoder(&self, dialect: Dialect) -> Decoder {
        Decoder::new(dialect).allow_objects(true).allow_trailing(self.trailing)
    }

    pub(super) fn reads(&mut self, dialect: Dialect) -> bool {
        self.rejection(dialect).is_none()
    }

    /// Returns whether a dialect reads all values and at most `work` bytes must be read to determine it.
    pub(super) fn reads_within(&mut self, dialect: Dialect, work: &mut usize) -> bool {
        if *work < self.values.iter().map(|bytes| bytes.len()).sum() {
            return false;
        }
        let rejection = self.rejection(dialect);
        let whole = |count: usize| self.values.iter().take(count).map(|bytes| bytes.len()).sum::<usize>();
        *work -= rejection.map_or(whole(self.values.len()), |refused| whole(refused.index) + refused.offset);
        rejection.is_none()
    }

    /// Returns the first place that a dialect rejects.
    fn rejection(&mut self, dialect: Dialect) -> Option<Rejection> {
        if let Some(rejection) = find(&self.checked, dialect) {
            return *rejection;
        }
        // Both precisions of Godot 4 read the same bytes.
        let is_wide = dialect.table() == Table::Godot4 && dialect.precision() == Precision::Double;
        let alike = self.checked.iter().find(|(other, _)| is_wide && other.double() == dialect);
        let rejection = match alike {
            Some((_, rejection)) => *rejection,
            None => {
                let decoder = self.decoder(dialect);
                let refused = |(index, bytes): (usize, &&[u8])| {
                    let fault = decoder.check_fault(bytes).err()?;
                    Some(Rejection { index, offset: fault.offset(bytes.len()), kind: *fault.kind() })
                };
                self.values.iter().enumerate().find_map(refused)
            }
        };
        self.checked.push((dialect, rejection));
        rejection
    }

    /// Returns the error with its path and the number of values before it, or `None` if all values are read.
    pub(super) fn refusal(&mut self, nearest: Dialect) -> Option<DetectError> {
        let Rejection { index, .. } = self.rejection(nearest)?;
        let decoder = self.decoder(nearest);
        let error = decoder.check(self.values.get(index)?).err()?;
        let later = self.values.iter().skip(index + 1);
        let read = index + later.filter(|bytes| decoder.check_fault(bytes).is_ok()).count();
        Some(DetectError { nearest, read, index, error })
    }

    /// Returns whether a value that a dialect reads is small enough to be decoded.
    fn is_decoded(&self, decoder: &Decoder, bytes: &[u8]) -> bool {
        bytes.len() <= LARGEST
            || decoder.view_prefix(bytes).is_ok_and(|(view, _)| {
                let is_container =
                    view.as_array().is_some() || view.as_dictionary().is_some() || view.as_object().is_some();
                view.as_wire().len() <= LARGEST || !is_container
            })
    }

    /// Returns whether a value contains a full object. The dialect must read all values.
    pub(super) fn has_objects(&self, dialect: Dialect) -> bool {
        let without = self.decoder(dialect).allow_objects(false);
        self.values.iter().any(|bytes| without.check_fault(bytes).is_err())
    }

    /// Returns whether an engine could have written the values. Only Godot 2 reads input events, and it
    /// accepts any number as their type.
    pub(super) fn is_possible(&mut self, dialect: Dialect) -> bool {
        dialect.table() != Table::Godot2 || !self.evidence(dialect, &mut |_, _| {}).is_impossible()
    }

    /// Collects evidence in the values that a dialect reads. `visit` is called with each value and its bytes;
    /// the value is `None` if it is too large to be decoded.
    fn evidence(&self, dialect: Dialect, visit: &mut dyn FnMut(Option<&Variant>, &[u8])) -> Evidence {
        let decoder = self.decoder(dialect);
        let mut evidence = Evidence::default();
        for bytes in self.values {
            let decoded = match self.is_decoded(&decoder, bytes) {
                true => decoder.parse_prefix(bytes).ok(),
                false => None,
            };
            match &decoded {
                Some((value, rest)) => {
                    evidence.look(value);
                    visit(Some(value), bytes.get(..bytes.len() - rest.len()).sure());
                }
                None => visit(None, bytes),
            }
        }
        evidence
    }

    /// Returns the first place where other bytes are written for the values, in a dialect that reads them.
    pub(super) fn lenient(&mut self, dialect: Dialect) -> Option<Lenient> {
        if self.quick {
            return None;
        }
        if let Some(lenient) = find(&self.compared, dialect) {
            return lenient.clone();
        }
        let decoder = self.decoder(dialect);
        let mut left_out = false;
        let lenient = self.values.iter().enumerate().find_map(|(index, bytes)| {
            if !self.is_decoded(&decoder, bytes) {
                left_out = true;
                return None;
            }
            let (offset, why) = match decoder.verify(bytes) {
                Verdict::Identical | Verdict::Rejected(_) => return None,
                Verdict::Padding { offset, bytes } => {
                    let bytes = Counted(bytes, "byte");
                    (offset, format!("{bytes} of padding {} not zero", bytes.is()))
                }
                Verdict::Differs { offset, why } => (offset, why),
            };
            Some(Lenient { index, offset, why })
        });
        self.left_out |= left_out;
        self.compared.push((dialect, lenient.clone()));
        lenient
    }

    /// Examines the values that a dialect reads, and searches them for implausible contents.
    pub(super) fn examined(&mut self, dialect: Dialect) -> Examined {
        if let Some(examined) = self.examined.iter().find(|examined| examined.dialect == dialect) {
            return examined.clone();
        }
        let mut alike = self.examined.iter();
        let alike = alike.find(|other| other.is_alike && other.dialect.double() == dialect.double());
        let examined = match alike {
            Some(alike) => {
                self.compared.push((dialect, None));
                Examined { dialect, ..alike.clone() }
            }
            None => {
                let mut known = mem::take(&mut self.readings);
                let mut readings = Vec::with_capacity(self.values.len());
                let (mut left_out, mut is_written_so) = (false, !self.quick);
                let evidence = self.evidence(dialect, &mut |decoded, bytes| match decoded {
                    Some(value) => {
                        readings.push(known.number(value, bytes.len()));
                        is_written_so = is_written_so && known.is_written_so(dialect, value, bytes);
                    }
                    None => {
                        readings.push(known.unknown(dialect));
                        left_out = true;
                    }
                });
                self.readings = known;
                if is_written_so && find(&self.compared, dialect).is_none() {
                    self.left_out |= left_out;
                    self.compared.push((dialect, None));
                }
                let is_lenient = self.lenient(dialect).is_some();
                // If the bytes are not written again unchanged, they may have entries that no decoded value
                // has.
                let is_alike = !evidence.has_components() && !is_lenient && self.is_compared();
                Examined { dialect, readings: readings.into(), doubts: evidence.doubts(), is_alike }
            }
        };
        self.examined.push(examined.clone());
        examined
    }

    /// Returns every dialect that was tried, best first. If none was taken and several were tried, tries the others, too.
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
            let fit = match (rejection, find(&self.compared, *dialect)) {
                (Some(rejection), _) => Fit::Rejected(*rejection),
                (None, Some(Some(lenient))) => Fit::Lenient(lenient.clone()),
                (None, Some(None)) if !self.left_out => Fit::Canonical,
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

/// Returns the entry of a dialect.
fn find<T>(known: &[(Dialect, T)], dialect: Dialect) -> Option<&T> {
    // Most other dialects have another table, and tables are faster to compare than dialects.
    let mut same = known.iter().filter(|(other, _)| other.table() == dialect.table() && *other == dialect);
    same.next().map(|(_, known)| known)
}
