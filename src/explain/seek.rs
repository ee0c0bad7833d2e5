//! Reads some rows of a long input again, without reading the rows before them.

use std::ops::ControlFlow;

use super::explainer::{Explainer, Part, Value};
use super::marks::{ElementPlace, Mode};
use super::row::Row;
use super::value::run;
use super::window::{Failure, Selection, Sink, Window};
use crate::error::DecodeError;

/// The positions in an input from which [`rows_at`] can read a part of it.
#[derive(Debug, Clone, Default)]
pub struct Outline {
    parts: Vec<OutlinedPart>,
}

/// A field or a value of the input.
#[derive(Debug, Clone, Default)]
struct OutlinedPart {
    /// The number of the first row of the next part.
    end: usize,
    marks: Vec<ElementPlace>,
    failure: Option<Failure>,
}

/// Calls `each` with every row, without the row's text. Use it for the places, depths and roles of all rows of a long
/// input when only [some rows](rows_at) are shown. It takes a fraction of the time of [`Explainer::rows`]. Returns the
/// first error.
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
pub fn outline(explainer: &Explainer<'_>, mut each: impl FnMut(&Row)) -> (Option<DecodeError>, Outline) {
    let (mut error, mut parts, mut count) = (None, Vec::new(), 0);
    for part in explainer.parts() {
        let mut outlined = OutlinedPart::default();
        let mut sink = |row: &Row| {
            count += 1;
            each(row);
            ControlFlow::Continue(())
        };
        match part {
            Part::Field(row) => {
                let _ = sink(row);
            }
            Part::Value(value) => {
                let failure = value.source.failure();
                let mode = Mode::Outline { made: Vec::new(), open: Vec::new() };
                let window = window(value, failure.as_ref(), &mut sink);
                let recorder = value.recorder(&[], mode, window);
                if let (_, Mode::Outline { made, .. }) = run(&*value.source, recorder) {
                    outlined.marks = made;
                    outlined.marks.sort_unstable();
                }
                error = error.or(failure.as_ref().map(|failure| value.placed(failure)));
                outlined.failure = failure;
            }
        }
        outlined.end = count;
        parts.push(outlined);
    }
    explainer.unread().iter().for_each(each);
    (error, Outline { parts })
}

/// Returns the rows with these numbers, which are counted from 0 and must be in ascending order. Only the text of
/// these rows is made, with their [sentences](Row::sentences), and few others are read. Numbers without a row are left
/// out.
///
/// With each row, request the rows around it: the nearest row before it with a smaller depth, the nearest row before
/// that with a still smaller depth, and so on. Otherwise its path and its label are incomplete.
pub fn rows_at(explainer: &Explainer<'_>, outline: &Outline, numbers: &[usize]) -> Vec<Row> {
    let (mut rows, mut first, mut left) = (Vec::with_capacity(numbers.len()), 0, numbers);
    for (part, outlined) in explainer.parts().iter().zip(&outline.parts) {
        let here = left.iter().take_while(|number| **number < outlined.end).count();
        let (wanted, after) = left.split_at_checked(here).unwrap_or_default();
        match part {
            _ if wanted.is_empty() => {}
            Part::Field(row) => rows.push(row.clone()),
            Part::Value(value) => {
                let wanted: Vec<usize> = wanted.iter().map(|number| number - first).collect();
                rows_of(value, outlined, &wanted, |row| rows.push(row.clone()));
            }
        }
        (first, left) = (outlined.end, after);
    }
    if left.first() == Some(&first) {
        rows.extend(explainer.unread());
    }
    rows
}

/// Calls `each` with the rows of a value that have these numbers.
fn rows_of(value: &Value<'_>, outlined: &OutlinedPart, numbers: &[usize], mut each: impl FnMut(&Row)) {
    let (mut next, mut left) = (0, numbers);
    let mut sink = |row: &Row| {
        // The rows that no parser reports come last.
        let number = if row.number == usize::MAX { next } else { row.number };
        next = number + 1;
        if let [first, rest @ ..] = left
            && *first == number
        {
            each(row);
            left = rest;
        }
        if left.is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let window = window(value, outlined.failure.as_ref(), &mut sink);
    let mode = Mode::Rows { numbers, marks: &outlined.marks };
    run(&*value.source, value.recorder(&[], mode, window));
}

/// Returns the window of all rows of a value.
fn window<'s>(value: &Value<'_>, failure: Option<&Failure>, sink: Sink<'s>) -> Window<'s> {
    Window::new(Selection::default(), sink).part(value.place(), None, failure, false)
}
