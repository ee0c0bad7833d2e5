//! The index of all rows of a file, and the rows that are visible because the rows around them are not folded.

use std::ops::Range;

use gamewire::explain::Role;

/// The bits of a mark that hold the role.
const ROLE: u16 = 7;
/// The bit of a mark of a folded row. The bits above it are the depth.
const FOLDED: u16 = 8;
const DEEPEST: usize = (u16::MAX >> 4) as usize;

/// The offset, depth and role of each row, in 6 bytes, and the visible rows.
#[derive(Debug, Default)]
pub(crate) struct Index {
    starts: Vec<u32>,
    marks: Vec<u16>,
    end: usize,
    /// The visible rows, in ascending order.
    pub(crate) visible: Vec<u32>,
}

pub(crate) fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl Index {
    pub(crate) fn push(&mut self, start: usize, len: usize, depth: usize, role: Role) {
        self.starts.push(number(start));
        let depth = u16::try_from(depth.min(DEEPEST)).unwrap_or_default();
        self.marks.push(depth << 4 | role_number(role));
        self.end = start + len;
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    fn mark(&self, row: usize) -> u16 {
        self.marks.get(row).copied().unwrap_or_default()
    }

    pub(crate) fn depth(&self, row: usize) -> usize {
        usize::from(self.mark(row) >> 4)
    }

    pub(crate) fn role(&self, row: usize) -> u16 {
        self.mark(row) & ROLE
    }

    pub(crate) fn is_folded(&self, row: usize) -> bool {
        self.mark(row) & FOLDED != 0
    }

    pub(crate) fn start(&self, row: usize) -> usize {
        self.starts.get(row).map_or(self.end, |start| *start as usize)
    }

    /// Returns the bytes of the row itself.
    pub(crate) fn bytes(&self, row: usize) -> Range<usize> {
        self.start(row)..self.start(row + 1)
    }

    /// Returns the row that contains a byte.
    pub(crate) fn row_at(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start as usize <= offset).saturating_sub(1)
    }

    /// Returns the row after the last one inside a row.
    pub(crate) fn end_of(&self, row: usize) -> usize {
        let depth = self.depth(row);
        (row + 1..self.len()).find(|after| self.depth(*after) <= depth).unwrap_or(self.len())
    }

    pub(crate) fn has_children(&self, row: usize) -> bool {
        row + 1 < self.len() && self.depth(row + 1) > self.depth(row)
    }

    /// Returns the rows around a row, outermost first.
    pub(crate) fn around(&self, row: usize) -> Vec<usize> {
        let (mut around, mut depth) = (Vec::new(), self.depth(row));
        for before in (0..row).rev() {
            if depth == 0 {
                break;
            }
            if self.depth(before) < depth {
                depth = self.depth(before);
                around.push(before);
            }
        }
        around.reverse();
        around
    }

    /// Folds every row at this level or deeper, and unfolds the others.
    pub(crate) fn fold_from(&mut self, depth: usize) {
        for row in 0..self.len() {
            let folds = self.depth(row) >= depth && self.has_children(row);
            self.set(row, folds);
        }
        self.visible = self.shown(0..self.len());
    }

    /// Folds the rows that are folded in another index of as many rows.
    pub(crate) fn fold_as(&mut self, other: Self) {
        for (mark, other) in self.marks.iter_mut().zip(other.marks) {
            *mark |= other & FOLDED;
        }
        self.visible = other.visible;
    }

    fn set(&mut self, row: usize, folds: bool) {
        if let Some(mark) = self.marks.get_mut(row) {
            *mark = *mark & !FOLDED | if folds { FOLDED } else { 0 };
        }
    }

    /// Returns the rows of a range that are in no folded row of it.
    fn shown(&self, rows: Range<usize>) -> Vec<u32> {
        let (mut shown, mut row) = (Vec::new(), rows.start);
        while row < rows.end {
            shown.push(number(row));
            row = if self.is_folded(row) { self.end_of(row) } else { row + 1 };
        }
        shown
    }

    pub(crate) fn toggle(&mut self, row: usize) {
        if !self.has_children(row) {
            return;
        }
        let folds = !self.is_folded(row);
        self.set(row, folds);
        let Ok(place) = self.visible.binary_search(&number(row)) else { return };
        let inside = row + 1..self.end_of(row);
        let last = self.visible.partition_point(|shown| (*shown as usize) < inside.end);
        let shown = if folds { Vec::new() } else { self.shown(inside) };
        self.visible.splice(place + 1..last, shown);
    }

    /// Unfolds the rows around a row.
    pub(crate) fn reveal(&mut self, row: usize) {
        for outer in self.around(row) {
            if self.is_folded(outer) {
                self.toggle(outer);
            }
        }
    }

    /// Returns the visible position of a row. If the row is hidden, returns that of the row that hides it.
    pub(crate) fn place(&self, row: usize) -> usize {
        self.visible.partition_point(|shown| *shown as usize <= row).saturating_sub(1)
    }
}

/// Returns the number that the page uses for a role.
pub(crate) fn role_number(role: Role) -> u16 {
    match role {
        Role::Type => 0,
        Role::Structure => 1,
        Role::Value => 2,
        Role::Padding => 3,
        Role::Unread => 4,
        Role::Omitted => 5,
        _ => 6,
    }
}
