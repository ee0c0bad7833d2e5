//! Paths into values of Godot, such as `$.units[0].hp`: reading, setting and removing the value at a path.

mod bytes;
mod compare;
mod lost;
mod parts;
mod steps;
mod tree;
mod update;

pub use compare::{diff, diff_each};

use std::borrow::{Borrow, Cow};

use super::model::{ElementType, EntryTypes, Object, Variant};
use crate::path::{
    Path, PathError, PathErrorKind, Segment, TreeName as _, fail, failed, follow, missing, step,
};
use steps::{is_key, key_of};

impl Segment {
    /// Creates the step to the value of a key of a dictionary. The step contains the key as text. If a path cannot
    /// name the key by text, it contains the position of the entry, which is `at`.
    ///
    /// ```
    /// use gamewire::godot::Variant;
    /// use gamewire::path::Segment;
    /// assert_eq!(Segment::of_key(&"hp".into(), 0), Segment::text("hp"));
    /// assert_eq!(Segment::of_key(&Variant::Int(-3), 1).to_string(), "[-3]");
    /// ```
    #[must_use]
    pub fn of_key(key: &Variant, at: usize) -> Self {
        let segment = match key {
            Variant::String(text) | Variant::StringName(text) => Segment::text(&text.to_string_lossy()),
            Variant::Int(number) => Segment::int(*number),
            key => Segment::literal(&key.to_string()),
        };
        if is_key(key_of(&segment).as_ref(), key) { segment } else { Segment::ValueAt(at) }
    }
}

impl Variant {
    /// Returns the value at a path: an element, the value of a key, a property of a full object, an element
    /// of a packed array, or a component of a vector or matrix. The last two are copies; the others are
    /// borrowed.
    ///
    /// # Errors
    /// Returns an error if the path leads nowhere. [`PathError`] has the step that failed, and what is there
    /// instead.
    ///
    /// ```
    /// use gamewire::godot::{Variant, Vector3, Transform3D};
    /// let path = Variant::from(vec![Transform3D::default().into(), Variant::from(Vector3::new(1.0, 2.0, 3.0))]);
    /// assert_eq!(*path.get_path(&"$[1].z".parse()?)?, Variant::Float(3.0));
    /// assert_eq!(*path.get_path(&"$[0].basis.y.y".parse()?)?, Variant::Float(1.0));
    /// assert!(path.get_path(&"$[2]".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get_path(&self, path: &Path) -> Result<Cow<'_, Variant>, PathError> {
        let steps = path.segments();
        let (value, taken) = follow(self, steps)?;
        let mut part = Cow::Borrowed(value);
        for (at, segment) in steps.iter().enumerate().skip(taken) {
            part = Cow::Owned(inner(&part, segment).map_err(|kind| failed(steps, at, kind))?);
        }
        Ok(part)
    }

    /// Returns a mutable reference to the value at a path. Elements of packed arrays, components and keys
    /// cannot be borrowed mutably; change them with [`set_path`](Self::set_path).
    ///
    /// # Errors
    /// Returns the errors of [`get_path`](Self::get_path), and an error if the path leads to such a part.
    pub fn get_path_mut(&mut self, path: &Path) -> Result<&mut Variant, PathError> {
        let steps = path.segments();
        // A key must not be changed by reference, because the new key might already exist.
        let key = steps.iter().position(|segment| matches!(segment, Segment::KeyAt(_)));
        let (value, taken) = follow_mut(self, key.and_then(|at| steps.get(..=at)).unwrap_or(steps))?;
        match (key, steps.get(taken)) {
            (Some(at), _) if taken > at => fail(steps, at, PathErrorKind::Packed),
            (_, Some(segment)) => {
                fail(steps, taken, inner(value, segment).err().unwrap_or(PathErrorKind::Packed))
            }
            (_, None) => Ok(value),
        }
    }

    /// Sets the value at a path, and returns the previous value. A new key or property is added at the end;
    /// so is an element whose position is one past the last.
    ///
    /// Elements of packed arrays and components accept values that fit their type: an int accepts a float
    /// without a fraction, and a float accepts any number. Typed arrays and dictionaries accept the types
    /// that they are [declared](ElementType::admits) to hold.
    ///
    /// # Errors
    /// Returns an error if the path leads nowhere, or if the value does not fit there. The value is then
    /// unchanged.
    ///
    /// ```
    /// use gamewire::godot::{Dictionary, Variant, Vector2};
    /// let mut player = Variant::from(Dictionary::from_iter([("position", Vector2::new(1.0, 2.0))]));
    /// let old = player.set_path(&"$.position.y".parse()?, Variant::Int(9))?;
    /// assert_eq!(old, Some(Variant::Float(2.0)));
    /// assert_eq!(player.set_path(&"$.gold".parse()?, Variant::Int(7))?, None);
    /// assert_eq!(player.to_string(), r#"{"position": Vector2(1, 9), "gold": 7}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_path(&mut self, path: &Path, new: Variant) -> Result<Option<Variant>, PathError> {
        let steps = path.segments();
        let Some((last, outer)) = steps.split_last() else {
            return Ok(Some(std::mem::replace(self, new)));
        };
        let (value, taken) = follow_mut(self, outer)?;
        if taken < outer.len() {
            return set_inside(value, steps, taken, &new);
        }
        let found = position(value, last);
        if let Some(types) = types_of(value) {
            as_declared(&types, steps, &new, || found.is_err())?;
        }
        match found {
            Ok(None) => return set_inside(value, steps, taken, &new),
            Ok(Some(at)) => {
                if let (Segment::KeyAt(_), Variant::Dictionary(dictionary)) = (last, &*value) {
                    let others = dictionary.keys().enumerate().filter(|(other, _)| *other != at);
                    not_taken(others.map(|(_, key)| key), &new).map_err(|kind| failed(steps, taken, kind))?;
                }
                if let Some(place) = child_mut(value, last, at) {
                    return Ok(Some(std::mem::replace(place, new)));
                }
            }
            Err(kind) => {
                return if add(value, last, new) { Ok(None) } else { fail(steps, taken, kind) };
            }
        }
        fail(steps, taken, PathErrorKind::Packed)
    }

    /// Removes the value at a path, and returns it. It may be an element, the entry of a key, or a property.
    /// If several entries have the key, all are removed, and the last value is returned.
    ///
    /// # Errors
    /// Returns an error if the path leads nowhere, or to a part that cannot be removed: the whole value or a
    /// component.
    ///
    /// ```
    /// use gamewire::godot::{Dictionary, Variant};
    /// let mut hp = Variant::from(Dictionary::from_iter([("ada", 10), ("bob", 7)]));
    /// assert_eq!(hp.remove_path(&"$.ada".parse()?)?, Variant::Int(10));
    /// assert_eq!(hp.to_string(), r#"{"bob": 7}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_path(&mut self, path: &Path) -> Result<Variant, PathError> {
        let steps = path.segments();
        let Some((segment, outer)) = steps.split_last() else { return fail(steps, 0, PathErrorKind::Fixed) };
        let at = outer.len();
        let parent = self.get_path_mut(&outer.to_vec().into())?;
        let found = position(parent, segment).map_err(|kind| failed(steps, at, kind))?.unwrap_or_default();
        let wanted = key_of(segment);
        let removed = match parent {
            Variant::Array(array) => Some(array.remove(found)),
            Variant::Dictionary(_) if matches!(segment, Segment::KeyAt(_)) => None,
            Variant::Dictionary(dictionary) => {
                let removed = dictionary.remove_index(found).map(|(_, value)| value);
                dictionary.pairs_mut().retain(|(key, _)| !is_key(wanted.as_ref(), key));
                removed
            }
            Variant::Object(Object::Full(data)) => {
                let (_, removed) = data.properties.remove(found);
                data.properties.retain(|(name, _)| !name.is(&wanted));
                Some(removed)
            }
            parent => match (inner(parent, segment), segment) {
                (Ok(old), Segment::Index(index)) if parts::count(parent).is_some() => {
                    parts::remove_element(parent, *index);
                    Some(old)
                }
                (Ok(_), _) => None,
                (Err(kind), _) => return fail(steps, at, kind),
            },
        };
        removed.map_or_else(|| fail(steps, at, PathErrorKind::Fixed), Ok)
    }
}

