//! The text form of paths.

use std::borrow::Cow;
use std::str::FromStr;

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{char, digit1, none_of, one_of};
use nom::combinator::{all_consuming, cut, map, map_opt, map_res, not, opt, peek, recognize, value, verify};
use nom::multi::{fold_many0, many0};
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{Finish as _, IResult, Parser};

use super::{Path, Segment};
use crate::error::{TextError, TextFault};
use crate::hex;
use crate::sure::Sure as _;

const NO_PATH: &str = "this is not a path; paths look like $.player.gold, $.items[3], $[\"odd key\"]";

impl FromStr for Path {
    type Err = TextError;

    /// Parses a path in the form in which paths are printed; see [`path`](crate::path) for the forms. If the text
    /// ends too early, the error is after its last character.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let parsed = all_consuming(path).parse(text).finish();
        parsed.map(|(_, path)| path).map_err(|error| TextFault::new(error.input, NO_PATH).in_text(text, ""))
    }
}

/// Parses `$` and steps. Without the `$`, a first name has no dot either.
fn path(i: &str) -> IResult<&str, Path> {
    let whole = preceded(char('$'), many0(step));
    let short = map(pair(opt(dotted), many0(step)), |(first, rest)| first.into_iter().chain(rest).collect());
    map(alt((whole, short)), |steps: Vec<Segment>| steps.into()).parse(i)
}

fn step(i: &str) -> IResult<&str, Segment> {
    alt((preceded(char('.'), cut(dotted)), delimited(char('['), cut(inside), cut(char(']'))))).parse(i)
}

/// Parses the part after a dot: the position of a key or of a value, or a name.
fn dotted(i: &str) -> IResult<&str, Segment> {
    let at = |kind| {
        terminated(map_res(delimited((tag(kind), char('(')), digit1, char(')')), str::parse), not(name))
    };
    alt((map(at("key"), Segment::KeyAt), map(at("value"), Segment::ValueAt), map(name, Segment::Name)))
        .parse(i)
}

/// Parses a name that needs no brackets.
fn name(i: &str) -> IResult<&str, Cow<'static, str>> {
    map(take_while1(|c: char| !".[]\"".contains(c) && !c.is_control()), |name: &str| name.to_owned().into())
        .parse(i)
}

/// Parses the contents of brackets: a number, text in quotes, or a value in Godot's notation.
fn inside(i: &str) -> IResult<&str, Segment> {
    alt((
        terminated(map(map_res(digit1, str::parse), Segment::Index), peek(char(']'))),
        map(quoted, |key| Segment::text(&key)),
        map(recognize(balanced), literal),
    ))
    .parse(i)
}

/// Returns the segment of a key in Godot's notation. A single word that is not a value is text, because shells remove
/// quotes.
fn literal(key: &str) -> Segment {
    let starts = |c: char| c.is_alphabetic() || c == '_';
    let is_word = key.starts_with(starts) && key.chars().all(|c| c.is_alphanumeric() || c == '_');
    match key {
        "null" | "true" | "false" | "nan" | "inf" | "inf_neg" => Segment::Literal(key.to_owned()),
        word if is_word => Segment::text(word),
        key => Segment::literal(key),
    }
}

/// Parses up to the closing bracket. Quotes and brackets inside must be balanced.
fn balanced(i: &str) -> IResult<&str, ()> {
    let mut depth = 0_usize;
    let mut rest = i;
    while let Some(first) = rest.chars().next() {
        match first {
            '"' => {
                (rest, _) = quoted(rest)?;
                continue;
            }
            '[' | '(' | '{' => depth += 1,
            ']' if depth == 0 => break,
            ']' | ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        rest = rest.get(first.len_utf8()..).sure();
    }
    value((), verify(nom::combinator::success(i.len() - rest.len()), |length| *length > 0)).parse(rest)
}

/// Parses text in quotes of either kind, with the escapes of Rust and with `\u001b` as Godot writes it.
fn quoted(i: &str) -> IResult<&str, String> {
    let (_, quote) = peek(one_of("\"'")).parse(i)?;
    let special = if quote == '"' { "\\\"" } else { "\\'" };
    let number = alt((
        delimited(tag("u{"), hex::number(1, usize::MAX), char('}')),
        preceded(char('u'), hex::number(4, 4)),
    ));
    let code = map_opt(number, char::from_u32);
    let escape = alt((
        value('\n', char('n')),
        value('\t', char('t')),
        value('\r', char('r')),
        value('\0', char('0')),
        code,
        none_of("ntr0u"),
    ));
    let character = alt((preceded(char('\\'), escape), none_of(special)));
    let text = fold_many0(character, String::new, |mut text, character| {
        text.push(character);
        text
    });
    delimited(char(quote), text, char(quote)).parse(i)
}
