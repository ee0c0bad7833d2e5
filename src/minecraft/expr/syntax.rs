//! The parser of type expressions.

use std::borrow::Cow;
use std::collections::HashSet;
use std::mem::take;
use std::str::FromStr;

use nom::branch::alt;
use nom::bytes::complete::{take_till, take_while};
use nom::character::complete::char;
use nom::combinator::{map, not, opt, peek};
use nom::multi::separated_list1;
use nom::sequence::{delimited, pair, preceded, separated_pair, terminated};
use nom::{Finish as _, IResult, Parser};

use super::names::{MARKS, TypeName, Types, has_name};
use super::{ANONYMOUS, BitField, EnumNames, Holder, IntType, Label, Length, Scope, Selector, TypeExpr};
use crate::error::{TextError, TextFault};
use crate::escape::is_hidden;
use crate::minecraft::wire::STRING_MAX;

/// The deepest allowed nesting of types.
const MAX_DEPTH: usize = 32;

/// The most memory that an element of an array may take for each encoded byte. See the limits of the crate.
const MAX_MEMORY: usize = 96;

/// Parses an expression. Spaces between its parts are ignored.
pub(super) fn parse(text: &str) -> Result<TypeExpr, TextError> {
    let parsed = terminated(expr(Scope::NONE, 0), end).parse(text).finish();
    // Combinators fail only at optional characters, so they need no reason.
    let (_, mut expr) = parsed.map_err(|fault| fault.in_text(text, ""))?;
    expr.settle(&Scope::NONE);
    Ok(expr)
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
    map(preceded(space, take_till(ends_word)), str::trim_end).parse(i)
}

fn ends_word(c: char) -> bool {
    MARKS.contains(c) && c != QUOTE
}

const QUOTE: char = '\'';

/// Parses text in quotes, in which a doubled quote is one quote.
fn quoted(i: &str) -> Read<'_, String> {
    let (start, _) = preceded(space, char(QUOTE)).parse(i)?;
    let (mut text, mut rest) = (String::new(), start);
    while let Some((part, after)) = rest.split_once(QUOTE) {
        text.push_str(part);
        match after.strip_prefix(QUOTE) {
            Some(after) => {
                text.push(QUOTE);
                rest = after;
            }
            None => return Ok((after, text)),
        }
    }
    fail(start, "the quote that ends this text is missing")
}

/// Parses a name, which may be in quotes.
fn name(i: &str) -> Read<'_, Cow<'_, str>> {
    alt((map(quoted, Cow::Owned), map(word, Cow::Borrowed))).parse(i)
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

fn expr<'t>(scope: Scope<'_>, depth: usize) -> impl Fn(&'t str) -> Read<'t, TypeExpr> {
    move |i| {
        if depth == MAX_DEPTH {
            return fail(i, format!("types are nested deeper than {MAX_DEPTH}"));
        }
        let inner = |of| delimited(mark('(', of), expr(scope, depth + 1), mark(')', of)).map(Box::new);
        let (start, _) = space(i)?;
        let (i, name) = word(start)?;
        let expr = match name {
            "until" => return until(scope, depth + 1, i),
            "marked" => return marked(scope, depth + 1, i),
            "bits" => return bits(i),
            "flags" => return flags(i),
            "holder" => return holder(scope, depth + 1, i),
            "holders" => return holders(scope, depth + 1, i),
            "types" if depth == 0 => return types(i),
            "unknown" => {
                let reason = delimited(mark('(', "unknown"), shown_name, mark(')', "unknown"));
                return map(reason, TypeExpr::Unknown).parse(i);
            }
            "string" => return string(i),
            "optional" => return map(inner("optional"), TypeExpr::Optional).parse(i),
            "option" => return map(inner("option"), TypeExpr::Option).parse(i),
            "array" => return array(scope, depth + 1, i),
            "bytes" => {
                let rest = map(optional_mark('*'), |_| Length::Rest);
                let length = alt((rest, length(scope, "bytes")));
                return map(delimited(mark('(', "bytes"), length, mark(')', "bytes")), TypeExpr::Bytes)
                    .parse(i);
            }
            "enum" => return enumeration(i),
            "fixed" => return fixed(i),
            "struct" => return structure(scope, depth + 1, i),
            "if" => return condition(scope, depth + 1, i),
            "switch" => return switch(scope, depth + 1, i),
            "" => return fail(start, "a type is missing"),
            "$" if scope.types.is_some() => {
                let (i, name) = quoted(i)?;
                return Ok((i, TypeExpr::Named(TypeName::unknown(&name))));
            }
            name if name.starts_with('$') && scope.types.is_some() => {
                TypeExpr::Named(TypeName::unknown(name.trim_start_matches('$')))
            }
            name if name.starts_with('$') => {
                return fail(start, format!("{name:?} can only be used in \"types(..)\""));
            }
            name => match TypeExpr::without_arguments(name) {
                Some(expr) => expr,
                None => return fail(start, format!("there is no type {name:?}")),
            },
        };
        Ok((i, expr))
    }
}

/// Parses `string(n)` or `string`.
fn string(i: &str) -> Read<'_, TypeExpr> {
    let limit = alt((map(optional_mark('*'), |_| u32::MAX), number("string")));
    let limit = delimited(optional_mark('('), limit, mark(')', "string"));
    map(opt(limit), |limit| TypeExpr::String(limit.unwrap_or(STRING_MAX))).parse(i)
}

