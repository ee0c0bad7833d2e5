//! Parsers of nested values.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::char;
use nom::combinator::{map, opt, peek, value, verify};
use nom::sequence::{delimited, preceded, separated_pair, terminated};

use super::SCRIPT;
use super::leaf::{RESOURCES, Read, identifier, leaf, space, text, token};
use crate::error::{TextError, TextFault};
use crate::godot::dialect::Precision;
use crate::godot::ids::Kind;
use crate::godot::model::{KeyRules, merge};
use crate::godot::{Array, Dictionary, ElementType, EntryTypes, Object, ObjectData, Text, Variant};
use crate::limits::{Limits, with_stack};
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

/// Parses a value with the white space around it.
pub fn value_of<'t>(i: &'t str, precision: Precision, places: &mut Places) -> Read<'t, Variant> {
    let (i, ()) = space(i)?;
    Reader { precision, places }.value(i, 0)
}

struct Reader<'p> {
    precision: Precision,
    places: &'p mut Places,
}

impl Reader<'_> {
    /// Parses a value that is inside `depth` others, and the white space behind it.
    fn value<'t>(&mut self, i: &'t str, depth: u32) -> Read<'t, Variant> {
        match opening(i) {
            Ok((inside, opened)) => {
                if depth >= Limits::GODOT.depth {
                    return TextFault::sure(i, "values are nested too deeply");
                }
                let inside_of =
                    if matches!(opened, Opened::Array(_)) { Inside::Items } else { Inside::Entries };
                self.places.begin(i, inside_of);
                let (end, value) = with_stack(|| match opened {
                    Opened::Array(element) => self.array(inside, element, depth + 1),
                    Opened::Dictionary(types) => self.dictionary(inside, types, depth + 1),
                    Opened::Object(class) => self.object(inside, class, depth + 1),
                })?;
                self.places.end(end);
                let (rest, ()) = space(end)?;
                Ok((rest, value))
            }
            Err(nom::Err::Failure(fault)) => Err(nom::Err::Failure(fault)),
            Err(_) => self.placed(i, leaf(i, self.precision)),
        }
    }

    /// Records the place of a value without contents, and skips the white space behind it.
    fn placed<'t>(&mut self, i: &'t str, read: Read<'t, Variant>) -> Read<'t, Variant> {
        let (end, value) = read?;
        self.places.begin(i, Inside::Nothing);
        self.places.end(end);
        let (rest, ()) = space(end)?;
        Ok((rest, value))
    }

    fn array<'t>(&mut self, i: &'t str, element: Option<ElementType>, depth: u32) -> Read<'t, Variant> {
        let mut items = Vec::new();
        let (rest, ()) = self.parts(i, "]", element.is_some(), |reader, i| {
            let (rest, item) = reader.value(i, depth)?;
            items.push(item);
            Ok((rest, ()))
        })?;
        let array = match element {
            Some(element) => Array::typed(element, items),
            None => items.into(),
        };
        Ok((rest, Variant::Array(array)))
    }

    fn dictionary<'t>(&mut self, i: &'t str, types: Option<EntryTypes>, depth: u32) -> Read<'t, Variant> {
        let mut pairs = Vec::new();
        let (rest, ()) = self.parts(i, "}", types.is_some(), |reader, i| {
            let (rest, key) = reader.value(i, depth)?;
            let (rest, value) = reader.value(colon(rest)?, depth)?;
            pairs.push((key, value));
            Ok((rest, ()))
        })?;
        // If several keys are equal, the last value is kept.
        merge(&mut pairs, KeyRules::GODOT_2);
        Ok((rest, Variant::Dictionary(Dictionary::typed(types.unwrap_or_default(), pairs))))
    }

    fn object<'t>(&mut self, i: &'t str, class: String, depth: u32) -> Read<'t, Variant> {
        let mut data = ObjectData { class: class.into(), properties: Vec::new() };
        let (rest, ()) = self.parts(i, ")", false, |reader, i| {
            let (rest, Variant::String(name)) = reader.value(i, depth)? else {
                return TextFault::sure(i, "the name of a property must be text");
            };
            let i = colon(rest)?;
            let (rest, value) = if name == SCRIPT && i.starts_with("Resource") {
                reader.placed(i, map(resource, |path| Variant::String(path.into())).parse(i))?
            } else {
                reader.value(i, depth)?
            };
            data.properties.push((name, value));
            Ok((rest, ()))
        })?;
        Ok((rest, Variant::Object(Object::Full(Box::new(data)))))
    }

    /// Parses parts of a container with commas between them, and its closing bracket. A comma may also follow the last
    /// part.
    fn parts<'t>(
        &mut self,
        mut i: &'t str,
        end: &str,
        is_typed: bool,
        mut part: impl FnMut(&mut Self, &'t str) -> Read<'t, ()>,
    ) -> Read<'t, ()> {
        while !i.starts_with(end) {
            (i, ()) = part(self, i)?;
            let Ok((rest, _)) = token(char::<_, TextFault<'_>>(',')).parse(i) else { break };
            i = rest;
        }
        let Some(rest) = i.strip_prefix(end) else {
            return TextFault::sure(i, format!("expected a comma or {end}"));
        };
        if !is_typed {
            return Ok((rest, ()));
        }
        let (rest, ()) = space(rest)?;
        match rest.strip_prefix(')') {
            Some(rest) => Ok((rest, ())),
            None => TextFault::sure(rest, "expected )"),
        }
    }
}

fn colon(i: &str) -> Result<&str, nom::Err<TextFault<'_>>> {
    match token(char::<_, TextFault<'_>>(':')).parse(i) {
        Ok((rest, _)) => Ok(rest),
        Err(_) => TextFault::sure(i, "expected : after the key"),
    }
}

/// The start of a container.
#[derive(Clone)]
enum Opened {
    Array(Option<ElementType>),
    Dictionary(Option<EntryTypes>),
    Object(String),
}

fn opening(i: &str) -> Read<'_, Opened> {
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
    let comma = alt((value((), token(char(','))), value((), peek(char(')')))));
    let object = delimited(
        (tag("Object"), space, token(char('('))),
        verify(token(identifier), |class: &str| class != "null"),
        comma,
    );
    token(alt((
        value(Opened::Array(None), char('[')),
        value(Opened::Dictionary(None), char('{')),
        map(typed_array, Opened::Array),
        map(typed_dictionary, |(key, value)| Opened::Dictionary(Some(EntryTypes { key, value }))),
        map(object, |class: &str| Opened::Object(class.into())),
    )))
    .parse(i)
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
