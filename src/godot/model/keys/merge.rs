//! Merges entries with the same key: the first key keeps its position, and the last value is kept.
//!
//! Time and memory are proportional to the size of the entries, whatever they contain. Keys are hashed with a
//! random seed into eight bytes for each entry, and entries with the same hash are sorted. The hash of a
//! container includes only a few of its values, and comparing two containers takes as long as the smaller
//! one, so that nested containers cost no more than others.

use std::hash::BuildHasher;
use std::hash::Hasher;
use std::mem;

use foldhash::fast::RandomState;

use super::super::{Rid, Variant};
use super::fingerprint::{hash_of, keep_alike, pack, texts_differ, unpack};
use super::rules::KeyRules;
use crate::godot::ids::Kind;
use crate::sort::sort;

type Pair = (Variant, Variant);

/// Up to this number of keys, comparing each key with each other is faster than hashing.
pub(crate) const FEW: usize = 12;

/// Merges entries with the same key.
pub(crate) fn merge(pairs: &mut Vec<Pair>, rules: KeyRules) {
    match pairs.len() {
        0..2 => {}
        2..=FEW if texts_differ(texts(pairs)) => {}
        _ => merge_repeated(pairs, rules),
    }
}

/// Returns the keys that are text without a byte order mark.
fn texts(pairs: &[Pair]) -> impl Iterator<Item = Option<&[u8]>> {
    pairs.iter().map(|(key, _)| if let Variant::String(text) = key { text.plain_bytes() } else { None })
}

/// Returns the keys that an engine keeps, with the positions of the entries whose values it keeps.
pub(crate) fn kept(keys: impl Iterator<Item = Variant>, rules: KeyRules) -> Vec<(Variant, usize)> {
    // Each entry has its position as its value, so that `merge` shows which entries it keeps.
    let number = |at: usize| Variant::Int(i64::try_from(at).unwrap_or(i64::MAX));
    let mut kept: Vec<_> = keys.enumerate().map(|(at, key)| (key, number(at))).collect();
    merge(&mut kept, rules);
    let position = |at: &Variant| at.as_i64().and_then(|at| usize::try_from(at).ok());
    kept.into_iter().filter_map(|(key, at)| Some((key, position(&at)?))).collect()
}

impl KeyRules {
    /// Returns whether two entries have the same key.
    pub(crate) fn repeat(self, pairs: &[Pair]) -> bool {
        !texts_differ(texts(pairs)) && !repeated(pairs, self).is_empty()
    }

    /// Returns whether any of these keys are the same. Only eight bytes are kept for each key.
    pub(crate) fn repeat_among<I: Iterator<Item = Variant>>(self, keys: impl Fn() -> I) -> bool {
        let hasher = RandomState::default();
        let hash = |key: Variant| {
            let mut state = hasher.build_hasher();
            match &key {
                Variant::String(text) | Variant::StringName(text) => state.write(text.content()),
                key => self.hash_start(key, &mut state),
            }
            state.finish()
        };
        let mut hashes: Vec<u64> = keys().filter(|key| !self.is_alone(key)).map(hash).collect();
        hashes.sort_unstable();
        // Containers that begin with the same values have the same hash.
        let alike = !hashes.is_sorted_by(|a, b| a < b);
        alike && self.repeat(&keys().map(|key| (key, Variant::Nil)).collect::<Vec<_>>())
    }
}

#[inline(never)]
fn merge_repeated(pairs: &mut Vec<Pair>, rules: KeyRules) {
    let is_repeated =
        |at: usize, key: &Variant| pairs.iter().take(at).any(|(earlier, _)| rules.same(key, earlier));
    if pairs.len() <= FEW && !pairs.iter().enumerate().any(|(at, (key, _))| is_repeated(at, key)) {
        return;
    }
    merge_headers(pairs);
    let repeated = repeated(pairs, rules);
    if !repeated.is_empty() {
        remove(pairs, &repeated);
    }
}

