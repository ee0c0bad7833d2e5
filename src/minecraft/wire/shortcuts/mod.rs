//! What is read and written more quickly than by the grammar: its commonest values.
//!
//! Each shortcut names what it shortens, and stands before that as `alt` would. None of them recurses, and a context with a trace takes
//! none of those that read.

mod groups;

pub(super) use groups::{few_groups, gen_few_groups};
