//! The conversion of JSON text to values.

use super::leaf;
use super::parts::{BY_ID, named_element_type, own, text};
use crate::error::Segment;
use crate::godot::Precision;
use crate::godot::ids::{Kind, Shape};
use crate::godot::{
    Array, Dictionary, ElementType, EntryTypes, NodePath, Object as Inert, ObjectData, Text, Variant,
};
use crate::json::{JsonNode, JsonRules, JsonType, Object, Res, Within};
use crate::limits::{Limits, with_stack};

/// The rules of the JSON text that engines write.
pub(super) const RULES: JsonRules = JsonRules {
    control_characters: true,
    // Each level of a value takes two levels of JSON, and its own parts take a few more.
    depth: Limits::GODOT.depth as usize * 2 + 8,
    not_unicode: "; text that is not Unicode is written as {\"bytes\": ..}",
};

#[derive(Debug, Clone, Copy)]
pub(super) struct Reader {
    /// The precision of components, unless the text states it.
    pub(super) precision: Precision,
}

impl Reader {
    /// Reads a value that is inside `depth` others.
    pub(super) fn value(self, node: JsonNode<'_>, depth: u32) -> Res<Variant> {
        if node.is_array() {
            return Ok(Variant::Array(self.list(node, node, depth)?.into()));
        }
        if !node.is_object() {
            return short(node);
        }
        let object = Object { node };
        let type_node = object.need("type")?;
        if object.get("props").is_some() {
            return self.full_object(object, depth);
        }
        let name = type_node.string().within(|| Segment::field("type"))?;
        match Kind::from_name(&name) {
            Some(kind) if kind.shape() == Shape::Array => self.array(object, depth),
            Some(kind) if kind.shape() == Shape::Dictionary => self.dictionary(object, depth),
            Some(kind) => leaf::read(&object, kind, self.precision),
            None => {
                let right = Kind::ALL.iter().find(|kind| kind.name().eq_ignore_ascii_case(&name));
                let reason = match right {
                    Some(right) => format!("{name:?} is not a type; {} is", right.name()),
                    None => format!("{name:?} is not a type; an object of that class would have props"),
                };
                Err(type_node.fault(reason)).within(|| Segment::field("type"))
            }
        }
    }

    /// Reads the elements of a JSON array, which are the contents of the value `node`.
    fn list(self, node: JsonNode<'_>, list: JsonNode<'_>, depth: u32) -> Res<Vec<Variant>> {
        let mut items = Vec::with_capacity(count(node, list, depth)?);
        with_stack(|| {
            for (index, item) in list.children().enumerate() {
                items.push(self.value(item, depth + 1).within(|| Segment::Index(index))?);
            }
            Ok(items)
        })
    }

    fn array(self, object: Object<'_>, depth: u32) -> Res<Variant> {
        object.only(&["type", "args", "elem_type", "shared"])?;
        let args = object.array("args")?;
        let items = self.list(object.node, args, depth).within(|| Segment::field("args"))?;
        Ok(Variant::Array(match (object.optional("elem_type", element_type)?, object.flag("shared")?) {
            (None, shared) => Array::from(items).with_shared(shared),
            (Some(element), false) => Array::typed(element, items),
            (Some(_), true) => return Err(object.node.fault("a typed array cannot be shared as well")),
        }))
    }

    fn dictionary(self, object: Object<'_>, depth: u32) -> Res<Variant> {
        object.only(&["type", "args", "key_type", "value_type", "shared"])?;
        let args = object.array("args")?;
        let items = self.list(object.node, args, depth).within(|| Segment::field("args"))?;
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

    fn full_object(self, object: Object<'_>, depth: u32) -> Res<Variant> {
        let props = object.array("props")?;
        let properties = self.properties(object.node, props, depth).within(|| Segment::field("props"))?;
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
                let reason = "an object by id has a property object_id, an integer; \"full\": true makes it a full object";
                Err(props.fault(reason)).within(|| Segment::field("props"))
            }
        }
    }

    /// Reads names and values in turn.
    fn properties(self, node: JsonNode<'_>, props: JsonNode<'_>, depth: u32) -> Res<Vec<(Text, Variant)>> {
        let mut properties = Vec::with_capacity(count(node, props, depth)? / 2);
        let mut children = props.children().enumerate();
        while let Some((at, name)) = children.next() {
            let Some((_, value)) = children.next() else {
                let reason = "names and values alternate, and the last name has no value";
                return Err(name.fault(reason)).within(|| Segment::Index(at));
            };
            let name = text(name).within(|| Segment::Index(at))?;
            let value = with_stack(|| self.value(value, depth + 1)).within(|| Segment::Index(at + 1))?;
            properties.push((name, value));
        }
        Ok(properties)
    }
}

/// Returns the number of elements in `list`, which are the contents of the value `node` inside `depth` others.
fn count(node: JsonNode<'_>, list: JsonNode<'_>, depth: u32) -> Res<usize> {
    let limit = Limits::GODOT.depth;
    match list.children().count() {
        1.. if depth >= limit => {
            Err(node.fault(format!("values are nested deeper than the limit of {limit}")))
        }
        count => Ok(count),
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
