//! Conversion of packed arrays that the target does not have.

use super::Conversion;
use super::numbers::Narrow;
use super::report::Rule;
use crate::error::Segment;
use crate::godot::ids::Kind;
use crate::godot::model::{Leaf, Lent, Numbers, PackedNumbers};
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
        let (rule, other) = match &array.numbers {
            Numbers::I64(ints) if array.parts == 1 => (Rule::PackedIntegers, integers(ints)),
            Numbers::F64(wide) if array.parts == 1 => (Rule::PackedReals, self.reals(wide, &mut narrow)),
            Numbers::U8(_) | Numbers::I32(_) | Numbers::I64(_) | Numbers::F32(_) | Numbers::F64(_) => {
                (Rule::PackedVectors, values(&array))
            }
        };
        let what = || format!("{kind} → {}", other.kind());
        self.report.note(rule, what);
        if narrow.inexact {
            self.report.note(Rule::Rounded, what);
        }
        *value = other;
        matches!(value, Variant::Array(_))
    }

    /// Returns the array with 32-bit floats if that is exact, otherwise an array of plain floats, which have
    /// 64 bits in every engine except Godot 2.
    fn reals(&self, array: &Lent<'_, f64>, narrow: &mut Narrow) -> Variant {
        let writes_wide = self.to().real_arrays_are_wide();
        if writes_wide {
            let array: Packed<f64> = array.iter().collect();
            return Variant::Double(Box::new(Double::PackedFloat32Array(array)));
        }
        let floats: Packed<f32> = array.iter().map(|wide| narrow.real(wide)).collect();
        if narrow.inexact && !self.has_narrow_numbers() {
            narrow.inexact = false;
            return array.iter().map(Variant::Float).collect::<Vec<_>>().into();
        }
        floats.into()
    }
}

/// Returns the array with 32-bit ints if all fit, otherwise an array of plain ints.
fn integers(array: &Lent<'_, i64>) -> Variant {
    let narrow: Result<Packed<i32>, _> = array.iter().map(i32::try_from).collect();
    match narrow {
        Ok(narrow) => narrow.into(),
        Err(_) => array.iter().map(Variant::Int).collect::<Vec<_>>().into(),
    }
}

/// Returns the elements as an array of values.
fn values(array: &PackedNumbers<'_>) -> Variant {
    (0..array.len()).filter_map(|at| array.get(at)).collect::<Vec<_>>().into()
}

impl crate::godot::Dialect {
    /// Returns whether the target writes packed arrays of floats with 64 bits each, which only Godot 3's
    /// documented double layout does.
    fn real_arrays_are_wide(&self) -> bool {
        use crate::godot::dialect::RealRule;
        self.reals == RealRule::Double && self.id(Kind::PackedFloat32Array).is_some()
    }
}
