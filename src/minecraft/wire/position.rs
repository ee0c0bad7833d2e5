//! Position, Angle and UUID: structures of fixed size.

use std::fmt;
use std::io::Write;
use std::str::FromStr;

use cookie_factory::WriteContext;

use crate::cx::{Cx, chunk};
use crate::error::{EncodeErrorKind, PResult};
use crate::minecraft::protocol::{PositionOrder, Protocol, Wire};
use crate::sink::{Gen, put};
use crate::trace::{Shown, Trace};

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

const XZ_BITS: u32 = 26;
const Y_BITS: u32 = 12;

/// A field of a 64-bit word, `bits` wide and `shift` from the right, with its sign.
fn signed_field(word: u64, bits: u32, shift: u32) -> i32 {
    let field = (word << (64 - bits - shift)).cast_signed() >> (64 - bits);
    // At most 26 bits are left: it fits.
    i32::try_from(field).unwrap_or_default()
}

/// One 64-bit word:
///
/// | bits   | 1.14 and later | bits   | up to 1.13.2 |
/// |--------|----------------|--------|--------------|
/// | 63..38 | x, signed      | 63..38 | x, signed    |
/// | 37..12 | z, signed      | 37..26 | y, signed    |
/// | 11..0  | y, signed      | 25..0  | z, signed    |
pub fn parse_position<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Position> {
    let (rest, bytes) = chunk(i)?;
    let word = u64::from_be_bytes(bytes);
    let x = signed_field(word, XZ_BITS, Y_BITS + XZ_BITS);
    let (z, y) = match cx.rules.position {
        PositionOrder::Xzy => (signed_field(word, XZ_BITS, Y_BITS), signed_field(word, Y_BITS, 0)),
        PositionOrder::Xyz => (signed_field(word, XZ_BITS, 0), signed_field(word, Y_BITS, XZ_BITS)),
    };
    let position = Position { x, y, z };
    if T::LISTENS {
        let order = match cx.rules.position {
            PositionOrder::Xzy => "position, x:26 z:26 y:12 bits",
            PositionOrder::Xyz => "position, x:26 y:12 z:26 bits",
        };
        cx.field(i, rest, order, Shown::Text(&position.to_string()));
    }
    Ok((rest, position))
}

/// Mirrors [`parse_position`]; a coordinate that its bits cannot hold is an error.
pub fn gen_position<T: Trace, W: Write>(
    cx: Cx<'_, Protocol, T>,
    p: &Position,
    out: &mut WriteContext<W>,
) -> Gen {
    let x = unsigned_field(cx, p.x, XZ_BITS)?;
    let z = unsigned_field(cx, p.z, XZ_BITS)?;
    let y = unsigned_field(cx, p.y, Y_BITS)?;
    let word = match cx.rules.position {
        PositionOrder::Xzy => x << (Y_BITS + XZ_BITS) | z << Y_BITS | y,
        PositionOrder::Xyz => x << (Y_BITS + XZ_BITS) | y << XZ_BITS | z,
    };
    put(out, &word.to_be_bytes())
}

/// Mirrors [`signed_field`].
fn unsigned_field<T: Trace>(
    cx: Cx<'_, Protocol, T>,
    value: i32,
    bits: u32,
) -> Result<u64, cookie_factory::GenError> {
    let half = 1_i32 << (bits - 1);
    if !(-half..half).contains(&value) {
        let (min, max) = (i64::from(-half), i64::from(half - 1));
        return cx.refuse(EncodeErrorKind::OutOfRange { value: value.into(), min, max });
    }
    Ok(u64::from(value.cast_unsigned()) & ((1 << bits) - 1))
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
    pub fn degrees(self) -> f32 {
        f32::from(self.0) * 360.0 / 256.0
    }

    /// From 0 to below 2π.
    pub fn radians(self) -> f32 {
        self.degrees().to_radians()
    }

    /// The step at or below an angle, as the game's writers round: -90° is step 192. `None` if not finite.
    pub fn from_degrees_floor(degrees: f32) -> Option<Self> {
        let steps = (f64::from(degrees) * 256.0 / 360.0).floor().rem_euclid(256.0);
        (0..=u8::MAX).find(|step| f64::from(*step) == steps).map(Self)
    }
}

/// | size | field |
/// |------|-------|
/// | 1    | steps of 1/256 turn |
pub fn parse_angle<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Angle> {
    let (rest, [steps]) = chunk(i)?;
    let angle = Angle(steps);
    if T::LISTENS {
        let degrees = format!("{} degrees", angle.degrees());
        cx.field(i, rest, "angle", Shown::Named(steps.into(), &degrees));
    }
    Ok((rest, angle))
}

