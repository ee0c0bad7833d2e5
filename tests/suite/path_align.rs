//! Checks the alignment of lists itself, because a list of differences only shows whether it is the shortest one. The lists are
//! built in the tests.

#[path = "../../src/path/align.rs"]
mod align;

use self::align::{Run, align};
use crate::support::positions::share;

fn aligned(a: &[u64], b: &[u64]) -> Vec<Run> {
    align((a.len(), b.len()), (0, 0), |at| a[at], |at| b[at])
}

fn lines(a: &[u64], b: &[u64]) -> usize {
    let differ = |run: &Run| match *run {
        Run::Both { old, new, len } => (0..len).filter(|at| a[old + at] != b[new + at]).count(),
        Run::Removed { len, .. } | Run::Added { len, .. } => len,
    };
    aligned(a, b).iter().map(differ).sum()
}

#[test]
fn inserted_and_removed_elements_are_the_only_differences() {
    let old: Vec<u64> = (0..1000).collect();
    let mut new = old.clone();
    new.insert(500, 7777);
    assert_eq!(lines(&old, &new), 1);
    new.remove(900);
    new[100] = 8888;
    assert_eq!((lines(&old, &new), lines(&new, &old)), (3, 3));
    // Elements that are there more than once.
    let old: Vec<u64> = (0..1000).map(|at| at % 3).collect();
    let mut new = old.clone();
    new.insert(200, 2);
    new.remove(700);
    assert_eq!(lines(&old, &new), 2);
    assert_eq!(lines(&[1, 2], &[2, 1]), 2);
    assert_eq!(aligned(&[1, 2], &[3, 4]), [Run::Both { old: 0, new: 0, len: 2 }]);
    assert_eq!(aligned(&[], &[]), []);
}

#[test]
fn one_pair_that_differs_needs_no_fingerprints() {
    let none = |_| unreachable!();
    let both = [Run::Both { old: 0, new: 0, len: 5 }];
    for start in 0..5 {
        assert_eq!(align((5, 5), (start, 4 - start), none, none), both);
    }
    assert_eq!(align((5, 5), (5, 0), none, none), both);
}

/// Every element is in one run, in order; the two ways are no worse than by position.
#[test]
fn all_short_lists_are_aligned() {
    let lists: Vec<Vec<u64>> = (0..6_u32)
        .flat_map(|len| {
            (0..3_u64.pow(len)).map(move |code| (0..len).map(|at| code / 3_u64.pow(at) % 3).collect())
        })
        .collect();
    for (number, a) in lists.iter().enumerate() {
        for b in share(&lists, number) {
            // Ends that are known to be equal change nothing.
            let start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
            let most = a.len().min(b.len()) - start;
            let end = a.iter().rev().zip(b.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
            let known = align((a.len(), b.len()), (start, end), |at| a[at], |at| b[at]);
            assert_eq!(known, aligned(a, b), "{a:?} {b:?}");
            let (mut old, mut new) = (0, 0);
            for run in aligned(a, b) {
                match run {
                    Run::Both { old: at, new: there, len } => {
                        assert_eq!((at, there), (old, new));
                        (old, new) = (old + len, new + len);
                    }
                    Run::Removed { at, len } => {
                        assert_eq!(at, old);
                        old += len;
                    }
                    Run::Added { at, len } => {
                        assert_eq!(at, new);
                        new += len;
                    }
                }
            }
            assert_eq!((old, new), (a.len(), b.len()));
            let by_position = a.iter().zip(b).filter(|(a, b)| a != b).count() + a.len().abs_diff(b.len());
            assert!(lines(a, b) <= by_position, "{a:?} {b:?}");
        }
    }
}
