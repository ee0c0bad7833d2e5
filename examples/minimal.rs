//! Godot 3's values in plain nom 8 and cookie-factory 0.3: parsers that compose into a recursive [`variant`], and
//! generators that mirror them. A comment at a parser is its layout: the fields in the order of the bytes, each with
//! its size or its parser. All numbers are little-endian. Full objects and text that is not UTF-8 are refused, and
//! entries with equal keys are kept. Nothing here is from gamewire; read its module `godot::wire` next.
//!
//! `cargo run --example minimal` reads a packet and writes it again. `tests/tools/minimal.rs` does that with 502 values
//! that Godot 3.2.3 and 3.6.2 wrote, and compares 2,940 malformed inputs with what the engines make of them.
#![allow(clippy::print_stdout)] // An example shows something.

use std::io::Write;

use cookie_factory::combinator::{slice, string};
use cookie_factory::multi::{all, many_ref};
use cookie_factory::sequence::{pair, tuple};
use cookie_factory::{GenError, SerializeFn, WriteContext, bytes as out, gen_simple};
use nom::bytes::complete::take;
use nom::combinator::{fail, success, verify};
use nom::multi::{fill, many};
use nom::number::complete::{le_f32, le_f64, le_i32, le_i64, le_u32, le_u64};
use nom::sequence::terminated;
use nom::{Finish, IResult, Parser, error::Error};

