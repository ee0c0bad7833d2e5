//! Conversion of objects, signals and RIDs, which refer to parts of a running game.

use super::Conversion;
use super::report::{Rule, became, shown};
use crate::godot::ids::Table;
use crate::godot::model::Rid;
use crate::godot::{Object, Text, Variant};

/// Classes that were renamed and whose stored properties kept their names, in Godot 3 and in Godot 4.
const CLASSES: [(&str, &str); 4] = [
    ("Reference", "RefCounted"),
    ("Spatial", "Node3D"),
    ("Position2D", "Marker2D"),
    ("Position3D", "Marker3D"),
];

impl Conversion {
    /// Removes the number of a RID. It is meaningless in another run of the game; the type is kept.
    pub(super) fn rid(&mut self, rid: &mut Rid) {
        if self.to().rid_number || *rid == Rid(0) {
            return;
        }
        let Rid(number) = std::mem::take(rid);
        self.report.note(Rule::RidNumber, || format!("RID({number}) → RID"));
    }

    /// Replaces callables and signals by null if the target does not have them. A callable has no encoded
    /// contents, and a signal is meaningless without its object.
    pub(super) fn callable(&mut self, value: &mut Variant) {
        if let Variant::Signal(signal) = value {
            self.text(&mut signal.name);
        }
        if self.lacks(value.kind()) {
            let before = std::mem::take(value);
            self.report.note(Rule::Callable, || became(&shown(&before), value));
        }
    }

    /// Replaces objects by null if the target cannot represent them.
    pub(super) fn null_object(&mut self, value: &mut Variant) {
        let Variant::Object(object) = value else { return };
        match object {
            Object::Null if !self.from().objects && self.to().objects => {
                *value = Variant::Nil;
                self.report.note(Rule::NullObject, || "Object(null) → null".into());
            }
            Object::Full(_) | Object::Id(_) if !self.to().objects && *object != Object::Id(0) => {
                let before = std::mem::replace(value, Variant::Object(Object::Null));
                self.report.note(Rule::Object, || became(&shown(&before), value));
            }
            Object::Null | Object::Id(_) | Object::Full(_) => {}
        }
    }

    /// Reports the source code of a script, because the language changed with each generation.
    pub(super) fn script(&mut self, name: &Text, value: &Variant) {
        let has_source = *name == *"script/source" && value.as_str().is_some_and(|source| !source.is_empty());
        if has_source && self.from().table != self.to().table {
            let (from, to) = (self.from().name(), self.to().name());
            self.report.note(Rule::Script, || format!("GDScript of {from}, read by {to}"));
        }
    }

    /// Renames a class, but only if its stored properties kept their names. Any other class would be wrong
    /// under either name.
    pub(super) fn class_name(&mut self, class: &mut Text) {
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
