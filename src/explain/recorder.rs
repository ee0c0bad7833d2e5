//! Turns what parsers report into rows.

use std::cell::RefCell;

use super::meaning::meaning;
use super::{Role, Row};
use crate::error::DecodeError;
use crate::trace::{Part, Shown, Trace};

/// Collects rows while a parser runs.
#[derive(Debug)]
pub(crate) struct Recorder {
    total: usize,
    heard: RefCell<Heard>,
}

#[derive(Debug, Default)]
struct Heard {
    rows: Vec<Row>,
    /// One entry per open part: its label, until the part's first row has taken it.
    labels: Vec<String>,
    /// One entry per open part: where it is a member, how much of `member` is the name of what it is a member of.
    outer: Vec<Option<usize>>,
    /// The member that is being read, and a dot: `position.`
    member: String,
}

impl Recorder {
    /// Listens to the reading of an input of `total` bytes.
    pub(crate) fn new(total: usize) -> Self {
        Self { total, heard: RefCell::default() }
    }

    pub(crate) fn into_rows(self) -> Vec<Row> {
        self.heard.into_inner().rows
    }
}

fn label(part: Part<'_>) -> String {
    match part {
        Part::Index(index) => format!("[{index}]: "),
        Part::Key(index) => format!("key {index}: "),
        Part::Value(index) => format!("value {index}: "),
        Part::Numbered(name, index) => format!("{name} {index}: "),
        Part::Field(name) | Part::Member(name) => format!("{name}: "),
        Part::Named(name) => format!("{:?}: ", name),
    }
}

impl Trace for &Recorder {
    fn open(self, part: Part<'_>) {
        let mut heard = self.heard.borrow_mut();
        if let Part::Member(name) = part {
            let outer = heard.member.len();
            heard.outer.push(Some(outer));
            heard.member.extend([name, "."]);
        } else {
            heard.outer.push(None);
            heard.labels.push(label(part));
        }
    }

    fn close(self) {
        let mut heard = self.heard.borrow_mut();
        match heard.outer.pop().flatten() {
            Some(outer) => heard.member.truncate(outer),
            None => {
                heard.labels.pop();
            }
        }
    }

    fn reading(self, _: &'static str) {}

    fn field(self, from: usize, to: usize, name: &'static str, shown: Shown<'_>) {
        if from == to {
            return; // Nothing on the wire, nothing to explain: empty text, missing padding.
        }
        let mut heard = self.heard.borrow_mut();
        let heard = &mut *heard;
        // The first row of a part stands where the part is named, the rest one step further in.
        let mut depth = heard.labels.len();
        let mut prefix = String::new();
        if heard.rows.is_empty() && heard.labels.is_empty() {
            depth = 0;
        } else if heard.labels.last().is_some_and(|label| !label.is_empty()) {
            let from = heard.labels.iter().rposition(String::is_empty).map_or(0, |at| at + 1);
            depth = from + 1;
            for label in heard.labels.get_mut(from..).into_iter().flatten() {
                prefix.push_str(&std::mem::take(label));
            }
        } else {
            depth += 1;
        }
        let (role, text) = match heard.member.as_str() {
            "" => meaning(name, shown),
            member => meaning(&format!("{member}{name}"), shown),
        };
        let meaning = if prefix.is_empty() { text } else { prefix + &text };
        heard.rows.push(Row { start: self.total - from, len: from - to, depth, meaning, role });
    }
}

/// Makes the rows of a rejected input end at the number that was wrong, then accounts for what was not read.
pub(crate) fn mark_failure(rows: &mut Vec<Row>, bytes: &[u8], error: &DecodeError) {
    let offset = error.offset().min(bytes.len());
    // What was reported from the failing number on is its own row, or no row yet.
    rows.retain(|row| row.start + row.len <= offset || row.start == offset);
    let known = rows.iter().rposition(|row| row.start == offset && row.start + row.len <= bytes.len());
    let depth = rows.last().map_or(0, |row| row.depth + usize::from(row.role == Role::Type));
    let mut end = rows.last().map_or(0, |row| row.start + row.len);
    if let Some(at) = known
        && let Some(row) = rows.get_mut(at)
    {
        row.meaning.push_str("        <- here");
        end = row.start + row.len;
        rows.truncate(at + 1);
    } else if offset > end {
        rows.push(Row { start: end, len: offset - end, depth, meaning: "read".into(), role: Role::Unread });
        end = offset;
    }
    if end < bytes.len() {
        let meaning = if known.is_some() { "not read" } else { "not read        <- here" };
        rows.push(Row {
            start: end,
            len: bytes.len() - end,
            depth,
            meaning: meaning.into(),
            role: Role::Unread,
        });
    }
}
