//! Paths into NBT: access to a nested tag by its path.

mod bytes;
mod change;
mod compare;
mod lost;
mod tree;
mod typed;
#[cfg(feature = "json")]
mod typed_edit;
mod update;

pub use compare::{diff, diff_each};
pub use typed::TypedValue;

use change::{PlaceMut, in_container, put, take};

use super::ids::TagId;
use super::nbt::{JavaStr, JavaStrView, Tag, TagRef};
use crate::error::with_article;
use crate::path::{Path, PathError, PathErrorKind, Segment, TreeName, fail, failed, reach};

impl Segment {
    /// Creates the step to a tag in a compound by its name, or by its position if the name cannot be written in a path.
    #[must_use]
    pub fn of_name<S: AsRef<[u8]>>(name: &JavaStr<S>, at: usize) -> Self {
        step_to(name, at)
    }
}

impl Tag {
    /// Returns the tag at a path, which is the value of a name, or a copy of an element of a list or array. The path is that of a root,
    /// from this tag on.
    ///
    /// # Errors
    /// Returns an error if there is no tag at the path. The error has the step that failed, and what exists instead.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::{Tag, nbt};
    /// let root = Tag::from(nbt!({ "Items": [{ "Count": 7_i8 }] }));
    /// assert_eq!(root.get_path(&"$.Items[0].Count".parse()?)?, Tag::Byte(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get_path(&self, path: &Path) -> Result<Tag, PathError> {
        Ok(reach(TagRef::from(self), path.segments())?.to_tag())
    }

    /// Returns the value of a name at a path, mutably. Elements of lists and arrays cannot be borrowed as tags; use
    /// [`set_path`](Self::set_path) for them. Values inside such elements can be borrowed.
    ///
    /// # Errors
    /// Returns the errors of [`get_path`](Self::get_path), and an error for an element that cannot be borrowed.
    pub fn get_path_mut(&mut self, path: &Path) -> Result<&mut Tag, PathError> {
        let steps = path.segments();
        let mut all = steps.iter().enumerate();
        let place = all.try_fold(PlaceMut::Tag(self), |place, (at, segment)| {
            place.step(segment).map_err(|kind| failed(steps, at, kind))
        });
        match place? {
            PlaceMut::Tag(tag) => Ok(tag),
            PlaceMut::Compound(_) | PlaceMut::List(_) => {
                fail(steps, steps.len().saturating_sub(1), PathErrorKind::Packed)
            }
        }
    }

    /// Sets the value at a path, and returns the previous value. A new name is added at the end, and so is an element
    /// whose position is the length. Elements must have the type of their list or array; an empty list accepts any
    /// type.
    ///
    /// # Errors
    /// Returns an error if there is no such place, or if the value is not allowed there. The tag is then unchanged.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::{Tag, nbt};
    /// let mut root = Tag::from(nbt!({ "Gold": 7 }));
    /// assert_eq!(root.set_path(&"$.Gold".parse()?, Tag::Int(999))?, Some(Tag::Int(7)));
    /// assert_eq!(root["Gold"], Tag::Int(999));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_path(&mut self, path: &Path, new: Tag) -> Result<Option<Tag>, PathError> {
        in_container(self, path.segments(), 0, |container, segment| put(container, segment, new))
    }

    /// Removes the value at a path, and returns it. If several entries have the name, all are removed, and the last
    /// value is returned.
    ///
    /// # Errors
    /// Returns an error if there is no tag at the path, or if the path is that of the whole tag.
    pub fn remove_path(&mut self, path: &Path) -> Result<Tag, PathError> {
        in_container(self, path.segments(), 0, take)
    }
}

/// Returns the name in a step of a path.
fn text(segment: &Segment) -> Option<&str> {
    match segment {
        Segment::Name(name) => Some(name),
        // A shell may have removed the quotes of the name.
        Segment::Literal(key) => Some(key),
        Segment::Index(_) | Segment::KeyAt(_) | Segment::ValueAt(_) => None,
    }
}

fn name(segment: &Segment) -> Option<JavaStr> {
    text(segment).map(JavaStr::from)
}

/// Returns the step to the entry at position `at`: by the name, or by the position if the name cannot be written in a
/// path.
pub(crate) fn step_to<S: AsRef<[u8]>>(name: &JavaStr<S>, at: usize) -> Segment {
    match name.to_str() {
        Some(text) if JavaStrView::lent(&text).as_bytes() == name.as_bytes() => Segment::text(&text),
        Some(_) | None => Segment::ValueAt(at),
    }
}

/// The name of an entry of a compound.
impl<S: AsRef<[u8]> + Clone> TreeName for JavaStr<S> {
    type Wanted = Option<JavaStr>;

    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }

    fn step(&self, at: usize) -> Segment {
        step_to(self, at)
    }

    fn wanted(segment: &Segment) -> Option<JavaStr> {
        name(segment)
    }

    fn is(&self, wanted: &Option<JavaStr>) -> bool {
        wanted.as_ref().is_some_and(|wanted| self == wanted)
    }
}

/// Returns the error for an element of a type that the list or array does not accept.
fn unfit(container: TagId, elements: TagId, new: TagId) -> PathErrorKind {
    let (value, wanted) = match container == TagId::List {
        true => ("another type".into(), format!("{}, as the whole list", with_article(elements.name()))),
        false => (with_article(new.name()), format!("numbers of {}", with_article(container.name()))),
    };
    PathErrorKind::Unfit { value, wanted }
}