/// `array(k,T)`, `array(I,T)`, `array(=f,T)`.
fn array<'t>(scope: Scope<'_>, depth: usize, i: &'t str) -> Read<'t, TypeExpr> {
    let length = delimited(mark('(', "array"), length(scope, "array"), mark(',', "array"));
    map((length, terminated(element(scope, depth), mark(')', "array"))), |(length, element)| {
        TypeExpr::Array(length, element)
    })
    .parse(i)
}

/// Parses the element of an array. The memory of named types is counted while values are read.
fn element<'t>(
    scope: Scope<'_>,
    depth: usize,
) -> impl Parser<&'t str, Output = Box<TypeExpr>, Error = TextFault<'t>> {
    checked(expr(scope, depth), move |element: TypeExpr| {
        if scope.types.is_some() {
            return Ok(Box::new(element));
        }
        if element.min_len() == 0 {
            return Err(format!("an array element takes at least one byte, but {element} may take none"));
        }
        if element.exceeds(MAX_MEMORY) {
            return Err(format!(
                "an element of this array may take {} bytes of memory for each byte of input; the limit is {MAX_MEMORY}",
                element.memory_per_byte()
            ));
        }
        Ok(Box::new(element))
    })
}

/// `until(255,T)`.
fn until<'t>(scope: Scope<'_>, depth: usize, i: &'t str) -> Read<'t, TypeExpr> {
    let end = delimited(mark('(', "until"), number("until"), mark(',', "until"));
    map((end, terminated(element(scope, depth), mark(')', "until"))), |(end, of)| TypeExpr::Until(end, of))
        .parse(i)
}

/// `marked(T)`.
fn marked<'t>(scope: Scope<'_>, depth: usize, i: &'t str) -> Read<'t, TypeExpr> {
    let element = checked(element(scope, depth), |element| match element.may_have_mark() {
        true => Ok(TypeExpr::Marked(element)),
        false => Err(format!("marked needs a type that begins with an i8, but {element} does not")),
    });
    delimited(mark('(', "marked"), element, mark(')', "marked")).parse(i)
}

/// `bits(x:i26,y:u12)`.
fn bits(i: &str) -> Read<'_, TypeExpr> {
    let size = checked(word, |word: &str| {
        let size = word
            .strip_prefix(['i', 'u'])
            .and_then(|size| size.parse().ok())
            .filter(|size| (1..=64).contains(size));
        size.map(|size| (size, word.starts_with('i')))
            .ok_or_else(|| format!("{word:?} is not a number of bits: i1 to u64"))
    });
    let part = separated_pair(new_name("a name is missing"), mark(':', "bits"), size);
    let part = map(part, |(name, (size, signed))| BitField { name, size, signed });
    let parts = delimited(mark('(', "bits"), separated_list1(optional_mark(','), part), mark(')', "bits"));
    checked(parts, |parts: Vec<BitField>| match parts.iter().map(|part| part.size).sum::<u32>() {
        8 | 16 | 24 | 32 | 40 | 48 | 56 | 64 => Ok(TypeExpr::Bits(parts)),
        sum => Err(format!("the bits must add up to 1 to 8 whole bytes, not {sum} bits")),
    })
    .parse(i)
}

