//! The arrangement of the values in a file: a single value, values with lengths, settings, or values in
//! sequence.

use std::borrow::Cow;

use super::root::{COMPOUND, LIST, begins, shows_form};
use nom::Parser as _;

use crate::godot::{KeyLength, ProjectFile, Setting};
use gamewire::error::{DecodeError, DecodeErrorKind, EncodeError};
use gamewire::godot::Framing;
use gamewire::grammar::{Cx, Fault, Parse, Settings, field, le_u32};
use gamewire::limits::Limits;
use gamewire::minecraft::nbt::OptNbt;
use gamewire::minecraft::{NbtForm, Protocol};
use gamewire::shared::FRAME_LENGTH;
use gamewire::shared::Sure as _;
use gamewire::trace::{Meaning, Trace, Unit};

/// The arrangement of the values of a file.
///
/// ```
/// use gamewire_files::document::Document;
/// use gamewire::godot::{Dialect, Framing, variant};
/// use gamewire_files::identify::Arrangement;
/// let mut file = Vec::new();
/// for number in 0..3 {
///     Framing::STORE_VAR.write(Dialect::GODOT_4, &variant!({ "number": number }), &mut file)?;
/// }
/// assert_eq!(Document::open(&file)?.arrangement(), Arrangement::Framed(Framing::STORE_VAR));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Arrangement {
    /// The file is one value.
    Single,
    /// Values, each after its length.
    Framed(Framing),
    /// `ECFG`, the settings of a project. Each value has a name.
    Settings(KeyLength),
    /// NBT roots one after the other, without anything between them.
    Roots(NbtForm),
    /// `level.dat` of the Bedrock edition: a header, then an NBT root.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | 4    | version of the format: u32, little-endian |
    /// | 4  | 4    | length of the rest: u32, little-endian |
    /// | 8  | ..   | NBT root, little-endian |
    LevelDat {
        /// The version.
        version: u32,
    },
    /// The packets of a recorded connection, each after its length as a VarInt and, on a compressed connection, its data
    /// length.
    Packets,
    /// The packets of a recording of ReplayMod, each after its time and its length.
    Replay,
}

impl Arrangement {
    /// Returns the arrangement, unless it is one of recorded packets, which have lengths of their own.
    pub(crate) fn of_values(self) -> Option<Self> {
        (!matches!(self, Self::Packets | Self::Replay)).then_some(self)
    }

    /// Returns the bytes before a value of this length. They are the length, for `level.dat` after its version, and
    /// empty if values have no length. Packets have their lengths from [`Recording`](gamewire::minecraft::Recording).
    ///
    /// ```
    /// use gamewire::godot::Framing;
    /// use gamewire_files::identify::Arrangement;
    /// assert_eq!(Arrangement::Framed(Framing::STORE_VAR).head_of(8)?, [8, 0, 0, 0]);
    /// assert_eq!(Arrangement::LevelDat { version: 10 }.head_of(8)?, [10, 0, 0, 0, 8, 0, 0, 0]);
    /// assert!(Arrangement::Single.head_of(8)?.is_empty());
    /// # Ok::<(), gamewire::EncodeError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the length needs more than 32 bits.
    pub fn head_of(self, length: usize) -> Result<Vec<u8>, EncodeError> {
        match self {
            Self::Single | Self::Settings(_) | Self::Roots(_) | Self::Packets | Self::Replay => {
                Ok(Vec::new())
            }
            Self::Framed(framing) => framing.head_of(length),
            Self::LevelDat { version } => {
                // The length before a root has the same form as before a value of Godot.
                let length = Framing::STORE_VAR.head_of(length)?;
                Ok([&version.to_le_bytes(), &*length].concat())
            }
        }
    }

    /// Converts an error of the value at `offset` to an error of the whole contents. If the length of the value is
    /// known, more bytes cannot complete it.
    #[must_use]
    pub(crate) fn placed(self, error: DecodeError, offset: usize) -> DecodeError {
        error.placed(offset, self.has_lengths())
    }

    /// Returns whether the length of each value is in the contents.
    pub(crate) fn has_lengths(self) -> bool {
        !matches!(self, Self::Single | Self::Roots(_)) && self != Self::Framed(Framing::BARE)
    }

