//! Errors of following and changing paths.

use std::fmt;

use thiserror::Error;

use super::{Path, Segment};
use crate::error::{DecodeError, EncodeError, agree};
use crate::escape::visible;
use crate::sure::Sure as _;

/// An error of following a path, or of changing the value at a path. It has the failing step and the reason.
///
/// ```
/// use gamewire::godot::variant;
/// use gamewire::path::PathErrorKind;
/// let save = variant!({ "gold": 7 });
/// let error = save.get_path(&"$.glod".parse()?).unwrap_err();
/// assert_eq!(error.to_string(), r#"at $.glod: there is no such key; the keys are "gold""#);
/// assert!(matches!(error.kind(), PathErrorKind::Missing { .. }));
/// # Ok::<(), gamewire::TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathError(Box<(Path, PathErrorKind)>);

impl PathError {
    /// Returns the path up to and including the failing step.
    pub fn path(&self) -> &Path {
        &self.0.0
    }

    /// Returns the reason.
    pub fn kind(&self) -> &PathErrorKind {
        &self.0.1
    }

    /// Converts an error of the steps from `at` on to an error of the whole path.
    pub fn in_path(self, steps: &[Segment], at: usize) -> Self {
        let taken = self.path().segments().len().saturating_sub(1);
        failed(steps, at + taken, self.0.1)
    }
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {:#}: ", self.path())?;
        let (kind, last, len) = match (self.kind(), self.path().segments().last()) {
            (PathErrorKind::NoWay { kind }, Some(last)) => (kind, last, None),
            (PathErrorKind::NoKeys { kind, len }, Some(last)) => (kind, last, Some(*len)),
            (PathErrorKind::Missing { there }, Some(Segment::Name(name))) => {
                write!(f, "{}", self.kind())?;
                // Long keys are shown without their end.
                let keys =
                    there.iter().map(|key| key.trim_start_matches('&')).filter(|key| key.ends_with('"'));
                let mut dotted_keys = keys.filter(|key| key.starts_with(&format!("\"{name}.")));
                if let (Some(key), None) = (dotted_keys.next(), dotted_keys.next()) {
                    return write!(f, "; a key that has dots is written [{}]", visible(key));
                }
                return dotted(name, there).map_or(Ok(()), |dotted| write!(f, "; {dotted}"));
            }
            (kind, _) => return write!(f, "{kind}"),
        };
        let key = match last {
            Segment::Index(index) => return write!(f, "{kind} cannot be indexed with [{index}]"),
            Segment::KeyAt(index) => return write!(f, "{kind} has no key({index})"),
            Segment::ValueAt(index) => return write!(f, "{kind} has no value({index})"),
            Segment::Name(name) => name.as_ref(),
            Segment::Literal(key) => key.as_str(),
        };
        write!(f, "{kind} cannot be indexed with the key {}", short(&visible(key)))?;
        match len {
            None => return Ok(()),
            Some(0) => return f.write_str("; it is empty"),
            Some(1) => f.write_str("; there is 1 element: [0]")?,
            Some(len @ 2) => write!(f, "; there are {len} elements: [0], [1]")?,
            Some(len) => write!(f, "; there are {len} elements: [0] to [{}]", len - 1)?,
        }
        match key.parse::<i64>() {
            Ok(..0) => f.write_str("; they are not counted from the end"),
            Ok(index) if usize::try_from(index).ok() < len => write!(f, "; write [{index}]"),
            Ok(_) | Err(_) => Ok(()),
        }
    }
}

impl std::error::Error for PathError {}

