//! What went wrong in the text, while it is on its way to becoming an error.

use crate::error::{JsonError, Segment};

/// A failure on its way out: every level adds its step, so the innermost is first.
#[derive(Debug)]
pub(super) struct Fault {
    steps: Vec<Segment>,
    pub(super) reason: String,
    pub(super) offset: Option<usize>,
}

impl Fault {
    #[cold]
    pub(super) fn new(reason: impl Into<String>) -> Box<Self> {
        Box::new(Self { steps: Vec::new(), reason: reason.into(), offset: None })
    }

    pub(super) fn at(mut self: Box<Self>, step: Segment) -> Box<Self> {
        self.steps.push(step);
        self
    }

    /// The same failure, about what begins here in the text, unless it is known to be further in.
    pub(super) fn located(mut self: Box<Self>, offset: usize) -> Box<Self> {
        self.offset.get_or_insert(offset);
        self
    }

    /// In the frame of the whole text.
    pub(super) fn in_text(self, text: &str) -> JsonError {
        JsonError::new(self.offset.unwrap_or_default(), self.steps, self.reason, Some(text))
    }
}

/// Boxed: success is what has to be small.
pub(super) type Read<T> = Result<T, Box<Fault>>;
