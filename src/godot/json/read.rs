//! JSON text to values.

use super::error::{Fault, Res, Within};
use super::leaf;
use super::names::{BY_ID, named_element_type};
use super::object::{Object, Reader, own};
use super::scan::Kind as Shape;
use crate::error::Segment;
use crate::godot::ids::Kind;
use crate::godot::model::{
    Array, Dictionary, ElementType, EntryTypes, NodePath, Object as Inert, ObjectData, OwnedVariant, Text,
    Variant,
};
use crate::limits::Limits;

/// Lists and objects inside each other that the deepest value takes, two per level and a few for its own parts.
pub(super) const MAX_JSON_DEPTH: usize = Limits::GODOT.depth as usize * 2 + 8;

/// A container that is being read. Without recursion, depth costs no stack.
struct OpenContainer<'j> {
    sort: Sort,
    object: Object<'j>,
    /// The list with the values, and its key if it is in an object.
    list: usize,
    field: Option<&'static str>,
    /// The next token of the list, and its position there.
    next: usize,
    at: usize,
    items: Vec<OwnedVariant>,
    /// Of properties.
    names: Vec<Text<'static>>,
}

enum Begun<'j> {
    Container(OpenContainer<'j>),
    Leaf(OwnedVariant),
}

impl<'j> Reader<'j> {
    /// The whole value.
    pub(super) fn read(&self) -> Res<OwnedVariant> {
        let mut open = Vec::new();
        self.walk(&mut open).map_err(|mut fault| {
            for container in open.iter().rev() {
                fault.steps.push(Segment::Index(container.at));
                fault.steps.extend(container.field.map(Segment::Field));
            }
            fault
        })
    }

    fn walk(&self, open: &mut Vec<OpenContainer<'j>>) -> Res<OwnedVariant> {
        let mut token = 0;
        loop {
            let mut done = match self.begin(token, open.len())? {
                Begun::Container(container) => {
                    open.push(container);
                    None
                }
                Begun::Leaf(value) => Some(value),
            };
            // Up to where there is one more value to read.
            token = loop {
                let Some(innermost) = open.last_mut() else { return Ok(done.unwrap_or_default()) };
                if let Some(value) = done.take() {
                    innermost.items.push(value);
                    innermost.at += 1;
                }
                if let Some(next) = innermost.next()? {
                    break next;
                }
                done = open.pop().map(OpenContainer::close).transpose()?;
            };
        }
    }

    /// Starts on the value at a token, which is `depth` values deep.
    fn begin(&self, token: usize, depth: usize) -> Res<Begun<'j>> {
        let object = Object { reader: *self, token };
        let (sort, list, field) = match self.json.kind(token) {
            Shape::Array => (Sort::Values(Kind::Array), token, None),
            Shape::Object => match object.sort()? {
                Sort::Props => (Sort::Props, object.list("props")?, Some("props")),
                Sort::Values(kind) => (Sort::Values(kind), object.list("args")?, Some("args")),
                Sort::Leaf(kind) => return leaf::read(&object, kind).map(Begun::Leaf),
            },
            _ => return self.short(token).map(Begun::Leaf),
        };
        let count = self.json.children(list).count();
        let limit = Limits::GODOT.depth;
        if count > 0 && depth >= limit as usize {
            return Err(object.fault(token, format!("values are nested deeper than the limit of {limit}")));
        }
        let (items, names) = if sort == Sort::Props {
            (Vec::with_capacity(count / 2), Vec::with_capacity(count / 2))
        } else {
            (Vec::with_capacity(count), Vec::new())
        };
        Ok(Begun::Container(OpenContainer { sort, object, list, field, next: list + 1, at: 0, items, names }))
    }

    /// `null`, `true` and the strings with a prefix.
    fn short(&self, token: usize) -> Res<OwnedVariant> {
        let wrong = |reason: &str| Err(Fault::new(self.json.offset(token), reason));
        match self.json.kind(token) {
            Shape::Null => return Ok(Variant::Nil),
            Shape::True => return Ok(Variant::Bool(true)),
            Shape::False => return Ok(Variant::Bool(false)),
            Shape::Number => {
                return wrong("a number is written as \"i:5\" or \"f:5.0\", which tells its type");
            }
            _ => {}
        }
        let content = self.json.string(token)?;
        let Some((prefix, rest)) = content.split_once(':') else {
            return wrong(
                "text is written as \"s:text\"; \"sn:\", \"np:\", \"i:\" and \"f:\" are the other prefixes",
            );
        };
        match prefix {
            "s" => Ok(Variant::String(own(rest))),
            "sn" => Ok(Variant::StringName(own(rest))),
            "np" => Ok(Variant::NodePath(Box::new(NodePath::parse(rest).into_owned()))),
            "i" => match rest.parse() {
                Ok(number) => Ok(Variant::Int(number)),
                Err(_) => wrong("after \"i:\" comes an integer of at most 64 bits"),
            },
            "f" => match rest {
                "nan" => Ok(Variant::Float(f64::NAN)),
                "-nan" => Ok(Variant::Float(-f64::NAN)),
                _ => match rest.parse() {
                    Ok(number) => Ok(Variant::Float(number)),
                    Err(_) => wrong("after \"f:\" comes a number, or inf, -inf, nan"),
                },
            },
            _ => wrong("the prefixes are \"s:\", \"sn:\", \"np:\", \"i:\" and \"f:\""),
        }
    }
}

