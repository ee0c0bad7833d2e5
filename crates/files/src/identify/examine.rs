//! Detection of the format and the arrangement of contents, as one ranking of all readers.

use super::arrangement::{self, Arrangement, EncodedValue, framings};
use super::candidate::{Candidate, Expect, Rank};
use super::foreign::Foreign;
use super::identity::{Alternative, Contents, Differs, Identity, Nearest, ValueFormat};
use super::layer::OpenError;
use super::layers::{Opened, Opener};
use super::root::{LIST, NAMELESS};
use super::untyped;
use gamewire::error::{DecodeError, DecodeErrorKind};
use gamewire::godot;
use gamewire::minecraft::nbt::OptNbt;
use gamewire::minecraft::{Protocol, TypeExpr};
use gamewire::shared::Sure as _;

use crate::godot::{FileKind, KeyLength, ProjectFile};
use godot::detect::{Certainty, Choice, DialectReading, Doubt};
use godot::{Decoder, Detector, Framing, Kind, Verdict};

/// NBT longer than this is not compared with the bytes that the game would write, because its tree takes 20 times the
/// memory.
const COMPARED_NBT: usize = 4 << 20;
/// An upper limit for type ids.
const TYPES: u32 = 64;
/// The number of characters shown of each value if readings differ.
const SHOWN: usize = 60;

/// Detects the format of a file. To pass a key or other known facts, use
/// [`OpenOptions::identify`](crate::document::OpenOptions::identify).
///
/// ```
/// use gamewire::godot::detect::Certainty;
/// use gamewire_files::identify::{Contents, identify};
///
/// let array = [19, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, b'h', b'p', 0, 0];
/// let Ok(Contents::Godot { chosen, values: 1, .. }) = identify(&array).contents else { panic!() };
/// assert_eq!((chosen.dialect.name(), chosen.certainty), ("godot3", Certainty::Sure));
/// assert_eq!(identify(b"PK\x03\x04").to_string(), "a .zip file (application/zip)");
/// ```
#[must_use]
pub fn identify(bytes: &[u8]) -> Identity {
    Identity::of(Opener::default().open(bytes), &Expect::default())
}

impl Identity {
    /// Detects the format of the contents of a file that was opened, if it was.
    pub(crate) fn of(opened: Result<Opened<'_>, OpenError>, expect: &Expect) -> Self {
        match opened {
            Ok(opened) => {
                let contents = opened.contents();
                Self::new(opened.layers().to_vec(), Some(contents.len()), Ok(expect.examine(contents)))
            }
            Err(error) => Self::new(error.layers, None, Err(error.reason)),
        }
    }
}

/// Detects the format of contents. To pass known facts, use
/// [`OpenOptions::examine`](crate::document::OpenOptions::examine).
///
/// ```
/// use gamewire::godot::{Dialect, Framing, Variant};
/// use gamewire_files::identify::{Arrangement, Contents, examine};
///
/// let mut file = Vec::new();
/// Framing::STORE_VAR.write(Dialect::GODOT_4, &vec![Variant::Int(1), "text".into()].into(), &mut file)?;
/// let Contents::Godot { arrangement, values, chosen } = examine(&file) else { panic!() };
/// assert_eq!(arrangement, Arrangement::Framed(Framing::STORE_VAR));
/// assert_eq!((values, chosen.dialect), (1, Dialect::GODOT_4));
///
/// assert!(matches!(examine(b"\x0a\0\0\x01\0\x01a\x05\0"), Contents::Nbt { .. }));
/// assert!(matches!(examine(b"RSCC\x02\0\0\0"), Contents::Foreign(_)));
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[must_use]
pub fn examine(bytes: &[u8]) -> Contents {
    Expect::default().examine(bytes)
}

