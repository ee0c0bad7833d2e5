//! Packed arrays that the target does not have.

use super::Conversion;
use super::numbers::Narrow;
use super::report::{Place, Rule};
use super::vectors::{vector2, vector3};
use crate::godot::ids::Kind;
use crate::godot::model::{Double, Element, Packed, Variant};

impl Conversion {
    /// Every rule for packed arrays; `true` if an array of other values came out.
    pub(super) fn packed(&mut self, place: &Place<'_>, value: &mut Variant<'_>) -> bool {
        if let Variant::PackedStringArray(texts) = value {
            for (index, text) in texts.iter_mut().enumerate() {
                self.text(&place.inside(super::report::Step::Index(index)), text);
            }
        }
        if !self.lacks(value.kind()) {
            return false;
        }
        let kind = value.kind();
        let mut narrow = Narrow::default();
        let (rule, other) = match value {
            Variant::PackedInt64Array(array) => (Rule::PackedIntegers, integers(array)),
            Variant::PackedFloat64Array(array) => (Rule::PackedReals, self.reals(array, &mut narrow)),
            Variant::PackedVector4Array(array) => (Rule::PackedVectors, values(array)),
            Variant::PackedVector2iArray(array) if !self.has_integer_vectors() => {
                let floats: Packed<'_, _> = array.iter().map(|v| vector2(v, &mut narrow)).collect();
                (Rule::PackedVectors, floats.into())
            }
            Variant::PackedVector3iArray(array) if !self.has_integer_vectors() => {
                let floats: Packed<'_, _> = array.iter().map(|v| vector3(v, &mut narrow)).collect();
                (Rule::PackedVectors, floats.into())
            }
            Variant::PackedVector2iArray(array) => (Rule::PackedVectors, values(array)),
            Variant::PackedVector3iArray(array) => (Rule::PackedVectors, values(array)),
            Variant::PackedVector4iArray(array) => (Rule::PackedVectors, values(array)),
            Variant::Double(double) => match &**double {
                Double::PackedVector4Array(array) => {
                    let items = array.iter().map(|v| Double::from(v).into());
                    (Rule::PackedVectors, items.collect::<Vec<Variant<'_>>>().into())
                }
                _ => return false,
            },
            _ => return false,
        };
        let what = || format!("{kind} → {}", other.kind());
        self.report.note(place, rule, what);
        if narrow.inexact {
            self.report.note(place, Rule::Rounded, what);
        }
        *value = other;
        matches!(value, Variant::Array(_))
    }

    /// 32-bit floats where that is exact; else ordinary floats, which have 64 bits in every engine but Godot 2.
    fn reals(&self, array: &Packed<'_, f64>, narrow: &mut Narrow) -> Variant<'static> {
        let writes_wide = self.to().real_arrays_are_wide();
        if writes_wide {
            let array: Packed<'_, f64> = array.iter().collect();
            return Variant::Double(Box::new(Double::PackedFloat32Array(array)));
        }
        let floats: Packed<'_, f32> = array.iter().map(|wide| narrow.real(wide)).collect();
        if narrow.inexact && !self.has_narrow_numbers() {
            narrow.inexact = false;
            return array.iter().map(Variant::Float).collect::<Vec<_>>().into();
        }
        floats.into()
    }
}

/// 32-bit ints where all fit; else ordinary ints.
fn integers(array: &Packed<'_, i64>) -> Variant<'static> {
    let narrow: Result<Packed<'_, i32>, _> = array.iter().map(i32::try_from).collect();
    match narrow {
        Ok(narrow) => narrow.into(),
        Err(_) => array.iter().map(Variant::Int).collect::<Vec<_>>().into(),
    }
}

/// The elements as values of their own.
fn values<T: Element + Into<Variant<'static>>>(array: &Packed<'_, T>) -> Variant<'static> {
    array.iter().map(Into::into).collect::<Vec<Variant<'static>>>().into()
}

impl crate::godot::Dialect {
    /// Whether a packed array of floats is written with 64 bits each: in Godot 3's documented double layout.
    fn real_arrays_are_wide(&self) -> bool {
        use crate::godot::dialect::RealRule;
        self.reals == RealRule::Double && self.id(Kind::PackedFloat32Array).is_some()
    }
}
