//! Failures on their way out.

use crate::error::{JsonError, Segment};

/// A failure on its way out: every level adds its step, so the innermost is first.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) offset: usize,
    pub(super) steps: Vec<Segment>,
    pub(super) reason: String,
}

/// Boxed: success is what has to be small.
pub(super) type Res<T> = Result<T, Box<Fault>>;

impl Fault {
    /// In the frame of the whole text.
    pub(super) fn in_text(self, text: Option<&str>) -> JsonError {
        JsonError::new(self.offset, self.steps, self.reason, text)
    }

    #[cold]
    pub(super) fn new(offset: usize, reason: impl Into<String>) -> Box<Self> {
        Box::new(Self { offset, steps: Vec::new(), reason: reason.into() })
    }
}

/// Adds the step that leads to where something failed.
pub(super) trait Within {
    fn within(self, step: impl FnOnce() -> Segment) -> Self;
}

impl<T> Within for Res<T> {
    fn within(self, step: impl FnOnce() -> Segment) -> Self {
        self.map_err(|mut fault| {
            fault.steps.push(step());
            fault
        })
    }
}
