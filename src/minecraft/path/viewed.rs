//! Differences between two roots in their encoded bytes. Bytes that are equal are not decoded.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use nom::Offset as _;

use super::super::ids::TagId;
use super::super::nbt::{JavaStr, NbtView, Tag, TagView};
use super::compare::Fingerprint;
use super::{Place, step_to};
use crate::path::{
    Change, DEEPEST_VIEW, Diff, Found, Inside, Node, Pairing, Path, SMALL_VIEW, Segment, equal_ends,
};

impl<'a> NbtView<'a> {
    /// Calls a function with each difference to another root, as [`diff_each`](super::diff_each) does for trees: the
    /// differences, their paths and their order are the same.
    ///
    /// Parts of both roots with the same bytes are skipped. Of large values only the parts that differ are decoded, one at
    /// a time, so comparing takes little memory in addition to both inputs: what differs, and up to a word for each entry
    /// and element of the open containers. Values more than 8 levels deep are compared as trees, and so are roots in
    /// different forms.
    ///
    /// # Errors
    /// The first one of the function, after which it is not called again.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, nbt::NbtView};
    /// use std::convert::Infallible;
    /// let parse = |bytes| Protocol::V1_14.parse::<NbtView<'_>>(bytes);
    /// let old = parse(b"\x0a\0\0\x03\0\x04Gold\0\0\0\x07\0")?;
    /// let new = parse(b"\x0a\0\0\x03\0\x04Gold\0\0\x03\xe7\0")?;
    /// let mut paths = Vec::new();
    /// let each = |path: &gamewire::path::Path, _| Ok::<(), Infallible>(paths.push(path.to_string()));
    /// old.diff_each(&new, each)?;
    /// assert_eq!(paths, ["$.Gold"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn diff_each<E>(
        &self,
        new: &NbtView<'a>,
        mut each: impl FnMut(&Path, Change<Tag<'a>>) -> Result<(), E>,
    ) -> Result<(), E> {
        let whole = |nbt: &NbtView<'a>| Viewed { tag: nbt.root(), depth: 0, parts: OnceCell::new() };
        let mut diff = Diff::new(whole(self), whole(new));
        while let Some(found) = diff.find_next() {
            match found {
                Found::Change(change) => each(diff.path(), change)?,
                Found::Pair(old, new) => {
                    let (old, new) = (old.tag.to_tag(), new.tag.to_tag());
                    Diff::part(&mut diff, (Place::Tag(&old), Place::Tag(&new)), &mut each)?;
                }
            }
        }
        Ok(())
    }
}

/// A value in its bytes that is being compared.
#[derive(Debug, Clone)]
struct Viewed<'a> {
    /// Exactly the bytes of the payload.
    tag: TagView<'a>,
    depth: u8,
    parts: OnceCell<Option<Rc<Parts>>>,
}

/// The places of the entries or elements inside a value.
#[derive(Debug)]
struct Parts {
    /// The type of the elements; `None` of entries.
    elements: Option<TagId>,
    /// The start of each, and the end of the last.
    bounds: Vec<u32>,
    /// The fingerprints of large values that were asked for: each takes walks of the value.
    prints: RefCell<HashMap<usize, u64>>,
}

impl Parts {
    /// `None` if the value has no children, or its children are not compared in their bytes.
    fn of(tag: TagView<'_>) -> Option<Self> {
        let whole = tag.bytes();
        // The bounds of values fit.
        u32::try_from(whole.len()).ok()?;
        let place = |at: &[u8]| u32::try_from(whole.offset(at)).ok();
        let mut bounds = Vec::new();
        let mut add = |at| place(at).map(|at| bounds.push(at));
        let elements = match tag.as_compound() {
            Some(compound) => {
                compound.places().try_for_each(|(start, ..)| add(start))?;
                // The end of a compound has one byte.
                add(whole.get(whole.len() - 1..)?)?;
                None
            }
            None => {
                let list = tag.as_list().filter(|list| !is_number(list.element_type()))?;
                list.iter().try_for_each(|element| add(element.bytes()))?;
                add(whole.get(whole.len()..)?)?;
                Some(list.element_type())
            }
        };
        Some(Self { elements, bounds, prints: RefCell::default() })
    }

    fn len(&self) -> usize {
        self.bounds.len() - 1
    }
}

