//! A format of your own with Godot values inside: this crate's parsers and generators among nom's and
//! cookie-factory's.
//!
//! `cargo run --example own_grammar`

#![allow(clippy::print_stdout)] // An example shows something.

use cookie_factory::{bytes::be_u16, combinator::slice, gen_simple, sequence::tuple};
use gamewire::error::PResult;
use gamewire::godot::{Dialect, Variant, wire};
use gamewire::limits::Limits;
use gamewire::sink::serializer;
use nom::{Parser, bytes::complete::tag, number::complete::be_u16 as number};

/// | size | field |
/// |-----:|-------|
/// | 4    | magic, `SLOT` |
/// | 2    | number of the slot, big-endian |
/// | ..   | a Godot 4 value |
fn parse_slot<'a>(cx: wire::Cx<'_>, i: &'a [u8]) -> PResult<'a, (u16, Variant<'a>)> {
    let (i, _) = tag(&b"SLOT"[..]).parse(i)?;
    let (i, slot) = number(i)?;
    let (i, value) = wire::parse_variant(cx, i)?;
    Ok((i, (slot, value)))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Dialect::GODOT_4.into();
    let cx = wire::Cx::new(&rules, &Limits::GODOT);

    let value = Variant::from("hello");
    let slot = tuple((slice(b"SLOT"), be_u16(3), serializer(|out| wire::gen_variant(cx, &value, out))));
    let bytes = gen_simple(slot, Vec::new())?;

    let (rest, (number, read)) = parse_slot(cx, &bytes).map_err(|error| format!("{error:?}"))?;
    assert_eq!((rest, number, &read), (&b""[..], 3, &value));
    println!("slot {number}: {read}, in {} bytes", bytes.len());
    Ok(())
}
