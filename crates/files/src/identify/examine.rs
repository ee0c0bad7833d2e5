//! Detection of the format and the arrangement of contents.

use super::arrangement::{self, Arrangement, EncodedValue, encoded_values, framings};
use super::candidate::Candidate;
use super::foreign::Foreign;
use super::identity::Contents;
use super::nbt;
use super::nearest::{ValueFormat, nearest};
use super::root::{COMPOUND, NAMELESS};
use gamewire::godot;
use gamewire::minecraft::nbt::OptNbt;
use gamewire::minecraft::{Protocol, TypeExpr};

use crate::godot::{FileKind, KeyLength, ProjectFile};
use godot::detect::{Certainty, Choice, DialectReading, Doubt};
use godot::{Decoder, Detector, Dialect, Framing, Verdict};

/// The longest header of a game's own that is skipped to find values.
const HEADER: usize = 64;
/// The minimum number of bytes after such a header. Four zeros alone would already be a value.
const SMALLEST: usize = 12;
/// Contents longer than this are not compared, after each possible header, with the bytes that the engine would
/// write.
const COMPARED: usize = 1 << 20;
/// NBT longer than this is not compared with the bytes that the game would write, because its tree takes 20 times the
/// memory.
const COMPARED_NBT: usize = 4 << 20;
/// The number of bytes that may be examined to find a header, as a multiple of the length of the contents. Reading
/// what an engine wrote at a wrong offset usually fails at the first word.
const LOOKED_AT: usize = 22;
/// The cost of examining the contents after one header, as a multiple of their length.
const EXAMINED: usize = 8;
/// The number of bytes that may always be examined.
const LITTLE: usize = 1 << 20;
/// The number of characters shown of each value if readings differ.
const SHOWN: usize = 60;

/// The facts about contents that are known before they are examined. Everything else is detected.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Expect {
    pub(crate) arrangement: Option<Arrangement>,
    pub(crate) detector: Detector,
}

/// One of several ways to decode a file, each of which gives other values.
///
/// ```
/// use gamewire_files::document::OpenOptions;
/// use gamewire::godot::{Color, Dialect};
/// use gamewire_files::identify::{Contents, Differs, examine};
///
/// // The bytes of a Color in Godot 3 are those of a Plane in Godot 4.
/// let file = Dialect::GODOT_3.encode(&Color::new(0.25, 0.5, 0.75, 1.0).into())?;
/// let Contents::Ambiguous(alternatives) = examine(&file) else { panic!() };
/// for one in &alternatives {
///     println!("{}: {}", one.format, one.value);
/// }
/// assert!(alternatives.iter().all(|one| one.differs == Differs::Dialect));
/// // With the dialect of the game there is one way.
/// let known = OpenOptions::new().format(Some("godot3".parse()?)).examine(&file);
/// assert!(matches!(known, Contents::Godot { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Alternative {
    /// The format of the values.
    pub format: ValueFormat,
    /// The arrangement of the values.
    pub arrangement: Arrangement,
    /// The property in which this way differs from the others.
    pub differs: Differs,
    /// The first value that another reading decodes differently, on one line.
    pub value: String,
    /// The reasons why the values of this reading are implausible.
    pub doubts: Vec<Doubt>,
}

/// The property in which several readings of the same contents differ. Stating it in
/// [`OpenOptions`](crate::document::OpenOptions) selects one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Differs {
    /// The dialect, or the form of NBT.
    Dialect,
    /// Whether there are lengths before the values, and their byte order.
    Arrangement,
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