/// `flags(u8;a|b)`.
fn flags(i: &str) -> Read<'_, TypeExpr> {
    let (i, int) = delimited(mark('(', "flags"), int("flags"), mark(';', "flags")).parse(i)?;
    let names = separated_list1(optional_mark('|'), new_name("a name is missing"));
    let names = checked(terminated(names, mark(')', "flags")), |names: Vec<String>| match names.len() {
        count if count <= int.width() => Ok(names),
        count => Err(format!("{} has {} bits, not {count}", int.name(), int.width())),
    });
    map(names, |names| TypeExpr::Flags(int, names)).parse(i)
}

/// `holder(id|value:T)`.
fn holder<'t>(scope: Scope<'_>, depth: usize, i: &'t str) -> Read<'t, TypeExpr> {
    let mut name = new_name("a name is missing");
    let (i, id) = delimited(mark('(', "holder"), |i| name.parse(i), mark('|', "holder")).parse(i)?;
    let value = separated_pair(|i| name.parse(i), mark(':', "holder"), expr(scope, depth));
    map(terminated(value, mark(')', "holder")), |(value, inner)| {
        let base = TypeExpr::Unknown(String::new());
        TypeExpr::Holder(Box::new(Holder { id: id.clone(), base, value, inner }))
    })
    .parse(i)
}

/// `holders(name:T|ids:U)`.
fn holders<'t>(scope: Scope<'_>, depth: usize, i: &'t str) -> Read<'t, TypeExpr> {
    let mut name = new_name("a name is missing");
    let base = separated_pair(|i| name.parse(i), mark(':', "holders"), expr(scope, depth));
    let (i, (id, base)) = delimited(mark('(', "holders"), base, mark('|', "holders")).parse(i)?;
    let (i, (value, inner)) =
        separated_pair(|i| name.parse(i), mark(':', "holders"), element(scope, depth)).parse(i)?;
    let holders = TypeExpr::Holders(Box::new(Holder { id, base, value, inner: *inner }));
    map(mark(')', "holders"), |_| holders.clone()).parse(i)
}

/// `types(A=T|B=U;V)`.
fn types(i: &str) -> Read<'_, TypeExpr> {
    let none = Types::default();
    let scope = Scope::of_types(Some(&none));
    let of = separated_pair(new_name("the name of a type is missing"), mark('=', "types"), expr(scope, 1));
    let all = separated_list1(optional_mark('|'), of);
    let all = delimited(mark('(', "types"), all, mark(';', "types"));
    let known = checked(pair(all, terminated(expr(scope, 1), mark(')', "types"))), |(all, inner)| {
        Types::named(all, inner).map_err(|name| format!("there is no type ${name}"))
    });
    { known }.parse(i)
}

