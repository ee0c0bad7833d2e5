//! Follows a path into a value, step by step.

use super::{ChildIter, PathError, PathErrorKind, Segment, Tree, TreeName as _, fail, missing};

/// Returns the value that a step leads to, and its position. If several entries have the key, the last one counts.
/// Returns `None` if nothing inside `value` is a value of its own.
pub(crate) fn step<V: Tree>(value: V, segment: &Segment) -> Result<Option<(usize, V)>, PathErrorKind> {
    if let Some(found) = value.find_key(segment) {
        return Ok(Some(found));
    }
    let found = match (value.children(), segment) {
        (ChildIter::Items(mut items), Segment::Index(at)) => items.nth(*at),
        (ChildIter::Entries(mut entries), Segment::KeyAt(at)) => {
            entries.nth(*at).map(|(at, (key, _))| (at, key))
        }
        (ChildIter::Entries(mut entries), Segment::ValueAt(at)) => {
            entries.nth(*at).map(|(at, (_, value))| (at, value))
        }
        (ChildIter::Named(mut named), Segment::ValueAt(at)) => {
            named.nth(*at).map(|(at, (_, value))| (at, value))
        }
        (ChildIter::Entries(entries), _) => {
            return Err(missing(entries.map(|(_, (key, _))| key.key_text())));
        }
        (ChildIter::Named(named), Segment::Name(_) | Segment::Literal(_)) => {
            let wanted = V::Name::wanted(segment);
            let last = named.clone().filter(|(_, (name, _))| name.is(&wanted)).last();
            let last = last.map(|(at, (_, value))| Some((at, value)));
            return last.ok_or_else(|| missing(named.map(|(_, (name, _))| format!("{name:?}"))));
        }
        (ChildIter::Nothing, segment) => match (value.count(), segment) {
            (None, _) => return Ok(None),
            (Some(_), Segment::Index(at)) => value.child_at(*at).map(|(_, element)| (*at, element)),
            (Some(len), _) => return Err(PathErrorKind::NoKeys { kind: value.type_name(), len }),
        },
        (ChildIter::Items(items), _) => {
            return Err(PathErrorKind::NoKeys { kind: value.type_name(), len: items.count() });
        }
        (ChildIter::Named(_), _) => return Err(PathErrorKind::NoWay { kind: value.type_name() }),
    };
    let len = || value.count().unwrap_or_else(|| value.children().count());
    found.map(Some).ok_or_else(|| PathErrorKind::PastEnd { len: len() })
}

/// Returns the value that a path leads to, and the number of steps taken. Any further steps lead to parts that are
/// not values of their own.
pub(crate) fn follow<V: Tree>(whole: V, steps: &[Segment]) -> Result<(V, usize), PathError> {
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
pub(crate) fn reach<V: Tree>(whole: V, steps: &[Segment]) -> Result<V, PathError> {
    match follow(whole, steps)? {
        (value, taken) if taken == steps.len() => Ok(value),
        (value, taken) => fail(steps, taken, PathErrorKind::NoWay { kind: value.type_name() }),
    }
}
