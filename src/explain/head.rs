//! The trace that converts the fields of a head, which stands before the values of a file, to rows.

use std::cell::{Cell, RefCell};

use super::meaning::describe;
use super::row::{Role, Row};
use super::sentences::sentences;
use crate::trace::{Event, Form, Meaning, Observer, Shown};

/// Collects a row for each field that a grammar reads. The fields of a part are one level deeper.
pub(super) struct HeadRows<'b> {
    bytes: &'b [u8],
    /// The offset of the bytes in the file.
    start: usize,
    depth: Cell<usize>,
    rows: RefCell<Vec<Row>>,
}

impl<'b> HeadRows<'b> {
    pub(super) fn new(bytes: &'b [u8], start: usize, depth: usize) -> Self {
        Self { bytes, start, depth: Cell::new(depth), rows: RefCell::default() }
    }

    pub(super) fn into_rows(self) -> Vec<Row> {
        self.rows.into_inner()
    }
}

impl Observer for HeadRows<'_> {
    fn event(&self, event: Event<'_>) {
        match event {
            Event::Open(_) => self.depth.set(self.depth.get() + 1),
            Event::Close => self.depth.set(self.depth.get().saturating_sub(1)),
            Event::Field { from, to, meaning, shown } => self.field(from, to, meaning, shown),
            Event::Reading(_) | Event::Holds(_) | Event::EnterSlice(_) | Event::LeaveSlice(_) => {}
        }
    }
}

impl HeadRows<'_> {
    fn field(&self, from: usize, to: usize, meaning: Meaning, shown: Shown<'_>) {
        let (start, end) = (self.bytes.len() - from, self.bytes.len() - to);
        let bytes = self.bytes.get(start..end).unwrap_or_default();
        if bytes.is_empty() {
            return;
        }
        // A length has no row for its groups of bits.
        let shown = match shown {
            Shown::Groups { value, .. } => Shown::Int(value),
            shown => shown,
        };
        let mut text = String::new();
        describe(&mut text, "", meaning, shown, bytes);
        let (role, says) = match meaning.form {
            Form::Unsaid => (Role::Structure, String::new()),
            Form::Int { .. } | Form::Float(_) | Form::Groups { .. } => {
                let shown = match shown {
                    Shown::Said(_) => Shown::Uint(meaning.form.unsigned_number(bytes)),
                    shown => shown,
                };
                (Role::Structure, sentences(meaning, shown, bytes))
            }
            Form::Text(_) | Form::Bytes => (Role::Value, String::new()),
            Form::Lost | Form::Skipped => (Role::Padding, String::new()),
        };
        let row = Row::unread(self.start + start, self.start + end, self.depth.get(), &text);
        self.rows.borrow_mut().push(Row { role, says, ..row });
    }
}
