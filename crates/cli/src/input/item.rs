//! The values of an input, one at a time.

use gamewire::minecraft::{Side, State};
use gamewire_files::document::{Format, FrameHead};

use crate::input::{Part, Whole};
use crate::output::outcome::Outcome;
use crate::output::problem::Problem;

/// The bytes of one value, and where they are in the input.
pub struct InputValue<'b> {
    pub bytes: &'b [u8],
    /// The offset of the value in the input.
    pub offset: usize,
    /// Whether other values can follow.
    pub framed: bool,
    /// The name of the setting, if the value belongs to one.
    pub name: Option<&'b str>,
    /// The state and the side of a packet in a recording.
    pub sent: Option<(State, Side)>,
    /// Whether there is better advice for bytes after the value than to ignore them.
    pub advised: bool,
}

/// A value with its format, or an error because of which the input has no value here.
pub type Item<'i> = Result<(&'i InputValue<'i>, &'i Format), Problem>;

/// The bytes of one frame of a stream, including the fields before its value.
pub struct RawFrame<'f> {
    pub head: FrameHead,
    pub bytes: &'f [u8],
    /// The offset of the frame in the input.
    pub offset: usize,
    /// Whether the frame is a packet of a recording, whose paths begin with the number of the packet.
    pub recorded: bool,
    pub value: Result<(&'f InputValue<'f>, &'f Format), &'f Problem>,
}

impl RawFrame<'_> {
    /// Answers for the frame as a whole, or for its value.
    pub fn answer(&self, whole: Whole<'_>, answer: &mut dyn FnMut(Item<'_>) -> Outcome) -> Outcome {
        match whole(Part::Frame(self))? {
            Some(status) => Ok(status),
            None => answer(self.value.map_err(Clone::clone)),
        }
    }
}
