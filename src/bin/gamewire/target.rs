//! A file that is read, or changed, at a path: what is around its values, and how it is put together again.

use std::path::{Path as FilePath, PathBuf};

use clap::Args;
use gamewire::godot::files::Key;
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

/// Bytes of the length in front of a framed value.
const LENGTH: usize = 4;

/// What is known of a file before it is opened.
#[derive(Debug, Clone, Args)]
pub struct Target {
    /// What the bytes are: auto, godot2, godot3, godot4, .., minecraft/nbt (--help lists all)
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

/// A file and all that is needed to write it again as it came.
#[derive(Debug, Clone)]
pub struct Save {
    /// The file, and how it is spelled.
    file: Vec<u8>,
    raw: Raw,
    layers: Vec<Layer>,
    key: Option<Key>,
    contents: Vec<u8>,
    /// How many bytes of the contents are passed over.
    skipped: usize,
    arrangement: Arrangement,
    codec: Codec,
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
    /// Nothing but what opens it.
    pub fn with_secret(secret: &Secret) -> Self {
        let raw = Raw { secret: secret.clone(), ..Raw::default() };
        Self { format: Wanted::Auto, spelling: Spelling { raw, ..Spelling::default() } }
    }

    /// Reads a file and finds out what it is.
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
                return Err(problem(format!("nothing reads all of it; {name} comes furthest: {error}")));
            }
            notes.say();
            document.say_hint();
            (document.codec, document.arrangement)
        };
        let reader = match &codec {
            Codec::Godot(decoder) => Reader::Godot(*decoder),
            codec @ Codec::Minecraft(..) => {
                let refused = "paths lead into values of Godot and into NBT";
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
    /// The file as it was read.
    pub fn file(&self) -> &[u8] {
        &self.file
    }

    /// What is passed over, and what is not.
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

    /// The settings, if that is what the values are.
    pub fn project(&self) -> Result<Option<ProjectFile<'_>>, Problem> {
        match self.arrangement {
            Arrangement::Settings(_) => {
                Ok(Some(ProjectFile::parse(self.split().1).map_err(|error| error.after(self.skipped))?))
            }
            _ => Ok(None),
        }
    }

    /// The value that a path leads into: `number` says which of several it is; else the only one that the path leads
    /// into at all, or could be added to.
    pub fn part(&self, path: &Path, number: Option<usize>) -> Result<Part, Problem> {
        let mut parts = self.parts();
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
            Some(_) => Ok(parts.swap_remove(at)),
            None => Err(problem("there are no values in the file")),
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

    /// The contents with other bytes for one value, its length in front with it.
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

    /// The contents of all values anew.
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
                _ => Err(problem("the file has one value, and so must what is written to it")),
            },
        }
    }

    /// The file with these contents: compressed, encrypted, packed and spelled as it came. Where nothing changed, it is
    /// the same file, byte for byte.
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

    /// What is compared and shown as a whole: the settings as one dictionary, or the values as they are.
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

    /// The bytes that a value's JSON stands for.
    pub fn bytes_of_json(&self, text: &str) -> Result<Vec<u8>, Problem> {
        self.codec.encode(text.as_bytes())
    }
}

impl Part {
    /// The NBT root that it is.
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

/// A file and a place in it.
#[derive(Debug, Args)]
pub struct At {
    /// The file, or `-` for standard input
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
