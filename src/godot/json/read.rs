//! The conversion of JSON text to values.

use super::leaf;
use super::names::{BY_ID, KEYS, named_element_type};
use super::parts::{own, text};
use crate::error::Segment;
use crate::godot::Precision;
use crate::godot::ids::{Kind, Shape};
use crate::godot::{
    Array, Dictionary, ElementType, EntryTypes, NodePath, Object as Inert, ObjectData, Text, Variant,
};
use crate::json::{JsonChildren, JsonNode, JsonRules, JsonType, Object, Res, Within};
use crate::limits::Limits;

/// The rules of the JSON text that engines write.
pub(super) const RULES: JsonRules = JsonRules {
    control_characters: true,
    // Each level of a value takes two levels of JSON, and its own parts take a few more.
    depth: Limits::GODOT.depth as usize * 2 + 8,
    fields: KEYS,
    not_unicode: "; text that is not Unicode is written as {\"bytes\": ..}",
};

#[derive(Debug, Clone, Copy)]
pub(super) struct Reader {
    /// The precision of components, unless the text states it.
    pub(super) precision: Precision,
}

/// A container that is being read. Open containers are in a list, so that nesting takes no stack.
struct OpenContainer<'j> {
    sort: Sort,
    /// The value.
    node: JsonNode<'j>,
    /// The JSON array with the contents, and its key if it is a member of an object.
    list: JsonNode<'j>,
    field: Option<&'static str>,
    /// The children that are not read yet, with their positions.
    rest: JsonChildren<'j>,
    at: usize,
    items: Vec<Variant>,
    /// The names of the properties.
    names: Vec<Text>,
}

enum Begun<'j> {
    Container(OpenContainer<'j>),
    Leaf(Variant),
}

impl Reader {
    /// Reads the whole value.
    pub(super) fn read(self, root: JsonNode<'_>) -> Res<Variant> {
        let mut open = Vec::new();
        self.walk(root, &mut open).map_err(|mut fault| {
            for container in open.iter().rev() {
                fault.push(Segment::Index(container.at));
                container.field.map(Segment::field).into_iter().for_each(|step| fault.push(step));
            }
            fault
        })
    }

