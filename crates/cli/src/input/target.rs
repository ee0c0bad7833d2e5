//! A file that is read or changed at a path. Its containers and framing are restored when it is written.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path as FilePath, PathBuf};
use std::str::FromStr;

use clap::Args;
use gamewire::TextError;
use gamewire::godot::{Decoder, Variant, VariantView};
use gamewire::minecraft::Packets;
use gamewire::path::{EditError, Path, PathError, Segment};
use gamewire_files::document::{AnyValue, Document, DocumentError, Format, ValueRef};
use gamewire_files::godot::EncryptionKey;
use gamewire_files::godot::FileKind;
use gamewire_files::identify::{Arrangement, Contents, Nearest};

use crate::args::{self, Allow, As, Meaning, Raw, Spelling};
use crate::input;
use crate::input::advice;
use crate::input::chunk::AskedChunk;
use crate::input::containers::{self, Notes};
use crate::input::external;
use crate::input::file_values;
use crate::input::packet_paths::{Needed, PacketPaths};
use crate::input::secret::Secret;
use crate::output::files;
use crate::output::outcome::{Status, Stop};
use crate::output::problem::Problem;
use crate::output::report;
use crate::output::say::{eprintln, shortened, shown};
use crate::values::text::{Decoded, Form};

/// The arguments that describe a file.
#[derive(Debug, Clone, Args)]
#[command(mut_arg("frame", args::without_packets))]
#[command(mut_arg("threshold", args::without_threshold))]
pub struct Target {
    #[command(flatten)]
    pub named: As,

    #[command(flatten)]
    pub spelling: Spelling,

    /// Ignore bytes after the value
    #[arg(long)]
    pub trailing: bool,
}

#[derive(Debug)]
pub struct Loaded<'p> {
    path: Cow<'p, FilePath>,
    raw: Raw,
    /// The text of the file, if it is hexadecimal or base64.
    text: Option<Vec<u8>>,
    /// The bytes of the file, after decoding such text.
    bytes: Vec<u8>,
}

/// An opened file, with everything that is needed to write it again.
#[derive(Debug)]
pub struct Save<'f> {
    /// The file that was read. This is the one that was given, or the one beside it with the data of the chunk.
    pub path: &'f FilePath,
    text: Option<&'f [u8]>,
    raw: &'f Raw,
    /// The containers and values of the file.
    pub document: Document<'f>,
    /// The packets, if the document has their plain JSON.
    packets: Option<PacketPaths<'f>>,
    /// The key of an encrypted container.
    key: Option<EncryptionKey>,
    /// The reason why only a part of the file is in the document.
    damage: Option<Problem>,
}

/// The bytes of one value, and their offset in the contents.
#[derive(Debug)]
pub struct EncodedValue<'s> {
    pub offset: usize,
    pub bytes: Cow<'s, [u8]>,
}

impl Target {
    /// Creates arguments that have only the secret.
    pub fn with_secret(secret: &Secret) -> Self {
        let raw = Raw { secret: secret.clone(), ..Raw::default() };
        Self { named: As::default(), spelling: Spelling { raw, ..Spelling::default() }, trailing: false }
    }

