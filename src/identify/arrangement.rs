//! The arrangement of the values of a file.

use std::borrow::Cow;

use crate::error::DecodeError;
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
}

/// The bytes of one value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// The offset of the first value in the contents.
    pub offset: usize,
    /// The name of the setting whose value it is.
    pub name: Option<Cow<'a, str>>,
}

impl<'a> Piece<'a> {
    /// Creates a piece: its bytes, their offset in the contents, and the name of the setting, if any.
    #[must_use]
    pub fn new(bytes: &'a [u8], offset: usize, name: Option<Cow<'a, str>>) -> Self {
        Self { bytes, offset, name }
    }
}

/// The pieces of some contents, and where they end too early.
pub(super) type Pieces<'a> = (Vec<Piece<'a>>, Option<DecodeError>);

/// Cuts contents into the bytes of single values. What follows a length that does not fit is no piece, and the
/// error says where that is.
#[must_use]
pub fn pieces(bytes: &[u8], arrangement: Arrangement) -> Pieces<'_> {
    match arrangement {
        Arrangement::Single => (vec![Piece { bytes, offset: 0, name: None }], None),
        Arrangement::Framed(framing) => {
            let mut pieces = Vec::new();
            for frame in framing.frames(bytes) {
                match frame {
                    Ok(frame) => {
                        pieces.push(Piece { bytes: frame.payload, offset: frame.offset, name: None })
                    }
                    Err(error) => return (pieces, Some(error)),
                }
            }
            (pieces, None)
        }
        Arrangement::Settings(_) => match ProjectFile::parse(bytes) {
            Ok(project) => (settings(bytes, &project), None),
            Err(error) => (Vec::new(), Some(error)),
        },
    }
}

/// The values of settings, as they are in the file that those were read from.
fn settings<'a>(bytes: &'a [u8], project: &ProjectFile<'a>) -> Vec<Piece<'a>> {
    let piece = |setting: &godot::Setting<'a>| {
        let offset = setting.offset();
        let bytes = bytes.get(offset..offset + setting.value.len())?;
        Some(Piece { bytes, offset, name: Some(setting.key.clone()) })
    };
    project.settings.iter().filter_map(piece).collect()
}

/// Returns whether the bytes are values with their lengths before them, as far as the lengths show, in either byte order.
pub(super) fn is_framed(bytes: &[u8]) -> bool {
    [Framing::STORE_VAR, Framing::STORE_VAR.big_endian()].into_iter().any(|framing| tiles(bytes, framing))
}

/// Returns whether lengths and values take turns up to the end. A value has four bytes at least.
pub(super) fn tiles(bytes: &[u8], framing: Framing) -> bool {
    !bytes.is_empty() && framing.frames(bytes).all(|frame| frame.is_ok_and(|frame| frame.payload.len() >= 4))
}
