//! Entries of dictionaries that an engine does not keep.

use std::iter::Enumerate;
use std::slice;

use super::steps::step_to;
use crate::error::{Path, Segment};
use crate::godot::dialect::Dialect;
use crate::godot::model::{Inside, Text, Variant, merge};

impl Dialect {
    /// The entries that an engine of this dialect loses when it reads the value, since a later entry of the dictionary has
    /// the same key. Paths lead to the keys, as positions: `$.items.key(2)`.
    ///
    /// [`parse`](Dialect::parse) keeps no such entries; JSON and values that are built may have some, and they are
    /// written as they are.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, json};
    /// let value = json::from_str(r#"{"type":"Dictionary","args":["s:hp","i:1","s:mp","i:2","s:hp","i:3"]}"#)?;
    /// let lost: Vec<String> = Dialect::GODOT_4.lost_entries(&value).map(|path| path.to_string()).collect();
    /// assert_eq!(lost, ["$.key(0)"]);
    /// # Ok::<(), gamewire::godot::json::JsonError>(())
    /// ```
    pub fn lost_entries(&self, value: &Variant<'_>) -> impl Iterator<Item = Path> {
        let mut walk = Walk { dialect: *self, open: Vec::new(), path: Vec::new(), lost: Vec::new() };
        walk.enter(value);
        walk
    }
}

/// Without recursion, for values of any depth.
struct Walk<'v, 'a> {
    dialect: Dialect,
    open: Vec<Children<'v, 'a>>,
    /// To what the innermost container holds at the moment.
    path: Vec<Segment>,
    /// Positions in the innermost dictionary, the last first.
    lost: Vec<usize>,
}

enum Children<'v, 'a> {
    Items(Enumerate<slice::Iter<'v, Variant<'a>>>),
    /// The second one is the entry whose key was visited last.
    Pairs(
        Enumerate<slice::Iter<'v, (Variant<'a>, Variant<'a>)>>,
        Option<(usize, &'v (Variant<'a>, Variant<'a>))>,
    ),
    Properties(slice::Iter<'v, (Text<'a>, Variant<'a>)>),
}

impl<'v, 'a> Children<'v, 'a> {
    fn next(&mut self) -> Option<(Step<'v, 'a>, &'v Variant<'a>)> {
        match self {
            Self::Items(items) => items.next().map(|(at, item)| (Step::Index(at), item)),
            Self::Pairs(pairs, entry) => match entry.take() {
                Some((at, (key, value))) => Some((Step::Key(at, key), value)),
                None => {
                    let (at, pair) = pairs.next()?;
                    *entry = Some((at, pair));
                    Some((Step::KeyAt(at), &pair.0))
                }
            },
            Self::Properties(properties) => properties.next().map(|(name, value)| (Step::Name(name), value)),
        }
    }
}

/// Made into a segment only where something is inside.
enum Step<'v, 'a> {
    Index(usize),
    KeyAt(usize),
    Key(usize, &'v Variant<'a>),
    Name(&'v Text<'a>),
}

impl Step<'_, '_> {
    fn segment(&self) -> Segment {
        match self {
            Self::Index(at) => Segment::Index(*at),
            Self::KeyAt(at) => Segment::KeyAt(*at),
            Self::Key(at, key) => step_to(key, *at),
            Self::Name(name) => Segment::text(&name.to_string_lossy()),
        }
    }
}

impl<'v, 'a> Walk<'v, 'a> {
    /// Starts on what is inside of a value; false if nothing is.
    fn enter(&mut self, value: &'v Variant<'a>) -> bool {
        let children = match value.inside() {
            Inside::Items(array) => Children::Items(array.iter().enumerate()),
            Inside::Entries(dictionary) => {
                let pairs = dictionary.as_slice();
                self.lost = lost(pairs, &self.dialect);
                Children::Pairs(pairs.iter().enumerate(), None)
            }
            Inside::Properties(data) => Children::Properties(data.properties.iter()),
            Inside::Nothing => return false,
        };
        self.open.push(children);
        true
    }
}

impl Iterator for Walk<'_, '_> {
    type Item = Path;

    fn next(&mut self) -> Option<Path> {
        loop {
            if let Some(at) = self.lost.pop() {
                let mut path = self.path.clone();
                path.push(Segment::KeyAt(at));
                return Some(path.into());
            }
            match self.open.last_mut()?.next() {
                Some((step, child)) => {
                    if self.enter(child) {
                        self.path.push(step.segment());
                    }
                }
                None => {
                    self.open.pop();
                    self.path.pop();
                }
            }
        }
    }
}

/// The positions of the entries whose value is not kept, the last first.
fn lost(pairs: &[(Variant<'_>, Variant<'_>)], dialect: &Dialect) -> Vec<usize> {
    // What keeps entries shows which it keeps.
    let number = |at: usize| Variant::Int(i64::try_from(at).unwrap_or(i64::MAX));
    let mut kept: Vec<_> = pairs.iter().enumerate().map(|(at, (key, _))| (key.clone(), number(at))).collect();
    merge(&mut kept, dialect.keys);
    if kept.len() == pairs.len() {
        return Vec::new();
    }
    let mut is_lost = vec![true; pairs.len()];
    for at in kept.iter().filter_map(|(_, at)| usize::try_from(at.as_i64()?).ok()) {
        is_lost.get_mut(at).into_iter().for_each(|is_lost| *is_lost = false);
    }
    let lost = is_lost.into_iter().enumerate().rev().filter(|(_, is_lost)| *is_lost);
    lost.map(|(at, _)| at).collect()
}
