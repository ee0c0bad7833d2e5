//! A file that is read or changed at a path: its containers and framing, and their reconstruction.

use std::path::{Path as FilePath, PathBuf};

use clap::Args;
use gamewire::godot::files::EncryptionKey;
use gamewire::godot::{Decoder, ProjectFile, Setting, Variant};
use gamewire::identify::{Arrangement, Layer, pieces};
use gamewire::minecraft::Protocol;
use gamewire::minecraft::nbt::Nbt;
use gamewire::path::{EditError, Path, PathError};

use crate::args::{Allow, Meaning, Raw, Spelling};
use crate::codec::Codec;
use crate::document::{self, Document, Notes};
use crate::files;
use crate::format::{self, Wanted};
use crate::input;
use crate::outcome::Stop;
use crate::problem::Problem;
use crate::say::shown;
use crate::secret::Secret;

/// Bytes of the length before a framed value.
const LENGTH: usize = 4;

/// The arguments that describe a file.
#[derive(Debug, Clone, Args)]
pub struct Target {
    /// The format of the file: auto, godot2, godot3, godot4, .., minecraft/nbt (--help lists all)
    #[arg(long = "as", value_name = "FORMAT", default_value = "auto", long_help = format::HELP)]
    pub format: Wanted,

    #[command(flatten)]
    pub spelling: Spelling,
}

/// How the values of a file are read.
#[derive(Debug, Clone, Copy)]
pub enum Reader {
    /// Values of Godot.
    Godot(Decoder),
    /// An NBT root.
    Nbt(Protocol),
}

/// A file with everything that is needed to write it again.
#[derive(Debug, Clone)]
pub struct Save {
    /// The file and its text encoding.
    file: Vec<u8>,
    raw: Raw,
    layers: Vec<Layer>,
    key: Option<EncryptionKey>,
    contents: Vec<u8>,
    /// The number of skipped bytes of the contents.
    skipped: usize,
    arrangement: Arrangement,
    codec: Codec,
    /// The decoder of its values.
    pub reader: Reader,
}

/// One value of a file.
#[derive(Debug, Clone)]
pub struct Part {
    /// Offset of its bytes in the contents.
    pub start: usize,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The name of the setting, if it is the value of one.
    pub name: Option<String>,
}

impl Target {
    /// Arguments with nothing but the secret.
    pub fn with_secret(secret: &Secret) -> Self {
        let raw = Raw { secret: secret.clone(), ..Raw::default() };
        Self { format: Wanted::Auto, spelling: Spelling { raw, ..Spelling::default() } }
    }

    /// Reads a file and detects its format.
    pub fn load(&self, path: &FilePath) -> Result<Save, Stop> {
        let raw = &self.spelling.raw;
        let file = input::read_up_to(path, raw.max_size)?;
        let save = input::unspelled(file.clone(), raw).and_then(|bytes| self.open(file, &bytes));
        save.map_err(|problem| Stop::Wrong(format!("{}: {}", shown(path), problem.message)))
    }

    fn open(&self, file: Vec<u8>, bytes: &[u8]) -> Result<Save, Problem> {
        let Self { format, spelling } = self;
        let mut notes = Notes::brief();
        let opened = document::open(bytes, format, &spelling.raw, &mut notes)?;
        // What is there and asked for by a path is data.
        let allow = Allow { objects: true, ..Allow::default() };
        let meaning = Meaning { format: format.clone(), allow };
        let (codec, arrangement) = {
            let document = Document::new(&opened.contents, &opened.layers, &meaning, spelling, &mut notes)?;
            if let Some(error) = document.error().filter(|_| *format == Wanted::Auto) {
                let name = document.codec.name();
                return Err(problem(format!(
                    "no format reads the whole file; {name} reads the longest prefix: {error}"
                )));
            }
            notes.say();
            document.say_hint();
            (document.codec, document.arrangement)
        };
        let reader = match &codec {
            Codec::Godot(decoder) => Reader::Godot(*decoder),
            codec @ Codec::Minecraft(..) => {
                let refused = "paths are supported for values of Godot and for NBT";
                Reader::Nbt(codec.nbt().ok_or_else(|| problem(refused))?)
            }
        };
        Ok(Save {
            file,
            raw: spelling.raw.clone(),
            layers: opened.layers,
            key: opened.key,
            contents: opened.contents.into_owned(),
            skipped: spelling.skip.skip,
            arrangement,
            codec,
            reader,
        })
    }
}

