//! The labels of cases.

use std::fmt;

/// The number or text that selects a case of [`TypeExpr::Switch`](super::TypeExpr::Switch).
///
/// ```
/// use gamewire::minecraft::Label;
/// assert_eq!(Label::from(3), Label::Number(3));
/// assert_eq!(Label::from("brigadier:bool").to_string(), "brigadier:bool");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Label {
    /// A number. A Boolean is 0 or 1.
    Number(i64),
    /// Text.
    Text(Box<str>),
}

impl From<i64> for Label {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Label {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}
