//! The builder of explanations, which selects the rows to show and their form.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufWriter, Write};
use std::ops::{ControlFlow, Range};

use super::explanation::Explanation;
use super::html;
use super::recorder::{Described, Recorder};
use super::row::{Role, Row, Writer};
use super::text::TextWriter;
use super::window::{Selection, Tally, Window};
use crate::counted::Counted;
use crate::error::{DecodeError, Path, Segment};

/// Bytes of a format that can be read with a trace.
pub(crate) trait Source {
    fn format(&self) -> String;

    fn bytes(&self) -> &[u8];

    fn is_valid(&self) -> bool;

    /// Reads the value and reports each field to the recorder, up to the last row that is wanted.
    fn listen(&self, recorder: &Recorder<'_>) -> Result<(), DecodeError>;

    /// Returns the verdict and the value. This decodes the bytes and encodes the value again.
    fn judge(&self) -> Judgement;
}

/// The verdict on bytes, with their value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Judgement {
    /// The verdict, such as `canonical`.
    pub(crate) verdict: &'static str,
    /// The value on one line.
    pub(crate) value: Option<String>,
    /// The first byte that the engine writes differently, if any, and the engine.
    pub(crate) differs: Option<(usize, Writer)>,
    /// The bytes that the engine writes, if they differ and are of the same length.
    pub(crate) written: Option<Vec<u8>>,
    /// The part of the value that no engine writes in this form (although encoding it gives the same bytes), and the
    /// engine.
    pub(crate) objection: Option<(Path, Writer)>,
}

impl Judgement {
    /// The judgement of bytes that are not a value.
    pub(crate) const REJECTED: Self =
        Self { verdict: "rejected", value: None, differs: None, written: None, objection: None };
}

/// A builder of explanations, which selects rows and their form.
///
/// Created by [`Decoder::explainer`](crate::godot::Decoder::explainer) and, for Minecraft, from
/// `TypeExpr::explainer` and `Protocol::explainer`.
///
/// Adjacent rows that are not selected are combined into one row with the role [`Omitted`](super::Role::Omitted), so
/// the rows always cover the whole input. The row of an error and the rows after it are always shown.
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
    pub(super) source: Box<dyn Source + Send + Sync + 'a>,
    at: Vec<Segment>,
    wanted: Selection,
    characters: bool,
    color: bool,
    says: bool,
}

/// The result of an [`Explainer`].
///
/// ```
/// use gamewire::godot::{Decoder, Dialect, variant};
///
/// let bytes = Dialect::GODOT_4.encode(&variant!([7, 8]))?;
/// let cut = &bytes[..bytes.len() - 2];
/// let outcome = Decoder::new(Dialect::GODOT_4).explainer(cut).rows(|row| println!("{}", row.meaning));
/// assert_eq!(outcome.error.unwrap().path().to_string(), "$[1]");
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// The number of rows that were shown. Rows that stand for omitted ones are not counted.
    pub shown: usize,
    /// The number of bytes in the rows that were shown. Bytes that were not read are not counted.
    pub explained: usize,
    /// The error, if the input was rejected.
    pub error: Option<DecodeError>,
}

impl<'a> Explainer<'a> {
    /// The longest input, in bytes, for which [`write`](Self::write) and [`html`](Self::html) show the verdict and
    /// the value. Longer input is read only once, so that the first row is written at once and no memory is needed
    /// for the value.
    pub const JUDGED: usize = 1 << 20;

    pub(crate) fn new(source: impl Source + Send + Sync + 'a) -> Self {
        let wanted = Selection::default();
        Self {
            source: Box::new(source),
            at: Vec::new(),
            wanted,
            characters: false,
            color: false,
            says: false,
        }
    }

    /// Selects only rows at this path or inside it. If there are none, the whole input is one row with the role
    /// [`Omitted`](super::Role::Omitted), and [`Outcome::shown`] is 0.
    #[must_use]
    pub fn at(mut self, path: Path) -> Self {
        self.wanted.inside_only = !path.segments().is_empty();
        self.at = path.segments().to_vec();
        self
    }

    /// Selects only rows up to this number of levels below the first row: 0 selects only the first level.
    #[must_use]
    pub fn depth(mut self, levels: usize) -> Self {
        self.wanted.depth = Some(levels);
        self
    }

    /// Selects at most this number of rows. If the input is valid and longer than [`JUDGED`](Self::JUDGED), the rows
    /// after them are not even read, and one last row stands for the rest of the input. The same holds for the rows
    /// after the selected [path](Self::at).
    #[must_use]
    pub fn limit(mut self, rows: usize) -> Self {
        self.wanted.limit = Some(rows);
        self
    }

    /// Shows characters beside the hexadecimal bytes. A dot stands for a byte that is not printable ASCII.
    #[must_use]
    pub fn characters(mut self, yes: bool) -> Self {
        self.characters = yes;
        self
    }

    /// Colors the text for a terminal, by [`Role`](super::Role).
    #[must_use]
    pub fn color(mut self, yes: bool) -> Self {
        self.color = yes;
        self
    }

