//! Why a path leads nowhere.

use std::fmt;

use thiserror::Error;

use super::{Path, Segment};
use crate::error::{DecodeError, EncodeError};
use crate::escape::visible;

/// A path cannot be followed, or what it leads to cannot be changed so: at which step, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathError(Box<(Path, PathErrorKind)>);

impl PathError {
    /// The path up to the step that cannot be taken.
    pub fn path(&self) -> &Path {
        &self.0.0
    }

    /// Why not.
    pub fn kind(&self) -> &PathErrorKind {
        &self.0.1
    }
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {:#}: {}", self.path(), self.kind())
    }
}

impl std::error::Error for PathError {}

/// Why a path cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PathErrorKind {
    /// No entry, property or component of this name.
    #[error("there is no such key{}", listed(.there))]
    Missing {
        /// Some of those that there are.
        there: Vec<String>,
    },
    /// No setting of this name in a project.
    #[error("there is no setting {}{}", short(&visible(name)), listed(.there))]
    NoSetting {
        /// The name.
        name: String,
        /// Some of those that there are.
        there: Vec<String>,
    },
    /// A position past the end.
    #[error("there are only {len} elements")]
    PastEnd {
        /// How many elements there are.
        len: usize,
    },
    /// A value that has nothing inside it, or nothing that such a step leads to.
    #[error("there is no way into {kind} by this step")]
    NoWay {
        /// The type of the value.
        kind: &'static str,
    },
    /// A value that cannot be put there.
    #[error("this place cannot hold {value}: it takes {wanted}")]
    Unfit {
        /// The value, or its type.
        value: String,
        /// What can be put there.
        wanted: String,
    },
    /// A key that another entry has already.
    #[error("another entry has this key")]
    Taken,
    /// The whole value, or a part of fixed structure, which cannot be taken out.
    #[error("this cannot be taken out of the value")]
    Fixed,
    /// A part of a value that is kept in one piece, and cannot be lent to be changed: set it instead.
    #[error("this is a part of a value that is kept in one piece")]
    Packed,
}

fn listed(there: &[String]) -> String {
    match there {
        [] => "; there are none".into(),
        there => format!("; there are {}", visible(&there.join(", "))),
    }
}

/// Fails at the step number `at`.
#[cold]
pub(crate) fn fail<T>(path: &[Segment], at: usize, kind: PathErrorKind) -> Result<T, PathError> {
    Err(failed(path, at, kind))
}

/// The failure at the step number `at`.
#[cold]
pub(crate) fn failed(path: &[Segment], at: usize, kind: PathErrorKind) -> PathError {
    let steps = path.get(..=at).unwrap_or(path).to_vec();
    PathError(Box::new((steps.into(), kind)))
}

/// So many keys are named where there is another one.
const NAMED: usize = 8;

/// The kind of error that says which keys there are.
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
        Some((end, _)) => format!("{}…", key.get(..end).unwrap_or_default()),
        None => key.to_owned(),
    }
}

/// Why bytes could not be changed at a path.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EditError {
    /// They are no value, or would be none any more.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// The path leads nowhere.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The new value cannot be written.
    #[error(transparent)]
    Encode(#[from] EncodeError),
}
