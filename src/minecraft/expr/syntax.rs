//! The parser of type expressions.

use std::collections::HashSet;
use std::str::FromStr;

use nom::bytes::complete::{take_till, take_while};
use nom::character::complete::char;
use nom::combinator::{map, opt};
use nom::multi::separated_list1;
use nom::sequence::{delimited, pair, preceded, separated_pair, terminated};
use nom::{Finish as _, IResult, Parser};

use super::{ANONYMOUS, EnumNames, IntType, Length, TypeExpr};
use crate::error::{TextError, TextFault};
use crate::escape::is_hidden;
use crate::limits::with_stack;
use crate::minecraft::wire::STRING_MAX;

/// The deepest allowed nesting of types.
const MAX_DEPTH: usize = 32;

/// The characters that end a name.
const MARKS: &str = "(),;|=:";

/// Parses an expression. Spaces between its parts are ignored.
pub(super) fn parse(text: &str) -> Result<TypeExpr, TextError> {
    let parsed = terminated(expr(0), end).parse(text).finish();
    // Combinators fail only at optional characters, so they need no reason.
    parsed.map(|(_, expr)| expr).map_err(|fault| fault.in_text(text, ""))
}

type Read<'t, T> = IResult<&'t str, T, TextFault<'t>>;

/// Returns an error after which no other alternative is tried.
fn fail<T>(i: &str, reason: impl Into<String>) -> Read<'_, T> {
    TextFault::sure(i, reason)
}

fn space(i: &str) -> Read<'_, &str> {
    take_while(char::is_whitespace).parse(i)
}

/// Parses everything up to a special character.
fn word(i: &str) -> Read<'_, &str> {
    map(preceded(space, take_till(|c| MARKS.contains(c))), str::trim_end).parse(i)
}

/// Parses a character that may be missing.
fn optional_mark<'t>(mark: char) -> impl Parser<&'t str, Output = char, Error = TextFault<'t>> {
    preceded(space, char(mark))
}

/// Parses a character that must be present.
fn mark<'t>(mark: char, of: &str) -> impl Parser<&'t str, Output = char, Error = TextFault<'t>> {
    preceded(space, move |i: &'t str| match i.chars().next() {
        Some(next) if next == mark => char(mark).parse(i),
        Some(next) => fail(i, format!("{of} needs a {mark:?} here, not {next:?}")),
        None => fail(i, format!("{of} needs a {mark:?} here, but the text ends")),
    })
}

fn end(i: &str) -> Read<'_, ()> {
    let (i, _) = space(i)?;
    match i.chars().next() {
        None => Ok((i, ())),
        Some(next) => fail(i, format!("{next:?} follows a complete type")),
    }
}

/// Applies `check` to the result of `parser`. The place of an error is the start of the parsed text, after spaces.
fn checked<'t, O, P: Parser<&'t str, Error = TextFault<'t>>>(
    mut parser: P,
    mut check: impl FnMut(P::Output) -> Result<O, String>,
) -> impl Parser<&'t str, Output = O, Error = TextFault<'t>> {
    preceded(space, move |i| {
        let (rest, read) = parser.parse(i)?;
        check(read).map_or_else(|reason| fail(i, reason), |made| Ok((rest, made)))
    })
}

fn expr<'t>(depth: usize) -> impl Fn(&'t str) -> Read<'t, TypeExpr> {
    move |i| with_stack(|| level(depth)(i))
}

/// Parses a type inside of `depth` others.
fn level<'t>(depth: usize) -> impl Fn(&'t str) -> Read<'t, TypeExpr> {
    move |i| {
        if depth == MAX_DEPTH {
            return fail(i, format!("types are nested deeper than {MAX_DEPTH}"));
        }
        let inner = |of| delimited(mark('(', of), expr(depth + 1), mark(')', of)).map(Box::new);
        let (start, _) = space(i)?;
        let (i, name) = word(start)?;
        match name {
            "string" => {
                let limit = delimited(optional_mark('('), number("string"), mark(')', "string"));
                map(opt(limit), |limit| TypeExpr::String(limit.unwrap_or(STRING_MAX))).parse(i)
            }
            "optional" => map(inner("optional"), TypeExpr::Optional).parse(i),
            "option" => map(inner("option"), TypeExpr::Option).parse(i),
            "array" => array(depth + 1, i),
            "bytes" => {
                map(delimited(mark('(', "bytes"), length("bytes"), mark(')', "bytes")), TypeExpr::Bytes)
                    .parse(i)
            }
            "enum" => enumeration(i),
            "fixed" => fixed(i),
            "struct" => structure(depth + 1, i),
            "" => fail(start, "a type is missing"),
            name => match TypeExpr::without_arguments(name) {
                Some(expr) => Ok((i, expr)),
                None => fail(start, format!("there is no type {name:?}")),
            },
        }
    }
}

