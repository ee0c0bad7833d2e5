//! Paths into values of Godot.

mod bytes;
mod compare;
mod lost;
mod parts;
mod steps;
mod update;
mod viewed;
mod walk;

pub use compare::{diff, diff_each};

use std::borrow::Cow;

use super::model::{ContainerMut, ContainerRef, Dictionary, ElementType, EntryTypes, Text, Variant};
use super::view::DictionaryView;
use crate::path::{Path, PathError, PathErrorKind, Segment, fail, failed, missing};
use steps::{Step, find, find_property, keys, property_names, step_to, step_to_property};

impl Segment {
    /// The step to the value of a key of a dictionary, whose entry is at this position: by the key as text, or by the position if
    /// no text leads to the key.
    ///
    /// ```
    /// use gamewire::godot::Variant;
    /// use gamewire::path::Segment;
    /// assert_eq!(Segment::of_key(&"hp".into(), 0), Segment::text("hp"));
    /// assert_eq!(Segment::of_key(&Variant::Int(-3), 1).to_string(), "[-3]");
    /// ```
    #[must_use]
    pub fn of_key(key: &Variant<'_>, at: usize) -> Self {
        step_to(key, at)
    }

    /// The step to a property of an object, which is at this position: by its name, or by the position if no text leads to
    /// the name.
    #[must_use]
    pub fn of_property(name: &Text<'_>, at: usize) -> Self {
        step_to_property(name, at)
    }
}

