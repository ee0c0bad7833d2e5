//! The text forms of values: JSON, SNBT, and the engine's text form.

use std::collections::HashSet;
use std::io::{self, Write};

use gamewire::__private::json::encoded_nbt;
use gamewire::DecodeError;
use gamewire::document::Format;
use gamewire::godot::text::{from_text_as, to_engine_text};
use gamewire::godot::{Dialect, Variant, json};
use gamewire::minecraft::json::tag_to_plain_string;
use gamewire::minecraft::nbt::{Nbt, OptNbt};
use gamewire::minecraft::snbt::SnbtVersion;
use gamewire::minecraft::{self, Protocol, TypeExpr, Value};
use gamewire::path::{Path, Segment};

use crate::output::problem::Problem;
use crate::output::say::eprintln;
use crate::values::nbt_value;
use crate::values::untyped;

/// Returns whether a value is cut short, and a part of it can be read.
pub fn is_cut(format: &Format, bytes: &[u8]) -> bool {
    format.check(bytes).is_err_and(|error| error.is_incomplete()) && format.repair(bytes).is_some()
}

/// Returns the number of bytes after the value, if trailing bytes are allowed.
pub fn unread(format: &Format, bytes: &[u8]) -> usize {
    format.check_prefix(bytes).map_or(0, |read| bytes.len() - read)
}

/// Decodes a value and encodes it again.
pub fn rewritten(format: &Format, bytes: &[u8]) -> Result<Vec<u8>, DecodeError> {
    let written = match Decoded::new(format, bytes)? {
        Decoded::Godot(dialect, value) => dialect.encode(&value),
        Decoded::Minecraft(protocol, expr, value) => expr.encode(protocol, &value),
    };
    Ok(written.unwrap_or_else(|_| bytes.to_vec()))
}

/// Encodes a value from JSON text. Duplicate keys cause a warning, or an error if `strict` is true.
pub fn encode_json(format: &Format, text: &[u8], strict: bool) -> Result<Vec<u8>, Problem> {
    FromJson::read(format, text)?.encode(strict)
}

/// A value that was parsed from JSON text.
pub enum FromJson<'f> {
    Godot(Dialect, Variant),
    /// The encoding of an NBT root.
    Nbt(Protocol, Vec<u8>),
    Minecraft(Protocol, &'f TypeExpr, Value),
}

impl<'f> FromJson<'f> {
    pub fn read(format: &'f Format, text: &[u8]) -> Result<Self, Problem> {
        let text = utf8(text)?;
        match format {
            Format::Godot(decoder) => {
                let dialect = decoder.dialect();
                let value = json::from_str_as(text, dialect.precision());
                let value = value.map_err(|error| untyped::refused(text, Problem::of_json(&error)))?;
                Ok(Self::Godot(dialect, value))
            }
            Format::Minecraft(protocol, expr) => {
                if let Some(bytes) = format.nbt().and_then(|protocol| encoded_nbt(&protocol, text)) {
                    return Ok(Self::Nbt(*protocol, bytes));
                }
                let value = minecraft::json::from_str(expr, text).map_err(|error| {
                    let problem = match nbt_value::path_of_json(text, error.path()) {
                        Some(path) if *expr == TypeExpr::Nbt => Problem::of_json(&error).with_path(path),
                        _ => Problem::of_json(&error),
                    };
                    if *expr == TypeExpr::Nbt { untyped::refused(text, problem) } else { problem }
                })?;
                Ok(Self::Minecraft(*protocol, expr, value))
            }
        }
    }

    /// Encodes the value. Duplicate keys cause a warning, or an error if `strict` is true.
    pub fn encode(self, strict: bool) -> Result<Vec<u8>, Problem> {
        match &self {
            Self::Godot(dialect, value) => return encode_godot(*dialect, value, strict),
            Self::Nbt(protocol, bytes) => {
                if let OptNbt(Some(nbt)) = protocol.parse(bytes)? {
                    lost(nbt.lost_entries(), "the game", strict)?;
                }
            }
            Self::Minecraft(_, _, Value::Nbt(Some(nbt))) => lost(nbt.lost_entries(), "the game", strict)?,
            Self::Minecraft(..) => {}
        }
        self.into_bytes()
    }

