//! The parsers of numbers and strings in SNBT.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_while1};
use nom::character::complete::{char, digit0, digit1, multispace0, multispace1, none_of, one_of};
use nom::combinator::{all_consuming, map, map_opt, opt, recognize, value, verify};
use nom::multi::{fold_many0, many0_count};
use nom::sequence::{delimited, preceded, terminated};

use super::number::{self, Integer};
use super::{Read, SnbtVersion, names};
use crate::error::TextFault;
use crate::hex;
use crate::minecraft::Uuid;
use crate::minecraft::nbt::{JavaStr, Tag, TagId};
use crate::sure::Sure as _;

/// Runs a parser, and skips [`space`] after it.
pub(super) fn token<'t, O, P: Parser<&'t str, Output = O, Error = TextFault<'t>>>(
    parser: P,
) -> impl Parser<&'t str, Output = O, Error = TextFault<'t>> {
    terminated(parser, space)
}

/// Parses white space, and lines that are comments.
pub(super) fn space(i: &str) -> Read<'_, &str> {
    let line_end = verify(multispace1, |space: &str| space.contains('\n'));
    recognize((many0_count(preceded(line_end, comment)), multispace0)).parse(i)
}

/// Parses a comment of FTB's mods, up to the end of its line.
pub(super) fn comment(i: &str) -> Read<'_, &str> {
    preceded(alt((tag("#"), tag("//"))), take_till(|character| character == '\n')).parse(i)
}

/// Parses a number, text, or an operation that returns one of these.
pub(super) fn leaf(i: &str, version: SnbtVersion) -> Read<'_, Tag> {
    if version == SnbtVersion::V1_21_5
        && let Ok((rest, name)) = terminated(word, preceded(space, char('('))).parse(i)
    {
        return operation(i, rest, name);
    }
    plain(i, version)
}

/// Parses a number or text.
fn plain(i: &str, version: SnbtVersion) -> Read<'_, Tag> {
    let text = map(quoted, Tag::String);
    let read = match version {
        SnbtVersion::V1_12 => alt((text, map(word, classified))).parse(i)?,
        SnbtVersion::V1_21_5 => alt((text, unquoted)).parse(i)?,
    };
    match read {
        (rest, Tag::Float(number)) if number.is_infinite() && starts_a_number(i) => beyond(rest, i, 32),
        (rest, Tag::Double(number)) if number.is_infinite() && starts_a_number(i) => beyond(rest, i, 64),
        read => Ok(read),
    }
}

/// Parses a word without quotes, by the rules of 1.21.5 and later.
fn unquoted(i: &str) -> Read<'_, Tag> {
    let (rest, word) = word(i)?;
    match named(word) {
        Some(tag) => Ok((rest, tag)),
        None if number::begins(word) => number::number(i, rest, word),
        None => Ok((rest, classified(word))),
    }
}

/// Parses an element of an array. Elements without a suffix have the type `of`.
pub(super) fn element(i: &str, version: SnbtVersion, array: TagId, of: TagId) -> Read<'_, Tag> {
    let (rest, word) = match word(i) {
        Ok(read) if version == SnbtVersion::V1_21_5 => read,
        _ => return plain(i, version),
    };
    match Integer::of(word).map(|integer| integer.tag(word, of, Some(array))) {
        Some(Ok(tag)) => Ok((rest, tag)),
        Some(Err(why)) => TextFault::sure(i, why),
        None => plain(i, version),
    }
}

