//! Position and Angle.

use std::fmt;

/// The place of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Position {
    /// East, 26 bits on the wire.
    pub x: i32,
    /// Up, 12 bits on the wire.
    pub y: i32,
    /// South, 26 bits on the wire.
    pub z: i32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x {}, y {}, z {}", self.x, self.y, self.z)
    }
}

/// A direction in steps of 1/256 of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Angle(pub u8);

impl Angle {
    /// From 0 to below 360.
    #[must_use]
    pub fn degrees(self) -> f32 {
        f32::from(self.0) * 360.0 / 256.0
    }

    /// From 0 to below 2π.
    #[must_use]
    pub fn radians(self) -> f32 {
        self.degrees().to_radians()
    }

    /// The step at or below an angle, as the game's writers round: -90° is step 192. `None` if not finite.
    #[must_use]
    pub fn from_degrees_floor(degrees: f32) -> Option<Self> {
        let steps = (f64::from(degrees) * 256.0 / 360.0).floor().rem_euclid(256.0);
        (0..=u8::MAX).find(|step| f64::from(*step) == steps).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::{Angle, Position};
    use crate::minecraft::Protocol;

    #[test]
    fn a_coordinate_too_wide_is_refused_not_wrapped() {
        let high = Position { x: 0, y: 2048, z: 0 };
        let error = Protocol::V1_14.encode(&high).unwrap_err();
        assert_eq!(error.to_string(), "at $: 2048 is out of range; the range is -2048 to 2047");
        assert!(Protocol::V1_14.encode(&Position { x: 1 << 25, y: 0, z: 0 }).is_err());
    }

    #[test]
    fn the_older_order() {
        let bytes = 0x0000_0040_0800_0003_u64.to_be_bytes();
        assert_eq!(Protocol::V1_13.parse(&bytes), Ok(Position { x: 1, y: 2, z: 3 }));
    }

    #[test]
    fn angles() {
        assert_eq!(Angle(64).degrees(), 90.0);
        assert_eq!(Angle::from_degrees_floor(-90.0), Some(Angle(0xc0)));
        assert_eq!(Angle::from_degrees_floor(f32::NAN), None);
    }
}
