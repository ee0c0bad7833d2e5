//! A value that can be explained: its source, the verdict on it, and questions about single rows.

use std::ops::{ControlFlow, Range};

use super::marks::Mode;
use super::recorder::Recorder;
use super::row::{Role, Row, Writer};
use super::window::{Failure, Selection, Sink, Window};
use crate::error::{Path, Segment};

/// Bytes of a format that can be read with a trace.
pub(crate) trait Source {
    fn format(&self) -> String;

    fn bytes(&self) -> &[u8];

    /// Returns the error of the bytes, without reporting their fields.
    fn failure(&self) -> Option<Failure>;

    /// Reads the value and reports each field to the recorder, up to the error or the last row that is wanted.
    fn listen(&self, recorder: &Recorder<'_>);

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
}

impl Judgement {
    /// The judgement of bytes that are not a value.
    pub(crate) const REJECTED: Self = Self { verdict: "rejected", value: None, differs: None };
}

/// Reads a value once, and passes its rows on. Returns the window, and the mode with the marks.
pub(super) fn run<'s>(source: &dyn Source, recorder: Recorder<'s>) -> (Window<'s>, Mode<'s>) {
    source.listen(&recorder);
    let (mut window, mode) = recorder.into_marked();
    window.end_part();
    (window, mode)
}

/// Passes on the rows of valid input.
fn rows(source: &dyn Source, at: &[Segment], mode: Mode<'_>, sink: Sink<'_>) {
    let wanted = Selection { inside_only: !at.is_empty(), ..Selection::default() };
    let window = Window::new(wanted, sink).part((0, source.bytes().len(), 0), None, None, false);
    run(source, Recorder::new(source.bytes(), at, mode, window));
}

/// Returns the number of bytes that differ from those that are written for the same value, if all of them are padding.
pub(crate) fn only_padding(source: &dyn Source, written: &[u8]) -> Option<usize> {
    let read = source.bytes().get(..written.len())?;
    let differing = |range: Range<usize>| {
        let bytes = read.get(range.clone()).into_iter().flatten();
        bytes.zip(written.get(range).into_iter().flatten()).filter(|(byte, ours)| byte != ours).count()
    };
    let mut padding = 0;
    rows(source, &[], Mode::Plain, &mut |row| {
        if row.role == Role::Padding {
            padding += differing(row.start..row.end());
        }
        ControlFlow::Continue(())
    });
    (padding == differing(0..read.len())).then_some(padding)
}

/// Returns the offset of the part of the value at `path`, or 0 if there is no such part.
pub(crate) fn start_of(source: &dyn Source, path: &Path) -> usize {
    let mut start = None;
    rows(source, path.segments(), Mode::Plain, &mut |row| match row.role {
        Role::Omitted => ControlFlow::Continue(()),
        Role::Type | Role::Structure | Role::Value | Role::Padding | Role::Unread => {
            start = Some(row.start);
            ControlFlow::Break(())
        }
    });
    start.unwrap_or_default()
}

/// Returns the row of byte `offset` of valid input, or the last row if there is no such byte. No row after it is read.
pub(crate) fn row_of(source: &dyn Source, offset: usize) -> Option<Row> {
    let mut found = None;
    rows(source, &[], Mode::Plain, &mut |row| {
        found = Some(row.clone());
        if row.end() > offset { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}
