//! The trace that converts the fields of a head, which stands before the values of a file, to rows.

use std::cell::RefCell;

use super::meaning::describe;
use super::row::{Role, Row};
use super::sentences::sentences;
use crate::sure::Sure as _;
use crate::trace::{Event, Form, Meaning, Observer, Shown};

/// Collects a row for each field that a grammar reads. The fields of a part are one level deeper.
pub(super) struct HeadRows<'b> {
    bytes: &'b [u8],
    /// The offset of the bytes in the file.
    start: usize,
    /// The level of the next row, and the rows so far.
    made: RefCell<(usize, Vec<Row>)>,
}

impl<'b> HeadRows<'b> {
    pub(super) fn new(bytes: &'b [u8], start: usize, depth: usize) -> Self {
        Self { bytes, start, made: RefCell::new((depth, Vec::new())) }
    }

    pub(super) fn into_rows(self) -> Vec<Row> {
        self.made.into_inner().1
    }
}

impl Observer for HeadRows<'_> {
    fn event(&self, event: Event<'_>) {
        let (depth, rows) = &mut *self.made.borrow_mut();
        match event {
            Event::Open(_) => *depth += 1,
            Event::Close => *depth = depth.saturating_sub(1),
            Event::Field { from, to, meaning, shown } if from > to => {
                let (start, end) = (self.bytes.len() - from, self.bytes.len() - to);
                let row = row(meaning, shown, self.bytes.get(start..end).sure());
                rows.push(Row { start: self.start + start, depth: *depth, ..row });
            }
            _ => {}
        }
    }
}

fn row(meaning: Meaning, shown: Shown<'_>, bytes: &[u8]) -> Row {
    // A length has no row for its groups of bits.
    let shown = if let Shown::Groups { value, .. } = shown { Shown::Int(value) } else { shown };
    let mut text = String::new();
    describe(&mut text, "", meaning, shown, bytes);
    let (role, says) = match meaning.form {
        Form::Unsaid => (Role::Structure, String::new()),
        Form::Int { .. } | Form::Float(_) | Form::Groups { .. } => {
            let number = || Shown::Uint(meaning.form.unsigned_number(bytes));
            let shown = if let Shown::Said(_) = shown { number() } else { shown };
            (Role::Structure, sentences(meaning, shown, bytes))
        }
        Form::Text(_) | Form::Bytes => (Role::Value, String::new()),
        Form::Lost | Form::Skipped => (Role::Padding, String::new()),
    };
    Row { role, says, ..Row::unread(0, bytes.len(), 0, &text) }
}
