//! Parsers of values that contain no other values: numbers, text, and types that are written as a name with numbers.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while_m_n, take_while1};
use nom::character::complete::{anychar, char, digit1, none_of, not_line_ending, one_of};
use nom::combinator::{cut, map, map_opt, map_res, not, opt, peek, recognize, value};
use nom::multi::{fold_many0, many0_count, separated_list0};
use nom::sequence::{delimited, pair, preceded, terminated};

use super::build::{kind_of, named};
use crate::error::TextFault;
use crate::godot::dialect::Precision;
use crate::godot::ids::{Kind, Shape};
use crate::godot::model::{Color, Rid};
use crate::godot::{NodePath, Object, Signal, Text, Variant};
use crate::{base64, hex};

/// The result of a parser of this module. It is a `Failure` if no other alternative should be tried.
pub type Read<'t, T> = nom::IResult<&'t str, T, TextFault<'t>>;

/// Returns whether engines skip the character: a space or a control character.
pub fn is_space(c: char) -> bool {
    c <= ' '
}

/// Skips spaces, and comments from a semicolon to the end of the line. A NUL character is not skipped, because engines
/// end the value there.
pub fn space(i: &str) -> Read<'_, ()> {
    let comment = preceded(char(';'), not_line_ending);
    value((), many0_count(alt((take_while1(|c| is_space(c) && c != '\0'), comment)))).parse(i)
}

/// Runs a parser, and skips the white space after it.
pub(super) fn token<'t, O, P: Parser<&'t str, Output = O, Error = TextFault<'t>>>(
    parser: P,
) -> impl Parser<&'t str, Output = O, Error = TextFault<'t>> {
    terminated(parser, space)
}

/// Parses a value that contains no other values.
pub(super) fn leaf(i: &str, precision: Precision) -> Read<'_, Variant> {
    alt((
        number,
        map(text, |text| Variant::String(text.into())),
        map(preceded(one_of("&@"), text), |name| Variant::StringName(name.into())),
        map(preceded(char('^'), text), |path| NodePath::parse(&path).into()),
        map(preceded(char('#'), cut(hex_color)), Variant::Color),
        map(object_id, |id| Variant::Object(Object::Id(id))),
        |i| constructed(i, precision),
        word,
    ))
    .parse(i)
}

/// `5`, or `1.5`, `-1e+20`: a float has a point or an exponent.
fn number(i: &str) -> Read<'_, Variant> {
    let exponent = (one_of("eE"), opt(one_of("+-")), digit1);
    let digits = alt((recognize((digit1, opt((char('.'), opt(digit1))))), recognize((char('.'), digit1))));
    let (rest, number) = recognize((opt(one_of("+-")), digits, opt(exponent))).parse(i)?;
    let is_int = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-' || byte == b'+');
    let float = || number.parse().ok().filter(|float: &f64| float.is_finite());
    match if is_int { number.parse().map(Variant::Int).ok() } else { float().map(Variant::Float) } {
        Some(value) => Ok((rest, value)),
        None if is_int => TextFault::sure(i, "the number is out of range; an int has 64 bits"),
        None => {
            TextFault::sure(i, "the number is beyond the range of a 64-bit float; infinity is inf or inf_neg")
        }
    }
}

/// Parses a number of a vector, in which whole numbers have no point.
#[allow(clippy::cast_precision_loss)] // The engine rounds an int to the nearest float, too.
fn real(i: &str) -> Read<'_, f64> {
    let spelled = map_opt(number, |number| number.as_i64().map(|int| int as f64).or(number.as_f64()));
    alt((spelled, infinite)).parse(i)
}

/// Parses a number that is written as a word. Godot 3 writes a point after it if it is a float, as after whole numbers.
fn infinite(i: &str) -> Read<'_, f64> {
    let ends = || not(peek(one_of("_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")));
    let word = alt((
        value(f64::NEG_INFINITY, alt((tag("inf_neg"), tag("-inf")))),
        value(f64::INFINITY, tag("inf")),
        value(f64::NAN, alt((tag("nan"), tag("NaN"), tag("-nan")))),
    ));
    terminated(word, (opt(tag(".0")), ends())).parse(i)
}

/// Parses text in quotes.
pub fn text(i: &str) -> Read<'_, String> {
    let character = alt((preceded(char('\\'), escape), none_of("\\\"")));
    let characters = fold_many0(character, String::new, |mut text, character| {
        text.push(character);
        text
    });
    let (rest, _) = char('"').parse(i)?;
    match terminated(characters, char('"')).parse(rest) {
        Err(nom::Err::Error(_)) => {
            TextFault::sure(i, "the quotes of this text are not closed, or it has an invalid escape")
        }
        read => read,
    }
}