/// Parses a name without control characters and invisible characters.
fn shown_name(i: &str) -> Read<'_, String> {
    checked(name, |name: Cow<'_, str>| match name.contains(is_hidden) {
        true => Err(format!("the name {name:?} has a control or invisible character")),
        false => Ok(name.into_owned()),
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

/// Parses a name that is not among the known ones. There may be several fields without a name.
fn new_name<'t>(missing: &str) -> impl Parser<&'t str, Output = String, Error = TextFault<'t>> {
    let mut known = HashSet::new();
    checked(name, move |name: Cow<'t, str>| match name {
        name if name.is_empty() => Err(missing.to_owned()),
        name if name != ANONYMOUS && !known.insert(name.clone()) => {
            Err(format!("the name {name:?} occurs twice"))
        }
        // Names are printed in headings and rows.
        name if name.contains(is_hidden) => {
            Err(format!("the name {name:?} has a control or invisible character"))
        }
        name => Ok(name.into_owned()),
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
    let others = |i| map(terminated(optional_mark('*'), peek(optional_mark(')'))), |_| ()).parse(i);
    let only_others = map(others, |()| (Vec::new(), Some(())));
    let entries = pair(
        separated_list1(optional_mark('|'), preceded(not(others), entry)),
        opt(preceded(optional_mark('|'), others)),
    );
    let entries = terminated(alt((only_others, entries)), mark(')', "enum"));
    map(entries, |(entries, open)| TypeExpr::Enum(int, EnumNames::new(entries, open.is_some()))).parse(i)
}

/// `struct(name:T,..)`.
fn structure<'t>(scope: Scope<'_>, depth: usize, i: &'t str) -> Read<'t, TypeExpr> {
    let mut name = new_name("the name of a field is missing");
    let (mut i, _) = mark('(', "struct").parse(i)?;
    let mut fields = Vec::new();
    if let Ok((rest, _)) = optional_mark(')').parse(i) {
        return Ok((rest, TypeExpr::Struct(fields)));
    }
    loop {
        let of = expr(scope.field(&fields, &[]), depth);
        let (rest, field) = separated_pair(|i| name.parse(i), mark(':', "a field"), of).parse(i)?;
        if field.0 == ANONYMOUS {
            let mut members = Vec::new();
            let stands_around = field.1.members(&mut |name| members.push(name));
            if let Some(name) = members.into_iter().find(|name| has_name(&fields, name)) {
                return fail(i, format!("the name {name:?} occurs twice"));
            }
            if !stands_around {
                return fail(i, "a field without a name must be a struct, bits, or a switch of these");
            }
        } else if has_name(&fields, &field.0) {
            return fail(i, format!("the name {:?} occurs twice", field.0));
        }
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
        false => Err("the label occurs twice".to_owned()),
    });
    let case = separated_pair(label, mark('=', "a case"), expr(scope, depth));
    let cases = terminated(separated_list1(optional_mark('|'), case), mark(')', "switch"));
    map(cases, |cases| TypeExpr::Switch(of.clone(), cases.into())).parse(i)
}

/// The labels that a field can have.
#[derive(Clone, Copy)]
enum Labels<'s> {
    Bool,
    Int(IntType),
    Names(&'s EnumNames),
    Text,
    /// All labels, if only the name of the type is known.
    Any,
}

impl Labels<'_> {
    fn is_text(self) -> bool {
        matches!(self, Self::Names(_) | Self::Text)
    }
}

/// Parses a reference to an earlier field or to a part of it: `f`, `f&8`, `../f` or `f.member`.
fn selector<'t, 's>(
    scope: Scope<'s>,
    of: &str,
) -> impl Parser<&'t str, Output = (Selector, Labels<'s>), Error = TextFault<'t>> {
    let field = |field: &str, mask| Selector { field: field.to_owned(), mask, ..Selector::default() };
    let plain = move |i: &'t str| {
        let (rest, word) = word(i)?;
        let masked = || {
            let (name, mask) = word.rsplit_once('&')?;
            Some(field(name.trim_end(), Some(mask.trim_start().parse().ok()?)))
        };
        let known = |of: &Selector| scope.find(of).is_some();
        match Some(field(word, None)).filter(known).or_else(|| masked().filter(known)) {
            Some(selector) => Ok((rest, selector)),
            None => parts_of_selector(i),
        }
    };
    checked(plain, move |selector: Selector| {
        let Selector { field, mask, .. } = &selector;
        let labels = match (scope.find(&selector), scope.type_of(&selector), mask) {
            (None, ..) => {
                return Err(format!(
                    "{of} needs the name of an earlier field here, not {:?}",
                    selector.to_string()
                ));
            }
            (_, None, _) => Labels::Any,
            (_, Some(TypeExpr::Int(int)), _) => Labels::Int(*int),
            (_, Some(TypeExpr::Bool), None) => Labels::Bool,
            (_, Some(TypeExpr::Enum(_, names)), None) => Labels::Names(names),
            (_, Some(TypeExpr::String(_) | TypeExpr::Identifier), None) => Labels::Text,
            (_, Some(_), Some(_)) => {
                return Err(format!("the field {field:?} is not an integer and has no bits"));
            }
            (_, Some(_), None) => {
                return Err(format!(
                    "{of} needs an integer, a Boolean, an enum, a string or an identifier, and {field:?} is none of these"
                ));
            }
        };
        Ok((selector, labels))
    })
}