    pub fn read<'p>(&self, path: &'p FilePath) -> Result<Loaded<'p>, Stop> {
        let (path, raw) = external::source(path, &self.spelling.raw, |raw| raw)?;
        Self::read_as(path, raw)
    }

    /// Reads a file that `raw` describes.
    pub fn read_as(path: Cow<'_, FilePath>, raw: Raw) -> Result<Loaded<'_>, Stop> {
        let file = input::read_up_to(&path, raw.max_size)?;
        let text = (raw.hex || raw.base64).then(|| file.clone());
        let bytes = input::unspelled(file, &raw).map_err(|problem| Stop::rejected(&*path, &problem))?;
        Ok(Loaded { path, raw, text, bytes })
    }

    /// Opens a file, and detects its format. An encrypted file is decrypted in place.
    pub fn open<'f>(&self, loaded: &'f mut Loaded<'_>, needed: Needed<'_>) -> Result<Save<'f>, Stop> {
        let format = &self.named.format;
        let is_minecraft =
            format.version().is_some() || matches!(format.named(), Some(Format::Minecraft(..)));
        let encrypted = !is_minecraft && FileKind::detect(&loaded.bytes) == Some(FileKind::Encrypted);
        let encrypted = encrypted.then(|| std::mem::take(&mut loaded.bytes));
        let loaded = &*loaded;
        let file = encrypted.map_or(Cow::Borrowed(&*loaded.bytes), Cow::Owned);
        self.opened(loaded, file, false, needed)
    }

    /// Opens a file to read it. If the file is damaged, the part before the damage is opened; see
    /// [`Save::say_damage`].
    pub fn open_damaged<'f>(&self, loaded: &'f Loaded<'_>, needed: Needed<'_>) -> Result<Save<'f>, Stop> {
        self.opened(loaded, Cow::Borrowed(&loaded.bytes), true, needed)
    }

    fn opened<'f>(
        &self,
        loaded: &'f Loaded<'_>,
        file: Cow<'f, [u8]>,
        damaged: bool,
        needed: Needed<'_>,
    ) -> Result<Save<'f>, Stop> {
        let save = self.save(loaded, file, damaged, needed);
        save.map_err(|problem| Stop::rejected(&*loaded.path, &problem))
    }

    fn save<'f>(
        &self,
        loaded: &'f Loaded<'_>,
        file: Cow<'f, [u8]>,
        damaged: bool,
        needed: Needed<'_>,
    ) -> Result<Save<'f>, Problem> {
        let (spelling, raw, mut notes) = (&self.spelling, &loaded.raw, Notes::brief().about(&loaded.path));
        // A path asks for existing data, so objects are decoded without a note.
        let allow = Allow { objects: true, trailing: self.trailing, incomplete: damaged, ..Allow::default() };
        let meaning = Meaning { named: self.named.clone(), allow };
        if let Cow::Borrowed(bytes) = file
            && let Some((packets, problem)) = PacketPaths::new(bytes, &meaning, spelling)
        {
            if let (false, Some(problem)) = (damaged, &problem) {
                let (name, problem) = (shown(&loaded.path), problem.to_string());
                eprintln!(
                    "warning: {name} is damaged; bytes that cannot be read stay as they are: {}",
                    shortened(&problem)
                );
            }
            let document = packets.document(needed)?;
            return Ok(Save { packets: Some(packets), damage: problem, ..Save::new(loaded, document) });
        }
        let opened = containers::open(file, meaning.format().as_ref(), raw, damaged, &mut notes)?;
        let (layers, key) = (opened.layers().to_vec(), opened.key().cloned());
        let options =
            file_values::options(opened.contents(), &meaning, spelling)?.allow_nearest(true).allow_text(true);
        let document = Document::open_contents(opened, &options);
        let document = document.map_err(|error| advice::refused(error, &layers, &loaded.bytes))?;
        let document = document.allow_damaged(true);
        // The advice is about all of the contents.
        let contents = if layers.is_empty() { &*loaded.bytes } else { document.contents() };
        let (found, format) = (document.found(), document.format());
        let hint = advice::hint(found, contents, &meaning, spelling, &mut notes);
        let other_values = hint.as_ref().filter(|hint| hint.other_values).map(|hint| hint.text.as_str());
        let damage = containers::damage(document.damage()).map(|damage| match other_values {
            Some(advice) => damage.with_advice(advice),
            None => damage,
        });
        if damage.is_none() {
            if let Some(Contents::Unknown(nearest)) = found
                && self.named.format.named().is_none()
            {
                return Err(unknown(nearest, document.arrangement(), other_values));
            }
            notes.say();
            if let Some(hint) = &hint {
                hint.say();
            }
        }
        if format.nbt().is_none() && matches!(format, Format::Minecraft(..)) {
            return Err(DocumentError::NoPaths.into());
        }
        Ok(Save { key, damage, ..Save::new(loaded, document) })
    }
}

/// Returns the error for contents that no format reads. `advice` is an option that reads other values in them.
fn unknown(nearest: &Nearest, arrangement: Arrangement, advice: Option<&str>) -> Problem {
    let Nearest { format, error, .. } = nearest;
    let advice = match (advice, error.kind().code()) {
        (Some(advice), _) => format!("; {advice}"),
        (None, "trailing") if arrangement == Arrangement::Single => "; pass --trailing to ignore them".into(),
        (None, _) => String::new(),
    };
    let unknown = DocumentError::Unknown { nearest: *format, error: error.clone() };
    problem(format!("{unknown}{advice}"))
}

fn problem(message: impl Into<String>) -> Problem {
    Problem::new("file", message)
}

