//! Conversion of arrays and dictionaries: their declared types and their contents.

use super::Conversion;
use super::report::{Rule, label, name_step};
use crate::error::Segment;
use crate::godot::ids::Kind;
use crate::godot::model::merge;
use crate::godot::{Array, Dictionary, ElementType, EntryTypes, ObjectData, Variant};

impl Conversion {
    pub(super) fn elements(&mut self, value: &mut Variant) {
        let Variant::Array(array) = value else { return };
        for (index, item) in array.iter_mut().enumerate() {
            self.inside(|| Segment::Index(index), |run| run.walk(item));
        }
    }

    /// Converts keys and values. Different keys may become the same key. As in the target, the first position and the
    /// last value are then kept.
    pub(super) fn entries(&mut self, dictionary: &mut Dictionary) {
        for (index, (key, value)) in dictionary.pairs_mut().iter_mut().enumerate() {
            self.inside(|| Segment::KeyAt(index), |run| run.walk(key));
            self.inside(|| label(key), |run| run.walk(value));
        }
        let before = dictionary.len();
        let rules = self.to().keys;
        merge(dictionary.pairs_mut(), rules);
        let after = dictionary.len();
        if after < before {
            self.report.note(Rule::SameKeys, || format!("{before} entries → {after}"));
        }
    }

    /// Converts the properties of an object.
    pub(super) fn properties(&mut self, data: &mut ObjectData) {
        self.text(&mut data.class);
        self.class_name(&mut data.class);
        self.input_event(data);
        for (name, value) in &mut data.properties {
            self.text(name);
            self.script(name, value);
            self.inside(|| name_step(name), |run| run.walk(value));
        }
    }

    /// Returns whether the target can declare this type. Names in it are converted.
    fn declares(&mut self, element: &mut ElementType) -> bool {
        match element {
            // The type Nil means that no type is declared.
            ElementType::Builtin(Kind::Nil) => false,
            ElementType::Builtin(kind) => !self.lacks(*kind),
            ElementType::Class(class) => {
                self.text(class);
                self.class_name(class);
                true
            }
            ElementType::Script(path) => {
                self.text(path);
                true
            }
        }
    }

    /// Converts the declared type of an array. If the target cannot declare it, only the declaration is lost, not the
    /// elements.
    pub(super) fn array_type(&mut self, array: &mut Array) {
        let Some(mut element) = array.element_type().cloned() else { return };
        let items = std::mem::take(array).into_vec();
        if self.to().typed_arrays && self.declares(&mut element) {
            *array = Array::typed(element, items);
            return;
        }
        *array = Array::from(items);
        self.report.note(Rule::ElementType, || format!("Array of {} → Array", declared(&element)));
    }

    /// Converts the declared types of the keys and values of a dictionary.
    pub(super) fn dictionary_type(&mut self, dictionary: &mut Dictionary) {
        let Some(EntryTypes { mut key, mut value }) = dictionary.entry_types().cloned() else { return };
        let pairs = std::mem::take(dictionary).into_vec();
        for (what, of) in [("keys", &mut key), ("values", &mut value)] {
            let Some(element) = of else { continue };
            if !self.to().typed_dictionaries || !self.declares(element) {
                let text = format!("Dictionary with {what} of {} → without", declared(element));
                *of = None;
                self.report.note(Rule::ElementType, || text);
            }
        }
        *dictionary = match (key, value) {
            (None, None) => Dictionary::from(pairs),
            (key, value) => Dictionary::typed(EntryTypes { key, value }, pairs),
        };
    }

    /// Returns the new shared bit, if it must change. In Godot 2 a container without the bit is copied on assignment,
    /// whereas later engines share containers. Setting the bit therefore gives `var bag = save.bag` the same meaning.
    fn shared_bit(&self, shared: bool) -> Option<bool> {
        match (self.from().shared_bit, self.to().shared_bit) {
            (_, false) => shared.then_some(false),
            (false, true) => (!shared).then_some(true),
            (true, true) => None,
        }
    }

    pub(super) fn array_shared(&mut self, array: &mut Array) {
        let Some(shared) = self.shared_bit(array.is_shared()) else { return };
        *array = std::mem::take(array).with_shared(shared);
        self.report.note(Rule::SharedBit, || bit(shared).into());
    }

    pub(super) fn dictionary_shared(&mut self, dictionary: &mut Dictionary) {
        let Some(shared) = self.shared_bit(dictionary.is_shared()) else { return };
        *dictionary = std::mem::take(dictionary).with_shared(shared);
        self.report.note(Rule::SharedBit, || bit(shared).into());
    }
}

fn bit(shared: bool) -> &'static str {
    if shared { "set" } else { "dropped" }
}

fn declared(element: &ElementType) -> String {
    match element {
        ElementType::Builtin(kind) => kind.to_string(),
        ElementType::Class(name) | ElementType::Script(name) => name.to_string(),
    }
}
