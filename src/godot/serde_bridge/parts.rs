//! The representation of values between this crate's deserializer and [`Variant`]: a list of parts, which
//! depends on the type of the value. No other format uses it.

use serde::de::Error;

use super::SerdeError;
use super::opaque::{encode_opaque, is_plain_text};
use crate::godot::ids::Kind;
use crate::godot::model::{ElementType, Leaf, Object, Packed, Rid, Variant};

/// The number that replaces the type if the bytes of an encoded value follow.
pub(super) const OPAQUE: u64 = u64::MAX;

/// Returns an unsigned number of 64 bits as a part.
fn number(number: u64) -> Variant {
    Variant::Rid(Rid(number))
}

fn number_of(kind: Kind) -> Variant {
    let at = Kind::ALL.iter().position(|other| *other == kind).unwrap_or_default();
    number(u64::try_from(at).unwrap_or_default())
}

/// Returns the type with this number.
pub(super) fn kind_of(number: u64) -> Option<Kind> {
    Kind::ALL.get(usize::try_from(number).ok()?).copied()
}

/// Takes a value apart: numbers of types and choices, text, bytes, and the values inside.
pub(super) fn parts(value: Variant) -> Result<Vec<Variant>, SerdeError> {
    let mut parts = vec![number_of(value.kind())];
    match value {
        Variant::String(text) | Variant::StringName(text) if is_plain_text(&text) => {
            parts.push(Variant::String(text));
        }
        Variant::PackedStringArray(texts) => parts.extend(texts.into_iter().map(Variant::String)),
        Variant::Array(array) => {
            parts.push(number(array.is_shared().into()));
            push_type(&mut parts, array.element_type());
            parts.extend(array);
        }
        Variant::Dictionary(dictionary) => {
            parts.push(number(dictionary.is_shared().into()));
            let types = dictionary.entry_types();
            push_type(&mut parts, types.and_then(|types| types.key.as_ref()));
            push_type(&mut parts, types.and_then(|types| types.value.as_ref()));
            parts.extend(dictionary.into_vec().into_iter().flat_map(|(key, value)| [key, value]));
        }
        Variant::Object(Object::Full(data)) => {
            let (class, properties) = data.into_parts();
            parts.push(Variant::String(class));
            let properties = properties.into_iter();
            parts.extend(properties.flat_map(|(name, value)| [Variant::String(name), value]));
        }
        mut leaf => {
            let is_wide = matches!(leaf, Variant::Double(_));
            let bytes = match leaf.packed_wire_mut() {
                Some(elements) => std::mem::take(elements),
                None => match leaf.leaf() {
                    Leaf::Structure(structure) => structure.numbers().as_wire().to_vec(),
                    Leaf::Unit | Leaf::Bool(_) | Leaf::Int(_) | Leaf::Float(_) | Leaf::Text(_) => {
                        return opaque(&leaf);
                    }
                    Leaf::Packed(_) | Leaf::Texts(_) | Leaf::Array(_) | Leaf::Dictionary(_) => {
                        return opaque(&leaf);
                    }
                    Leaf::NodePath(_) | Leaf::Rid(_) | Leaf::Signal(_) | Leaf::Image(_) => {
                        return opaque(&leaf);
                    }
                    Leaf::InputEvent(_) | Leaf::Object(_) => return opaque(&leaf),
                },
            };
            parts.extend([number(is_wide.into()), bytes_of(bytes)]);
        }
    }
    Ok(parts)
}

fn bytes_of(bytes: Vec<u8>) -> Variant {
    Variant::PackedByteArray(Packed::from_wire(bytes))
}

/// Returns the encoded bytes of a value that has no parts of its own.
fn opaque(value: &Variant) -> Result<Vec<Variant>, SerdeError> {
    let bytes = encode_opaque(value).ok_or_else(|| SerdeError::custom("no engine can express this value"))?;
    Ok(vec![number(OPAQUE), bytes_of(bytes)])
}

/// Appends a declared type: which of the four forms it has, and its name or number.
fn push_type(parts: &mut Vec<Variant>, element: Option<&ElementType>) {
    match element {
        None => parts.push(number(0)),
        Some(ElementType::Builtin(kind)) => parts.extend([number(1), number_of(*kind)]),
        Some(ElementType::Class(class)) => parts.extend([number(2), Variant::String(class.clone())]),
        Some(ElementType::Script(script)) => parts.extend([number(3), Variant::String(script.clone())]),
    }
}