type Vector2 = [f32; 2];
type Vector3 = [f32; 3];

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Variant<'a> {
    Nil,
    Bool(bool),
    Int(i64),
    Real(f64),
    String(&'a str),
    Vector2(Vector2),
    Rect2([Vector2; 2]),
    Vector3(Vector3),
    Transform2D([Vector2; 3]),
    Plane((Vector3, f32)),
    Quat([f32; 4]),
    Aabb([Vector3; 2]),
    Basis([Vector3; 3]),
    Transform(([Vector3; 3], Vector3)),
    Color([f32; 4]),
    NodePath { names: Vec<&'a str>, subnames: Vec<&'a str>, absolute: bool },
    Rid,
    Object(u64),
    Dictionary(Vec<(Variant<'a>, Variant<'a>)>),
    Array(Vec<Variant<'a>>),
    PoolByteArray(&'a [u8]),
    PoolIntArray(Vec<i32>),
    PoolRealArray(Vec<f32>),
    PoolStringArray(Vec<&'a str>),
    PoolVector2Array(Vec<Vector2>),
    PoolVector3Array(Vec<Vector3>),
    PoolColorArray(Vec<[f32; 4]>),
}

/// The result of a parser: the rest of the input, and the value. An error has the input where it occurred.
type Read<'a, O> = IResult<&'a [u8], O>;
/// A parser as an argument or a result. Functions like `fn(&[u8]) -> Read<O>` are parsers, too.
pub(crate) trait Parse<'a, O>: Parser<&'a [u8], Output = O, Error = Error<&'a [u8]>> {}
impl<'a, O, P: Parser<&'a [u8], Output = O, Error = Error<&'a [u8]>>> Parse<'a, O> for P {}

const WIDE: u32 = 1 << 16; // in a header: an int or float of 8 bytes, or an object as its id
const HIGH: u32 = 1 << 31; // in a count: Godot 2's "shared", which Godot 3 ignores; in a path: the form with counts
const ABSOLUTE: u32 = 1; // in the flags of a path
const PROPERTY: u32 = 2; // in the flags of a path: one more subname, as Godot 2 writes it
const MAX_DEPTH: u32 = 1024; // as in the engine since 3.5; takes 1 MiB of stack, or 6 MiB without optimization

/// header: 4 (bits 0 to 7: type id, bit 16: WIDE, others: ignored), payload: the row of the type
#[rustfmt::skip] // The layouts stand in a column.
pub(crate) fn variant<'a>(depth: u32) -> impl Parse<'a, Variant<'a>> + Copy {
    // A closure builds the inner parsers when it runs, because the type of a parser that contains itself would be infinite.
    move |i: &'a [u8]| {
        let (i, header) = verify(le_u32, |_| depth <= MAX_DEPTH).parse(i)?; // Fails at any header that is too deep.
        let (wide, inner) = (header & WIDE != 0, variant(depth + 1));
        let count = || le_u32.map(|n| n & !HIGH);
        let signed = || le_i32.map(|n| n.max(0).cast_unsigned()); // Here a negative one is 0.
        match header & 0xff {
            0 => success(Variant::Nil).parse(i),                               // nothing
            1 => le_u32.map(|word| Variant::Bool(word != 0)).parse(i),         // value: 4
            2 => int(wide).map(Variant::Int).parse(i),
            3 => real(wide).map(Variant::Real).parse(i),
            4 => text.map(Variant::String).parse(i),
            5 => floats.map(Variant::Vector2).parse(i),                        // x, y: 4
            6 => times(floats).map(Variant::Rect2).parse(i),                   // position, size: Vector2
            7 => floats.map(Variant::Vector3).parse(i),                        // x, y, z: 4
            8 => times(floats).map(Variant::Transform2D).parse(i),             // x axis, y axis, origin: Vector2
            9 => (floats, le_f32).map(Variant::Plane).parse(i),                // normal: Vector3, d: 4
            10 => floats.map(Variant::Quat).parse(i),                          // x, y, z, w: 4
            11 => times(floats).map(Variant::Aabb).parse(i),                   // position, size: Vector3
            12 => times(floats).map(Variant::Basis).parse(i),                  // three rows: Vector3
            13 => (times(floats), floats).map(Variant::Transform).parse(i),    // basis: Basis, origin: Vector3
            14 => floats.map(Variant::Color).parse(i),                         // r, g, b, a: 4
            15 => node_path.parse(i),
            16 => success(Variant::Rid).parse(i),                              // nothing
            17 if wide => le_u64.map(Variant::Object).parse(i),                // id: 8
            17 => fail().parse(i),                                             // class, properties: refused
            18 => list(count(), (inner, inner)).map(Variant::Dictionary).parse(i), // count: 4, keys and values: variant
            19 => list(count(), inner).map(Variant::Array).parse(i),           // count: 4, elements: variant
            20 => bytes.map(Variant::PoolByteArray).parse(i),
            21 => list(le_u32, le_i32).map(Variant::PoolIntArray).parse(i),    // count: 4, elements: 4
            22 => list(le_u32, le_f32).map(Variant::PoolRealArray).parse(i),   // count: 4, elements: 4
            23 => list(signed(), text).map(Variant::PoolStringArray).parse(i), // count: 4, elements: text
            24 => list(le_u32, floats).map(Variant::PoolVector2Array).parse(i), // count: 4, elements: Vector2
            25 => list(le_u32, floats).map(Variant::PoolVector3Array).parse(i), // count: 4, elements: Vector3
            26 => list(le_u32, floats).map(Variant::PoolColorArray).parse(i),  // count: 4, elements: Color
            _ => fail().parse(i),
        }
    }
}

/// Mirrors [`variant`].
#[rustfmt::skip] // As above: a type is a row.
pub(crate) fn gen_variant<'a, W: Write>(value: &'a Variant<'a>, depth: u32) -> impl SerializeFn<W> {
    use Variant::*;
    let (id, deeper) = (out::le_u32, depth + 1);
    move |w: WriteContext<W>| match value {
        _ if depth > MAX_DEPTH => Err(GenError::CustomError(depth)),
        Nil => id(0)(w),
        Bool(x) => pair(id(1), out::le_u32((*x).into()))(w),
        Int(x) => gen_int(*x)(w),
        Real(x) => gen_real(*x)(w),
        String(x) => pair(id(4), gen_text(x, ""))(w),
        Vector2(x) => pair(id(5), gen_floats(x))(w),
        Rect2(x) => pair(id(6), many_ref(x, gen_floats))(w),
        Vector3(x) => pair(id(7), gen_floats(x))(w),
        Transform2D(x) => pair(id(8), many_ref(x, gen_floats))(w),
        Plane((normal, d)) => tuple((id(9), gen_floats(normal), out::le_f32(*d)))(w),
        Quat(x) => pair(id(10), gen_floats(x))(w),
        Aabb(x) => pair(id(11), many_ref(x, gen_floats))(w),
        Basis(x) => pair(id(12), many_ref(x, gen_floats))(w),
        Transform((basis, origin)) => tuple((id(13), many_ref(basis, gen_floats), gen_floats(origin)))(w),
        Color(x) => pair(id(14), gen_floats(x))(w),
        NodePath { names, subnames, absolute } => pair(id(15), gen_node_path([names, subnames], *absolute))(w),
        Rid => id(16)(w),
        Object(x) => pair(id(17 | WIDE), out::le_u64(*x))(w),
        Dictionary(x) => pair(id(18), gen_list(x, |(k, v)| pair(gen_variant(k, deeper), gen_variant(v, deeper))))(w),
        Array(x) => pair(id(19), gen_list(x, |x| gen_variant(x, deeper)))(w),
        PoolByteArray(x) => pair(id(20), gen_bytes(x))(w),
        PoolIntArray(x) => pair(id(21), gen_list(x, |x| out::le_i32(*x)))(w),
        PoolRealArray(x) => pair(id(22), gen_list(x, |x| out::le_f32(*x)))(w),
        PoolStringArray(x) => pair(id(23), gen_list(x, |x| gen_text(x, "\0")))(w), // with a NUL, as in the engine
        PoolVector2Array(x) => pair(id(24), gen_list(x, gen_floats))(w),
        PoolVector3Array(x) => pair(id(25), gen_list(x, gen_floats))(w),
        PoolColorArray(x) => pair(id(26), gen_list(x, gen_floats))(w),
    }
}

