//! A scanned JSON text with the ends of its arrays and objects.
//!
//! The keys of an object may be in any order, so the type of a value may come after its content. With the ends,
//! skipping content takes no time, and no byte is read again for each level that it is nested in. Other values are
//! short or can be skipped quickly. They are found again in the text, so that a number of a packed array takes no
//! memory of its own.

use std::borrow::Cow;

use super::fault::{Fault, Res, Within};
use crate::error::Segment;
use crate::sure::Sure as _;

/// The rules for reading a JSON text, and the words for its error messages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct JsonRules {
    /// Whether strings may hold unescaped control characters, and `\v`. Godot writes both; RFC 8259 forbids them.
    pub(crate) control_characters: bool,
    /// The nesting limit of arrays and objects.
    pub(crate) depth: usize,
    /// Advice at the end of the error message about a lone surrogate.
    pub(crate) not_unicode: &'static str,
}

impl JsonRules {
    /// The rules of RFC 8259.
    pub(crate) const JSON: Self = Self { control_characters: false, depth: usize::MAX, not_unicode: "" };
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JsonType {
    Null,
    True,
    False,
    Number,
    /// A string without escapes, whose text is the string itself.
    Plain,
    Escaped,
    Array,
    /// An object, whose children are keys and values in turn.
    Object,
}

impl JsonType {
    fn is_container(self) -> bool {
        matches!(self, Self::Array | Self::Object)
    }

    fn is_string(self) -> bool {
        matches!(self, Self::Plain | Self::Escaped)
    }

    /// Returns the type as error messages name it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::True | Self::False => "a boolean",
            Self::Number => "a number",
            Self::Plain | Self::Escaped => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }
}

/// The end of an array or object.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    /// The offset of the closing bracket.
    pub(super) at: u32,
    /// The number of arrays and objects that begin before it.
    pub(super) begun: u32,
}

/// A JSON text after scanning.
#[derive(Debug)]
pub(crate) struct JsonDocument<'t> {
    pub(super) text: &'t str,
    /// The ends of all arrays and objects, in the order in which these begin.
    pub(super) ends: Vec<End>,
    pub(super) rules: JsonRules,
}

/// A value of a document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct JsonNode<'d> {
    document: &'d JsonDocument<'d>,
    json_type: JsonType,
    /// The offset in the text; for strings, after the opening quote.
    start: usize,
    /// The end in the text; for strings, arrays and objects, before the closing character.
    end: usize,
    /// The number of arrays and objects that begin before this value.
    begun: usize,
}

/// Converts an offset or a count to 32 bits. It fits, because the length of the text was checked.
pub(super) fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl<'t> JsonDocument<'t> {
    /// Returns the whole value.
    pub(crate) fn root(&self) -> JsonNode<'_> {
        let mut all = JsonChildren { document: self, at: 0, end: self.text.len(), begun: 0 };
        all.next().unwrap_or_else(|| self.node(0, 0))
    }

    /// Returns the value at an offset. `begun` arrays and objects begin before it.
    pub(super) fn node(&self, at: usize, begun: usize) -> JsonNode<'_> {
        let text = self.text.as_bytes();
        let first = text.get(at).copied().unwrap_or(b'n');
        let bracket = || self.ends.get(begun).map_or(at, |end| end.at as usize);
        let (json_type, start, end) = match first {
            b'[' => (JsonType::Array, at, bracket()),
            b'{' => (JsonType::Object, at, bracket()),
            b'"' => {
                let (json_type, end) = string_end(text, at + 1);
                (json_type, at + 1, end)
            }
            b't' => (JsonType::True, at, at + 4),
            b'f' => (JsonType::False, at, at + 5),
            b'n' => (JsonType::Null, at, at + 4),
            _ => {
                let is_number = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
                (JsonType::Number, at, at + text.iter().skip(at).take_while(is_number).count())
            }
        };
        JsonNode { document: self, json_type, start, end, begun }
    }
}