/// A list of numbers is compared as a tree, which is no larger.
fn is_number(id: TagId) -> bool {
    match id {
        TagId::End | TagId::Byte | TagId::Short | TagId::Int | TagId::Long | TagId::Float | TagId::Double => {
            true
        }
        TagId::ByteArray | TagId::IntArray | TagId::LongArray => false,
        TagId::String | TagId::List | TagId::Compound => false,
    }
}

impl<'a> Viewed<'a> {
    fn is_large(&self) -> bool {
        self.tag.bytes().len() > SMALL_VIEW && self.depth < DEEPEST_VIEW
    }

    /// The places inside, if the value has children that are compared in their bytes.
    fn parts(&self) -> Option<&Parts> {
        self.parts.get_or_init(|| Parts::of(self.tag).map(Rc::new)).as_deref()
    }

    fn len(&self) -> usize {
        self.parts().map_or(0, Parts::len)
    }

    /// The name and the value of an entry; of an element no name.
    fn child(&self, index: usize) -> Option<(Option<JavaStr<'a>>, TagView<'a>)> {
        let parts = self.parts()?;
        let bound = |at: usize| parts.bounds.get(at).and_then(|bound| usize::try_from(*bound).ok());
        let bytes = self.tag.bytes().get(bound(index)?..bound(index + 1)?)?;
        match parts.elements {
            Some(id) => Some((None, self.tag.inner(id, bytes))),
            None => self.tag.as_compound()?.entry(bytes).map(|(name, tag)| (Some(name), tag)),
        }
    }

    fn names(&self) -> impl Iterator<Item = JavaStr<'a>> {
        (0..self.len()).filter_map(|index| self.child(index)?.0)
    }
}

impl<'a> Node for Viewed<'a> {
    type Value = Tag<'a>;

    fn value(&self) -> Tag<'a> {
        self.tag.to_tag()
    }

    fn inside(&self) -> Inside {
        self.parts().map_or(Inside::Nothing, |parts| match parts.elements {
            Some(_) => Inside::Elements(parts.len()),
            None => Inside::Entries,
        })
    }

    fn fingerprint(&self) -> u64 {
        let mut print = Fingerprint::default();
        let mut open = vec![self.clone()];
        while print.left() > 0
            && let Some(value) = open.pop()
        {
            let parts = if value.is_large() { value.parts() } else { None };
            let Some(parts) = parts else {
                print.tree(Place::Tag(&value.tag.to_tag()));
                continue;
            };
            match parts.elements {
                Some(id) => print.list(id, parts.len()),
                None => print.compound(parts.len()),
            }
            let left = print.left();
            value.names().take(left).for_each(|name| print.name(&name));
            open.extend((0..parts.len().min(left)).filter_map(|index| value.at(index)));
        }
        print.finish()
    }

    fn fingerprint_at(&self, index: usize) -> u64 {
        let (Some(parts), Some(value)) = (self.parts(), self.at(index)) else { return 0 };
        if !value.is_large() {
            return value.fingerprint();
        }
        if let Some(print) = parts.prints.borrow().get(&index) {
            return *print;
        }
        let print = value.fingerprint();
        parts.prints.borrow_mut().insert(index, print);
        print
    }

    fn same(&self, _: &Self) -> bool {
        // Values are opened only if they are.
        true
    }

    fn at(&self, index: usize) -> Option<Self> {
        let (_, tag) = self.child(index)?;
        Some(Self { tag, depth: self.depth + 1, parts: OnceCell::new() })
    }

    fn step(&self, index: usize) -> Option<Segment> {
        self.child(index)?.0.map(|name| step_to(&name, index))
    }

    fn key(&self, _: usize) -> Option<Tag<'a>> {
        None
    }

    fn pairing(&self, other: &Self) -> Pairing {
        let names = |of: &Self| of.names().map(|name| name.as_bytes().to_vec()).collect::<Vec<_>>();
        Pairing::of(&names(self), &names(other))
    }

    fn is_equal(&self, other: &Self) -> bool {
        self.tag.is_alike(&other.tag) && self.tag.bytes() == other.tag.bytes()
    }

    fn opens(&self, other: &Self) -> bool {
        let elements = |of: &Self| of.parts().map(|parts| parts.elements);
        (self.is_large() || other.is_large())
            && self.tag.is_alike(&other.tag)
            && elements(self).is_some()
            && elements(self) == elements(other)
    }

    fn equal_ends(&self, other: &Self) -> (usize, usize) {
        equal_ends((self.len(), other.len()), (0, 0), |at, there| {
            self.at(at).zip(other.at(there)).is_some_and(|(a, b)| a.is_equal(&b))
        })
    }
}