impl<'a> Variant<'a> {
    /// The value that a path leads to: an element, the value of a key, a property of a full object, an element of
    /// a packed array, a component of a vector or matrix. The last two are made on the way, the others are there.
    ///
    /// # Errors
    /// If the path leads nowhere: [`PathError`] says at which step, and what there is instead.
    ///
    /// ```
    /// use gamewire::godot::{Variant, Vector3, Transform3D};
    /// let path = Variant::from(vec![Transform3D::default().into(), Variant::from(Vector3::new(1.0, 2.0, 3.0))]);
    /// assert_eq!(*path.get_path(&"$[1].z".parse()?)?, Variant::Float(3.0));
    /// assert_eq!(*path.get_path(&"$[0].basis.y.y".parse()?)?, Variant::Float(1.0));
    /// assert!(path.get_path(&"$[2]".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get_path(&self, path: &Path) -> Result<Cow<'_, Variant<'a>>, PathError> {
        let steps = path.segments();
        let mut value = self;
        for (at, segment) in steps.iter().enumerate() {
            value = match child(value, segment) {
                Ok(Some(child)) => child,
                Ok(None) => {
                    let mut part: Variant<'a> =
                        inner(value, segment).map_err(|kind| failed(steps, at, kind))?;
                    for (at, segment) in steps.iter().enumerate().skip(at + 1) {
                        part = inner(&part, segment).map_err(|kind| failed(steps, at, kind))?;
                    }
                    return Ok(Cow::Owned(part));
                }
                Err(kind) => return fail(steps, at, kind),
            };
        }
        Ok(Cow::Borrowed(value))
    }

    /// The value that a path leads to, to be changed where it is. Elements of packed arrays, components and keys
    /// cannot be lent so: [`set_path`](Self::set_path) sets them.
    ///
    /// # Errors
    /// The errors of [`get_path`](Self::get_path), and an error for such a part.
    pub fn get_path_mut(&mut self, path: &Path) -> Result<&mut Variant<'a>, PathError> {
        let steps = path.segments();
        let mut value = self;
        for (at, segment) in steps.iter().enumerate() {
            match child(value, segment) {
                // A key that changed might be one that is there already.
                Ok(Some(_)) if matches!(segment, Segment::KeyAt(_)) => {
                    return fail(steps, at, PathErrorKind::Packed);
                }
                Ok(Some(_)) => {}
                Ok(None) => {
                    let kind = inner(value, segment).err().unwrap_or(PathErrorKind::Packed);
                    return fail(steps, at, kind);
                }
                Err(kind) => return fail(steps, at, kind),
            }
            value = match child_mut(value, segment) {
                Some(child) => child,
                None => return fail(steps, at, PathErrorKind::Packed),
            };
        }
        Ok(value)
    }

    /// Puts a value where a path leads, and gives what was there. A key or property that is not there yet is added
    /// after the others, and so is an element at the position one past the last.
    ///
    /// Elements of packed arrays and components take what fits their type: an int a float that is whole, a float
    /// any number. Typed arrays and dictionaries take what they are [declared](ElementType::admits) to hold.
    ///
    /// # Errors
    /// If the path leads nowhere, or the value does not fit there; then nothing changes.
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
    pub fn set_path(&mut self, path: &Path, new: Variant<'a>) -> Result<Option<Variant<'a>>, PathError> {
        let steps = path.segments();
        if let Some((_, outer)) = steps.split_last()
            && let Ok(container) = self.get_path(&outer.to_vec().into())
            && let Some(types) = types_of(&container)
        {
            let entries = container.as_dictionary().map_or(&[][..], |all| all.as_slice());
            as_declared(&types, steps, &new, |step| find(entries, step).is_none())?;
        }
        let mut value = self;
        for (at, segment) in steps.iter().enumerate() {
            let last = at + 1 == steps.len();
            match child(value, segment) {
                Ok(Some(_)) => {}
                Ok(None) => return set_inside(value, steps, at, &new),
                Err(kind) => {
                    if last && add(value, segment, new) {
                        return Ok(None);
                    }
                    return fail(steps, at, kind);
                }
            }
            if last && let Segment::KeyAt(_) = segment {
                not_taken(value, segment, &new).map_err(|kind| failed(steps, at, kind))?;
            }
            value = match child_mut(value, segment) {
                Some(child) => child,
                None => return fail(steps, at, PathErrorKind::Packed),
            };
        }
        Ok(Some(std::mem::replace(value, new)))
    }

    /// Takes out the value that a path leads to: an element, with a key the whole entry, a property. Of entries
    /// with equal keys all go, and the last value is given back.
    ///
    /// # Errors
    /// If the path leads nowhere, or to what cannot be taken out: the whole value, a component.
    ///
    /// ```
    /// use gamewire::godot::{Dictionary, Variant};
    /// let mut hp = Variant::from(Dictionary::from_iter([("ada", 10), ("bob", 7)]));
    /// assert_eq!(hp.remove_path(&"$.ada".parse()?)?, Variant::Int(10));
    /// assert_eq!(hp.to_string(), r#"{"bob": 7}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_path(&mut self, path: &Path) -> Result<Variant<'a>, PathError> {
        let steps = path.segments();
        let Some((segment, outer)) = steps.split_last() else { return fail(steps, 0, PathErrorKind::Fixed) };
        let at = outer.len();
        let parent = self.get_path_mut(&outer.to_vec().into())?;
        if let Err(kind) = child(parent, segment) {
            return fail(steps, at, kind);
        }
        let removed = match parent.as_container_mut() {
            ContainerMut::Items(array) => {
                if let Segment::Index(index) = segment {
                    Some(array.remove(*index))
                } else {
                    None
                }
            }
            ContainerMut::Entries(dictionary) => remove_entry(dictionary, segment),
            ContainerMut::Properties(data) => {
                let found = find_property(&data.properties, segment);
                let name = found.and_then(|at| data.properties.get(at)).map(|(name, _)| name.clone());
                let removed = found.map(|at| data.properties.remove(at).1);
                data.properties.retain(|(other, _)| Some(other) != name.as_ref());
                removed
            }
            ContainerMut::Nothing => match (inner(parent, segment), segment) {
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

/// The value inside a container that a step leads to; `None` if the value is no container of values.
fn child<'v, 'a>(
    value: &'v Variant<'a>,
    segment: &Segment,
) -> Result<Option<&'v Variant<'a>>, PathErrorKind> {
    match value.as_container() {
        ContainerRef::Items(array) => {
            let Segment::Index(index) = segment else {
                return Err(PathErrorKind::NoWay { kind: value.kind().name() });
            };
            array.get(*index).map(Some).ok_or(PathErrorKind::PastEnd { len: array.len() })
        }
        ContainerRef::Entries(dictionary) => {
            let step = Step::of(segment);
            let entry = find(dictionary.as_slice(), &step).and_then(|at| dictionary.get_index(at));
            match (entry, step) {
                (Some((key, _)), Step::KeyAt(_)) => Ok(Some(key)),
                (Some((_, value)), _) => Ok(Some(value)),
                (None, Step::KeyAt(_) | Step::ValueAt(_)) => {
                    Err(PathErrorKind::PastEnd { len: dictionary.len() })
                }
                (None, _) => Err(missing(keys(dictionary.as_slice()))),
            }
        }
        ContainerRef::Properties(data) => {
            let property = find_property(&data.properties, segment).and_then(|at| data.properties.get(at));
            match property {
                Some((_, value)) => Ok(Some(value)),
                None => Err(missing(property_names(&data.properties))),
            }
        }
        ContainerRef::Nothing => Ok(None),
    }
}

fn child_mut<'v, 'a>(value: &'v mut Variant<'a>, segment: &Segment) -> Option<&'v mut Variant<'a>> {
    match value.as_container_mut() {
        ContainerMut::Items(array) => {
            let Segment::Index(index) = segment else { return None };
            array.get_mut(*index)
        }
        ContainerMut::Entries(dictionary) => {
            let step = Step::of(segment);
            let at = find(dictionary.as_slice(), &step)?;
            let (key, value) = dictionary.pairs_mut().get_mut(at)?;
            Some(if matches!(step, Step::KeyAt(_)) { key } else { value })
        }
        ContainerMut::Properties(data) => {
            let at = find_property(&data.properties, segment)?;
            data.properties.get_mut(at).map(|(_, value)| value)
        }
        ContainerMut::Nothing => None,
    }
}

/// Returns a part of a value without values inside.
fn inner(value: &Variant<'_>, segment: &Segment) -> Result<Variant<'static>, PathErrorKind> {
    let fields = parts::fields(value);
    let found = match Step::of(segment) {
        Step::Index(index) => {
            parts::count(value).map(|len| parts::element(value, index).ok_or(PathErrorKind::PastEnd { len }))
        }
        Step::Text(name) => (!fields.is_empty()).then(|| {
            let there = fields.iter().map(|field| field.name.to_owned());
            parts::component(value, &name).ok_or_else(|| missing(there))
        }),
        Step::Key(_) | Step::KeyAt(_) | Step::ValueAt(_) => None,
    };
    found.unwrap_or_else(|| Err(PathErrorKind::NoWay { kind: value.kind().name() }))
}

/// Sets a part of a value without children, from step `at` on: a part of it is changed and put back.
fn set_inside<'a>(
    value: &mut Variant<'_>,
    steps: &[Segment],
    at: usize,
    new: &Variant<'_>,
) -> Result<Option<Variant<'a>>, PathError> {
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
        // The value that a part is read as does not replace it: a 32-bit signalling NaN is read as a quiet one.
        Some(part) if parts::same(&part, new) => return Ok(Some(part.into_owned())),
        old => (new.clone().into_owned(), old),
    };
    let put = match Step::of(segment) {
        Step::Index(index) => parts::set_element(value, index, &part),
        Step::Text(name) => parts::set_component(value, &name, &part).unwrap_or(Ok(())),
        Step::Key(_) | Step::KeyAt(_) | Step::ValueAt(_) => Ok(()),
    };
    match put {
        Ok(()) => Ok(old.map(Variant::into_owned)),
        Err(wanted) => {
            let value = format!("{} {}", part.kind().name(), part.preview(super::Table::Godot4, 60));
            fail(steps, at, PathErrorKind::Unfit { value, wanted })
        }
    }
}

/// Adds what is not there yet; `false` if there is no way to.
fn add<'a>(value: &mut Variant<'a>, segment: &Segment, new: Variant<'a>) -> bool {
    match value.as_container_mut() {
        ContainerMut::Items(array) => {
            let at_end = *segment == Segment::Index(array.len());
            if at_end {
                array.push(new);
            }
            at_end
        }
        ContainerMut::Entries(dictionary) => {
            let key = Step::of(segment).into_key();
            key.map(|key| dictionary.pairs_mut().push((key, new))).is_some()
        }
        ContainerMut::Properties(data) => {
            let Step::Text(name) = Step::of(segment) else { return false };
            data.properties.push((Text::from(name), new));
            true
        }
        ContainerMut::Nothing => false,
    }
}

