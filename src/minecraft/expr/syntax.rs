//! The syntax of type expressions.

use std::collections::HashSet;
use std::mem::take;
use std::str::FromStr;

use nom::branch::alt;
use nom::bytes::complete::{take_till, take_while};
use nom::character::complete::char;
use nom::combinator::{map, opt, peek};
use nom::multi::separated_list1;
use nom::sequence::{delimited, pair, preceded, separated_pair, terminated};
use nom::{Finish as _, IResult, Parser};

use super::{EnumNames, IntType, Length, Scope, Selector, TypeExpr};
use crate::error::{TextError, TextFault};
use crate::escape::is_hidden;
use crate::minecraft::dependent::Label;
use crate::minecraft::wire::STRING_MAX;

/// Types may be inside each other so deep.
const MAX_DEPTH: usize = 32;

/// The most memory that an element of an array may take for each byte of the input: see the limits of the crate.
const MAX_MEMORY: usize = 96;

/// Reads an expression; spaces between its parts do not matter.
pub(super) fn parse(text: &str) -> Result<TypeExpr, TextError> {
    let parsed = terminated(expr(Scope::NONE, 0), end).parse(text).finish();
    // Combinators fail only at optional marks, so they need no reason.
    parsed.map(|(_, expr)| expr).map_err(|fault| fault.in_text(text, ""))
}

type Read<'t, T> = IResult<&'t str, T, TextFault<'t>>;

/// Ends the parse: no other branch is tried.
fn fail<T>(i: &str, reason: impl Into<String>) -> Read<'_, T> {
    TextFault::sure(i, reason)
}

fn space(i: &str) -> Read<'_, &str> {
    take_while(char::is_whitespace).parse(i)
}

/// Everything up to a character that has a meaning here.
fn word(i: &str) -> Read<'_, &str> {
    map(preceded(space, take_till(|c| "(),;|=:".contains(c))), str::trim_end).parse(i)
}

/// A character that may be left out.
fn optional_mark<'t>(mark: char) -> impl Parser<&'t str, Output = char, Error = TextFault<'t>> {
    preceded(space, char(mark))
}

/// A character that must be there.
fn mark<'t>(mark: char, of: &str) -> impl Parser<&'t str, Output = char, Error = TextFault<'t>> {
    preceded(space, move |i: &'t str| match i.chars().next() {
        Some(next) if next == mark => char(mark).parse(i),
        Some(next) => fail(i, format!("{of} needs a {mark:?} here, not {next:?}")),
        None => fail(i, format!("{of} needs a {mark:?} here, the text ends")),
    })
}

fn end(i: &str) -> Read<'_, ()> {
    let (i, _) = space(i)?;
    match i.chars().next() {
        None => Ok((i, ())),
        Some(next) => fail(i, format!("{next:?} follows a complete type")),
    }
}

/// Applies `check` to the result of `parser`. An error is at the beginning of what was parsed, after spaces.
fn checked<'t, O, P: Parser<&'t str, Error = TextFault<'t>>>(
    mut parser: P,
    mut check: impl FnMut(P::Output) -> Result<O, String>,
) -> impl Parser<&'t str, Output = O, Error = TextFault<'t>> {
    preceded(space, move |i| {
        let (rest, read) = parser.parse(i)?;
        check(read).map_or_else(|reason| fail(i, reason), |made| Ok((rest, made)))
    })
}

fn expr<'t>(scope: Scope<'_>, depth: usize) -> impl Fn(&'t str) -> Read<'t, TypeExpr> {
    move |i| {
        if depth == MAX_DEPTH {
            return fail(i, format!("types are nested deeper than {MAX_DEPTH}"));
        }
        let inner = |of| delimited(mark('(', of), expr(scope, depth + 1), mark(')', of)).map(Box::new);
        let (start, _) = space(i)?;
        let (i, name) = word(start)?;
        let expr = match name {
            "bool" | "boolean" => TypeExpr::Bool,
            "f32" | "float" => TypeExpr::F32,
            "f64" | "double" => TypeExpr::F64,
            "chat" => TypeExpr::Chat,
            "identifier" => TypeExpr::Identifier,
            "position" => TypeExpr::Position,
            "angle" => TypeExpr::Angle,
            "uuid" => TypeExpr::Uuid,
            "nbt" => TypeExpr::Nbt,
            "mutf8" => TypeExpr::Mutf8,
            "slot" => TypeExpr::Slot,
            "particle" => TypeExpr::Particle,
            "metadata" => TypeExpr::Metadata,
            "string" => return string(i),
            "optional" => return map(inner("optional"), TypeExpr::Optional).parse(i),
            "option" => return map(inner("option"), TypeExpr::Option).parse(i),
            "array" => return array(scope, depth + 1, i),
            "bytes" => {
                let length = delimited(mark('(', "bytes"), length("bytes"), mark(')', "bytes"));
                return map(length, TypeExpr::Bytes).parse(i);
            }
            "enum" => return enumeration(i),
            "fixed" => return fixed(i),
            "struct" => return structure(scope, depth + 1, i),
            "if" => return condition(scope, depth + 1, i),
            "switch" => return switch(scope, depth + 1, i),
            "" => return fail(start, "a type is missing"),
            name => match int_type(name) {
                Some(int) => TypeExpr::Int(int),
                None => return fail(start, format!("there is no type {name:?}")),
            },
        };
        Ok((i, expr))
    }
}

/// `string(n)`, `string`.
fn string(i: &str) -> Read<'_, TypeExpr> {
    let limit = delimited(optional_mark('('), number("string"), mark(')', "string"));
    map(opt(limit), |limit| TypeExpr::String(limit.unwrap_or(STRING_MAX))).parse(i)
}

