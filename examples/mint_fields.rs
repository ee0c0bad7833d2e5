//! Stores vectors of glam, nalgebra and other crates in a save game. They convert to the types of mint, which convert to
//! those of Godot.
//!
//! `cargo run --example mint_fields --features mint,serde`
//!
//! With glam and its feature `mint`, write `glam::Vec3` for `mint::Vector3<f32>`, and `glam::Quat` for `mint::Quaternion<f32>`.

#![allow(clippy::print_stdout)] // An example shows something.

use std::error::Error;

use gamewire::godot::{Dialect, Vector3, from_slice, to_vec, variant};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Unit {
    name: String,
    #[serde(with = "gamewire::godot::serde_mapping::mint")]
    position: mint::Vector3<f32>,
    #[serde(with = "gamewire::godot::serde_mapping::mint")]
    rotation: mint::Quaternion<f32>,
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let unit = Unit {
        name: "Ada".into(),
        position: [1.0, 2.0, 3.0].into(),
        rotation: mint::Quaternion { s: 1.0, v: [0.0; 3].into() },
    };
    // Godot reads {"name": "Ada", "position": Vector3(1, 2, 3), "rotation": Quaternion(0, 0, 0, 1)}.
    let bytes = to_vec(&unit, Dialect::GODOT_4)?;
    println!("{}", Dialect::GODOT_4.parse(&bytes)?);
    assert_eq!(from_slice::<Unit>(&bytes, Dialect::GODOT_4)?, unit);

    // Without serde, convert single values with `From`, through the types of mint.
    let packet = variant!({ "to": Vector3::from(unit.position) });
    let to: mint::Vector3<f64> = Vector3::try_from(packet.get("to").ok_or("no position")?)?.into();
    assert_eq!((to.x, to.y, to.z), (1.0, 2.0, 3.0));
    Ok(())
}
