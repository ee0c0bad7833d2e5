//! Checks for conditions that this crate rules out. If one fails, a debug build panics, so that a mistake is
//! noticed and never changes the output.

use cookie_factory::GenError;

/// A value that is known to be present.
pub trait Sure<T> {
    /// Returns the value. If it is missing, debug builds panic; others return the default value, at which a
    /// reader ends.
    fn sure(self) -> T
    where
        T: Default;

    /// Returns the value, for a writer. If it is missing, debug builds panic; others return an error.
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
