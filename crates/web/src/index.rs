//! The index of all rows of a file, with the data that folding needs, and the folded rows.

use std::ops::Range;

use gamewire::explain::Role;

/// The number of bits of a mark that hold the role.
const ROLE: u32 = 3;
/// The deepest level that fits in a mark.
const DEEPEST: usize = (1 << (16 - ROLE)) - 1;

/// The number of rows in a block. The least depth of each block is stored.
const BLOCK: usize = 1024;

/// The offsets, depths and roles of rows, in 6 bytes each.
#[derive(Debug, Default)]
pub(crate) struct Index {
    starts: Vec<u32>,
    marks: Vec<u16>,
    /// The least depth in each block of rows. A search for a less deep row skips blocks with it.
    least: Vec<u16>,
    end: u32,
}

impl Index {
    pub(crate) fn push(&mut self, start: usize, len: usize, depth: usize, role: Role) {
        self.starts.push(u32::try_from(start).unwrap_or(u32::MAX));
        let depth = u16::try_from(depth.min(DEEPEST)).unwrap_or_default();
        if self.marks.len().is_multiple_of(BLOCK) {
            self.least.push(depth);
        } else if let Some(least) = self.least.last_mut() {
            *least = depth.min(*least);
        }
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

    /// Returns whether the bytes of a row are a value.
    pub(crate) fn is_value(&self, row: usize) -> bool {
        self.role(row) == role_number(Role::Value)
    }

    pub(crate) fn start(&self, row: usize) -> usize {
        self.starts.get(row).copied().unwrap_or(self.end) as usize
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
        let (depth, mut row) = (self.depth(row), row + 1);
        while row < self.len() {
            if row.is_multiple_of(BLOCK) && self.least_of(row) > depth {
                row += BLOCK;
            } else if self.depth(row) > depth {
                row += 1;
            } else {
                break;
            }
        }
        row.min(self.len())
    }

    /// Returns the least depth in the block of a row.
    fn least_of(&self, row: usize) -> usize {
        self.least.get(row / BLOCK).copied().map_or(0, usize::from)
    }

    pub(crate) fn has_children(&self, row: usize) -> bool {
        row + 1 < self.len() && self.depth(row + 1) > self.depth(row)
    }

    /// Returns the rows around a row, innermost first. If an earlier row is known, that row and the rows
    /// around it are left out.
    pub(crate) fn around(&self, row: usize, known: Option<usize>) -> Vec<usize> {
        let (mut around, mut depth) = (Vec::new(), self.depth(row));
        let (first, mut rest) = (known.map_or(0, |known| known + 1), row);
        while depth > 0 && rest > first {
            if rest.is_multiple_of(BLOCK) && self.least_of(rest - 1) >= depth {
                rest = (rest - BLOCK).max(first);
                continue;
            }
            rest -= 1;
            if self.depth(rest) < depth {
                depth = self.depth(rest);
                around.push(rest);
            }
        }
        around
    }

    /// Returns the header of the value that a row belongs to, if the format has headers.
    pub(crate) fn header(&self, row: usize) -> Option<usize> {
        let is_header = |row: &usize| self.role(*row) == role_number(Role::Type);
        if is_header(&row) { Some(row) } else { self.around(row, None).into_iter().find(is_header) }
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

/// The folded rows, and the rows that they hide.
#[derive(Debug, Default)]
pub(crate) struct Folds {
    /// A bit for each row.
    folded: Vec<u64>,
    /// The ranges of hidden rows in ascending order, each with the number of hidden rows before it.
    hidden: Vec<(Range<usize>, usize)>,
    count: usize,
}

impl Folds {
    pub(crate) fn is_empty(&self) -> bool {
        self.folded.is_empty()
    }

    pub(crate) fn is_folded(&self, row: usize) -> bool {
        self.folded.get(row / 64).is_some_and(|bits| bits >> (row % 64) & 1 != 0)
    }

    fn set(&mut self, row: usize, folded: bool) {
        if let Some(bits) = self.folded.get_mut(row / 64) {
            let bit = 1 << (row % 64);
            *bits = if folded { *bits | bit } else { *bits & !bit };
        }
    }

    /// Returns the first folded row in a range.
    fn next_folded(&self, rows: Range<usize>) -> Option<usize> {
        let mut row = rows.start;
        while row < rows.end {
            match self.folded.get(row / 64)? >> (row % 64) {
                0 => row = (row / 64 + 1) * 64,
                bits => {
                    let found = row + bits.trailing_zeros() as usize;
                    return (found < rows.end).then_some(found);
                }
            }
        }
        None
    }

    /// Returns the number of visible rows.
    pub(crate) fn visible(&self, index: &Index) -> usize {
        index.len() - self.count
    }

    /// Folds every row at this level or deeper.
    pub(crate) fn fold_from(&mut self, index: &Index, depth: usize) {
        self.folded = vec![0; index.len().div_ceil(64)];
        for row in 0..index.len() {
            if index.depth(row) >= depth && index.has_children(row) {
                self.set(row, true);
            }
        }
        self.hidden = self.hidden_in(index, 0..index.len());
        self.recount(0);
    }

    pub(crate) fn toggle(&mut self, index: &Index, row: usize) {
        if !index.has_children(row) {
            return;
        }
        if self.folded.is_empty() {
            self.folded = vec![0; index.len().div_ceil(64)];
        }
        let folds = !self.is_folded(row);
        self.set(row, folds);
        let inside = row + 1..index.end_of(row);
        // These are the ranges before the row, and those inside it.
        let first = self.hidden.partition_point(|(range, _)| range.start <= row);
        if first
            .checked_sub(1)
            .and_then(|at| self.hidden.get(at))
            .is_some_and(|(range, _)| range.contains(&row))
        {
            return;
        }
        let last = self.hidden.partition_point(|(range, _)| range.start < inside.end);
        let ranges = if folds { vec![(inside, 0)] } else { self.hidden_in(index, inside) };
        self.hidden.splice(first..last, ranges);
        self.recount(first);
    }

    /// Unfolds the rows around a row.
    pub(crate) fn reveal(&mut self, index: &Index, row: usize) {
        for outer in index.around(row, None).into_iter().rev() {
            if self.is_folded(outer) {
                self.toggle(index, outer);
            }
        }
    }

    /// Returns the rows of a range that are hidden by folded rows.
    fn hidden_in(&self, index: &Index, rows: Range<usize>) -> Vec<(Range<usize>, usize)> {
        let (mut hidden, mut row) = (Vec::new(), rows.start);
        while let Some(folded) = self.next_folded(row..rows.end) {
            row = index.end_of(folded);
            hidden.push((folded + 1..row, 0));
        }
        hidden
    }

    /// Counts the hidden rows before each range again, from one of the ranges on.
    fn recount(&mut self, first: usize) {
        let before = first.checked_sub(1).and_then(|at| self.hidden.get(at));
        self.count = before.map_or(0, |(range, before)| before + range.len());
        for (range, before) in self.hidden.iter_mut().skip(first) {
            *before = self.count;
            self.count += range.len();
        }
    }

    /// Returns the row at a visible position.
    pub(crate) fn row(&self, place: usize) -> usize {
        let before = self.hidden.partition_point(|(range, before)| range.start - before <= place);
        let hidden = before.checked_sub(1).and_then(|at| self.hidden.get(at));
        place + hidden.map_or(0, |(range, before)| before + range.len())
    }

    /// Returns the visible position of a row. If the row is hidden, returns that of the row that hides it.
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

    /// Folding in any order hides the same rows as a simple count of all rows, and searches by blocks find
    /// the same rows as searches by rows.
    #[test]
    fn folds_and_searches_are_those_of_single_rows() {
        let mut random = 7_u64;
        let mut below = |count: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(random >> 33).unwrap() % count
        };
        let mut depths = vec![0];
        for row in 1..6000 {
            let last = depths[row - 1];
            // Long runs test that whole blocks are skipped.
            depths.push(if row % 2500 < 2200 { 3 + below(2) } else { below(last + 2) });
        }
        let index = index(&depths);
        for row in (0..6000).step_by(13) {
            let end = (row + 1..6000).find(|other| depths[*other] <= depths[row]).unwrap_or(6000);
            let (mut around, mut depth) = (Vec::new(), depths[row]);
            for outer in (0..row).rev() {
                if depths[outer] < depth {
                    depth = depths[outer];
                    around.push(outer);
                }
            }
            assert_eq!((index.end_of(row), index.around(row, None)), (end, around), "{row}");
        }
        let mut folds = Folds::default();
        folds.fold_from(&index, 2);
        for _ in 0..400 {
            folds.toggle(&index, below(6000));
            let (mut visible, mut row) = (Vec::new(), 0);
            while row < 6000 {
                visible.push(row);
                row = if folds.is_folded(row) { index.end_of(row) } else { row + 1 };
            }
            let places: Vec<usize> = (0..folds.visible(&index)).map(|place| folds.row(place)).collect();
            assert_eq!(places, visible);
        }
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
