//! Paths of errors. A path is built only when it is asked for: most of the code that builds one prints floats, and is
//! not part of a program that never prints a path.

use std::fmt::Write;
use std::sync::OnceLock;

use super::{Path, Segment};

/// The steps to the place of an error, and the path that is built from them on first use.
#[derive(Debug, Clone, Default)]
pub(crate) struct Steps {
    steps: Vec<Step>,
    path: OnceLock<Path>,
}

impl Steps {
    pub(crate) fn path(&self) -> &Path {
        self.path.get_or_init(|| self.steps.iter().map(Step::segment).collect())
    }
}

impl PartialEq for Steps {
    fn eq(&self, other: &Self) -> bool {
        self.path() == other.path()
    }
}

impl Eq for Steps {}

impl From<Vec<Step>> for Steps {
    fn from(steps: Vec<Step>) -> Self {
        Self { steps, path: OnceLock::new() }
    }
}

impl From<Path> for Steps {
    fn from(path: Path) -> Self {
        Self { steps: Vec::new(), path: path.into() }
    }
}

#[derive(Debug, Clone)]
pub(crate) enum Step {
    Segment(Segment),
    /// The step to the value of a key.
    Key(Box<Key>),
}

impl From<Segment> for Step {
    fn from(segment: Segment) -> Self {
        Self::Segment(segment)
    }
}

impl Step {
    fn segment(&self) -> Segment {
        match self {
            Self::Segment(segment) => segment.clone(),
            Self::Key(key) => key.segment(),
        }
    }
}

/// A key of a dictionary, as the trace has reported it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Key {
    pub(crate) kind: &'static str,
    /// The number of types in the key. It is greater than 1 if the key is a container.
    pub(crate) kinds: usize,
    pub(crate) text: String,
    pub(crate) texts: usize,
    pub(crate) numbers: Vec<KeyNumber>,
    /// Whether the key contains anything other than text and numbers.
    pub(crate) other: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum KeyNumber {
    Int(i64),
    Bool(bool),
    F32(f32),
    F64(f64),
}

impl Key {
    /// Clears the key and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.numbers.clear();
        (self.kind, self.kinds, self.texts) = ("", 0, 0);
        self.other = false;
    }

    /// Returns the path segment of the value: the text of the key, or the key in Godot's text form, such as `5`, `1.5`
    /// or `Vector2(1, 2)`. If the key is neither text nor numbers, the segment is its type.
    pub(crate) fn segment(&self) -> Segment {
        let Self { kind, text, .. } = self;
        let is_number = || kind.is_empty() || kind.starts_with(|first: char| first.is_ascii_lowercase());
        match (self.kinds, self.texts, self.numbers.len()) {
            (2.., ..) => Segment::Literal((*kind).to_owned()),
            _ if *kind == "Nil" => Segment::Literal("null".to_owned()),
            _ if self.other => Segment::Literal((*kind).to_owned()),
            (_, _, 0) if matches!(*kind, "String" | "StringName") => Segment::text(text),
            (_, 0, 0) => Segment::Literal((*kind).to_owned()),
            (_, _, 0) => Segment::Literal(format!("{kind}(\"{}\")", text.escape_debug())),
            (_, _, 1) if is_number() => Segment::of_written_key(&self.numbers()),
            // `concat` allocates once, with the exact length.
            _ => Segment::Literal([kind, "(", &self.numbers(), ")"].concat()),
        }
    }

    /// Returns the numbers, separated by commas.
    fn numbers(&self) -> String {
        // A single float is written with a point, to distinguish it from an int. In a vector this is not necessary.
        let is_float = matches!(self.kind, "float" | "real");
        let mut text = String::new();
        for (at, number) in self.numbers.iter().enumerate() {
            text.push_str(if at == 0 { "" } else { ", " });
            // Writing to a string does not fail.
            let _ = match *number {
                KeyNumber::Int(number) => write!(text, "{number}"),
                KeyNumber::Bool(flag) => write!(text, "{flag}"),
                KeyNumber::F32(number) if is_float => write!(text, "{:?}", f64::from(number)),
                KeyNumber::F64(number) if is_float => write!(text, "{number:?}"),
                KeyNumber::F32(number) => write!(text, "{number}"),
                KeyNumber::F64(number) => write!(text, "{number}"),
            };
        }
        text
    }
}
