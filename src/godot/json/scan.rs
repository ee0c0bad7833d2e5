//! JSON text to tokens, without recursion: a flat list in which containers know where they end.
//!
//! An object's keys may be in any order, so a value's type may come after its content. With the list,
//! stepping over content costs nothing.

use std::borrow::Cow;

use super::error::{Fault, Res};
use super::names::key_step;
use crate::error::Segment;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    True,
    False,
    Number,
    /// Without escapes: the text is the string.
    Plain,
    /// With escapes.
    Escaped,
    Array,
    /// Keys and values by turns.
    Object,
}

impl Kind {
    /// For messages: "this is ..".
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::True | Self::False => "a boolean",
            Self::Number => "a number",
            Self::Plain | Self::Escaped => "a string",
            Self::Array => "a list",
            Self::Object => "an object",
        }
    }

    fn is_container(self) -> bool {
        matches!(self, Self::Array | Self::Object)
    }
}

/// Small, since there is one per number of a packed array.
#[derive(Debug, Clone, Copy)]
struct Token {
    kind: Kind,
    /// Where it starts in the text; after the quote for strings.
    start: u32,
    /// Containers: the token after their last one. Others: where they end in the text.
    end: u32,
}

/// A JSON text and its tokens. Token 0 is the whole value.
#[derive(Debug)]
pub(super) struct Json<'a> {
    text: &'a str,
    tokens: Vec<Token>,
}

impl<'a> Json<'a> {
    pub(super) fn kind(&self, token: usize) -> Kind {
        self.tokens.get(token).map_or(Kind::Null, |token| token.kind)
    }

    /// Where the token starts, as a person sees it.
    pub(super) fn offset(&self, token: usize) -> usize {
        let Some(token) = self.tokens.get(token) else { return 0 };
        let quote = usize::from(matches!(token.kind, Kind::Plain | Kind::Escaped));
        (token.start as usize).saturating_sub(quote)
    }

    /// What is in the text: digits, or a string with its escapes.
    pub(super) fn raw(&self, token: usize) -> &'a str {
        let Some(token) = self.tokens.get(token).filter(|token| !token.kind.is_container()) else {
            return "";
        };
        self.text.get(token.start as usize..token.end as usize).unwrap_or_default()
    }

    /// The string.
    pub(super) fn string(&self, token: usize) -> Res<Cow<'a, str>> {
        match self.kind(token) {
            Kind::Plain => Ok(self.raw(token).into()),
            Kind::Escaped => match unescape(self.raw(token)) {
                Ok(text) => Ok(text.into()),
                Err(reason) => Err(Fault::new(self.offset(token), reason)),
            },
            other => {
                Err(Fault::new(self.offset(token), format!("a string is needed, this is {}", other.name())))
            }
        }
    }

    /// The token after this one and all that is in it.
    pub(super) fn next(&self, token: usize) -> usize {
        match self.tokens.get(token) {
            Some(container) if container.kind.is_container() => container.end as usize,
            _ => token + 1,
        }
    }

    /// The elements of a list; keys and values by turns of an object.
    pub(super) fn children(&self, container: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.next(container);
        let first = if self.kind(container).is_container() { container + 1 } else { end };
        std::iter::successors(Some(first), |token| Some(self.next(*token)))
            .take_while(move |token| *token < end)
    }

    /// How many children there are at most; exact where none is a container.
    pub(super) fn at_most(&self, container: usize) -> usize {
        self.next(container) - container - 1
    }

    /// The entries of an object, as key and value.
    pub(super) fn entries(&self, object: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let mut children = self.children(object);
        std::iter::from_fn(move || Some((children.next()?, children.next()?)))
    }
}

