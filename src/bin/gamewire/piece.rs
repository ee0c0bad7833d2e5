//! The values of an input, one at a time.

use crate::codec::Codec;
use crate::problem::Problem;

/// One value's bytes, and where in the input they begin.
pub struct Piece<'b> {
    /// The bytes.
    pub bytes: &'b [u8],
    /// How many bytes are in front of them.
    pub offset: usize,
    /// Whether others may follow.
    pub framed: bool,
    /// The name of the setting whose value it is.
    pub name: Option<&'b str>,
}

/// One value and how it is read, or what is wrong with the input itself.
pub type Item<'i> = Result<(&'i Piece<'i>, &'i Codec), Problem>;
