//! Serde support for fields with types of mint, or of crates that convert to them (glam, nalgebra, cgmath).
//! Annotate the field with `#[serde(with = "gamewire::godot::serde_mapping::mint")]` to store it as a vector
//! or matrix of Godot.
//!
//! | type of the field | type in Godot |
//! |---|---|
//! | `mint::Vector2`, `Point2` of `f32`, `f64`; of `i32` | Vector2; Vector2i |
//! | `mint::Vector3`, `Point3` of `f32`, `f64`; of `i32` | Vector3; Vector3i |
//! | `mint::Vector4` of `f32`, `f64`; of `i32` | Vector4; Vector4i |
//! | `mint::Quaternion` | Quaternion |
//! | `mint::ColumnMatrix2x3`, `ColumnMatrix3`, `ColumnMatrix3x4`, `ColumnMatrix4` | Transform2D, Basis, Transform3D, Projection |
//!
//! ```
//! use gamewire::godot::{Dialect, from_slice, to_variant, to_vec};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize)]
//! struct Player {
//!     // Or glam::Vec2, with glam's feature `mint`.
//!     #[serde(with = "gamewire::godot::serde_mapping::mint")]
//!     position: mint::Vector2<f32>,
//! }
//!
//! let player = Player { position: [1.5, 2.5].into() };
//! assert_eq!(to_variant(&player)?.to_string(), r#"{"position": Vector2(1.5, 2.5)}"#);
//! let back: Player = from_slice(&to_vec(&player, Dialect::GODOT_4)?, Dialect::GODOT_4)?;
//! assert_eq!(back.position, player.position);
//! # Ok::<(), gamewire::godot::SerdeError>(())
//! ```

use ::mint::IntoMint;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::godot::model::mint::Counterpart;

/// Serializes a field as its type of Godot.
///
/// # Errors
/// Returns the errors of the serializer.
pub fn serialize<T, S>(value: &T, serializer: S) -> Result<S::Ok, S::Error>
where
    T: IntoMint + Clone,
    T::MintType: Counterpart<Godot: Serialize>,
    S: Serializer,
{
    let mint: T::MintType = value.clone().into();
    <T::MintType as Counterpart>::Godot::from(mint).serialize(serializer)
}

/// Deserializes a field from its type of Godot.
///
/// # Errors
/// Returns an error if the value has another type.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: IntoMint + From<T::MintType>,
    T::MintType: Counterpart<Godot: Deserialize<'de>>,
    D: Deserializer<'de>,
{
    let value = <T::MintType as Counterpart>::Godot::deserialize(deserializer)?;
    let mint: T::MintType = value.into();
    Ok(T::from(mint))
}
