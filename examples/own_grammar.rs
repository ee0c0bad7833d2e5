//! Defines a format of one's own: a header, a name, and counted items. It is read, written and explained, and errors have
//! an offset and a path.
//!
//! `cargo run --example own_grammar`

#![allow(clippy::print_stdout)] // An example shows something.

use cookie_factory::{SerializeFn, bytes::le_u32 as gen_u32, bytes::le_u64 as gen_u64, sequence::tuple};
use gamewire::grammar::{
    self as grammar, Cx, Parse, field, gen_part, le_u32, le_u64, list, part, slice, take,
};
use gamewire::limits::Limits;
use gamewire::trace::{Form, Meaning, Part, Shown, Trace};
use nom::{Parser, bytes::complete::tag, combinator::map_res, sequence::preceded};

/// magic: `SAV1`, name: length 4 and UTF-8, items: count 4 and 8 bytes each
fn save<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, (&'a str, Vec<u64>)> {
    move |i: &'a [u8]| {
        let magic = grammar::field_as(cx, "magic", |i| tag(&b"SAV1"[..]).parse(i), |_| Shown::Text("SAV1"));
        let (i, length) = preceded(magic, field(cx, "length of the name", le_u32)).parse(i)?;
        let (i, name) = part(cx, "name", name(cx, length as usize))(i)?;
        let (rest, count) = field(cx, "number of items", le_u32)(i)?;
        let count = cx.promise(i, rest, count, 8)?;
        let item = |n| part(cx, Part::Index(n), field(cx, "item", le_u64));
        let (i, items) = part(cx, "items", list(cx, count, 8, item))(rest)?;
        Ok((i, (name, items)))
    }
}
fn name<'a, T: Trace>(cx: Cx<'_, (), T>, length: usize) -> impl Parse<'a, &'a str> {
    let text = move |i: &'a [u8]| map_res(take(cx, length), std::str::from_utf8).parse(i);
    grammar::field_as(cx, Meaning::new("text").of(Form::Bytes), text, |name| Shown::Text(name))
}

/// Mirrors [`save`].
fn gen_save<'x, T: Trace>(cx: Cx<'x, (), T>, name: &'x str, items: &'x [u64]) -> impl SerializeFn<Vec<u8>> {
    let count = |n: usize| gen_u32(u32::try_from(n).unwrap_or(u32::MAX));
    let items_of = cookie_factory::multi::all(items.iter().map(|item| gen_u64(*item)));
    let name_of = tuple((count(name.len()), gen_part(cx, "name", slice(name.as_bytes()))));
    tuple((slice(b"SAV1"), name_of, count(items.len()), items_of))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bytes = grammar::encode(&(), Limits::GODOT, |cx, out| gen_save(cx, "Ada", &[7, 9])(out))?;
    let (name, items) = grammar::parse(&(), Limits::GODOT, &bytes, |cx, i| save(cx)(i))?;
    println!("{name} has {items:?}");

    let cut = bytes.get(..24).unwrap_or_default();
    let error =
        grammar::parse(&(), Limits::GODOT, cut, |cx, i| save(cx)(i)).expect_err("the last bytes are missing");
    println!("{error}"); // The count needs 16 bytes, and 9 remain.
    println!("{}", grammar::explain("a save", &(), &bytes, |cx, i| save(cx)(i)).text());
    Ok(())
}
