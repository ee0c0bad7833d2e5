//! One line of an explanation.

use super::shared_path::SharedPath;
use crate::error::Path;

/// The sentence for bytes that no parser reports.
const UNREAD: &str =
    "These bytes belong to no field: they are invalid, or come after an error or after the value.";

/// One row: a range of bytes and its meaning.
///
/// ```
/// use gamewire::godot::{Decoder, Dialect, variant};
///
/// let bytes = Dialect::GODOT_4.encode(&variant!({ "hp": 9 }))?;
/// let explanation = Decoder::new(Dialect::GODOT_4).explainer(&bytes).explain();
/// let last = explanation.rows().last().unwrap();
/// assert_eq!((last.start, last.len, last.meaning.as_str()), (24, 4, "value = 9"));
/// assert_eq!((last.path().to_string(), last.type_name()), ("$.hp".into(), "int"));
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Row {
    /// The offset of the first byte in the whole input.
    pub start: usize,
    /// The number of bytes.
    pub len: usize,
    /// The nesting level of the row, relative to [`Explainer::at`](super::Explainer::at).
    pub depth: usize,
    /// The meaning of the bytes.
    pub meaning: String,
    /// The role of the bytes, which selects their color.
    pub role: Role,
    /// The number of the row among those that parsers report, counted from 0, and `usize::MAX` for other rows.
    pub(super) number: usize,
    pub(super) kind: &'static str,
    pub(super) place: SharedPath,
    /// The sentences about the field; empty unless they are wanted.
    pub(super) says: String,
}

/// Serializes the fields that the command's `explain --json` prints, without the bytes.
#[cfg(feature = "serde")]
impl serde::Serialize for Row {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        let mut row = serializer.serialize_struct("Row", 7)?;
        row.serialize_field("offset", &self.start)?;
        row.serialize_field("length", &self.len)?;
        row.serialize_field("role", &self.role)?;
        row.serialize_field("depth", &self.depth)?;
        row.serialize_field("path", &self.path().to_string())?;
        row.serialize_field("type", self.kind)?;
        row.serialize_field("meaning", &self.meaning)?;
        row.end()
    }
}

impl Row {
    /// Returns the path of the row in the form that errors use: `$.scores[3]`.
    pub fn path(&self) -> Path {
        self.place.path()
    }

    /// Returns the name of the innermost type that the bytes belong to, as in errors: `Vector2`, `VarInt`. The name
    /// is empty if no type was reported.
    pub fn type_name(&self) -> &'static str {
        self.kind
    }

    /// Returns a sentence that tells how the bytes are read and, if the field counts or decides more than the row
    /// shows, a second one about that. Both are empty for omitted rows, and unless
    /// [`Explainer::sentences`](super::Explainer::sentences) asks for them.
    pub fn sentences(&self) -> &str {
        if self.role == Role::Unread { UNREAD } else { &self.says }
    }

    pub(super) fn end(&self) -> usize {
        self.start + self.len
    }

    /// Returns whether a byte belongs to the row.
    pub(super) fn has(&self, byte: usize) -> bool {
        (self.start..self.end()).contains(&byte)
    }

    /// Creates a row for bytes that no parser reported.
    pub(super) fn unread(start: usize, end: usize, depth: usize, meaning: &str) -> Self {
        Self {
            start,
            len: end - start,
            depth,
            meaning: meaning.into(),
            role: Role::Unread,
            number: usize::MAX,
            kind: "",
            place: SharedPath::default(),
            says: String::new(),
        }
    }

    pub(super) fn remark(&mut self, remark: &str) {
        self.meaning.push_str(ARROW);
        self.meaning.push_str(remark);
    }

    /// Splits the meaning into its text and its remark, if it has one.
    pub(super) fn remarked(&self) -> (&str, Option<&str>) {
        // Text in the bytes cannot be mistaken for a remark, because it is shown with a quote after it.
        match self.meaning.rsplit_once(ARROW).filter(|(_, remark)| !remark.contains('"')) {
            Some((meaning, remark)) => (meaning, Some(remark)),
            None => (&self.meaning, None),
        }
    }
}

/// The separator before a remark.
pub(super) const ARROW: &str = "        <- ";
/// The remark on the row of an error.
pub(super) const HERE: &str = "here";

/// The program whose encoding the bytes are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writer {
    /// The engine, with the types whose padding some of its releases do not clear, and the names of these releases.
    Engine(&'static [(&'static str, &'static str)]),
    /// The game.
    Game,
}

impl Writer {
    /// Returns the name as it is used in a sentence.
    fn name(self) -> &'static str {
        match self {
            Self::Engine(_) => "the engine",
            Self::Game => "the game",
        }
    }

    /// Returns the remark on the first row that the program writes differently.
    pub(super) fn remark(self) -> String {
        format!("{} writes other bytes", self.name())
    }

    /// Returns the remark on padding of a type that is not zero.
    pub(super) fn remark_on_padding(self, kind: &str) -> String {
        let uncleared = if let Self::Engine(uncleared) = self { uncleared } else { &[] };
        match uncleared.iter().find(|(name, _)| *name == kind) {
            Some((_, releases)) => format!("readers ignore it; not cleared by Godot {releases}"),
            None => format!("readers ignore it; {} writes zeros", self.name()),
        }
    }
}

/// The role of a row's bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Role {
    /// Type headers.
    Type,
    /// Counts, lengths and flags.
    Structure,
    /// Contents.
    Value,
    /// Padding.
    Padding,
    /// Unread bytes.
    Unread,
    /// Rows that are not selected, combined: at other paths, deeper, or over the limit.
    Omitted,
}