impl Expect {
    /// Detects the format of contents: ranks all readers in all arrangements, and returns the best.
    pub(crate) fn examine(&self, bytes: &[u8]) -> Contents {
        let only = self.detector.only_dialect();
        // Empty input can be zero frames. If the caller expects one value of a known dialect, it is an error that the
        // value is missing.
        let is_one_value = only.is_some() && self.arrangement == Some(Arrangement::Single);
        if bytes.is_empty() && !matches!(self.arrangement, Some(Arrangement::Framed(_))) && !is_one_value {
            return Contents::Empty;
        }
        if let Some(foreign) = Foreign::by_magic(bytes) {
            return Contents::Foreign(foreign);
        }
        let candidates = self.candidates(bytes);
        let of_godot = || candidates.iter().filter(|one| one.choice.is_some());
        let fitting = || of_godot().filter(|one| one.error.is_none());
        let (godot_rank, len) = (fitting().map(Candidate::rank).max(), bytes.len());
        let is_single = fitting().all(|one| one.arrangement == Arrangement::Single);
        let framed = lengths_fit(bytes, of_godot());
        let rank = |one: &Candidate<'_>| one.rank_among(len, godot_rank, is_single, framed);
        let best = candidates.iter().map(rank).max();
        if let Some(Rank::Values(..) | Rank::Names(_)) = best {
            let is_foreign = |foreign: &Foreign| match foreign {
                // It has lengths, too.
                Foreign::Rcon => only.is_none(),
                // A single value that is expected can begin with few bytes, and with zeros.
                Foreign::Zeros => framed.is_none() && !is_one_value,
                _ => framed.is_none() && !(is_one_value && len < 4),
            };
            if let Some(foreign) = Foreign::by_shape(bytes).filter(is_foreign) {
                return Contents::Foreign(foreign);
            }
        }
        let best: Vec<Candidate<'_>> = candidates.into_iter().filter(|one| Some(rank(one)) == best).collect();
        match best.first() {
            Some(Candidate { error: None, choice: None, .. }) => self.nbt(bytes, &best, godot_rank),
            Some(Candidate { error: None, .. }) => godot(best),
            _ => nearest(bytes, best, self.detector, framed.is_none()),
        }
    }

    /// Reads contents by each reader in each arrangement. NBT is left out if nothing shows it, or if the dialect is known.
    fn candidates<'a>(&self, bytes: &'a [u8]) -> Vec<Candidate<'a>> {
        let is_list = bytes.first() == Some(&LIST);
        let java = [Protocol::V1_14, NAMELESS].map(|protocol| protocol.allow_list_roots(is_list));
        let forms = java.into_iter().chain([Protocol::BEDROCK, Protocol::BEDROCK_NETWORK]);
        let forms = forms.filter(|_| self.detector.only_dialect().is_none());
        let nbt = forms.filter_map(|protocol| Candidate::nbt(bytes, protocol, self));
        let detector = self.detector;
        let godot = self.arrangements(bytes).into_iter();
        nbt.chain(godot.map(|one| Candidate::godot(bytes, one, detector))).collect()
    }

    /// Returns NBT in the first of the best forms, or all of them if they read other values. `godot` is the greatest rank of
    /// the values of Godot that fit.
    fn nbt(&self, bytes: &[u8], forms: &[Candidate<'_>], godot: Option<Rank>) -> Contents {
        let [
            Candidate { format: ValueFormat::Nbt(protocol), arrangement, values, reach, zeros, .. },
            others @ ..,
        ] = forms
        else {
            unreachable!("the caller has found a form")
        };
        let bytes = bytes.get(..bytes.len() - zeros).sure();
        // If all names are empty, their lengths are zero in both byte orders.
        let value = |format| match format {
            ValueFormat::Nbt(protocol) => protocol.parse::<OptNbt>(bytes).ok(),
            ValueFormat::Godot(_) => None,
        };
        let first = ValueFormat::Nbt(*protocol);
        let is_other = |one: &&Candidate<'_>| {
            [*arrangement, one.arrangement] == [Arrangement::Single; 2] && value(one.format) != value(first)
        };
        let others: Vec<ValueFormat> = others.iter().filter(is_other).map(|one| one.format).collect();
        if !others.is_empty() {
            let alternative = |form| Alternative::new(form, *arrangement, Differs::Dialect, bytes, &[]);
            return Contents::Ambiguous(std::iter::once(first).chain(others).map(alternative).collect());
        }
        let compared = !self.detector.is_quick() && *reach <= COMPARED_NBT;
        let is_canonical = |value: &EncodedValue<'_>| {
            let bytes = value.bytes.get(..*reach).unwrap_or(value.bytes);
            TypeExpr::Nbt.verify(*protocol, bytes) == Verdict::Identical
        };
        Contents::Nbt {
            protocol: *protocol,
            arrangement: *arrangement,
            values: values.len(),
            alone: godot < Some(Rank::Fits(*reach, 0)) && same_nbt(bytes, *protocol).is_empty(),
            canonical: compared.then(|| values.iter().all(is_canonical)),
            zeros: *zeros,
        }
    }

    fn arrangements(&self, bytes: &[u8]) -> Vec<Arrangement> {
        if let Some(arrangement) = self.arrangement {
            return vec![arrangement];
        }
        if FileKind::detect(bytes) == Some(FileKind::Project) {
            let key_length = ProjectFile::parse(bytes).map_or(KeyLength::Bytes, |project| project.key_length);
            return vec![Arrangement::Settings(key_length)];
        }
        // In a file that was cut short, only the first values are complete.
        let begins = |framing: &Framing| {
            let mut frames = framing.frames(bytes);
            let first = frames.next().and_then(Result::ok);
            arrangement::frames_fill_input(bytes, *framing)
                || first.is_some_and(|frame| frame.payload.len() >= 4 && frames.next().is_some())
        };
        let framed = framings().into_iter().filter(begins).map(Arrangement::Framed);
        std::iter::once(Arrangement::Single).chain(framed).collect()
    }
}

