//! Errors of documents.

use std::sync::Arc;

use thiserror::Error;

use super::{Format, TextKind};
use crate::godot::ProjectTextError;
use crate::identify::identity::reads_nothing;
use crate::identify::{Alternative, Foreign, OpenError, OpenErrorKind, ValueFormat};
use crate::minecraft::NbtFileError;
use crate::minecraft::region::{RegionError, RegionErrorKind};
use gamewire::error::{DecodeError, EncodeError, TextError};
use gamewire::minecraft::SessionError;
use gamewire::path::{EditError, Path, PathError};

/// An error of opening, changing or writing a document.
///
/// ```
/// use gamewire_files::document::{Document, DocumentError};
/// use gamewire_files::identify::Foreign;
///
/// // A game that shows a file dialog says what the user chose.
/// let message = |file: &[u8]| match Document::open(file) {
///     Ok(_) => "opened".to_owned(),
///     Err(DocumentError::Empty) => "the file is empty".to_owned(),
///     Err(DocumentError::Foreign(Foreign::Other { extension: "png", .. })) => "a picture".to_owned(),
///     Err(error) => error.to_string(),
/// };
/// assert_eq!(message(b""), "the file is empty");
/// assert_eq!(message(b"\x89PNG\r\n\x1a\n"), "a picture");
/// assert!(message(b"\x04\0\0\0\x09\0\0\0short").starts_with("no detectable format reads the whole file; "));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DocumentError {
    /// A container of the file could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The file, or its contents, are empty.
    #[error("the file has no contents")]
    Empty,
    /// Several formats read the file, with different values.
    #[error("several formats read the file, with different values: {}", formats(.0))]
    Ambiguous(Vec<Alternative>),
    /// The file has a known format that this crate does not read, or not with these options.
    #[error("{}", unopened(*.0))]
    Foreign(Foreign),
    /// The file is text of a known kind, but the text is invalid.
    #[error("the file is {kind}, which has an error {error}")]
    Text {
        /// The kind of the text.
        kind: TextKind,
        /// The position of the error, and the reason.
        error: TextError,
    },
    /// A setting in the text of a ConfigFile is not a value of the dialect.
    #[error(transparent)]
    Setting(ProjectTextError),
    /// The new value cannot be expressed in the text of the file.
    #[error("{kind} cannot express the new value")]
    NoText {
        /// The kind of the text.
        kind: TextKind,
    },
    /// No format reads the whole file.
    #[error("{}", unread(*.nearest, .error))]
    Unknown {
        /// The format that reads the longest prefix.
        nearest: ValueFormat,
        /// The error of that format, with its offset in the contents.
        error: DecodeError,
    },
    /// The contents are shorter than the number of bytes to skip.
    #[error("the contents have {length} bytes, fewer than the {skipped} to be skipped")]
    Skip {
        /// The number of bytes.
        length: usize,
        /// The number of bytes to be skipped.
        skipped: usize,
    },
    /// There is no value with this number.
    #[error("there is no value {number}: the file has {}, numbered from 0", gamewire::shared::Counted(*count, "value"))]
    NoValue {
        /// The number.
        number: usize,
        /// The number of values.
        count: usize,
    },
    /// No value has this path.
    #[error("{}", nowhere(path, *.count))]
    Nowhere {
        /// The path.
        path: Path,
        /// The number of values.
        count: usize,
    },
    /// The first step of a path in a recording is not the number of a packet.
    #[error("a path begins with the number of a packet: [0].name")]
    NoNumber,
    /// A packet cannot be read, or the recording cannot be written.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// Several values have this path.
    #[error("several values have {path:#}: {}", list(numbers, "and"))]
    Several {
        /// The path.
        path: Path,
        /// The numbers of the values.
        numbers: Vec<usize>,
    },
    /// The names of several settings can be read from this path.
    #[error("several settings have {path:#}: {}; pass one of these paths", list(paths, "and"))]
    SeveralSettings {
        /// The path.
        path: Path,
        /// The paths that lead to one of the settings each.
        paths: Vec<Path>,
    },
    /// The paths that were asked for are too long together.
    #[error("the paths are longer than {most} bytes together")]
    LongPaths {
        /// The most bytes.
        most: usize,
    },
    /// A file of no or several values was to be compared.
    #[error("only files of one value are compared")]
    NotOne,
    /// Files of Godot and Minecraft were to be compared.
    #[error("the files are of different games")]
    OtherGame,
    /// The file is one value, so it cannot hold another number of values.
    #[error("the file has one value, so the new contents must have one value, not {count}")]
    Single {
        /// The number of new values.
        count: usize,
    },
    /// The given value has another format than the file: a value of Godot for a file of NBT, or the other way around.
    #[error("the file holds {holds}, but the value is {given}")]
    OtherFormat {
        /// The kind of values in the file.
        holds: &'static str,
        /// The kind of the given value.
        given: &'static str,
    },
    /// The NBT root is absent: the file has the single byte 0 instead.
    #[error("the file has no NBT root, only the single byte 0")]
    NoRoot,
    /// A value cannot be decoded or changed, or nothing is at the path.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// Values of one format cannot be converted to the other.
    #[error("only {} can be converted to {to}, but this is {from}", if to.nbt().is_some() { "NBT" } else { "values of Godot" })]
    Conversion {
        /// The format of the value.
        from: Box<Format>,
        /// The other format.
        to: Box<Format>,
    },
    /// A container or its contents were damaged and opened up to the damage, and the document was changed. Writing it
    /// would lose the part after the damage.
    #[error(
        "the file is damaged, and was opened up to the damage: {0}; to write what was opened, allow it with \
         Document::allow_damaged"
    )]
    Damaged(Arc<OpenErrorKind>),
    /// The contents do not fit in a container, or there is no key for it.
    #[error(transparent)]
    Wrap(#[from] OpenErrorKind),
}

