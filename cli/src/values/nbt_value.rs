//! Parses and prints NBT values for the command line.

use std::str::FromStr;

use gamewire::TextError;
pub use gamewire::minecraft::json::tag_to_string as to_json;
use gamewire::minecraft::json::{tag_from_str, tag_to_string};
use gamewire::minecraft::nbt::{Compound, JavaStr, List, Nbt, Numbers, Tag, TagId};
use gamewire::minecraft::snbt::{SnbtVersion, parse as parse_snbt};
use gamewire::path::{Path, Segment};
use serde_json::Value as Json;

use crate::output::problem::Problem;
use crate::output::say::eprintln;
use crate::values::godot_value::quoted;

/// Returns numbers and text plainly, and other tags as SNBT. Text that is not valid Unicode is returned as JSON,
/// because no other form keeps it.
pub fn to_text(tag: &Tag) -> String {
    match tag {
        Tag::Byte(number) => number.to_string(),
        Tag::Short(number) => number.to_string(),
        Tag::Int(number) => number.to_string(),
        Tag::Long(number) => number.to_string(),
        Tag::Float(number) => format!("{number:?}"),
        Tag::Double(number) => format!("{number:?}"),
        Tag::String(text) => match text.to_str() {
            Some(text) => serde_json::Value::from(text).to_string(),
            None => tag_to_string(tag),
        },
        other => other.to_string(),
    }
}

pub fn of_snbt(text: &str) -> Result<Tag, Problem> {
    text.parse().map_err(|error: TextError| Problem::new("snbt", error.to_string()).at(error.offset()))
}

/// Parses a tag from the SNBT of a version. Without a version, it uses the newer syntax, and prints a note if an
/// older game reads another value.
fn of_snbt_in(text: &str, version: Option<SnbtVersion>) -> Result<Tag, Problem> {
    let Some(version) = version else {
        let older = parse_snbt(text, SnbtVersion::V1_12);
        return match (of_snbt(text), older) {
            (Err(problem), Ok(_)) => {
                Err(problem
                    .with_advice("this text is valid up to version 1.21.4: pass --snbt-version 1.21.4"))
            }
            // The texts are compared, because a NaN is not equal to itself.
            (Ok(tag), Ok(older)) if tag.to_string() != older.to_string() => {
                eprintln!(
                    "note: versions up to 1.21.4 read this text as other values; for those, pass --snbt-version 1.21.4"
                );
                Ok(tag)
            }
            (read, _) => read,
        };
    };
    parse_snbt(text, version).map_err(|error| Problem::new("snbt", error.to_string()).at(error.offset()))
}

/// Parses a root from SNBT. SNBT has no name for the root, so an existing name is kept.
pub fn root_of_snbt(text: &str, old: Option<&Nbt>, version: Option<SnbtVersion>) -> Result<Nbt, Problem> {
    let root = of_snbt_in(text, version)?;
    match (root.id(), old) {
        (TagId::Compound | TagId::List, None) => Ok(Nbt::unnamed(root)),
        (TagId::Compound | TagId::List, Some(old)) => {
            Ok(Nbt { name: old.name.clone(), root: with_hidden(&old.root, root) })
        }
        (other, _) => Err(problem(format!("a root is a Compound such as {{a: 1}}; this is of type {other}"))),
    }
}

/// Returns the new value with the details of the old one that SNBT does not show: the type of an empty list, the bits
/// of a NaN, and non-canonical text.
fn with_hidden(old: &Tag, new: Tag) -> Tag {
    match (old, new) {
        (Tag::Compound(old), Tag::Compound(new)) => Tag::Compound(with_hidden_compound(old, new)),
        (Tag::List(old), Tag::List(List::End)) if old.is_empty() => Tag::List(old.clone()),
        (Tag::List(old), Tag::List(new)) if old.element_type() == new.element_type() => {
            let merge = |(at, new)| match old.get(at) {
                Some(old) => with_hidden(&old.to_tag(), new),
                None => new,
            };
            Tag::List(
                List::from_tags(new.into_tags().into_iter().enumerate().map(merge).collect())
                    .unwrap_or_default(),
            )
        }
        // The texts are compared, because a NaN is not equal to itself.
        (old, new) => match old.to_string().parse::<Tag>() {
            Ok(shown) if shown.to_string() == new.to_string() => old.clone(),
            _ => new,
        },
    }
}