    /// Returns the number of bytes before each value, except for packets.
    pub(super) fn head_len(self) -> usize {
        self.head_of(0).map_or(0, |head| head.len())
    }
}

/// The encoded bytes of one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodedValue<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// The offset of `bytes` in the contents.
    pub offset: usize,
    /// The name of the setting, if the value is one.
    pub name: Option<Cow<'a, str>>,
}

impl<'a> EncodedValue<'a> {
    pub(crate) fn new(bytes: &'a [u8], offset: usize, name: Option<Cow<'a, str>>) -> Self {
        Self { bytes, offset, name }
    }
}

/// The values of the contents, and the error after the last complete one.
pub(super) type EncodedValues<'a> = (Vec<EncodedValue<'a>>, Option<DecodeError>);

/// Splits contents into the bytes of single values. A length that does not fit ends the values, and the error has its
/// offset.
#[must_use]
pub fn encoded_values(bytes: &[u8], arrangement: Arrangement) -> EncodedValues<'_> {
    values_up_to(bytes, arrangement, |_| false)
}

/// Splits contents as [`encoded_values`] does, but only up to the first frame that is too short for a value, which no
/// reader accepts. Otherwise a file of zeros would be read as many empty frames, each of which takes many times its
/// bytes of memory.
pub(super) fn whole_values(bytes: &[u8], arrangement: Arrangement) -> EncodedValues<'_> {
    values_up_to(bytes, arrangement, |payload| payload.len() < VALUE)
}

/// The length of Godot's shortest value.
const VALUE: usize = 4;

fn values_up_to(
    bytes: &[u8],
    arrangement: Arrangement,
    is_last: impl Fn(&[u8]) -> bool,
) -> EncodedValues<'_> {
    match arrangement {
        Arrangement::Single | Arrangement::Packets | Arrangement::Replay => {
            (vec![EncodedValue { bytes, offset: 0, name: None }], None)
        }
        Arrangement::Framed(framing) => {
            // The frames are counted first, because a growing vector would take three times the memory.
            let whole = framing.frames(bytes).map_while(Result::ok);
            let before = whole.take_while(|frame| !is_last(frame.payload)).count();
            let mut values = Vec::with_capacity(before + 1);
            for frame in framing.frames(bytes).take(before + 1) {
                match frame {
                    Ok(frame) => {
                        values.push(EncodedValue { bytes: frame.payload, offset: frame.offset, name: None })
                    }
                    Err(error) => return (values, Some(error)),
                }
            }
            (values, None)
        }
        Arrangement::Settings(_) => match ProjectFile::parse(bytes) {
            Ok(project) => (settings(bytes, &project), None),
            Err(error) if is_trailing(&error) => {
                let project = ProjectFile::parse_prefix(bytes);
                (project.map(|(project, _)| settings(bytes, &project)).unwrap_or_default(), Some(error))
            }
            Err(error) => (Vec::new(), Some(error)),
        },
        Arrangement::Roots(form) => {
            let protocol = Protocol::V1_14.with_nbt_form(form);
            let (mut values, mut offset) = (Vec::new(), 0);
            while let Some(rest) = bytes.get(offset..).filter(|rest| !rest.is_empty()) {
                // A single byte 0, the absent root, ends the roots. Otherwise a file of zeros would be millions of
                // values.
                let whole = !matches!(rest.first(), Some(&(COMPOUND | LIST)));
                let read = match whole {
                    true => protocol.check::<OptNbt>(rest).map(|()| rest.len()),
                    false => protocol.check_prefix::<OptNbt>(rest),
                };
                match read {
                    Ok(read) => {
                        values.push(EncodedValue { bytes: rest.get(..read).sure(), offset, name: None });
                        offset += read;
                    }
                    Err(error) => return (values, Some(error.after(offset))),
                }
            }
            (values, None)
        }
        Arrangement::LevelDat { .. } => root_after_header(bytes),
    }
}

/// Returns whether the error reports bytes after a value.
pub(crate) fn is_trailing(error: &DecodeError) -> bool {
    matches!(error.kind(), DecodeErrorKind::TrailingBytes { .. })
}

