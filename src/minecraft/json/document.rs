//! JSON text whose values have all been found in one pass, so that no level of it is looked at twice.

use super::fault::{Fault, Read};

/// The values of a text, in the order in which they begin. Keys are values too, each before its own.
#[derive(Debug)]
pub(super) struct Document<'j> {
    text: &'j str,
    values: Vec<Span>,
}

/// Where a value is.
#[derive(Debug, Clone, Copy)]
struct Span {
    start: u32,
    end: u32,
    /// The first value that is not inside this one.
    next: u32,
}

/// A value of a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Raw<'d> {
    document: &'d Document<'d>,
    at: u32,
}

impl<'j> Document<'j> {
    /// Finds every value; fails where the text is not JSON.
    pub(super) fn new(text: &'j str) -> Read<Self> {
        if u32::try_from(text.len()).is_err() {
            return Err(Fault::new("JSON text of more than 4 GiB is not read"));
        }
        let mut scanner = Scanner { bytes: text.as_bytes(), at: 0, values: Vec::new(), open: Vec::new() };
        scanner.run()?;
        Ok(Self { text, values: scanner.values })
    }

    /// The outermost value.
    pub(super) fn root(&self) -> Raw<'_> {
        Raw { document: self, at: 0 }
    }
}

impl<'d> Raw<'d> {
    fn span(self) -> Span {
        let none = Span { start: 0, end: 0, next: self.at + 1 };
        self.document.values.get(self.at as usize).copied().unwrap_or(none)
    }

    /// Where the value begins in the text.
    pub(super) fn offset(self) -> usize {
        self.span().start as usize
    }

    /// The text of a value that is no array and no object. Of those it is looked at no more, lest the work grow with
    /// the depth.
    pub(super) fn text(self) -> &'d str {
        let Span { start, end, .. } = self.span();
        #[cfg(test)]
        tests::LOOKED_AT.with(|bytes| bytes.set(bytes.get() + (end - start) as usize));
        self.document.text.get(start as usize..end as usize).unwrap_or_default()
    }

    fn first(self) -> u8 {
        self.document.text.as_bytes().get(self.offset()).copied().unwrap_or_default()
    }

    /// Whether it is an array.
    pub(super) fn is_array(self) -> bool {
        self.first() == b'['
    }

    /// Whether it is an object.
    pub(super) fn is_object(self) -> bool {
        self.first() == b'{'
    }

    /// Whether it is `null`.
    pub(super) fn is_null(self) -> bool {
        self.first() == b'n'
    }

    /// What is directly inside: elements, or keys and their values by turns.
    pub(super) fn inside(self) -> impl Iterator<Item = Raw<'d>> {
        let (mut at, end) = (self.at + 1, self.span().next);
        std::iter::from_fn(move || {
            let inside = (at < end).then_some(Raw { document: self.document, at })?;
            at = inside.span().next;
            Some(inside)
        })
    }

    /// An error about this value, which is quoted as far as is short.
    pub(super) fn instead_of(self, needed: &str) -> Box<Fault> {
        let what = match self.first() {
            b'[' => "an array".to_string(),
            b'{' => "an object".to_string(),
            _ => match self.text().char_indices().nth(40) {
                Some((end, _)) => format!("{}…", self.text().get(..end).unwrap_or_default()),
                None => self.text().to_string(),
            },
        };
        self.wrong(format!("{needed} is needed here, not {what}"))
    }

    /// An error about this value.
    pub(super) fn wrong(self, reason: impl Into<String>) -> Box<Fault> {
        Fault::new(reason).located(self.offset())
    }
}

/// Goes through the text once. It does not recurse: text may nest as deep as it likes.
struct Scanner<'j> {
    bytes: &'j [u8],
    at: usize,
    values: Vec<Span>,
    /// The arrays and objects around.
    open: Vec<u32>,
}