/// The declared types of a container; of an array, the type of its elements is that of the values.
fn types_of<'v>(container: &'v Variant<'_>) -> Option<Cow<'v, EntryTypes<'v>>> {
    match container.as_container() {
        ContainerRef::Items(array) => {
            Some(Cow::Owned(EntryTypes { key: None, value: Some(array.element_type()?.clone()) }))
        }
        ContainerRef::Entries(dictionary) => Some(Cow::Borrowed(dictionary.entry_types()?)),
        ContainerRef::Properties(_) | ContainerRef::Nothing => None,
    }
}

/// A typed container takes what it is declared to hold: an engine would change or drop anything else. `is_new` is whether
/// the last step is a key that the container does not have.
fn as_declared(
    types: &EntryTypes<'_>,
    steps: &[Segment],
    new: &Variant<'_>,
    is_new: impl FnOnce(&Step) -> bool,
) -> Result<(), PathError> {
    let Some((last, outer)) = steps.split_last() else { return Ok(()) };
    let check = |value: &Variant<'_>, declared: &Option<ElementType<'_>>| match declared {
        Some(declared) if !declared.admits(value) => {
            let value = format!("{} {}", value.kind().name(), value.preview(super::Table::Godot4, 60));
            let wanted = format!("{declared}, as its container is declared");
            fail(steps, outer.len(), PathErrorKind::Unfit { value, wanted })
        }
        Some(_) | None => Ok(()),
    };
    let step = Step::of(last);
    if matches!(step, Step::KeyAt(_)) {
        return check(new, &types.key);
    }
    check(new, &types.value)?;
    match types.key.is_some() && is_new(&step) {
        true => step.into_key().map_or(Ok(()), |key| check(&key, &types.key)),
        false => Ok(()),
    }
}