    /// Adds sentences to each row that tell how its bytes are read and, where the row does not show it, what they
    /// count or decide. The rows of an [`Explanation`] and HTML pages always have them.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect};
    ///
    /// let mut says = String::new();
    /// let decoder = Decoder::new(Dialect::GODOT_4);
    /// decoder.explainer(&[2, 0, 0, 0, 0xe2, 4, 0, 0]).sentences(true).rows(|row| says = row.sentences().to_owned());
    /// assert_eq!(
    ///     says,
    ///     "Four bytes, least significant first, signed: e2 04 00 00 = 0x000004e2 = 1250. \
    ///      Bit 16 of the header is 0, so the number has 32 bits."
    /// );
    /// ```
    #[must_use]
    pub fn sentences(mut self, yes: bool) -> Self {
        self.says = yes;
        self
    }

    /// Collects all selected rows, the verdict on the bytes, and the value on one line. Characters and color have
    /// no effect on it; see the methods of [`Explanation`].
    pub fn explain(&self) -> Explanation {
        self.collect(self.wanted, Some(self.judge()))
    }

    fn collect(&self, wanted: Selection, judgement: Option<Judgement>) -> Explanation {
        let mut rows = Vec::new();
        let differs = judgement.as_ref().and_then(|judgement| judgement.differs);
        let (tally, error) = self.listen(wanted, true, differs, &mut |row| {
            rows.push(row.clone());
            ControlFlow::Continue(())
        });
        let title = self.title(judgement.as_ref());
        let value = judgement.and_then(|judgement| judgement.value);
        Explanation {
            bytes: self.source.bytes().to_vec(),
            base: 0,
            title,
            value,
            rows,
            explained: tally.explained,
            error,
        }
    }

    /// Calls `each` with every row as soon as the bytes after it are read. No rows are kept, so memory does not grow
    /// with the input, except for values of Minecraft other than NBT: they are decoded while they are read.
    pub fn rows(&self, mut each: impl FnMut(&Row)) -> Outcome {
        let (tally, error) = self.listen(self.wanted, self.says, None, &mut |row| {
            each(row);
            ControlFlow::Continue(())
        });
        Outcome { shown: tally.shown, explained: tally.explained, error }
    }