    fn walk<'j>(self, root: JsonNode<'j>, open: &mut Vec<OpenContainer<'j>>) -> Res<Variant> {
        let mut node = root;
        loop {
            let mut done = match self.begin(node, open.len())? {
                Begun::Container(container) => {
                    open.push(container);
                    None
                }
                Begun::Leaf(value) => Some(value),
            };
            // Reads up to the next value inside a container.
            node = loop {
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

    /// Starts to read a value at level `depth`.
    fn begin(self, node: JsonNode<'_>, depth: usize) -> Res<Begun<'_>> {
        let object = Object { node };
        let (sort, list, field) = match node.json_type() {
            JsonType::Array => (Sort::Values(Kind::Array), node, None),
            JsonType::Object => match sort(object)? {
                Sort::Props => (Sort::Props, object.array("props")?, Some("props")),
                Sort::Values(kind) => (Sort::Values(kind), object.array("args")?, Some("args")),
                Sort::Leaf(kind) => return leaf::read(&object, kind, self.precision).map(Begun::Leaf),
            },
            JsonType::Null
            | JsonType::True
            | JsonType::False
            | JsonType::Number
            | JsonType::Plain
            | JsonType::Escaped => return short(node).map(Begun::Leaf),
        };
        let count = list.children().count();
        let limit = Limits::GODOT.depth;
        if count > 0 && depth >= limit as usize {
            return Err(node.fault(format!("values are nested deeper than the limit of {limit}")));
        }
        let (items, names) = if sort == Sort::Props {
            (Vec::with_capacity(count / 2), Vec::with_capacity(count / 2))
        } else {
            (Vec::with_capacity(count), Vec::new())
        };
        let rest = list.children();
        Ok(Begun::Container(OpenContainer { sort, node, list, field, rest, at: 0, items, names }))
    }
}

/// Reads `null`, `true`, and strings with a prefix.
fn short(node: JsonNode<'_>) -> Res<Variant> {
    let wrong = |reason: &str| Err(node.fault(reason));
    match node.json_type() {
        JsonType::Null => return Ok(Variant::Nil),
        JsonType::True => return Ok(Variant::Bool(true)),
        JsonType::False => return Ok(Variant::Bool(false)),
        JsonType::Number => {
            return wrong("a number is written as \"i:5\" or \"f:5.0\", which names its type");
        }
        JsonType::Plain | JsonType::Escaped | JsonType::Array | JsonType::Object => {}
    }
    let content = node.string()?;
    let Some((prefix, rest)) = content.split_once(':') else {
        return wrong(
            "text is written as \"s:text\"; \"sn:\", \"np:\", \"i:\" and \"f:\" are the other prefixes",
        );
    };
    match prefix {
        "s" => Ok(Variant::String(own(rest))),
        "sn" => Ok(Variant::StringName(own(rest))),
        "np" => Ok(Variant::NodePath(Box::new(NodePath::parse(rest)))),
        "i" => match rest.parse() {
            Ok(number) => Ok(Variant::Int(number)),
            Err(_) => wrong("after \"i:\" comes an integer of at most 64 bits"),
        },
        "f" => match rest {
            "nan" => Ok(Variant::Float(f64::NAN)),
            "-nan" => Ok(Variant::Float(-f64::NAN)),
            _ => match rest.parse::<f64>() {
                Ok(number) if number.is_infinite() && rest.contains(|c: char| c.is_ascii_digit()) => {
                    wrong("the number is beyond the range of a 64-bit float; infinity is inf or -inf")
                }
                Ok(number) => Ok(Variant::Float(number)),
                Err(_) => wrong("after \"f:\" comes a number, or inf, -inf, nan"),
            },
        },
        _ => wrong("the prefixes are \"s:\", \"sn:\", \"np:\", \"i:\" and \"f:\""),
    }
}

/// The kind of value that a JSON object represents.
#[derive(Clone, Copy, PartialEq)]
enum Sort {
    /// An object with properties.
    Props,
    /// A container.
    Values(Kind),
    Leaf(Kind),
}

impl<'j> OpenContainer<'j> {
    /// Returns the next value inside the container. The name of a property is read first.
    fn next(&mut self) -> Res<Option<JsonNode<'j>>> {
        let Some(next) = self.rest.next() else { return Ok(None) };
        if self.sort != Sort::Props {
            return Ok(Some(next));
        }
        let Some(value) = self.rest.next() else {
            return Err(next.fault("names and values alternate, and the last name has no value"));
        };
        self.names.push(text(next)?);
        self.at += 1;
        Ok(Some(value))
    }

    fn close(self) -> Res<Variant> {
        let object = Object { node: self.node };
        match self.sort {
            Sort::Values(Kind::Dictionary) => dictionary(object, self.list, self.items),
            Sort::Values(_) if self.field.is_none() => Ok(Variant::Array(self.items.into())),
            Sort::Values(_) => array(object, self.items),
            Sort::Props | Sort::Leaf(_) => {
                with_props(object, self.list, self.names.into_iter().zip(self.items).collect())
            }
        }
    }
}

fn sort(object: Object) -> Res<Sort> {
    let node = object.need("type")?;
    if object.get("props").is_some() {
        return Ok(Sort::Props);
    }
    let name = node.string().within(|| Segment::field("type"))?;
    let is_container = |kind: &Kind| matches!(kind.shape(), Shape::Array | Shape::Dictionary);
    match Kind::from_name(&name) {
        Some(kind) if is_container(&kind) => Ok(Sort::Values(kind)),
        Some(kind) => Ok(Sort::Leaf(kind)),
        None => {
            let reason = format!("{name:?} is not a type; an object of that class would have props");
            Err(node.fault(reason)).within(|| Segment::field("type"))
        }
    }
}

fn array(object: Object, items: Vec<Variant>) -> Res<Variant> {
    object.only(&["type", "args", "elem_type", "shared"])?;
    Ok(Variant::Array(match (object.optional("elem_type", element_type)?, object.flag("shared")?) {
        (None, shared) => Array::from(items).with_shared(shared),
        (Some(element), false) => Array::typed(element, items),
        (Some(_), true) => return Err(object.node.fault("a typed array cannot be shared as well")),
    }))
}

fn dictionary(object: Object, args: JsonNode<'_>, items: Vec<Variant>) -> Res<Variant> {
    object.only(&["type", "args", "key_type", "value_type", "shared"])?;
    if !items.len().is_multiple_of(2) {
        let reason = "keys and values alternate, and the last key has no value";
        return Err(args.fault(reason)).within(|| Segment::field("args"));
    }
    let mut pairs = Vec::with_capacity(items.len() / 2);
    let mut items = items.into_iter();
    while let (Some(key), Some(value)) = (items.next(), items.next()) {
        pairs.push((key, value));
    }
    let types = EntryTypes {
        key: object.optional("key_type", element_type)?,
        value: object.optional("value_type", element_type)?,
    };
    let is_typed = types != EntryTypes::default();
    Ok(Variant::Dictionary(match (is_typed, object.flag("shared")?) {
        (false, shared) => Dictionary::from(pairs).with_shared(shared),
        (true, false) => Dictionary::typed(types, pairs),
        (true, true) => return Err(object.node.fault("a typed dictionary cannot be shared as well")),
    }))
}

fn with_props(object: Object, props: JsonNode<'_>, properties: Vec<(Text, Variant)>) -> Res<Variant> {
    object.only(&["type", "props", "class", "full"])?;
    let class = match object.optional("class", text)? {
        Some(class) => class,
        None => object.member("type", text)?,
    };
    let data = ObjectData { class, properties };
    if data.class.as_bytes() != BY_ID.as_bytes() || object.flag("full")? {
        return Ok(data.into());
    }
    match data.get("object_id") {
        Some(Variant::Int(id)) => Ok(Variant::Object(Inert::Id(id.cast_unsigned()))),
        Some(_) | None => {
            let reason =
                "an object by id has a property object_id, an integer; \"full\": true makes it a full object";
            Err(props.fault(reason)).within(|| Segment::field("props"))
        }
    }
}

fn element_type(node: JsonNode<'_>) -> Res<ElementType> {
    if !node.is_object() {
        return Ok(named_element_type(&node.string()?));
    }
    let object = Object::with(node, &["builtin", "class", "script"])?;
    match (object.get("builtin"), object.get("class"), object.get("script")) {
        (Some(node), None, None) => {
            let name = node.string()?;
            let kind = Kind::from_name(&name).ok_or_else(|| node.fault(format!("{name:?} is not a type")))?;
            Ok(ElementType::Builtin(kind))
        }
        (None, Some(node), None) => Ok(ElementType::Class(text(node)?)),
        (None, None, Some(node)) => Ok(ElementType::Script(text(node)?)),
        _ => Err(node.fault("one of the keys builtin, class and script is needed")),
    }
}
