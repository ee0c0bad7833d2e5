//! A format of your own with Godot values inside: this crate's grammars among nom's and cookie-factory's
//! combinators, with no helper between them.
//!
//! `cargo run --example own_grammar`

#![allow(clippy::print_stdout)] // An example shows something.

use cookie_factory::{SerializeFn, bytes as out, combinator::slice, gen_simple, multi::all, sequence::tuple};
use gamewire::error::Fault;
use gamewire::godot::{Dialect, Variant, wire};
use gamewire::grammar::{Grammar, exact};
use gamewire::limits::Limits;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::{map, opt};
use nom::multi::{length_value, many0};
use nom::number::{be_u16, le_u32};
use nom::sequence::preceded;
use nom::{IResult, Parser};

/// A save of some game.
#[derive(Debug, PartialEq)]
struct Save<'a> {
    slot: u16,
    player: Variant<'a>,
    /// Only in newer files.
    settings: Option<Variant<'a>>,
    history: Vec<Variant<'a>>,
}

/// | size | field |
/// |-----:|-------|
/// | 4    | magic, `SAV1` or `SAV2` |
/// | 2    | number of the slot, big-endian |
/// | 4+n  | the player: length n, and a Godot 4 value of so many bytes |
/// | ..   | `S` and the settings, or nothing |
/// | ..   | values up to the end |
fn save<'a>(cx: wire::Cx<'_>) -> impl Grammar<'a, Save<'a>> {
    let magic = alt((tag(&b"SAV1"[..]), tag(&b"SAV2"[..])));
    let fields = (
        exact(be_u16()),
        length_value(exact(le_u32()), wire::variant(cx)),
        opt(preceded(tag(&b"S"[..]), wire::variant(cx))),
        many0(wire::variant(cx)),
    );
    map(preceded(magic, fields), |(slot, player, settings, history)| Save { slot, player, settings, history })
}

/// Mirrors [`save`].
fn gen_save<'x>(cx: wire::Cx<'x>, save: &'x Save<'x>, player_len: u32) -> impl SerializeFn<Vec<u8>> {
    tuple((
        slice(b"SAV2"),
        out::be_u16(save.slot),
        out::le_u32(player_len),
        wire::gen_variant(cx, &save.player),
        all(save.settings.iter().map(move |x| tuple((slice(b"S"), wire::gen_variant(cx, x))))),
        all(save.history.iter().map(move |x| wire::gen_variant(cx, x))),
    ))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Dialect::GODOT_4.into();
    let cx = wire::Cx::new(&rules, &Limits::GODOT);

    let written = Save {
        slot: 3,
        player: Variant::from("Ada"),
        settings: Some(Variant::from(true)),
        history: vec![Variant::from(1), Variant::from(2.5)],
    };
    let player_len = u32::try_from(Dialect::GODOT_4.encoded_len(&written.player)?)?;
    let bytes = gen_simple(gen_save(cx, &written, player_len), Vec::new())?;

    let read: IResult<&[u8], Save<'_>, Fault> = save(cx).parse(&bytes);
    let (rest, read) = read.map_err(|error| format!("{error:?}"))?;
    assert_eq!((rest, &read), (&b""[..], &written));
    println!("slot {}: {}, {} entries, in {} bytes", read.slot, read.player, read.history.len(), bytes.len());
    Ok(())
}
