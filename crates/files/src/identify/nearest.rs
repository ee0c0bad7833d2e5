//! Finds the format that reads the longest prefix of damaged contents.

use std::fmt;

use super::arrangement::{Arrangement, framings};
use super::candidate::Candidate;
use super::foreign::Foreign;
use super::identity::Contents;
use super::shapes;
use super::untyped::Untyped;
use gamewire::error::{DecodeError, DecodeErrorKind};
use gamewire::godot::{Decoder, Dialect, Kind};
use gamewire::minecraft::{Protocol, TypeExpr};
use gamewire::shared::default_first;

/// An upper limit for type ids.
const TYPES: u32 = 64;

/// The format of values, as far as it can be detected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueFormat {
    /// Values of Godot.
    Godot(Dialect),
    /// NBT, with the rules of its form.
    Nbt(Protocol),
}

/// Writes the name of the format, for example `godot4` or `minecraft-bedrock/nbt`.
impl fmt::Display for ValueFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Godot(dialect) => f.pad(dialect.name()),
            Self::Nbt(protocol) => write!(f, "{}/{}", protocol.name().unwrap_or("minecraft"), TypeExpr::Nbt),
        }
    }
}

/// Returns whether the error is at the first byte, so that the bytes do not even begin like a value.
pub(crate) fn reads_nothing(error: &DecodeError) -> bool {
    error.offset() == 0 && !error.is_incomplete()
}

/// The reading that reads the longest prefix, if none reads all of the contents.
///
/// ```
/// use gamewire::godot::{Dialect, variant};
/// use gamewire_files::identify::{Contents, ValueFormat, examine};
///
/// let mut file = Dialect::GODOT_4.encode(&variant!({ "hp": 9, "name": "Ada" }))?;
/// file.truncate(file.len() - 4); // An interrupted download: "Ada" and its padding are missing.
/// let Contents::Unknown(nearest) = examine(&file) else { panic!() };
/// assert_eq!(nearest.format, ValueFormat::Godot(Dialect::GODOT_4));
/// assert_eq!(nearest.error.missing(), Some(3));
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Nearest {
    /// The format that reads the longest prefix.
    pub format: ValueFormat,
    /// The arrangement of the values, if it can be detected.
    pub arrangement: Arrangement,
    /// The number of values, if it can be detected.
    pub values: usize,
    /// The number of values that this format reads.
    pub read: usize,
    /// The error after them, with its offset in the contents.
    pub error: DecodeError,
}

/// Finds the format that reads the longest prefix of contents that no format reads completely, unless they are empty or
/// have the shape of another file type. `cut` is NBT whose beginning is read, `named` the arrangement and `only` the
/// dialect, if they are known.
pub(super) fn nearest(
    bytes: &[u8],
    godot: Vec<Candidate<'_>>,
    cut: Option<Nearest>,
    named: Option<Arrangement>,
    only: Option<Dialect>,
) -> Contents {
    let is_text = matches!(Untyped::detect(bytes), Some(Untyped::Text(..)));
    let framed = if is_text { None } else { lengths_fit(bytes, &godot) };
    // RCON has lengths, too.
    if only.is_none() && shapes::is_rcon(bytes) {
        return Contents::Foreign(Foreign::Rcon);
    }
    if framed.is_none()
        && !godot.iter().any(|one| matches!(one.arrangement, Arrangement::Settings(_)))
        && let Some(foreign) = Foreign::by_shape(bytes)
        // Zeros are a damaged file, and few bytes text, unless the caller expects a single value: then they are its beginning.
        && !(only.is_some()
            && named == Some(Arrangement::Single)
            && (foreign == Foreign::Zeros || bytes.len() < 4))
    {
        return Contents::Foreign(foreign);
    }
    if framed.is_none()
        && let Some(cut) = cut
    {
        return Contents::Unknown(cut);
    }
    let progress = |one: &Candidate<'_>| {
        let is_whole = one.has_fitting_lengths(bytes) && (one.read > 0 || framed == Some(one.arrangement));
        (one.read > 0, is_whole, one.read)
    };
    let best = godot.into_iter().rev().max_by_key(progress).and_then(Candidate::nearest);
    let cut = match &best {
        Some(nearest) if nearest.read == 0 && framed.is_none() && !bytes.starts_with(b"ECFG") => {
            cut_frame(bytes, only, nearest)
        }
        _ => None,
    };
    cut.or(best).map_or(Contents::Empty, Contents::Unknown)
}

/// Returns the arrangement of damaged values whose lengths lead exactly to the end of the file. A small length can
/// also be the type of a damaged value without a length. Then the reading that reaches further is returned.
fn lengths_fit(bytes: &[u8], godot: &[Candidate<'_>]) -> Option<Arrangement> {
    let word = bytes.first_chunk().map_or(0, |word| u32::from_le_bytes(*word));
    let single = godot.iter().find(|one| word < TYPES && one.arrangement == Arrangement::Single);
    let framed = godot.iter().filter(|one| one.has_fitting_lengths(bytes));
    let furthest = framed.max_by_key(|one| one.reach)?;
    (furthest.reach >= single.map_or(0, |one| one.reach)).then_some(furthest.arrangement)
}

/// Returns the reading of a first value with a length before it, if the value is cut short: the length exceeds the
/// input, and the bytes after it are the beginning of a value. `nearest` is the best reading of the same bytes
/// without a length.
fn cut_frame(bytes: &[u8], only: Option<Dialect>, nearest: &Nearest) -> Option<Nearest> {
    let depth = |error: &DecodeError| (!error.path().segments().is_empty(), error.offset());
    let value = bytes.get(4..)?;
    // The bytes can also be the beginning of a value without a length.
    let rival = nearest.error.is_incomplete().then(|| depth(&nearest.error));
    framings().into_iter().find_map(|framing| {
        let error = framing.frames(bytes).next()?.err()?;
        let &DecodeErrorKind::CountPastEnd { count, .. } = error.kind() else { return None };
        let dialects = default_first()
            .into_iter()
            .filter(|dialect| only.is_none_or(|only| only == *dialect))
            .chain(only);
        let begun = dialects.filter_map(|dialect| {
            let error = Decoder::new(dialect).allow_objects(true).check(value).err()?;
            let missing = error.missing()?;
            let length = value.len().saturating_add(missing);
            // Unless a container is open, the number of missing bytes is known exactly.
            let containers = [Kind::Array, Kind::Dictionary, Kind::Object].map(Kind::name);
            let nested = !error.path().segments().is_empty() || containers.contains(&error.reading());
            let fits = error.offset() > 0
                && if nested { length <= count as usize } else { length == count as usize };
            fits.then(|| (depth(&error), dialect))
        });
        let (_, dialect) =
            begun.rev().max_by_key(|(depth, _)| *depth).filter(|(depth, _)| Some(*depth) >= rival)?;
        let arrangement = Arrangement::Framed(framing);
        let format = ValueFormat::Godot(dialect);
        Some(Nearest { format, arrangement, values: 0, read: 0, error })
    })
}
