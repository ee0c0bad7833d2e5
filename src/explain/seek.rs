//! Reads some rows of a long input again, without reading the rows before them.

use std::ops::ControlFlow;

use super::explainer::Explainer;
use super::marks::{ElementPlace, Marks};
use super::recorder::{Described, Recorder};
use super::row::{Row, UNREAD};
use super::value::run;
use super::window::{Failure, Outcome, Selection, Window};

/// The positions in an input from which [`rows_at`] can read a part of it.
#[derive(Debug, Clone, Default)]
pub struct Outline {
    marks: Vec<ElementPlace>,
    failure: Option<Failure>,
}

/// Calls `each` with every row, without the row's text. Use it for the places, depths and roles of all rows of a long
/// input when only [some rows](rows_at) are shown. It takes a fraction of the time of [`Explainer::rows`].
///
/// ```
/// use gamewire::shared::explain::{outline, rows_at};
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
    let mut sink = |row: &Row| {
        each(row);
        ControlFlow::Continue(())
    };
    let Some(source) = explainer.source() else { return Default::default() };
    let failure = source.failure();
    let window = Window::new(Selection::default(), &mut sink).part(
        (0, source.bytes().len(), 0),
        None,
        failure.as_ref(),
        false,
    );
    let marks = Marks::Make { made: Vec::new(), open: Vec::new() };
    let recorder = Recorder::new(source.bytes(), &[], Described::Only(&[]), window).with_marks(marks);
    let (window, marks) = run(source, recorder);
    let mut marks = if let Marks::Make { made, .. } = marks { made } else { Vec::new() };
    marks.sort_unstable();
    let outcome = window.finish(failure.as_ref().map(|failure| failure.error.clone()));
    (outcome, Outline { marks, failure })
}

/// Returns the rows with these numbers, which are counted from 0 and must be in ascending order. Only the text of
/// these rows is made, and few others are read. Numbers without a row are left out.
///
/// With each row, request the rows around it: the nearest row before it with a smaller depth, the nearest row before
/// that with a still smaller depth, and so on. Otherwise its path and its label are incomplete.
pub fn rows_at(explainer: &Explainer<'_>, outline: &Outline, numbers: &[usize]) -> Vec<Row> {
    read(explainer, outline, numbers, false)
}

/// Returns the [sentences](Row::sentences) about the last of these rows. The numbers must be as in [`rows_at`].
///
/// ```
/// use gamewire::shared::explain::{outline, sentences_at};
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
        // The rows that no parser reports come last.
        let number = if row.number == usize::MAX { next } else { row.number };
        next = number + 1;
        if let [first, rest @ ..] = left
            && *first == number
        {
            rows.push(row.clone());
            left = rest;
        }
        if left.is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let Some(source) = explainer.source() else { return Vec::new() };
    let failure = outline.failure.as_ref();
    let window =
        Window::new(Selection::default(), &mut sink).part((0, source.bytes().len(), 0), None, failure, false);
    let recorder = Recorder::new(source.bytes(), &[], Described::Only(numbers), window)
        .with_marks(Marks::Follow(&outline.marks))
        .with_sentences(says);
    run(source, recorder);
    rows
}