/// Returns the incomplete or damaged value after those that [`encoded_values`] finds: the bytes after its length.
/// Returns `None` if there are no such bytes, or if the file has settings.
///
/// ```
/// use gamewire::godot::Framing;
/// use gamewire_files::shared::identify::{encoded_values, incomplete_value};
/// use gamewire_files::identify::Arrangement;
/// // An int, and the beginning of a text.
/// let cut = b"\x08\0\0\0\x02\0\0\0\x07\0\0\0\x0c\0\0\0\x04\0\0\0";
/// let framed = Arrangement::Framed(Framing::STORE_VAR);
/// let (values, _) = encoded_values(cut, framed);
/// assert_eq!(values.len(), 1);
/// let rest = incomplete_value(cut, framed, &values).unwrap();
/// assert_eq!((rest.bytes, rest.offset), (&b"\x04\0\0\0"[..], 16));
/// ```
#[must_use]
pub fn incomplete_value<'a>(
    bytes: &'a [u8],
    arrangement: Arrangement,
    values: &[EncodedValue<'a>],
) -> Option<EncodedValue<'a>> {
    let may_follow = match arrangement {
        Arrangement::Framed(_) | Arrangement::Roots(_) => true,
        Arrangement::LevelDat { .. } => values.is_empty(),
        Arrangement::Single | Arrangement::Settings(_) | Arrangement::Packets | Arrangement::Replay => false,
    };
    let end = values.last().map_or(0, |last| last.offset + last.bytes.len());
    let offset = if may_follow { end + arrangement.head_len() } else { return None };
    let bytes = bytes.get(offset..).filter(|bytes| !bytes.is_empty())?;
    Some(EncodedValue { bytes, offset, name: None })
}

/// The size of the header of the Bedrock edition's `level.dat`.
const LEVEL_DAT: usize = 8;
/// An upper limit for the versions in such headers. Releases have written 1 to 10.
const VERSIONS: u32 = 16;

/// Parses the header of a `level.dat`, the version and the length of the rest: see [`Arrangement::LevelDat`].
pub(crate) fn level_head<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, (u32, u32)> {
    let length = Meaning::from("length of the rest").counting(Unit::BYTES);
    move |i: &'a [u8]| (field(cx, "version", le_u32), field(cx, length, le_u32)).parse(i)
}

/// Parses the header of a `level.dat`, and returns its version, its length and the bytes after it.
fn header(bytes: &[u8]) -> Option<(u32, u32, &[u8])> {
    let (rest, (version, length)) = level_head(Settings::new(&(), Limits::GODOT).cx())(bytes).ok()?;
    Some((version, length, rest))
}

/// Returns the root after the header of a `level.dat`.
fn root_after_header(bytes: &[u8]) -> EncodedValues<'_> {
    let value = |bytes| vec![EncodedValue { bytes, offset: LEVEL_DAT, name: None }];
    let error_of = |fault: Fault, reading| fault.in_input(bytes.len(), reading);
    let error = |fault: Fault| error_of(fault, FRAME_LENGTH);
    let Some((_, length, rest)) = header(bytes) else {
        let missing = LEVEL_DAT.saturating_sub(bytes.len()) as u64;
        return (
            Vec::new(),
            Some(error(Fault::new(bytes.len(), 0, DecodeErrorKind::Incomplete { missing }))),
        );
    };
    let wrong = |kind| Some(error(Fault::new(rest.len() + 4, 4, kind)));
    let stated = length as usize;
    if let Some(missing) = stated.checked_sub(rest.len()).filter(|missing| *missing > 0) {
        return (Vec::new(), wrong(DecodeErrorKind::LengthPastEnd { length, missing: missing as u64 }));
    }
    let needed = Protocol::BEDROCK.check_prefix::<OptNbt>(rest);
    match (rest.split_at_checked(stated), needed.map(u32::try_from)) {
        (Some((root, after)), Ok(Ok(needed))) if needed == length && !after.is_empty() => {
            let kind = DecodeErrorKind::TrailingBytes { count: after.len() };
            (value(root), Some(error_of(Fault::new(after.len(), 0, kind), "NBT")))
        }
        (_, Ok(Ok(needed))) if needed > length => {
            (value(rest), wrong(DecodeErrorKind::LengthMismatch { stated: length, needed }))
        }
        _ => (value(rest), None),
    }
}