fn unescape(raw: &str) -> Result<String, &'static str> {
    const HALF: &str =
        "half a surrogate pair is no character; text that is not Unicode is written as {\"bytes\": ..}";
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((before, escape)) = rest.split_once('\\') {
        text.push_str(before);
        let mut characters = escape.chars();
        text.push(match characters.next() {
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some(same @ ('"' | '\\' | '/')) => same,
            Some('u') => {
                let mut unit = four_digits(&mut characters)?;
                if (0xd800..0xdc00).contains(&unit) {
                    characters = characters.as_str().strip_prefix("\\u").ok_or(HALF)?.chars();
                    let low = four_digits(&mut characters)?;
                    let low = low.checked_sub(0xdc00).filter(|low| *low < 0x400).ok_or(HALF)?;
                    unit = 0x10000 + ((unit - 0xd800) << 10 | low);
                }
                char::from_u32(unit).ok_or(HALF)?
            }
            _ => {
                return Err(
                    "there is no such escape; \\n, \\t, \\r, \\b, \\f, \\\", \\\\, \\/ and \\u0000 are",
                );
            }
        });
        rest = characters.as_str();
    }
    text.push_str(rest);
    Ok(text)
}

fn four_digits(characters: &mut std::str::Chars<'_>) -> Result<u32, &'static str> {
    (0..4).try_fold(0, |unit, _| {
        let digit = characters.next().and_then(|digit| digit.to_digit(16));
        Ok(unit << 4 | digit.ok_or("\\u needs four hexadecimal digits")?)
    })
}

/// Reads a whole text.
pub(super) fn scan(text: &str, max_depth: usize) -> Res<Json<'_>> {
    if u32::try_from(text.len()).is_err() {
        return Err(Fault::new(0, "the text is longer than 4 GiB"));
    }
    let mut scanner =
        Scanner { text: text.as_bytes(), at: 0, tokens: Vec::new(), open: Vec::new(), max_depth };
    match scanner.run() {
        Ok(()) => Ok(Json { text, tokens: scanner.tokens }),
        Err(reason) => Err(scanner.fault(text, reason)),
    }
}

struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
    tokens: Vec<Token>,
    /// The containers around the current place.
    open: Vec<usize>,
    max_depth: usize,
}

type Scanned = Result<(), String>;

