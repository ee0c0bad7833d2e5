//! Detection of the format and the arrangement of contents.

use super::arrangement::{self, Arrangement, EncodedValue, encoded_values};
use super::foreign::Foreign;
use super::identity::Contents;
use super::nbt;
use super::nearest::{ValueFormat, nearest};
use super::plan::Plan;
use gamewire::godot;
use gamewire::minecraft::Protocol;
use gamewire::minecraft::nbt::OptNbt;
use gamewire::shared::RARE;
use gamewire::shared::Sure as _;

use crate::godot::{FileKind, KeyLength, ProjectFile};
use godot::detect::{Certainty, Choice, DialectReading, Doubt};
use godot::{Decoder, Detector, Dialect, Framing};

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
            Contents::Godot { chosen, .. } if chosen.lenient.is_some() => {}
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
    let framings = [Framing::STORE_VAR, Framing::STORE_VAR.big_endian()];
    let framed = framings.into_iter().filter(|framing| arrangement::frames_fill_input(bytes, *framing));
    Detector::new().is_read(&[bytes], work)
        || framed.into_iter().any(|framing| {
            let (values, _) = encoded_values(bytes, Arrangement::Framed(framing));
            let values: Vec<&[u8]> = values.iter().map(|value| value.bytes).collect();
            Detector::new().is_read(&values, work)
        })
        || bytes.first() == Some(&10) && {
            // If reading fails, the bytes are read a second time to find the error.
            let looked_at = nbt::java_reach(bytes).saturating_mul(2);
            let enough = *work >= looked_at;
            *work = work.saturating_sub(looked_at);
            enough && nbt::java(bytes, false).is_some()
        }
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
        // Empty input can be zero frames. If the caller expects one value of a known dialect, it is an error that the
        // value is missing.
        if bytes.is_empty()
            && !matches!(self.arrangement, Some(Arrangement::Framed(_)))
            && !self.is_one_value()
        {
            return Contents::Empty;
        }
        if let Some(foreign) = Foreign::by_magic(bytes) {
            return Contents::Foreign(foreign);
        }
        let arrangements = self.arrangements(bytes);
        let single = arrangements.contains(&Arrangement::Single);
        let plans: Vec<Plan<'_>> =
            arrangements.into_iter().map(|one| Plan::new(bytes, one, self.detector)).collect();
        let (fitting, others): (Vec<Plan<'_>>, Vec<Plan<'_>>) = plans.into_iter().partition(Plan::fits);
        if single
            && self.detector.only_dialect().is_none()
            && let Some(nbt) = self.examine_nbt(bytes, &fitting)
        {
            return nbt;
        }
        // Rare dialects lose against the usual ones, as in [`Detector`].
        let (usual, rare): (Vec<Plan<'_>>, Vec<Plan<'_>>) =
            fitting.into_iter().partition(|plan| !RARE.contains(&plan.dialect()));
        let unlikely: Vec<Dialect> = rare.iter().map(Plan::dialect).collect();
        let (mut fitting, unlikely) = if usual.is_empty() { (rare, Vec::new()) } else { (usual, unlikely) };
        if fitting.len() > 1 {
            return Contents::Ambiguous(fitting.iter().map(|plan| plan.alternative()).collect());
        }
        match fitting.pop() {
            Some(Plan { arrangement, values, choice: Choice::Chosen(mut chosen), .. }) => {
                if !unlikely.is_empty() {
                    chosen.certainty = Certainty::Likely;
                    let new = unlikely.into_iter().filter(|dialect| !chosen.unlikely.contains(dialect));
                    let new: Vec<Dialect> = new.collect();
                    chosen.unlikely.extend(new);
                }
                Contents::Godot { arrangement, values: values.len(), chosen }
            }
            Some(Plan { arrangement, values, choice: Choice::Ambiguous(readings), .. }) => {
                let alternative = |reading: &DialectReading| Alternative::new(reading, arrangement, &values);
                Contents::Ambiguous(readings.iter().map(alternative).collect())
            }
            Some(Plan { choice: Choice::Refused(_), .. }) | None => {
                nearest(bytes, others, self.arrangement, self.detector.only_dialect())
            }
        }
    }

    /// Returns NBT that reads more of the bytes than values of Godot do.
    fn examine_nbt(&self, bytes: &[u8], fitting: &[Plan<'_>]) -> Option<Contents> {
        // Compare readings that leave bytes unread: the one that reads more wins.
        let (furthest, canonical) = fitting.iter().fold((0, false), |(furthest, canonical), plan| {
            (plan.read.max(furthest), plan.is_canonical() || canonical)
        });
        let whole = nbt::whole(bytes, self.arrangement, self.detector.allows_trailing());
        let reads_more = |read: usize| read > furthest || read == bytes.len() && !canonical;
        if let Some((protocol, arrangement, read)) = whole.filter(|(.., read)| reads_more(*read)) {
            let compared = !self.detector.is_quick() && read <= COMPARED_NBT;
            let (values, _) = encoded_values(bytes, arrangement);
            let is_canonical = |value: &EncodedValue<'_>| {
                nbt::is_canonical(value.bytes.get(..read).unwrap_or(value.bytes), protocol)
            };
            let canonical = compared.then(|| values.iter().all(is_canonical));
            let others = nbt::other_readings(bytes, protocol, arrangement);
            if !others.is_empty() {
                let forms = std::iter::once(protocol).chain(others);
                let forms = forms.map(|form| Alternative::of_nbt(form, bytes)).collect();
                return Some(Contents::Ambiguous(forms));
            }
            let alone = furthest < read && nbt::same_nbt(bytes, protocol).is_empty();
            let values = values.len();
            return Some(Contents::Nbt { protocol, arrangement, values, alone, canonical, zeros: 0 });
        }
        // Incomplete NBT can have the size of a Godot value. It is reported as NBT that is cut short.
        let all_single = fitting.iter().all(|plan| plan.arrangement == Arrangement::Single);
        if fitting.is_empty() || !all_single {
            return None;
        }
        nbt::partial(bytes, self.arrangement).map(Contents::Unknown)
    }

    /// Returns whether the caller expects a single value of a known dialect.
    fn is_one_value(&self) -> bool {
        self.detector.only_dialect().is_some() && self.arrangement == Some(Arrangement::Single)
    }

    fn arrangements(&self, bytes: &[u8]) -> Vec<Arrangement> {
        if let Some(arrangement) = self.arrangement {
            return vec![arrangement];
        }
        if FileKind::detect(bytes) == Some(FileKind::Project) {
            let key_length = ProjectFile::parse(bytes).map_or(KeyLength::Bytes, |project| project.key_length);
            return vec![Arrangement::Settings(key_length)];
        }
        let framings = [Framing::STORE_VAR, Framing::STORE_VAR.big_endian()];
        // In a file that was cut short, only the first values are complete.
        let begins = |framing: &Framing| {
            let mut frames = framing.frames(bytes);
            let first = frames.next().and_then(Result::ok);
            arrangement::frames_fill_input(bytes, *framing)
                || first.is_some_and(|frame| frame.payload.len() >= 4 && frames.next().is_some())
        };
        let framed = framings.into_iter().filter(begins).map(Arrangement::Framed);
        std::iter::once(Arrangement::Single).chain(framed).collect()
    }
}

