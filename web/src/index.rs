//! All rows of a file, as little of each as folding needs, and what is folded.

use std::collections::BTreeSet;
use std::ops::Range;

use gamewire::explain::Role;

/// Bits of a mark that hold the role.
const ROLE: u32 = 3;
/// The deepest level that a mark holds.
const DEEPEST: usize = (1 << (16 - ROLE)) - 1;

/// The places, depths and roles of rows: 6 bytes each.
#[derive(Debug, Default)]
pub(crate) struct Index {
    starts: Vec<u32>,
    marks: Vec<u16>,
    end: u32,
}

impl Index {
    pub(crate) fn push(&mut self, start: usize, len: usize, depth: usize, role: Role) {
        self.starts.push(u32::try_from(start).unwrap_or(u32::MAX));
        let depth = u16::try_from(depth.min(DEEPEST)).unwrap_or_default();
        self.marks.push(depth << ROLE | role_number(role));
        self.end = u32::try_from(start + len).unwrap_or(u32::MAX);
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    pub(crate) fn depth(&self, row: usize) -> usize {
        self.marks.get(row).map_or(0, |mark| usize::from(mark >> ROLE))
    }

    pub(crate) fn role(&self, row: usize) -> u16 {
        self.marks.get(row).map_or(0, |mark| mark & ((1 << ROLE) - 1))
    }

    pub(crate) fn start(&self, row: usize) -> usize {
        self.starts.get(row).copied().unwrap_or(self.end) as usize
    }

    /// The bytes of a row alone.
    pub(crate) fn bytes(&self, row: usize) -> Range<usize> {
        self.start(row)..self.start(row + 1)
    }

    /// The row of a byte.
    pub(crate) fn row_at(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start as usize <= offset).saturating_sub(1)
    }

    /// The row after the last one inside a row.
    pub(crate) fn end_of(&self, row: usize) -> usize {
        let depth = self.depth(row);
        let inside = |row: &usize| self.depth(*row) > depth;
        (row + 1..self.len()).find(|row| !inside(row)).unwrap_or(self.len())
    }

    pub(crate) fn has_children(&self, row: usize) -> bool {
        row + 1 < self.len() && self.depth(row + 1) > self.depth(row)
    }

    /// The rows around a row, innermost first. Rows around an earlier row that is known are left out, and so is that row.
    pub(crate) fn around(&self, row: usize, known: Option<usize>) -> Vec<usize> {
        let (mut around, mut depth) = (Vec::new(), self.depth(row));
        for outer in (known.map_or(0, |known| known + 1)..row).rev() {
            if depth == 0 {
                break;
            }
            if self.depth(outer) < depth {
                depth = self.depth(outer);
                around.push(outer);
            }
        }
        around
    }

    /// The header of the value that a row belongs to, if the format has headers.
    pub(crate) fn header(&self, row: usize) -> Option<usize> {
        let is_header = |row: &usize| self.role(*row) == role_number(Role::Type);
        if is_header(&row) { Some(row) } else { self.around(row, None).into_iter().find(is_header) }
    }
}

/// The number of a role, as the page knows it.
fn role_number(role: Role) -> u16 {
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

/// The folded rows, and what they hide.
#[derive(Debug, Default)]
pub(crate) struct Folds {
    folded: BTreeSet<usize>,
    /// Hidden rows in ascending order, and how many are hidden before each range.
    hidden: Vec<(Range<usize>, usize)>,
    count: usize,
}

impl Folds {
    pub(crate) fn is_folded(&self, row: usize) -> bool {
        self.folded.contains(&row)
    }

    /// The number of visible rows.
    pub(crate) fn visible(&self, index: &Index) -> usize {
        index.len() - self.count
    }

    /// Folds every row at this level and deeper.
    pub(crate) fn fold_from(&mut self, index: &Index, depth: usize) {
        self.folded =
            (0..index.len()).filter(|row| index.depth(*row) >= depth && index.has_children(*row)).collect();
        self.settle(index);
    }

    pub(crate) fn toggle(&mut self, index: &Index, row: usize) {
        if !self.folded.remove(&row) && index.has_children(row) {
            self.folded.insert(row);
        }
        self.settle(index);
    }

    /// Unfolds what is around a row.
    pub(crate) fn reveal(&mut self, index: &Index, row: usize) {
        let around = index.around(row, None);
        let before = self.folded.len();
        for outer in around {
            self.folded.remove(&outer);
        }
        if self.folded.len() != before {
            self.settle(index);
        }
    }

    fn settle(&mut self, index: &Index) {
        self.hidden.clear();
        self.count = 0;
        let mut end = 0;
        for &row in &self.folded {
            if row < end {
                continue;
            }
            end = index.end_of(row);
            self.hidden.push((row + 1..end, self.count));
            self.count += end - row - 1;
        }
    }

    /// The row that is at a visible place.
    pub(crate) fn row(&self, place: usize) -> usize {
        let before = self.hidden.partition_point(|(range, before)| range.start - before <= place);
        let hidden = before.checked_sub(1).and_then(|at| self.hidden.get(at));
        place + hidden.map_or(0, |(range, before)| before + range.len())
    }

    /// The visible place of a row; of a hidden one, that of the row that hides it.
    pub(crate) fn place(&self, row: usize) -> usize {
        let before = self.hidden.partition_point(|(range, _)| range.start <= row);
        match before.checked_sub(1).and_then(|at| self.hidden.get(at)) {
            Some((range, before)) if range.contains(&row) => range.start - 1 - before,
            Some((range, before)) => row - before - range.len(),
            None => row,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(depths: &[usize]) -> Index {
        let mut index = Index::default();
        for (at, depth) in depths.iter().enumerate() {
            index.push(at * 4, 4, *depth, Role::Value);
        }
        index
    }

    #[test]
    fn folded_rows_are_passed_over() {
        let index = index(&[0, 1, 1, 2, 2, 1, 2, 0]);
        let mut folds = Folds::default();
        assert_eq!(folds.visible(&index), 8);
        folds.fold_from(&index, 1);
        let visible: Vec<usize> = (0..folds.visible(&index)).map(|place| folds.row(place)).collect();
        assert_eq!(visible, [0, 1, 2, 5, 7]);
        let places: Vec<usize> = (0..8).map(|row| folds.place(row)).collect();
        assert_eq!(places, [0, 1, 2, 2, 2, 3, 3, 4]);
        folds.reveal(&index, 4);
        let visible: Vec<usize> = (0..folds.visible(&index)).map(|place| folds.row(place)).collect();
        assert_eq!(visible, [0, 1, 2, 3, 4, 5, 7]);
        assert_eq!((index.row_at(0), index.row_at(7), index.row_at(31)), (0, 1, 7));
        assert_eq!((index.end_of(0), index.end_of(2), index.around(6, None)), (7, 5, vec![5, 0]));
    }
}