/// Returns the value of an operation whose name and opening parenthesis were parsed, such as `bool(1)` or `uuid("..")`.
fn operation<'t>(i: &'t str, inside: &'t str, name: &str) -> Read<'t, Tag> {
    let (mut rest, mut brackets) = (inside, 1);
    if name == "bool" {
        let again = (token(tag("bool")), token(char('(')));
        let (after, count) = preceded(space, many0_count(again)).parse(rest)?;
        (rest, brackets) = (after, 1 + count);
    }
    let (rest, argument) = preceded(space, token(|i| plain(i, SnbtVersion::V1_21_5))).parse(rest)?;
    let value = match (name, &argument) {
        ("bool", argument) => {
            let is_true = argument.as_i64().map(|number| number != 0);
            let is_true = is_true.or_else(|| Some(argument.as_f64()?.abs() > 0.0));
            is_true.map(|yes| Tag::Byte(yes.into()))
        }
        ("uuid", Tag::String(text)) => text.to_str().and_then(|text| text.parse().ok()).map(ints),
        ("uuid", _) => None,
        (name, _) => {
            return TextFault::sure(
                i,
                format!("there is no operation {name}; the operations are bool and uuid"),
            );
        }
    };
    let Some(value) = value else {
        let needed = if name == "bool" { "a number, true or false" } else { "the text of a UUID" };
        return TextFault::sure(inside, format!("{name} takes {needed}"));
    };
    let mut rest = rest;
    for at in (0..brackets).rev() {
        let Ok((after, _)) = char::<_, TextFault<'_>>(')').parse(rest) else {
            return TextFault::sure(rest, "a ) is expected");
        };
        rest = if at == 0 { after } else { space(after)?.0 };
    }
    Ok((rest, value))
}

/// Returns the four ints of a UUID.
fn ints(uuid: Uuid) -> Tag {
    let bytes = uuid.as_u128().to_be_bytes();
    let ints: Vec<i32> = bytes.as_chunks().0.iter().map(|int| i32::from_be_bytes(*int)).collect();
    Tag::IntArray(ints.into())
}

/// Returns whether the text begins like a number. Infinity is written as a word instead.
fn starts_a_number(i: &str) -> bool {
    i.trim_start_matches(['+', '-', '.']).starts_with(|c: char| c.is_ascii_digit())
}

/// Returns the error of a number that is beyond the range of its type.
fn beyond<'t>(rest: &str, i: &'t str, bits: u32) -> Read<'t, Tag> {
    let word = i.get(..i.len() - rest.len()).sure();
    TextFault::sure(i, format!("{word} is beyond the range of a {bits}-bit float"))
}

/// Returns the tag of a number that is written as a word, with the suffix of its type.
fn named(word: &str) -> Option<Tag> {
    let (name, suffix) = word.split_at_checked(word.len().checked_sub(1)?)?;
    let (float, double) = match name {
        "NaN" => (f32::NAN, f64::NAN),
        "Infinity" => (f32::INFINITY, f64::INFINITY),
        "-Infinity" => (f32::NEG_INFINITY, f64::NEG_INFINITY),
        _ => return None,
    };
    match suffix {
        "f" => Some(Tag::Float(float)),
        "d" => Some(Tag::Double(double)),
        _ => None,
    }
}

/// Parses a 64-bit integer without a suffix, as an element of an array.
pub(super) fn long(i: &str) -> Read<'_, Tag> {
    map_opt(word, |word| word.parse().ok().filter(|_| is_int(word)).map(Tag::Long)).parse(i)
}

/// Parses the name of an entry. FTB's mods write letters of all scripts without quotes.
pub(super) fn name(i: &str) -> Read<'_, JavaStr> {
    let word = take_while1(|letter: char| is_bare(letter) || !letter.is_ascii() && letter.is_alphanumeric());
    match alt((quoted, map(word, |word: &str| JavaStr::from(word.to_owned())))).parse(i) {
        Err(nom::Err::Error(_)) => TextFault::sure(i, "the name of an entry is expected"),
        read => read,
    }
}

/// Returns whether the character is allowed in text without quotes.
pub(super) fn is_bare(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '.' | '_' | '+' | '-')
}

fn word(i: &str) -> Read<'_, &str> {
    take_while1(is_bare).parse(i)
}