impl Plan<'_> {
    fn dialect(&self) -> Dialect {
        match &self.choice {
            Choice::Chosen(chosen) => chosen.dialect,
            Choice::Ambiguous(readings) => readings.first().map_or(Dialect::GODOT_4, |first| first.dialect),
            Choice::Refused(refusal) => refusal.nearest,
        }
    }

    fn alternative(&self) -> Alternative {
        let dialect = self.dialect();
        let value = self.values.first().map_or(String::new(), |value| preview(dialect, value.bytes));
        let (arrangement, differs) = (self.arrangement, Differs::Arrangement);
        Alternative { format: ValueFormat::Godot(dialect), arrangement, differs, value, doubts: Vec::new() }
    }
}

impl Alternative {
    fn new(reading: &DialectReading, arrangement: Arrangement, values: &[EncodedValue<'_>]) -> Self {
        let bytes = values.get(reading.index).map_or(&[][..], |value| value.bytes);
        let (dialect, differs) = (reading.dialect, Differs::Dialect);
        let (format, value) = (ValueFormat::Godot(dialect), preview(dialect, bytes));
        Self { format, arrangement, differs, value, doubts: reading.doubts.clone() }
    }

    /// Creates an alternative for bytes read as an NBT root in one of several forms.
    fn of_nbt(protocol: Protocol, bytes: &[u8]) -> Self {
        let value = match protocol.parse::<OptNbt>(bytes) {
            Ok(OptNbt(root)) => root.map(|root| root.root.to_string()).unwrap_or_default(),
            Err(error) => error.to_string(),
        };
        let value = match value.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}..", value.get(..end).sure()),
            None => value,
        };
        Self {
            format: ValueFormat::Nbt(protocol),
            arrangement: Arrangement::Single,
            differs: Differs::Dialect,
            value,
            doubts: Vec::new(),
        }
    }
}

/// Returns a value on one line, with the type names of its dialect.
fn preview(dialect: Dialect, bytes: &[u8]) -> String {
    let decoder = Decoder::new(dialect).allow_objects(true).allow_trailing(true);
    match decoder.parse(bytes) {
        Ok(value) => value.preview(dialect.table(), SHOWN),
        Err(error) => error.to_string(),
    }
}
