//! The arrangement of the values of a file.

use std::borrow::Cow;

use crate::error::DecodeError;
use crate::minecraft::nbt::{OptNbt, TagId};
use crate::minecraft::{NbtForm, Protocol};
use crate::{godot, godot::Framing, godot::ProjectFile, godot::files::KeyLength};

/// The arrangement of the values of a file.
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

/// The bytes of one value.
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
    /// Creates it from its bytes, their offset in the contents, and the name of the setting, if any.
    #[must_use]
    pub fn new(bytes: &'a [u8], offset: usize, name: Option<Cow<'a, str>>) -> Self {
        Self { bytes, offset, name }
    }
}

/// The values of some contents, and the error after the last whole one.
pub(super) type EncodedValues<'a> = (Vec<EncodedValue<'a>>, Option<DecodeError>);

/// Cuts contents into the bytes of single values. What follows a length that does not fit is no value, and the
/// error says where that is.
#[must_use]
pub fn encoded_values(bytes: &[u8], arrangement: Arrangement) -> EncodedValues<'_> {
    values_up_to(bytes, arrangement, |_| false)
}

/// The same, up to the first frame that is too short for a value: nothing reads it, and zeros would be such frames, each of
/// which takes many times its bytes.
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
            Err(error) => (Vec::new(), Some(error)),
        },
        Arrangement::Roots(form) => {
            let protocol = Protocol::V1_14.nbt_form(form);
            let (mut values, mut offset) = (Vec::new(), 0);
            while let Some(rest) = bytes.get(offset..).filter(|rest| !rest.is_empty()) {
                // Nothing is in a row with the single byte 0, which is no root: zeros are not millions of values.
                let whole = !matches!(rest.first(), Some(&(COMPOUND | LIST)));
                let read = match whole {
                    true => protocol.check::<OptNbt<'_>>(rest).map(|()| rest.len()),
                    false => protocol.check_prefix::<OptNbt<'_>>(rest),
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
        Arrangement::LevelDat { .. } => {
            let bytes = bytes.get(LEVEL_DAT..).unwrap_or_default();
            (vec![EncodedValue { bytes, offset: LEVEL_DAT, name: None }], None)
        }
    }
}

/// The types of a root.
pub(super) const COMPOUND: u8 = TagId::Compound as u8;
pub(super) const LIST: u8 = TagId::List as u8;

/// Returns whether a root shows the form that it is in: without a name, and without entries or elements, it does not.
pub(super) fn shows_form(root: &[u8], form: NbtForm) -> bool {
    let smallest = match root.first() {
        // The type, the length of the name, the payload.
        Some(&LIST) if form == NbtForm::VarInt => 1 + 1 + TagId::List.min_payload_in(form),
        Some(&LIST) => 1 + 2 + TagId::List.min_payload_in(form),
        _ => 4,
    };
    root.len() > smallest
}

/// The size of the header of `level.dat` of the Bedrock edition.
const LEVEL_DAT: usize = 8;

/// The arrangement of NBT in this form, as far as it is read: after the header of a `level.dat`, several roots in a row, or a single root.
///
/// ```
/// use gamewire::identify::{Arrangement, nbt_arrangement};
/// use gamewire::minecraft::NbtForm::LittleEndian;
/// let root = b"\x0a\0\0\x01\x02\0hp\x14\0";
/// assert_eq!(nbt_arrangement(root, LittleEndian), Arrangement::Single);
/// let level = [b"\x0a\0\0\0\x0a\0\0\0", root.as_slice()].concat();
/// assert_eq!(nbt_arrangement(&level, LittleEndian), Arrangement::LevelDat { version: 10 });
/// assert_eq!(nbt_arrangement(&root.repeat(2), LittleEndian), Arrangement::Roots(LittleEndian));
/// ```
#[must_use]
pub fn nbt_arrangement(bytes: &[u8], form: NbtForm) -> Arrangement {
    if form == NbtForm::LittleEndian
        && let Some((header, rest)) = bytes.split_first_chunk::<LEVEL_DAT>()
    {
        let [version, length] = [header.first_chunk(), header.last_chunk()]
            .map(|number| number.copied().map_or(0, u32::from_le_bytes));
        if length as usize == rest.len() && Protocol::BEDROCK.check::<OptNbt<'_>>(rest).is_ok() {
            return Arrangement::LevelDat { version };
        }
    }
    let (values, broken) = encoded_values(bytes, Arrangement::Roots(form));
    let some = values.iter().any(|value| shows_form(value.bytes, form));
    if values.len() > 1 && broken.is_none() && some { Arrangement::Roots(form) } else { Arrangement::Single }
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
    [Framing::STORE_VAR, Framing::STORE_VAR.big_endian()].into_iter().any(|framing| tiles(bytes, framing))
}

/// Returns whether lengths and values take turns up to the end. A value has four bytes at least.
pub(super) fn tiles(bytes: &[u8], framing: Framing) -> bool {
    !bytes.is_empty()
        && framing.frames(bytes).all(|frame| frame.is_ok_and(|frame| frame.payload.len() >= VALUE))
}
