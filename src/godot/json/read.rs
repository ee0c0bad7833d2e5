//! JSON text to values.

use super::error::{Fault, Res, Within};
use super::numbers;
use super::scan::{Json, Kind as Shape, key_step};
use super::write::{BY_ID, named_element_type};
use crate::error::Segment;
use crate::godot::Precision;
use crate::godot::ids::Kind;
use crate::godot::model::{
    Array, Dictionary, ElementType, EntryTypes, NodePath, Object as Inert, ObjectData, Text, Variant,
};
use crate::limits::Limits;

/// Every key that the form knows.
pub(super) const KEYS: &[&str] = &[
    "type",
    "args",
    "props",
    "elem_type",
    "key_type",
    "value_type",
    "shared",
    "precision",
    "nan",
    "bytes",
    "names",
    "subnames",
    "property",
    "absolute",
    "id",
    "name",
    "object",
    "class",
    "full",
    "builtin",
    "script",
    "format",
    "width",
    "height",
    "mipmaps",
    "data",
    "device",
    "event",
    "modifiers",
    "scancode",
    "button",
    "axis",
    "index",
];

/// Lists and objects inside each other that the deepest value takes, two per level and a few for its own parts.
pub(super) const MAX_JSON_DEPTH: usize = Limits::GODOT.depth as usize * 2 + 8;

/// What is the same for all of a text.
#[derive(Clone, Copy)]
pub(super) struct Reader<'j, 'a> {
    pub(super) json: &'j Json<'a>,
    /// Of components where the text does not say.
    pub(super) precision: Precision,
}

/// An object of the text.
pub(super) struct Object<'j, 'a> {
    pub(super) reader: Reader<'j, 'a>,
    token: usize,
}

impl<'a> Reader<'_, 'a> {
    /// The value at a token, which stands `depth` values deep.
    pub(super) fn value(&self, token: usize, depth: u32) -> Res<Variant<'a>> {
        match self.json.kind(token) {
            Shape::Array => Ok(Variant::Array(self.items(token, depth)?.into())),
            Shape::Object => self.object(token, depth),
            _ => self.leaf(token),
        }
    }

    /// The values of a list.
    fn items(&self, list: usize, depth: u32) -> Res<Vec<Variant<'a>>> {
        let mut items = Vec::with_capacity(self.json.children(list).count());
        for token in self.json.children(list) {
            let inside = self.deeper(token, depth)?;
            let item = self.value(token, inside).within(|| Segment::Index(items.len()))?;
            items.push(item);
        }
        Ok(items)
    }

    fn deeper(&self, token: usize, depth: u32) -> Res<u32> {
        let limit = Limits::GODOT.depth;
        if depth >= limit {
            let reason = format!("values are nested deeper than the limit of {limit}");
            return Err(Fault::new(self.json.offset(token), reason));
        }
        Ok(depth + 1)
    }

    /// A value that is an object of the text. Apart from those with values inside, they read elsewhere: this
    /// stands on the stack once per level.
    fn object(&self, token: usize, depth: u32) -> Res<Variant<'a>> {
        let object = Object { reader: *self, token };
        match object.sort()? {
            Sort::Props => object.with_props(depth),
            Sort::Values(kind) => object.with_values(kind, depth),
            Sort::Leaf(kind) => object.leaf(kind),
        }
    }

    /// `null`, `true` and the strings with a prefix.
    fn leaf(&self, token: usize) -> Res<Variant<'a>> {
        let wrong = |reason: &str| Err(Fault::new(self.json.offset(token), reason));
        match self.json.kind(token) {
            Shape::Null => return Ok(Variant::Nil),
            Shape::True => return Ok(Variant::Bool(true)),
            Shape::False => return Ok(Variant::Bool(false)),
            Shape::Number => return wrong("a number stands as \"i:5\" or \"f:5.0\", which tells its type"),
            _ => {}
        }
        let content = self.json.string(token)?;
        let Some((prefix, _)) = content.split_once(':') else {
            return wrong(
                "text stands as \"s:text\"; \"sn:\", \"np:\", \"i:\" and \"f:\" are the other prefixes",
            );
        };
        let rest: Text<'a> = match &content {
            std::borrow::Cow::Borrowed(content) => content.get(prefix.len() + 1..).unwrap_or_default().into(),
            std::borrow::Cow::Owned(content) => {
                content.get(prefix.len() + 1..).unwrap_or_default().to_owned().into()
            }
        };
        let digits = rest.as_str().unwrap_or_default();
        match prefix {
            "s" => Ok(Variant::String(rest)),
            "sn" => Ok(Variant::StringName(rest)),
            "np" => Ok(Variant::NodePath(Box::new(NodePath::parse(digits).into_owned()))),
            "i" => match digits.parse() {
                Ok(number) => Ok(Variant::Int(number)),
                Err(_) => wrong("behind \"i:\" stands an integer of at most 64 bits"),
            },
            "f" => match digits {
                "nan" => Ok(Variant::Float(f64::NAN)),
                "-nan" => Ok(Variant::Float(-f64::NAN)),
                _ => match digits.parse() {
                    Ok(number) => Ok(Variant::Float(number)),
                    Err(_) => wrong("behind \"f:\" stands a number, or inf, -inf, nan"),
                },
            },
            _ => wrong("the prefixes are \"s:\", \"sn:\", \"np:\", \"i:\" and \"f:\""),
        }
    }

    /// Text as a string, or its bytes where no string can hold it.
    pub(super) fn text(&self, token: usize) -> Res<Text<'a>> {
        if self.json.kind(token) != Shape::Object {
            return Ok(self.json.string(token)?.into());
        }
        let object = Object { reader: *self, token };
        object.only(&["bytes"])?;
        Ok(Text::from_loose_bytes(object.bytes("bytes")?))
    }
}