/// `../f.member&8`.
fn parts_of_selector(i: &str) -> Read<'_, Selector> {
    let part = |i| {
        alt((
            quoted,
            map(preceded(space, take_till(|c| ends_word(c) || "./&".contains(c))), |part: &str| {
                part.trim_end().to_owned()
            }),
        ))
        .parse(i)
    };
    let (mut i, mut up) = (i, 0);
    while let Ok((rest, _)) =
        terminated(terminated(optional_mark('.'), char('.')), char::<&str, TextFault<'_>>('/')).parse(i)
    {
        (i, up) = (rest, up + 1);
    }
    let member = opt(preceded(optional_mark('.'), part));
    let mask = opt(preceded(optional_mark('&'), number("&")));
    map((part, member, mask), |(field, member, mask)| Selector { field, mask, up, member, place: None })
        .parse(i)
}

/// Parses a label without quotes, in which a colon has no special meaning.
fn label_word(i: &str) -> Read<'_, &str> {
    map(preceded(space, take_till(|c| ends_word(c) && c != ':')), str::trim_end).parse(i)
}

/// Parses one of these labels.
fn label<'t>(of: Labels<'_>) -> impl Parser<&'t str, Output = Label<'static>, Error = TextFault<'t>> {
    let text = alt((
        map(quoted, |text| (Cow::Owned(text), true)),
        map(label_word, |text| (Cow::Borrowed(text), false)),
    ));
    checked(text, move |(text, is_quoted): (Cow<'t, str>, bool)| match of {
        _ if text.is_empty() && !is_quoted => Err("a label is missing".to_owned()),
        Labels::Bool => match &*text {
            "0" | "false" => Ok(Label::Number(0)),
            "1" | "true" => Ok(Label::Number(1)),
            _ => Err(format!("a Boolean is 0 or 1, not {text:?}")),
        },
        Labels::Int(int) => {
            let (min, max) = int.range();
            let number = text.parse().ok().filter(|number| (min..=max).contains(number));
            number.map(Label::Number).ok_or_else(|| format!("{text:?} is not a valid {}", int.name()))
        }
        Labels::Names(names) if names.open && !is_quoted && text.parse::<i64>().is_ok() => {
            Ok(Label::Number(text.parse().unwrap_or_default()))
        }
        Labels::Names(names) => match names.number(&text).and_then(|number| names.name(number)) {
            Some(name) if *name == *text => Ok(Label::Text(text.into_owned().into())),
            Some(name) => Err(format!("{text:?} has the same number as {name:?}; write {name:?}")),
            None => Err(format!("{text:?} is not a name of the enum")),
        },
        Labels::Text | Labels::Any if text.contains(is_hidden) => {
            Err(format!("the label {text:?} has a control or invisible character"))
        }
        Labels::Any if !is_quoted && text.parse::<i64>().is_ok() => {
            Ok(Label::Number(text.parse().unwrap_or_default()))
        }
        Labels::Text | Labels::Any => Ok(Label::Text(text.into_owned().into())),
    })
}

fn int<'t>(of: &str) -> impl Parser<&'t str, Output = IntType, Error = TextFault<'t>> {
    checked(word, move |name| {
        IntType::from_name(name).ok_or_else(|| format!("{of} needs an integer type, not {name:?}"))
    })
}

fn length<'t>(scope: Scope<'_>, of: &str) -> impl Parser<&'t str, Output = Length, Error = TextFault<'t>> {
    let field = map(preceded(optional_mark('='), selector(scope, of)), |(field, _)| Length::Field(field));
    alt((
        field,
        checked(word, move |word: &str| match (word.parse(), IntType::from_name(word)) {
            (Ok(number), _) => Ok(Length::Known(number)),
            (_, Some(int)) => Ok(Length::Prefixed(int)),
            _ => Err(format!("{of} needs a number or an integer type here, not {word:?}")),
        }),
    ))
}

fn number<'t, N: FromStr>(of: &str) -> impl Parser<&'t str, Output = N, Error = TextFault<'t>> {
    checked(word, move |word: &str| {
        word.parse().map_err(|_| format!("{of} needs a number in range here, not {word:?}"))
    })
}