impl From<RegionError> for DocumentError {
    fn from(error: RegionError) -> Self {
        Self::Wrap(error.into())
    }
}

impl From<DecodeError> for DocumentError {
    fn from(error: DecodeError) -> Self {
        Self::Edit(error.into())
    }
}

impl From<EncodeError> for DocumentError {
    fn from(error: EncodeError) -> Self {
        Self::Edit(error.into())
    }
}

impl From<PathError> for DocumentError {
    fn from(error: PathError) -> Self {
        Self::Edit(error.into())
    }
}

impl DocumentError {
    /// Returns the offset of the error, if it is at a byte of the file or of its contents.
    pub fn offset(&self) -> Option<usize> {
        match self {
            Self::Edit(EditError::Decode(error)) | Self::Unknown { error, .. } => Some(error.offset()),
            Self::Open(error) => error.reason.offset(),
            Self::Wrap(OpenErrorKind::Region(RegionError { kind: RegionErrorKind::Data(error), .. })) => {
                error.offset()
            }
            _ => None,
        }
    }

    /// Returns the path of the value that could not be decoded or encoded.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Edit(EditError::Decode(error)) | Self::Unknown { error, .. } => Some(error.path()),
            Self::Edit(EditError::Encode(error)) => Some(error.path()),
            Self::Wrap(OpenErrorKind::Region(RegionError {
                kind: RegionErrorKind::Data(NbtFileError::Decode(error)),
                ..
            })) => Some(error.path()),
            _ => None,
        }
    }
}

fn unopened(foreign: Foreign) -> String {
    match TextKind::from_foreign(foreign) {
        Some(_) if foreign != Foreign::Text => {
            format!("the file is {foreign}: OpenOptions::allow_text opens it")
        }
        _ => format!("the file is {foreign}, which gamewire does not read: {}", foreign.advice()),
    }
}

fn formats(readings: &[Alternative]) -> String {
    readings.iter().map(|reading| reading.format.to_string()).collect::<Vec<_>>().join(", ")
}

fn nowhere(path: &Path, count: usize) -> String {
    match count {
        0 => "the file contains no values".into(),
        count => format!("none of the {count} values of the file has {path:#}"),
    }
}

/// Returns, for example, `0, 1 and 2`.
pub(super) fn list(items: &[impl ToString], word: &str) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    match items.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {word} {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Returns the message for a file that no format reads completely.
fn unread(nearest: ValueFormat, error: &DecodeError) -> String {
    match reads_nothing(error, 0) {
        true => "no detectable format reads this file".to_owned(),
        false => {
            format!("no detectable format reads the whole file; {nearest} reads the longest prefix: {error}")
        }
    }
}
