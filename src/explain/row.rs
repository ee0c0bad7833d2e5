//! One line of an explanation.

use super::place::Place;
use crate::error::Path;

/// One row: some bytes and what they mean.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Row {
    /// Offset of the first byte in the whole input.
    pub start: usize,
    /// How many bytes the row explains.
    pub len: usize,
    /// How deep the row is nested; below [`Explainer::at`](super::Explainer::at), counted from there.
    pub depth: usize,
    /// What the bytes mean.
    pub meaning: String,
    /// What part the bytes play, for colors.
    pub role: Role,
    pub(super) place: Place,
}

impl Row {
    /// Where in the value the row is, as errors name it: `$.scores[3]`.
    pub fn path(&self) -> Path {
        self.place.path()
    }

    /// Offset of the byte after the last.
    pub(super) fn end(&self) -> usize {
        self.start + self.len
    }

    /// A row about bytes that no parser reported.
    pub(super) fn unread(start: usize, end: usize, depth: usize, meaning: &str) -> Self {
        Self {
            start,
            len: end - start,
            depth,
            meaning: meaning.into(),
            role: Role::Unread,
            place: Place::default(),
        }
    }

    /// Adds a remark.
    pub(super) fn remark(&mut self, remark: &str) {
        self.meaning.push_str(ARROW);
        self.meaning.push_str(remark);
    }

    /// The meaning, and the remark on it if there is one.
    pub(super) fn remarked(&self) -> (&str, Option<&'static str>) {
        for remark in std::iter::once(HERE).chain(Writer::ALL.iter().map(|writer| writer.remark())) {
            // A text among the bytes cannot pass for a remark: it is shown with a quote after it.
            if let Some(meaning) = self.meaning.strip_suffix(remark)
                && let Some(meaning) = meaning.strip_suffix(ARROW)
            {
                return (meaning, Some(remark));
            }
        }
        (&self.meaning, None)
    }
}

/// Before a remark.
const ARROW: &str = "        <- ";
/// The remark on the row where reading failed.
pub(super) const HERE: &str = "here";

/// Who writes bytes of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Writer {
    /// Godot.
    Engine,
    /// Minecraft.
    #[cfg(feature = "minecraft")]
    Game,
}

impl Writer {
    /// All of them.
    const ALL: &[Self] = &[
        Self::Engine,
        #[cfg(feature = "minecraft")]
        Self::Game,
    ];

    /// In a sentence.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Engine => "the engine",
            #[cfg(feature = "minecraft")]
            Self::Game => "the game",
        }
    }

    /// The remark on the first row that is written differently.
    pub(super) fn remark(self) -> &'static str {
        match self {
            Self::Engine => "the engine writes this differently",
            #[cfg(feature = "minecraft")]
            Self::Game => "the game writes this differently",
        }
    }
}

/// What part a row's bytes play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Role {
    /// Type headers.
    Type,
    /// Counts, lengths and flags.
    Structure,
    /// Contents.
    Value,
    /// Bytes that carry nothing.
    Padding,
    /// Bytes that were not read.
    Unread,
    /// Rows that were not asked for, as one: elsewhere in the value, deeper, or past the limit.
    Omitted,
}
