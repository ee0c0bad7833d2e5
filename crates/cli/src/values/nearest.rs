//! Suggests keys that are similar to a mistyped one.

use strsim::osa_distance;

/// The maximum length of names that are compared.
const LONGEST: usize = 64;

/// Returns the name with the smallest edit distance, if that distance is small.
pub fn nearest(name: &str, names: impl IntoIterator<Item = String>) -> Option<String> {
    let wanted = name.to_lowercase();
    let far = |there: &String| {
        let there = there.to_lowercase();
        let most = wanted.chars().count().max(there.chars().count());
        (most <= LONGEST)
            .then(|| osa_distance(&wanted, &there))
            .filter(|far| far * 2 <= most && (*far < 2 || most > 4))
    };
    let near = names.into_iter().filter_map(|name| Some((far(&name)?, name)));
    near.min_by_key(|(far, _)| *far).map(|(_, name)| name)
}
