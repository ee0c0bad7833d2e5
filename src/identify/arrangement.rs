//! The arrangement of the values of a file.

use std::borrow::Cow;

use super::root::{COMPOUND, LIST, begins, shows_form};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, FRAME_LENGTH, Fault, Path};
use crate::minecraft::nbt::OptNbt;
use crate::minecraft::{NbtForm, Protocol};
use crate::{godot, godot::Framing, godot::ProjectFile, godot::files::KeyLength};

/// The arrangement of the values of a file.
///
/// ```
/// use gamewire::document::Document;
/// use gamewire::godot::{Dialect, Framing, variant};
/// use gamewire::identify::Arrangement;
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
    /// Values with their lengths before them.
    Framed(Framing),
    /// `ECFG`, the settings of a project: values with names.
    Settings(KeyLength),
    /// NBT roots in a row, without anything between them.
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
}

impl Arrangement {
    /// Returns the bytes before a value of this length: the length, and for `level.dat` its version. Without framing there are
    /// none.
    ///
    /// ```
    /// use gamewire::godot::Framing;
    /// use gamewire::identify::Arrangement;
    /// assert_eq!(Arrangement::Framed(Framing::STORE_VAR).head_of(8)?, [8, 0, 0, 0]);
    /// assert_eq!(Arrangement::LevelDat { version: 10 }.head_of(8)?, [10, 0, 0, 0, 8, 0, 0, 0]);
    /// assert!(Arrangement::Single.head_of(8)?.is_empty());
    /// # Ok::<(), gamewire::EncodeError>(())
    /// ```
    ///
    /// # Errors
    /// If the length needs more than 32 bits.
    pub fn head_of(self, length: usize) -> Result<Vec<u8>, EncodeError> {
        match self {
            Self::Single | Self::Settings(_) | Self::Roots(_) => Ok(Vec::new()),
            Self::Framed(framing) => framing.head_of(length),
            Self::LevelDat { version } => {
                // The length before a root is that before a value of Godot.
                let length = Framing::STORE_VAR.head_of(length)?;
                Ok([&version.to_le_bytes(), &*length].concat())
            }
        }
    }

    /// An error of a value that begins at this offset, as one of the whole contents: a value whose length is known cannot be
    /// completed by more bytes.
    #[must_use]
    pub(crate) fn placed(self, error: DecodeError, offset: usize) -> DecodeError {
        match self {
            Self::Single | Self::Roots(_) => error.after(offset),
            Self::Framed(_) | Self::Settings(_) | Self::LevelDat { .. } => error.in_slice(offset),
        }
    }

    /// The number of these bytes.
    pub(super) fn head_len(self) -> usize {
        match self {
            Self::Single | Self::Settings(_) | Self::Roots(_) => 0,
            Self::Framed(framing) => framing.head_len(),
            Self::LevelDat { .. } => LEVEL_DAT,
        }
    }
}

/// The bytes of one value.
///
/// ```
/// use gamewire::godot::{Dialect, Framing, variant};
/// use gamewire::identify::{Finding, examine};
///
/// let mut file = Vec::new();
/// for level in [3, 4] {
///     Framing::STORE_VAR.write(Dialect::GODOT_4, &variant!({ "level": level }), &mut file)?;
/// }
/// let Finding::Godot { values, .. } = examine(&file) else { panic!() };
/// let [first, second] = values.as_slice() else { panic!() };
/// assert_eq!(first.offset, 4); // After its length.
/// assert_eq!(second.offset, first.offset + first.bytes.len() + 4);
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct EncodedValue<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// The offset of the first value in the contents.
    pub offset: usize,
    /// The name of the setting whose value it is.
    pub name: Option<Cow<'a, str>>,
}

impl<'a> EncodedValue<'a> {
    pub(crate) fn new(bytes: &'a [u8], offset: usize, name: Option<Cow<'a, str>>) -> Self {
        Self { bytes, offset, name }
    }
}

/// The values of some contents, and the error after the last whole one.
pub(super) type EncodedValues<'a> = (Vec<EncodedValue<'a>>, Option<DecodeError>);

/// Divides contents into the bytes of single values. A length that does not fit ends the values; the error has its offset.
#[must_use]
pub fn encoded_values(bytes: &[u8], arrangement: Arrangement) -> EncodedValues<'_> {
    values_up_to(bytes, arrangement, |_| false)
}

