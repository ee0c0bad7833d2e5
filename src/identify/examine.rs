//! What the contents of a file are: whose values, in what arrangement.

use super::arrangement::{self, Arrangement, Piece, pieces};
use super::foreign::Foreign;
use crate::error::DecodeError;
use crate::{godot, minecraft};

use godot::files::KeyLength;
use godot::{Certainty, Choice, Decoder, Dialect, FileKind, Framing, Precision, ProjectFile, Reading, Table};
use minecraft::nbt::Nbt;
use minecraft::{Protocol, TypeExpr};

/// How roots without a name are read.
const NAMELESS: Protocol = Protocol::V1_14.nameless_nbt(true);
/// The longest header of a game's own that values are looked for after.
const HEADER: usize = 64;
/// What follows such a header has so many bytes at least: four zeros alone are a value.
const SMALLEST: usize = 12;
/// Contents beyond this size are not compared with what the engine would write, header by header.
const COMPARED: usize = 1 << 20;
/// Characters of each value that are shown where readings differ.
const SHOWN: usize = 60;

/// What is known of some contents before they are looked at.
#[derive(Debug, Clone, Copy, Default)]
pub struct Expect {
    /// How the values follow one another; `None` finds out.
    pub arrangement: Option<Arrangement>,
    /// Whose values they are; `None` finds out, and considers NBT as well.
    pub dialect: Option<Dialect>,
    /// Whether bytes may follow each value.
    pub trailing: bool,
    /// Whether to leave out the comparison with what the engine would write: see
    /// [`Chooser::quick`](godot::Chooser::quick).
    pub quick: bool,
}

/// What some contents are.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Finding<'a> {
    /// Nothing at all.
    Empty,
    /// Values of Godot, all of which one dialect reads.
    Godot {
        /// How they follow one another.
        arrangement: Arrangement,
        /// The bytes of each.
        pieces: Vec<Piece<'a>>,
        /// The dialect, and why.
        chosen: godot::Chosen,
    },
    /// An NBT root of Minecraft.
    Nbt {
        /// Whether it is the only reading. Godot 3 and 4 ignore bits of a header, so that a few read as both.
        alone: bool,
        /// Whether the game would write the same bytes.
        canonical: bool,
        /// Whether the root has no name, as in packets since 1.20.2:
        /// [`Protocol::nameless_nbt`] reads it.
        nameless: bool,
    },
    /// Several readings fit, and they give other values.
    Ambiguous(Vec<Alternative>),
    /// A file that is not read here.
    Foreign(Foreign),
    /// Nothing reads all of it.
    Unknown(Nearest<'a>),
}

/// One of several readings that differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// What chooses it: `--as godot3`, `--frame store-var`.
    pub option: String,
    /// The first value that another reading gives otherwise, in one line.
    pub value: String,
}

/// The reading that comes furthest where none comes to the end.
#[derive(Debug, Clone)]
pub struct Nearest<'a> {
    /// How the values follow one another, as far as can be told.
    pub arrangement: Arrangement,
    /// The bytes of each value.
    pub pieces: Vec<Piece<'a>>,
    /// The dialect that comes furthest, or NBT if there is none.
    pub dialect: Option<Dialect>,
    /// How many of the pieces are read.
    pub read: usize,
    /// Why it does not come to the end, with the offset in the contents.
    pub error: DecodeError,
}

/// Finds out what contents are that nothing is known about.
///
/// ```
/// use gamewire::godot::{Dialect, Framing, Variant};
/// use gamewire::identify::{Arrangement, Finding, examine};
///
/// let mut file = Vec::new();
/// Framing::STORE_VAR.write(Dialect::GODOT_4, &vec![Variant::Int(1), "text".into()].into(), &mut file)?;
/// let Finding::Godot { arrangement, pieces, chosen } = examine(&file) else { panic!() };
/// assert_eq!(arrangement, Arrangement::Framed(Framing::STORE_VAR));
/// assert_eq!((pieces.len(), chosen.dialect), (1, Dialect::GODOT_4));
///
/// assert!(matches!(examine(b"\x0a\0\0\x01\0\x01a\x05\0"), Finding::Nbt { .. }));
/// assert!(matches!(examine(b"RSCC\x02\0\0\0"), Finding::Foreign(_)));
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[must_use]
pub fn examine(bytes: &[u8]) -> Finding<'_> {
    Expect::default().examine(bytes)
}

