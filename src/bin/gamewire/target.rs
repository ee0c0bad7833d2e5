//! A file that is read, or changed, at a path: what is around its values, and how it is put together again.

use std::path::{Path as FilePath, PathBuf};

use anstream::eprintln;
use clap::Args;
use gamewire::godot::files::{Encryption, Key};
use gamewire::godot::{Decoder, Framing, ProjectFile, Setting, Variant, json};
use gamewire::identify::{Arrangement, Closed, Expect, Finding, Layer, Opener, pieces, wrap};
use gamewire::minecraft::nbt::Nbt;
use gamewire::minecraft::{self, TypeExpr};
use gamewire::path::{EditError, Path, PathError, Segment};

use crate::args::Frame;
use crate::format::{Format, Wanted};
use crate::input;
use crate::outcome::Stop;
use crate::problem::Problem;
use crate::secret::Secret;

/// What is known of a file before it is opened.
#[derive(Debug, Clone, Default, Args)]
pub struct Target {
    /// What the bytes are: godot2, godot3, godot4, .., minecraft/nbt; left out, that is found out
    #[arg(long = "as", value_name = "FORMAT")]
    pub format: Option<Wanted>,

    /// What is in front of each value; left out, that is found out
    #[arg(long, value_name = "FRAMING", value_enum)]
    pub frame: Option<Frame>,

    /// The lengths of --frame are big-endian
    #[arg(long, requires = "frame")]
    pub big_endian: bool,

    #[command(flatten)]
    pub secret: Secret,
}

/// How the values of a file are read.
#[derive(Debug, Clone, Copy)]
pub enum Reader {
    /// Values of Godot.
    Godot(Decoder),
    /// An NBT root.
    Nbt,
}

/// A file and all that is needed to write it again as it came.
#[derive(Debug, Clone)]
pub struct Save {
    file: Vec<u8>,
    layers: Vec<Layer>,
    key: Option<Key>,
    contents: Vec<u8>,
    arrangement: Arrangement,
    /// How its values are read.
    pub reader: Reader,
}

/// One value of a file.
#[derive(Debug, Clone)]
pub struct Part {
    /// Where its bytes begin in the contents.
    pub start: usize,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The name of the setting whose value it is.
    pub name: Option<String>,
}

impl Target {
    /// Reads a file and finds out what it is.
    pub fn load(&self, path: &FilePath) -> Result<Save, Stop> {
        let file = input::read(path)?;
        self.open(file).map_err(|problem| Stop::Wrong(format!("{}: {}", path.display(), problem.message)))
    }

    fn open(&self, file: Vec<u8>) -> Result<Save, Problem> {
        let (mut key, opener) = (None, Opener::new());
        let opened = match opener.open(&file) {
            // Only now is a password asked for.
            Err(error) if matches!(error.reason, Closed::Locked) => {
                key = Some(self.secret.key()?);
                opener.key(key.clone()).open(&file)
            }
            opened => opened,
        };
        let opened = opened.map_err(|error| closed(&error.reason))?;
        let (layers, contents) = (opened.layers().to_vec(), opened.into_contents().into_owned());
        if self.secret.is_named() && key.is_none() {
            eprintln!("the file is not encrypted: it needs no password and no key");
        }
        let (reader, arrangement) = self.reader(&contents)?;
        Ok(Save { file, layers, key, contents, arrangement, reader })
    }

