//! Scans JSON text in one pass and without recursion. The [module](super) explains why it does not use serde_json.

use super::document::{End, JsonDocument, JsonRules, small};
use super::fault::{Fault, Res};
use crate::error::Segment;
use crate::sure::Sure as _;

impl<'t> JsonDocument<'t> {
    /// Checks that a text is one JSON value, and finds the ends of its arrays and objects.
    ///
    /// # Errors
    /// Returns an error if the text is not JSON, with the position and what was expected there.
    pub(crate) fn new(text: &'t str, rules: JsonRules) -> Res<Self> {
        if u32::try_from(text.len()).is_err() {
            return Err(Fault::new(0, "the text is longer than 4 GiB"));
        }
        let document = JsonDocument { text, ends: Vec::new(), rules };
        let mut scanner = Scanner { text: text.as_bytes(), at: 0, begun: 0, document, open: Vec::new() };
        match scanner.run() {
            Ok(()) => Ok(scanner.document),
            Err(reason) => Err(scanner.fault(reason)),
        }
    }
}

struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
    /// The start of the token at the current position.
    begun: usize,
    document: JsonDocument<'t>,
    /// The arrays and objects around the current position.
    open: Vec<Open>,
}

/// An array or object whose end was not found yet.
#[derive(Debug, Clone, Copy)]
struct Open {
    at: usize,
    /// The number of arrays and objects that begin before it.
    number: usize,
    is_object: bool,
}

/// The error is a reason; its position is the current position of the scanner.
type Scanned<T = ()> = Result<T, String>;

