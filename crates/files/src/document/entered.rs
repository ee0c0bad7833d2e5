//! New values as a person enters them, with the type of the value that they replace.

use std::str::FromStr;

use thiserror::Error;

use super::{AnyValue, Format, PacketPart};
use gamewire::error::JsonError;
use gamewire::godot::text::{from_text_as, is_constructed};
use gamewire::godot::{self, Array, Dictionary, Kind, NodePath, Precision, Variant};
use gamewire::minecraft;
use gamewire::minecraft::nbt::{List, Nbt, Tag, TagId};
use gamewire::shared::json::read_plain;
use gamewire::shared::path::Places;

/// An error of reading a value that a person entered.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum EnteredError {
    /// The text is not a value of the type.
    #[error("{text} is not a valid {kind}{}", .reason.as_ref().map_or(String::new(), |reason| format!(": {reason}")))]
    Invalid {
        /// The text.
        text: String,
        /// The name of the type.
        kind: &'static str,
        /// The reason, if more is known than the type.
        reason: Option<String>,
    },
    /// The format has no type of this name.
    #[error("{0}")]
    NoType(String),
}

impl EnteredError {
    fn new(text: &str, kind: &'static str, reason: Option<&dyn ToString>) -> Self {
        // Text that would be invisible is put in quotes.
        let text = if text.trim().is_empty() { format!("{text:?}") } else { text.to_owned() };
        Self::Invalid { text, kind, reason: reason.map(ToString::to_string) }
    }
}

impl Format {
    /// Reads a value that a person entered. It has the type of the old value, so that `7` becomes a float in the place of
    /// a float, and text needs no quotes in the place of text. Text that is written with another type has that type:
    /// `Vector2(1, 2)`, `&"name"`, `[1, 2]` and `{"a": 1}` for Godot, `[1.0d, 2.0d]`, `[I; 1, 2]` and `{a: 1b}` for NBT.
    ///
    /// ```
    /// use gamewire_files::document::{AnyValue, Format};
    /// use gamewire::godot::Variant;
    ///
    /// let format: Format = "godot4".parse()?;
    /// let old = AnyValue::from(Variant::Float(1.5));
    /// assert_eq!(format.value_from_text("7", Some(&old))?, Variant::Float(7.0).into());
    /// assert_eq!(format.value_from_text("7", None)?, Variant::Int(7).into());
    /// let error = format.value_from_text("full", Some(&old)).unwrap_err();
    /// assert_eq!(error.to_string(), "full is not a valid float");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the text is not a value of the old type and does not state another one. Parts of packets are
    /// checked when they are set.
    pub fn value_from_text(&self, text: &str, old: Option<&AnyValue>) -> Result<AnyValue, EnteredError> {
        Ok(match self {
            Self::Godot(decoder) => {
                variant(text, old.and_then(AnyValue::as_godot), decoder.dialect().precision())?.into()
            }
            format if format.nbt().is_some() => tag(text, old.and_then(AnyValue::as_nbt))?.into(),
            Self::Minecraft(..) => {
                let was_text =
                    old.and_then(AnyValue::as_packet).is_some_and(|old| old.as_json().starts_with('"'));
                let is_quoted = match read_plain(text, &mut Places::default()) {
                    Ok(new) => was_text && new.as_text().is_none(),
                    Err(_) => true,
                };
                let json = || minecraft::json::tag_to_plain_string(&Tag::from(text.to_owned()));
                PacketPart::from_json(match text.parse() {
                    _ if !is_quoted => text.to_owned(),
                    Ok(root @ Tag::Compound(_)) if !was_text => {
                        minecraft::json::nbt_to_string(&Nbt::unnamed(root))
                    }
                    _ => json(),
                })
                .into()
            }
        })
    }

