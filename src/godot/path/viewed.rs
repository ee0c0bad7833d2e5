//! Differences between two values in their encoded bytes. Bytes that are equal are not decoded.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::super::ids::Kind;
use super::super::model::{Key, Text, Variant};
use super::super::view::VariantView;
use super::bytes::range;
use super::compare::{Compared, Fingerprint, written};
use super::steps::{step_to, step_to_property};
use crate::path::{
    Change, DEEPEST_VIEW, Diff, Found, Inside, Node, Pairing, Path, SMALL_VIEW, Segment, equal_ends,
};

impl<'a> VariantView<'a> {
    /// Calls a function with each difference to another value, as [`diff_each`](super::super::diff_each) does for trees:
    /// the differences, their paths and their order are the same.
    ///
    /// Parts of both values with the same bytes are skipped. Of large values only the parts that differ are decoded, one at
    /// a time, so comparing takes little memory in addition to both inputs: what differs, and up to a word for each
    /// element and key of the open containers. Values more than 8 levels deep are compared as trees, and so are
    /// dictionaries with duplicate keys, or with keys that are floats or contain values.
    ///
    /// # Errors
    /// The first one of the function, after which it is not called again.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, variant};
    /// use std::convert::Infallible;
    /// let dialect = Dialect::GODOT_4;
    /// let (old, new) = (dialect.encode(&variant!([1, 3]))?, dialect.encode(&variant!([1, 2, 3]))?);
    /// let mut paths = Vec::new();
    /// let each = |path: &gamewire::path::Path, _| Ok::<(), Infallible>(paths.push(path.to_string()));
    /// dialect.view(&old)?.diff_each(&dialect.view(&new)?, each)?;
    /// assert_eq!(paths, ["$[1]"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn diff_each<E>(
        &self,
        new: &VariantView<'a>,
        mut each: impl FnMut(&Path, Change<Variant<'a>>) -> Result<(), E>,
    ) -> Result<(), E> {
        let whole = |view| Viewed { view, depth: 0, parts: OnceCell::new() };
        let mut diff = Diff::new(whole(*self), whole(*new));
        while let Some(found) = diff.find_next() {
            match found {
                Found::Change(change) => each(diff.path(), change)?,
                Found::Pair(old, new) => {
                    let (old, new) = (old.view.to_variant(), new.view.to_variant());
                    Diff::part(&mut diff, (Compared::of(&old), Compared::of(&new)), &mut each)?;
                }
            }
        }
        Ok(())
    }
}

/// A value in its bytes, or a part of one, that is being compared.
#[derive(Debug, Clone)]
struct Viewed<'a> {
    view: VariantView<'a>,
    depth: u8,
    parts: OnceCell<Option<Rc<Parts<'a>>>>,
}

/// The places of the values inside a value.
#[derive(Debug)]
struct Parts<'a> {
    form: Form<'a>,
    /// The start of the first value, and the end of each: of keys and values in turn. Of properties both.
    bounds: Vec<u32>,
    /// The fingerprints of large values that were asked for: each takes walks of the value.
    prints: RefCell<HashMap<usize, u64>>,
}

/// The kinds of values inside a value.
#[derive(Debug)]
enum Form<'a> {
    Elements,
    Entries,
    /// Values, and their names, which are no values.
    Properties(Vec<Text<'a>>),
}

impl<'a> Parts<'a> {
    /// `None` if the value has no children, or its children are not compared in their bytes.
    fn of(view: VariantView<'a>) -> Option<Self> {
        let bytes = view.as_wire();
        // The bounds of values fit.
        u32::try_from(bytes.len()).ok()?;
        let place = |view| {
            let Range { start, end } = range(bytes, view);
            Some((u32::try_from(start).ok()?, u32::try_from(end).ok()?))
        };
        let mut bounds = Vec::new();
        let mut add = |view| {
            let (start, end) = place(view)?;
            if bounds.is_empty() {
                bounds.push(start);
            }
            bounds.push(end);
            Some(())
        };
        if let (Kind::Array, Some(array)) = (view.kind(), view.as_array()) {
            array.iter().try_for_each(add)?;
            return Some(Self { form: Form::Elements, bounds, prints: RefCell::default() });
        }
        if let Some(dictionary) = view.as_dictionary() {
            if !view.has_plain_keys() {
                return None;
            }
            dictionary.entries().try_for_each(|(key, value)| add(key).and_then(|()| add(value)))?;
            return Some(Self { form: Form::Entries, bounds, prints: RefCell::default() });
        }
        let mut names = Vec::new();
        for (name, value) in view.as_object()?.properties() {
            let (start, end) = place(value)?;
            bounds.extend([start, end]);
            names.push(name);
        }
        Some(Self { form: Form::Properties(names), bounds, prints: RefCell::default() })
    }

    fn len(&self) -> usize {
        match &self.form {
            Form::Elements => self.bounds.len().saturating_sub(1),
            Form::Entries => self.bounds.len() / 2,
            Form::Properties(names) => names.len(),
        }
    }

    /// The place between a bound and the next one.
    fn between(&self, at: usize) -> Option<Range<usize>> {
        let bound = |at: usize| self.bounds.get(at).and_then(|bound| usize::try_from(*bound).ok());
        Some(bound(at)?..bound(at + 1)?)
    }