fn with_hidden_compound(old: &Compound, mut new: Compound) -> Compound {
    for (at, (name, tag)) in new.entries_mut().iter_mut().enumerate() {
        // Usually an entry keeps its position, so this avoids a search.
        let same = old
            .entries()
            .get(at)
            .filter(|(other, _)| other.as_bytes() == name.as_bytes())
            .map(|(_, old)| old);
        if let Some(old) = same.or_else(|| old.get(&name.to_string_lossy())) {
            *tag = with_hidden(old, std::mem::replace(tag, Tag::Byte(0)));
        }
    }
    new
}

fn problem(message: String) -> Problem {
    Problem::new("value", message)
}

/// Parses a tag from JSON in the form of `decode`.
pub fn of_json(text: &str) -> Result<Tag, Problem> {
    tag_from_str(text).map_err(|error| Problem::of_json(&error))
}

/// Parses a tag. Its type is the named type if there is one, else the type of the old tag (unless the text is SNBT of
/// a list, an array or a compound), else the type that the text looks like. A compound can also be in the JSON form
/// of `decode`.
pub fn parse(text: &str, named: Option<&str>, old: Option<&Tag>) -> Result<Tag, Problem> {
    let word = text.trim_start();
    let snbt = of_snbt(text);
    if word.starts_with('{') {
        return of_json(text).or(snbt);
    }
    let id = match (named, old) {
        (Some(name), _) => type_of(name)?,
        (None, Some(old)) => old.id(),
        (None, None) => match likely(text) {
            TagId::String => return Ok(snbt.unwrap_or_else(|_| Tag::from(text.to_owned()))),
            id => id,
        },
    };
    let read = of_type(text, id, old.filter(|_| named.is_none()));
    match (read, snbt) {
        (Ok(tag), _) => Ok(tag),
        (Err(_), Ok(tag)) if word.starts_with('[') && (named.is_none() || tag.id() == id) => Ok(tag),
        (Err(error), _) => Err(error),
    }
}

fn type_of(name: &str) -> Result<TagId, Problem> {
    name.parse().map_err(|error| {
        problem(format!("{error}: expected byte, short, int, long, float, double, string, .."))
    })
}

fn likely(text: &str) -> TagId {
    match text {
        "true" | "false" => TagId::Byte,
        _ if text.parse::<i32>().is_ok() => TagId::Int,
        _ if text.parse::<i64>().is_ok() => TagId::Long,
        _ if text.parse::<f64>().is_ok() => TagId::Double,
        _ => TagId::String,
    }
}

fn of_type(text: &str, id: TagId, old: Option<&Tag>) -> Result<Tag, Problem> {
    let word = text.trim();
    let wrong = |wanted: &str| {
        problem(format!("{} is not a valid {wanted}; pass --type to choose another type", quoted(text)))
    };
    let int = |wanted: &str| -> Result<i64, Problem> {
        let word = match word {
            "true" => "1",
            "false" => "0",
            word => word.trim_end_matches(['b', 'B', 's', 'S', 'l', 'L']),
        };
        word.parse().map_err(|_| wrong(wanted))
    };
    let float = |wanted: &str| -> Result<f64, Problem> {
        float_of(word, &['f', 'F', 'd', 'D']).ok_or_else(|| wrong(wanted))
    };
    Ok(match id {
        TagId::Byte => Tag::Byte(narrow(int("Byte")?, "Byte")?),
        TagId::Short => Tag::Short(narrow(int("Short")?, "Short")?),
        TagId::Int => Tag::Int(narrow(int("Int")?, "Int")?),
        TagId::Long => Tag::Long(int("Long")?),
        TagId::Float => {
            let wide = || f64_as_f32(float_of(word, &['f', 'F', 'd', 'D'])?);
            Tag::Float(float_of(word, &['f', 'F']).or_else(wide).ok_or_else(|| wrong("Float"))?)
        }
        TagId::Double => Tag::Double(float("Double")?),
        TagId::String => {
            let quoted = word.starts_with('"').then(|| serde_json::from_str::<String>(word).ok()).flatten();
            Tag::String(JavaStr::from(quoted.as_deref().unwrap_or(text)))
        }
        TagId::ByteArray => Tag::ByteArray(Numbers::from(numbers(word)?)),
        TagId::IntArray => Tag::IntArray(Numbers::from(numbers(word)?)),
        TagId::LongArray => Tag::LongArray(Numbers::from(numbers(word)?)),
        TagId::List => {
            let of = match old {
                Some(Tag::List(list)) => list.element_type(),
                _ => TagId::End,
            };
            let words: Vec<serde_json::Value> =
                serde_json::from_str(word).map_err(|_| wrong("List such as [1, 2] or [1.0d, 2.0d]"))?;
            let tag = |word: &serde_json::Value| {
                let text = word.as_str().map_or_else(|| word.to_string(), str::to_owned);
                of_type(&text, if of == TagId::End { likely(&text) } else { of }, None)
            };
            let tags = words.iter().map(tag).collect::<Result<Vec<_>, _>>()?;
            let list = List::from_tags(tags);
            Tag::List(list.map_err(|error| problem(error.to_string()))?)
        }
        TagId::Compound | TagId::End => {
            return Err(wrong("Compound such as {name: 1, text: \"a b\"}"));
        }
    })
}