fn problem(message: impl Into<String>) -> Problem {
    Problem { offset: 0, kind: "file", message: message.into() }
}

impl Save {
    /// The original bytes of the file.
    pub fn file(&self) -> &[u8] {
        &self.file
    }

    /// The skipped bytes, and the rest.
    fn split(&self) -> (&[u8], &[u8]) {
        self.contents.split_at_checked(self.skipped).unwrap_or((&self.contents, &[]))
    }

    /// The values, in order.
    pub fn parts(&self) -> Vec<Part> {
        let (pieces, _) = pieces(self.split().1, self.arrangement);
        let part = |piece: gamewire::identify::Piece<'_>| Part {
            start: self.skipped + piece.offset,
            bytes: piece.bytes.to_vec(),
            name: piece.name.map(|name| name.into_owned()),
        };
        pieces.into_iter().map(part).collect()
    }

    /// Whether the values have names.
    pub fn has_settings(&self) -> bool {
        matches!(self.arrangement, Arrangement::Settings(_))
    }

    /// The settings, if the file has settings.
    pub fn project(&self) -> Result<Option<ProjectFile<'_>>, Problem> {
        match self.arrangement {
            Arrangement::Settings(_) => {
                Ok(Some(ProjectFile::parse(self.split().1).map_err(|error| error.after(self.skipped))?))
            }
            _ => Ok(None),
        }
    }

    /// The value that a path refers to: the value with this `number`, or the only one that has the path or could get it.
    pub fn part(&self, path: &Path, number: Option<usize>) -> Result<Part, Problem> {
        let mut parts = self.parts();
        let count = parts.len();
        let at = match number {
            Some(number) if number < count => number,
            Some(number) => {
                return Err(problem(format!(
                    "there is no value {number}: the file has {count} values, numbered from 0"
                )));
            }
            None if count == 1 => 0,
            None => {
                let leads = |part: &Part| self.leads(part, path);
                let fitting: Vec<usize> = (0..count).filter(|&at| parts.get(at).is_some_and(leads)).collect();
                match fitting.as_slice() {
                    [at] => *at,
                    [] => {
                        let message = format!("none of the {count} values of the file has {path:#}");
                        return Err(problem(message));
                    }
                    several => {
                        let list: Vec<_> = several.iter().map(usize::to_string).collect();
                        let message =
                            format!("several values have {path:#}; pass --value {}", list.join(" or "));
                        return Err(problem(message));
                    }
                }
            }
        };
        match parts.get(at) {
            Some(_) => Ok(parts.swap_remove(at)),
            None => Err(problem("the file contains no values")),
        }
    }

    fn leads(&self, part: &Part, path: &Path) -> bool {
        match self.reader {
            Reader::Godot(decoder) => {
                decoder.parse(&part.bytes).is_ok_and(|value| value.get_path(path).is_ok())
            }
            Reader::Nbt(_) => true,
        }
    }

    /// The contents with new bytes for one value, including its length prefix.
    pub fn with(&self, part: &Part, bytes: &[u8]) -> Result<Vec<u8>, Problem> {
        let framing = match self.arrangement {
            Arrangement::Framed(framing) => framing,
            _ => return Ok([self.split().0, bytes].concat()),
        };
        let mut contents = self.contents.get(..part.start - LENGTH).unwrap_or_default().to_vec();
        framing.wrap(bytes, &mut contents)?;
        contents.extend_from_slice(self.contents.get(part.start + part.bytes.len()..).unwrap_or_default());
        Ok(contents)
    }

    /// The contents with other settings.
    pub fn with_project(&self, project: &ProjectFile<'_>) -> Result<Vec<u8>, Problem> {
        Ok([self.split().0, &project.encode()?].concat())
    }

    /// The contents, rebuilt from all values.
    pub fn with_all(&self, parts: &[Part]) -> Result<Vec<u8>, Problem> {
        let mut contents = self.split().0.to_vec();
        match self.arrangement {
            Arrangement::Framed(framing) => {
                for part in parts {
                    framing.wrap(&part.bytes, &mut contents)?;
                }
                Ok(contents)
            }
            Arrangement::Settings(key_length) => {
                let settings = parts
                    .iter()
                    .map(|part| Setting::new(part.name.clone().unwrap_or_default(), part.bytes.as_slice()));
                self.with_project(&ProjectFile { settings: settings.collect(), key_length })
            }
            _ => match parts {
                [part] => self.with(part, &part.bytes),
                _ => Err(problem("the file has one value, so the new contents must have one value")),
            },
        }
    }

    /// The file with these contents, in the original containers and text encoding. If the contents are unchanged, the file
    /// is the same byte for byte.
    pub fn wrapped(&self, contents: &[u8]) -> Result<Vec<u8>, Problem> {
        if contents == self.contents {
            return Ok(self.file.clone());
        }
        let layers = files::renewed(&self.layers, None)?;
        let file = files::around(&layers, contents, self.key.as_ref())?;
        let mut spelled = Vec::new();
        self.raw.spell(&file, &mut spelled).map_err(|error| problem(error.to_string()))?;
        Ok(spelled)
    }

    /// The values for comparison: all settings as one dictionary, or each value.
    pub fn values<'p>(&self, decoder: Decoder, parts: &'p [Part]) -> Result<Vec<Variant<'p>>, Problem> {
        if let Some(project) = self.project()? {
            return Ok(vec![project.to_variant(&decoder).into_owned()]);
        }
        let values = parts
            .iter()
            .map(|part| decoder.parse(&part.bytes).map_err(|error| Problem::from(error.after(part.start))));
        values.collect()
    }

    /// The JSON of each value, as `decode` prints it.
    pub fn json(&self, part: &Part) -> Result<String, Problem> {
        let value = self.codec.decode(&part.bytes).map_err(|error| error.after(part.start))?;
        let mut text = Vec::new();
        value.write_json(&mut text).map_err(|error| problem(error.to_string()))?;
        let value = String::from_utf8_lossy(&text).into_owned();
        Ok(match &part.name {
            Some(name) => format!("{{\"key\":{},\"value\":{value}}}", serde_json::Value::from(name.as_str())),
            None => value,
        })
    }

    /// The bytes of a value in JSON.
    pub fn bytes_of_json(&self, text: &str) -> Result<Vec<u8>, Problem> {
        self.codec.encode(text.as_bytes())
    }
}

impl Part {
    /// The NBT root.
    pub fn nbt(&self, protocol: Protocol) -> Result<Nbt<'_>, Problem> {
        let nbt: Option<Nbt<'_>> = protocol.parse(&self.bytes)?;
        nbt.ok_or_else(|| problem("the NBT is empty"))
    }
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

/// A file and a path in it.
#[derive(Debug, Args)]
pub struct At {
    /// The file, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The path in the value: $.player.gold, items[3], $["odd key"]; for settings, the name of the setting comes first
    #[arg(value_name = "PATH", allow_hyphen_values = true)]
    pub path: Path,

    /// The number of the value in a file of several, from 0; default: the only value that has the path
    #[arg(long, value_name = "NUMBER")]
    pub value: Option<usize>,

    #[command(flatten)]
    pub target: Target,
}
