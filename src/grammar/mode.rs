//! nom's modes, for readers that are loops of their own.

use nom::{Err, Mode, OutputMode, PResult};

use crate::error::{self, Fault};

/// Whether nothing is made in this mode: the input is only checked.
///
/// Asked in `if const { .. }`, what is not taken is not compiled either.
pub(crate) const fn makes_nothing<OM: OutputMode>() -> bool {
    size_of::<<OM::Output as Mode>::Output<u8>>() == 0
}

/// Something read without a mode, as a parser of this mode gives it.
#[inline(always)]
pub(crate) fn in_mode<'a, OM: OutputMode, X>(read: error::PResult<'a, X>) -> PResult<OM, &'a [u8], X, Fault> {
    match read {
        Ok((rest, x)) => Ok((rest, OM::Output::bind(|| x))),
        Err(Err::Error(fault)) => Err(Err::Error(OM::Error::bind(|| fault))),
        Err(Err::Failure(fault)) => Err(Err::Failure(fault)),
        Err(Err::Incomplete(needed)) => Err(Err::Incomplete(needed)),
    }
}