/// Returns the arrangement of damaged values whose lengths lead exactly to the end of the file. A small length can
/// also be the type of a damaged value without a length. Then the reading that reaches further is returned.
fn lengths_fit<'c>(
    bytes: &[u8],
    godot: impl Iterator<Item = &'c Candidate<'c>> + Clone,
) -> Option<Arrangement> {
    let word = bytes.first_chunk().map_or(0, |word| u32::from_le_bytes(*word));
    let single = godot.clone().find(|one| word < TYPES && one.arrangement == Arrangement::Single);
    let fit = |one: &&Candidate<'_>| match one.arrangement {
        Arrangement::Framed(framing) => arrangement::frames_fill_input(bytes, framing),
        arrangement => arrangement != Arrangement::Single,
    };
    let furthest = godot.filter(fit).max_by_key(|one| one.reach)?;
    let is_text = || untyped::text(bytes).is_some();
    (furthest.reach >= single.map_or(0, |one| one.reach) && !is_text()).then_some(furthest.arrangement)
}

/// Returns the first of the readings that read the longest prefix. `is_bare` tells whether no lengths before values fit.
fn nearest(bytes: &[u8], best: Vec<Candidate<'_>>, detector: Detector, is_bare: bool) -> Contents {
    let first = best.into_iter().next();
    let Some(Candidate { format, arrangement, values, read, error: Some(error), choice, .. }) = first else {
        unreachable!("the caller has found an error")
    };
    let nearest = Nearest { format, arrangement, values: values.len(), read, error };
    let is_cut = choice.is_some() && read == 0 && is_bare && !bytes.starts_with(b"ECFG");
    let cut = if is_cut { cut_frame(bytes, detector, &nearest) } else { None };
    Contents::Unknown(cut.unwrap_or(nearest))
}

/// Returns the values of Godot that fit, in the only usual dialect or arrangement that does.
fn godot(fitting: Vec<Candidate<'_>>) -> Contents {
    let has_usual = fitting.iter().any(|one| !one.is_rare());
    let (rare, usual): (Vec<_>, Vec<_>) = fitting.into_iter().partition(|one| has_usual && one.is_rare());
    let alternative = |one: &Candidate<'_>, format, index, differs, doubts: &[Doubt]| {
        let bytes = one.values.get(index).map_or(&[][..], |value: &EncodedValue<'_>| value.bytes);
        Alternative::new(format, one.arrangement, differs, bytes, doubts)
    };
    match usual.as_slice() {
        [Candidate { arrangement, values, choice: Some(Choice::Chosen(chosen)), .. }] => {
            let mut chosen = chosen.clone();
            for one in rare {
                chosen.certainty = Certainty::Likely;
                if let ValueFormat::Godot(dialect) = one.format
                    && !chosen.unlikely.contains(&dialect)
                {
                    chosen.unlikely.push(dialect);
                }
            }
            Contents::Godot { arrangement: *arrangement, values: values.len(), chosen }
        }
        [only @ Candidate { choice: Some(Choice::Ambiguous(readings)), .. }] => {
            let readings = readings.iter().map(|DialectReading { dialect, index, doubts, .. }| {
                alternative(only, ValueFormat::Godot(*dialect), *index, Differs::Dialect, doubts)
            });
            Contents::Ambiguous(readings.collect())
        }
        several => {
            let one = |one| alternative(one, one.format, 0, Differs::Arrangement, &[]);
            Contents::Ambiguous(several.iter().map(one).collect())
        }
    }
}