/// Finds values after something that is none: a version, a magic number or a checksum of the game's own. Ask it only of
/// contents that nothing reads; gives how many bytes are before the values.
///
/// Only what an engine would write just so is taken, after at most 64 bytes and half of the contents. It may still
/// be an accident: show it, do not act on it.
///
/// ```
/// use gamewire::identify::{Finding, after_header};
/// let file = b"GAME\x03\0\x1b\0\0\0\x01\0\0\0\x04\0\0\0\x02\0\0\0hp\0\0\x02\0\0\0\x07\0\0\0";
/// let Some((6, Finding::Godot { chosen, .. })) = after_header(file) else { panic!() };
/// assert_eq!(chosen.dialect.name(), "godot4");
/// ```
#[must_use]
pub fn after_header(bytes: &[u8]) -> Option<(usize, Finding<'_>)> {
    let quick = Expect { quick: bytes.len() > COMPARED, ..Expect::default() };
    (1..=HEADER.min(bytes.len() / 2)).find_map(|header| {
        let rest = bytes.get(header..).filter(|rest| rest.len() >= SMALLEST)?;
        match quick.examine(rest) {
            Finding::Godot { chosen, .. } if chosen.lenient.is_some() => None,
            finding @ (Finding::Godot { .. } | Finding::Nbt { alone: true, canonical: true, .. }) => {
                Some((header, finding))
            }
            _ => None,
        }
    })
}

/// A way to read the contents.
struct Plan<'a> {
    arrangement: Arrangement,
    pieces: Vec<Piece<'a>>,
    broken: Option<DecodeError>,
    choice: Choice,
}

impl<'a> Plan<'a> {
    fn new(bytes: &'a [u8], arrangement: Arrangement, expect: &Expect) -> Self {
        let (pieces, broken) = pieces(bytes, arrangement);
        let only: Vec<&[u8]> = pieces.iter().map(|piece| piece.bytes).collect();
        let chooser = godot::Chooser::new().only(expect.dialect).quick(expect.quick);
        let choice = match chooser.choose(&only) {
            Choice::Refused(_) if expect.trailing => chooser.allow_trailing(true).choose(&only),
            choice => choice,
        };
        Self { arrangement, pieces, broken, choice }
    }

    /// Whether every byte is read, if perhaps in several ways.
    fn fits(&self) -> bool {
        self.broken.is_none() && !matches!(self.choice, Choice::Refused(_))
    }
}

