//! Parsers of nested values. Open containers are kept in a list instead of the stack, so text may be nested as deeply
//! as bytes.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::char;
use nom::combinator::{map, opt, value};
use nom::sequence::{delimited, preceded, separated_pair, terminated};

use super::leaf::{RESOURCES, identifier, leaf, space, text, token};
use super::{Read, SCRIPT};
use crate::error::{TextError, TextFault};
use crate::godot::dialect::Precision;
use crate::godot::ids::Kind;
use crate::godot::model::{KeyRules, merge};
use crate::godot::{Array, Dictionary, ElementType, EntryTypes, Object, ObjectData, Text, Variant};
use crate::limits::Limits;
use crate::path::{Inside, Places};

/// Parses a text that is one value, and records the places of the values in it.
pub fn whole(all: &str, precision: Precision, places: &mut Places) -> Result<Variant, TextError> {
    let fault = match value_of(all, precision, places) {
        Ok(("", value)) => return Ok(value),
        Ok((rest, _)) => TextFault::new(rest, "text follows the value"),
        Err(error) => error.into(),
    };
    Err(fault.in_text(all, "this is not a value"))
}

/// A container whose end was not read yet.
enum OpenContainer {
    Array { items: Vec<Variant>, of: Option<ElementType> },
    Dictionary { pairs: Vec<(Variant, Variant)>, key: Option<Variant>, types: Option<EntryTypes> },
    Object { class: String, properties: Vec<(Text, Variant)>, name: Option<Text> },
}

impl OpenContainer {
    /// Returns the closing bracket.
    fn end(&self) -> &'static str {
        match self {
            Self::Array { .. } => "]",
            Self::Dictionary { .. } => "}",
            Self::Object { .. } => ")",
        }
    }

    fn inside(&self) -> Inside {
        match self {
            Self::Array { .. } => Inside::Items,
            Self::Dictionary { .. } | Self::Object { .. } => Inside::Entries,
        }
    }

    /// Returns whether the container has a declared type, whose brackets are around it.
    fn is_typed(&self) -> bool {
        match self {
            Self::Array { of, .. } => of.is_some(),
            Self::Dictionary { types, .. } => types.is_some(),
            Self::Object { .. } => false,
        }
    }

    /// Parses the closing brackets.
    fn parse_end<'t>(&self, i: &'t str) -> Read<'t, ()> {
        let end = self.end();
        let Ok((rest, _)) = tag::<_, _, TextFault<'_>>(end).parse(i) else {
            return TextFault::sure(i, format!("expected a comma or {end}"));
        };
        if !self.is_typed() {
            return Ok((rest, ()));
        }
        let (rest, ()) = space(rest)?;
        let end = value((), char::<_, TextFault<'_>>(')')).parse(rest);
        end.or_else(|_| TextFault::sure(rest, "expected )"))
    }

    /// Returns whether a value must follow.
    fn wants_value(&self) -> bool {
        matches!(self, Self::Dictionary { key: Some(_), .. } | Self::Object { name: Some(_), .. })
    }

    /// Adds the next value. Returns `false` if a value is not allowed here.
    fn take(&mut self, value: Variant) -> bool {
        match self {
            Self::Array { items, .. } => items.push(value),
            Self::Dictionary { pairs, key, .. } => match key.take() {
                Some(key) => pairs.push((key, value)),
                None => *key = Some(value),
            },
            Self::Object { properties, name, .. } => match (name.take(), value) {
                (Some(name), value) => properties.push((name, value)),
                (None, Variant::String(text)) => *name = Some(text),
                (None, _) => return false,
            },
        }
        true
    }

    fn close(self) -> Variant {
        match self {
            Self::Array { items, of: Some(of) } => Variant::Array(Array::typed(of, items)),
            Self::Array { items, of: None } => Variant::Array(items.into()),
            Self::Dictionary { pairs, types: Some(types), .. } => {
                let types = if types == EntryTypes::default() { None } else { Some(types) };
                let pairs = without_duplicates(pairs);
                Variant::Dictionary(match types {
                    Some(types) => Dictionary::typed(types, pairs),
                    None => pairs.into(),
                })
            }
            Self::Dictionary { pairs, types: None, .. } => {
                Variant::Dictionary(without_duplicates(pairs).into())
            }
            Self::Object { class, properties, .. } => {
                Variant::Object(Object::Full(Box::new(ObjectData { class: class.into(), properties })))
            }
        }
    }
}

/// Merges keys that are equal in every engine, because text does not say which engine wrote it.
fn without_duplicates(mut pairs: Vec<(Variant, Variant)>) -> Vec<(Variant, Variant)> {
    merge(&mut pairs, KeyRules::GODOT_2);
    pairs
}