/// `array(k,T)`, `array(I,T)`.
fn array<'t>(scope: Scope<'_>, depth: usize, i: &'t str) -> Read<'t, TypeExpr> {
    let length = delimited(mark('(', "array"), length("array"), mark(',', "array"));
    let element = checked(expr(scope, depth), |element: TypeExpr| {
        if element.min_len() == 0 {
            return Err(format!("an array element takes a byte at least, {element} may take none"));
        }
        if element.exceeds(MAX_MEMORY) {
            return Err(format!(
                "an element of this array may take {} bytes of memory for one of the input, {MAX_MEMORY} are the limit",
                element.memory_per_byte()
            ));
        }
        Ok(Box::new(element))
    });
    map((length, terminated(element, mark(')', "array"))), |(length, element)| {
        TypeExpr::Array(length, element)
    })
    .parse(i)
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

/// A name that is not among the known ones yet.
fn new_name<'t>(missing: &str) -> impl Parser<&'t str, Output = &'t str, Error = TextFault<'t>> {
    let mut known = HashSet::new();
    checked(word, move |name: &'t str| match name {
        "" => Err(missing.to_owned()),
        name if !known.insert(name) => Err(format!("the name {name:?} is here twice")),
        // Names are printed in headings and rows.
        name if name.contains(is_hidden) => {
            Err(format!("the name {name:?} has a control or invisible character"))
        }
        name => Ok(name),
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
        let number = number.ok_or_else(|| format!("the number of {name:?} is no {}", int.name()))?;
        next = number.checked_add(1);
        Ok((name.to_owned(), number))
    });
    let entries = terminated(separated_list1(optional_mark('|'), entry), mark(')', "enum"));
    map(entries, |entries| TypeExpr::Enum(int, EnumNames(entries))).parse(i)
}

/// `struct(name:T,..)`.
fn structure<'t>(scope: Scope<'_>, depth: usize, i: &'t str) -> Read<'t, TypeExpr> {
    let mut name = map(new_name("the name of a field is missing"), str::to_owned);
    let (mut i, _) = mark('(', "struct").parse(i)?;
    let mut fields = Vec::new();
    if let Ok((rest, _)) = optional_mark(')').parse(i) {
        return Ok((rest, TypeExpr::Struct(fields)));
    }
    loop {
        let of = expr(scope.field(&fields, &[]), depth);
        let (rest, field) = separated_pair(|i| name.parse(i), mark(':', "a field"), of).parse(i)?;
        fields.push(field);
        match optional_mark(',').parse(rest) {
            Ok((rest, _)) => i = rest,
            Err(_) => return map(mark(')', "struct"), |_| TypeExpr::Struct(take(&mut fields))).parse(rest),
        }
    }
}

/// `if(f,T)`, `if(f&8,T)`, `if(f=1,T)`.
fn condition<'t>(scope: Scope<'_>, depth: usize, i: &'t str) -> Read<'t, TypeExpr> {
    let (i, (of, labels)) = preceded(mark('(', "if"), selector(scope, "if")).parse(i)?;
    let (i, is) = opt(preceded(optional_mark('='), label(labels))).parse(i)?;
    if is.is_none() && labels.is_text() {
        return fail(i, format!("if needs a '=' and a label of the field {:?} here", of.field));
    }
    let inner = delimited(mark(',', "if"), expr(scope, depth), mark(')', "if"));
    map(inner, |inner| TypeExpr::If(of.clone(), is.clone(), Box::new(inner))).parse(i)
}