/// Mirrors [`parse_angle`].
pub fn gen_angle<T: Trace, W: Write>(_: Cx<'_, Protocol, T>, x: Angle, out: &mut WriteContext<W>) -> Gen {
    put(out, &[x.0])
}

/// 128 bits that name something; prints as `069a79f4-44e9-4726-a5be-fca90e38aaf5`.
// Aligned as a pointer is: aligned as a u128, it would make every enum around it a third larger.
#[repr(C, packed(8))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Uuid(pub u128);

/// | size | field |
/// |------|-------|
/// | 8    | high half |
/// | 8    | low half |
pub fn parse_uuid<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Uuid> {
    let (rest, bytes) = chunk(i)?;
    let uuid = Uuid(u128::from_be_bytes(bytes));
    if T::LISTENS {
        cx.field(i, rest, "uuid", Shown::Text(&uuid.to_string()));
    }
    Ok((rest, uuid))
}

/// Mirrors [`parse_uuid`].
pub fn gen_uuid<T: Trace, W: Write>(_: Cx<'_, Protocol, T>, x: Uuid, out: &mut WriteContext<W>) -> Gen {
    put(out, &{ x.0 }.to_be_bytes())
}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, byte) in { self.0 }.to_be_bytes().iter().enumerate() {
            if matches!(at, 4 | 6 | 8 | 10) {
                f.write_str("-")?;
            }
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

/// The text is not a UUID: 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a UUID is 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12, joined by hyphens")]
pub struct UuidError;

impl FromStr for Uuid {
    type Err = UuidError;

    fn from_str(text: &str) -> Result<Self, UuidError> {
        let groups: Vec<&str> = text.split('-').collect();
        let shape = groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12]);
        let digits = groups.concat();
        if !shape || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(UuidError);
        }
        u128::from_str_radix(&digits, 16).map(Self).map_err(|_| UuidError)
    }
}

/// Implements [`Wire`] by a pair of functions.
macro_rules! wire {
    ($type:ty, $name:literal, $parse:ident, |$cx:ident, $x:ident, $out:ident| $generate:expr) => {
        impl Wire<'_> for $type {
            const NAME: &'static str = $name;
            fn parse<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Self> {
                $parse(cx, i)
            }
            fn gen_to<T: Trace, W: Write>(
                &self,
                $cx: Cx<'_, Protocol, T>,
                $out: &mut WriteContext<W>,
            ) -> Gen {
                let $x = self;
                $generate
            }
        }
    };
}

wire!(Position, "Position", parse_position, |cx, x, out| gen_position(cx, x, out));
wire!(Angle, "Angle", parse_angle, |cx, x, out| gen_angle(cx, *x, out));
wire!(Uuid, "UUID", parse_uuid, |cx, x, out| gen_uuid(cx, *x, out));

#[cfg(test)]
mod tests {
    use super::{Angle, Position, Uuid};
    use crate::minecraft::Protocol;

    #[test]
    fn a_coordinate_too_wide_is_refused_not_wrapped() {
        let high = Position { x: 0, y: 2048, z: 0 };
        let error = Protocol::V1_14.encode(&high).unwrap_err();
        assert_eq!(error.to_string(), "at $: 2048 does not fit, the range is -2048 to 2047");
        assert!(Protocol::V1_14.encode(&Position { x: 1 << 25, y: 0, z: 0 }).is_err());
    }

    #[test]
    fn the_older_order() {
        let bytes = 0x0000_0040_0800_0003_u64.to_be_bytes();
        assert_eq!(Protocol::V1_13.decode(&bytes), Ok(Position { x: 1, y: 2, z: 3 }));
    }

    #[test]
    fn angles() {
        assert_eq!(Angle(64).degrees(), 90.0);
        assert_eq!(Angle::from_degrees_floor(-90.0), Some(Angle(0xc0)));
        assert_eq!(Angle::from_degrees_floor(f32::NAN), None);
    }

    #[test]
    fn uuids_read_what_they_print() {
        let text = "069a79f4-44e9-4726-a5be-fca90e38aaf5";
        assert_eq!(text.parse::<Uuid>().unwrap().to_string(), text);
        assert!("069a79f444e94726a5befca90e38aaf5".parse::<Uuid>().is_err());
        assert!("+69a79f4-44e9-4726-a5be-fca90e38aaf5".parse::<Uuid>().is_err());
    }
}
