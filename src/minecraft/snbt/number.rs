//! Numbers by the rules of 1.21.5 and later.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while1};
use nom::character::complete::{char, one_of};
use nom::combinator::{all_consuming, map, map_opt, opt, recognize, verify};
use nom::sequence::{pair, preceded};

use super::Read;
use crate::error::{TextFault, with_article};
use crate::minecraft::ids::TagId;
use crate::minecraft::nbt::Tag;

/// An integer as it is written.
pub(super) struct Integer {
    negative: bool,
    /// The value, or `None` if it needs more than 128 bits.
    digits: Option<u128>,
    unsigned: bool,
    kind: Option<TagId>,
}

/// Returns whether a word begins like a number. If it does but is not a number, it is an error, because such text must be
/// in quotes.
pub(super) fn begins(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.'))
}

impl Integer {
    /// Parses an integer such as `255ub`, `0xff` or `-1_000L`. Returns `None` if the word is not an integer.
    pub(super) fn of(word: &str) -> Option<Self> {
        let based =
            |prefix, radix| map(preceded(tag_no_case(prefix), digits(radix)), move |text| (text, radix));
        let decimal = verify(digits(10), |text: &str| text == "0" || !text.starts_with('0'));
        let number = alt((based("0x", 16), based("0b", 2), map(decimal, |text| (text, 10))));
        let kind = || {
            map_opt(one_of("bBsSiIlL"), |letter: char| match letter.to_ascii_lowercase() {
                'b' => Some(TagId::Byte),
                's' => Some(TagId::Short),
                'i' => Some(TagId::Int),
                _ => Some(TagId::Long),
            })
        };
        let suffix = alt((
            map(pair(one_of("uUsS"), kind()), |(sign, kind)| (Some(matches!(sign, 'u' | 'U')), Some(kind))),
            map(opt(kind()), |kind| (None, kind)),
        ));
        let whole = (opt(one_of("+-")), number, suffix);
        let (_, (sign, (text, radix), (unsigned, kind))) = all_consuming(whole).parse(word).ok()?;
        Some(Self {
            negative: sign == Some('-'),
            digits: u128::from_str_radix(&text.replace('_', ""), radix).ok(),
            unsigned: unsigned.unwrap_or(radix != 10),
            kind,
        })
    }

    /// Returns the tag of the type of the suffix, or of `otherwise` without a suffix, or the reason why there is none.
    /// `place` is the type that the number is needed for.
    pub(super) fn tag(&self, word: &str, otherwise: TagId, place: Option<TagId>) -> Result<Tag, String> {
        let id = self.kind.unwrap_or(otherwise);
        if self.unsigned && self.negative {
            return Err(format!("{word} is negative, but its suffix makes it unsigned"));
        }
        let bits = 8 * id.min_payload();
        let limit = 1_u128 << if self.unsigned { bits } else { bits - 1 };
        let digits = self.digits.filter(|digits| *digits < limit || self.negative && *digits == limit);
        let Some(number) = digits.and_then(|digits| u64::try_from(digits).ok()).map(u64::cast_signed) else {
            return Err(format!("{word} does not fit {}", with_article(place.unwrap_or(id).name())));
        };
        let number = if self.negative { number.wrapping_neg() } else { number };
        let [.., e, f, g, h] = number.to_be_bytes();
        Ok(match id {
            TagId::Byte => Tag::Byte(i8::from_be_bytes([h])),
            TagId::Short => Tag::Short(i16::from_be_bytes([g, h])),
            TagId::Int => Tag::Int(i32::from_be_bytes([e, f, g, h])),
            _ => Tag::Long(number),
        })
    }
}

/// Parses a float such as `1.5`, `.5f`, `1e3` or `1_0d`. Returns `None` if the word is not a float.
pub(super) fn float(word: &str) -> Option<Tag> {
    let exponent = || (one_of("eE"), opt(one_of("+-")), digits(10));
    let suffix = || one_of("fFdD");
    let number = alt((
        recognize((digits(10), char('.'), opt(digits(10)), opt(exponent()), opt(suffix()))),
        recognize((char('.'), digits(10), opt(exponent()), opt(suffix()))),
        recognize((digits(10), exponent(), opt(suffix()))),
        recognize((digits(10), suffix())),
    ));
    all_consuming(preceded(opt(one_of("+-")), number)).parse(word).ok()?;
    let number = word.replace('_', "");
    match number.strip_suffix(['f', 'F']) {
        Some(number) => number.parse().ok().map(Tag::Float),
        None => number.trim_end_matches(['d', 'D']).parse().ok().map(Tag::Double),
    }
}

/// Parses digits of a base, with `_` between them.
fn digits<'t>(radix: u32) -> impl Parser<&'t str, Output = &'t str, Error = TextFault<'t>> {
    verify(take_while1(move |c: char| c == '_' || c.is_digit(radix)), |text: &str| {
        !text.starts_with('_') && !text.ends_with('_')
    })
}

/// Parses a word that begins like a number. Fails if the rest of the word is not part of a number.
pub(super) fn number<'t>(i: &'t str, rest: &'t str, word: &str) -> Read<'t, Tag> {
    let tag = match (float(word), Integer::of(word)) {
        (Some(tag), _) => Ok(tag),
        (None, Some(integer)) => integer.tag(word, TagId::Int, None),
        (None, None) => Err("since 1.21.5, text that begins with a digit, +, - or . needs quotes".to_owned()),
    };
    match tag {
        Ok(tag) => Ok((rest, tag)),
        Err(why) => TextFault::sure(i, why),
    }
}