/// Returns the type of a string, and the offset of its closing quote.
fn string_end(text: &[u8], start: usize) -> (JsonType, usize) {
    let (mut json_type, mut at) = (JsonType::Plain, start);
    loop {
        let rest = text.get(at..).sure();
        match memchr::memchr2(b'"', b'\\', rest) {
            Some(found) if rest.get(found) == Some(&b'\\') => {
                json_type = JsonType::Escaped;
                at += found + 2;
            }
            Some(found) => return (json_type, at + found),
            None => return (json_type, text.len()),
        }
    }
}

impl<'d> JsonNode<'d> {
    pub(crate) fn json_type(self) -> JsonType {
        self.json_type
    }

    pub(crate) fn is_string(self) -> bool {
        self.json_type().is_string()
    }

    pub(crate) fn is_array(self) -> bool {
        self.json_type() == JsonType::Array
    }

    pub(crate) fn is_object(self) -> bool {
        self.json_type() == JsonType::Object
    }

    /// Returns the offset of the value in the text; for strings, the offset of the opening quote.
    pub(crate) fn offset(self) -> usize {
        self.start - usize::from(self.is_string())
    }

    /// Returns the text of a number or word, or of a string with its escapes and without quotes. It is empty for
    /// arrays and objects, so that no text is read once for each level that it is nested in.
    pub(crate) fn raw(self) -> &'d str {
        if self.json_type.is_container() {
            return "";
        }
        self.document.text.get(self.start..self.end).sure()
    }

    pub(crate) fn string(self) -> Res<Cow<'d, str>> {
        match self.json_type() {
            JsonType::Plain => Ok(self.raw().into()),
            JsonType::Escaped => unescape(self.raw()).map(Cow::Owned).map_err(|at| {
                let hint = self.document.rules.not_unicode;
                Fault::new(self.start + at, format!("a lone surrogate is not a character{hint}"))
            }),
            _ => Err(self.instead_of("a string")),
        }
    }

    /// Returns whether the value is this string.
    pub(crate) fn is(self, text: &str) -> bool {
        match self.json_type() {
            JsonType::Plain => self.raw() == text,
            JsonType::Escaped => unescape(self.raw()).is_ok_and(|own| own == text),
            _ => false,
        }
    }

    pub(crate) fn boolean(self) -> Res<bool> {
        match self.json_type() {
            JsonType::True => Ok(true),
            JsonType::False => Ok(false),
            _ => Err(self.instead_of("true or false")),
        }
    }

    /// Decodes a string of hexadecimal digits.
    pub(crate) fn bytes(self) -> Res<Vec<u8>> {
        crate::hex::decode(&self.string()?)
            .ok_or_else(|| self.fault("bytes are written as two hexadecimal digits each"))
    }

    /// Returns the elements of an array, or the keys and values of an object in turn.
    pub(crate) fn children(self) -> JsonChildren<'d> {
        // The first child is after the opening bracket.
        let first = if self.json_type.is_container() { self.start + 1 } else { self.end };
        JsonChildren { document: self.document, at: first, end: self.end, begun: self.begun + 1 }
    }

    /// Returns the offset after the value, and the number of arrays and objects that begin before that offset.
    fn after(self) -> (usize, usize) {
        match self.document.ends.get(self.begun) {
            Some(end) if self.json_type.is_container() => (self.end + 1, end.begun as usize),
            _ => (self.end + usize::from(self.is_string()), self.begun),
        }
    }

    /// Returns the text of the value, with quotes or brackets.
    pub(crate) fn text(self) -> &'d str {
        self.document.text.get(self.offset()..self.after().0).sure()
    }

    /// Returns the entries of an object as pairs of key and value.
    pub(crate) fn entries(self) -> impl Iterator<Item = (JsonNode<'d>, JsonNode<'d>)> {
        let mut children = self.children();
        std::iter::from_fn(move || Some((children.next()?, children.next()?)))
    }

    pub(crate) fn elements(self) -> Res<JsonChildren<'d>> {
        if self.is_array() { Ok(self.children()) } else { Err(self.instead_of("an array")) }
    }

    /// Reads each element of an array.
    pub(crate) fn each<T>(self, mut read: impl FnMut(Self) -> Res<T>) -> Res<Vec<T>> {
        let mut read_so_far = Vec::new();
        for (index, element) in self.elements()?.enumerate() {
            read_so_far.push(read(element).within(|| Segment::Index(index))?);
        }
        Ok(read_so_far)
    }

    /// Returns the path segment that leads from an object to the value of this key.
    pub(crate) fn step(self) -> Segment {
        let key = self.string().unwrap_or_else(|_| self.raw().into());
        Segment::text(&key)
    }

    /// Returns an error at this value.
    #[cold]
    pub(crate) fn fault(self, reason: impl Into<String>) -> Box<Fault> {
        Fault::new(self.offset(), reason)
    }

    /// Returns an error about the type of this value.
    #[cold]
    pub(crate) fn instead_of(self, needed: &str) -> Box<Fault> {
        self.fault(format!("expected {needed}, found {}", self.shown()))
    }

    /// Returns the text of the value for an error message, shortened if it is long.
    pub(crate) fn shown(self) -> String {
        const MOST: usize = 40;
        let json_type = self.json_type();
        if json_type.is_container() {
            return json_type.name().into();
        }
        let mut shown = String::new();
        let mut characters = self.raw().chars();
        for character in characters.by_ref().take(MOST) {
            match character {
                '"' | '\'' | '\\' => shown.push(character),
                // The text comes from the input, so it is escaped for terminals.
                other => shown.extend(other.escape_debug()),
            }
        }
        let cut = if characters.next().is_some() { "…" } else { "" };
        let quote = if json_type.is_string() { "\"" } else { "" };
        format!("{quote}{shown}{cut}{quote}")
    }
}

