//! The place of a row in a value.

use std::fmt;
use std::sync::Arc;

use crate::error::{Path, Segment};

/// A path as a linked list of segments, innermost first. Rows share common segments: a [`Path`] per row would take memory
/// proportional to its depth.
#[derive(Clone, Default)]
pub(super) struct Place(Option<Arc<Step>>);

struct Step {
    around: Place,
    segment: Segment,
}

impl Place {
    /// The place of an inner part.
    pub(super) fn inside(&self, segment: Segment) -> Self {
        Self(Some(Arc::new(Step { around: self.clone(), segment })))
    }

    /// All segments, outermost first.
    pub(super) fn path(&self) -> Path {
        let mut segments = Vec::new();
        let mut place = self;
        while let Some(step) = &place.0 {
            segments.push(step.segment.clone());
            place = &step.around;
        }
        segments.reverse();
        segments.into()
    }

    /// Returns whether both are the same segment of the same explanation, so that the path need not be printed again.
    pub(super) fn is(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(step), Some(other)) => Arc::ptr_eq(step, other),
            _ => false,
        }
    }
}

/// Without recursion: nesting can be deeper than the stack allows.
impl Drop for Place {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(step) = next {
            next = Arc::into_inner(step).and_then(|mut step| step.around.0.take());
        }
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.is(other) || self.path() == other.path()
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path())
    }
}