/// Two entries must not have one key.
fn not_taken(value: &Variant<'_>, segment: &Segment, key: &Variant<'_>) -> Result<(), PathErrorKind> {
    let (Variant::Dictionary(dictionary), Segment::KeyAt(at)) = (value, segment) else { return Ok(()) };
    let taken = dictionary.iter().enumerate().any(|(other, (there, _))| other != *at && there.same_key(key));
    if taken { Err(PathErrorKind::Taken) } else { Ok(()) }
}

fn remove_entry<'a>(dictionary: &mut Dictionary<'a>, segment: &Segment) -> Option<Variant<'a>> {
    let step = Step::of(segment);
    if let Step::KeyAt(_) = step {
        return None;
    }
    if let Step::ValueAt(at) = step {
        return dictionary.remove_index(at).map(|(_, value)| value);
    }
    let mut removed = None;
    while let Some(at) = find(dictionary.as_slice(), &step) {
        let (_, value) = dictionary.remove_index(at)?;
        removed.get_or_insert(value);
    }
    removed
}

/// The keys of a dictionary, as text, where it is.
fn keys_of<'v>(dictionary: &DictionaryView<'v>) -> impl Iterator<Item = String> + use<'v> {
    dictionary.entries().map(|(key, _)| key.to_variant().preview(super::Table::Godot4, 60))
}