    fn reader(&self, contents: &[u8]) -> Result<(Reader, Arrangement), Problem> {
        let godot = |dialect| Reader::Godot(Decoder::new(dialect).allow_objects(true));
        let named = self.frame.map(|frame| match frame.framing(self.big_endian) {
            Some(framing) => Arrangement::Framed(framing),
            None => Arrangement::Single,
        });
        let named = named.filter(|_| !contents.starts_with(b"ECFG"));
        let found = Expect { arrangement: named, ..Expect::default() }.examine(contents);
        match (&self.format, found) {
            (Some(Wanted::Format(Format::Minecraft(_, TypeExpr::Nbt))), _) => {
                minecraft::check_nbt(contents)?;
                Ok((Reader::Nbt, Arrangement::Single))
            }
            (Some(Wanted::Format(Format::Minecraft(..))), _) => {
                Err(problem("paths lead into values of Godot and into NBT"))
            }
            (Some(Wanted::Format(Format::Godot(dialect))), found) => {
                let arrangement = match found {
                    Finding::Godot { arrangement, .. } => arrangement,
                    Finding::Unknown(nearest) => nearest.arrangement,
                    _ => named.unwrap_or(Arrangement::Single),
                };
                Ok((godot(*dialect), arrangement))
            }
            (_, Finding::Godot { arrangement, chosen, .. }) => Ok((godot(chosen.dialect), arrangement)),
            (_, Finding::Nbt { .. }) => Ok((Reader::Nbt, Arrangement::Single)),
            (_, Finding::Ambiguous(readings)) => {
                let list = readings.iter().map(|one| format!("\n  {}: {}", one.option, one.value));
                let message = "several readings fit, and they differ; name one:".to_owned();
                Err(problem(message + &list.collect::<String>()))
            }
            (_, Finding::Foreign(kind)) => {
                Err(problem(format!("this is {kind}, which gamewire does not read: {}", kind.advice())))
            }
            (_, Finding::Unknown(nearest)) => {
                let name = nearest.dialect.map_or("minecraft/nbt", |dialect| dialect.name());
                Err(problem(format!("nothing reads all of it; {name} comes furthest: {}", nearest.error)))
            }
            _ => Err(problem("the file is empty")),
        }
    }
}

fn problem(message: impl Into<String>) -> Problem {
    Problem { offset: 0, kind: "file", message: message.into() }
}

fn closed(reason: &Closed) -> Problem {
    let message = match reason {
        _ if reason.code() == "md5" => format!("the password does not open this file. {reason}"),
        _ => reason.to_string(),
    };
    Problem { offset: reason.offset(), kind: reason.code(), message }
}

