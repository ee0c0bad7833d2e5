//! Suggests keys that are similar to a mistyped one.

/// The maximum length of names that are compared.
const LONGEST: usize = 64;

/// Returns the name with the smallest edit distance, if that distance is small.
pub fn nearest(name: &str, names: impl IntoIterator<Item = String>) -> Option<String> {
    let wanted: Vec<char> = name.to_lowercase().chars().take(LONGEST + 1).collect();
    let far = |there: &String| {
        let there: Vec<char> = there.to_lowercase().chars().take(LONGEST + 1).collect();
        let most = wanted.len().max(there.len());
        (most <= LONGEST).then(|| distance(&wanted, &there)).filter(|far| far * 2 <= most)
    };
    let near = names.into_iter().filter_map(|name| Some((far(&name)?, name)));
    near.min_by_key(|(far, _)| *far).map(|(_, name)| name)
}

/// Returns the edit distance, which counts insertions, deletions, replacements and swaps of adjacent characters.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (row, x) in a.iter().enumerate() {
        let mut next = Vec::with_capacity(last.len());
        next.push(row + 1);
        for (column, y) in b.iter().enumerate() {
            let at = |line: &[usize], column: usize| line.get(column).copied().unwrap_or(usize::MAX - 1);
            let swapped = row > 0 && column > 0 && a.get(row - 1) == Some(y) && b.get(column - 1) == Some(x);
            let swap = if swapped { at(&before, column - 1) + 1 } else { usize::MAX };
            let replaced = at(&last, column) + usize::from(x != y);
            let one = at(&last, column + 1).min(at(&next, column)) + 1;
            next.push(replaced.min(one).min(swap));
        }
        before = std::mem::replace(&mut last, next);
    }
    last.last().copied().unwrap_or(0)
}
