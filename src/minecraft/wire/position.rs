//! Position, Angle and UUID.

use std::io::Write;

use cookie_factory::{GenError, SerializeFn};

use super::varint::low;
use super::{Cx, described};
use crate::error::{EncodeErrorKind, Segment};
use crate::grammar::{Parse, be_u8, be_u64, be_u128, map, slice};
use crate::minecraft::{Angle, Position, PositionOrder, Uuid};
use crate::trace::{Form, Meaning, Order, Trace};

/// The number of bits of x and of z.
const XZ: u32 = 26;
/// The number of bits of y.
const Y: u32 = 12;

/// Reads the position of a block, which is one 64-bit word:
///
/// | bits     | 1.14 and later | bits     | up to 1.13.2 |
/// |----------|----------------|----------|--------------|
/// | 63 to 38 | x, signed      | 63 to 38 | x, signed |
/// | 37 to 12 | z, signed      | 37 to 26 | y, signed |
/// | 11 to 0  | y, signed      | 25 to 0  | z, signed |
pub fn position<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Position> {
    let order = cx.rules().position;
    let unpack = move |word| {
        let x = signed::<XZ>(word >> 38);
        let (y, z) = match order {
            PositionOrder::Xzy => (signed::<Y>(word), signed::<XZ>(word >> Y)),
            PositionOrder::Xyz => (signed::<Y>(word >> XZ), signed::<XZ>(word)),
        };
        (word, Position { x, y, z })
    };
    let meaning = Meaning::new("position").of(Form::signed(Order::Big));
    let words = described(cx, meaning, map(be_u64, unpack), move |(word, position)| {
        (Some(word.cast_signed()), bits_of(order, position))
    });
    map(words, |(_, position)| position)
}

/// Writes a `Position`, in the layout of [`position`]. Fails if a coordinate does not fit in its bits.
pub fn gen_position<T: Trace, W: Write>(cx: Cx<'_, T>, p: &Position) -> impl SerializeFn<W> {
    move |out| {
        let (x, z, y) = (
            unsigned::<XZ, T>(cx, "x", p.x)?,
            unsigned::<XZ, T>(cx, "z", p.z)?,
            unsigned::<Y, T>(cx, "y", p.y)?,
        );
        let word = match cx.rules().position {
            PositionOrder::Xzy => x << 38 | z << Y | y,
            PositionOrder::Xyz => x << 38 | y << XZ | z,
        };
        slice(word.to_be_bytes())(out)
    }
}

/// Reads an angle, in steps of 1/256 of a turn.
///
/// | size | field |
/// |------|-------|
/// | 1    | steps of 1/256 turn |
pub fn angle<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Angle> {
    let meaning = Meaning::new("angle").of(Form::unsigned(Order::Big));
    described(cx, meaning, map(be_u8, Angle), |angle| {
        (Some(angle.0.into()), format!("{}/256 of a turn, {} degrees", angle.0, angle.degrees()))
    })
}

/// Writes an `Angle`, in the layout of [`angle`].
pub fn gen_angle<W: Write>(x: Angle) -> impl SerializeFn<W> {
    slice([x.0])
}

/// Reads a UUID, the high half first.
///
/// | size | field |
/// |------|-------|
/// | 8    | high half |
/// | 8    | low half |
pub fn uuid<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Uuid> {
    let meaning = Meaning::new("uuid").of(Form::unsigned(Order::Big));
    described(cx, meaning, map(be_u128, Uuid::from_u128), |uuid| (None, uuid.to_string()))
}

/// Writes a `Uuid`, in the layout of [`uuid()`].
pub fn gen_uuid<W: Write>(x: Uuid) -> impl SerializeFn<W> {
    slice(x.as_u128().to_be_bytes())
}

/// Returns the lowest `BITS` bits of a word as a signed number.
fn signed<const BITS: u32>(word: u64) -> i32 {
    (low(word) << (32 - BITS)).cast_signed() >> (32 - BITS)
}

/// Mirrors [`signed`].
fn unsigned<const BITS: u32, T: Trace>(
    cx: Cx<'_, T>,
    axis: &'static str,
    value: i32,
) -> Result<u64, GenError> {
    let half = 1_i32 << (BITS - 1);
    if !(-half..half).contains(&value) {
        let (min, max) = (i64::from(-half), i64::from(half - 1));
        let refused = cx.refuse(EncodeErrorKind::OutOfRange { value: value.into(), min, max });
        return refused.map_err(|error| cx.refused_in(Some(Segment::field(axis)), error));
    }
    Ok(u64::from(value.cast_unsigned()) & ((1 << BITS) - 1))
}

/// Returns the coordinates with their bits, in the order of the word.
fn bits_of(order: PositionOrder, &Position { x, y, z }: &Position) -> String {
    let wide = |value: i32| format!("{:026b}", value.cast_unsigned() & 0x3ff_ffff);
    let (x_bits, z_bits, y_bits) = (wide(x), wide(z), format!("{:012b}", y.cast_unsigned() & 0xfff));
    match order {
        PositionOrder::Xzy => format!("x {x}, z {z}, y {y}; 26, 26 and 12 bits: {x_bits} {z_bits} {y_bits}"),
        PositionOrder::Xyz => format!("x {x}, y {y}, z {z}; 26, 12 and 26 bits: {x_bits} {y_bits} {z_bits}"),
    }
}
