//! The lengths of frames and packets, which are VarInts with a limit.

use crate::error::{EncodeError, EncodeErrorKind, Path};
use crate::grammar::{Cx, Parse, be_u32, field, said};
use crate::minecraft::{Protocol, VarInt, wire};
use crate::trace::{Form, Meaning, Order, Trace, Unit};

/// Parses the length of a packet.
pub fn packet_length<'a, T: Trace>(cx: wire::Cx<'_, T>) -> impl Parse<'a, u32> {
    wire::length(cx, Meaning::from("packet length").counting(Unit::BYTES))
}

/// Parses the data length of a packet.
pub fn data_length<'a, T: Trace>(cx: wire::Cx<'_, T>) -> impl Parse<'a, u32> {
    let says = "It is the number of bytes before compression, or 0 if the packet is not compressed.";
    wire::length(cx, Meaning::from("data length").saying(says))
}

/// Parses the fields before a packet in a recording of ReplayMod, and returns the length of the packet.
///
/// | size | field |
/// |------|-------|
/// | 4    | time in milliseconds: u32, big-endian |
/// | 4    | length of the packet: u32, big-endian |
pub fn replay_head<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, u32> {
    let time = Meaning::from("time").saying("It counts milliseconds.");
    let length = Meaning::from("length").counting(Unit::BYTES);
    let form = Form::unsigned(Order::Big);
    let time = said(cx, time.of(form), be_u32, |time| format!("time = {time} ms"));
    let length = field(cx, length.of(form), be_u32);
    move |i: &'a [u8]| length(time(i)?.0)
}

/// Appends a length.
pub(super) fn put_length(length: usize, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
    let number = i32::try_from(length).map_err(|_| too_long(length, i32::MAX as usize))?;
    buffer.extend(Protocol::V1_14.encode(&VarInt(number))?);
    Ok(())
}

/// Returns an error if a length is above the limit.
pub(super) fn allow(length: usize, limit: usize) -> Result<(), EncodeError> {
    if length <= limit { Ok(()) } else { Err(too_long(length, limit)) }
}

fn too_long(length: usize, limit: usize) -> EncodeError {
    EncodeError::new(Path::default(), EncodeErrorKind::TooLong { length, limit })
}
