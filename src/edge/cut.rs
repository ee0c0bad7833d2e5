//! Names the part in which a truncated input ends, for the message of its error.

use super::open::{Kind, Open};
use crate::error::DecodeError;
use crate::grammar::Fault;

/// The part is looked for if at most this number of bytes follow the fault. A longer rest is not searched for it.
pub(super) const NEAR_END: usize = 64 << 10;

impl Open {
    /// Adds the part in which the input ends to an error that is `left` bytes before the end. `end` is where the parser
    /// stopped.
    pub(super) fn add_to(self, error: DecodeError, total: usize, left: usize, end: Fault) -> DecodeError {
        let Some((is_in_counted_part, own)) = self.refused else { return error };
        // The number is too large by itself.
        if own > error.remain() as u64 {
            return error.with_own(own);
        }
        let mut outer = self.levels.iter().enumerate().rev().skip(1);
        let Some((outer, container)) = outer.find_map(|(at, level)| Some((at, level.counted()?))) else {
            return error;
        };
        // The bytes for the number at the fault are there. Those are missing that are promised to the part.
        let ends_later = end.kind().missing().is_some() && end.left() < left;
        let (count, _) = container.head;
        if !is_in_counted_part || !ends_later || total - count <= left {
            return error;
        }
        let steps = self.levels.iter().take(outer + 2).filter(|level| level.is_step).count();
        // Strings of a path are no steps.
        let steps = if container.first == Kind::Numbered { 0 } else { steps };
        error.with_cut(end.into_steps().take(steps).collect(), count)
    }
}