/// Finds values after a header of a game's own, such as a version, a magic number or a checksum, and returns the
/// length of the header. Call this only for contents that no format reads.
///
/// The values must be [canonical](gamewire::godot::Verdict::Identical), and begin after at most 64 bytes and half of the
/// contents. They may still be found by coincidence: show them to the user, but do not rely on them. Files of Godot that
/// begin with their own magic bytes have no other header.
///
/// ```
/// use gamewire_files::shared::identify::after_header;
/// use gamewire_files::identify::Contents;
/// let file = b"GAME\x03\0\x1b\0\0\0\x01\0\0\0\x04\0\0\0\x02\0\0\0hp\0\0\x02\0\0\0\x07\0\0\0";
/// let Some((6, Contents::Godot { chosen, .. })) = after_header(file) else { panic!() };
/// assert_eq!(chosen.dialect.name(), "godot4");
/// ```
#[must_use]
pub fn after_header(bytes: &[u8]) -> Option<(usize, Contents)> {
    if FileKind::detect(bytes).is_some() {
        return None;
    }
    // The number of bytes that may still be examined.
    let mut work = bytes.len().saturating_mul(LOOKED_AT).saturating_add(LITTLE);
    let quick = Expect { arrangement: None, detector: Detector::new().quick(bytes.len() > COMPARED) };
    for header in 1..=HEADER.min(bytes.len() / 2) {
        let rest = bytes.get(header..).filter(|rest| rest.len() >= SMALLEST)?;
        if !is_read(rest, &mut work) {
            continue;
        }
        work = work.checked_sub(rest.len().saturating_mul(EXAMINED))?;
        match quick.examine(rest) {
            Contents::Godot { chosen, .. } if chosen.lenient.is_some() || !chosen.doubts.is_empty() => {}
            finding @ (Contents::Godot { .. } | Contents::Nbt { alone: true, canonical: Some(true), .. }) => {
                return Some((header, finding));
            }
            _ => {}
        }
    }
    None
}

/// Returns the only format, with its arrangement, in which the bytes are canonical. Returns `None` if there
/// are several, or if no game would have such values. `arrangement` and `dialect` are the known ones.
#[must_use]
pub fn writer_of(
    bytes: &[u8],
    arrangement: Option<Arrangement>,
    dialect: Option<Dialect>,
) -> Option<(ValueFormat, Arrangement)> {
    match (Expect { arrangement, detector: Detector::new().only(dialect) }).examine(bytes) {
        Contents::Godot { arrangement, chosen, .. } => {
            let (values, _) = encoded_values(bytes, arrangement);
            let values: Vec<&[u8]> = values.iter().map(|value| value.bytes).collect();
            let written = Detector::new().would_write(chosen.dialect, &values);
            written.then_some((ValueFormat::Godot(chosen.dialect), arrangement))
        }
        Contents::Nbt { protocol, arrangement, canonical: Some(true), .. } => {
            Some((ValueFormat::Nbt(protocol), arrangement))
        }
        _ => None,
    }
}

/// Returns whether any format reads all of `bytes`. Each attempt takes its cost from `work`; once `work` is used up,
/// nothing more is read.
fn is_read(bytes: &[u8], work: &mut usize) -> bool {
    let framed = framings().into_iter().filter(|framing| arrangement::frames_fill_input(bytes, *framing));
    Detector::new().is_read(&[bytes], work)
        || framed.into_iter().any(|framing| {
            let (values, _) = encoded_values(bytes, Arrangement::Framed(framing));
            let values: Vec<&[u8]> = values.iter().map(|value| value.bytes).collect();
            Detector::new().is_read(&values, work)
        })
        || bytes.first() == Some(&COMPOUND)
            && work.checked_sub(bytes.len().saturating_mul(2)).is_some_and(|left| {
                *work = left;
                let single = Some(Arrangement::Single);
                let read = |protocol| nbt::candidate(bytes, protocol, single, false);
                [Protocol::V1_14, NAMELESS].into_iter().filter_map(read).any(|one| one.fits())
            })
}

impl Expect {
    /// Detects the format of contents.
    pub(crate) fn examine(&self, bytes: &[u8]) -> Contents {
        let finding = self.examine_all(bytes);
        if let Contents::Unknown(nearest) = &finding
            && nearest.arrangement == Arrangement::Single
            && arrangement::is_trailing(&nearest.error)
            && let Some((root, padding)) = bytes.split_at_checked(nearest.error.offset())
            && padding.iter().all(|byte| *byte == 0)
            && let Contents::Nbt { protocol, arrangement, values, alone, canonical, .. } =
                self.examine_all(root)
        {
            let zeros = padding.len();
            return Contents::Nbt { protocol, arrangement, values, alone, canonical, zeros };
        }
        finding
    }

