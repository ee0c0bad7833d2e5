//! Conversion of vectors and matrices that the target does not have.

use super::Conversion;
use super::numbers::Narrow;
use super::report::{Rule, became, shown};
use crate::godot::Variant;
use crate::godot::ids::Kind;
use crate::godot::model::{Leaf, Numbers};

impl Conversion {
    /// Converts vectors and matrices. The rules are applied in sequence, because a `Vector4i` may become a
    /// `Vector4`, and that a `Quaternion`.
    pub(super) fn vector(&mut self, value: &mut Variant) {
        while self.lacks(value.kind())
            && let Some((kind, rule)) = counterpart(value.kind())
            && let Leaf::Structure(structure) = value.leaf()
        {
            let mut narrow = Narrow::default();
            let numbers = match structure.numbers() {
                Numbers::I32(ints) => Numbers::of(ints.iter().map(|int| narrow.real(int.into()))),
                reals => reals.into_owned(),
            };
            let Some(other) = Variant::from_numbers(kind, numbers) else { return };
            let before = std::mem::replace(value, other);
            self.report.note(rule, || became(&shown(&before), value));
            if narrow.inexact {
                self.report.note(Rule::Rounded, || became(&shown(&before), value));
            }
        }
    }
}

/// Returns a type that can hold the same numbers and exists in more dialects.
fn counterpart(kind: Kind) -> Option<(Kind, Rule)> {
    match kind {
        // Among the types with four floats, only `Quaternion` has the same component names and arithmetic. `Color`
        // has other names, and `Plane` is not a vector.
        Kind::Vector4 => Some((Kind::Quaternion, Rule::Vector4)),
        // Godot 3 has such matrices only inside its renderer. The numbers are kept, by columns.
        Kind::Projection => Some((Kind::PackedFloat32Array, Rule::Projection)),
        // Games before Godot 4 kept grid positions in float vectors, such as `Vector2` for `Vector2i`, which are exact
        // up to 2²⁴.
        kind => Some((kind.name().strip_suffix('i').and_then(Kind::from_name)?, Rule::IntegerVector)),
    }
}
