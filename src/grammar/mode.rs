//! nom's modes, for parsers that are loops.

use nom::{Err, Mode, OutputMode, PResult};

use crate::error::{self, Fault};

/// Returns whether this mode only checks the input and builds no output.
///
/// In `if const { .. }`, the other branch is not compiled.
pub(crate) const fn makes_nothing<OM: OutputMode>() -> bool {
    size_of::<<OM::Output as Mode>::Output<u8>>() == 0
}

/// Converts an output to the output type of this mode.
#[inline(always)]
pub(crate) fn in_mode<'a, OM: OutputMode, X>(read: error::PResult<'a, X>) -> PResult<OM, &'a [u8], X, Fault> {
    match read {
        Ok((rest, x)) => Ok((rest, OM::Output::bind(|| x))),
        Err(Err::Error(fault)) => Err(Err::Error(OM::Error::bind(|| fault))),
        Err(Err::Failure(fault)) => Err(Err::Failure(fault)),
        Err(Err::Incomplete(needed)) => Err(Err::Incomplete(needed)),
    }
}
