//! Conversion of arrays, dictionaries and objects: their declared types, names and contents.

use super::Conversion;
use super::report::Rule;
use crate::error::Segment;
use crate::godot::ids::{Kind, Table};
use crate::godot::model::merge;
use crate::godot::{Array, Dictionary, ElementType, EntryTypes, ObjectData, Text, Variant};
use crate::path::TreeName as _;

/// Classes that were renamed and whose stored properties kept their names, in Godot 3 and in Godot 4.
const CLASSES: [(&str, &str); 4] = [
    ("Reference", "RefCounted"),
    ("Spatial", "Node3D"),
    ("Position2D", "Marker2D"),
    ("Position3D", "Marker3D"),
];

impl Conversion {
    pub(super) fn array(&mut self, array: &mut Array) {
        let element = self.declared("elements", self.to().typed_arrays, array.element_type());
        let shared = self.shared_bit(array.is_shared());
        let items = std::mem::take(array).into_vec();
        *array = match element {
            Some(element) => Array::typed(element, items),
            None => Array::from(items).with_shared(shared),
        };
        for (index, item) in array.iter_mut().enumerate() {
            self.inside(|| Segment::Index(index), |run| run.walk(item));
        }
    }

    /// Converts keys and values. Different keys may become the same key. As in the target, the first position and the
    /// last value are then kept.
    pub(super) fn dictionary(&mut self, dictionary: &mut Dictionary) {
        let EntryTypes { key, value } = dictionary.entry_types().cloned().unwrap_or_default();
        let can = self.to().typed_dictionaries;
        let types = EntryTypes {
            key: self.declared("keys", can, key.as_ref()),
            value: self.declared("values", can, value.as_ref()),
        };
        let shared = self.shared_bit(dictionary.is_shared());
        let mut pairs = std::mem::take(dictionary).into_vec();
        for (index, (key, value)) in pairs.iter_mut().enumerate() {
            self.inside(|| Segment::KeyAt(index), |run| run.walk(key));
            self.inside(|| Segment::of_key(key, index), |run| run.walk(value));
        }
        let before = pairs.len();
        merge(&mut pairs, self.to().keys);
        let after = pairs.len();
        if after < before {
            self.report.note(Rule::SameKeys, || format!("{before} entries → {after}"));
        }
        *dictionary = match types.is_empty() {
            true => Dictionary::from(pairs).with_shared(shared),
            false => Dictionary::typed(types, pairs),
        };
    }

    pub(super) fn object(&mut self, data: &mut ObjectData) {
        self.text(&mut data.class);
        self.class_name(&mut data.class);
        self.input_event(data);
        for (at, (name, value)) in data.properties.iter_mut().enumerate() {
            self.text(name);
            self.script(name, value);
            self.inside(|| name.step(at), |run| run.walk(value));
        }
    }

    /// Returns a declared type with the names of the target. If the target cannot declare it, only the declaration is lost,
    /// not the contents.
    fn declared(
        &mut self,
        of: &str,
        can_declare: bool,
        declared: Option<&ElementType>,
    ) -> Option<ElementType> {
        let mut element = declared?.clone();
        let is_kept = can_declare
            && match &mut element {
                // The type Nil means that no type is declared.
                ElementType::Builtin(kind) => *kind != Kind::Nil && !self.lacks(*kind),
                ElementType::Class(class) => {
                    self.text(class);
                    self.class_name(class);
                    true
                }
                ElementType::Script(path) => {
                    self.text(path);
                    true
                }
            };
        if !is_kept {
            self.report.note(Rule::ElementType, || format!("{of} declared as {element} → not declared"));
        }
        is_kept.then_some(element)
    }

    /// Returns the new shared bit. In Godot 2 a container without the bit is copied on assignment, whereas later engines share
    /// containers. Setting the bit therefore gives `var bag = save.bag` the same meaning.
    fn shared_bit(&mut self, is_shared: bool) -> bool {
        let becomes_shared = match (self.from().shared_bit, self.to().shared_bit) {
            (true, true) => is_shared,
            (_, has_bit) => has_bit,
        };
        if becomes_shared != is_shared {
            let what = if becomes_shared { "set" } else { "dropped" };
            self.report.note(Rule::SharedBit, || what.into());
        }
        becomes_shared
    }

    /// Reports the source code of a script, because the language changed with each generation.
    fn script(&mut self, name: &Text, value: &Variant) {
        let has_source = *name == *"script/source" && value.as_str().is_some_and(|source| !source.is_empty());
        if has_source && self.from().table != self.to().table {
            let (from, to) = (self.from().name(), self.to().name());
            self.report.note(Rule::Script, || format!("GDScript of {from}, read by {to}"));
        }
    }

    /// Renames a class, but only if its stored properties kept their names. Any other class would be wrong
    /// under either name.
    fn class_name(&mut self, class: &mut Text) {
        let is_four = |table| table == Table::Godot4;
        let renamed = match (is_four(self.from().table), is_four(self.to().table)) {
            (false, true) => CLASSES.iter().find(|(three, _)| *class == *three).map(|(_, four)| four),
            (true, false) => CLASSES.iter().find(|(_, four)| *class == *four).map(|(three, _)| three),
            _ => None,
        };
        if let Some(name) = renamed {
            let before = std::mem::replace(class, Text::from(*name));
            self.report.note(Rule::ClassName, || format!("{before} → {name}"));
        }
    }
}