impl Expect {
    /// Finds out what contents are.
    pub fn examine<'a>(&self, bytes: &'a [u8]) -> Finding<'a> {
        // Frames there may be none of.
        if bytes.is_empty() && !matches!(self.arrangement, Some(Arrangement::Framed(_))) {
            return Finding::Empty;
        }
        if let Some(foreign) = Foreign::by_magic(bytes) {
            return Finding::Foreign(foreign);
        }
        let arrangements = self.arrangements(bytes);
        let single = arrangements.contains(&Arrangement::Single);
        let plans: Vec<Plan<'a>> = arrangements.into_iter().map(|one| Plan::new(bytes, one, self)).collect();
        let (fitting, others): (Vec<Plan<'a>>, Vec<Plan<'a>>) = plans.into_iter().partition(Plan::fits);
        // A header of Godot has no bits beside its id and flags; as that of an NBT root it has.
        let canonical = |plan: &Plan<'_>| {
            matches!(&plan.choice, Choice::Chosen(chosen) if chosen.lenient.is_none())
                || matches!(&plan.choice, Choice::Ambiguous(_))
        };
        let nbt = if single && self.dialect.is_none() { nbt_protocol(bytes) } else { None };
        if let Some(protocol) = nbt.filter(|_| !fitting.iter().any(canonical)) {
            let nameless = protocol == NAMELESS;
            let canonical = nbt_is_canonical(bytes, protocol);
            return Finding::Nbt { alone: fitting.is_empty(), canonical, nameless };
        }
        // What few games are made with comes last here as well.
        let (usual, rare): (Vec<Plan<'a>>, Vec<Plan<'a>>) =
            fitting.into_iter().partition(|plan| !is_rare(plan.dialect()));
        let unlikely: Vec<Dialect> = rare.iter().map(Plan::dialect).collect();
        let (mut fitting, unlikely) = if usual.is_empty() { (rare, Vec::new()) } else { (usual, unlikely) };
        if fitting.len() > 1 {
            return Finding::Ambiguous(fitting.iter().map(|plan| plan.alternative()).collect());
        }
        match fitting.pop() {
            Some(Plan { arrangement, pieces, choice: Choice::Chosen(mut chosen), .. }) => {
                if !unlikely.is_empty() {
                    chosen.certainty = Certainty::Likely;
                    let new = unlikely.into_iter().filter(|dialect| !chosen.unlikely.contains(dialect));
                    let new: Vec<Dialect> = new.collect();
                    chosen.unlikely.extend(new);
                }
                Finding::Godot { arrangement, pieces, chosen }
            }
            Some(Plan { pieces, choice: Choice::Ambiguous(readings), .. }) => {
                Finding::Ambiguous(readings.iter().map(|reading| Alternative::of(reading, &pieces)).collect())
            }
            _ => nothing(bytes, others, self.dialect),
        }
    }

    /// The arrangements in question.
    fn arrangements(&self, bytes: &[u8]) -> Vec<Arrangement> {
        if let Some(arrangement) = self.arrangement {
            return vec![arrangement];
        }
        if godot::FileKind::of(bytes) == Some(FileKind::Project) {
            let key_length = ProjectFile::parse(bytes).map_or(KeyLength::Bytes, |project| project.key_length);
            return vec![Arrangement::Settings(key_length)];
        }
        let framings = [Framing::STORE_VAR, Framing::STORE_VAR.big_endian()];
        // A file that was cut still has its first values.
        let begins = |framing: &Framing| {
            let mut frames = framing.frames(bytes);
            let first = frames.next().and_then(Result::ok);
            arrangement::tiles(bytes, *framing)
                || first.is_some_and(|frame| frame.payload.len() >= 4 && frames.next().is_some())
        };
        let framed = framings.into_iter().filter(begins).map(Arrangement::Framed);
        std::iter::once(Arrangement::Single).chain(framed).collect()
    }
}