/// What an object of the text is.
enum Sort {
    /// An object with properties.
    Props,
    /// A container.
    Values(Kind),
    Leaf(Kind),
}

impl<'a> Object<'_, 'a> {
    fn sort(&self) -> Res<Sort> {
        let token = self.need("type")?;
        if self.get("props")?.is_some() {
            return Ok(Sort::Props);
        }
        let name = self.reader.json.string(token).within(|| Segment::Field("type"))?;
        match Kind::from_name(&name) {
            Some(kind @ (Kind::Array | Kind::PackedTypedArray | Kind::Dictionary)) => Ok(Sort::Values(kind)),
            Some(kind) => Ok(Sort::Leaf(kind)),
            None => {
                let reason = format!("{name:?} is no type; an object of that class would have props");
                Err(self.fault(token, reason)).within(|| Segment::Field("type"))
            }
        }
    }

    fn with_values(&self, kind: Kind, depth: u32) -> Res<Variant<'a>> {
        let args = self.list("args")?;
        let items = self.reader.items(args, depth).within(|| Segment::Field("args"))?;
        if kind == Kind::Dictionary { self.dictionary(args, items) } else { self.array(kind, items) }
    }

    fn array(&self, kind: Kind, items: Vec<Variant<'a>>) -> Res<Variant<'a>> {
        self.only(&["type", "args", "elem_type", "shared"])?;
        let array = match (self.element_type("elem_type")?, self.flag("shared")?) {
            (None, shared) => Array::from(items).with_shared(shared),
            (Some(element), false) => Array::typed(element, items),
            (Some(_), true) => return Err(self.fault(self.token, "a typed array cannot be shared as well")),
        };
        Ok(if kind == Kind::Array { Variant::Array(array) } else { Variant::PackedTypedArray(array) })
    }

    fn dictionary(&self, args: usize, items: Vec<Variant<'a>>) -> Res<Variant<'a>> {
        self.only(&["type", "args", "key_type", "value_type", "shared"])?;
        if !items.len().is_multiple_of(2) {
            let reason = "keys and values stand by turns, and the last key has no value";
            return Err(self.fault(args, reason)).within(|| Segment::Field("args"));
        }
        let mut pairs = Vec::with_capacity(items.len() / 2);
        let mut items = items.into_iter();
        while let (Some(key), Some(value)) = (items.next(), items.next()) {
            pairs.push((key, value));
        }
        let types =
            EntryTypes { key: self.element_type("key_type")?, value: self.element_type("value_type")? };
        let is_typed = types != EntryTypes::default();
        Ok(Variant::Dictionary(match (is_typed, self.flag("shared")?) {
            (false, shared) => Dictionary::from(pairs).with_shared(shared),
            (true, false) => Dictionary::typed(types, pairs),
            (true, true) => return Err(self.fault(self.token, "a typed dictionary cannot be shared as well")),
        }))
    }

    fn with_props(&self, depth: u32) -> Res<Variant<'a>> {
        self.only(&["type", "props", "class", "full"])?;
        let class = match self.get("class")? {
            Some(token) => self.reader.text(token).within(|| Segment::Field("class"))?,
            None => self.reader.text(self.need("type")?).within(|| Segment::Field("type"))?,
        };
        let props = self.list("props")?;
        let properties = self.properties(props, depth).within(|| Segment::Field("props"))?;
        let data = ObjectData { class, properties };
        if data.class != BY_ID || self.flag("full")? {
            return Ok(data.into());
        }
        match data.get("object_id") {
            Some(Variant::Int(id)) => Ok(Variant::Object(Inert::Id(id.cast_unsigned()))),
            _ => {
                let reason = "an object by id has a property object_id, an integer; with \"full\": true it is one with properties";
                Err(self.fault(props, reason)).within(|| Segment::Field("props"))
            }
        }
    }

    fn properties(&self, props: usize, depth: u32) -> Res<Vec<(Text<'a>, Variant<'a>)>> {
        let mut properties = Vec::with_capacity(self.reader.json.children(props).count() / 2);
        let mut children = self.reader.json.children(props);
        while let Some(name) = children.next() {
            let at = properties.len() * 2;
            let Some(token) = children.next() else {
                return Err(
                    self.fault(name, "names and values stand by turns, and the last name has no value")
                );
            };
            let name = self.reader.text(name).within(|| Segment::Index(at))?;
            let inside = self.reader.deeper(token, depth)?;
            let value = self.reader.value(token, inside).within(|| Segment::Index(at + 1))?;
            properties.push((name, value));
        }
        Ok(properties)
    }

    fn leaf(&self, kind: Kind) -> Res<Variant<'a>> {
        if let Some(value) = numbers::read(self, kind)? {
            return Ok(value);
        }
        self.named(kind)
    }

    fn element_type(&self, key: &'static str) -> Res<Option<ElementType<'a>>> {
        let Some(token) = self.get(key)? else { return Ok(None) };
        self.element_type_at(token).within(|| Segment::Field(key)).map(Some)
    }

    fn element_type_at(&self, token: usize) -> Res<ElementType<'a>> {
        let json = self.reader.json;
        if json.kind(token) != Shape::Object {
            return Ok(match json.string(token)? {
                std::borrow::Cow::Borrowed(name) => named_element_type(name),
                std::borrow::Cow::Owned(name) => named_element_type(&name).into_owned(),
            });
        }
        let object = Object { reader: self.reader, token };
        object.only(&["builtin", "class", "script"])?;
        match (object.get("builtin")?, object.get("class")?, object.get("script")?) {
            (Some(token), None, None) => {
                let name = json.string(token)?;
                let kind = Kind::from_name(&name)
                    .ok_or_else(|| object.fault(token, format!("{name:?} is no type")))?;
                Ok(ElementType::Builtin(kind))
            }
            (None, Some(token), None) => Ok(ElementType::Class(self.reader.text(token)?)),
            (None, None, Some(token)) => Ok(ElementType::Script(self.reader.text(token)?)),
            _ => Err(object.fault(object.token, "one of the keys builtin, class and script is needed")),
        }
    }

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

    /// Refuses keys that mean nothing here, and keys that stand twice: nothing is passed over in silence.
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
                return Err(self.fault(value, "the key stands twice")).within(|| key_step(&key));
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
            let mut fault = self.fault(token, "bytes stand as two hexadecimal digits each");
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
