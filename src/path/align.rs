//! Alignment of two lists: finds which elements correspond, and which were added or removed.

use crate::sure::Sure as _;

/// Adjacent elements that were all kept, all removed or all added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Run {
    /// A run of elements that correspond, from these positions on.
    Both { old: usize, new: usize, len: usize },
    /// A run of elements that only the first list has.
    Removed { at: usize, len: usize },
    /// A run of elements that only the second list has.
    Added { at: usize, len: usize },
}

impl Run {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Both { len, .. } | Self::Removed { len, .. } | Self::Added { len, .. } => *len,
        }
    }
}

/// Lists that differ in more elements than this are paired by position, which bounds the memory.
const MOST_ELEMENTS: usize = 1 << 17;

/// The maximum number of elements that are added or removed between two corresponding elements. If there are more,
/// elements are paired by position. This bounds the time to a multiple of the number of elements.
const MOST_EDITS: usize = 64;

/// Pairs the elements of two lists of these lengths by their fingerprints. Elements are paired by position unless
/// another pairing has fewer differences. The first `equal.0` and the last `equal.1` elements are known to be equal.
pub(crate) fn align(
    (old_len, new_len): (usize, usize),
    equal: (usize, usize),
    old: impl Fn(usize) -> u64,
    new: impl Fn(usize) -> u64,
) -> Vec<Run> {
    let mut runs = Runs::default();
    if old_len == new_len && equal.0 + equal.1 + 1 >= old_len {
        // At most one pair differs, so pairing by position is the best result.
        runs.until(old_len, new_len);
        return runs.done;
    }
    let (start, end) = equal_ends((old_len, new_len), equal, |at, there| old(at) == new(there));
    let (inner_old, inner_new) = (old_len - start - end, new_len - start - end);
    if inner_old.max(inner_new) > MOST_ELEMENTS {
        runs.until(old_len - end, new_len - end);
        runs.both(old_len - end, new_len - end, end);
        return runs.done;
    }
    let differ = (start..old_len.min(new_len)).filter(|at| old(*at) != new(*at)).count();
    let by_position = differ + old_len.abs_diff(new_len);
    let pairs = match inner_old.min(inner_new) {
        0 => Vec::new(),
        _ => {
            let a: Vec<u64> = (start..start + inner_old).map(old).collect();
            let b: Vec<u64> = (start..start + inner_new).map(new).collect();
            matches(&a, &b)
        }
    };
    runs.both(0, 0, start);
    for (old, new) in pairs {
        runs.both(start + old, start + new, 1);
    }
    runs.both(old_len - end, new_len - end, end);
    if runs.differences < by_position {
        return runs.done;
    }
    runs = Runs::default();
    runs.until(old_len, new_len);
    runs.done
}

/// Counts the equal elements at the start and at the end of two lists. The numbers in `known` are known to be equal.
pub(crate) fn equal_ends(
    (old_len, new_len): (usize, usize),
    known: (usize, usize),
    same: impl Fn(usize, usize) -> bool,
) -> (usize, usize) {
    let shorter = old_len.min(new_len);
    let known_start = known.0.min(shorter);
    let start = known_start + (known_start..shorter).take_while(|at| same(*at, *at)).count();
    let known_end = known.1.min(shorter - start);
    let backwards = (known_end..shorter - start).take_while(|at| same(old_len - 1 - at, new_len - 1 - at));
    (start, known_end + backwards.count())
}

/// The runs found so far, in order.
#[derive(Default)]
struct Runs {
    done: Vec<Run>,
    old: usize,
    new: usize,
    /// The number of elements that were not paired.
    differences: usize,
}

impl Runs {
    /// Adds a run of corresponding elements. Elements before it that are left over are paired by position.
    fn both(&mut self, old: usize, new: usize, len: usize) {
        self.until(old, new);
        self.push(Run::Both { old, new, len });
        (self.old, self.new) = (old + len, new + len);
    }

    fn until(&mut self, old: usize, new: usize) {
        let (removed, added) = (old - self.old, new - self.new);
        let paired = removed.min(added);
        self.differences += removed.max(added);
        self.push(Run::Both { old: self.old, new: self.new, len: paired });
        self.push(Run::Removed { at: self.old + paired, len: removed - paired });
        self.push(Run::Added { at: self.new + paired, len: added - paired });
        (self.old, self.new) = (old, new);
    }

    fn push(&mut self, run: Run) {
        if run.len() == 0 {
            return;
        }
        if let (Some(Run::Both { old, new, len }), Run::Both { old: next_old, new: next_new, len: more }) =
            (self.done.last_mut(), run)
            && (*old + *len, *new + *len) == (next_old, next_new)
        {
            *len += more;
            return;
        }
        self.done.push(run);
    }
}

/// Returns pairs of equal elements, in the order of both lists. First it pairs the elements that each list has
/// exactly once, and then equal elements between those.
fn matches(a: &[u64], b: &[u64]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let (mut old, mut new) = (0, 0);
    for (next_old, next_new) in in_order(&once_in_both(a, b)).into_iter().chain([(a.len(), b.len())]) {
        let (gap_a, gap_b) = (a.get(old..next_old), b.get(new..next_new));
        if let (Some(gap_a), Some(gap_b)) = (gap_a, gap_b) {
            between(gap_a, gap_b, |in_a, in_b| pairs.push((old + in_a, new + in_b)));
        }
        if next_old < a.len() {
            pairs.push((next_old, next_new));
        }
        (old, new) = (next_old + 1, next_new + 1);
    }
    pairs
}