impl Save {
    /// The values, in order.
    pub fn parts(&self) -> Vec<Part> {
        let (pieces, _) = pieces(&self.contents, self.arrangement);
        let part = |piece: gamewire::identify::Piece<'_>| Part {
            start: piece.offset,
            bytes: piece.bytes.to_vec(),
            name: piece.name.map(|name| name.into_owned()),
        };
        pieces.into_iter().map(part).collect()
    }

    /// Whether the values have names.
    pub fn has_settings(&self) -> bool {
        matches!(self.arrangement, Arrangement::Settings(_))
    }

    /// The value that a path leads into, and the rest of the path: `number` says which of several it is; else the
    /// only one that the path leads into at all, or could be added to.
    pub fn part(&self, path: &Path, number: Option<usize>) -> Result<(Part, Path), Problem> {
        let mut parts = self.parts();
        if self.has_settings() {
            let (name, rest) = setting(path)?;
            let found = parts.iter().rposition(|part| part.name.as_deref() == Some(name.as_str()));
            return match found {
                Some(at) => Ok((parts.swap_remove(at), rest)),
                None => Err(problem(no_setting(&name, &parts))),
            };
        }
        let count = parts.len();
        let at = match number {
            Some(number) if number < count => number,
            Some(number) => {
                return Err(problem(format!("there is no value {number}: the file has {count}, from 0 on")));
            }
            None if count == 1 => 0,
            None => {
                let leads = |part: &Part| self.leads(part, path);
                let fitting: Vec<usize> = (0..count).filter(|&at| parts.get(at).is_some_and(leads)).collect();
                match fitting.as_slice() {
                    [at] => *at,
                    [] => {
                        let message =
                            format!("{path:#} leads nowhere in any of the {count} values of the file");
                        return Err(problem(message));
                    }
                    several => {
                        let list: Vec<_> = several.iter().map(usize::to_string).collect();
                        let message = format!("{path:#} is in several values; --value {}", list.join(" or "));
                        return Err(problem(message));
                    }
                }
            }
        };
        match parts.get(at) {
            Some(part) => Ok((part.clone(), path.clone())),
            None => Err(problem("there are no values in the file")),
        }
    }

    fn leads(&self, part: &Part, path: &Path) -> bool {
        match self.reader {
            Reader::Godot(decoder) => {
                decoder.parse(&part.bytes).is_ok_and(|value| value.get_path(path).is_ok())
            }
            Reader::Nbt => true,
        }
    }

    /// The contents with other bytes for one value, its length in front with it.
    pub fn with(&self, part: &Part, bytes: &[u8]) -> Result<Vec<u8>, Problem> {
        let framing = match self.arrangement {
            Arrangement::Single => return Ok(bytes.to_vec()),
            Arrangement::Framed(framing) => framing,
            // The length in front of a setting's value is written in the same way.
            _ => Framing::STORE_VAR,
        };
        let mut contents = self.contents.get(..part.start - 4).unwrap_or_default().to_vec();
        framing.wrap(bytes, &mut contents)?;
        contents.extend_from_slice(self.contents.get(part.start + part.bytes.len()..).unwrap_or_default());
        Ok(contents)
    }

    /// The contents with one setting more.
    pub fn with_setting(&self, name: &str, bytes: Vec<u8>) -> Result<Vec<u8>, Problem> {
        let mut project = ProjectFile::parse(&self.contents)?;
        project.settings.push(Setting::new(name.to_owned(), bytes));
        Ok(project.encode()?)
    }

    /// The contents of all values anew.
    pub fn with_all(&self, parts: &[Part]) -> Result<Vec<u8>, Problem> {
        match self.arrangement {
            Arrangement::Framed(framing) => {
                let mut contents = Vec::new();
                for part in parts {
                    framing.wrap(&part.bytes, &mut contents)?;
                }
                Ok(contents)
            }
            Arrangement::Settings(key_length) => {
                let settings = parts
                    .iter()
                    .map(|part| Setting::new(part.name.clone().unwrap_or_default(), part.bytes.as_slice()));
                Ok(ProjectFile { settings: settings.collect(), key_length }.encode()?)
            }
            _ => match parts {
                [part] => Ok(part.bytes.clone()),
                _ => Err(problem("the file has one value, and so must what is written to it")),
            },
        }
    }

    /// The file with these contents: compressed, encrypted and packed as it came. Where nothing changed, it is the
    /// same file, byte for byte.
    pub fn wrapped(&self, contents: &[u8]) -> Result<Vec<u8>, Problem> {
        if contents == self.contents {
            return Ok(self.file.clone());
        }
        let mut layers = self.layers.clone();
        for layer in &mut layers {
            if let Layer::Encrypted { encryption: Encryption::Godot4 { iv }, .. } = layer {
                getrandom::fill(iv)
                    .map_err(|error| problem(format!("the system has no random numbers: {error}")))?;
            }
        }
        wrap(&layers, contents, self.key.as_ref()).map_err(|reason| closed(&reason))
    }

    /// The settings as one dictionary, or the values as they are: what is compared and shown as a whole. What cannot
    /// be read of a setting is its bytes.
    pub fn values<'p>(&self, decoder: Decoder, parts: &'p [Part]) -> Result<Vec<Variant<'p>>, Problem> {
        if !self.has_settings() {
            let values = parts.iter().map(|part| {
                decoder.parse(&part.bytes).map_err(|error| Problem::from(error.after(part.start)))
            });
            return values.collect();
        }
        let entries = parts.iter().map(|part| {
            let name: Variant<'_> = part.name.clone().unwrap_or_default().into();
            let bytes = || Variant::from(gamewire::godot::Packed::from(part.bytes.clone()));
            (name, decoder.parse(&part.bytes).unwrap_or_else(|_| bytes()))
        });
        Ok(vec![Variant::Dictionary(entries.collect())])
    }

    /// The JSON of each value, as `decode` prints it.
    pub fn json(&self, part: &Part) -> Result<String, Problem> {
        let value = match self.reader {
            Reader::Godot(decoder) => {
                json::to_string(&decoder.parse(&part.bytes).map_err(|error| error.after(part.start))?)
            }
            Reader::Nbt => {
                let value = TypeExpr::Nbt.parse(minecraft::Protocol::V1_14, &part.bytes)?;
                minecraft::json::to_json(&TypeExpr::Nbt, minecraft::Protocol::V1_14, &value)
            }
        };
        Ok(match &part.name {
            Some(name) => format!("{{\"key\":{},\"value\":{value}}}", serde_json::Value::from(name.as_str())),
            None => value,
        })
    }

    /// The bytes that a value's JSON stands for.
    pub fn bytes_of_json(&self, text: &str) -> Result<Vec<u8>, Problem> {
        match self.reader {
            Reader::Godot(decoder) => {
                let dialect = decoder.dialect();
                let value = json::from_str_as(text, dialect.precision())
                    .map_err(|error| Problem::json(error.offset(), &error))?;
                Ok(dialect.encode(&value)?)
            }
            Reader::Nbt => {
                let value = minecraft::json::from_json(&TypeExpr::Nbt, text)
                    .map_err(|error| Problem::json(0, &error))?;
                Ok(TypeExpr::Nbt.encode(minecraft::Protocol::V1_14, &value)?)
            }
        }
    }

    /// The NBT root of a part.
    pub fn nbt<'p>(part: &'p Part) -> Result<Nbt<'p>, Problem> {
        minecraft::parse_nbt(&part.bytes)?.ok_or_else(|| problem("the NBT is empty"))
    }
}

