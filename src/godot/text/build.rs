//! Values that are built from the name of their type and their numbers.

use super::by_rows;
use crate::godot::Variant;
use crate::godot::dialect::Precision;
use crate::godot::ids::{Doubles, Kind};
use crate::godot::model::*;

/// Returns the type with this name in any generation or test release.
pub(super) fn kind_of(name: &str) -> Option<Kind> {
    match name {
        "Rect3" => Some(Kind::Aabb),
        "ByteArray" => Some(Kind::PackedByteArray),
        "FloatArray" => Some(Kind::PackedFloat32Array),
        name => Kind::from_name(name),
    }
}

/// Builds a value of the type with this name, or returns the reason why it cannot be built.
pub(super) fn named(name: &str, numbers: &[f64], precision: Precision) -> Result<Variant, String> {
    let no_type = || format!("{name} is not a type of value");
    let kind = kind_of(name).ok_or_else(no_type)?;
    let Some(numeric) = kind.numeric() else {
        let numbers = Numbers::of(numbers.iter().copied());
        return Variant::from_numbers(kind, numbers).ok_or_else(no_type);
    };
    let count = numeric.count;
    let opaque;
    let numbers = match numbers {
        [r, g, b] if kind == Kind::Color => {
            opaque = [*r, *g, *b, 1.0];
            &opaque[..]
        }
        numbers => numbers,
    };
    if numeric.element.is_some() && !numbers.len().is_multiple_of(count) {
        return Err(format!("{name} takes {count} numbers for each element"));
    }
    if numeric.element.is_none() && numbers.len() != count {
        return Err(format!("{name} takes {count} numbers"));
    }
    // Colors and plain floats have 32 bits in every engine.
    let is_wide = precision == Precision::Double && kind.doubles() == Doubles::Flagged;
    let numbers = Numbers::of(numbers.iter().copied());
    let number = numeric.number_type(is_wide);
    if number == NumberType::I64 {
        // An `f64` cannot represent every int of 64 bits, so the caller must read them as ints.
        return Err(format!("{name} takes 64-bit ints"));
    }
    let numbers = numbers.cast(number).ok_or_else(|| not_such_ints(name, number, &numbers))?;
    Variant::from_numbers(kind, by_rows(kind, numbers)).ok_or_else(no_type)
}

/// Returns the message for the first number that the type cannot hold.
fn not_such_ints(name: &str, number: NumberType, numbers: &Numbers<'_>) -> String {
    let is_wrong = |at: &usize| numbers.range(*at..at + 1).is_some_and(|one| one.cast(number).is_none());
    let wrong = (0..numbers.len()).find(is_wrong).and_then(|at| numbers.range(at..at + 1));
    let mut what = String::new();
    wrong.iter().for_each(|one| one.for_each_real(|real| what = format!("{real:?}")));
    match number {
        NumberType::U8 => format!("{name} takes ints from 0 to 255"),
        NumberType::I32 => format!("{name} takes 32-bit ints, not {what}"),
        NumberType::F32 => format!("{name} takes 32-bit floats, not {what}"),
        NumberType::I64 | NumberType::F64 => format!("{name} takes numbers, not {what}"),
    }
}
