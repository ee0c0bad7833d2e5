//! Errors of conversions between your types and values.

use std::fmt;

use super::{DecodeError, EncodeError, Path, Segment};

/// An error of converting a value to or from your own type.
///
/// ```
/// use gamewire::godot::{from_variant, variant};
/// #[derive(Debug, serde::Deserialize)]
/// struct Player { hp: u8 }
/// let error = from_variant::<Vec<Player>>(variant!([{ "hp": 9 }, { "hp": 300 }])).unwrap_err();
/// assert_eq!(error.path().to_string(), "$[1].hp");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SerdeError(Box<Kind>);

#[derive(Debug, Clone, PartialEq)]
enum Kind {
    Decode(DecodeError),
    Encode(EncodeError),
    /// The steps from the innermost to the outermost value, and the message.
    Data(Vec<Segment>, String),
}

impl SerdeError {
    /// Returns the path in the value.
    pub fn path(&self) -> Path {
        match &*self.0 {
            Kind::Decode(error) => error.path().clone(),
            Kind::Encode(error) => error.path().clone(),
            Kind::Data(steps, _) => steps.iter().rev().cloned().collect::<Vec<_>>().into(),
        }
    }

    /// Returns the error of decoding, with its offset, if the bytes could not be decoded.
    pub fn decode_error(&self) -> Option<&DecodeError> {
        match &*self.0 {
            Kind::Decode(error) => Some(error),
            Kind::Encode(_) | Kind::Data(..) => None,
        }
    }

    /// Returns the error of encoding, if the value could not be encoded.
    pub fn encode_error(&self) -> Option<&EncodeError> {
        match &*self.0 {
            Kind::Encode(error) => Some(error),
            Kind::Decode(_) | Kind::Data(..) => None,
        }
    }

    /// Creates an error at the outermost value.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(Kind::Data(Vec::new(), message.into()).into())
    }

    /// Adds a step to the front of the path.
    #[must_use]
    pub(crate) fn inside(mut self, step: Segment) -> Self {
        if let Kind::Data(steps, _) = &mut *self.0 {
            steps.push(step);
        }
        self
    }
}

impl fmt::Display for SerdeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Kind::Decode(error) => error.fmt(f),
            Kind::Encode(error) => error.fmt(f),
            Kind::Data(_, message) => write!(f, "at {}: {message}", self.path()),
        }
    }
}

impl std::error::Error for SerdeError {}

impl From<DecodeError> for SerdeError {
    fn from(error: DecodeError) -> Self {
        Self(Kind::Decode(error).into())
    }
}

impl From<EncodeError> for SerdeError {
    fn from(error: EncodeError) -> Self {
        Self(Kind::Encode(error).into())
    }
}

impl serde::de::Error for SerdeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(Kind::Data(Vec::new(), message.to_string()).into())
    }
}

impl serde::ser::Error for SerdeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        serde::de::Error::custom(message)
    }
}
