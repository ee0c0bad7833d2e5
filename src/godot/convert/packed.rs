//! Conversion of packed arrays that the target does not have.

use super::Conversion;
use super::numbers::Narrow;
use super::report::Rule;
use crate::error::Segment;
use crate::godot::dialect::RealRule;
use crate::godot::ids::Kind;
use crate::godot::model::{Leaf, Lent, Numbers};
use crate::godot::{Double, Packed, Variant};

impl Conversion {
    /// Applies every rule for packed arrays. Returns `true` if the value has become an array of other values.
    pub(super) fn packed(&mut self, value: &mut Variant) -> bool {
        if let Variant::PackedStringArray(texts) = value {
            for (index, text) in texts.iter_mut().enumerate() {
                self.inside(|| Segment::Index(index), |run| run.text(text));
            }
        }
        let kind = value.kind();
        if !self.lacks(kind) {
            return false;
        }
        let Leaf::Packed(array) = value.leaf() else { return false };
        let mut narrow = Narrow::default();
        let (rule, narrowed) = match &array.numbers {
            Numbers::I64(ints) if array.parts == 1 => {
                let ints: Result<Packed<i32>, _> = ints.iter().map(i32::try_from).collect();
                (Rule::PackedIntegers, ints.ok().map(Variant::from))
            }
            Numbers::F64(wide) if array.parts == 1 => (Rule::PackedReals, self.reals(wide, &mut narrow)),
            _ => (Rule::PackedVectors, None),
        };
        let values = || (0..array.len()).filter_map(|at| array.get(at)).collect::<Vec<_>>().into();
        let other: Variant = narrowed.unwrap_or_else(values);
        let what = || format!("{kind} → {}", other.kind());
        self.report.note(rule, what);
        if narrow.inexact {
            self.report.note(Rule::Rounded, what);
        }
        *value = other;
        matches!(value, Variant::Array(_))
    }

    /// Returns the array with 32-bit floats if that is exact. Otherwise it becomes an array of plain floats, which have
    /// 64 bits in every engine except Godot 2. Only Godot 3's documented double layout writes packed arrays of floats
    /// with 64 bits each.
    fn reals(&self, array: &Lent<'_, f64>, narrow: &mut Narrow) -> Option<Variant> {
        if self.to().reals == RealRule::Double && !self.lacks(Kind::PackedFloat32Array) {
            return Some(Variant::Double(Box::new(Double::PackedFloat32Array(array.iter().collect()))));
        }
        let floats: Packed<f32> = array.iter().map(|wide| narrow.real(wide)).collect();
        if narrow.inexact && !self.has_narrow_numbers() {
            narrow.inexact = false;
            return None;
        }
        Some(floats.into())
    }
}