impl Scanner<'_> {
    fn run(&mut self) -> Scanned {
        loop {
            match self.peek() {
                Some(b'{') => {
                    self.enter(Kind::Object)?;
                    if self.peek() != Some(b'}') {
                        self.key()?;
                        continue;
                    }
                }
                Some(b'[') => {
                    self.enter(Kind::Array)?;
                    if self.peek() != Some(b']') {
                        continue;
                    }
                }
                Some(b'"') => self.string()?,
                Some(b'-' | b'0'..=b'9') => self.number()?,
                Some(b't') => self.word(b"true", Kind::True)?,
                Some(b'f') => self.word(b"false", Kind::False)?,
                Some(b'n') => self.word(b"null", Kind::Null)?,
                found => return Err(unexpected("a value", found)),
            }
            if self.after_value()? {
                return Ok(());
            }
        }
    }

    /// Closes what ends here; true at the end of everything.
    fn after_value(&mut self) -> Result<bool, String> {
        loop {
            let found = self.peek();
            let Some(&container) = self.open.last() else {
                return match found {
                    None => Ok(true),
                    found => Err(unexpected("the end of the text", found)),
                };
            };
            let is_object = self.tokens.get(container).is_some_and(|token| token.kind == Kind::Object);
            match found {
                Some(b',') => {
                    self.at += 1;
                    if is_object {
                        self.key()?;
                    }
                    return Ok(false);
                }
                Some(b'}') if is_object => self.leave(container),
                Some(b']') if !is_object => self.leave(container),
                found => return Err(unexpected(if is_object { "',' or '}'" } else { "',' or ']'" }, found)),
            }
        }
    }

    fn enter(&mut self, kind: Kind) -> Scanned {
        if self.open.len() >= self.max_depth {
            return Err(format!("lists and objects are nested deeper than {}", self.max_depth));
        }
        self.open.push(self.tokens.len());
        self.push(kind, self.at, self.at);
        self.at += 1;
        Ok(())
    }

    fn leave(&mut self, container: usize) {
        self.at += 1;
        self.open.pop();
        let end = self.tokens.len();
        if let Some(token) = self.tokens.get_mut(container) {
            token.end = small(end);
        }
    }

    fn key(&mut self) -> Scanned {
        match self.peek() {
            Some(b'"') => self.string()?,
            found => return Err(unexpected("a key in quotes", found)),
        }
        match self.peek() {
            Some(b':') => self.at += 1,
            found => return Err(unexpected("':'", found)),
        }
        Ok(())
    }

    fn string(&mut self) -> Scanned {
        let start = self.at + 1;
        let mut at = start;
        let mut kind = Kind::Plain;
        loop {
            match self.text.get(at) {
                // Control characters as they are, too: the engine writes them so.
                Some(b'"') => break,
                Some(b'\\') => {
                    kind = Kind::Escaped;
                    at += 2;
                }
                Some(_) => at += 1,
                None => return Err("the string has no closing quote".into()),
            }
        }
        self.push(kind, start, at);
        self.at = at + 1;
        Ok(())
    }

    fn number(&mut self) -> Scanned {
        let start = self.at;
        let mut at = start + usize::from(self.text.get(start) == Some(&b'-'));
        let mut well = self.digits(&mut at);
        if self.text.get(at) == Some(&b'.') {
            at += 1;
            well &= self.digits(&mut at);
        }
        if let Some(b'e' | b'E') = self.text.get(at) {
            at += 1;
            at += usize::from(matches!(self.text.get(at), Some(b'+' | b'-')));
            well &= self.digits(&mut at);
        }
        if !well {
            return Err("a number needs digits here".into());
        }
        self.push(Kind::Number, start, at);
        self.at = at;
        Ok(())
    }

    fn digits(&self, at: &mut usize) -> bool {
        let start = *at;
        while self.text.get(*at).is_some_and(u8::is_ascii_digit) {
            *at += 1;
        }
        *at > start
    }

    fn word(&mut self, word: &[u8], kind: Kind) -> Scanned {
        if !self.text.get(self.at..).unwrap_or_default().starts_with(word) {
            return Err("a word other than true, false and null".into());
        }
        self.push(kind, self.at, self.at + word.len());
        self.at += word.len();
        Ok(())
    }

    /// The next byte that is not space.
    fn peek(&mut self) -> Option<u8> {
        loop {
            match self.text.get(self.at) {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.at += 1,
                found => return found.copied(),
            }
        }
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        self.tokens.push(Token { kind, start: small(start), end: small(end) });
    }

    /// The failure here, with the way through the containers that are open.
    #[cold]
    fn fault(mut self, text: &str, reason: String) -> Box<Fault> {
        let offset = self.at;
        let last = self.tokens.len();
        // Close them, so that their children can be walked.
        let open = std::mem::take(&mut self.open);
        for &container in &open {
            if let Some(token) = self.tokens.get_mut(container) {
                token.end = small(last);
            }
        }
        let json = Json { text, tokens: self.tokens };
        let mut fault = Fault::new(offset, reason);
        for (level, &container) in open.iter().enumerate() {
            let inner = open.get(level + 1);
            let children =
                json.children(container).take_while(|child| inner.is_none_or(|inner| child < inner));
            let (last, count) = children.fold((0, 0), |(_, count), child| (child, count + 1));
            if json.kind(container) == Kind::Array {
                fault.steps.push(Segment::Index(count));
            } else if count % 2 == 1 {
                fault.steps.push(key_step(json.raw(last)));
            }
        }
        fault.steps.reverse();
        fault
    }
}

fn unexpected(wanted: &str, found: Option<u8>) -> String {
    match found {
        None => format!("{wanted} is needed here, and the text ends"),
        Some(byte) if byte.is_ascii_graphic() => {
            format!("{wanted} is needed here, this is '{}'", byte as char)
        }
        Some(_) => format!("{wanted} is needed here"),
    }
}

/// The length of the text was checked, and there are no more tokens than bytes.
fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
