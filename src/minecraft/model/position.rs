//! Positions of blocks, and angles.

use std::fmt;

/// The position of a block.
///
/// ```
/// use gamewire::minecraft::{Position, Protocol};
/// let place = Position { x: -1, y: 64, z: 300 };
/// let bytes = Protocol::V1_14.encode(&place)?;
/// assert_eq!((bytes.len(), Protocol::V1_14.parse::<Position>(&bytes)?), (8, place));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Position {
    /// The coordinate to the east, which has 26 encoded bits.
    pub x: i32,
    /// The coordinate upwards, which has 12 encoded bits.
    pub y: i32,
    /// The coordinate to the south, which has 26 encoded bits.
    pub z: i32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x {}, y {}, z {}", self.x, self.y, self.z)
    }
}

/// An angle in steps of 1/256 of a turn.
///
/// ```
/// use gamewire::minecraft::Angle;
/// assert_eq!(Angle(64).degrees(), 90.0);
/// assert_eq!(Angle::from_degrees_floor(-90.0), Some(Angle(192)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Angle(pub u8);

impl Angle {
    /// Returns the angle in degrees, from 0 to below 360.
    pub fn degrees(self) -> f32 {
        f32::from(self.0) * 360.0 / 256.0
    }

    /// Converts an angle and rounds it down to a step, as the game does when it writes: -90° is step 192. Returns
    /// `None` if the angle is not finite.
    #[must_use]
    pub fn from_degrees_floor(degrees: f32) -> Option<Self> {
        let steps = (f64::from(degrees) * 256.0 / 360.0).floor().rem_euclid(256.0);
        (0..=u8::MAX).find(|step| f64::from(*step) == steps).map(Self)
    }
}