/// The reason of a path error.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PathErrorKind {
    /// There is no entry, property or component of this name.
    #[error("there is no such key{}", listed(.there))]
    Missing {
        /// Some of the existing names.
        there: Vec<String>,
    },
    /// The project has no setting of this name.
    #[error("there is no setting {}{}", short(&visible(name)), listed(.there))]
    NoSetting {
        /// The name.
        name: String,
        /// Some of the existing names.
        there: Vec<String>,
    },
    /// The index is past the end.
    #[error("index out of range: there {} {len} {}", agree(*len as u64, "is", "are"), agree(*len as u64, "element", "elements"))]
    PastEnd {
        /// The number of elements.
        len: usize,
    },
    /// The value has no elements, or its elements have keys of another kind.
    #[error("{kind} cannot be indexed with this part of the path")]
    NoWay {
        /// The type of the value.
        kind: &'static str,
    },
    /// The elements of the value have numbers instead of keys.
    #[error("{kind} has {len} {} without keys", agree(*len as u64, "element", "elements"))]
    NoKeys {
        /// The type of the value.
        kind: &'static str,
        /// The number of elements.
        len: usize,
    },
    /// The value does not fit at this path.
    #[error("{value} does not fit here; expected {wanted}")]
    Unfit {
        /// The value, or its type.
        value: String,
        /// The expected type or value.
        wanted: String,
    },
    /// Another entry has this key already.
    #[error("another entry has this key")]
    Taken,
    /// If the part had this value, the bytes of another part would be read as another value.
    #[error(
        "with this value, the bytes of {other:#} would be read as another value; change the whole instead"
    )]
    Selects {
        /// The path of the other part.
        other: Path,
    },
    /// The part cannot be removed, because it is the whole value or belongs to a fixed structure.
    #[error("this part cannot be removed from the value")]
    Fixed,
    /// The value is part of a packed value, so it cannot be borrowed, neither mutably nor as a view. Read or set it
    /// by its path instead.
    #[error("this is a part of a packed value and cannot be borrowed; read or set it by its path instead")]
    Packed,
}

/// Returns advice for a name that has the separators of other programs, such as `Data/Player`, if its first part exists.
fn dotted(name: &str, there: &[String]) -> Option<String> {
    let parts = name.split(['/', '\\', ':', '>']).map(|part| part.trim_end_matches('-'));
    let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
    let exists = |first: &&str| there.iter().any(|key| key.trim_matches('"') == *first);
    // A number can be an index or a key.
    let is_number = |part: &&str| part.parse::<u32>().is_ok();
    let is_dotted = parts.len() > 1 && parts.first().is_some_and(exists);
    is_dotted.then(|| match parts.iter().any(is_number) {
        true => "separate keys by dots, and write an index as [0]".into(),
        false => format!("write {}", visible(&parts.join("."))),
    })
}

fn listed(there: &[String]) -> String {
    match there {
        [] => "; the value is empty".into(),
        there => format!("; the keys are {}", visible(&there.join(", "))),
    }
}

/// Returns the error of step number `at`.
#[cold]
pub fn fail<T>(path: &[Segment], at: usize, kind: PathErrorKind) -> Result<T, PathError> {
    Err(failed(path, at, kind))
}

/// Returns the error of step number `at`.
#[cold]
pub fn failed(path: &[Segment], at: usize, kind: PathErrorKind) -> PathError {
    let steps = path.get(..=at).unwrap_or(path).to_vec();
    PathError(Box::new((steps.into(), kind)))
}

/// The maximum number of keys in an error.
const NAMED: usize = 8;

/// Returns the error for a missing key, with the existing keys.
#[cold]
pub(crate) fn missing(keys: impl Iterator<Item = String>) -> PathErrorKind {
    let mut there: Vec<_> = keys.take(NAMED + 1).map(|key| short(&key)).collect();
    if there.len() > NAMED {
        there.truncate(NAMED);
        there.push("..".into());
    }
    PathErrorKind::Missing { there }
}

fn short(key: &str) -> String {
    match key.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", key.get(..end).sure()),
        None => key.to_owned(),
    }
}

/// An error of changing encoded bytes at a path.
///
/// ```
/// use gamewire::godot::{Decoder, Dialect, variant};
/// use gamewire::path::EditError;
/// let decoder = Decoder::new(Dialect::GODOT_4);
/// let bytes = Dialect::GODOT_4.encode(&variant!({ "gold": 7 }))?;
/// let error = decoder.set_path(&bytes, &"$.gold.coins".parse()?, &variant!(8)).unwrap_err();
/// assert!(matches!(error, EditError::Path(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EditError {
    /// The bytes are not a valid value, or would not be after the change.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// The path does not exist.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The new value cannot be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The JSON is not a value of the type at the path.
    #[cfg(feature = "json")]
    #[error(transparent)]
    Json(#[from] crate::error::JsonError),
}
