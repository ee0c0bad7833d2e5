//! Position, Angle and UUID: structures of fixed size.

use std::io::Write;

use cookie_factory::{GenError, SerializeFn};

use super::Cx;
use super::combinators::described;
use crate::error::EncodeErrorKind;
use crate::grammar::{Grammar, be_u64, be_u128, bytes, checked, grammar, u8};
use crate::minecraft::model::{Angle, Position, Uuid};
use crate::minecraft::protocol::PositionOrder;
use crate::trace::Trace;

grammar!(
    /// One 64-bit word:
    ///
    /// | bits   | 1.14 and later | bits   | up to 1.13.2 |
    /// |--------|----------------|--------|--------------|
    /// | 63..38 | x, signed      | 63..38 | x, signed    |
    /// | 37..12 | z, signed      | 37..26 | y, signed    |
    /// | 11..0  | y, signed      | 25..0  | z, signed    |
    pub fn position<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Position> {
        let (name, unpack): (_, fn(u64) -> Position) = match cx.rules.position {
            PositionOrder::Xzy => ("position, x:26 z:26 y:12 bits", |word| Position {
                x: signed::<XZ>(word >> (XZ + Y)),
                z: signed::<XZ>(word >> Y),
                y: signed::<Y>(word),
            }),
            PositionOrder::Xyz => ("position, x:26 y:12 z:26 bits", |word| Position {
                x: signed::<XZ>(word >> (Y + XZ)),
                y: signed::<Y>(word >> XZ),
                z: signed::<XZ>(word),
            }),
        };
        described(cx, name, be_u64().map(unpack), |position| (None, position.to_string()))
    }
);

/// Mirrors [`position`]; a coordinate that its bits cannot hold is an error.
#[inline]
pub fn gen_position<T: Trace, W: Write>(cx: Cx<'_, T>, p: &Position) -> impl SerializeFn<W> {
    let pack = move || {
        let (x, z, y) =
            (unsigned::<XZ, T>(cx, p.x)?, unsigned::<XZ, T>(cx, p.z)?, unsigned::<Y, T>(cx, p.y)?);
        Ok(match cx.rules.position {
            PositionOrder::Xzy => x << (XZ + Y) | z << Y | y,
            PositionOrder::Xyz => x << (Y + XZ) | y << XZ | z,
        })
    };
    checked(pack, |word: u64| bytes(word.to_be_bytes()))
}

grammar!(
    /// An angle, in steps of 1/256 of a turn.
    ///
    /// | size | field |
    /// |------|-------|
    /// | 1    | steps of 1/256 turn |
    pub fn angle<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Angle> {
        let degrees = |angle: &Angle| (Some(angle.0.into()), format!("{} degrees", angle.degrees()));
        described(cx, "angle", u8().map(Angle), degrees)
    }
);

/// Mirrors [`angle`].
pub fn gen_angle<W: Write>(x: Angle) -> impl SerializeFn<W> {
    bytes([x.0])
}

grammar!(
    /// A UUID, the high half first.
    ///
    /// | size | field |
    /// |------|-------|
    /// | 8    | high half |
    /// | 8    | low half |
    pub fn uuid<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Uuid> {
        described(cx, "uuid", be_u128().map(Uuid::from_u128), |uuid| (None, uuid.to_string()))
    }
);

/// Mirrors [`uuid()`].
pub fn gen_uuid<W: Write>(x: Uuid) -> impl SerializeFn<W> {
    bytes(x.as_u128().to_be_bytes())
}

/// Bits of x and z.
const XZ: u32 = 26;
/// Bits of y.
const Y: u32 = 12;

/// The lowest bits of a word, with their sign.
#[inline]
fn signed<const BITS: u32>(word: u64) -> i32 {
    let field = (word << (64 - BITS)).cast_signed() >> (64 - BITS);
    // At most 26 bits are left: it fits.
    i32::try_from(field).unwrap_or_default()
}

/// Mirrors [`signed`].
#[inline]
fn unsigned<const BITS: u32, T: Trace>(cx: Cx<'_, T>, value: i32) -> Result<u64, GenError> {
    let half = 1_i32 << (BITS - 1);
    if !(-half..half).contains(&value) {
        let (min, max) = (i64::from(-half), i64::from(half - 1));
        return cx.refuse(EncodeErrorKind::OutOfRange { value: value.into(), min, max });
    }
    Ok(u64::from(value.cast_unsigned()) & ((1 << BITS) - 1))
}
