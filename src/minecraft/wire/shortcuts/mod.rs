//! Faster alternatives for the most common values.
//!
//! Each shortcut stands before the parser or serializer that it shortens, like the first alternative of
//! `alt`, and never recurses. A context with a trace uses none of the shortcuts for reading.

mod groups;

pub(super) use groups::{few_groups, gen_few_groups};
