//! Strings with escapes, with or without quotes.

use super::Read;
use gamewire::shared::TextFault;

/// Returns whether a text is a quoted string, after an optional prefix such as `b` or `char name[] =`, or consists
/// only of escapes such as `\x02`.
pub(super) fn is(text: &str) -> bool {
    let before = |one: char| one.is_ascii_alphanumeric() || "_ =(".contains(one);
    let from = text.trim_start_matches(before);
    let opened = from.starts_with(['\'', '"']);
    let plain_digits = || {
        let inside = from.trim_matches(|one: char| "'\");,".contains(one) || one.is_whitespace());
        from.len() == text.len()
            && inside.bytes().all(|one| one.is_ascii_hexdigit() || one.is_ascii_whitespace())
    };
    opened && !plain_digits() || text.starts_with("\\x")
}

pub(super) fn read(text: &str) -> Read<'_> {
    let mut bytes = Vec::new();
    if text.starts_with("\\x") {
        let mut rest = text;
        while let Some(one) = rest.chars().next() {
            let after = rest.get(one.len_utf8()..).unwrap_or_default();
            rest = match one {
                '\\' => escape(rest, &mut bytes)?,
                // White space and commas separate the escapes.
                ',' => after,
                one if one.is_whitespace() => after,
                _ => return Err(TextFault::new(rest, "this is neither an escape nor in quotes")),
            };
        }
        return Ok(bytes);
    }
    let mut rest = text;
    while let Some(at) = rest.find(['\'', '"']) {
        let (between, from) = rest.split_at(at);
        no_more(after_continued(between), "(=")?;
        rest = string(from, &mut bytes)?;
    }
    no_more(rest, ");,")?;
    Ok(bytes)
}

/// Returns the text after the backslash at the end of a line of C, which Wireshark's *Copy as Escaped String* prints.
fn after_continued(between: &str) -> &str {
    let continued = between.trim_start_matches([' ', '\t']).strip_prefix('\\');
    continued.filter(|rest| rest.starts_with(['\n', '\r'])).unwrap_or(between)
}

/// Checks that only a prefix, a name or one of `marks` is around strings.
fn no_more<'t>(text: &'t str, marks: &str) -> Result<(), TextFault<'t>> {
    let known = |one: char| {
        one.is_whitespace()
            || marks.contains(one)
            || marks.contains('(') && (one.is_ascii_alphanumeric() || one == '_')
    };
    match text.find(|one: char| !known(one)) {
        None => Ok(()),
        Some(at) => Err(TextFault::new(text.get(at..).unwrap_or_default(), "this is outside of the quotes")),
    }
}

/// Parses one string, and returns the text after it.
fn string<'t>(text: &'t str, bytes: &mut Vec<u8>) -> Result<&'t str, TextFault<'t>> {
    let mut characters = text.chars();
    let quote = characters.next();
    let mut rest = characters.as_str();
    while let Some(one) = rest.chars().next() {
        let after = rest.get(one.len_utf8()..).unwrap_or_default();
        rest = match one {
            one if Some(one) == quote => return Ok(after),
            '\\' => escape(rest, bytes)?,
            one => {
                bytes.extend(one.encode_utf8(&mut [0; 4]).as_bytes());
                after
            }
        };
    }
    Err(TextFault::new(text, "this quote is not closed"))
}

/// Parses one escape of Python or C, and returns the text after it.
fn escape<'t>(text: &'t str, bytes: &mut Vec<u8>) -> Result<&'t str, TextFault<'t>> {
    let mut rest = text.get(1..).unwrap_or_default().chars();
    let octal = |text: &str| text.chars().take(3).take_while(|one| one.is_digit(8)).count();
    let wrong = |reason: &str| Err(TextFault::new(text, reason));
    bytes.push(match rest.next() {
        Some('x') => {
            let digits = rest.as_str().get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
            let Some(byte) = digits.filter(|_| !rest.as_str().starts_with('+')) else {
                return wrong("\\x must be followed by two hexadecimal digits");
            };
            rest = rest.as_str().get(2..).unwrap_or_default().chars();
            byte
        }
        Some('0'..='7') => {
            let digits = text.get(1..).unwrap_or_default();
            let (digits, after) = digits.split_at(octal(digits));
            let Ok(byte) = u8::from_str_radix(digits, 8) else {
                return wrong("this is more than a byte can hold");
            };
            rest = after.chars();
            byte
        }
        Some('a') => 7,
        Some('b') => 8,
        Some('t') => b'\t',
        Some('n') => b'\n',
        Some('v') => 11,
        Some('f') => 12,
        Some('r') => b'\r',
        Some('\\') => b'\\',
        Some('\'') => b'\'',
        Some('"') => b'"',
        _ => return wrong("this is not an escape of a byte"),
    });
    Ok(rest.as_str())
}
