//! The values of an input, one at a time.

use gamewire::document::Format;
use gamewire::minecraft::{Side, State};

use crate::output::problem::Problem;

/// The bytes of one value, and their offset in the input.
pub struct InputValue<'b> {
    /// The bytes.
    pub bytes: &'b [u8],
    /// The number of bytes before them.
    pub offset: usize,
    /// Whether other values can follow.
    pub framed: bool,
    /// The name of the setting, if it is the value of one.
    pub name: Option<&'b str>,
    /// The state and the side of a packet of a recording.
    pub sent: Option<(State, Side)>,
    /// Whether the advice about the whole input is to skip its first bytes, rather than to ignore what follows.
    pub advised: bool,
}

/// One value and its format, or the error of the input itself.
pub type Item<'i> = Result<(&'i InputValue<'i>, &'i Format), Problem>;
