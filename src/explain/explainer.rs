//! Explains as much as is asked for, row by row.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;

use super::explanation::Explanation;
use super::html;
use super::recorder::Recorder;
use super::row::{Row, Writer};
use super::text::TextWriter;
use super::window::{Tally, Wanted, Window};
use crate::error::{DecodeError, Path, Segment};

/// Bytes of a format that can be read while somebody listens.
pub(crate) trait Source {
    /// Of what format the bytes are.
    fn format(&self) -> String;

    /// The bytes.
    fn bytes(&self) -> &[u8];

    /// Reads the value while the recorder listens.
    fn listen(&self, recorder: &Recorder<'_>) -> Result<(), DecodeError>;

    /// What is to be said about the whole. It takes the time and memory of decoding and encoding.
    fn judge(&self) -> Judgement;
}

/// What is known of bytes beyond what each of them means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Judgement {
    /// As `canonical`.
    pub(crate) verdict: &'static str,
    /// The value in one line.
    pub(crate) value: Option<String>,
    /// The first byte that is written differently, if there is one, and by whom.
    pub(crate) differs: Option<(usize, Writer)>,
}

impl Judgement {
    /// Of bytes that are no value.
    pub(crate) const REJECTED: Self = Self { verdict: "rejected", value: None, differs: None };
}

/// Explains bytes: how much of them, and in what form, is chosen here.
///
/// Comes from [`Decoder::explainer`](crate::godot::Decoder::explainer) and, for Minecraft, from
/// `TypeExpr::explainer` and `Protocol::explainer`.
///
/// What is not asked for is counted: neighboring rows that are left out are one row with the role
/// [`Omitted`](super::Role::Omitted), so that rows tile the input whatever is chosen. The row where reading failed,
/// and what follows it, is never left out.
///
/// ```
/// use gamewire::godot::{Decoder, Dialect};
///
/// // [[true], 5]
/// let bytes = [
///     19, 0, 0, 0, 2, 0, 0, 0, 19, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0,
/// ];
/// let mut lines = Vec::new();
/// Decoder::new(Dialect::GODOT_3).explainer(&bytes).depth(1).rows(|row| lines.push(row.meaning.clone()));
/// assert_eq!(lines, [
///     "Array  (type id 19, no flags)",
///     "element count = 2",
///     "[0]: Array  (type id 19, no flags)",
///     "3 rows not shown",
///     "[1]: int  (type id 2, 32-bit)",
///     "1 row not shown",
/// ]);
/// ```
pub struct Explainer<'a> {
    source: Box<dyn Source + 'a>,
    at: Vec<Segment>,
    wanted: Wanted,
    characters: bool,
    colour: bool,
}

/// What an [`Explainer`] found while it handed rows on.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// How many rows were handed on, those for what was left out not counted.
    pub shown: usize,
    /// How many bytes the parsers gave a meaning to, shown or not.
    pub explained: usize,
    /// Why the input was rejected, if it was.
    pub error: Option<DecodeError>,
}

impl<'a> Explainer<'a> {
    /// Longest input, in bytes, that [`write`](Self::write) and [`html`](Self::html) also decode and encode again, to
    /// say in the head whether it is canonical, and the value. Longer input is only read once: its first row comes
    /// at once, and no memory is taken for the value.
    pub const JUDGED: usize = 1 << 20;

    pub(crate) fn new(source: impl Source + 'a) -> Self {
        let wanted = Wanted::default();
        Self { source: Box::new(source), at: Vec::new(), wanted, characters: false, colour: false }
    }

    /// Only what is at this path of the value, or inside it. If nothing is, all of the input is one row of the role
    /// [`Omitted`](super::Role::Omitted), and [`Outcome::shown`] is 0.
    #[must_use]
    pub fn at(mut self, path: Path) -> Self {
        self.wanted.inside_only = !path.segments().is_empty();
        self.at = path.segments().to_vec();
        self
    }

    /// Only rows so many levels below the first: 0 leaves the first alone.
    #[must_use]
    pub fn depth(mut self, levels: usize) -> Self {
        self.wanted.depth = Some(levels);
        self
    }

    /// At most so many rows.
    #[must_use]
    pub fn limit(mut self, rows: usize) -> Self {
        self.wanted.limit = Some(rows);
        self
    }

    /// Shows characters beside the hexadecimal, a dot for what is not printable ASCII.
    #[must_use]
    pub fn characters(mut self, yes: bool) -> Self {
        self.characters = yes;
        self
    }

    /// Colors text for a terminal, by [`Role`](super::Role).
    #[must_use]
    pub fn colour(mut self, yes: bool) -> Self {
        self.colour = yes;
        self
    }

    /// All at once: the rows, the verdict on the bytes, the value in one line. Characters and color are chosen
    /// where an [`Explanation`] is printed.
    pub fn explain(&self) -> Explanation {
        self.collect(self.wanted, Some(self.source.judge()))
    }