impl Scanner<'_> {
    fn run(&mut self) -> Scanned {
        loop {
            match self.peek() {
                Some(b'{') => {
                    self.enter(true)?;
                    if self.peek() != Some(b'}') {
                        self.key()?;
                        continue;
                    }
                }
                Some(b'[') => {
                    self.enter(false)?;
                    if self.peek() != Some(b']') {
                        continue;
                    }
                }
                Some(b'"') => self.string()?,
                Some(b'-' | b'0'..=b'9') => self.number()?,
                Some(b't') => self.word(b"true")?,
                Some(b'f') => self.word(b"false")?,
                Some(b'n') => self.word(b"null")?,
                found => return Err(unexpected("a value", found)),
            }
            if self.after_value()? {
                return Ok(());
            }
        }
    }

    /// Closes the arrays and objects that end here. Returns true at the end of the whole value.
    fn after_value(&mut self) -> Scanned<bool> {
        loop {
            let found = self.peek();
            let Some(&Open { is_object, .. }) = self.open.last() else {
                return match found {
                    None => Ok(true),
                    found => Err(unexpected("the end of the text", found)),
                };
            };
            match found {
                Some(b',') => {
                    self.at += 1;
                    if is_object {
                        self.key()?;
                    }
                    return Ok(false);
                }
                Some(b'}') if is_object => self.leave(),
                Some(b']') if !is_object => self.leave(),
                found => return Err(unexpected(if is_object { "',' or '}'" } else { "',' or ']'" }, found)),
            }
        }
    }

    fn enter(&mut self, is_object: bool) -> Scanned {
        let limit = self.document.rules.depth;
        if self.open.len() >= limit {
            return Err(format!("arrays and objects are nested deeper than {limit}"));
        }
        self.open.push(Open { at: self.at, number: self.document.ends.len(), is_object });
        self.document.ends.push(End { at: 0, begun: 0 });
        self.at += 1;
        Ok(())
    }

    fn leave(&mut self) {
        self.close();
        self.open.pop();
        self.at += 1;
    }

    /// Closes the innermost array or object at the current position.
    fn close(&mut self) {
        let end = End { at: small(self.at), begun: small(self.document.ends.len()) };
        let place = self.open.last().and_then(|open| self.document.ends.get_mut(open.number));
        place.into_iter().for_each(|place| *place = end);
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
        let mut at = self.at + 1;
        loop {
            let rest = self.text.get(at..).unwrap_or_default();
            // Most bytes are letters, for which one comparison is enough.
            let is_plain = |byte: &&u8| **byte > b'\\' || !matches!(**byte, b'"' | b'\\' | 0..=0x1f);
            at += rest.iter().take_while(is_plain).count();
            match self.text.get(at) {
                Some(b'"') => break,
                Some(b'\\') => at += self.escape(at)?,
                Some(control @ 0..=0x1f) if !self.document.rules.control_characters => {
                    self.at = at;
                    return Err(format!(
                        "in a string, this control character must be written as \\u{control:04x}"
                    ));
                }
                Some(_) => at += 1,
                None => return Err("the string has no closing quote".into()),
            }
        }
        self.at = at + 1;
        Ok(())
    }

    /// Returns the length of the escape. An escape that is cut off by the end of the text counts as complete, because
    /// the missing quote is reported then.
    fn escape(&mut self, at: usize) -> Scanned<usize> {
        match self.text.get(at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') | None => Ok(2),
            Some(b'v') if self.document.rules.control_characters => Ok(2),
            Some(b'u') => match self.text.iter().skip(at + 2).take(4).all(u8::is_ascii_hexdigit) {
                true => Ok(6),
                false => {
                    self.at = at;
                    Err("\\u needs four hexadecimal digits".into())
                }
            },
            Some(_) => {
                self.at = at;
                Err("there is no such escape; the escapes are \\n, \\t, \\r, \\b, \\f, \\\", \\\\, \\/ and \\u0000"
                    .into())
            }
        }
    }

    fn number(&mut self) -> Scanned {
        let start = self.at;
        let mut at = start + usize::from(self.text.get(start) == Some(&b'-'));
        let leading_zero =
            self.text.get(at) == Some(&b'0') && self.text.get(at + 1).is_some_and(u8::is_ascii_digit);
        let mut complete = self.digits(&mut at);
        if self.text.get(at) == Some(&b'.') {
            at += 1;
            complete &= self.digits(&mut at);
        }
        if let Some(b'e' | b'E') = self.text.get(at) {
            at += 1;
            at += usize::from(matches!(self.text.get(at), Some(b'+' | b'-')));
            complete &= self.digits(&mut at);
        }
        if !complete {
            return Err("a number needs digits here".into());
        }
        if leading_zero {
            return Err("a number has no zeros before its first digit".into());
        }
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

    fn word(&mut self, word: &[u8]) -> Scanned {
        if !self.text.get(self.at..).sure().starts_with(word) {
            return Err("expected true, false or null".into());
        }
        self.at += word.len();
        Ok(())
    }

    /// Skips white space, and returns the next byte.
    fn peek(&mut self) -> Option<u8> {
        loop {
            match self.text.get(self.at) {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.at += 1,
                found => {
                    self.begun = self.at;
                    return found.copied();
                }
            }
        }
    }

    /// Returns an error at the current position, with the path through the open arrays and objects.
    #[cold]
    fn fault(mut self, reason: String) -> Box<Fault> {
        let mut fault = Fault::new(self.at, reason);
        // An incomplete value does not count as a child.
        self.at = self.begun;
        let mut inner = usize::MAX;
        while let Some(open) = self.open.last().copied() {
            self.close();
            self.open.pop();
            let children = self.document.node(open.at, open.number).children();
            let complete = children.take_while(|child| child.offset() < inner);
            match complete.fold((None, 0), |(_, count), child| (Some(child), count + 1)) {
                (_, count) if !open.is_object => fault.push(Segment::Index(count)),
                (Some(key), count) if count % 2 == 1 => fault.push(key.step()),
                _ => {}
            }
            inner = open.at;
        }
        fault
    }
}

fn unexpected(wanted: &str, found: Option<u8>) -> String {
    match found {
        None => format!("expected {wanted}, but the text ends"),
        Some(b'\'') => format!("expected {wanted}, found a single quote; JSON has double quotes"),
        Some(byte) if byte.is_ascii_graphic() => {
            format!("expected {wanted}, found '{}'", byte as char)
        }
        Some(_) => format!("expected {wanted}"),
    }
}