    /// Reads a value that a person entered, of the type with this name. Parts of packets have only the types that they
    /// have.
    ///
    /// # Errors
    /// Returns an error if there is no such type, or if the text is not a value of it.
    pub fn value_of_type(&self, text: &str, name: &str) -> Result<AnyValue, EnteredError> {
        Ok(match self {
            Self::Godot(decoder) => {
                let kind = Kind::ALL.iter().find(|kind| kind.name().eq_ignore_ascii_case(name));
                let kind = kind.ok_or_else(|| EnteredError::NoType(format!("Godot has no type {name}")))?;
                of_kind(text, *kind, decoder.dialect().precision())?.into()
            }
            format if format.nbt().is_some() => {
                let id = name.parse().map_err(|error| EnteredError::NoType(format!("{error}")))?;
                of_id(text, id, None)?.into()
            }
            Self::Minecraft(..) => self.value_from_text(text, None)?,
        })
    }

    /// Reads a value from the JSON of [`to_json`](Self::to_json). The JSON of a part of a packet is checked when the part
    /// is set.
    ///
    /// # Errors
    /// Returns an error if the text is not the JSON of a value.
    pub fn value_from_json(&self, text: &str) -> Result<AnyValue, JsonError> {
        Ok(match self {
            Self::Godot(decoder) => godot::json::from_str_as(text, decoder.dialect().precision())?.into(),
            format if format.nbt().is_some() => minecraft::json::tag_from_str(text)?.into(),
            Self::Minecraft(..) => PacketPart::from_json(text).into(),
        })
    }
}

fn variant(text: &str, old: Option<&Variant>, precision: Precision) -> Result<Variant, EnteredError> {
    let json = || godot::json::from_str_as(text, precision).ok();
    if text.trim_start().starts_with("{\"type\":")
        && let Some(value) = json()
    {
        return Ok(value);
    }
    let read = from_text_as(text, precision);
    let Some(old) = old.filter(|old| !old.is_nil()) else {
        // Text that does not begin as a value of another type is a String.
        let name = text.split_once('(').map_or("", |(name, _)| name.trim());
        return read.or_else(|error| match large(text) {
            Some(number) => Ok(Variant::Float(number)),
            None if is_open(text) || Kind::from_name(name).is_some() => {
                Err(EnteredError::new(text, "value", Some(&error)))
            }
            None => Ok(Variant::String(text.into())),
        });
    };
    let kind = old.kind();
    match read {
        Ok(read) if read.kind() == kind => Ok(as_declared(read, old)),
        // In the JSON form, all numbers are in quotes.
        Ok(Variant::String(_)) if json().is_some_and(|value| value.kind() == kind) => {
            Ok(json().unwrap_or_default())
        }
        Ok(Variant::Array(_)) if is_constructed(kind) => of_kind(text, kind, precision),
        Err(_) | Ok(Variant::Nil | Variant::Bool(_) | Variant::Int(_) | Variant::Float(_)) => {
            of_kind(text, kind, precision)
        }
        Ok(Variant::String(_)) if is_text(kind) => of_kind(text, kind, precision),
        Ok(explicit) => Ok(explicit),
    }
}

/// Reads a whole number, which may be beyond the range of an int.
fn large(text: &str) -> Option<f64> {
    let digits = text.trim().trim_start_matches(['-', '+']);
    let is_whole = !digits.is_empty() && digits.bytes().all(|one| one.is_ascii_digit());
    text.trim().parse().ok().filter(|number: &f64| is_whole && number.is_finite())
}

/// Returns whether the text begins as a container or as text in quotes.
fn is_open(text: &str) -> bool {
    text.trim_start().starts_with(['{', '[', '"'])
}

fn is_text(kind: Kind) -> bool {
    matches!(kind, Kind::String | Kind::StringName | Kind::NodePath)
}

