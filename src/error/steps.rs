//! Paths of errors, which are made when somebody asks for them. Most of what makes them prints floats: code that a program without use
//! for the path does not contain.

use std::fmt::Write;
use std::sync::OnceLock;

use super::{Path, Segment};

/// The steps to the place of an error, and the path that is made of them.
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

/// A step to the place of an error.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Segment(Segment),
    /// The step to the value of this key.
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
    /// The type of the key.
    pub(crate) kind: &'static str,
    /// The number of types in the key: more than one if the key is a container.
    pub(crate) kinds: usize,
    pub(crate) text: String,
    pub(crate) texts: usize,
    pub(crate) numbers: Vec<KeyNumber>,
    /// Whether the key has other contents than text or numbers.
    pub(crate) other: bool,
}

/// A number in a key.
#[derive(Debug, Clone, Copy)]
pub(crate) enum KeyNumber {
    Int(i64),
    Bool(bool),
    F32(f32),
    F64(f64),
}

impl Key {
    /// Makes the key empty; it keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.numbers.clear();
        (self.kind, self.kinds, self.texts) = ("", 0, 0);
        self.other = false;
    }

    /// The path segment of the value: the text of the key, or the key in Godot's text form: `5`, `1.5`, `Vector2(1, 2)`. For
    /// a key of neither text nor numbers, its type.
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
            (_, _, 1) if is_number() => Segment::number(&self.numbers()),
            // As one allocation that fits.
            _ => Segment::Literal([kind, "(", &self.numbers(), ")"].concat()),
        }
    }

    /// The numbers, separated by commas.
    fn numbers(&self) -> String {
        // By itself a float has a point, so that it is no int; in a vector it has as many digits as it takes.
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
