//! Errors whose path is collected while they propagate.

use crate::error::{JsonError, Segment};

/// An error, and its place. Every level adds its step, so the innermost is first.
#[derive(Debug)]
pub(crate) struct Fault {
    offset: usize,
    steps: Vec<Segment>,
    reason: String,
}

/// Boxed, so that success stays small.
pub(crate) type Res<T> = Result<T, Box<Fault>>;

impl Fault {
    /// A fault at an offset in the text.
    #[cold]
    pub(crate) fn new(offset: usize, reason: impl Into<String>) -> Box<Self> {
        Box::new(Self { offset, steps: Vec::new(), reason: reason.into() })
    }

    /// Adds the step that leads to the place of the fault.
    pub(crate) fn push(&mut self, step: Segment) {
        self.steps.push(step);
    }

    /// The error in the whole text; without a text it has no line.
    pub(crate) fn in_text(self, text: Option<&str>) -> JsonError {
        JsonError::new(self.offset, self.steps, self.reason, text)
    }
}

/// Adds a step to the fault of a result.
pub(crate) trait Within {
    /// Adds the step that leads to what failed.
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
