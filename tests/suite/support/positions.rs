//! Determines how much a test tries: positions of an input (where it is cut, which byte is wrong), cases, and
//! values of a property.
//!
//! Neighboring positions of a long input are alike, and without optimization a test of all of them takes seconds. So a
//! test tries a sample of them, unless `GAMEWIRE_EXHAUSTIVE` is set, as `.ci/run` sets it.

use std::sync::OnceLock;

use proptest::test_runner::{Config, RngAlgorithm};

/// Inputs that are no longer are tried at every position.
const SHORT: usize = 40;

/// The positions near the start and near the end of a longer input that are all tried: a header and what follows it.
const NEAR: usize = 12;

/// About how many positions are tried between them.
const BETWEEN: usize = 20;

/// Distances between these positions. They are odd primes, so that elements of 2, 4 or 8 bytes are met at each of their
/// bytes.
const STRIDES: [usize; 12] = [3, 5, 7, 13, 29, 61, 127, 251, 509, 1021, 2039, 4093];

/// The fraction of a list of cases that is tried: one in this many.
const SHARE: usize = 5;

/// Whether every position and every case is tried.
pub(crate) fn exhaustive() -> bool {
    static SET: OnceLock<bool> = OnceLock::new();
    *SET.get_or_init(|| std::env::var_os("GAMEWIRE_EXHAUSTIVE").is_some())
}

/// The positions of an input of this length that a test tries, in ascending order: the length is not one of them.
pub(crate) fn positions(length: usize) -> impl Iterator<Item = usize> {
    sample(length, if exhaustive() { usize::MAX } else { SHORT }, NEAR, BETWEEN)
}

/// The positions of an input so long that even the exhaustive test tries a sample.
pub(crate) fn positions_of_long(length: usize) -> impl Iterator<Item = usize> {
    let (short, near, between) = if exhaustive() { (2000, 300, 2000) } else { (SHORT, NEAR, BETWEEN) };
    sample(length, short, near, between)
}

/// Up to `near` positions at each end, and about `between` at equal distances between them; all if the length is no more than
/// `short`.
fn sample(length: usize, short: usize, near: usize, between: usize) -> impl Iterator<Item = usize> {
    let fits = |stride: &usize| length / stride <= between;
    let stride = STRIDES.into_iter().find(fits).unwrap_or((length / between.max(1)) | 1);
    let is_tried =
        move |at: &usize| length <= short || *at < near || length - *at <= near || at.is_multiple_of(stride);
    (0..length).filter(is_tried)
}

/// A fifth of the cases, at least one, other ones for each number: with five numbers in a row all are tried. All of them
/// in the exhaustive test.
pub(crate) fn share<T>(cases: &[T], number: usize) -> impl Iterator<Item = &T> {
    let step = if exhaustive() { 1 } else { cases.len().clamp(1, SHARE) };
    let first = number % step;
    cases.iter().skip(first).step_by(step)
}

/// Whether a case that takes long is tried: one of five, or all in the exhaustive test.
pub(crate) fn is_tried(number: usize) -> bool {
    exhaustive() || number.is_multiple_of(SHARE)
}

/// The least number of cases that a test counts that counts so many in the exhaustive test: an eighth.
pub(crate) fn least(all: usize) -> usize {
    if exhaustive() { all } else { all / 8 }
}

/// Returns the configuration of a property. `cases` is the number of values of an exhaustive test; other
/// tests try an eighth of them, but at least 32. `PROPTEST_CASES` scales the number: 512 instead of 256
/// doubles it.
pub(crate) fn config(cases: u32) -> Config {
    let default = Config::default();
    let scaled = |cases: u32| cases.saturating_mul(default.cases).div_ceil(256);
    if exhaustive() {
        return Config { cases: scaled(cases), ..default };
    }
    // Each part of a value has its own random numbers. With ChaCha, making them takes most of the time.
    Config { cases: scaled(cases.min(32.max(cases / 8))), rng_algorithm: RngAlgorithm::XorShift, ..default }
}

#[test]
fn samples_have_both_ends_and_every_byte_of_an_element() {
    let all = |length| sample(length, SHORT, NEAR, BETWEEN).collect::<Vec<_>>();
    assert_eq!(all(SHORT), (0..SHORT).collect::<Vec<_>>());
    assert_eq!((all(0), sample(1000, usize::MAX, NEAR, BETWEEN).count()), (Vec::new(), 1000));
    for length in [SHORT + 1, 100, 483, 6093, 150_000, 4_000_000] {
        let tried = all(length);
        assert!(tried.is_sorted() && tried.len() <= 2 * NEAR + BETWEEN + 1, "{length}: {}", tried.len());
        assert!(tried.starts_with(&(0..NEAR).collect::<Vec<_>>()), "{length}");
        assert!(tried.ends_with(&(length - NEAR..length).collect::<Vec<_>>()), "{length}");
        for element in [2, 4, 8] {
            let places = (0..element).filter(|place| tried.iter().any(|at| at % element == *place));
            assert_eq!(places.count(), element, "{length}");
        }
    }
    for cases in [&[1][..], &[1, 2, 3], &[1, 2, 3, 4, 5, 6, 7]] {
        let tried: Vec<&u8> = (0..5).flat_map(|number| share(cases, number)).collect();
        assert!(cases.iter().all(|case| tried.contains(&case)));
        assert!((0..5).all(|number| share(cases, number).count() > 0));
    }
    assert_eq!(share(&[(); 0], 3).count(), 0);
}