    /// Writes the value, without a warning about duplicate keys.
    pub fn into_bytes(self) -> Result<Vec<u8>, Problem> {
        match self {
            Self::Godot(dialect, value) => dialect.encode(&value),
            Self::Nbt(_, bytes) => return Ok(bytes),
            Self::Minecraft(protocol, expr, value) => expr.encode(protocol, &value),
        }
        .map_err(|error| Problem::unwritable(&error))
    }
}

/// Encodes a value of Godot. Duplicate keys cause a warning, or an error if `strict` is true.
pub fn encode_godot(dialect: Dialect, value: &Variant, strict: bool) -> Result<Vec<u8>, Problem> {
    lost(dialect.lost_entries(value), "the engine", strict)?;
    if let Err(error) = value.check_declared() {
        let message = format!("{error}: the engine converts or drops the value");
        if strict {
            return Err(Problem::new("element_type", message));
        }
        eprintln!("warning: {message}; --strict makes this an error");
    }
    dialect.encode(value).map_err(|error| Problem::unwritable(&error))
}

/// Encodes an NBT root from SNBT. If `strict` is true, duplicate names are an error.
pub fn encode_snbt(
    format: &Format,
    text: &[u8],
    strict: bool,
    version: Option<SnbtVersion>,
) -> Result<Vec<u8>, Problem> {
    let Some(protocol) = format.nbt() else { return Err(no_snbt(&format.to_string())) };
    let text = utf8(text)?;
    let nbt = nbt_value::root_of_snbt(text, None, version)?;
    lost(nbt.lost_entries(), "the game", strict)?;
    protocol.encode(&nbt).map_err(|error| Problem::unwritable(&error))
}

/// Encodes a value from the text form of the engine's `var_to_str`.
pub fn encode_text(format: &Format, text: &[u8]) -> Result<Vec<u8>, Problem> {
    let text = utf8(text)?;
    let Format::Godot(decoder) = format else { return Err(no_text(&format.to_string())) };
    let dialect = decoder.dialect();
    let value = from_text_as(text, dialect.precision()).map_err(|error| Problem::of_text(&error))?;
    dialect.encode(&value).map_err(|error| Problem::unwritable(&error))
}

fn utf8(text: &[u8]) -> Result<&str, Problem> {
    std::str::from_utf8(text)
        .map_err(|error| Problem::new("utf8", "the text is not UTF-8").at(error.valid_up_to()))
}

fn no_text(format: &str) -> Problem {
    Problem::new(
        "text",
        format!("the engine's text form exists only for values of Godot, and the format is {format}"),
    )
}

fn no_snbt(format: &str) -> Problem {
    Problem::new("snbt", format!("SNBT is the text form of NBT, and the format is {format}"))
}