/// Returns the positions of the elements that each list has exactly once, in the order of the first list.
fn once_in_both(a: &[u64], b: &[u64]) -> Vec<(usize, usize)> {
    let once = |list: &[u64]| -> Vec<(u64, usize)> {
        let mut sorted: Vec<_> = list.iter().enumerate().map(|(at, element)| (*element, at)).collect();
        sorted.sort_unstable();
        sorted
            .chunk_by(|(a, _), (b, _)| a == b)
            .filter_map(|same| if let [single] = same { Some(*single) } else { None })
            .collect()
    };
    let mut others = once(b).into_iter().peekable();
    let mut pairs = Vec::new();
    for (element, at) in once(a) {
        while others.next_if(|(other, _)| *other < element).is_some() {}
        if let Some((_, there)) = others.next_if(|(other, _)| *other == element) {
            pairs.push((at, there));
        }
    }
    pairs.sort_unstable();
    pairs
}

/// Returns the longest selection of pairs whose second positions increase with the first.
fn in_order(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let second = |at: usize| pairs.get(at).map_or(0, |(_, second)| *second);
    // The last pair of the best selection of each length, and the pair before each pair in its selection.
    let mut ends: Vec<usize> = Vec::new();
    let mut before = Vec::with_capacity(pairs.len());
    for at in 0..pairs.len() {
        let length = ends.partition_point(|end| second(*end) < second(at));
        before.push(length.checked_sub(1).and_then(|shorter| ends.get(shorter)).copied());
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut chosen = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(at) = next {
        chosen.extend(pairs.get(at).copied());
        next = before.get(at).copied().flatten();
    }
    chosen.reverse();
    chosen
}

/// Pairs equal elements of two lists in order: those at both ends, and those in between if they differ in few
/// elements.
fn between(a: &[u64], b: &[u64], mut pair: impl FnMut(usize, usize)) {
    let (start, end) = equal_ends((a.len(), b.len()), (0, 0), |at, there| a.get(at) == b.get(there));
    (0..start).for_each(|at| pair(at, at));
    let (end_a, end_b) = (a.len() - end, b.len() - end);
    let (inner_a, inner_b) = (a.get(start..end_a).sure(), b.get(start..end_b).sure());
    few_edits(inner_a, inner_b).into_iter().for_each(|(old, new)| pair(start + old, start + new));
    (0..end).for_each(|at| pair(end_a + at, end_b + at));
}

/// Returns the longest common subsequence, by the algorithm of Myers, or nothing if more than [`MOST_EDITS`] edits
/// are needed.
fn few_edits(a: &[u64], b: &[u64]) -> Vec<(usize, usize)> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let most = MOST_EDITS.min(a.len() + b.len());
    // The furthest position in `a` that each diagonal reaches. A diagonal is the position in `a` minus the one in
    // `b`; its index is offset by `most + 1`.
    let mut reached = vec![0_usize; 2 * most + 3];
    let mut rounds: Vec<Vec<usize>> = Vec::new();
    for edits in 0..=most {
        rounds.push(reached.clone());
        for diagonal in (most + 1 - edits..=most + 1 + edits).step_by(2) {
            let mut x = stepped(&reached, diagonal, edits, most).1;
            let mut y = (x + most + 1).saturating_sub(diagonal);
            while a.get(x).is_some_and(|element| b.get(y) == Some(element)) {
                (x, y) = (x + 1, y + 1);
            }
            if let Some(place) = reached.get_mut(diagonal) {
                *place = x;
            }
            if x >= a.len() && y >= b.len() {
                return walked_back(&rounds, (x, y), most);
            }
        }
    }
    Vec::new()
}

/// Returns the diagonal that an edit comes from, and the position in `a` that it leads to.
fn stepped(reached: &[usize], diagonal: usize, edits: usize, most: usize) -> (usize, usize) {
    let at = |diagonal: usize| reached.get(diagonal).copied().unwrap_or_default();
    let (lowest, highest) = (most + 1 - edits, most + 1 + edits);
    let from_above = diagonal == lowest || (diagonal != highest && at(diagonal - 1) < at(diagonal + 1));
    if from_above { (diagonal + 1, at(diagonal + 1)) } else { (diagonal - 1, at(diagonal - 1) + 1) }
}

fn walked_back(rounds: &[Vec<usize>], (mut x, mut y): (usize, usize), most: usize) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (edits, reached) in rounds.iter().enumerate().rev() {
        let (from_x, from_y) = if edits == 0 {
            (0, 0)
        } else {
            let (from, _) = stepped(reached, (x + most + 1).saturating_sub(y), edits, most);
            let from_x = reached.get(from).copied().unwrap_or_default();
            (from_x, (from_x + most + 1).saturating_sub(from))
        };
        while x > from_x && y > from_y {
            (x, y) = (x - 1, y - 1);
            pairs.push((x, y));
        }
        (x, y) = (from_x, from_y);
    }
    pairs.reverse();
    pairs
}