/// Reads a value of exactly this type.
fn of_kind(text: &str, kind: Kind, precision: Precision) -> Result<Variant, EnteredError> {
    let invalid = |reason: Option<&dyn ToString>| Err(EnteredError::new(text, kind.name(), reason));
    match (kind, from_text_as(text, precision)) {
        (_, Ok(read)) if read.kind() == kind => Ok(read),
        (_, read) if is_text(kind) => {
            let text = match &read {
                Ok(Variant::String(text)) => text.to_string_lossy(),
                // Single words and numbers are text.
                _ => text.into(),
            };
            Ok(match kind {
                Kind::StringName => Variant::StringName(text.into()),
                Kind::NodePath => NodePath::parse(&text).into(),
                _ => Variant::String(text.into()),
            })
        }
        (Kind::Bool, Ok(Variant::Int(number @ (0 | 1)))) => Ok(Variant::Bool(number == 1)),
        (Kind::Bool, _) => invalid(Some(&"write true or false")),
        #[allow(clippy::cast_possible_truncation)] // Whole numbers convert exactly.
        (Kind::Int, Ok(Variant::Float(number))) if number.fract() == 0.0 && number.abs() < 9.2e18 => {
            Ok(Variant::Int(number as i64))
        }
        #[allow(clippy::cast_precision_loss)] // The nearest one is what is asked for.
        (Kind::Float, Ok(Variant::Int(number))) => Ok(Variant::Float(number as f64)),
        // Whole numbers beyond the range of an int.
        (Kind::Float, Err(_)) if large(text).is_some() => Ok(Variant::Float(large(text).unwrap_or_default())),
        (Kind::Int | Kind::Float, Err(error)) if text.contains('(') => invalid(Some(&error)),
        (Kind::Int, Err(_) | Ok(Variant::Float(_)))
            if text.len() > 18 && text.trim_start_matches('-').bytes().all(|one| one.is_ascii_digit()) =>
        {
            invalid(Some(&"an int is from -9223372036854775808 to 9223372036854775807"))
        }
        (Kind::Int | Kind::Float, _) => invalid(None),
        (_, read) if is_constructed(kind) => {
            let numbers = text.trim().trim_start_matches(['[', '(']).trim_end_matches([']', ')']);
            from_text_as(&format!("{kind}({numbers})"), precision).or_else(|error| match read {
                Err(own) if text.trim_start().starts_with(kind.name()) => invalid(Some(&own)),
                _ => invalid(Some(&error)),
            })
        }
        (_, Ok(_)) => invalid(None),
        (_, Err(error)) => invalid(Some(&error)),
    }
}

/// Returns a container with the declared types of the container that it replaces.
fn as_declared(read: Variant, old: &Variant) -> Variant {
    match (read, old) {
        (Variant::Array(new), Variant::Array(old)) if new.element_type().is_none() => {
            Variant::Array(match old.element_type().cloned() {
                Some(element) => Array::typed(element, new.into_vec()),
                None => new.with_shared(old.is_shared()),
            })
        }
        (Variant::Dictionary(new), Variant::Dictionary(old)) if new.entry_types().is_none() => {
            Variant::Dictionary(match old.entry_types().cloned() {
                Some(types) => Dictionary::typed(types, new.into_vec()),
                None => new.with_shared(old.is_shared()),
            })
        }
        (read, _) => read,
    }
}

fn tag(text: &str, old: Option<&Tag>) -> Result<Tag, EnteredError> {
    let (word, snbt) = (text.trim(), text.parse::<Tag>());
    if word.starts_with('{') {
        let json = minecraft::json::tag_from_str(text).ok();
        return json.or(snbt.clone().ok()).ok_or_else(|| {
            EnteredError::new(text, TagId::Compound.name(), snbt.err().as_ref().map(|error| error as _))
        });
    }
    let Some(old) = old else {
        let long = || format!("{word}L").parse().ok().filter(|tag| matches!(tag, Tag::Long(_)));
        return snbt.or_else(|error| match long() {
            Some(number) => Ok(number),
            None if is_open(text) => Err(EnteredError::new(text, "value", Some(&error))),
            None => Ok(Tag::from(text.to_owned())),
        });
    };
    // A list or an array may have another type.
    of_id(text, old.id(), Some(old)).or_else(|error| snbt.ok().filter(|_| word.starts_with('[')).ok_or(error))
}