/// Returns the position of the value inside a container that a step leads to, or `None` if the value is not a
/// container.
fn position(value: &Variant, segment: &Segment) -> Result<Option<usize>, PathErrorKind> {
    step(value, segment).map(|found| found.map(|(at, _)| at))
}

/// The mutable version of [`follow`].
fn follow_mut<'v>(whole: &'v mut Variant, steps: &[Segment]) -> Result<(&'v mut Variant, usize), PathError> {
    let mut value = whole;
    for (at, segment) in steps.iter().enumerate() {
        let Some(position) = position(value, segment).map_err(|kind| failed(steps, at, kind))? else {
            return Ok((value, at));
        };
        value = match child_mut(value, segment, position) {
            Some(child) => child,
            None => return fail(steps, at, PathErrorKind::Packed),
        };
    }
    Ok((value, steps.len()))
}

fn child_mut<'v>(value: &'v mut Variant, segment: &Segment, position: usize) -> Option<&'v mut Variant> {
    match value {
        Variant::Array(array) => array.get_mut(position),
        Variant::Dictionary(dictionary) => {
            let (key, value) = dictionary.pairs_mut().get_mut(position)?;
            Some(if matches!(segment, Segment::KeyAt(_)) { key } else { value })
        }
        Variant::Object(Object::Full(data)) => data.properties.get_mut(position).map(|(_, value)| value),
        _ => None,
    }
}

