//! JSON text to a document, in one pass and without recursion. The [module](super) says why it is not serde_json's parser.

use super::document::{Document, JsonType, Rules, Token};
use super::fault::{Fault, Res};
use crate::error::Segment;

impl<'t> Document<'t> {
    /// Finds every value of a text that is one JSON value.
    ///
    /// # Errors
    /// If it is none: where, and what is needed there.
    pub(crate) fn new(text: &'t str, rules: Rules) -> Res<Self> {
        if u32::try_from(text.len()).is_err() {
            return Err(Fault::new(0, "the text is longer than 4 GiB"));
        }
        let document = Document { text, tokens: Vec::new(), rules };
        let mut scanner = Scanner { text: text.as_bytes(), at: 0, document, open: Vec::new() };
        match scanner.run() {
            Ok(()) => Ok(scanner.document),
            Err(reason) => Err(scanner.fault(reason)),
        }
    }
}

struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
    document: Document<'t>,
    /// The arrays and objects around the current place.
    open: Vec<usize>,
}

/// The reason of a failure. It is at the current position of the scanner.
type Scanned<T = ()> = Result<T, String>;

impl Scanner<'_> {
    fn run(&mut self) -> Scanned {
        loop {
            match self.peek() {
                Some(b'{') => {
                    self.enter(JsonType::Object)?;
                    if self.peek() != Some(b'}') {
                        self.key()?;
                        continue;
                    }
                }
                Some(b'[') => {
                    self.enter(JsonType::Array)?;
                    if self.peek() != Some(b']') {
                        continue;
                    }
                }
                Some(b'"') => self.string()?,
                Some(b'-' | b'0'..=b'9') => self.number()?,
                Some(b't') => self.word(b"true", JsonType::True)?,
                Some(b'f') => self.word(b"false", JsonType::False)?,
                Some(b'n') => self.word(b"null", JsonType::Null)?,
                found => return Err(unexpected("a value", found)),
            }
            if self.after_value()? {
                return Ok(());
            }
        }
    }

    /// Closes what ends here; true at the end of everything.
    fn after_value(&mut self) -> Scanned<bool> {
        loop {
            let found = self.peek();
            let Some(&container) = self.open.last() else {
                return match found {
                    None => Ok(true),
                    found => Err(unexpected("the end of the text", found)),
                };
            };
            let is_object = self.document.node(container).is_object();
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

    fn enter(&mut self, json_type: JsonType) -> Scanned {
        let limit = self.document.rules.depth;
        if self.open.len() >= limit {
            return Err(format!("arrays and objects are nested deeper than {limit}"));
        }
        self.open.push(self.document.tokens.len());
        self.push(json_type, self.at, self.at);
        self.at += 1;
        Ok(())
    }

    fn leave(&mut self, container: usize) {
        self.at += 1;
        self.open.pop();
        let end = self.document.tokens.len();
        if let Some(token) = self.document.tokens.get_mut(container) {
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
        let mut json_type = JsonType::Plain;
        loop {
            match self.text.get(at) {
                Some(b'"') => break,
                Some(b'\\') => {
                    json_type = JsonType::Escaped;
                    at += self.escape(at)?;
                }
                Some(control @ 0..=0x1f) if !self.document.rules.control_characters => {
                    self.at = at;
                    return Err(format!("in a string this control character is written as \\u{control:04x}"));
                }
                Some(_) => at += 1,
                None => return Err("the string has no closing quote".into()),
            }
        }
        self.push(json_type, start, at);
        self.at = at + 1;
        Ok(())
    }

    /// Returns the length of the escape; past the end of the text there is no closing quote either.
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
                Err("there is no such escape; \\n, \\t, \\r, \\b, \\f, \\\", \\\\, \\/ and \\u0000 are"
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
        self.push(JsonType::Number, start, at);
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

    fn word(&mut self, word: &[u8], json_type: JsonType) -> Scanned {
        if !self.text.get(self.at..).unwrap_or_default().starts_with(word) {
            return Err("a word other than true, false and null".into());
        }
        self.push(json_type, self.at, self.at + word.len());
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

    fn push(&mut self, json_type: JsonType, start: usize, end: usize) {
        self.document.tokens.push(Token { json_type, start: small(start), end: small(end) });
    }

    /// The failure here, with the path through the arrays and objects that are open.
    #[cold]
    fn fault(mut self, reason: String) -> Box<Fault> {
        let last = self.document.tokens.len();
        // Close them, so that their children can be walked.
        for &container in &self.open {
            if let Some(token) = self.document.tokens.get_mut(container) {
                token.end = small(last);
            }
        }
        let mut steps = Vec::new();
        for (level, &container) in self.open.iter().enumerate() {
            let inner = self.open.get(level + 1);
            let container = self.document.node(container);
            let complete =
                container.children().take_while(|child| inner.is_none_or(|inner| child.index() < *inner));
            let (last, count) = complete.fold((None, 0), |(_, count), child| (Some(child), count + 1));
            match last {
                _ if container.is_array() => steps.push(Segment::Index(count)),
                Some(key) if count % 2 == 1 => steps.push(key.step()),
                _ => {}
            }
        }
        let mut fault = Fault::new(self.at, reason);
        steps.into_iter().rev().for_each(|step| fault.push(step));
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
