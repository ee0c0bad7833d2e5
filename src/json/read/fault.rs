//! Errors whose path is collected while they propagate.

#[cfg(feature = "minecraft")]
use super::document::JsonNode;
use crate::error::{JsonError, Segment};

/// An error and its position. Every level adds its path segment, so the innermost segment is first.
#[derive(Debug)]
pub(crate) struct Fault {
    offset: usize,
    steps: Vec<Segment>,
    reason: String,
}

/// The error is boxed, so that the result stays small.
pub(crate) type Res<T> = Result<T, Box<Fault>>;

impl Fault {
    /// Creates an error at an offset in the text.
    #[cold]
    pub(crate) fn new(offset: usize, reason: impl Into<String>) -> Box<Self> {
        Box::new(Self { offset, steps: Vec::new(), reason: reason.into() })
    }

    /// Adds the segment that leads to the place of the error.
    pub(crate) fn push(&mut self, step: Segment) {
        self.steps.push(step);
    }

    /// Returns whether the error is at the start of this value.
    #[cfg(feature = "minecraft")]
    pub(crate) fn is_at(&self, node: JsonNode<'_>) -> bool {
        self.offset == node.offset()
    }

    #[cfg(feature = "minecraft")]
    pub(crate) fn set_reason(&mut self, reason: String) {
        self.reason = reason;
    }

    /// Converts the fault to an error. If the text is not given, the error has no line.
    pub(crate) fn in_text(self, text: Option<&str>) -> JsonError {
        JsonError::new(self.offset, self.steps, self.reason, text)
    }
}

/// Adds path segments to the error of a result.
pub(crate) trait Within {
    /// Adds the segment that leads to the failing part, if the result is an error.
    fn within(self, step: impl FnOnce() -> Segment) -> Self;
}

impl<T> Within for Res<T> {
    fn within(self, step: impl FnOnce() -> Segment) -> Self {
        self.map_err(|mut fault| {
            fault.push(step());
            fault
        })
    }
}