/// Returns a part of a value that contains no other values.
fn inner(value: &Variant, segment: &Segment) -> Result<Variant, PathErrorKind> {
    let fields = parts::fields(value);
    let (kind, len) = (value.kind().name(), parts::count(value));
    let found = match (segment, key_of(segment)) {
        (Segment::Index(index), _) => parts::element(value, *index),
        (_, Some(Variant::String(name))) => parts::component(value, &name.to_string_lossy()),
        _ => None,
    };
    found.ok_or_else(|| match (len, segment) {
        (Some(len), Segment::Index(_)) => PathErrorKind::PastEnd { len },
        (Some(len), _) => PathErrorKind::NoKeys { kind, len },
        (None, _) if fields.is_empty() => PathErrorKind::NoWay { kind },
        (None, _) => missing(fields.iter().map(|field| field.name.to_owned())),
    })
}

/// Sets a part of a value that contains no other values, from step `at` on. The part is copied, changed and
/// put back.
fn set_inside(
    value: &mut Variant,
    steps: &[Segment],
    at: usize,
    new: &Variant,
) -> Result<Option<Variant>, PathError> {
    let Some(segment) = steps.get(at) else { return fail(steps, at, PathErrorKind::Fixed) };
    let last = at + 1 == steps.len();
    let added =
        matches!((segment, parts::count(value)), (Segment::Index(at), Some(len)) if last && *at == len);
    let old = if added { None } else { Some(inner(value, segment).map_err(|kind| failed(steps, at, kind))?) };
    let (part, old) = match old {
        Some(mut part) if !last => {
            let old = set_inside(&mut part, steps, at + 1, new)?;
            (part, old)
        }
        // If the part has the new value already, its bytes stay. They may differ from it: a signaling NaN of
        // 32 bits is read as a quiet one.
        Some(part) if parts::same(&part, new) => return Ok(Some(part)),
        old => (new.clone(), old),
    };
    let put = match (segment, key_of(segment)) {
        (Segment::Index(index), _) => parts::set_element(value, *index, &part),
        (_, Some(Variant::String(name))) => {
            parts::set_component(value, &name.to_string_lossy(), &part).unwrap_or(Ok(()))
        }
        _ => Ok(()),
    };
    match put {
        Ok(()) => Ok(old),
        Err(wanted) => {
            let value = format!("{} {}", part.kind().name(), part.preview(super::Table::Godot4, 60));
            fail(steps, at, PathErrorKind::Unfit { value, wanted })
        }
    }
}

/// Adds a value that does not exist yet. Returns false if it cannot be added there.
fn add(value: &mut Variant, segment: &Segment, new: Variant) -> bool {
    match value {
        Variant::Array(array) => {
            let at_end = *segment == Segment::Index(array.len());
            if at_end {
                array.push(new);
            }
            at_end
        }
        Variant::Dictionary(dictionary) => {
            key_of(segment).map(|key| dictionary.pairs_mut().push((key, new))).is_some()
        }
        Variant::Object(Object::Full(data)) => {
            let Some(Variant::String(name)) = key_of(segment) else { return false };
            data.properties.push((name, new));
            true
        }
        _ => false,
    }
}

/// Returns the declared types of a container. For an array, the type of its elements is that of the values.
fn types_of<'v>(container: &'v Variant) -> Option<Cow<'v, EntryTypes>> {
    match container {
        Variant::Array(array) => {
            Some(Cow::Owned(EntryTypes { key: None, value: Some(array.element_type()?.clone()) }))
        }
        Variant::Dictionary(dictionary) => Some(Cow::Borrowed(dictionary.entry_types()?)),
        _ => None,
    }
}

/// Checks that a typed container is declared to hold the new value, because an engine would change or drop
/// any other. `is_new` returns whether the last step is a key that the container does not have.
fn as_declared(
    types: &EntryTypes,
    steps: &[Segment],
    new: &Variant,
    is_new: impl FnOnce() -> bool,
) -> Result<(), PathError> {
    let Some((last, outer)) = steps.split_last() else { return Ok(()) };
    let check = |value: &Variant, declared: &Option<ElementType>| match declared {
        Some(declared) if !declared.admits(value) => {
            let value = format!("{} {}", value.kind().name(), value.preview(super::Table::Godot4, 60));
            let wanted = format!("{declared}, as its container is declared");
            fail(steps, outer.len(), PathErrorKind::Unfit { value, wanted })
        }
        Some(_) | None => Ok(()),
    };
    if matches!(last, Segment::KeyAt(_)) {
        return check(new, &types.key);
    }
    check(new, &types.value)?;
    match types.key.is_some() && is_new() {
        true => key_of(last).map_or(Ok(()), |key| check(&key, &types.key)),
        false => Ok(()),
    }
}

/// Returns an error if another entry has the key.
fn not_taken<K: Borrow<Variant>>(
    mut others: impl Iterator<Item = K>,
    key: &Variant,
) -> Result<(), PathErrorKind> {
    if others.any(|other| other.borrow().same_key(key)) { Err(PathErrorKind::Taken) } else { Ok(()) }
}
