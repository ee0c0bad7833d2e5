//! The comparison of keys that contain no other values. Their order, equality and hash are derived from it.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use super::super::*;
use super::rules::{KeyRules, PackedRule};

/// The contents by which such a key is compared, in addition to its type.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Compared<'k> {
    Nothing,
    Number(u64),
    Numbers([u64; 16]),
    Bytes(Cow<'k, [u8]>),
    Texts(&'k [Text]),
    Path(&'k [Text], &'k [Text], Option<&'k Text>, bool),
    Signal(&'k [u8], u64),
    Image([u64; 4], &'k [u8]),
}

impl<'k> Compared<'k> {
    pub(super) fn new(key: &'k Variant, rules: KeyRules) -> Self {
        let int = |int: i32| i64::from(int).cast_unsigned();
        match key.leaf() {
            Leaf::Unit => Self::Nothing,
            Leaf::Bool(flag) => Self::Number(flag.into()),
            Leaf::Int(number) => Self::Number(number.cast_unsigned()),
            Leaf::Float(zero) if zero == 0.0 && rules.zeros_differ => Self::Number(zero.to_bits()),
            Leaf::Float(number) => Self::Number(canonical(number)),
            Leaf::Text(text) => Self::Bytes(text.content().into()),
            Leaf::Structure(structure) => {
                let mut numbers = [0; 16];
                let mut places = numbers.iter_mut();
                structure.numbers().for_each_real(|real| {
                    if let Some(place) = places.next() {
                        *place = canonical(real);
                    }
                });
                Self::Numbers(numbers)
            }
            Leaf::Packed(packed) => {
                let by_bits = match (packed.numbers.number_type(), rules.packed) {
                    (NumberType::U8 | NumberType::I32 | NumberType::I64, _) => true,
                    (NumberType::F32 | NumberType::F64, PackedRule::Numbers) => false,
                    (NumberType::F32 | NumberType::F64, PackedRule::VectorsAsNumbers) => packed.parts == 1,
                    (NumberType::F32 | NumberType::F64, PackedRule::Bits) => true,
                };
                if by_bits {
                    return Self::Bytes(each_type!(packed.numbers, array => array.into_wire()));
                }
                let mut bytes = Vec::with_capacity(packed.numbers.len() * size_of::<u64>());
                packed.numbers.for_each_real(|real| bytes.extend(canonical(real).to_le_bytes()));
                Self::Bytes(bytes.into())
            }
            Leaf::Texts(texts) => Self::Texts(texts),
            Leaf::NodePath(NodePath { names, subnames, property, absolute }) => {
                Self::Path(names, subnames, property.as_ref(), *absolute)
            }
            Leaf::Rid(Rid(id)) => Self::Number(id),
            Leaf::Signal(signal) => Self::Signal(signal.name.content(), signal.object),
            Leaf::Image(Image { format, mipmaps, width, height, data }) => {
                Self::Image([*format as u64, int(*mipmaps), int(*width), int(*height)], data)
            }
            Leaf::InputEvent(InputEvent { device, event }) => {
                let (kind, words) = event.words();
                let words = words.map(|(_, word)| Some(word.into()));
                let value = event.value().map(|value| canonical(value.into()));
                let parts =
                    [int(device), kind.into()].into_iter().map(Some).chain(words).chain([None, value]);
                let mut numbers = [0; 16];
                for (place, part) in numbers.chunks_exact_mut(2).zip(parts) {
                    place.copy_from_slice(&[part.is_some().into(), part.unwrap_or_default()]);
                }
                Self::Numbers(numbers)
            }
            // The identity of an object is unknown, so that only null is distinguished from the others.
            Leaf::Object(object) => Self::Number(u64::from(!object.is_null())),
            // The contents are compared one by one.
            Leaf::Array(_) | Leaf::Dictionary(_) => Self::Nothing,
        }
    }

    /// Hashes only the first few bytes.
    pub(super) fn hash_start(&self, state: &mut impl Hasher) {
        match self {
            Self::Bytes(bytes) => hash_ends(bytes, state),
            Self::Signal(bytes, _) | Self::Image(_, bytes) => hash_ends(bytes, state),
            Self::Texts(texts) | Self::Path(texts, ..) => texts.len().hash(state),
            number @ (Self::Nothing | Self::Number(_) | Self::Numbers(_)) => number.hash(state),
        }
    }
}

fn hash_ends(bytes: &[u8], state: &mut impl Hasher) {
    (bytes.len(), bytes.first_chunk::<8>(), bytes.last_chunk::<8>()).hash(state);
}

/// Returns the bits of a float. They are equal for floats that the engine treats as equal.
fn canonical(real: f64) -> u64 {
    if real.is_nan() {
        f64::NAN.to_bits()
    } else {
        // -0.0 + 0.0 is 0.0.
        (real + 0.0).to_bits()
    }
}