impl Scanner<'_> {
    fn run(&mut self) -> Read<()> {
        loop {
            self.value()?;
            loop {
                self.space();
                let Some(around) = self.open.last().copied() else {
                    return if self.at == self.bytes.len() { Ok(()) } else { self.fail("nothing more") };
                };
                let is_object = self.begins(around) == Some(b'{');
                match (self.peek(), is_object) {
                    (Some(b','), _) => {
                        self.at += 1;
                        if is_object {
                            self.key()?;
                        }
                        break;
                    }
                    (Some(b']'), false) | (Some(b'}'), true) => self.close(around),
                    (_, false) => return self.fail("',' or ']'"),
                    (_, true) => return self.fail("',' or '}'"),
                }
            }
        }
    }

    /// One value, or the beginning of an array or object up to its first; an empty one is complete.
    fn value(&mut self) -> Read<()> {
        loop {
            self.space();
            let index = self.values.len();
            let start = self.at;
            match self.peek() {
                Some(open @ (b'[' | b'{')) => {
                    self.begin(start);
                    let around = u32::try_from(index).unwrap_or(u32::MAX);
                    self.open.push(around);
                    self.at += 1;
                    self.space();
                    match (open, self.peek()) {
                        (b'[', Some(b']')) | (b'{', Some(b'}')) => {
                            self.close(around);
                            return Ok(());
                        }
                        (b'{', _) => self.key()?,
                        _ => {}
                    }
                    continue;
                }
                Some(b'"') => self.string()?,
                Some(b't') => self.word(b"true")?,
                Some(b'f') => self.word(b"false")?,
                Some(b'n') => self.word(b"null")?,
                Some(b'-' | b'0'..=b'9') => self.number()?,
                _ => return self.fail("a value"),
            }
            self.begin(start);
            return Ok(());
        }
    }

    fn key(&mut self) -> Read<()> {
        self.space();
        let start = self.at;
        match self.peek() {
            Some(b'"') => self.string()?,
            _ => return self.fail("a key"),
        }
        self.begin(start);
        self.space();
        match self.peek() {
            Some(b':') => self.at += 1,
            _ => return self.fail("':'"),
        }
        Ok(())
    }

    /// A value from `start` to here, with nothing in it so far.
    fn begin(&mut self, start: usize) {
        let number = |x| u32::try_from(x).unwrap_or(u32::MAX);
        let next = number(self.values.len() + 1);
        self.values.push(Span { start: number(start), end: number(self.at), next });
    }

    /// The end of the innermost array or object.
    fn close(&mut self, around: u32) {
        self.at += 1;
        self.open.pop();
        let number = |x| u32::try_from(x).unwrap_or(u32::MAX);
        let (end, next) = (number(self.at), number(self.values.len()));
        if let Some(span) = self.values.get_mut(around as usize) {
            (span.end, span.next) = (end, next);
        }
    }

    fn begins(&self, value: u32) -> Option<u8> {
        self.bytes.get(self.values.get(value as usize)?.start as usize).copied()
    }

    fn string(&mut self) -> Read<()> {
        self.at += 1;
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    self.at += 1;
                    match self.peek() {
                        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 1,
                        Some(b'u') => {
                            self.at += 1;
                            for _ in 0..4 {
                                match self.peek() {
                                    Some(b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F') => self.at += 1,
                                    _ => return self.fail("a hexadecimal digit"),
                                }
                            }
                        }
                        _ => return self.fail("one of \"\\/bfnrtu"),
                    }
                }
                Some(0..=0x1f) => return self.fail("an escape instead of a control character"),
                Some(_) => self.at += 1,
                None => return self.fail("the end of the string"),
            }
        }
    }

    fn number(&mut self) -> Read<()> {
        self.at += usize::from(self.peek() == Some(b'-'));
        match self.peek() {
            Some(b'0') => self.at += 1,
            _ => self.digits()?,
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            self.digits()?;
        }
        Ok(())
    }

    /// One digit at least.
    fn digits(&mut self) -> Read<()> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at == start { self.fail("a digit") } else { Ok(()) }
    }

    fn word(&mut self, word: &[u8]) -> Read<()> {
        if self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(word)) {
            self.at += word.len();
            return Ok(());
        }
        self.fail("a value")
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn fail<T>(&self, needed: &str) -> Read<T> {
        let found = match self.peek() {
            None => "the text ends".to_string(),
            Some(byte @ b' '..=b'~') => format!("there is {:?}", char::from(byte)),
            Some(byte) => format!("there is byte {byte:#04x}"),
        };
        let reason = format!("this is not JSON: {needed} is needed at byte {}, {found}", self.at);
        Err(Fault::new(reason).located(self.at))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::Document;
    use crate::minecraft::json::{from_json, to_json};
    use crate::minecraft::nbt::{Compound, Nbt};
    use crate::minecraft::{Protocol, TypeExpr, Value};

    thread_local! {
        /// How many bytes of text were looked at after they were found.
        pub(super) static LOOKED_AT: Cell<usize> = const { Cell::new(0) };
    }

    #[test]
    fn every_byte_is_looked_at_a_few_times_however_deep_it_is() {
        let per_byte = |depth: usize| {
            let text = (0..60_000 / depth).fold(Compound::new(), |all, n| {
                let mut inner = Compound::from_iter([(format!("leaf {n}"), "text")]);
                if n == 0 {
                    inner = (1..depth).fold(inner, |inner, _| Compound::from_iter([("n", inner)]));
                }
                let mut all = all;
                all.edit(|entries| entries.push((format!("entry {n}").into(), inner.into())));
                all
            });
            let value = Value::Nbt(Some(Box::new(Nbt::unnamed(text))));
            let text = to_json(&TypeExpr::Nbt, Protocol::V1_14, &value);
            LOOKED_AT.with(|bytes| bytes.set(0));
            assert!(from_json(&TypeExpr::Nbt, &text).is_ok());
            LOOKED_AT.with(Cell::get) / text.len()
        };
        let (flat, deep) = (per_byte(2), per_byte(500));
        assert!(flat <= 3 && deep <= 3, "each byte {flat} and {deep} times");
    }

    #[test]
    fn values_are_where_they_are() {
        let text = r#" {"a": [1, {"b": []}, "x\"]"], "c": {}} "#;
        let document = Document::new(text).unwrap();
        let texts =
            |raw: super::Raw<'_>| -> Vec<String> { raw.inside().map(|raw| raw.text().into()).collect() };
        let root = document.root();
        assert_eq!(texts(root), [r#""a""#, r#"[1, {"b": []}, "x\"]"]"#, r#""c""#, "{}"]);
        assert_eq!(texts(root.inside().nth(1).unwrap()), ["1", r#"{"b": []}"#, r#""x\"]""#]);
        assert_eq!(root.inside().nth(3).unwrap().inside().count(), 0);
    }

    #[test]
    fn what_serde_json_refuses_is_refused() {
        let base = r#"[{"a":-1.5e+3,"b":[true,false,null,"é\u00e9\n"],"c":{"d":[]}},0,10.25,""]"#;
        let agree = |text: &str| {
            let theirs: Result<serde::de::IgnoredAny, _> = serde_json::from_str(text);
            assert_eq!(Document::new(text).is_ok(), theirs.is_ok(), "{text}");
        };
        agree(base);
        for at in (0..base.len()).filter(|at| base.is_char_boundary(*at)) {
            let (front, rest) = base.split_at(at);
            agree(front);
            for other in ["", ",", ":", "\"", "[", "]", "{", "}", "0", "-", ".", "e", "\\", " ", "x", "\u{1}"]
            {
                let rest_after =
                    rest.chars().next().map_or("", |c| rest.get(c.len_utf8()..).unwrap_or_default());
                agree(&format!("{front}{other}{rest}"));
                agree(&format!("{front}{other}{rest_after}"));
            }
        }
        let error = Document::new("[1,]").unwrap_err();
        assert_eq!(error.reason, "this is not JSON: a value is needed at byte 3, there is ']'");
        assert_eq!(error.offset, Some(3));
        let error = from_json(&TypeExpr::Nbt, "[1,]").unwrap_err();
        assert_eq!((error.offset(), error.line_and_column()), (3, Some((1, 4))));
        // Depth is no matter.
        assert!(Document::new(&"[".repeat(1_000_000)).is_err());
        assert!(Document::new(&["[".repeat(100_000), "]".repeat(100_000)].concat()).is_ok());
    }
}
