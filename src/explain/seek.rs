//! Places in long inputs from which some rows are read again, without the rows before them.

use std::ops::ControlFlow;

use super::explainer::{Explainer, Outcome};
use super::marks::{ElementPlace, Marks};
use super::recorder::{Described, Recorder};
use super::row::{Row, UNREAD};
use super::window::{HELD, Selection, Window};

/// The places in an input from which [`rows_at`] reads a part of it.
#[derive(Debug, Clone, Default)]
pub struct Outline {
    marks: Vec<ElementPlace>,
    rows: usize,
    is_rejected: bool,
    /// The first count that exceeds the input, if such counts are accepted.
    short: Option<usize>,
}

/// Calls `each` with every row, without its meaning: for the places, depths and roles of all rows of a long input, of
/// which only [some](rows_at) are shown. It takes a fraction of the time of [`Explainer::rows`].
///
/// ```
/// use gamewire::__private::explain::{outline, rows_at};
/// use gamewire::godot::{Decoder, Dialect};
///
/// let bytes = [19, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0, 2, 0, 0, 0, 9, 0, 0, 0];
/// let explainer = Decoder::new(Dialect::GODOT_3).explainer(&bytes);
/// let mut depths = Vec::new();
/// let (_, outline) = outline(&explainer, |row| depths.push(row.depth));
/// assert_eq!(depths, [0, 1, 1, 2, 1, 2]);
/// let rows = rows_at(&explainer, &outline, &[0, 4, 5]);
/// assert_eq!(rows[2].meaning, "value = 9");
/// assert_eq!(rows[2].path().to_string(), "$[1]");
/// ```
pub fn outline(explainer: &Explainer<'_>, mut each: impl FnMut(&Row)) -> (Outcome, Outline) {
    let mut rows = 0;
    let mut sink = |row: &Row| {
        rows += 1;
        each(row);
        ControlFlow::Continue(())
    };
    let total = explainer.source.bytes().len();
    let window = Window::new(Selection::default(), None, &mut sink);
    let marks = Marks::Make { made: Vec::new(), open: Vec::new() };
    let recorder =
        Recorder::new(explainer.source.bytes(), &[], Described::Only(&[]), window).with_marks(marks);
    let error = explainer.source.listen(&recorder).err();
    let (window, marks, short) = recorder.into_marked();
    let tally = window.finish(total, error.as_ref());
    let mut marks = if let Marks::Make { made, .. } = marks { made } else { Vec::new() };
    marks.sort_unstable();
    let outline = Outline { marks, rows, is_rejected: error.is_some(), short };
    (Outcome { shown: tally.shown, explained: tally.explained, error }, outline)
}

/// Returns the rows with these numbers, which are counted from 0 and in ascending order. Only these rows get their meaning,
/// and few others are read. Numbers for which there is no row are left out.
///
/// Each row must come with the rows around it: the nearest row before it with a smaller depth, the nearest row before that
/// with a still smaller depth, and so on. Otherwise its path and its label are incomplete.
pub fn rows_at(explainer: &Explainer<'_>, outline: &Outline, numbers: &[usize]) -> Vec<Row> {
    read(explainer, outline, numbers, false)
}

/// Returns the [sentences](Row::sentences) about the last of these rows. The numbers are those of
/// [`rows_at`].
///
/// ```
/// use gamewire::__private::explain::{outline, sentences_at};
/// use gamewire::godot::{Decoder, Dialect};
///
/// let explainer = Decoder::new(Dialect::GODOT_4).explainer(&[2, 0, 0, 0, 0xe2, 4, 0, 0]);
/// let (_, outline) = outline(&explainer, |_| ());
/// assert_eq!(
///     sentences_at(&explainer, &outline, &[0, 1]),
///     "Four bytes, least significant first, signed: e2 04 00 00 = 0x000004e2 = 1250. \
///      Bit 16 of the header is 0, so the number has 32 bits."
/// );
/// ```
pub fn sentences_at(explainer: &Explainer<'_>, outline: &Outline, numbers: &[usize]) -> String {
    read(explainer, outline, numbers, true).last().map_or(UNREAD, Row::sentences).to_owned()
}

fn read(explainer: &Explainer<'_>, outline: &Outline, numbers: &[usize], says: bool) -> Vec<Row> {
    let (mut rows, mut next, mut left) = (Vec::with_capacity(numbers.len()), 0, numbers);
    let mut sink = |row: &Row| {
        // Rows that no parser reports are the last ones.
        let number = row.number.unwrap_or(next);
        next = number + 1;
        if let [first, rest @ ..] = left
            && *first == number
        {
            rows.push(row.clone());
            left = rest;
        }
        if left.is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let total = explainer.source.bytes().len();
    // Rows before those that an error changes are those of valid input.
    let last = numbers.last().copied().unwrap_or_default();
    let is_valid = !outline.is_rejected || last + 2 * HELD < outline.rows;
    let window = Window::new(Selection::default(), None, &mut sink).stop_when_done(is_valid);
    let recorder = Recorder::new(explainer.source.bytes(), &[], Described::Only(numbers), window)
        .with_marks(Marks::Follow(&outline.marks))
        .with_sentences(says);
    if let Some(offset) = outline.short.filter(|_| is_valid) {
        recorder.accept_count_at(offset);
    }
    let error = explainer.source.listen(&recorder).err();
    recorder.into_window().finish(total, error.as_ref());
    rows
}
