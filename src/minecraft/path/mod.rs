//! Paths into NBT.

mod bytes;
mod change;
mod compare;
mod lost;
mod viewed;
mod walk;

pub use compare::{diff, diff_each};

use change::{ArrayMut, PlaceMut};

use super::model::nbt::types::for_each_tag;
use super::nbt::{Compound, JavaStr, List, Nbt, Tag, TagRef};
use crate::path::{Path, PathError, PathErrorKind, Segment, fail, missing};

impl Segment {
    /// The step to the tag with a name in a compound, whose entry is at this position: by the name, or by the position if no text
    /// leads to the name.
    #[must_use]
    pub fn of_name(name: &JavaStr<'_>, at: usize) -> Self {
        step_to(name, at)
    }
}

impl<'a> Nbt<'a> {
    /// The value that a path leads to: of a name, an element of a list or array. What is no tag by itself, as an
    /// element of a list, is made one.
    ///
    /// # Errors
    /// If the path leads nowhere: at which step, and what there is instead.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::{Compound, List, Nbt, Tag};
    /// let gold = Compound::from_iter([("Count", 7_i8)]);
    /// let items = Tag::List(List::Compound([gold].into()));
    /// let root = Nbt::unnamed(Compound::from_iter([("Items", items)]));
    /// assert_eq!(root.get_path(&"$.Items[0].Count".parse()?)?, Tag::Byte(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get_path(&self, path: &Path) -> Result<Tag<'a>, PathError> {
        let steps = path.segments();
        Ok(descend(TagRef::from(&self.root), steps, step)?.to_tag())
    }

    /// The value of a name that a path leads to, to be changed where it is. Elements of lists and arrays are no tags
    /// by themselves, so that [`set_path`](Self::set_path) has to set them; what is inside them can be lent.
    ///
    /// # Errors
    /// The errors of [`get_path`](Self::get_path), and an error for such an element.
    pub fn get_path_mut(&mut self, path: &Path) -> Result<&mut Tag<'a>, PathError> {
        let steps = path.segments();
        match descend(PlaceMut::Tag(&mut self.root), steps, PlaceMut::step)? {
            PlaceMut::Tag(tag) => Ok(tag),
            PlaceMut::Compound(_) | PlaceMut::List(_) | PlaceMut::Array(_) => {
                fail(steps, steps.len().saturating_sub(1), PathErrorKind::Packed)
            }
        }
    }

    /// Puts a value where a path leads, and gives what was there. A name that is not there yet is added after the
    /// others, and so is an element at the position one past the last. Elements have the type of their list or
    /// array; an empty list takes any.
    ///
    /// # Errors
    /// If the path leads nowhere, or the value does not fit there; then nothing changes.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::{Compound, Nbt, Tag};
    /// let mut root = Nbt::unnamed(Compound::from_iter([("Gold", 7)]));
    /// assert_eq!(root.set_path(&"$.Gold".parse()?, Tag::Int(999))?, Some(Tag::Int(7)));
    /// assert_eq!(root.root.get("Gold"), Some(&Tag::Int(999)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_path(&mut self, path: &Path, new: Tag<'a>) -> Result<Option<Tag<'a>>, PathError> {
        let steps = path.segments();
        let Some((segment, outer)) = steps.split_last() else { return fail(steps, 0, PathErrorKind::Fixed) };
        let place = descend(PlaceMut::Tag(&mut self.root), outer, PlaceMut::step)?;
        match place.put(segment, new) {
            Ok(old) => Ok(old),
            Err(kind) => fail(steps, outer.len(), kind),
        }
    }

    /// Takes out the value that a path leads to. Of entries with one name all go, and the last is given back.
    ///
    /// # Errors
    /// If the path leads nowhere, or to the whole root.
    pub fn remove_path(&mut self, path: &Path) -> Result<Tag<'a>, PathError> {
        let steps = path.segments();
        let old = self.get_path(path)?;
        let Some((segment, outer)) = steps.split_last() else { return fail(steps, 0, PathErrorKind::Fixed) };
        let place = descend(PlaceMut::Tag(&mut self.root), outer, PlaceMut::step)?;
        place.take(segment);
        Ok(old)
    }
}

/// Takes one step after the other from a place; the error has the path of the step that leads nowhere.
fn descend<P>(
    start: P,
    steps: &[Segment],
    step: impl Fn(P, &Segment) -> Result<P, PathErrorKind>,
) -> Result<P, PathError> {
    let mut all = steps.iter().enumerate();
    all.try_fold(start, |place, (at, segment)| step(place, segment).or_else(|kind| fail(steps, at, kind)))
}