/// Parses one value, and skips the white space around it.
pub fn value_of<'t>(i: &'t str, precision: Precision, places: &mut Places) -> Read<'t, Variant> {
    let mut open: Vec<OpenContainer> = Vec::new();
    let (mut i, ()) = space(i)?;
    loop {
        // A container may end wherever a value may begin, except after a key.
        let complete = match open.last() {
            Some(innermost) if !innermost.wants_value() && i.starts_with(innermost.end()) => None,
            _ => match opening(i) {
                Ok((rest, container)) => {
                    if open.len() >= Limits::GODOT.depth as usize {
                        return TextFault::sure(i, "values are nested too deeply");
                    }
                    places.begin(i, container.inside());
                    i = rest;
                    open.push(container);
                    continue;
                }
                Err(nom::Err::Failure(fault)) => return Err(nom::Err::Failure(fault)),
                Err(_) => Some(leaf_of(open.last(), i, precision)?),
            },
        };
        // The place of a container is recorded when it is closed.
        let mut complete = match complete {
            None => None,
            Some((end, value)) => {
                places.begin(i, Inside::Nothing);
                places.end(end);
                Some((std::mem::replace(&mut i, space(end)?.0), value))
            }
        };
        // A complete value is added to its container, which may then be complete too.
        loop {
            if let Some((before, value)) = complete.take() {
                let Some(innermost) = open.last_mut() else { return Ok((i, value)) };
                if !innermost.take(value) {
                    return TextFault::sure(before, "the name of a property must be text");
                }
                if innermost.wants_value() {
                    match token(char::<_, TextFault<'_>>(':')).parse(i) {
                        Ok((rest, _)) => i = rest,
                        Err(_) => return TextFault::sure(i, "expected : after the key"),
                    }
                    break;
                }
                if let Ok((rest, _)) = token(char::<_, TextFault<'_>>(',')).parse(i) {
                    i = rest;
                    break;
                }
            }
            let Some(innermost) = open.pop() else { return TextFault::sure(i, "this is not a value") };
            let (rest, ()) = innermost.parse_end(i)?;
            places.end(rest);
            complete = Some((std::mem::replace(&mut i, space(rest)?.0), innermost.close()));
        }
    }
}

/// Parses a value without others inside, in a container.
fn leaf_of<'t>(open: Option<&OpenContainer>, i: &'t str, precision: Precision) -> Read<'t, Variant> {
    match open {
        Some(OpenContainer::Object { name: Some(name), .. })
            if *name == SCRIPT && i.starts_with("Resource") =>
        {
            map(resource, |path| Variant::String(path.into())).parse(i)
        }
        _ => leaf(i, precision),
    }
}

/// Parses the start of a container, up to its first value.
fn opening(i: &str) -> Read<'_, OpenContainer> {
    let array = |of| OpenContainer::Array { items: Vec::new(), of };
    let dictionary = |types| OpenContainer::Dictionary { pairs: Vec::new(), key: None, types };
    let typed_array = delimited(
        (tag("Array"), space, token(char('['))),
        element_type,
        (token(char(']')), token(char('(')), char('[')),
    );
    let typed_dictionary = delimited(
        (tag("Dictionary"), space, token(char('['))),
        separated_pair(element_type, token(char(',')), element_type),
        (token(char(']')), token(char('(')), char('{')),
    );
    let comma = alt((value((), token(char(','))), value((), nom::combinator::peek(char(')')))));
    let object = delimited(
        (tag("Object"), space, token(char('('))),
        nom::combinator::verify(token(identifier), |class: &str| class != "null"),
        comma,
    );
    token(alt((
        value_with(char('['), array(None)),
        value_with(char('{'), dictionary(None)),
        map(typed_array, array),
        map(typed_dictionary, move |(key, value)| dictionary(Some(EntryTypes { key, value }))),
        map(object, |class: &str| OpenContainer::Object {
            class: class.into(),
            properties: Vec::new(),
            name: None,
        }),
    )))
    .parse(i)
}

/// Like nom's `value`, but for outputs that are not `Clone`.
fn value_with<'t, O, P: Parser<&'t str, Error = TextFault<'t>>>(
    parser: P,
    value: O,
) -> impl Parser<&'t str, Output = O, Error = TextFault<'t>> {
    let mut value = Some(value);
    nom::combinator::map_opt(parser, move |_| value.take())
}

/// Parses the type of elements, such as `int`, `Node` or `Resource("res://a.gd")`. The type `Variant` is the same as no
/// type.
fn element_type(i: &str) -> Read<'_, Option<ElementType>> {
    let named = |name: &str| match Kind::from_name(name) {
        _ if name == "Variant" => None,
        Some(kind) if kind != Kind::Object => Some(ElementType::Builtin(kind)),
        _ => Some(ElementType::Class(Text::from(name.to_owned()))),
    };
    token(alt((map(resource, |path| Some(ElementType::Script(path.into()))), map(identifier, named))))
        .parse(i)
}

/// Parses the path of `Resource("res://a.gd")`, or of `Resource("uid://..", "res://a.gd")`, which Godot 4.4 and later
/// write.
fn resource(i: &str) -> Read<'_, String> {
    let names = alt(RESOURCES.map(tag));
    let uid = opt(terminated(token(text), token(char(','))));
    delimited((names, space, token(char('('))), preceded(uid, token(text)), char(')')).parse(i)
}