/// `array(k,T)`, `array(I,T)`.
fn array(depth: usize, i: &str) -> Read<'_, TypeExpr> {
    let length = delimited(mark('(', "array"), length("array"), mark(',', "array"));
    let element = checked(expr(depth), |element: TypeExpr| {
        if element.min_len() == 0 {
            return Err(format!("an array element takes at least one byte, but {element} may take none"));
        }
        Ok(Box::new(element))
    });
    let parts = pair(length, terminated(element, mark(')', "array")));
    map(parts, |(length, element)| TypeExpr::Array(length, element)).parse(i)
}

/// `fixed(T,f)`.
fn fixed(i: &str) -> Read<'_, TypeExpr> {
    let with_bits = checked(int("fixed"), |int| match int.bits() {
        Some(bits) => Ok((int, bits)),
        None => Err(format!("fixed needs an integer of fixed size, not {}", int.name())),
    });
    let (i, (int, width)) = delimited(mark('(', "fixed"), with_bits, mark(',', "fixed")).parse(i)?;
    let fraction = checked(number("fixed"), |bits: u32| {
        let fits = bits < width;
        fits.then_some(bits)
            .ok_or_else(|| format!("{} has fewer than {} bits", int.name(), bits.saturating_add(1)))
    });
    map(terminated(fraction, mark(')', "fixed")), |bits| TypeExpr::Fixed(int, bits)).parse(i)
}

/// Parses a name that is not among the known ones.
fn new_name<'t>(missing: &str) -> impl Parser<&'t str, Output = String, Error = TextFault<'t>> {
    let mut known = HashSet::new();
    checked(word, move |name: &'t str| match name {
        "" => Err(missing.to_owned()),
        ANONYMOUS => Err(format!("{name:?} is not a name")),
        name if !known.insert(name) => Err(format!("the name {name:?} occurs twice")),
        // Names are printed in headings and rows.
        name if name.contains(is_hidden) => {
            Err(format!("the name {name:?} has a control or invisible character"))
        }
        name => Ok(name.to_owned()),
    })
}

/// `enum(T;a|b|c=7)`.
fn enumeration(i: &str) -> Read<'_, TypeExpr> {
    let (i, int) = delimited(mark('(', "enum"), int("enum"), mark(';', "enum")).parse(i)?;
    let (min, max) = int.range();
    let mut next = Some(0_i64);
    let given = opt(preceded(optional_mark('='), number("enum")));
    let entry = checked(pair(new_name("a name is missing"), given), |(name, given)| {
        let number = given.or(next).filter(|number| (min..=max).contains(number));
        let number = number.ok_or_else(|| format!("the number of {name:?} is not a valid {}", int.name()))?;
        next = number.checked_add(1);
        Ok((name, number))
    });
    let entries = terminated(separated_list1(optional_mark('|'), entry), mark(')', "enum"));
    map(entries, |entries| TypeExpr::Enum(int, EnumNames::new(entries, false))).parse(i)
}

/// `struct(name:T,..)`.
fn structure(depth: usize, i: &str) -> Read<'_, TypeExpr> {
    let (i, _) = mark('(', "struct").parse(i)?;
    if let Ok((rest, _)) = optional_mark(')').parse(i) {
        return Ok((rest, TypeExpr::Struct(Vec::new())));
    }
    let name = new_name("the name of a field is missing");
    let field = separated_pair(name, mark(':', "a field"), expr(depth));
    let fields = terminated(separated_list1(optional_mark(','), field), mark(')', "struct"));
    map(fields, TypeExpr::Struct).parse(i)
}

fn int<'t>(of: &str) -> impl Parser<&'t str, Output = IntType, Error = TextFault<'t>> {
    checked(word, move |name| {
        IntType::from_name(name).ok_or_else(|| format!("{of} needs an integer type, not {name:?}"))
    })
}

fn length<'t>(of: &str) -> impl Parser<&'t str, Output = Length, Error = TextFault<'t>> {
    checked(word, move |word: &str| match (word.parse(), IntType::from_name(word)) {
        (Ok(number), _) => Ok(Length::Known(number)),
        (_, Some(int)) => Ok(Length::Prefixed(int)),
        _ => Err(format!("{of} needs a number or an integer type here, not {word:?}")),
    })
}

fn number<'t, N: FromStr>(of: &str) -> impl Parser<&'t str, Output = N, Error = TextFault<'t>> {
    checked(word, move |word: &str| {
        word.parse().map_err(|_| format!("{of} needs a number in range here, not {word:?}"))
    })
}
