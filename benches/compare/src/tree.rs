//! A plain tree with 24 bytes for each value, such as one would write by hand. Cloning it makes the same
//! allocations and copies as decoding an owned value, but parses nothing, so that it is a fair lower limit
//! for decoding.

use gamewire::godot::{Packed, Variant, Vector2, Vector3};

/// A value of the payloads.
#[derive(Debug, Clone, PartialEq)]
pub enum Tree {
    Nil,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(Box<str>),
    Vector2([f32; 2]),
    Vector3([f32; 3]),
    Array(Box<[Tree]>),
    Dictionary(Box<[(Tree, Tree)]>),
    Bytes(Box<[u8]>),
    Vectors(Box<[[f32; 3]]>),
}

const _: () = assert!(size_of::<Tree>() == 24);

impl Tree {
    /// Creates a text from anything that converts to one.
    pub fn text(text: impl Into<Box<str>>) -> Self {
        Self::Text(text.into())
    }

    /// Creates a dictionary whose keys are names.
    pub fn named<const N: usize>(entries: [(&str, Tree); N]) -> Self {
        Self::Dictionary(entries.map(|(key, value)| (Self::text(key), value)).into())
    }

    /// Returns the same value in this crate's model.
    pub fn to_variant(&self) -> Variant {
        match self {
            Self::Nil => Variant::Nil,
            Self::Bool(value) => Variant::Bool(*value),
            Self::Int(value) => Variant::Int(*value),
            Self::Float(value) => Variant::Float(*value),
            Self::Text(text) => Variant::String(text.to_string().into()),
            Self::Vector2([x, y]) => Variant::Vector2(Vector2::new(*x, *y)),
            Self::Vector3([x, y, z]) => Variant::Vector3(Vector3::new(*x, *y, *z)),
            Self::Array(items) => {
                Variant::Array(items.iter().map(Self::to_variant).collect::<Vec<_>>().into())
            }
            Self::Dictionary(pairs) => Variant::Dictionary(
                pairs.iter().map(|(k, v)| (k.to_variant(), v.to_variant())).collect::<Vec<_>>().into(),
            ),
            Self::Bytes(bytes) => Variant::PackedByteArray(Packed::from(bytes.to_vec())),
            Self::Vectors(vectors) => Variant::PackedVector3Array(
                vectors.iter().map(|[x, y, z]| Vector3::new(*x, *y, *z)).collect(),
            ),
        }
    }
}
