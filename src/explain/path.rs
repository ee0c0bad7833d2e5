//! Finds the path to a failure, by running the same parser or generator once more while listening.

use std::cell::{Cell, RefCell};
use std::fmt::Write as _;

use crate::error::{EncodeErrorKind, Path, Segment};
use crate::trace::{Part, Shown, Trace};

/// Remembers where the reader is and nothing else.
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

/// The step of a path that a part is, if it is one; `key` is the text of the key that was read last.
pub(super) fn step(part: Part<'_>, key: &str) -> Option<Segment> {
    match part {
        Part::Index(index) => Some(Segment::Index(index)),
        Part::Key(index) => Some(Segment::KeyAt(index)),
        Part::Value(_) => Some(Segment::Key(key.to_string())),
        Part::Named(name) => {
            let mut text = String::new();
            quote(&mut text, name);
            Some(Segment::Key(text))
        }
        Part::Field(name) => Some(Segment::Field(name)),
        Part::Numbered(..) | Part::Member(_) => None,
    }
}

/// Keeps a leaf as the text of a key: short, with quotes where it is text.
pub(super) fn remember(key: &mut String, name: &'static str, shown: Shown<'_>) {
    if shown == Shown::Padding {
        return;
    }
    key.clear();
    // Writing to a string does not fail.
    let _ = match shown {
        Shown::Text(text) => {
            quote(key, text);
            Ok(())
        }
        Shown::Int(number) => write!(key, "{number}"),
        Shown::F32(number) => write!(key, "{number}"),
        Shown::F64(number) => write!(key, "{number}"),
        Shown::Bool(flag) => write!(key, "{flag}"),
        Shown::Type { name, .. } => write!(key, "{name}"),
        _ => write!(key, "{name}"),
    };
}

/// The text of a key for a path.
pub(super) fn quote(out: &mut String, text: &str) {
    const SHOWN: usize = 40;
    let (short, more) = match text.char_indices().nth(SHOWN) {
        Some((end, _)) => (text.get(..end).unwrap_or_default(), "…"),
        None => (text, ""),
    };
    let _ = write!(out, "\"{}{more}\"", short.escape_debug());
}

impl Trace for &PathFinder {
    fn open(self, part: Part<'_>) {
        let segment = step(part, &self.last.borrow());
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
        remember(&mut self.last.borrow_mut(), name, shown);
    }

    fn refused(self, kind: EncodeErrorKind) {
        self.refusal.set(Some(kind));
    }
}
