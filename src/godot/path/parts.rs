//! Parts of values that contain no other values: components of vectors and matrices, elements of packed
//! arrays.

use super::super::ids::Kind;
use super::super::model::{Field, InputEvent, Leaf, NumberType, Numbers, Variant};

/// Returns a value as numbers of the type of a part. The error says which values the part accepts.
fn numbers_for(new: &Variant, part: Kind, number: NumberType) -> Result<Numbers<'static>, String> {
    let numbers = match (new.leaf(), part.numeric()) {
        (Leaf::Structure(structure), Some(_)) if new.kind() == part => structure.numbers().cast(number),
        (_, None) => match (new.as_i64(), new.as_f64()) {
            (Some(int), _) => Numbers::of([int]).cast(number),
            (None, Some(float)) => Numbers::of([float]).cast(number),
            (None, None) => None,
        },
        _ => None,
    };
    numbers.ok_or_else(|| match (part.numeric(), number) {
        (Some(_), _) => crate::error::with_article(part.name()),
        (None, NumberType::U8) => "an int from 0 to 255".into(),
        (None, NumberType::I32) => "an int of 32 bits".into(),
        (None, NumberType::I64) => "an int".into(),
        (None, NumberType::F32 | NumberType::F64) => "a number".into(),
    })
}

/// Returns the components of a value, which are empty for most types.
pub(super) fn fields(value: &Variant) -> &'static [Field] {
    value.kind().numeric().map_or(&[], |numeric| numeric.fields)
}

pub(super) fn component(value: &Variant, name: &str) -> Option<Variant> {
    let Leaf::Structure(structure) = value.leaf() else { return None };
    let (field, place) = value.kind().numeric()?.field(name)?;
    Variant::from_numbers(field.kind, structure.numbers().range(place)?)
}

/// Sets a component. The error says which values the component accepts.
pub(super) fn set_component(value: &mut Variant, name: &str, new: &Variant) -> Option<Result<(), String>> {
    let Leaf::Structure(structure) = value.leaf() else { return None };
    let (field, place) = value.kind().numeric()?.field(name)?;
    let numbers = structure.numbers();
    let part = match numbers_for(new, field.kind, numbers.number_type()) {
        Ok(part) => part,
        Err(wanted) => return Some(Err(wanted)),
    };
    let changed = numbers.with(place.start, &part)?;
    *value = Variant::from_numbers(value.kind(), changed)?;
    Some(Ok(()))
}

/// Returns the number of elements of a packed array, or `None` if the value is not one.
pub(super) fn count(value: &Variant) -> Option<usize> {
    match value.leaf() {
        Leaf::Packed(packed) => Some(packed.len()),
        Leaf::Texts(texts) => Some(texts.len()),
        _ => None,
    }
}

pub(super) fn element(value: &Variant, index: usize) -> Option<Variant> {
    match value.leaf() {
        Leaf::Packed(packed) => packed.get(index),
        Leaf::Texts(texts) => texts.get(index).map(|text| text.clone().into()),
        _ => None,
    }
}

/// Sets an element of a packed array, or adds one after the last. The error says which values the array
/// accepts.
pub(super) fn set_element(value: &mut Variant, index: usize, new: &Variant) -> Result<(), String> {
    if let Variant::PackedStringArray(texts) = value {
        let text = new.as_text().ok_or("text")?.clone();
        match texts.get_mut(index) {
            Some(place) => *place = text,
            None => texts.push(text),
        }
        return Ok(());
    }
    let Leaf::Packed(packed) = value.leaf() else { return Ok(()) };
    let element = numbers_for(new, packed.element, packed.numbers.number_type())?;
    let element = element.as_wire();
    if let Some(wire) = value.packed_wire_mut() {
        let start = index.saturating_mul(element.len());
        match wire.get_mut(start..start.saturating_add(element.len())) {
            Some(place) => place.copy_from_slice(element),
            None => wire.extend_from_slice(element),
        }
    }
    Ok(())
}

pub(super) fn remove_element(value: &mut Variant, index: usize) {
    if let Variant::PackedStringArray(texts) = value {
        if index < texts.len() {
            texts.remove(index);
        }
        return;
    }
    let Leaf::Packed(packed) = value.leaf() else { return };
    let count = packed.len();
    if let Some(wire) = value.packed_wire_mut()
        && index < count
    {
        let size = wire.len() / count;
        wire.drain(index * size..(index + 1) * size);
    }
}

/// Returns whether the numbers of a value have 64 bits, if its type may also have 32.
pub(super) fn is_wide(value: &Variant) -> bool {
    matches!(value, Variant::Double(_))
}

/// Returns whether two values that contain no other values are equal. Floats are compared by their bits.
pub(super) fn same(a: &Variant, b: &Variant) -> bool {
    if a.kind() != b.kind() || is_wide(a) != is_wide(b) {
        return false;
    }
    match a.leaf() {
        Leaf::Float(a) => matches!(b.leaf(), Leaf::Float(b) if a.to_bits() == b.to_bits()),
        Leaf::Structure(a) => {
            matches!(b.leaf(), Leaf::Structure(b) if a.numbers().as_wire() == b.numbers().as_wire())
        }
        Leaf::Packed(a) => matches!(b.leaf(), Leaf::Packed(b) if a.numbers.as_wire() == b.numbers.as_wire()),
        Leaf::InputEvent(a) => matches!(b.leaf(), Leaf::InputEvent(b) if same_event(a, b)),
        _ => a == b,
    }
}

fn same_event(a: InputEvent, b: InputEvent) -> bool {
    let parts = |of: InputEvent| {
        let (kind, words) = of.event.words();
        (of.device, kind, words.collect::<Vec<_>>(), of.event.value().map(f32::to_bits))
    };
    parts(a) == parts(b)
}