/// Reads a tag of exactly this type. A list has the element type of `old`, unless the elements are written with another
/// one.
fn of_id(text: &str, id: TagId, old: Option<&Tag>) -> Result<Tag, EnteredError> {
    let word = text.trim();
    let invalid = |reason: Option<&dyn ToString>| EnteredError::new(text, id.name(), reason);
    let like = |example: &str| invalid(Some(&format!("it is written as {example}")));
    let parse = |text: &str| match text.parse::<Tag>() {
        Ok(tag) if tag.id() == id => Ok(tag),
        Ok(_) => Err(invalid(None)),
        Err(error) => Err(invalid(Some(&error.reason()))),
    };
    let int = |suffix: &str| {
        let number = match word {
            "true" => "1",
            "false" => "0",
            word => word.trim_end_matches(['b', 'B', 's', 'S', 'l', 'L']),
        };
        let is_int = number.parse::<i128>().is_ok() || number.trim_start_matches(['-', '+']).starts_with("0");
        let whole = float::<f64>(number).filter(|number| number.fract() == 0.0 && number.abs() < 9e15);
        match (parse(&format!("{number}{suffix}")), whole) {
            (Err(_), Some(whole)) if !is_int => parse(&format!("{whole}{suffix}")),
            (Err(_), None) if !is_int => Err(invalid(Some(&"it is not a whole number"))),
            (Err(EnteredError::Invalid { reason: Some(reason), .. }), _)
                if reason.contains(" does not fit a") =>
            {
                Err(invalid(Some(match suffix {
                    "b" => &"a Byte is from -128 to 127",
                    "s" => &"a Short is from -32768 to 32767",
                    "" => &"an Int is from -2147483648 to 2147483647",
                    _ => &"a Long is from -9223372036854775808 to 9223372036854775807",
                })))
            }
            (read, _) => read,
        }
    };
    let array = |letter: char| {
        let inside = word.trim_start_matches('[').trim_end_matches(']');
        let inside =
            inside.strip_prefix(letter).and_then(|inside| inside.strip_prefix(';')).unwrap_or(inside);
        parse(&format!("[{letter};{inside}]"))
    };
    match id {
        TagId::Byte => int("b"),
        TagId::Short => int("s"),
        TagId::Int => int(""),
        TagId::Long => int("L"),
        TagId::Float => float(word).map(Tag::Float).ok_or_else(|| invalid(None)),
        TagId::Double => float(word).map(Tag::Double).ok_or_else(|| invalid(None)),
        TagId::String => {
            let quoted = parse(text).ok().filter(|_| word.starts_with(['"', '\'']));
            Ok(quoted.unwrap_or_else(|| Tag::from(text.to_owned())))
        }
        TagId::ByteArray => array('B'),
        TagId::IntArray => array('I'),
        TagId::LongArray => array('L'),
        TagId::List => {
            let Ok(Tag::List(list)) = parse(text) else { return Err(like("[1, 2] or [1.0d, 2.0d]")) };
            // SNBT puts elements of different types into compounds.
            let inside = |tag: &Tag| if let Tag::Compound(one) = tag { one.get("").cloned() } else { None };
            let tags: Vec<Tag> = list.iter().map(|tag| tag.to_tag()).collect();
            let is_mixed = tags.iter().any(|tag| inside(tag).is_some());
            let is_plain = match list.element_type() {
                TagId::Int | TagId::String => true,
                TagId::Double => !word.contains(['d', 'D']),
                _ => is_mixed,
            };
            let element = old.and_then(Tag::as_list).map_or(TagId::End, List::element_type);
            if !is_plain || matches!(element, TagId::End | TagId::Compound) {
                return Ok(Tag::List(list));
            }
            let as_old = |tag: &Tag| of_id(&inside(tag).as_ref().unwrap_or(tag).to_string(), element, None);
            let elements: Result<Vec<_>, _> = tags.iter().map(as_old).collect();
            match elements {
                Err(error) if is_mixed => Err(error),
                elements => {
                    let elements = elements.ok().and_then(|tags| List::from_tags(tags).ok());
                    Ok(Tag::List(elements.unwrap_or(list)))
                }
            }
        }
        TagId::Compound | TagId::End => Err(like("{name: 1, text: \"a b\"}")),
    }
}

/// Reads a float with or without the letter of its type. A number beyond the range of the type is not one; infinity is
/// written as `inf` or `Infinityd`.
fn float<F: FromStr + Into<f64> + Copy>(word: &str) -> Option<F> {
    let has_digits = word.contains(|c: char| c.is_ascii_digit());
    let float = word.parse().ok().or_else(|| word.strip_suffix(['f', 'F', 'd', 'D'])?.parse().ok());
    float.filter(|float: &F| !has_digits || (*float).into().is_finite())
}
