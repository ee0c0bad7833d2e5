//! Finds the path to a failure, by running the same parser or generator once more while listening.

use std::cell::{Cell, RefCell};
use std::fmt::Write as _;

use crate::error::{EncodeErrorKind, Path, Segment};
use crate::trace::{Observer, Part, Shown};

/// Remembers where the reader is and nothing else.
#[derive(Debug, Default)]
pub(crate) struct PathFinder {
    frames: RefCell<Vec<Frame>>,
    key: RefCell<LastKey>,
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

/// The step of a path that a part is, if it is one; `key` is the key that was read last.
pub(super) fn step(part: Part<'_>, key: &LastKey) -> Option<Segment> {
    match part {
        Part::Index(index) => Some(Segment::Index(index)),
        Part::Key(index) => Some(Segment::KeyAt(index)),
        Part::Value(_) => Some(key.step()),
        Part::Named(name) => Some(Segment::text(name)),
        Part::Field(name) => Some(Segment::field(name)),
        Part::Numbered(..) | Part::Member(_) => None,
    }
}

/// The key that was read last, from what was heard of it: the step to the value of an entry is its key.
#[derive(Debug, Default)]
pub(super) struct LastKey {
    /// How many keys are open: a key may be a dictionary.
    open: usize,
    /// The type of the key.
    kind: &'static str,
    /// How many types were heard: more than one where the key is a container.
    kinds: usize,
    /// Text, or numbers with commas between them.
    text: String,
    texts: usize,
    numbers: usize,
    /// Whether the text is the key as Godot writes it.
    literal: bool,
    /// Whether there is anything else in it than text, or numbers.
    other: bool,
}

impl LastKey {
    /// A part is a key: what is heard from now on is in it.
    pub(super) fn begin(&mut self) {
        if self.open == 0 {
            self.text.clear();
            (self.kind, self.kinds, self.texts, self.numbers) = ("", 0, 0, 0);
            (self.literal, self.other) = (false, false);
        }
        self.open += 1;
    }

    /// The key is complete.
    pub(super) fn end(&mut self) {
        self.open -= 1;
    }

    /// A generator tells the key after it, whole.
    fn label(&mut self, shown: Shown<'_>) {
        self.begin();
        match shown {
            Shown::Bytes(text) => {
                self.text.push_str(&String::from_utf8_lossy(text));
                self.literal = true;
            }
            shown => self.record(shown),
        }
        self.end();
    }

    /// Records a field, if a key is open.
    pub(super) fn record(&mut self, shown: Shown<'_>) {
        if self.open == 0 {
            return;
        }
        // Writing to a string does not fail.
        let _ = match shown {
            Shown::Type { name, .. } => {
                self.kinds += 1;
                if self.kinds == 1 {
                    self.kind = name;
                }
                Ok(())
            }
            Shown::Text(text) => {
                self.text.push_str(text);
                self.texts += 1;
                Ok(())
            }
            Shown::Int(number) => write!(self.next(), "{number}"),
            Shown::Bool(flag) => write!(self.next(), "{flag}"),
            // By itself a float has a point, so that it is no int; in a vector it has as many digits as it takes.
            Shown::F32(number) if self.is_float() => write!(self.next(), "{:?}", f64::from(number)),
            Shown::F64(number) if self.is_float() => write!(self.next(), "{number:?}"),
            Shown::F32(number) => write!(self.next(), "{number}"),
            Shown::F64(number) => write!(self.next(), "{number}"),
            // Empty text has no bytes.
            Shown::Padding | Shown::Length(_) | Shown::Bytes(b"") => Ok(()),
            _ => {
                self.other = true;
                Ok(())
            }
        };
    }

    /// Whether the key is a single float, by its names in all generations.
    fn is_float(&self) -> bool {
        matches!(self.kind, "float" | "real")
    }

    /// The text, with a comma where a number is in it.
    fn next(&mut self) -> &mut String {
        if self.numbers > 0 {
            self.text.push_str(", ");
        }
        self.numbers += 1;
        &mut self.text
    }

    /// The step to the value: the text of the key, or the key as Godot writes it: `5`, `1.5`, `Vector2(1, 2)`. Of what
    /// is no text and no numbers, its type.
    fn step(&self) -> Segment {
        let Self { kind, text, .. } = self;
        let is_number = || kind.is_empty() || kind.starts_with(|first: char| first.is_ascii_lowercase());
        let number = || match text.parse() {
            Ok(int) => Segment::int(int),
            Err(_) => Segment::Literal(text.replace("NaN", "nan")),
        };
        match (self.kinds, self.texts, self.numbers) {
            (2.., ..) => Segment::Literal((*kind).to_owned()),
            _ if self.literal => number(),
            _ if *kind == "Nil" => Segment::Literal("null".to_owned()),
            _ if self.other => Segment::Literal((*kind).to_owned()),
            (_, _, 0) if matches!(*kind, "String" | "StringName") => Segment::text(text),
            (_, 1.., 0) if kind.is_empty() => Segment::text(text),
            (_, 0, 0) => Segment::Literal((*kind).to_owned()),
            (_, _, 0) => Segment::Literal(format!("{kind}(\"{}\")", text.escape_debug())),
            (_, _, 1) if is_number() => number(),
            _ => Segment::Literal(format!("{kind}({text})")),
        }
    }
}

impl Observer for PathFinder {
    fn open(&self, part: Part<'_>) {
        let segment = step(part, &self.key.borrow());
        if let Part::Key(_) = part {
            self.key.borrow_mut().begin();
        }
        self.frames.borrow_mut().push(Frame { segment, reading: None });
    }

    fn close(&self) {
        if let Some(Frame { segment: Some(Segment::KeyAt(_)), .. }) = self.frames.borrow_mut().pop() {
            self.key.borrow_mut().end();
        }
    }

    fn reading(&self, name: &'static str) {
        match self.frames.borrow_mut().last_mut() {
            Some(frame) => frame.reading = Some(name),
            None => self.reading.set(Some(name)),
        }
    }

    fn field(&self, _: usize, _: usize, _: &'static str, shown: Shown<'_>) {
        let mut key = self.key.borrow_mut();
        if key.open > 0 { key.record(shown) } else { key.label(shown) }
    }

    fn enter_slice(&self, _: usize) {}

    fn leave_slice(&self, _: usize) {}

    fn refused(&self, kind: EncodeErrorKind) {
        self.refusal.set(Some(kind));
    }
}
