//! Follows a path into a value, step by step.

use std::fmt;

use super::{ChildIter, Contained, PathError, PathErrorKind, Segment, fail, missing};

/// A value that paths can lead into.
pub(crate) trait Followed: Contained<Name: fmt::Debug> {
    /// A key or name to look for.
    type Wanted;

    fn type_name(self) -> &'static str;
    fn wanted(segment: &Segment) -> Self::Wanted;
    fn is_name(name: &Self::Name, wanted: &Self::Wanted) -> bool;

    /// Returns whether this is the wanted key. NBT has no keys that are values.
    fn is_key(self, _wanted: &Self::Wanted) -> bool {
        false
    }

    /// Returns the value of the last entry with this key, and its position. Types whose position is not needed return
    /// 0.
    fn find_key(self, _wanted: &Self::Wanted) -> Option<(usize, Self)> {
        None
    }

    fn key_text(self) -> String {
        String::new()
    }

    /// Returns the number of elements, if this is an array whose elements can be reached by paths but are not
    /// children of their own.
    fn count(self) -> Option<usize> {
        None
    }

    /// Returns an element of such an array.
    fn element(self, _index: usize) -> Option<Self> {
        None
    }
}

/// Returns the value that a step leads to, and its position. If several entries have the key, the last one counts.
/// Returns `None` if nothing inside `value` is a value of its own.
pub(crate) fn step<V: Followed>(value: V, segment: &Segment) -> Result<Option<(usize, V)>, PathErrorKind> {
    let found = match (value.child_iter(), segment) {
        (ChildIter::Items(items), Segment::Index(at)) => nth(items, *at)?,
        (ChildIter::Entries(entries), Segment::KeyAt(at)) => nth(entries.map(|(key, _)| key), *at)?,
        (ChildIter::Entries(entries), Segment::ValueAt(at)) => nth(entries.map(|(_, value)| value), *at)?,
        (ChildIter::Named(named), Segment::ValueAt(at)) => nth(named.map(|(_, value)| value), *at)?,
        (ChildIter::Entries(entries), segment) => {
            let wanted = V::wanted(segment);
            let last = value.find_key(&wanted);
            last.ok_or_else(|| missing(entries.map(|(key, _)| key.key_text())))?
        }
        (ChildIter::Named(named), Segment::Name(_) | Segment::Literal(_)) => {
            let wanted = V::wanted(segment);
            let all = named.clone().enumerate().filter(|(_, (name, _))| V::is_name(name, &wanted));
            let last = all.last().map(|(at, (_, value))| (at, value));
            last.ok_or_else(|| missing(named.map(|(name, _)| format!("{name:?}"))))?
        }
        (ChildIter::Nothing, segment) => match (value.count(), segment) {
            (None, _) => return Ok(None),
            (Some(len), Segment::Index(at)) => {
                (*at, value.element(*at).ok_or(PathErrorKind::PastEnd { len })?)
            }
            (Some(_), _) => return Err(PathErrorKind::NoWay { kind: value.type_name() }),
        },
        (ChildIter::Items(_) | ChildIter::Named(_), _) => {
            return Err(PathErrorKind::NoWay { kind: value.type_name() });
        }
    };
    Ok(Some(found))
}

fn nth<V>(mut all: impl Iterator<Item = V> + Clone, at: usize) -> Result<(usize, V), PathErrorKind> {
    let again = all.clone();
    all.nth(at).map(|value| (at, value)).ok_or_else(|| PathErrorKind::PastEnd { len: again.count() })
}

/// Returns the value that a path leads to, and the number of steps taken. Any further steps lead to parts that are
/// not values of their own.
pub(crate) fn follow<V: Followed>(whole: V, steps: &[Segment]) -> Result<(V, usize), PathError> {
    let mut value = whole;
    for (at, segment) in steps.iter().enumerate() {
        match step(value, segment) {
            Ok(Some((_, inside))) => value = inside,
            Ok(None) => return Ok((value, at)),
            Err(kind) => return fail(steps, at, kind),
        }
    }
    Ok((value, steps.len()))
}

/// Returns the value that a path leads to, provided that it is a value of its own.
#[cfg(feature = "minecraft")]
pub(crate) fn reach<V: Followed>(whole: V, steps: &[Segment]) -> Result<V, PathError> {
    match follow(whole, steps)? {
        (value, taken) if taken == steps.len() => Ok(value),
        (value, taken) => fail(steps, taken, PathErrorKind::NoWay { kind: value.type_name() }),
    }
}