/// The children of an array or object.
#[derive(Debug, Clone)]
pub(crate) struct JsonChildren<'d> {
    document: &'d JsonDocument<'d>,
    at: usize,
    end: usize,
    begun: usize,
}

impl<'d> Iterator for JsonChildren<'d> {
    type Item = JsonNode<'d>;

    fn next(&mut self) -> Option<JsonNode<'d>> {
        let rest = self.document.text.as_bytes().get(self.at..self.end)?;
        self.at +=
            rest.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b':'))?;
        let node = self.document.node(self.at, self.begun);
        (self.at, self.begun) = node.after();
        Some(node)
    }
}

/// Replaces the escapes in a string, which were checked already. Returns the position of a lone surrogate as an
/// error.
fn unescape(raw: &str) -> Result<String, usize> {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((before, escape)) = rest.split_once('\\') {
        text.push_str(before);
        let half = raw.len() - escape.len() - 1;
        let mut characters = escape.chars();
        text.push(match characters.next().unwrap_or_default() {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'v' => '\u{b}',
            'u' => {
                let mut unit = four_digits(&mut characters);
                if (0xd800..0xdc00).contains(&unit) {
                    characters = characters.as_str().strip_prefix("\\u").ok_or(half)?.chars();
                    let low = four_digits(&mut characters);
                    let low = low.checked_sub(0xdc00).filter(|low| *low < 0x400).ok_or(half)?;
                    unit = 0x10000 + ((unit - 0xd800) << 10 | low);
                }
                char::from_u32(unit).ok_or(half)?
            }
            same => same,
        });
        rest = characters.as_str();
    }
    text.push_str(rest);
    Ok(text)
}

fn four_digits(characters: &mut std::str::Chars<'_>) -> u32 {
    characters.by_ref().take(4).fold(0, |unit, digit| unit << 4 | digit.to_digit(16).unwrap_or_default())
}
