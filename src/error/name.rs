//! Names that are not known.

use thiserror::Error;

/// A name that this crate does not know: of a type or a dialect of Godot, of a type of NBT or of entity metadata.
///
/// ```
/// use gamewire::godot::Kind;
/// assert_eq!("Vector9".parse::<Kind>().unwrap_err().to_string(), "there is no type \"Vector9\"");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no {what} {name:?}")]
pub struct UnknownNameError {
    what: &'static str,
    name: String,
}

impl UnknownNameError {
    pub(crate) fn new(what: &'static str, name: &str) -> Self {
        Self { what, name: name.into() }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }
}
