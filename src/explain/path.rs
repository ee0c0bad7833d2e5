//! Finds the path to a failure, by running the same parser or generator once more while listening.

use std::cell::{Cell, RefCell};

use crate::error::{EncodeErrorKind, Path, Segment};
use crate::trace::{Part, Shown, Trace};

/// Remembers where the reader stands and nothing else.
#[derive(Debug, Default)]
pub(crate) struct PathFinder {
    frames: RefCell<Vec<Frame>>,
    /// The last leaf that was read: the label of a dictionary entry is its key.
    last: RefCell<String>,
    refusal: Cell<Option<EncodeErrorKind>>,
    reading: Cell<Option<&'static str>>,
}

#[derive(Debug)]
struct Frame {
    segment: Option<Segment>,
    reading: Option<&'static str>,
}

impl PathFinder {
    /// Where the reader stopped.
    pub(crate) fn path(&self) -> Path {
        self.frames.borrow().iter().filter_map(|frame| frame.segment.clone()).collect::<Vec<_>>().into()
    }

    /// What type was being read there, if its header was read at all.
    pub(crate) fn reading(&self) -> Option<&'static str> {
        self.frames.borrow().iter().rev().find_map(|frame| frame.reading).or(self.reading.get())
    }

    /// Why a generator refused.
    pub(crate) fn refusal(&self) -> Option<EncodeErrorKind> {
        self.refusal.take()
    }
}

/// The text of a key for a path: short, with quotes where it is text.
fn quoted(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        format!("\"{}…\"", short.escape_debug())
    } else {
        format!("\"{}\"", short.escape_debug())
    }
}

impl Trace for &PathFinder {
    fn open(self, part: Part<'_>) {
        let segment = match part {
            Part::Index(index) => Some(Segment::Index(index)),
            Part::Key(index) => Some(Segment::KeyAt(index)),
            Part::Value(_) => Some(Segment::Key(self.last.borrow().clone())),
            Part::Named(name) => Some(Segment::Key(quoted(name))),
            Part::Field(name) => Some(Segment::Field(name)),
            Part::Numbered(..) | Part::Member(_) => None,
        };
        self.frames.borrow_mut().push(Frame { segment, reading: None });
    }

    fn close(self) {
        self.frames.borrow_mut().pop();
    }

    fn reading(self, name: &'static str) {
        match self.frames.borrow_mut().last_mut() {
            Some(frame) => frame.reading = Some(name),
            None => self.reading.set(Some(name)),
        }
    }

    fn field(self, _: usize, _: usize, name: &'static str, shown: Shown<'_>) {
        let mut last = self.last.borrow_mut();
        match shown {
            Shown::Text(text) => *last = quoted(text),
            Shown::Padding => {}
            Shown::Int(number) => *last = number.to_string(),
            Shown::F32(number) => *last = number.to_string(),
            Shown::F64(number) => *last = number.to_string(),
            Shown::Bool(flag) => *last = flag.to_string(),
            Shown::Type { name, .. } => *last = name.to_string(),
            _ => *last = name.to_string(),
        }
    }

    fn refused(self, kind: EncodeErrorKind) {
        self.refusal.set(Some(kind));
    }
}