/// The name of the setting that a path begins with, and the path inside its value.
pub fn setting(path: &Path) -> Result<(String, Path), Problem> {
    let (first, rest) = match path.segments() {
        [first, rest @ ..] => (first, rest),
        [] => return Err(problem("which setting? a path begins with its name: application/config/name")),
    };
    let name = match first {
        Segment::Name(name) => name.clone(),
        Segment::Key(key) => serde_json::from_str(key).unwrap_or_else(|_| key.trim_matches('"').to_owned()),
        other => Path::from(vec![other.clone()]).to_string().split_off(1),
    };
    Ok((name, rest.to_vec().into()))
}

fn no_setting(name: &str, parts: &[Part]) -> String {
    // The section, or what it may have been meant to be.
    let section = name.split('/').next().unwrap_or_default();
    let names = || parts.iter().filter_map(|part| part.name.as_deref());
    let mut near: Vec<_> = names().filter(|other| other.starts_with(section)).take(8).collect();
    if near.is_empty() {
        near = names().take(8).collect();
    }
    format!("there is no setting {name}; there are {}", near.join(", "))
}

impl From<PathError> for Problem {
    fn from(error: PathError) -> Self {
        Self { offset: 0, kind: "path", message: error.to_string() }
    }
}

impl From<EditError> for Problem {
    fn from(error: EditError) -> Self {
        Self { offset: 0, kind: "path", message: error.to_string() }
    }
}

/// A file and a place in it.
#[derive(Debug, Args)]
pub struct At {
    /// The file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Where in its value: $.player.gold, items[3], $["odd key"]; of settings their names come first
    #[arg(value_name = "PATH", allow_hyphen_values = true)]
    pub path: Path,

    /// In which value of a file of several, from 0 on; left out, the only one that the path leads into
    #[arg(long, value_name = "NUMBER")]
    pub value: Option<usize>,

    #[command(flatten)]
    pub target: Target,
}
