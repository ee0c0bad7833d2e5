//! Paths of rows, which share their common segments.

use std::fmt;
use std::sync::Arc;

use crate::error::{Path, Segment, write_segments};

/// A path as a linked list of segments, innermost first. Rows share common segments, because a [`Path`] in each row
/// would take memory proportional to the depth of the row.
#[derive(Clone, Default)]
pub(super) struct SharedPath(Option<Arc<PathNode>>);

struct PathNode {
    around: SharedPath,
    segment: Segment,
}

impl SharedPath {
    /// Returns the path of an inner part.
    pub(super) fn inside(&self, segment: Segment) -> Self {
        Self(Some(Arc::new(PathNode { around: self.clone(), segment })))
    }

    /// Returns the path with its segments in order, outermost first.
    pub(super) fn path(&self) -> Path {
        self.segments().into_iter().cloned().collect()
    }

    fn segments(&self) -> Vec<&Segment> {
        let mut segments = Vec::new();
        let mut place = self;
        while let Some(node) = &place.0 {
            segments.push(&node.segment);
            place = &node.around;
        }
        segments.reverse();
        segments
    }
}

/// Drops the nodes in a loop, because nesting can be deeper than the stack allows.
impl Drop for SharedPath {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(node) = next {
            next = Arc::into_inner(node).and_then(|mut node| node.around.0.take());
        }
    }
}

impl PartialEq for SharedPath {
    fn eq(&self, other: &Self) -> bool {
        self.path() == other.path()
    }
}

/// Prints the segments without making a [`Path`], which would copy keys of any length.
impl fmt::Display for SharedPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let segments = self.segments();
        write_segments(f, segments.len(), segments.into_iter())
    }
}

impl fmt::Debug for SharedPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