/// The name in a step of a path.
pub(super) fn name(segment: &Segment) -> Option<String> {
    match segment {
        Segment::Name(name) => Some(name.clone().into_owned()),
        // Shells take quotes away.
        Segment::Literal(key) => Some(key.clone()),
        Segment::Index(_) | Segment::KeyAt(_) | Segment::ValueAt(_) => None,
    }
}

/// Returns the step to the tag of a name of the entry at this position: by the name, or by the position if no text leads to
/// the name.
pub(crate) fn step_to(name: &JavaStr<'_>, at: usize) -> Segment {
    match name.to_str() {
        Some(text) if JavaStr::from(&*text).as_bytes() == name.as_bytes() => Segment::text(&text),
        Some(_) | None => Segment::ValueAt(at),
    }
}

/// The entry with the name of a step; of several the last.
fn entry(compound: &Compound<'_>, segment: &Segment) -> Result<usize, PathErrorKind> {
    if let Segment::ValueAt(index) = segment {
        let len = compound.entries().len();
        return if *index < len { Ok(*index) } else { Err(PathErrorKind::PastEnd { len }) };
    }
    let Some(name) = name(segment) else { return Err(PathErrorKind::NoWay { kind: "Compound" }) };
    let name = JavaStr::from(name.as_str());
    let found = compound.entries().iter().rposition(|(other, _)| *other == name);
    found.ok_or_else(|| missing(compound.entries().iter().map(|(name, _)| format!("{name:?}"))))
}

fn index(segment: &Segment, kind: &'static str, len: usize) -> Result<usize, PathErrorKind> {
    match segment {
        Segment::Index(index) if *index < len => Ok(*index),
        Segment::Index(_) => Err(PathErrorKind::PastEnd { len }),
        Segment::Name(_) | Segment::Literal(_) | Segment::KeyAt(_) | Segment::ValueAt(_) => {
            Err(PathErrorKind::NoWay { kind })
        }
    }
}

/// An element of a list or array, the value of an entry.
fn at<'v, 'a>(tag: TagRef<'v, 'a>, at: usize) -> Option<TagRef<'v, 'a>> {
    match tag {
        TagRef::Compound(compound) => compound.entries().get(at).map(|(_, tag)| tag.into()),
        TagRef::List(list) => list.get(at),
        TagRef::ByteArray(array) => array.get(at).map(TagRef::Byte),
        TagRef::IntArray(array) => array.get(at).map(TagRef::Int),
        TagRef::LongArray(array) => array.get(at).map(TagRef::Long),
        TagRef::Byte(_) | TagRef::Short(_) | TagRef::Int(_) | TagRef::Long(_) => None,
        TagRef::Float(_) | TagRef::Double(_) | TagRef::String(_) => None,
    }
}

fn step<'v, 'a>(tag: TagRef<'v, 'a>, segment: &Segment) -> Result<TagRef<'v, 'a>, PathErrorKind> {
    let name = tag.id().name();
    let place = match tag {
        TagRef::Compound(compound) => entry(compound, segment)?,
        TagRef::List(list) => index(segment, name, list.len())?,
        leaf => index(segment, name, count(leaf).ok_or(PathErrorKind::NoWay { kind: name })?)?,
    };
    at(tag, place).ok_or(PathErrorKind::Fixed)
}

fn no_way(tag: &Tag<'_>) -> PathErrorKind {
    PathErrorKind::NoWay { kind: tag.id().name() }
}

/// A row becomes an arm of what is done only with arrays.
macro_rules! arrays {
    ($($shape:ident $name:ident;)+) => {
        /// Returns the number of elements of an array; `None` if the tag is not one.
        fn count(tag: TagRef<'_, '_>) -> Option<usize> {
            match tag {
                $(TagRef::$name(x) => array!($shape x => Some(x.len())),)+
            }
        }

        impl<'v, 'a> ArrayMut<'v, 'a> {
            /// The array that a tag is.
            fn of(tag: &'v mut Tag<'a>) -> Option<Self> {
                match tag {
                    $(Tag::$name(x) => array!($shape x => Some(Self::$name(x))),)+
                }
            }

            /// The array at a position of a list.
            fn in_list(list: &'v mut List<'a>, at: usize) -> Option<Self> {
                match list {
                    List::End => None,
                    $(List::$name(x) => array!($shape x => x.get_mut(at).map(Self::$name)),)+
                }
            }
        }
    };
}

#[rustfmt::skip] // A table.
macro_rules! array {
    (array $x:ident => $then:expr) => { $then };
    (number $x:ident => $then:expr) => { array!(@none $x) };
    (text $x:ident => $then:expr) => { array!(@none $x) };
    (list $x:ident => $then:expr) => { array!(@none $x) };
    (compound $x:ident => $then:expr) => { array!(@none $x) };
    (@none $x:ident) => {{ let _ = $x; None }};
}

for_each_tag!(arrays);