impl Loaded<'_> {
    /// Returns the file that was read. This is the one that was given, or the one beside it with the data of the
    /// chunk.
    pub fn path(&self) -> &FilePath {
        &self.path
    }

    /// Selects a chunk of a region.
    pub fn ask_for(&mut self, chunk: AskedChunk) {
        self.raw.chunk = Some(chunk);
    }

    /// Returns the bytes of the file, after decoding hexadecimal or base64 text.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl<'f> Save<'f> {
    fn new(loaded: &'f Loaded<'_>, document: Document<'f>) -> Self {
        let Loaded { path, raw, text, .. } = loaded;
        Self { path, text: text.as_deref(), raw, document, packets: None, key: None, damage: None }
    }

    pub fn write_file(&self, out: &mut dyn Write) -> io::Result<()> {
        match (self.text, &self.packets) {
            (Some(text), _) => out.write_all(text),
            (None, Some(packets)) => out.write_all(packets.original()),
            (None, None) => self.document.write_file(out),
        }
    }

    /// Returns an error if the file is a dump, because writing only the digits would lose its other columns.
    pub fn can_replace(&self, out: Option<&FilePath>) -> Result<(), Stop> {
        let is_digit = |byte: &u8| byte.is_ascii_hexdigit() || byte.is_ascii_whitespace();
        let is_dump = self.raw.hex && self.text.is_some_and(|text| !text.iter().all(is_digit));
        if is_dump && out.is_none() && self.path != FilePath::new("-") {
            return Err(Stop::Wrong(format!(
                "{} is a dump, and only its digits would be written: pass --out FILE, or --out - to print them",
                shown(self.path)
            )));
        }
        Ok(())
    }

    /// Reports the damage of the file, if there is any, and returns the resulting status.
    pub fn say_damage(&self) -> Status {
        let Some(damage) = &self.damage else { return Status::Success };
        report::sentence(Some(self.path), damage);
        match self.packets {
            Some(_) => eprintln!("the file is damaged: packets that cannot be read are null"),
            None => eprintln!("the file is damaged: only the part before the damage is read"),
        }
        Status::Rejected
    }

    /// Returns the reason why only a part of the file is in the document, if that is the case.
    pub fn damage(&self) -> Option<&Problem> {
        self.damage.as_ref()
    }

    /// Returns whether the values have names.
    pub fn has_settings(&self) -> bool {
        matches!(self.document.arrangement(), Arrangement::Settings(_))
    }

    /// Returns whether the values are packets.
    pub fn has_packets(&self) -> bool {
        self.packets.is_some()
    }

    /// Returns documents of some packets each, if the values are the packets of a recording.
    pub fn packets(&self) -> Option<impl Iterator<Item = Result<Document<'static>, Problem>>> {
        self.packets.as_ref().and_then(PacketPaths::documents)
    }

    /// Returns a document of an array with one packet, if the values are the packets of a recording.
    pub fn packet(&self, number: usize) -> Option<Result<Document<'static>, Problem>> {
        self.packets.as_ref()?.document_of(number)
    }

    /// Reads all packets as a document, if it was opened without them.
    pub fn read_packets(&mut self) -> Result<(), Stop> {
        if let Some(packets) = &self.packets {
            let read = packets.document(Needed::All);
            self.document = read.map_err(|problem| Stop::rejected(self.path, &problem))?;
        }
        Ok(())
    }

    /// Returns the text that `decode` prints for the packets, if the values are packets.
    pub fn packets_text(&self) -> Option<Result<String, Problem>> {
        self.packets.as_ref().map(PacketPaths::text)
    }

    /// Replaces the packets by those of the text that `decode` prints for the file.
    pub fn set_packets(
        &mut self,
        text: &[u8],
        version: Option<&Packets>,
        form: Form,
        strict: bool,
    ) -> Result<(), Problem> {
        match (&mut self.packets, form) {
            (Some(packets), Form::Json) => packets.replace(text, version, strict),
            _ => Err(problem("packets are encoded from JSON: omit --snbt and --text")),
        }
    }

    fn full<'p>(&self, path: &'p Path) -> Cow<'p, Path> {
        self.packets.as_ref().map_or(Cow::Borrowed(path), |packets| Cow::Owned(packets.full(path)))
    }

    /// Returns whether the file can only have one value.
    pub fn is_single(&self) -> bool {
        matches!(self.document.arrangement(), Arrangement::Single | Arrangement::LevelDat { .. })
    }

    /// Returns the number of the value that a path refers to: the given number, or that of the only value that has
    /// the path.
    pub fn find(&self, path: &Path, number: Option<usize>) -> Result<usize, Problem> {
        match number {
            Some(number) => Ok(self.document.value(number).map(|_| number)?),
            None => Ok(self.document.find(&self.full(path))?),
        }
    }

    /// Returns the element at a path, in the value with this number or in the only value that has the path.
    pub fn get(&self, path: &Path, number: Option<usize>) -> Result<AnyValue, Problem> {
        let path = &*self.full(path);
        Ok(match number {
            Some(number) if !self.has_settings() => self.document.value(number)?.get_path(path)?,
            _ => self.document.get_path(path)?,
        })
    }

    /// Returns a view of the Godot value at a path. Returns `None` for settings, for NBT, and for parts without a
    /// header.
    pub fn view(&self, path: &Path, number: Option<usize>) -> Option<VariantView<'_>> {
        let Format::Godot(decoder) = self.document.format() else { return None };
        let number = number.filter(|_| !self.has_settings())?;
        let Cow::Borrowed(bytes) = self.document.value(number).ok()?.as_wire().ok()? else { return None };
        decoder.view(bytes).ok()?.view_path(path).ok()
    }

    /// Sets the value at a path, in the same value as [`get`](Self::get).
    pub fn set(&mut self, path: &Path, number: Option<usize>, new: AnyValue) -> Result<(), DocumentError> {
        let path = &self.full(path).into_owned();
        match number {
            Some(number) if !self.has_settings() => self.document.value_mut(number)?.set_path(path, new),
            _ => self.document.set_path(path, new),
        }
    }

    /// Encodes the value at a path into its packet, after the value was set in the document.
    pub fn set_packet(&mut self, path: &Path, number: Option<usize>) -> Result<(), Problem> {
        let (path, new) = (self.full(path).into_owned(), self.get(path, number)?);
        match &mut self.packets {
            Some(packets) => packets.change(&path, Some(&new)),
            None => Ok(()),
        }
    }

    /// Removes the part that a path leads to, in the same value as [`get`](Self::get).
    pub fn remove(&mut self, path: &Path, number: Option<usize>) -> Result<(), Problem> {
        let path = &self.full(path).into_owned();
        if let Some(packets) = &mut self.packets {
            packets.change(path, None)?;
        }
        match number {
            Some(number) if !self.has_settings() => self.document.value_mut(number)?.remove_path(path)?,
            _ => self.document.remove_path(path)?,
        }
        Ok(())
    }

    /// Returns the file with all changes, in the original containers and text encoding. If nothing changed and the
    /// file is not damaged, it is the same, byte for byte.
    pub fn written(&self) -> Result<Cow<'_, [u8]>, Problem> {
        let layers = files::renewed(self.document.layers(), None)?;
        let file = match (&self.damage, &self.packets) {
            (_, Some(packets)) => packets.file()?,
            (None, None) => self.document.encode_in(&layers)?,
            // The contents are the part before the damage, so the file must be written even if nothing changed.
            (Some(_), None) => {
                Cow::Owned(files::around(&layers, &self.document.to_contents()?, self.key.as_ref())?)
            }
        };
        match self.text {
            None => Ok(file),
            Some(text) if file == self.document.file() => Ok(Cow::Borrowed(text)),
            Some(_) => {
                let mut spelled = Vec::new();
                self.raw.spell(&file, &mut spelled).map_err(|error| problem(error.to_string()))?;
                Ok(Cow::Owned(spelled))
            }
        }
    }

    /// Writes the file of [`written`](Self::written), in parts if that is possible.
    pub fn write(&self, out: &mut dyn Write) -> Result<(), Stop> {
        let rejected = |problem| Stop::rejected(self.path, &problem);
        if self.text.is_some() || self.damage.is_some() || self.packets.is_some() {
            return Ok(out.write_all(&self.written().map_err(rejected)?)?);
        }
        let layers = files::renewed(self.document.layers(), None).map_err(rejected)?;
        match self.document.write_in(&layers, out) {
            Err(DocumentError::Io(error)) => Err(error.into()),
            written => written.map_err(|error| rejected(error.into())),
        }
    }

    /// Returns the values for comparison: all settings as one dictionary, or each value.
    pub fn values(&self, decoder: Decoder) -> Result<Vec<Variant>, Problem> {
        if let Some(project) = self.document.project()? {
            return Ok(vec![project.to_variant(&decoder)]);
        }
        Ok(self.document.values().map(|value| value.godot()).collect::<Result<_, _>>()?)
    }

    /// Returns the bytes of all values.
    pub fn encoded(&self) -> Result<Vec<EncodedValue<'_>>, Problem> {
        let values = self.document.values();
        values.map(|value| Ok(EncodedValue { offset: value.offset(), bytes: value.as_wire()? })).collect()
    }

    /// Returns the JSON of a value, as `decode` prints it.
    pub fn json(&self, value: &ValueRef<'_>) -> Result<String, Problem> {
        let bytes = value.as_wire()?;
        let decoded =
            Decoded::new(self.document.format(), &bytes).map_err(|error| error.after(value.offset()))?;
        let mut text = Vec::new();
        decoded.write_json(&mut text).map_err(|error| problem(error.to_string()))?;
        let text = String::from_utf8_lossy(&text).into_owned();
        Ok(match value.name() {
            Some(name) => format!("{{\"key\":{},\"value\":{text}}}", serde_json::Value::from(name)),
            None => text,
        })
    }
}

