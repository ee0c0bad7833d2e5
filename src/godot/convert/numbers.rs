//! Conversion of ints and floats that are too wide for the target.

use super::Conversion;
use super::report::{Rule, became, shown};
use crate::godot::dialect::{IntRule, Precision};
use crate::godot::ids::{Doubles, Kind, Table};
use crate::godot::model::{Leaf, Numbers, Real};
use crate::godot::{Double, Variant};

/// Rounds numbers to 32 bits, and remembers whether any of them changed.
#[derive(Default)]
pub(super) struct Narrow {
    pub(super) inexact: bool,
}

impl Narrow {
    /// Returns the nearest 32-bit float.
    pub(super) fn real(&mut self, wide: f64) -> f32 {
        let narrow = f32::from_f64(wide);
        self.inexact |= f64::from(narrow).to_bits() != wide.to_bits();
        narrow
    }

    /// Rounds the components of a value with 64-bit components to 32 bits.
    fn components(&mut self, value: &Variant) -> Option<Variant> {
        let kind = value.kind();
        let mut narrow = |numbers: &Numbers<'_>| {
            let Numbers::F64(wide) = numbers else { return None };
            let narrow = Numbers::of(wide.iter().map(|wide| self.real(wide)));
            Variant::from_numbers(kind, narrow)
        };
        match value.leaf() {
            Leaf::Structure(structure) => narrow(&structure.numbers()),
            Leaf::Packed(packed) => narrow(&packed.numbers),
            _ => None,
        }
    }
}

impl Conversion {
    /// Returns whether the target has only ints and floats of 32 bits.
    pub(super) fn has_narrow_numbers(&self) -> bool {
        self.to().ints == IntRule::Always32
    }

    /// Converts an int of more than 32 bits to a float, if losses are allowed. Otherwise the encoder rejects it,
    /// because such an int is usually an id, a time or a score, and the float would be a different number.
    pub(super) fn wide_int(&mut self, value: &mut Variant) {
        let Variant::Int(int) = *value else { return };
        if !self.has_narrow_numbers() || i32::try_from(int).is_ok() || !self.settings.lossy {
            return;
        }
        #[allow(clippy::cast_precision_loss)] // The caller allowed this loss.
        let float = int as f64;
        *value = Variant::Float(f32::from_f64(float).into());
        self.report.note(Rule::WideInt, || became(&int.to_string(), value));
    }

    /// Rounds a float to 32 bits for Godot 2, which writes every float with 32 bits.
    pub(super) fn narrow_float(&mut self, value: &mut Variant) {
        let Variant::Float(wide) = *value else { return };
        if !self.has_narrow_numbers() {
            return;
        }
        let mut narrow = Narrow::default();
        *value = Variant::Float(narrow.real(wide).into());
        if narrow.inexact {
            self.report.note(Rule::Rounded, || became(&format!("{wide:?}"), value));
        }
    }

    /// Rounds 64-bit components for a target that writes 32 bits. If no digit is lost, nothing is reported, because the
    /// engines read both widths.
    pub(super) fn narrow_components(&mut self, value: &mut Variant) {
        let Variant::Double(double) = &mut *value else { return };
        match (self.to().precision, self.to().table) {
            (Precision::Double, Table::Godot3) => return,
            (Precision::Double, _) if double.kind().doubles() == Doubles::Flagged => return,
            _ => {}
        }
        let mut narrow = Narrow::default();
        let Some(narrowed) = narrow.components(value) else { return };
        if narrow.inexact && self.keeps_wide_floats(value) {
            return;
        }
        let before = std::mem::replace(value, narrowed);
        if narrow.inexact {
            self.report.note(Rule::Rounded, || became(&shown(&before), value));
        }
    }

    /// Converts a packed array of wide floats to a `PackedFloat64Array`, if the target has that type. Returns whether it did.
    fn keeps_wide_floats(&mut self, value: &mut Variant) -> bool {
        let Variant::Double(double) = value else { return false };
        let Double::PackedFloat32Array(array) = &mut **double else { return false };
        if self.lacks(Kind::PackedFloat64Array) {
            return false;
        }
        let count = array.len();
        *value = Variant::PackedFloat64Array(std::mem::take(array));
        self.report.note(Rule::PackedReals, || {
            format!("PackedFloat32Array of {count} wide floats → PackedFloat64Array")
        });
        true
    }
}
