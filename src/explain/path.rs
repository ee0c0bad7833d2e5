//! The key of an entry as a step of the path to its value, from the events of reading the key.

use std::cell::RefCell;
use std::fmt::{self, Write as _};

use crate::error::Segment;
use crate::trace::{Event, Observer, Shown};

/// The key that was read last, rebuilt from trace events. It is the path segment of the entry's value.
#[derive(Debug, Default)]
pub(super) struct LastKey {
    /// The number of open keys: a key can be a dictionary.
    open: usize,
    kind: &'static str,
    /// The number of types in the key. It is greater than 1 if the key is a container.
    kinds: usize,
    text: String,
    texts: usize,
    /// The numbers, separated by commas, and their count.
    numbers: String,
    count: usize,
    /// Whether the key contains anything other than text and numbers.
    other: bool,
}

impl LastKey {
    /// Starts recording a key, and keeps the memory of the one before.
    pub(super) fn begin(&mut self) {
        if self.open == 0 {
            self.text.clear();
            self.numbers.clear();
            (self.kind, self.kinds, self.texts, self.count, self.other) = ("", 0, 0, 0, false);
        }
        self.open += 1;
    }

    pub(super) fn is_open(&self) -> bool {
        self.open > 0
    }

    pub(super) fn end(&mut self) {
        self.open -= 1;
    }

    /// Records a field, if a key is open.
    pub(super) fn record(&mut self, shown: Shown<'_>) {
        if self.open == 0 {
            return;
        }
        // A single float is written with a point, to distinguish it from an int. In a vector this is not necessary.
        let is_float = matches!(self.kind, "float" | "real");
        match shown {
            Shown::Type { name, .. } => {
                self.kinds += 1;
                if self.kinds == 1 {
                    self.kind = name;
                }
            }
            Shown::Text(text) => {
                self.text.push_str(text);
                self.texts += 1;
            }
            Shown::Int(number) | Shown::Groups { value: number, .. } => self.number(format_args!("{number}")),
            Shown::Bool(flag) => self.number(format_args!("{flag}")),
            Shown::F32(number) if is_float => self.number(format_args!("{:?}", f64::from(number))),
            Shown::F64(number) if is_float => self.number(format_args!("{number:?}")),
            Shown::F32(number) => self.number(format_args!("{number}")),
            Shown::F64(number) => self.number(format_args!("{number}")),
            // Empty text has no bytes.
            Shown::Padding | Shown::Length(_) | Shown::Bytes(b"") => {}
            _ => self.other = true,
        }
    }

    /// Returns the path segment of the value: the text of the key, or the key in Godot's text form, such as `5`, `1.5`
    /// or `Vector2(1, 2)`. If the key is neither text nor numbers, the segment is its type.
    pub(super) fn segment(&self) -> Segment {
        let Self { kind, text, .. } = self;
        let is_number = || kind.is_empty() || kind.starts_with(|first: char| first.is_ascii_lowercase());
        match (self.kinds, self.texts, self.count) {
            (2.., ..) => Segment::Literal((*kind).to_owned()),
            _ if *kind == "Nil" => Segment::Literal("null".to_owned()),
            _ if self.other => Segment::Literal((*kind).to_owned()),
            (_, _, 0) if matches!(*kind, "String" | "StringName") => Segment::text(text),
            (_, 0, 0) => Segment::Literal((*kind).to_owned()),
            (_, _, 0) => Segment::Literal(format!("{kind}(\"{}\")", text.escape_debug())),
            (_, _, 1) if is_number() => Segment::of_written_key(&self.numbers),
            // `concat` allocates once, with the exact length.
            _ => Segment::Literal([kind, "(", &self.numbers, ")"].concat()),
        }
    }

    fn number(&mut self, number: fmt::Arguments<'_>) {
        self.numbers.push_str(if self.count == 0 { "" } else { ", " });
        let _ = self.numbers.write_fmt(number); // Writing to a string does not fail.
        self.count += 1;
    }
}

/// An observer of a key, which is the path segment of its value.
#[derive(Debug, Default)]
pub(crate) struct KeyReader(RefCell<LastKey>);

impl KeyReader {
    pub(crate) fn segment(&self) -> Segment {
        self.0.borrow().segment()
    }
}

impl Observer for KeyReader {
    fn event(&self, event: Event<'_>) {
        if let Event::Field { shown, .. } = event {
            let key = &mut *self.0.borrow_mut();
            key.open = 1;
            key.record(shown);
        }
    }
}