    fn examine_all(&self, bytes: &[u8]) -> Contents {
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
        let nbt = match only {
            None => nbt::candidates(bytes, self.arrangement, self.detector.allows_trailing()),
            Some(_) => Vec::new(),
        };
        let (mut nbt, cut): (Vec<_>, Vec<_>) = nbt.into_iter().partition(Candidate::fits);
        let cut = cut.into_iter().rev().max_by_key(|one| one.reach).and_then(Candidate::nearest);
        let arrangements = self.arrangements(bytes).into_iter();
        let godot = arrangements.map(|one| Candidate::godot(bytes, one, self.detector));
        let (fitting, others): (Vec<_>, Vec<_>) = godot.partition(Candidate::fits);
        let furthest = fitting.iter().map(Candidate::rank).max();
        // Names do not occur by accident, while a value of Godot can begin with any bytes that are large enough.
        let all_single = fitting.iter().all(|one| one.arrangement == Arrangement::Single);
        let is_followed = |one: &Candidate<'_>| one.has_names && one.reach < bytes.len();
        nbt.retain(|one| Some(one.rank()) > furthest || all_single && is_followed(one));
        if let Some(rank) = nbt.iter().map(Candidate::rank).max() {
            nbt.retain(|one| one.rank() == rank);
            let is_alone = furthest.is_none_or(|(reach, _)| reach < rank.0);
            return self.nbt(bytes, &nbt, is_alone);
        }
        // Incomplete NBT can have the size of a Godot value.
        if let Some(cut) = &cut
            && !fitting.is_empty()
            && all_single
        {
            return Contents::Unknown(cut.clone());
        }
        let has_usual = fitting.iter().any(|one| !one.is_rare());
        let (rare, mut fitting): (Vec<_>, Vec<_>) =
            fitting.into_iter().partition(|one| has_usual && one.is_rare());
        if fitting.len() > 1 {
            let alternative = |one: &Candidate<'_>| {
                let bytes = one.values.first().map_or(&[][..], |value| value.bytes);
                Alternative::new(one.format, one.arrangement, Differs::Arrangement, bytes, &[])
            };
            return Contents::Ambiguous(fitting.iter().map(alternative).collect());
        }
        match fitting.pop() {
            Some(Candidate { arrangement, values, choice: Some(Choice::Chosen(mut chosen)), .. }) => {
                for one in rare {
                    chosen.certainty = Certainty::Likely;
                    if let ValueFormat::Godot(dialect) = one.format
                        && !chosen.unlikely.contains(&dialect)
                    {
                        chosen.unlikely.push(dialect);
                    }
                }
                Contents::Godot { arrangement, values: values.len(), chosen }
            }
            Some(Candidate { arrangement, values, choice: Some(Choice::Ambiguous(readings)), .. }) => {
                let alternative = |DialectReading { dialect, index, doubts, .. }: &DialectReading| {
                    let bytes = values.get(*index).map_or(&[][..], |value| value.bytes);
                    Alternative::new(
                        ValueFormat::Godot(*dialect),
                        arrangement,
                        Differs::Dialect,
                        bytes,
                        doubts,
                    )
                };
                Contents::Ambiguous(readings.iter().map(alternative).collect())
            }
            _ => nearest(bytes, others, cut, self.arrangement, only),
        }
    }

    /// Returns NBT in the first of the forms that read the furthest, or all of them if they read other values. `is_alone`
    /// tells whether no dialect of Godot reads so far.
    fn nbt(&self, bytes: &[u8], forms: &[Candidate<'_>], is_alone: bool) -> Contents {
        let mut readings = forms.iter().filter_map(|one| match one.format {
            ValueFormat::Nbt(protocol) => Some((protocol, one)),
            ValueFormat::Godot(_) => None,
        });
        let Some((protocol, &Candidate { arrangement, ref values, reach, .. })) = readings.next() else {
            unreachable!("the caller has found a form")
        };
        // If all names are empty, their lengths are zero in both byte orders.
        let value = |protocol: Protocol| protocol.parse::<OptNbt>(bytes).ok();
        let is_other = |(other, one): &(Protocol, &Candidate<'_>)| {
            [arrangement, one.arrangement] == [Arrangement::Single; 2] && value(*other) != value(protocol)
        };
        let others: Vec<Protocol> = readings.filter(is_other).map(|(other, _)| other).collect();
        if !others.is_empty() {
            let alternative =
                |form| Alternative::new(ValueFormat::Nbt(form), arrangement, Differs::Dialect, bytes, &[]);
            return Contents::Ambiguous(std::iter::once(protocol).chain(others).map(alternative).collect());
        }
        let compared = !self.detector.is_quick() && reach <= COMPARED_NBT;
        let is_canonical = |value: &EncodedValue<'_>| {
            let bytes = value.bytes.get(..reach).unwrap_or(value.bytes);
            TypeExpr::Nbt.verify(protocol, bytes) == Verdict::Identical
        };
        Contents::Nbt {
            protocol,
            arrangement,
            values: values.len(),
            alone: is_alone && nbt::same_nbt(bytes, protocol).is_empty(),
            canonical: compared.then(|| values.iter().all(is_canonical)),
            zeros: 0,
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