/// Parses a float with or without one of the suffixes. A number that is too large for the type is not a float;
/// infinity must be written as `inf` or `Infinityd`.
fn float_of<F: FromStr + Into<f64> + Copy>(word: &str, suffixes: &[char]) -> Option<F> {
    let has_digits = word.contains(|c: char| c.is_ascii_digit());
    let float = word.parse().ok().or_else(|| word.strip_suffix(suffixes)?.parse().ok());
    float.filter(|float: &F| !has_digits || (*float).into().is_finite())
}

/// Returns the nearest 32-bit float, if the number is within its range.
#[allow(clippy::cast_possible_truncation)] // The value is meant to be rounded.
fn f64_as_f32(wide: f64) -> Option<f32> {
    Some(wide as f32).filter(|narrow| narrow.is_finite() || !wide.is_finite())
}

fn narrow<N: TryFrom<i64>>(number: i64, wanted: &str) -> Result<N, Problem> {
    N::try_from(number).map_err(|_| {
        problem(format!("{number} does not fit the type {wanted}; pass --type to choose another type"))
    })
}

fn numbers<N: TryFrom<i64> + gamewire::minecraft::nbt::PackedNumber>(text: &str) -> Result<Vec<N>, Problem> {
    let inside = text.trim_start_matches('[').trim_end_matches(']');
    let inside = inside
        .strip_prefix("B;")
        .or(inside.strip_prefix("I;"))
        .or(inside.strip_prefix("L;"))
        .unwrap_or(inside);
    let words = inside.split(',').map(str::trim).filter(|word| !word.is_empty());
    words
        .map(|word| {
            let number: i64 = word
                .parse()
                .map_err(|_| problem(format!("{word} is not a number of an array such as [1, 2]")))?;
            narrow(number, N::NAME)
        })
        .collect()
}

/// Converts a path in the JSON form of NBT to a path in the NBT: `$.tag.value[0][1].value[0][1].value` to
/// `$.Data.SpawnX`.
pub fn path_of_json(text: &str, path: &Path) -> Option<Path> {
    let whole: Json = serde_json::from_str(text).ok()?;
    let mut steps = path.segments().iter();
    let mut found = Vec::new();
    let mut tag = whole.get(name_of(steps.next()?)?)?;
    let mut kind = tag.get("type")?.as_str()?;
    tag = tag.get(name_of(steps.next()?)?)?;
    while let Some(step) = steps.next() {
        match step {
            // An entry consists of its name and its tag.
            Segment::Index(at) if kind == "compound" => {
                let entry = tag.get(at)?;
                found.push(Segment::text(entry.get(0)?.as_str()?));
                let Some(Segment::Index(1)) = steps.next() else { break };
                kind = entry.get(1)?.get("type")?.as_str()?;
                let Some(value) = steps.next().and_then(name_of) else { break };
                tag = entry.get(1)?.get(value)?;
            }
            Segment::Index(at) => {
                found.push(Segment::Index(*at));
                tag = tag.get(at)?;
            }
            // A list consists of its type and its elements.
            step => {
                kind = tag.get("type")?.as_str()?;
                tag = tag.get(name_of(step)?)?;
                let Some(Segment::Index(at)) = steps.next() else { break };
                found.push(Segment::Index(*at));
                tag = tag.get(at)?;
            }
        }
    }
    Some(found.into())
}

fn name_of(step: &Segment) -> Option<&str> {
    if let Segment::Name(name) = step { Some(name) } else { None }
}