    fn collect(&self, wanted: Wanted, judgement: Option<Judgement>) -> Explanation {
        let mut rows = Vec::new();
        let differs = judgement.as_ref().and_then(|judgement| judgement.differs);
        let (tally, error) = self.listen(wanted, differs, &mut |row| {
            rows.push(row.clone());
            ControlFlow::Continue(())
        });
        let title = self.title(judgement.as_ref());
        let value = judgement.and_then(|judgement| judgement.value);
        Explanation {
            bytes: self.source.bytes().to_vec(),
            title,
            value,
            rows,
            explained: tally.explained,
            error,
        }
    }

    /// Hands each row on as soon as the bytes after it are read, and keeps none: memory does not grow with the
    /// input.
    ///
    /// Minecraft's values other than NBT are made while they are read; they take the memory of decoding.
    pub fn rows(&self, mut each: impl FnMut(&Row)) -> Outcome {
        let (tally, error) = self.listen(self.wanted, None, &mut |row| {
            each(row);
            ControlFlow::Continue(())
        });
        Outcome { shown: tally.shown, explained: tally.explained, error }
    }

    /// Writes text: a head, each row as soon as the bytes after it are read, how much was explained or what is wrong.
    ///
    /// The head ends with the verdict and the value, as in [`Explanation::text`]; for input longer than
    /// [`JUDGED`](Self::JUDGED) it has neither, since both need the whole.
    ///
    /// # Errors
    /// If `out` cannot be written to. Rejected input is no such error; see [`Outcome::error`].
    pub fn write(&self, out: impl Write) -> io::Result<Outcome> {
        let judgement = self.judge_if_short();
        let bytes = self.source.bytes();
        let mut text = TextWriter::new(BufWriter::new(out), bytes, self.colour, self.characters);
        let value = judgement.as_ref().and_then(|judgement| judgement.value.as_deref());
        text.head(&self.title(judgement.as_ref()), value)?;
        let differs = judgement.as_ref().and_then(|judgement| judgement.differs);
        let mut written = Ok(());
        let (tally, error) = self.listen(self.wanted, differs, &mut |row| {
            written = text.row(row);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        written?;
        text.foot(tally.explained, error.as_ref())?;
        Ok(Outcome { shown: tally.shown, explained: tally.explained, error })
    }

    /// One page of HTML, as [`Explanation::html`], without first collecting rows that it has no room for.
    pub fn html(&self) -> String {
        self.for_page(html::ROWS).html()
    }

    /// What a page with room for so many rows shows.
    pub(super) fn for_page(&self, rows: usize) -> Explanation {
        let limit = self.wanted.limit.map_or(rows, |limit| limit.min(rows));
        self.collect(Wanted { limit: Some(limit), ..self.wanted }, self.judge_if_short())
    }

    /// The row that byte `offset` belongs to, at most `before` rows before it and `after` after it. Nothing else is
    /// kept, so this is the cheap way to show the place of an error. At the end of the input there are only rows
    /// before it.
    pub fn near(&self, offset: usize, before: usize, after: usize) -> Vec<Row> {
        let mut near = VecDeque::new();
        let mut left = after;
        self.listen(self.wanted, None, &mut |row| {
            let (passed, reached) = (row.end() <= offset, row.start <= offset);
            if !reached {
                if left == 0 {
                    return ControlFlow::Break(());
                }
                left -= 1;
            }
            near.push_back(row.clone());
            if passed && near.len() > before {
                near.pop_front();
            }
            ControlFlow::Continue(())
        });
        near.into()
    }

    fn judge_if_short(&self) -> Option<Judgement> {
        (self.source.bytes().len() <= Self::JUDGED).then(|| self.source.judge())
    }

    fn title(&self, judgement: Option<&Judgement>) -> String {
        let count = self.source.bytes().len();
        let unit = if count == 1 { "byte" } else { "bytes" };
        let format = self.source.format();
        match judgement {
            Some(Judgement { verdict, .. }) => format!("{format}: {count} {unit}, {verdict}"),
            None => format!("{format}: {count} {unit}"),
        }
    }

    /// Reads once; rows go to `sink`.
    fn listen(
        &self,
        wanted: Wanted,
        differs: Option<(usize, Writer)>,
        sink: &mut dyn FnMut(&Row) -> ControlFlow<()>,
    ) -> (Tally, Option<DecodeError>) {
        let bytes = self.source.bytes();
        let recorder = Recorder::new(bytes.len(), &self.at, Window::new(wanted, differs, sink));
        let error = self.source.listen(&recorder).err();
        (recorder.into_window().finish(bytes.len(), error.as_ref()), error)
    }
}

impl fmt::Debug for Explainer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source, at, wanted, characters, colour } = self;
        f.debug_struct("Explainer")
            .field("format", &source.format())
            .field("at", &Path::from(at.clone()))
            .field("wanted", wanted)
            .field("characters", characters)
            .field("colour", colour)
            .finish()
    }
}
