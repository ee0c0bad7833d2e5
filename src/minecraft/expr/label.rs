//! The labels of cases.

use std::borrow::Cow;
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
pub enum Label<'a> {
    /// A number. A Boolean is 0 or 1.
    Number(i64),
    /// Text.
    Text(Cow<'a, str>),
}

impl From<i64> for Label<'_> {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl<'a> From<&'a str> for Label<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text.into())
    }
}

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

impl Label<'_> {
    /// Returns the label with text of its own.
    pub(in crate::minecraft) fn into_owned(self) -> Label<'static> {
        match self {
            Self::Number(number) => Label::Number(number),
            Self::Text(text) => Label::Text(text.into_owned().into()),
        }
    }
}
