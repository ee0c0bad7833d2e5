//! What this crate rules out: a slip is loud, and never becomes other bytes.

use cookie_factory::GenError;

/// A value that is known to be there.
pub(crate) trait Sure<T> {
    /// The value. If it is missing, tests and debug builds panic; others go on with the empty value, at which a reader ends.
    fn sure(self) -> T
    where
        T: Default;

    /// The value, for a writer. If it is missing, tests and debug builds panic; in others writing fails.
    fn sure_to_write(self) -> Result<T, GenError>;
}

impl<T> Sure<T> for Option<T> {
    #[inline(always)]
    #[track_caller]
    fn sure(self) -> T
    where
        T: Default,
    {
        debug_assert!(self.is_some(), "a value that this crate knows to be there is missing");
        self.unwrap_or_default()
    }

    #[inline(always)]
    #[track_caller]
    fn sure_to_write(self) -> Result<T, GenError> {
        debug_assert!(self.is_some(), "a value that this crate knows to be there is missing");
        self.ok_or(GenError::NotYetImplemented)
    }
}