/// What an object of the text is.
#[derive(Clone, Copy, PartialEq)]
enum Sort {
    /// An object with properties.
    Props,
    /// A container.
    Values(Kind),
    Leaf(Kind),
}

impl OpenContainer<'_> {
    /// The token of the next value inside; the name of a property is read on the way.
    fn next(&mut self) -> Res<Option<usize>> {
        let json = self.object.reader.json;
        let end = json.next(self.list);
        if self.next >= end {
            return Ok(None);
        }
        if self.sort == Sort::Props {
            let value = json.next(self.next);
            if value >= end {
                let reason = "names and values alternate, and the last name has no value";
                return Err(self.object.fault(self.next, reason));
            }
            self.names.push(self.object.reader.text(self.next)?);
            self.next = value;
            self.at += 1;
        }
        let value = self.next;
        self.next = json.next(value);
        Ok(Some(value))
    }

    fn close(self) -> Res<OwnedVariant> {
        match self.sort {
            Sort::Values(Kind::Dictionary) => self.object.dictionary(self.list, self.items),
            Sort::Values(_) if self.field.is_none() => Ok(Variant::Array(self.items.into())),
            Sort::Values(kind) => self.object.array(kind, self.items),
            _ => self.object.with_props(self.list, self.names.into_iter().zip(self.items).collect()),
        }
    }
}

impl Object<'_> {
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

    fn array(&self, kind: Kind, items: Vec<OwnedVariant>) -> Res<OwnedVariant> {
        self.only(&["type", "args", "elem_type", "shared"])?;
        let array = match (self.element_type("elem_type")?, self.flag("shared")?) {
            (None, shared) => Array::from(items).with_shared(shared),
            (Some(element), false) => Array::typed(element, items),
            (Some(_), true) => return Err(self.fault(self.token, "a typed array cannot be shared as well")),
        };
        Ok(if kind == Kind::Array { Variant::Array(array) } else { Variant::PackedTypedArray(array) })
    }

    fn dictionary(&self, args: usize, items: Vec<OwnedVariant>) -> Res<OwnedVariant> {
        self.only(&["type", "args", "key_type", "value_type", "shared"])?;
        if !items.len().is_multiple_of(2) {
            let reason = "keys and values alternate, and the last key has no value";
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

    fn with_props(&self, props: usize, properties: Vec<(Text<'static>, OwnedVariant)>) -> Res<OwnedVariant> {
        self.only(&["type", "props", "class", "full"])?;
        let class = match self.get("class")? {
            Some(token) => self.reader.text(token).within(|| Segment::Field("class"))?,
            None => self.reader.text(self.need("type")?).within(|| Segment::Field("type"))?,
        };
        let data = ObjectData { class, properties };
        if data.class.as_bytes() != BY_ID.as_bytes() || self.flag("full")? {
            return Ok(data.into());
        }
        match data.get("object_id") {
            Some(Variant::Int(id)) => Ok(Variant::Object(Inert::Id(id.cast_unsigned()))),
            _ => {
                let reason = "an object by id has a property object_id, an integer; \"full\": true makes it a whole object";
                Err(self.fault(props, reason)).within(|| Segment::Field("props"))
            }
        }
    }

    fn element_type(&self, key: &'static str) -> Res<Option<ElementType<'static>>> {
        let Some(token) = self.get(key)? else { return Ok(None) };
        self.element_type_at(token).within(|| Segment::Field(key)).map(Some)
    }

    fn element_type_at(&self, token: usize) -> Res<ElementType<'static>> {
        let json = self.reader.json;
        if json.kind(token) != Shape::Object {
            return Ok(named_element_type(&json.string(token)?).into_owned());
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
}
