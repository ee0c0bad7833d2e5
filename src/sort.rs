//! Sorting with one function for all types.
//!
//! Each copy of a sort of the standard library has four thousand bytes of code.

use std::cmp::Ordering;

/// Sorts numbers in any order.
pub(crate) fn sort(numbers: &mut [u64], order: &dyn Fn(&u64, &u64) -> Ordering) {
    numbers.sort_unstable_by(order);
}

/// Returns the items in ascending order. Items that compare as equal keep their order.
pub fn sorted<T>(items: Vec<T>, order: impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    let item = |at: &u64| usize::try_from(*at).ok().and_then(|at| items.get(at));
    let mut places: Vec<u64> = (0..).take(items.len()).collect();
    sort(&mut places, &|a, b| {
        item(a).zip(item(b)).map_or(Ordering::Equal, |(a, b)| order(a, b)).then(a.cmp(b))
    });
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    places.into_iter().filter_map(|at| items.get_mut(usize::try_from(at).ok()?)?.take()).collect()
}