    /// Writes the explanation as text: a head, each row as soon as the bytes after it are read, and at the end the
    /// number of explained bytes or the error.
    ///
    /// The head shows the verdict and the value, as in [`Explanation::text`]. For input longer than
    /// [`JUDGED`](Self::JUDGED) it shows neither, because both need the whole input.
    ///
    /// # Errors
    /// Returns an error if writing to `out` fails. Rejected input is not an error here; see [`Outcome::error`].
    pub fn write(&self, out: impl Write) -> io::Result<Outcome> {
        let judgement = self.judge_if_short();
        let bytes = self.source.bytes();
        let mut text = TextWriter::new(BufWriter::new(out), bytes, self.color, self.characters);
        let value = judgement.as_ref().and_then(|judgement| judgement.value.as_deref());
        text.head(&self.title(judgement.as_ref()), value)?;
        let differs = judgement.as_ref().and_then(|judgement| judgement.differs);
        let mut written = Ok(());
        let (tally, error) = self.listen(self.wanted, self.says, differs, &mut |row| {
            written = text.row(row, self.says);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        written?;
        text.foot(tally.explained, error.as_ref())?;
        Ok(Outcome { shown: tally.shown, explained: tally.explained, error })
    }

    /// Returns one HTML page, like [`Explanation::html`], without collecting rows that the page does not show.
    pub fn html(&self) -> String {
        self.for_page(html::ROWS).html()
    }

    /// Collects the rows that a page with a limit of rows shows.
    pub(super) fn for_page(&self, rows: usize) -> Explanation {
        let limit = self.wanted.limit.map_or(rows, |limit| limit.min(rows));
        self.collect(Selection { limit: Some(limit), ..self.wanted }, self.judge_if_short())
    }

    /// Returns the row of byte `offset`, with at most `before` rows before it and `after` rows after it. No other
    /// rows are kept, so this is a cheap way to show where an error is. If `offset` is the end of the input, only
    /// rows before it are returned.
    pub fn near(&self, offset: usize, before: usize, after: usize) -> Vec<Row> {
        let mut near = VecDeque::new();
        let mut left = after;
        self.listen(self.wanted, self.says, None, &mut |row| {
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

    /// Returns the row of byte `offset` of valid input, or the last row if there is no such byte. Only the text of
    /// this row is made, and no row after it is read.
    pub(crate) fn row_of(&self, offset: usize) -> Option<Row> {
        // The numbers and depths of the row and the rows around it.
        let (mut around, mut number) = (Vec::<(usize, usize)>::new(), 0);
        self.listen_to_valid(Described::Only(&[]), &mut |row| {
            while around.pop_if(|(_, depth)| *depth >= row.depth).is_some() {}
            around.push((number, row.depth));
            number += 1;
            if row.end() > offset { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let numbers: Vec<usize> = around.into_iter().map(|(number, _)| number).collect();
        let (last, mut number, mut found) = (*numbers.last()?, 0, None);
        self.listen_to_valid(Described::Only(&numbers), &mut |row| {
            number += 1;
            if number <= last {
                return ControlFlow::Continue(());
            }
            found = Some(row.clone());
            ControlFlow::Break(())
        });
        found
    }

    /// Reads valid input until `sink` breaks.
    fn listen_to_valid(&self, described: Described<'_>, sink: &mut dyn FnMut(&Row) -> ControlFlow<()>) {
        let total = self.source.bytes().len();
        let window = Window::new(Selection::default(), None, sink).stop_when_done(true);
        let recorder = Recorder::new(self.source.bytes(), &[], described, window);
        let error = self.source.listen(&recorder).err();
        recorder.into_window().finish(total, error.as_ref());
    }

    /// Returns the first byte that the engine writes differently, if the input is short enough to be judged.
    pub(super) fn differs(&self) -> Option<(usize, Writer)> {
        self.judge_if_short().and_then(|judgement| judgement.differs)
    }

    /// Returns the title, and the value on one line if the input is short enough to be judged.
    pub(super) fn head(&self) -> (String, Option<String>) {
        let judgement = self.judge_if_short();
        (self.title(judgement.as_ref()), judgement.and_then(|judgement| judgement.value))
    }

    fn judge_if_short(&self) -> Option<Judgement> {
        (self.source.bytes().len() <= Self::JUDGED).then(|| self.judge())
    }

    fn judge(&self) -> Judgement {
        let mut judgement = self.source.judge();
        if let Some((path, writer)) = judgement.objection.take() {
            judgement.differs = Some((self.start_of(&path), writer));
        }
        let written = judgement.written.take();
        if written.is_some_and(|written| self.only_padding(&written).is_some()) {
            judgement.verdict = "canonical except for padding";
        }
        judgement
    }

    /// Returns the number of bytes that differ from those that are written for the same value, if all of them are padding.
    pub(crate) fn only_padding(&self, written: &[u8]) -> Option<usize> {
        let read = self.source.bytes().get(..written.len())?;
        let differing = |range: Range<usize>| {
            let bytes = read.get(range.clone()).into_iter().flatten();
            bytes.zip(written.get(range).into_iter().flatten()).filter(|(byte, ours)| byte != ours).count()
        };
        let mut padding = 0;
        self.listen_at(&[], Selection::default(), false, None, &mut |row| {
            if row.role == Role::Padding {
                padding += differing(row.start..row.end());
            }
            ControlFlow::Continue(())
        });
        (padding == differing(0..read.len())).then_some(padding)
    }

    /// Returns the offset of the part of the value at `path`, or 0 if there is no such part.
    pub(crate) fn start_of(&self, path: &Path) -> usize {
        let wanted = Selection { inside_only: !path.segments().is_empty(), ..Selection::default() };
        let mut start = None;
        self.listen_at(path.segments(), wanted, false, None, &mut |row| match row.role {
            Role::Omitted => ControlFlow::Continue(()),
            Role::Type | Role::Structure | Role::Value | Role::Padding | Role::Unread => {
                start = Some(row.start);
                ControlFlow::Break(())
            }
        });
        start.unwrap_or_default()
    }

    fn title(&self, judgement: Option<&Judgement>) -> String {
        let length = Counted(self.source.bytes().len(), "byte");
        let format = self.source.format();
        match judgement {
            Some(Judgement { verdict, .. }) => format!("{format}: {length}, {verdict}"),
            None => format!("{format}: {length}"),
        }
    }

    /// Reads the input once and passes its rows to `sink`.
    pub(super) fn listen(
        &self,
        wanted: Selection,
        says: bool,
        differs: Option<(usize, Writer)>,
        sink: &mut dyn FnMut(&Row) -> ControlFlow<()>,
    ) -> (Tally, Option<DecodeError>) {
        self.listen_at(&self.at, wanted, says, differs, sink)
    }

    /// Like [`listen`](Self::listen), with another path.
    fn listen_at(
        &self,
        at: &[Segment],
        wanted: Selection,
        says: bool,
        differs: Option<(usize, Writer)>,
        sink: &mut dyn FnMut(&Row) -> ControlFlow<()>,
    ) -> (Tally, Option<DecodeError>) {
        let bytes = self.source.bytes();
        let few = wanted.limit.is_some() || wanted.inside_only || wanted.byte.is_some();
        let stops = few && bytes.len() > Self::JUDGED && self.source.is_valid();
        let window = Window::new(wanted, differs, sink).stop_when_done(stops);
        let recorder = Recorder::new(bytes, at, Described::All, window).with_sentences(says);
        let error = self.source.listen(&recorder).err();
        (recorder.into_window().finish(bytes.len(), error.as_ref()), error)
    }
}

impl fmt::Debug for Explainer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source, at, wanted, characters, color, says } = self;
        f.debug_struct("Explainer")
            .field("format", &source.format())
            .field("at", &Path::from(at.clone()))
            .field("wanted", wanted)
            .field("characters", characters)
            .field("color", color)
            .field("sentences", says)
            .finish()
    }
}