/// Returns the arrangement of NBT in this form: after the header of a `level.dat`, several roots one after the other,
/// or a single root. If the last root is incomplete, [`encoded_values`] returns the error. If it is known that the contents are
/// NBT, several roots need not show their form.
///
/// ```
/// use gamewire_files::shared::identify::nbt_arrangement;
/// use gamewire_files::identify::Arrangement;
/// use gamewire::minecraft::NbtForm::LittleEndian;
/// let root = b"\x0a\0\0\x01\x02\0hp\x14\0";
/// assert_eq!(nbt_arrangement(root, LittleEndian, false), Arrangement::Single);
/// let level = [b"\x0a\0\0\0\x0a\0\0\0", root.as_slice()].concat();
/// assert_eq!(nbt_arrangement(&level, LittleEndian, false), Arrangement::LevelDat { version: 10 });
/// assert_eq!(nbt_arrangement(&level[..17], LittleEndian, false), Arrangement::LevelDat { version: 10 });
/// assert_eq!(nbt_arrangement(&root.repeat(2), LittleEndian, false), Arrangement::Roots(LittleEndian));
/// ```
#[must_use]
pub fn nbt_arrangement(bytes: &[u8], form: NbtForm, is_known: bool) -> Arrangement {
    let protocol = Protocol::V1_14.with_nbt_form(form);
    if form == NbtForm::LittleEndian
        && let Some((version, length, rest)) = header(bytes)
        && (version < VERSIONS && begins(rest, protocol)
            || length as usize == rest.len() && protocol.check::<OptNbt>(rest).is_ok())
    {
        return Arrangement::LevelDat { version };
    }
    let roots = Arrangement::Roots(form);
    let (values, broken) = encoded_values(bytes, roots);
    let are_roots = match (values.as_slice(), broken) {
        ([], _) | ([_], None) => false,
        (values, None) => {
            // Lists without elements are a few bytes that occur in other data, too.
            (is_known
                || values.iter().all(|value| value.bytes.first() == Some(&COMPOUND))
                || values.iter().any(|value| shows_form(value.bytes, protocol)))
                && values.iter().all(|value| value.bytes.first() != Some(&0))
        }
        ([.., last], Some(error)) => {
            let rest = bytes.get(last.offset + last.bytes.len()..).sure();
            matches!(rest.first(), Some(&(COMPOUND | LIST)))
                && (error.is_incomplete() || begins(rest, protocol))
                && begins(bytes, protocol)
        }
    };
    if are_roots { roots } else { Arrangement::Single }
}

/// Returns the values of a project's settings. `bytes` is the file that the settings were parsed from.
fn settings<'a>(bytes: &'a [u8], project: &ProjectFile<'a>) -> Vec<EncodedValue<'a>> {
    let value = |setting: &Setting<'a>| {
        let offset = setting.offset();
        let bytes = bytes.get(offset..offset + setting.value.len())?;
        Some(EncodedValue { bytes, offset, name: Some(setting.key.clone()) })
    };
    let mut values = Vec::with_capacity(project.settings.len());
    values.extend(project.settings.iter().filter_map(value));
    values
}

/// The two byte orders of lengths before values.
pub(super) fn framings() -> [Framing; 2] {
    [Framing::STORE_VAR, Framing::STORE_VAR.big_endian()]
}

/// Returns whether the bytes can be values with lengths in either byte order, judging by the lengths only.
pub(super) fn is_framed(bytes: &[u8]) -> bool {
    framings().into_iter().any(|framing| frames_fill_input(bytes, framing))
}

/// Returns whether the input consists of complete frames whose payloads have at least four bytes.
pub(super) fn frames_fill_input(bytes: &[u8], framing: Framing) -> bool {
    !bytes.is_empty()
        && framing.frames(bytes).all(|frame| frame.is_ok_and(|frame| frame.payload.len() >= VALUE))
}