impl From<DocumentError> for Problem {
    fn from(error: DocumentError) -> Self {
        match error {
            DocumentError::Edit(EditError::Decode(error)) => error.into(),
            DocumentError::Edit(EditError::Encode(error)) => error.into(),
            DocumentError::Edit(error) => error.into(),
            DocumentError::Wrap(reason) => containers::closed(&reason),
            DocumentError::Nowhere { path, count } => {
                let nowhere = problem(DocumentError::Nowhere { path: path.clone(), count }.to_string());
                match path.segments().split_first() {
                    Some((Segment::Index(at), rest)) if *at < count => nowhere.with_advice(format!(
                        "value {at} of the file is {:#} with --value {at}",
                        Path::from(rest.to_vec())
                    )),
                    _ => nowhere,
                }
            }
            DocumentError::Several { path, numbers } => {
                problem(format!("several values have {path:#}; pass --value {}", ranges(&numbers)))
            }
            error => problem(error.to_string()),
        }
    }
}

/// The maximum number of ranges in a message.
const RANGES: usize = 4;

/// Returns numbers, which must be in ascending order, as a text: `0 or 2`, `0 to 999`.
fn ranges(numbers: &[usize]) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if number == *last + 1 => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let spelled = |&(first, last): &(usize, usize)| match last - first {
        0 => first.to_string(),
        1 => format!("{first} or {last}"),
        _ => format!("{first} to {last}"),
    };
    let mut listed: Vec<_> = ranges.iter().take(RANGES).map(spelled).collect();
    if ranges.len() > RANGES {
        listed.push(format!("another of {} numbers", numbers.len()));
    }
    listed.join(" or ")
}

