//! Objects, signals and RIDs, which refer to things of a running game.

use super::Conversion;
use super::report::{LazyPath, Rule, became, shown};
use crate::godot::ids::Table;
use crate::godot::model::Rid;
use crate::godot::{Object, Text, Variant};

/// Classes with another name and the same stored properties: Godot 3, Godot 4.
const CLASSES: [(&str, &str); 4] = [
    ("Reference", "RefCounted"),
    ("Spatial", "Node3D"),
    ("Position2D", "Marker2D"),
    ("Position3D", "Marker3D"),
];

impl Conversion {
    /// The number is of no use in another run of the game anyway; the type stays.
    pub(super) fn rid(&mut self, place: &LazyPath<'_>, rid: &mut Rid) {
        if self.to().rid_number || *rid == Rid(0) {
            return;
        }
        let Rid(number) = std::mem::take(rid);
        self.report.note(place, Rule::RidNumber, || format!("RID({number}) → RID"));
    }

    /// Replaces callables, of which nothing is on the wire, and signals, which mean nothing without their object, where the target has none.
    pub(super) fn callable(&mut self, place: &LazyPath<'_>, value: &mut Variant) {
        if let Variant::Signal(signal) = value {
            self.text(place, &mut signal.name);
        }
        if self.lacks(value.kind()) {
            let before = std::mem::take(value);
            self.report.note(place, Rule::Callable, || became(&shown(&before), value));
        }
    }

    /// Objects that are not, or cannot be, more than null.
    pub(super) fn null_object(&mut self, place: &LazyPath<'_>, value: &mut Variant) {
        let Variant::Object(object) = value else { return };
        match object {
            Object::Null if !self.from().objects && self.to().objects => {
                *value = Variant::Nil;
                self.report.note(place, Rule::NullObject, || "Object(null) → null".into());
            }
            Object::Full(_) | Object::Id(_) if !self.to().objects && *object != Object::Id(0) => {
                let before = std::mem::replace(value, Variant::Object(Object::Null));
                self.report.note(place, Rule::Object, || became(&shown(&before), value));
            }
            Object::Null | Object::Id(_) | Object::Full(_) => {}
        }
    }

    /// Notes the source of a script, whose language has changed with each generation.
    pub(super) fn script(&mut self, place: &LazyPath<'_>, name: &Text, value: &Variant) {
        let has_source = *name == *"script/source" && value.as_str().is_some_and(|source| !source.is_empty());
        if has_source && self.from().table != self.to().table {
            let (from, to) = (self.from().name(), self.to().name());
            self.report.note(place, Rule::Script, || format!("GDScript of {from}, read by {to}"));
        }
    }

    /// Only classes whose stored properties kept their names too: others would be wrong under either name.
    pub(super) fn class_name(&mut self, place: &LazyPath<'_>, class: &mut Text) {
        let is_four = |table| table == Table::Godot4;
        let renamed = match (is_four(self.from().table), is_four(self.to().table)) {
            (false, true) => CLASSES.iter().find(|(three, _)| *class == *three).map(|(_, four)| four),
            (true, false) => CLASSES.iter().find(|(_, four)| *class == *four).map(|(three, _)| three),
            _ => None,
        };
        if let Some(name) = renamed {
            let before = std::mem::replace(class, Text::borrowed(name));
            self.report.note(place, Rule::ClassName, || format!("{before} → {name}"));
        }
    }
}