    fn value(&self, index: usize) -> Option<Range<usize>> {
        match &self.form {
            Form::Elements => self.between(index),
            Form::Entries => self.between(2 * index + 1),
            Form::Properties(_) => self.between(2 * index),
        }
    }

    fn key(&self, index: usize) -> Option<Range<usize>> {
        matches!(self.form, Form::Entries).then(|| self.between(2 * index))?
    }

    fn names(&self) -> Option<&[Text<'a>]> {
        if let Form::Properties(names) = &self.form { Some(names) } else { None }
    }
}

impl<'a> Viewed<'a> {
    fn is_large(&self) -> bool {
        self.view.as_wire().len() > SMALL_VIEW && self.depth < DEEPEST_VIEW
    }

    /// The places inside, if the value has children that are compared in their bytes.
    fn parts(&self) -> Option<&Parts<'a>> {
        self.parts.get_or_init(|| Parts::of(self.view).map(Rc::new)).as_deref()
    }

    fn len(&self) -> usize {
        self.parts().map_or(0, Parts::len)
    }

    fn key_at(&self, index: usize) -> Option<VariantView<'a>> {
        self.view.within(self.parts()?.key(index)?)
    }

    fn child(&self, view: VariantView<'a>) -> Self {
        Self { view, depth: self.depth + 1, parts: OnceCell::new() }
    }
}

impl<'a> Node for Viewed<'a> {
    type Value = Variant<'a>;

    fn value(&self) -> Variant<'a> {
        self.view.to_variant()
    }

    fn inside(&self) -> Inside {
        match self.parts() {
            None => Inside::Nothing,
            Some(parts) => match &parts.form {
                Form::Elements => Inside::Elements(parts.len()),
                Form::Entries | Form::Properties(_) => Inside::Entries,
            },
        }
    }

    fn fingerprint(&self) -> u64 {
        let mut print = Fingerprint::default();
        let mut open = vec![self.clone()];
        while print.left() > 0
            && let Some(value) = open.pop()
        {
            let parts = if value.is_large() { value.parts() } else { None };
            let Some(parts) = parts else {
                print.tree(&value.view.to_variant());
                continue;
            };
            print.start(value.view.kind(), false);
            let (left, count) = (print.left(), parts.len());
            if let Some(object) = value.view.as_object() {
                print.ends(object.class().as_bytes());
            }
            print.count(count);
            let names = parts.names().unwrap_or_default();
            names.iter().take(left).for_each(|name| print.ends(name.as_bytes()));
            for index in 0..count.min(left) {
                open.extend(value.at(index));
                open.extend(value.key_at(index).map(|view| value.child(view)));
            }
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

    fn same(&self, other: &Self) -> bool {
        let (a, b) = (self.view, other.view);
        if let (Some(a), Some(b)) = (a.as_array(), b.as_array()) {
            return a.element_type() == b.element_type() && a.is_shared() == b.is_shared();
        }
        if let (Some(a), Some(b)) = (a.as_dictionary(), b.as_dictionary()) {
            return a.entry_types() == b.entry_types() && a.is_shared() == b.is_shared();
        }
        a.as_object().zip(b.as_object()).is_some_and(|(a, b)| a.class() == b.class())
    }

    fn at(&self, index: usize) -> Option<Self> {
        Some(self.child(self.view.within(self.parts()?.value(index)?)?))
    }

    fn step(&self, index: usize) -> Option<Segment> {
        match self.parts()?.names() {
            Some(names) => names.get(index).map(|name| step_to_property(name, index)),
            None => self.key(index).map(|key| step_to(&key, index)),
        }
    }

    fn key(&self, index: usize) -> Option<Variant<'a>> {
        self.key_at(index).map(|key| key.to_variant())
    }

    fn pairing(&self, other: &Self) -> Pairing {
        let names = |of: &Self| of.parts().and_then(Parts::names).map(<[_]>::to_vec);
        if let (Some(old), Some(new)) = (names(self), names(other)) {
            return Pairing::of(&old, &new);
        }
        // Keys are there once, so those with the same bytes belong together.
        let same = |at: usize, there: usize| self.key_at(at) == other.key_at(there);
        let (old_len, new_len) = (self.len(), other.len());
        let (start, end) = equal_ends((old_len, new_len), (0, 0), same);
        let keys = |of: &Self, len: usize| written((start..len - end).filter_map(|at| of.key(at)));
        let alike = |of: &Self, at: usize| of.key(start + at).and_then(Key::new);
        Pairing::of(&keys(self, old_len), &keys(other, new_len))
            .and_alike(|at| alike(self, at), |at| alike(other, at))
            .between(start, end)
    }

    fn is_equal(&self, other: &Self) -> bool {
        self.view == other.view
    }

    fn opens(&self, other: &Self) -> bool {
        (self.is_large() || other.is_large())
            && self.view.kind() == other.view.kind()
            && self.parts().is_some()
            && other.parts().is_some()
    }

    fn equal_ends(&self, other: &Self) -> (usize, usize) {
        equal_ends((self.len(), other.len()), (0, 0), |at, there| {
            self.at(at).zip(other.at(there)).is_some_and(|(a, b)| a.is_equal(&b))
        })
    }
}
