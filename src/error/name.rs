//! The error of looking up an unknown name.

use thiserror::Error;

/// The error of looking up a name that this crate does not know: a type or dialect of Godot, a type of NBT or of entity
/// metadata.
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

/// Returns the name of a type with its indefinite article: `a List`, `an Int`.
pub(crate) fn with_article(name: &str) -> String {
    let vowel = name.starts_with(|first: char| matches!(first.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o'));
    format!("{} {name}", if vowel { "an" } else { "a" })
}