/// Parses an escape, after its backslash.
fn escape(i: &str) -> Read<'_, char> {
    let unit = || preceded(char('u'), hex::number(4, 4));
    // Some writers use a pair of surrogates for characters above U+FFFF.
    let pair = map_opt(pair(unit(), preceded(char('\\'), unit())), |(high, low)| {
        let units = [u16::try_from(high).ok()?, u16::try_from(low).ok()?];
        let mut decoded = char::decode_utf16(units);
        decoded.next()?.ok().filter(|_| decoded.next().is_none())
    });
    let rust = map_opt(delimited(tag("u{"), hex::number(1, 6), char('}')), char::from_u32);
    alt((
        value('\n', char('n')),
        value('\t', char('t')),
        value('\r', char('r')),
        value('\0', char('0')),
        value('\u{7}', char('a')),
        value('\u{8}', char('b')),
        value('\u{c}', char('f')),
        value('\u{b}', char('v')),
        pair,
        map_opt(unit(), char::from_u32),
        map_opt(preceded(char('U'), hex::number(6, 6)), char::from_u32),
        rust,
        preceded(not(one_of("uU")), anychar),
    ))
    .parse(i)
}

/// Parses `#rrggbb` or `#rrggbbaa` after its first character.
fn hex_color(i: &str) -> Read<'_, Color> {
    let (rest, digits) = take_while1(|c: char| c.is_ascii_hexdigit()).parse(i)?;
    let number = u32::from_str_radix(digits, 16).ok();
    let rgba = match (number, digits.len()) {
        (Some(rgb), 6) => rgb << 8 | 0xff,
        (Some(rgba), 8) => rgba,
        _ => return TextFault::sure(i, "a color has 6 or 8 digits"),
    };
    let [r, g, b, a] = rgba.to_be_bytes().map(|part| f32::from(part) / 255.0);
    Ok((rest, Color { r, g, b, a }))
}

/// Parses `Object#5`.
fn object_id(i: &str) -> Read<'_, u64> {
    map_res(preceded(tag("Object#"), digit1), str::parse).parse(i)
}

/// Parses the name of a type or a class.
pub(super) fn identifier(i: &str) -> Read<'_, &str> {
    let starts = take_while_m_n(1, 1, |c: char| c.is_alphabetic() || c == '_');
    recognize((starts, take_while(|c: char| c.is_alphanumeric() || c == '_'))).parse(i)
}

fn word(i: &str) -> Read<'_, Variant> {
    if let Ok((rest, number)) = infinite(i) {
        return Ok((rest, Variant::Float(number)));
    }
    let (rest, word) = identifier(i)?;
    match word {
        "null" | "nil" | "Nil" => Ok((rest, Variant::Nil)),
        "true" => Ok((rest, Variant::Bool(true))),
        "false" => Ok((rest, Variant::Bool(false))),
        other => TextFault::sure(i, format!("{other} is not a value; text must be in quotes")),
    }
}

/// The names of references to other files, and to other parts of a file.
pub(super) const RESOURCES: [&str; 3] = ["Resource", "ExtResource", "SubResource"];