/// Cuts contents as [`encoded_values`] does, but only up to the first frame that is too short for a value. No reader accepts such
/// a frame. Zeros would be many such frames, and each takes many times its bytes of memory.
pub(super) fn whole_values(bytes: &[u8], arrangement: Arrangement) -> EncodedValues<'_> {
    values_up_to(bytes, arrangement, |payload| payload.len() < VALUE)
}

/// The shortest value of Godot.
const VALUE: usize = 4;

fn values_up_to(
    bytes: &[u8],
    arrangement: Arrangement,
    is_last: impl Fn(&[u8]) -> bool,
) -> EncodedValues<'_> {
    match arrangement {
        Arrangement::Single => (vec![EncodedValue { bytes, offset: 0, name: None }], None),
        Arrangement::Framed(framing) => {
            // Counted first: growing by doubling would take three times the memory.
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
                // Nothing is in a row with the single byte 0, which is no root: zeros are not millions of values.
                let whole = !matches!(rest.first(), Some(&(COMPOUND | LIST)));
                let read = match whole {
                    true => protocol.check::<OptNbt>(rest).map(|()| rest.len()),
                    false => protocol.check_prefix::<OptNbt>(rest),
                };
                match read {
                    Ok(read) => {
                        values.push(EncodedValue {
                            bytes: rest.get(..read).unwrap_or_default(),
                            offset,
                            name: None,
                        });
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

/// Returns whether the error is that of bytes after a value.
pub(crate) fn is_trailing(error: &DecodeError) -> bool {
    matches!(error.kind(), DecodeErrorKind::TrailingBytes { .. })
}

/// Returns the incomplete or damaged value after those that [`encoded_values`] finds: the bytes after its length. `None` if there
/// are no such bytes, or the file has settings.
///
/// ```
/// use gamewire::godot::Framing;
/// use gamewire::__private::identify::{encoded_values, incomplete_value};
/// use gamewire::identify::Arrangement;
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
        Arrangement::Single | Arrangement::Settings(_) => false,
    };
    let end = values.last().map_or(0, |last| last.offset + last.bytes.len());
    let offset = if may_follow { end + arrangement.head_len() } else { return None };
    let bytes = bytes.get(offset..).filter(|bytes| !bytes.is_empty())?;
    Some(EncodedValue { bytes, offset, name: None })
}

/// The size of the header of `level.dat` of the Bedrock edition.
const LEVEL_DAT: usize = 8;
/// A number above the versions in such headers: releases write 1 to 10.
const VERSIONS: u32 = 16;

/// The header of a `level.dat`.
struct Header {
    version: u32,
    /// The length of what follows.
    length: u32,
}

/// The header of a `level.dat`, and what follows.
fn header(bytes: &[u8]) -> Option<(Header, &[u8])> {
    let (version, rest) = bytes.split_first_chunk()?;
    let (length, rest) = rest.split_first_chunk()?;
    Some((Header { version: u32::from_le_bytes(*version), length: u32::from_le_bytes(*length) }, rest))
}

/// The root after the header of a `level.dat`.
fn root_after_header(bytes: &[u8]) -> EncodedValues<'_> {
    let value = |bytes| vec![EncodedValue { bytes, offset: LEVEL_DAT, name: None }];
    let error_of = |fault, reading| DecodeError::new(bytes.len(), fault, reading, Path::default());
    let error = |fault: Fault| error_of(fault, FRAME_LENGTH);
    let Some((Header { length, .. }, rest)) = header(bytes) else {
        return (Vec::new(), Some(error(Fault::incomplete(bytes, LEVEL_DAT.saturating_sub(bytes.len())))));
    };
    let wrong = |kind| Some(error(Fault { left: rest.len() + 4, read: 4, kind }));
    let stated = length as usize;
    if let Some(missing) = stated.checked_sub(rest.len()).filter(|missing| *missing > 0) {
        return (Vec::new(), wrong(DecodeErrorKind::CountPastEnd { count: length, missing: missing as u64 }));
    }
    let needed = Protocol::BEDROCK.check_prefix::<OptNbt>(rest);
    match (rest.split_at_checked(stated), needed.map(u32::try_from)) {
        (Some((root, after)), Ok(Ok(needed))) if needed == length && !after.is_empty() => {
            let kind = DecodeErrorKind::TrailingBytes { count: after.len() };
            (value(root), Some(error_of(Fault { left: after.len(), read: 0, kind }, "NBT")))
        }
        (_, Ok(Ok(needed))) if needed > length => {
            (value(rest), wrong(DecodeErrorKind::LengthMismatch { stated: length, needed }))
        }
        _ => (value(rest), None),
    }
}

/// Returns the arrangement of NBT in this form: after the header of a `level.dat`, several roots in a row, or a single root. If the
/// last root is incomplete, [`encoded_values`] has the error.
///
/// ```
/// use gamewire::__private::identify::nbt_arrangement;
/// use gamewire::identify::Arrangement;
/// use gamewire::minecraft::NbtForm::LittleEndian;
/// let root = b"\x0a\0\0\x01\x02\0hp\x14\0";
/// assert_eq!(nbt_arrangement(root, LittleEndian), Arrangement::Single);
/// let level = [b"\x0a\0\0\0\x0a\0\0\0", root.as_slice()].concat();
/// assert_eq!(nbt_arrangement(&level, LittleEndian), Arrangement::LevelDat { version: 10 });
/// assert_eq!(nbt_arrangement(&level[..17], LittleEndian), Arrangement::LevelDat { version: 10 });
/// assert_eq!(nbt_arrangement(&root.repeat(2), LittleEndian), Arrangement::Roots(LittleEndian));
/// ```
#[must_use]
pub fn nbt_arrangement(bytes: &[u8], form: NbtForm) -> Arrangement {
    let whole = whole_arrangement(bytes, form);
    whole.or_else(|| begun_arrangement(bytes, form)).unwrap_or(Arrangement::Single)
}

/// The arrangement of NBT in this form that is read to the end; `None` if it is no other than a single root.
pub(super) fn whole_arrangement(bytes: &[u8], form: NbtForm) -> Option<Arrangement> {
    if form == NbtForm::LittleEndian
        && let Some((Header { version, length }, rest)) = header(bytes)
        && length as usize == rest.len()
        && Protocol::BEDROCK.check::<OptNbt>(rest).is_ok()
    {
        return Some(Arrangement::LevelDat { version });
    }
    let roots = Arrangement::Roots(form);
    let (values, broken) = encoded_values(bytes, roots);
    let some = values.iter().any(|value| shows_form(value.bytes, Protocol::V1_14.with_nbt_form(form)));
    (values.len() > 1 && broken.is_none() && some).then_some(roots)
}

/// The arrangement of NBT in this form of which the end is missing, or that is damaged; `None` if it is no other than a single root.
pub(super) fn begun_arrangement(bytes: &[u8], form: NbtForm) -> Option<Arrangement> {
    let protocol = Protocol::V1_14.with_nbt_form(form);
    if form == NbtForm::LittleEndian
        && let Some((Header { version, .. }, rest)) = header(bytes)
        && version < VERSIONS
        && begins(rest, protocol)
    {
        return Some(Arrangement::LevelDat { version });
    }
    if !begins(bytes, protocol) {
        return None;
    }
    let (values, broken) = encoded_values(bytes, Arrangement::Roots(form));
    let end = values.last().map(|last| last.offset + last.bytes.len())?;
    let rest = bytes.get(end..).unwrap_or_default();
    let is_root = matches!(rest.first(), Some(&(COMPOUND | LIST)));
    let is_next = is_root && (broken?.is_incomplete() || begins(rest, protocol));
    is_next.then_some(Arrangement::Roots(form))
}

/// The values of settings: the bytes of the file that the settings were read from.
fn settings<'a>(bytes: &'a [u8], project: &ProjectFile<'a>) -> Vec<EncodedValue<'a>> {
    let value = |setting: &godot::Setting<'a>| {
        let offset = setting.offset();
        let bytes = bytes.get(offset..offset + setting.value.len())?;
        Some(EncodedValue { bytes, offset, name: Some(setting.key.clone()) })
    };
    let mut values = Vec::with_capacity(project.settings.len());
    values.extend(project.settings.iter().filter_map(value));
    values
}

/// Returns whether the bytes are values with their lengths before them, as far as the lengths show, in either byte order.
pub(super) fn is_framed(bytes: &[u8]) -> bool {
    [Framing::STORE_VAR, Framing::STORE_VAR.big_endian()]
        .into_iter()
        .any(|framing| frames_fill_input(bytes, framing))
}

/// Returns whether the input consists of complete frames. A payload has at least four bytes.
pub(super) fn frames_fill_input(bytes: &[u8], framing: Framing) -> bool {
    !bytes.is_empty()
        && framing.frames(bytes).all(|frame| frame.is_ok_and(|frame| frame.payload.len() >= VALUE))
}