/// value: 4, or 8 with WIDE; written together with its header, because the value decides WIDE
fn int<'a>(wide: bool) -> impl Parse<'a, i64> {
    move |i| if wide { le_i64(i) } else { le_i32.map(i64::from).parse(i) }
}
fn gen_int<W: Write>(x: i64) -> impl SerializeFn<W> {
    move |w| match i32::try_from(x) {
        Ok(x) => pair(out::le_u32(2), out::le_i32(x))(w),
        Err(_) => pair(out::le_u32(2 | WIDE), out::le_i64(x))(w),
    }
}

/// value: 4, or 8 with WIDE; written together with its header, because the value decides WIDE
fn real<'a>(wide: bool) -> impl Parse<'a, f64> {
    move |i| if wide { le_f64(i) } else { le_f32.map(f64::from).parse(i) }
}
#[allow(clippy::cast_possible_truncation)] // A float that reads back equal takes 4 bytes. A NaN is never equal.
fn gen_real<W: Write>(x: f64) -> impl SerializeFn<W> {
    move |w| match x as f32 {
        short if f64::from(short) == x => pair(out::le_u32(3), out::le_f32(short))(w),
        _ => pair(out::le_u32(3 | WIDE), out::le_f64(x))(w),
    }
}

/// length n: 4, UTF-8 up to a NUL or the end: n, padding up to a multiple of 4: 0 to 3
fn text(i: &[u8]) -> Read<'_, &str> {
    let block = le_u32.flat_map(|n| terminated(take(n), take(padding(n as usize))));
    let before_nul = block.map(|block: &[u8]| block.split(|byte| *byte == 0).next().unwrap_or_default());
    before_nul.map_res(str::from_utf8).parse(i)
}
fn gen_text<W: Write>(text: &str, end: &'static str) -> impl SerializeFn<W> {
    let n = text.len() + end.len();
    tuple((gen_count(n, 0), string(text), string(end), gen_padding(n)))
}