/// What contents are that nothing reads to the end.
fn nothing<'a>(bytes: &'a [u8], plans: Vec<Plan<'a>>, only: Option<Dialect>) -> Finding<'a> {
    let settings = |plan: &Plan<'_>| matches!(plan.arrangement, Arrangement::Settings(_));
    if !plans.iter().any(settings)
        && let Some(foreign) = Foreign::by_shape(bytes)
    {
        return Finding::Foreign(foreign);
    }
    // A header of NBT is one byte and a name; whoever comes past both is nearer than one who is stopped by
    // the first word.
    let nbt = match bytes {
        [10, high, low, ..] if only.is_none() => {
            let start = 3 + usize::from(u16::from_be_bytes([*high, *low]));
            minecraft::check_nbt(bytes).err().filter(|error| error.offset() > start.max(8))
        }
        _ => None,
    };
    let mut best: Option<(_, Nearest<'a>)> = None;
    for Plan { arrangement, pieces, broken, choice } in plans {
        let (dialect, read, error) = match choice {
            Choice::Refused(refusal) => {
                let offset = pieces.get(refusal.piece).map_or(0, |piece| piece.offset);
                (refusal.nearest, refusal.read, refusal.error.after(offset))
            }
            Choice::Chosen(chosen) => match broken {
                Some(error) => (chosen.dialect, pieces.len(), error),
                None => continue,
            },
            Choice::Ambiguous(_) => match broken {
                Some(error) => (Dialect::GODOT_3, 0, error),
                None => continue,
            },
        };
        // Lengths that lead through the whole file are no accident.
        let whole = arrangement != Arrangement::Single && arrangement_is_whole(bytes, arrangement);
        let progress = (read > 0, whole && read > 0, read);
        if best.as_ref().is_none_or(|(best, _)| progress > *best) {
            let nearest = Nearest { arrangement, pieces, dialect: Some(dialect), read, error };
            best = Some((progress, nearest));
        }
    }
    match (best, nbt) {
        (Some((_, nearest)), Some(error)) if nearest.read == 0 => {
            Finding::Unknown(Nearest { dialect: None, error, ..nearest })
        }
        (Some((_, nearest)), _) => Finding::Unknown(nearest),
        (None, _) => Finding::Empty,
    }
}

fn arrangement_is_whole(bytes: &[u8], arrangement: Arrangement) -> bool {
    match arrangement {
        Arrangement::Framed(framing) => arrangement::tiles(bytes, framing),
        _ => true,
    }
}

/// How the bytes are read as an NBT root: with its name, or without. An empty one is too little to go by.
fn nbt_protocol(bytes: &[u8]) -> Option<Protocol> {
    let reads = |protocol: &Protocol| protocol.check::<Option<Nbt<'_>>>(bytes).is_ok();
    let likely = [Protocol::V1_14, NAMELESS].into_iter().find(|protocol| bytes.len() >= 4 && reads(protocol));
    likely.filter(|protocol| *protocol != NAMELESS || bytes.len() > 4)
}

fn nbt_is_canonical(bytes: &[u8], protocol: Protocol) -> bool {
    let value = TypeExpr::Nbt.parse(protocol, bytes);
    let written = value.ok().and_then(|value| TypeExpr::Nbt.encode(protocol, &value).ok());
    written.is_some_and(|written| written == bytes)
}

/// Forks, and Godot 3 in double precision.
fn is_rare(dialect: Dialect) -> bool {
    match dialect.table() {
        Table::Godot2 | Table::Godot4 => false,
        Table::Godot3 => dialect.precision() == Precision::Double,
        _ => true,
    }
}

impl Plan<'_> {
    /// The dialect that it is about.
    fn dialect(&self) -> Dialect {
        match &self.choice {
            Choice::Chosen(chosen) => chosen.dialect,
            Choice::Ambiguous(readings) => readings.first().map_or(Dialect::GODOT_4, |first| first.dialect),
            Choice::Refused(refusal) => refusal.nearest,
        }
    }

    fn alternative(&self) -> Alternative {
        let (frame, big_endian) = match self.arrangement {
            Arrangement::Framed(framing) => (framing.name(), framing == framing.big_endian()),
            _ => ("none", false),
        };
        let dialect = self.dialect();
        let option = format!("--frame {frame}{}", if big_endian { " --big-endian" } else { "" });
        let value = self.pieces.first().map_or(String::new(), |piece| preview(dialect, piece.bytes));
        Alternative { option, value }
    }
}

impl Alternative {
    fn of(reading: &Reading, pieces: &[Piece<'_>]) -> Self {
        let bytes = pieces.get(reading.piece).map_or(&[][..], |piece| piece.bytes);
        let doubts = reading.doubts.join(", ");
        let doubts = if doubts.is_empty() { doubts } else { format!("  ({doubts})") };
        Self {
            option: format!("--as {}", reading.dialect),
            value: format!("{}{doubts}", preview(reading.dialect, bytes)),
        }
    }
}

/// A value in one line, by the names of its dialect.
fn preview(dialect: Dialect, bytes: &[u8]) -> String {
    let decoder = Decoder::new(dialect).allow_objects(true).allow_trailing(true);
    match decoder.parse(bytes) {
        Ok(value) => value.preview(dialect.table(), SHOWN),
        Err(error) => error.to_string(),
    }
}
