//! Entries of compounds that the game does not keep.

use std::collections::HashSet;
use std::slice;

use crate::error::{Path, Segment};
use crate::minecraft::nbt::{Compound, JavaStr, List, Nbt, Tag};

impl Nbt<'_> {
    /// The entries that the game loses when it reads this, since a later entry of the compound has the same name. Paths lead
    /// to the entries by name; [`encode_nbt`](crate::minecraft::encode_nbt) writes all of them.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::{Compound, Nbt};
    /// let nbt = Nbt::unnamed(Compound::from_iter([("hp", 1), ("mp", 2), ("hp", 3)]));
    /// let lost: Vec<String> = nbt.lost_entries().map(|path| format!("{path:#}")).collect();
    /// assert_eq!(lost, ["$.hp"]);
    /// ```
    pub fn lost_entries(&self) -> impl Iterator<Item = Path> {
        let mut walk = Walk { open: Vec::new(), path: Vec::new(), lost: Vec::new() };
        walk.tag(&self.root);
        walk
    }
}

/// Without recursion, for tags of any depth.
struct Walk<'v, 'a> {
    open: Vec<Children<'v, 'a>>,
    /// To what the innermost of them holds at the moment.
    path: Vec<Segment>,
    /// Of the innermost compound, the last first.
    lost: Vec<&'v JavaStr<'a>>,
}

enum Children<'v, 'a> {
    Entries(slice::Iter<'v, (JavaStr<'a>, Tag<'a>)>),
    Lists(usize, slice::Iter<'v, List<'a>>),
    Compounds(usize, slice::Iter<'v, Compound<'a>>),
}

impl<'v, 'a> Walk<'v, 'a> {
    fn compound(&mut self, compound: &'v Compound<'a>) -> bool {
        let mut later = HashSet::new();
        let entries = compound.entries();
        self.lost = entries.iter().rev().map(|(name, _)| name).filter(|name| !later.insert(*name)).collect();
        self.open.push(Children::Entries(entries.iter()));
        true
    }

    fn list(&mut self, list: &'v List<'a>) -> bool {
        match list {
            List::List(lists) => self.open.push(Children::Lists(0, lists.iter())),
            List::Compound(compounds) => self.open.push(Children::Compounds(0, compounds.iter())),
            List::End | List::Byte(_) | List::Short(_) | List::Int(_) | List::Long(_) => return false,
            List::Float(_) | List::Double(_) | List::String(_) => return false,
            List::ByteArray(_) | List::IntArray(_) | List::LongArray(_) => return false,
        }
        true
    }

    fn tag(&mut self, tag: &'v Tag<'a>) -> bool {
        match tag {
            Tag::Compound(compound) => self.compound(compound),
            Tag::List(list) => self.list(list),
            Tag::Byte(_) | Tag::Short(_) | Tag::Int(_) | Tag::Long(_) => false,
            Tag::Float(_) | Tag::Double(_) | Tag::String(_) => false,
            Tag::ByteArray(_) | Tag::IntArray(_) | Tag::LongArray(_) => false,
        }
    }

    /// One step on; `None` at the end of the innermost.
    fn step(&mut self) -> Option<()> {
        let (step, entered) = match self.open.last_mut()? {
            Children::Entries(entries) => {
                let (name, tag) = entries.next()?;
                (Segment::text(&name.to_str_lossy()), self.tag(tag))
            }
            Children::Lists(at, lists) => {
                let list = lists.next()?;
                *at += 1;
                (Segment::Index(*at - 1), self.list(list))
            }
            Children::Compounds(at, compounds) => {
                let compound = compounds.next()?;
                *at += 1;
                (Segment::Index(*at - 1), self.compound(compound))
            }
        };
        if entered {
            self.path.push(step);
        }
        Some(())
    }
}

impl Iterator for Walk<'_, '_> {
    type Item = Path;

    fn next(&mut self) -> Option<Path> {
        loop {
            if let Some(name) = self.lost.pop() {
                let mut path = self.path.clone();
                path.push(Segment::text(&name.to_str_lossy()));
                return Some(path.into());
            }
            if self.step().is_none() {
                self.open.pop()?;
                self.path.pop();
            }
        }
    }
}