/// `switch(f;0=T|1=U|*=V)`.
fn switch<'t>(scope: Scope<'_>, depth: usize, i: &'t str) -> Read<'t, TypeExpr> {
    let of = delimited(mark('(', "switch"), selector(scope, "switch"), mark(';', "switch"));
    let (i, (of, labels)) = { of }.parse(i)?;
    let mut known = HashSet::new();
    let any = map(terminated(optional_mark('*'), peek(preceded(space, char('=')))), |_| None);
    let label = checked(alt((any, map(label(labels), Some))), |label| match known.insert(label.clone()) {
        true => Ok(label),
        false => Err("the label is here twice".to_owned()),
    });
    let case = separated_pair(label, mark('=', "a case"), expr(scope, depth));
    let cases = terminated(separated_list1(optional_mark('|'), case), mark(')', "switch"));
    map(cases, |cases| TypeExpr::Switch(of.clone(), cases)).parse(i)
}

/// The labels of a field.
#[derive(Clone, Copy)]
enum Labels<'s> {
    Bool,
    Int(IntType),
    Names(&'s EnumNames),
    Text,
}

impl Labels<'_> {
    fn is_text(self) -> bool {
        matches!(self, Self::Names(_) | Self::Text)
    }
}

/// An earlier field, and the bits of it: `f`, `f&8`.
fn selector<'t, 's>(
    scope: Scope<'s>,
    of: &str,
) -> impl Parser<&'t str, Output = (Selector, Labels<'s>), Error = TextFault<'t>> {
    checked(word, move |word: &str| {
        let masked = || {
            let (field, mask) = word.rsplit_once('&')?;
            Some((field.trim_end(), Some(mask.trim_start().parse().ok()?)))
        };
        let (field, mask) = match scope.type_of(word) {
            Some(_) => (word, None),
            None => masked().unwrap_or((word, None)),
        };
        let selector = Selector { field: field.to_owned(), mask };
        match (scope.type_of(field), mask) {
            (None, _) => Err(format!("{of} needs the name of an earlier field here, not {word:?}")),
            (Some(TypeExpr::Int(int)), _) => Ok((selector, Labels::Int(*int))),
            (Some(TypeExpr::Bool), None) => Ok((selector, Labels::Bool)),
            (Some(TypeExpr::Enum(_, names)), None) => Ok((selector, Labels::Names(names))),
            (Some(TypeExpr::String(_) | TypeExpr::Identifier), None) => Ok((selector, Labels::Text)),
            (Some(_), Some(_)) => Err(format!("the field {field:?} is no integer and has no bits")),
            (Some(_), None) => Err(format!(
                "{of} needs an integer, a Boolean, an enum, a string or an identifier: {field:?} is none"
            )),
        }
    })
}

/// A label of these.
fn label<'t>(of: Labels<'_>) -> impl Parser<&'t str, Output = Label<'static>, Error = TextFault<'t>> {
    let text = map(preceded(space, take_till(|c| "(),;|=".contains(c))), str::trim_end);
    checked(text, move |text: &str| match of {
        _ if text.is_empty() => Err("a label is missing".to_owned()),
        Labels::Bool => match text {
            "0" | "false" => Ok(Label::Number(0)),
            "1" | "true" => Ok(Label::Number(1)),
            _ => Err(format!("a Boolean is 0 or 1, not {text:?}")),
        },
        Labels::Int(int) => {
            let (min, max) = int.range();
            let number = text.parse().ok().filter(|number| (min..=max).contains(number));
            number.map(Label::Number).ok_or_else(|| format!("{text:?} is no {}", int.name()))
        }
        Labels::Names(names) => match names.number(text).and_then(|number| names.name(number)) {
            Some(name) if name == text => Ok(Label::Text(text.to_owned().into())),
            Some(name) => Err(format!("{text:?} is the same as {name:?}")),
            None => Err(format!("{text:?} is no name of the enum")),
        },
        Labels::Text if text.contains(is_hidden) => {
            Err(format!("the label {text:?} has a control or invisible character"))
        }
        Labels::Text => Ok(Label::Text(text.to_owned().into())),
    })
}

fn int<'t>(of: &str) -> impl Parser<&'t str, Output = IntType, Error = TextFault<'t>> {
    checked(word, move |name| {
        int_type(name).ok_or_else(|| format!("{of} needs an integer type, {name:?} is none"))
    })
}

fn length<'t>(of: &str) -> impl Parser<&'t str, Output = Length, Error = TextFault<'t>> {
    checked(word, move |word: &str| match (word.parse(), int_type(word)) {
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

fn int_type(name: &str) -> Option<IntType> {
    Some(match name {
        "i8" | "byte" => IntType::I8,
        "u8" | "ubyte" => IntType::U8,
        "i16" | "short" => IntType::I16,
        "u16" | "ushort" => IntType::U16,
        "i32" | "int" => IntType::I32,
        "i64" | "long" => IntType::I64,
        "varint" => IntType::VarInt,
        "varlong" => IntType::VarLong,
        _ => return None,
    })
}