impl Alternative {
    /// Creates an alternative whose value, which differs, has these bytes.
    fn new(
        format: ValueFormat,
        arrangement: Arrangement,
        differs: Differs,
        bytes: &[u8],
        doubts: &[Doubt],
    ) -> Self {
        let value = match format {
            ValueFormat::Godot(dialect) => {
                let value = Decoder::new(dialect).allow_objects(true).allow_trailing(true).parse(bytes);
                value
                    .map(|value| value.preview(dialect.table(), SHOWN))
                    .unwrap_or_else(|error| error.to_string())
            }
            ValueFormat::Nbt(protocol) => {
                let root = protocol.parse::<OptNbt>(bytes).ok().and_then(|OptNbt(root)| root);
                let mut text = root.map(|root| root.root.to_string()).unwrap_or_default();
                if let Some((end, _)) = text.char_indices().nth(SHOWN) {
                    text.truncate(end);
                    text.push_str("..");
                }
                text
            }
        };
        Self { format, arrangement, differs, value, doubts: doubts.to_vec() }
    }
}

/// Returns the reading of a first value with a length before it, if the value is cut short: the length exceeds the
/// input, and the bytes after it are the beginning of a value. `nearest` is the best reading of the same bytes
/// without a length.
fn cut_frame(bytes: &[u8], detector: Detector, nearest: &Nearest) -> Option<Nearest> {
    let depth = |error: &DecodeError| (!error.path().segments().is_empty(), error.offset());
    for framing in framings() {
        // A length that fits is right, also if bytes after the value are no frame.
        let Some(Ok(frame)) = framing.frames(bytes).next() else { continue };
        if let Choice::Refused(begun) = detector.detect(&[frame.payload]).choice
            && depth(&begun.error) > (true, nearest.error.offset())
        {
            let (format, arrangement) = (ValueFormat::Godot(begun.nearest), Arrangement::Framed(framing));
            let error = begun.error.after(frame.offset);
            return Some(Nearest { format, arrangement, values: 1, read: 0, error });
        }
    }
    let value = bytes.get(4..)?;
    let Choice::Refused(begun) = detector.allow_trailing(false).detect(&[value]).choice else { return None };
    let length = value.len().saturating_add(begun.error.missing()?);
    // Unless a container is open, the number of missing bytes is known exactly.
    let containers = [Kind::Array, Kind::Dictionary, Kind::Object].map(Kind::name);
    let is_open = !begun.error.path().segments().is_empty() || containers.contains(&begun.error.reading());
    // The bytes can also be the beginning of a value without a length.
    let is_further = !nearest.error.is_incomplete() || depth(&begun.error) >= depth(&nearest.error);
    framings().into_iter().filter(|_| begun.error.offset() > 0 && is_further).find_map(|framing| {
        let error = framing.frames(bytes).next()?.err()?;
        let &DecodeErrorKind::LengthPastEnd { length: stated, .. } = error.kind() else { return None };
        let fits = if is_open { length <= stated as usize } else { length == stated as usize };
        let (format, arrangement) = (ValueFormat::Godot(begun.nearest), Arrangement::Framed(framing));
        fits.then_some(Nearest { format, arrangement, values: 0, read: 0, error })
    })
}

/// Returns the other forms that read the same value from the bytes, for example if a root has no name and no entries.
#[must_use]
pub fn same_nbt(bytes: &[u8], protocol: Protocol) -> Vec<Protocol> {
    let value = |protocol: Protocol| protocol.parse::<OptNbt>(bytes).ok();
    let forms = [Protocol::V1_14, NAMELESS, Protocol::BEDROCK, Protocol::BEDROCK_NETWORK];
    let others = forms.into_iter().filter(|other| *other != protocol.allow_list_roots(false));
    // Few bytes are valid in several forms, and a check does not build a tree.
    let others = others.filter(|other| other.check::<OptNbt>(bytes).is_ok());
    others.filter(|other| value(*other) == value(protocol)).collect()
}