/// length n: 4, bytes: n, padding up to a multiple of 4: 0 to 3, of which the end of the input may lack some
fn bytes(i: &[u8]) -> Read<'_, &[u8]> {
    let (i, bytes) = le_u32.flat_map(take).parse(i)?; // `length_data` would ask for more input instead of failing.
    take(padding(bytes.len()).min(i.len())).map(|_| bytes).parse(i)
}
fn gen_bytes<W: Write>(bytes: &[u8]) -> impl SerializeFn<W> {
    tuple((gen_count(bytes.len(), 0), slice(bytes), gen_padding(bytes.len())))
}

fn padding(n: usize) -> usize {
    n.wrapping_neg() % 4
}
fn gen_padding<W: Write>(n: usize) -> impl SerializeFn<W> {
    all((0..padding(n)).map(|_| out::le_u8(0)))
}

/// names: 4 (bit 31: set), subnames: 4, flags: 4 (bit 0: absolute, bit 1: one more subname), both lists: text
fn node_path(i: &[u8]) -> Read<'_, Variant<'_>> {
    let (i, (names, subnames, flags)) = (verify(le_u32, |n| n & HIGH != 0), le_u32, le_u32).parse(i)?;
    let subnames = (subnames as usize).saturating_add((flags & PROPERTY != 0).into());
    (many((names & !HIGH) as usize, text), many(subnames, text))
        .map(|(names, subnames)| Variant::NodePath { names, subnames, absolute: flags & ABSOLUTE != 0 })
        .parse(i)
}
fn gen_node_path<'a, W: Write>(parts: [&'a [&'a str]; 2], absolute: bool) -> impl SerializeFn<W> {
    let [names, subnames] = parts;
    let texts = |all| many_ref(all, |text: &&str| gen_text(text, ""));
    let counts = pair(gen_count(names.len(), HIGH), gen_count(subnames.len(), 0));
    tuple((counts, out::le_u32(if absolute { ABSOLUTE } else { 0 }), texts(names), texts(subnames)))
}

/// count: 4, elements
fn list<'a, O>(count: impl Parse<'a, u32>, element: impl Parse<'a, O> + Copy) -> impl Parse<'a, Vec<O>> {
    count.flat_map(move |n| many(n as usize, element)) // Allocates as elements arrive, whatever the count says.
}
fn gen_list<'a, T, G: SerializeFn<W>, W: Write>(all: &'a [T], f: impl Fn(&'a T) -> G) -> impl SerializeFn<W> {
    pair(gen_count(all.len(), 0), many_ref(all, f))
}
fn gen_count<W: Write>(n: usize, flag: u32) -> impl SerializeFn<W> {
    let word = u32::try_from(n).ok().filter(|n| n & HIGH == 0).map(|n| n | flag);
    move |w| out::le_u32(word.ok_or(GenError::BufferTooBig(n))?)(w)
}

/// N elements
fn times<'a, O: Copy + Default, const N: usize>(mut element: impl Parse<'a, O>) -> impl Parse<'a, [O; N]> {
    move |i: &'a [u8]| {
        let mut all = [O::default(); N];
        let (i, ()) = fill(|i| element.parse(i), &mut all).parse(i)?;
        Ok((i, all))
    }
}
fn floats<const N: usize>(i: &[u8]) -> Read<'_, [f32; N]> {
    times(le_f32).parse(i)
}
fn gen_floats<const N: usize, W: Write>(all: &[f32; N]) -> impl SerializeFn<W> {
    many_ref(all, |x| out::le_f32(*x))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let packet = b"\x12\0\0\0\x01\0\0\0\x04\0\0\0\x03\0\0\0pos\0\x05\0\0\0\0\0\xc0\x3f\0\0\x20\x40";
    let (rest, value) = variant(0).parse(packet).map_err(|error| error.to_string())?;
    println!("{value:?}, and {} bytes after it", rest.len());
    assert_eq!(gen_simple(gen_variant(&value, 0), Vec::new())?, packet);
    if let Err(error) = variant(0).parse(&packet[..30]).finish() {
        println!("cut after 30 bytes: {:?} at byte {}", error.code, 30 - error.input.len());
    }
    Ok(())
}
