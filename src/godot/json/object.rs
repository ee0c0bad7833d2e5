//! An object of the text: its keys, and what is under them; and bare text, which may be an object too.

use super::error::{Fault, Res, Within};
use super::names::key_step;
use super::scan::{Json, Kind as Shape};
use crate::error::Segment;
use crate::godot::Precision;
use crate::godot::model::Text;

/// What is the same for all of a text.
#[derive(Clone, Copy)]
pub(super) struct Reader<'j> {
    pub(super) json: &'j Json<'j>,
    /// Of components where the text does not say.
    pub(super) precision: Precision,
}

impl Reader<'_> {
    /// Text as a string, or its bytes where no string can hold it.
    pub(super) fn text(&self, token: usize) -> Res<Text<'static>> {
        if self.json.kind(token) != Shape::Object {
            return Ok(own(&self.json.string(token)?));
        }
        let object = Object { reader: *self, token };
        object.only(&["bytes"])?;
        Ok(Text::from_loose_bytes(object.bytes("bytes")?))
    }
}

/// A byte order mark at the start is one that the text was read after.
pub(super) fn own(text: &str) -> Text<'static> {
    match text.strip_prefix('\u{feff}') {
        Some(text) => Text::borrowed(text).behind_mark(),
        None => Text::borrowed(text).into_owned(),
    }
}

/// An object of the text.
#[derive(Clone, Copy)]
pub(super) struct Object<'j> {
    pub(super) reader: Reader<'j>,
    pub(super) token: usize,
}

impl Object<'_> {
    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Res<Option<usize>> {
        let json = self.reader.json;
        for (candidate, value) in json.entries(self.token) {
            let is = match json.kind(candidate) {
                Shape::Plain => json.raw(candidate) == key,
                _ => json.string(candidate)? == key,
            };
            if is {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// The value of a key that has to be there.
    pub(super) fn need(&self, key: &str) -> Res<usize> {
        self.get(key)?.ok_or_else(|| self.fault(self.token, format!("the key {key:?} is missing")))
    }

    /// Refuses keys that mean nothing here, and keys that occur twice: nothing is passed over in silence.
    pub(super) fn only(&self, keys: &[&str]) -> Res<()> {
        let json = self.reader.json;
        let mut seen = 0_u32;
        for (token, value) in json.entries(self.token) {
            let key = json.string(token)?;
            let Some(at) = keys.iter().position(|known| *known == key) else {
                let reason = format!("{key:?} is no key here; {} are", keys.join(", "));
                return Err(self.fault(token, reason));
            };
            if seen & 1 << at != 0 {
                return Err(self.fault(value, "the key occurs twice")).within(|| key_step(&key));
            }
            seen |= 1 << at;
        }
        Ok(())
    }

    /// A key whose value has to be a list.
    pub(super) fn list(&self, key: &'static str) -> Res<usize> {
        let token = self.need(key)?;
        match self.reader.json.kind(token) {
            Shape::Array => Ok(token),
            other => {
                let reason = format!("a list is needed, this is {}", other.name());
                Err(self.fault(token, reason)).within(|| Segment::Field(key))
            }
        }
    }

    /// A key that may be there and is true or false.
    pub(super) fn flag(&self, key: &'static str) -> Res<bool> {
        let Some(token) = self.get(key)? else { return Ok(false) };
        match self.reader.json.kind(token) {
            Shape::True => Ok(true),
            Shape::False => Ok(false),
            other => {
                let reason = format!("true or false is needed, this is {}", other.name());
                Err(self.fault(token, reason)).within(|| Segment::Field(key))
            }
        }
    }

    /// A key whose value is bytes, two hexadecimal digits each.
    pub(super) fn bytes(&self, key: &'static str) -> Res<Vec<u8>> {
        let token = self.need(key)?;
        let text = self.reader.json.string(token).within(|| Segment::Field(key))?;
        let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let byte = |pair: &[u8]| match *pair {
            [high, low] => Some(digit(high)? << 4 | digit(low)?),
            _ => None,
        };
        text.as_bytes().chunks(2).map(byte).collect::<Option<_>>().ok_or_else(|| {
            let mut fault = self.fault(token, "bytes are written as two hexadecimal digits each");
            fault.steps.push(Segment::Field(key));
            fault
        })
    }

    pub(super) fn type_name(&self) -> String {
        let name = self.need("type").and_then(|token| self.reader.json.string(token));
        name.map(String::from).unwrap_or_default()
    }

    #[cold]
    pub(super) fn fault(&self, token: usize, reason: impl Into<String>) -> Box<Fault> {
        Fault::new(self.reader.json.offset(token), reason)
    }
}
