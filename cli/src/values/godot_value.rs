//! Parses values of Godot in command line arguments.

use std::borrow::Cow;

use gamewire::godot::text::{from_text_as, is_constructed};
use gamewire::godot::{Array, Dictionary, Kind, NodePath, Precision, Variant, json};

use crate::output::problem::Problem;

fn problem(message: String) -> Problem {
    Problem::new("value", message)
}

/// Parses a value from JSON in the form of `decode`.
pub fn of_json(text: &str, precision: Precision) -> Result<Variant, Problem> {
    json::from_str_as(text, precision).map(Variant::into_owned).map_err(|error| Problem::of_json(&error))
}

/// Parses a value. Its type is the named type if there is one, else the type of the old value (unless the text states
/// another type), else the type that the text looks like.
pub fn parse(
    text: &str,
    named: Option<&str>,
    old: Option<&Variant>,
    precision: Precision,
) -> Result<Variant, Problem> {
    if let Some(name) = named {
        return of_kind(text, kind_of(name)?, precision);
    }
    if text.trim_start().starts_with("{\"type\":")
        && let Ok(value) = of_json(text, precision)
    {
        return Ok(value);
    }
    let read = from_text_as(text, precision);
    let Some(old) = old else {
        // Text that is not a value of another type is a String.
        return Ok(read.unwrap_or_else(|_| Variant::String(text.to_owned().into())));
    };
    let kind = old.kind();
    match (kind, read) {
        (Kind::String | Kind::StringName | Kind::NodePath, Ok(read)) => Ok(match read {
            Variant::String(text) => of_text(text.to_string_lossy().into_owned(), kind),
            // If the old value is text, single words and numbers are text as well.
            Variant::Nil | Variant::Bool(_) | Variant::Int(_) | Variant::Float(_) => {
                of_text(text.to_owned(), kind)
            }
            other => other,
        }),
        (Kind::String | Kind::StringName | Kind::NodePath, Err(_)) => Ok(of_text(text.to_owned(), kind)),
        (_, Ok(read)) if read.kind() == kind => Ok(as_declared(read, old)),
        (Kind::Nil, Ok(read)) => Ok(read),
        (
            Kind::Bool | Kind::Int | Kind::Float,
            Ok(Variant::Bool(_) | Variant::Int(_) | Variant::Float(_)),
        ) => of_kind(text, kind, precision),
        // In the JSON form, all numbers are in quotes.
        (_, Ok(Variant::String(_))) if of_json(text, precision).is_ok_and(|value| value.kind() == kind) => {
            of_json(text, precision)
        }
        (Kind::Bool | Kind::Int | Kind::Float, Ok(Variant::Nil)) | (Kind::Nil, Err(_)) => {
            of_kind(text, if kind == Kind::Nil { Kind::String } else { kind }, precision)
        }
        (kind, Ok(Variant::Array(_) | Variant::Int(_) | Variant::Float(_))) if is_constructed(kind) => {
            of_kind(text, kind, precision)
        }
        (_, Ok(explicit)) => match explicit {
            Variant::Int(_) | Variant::Float(_) | Variant::Bool(_) | Variant::Nil => Err(problem(format!(
                "{} is not a valid {kind}, the type of the old value; pass --type to change the type",
                quoted(text)
            ))),
            explicit => Ok(explicit),
        },
        (kind, Err(_)) if is_constructed(kind) => of_kind(text, kind, precision),
        (kind, Err(error)) => Err(problem(format!(
            "{} is not a valid {kind}, the type of the old value: {error}; pass --type to change the type",
            quoted(text)
        ))),
    }
}

/// Returns the text of a value for a message. Text that would be invisible is put in quotes.
pub fn quoted(text: &str) -> Cow<'_, str> {
    if text.trim().is_empty() { format!("{text:?}").into() } else { text.into() }
}

fn kind_of(name: &str) -> Result<Kind, Problem> {
    let kinds = gamewire::godot::Kind::ALL.iter().copied();
    let found = kinds.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(name));
    found.ok_or_else(|| problem(format!("Godot has no type {name}; gamewire kinds lists them")))
}

fn of_text(text: String, kind: Kind) -> Variant {
    if kind == Kind::StringName {
        return Variant::StringName(text.into());
    }
    if kind == Kind::NodePath {
        return Variant::NodePath(Box::new(NodePath::parse(&text).into_owned()));
    }
    Variant::String(text.into())
}

/// Parses a value of exactly this type.
fn of_kind(text: &str, kind: Kind, precision: Precision) -> Result<Variant, Problem> {
    let read = from_text_as(text, precision);
    let wrong =
        || problem(format!("{} is not a valid {kind}; pass --type to choose another type", quoted(text)));
    match (kind, read) {
        (Kind::String | Kind::StringName | Kind::NodePath, Ok(Variant::String(text))) => {
            Ok(of_text(text.to_string_lossy().into_owned(), kind))
        }
        (_, Ok(read)) if read.kind() == kind => Ok(read),
        (Kind::String | Kind::StringName | Kind::NodePath, _) => Ok(of_text(text.to_owned(), kind)),
        (Kind::Bool, Ok(Variant::Int(number @ (0 | 1)))) => Ok(Variant::Bool(number == 1)),
        (Kind::Int, Ok(Variant::Float(number))) => {
            let digits = format!("{number:.0}");
            match digits.parse() {
                #[allow(clippy::float_cmp)] // Whole numbers convert exactly.
                Ok(whole) if number.fract() == 0.0 => Ok(Variant::Int(whole)),
                Ok(_) | Err(_) => Err(wrong()),
            }
        }
        (Kind::Float, Ok(Variant::Int(_))) => text.trim().parse().map(Variant::Float).map_err(|_| wrong()),
        (kind, _) if is_constructed(kind) => {
            let numbers = text.trim().trim_start_matches(['[', '(']).trim_end_matches([']', ')']);
            let named = from_text_as(&format!("{kind}({numbers})"), precision);
            named.map_err(|error| problem(format!("{} is not a valid {kind}: {error}", quoted(text))))
        }
        (_, Ok(_) | Err(_)) => Err(wrong()),
    }
}

/// Returns a container with the declared types of the container that it replaces.
fn as_declared(read: Variant, old: &Variant) -> Variant {
    match (read, old) {
        (Variant::Array(new), Variant::Array(old)) if new.element_type().is_none() => {
            let element = old.element_type().cloned().map(|element| element.into_owned());
            Variant::Array(match element {
                Some(element) => Array::typed(element, new.into_vec()),
                None => new.with_shared(old.is_shared()),
            })
        }
        (Variant::Dictionary(new), Variant::Dictionary(old)) if new.entry_types().is_none() => {
            let types = old.entry_types().cloned();
            Variant::Dictionary(match types {
                Some(types) => {
                    let own = |of: Option<gamewire::godot::ElementType>| of.map(|of| of.into_owned());
                    let types = gamewire::godot::EntryTypes { key: own(types.key), value: own(types.value) };
                    Dictionary::typed(types, new.into_vec())
                }
                None => new.with_shared(old.is_shared()),
            })
        }
        (read, _) => read,
    }
}