/// Reports the entries that a reader would drop.
fn lost(mut paths: impl Iterator<Item = Path>, reader: &str, strict: bool) -> Result<(), Problem> {
    let Some(first) = paths.next() else { return Ok(()) };
    let more = match paths.count() {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    let message = format!("duplicate key at {first:#}{more}: {reader} keeps only the last value");
    if strict {
        return Err(Problem::new("duplicate", message));
    }
    eprintln!("warning: {message}; --strict makes this an error");
    Ok(())
}

pub enum Decoded<'b> {
    Godot(Dialect, Variant),
    Minecraft(Protocol, &'b TypeExpr, Value),
}

impl<'b> Decoded<'b> {
    pub fn new(format: &'b Format, bytes: &'b [u8]) -> Result<Self, DecodeError> {
        Ok(match format {
            Format::Godot(decoder) => Self::Godot(decoder.dialect(), decoder.parse(bytes)?),
            Format::Minecraft(protocol, expr) => {
                Self::Minecraft(*protocol, expr, expr.parse(*protocol, bytes)?)
            }
        })
    }

    /// Writes the value as plain JSON, on one line, without a line end. Minecraft types other than NBT have only one
    /// JSON form.
    fn write_plain(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Godot(_, value) => json::plain_to_writer(out, value),
            Self::Minecraft(_, _, Value::Nbt(Some(nbt))) => {
                out.write_all(tag_to_plain_string(&nbt.root).as_bytes())
            }
            Self::Minecraft(protocol, expr @ TypeExpr::Types(..), value) => {
                out.write_all(minecraft::json::to_plain_string(expr, *protocol, value).as_bytes())
            }
            Self::Minecraft(..) => self.write_json(out),
        }
    }

    /// Returns a name that occurs twice in one object of the plain JSON, with the path of the object. For example,
    /// `1` and `"1"` are two keys of a dictionary, and a compound can have the same name twice.
    pub fn repeated_name(&self) -> Option<(Path, String)> {
        match self {
            Self::Godot(_, value) => {
                let mut walk = value.walk();
                while let Some(inner) = walk.next() {
                    let Variant::Dictionary(dictionary) = inner else { continue };
                    // Keys that are all text are different, provided that they are valid Unicode.
                    let mixed = !dictionary.iter().all(|(key, _)| matches!(key, Variant::String(_)));
                    let mut names = HashSet::new();
                    let name = |key: &Variant| key.as_str().map_or_else(|| key.to_string(), str::to_owned);
                    let mut all = dictionary.iter().filter(|_| mixed).map(|(key, _)| name(key));
                    if let Some(name) = all.find(|name| !names.insert(name.clone())) {
                        return Some((walk.path(), name));
                    }
                }
                None
            }
            Self::Minecraft(_, _, Value::Nbt(Some(nbt))) => {
                let mut path = nbt.lost_entries().next()?;
                let Segment::Name(name) = path.pop()? else { return None };
                Some((path, name.to_string()))
            }
            Self::Minecraft(..) => None,
        }
    }

    /// Writes the value as JSON, on one line, without a line end.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Godot(_, value) => json::to_writer(out, value),
            Self::Minecraft(protocol, expr, value) => {
                out.write_all(minecraft::json::to_string(expr, *protocol, value).as_bytes())
            }
        }
    }

    /// Returns the value as text in this form. Only NBT has SNBT, and only values of Godot have the engine's text
    /// form.
    pub fn text(&self, form: Form) -> Result<Text<'_>, Problem> {
        match (form, self) {
            (Form::Json, _) => Ok(Text::Json(self)),
            (Form::Plain, _) => Ok(Text::Plain(self)),
            (Form::Text, Self::Godot(dialect, value)) => Ok(Text::Engine(*dialect, value)),
            (Form::Text, Self::Minecraft(_, expr, _)) => Err(no_text(&named(expr))),
            (Form::Snbt, Self::Minecraft(_, _, Value::Nbt(Some(nbt)))) => Ok(Text::Snbt(nbt)),
            (Form::Snbt, Self::Minecraft(_, expr, _)) => Err(no_snbt(&named(expr))),
            (Form::Snbt, Self::Godot(dialect, _)) => Err(no_snbt(dialect.name())),
        }
    }
}

/// Returns the name of a type. The name of a packet type would list all types of its version, so it is shortened.
fn named(expr: &TypeExpr) -> String {
    if let TypeExpr::Types(..) = expr { "a packet".to_owned() } else { format!("minecraft/{expr}") }
}

/// The text form of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// JSON with types, which `encode` reads.
    Json,
    /// JSON without types.
    Plain,
    Snbt,
    /// The text form of the engine's `var_to_str`.
    Text,
}

impl Form {
    /// Returns the form that the options `--snbt`, `--text` and `--plain` select. They exclude each other. The
    /// default is JSON.
    pub fn of_options(snbt: bool, text: bool, plain: bool) -> Self {
        match (snbt, text, plain) {
            (true, _, _) => Self::Snbt,
            (_, true, _) => Self::Text,
            (_, _, true) => Self::Plain,
            (false, false, false) => Self::Json,
        }
    }
}

/// A value that is to be written as text, without a line end.
pub enum Text<'v> {
    Json(&'v Decoded<'v>),
    Plain(&'v Decoded<'v>),
    Snbt(&'v Nbt),
    /// The text form of the engine's `var_to_str`.
    Engine(Dialect, &'v Variant),
}

impl Text<'_> {
    /// Writes the text without a line end.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Json(value) => value.write_json(out),
            Self::Plain(value) => value.write_plain(out),
            Self::Snbt(nbt) => write!(out, "{}", nbt.root),
            Self::Engine(dialect, value) => out.write_all(to_engine_text(value, *dialect).as_bytes()),
        }
    }
}
