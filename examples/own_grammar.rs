//! Defines a format that contains Godot values: parsers of this crate are combined with those of nom and
//! cookie-factory. The format has its own error type, which keeps the location, the path and the reason.
//!
//! `cargo run --example own_grammar`

#![allow(clippy::print_stdout)] // An example shows something.

use cookie_factory::{SerializeFn, bytes as out, combinator::slice, multi::all, sequence::tuple};
use gamewire::error::DecodeErrorKind;
use gamewire::godot::Variant;
use gamewire::godot::{Decoder, Dialect, Encoder, wire};
use gamewire::grammar::{
    Grammar, accept, be_u16, end, gen_length_value, gen_part, le_u32, length_value, part,
};
use gamewire::trace::Trace;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::{map, opt};
use nom::multi::many0;
use nom::sequence::{preceded, terminated};

/// A save of some game.
#[derive(Debug, PartialEq)]
struct Save {
    slot: u16,
    player: Variant,
    /// Present only in newer files.
    settings: Option<Variant>,
    history: Vec<Variant>,
}

/// The reason why a save could not be read or written.
#[derive(Debug, thiserror::Error)]
enum SaveError {
    /// `source` has the offset, the path and the reason.
    #[error("this is no save")]
    Read {
        #[from]
        source: gamewire::DecodeError,
    },
    /// `source` has the path and the reason.
    #[error("the save cannot be written")]
    Write {
        #[from]
        source: gamewire::EncodeError,
    },
}

/// | size | field |
/// |-----:|-------|
/// | 4    | magic, `SAV1` or `SAV2` |
/// | 2    | number of the slot, big-endian, 1 to 8 |
/// | 4+n  | the player: a length n, and a Godot 4 value of n bytes |
/// | ..   | `S` and the settings, or nothing |
/// | ..   | values up to the end |
fn save<'a, T: Trace>(cx: wire::Cx<'_, T>) -> impl Grammar<'a, Save> {
    let magic = alt((tag(&b"SAV1"[..]), tag(&b"SAV2"[..])));
    let fields = (
        part(cx, "slot", accept(be_u16(), |slot, _| check_slot(slot).map_err(DecodeErrorKind::Custom))),
        part(cx, "player", length_value(cx, le_u32(), |cx| terminated(wire::variant(cx), end()))),
        opt(preceded(tag(&b"S"[..]), wire::variant(cx))),
        many0(wire::variant(cx)),
    );
    map(preceded(magic, fields), |(slot, player, settings, history)| Save { slot, player, settings, history })
}

/// Mirrors [`save`].
fn gen_save<'x, T: Trace>(cx: wire::Cx<'x, T>, save: &'x Save) -> impl SerializeFn<Vec<u8>> {
    let length = |n: usize| out::le_u32(u32::try_from(n).unwrap_or(u32::MAX));
    tuple((
        slice(b"SAV2"),
        out::be_u16(save.slot),
        gen_part(cx, "player", gen_length_value(length, wire::gen_variant(cx, &save.player))),
        all(save.settings.iter().map(move |x| tuple((slice(b"S"), wire::gen_variant(cx, x))))),
        all(save.history.iter().map(move |x| wire::gen_variant(cx, x))),
    ))
}

fn check_slot(slot: u16) -> Result<u16, &'static str> {
    if (1..=8).contains(&slot) { Ok(slot) } else { Err("there are slots 1 to 8") }
}

impl Save {
    fn read(bytes: &[u8]) -> Result<Self, SaveError> {
        Ok(Decoder::new(Dialect::GODOT_4).parse_with(bytes, |cx, i| save(cx).parse(i))?)
    }

    fn write(&self) -> Result<Vec<u8>, SaveError> {
        Ok(Encoder::new(Dialect::GODOT_4).encode_with(|cx, out| gen_save(cx, self)(out))?)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let written = Save {
        slot: 3,
        player: Variant::from("Ada"),
        settings: Some(Variant::from(true)),
        history: vec![Variant::from(1), Variant::from(2.5)],
    };
    let bytes = written.write()?;
    let read = Save::read(&bytes)?;
    assert_eq!(read, written);
    println!("slot {}: {}, {} entries, in {} bytes", read.slot, read.player, read.history.len(), bytes.len());

    // The player is cut short inside the slice that its length delimits.
    let Err(SaveError::Read { source }) = Save::read(b"SAV1\0\x03\x06\0\0\0\x02\0\0\0\x07\0") else {
        return Err("a cut player was read".into());
    };
    assert_eq!((source.path().to_string(), source.offset()), ("$.player".into(), 14));
    // All bytes of the slice are present, so waiting for more bytes would not help.
    assert_eq!(source.kind(), &DecodeErrorKind::SliceTooShort { count: None, missing: 2 });
    assert!(!source.is_incomplete());
    println!("{source}");

    let Err(SaveError::Read { source }) = Save::read(b"SAV1\0\x09") else {
        return Err("a slot that does not exist was read".into());
    };
    println!("{source}");
    Ok(())
}