impl From<PathError> for Problem {
    fn from(error: PathError) -> Self {
        Self::new("path", error.to_string())
    }
}

impl From<EditError> for Problem {
    fn from(error: EditError) -> Self {
        Self::new("path", error.to_string())
    }
}

/// A path in a file, which leads to a value or to the end of an array or list.
#[derive(Debug, Clone)]
pub struct Place {
    path: Path,
    append: bool,
}

impl FromStr for Place {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let container = text.strip_suffix("[+]");
        Ok(Self { path: container.unwrap_or(text).parse()?, append: container.is_some() })
    }
}

impl Place {
    /// Returns the path. For the end of an array, it is the path of the array.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path. For the end of an array, it is the path of the element that would be added, and the second
    /// result is true.
    pub fn resolve(&self, save: &Save<'_>, number: Option<usize>) -> Result<(Path, bool), Problem> {
        let mut path = self.path.clone();
        if self.append {
            let Some(length) = save.get(&path, number)?.count() else {
                return Err(Problem::new(
                    "path",
                    format!("{path:#} is not an array or list, so [+] cannot add to it"),
                ));
            };
            path.push(Segment::Index(length));
        }
        Ok((path, self.append))
    }
}

/// A file and a path in it.
#[derive(Debug, Args)]
pub struct At {
    /// The file, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The path in the value: $.player.gold, items[3], $["odd key"]; for settings, the name of the setting comes first
    ///
    /// items[+] adds an element to an array or list.
    #[arg(value_name = "PATH", allow_hyphen_values = true)]
    pub path: Place,

    /// The number of the value, if the file has several; the first is 0
    ///
    /// The default is the only value that has the path. In find, --value is a text to find instead.
    #[arg(long, value_name = "NUMBER")]
    pub value: Option<usize>,

    #[command(flatten)]
    pub target: Target,
}
