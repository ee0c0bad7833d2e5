//! Dictionary keys that are the same to the engine: the first position stays, the last value wins.
//!
//! The engine compares more loosely than bits: 0.0 is -0.0, every NaN is every other, a 32-bit vector is the
//! 64-bit vector of the same numbers. Godot 2 is the exception: no NaN is any other there, and before 2.1.5
//! 0.0 is not -0.0 when it is the whole key.
//!
//! Nothing here may take more than a fixed multiple of the input's size, in time as in memory. So keys are
//! hashed with a random seed, into eight bytes per entry, and what looks alike is compared only so often.

mod fingerprint;
mod same;

use std::cell::Cell;
use std::hash::BuildHasher;
use std::mem;

use foldhash::fast::RandomState;

use self::fingerprint::{hash_of, keep_alike, pack, texts_differ, unpack};
use self::same::{Key, can_be_same, is_container, never_same, same};
use crate::godot::dialect::Dialect;
use crate::godot::ids::Kind;
use crate::godot::model::Variant;

type Pair<'a> = (Variant<'a>, Variant<'a>);

/// Up to here every key is compared with every other, which is faster than hashing.
const FEW: usize = 12;
/// How many nodes are compared, in one dictionary, of keys that are containers, and how often keys that look
/// alike and are not.
const NODES: u32 = 4096;

/// Makes entries with the same key one.
#[inline]
pub(crate) fn resolve(pairs: &mut Vec<Pair<'_>>, dialect: &Dialect) {
    if pairs.len() > FEW {
        resolve_many(pairs, dialect);
    } else if !texts_differ(pairs) {
        resolve_few(pairs, dialect);
    }
}

#[inline(never)]
fn resolve_few(pairs: &mut Vec<Pair<'_>>, dialect: &Dialect) {
    let mut nodes = NODES;
    let have_duplicates = pairs.iter().enumerate().any(|(at, (key, _))| {
        pairs.iter().take(at).any(|(earlier, _)| match (key, earlier) {
            (Variant::String(a), Variant::String(b)) => a == b,
            _ => same(key, earlier, dialect, &mut nodes),
        })
    });
    if have_duplicates {
        merge(pairs, dialect);
    }
}

#[inline(never)]
fn resolve_many(pairs: &mut Vec<Pair<'_>>, dialect: &Dialect) {
    merge_headers(pairs, dialect);
    merge(pairs, dialect);
}

/// Merges keys that are a header and nothing else. There are two of a kind at once, and entries of eight bytes
/// leave no room for an index within the limit on memory.
fn merge_headers(pairs: &mut Vec<Pair<'_>>, dialect: &Dialect) {
    if !pairs.iter().any(|(key, _)| header_alone(key, dialect).is_some()) {
        return;
    }
    let mut seen: [(Option<Kind>, usize); 4] = [(None, 0); 4];
    let mut kept = 0;
    for at in 0..pairs.len() {
        let kind = pairs.get(at).and_then(|(key, _)| header_alone(key, dialect));
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

/// The type of a key that is all in its header.
fn header_alone(key: &Variant<'_>, dialect: &Dialect) -> Option<Kind> {
    let is = match key {
        Variant::Nil | Variant::Callable => true,
        Variant::Rid(_) => !dialect.rid_number,
        Variant::Object(_) => key.is_nil(),
        _ => false,
    };
    is.then(|| key.kind())
}

/// Finds entries with the same key and makes them one.
fn merge(pairs: &mut Vec<Pair<'_>>, dialect: &Dialect) {
    let repeated = repeated(pairs, dialect);
    if !repeated.is_empty() {
        remove(pairs, &repeated);
    }
}

/// Which entry (high half) becomes part of which earlier one (low half), in order.
fn repeated(pairs: &[Pair<'_>], dialect: &Dialect) -> Vec<u64> {
    let hasher = RandomState::default();
    let hash = |key: &Variant<'_>| {
        let [a, b, c, d, ..] = hasher.hash_one(Key(key, dialect)).to_le_bytes();
        u32::from_le_bytes([a, b, c, d])
    };
    let nodes = Cell::new(NODES);
    let mut order: Vec<u64> = Vec::with_capacity(pairs.len());
    for (at, (key, _)) in pairs.iter().enumerate() {
        if !is_container(key) && !never_same(key, dialect) {
            order.push(pack(hash_of(key, hash), at));
        }
    }
    keep_alike(&mut order);
    let key = |at: usize| pairs.get(at).map(|(key, _)| key);
    for entry in &mut order {
        let (_, at) = unpack(*entry);
        *entry = pack(key(at).map_or(0, hash), at);
    }
    order.sort_unstable();

    // What is found takes the place of what was looked at: there is never more of it.
    let is_same = |a: usize, b: usize| {
        let (Some(a), Some(b)) = (key(a), key(b)) else { return false };
        let mut left = nodes.get();
        let is = same(a, b, dialect, &mut left);
        nodes.set(if is { left } else { left.saturating_sub(1) });
        is
    };
    let mut found = 0;
    // The different keys of the hash in question: one, save by accident.
    let mut hash = None;
    let mut firsts: Vec<usize> = Vec::new();
    for looked_at in 0..order.len() {
        let (its_hash, at) = order.get(looked_at).copied().map(unpack).unwrap_or_default();
        if hash != Some(its_hash) {
            hash = Some(its_hash);
            firsts.clear();
        }
        match firsts.iter().copied().find(|first| is_same(*first, at)) {
            Some(first) => {
                if let Some(place) = order.get_mut(found) {
                    *place = pack(u32::try_from(at).unwrap_or(u32::MAX), first);
                }
                found += 1;
            }
            None => firsts.push(at),
        }
    }
    order.truncate(found);

    // Containers are compared one by one, as long as the budget lasts.
    firsts.clear();
    for (at, _) in pairs.iter().enumerate().filter(|(_, (key, _))| can_be_same(key, dialect)) {
        match firsts.iter().copied().find(|first| is_same(*first, at)) {
            Some(first) => order.push(pack(u32::try_from(at).unwrap_or(u32::MAX), first)),
            None if nodes.get() == 0 => break,
            None => firsts.push(at),
        }
    }
    order.sort_unstable();
    order
}

/// The last value of a key moves to its first place.
#[cold]
#[inline(never)]
fn remove(pairs: &mut Vec<Pair<'_>>, repeated: &[u64]) {
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