/// Parses a name followed by numbers or texts in parentheses.
fn constructed(i: &str, precision: Precision) -> Read<'_, Variant> {
    let (inside, name) = terminated(identifier, (space, token(char('(')))).parse(i)?;
    let fail = |why: String| TextFault::sure(i, why);
    let other = || match RESOURCES.contains(&name) {
        true => fail(format!("{name} stands for the contents of another file, which are not in this text")),
        false if !inside.contains(')') => fail(format!("the parenthesis after {name} is not closed")),
        false => fail(match kind_of(name).and_then(Kind::numeric) {
            Some(numeric) if numeric.element.is_some() => {
                format!("{name} takes numbers with commas between them: {name}(1, 2, 3)")
            }
            Some(_) => format!("{name} takes numbers with commas between them"),
            None => format!("{name} is not written like this, or is not a type of value"),
        }),
    };
    let one_text = |make: fn(String) -> Variant| match listed(text).parse(inside) {
        Ok((rest, mut texts)) if texts.len() < 2 => Ok((rest, make(texts.pop().unwrap_or_default()))),
        Ok(_) => fail(format!("{name} takes one text")),
        Err(_) => other(),
    };
    let kind = kind_of(name);
    if kind == Some(Kind::PackedByteArray)
        && let Ok((rest, digits)) = delimited(space, token(text), char::<_, TextFault<'_>>(')')).parse(inside)
    {
        // With its padding.
        let bytes = digits.len().is_multiple_of(4).then(|| base64::bytes(&digits).ok()).flatten();
        let bytes = bytes.map(|bytes| (rest, Variant::PackedByteArray(bytes.into())));
        return bytes.map_or_else(|| fail(format!("{name} takes ints from 0 to 255, or Base64 as text")), Ok);
    }
    match kind.map(Kind::shape) {
        Some(Shape::Reals | Shape::Ints | Shape::Bytes | Shape::Packed | Shape::PackedReals) | None => {
            // Ints are exact even if an `f64` cannot represent them.
            let int = map_opt(number, |number| number.as_i64());
            if kind == Some(Kind::PackedInt64Array)
                && let Ok((rest, ints)) = listed(int).parse(inside)
            {
                return Ok((rest, Variant::PackedInt64Array(ints.into())));
            }
            match listed(real).parse(inside) {
                Ok((rest, numbers)) => match named(name, &numbers, precision) {
                    Ok(value) => Ok((rest, value)),
                    Err(why) => fail(why),
                },
                Err(nom::Err::Failure(fault)) => Err(nom::Err::Failure(fault)),
                Err(_) => other(),
            }
        }
        Some(Shape::Strings) => match listed(text).parse(inside) {
            Ok((rest, texts)) => {
                Ok((rest, Variant::PackedStringArray(texts.into_iter().map(Text::from).collect())))
            }
            Err(_) => other(),
        },
        Some(Shape::NodePath) => one_text(|path| NodePath::parse(&path).into()),
        Some(Shape::Name) => one_text(|name| Variant::StringName(name.into())),
        Some(Shape::Signal) => signal(inside).or_else(|_| fail("Signal takes a name and an object".into())),
        Some(Shape::Rid) => rid(inside).or_else(|_| fail("RID takes one number".into())),
        Some(Shape::Object) => {
            let null = terminated(tag("null"), (space, char(')')));
            map(null, |_| Variant::Object(Object::Null)).parse(inside)
        }
        Some(Shape::Unit) if kind == Some(Kind::Nil) => other(),
        Some(Shape::Unit) => match char::<_, TextFault<'_>>(')').parse(inside) {
            Ok((rest, _)) => named(name, &[], precision).map(|value| (rest, value)).or_else(fail),
            Err(_) => fail(format!("{name} takes no arguments")),
        },
        // These types are not written as a name with parts.
        Some(Shape::Bool | Shape::Int | Shape::Float | Shape::Text) => other(),
        Some(Shape::Image | Shape::InputEvent) => other(),
        Some(Shape::Dictionary | Shape::Array) => other(),
    }
}

/// Parses components that are separated by commas, and the closing parenthesis.
fn listed<'t, O>(
    item: impl Parser<&'t str, Output = O, Error = TextFault<'t>>,
) -> impl Parser<&'t str, Output = Vec<O>, Error = TextFault<'t>> {
    let comma = || token(char(','));
    delimited(space, separated_list0(comma(), token(item)), (opt(comma()), char(')')))
}

/// Parses the part of `RID()` or `RID(5)` after the opening parenthesis.
fn rid(i: &str) -> Read<'_, Variant> {
    let id = opt(map_res(recognize((opt(char('-')), digit1)), id_number));
    let (rest, id) = terminated(id, (space, char(')'))).parse(i)?;
    Ok((rest, Variant::Rid(Rid(id.unwrap_or_default()))))
}

/// Parses the part of `Signal()` or `Signal("name", Object#5)` after the opening parenthesis.
fn signal(i: &str) -> Read<'_, Variant> {
    let parts = opt((token(text), token(char(',')), token(object_id)));
    let (rest, parts) = terminated(parts, char(')')).parse(i)?;
    let signal = parts.map_or(Signal::default(), |(name, _, object)| Signal { name: name.into(), object });
    Ok((rest, Variant::Signal(Box::new(signal))))
}

/// Parses the number of a RID, which some engines print with a sign.
fn id_number(digits: &str) -> Result<u64, std::num::ParseIntError> {
    digits.parse().or_else(|_| digits.parse().map(i64::cast_unsigned))
}