/// Returns the tag of a word without quotes. The tests are in the order of the game.
fn classified(word: &str) -> Tag {
    let (number, suffix) = match word.char_indices().next_back() {
        Some((at, suffix)) => (word.get(..at).sure(), suffix.to_ascii_lowercase()),
        None => (word, ' '),
    };
    let tag = match suffix {
        'b' if is_int(number) => number.parse().map(Tag::Byte).ok(),
        's' if is_int(number) => number.parse().map(Tag::Short).ok(),
        'l' if is_int(number) => number.parse().map(Tag::Long).ok(),
        'f' if is_int_or_real(number) => number.parse().map(Tag::Float).ok(),
        'd' if is_int_or_real(number) => number.parse().map(Tag::Double).ok(),
        _ if is_int(word) => word.parse().map(Tag::Int).ok(),
        _ if is_int_or_real(word) && word.contains('.') => word.parse().map(Tag::Double).ok(),
        _ if word.eq_ignore_ascii_case("true") => Some(Tag::Byte(1)),
        _ if word.eq_ignore_ascii_case("false") => Some(Tag::Byte(0)),
        _ => None,
    };
    tag.or_else(|| named(word)).unwrap_or_else(|| Tag::from(word.to_owned()))
}

/// Returns whether the word is an integer without leading zeros, such as `0` or `-5`.
fn is_int(word: &str) -> bool {
    let digits = alt((recognize(char::<_, TextFault<'_>>('0')), recognize((one_of("123456789"), digit0))));
    all_consuming((opt(one_of("+-")), digits)).parse(word).is_ok()
}

/// Returns whether the word is a number such as `5`, `5.`, `.5` or `1.5e-3`.
fn is_int_or_real(word: &str) -> bool {
    let digits = alt((
        recognize((digit1::<_, TextFault<'_>>, opt((char('.'), digit0)))),
        recognize((char('.'), digit1)),
    ));
    let exponent = opt((one_of("eE"), opt(one_of("+-")), digit1));
    all_consuming((opt(one_of("+-")), digits, exponent)).parse(word).is_ok()
}

/// Parses a string in quotes of either kind.
fn quoted(i: &str) -> Read<'_, JavaStr> {
    let (rest, quote) = one_of("\"'").parse(i)?;
    let others = if quote == '"' { "\\\"" } else { "\\'" };
    let character = alt((preceded(char('\\'), escape), map(none_of(others), Unit::Char)));
    let characters = fold_many0(character, Vec::new, |mut units, unit| {
        match unit {
            Unit::Char(character) => units.extend_from_slice(character.encode_utf16(&mut [0; 2])),
            Unit::Half(unit) => units.push(unit),
        }
        units
    });
    match terminated(characters, char(quote)).parse(rest) {
        Ok((rest, units)) => Ok((rest, JavaStr::from_units(&units))),
        Err(nom::Err::Error(TextFault { at, .. })) if at.starts_with("\\N{") => {
            TextFault::sure(at, "no character has this name")
        }
        Err(nom::Err::Error(TextFault { at, .. })) if at.starts_with('\\') => {
            TextFault::sure(at, "this escape does not exist")
        }
        Err(nom::Err::Error(_)) => TextFault::sure(i, "this text has no closing quote"),
        Err(error) => Err(error),
    }
}

/// A character, or a unit that may be half of one.
#[derive(Clone, Copy)]
enum Unit {
    Char(char),
    Half(u16),
}

/// Parses a character by its name, after the backslash: `N{Snowman}`.
fn named_character(i: &str) -> Read<'_, Unit> {
    let name =
        take_while1(|character: char| matches!(character, 'A'..='Z' | 'a'..='z' | '0'..='9' | ' ' | '-'));
    let code = map_opt(delimited(tag("N{"), name, char('}')), names::code_point);
    map_opt(code, |code| {
        char::from_u32(code).map(Unit::Char).or_else(|| Some(Unit::Half(code.try_into().ok()?)))
    })
    .parse(i)
}

/// Parses an escape, after its backslash.
fn escape(i: &str) -> Read<'_, Unit> {
    let scalar = alt((
        value('\n', char('n')),
        value('\t', char('t')),
        value('\r', char('r')),
        value('\u{8}', char('b')),
        value('\u{c}', char('f')),
        value(' ', char('s')),
        one_of("\\\"'"),
        map_opt(preceded(char('x'), hex::number(2, 2)), char::from_u32),
        map_opt(preceded(char('U'), hex::number(8, 8)), char::from_u32),
    ));
    let unit = map_opt(preceded(char('u'), hex::number(4, 4)), |unit| u16::try_from(unit).ok());
    alt((map(scalar, Unit::Char), map(unit, Unit::Half), named_character)).parse(i)
}
