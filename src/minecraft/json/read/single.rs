//! The parser of whole JSON texts, and of single values in them.

use std::fmt;
use std::str::FromStr;

use super::super::visit::{QUIET_NAN_32, QUIET_NAN_64};
use crate::error::JsonError;
use crate::json::{JsonDocument, JsonNode, JsonRules, JsonType, Res};

/// The rules of RFC 8259. In paths, the parts of Minecraft's structures are fields.
pub(super) const RULES: JsonRules = JsonRules {
    not_unicode: "; text of NBT that is not Unicode is written as {\"mutf8\": ..}",
    ..JsonRules::JSON
};

/// Parses a whole text.
pub(in crate::minecraft) fn read_text<T>(
    text: &str,
    read: impl FnOnce(JsonNode<'_>) -> Res<T>,
) -> Result<T, JsonError> {
    let result = JsonDocument::new(text, RULES).and_then(|document| read(document.root()));
    result.map_err(|fault| fault.in_text(Some(text)))
}

/// Reads `null` or a value.
pub(super) fn nullable<'d, T>(
    node: JsonNode<'d>,
    read: impl FnOnce(JsonNode<'d>) -> Res<T>,
) -> Res<Option<T>> {
    if node.json_type() == JsonType::Null { Ok(None) } else { read(node).map(Some) }
}

/// Returns the text of a number, or of a string that contains a number.
fn digits(node: JsonNode<'_>) -> Option<&str> {
    matches!(node.json_type(), JsonType::Number | JsonType::Plain).then(|| node.raw())
}

/// Reads an integer from a number or a decimal string.
pub(super) fn integer<N: FromStr>(node: JsonNode<'_>) -> Res<N> {
    let number = digits(node).and_then(|digits| digits.parse().ok());
    number.ok_or_else(|| node.instead_of("an integer in range"))
}

pub(super) fn parsed<N: FromStr<Err: fmt::Display>>(node: JsonNode<'_>) -> Res<N> {
    node.string()?.parse().map_err(|error: N::Err| node.fault(error.to_string()))
}

macro_rules! float {
    ($name:ident, $float:ty, $bits:ty, $quiet:ident, $needed:literal) => {
        pub(super) fn $name(node: JsonNode<'_>) -> Res<$float> {
            let bits = |digits| <$bits>::from_str_radix(digits, 16).ok().map(<$float>::from_bits);
            let number = digits(node).and_then(|text| match text {
                "NaN" => Some(<$float>::from_bits($quiet)),
                "Infinity" => Some(<$float>::INFINITY),
                "-Infinity" => Some(<$float>::NEG_INFINITY),
                text => match text.strip_prefix("NaN:") {
                    Some(digits) => bits(digits).filter(|x| x.is_nan()),
                    None => text.parse().ok().filter(|x: &$float| x.is_finite()),
                },
            });
            number.ok_or_else(|| node.instead_of($needed))
        }
    };
}

float!(float32, f32, u32, QUIET_NAN_32, "a 32-bit float");
float!(float64, f64, u64, QUIET_NAN_64, "a 64-bit float");