/// Merges keys that consist only of a header. There are only a few different ones, and an entry with such a key
/// may take only eight bytes of the input, so that an index would exceed the limit on memory.
fn merge_headers(pairs: &mut Vec<Pair>) {
    if !pairs.iter().any(|(key, _)| header_alone(key).is_some()) {
        return;
    }
    let mut seen: [(Option<Kind>, usize); 4] = [(None, 0); 4];
    let mut kept = 0;
    for at in 0..pairs.len() {
        let kind = pairs.get(at).and_then(|(key, _)| header_alone(key));
        let place = kind.and(seen.iter_mut().find(|(seen, _)| seen.is_none() || *seen == kind));
        if let Some((Some(_), first)) = place {
            let value = pairs.get_mut(at).map(|(_, value)| mem::take(value)).unwrap_or_default();
            if let Some((_, last)) = pairs.get_mut(*first) {
                *last = value;
            }
            continue;
        }
        if let Some(place) = place {
            *place = (kind, kept);
        }
        pairs.swap(kept, at);
        kept += 1;
    }
    pairs.truncate(kept);
}

/// Returns the type of a key that consists only of a header.
fn header_alone(key: &Variant) -> Option<Kind> {
    let is = match key {
        Variant::Object(object) => object.is_null(),
        key => matches!(key, Variant::Nil | Variant::Callable | Variant::Rid(Rid(0))),
    };
    is.then(|| key.kind())
}

/// Returns the entries that repeat an earlier key, in order: the position of the entry is in the high half,
/// that of the earlier entry in the low half.
fn repeated(pairs: &[Pair], rules: KeyRules) -> Vec<u64> {
    let hasher = RandomState::default();
    let hash = |key: &Variant| {
        let mut state = hasher.build_hasher();
        rules.hash_start(key, &mut state);
        let [a, b, c, d, ..] = state.finish().to_le_bytes();
        u32::from_le_bytes([a, b, c, d])
    };
    let mut order: Vec<u64> = Vec::with_capacity(pairs.len());
    for (at, (key, _)) in pairs.iter().enumerate() {
        if !rules.is_alone(key) {
            order.push(pack(hash_of(key, hash), at));
        }
    }
    keep_alike(&mut order);
    let key = |at: usize| pairs.get(at).map_or(&Variant::Nil, |(key, _)| key);
    for entry in &mut order {
        let (_, at) = unpack(*entry);
        *entry = pack(hash(key(at)), at);
    }
    // Keys with the same hash are compared. There are only a few of them by coincidence, but many if containers begin
    // with the same values.
    sort(&mut order, &|a, b| {
        let ((hash_a, a), (hash_b, b)) = (unpack(*a), unpack(*b));
        hash_a.cmp(&hash_b).then_with(|| rules.compare(key(a), key(b))).then(a.cmp(&b))
    });
    let mut first = None;
    order.retain_mut(|entry| {
        let (_, at) = unpack(*entry);
        match first {
            Some(first) if rules.same(key(first), key(at)) => {
                *entry = pack(u32::try_from(at).unwrap_or(u32::MAX), first);
                true
            }
            _ => {
                first = Some(at);
                false
            }
        }
    });
    sort(&mut order, &u64::cmp);
    order
}

/// Moves the last value of each key to the first position of the key.
#[cold]
#[inline(never)]
fn remove(pairs: &mut Vec<Pair>, repeated: &[u64]) {
    for (at, first) in repeated.iter().copied().map(unpack) {
        let value = pairs.get_mut(at).map(|(_, value)| mem::take(value)).unwrap_or_default();
        if let Some((_, last)) = pairs.get_mut(first) {
            *last = value;
        }
    }
    let mut at = 0;
    let mut repeated = repeated.iter().copied().map(|entry| unpack(entry).0).peekable();
    pairs.retain(|_| {
        let is_repeated = repeated.next_if_eq(&at).is_some();
        at += 1;
        !is_repeated
    });
}
