//! A whole file: containers, framing, dialect.

use std::borrow::Cow;

use gamewire::DecodeError;
use gamewire::document::{self, Basis, DocumentError, Reading};
use gamewire::godot::files::{EncryptedFile, EncryptionKey, Envelope, KeyLength, decrypt_in_place};
use gamewire::godot::{Dialect, FileKind};
use gamewire::identify::{
    self, Alternative, Arrangement, Contents, Differs, Expect, Finding, Foreign, Layer, OpenErrorKind,
    Opener, ValueFormat,
};
use gamewire::minecraft::region::RegionError;
use gamewire::minecraft::{self, NbtForm, Protocol, TypeExpr};

use crate::args::{Allow, Frame, Meaning, Raw, Spelling};
use crate::input::chunk::AskedChunk;
use crate::input::headers::Headers;
use crate::input::item::{InputValue, Item};
use crate::input::memory;
use crate::input::packets;
use crate::input::session::Session;
use crate::output::outcome::{Outcome, Status};
use crate::output::problem::Problem;
use crate::output::say::{bytes_follow, eprintln};
use crate::values::codec::Codec;
use crate::values::format::{Format, Wanted};
use crate::values::hex::{unbase64, unhex};

/// Advice for values of which at least one is rejected, though its length fits.
const DAMAGED: &str = "the lengths before the values fit, so this value is damaged, or of another dialect; \
                       decode --partial prints what is before the damage";

/// Notes about a file, for standard error.
#[derive(Debug, Default)]
pub struct Notes {
    notes: Vec<String>,
    brief: bool,
}

impl Notes {
    /// Collects only unexpected facts.
    pub fn brief() -> Self {
        Self { brief: true, ..Self::default() }
    }

    /// Prints all notes.
    pub fn say(&mut self) {
        for note in self.notes.drain(..) {
            eprintln!("{}{note}", if note.starts_with("warning: ") { "" } else { "note: " });
        }
    }

    fn add(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Adds an expected fact, which is printed on request only.
    fn detail(&mut self, note: impl Into<String>) {
        if !self.brief {
            self.add(note);
        }
    }
}

/// The contents of a file, and its containers.
pub struct Opened<'b> {
    /// The containers, outermost first.
    pub layers: Vec<Layer>,
    /// The contents.
    pub contents: Cow<'b, [u8]>,
    /// The key of an encrypted container.
    pub key: Option<EncryptionKey>,
    /// The reason why the contents may be incomplete.
    pub damage: Option<Problem>,
}

/// [`open_damaged`] for a file that is complete.
pub fn open<'b>(
    bytes: &'b [u8],
    format: &Wanted,
    raw: &Raw,
    notes: &mut Notes,
) -> Result<Opened<'b>, Problem> {
    open_by(Opener::new(), bytes, None, format, raw, notes)
}

/// [`open`] for a file that was decrypted in its own memory.
pub fn open_decrypted<'b>(
    decrypted: &'b Decrypted,
    format: &Wanted,
    raw: &Raw,
    notes: &mut Notes,
) -> Result<Opened<'b>, Problem> {
    open_by(Opener::new(), &decrypted.contents, Some(decrypted), format, raw, notes)
}

/// Opens compressed, encrypted and packed files. gzip and zlib that are damaged are opened as far as possible: to read,
/// not to write again.
pub fn open_damaged<'b>(
    bytes: &'b [u8],
    format: &Wanted,
    raw: &Raw,
    notes: &mut Notes,
) -> Result<Opened<'b>, Problem> {
    open_by(Opener::new().damaged(true), bytes, None, format, raw, notes)
}

/// A file that was decrypted in its own memory.
#[derive(Debug)]
pub struct Decrypted {
    /// The bytes in the encrypted container.
    pub contents: Vec<u8>,
    /// The container.
    pub envelope: Envelope,
    /// Its key.
    pub key: EncryptionKey,
}

impl Decrypted {
    /// Decrypts a file; `None` if its outermost container is not an encrypted one, or has no complete header.
    pub fn of(file: &mut Vec<u8>, format: &Wanted, raw: &Raw) -> Result<Option<Self>, Problem> {
        let is_encrypted = FileKind::of(file) == Some(FileKind::Encrypted)
            && may_be_opened(format)
            && raw.chunk.is_none()
            && EncryptedFile::parse(file).is_ok();
        if !is_encrypted {
            return Ok(None);
        }
        let key = raw.secret.key()?;
        let decrypted = decrypt_in_place(std::mem::take(file), &key);
        let (contents, envelope) = decrypted.map_err(|error| closed(&error.into()))?;
        Ok(Some(Self { contents, envelope, key }))
    }
}

fn may_be_opened(format: &Wanted) -> bool {
    !matches!(format, Wanted::Format(Format::Minecraft(_, expr)) if *expr != TypeExpr::Nbt)
}

/// Types of Minecraft other than NBT can begin with any bytes, and are not opened.
fn open_by<'b>(
    opener: Opener,
    bytes: &'b [u8],
    decrypted: Option<&Decrypted>,
    format: &Wanted,
    raw: &Raw,
    notes: &mut Notes,
) -> Result<Opened<'b>, Problem> {
    if !may_be_opened(format) {
        return Ok(Opened { layers: Vec::new(), contents: Cow::Borrowed(bytes), key: None, damage: None });
    }
    let mut key = decrypted.map(|decrypted| decrypted.key.clone());
    let opener = opener.max_size(raw.max_size).chunk(raw.chunk.map(AskedChunk::in_region)).key(key.clone());
    let opened = match decrypted.map(|decrypted| &decrypted.envelope) {
        Some(envelope) => {
            let (encryption, trailing) = (envelope.encryption(), envelope.tail().len());
            opener.open_inside(identify::Opened::new(vec![Layer::Encrypted { encryption, trailing }], bytes))
        }
        None => match opener.open(bytes) {
            // Only now is a password asked for.
            Err(error) if matches!(error.reason, OpenErrorKind::Encrypted) => {
                key = Some(raw.secret.key()?);
                opener.key(key.clone()).open(bytes)
            }
            opened => opened,
        },
    };
    let opened = opened.map_err(|error| closed(&error.reason))?;
    for layer in opened.layers() {
        notes.detail(format!("the file is {layer}: offsets are relative to its contents"));
        match layer {
            Layer::Compressed { ends_well: false, .. } => {
                notes.add("the closing GCPF, which the engine writes, is missing");
            }
            Layer::Encrypted { trailing, .. } if *trailing > 0 => {
                notes.add(format!("{} the encrypted data", bytes_follow(*trailing)));
            }
            _ => {}
        }
    }
    if raw.secret.is_named() && key.is_none() {
        notes.add("the file is not encrypted: the password or key is ignored");
    }
    let damage = match opened.damage() {
        Some(reason @ OpenErrorKind::Packed(minecraft::NbtFileError::Trailing { .. })) => {
            notes.add(format!("warning: {reason}"));
            None
        }
        damage => damage.map(closed),
    };
    Ok(Opened { layers: opened.layers().to_vec(), contents: opened.into_contents(), key, damage })
}

/// The reason why a layer could not be opened, with advice.
pub fn closed(reason: &OpenErrorKind) -> Problem {
    let message = match reason {
        OpenErrorKind::TooLong { .. } => format!("{reason}; raise it with --max-size"),
        OpenErrorKind::Region(RegionError::NoChunk { .. }) => format!(
            "{reason}: X and Z are 0 to 31, and of a position in the world the remainder of the division by 32; \
             gamewire identify lists the chunks"
        ),
        // Most often the password was mistyped.
        _ if reason.code() == "md5" => format!("the password or key does not open this file: {reason}"),
        _ => reason.to_string(),
    };
    Problem::new(reason.code(), message).at(reason.offset().unwrap_or(0))
}

/// The values of a file, and their codec.
pub struct Document<'b> {
    /// The codec of the values.
    pub codec: Codec,
    /// The values.
    pub reading: Reading<'b>,
    /// The number of bytes before the first value.
    skipped: usize,
    /// Advice for rejected values.
    hint: Option<Hint>,
}

/// Advice for input that no format reads, or that the named one does not.
#[derive(Debug)]
struct Hint {
    text: String,
    /// Whether it is options with which the input is other values.
    other_values: bool,
}

impl Hint {
    fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), other_values: false }
    }

    fn of_other_values(text: String) -> Self {
        Self { text, other_values: true }
    }
}

impl<'b> Document<'b> {
    /// Detects everything that the command line does not name. Offsets are relative to the contents, including skipped bytes.
    pub fn new(
        contents: &'b [u8],
        layers: &[Layer],
        meaning: &Meaning,
        spelling: &Spelling,
        notes: &mut Notes,
    ) -> Result<Self, Problem> {
        if !meaning.allow.in_place {
            memory::ensure(contents.len(), &meaning.format)?;
        }
        let values = spelling.skip.of(contents)?;
        let mut document = Self::of(values, layers, meaning, spelling, notes)?;
        if meaning.allow.incomplete {
            document.reading = document.reading.with_incomplete();
            if meaning.format == Wanted::Auto {
                document.codec = codec(&document.reading.format, meaning.allow);
                document.reading.format = document.codec.format();
            }
        }
        document.skipped = spelling.skip.skip;
        if document.reading.arrangement == Arrangement::Settings(KeyLength::Characters) {
            notes.add(
                "the lengths of names count characters: Godot 3.2.3 or older wrote this file and cannot read it",
            );
        }
        Ok(document)
    }

    fn of(
        contents: &'b [u8],
        layers: &[Layer],
        meaning: &Meaning,
        spelling: &Spelling,
        notes: &mut Notes,
    ) -> Result<Self, Problem> {
        let skipped = spelling.skip.skip;
        let framing = match spelling.frame.named() {
            Some(Frame::Varint) => return Err(packets::refused()),
            // Only lengths are big-endian.
            None if spelling.big_endian => Some(Frame::StoreVar.framing(true)),
            named => named.map(|frame| frame.framing(spelling.big_endian)),
        };
        let arrangement = match framing {
            Some(Some(framing)) => Some(Arrangement::Framed(framing)),
            Some(None) if contents.starts_with(b"ECFG") => None,
            Some(None) => Some(Arrangement::Single),
            None => None,
        };
        let dialect = match &meaning.format {
            Wanted::Auto => None,
            Wanted::Format(Format::Godot(dialect)) => Some(*dialect),
            Wanted::Format(format) => {
                let codec = Codec::new(format, meaning.allow);
                let reading = Reading::named(contents, codec.format(), arrangement);
                return Ok(Self { codec, reading, skipped: 0, hint: after_headers(contents, skipped) });
            }
        };
        let trailing = meaning.allow.trailing;
        let expect = Expect::new().arrangement(arrangement).dialect(dialect).allow_trailing(trailing);
        let mut reading =
            Reading::new(contents, &expect).map_err(|error| refused(error, layers, contents))?;
        let mut hint = after_headers(contents, skipped);
        match &reading.basis {
            Basis::Godot(chosen) => {
                if dialect.is_none() {
                    match chosen.same.is_empty() && chosen.unlikely.is_empty() {
                        true => notes.detail(chosen.to_string()),
                        false => notes.add(chosen.to_string()),
                    }
                }
                if chosen.objects && !meaning.allow.no_objects && !meaning.allow.objects {
                    notes.add(
                        "the input has full objects: they are decoded to data; --no-objects rejects them",
                    );
                }
            }
            Basis::Nbt { alone: true, .. } => {
                notes.detail(format!("certainly {}: no other format reads these bytes", reading.format));
            }
            Basis::Nbt { alone: false, .. } => notes.add(format!(
                "likely {}: some dialects of Godot read these bytes, but no release writes them",
                reading.format
            )),
            Basis::Nearest { format, error, read, found } => {
                let framed = matches!(reading.arrangement, Arrangement::Framed(_)) && arrangement.is_none();
                let is_level = matches!(reading.arrangement, Arrangement::LevelDat { .. });
                hint = hint.or_else(|| match framed && dialect.is_none() && read < found {
                    true => Some(Hint::new(DAMAGED)),
                    false if is_level && error.kind().code() == "trailing" => {
                        Some(Hint::new("pass --trailing to ignore them"))
                    }
                    false => self::hint(contents, skipped, dialect, *format, error),
                });
            }
            _ => {}
        }
        let codec = codec(&reading.format, meaning.allow);
        reading.format = codec.format();
        Ok(Self { codec, reading, skipped: 0, hint })
    }

    /// Calls `answer` with each value, then with the error after them, if any.
    pub fn each(&self, mut answer: impl FnMut(Item<'_>) -> Outcome) -> Outcome {
        let status = self.each_quietly(&mut answer)?;
        if status == Status::Rejected {
            self.say_hint();
        }
        Ok(status)
    }

    /// The advice, if it is options with which the input is other values.
    pub fn advice(&self) -> Option<&str> {
        self.hint.as_ref().filter(|hint| hint.other_values).map(|hint| hint.text.as_str())
    }

    /// Returns whether bytes after a value are no reason to ignore them: the input is other values, or a frame is damaged.
    pub fn is_advised(&self) -> bool {
        let is_framed = self.reading.arrangement != Arrangement::Single;
        self.hint.as_ref().is_some_and(|hint| hint.other_values || is_framed)
    }

    /// Prints the advice, if any.
    pub fn say_hint(&self) {
        if let Some(hint) = &self.hint {
            eprintln!("\nhint: {}", hint.text);
        }
    }

    /// The reason why no format reads all of it, if that is the case.
    pub fn error(&self) -> Option<DecodeError> {
        let is_nearest = matches!(self.reading.basis, Basis::Nearest { .. });
        is_nearest.then(|| self.reading.error()).flatten().map(|error| error.after(self.skipped))
    }

    /// The error of a file of which no value is whole.
    pub fn error_without_values(&self) -> Option<DecodeError> {
        let broken = self.reading.broken.clone().filter(|_| self.reading.values.is_empty());
        broken.map(|error| error.after(self.skipped))
    }

    /// The first error of its values, or of what follows them. Bytes after a value are no damage.
    pub fn damage(&self) -> Option<DecodeError> {
        self.reading.damage().map(|error| error.after(self.skipped))
    }

    /// The contents up to the damage, as complete contents with the same arrangement.
    pub fn repaired(&self, contents: &[u8]) -> Option<Vec<u8>> {
        let before = contents.get(..self.skipped)?;
        Some([before, &*self.reading.repaired()?].concat())
    }

    /// Calls `answer` for each value and each error, without adding advice.
    pub fn each_quietly(&self, mut answer: impl FnMut(Item<'_>) -> Outcome) -> Outcome {
        let mut status = Status::Success;
        for encoded in self.reading.values.iter().chain(&self.reading.incomplete) {
            status = status.and(answer(Ok((&self.input_value(encoded), &self.codec)))?);
        }
        if let Some(error) = &self.reading.broken {
            status = status.and(answer(Err(error.clone().after(self.skipped).into()))?);
        }
        Ok(status)
    }

    /// A value in the form that subcommands use.
    pub fn input_value<'p>(&self, encoded: &'p identify::EncodedValue<'_>) -> InputValue<'p> {
        InputValue {
            bytes: encoded.bytes,
            offset: self.skipped + encoded.offset,
            framed: self.reading.arrangement != Arrangement::Single,
            name: encoded.name.as_deref(),
            advised: self.is_advised(),
        }
    }
}

/// The format that reads the longest prefix.
pub fn nearest(format: ValueFormat) -> Format {
    match format {
        ValueFormat::Godot(dialect) => Format::Godot(dialect),
        ValueFormat::Nbt(protocol) => Format::Minecraft(protocol, TypeExpr::Nbt),
        _ => nbt(NbtForm::BigEndian, false),
    }
}

/// The codec of a format that was detected.
fn codec(format: &document::Format, allow: Allow) -> Codec {
    Codec::new(&Format::from(format), allow)
}

/// The error of contents that are not read.
fn refused(error: DocumentError, layers: &[Layer], contents: &[u8]) -> Problem {
    match error {
        DocumentError::Ambiguous(readings) => ambiguous(&readings),
        DocumentError::Foreign(kind) => foreign(kind, layers, contents),
        DocumentError::Empty => Problem::new("empty", "the input is empty"),
        error => error.into(),
    }
}

/// The format of NBT roots in a form, with or without names.
pub fn nbt(form: NbtForm, nameless: bool) -> Format {
    Format::Minecraft(Protocol::V1_14.nbt_form(form).nameless_nbt(nameless), TypeExpr::Nbt)
}

/// Advice for the dump of a packet of a network, of which some bytes were skipped. A protocol may have a header of its own
/// before a value: what is to be skipped is said as one number.
fn after_headers(contents: &[u8], skipped: usize) -> Option<Hint> {
    let headers = Headers::of(contents)?;
    let Some(length) = headers.skip() else {
        return Some(Hint::of_other_values(format!("the input is {headers}, without data")));
    };
    let data = contents.get(length..).unwrap_or_default();
    let inside = match Expect::new().quick(true).examine(data) {
        Finding::Unknown(found) if Session::of(data, &found.error).is_none() => {
            after_header(data, &found.error)
        }
        _ => None,
    };
    Some(Hint::of_other_values(match inside {
        Some((header, finding)) => format!(
            "the input begins with {headers}, and after {header} more there is {}: pass --skip {}",
            Contents::from(finding),
            skipped + length + header
        ),
        None => format!("the input begins with {headers}: pass --skip {}", skipped + length),
    }))
}

/// The length of a possible header, and the value after it. Where a value is cut, a part of it is not another value.
pub fn after_header<'b>(contents: &'b [u8], error: &DecodeError) -> Option<(usize, Finding<'b>)> {
    let found = gamewire::__private::identify::after_header(contents)?;
    (!error.is_incomplete() || error.offset() < found.0).then_some(found)
}

/// Advice for a file that no format reads, or that the named one does not.
fn hint(
    contents: &[u8],
    skipped: usize,
    named: Option<Dialect>,
    nearest: ValueFormat,
    error: &DecodeError,
) -> Option<Hint> {
    let Some(named) = named else {
        if let Some(session) = Session::of(contents, error) {
            return Some(Hint::of_other_values(format!(
                "the input divides into {session}: gamewire decode {} reads them, and encode --like writes them",
                session.options()
            )));
        }
        if let Some((header, finding)) = after_header(contents, error) {
            let header = skipped + header;
            return Some(Hint::of_other_values(format!(
                "after {header} bytes there is {}: pass --skip {header}",
                Contents::from(finding)
            )));
        }
        return Some(Hint::new(format!(
            "no format reads the whole input; this is the error of {nearest}, which reads the longest prefix"
        )));
    };
    match Expect::new().quick(true).examine(contents) {
        Finding::Godot { chosen, arrangement, .. } if chosen.dialect != named => {
            let frame = match arrangement {
                Arrangement::Framed(framing) if framing == framing.big_endian() => " --big-endian",
                _ => "",
            };
            let text = format!("{0} reads this input: pass --as {0}{frame}", chosen.dialect);
            Some(Hint::of_other_values(text))
        }
        Finding::Nbt { form, nameless, .. } => {
            let format = nbt(form, nameless);
            Some(Hint::of_other_values(format!("{format} reads this input: pass --as {format}")))
        }
        _ => None,
    }
}

/// The error for several readings that differ.
pub fn ambiguous(readings: &[Alternative]) -> Problem {
    let mut message = String::from("several formats read the input, with different values; choose one:");
    for reading in readings {
        message.push_str(&format!("\n  {}", alternative(reading)));
    }
    Problem::new("ambiguous", message)
}

/// One reading, after the option that chooses it.
pub fn alternative(reading: &Alternative) -> String {
    let doubts: Vec<String> = reading.doubts.iter().map(ToString::to_string).collect();
    let doubts = if doubts.is_empty() { String::new() } else { format!("  ({})", doubts.join(", ")) };
    format!("{}: {}{doubts}", option(reading), reading.value)
}

/// The option that chooses one of several readings.
pub fn option(reading: &Alternative) -> String {
    match (reading.differs, reading.arrangement) {
        (Differs::Arrangement, Arrangement::Framed(framing)) => {
            let order = if framing == framing.big_endian() { " --big-endian" } else { "" };
            format!("--frame {}{order}", framing.name())
        }
        (Differs::Arrangement, _) => "--frame none".into(),
        _ => match reading.format {
            ValueFormat::Godot(dialect) => format!("--as {dialect}"),
            ValueFormat::Nbt(protocol) => {
                format!("--as {}", Format::Minecraft(protocol, TypeExpr::Nbt))
            }
            other => format!("--as {other}"),
        },
    }
}

/// Advice for a foreign file: the program that reads it, or the option.
pub fn advice(kind: Foreign) -> &'static str {
    match kind {
        Foreign::Region => {
            "pass --chunk X,Z to read a chunk; gamewire identify lists them, and set and edit write one"
        }
        Foreign::Capture => {
            "Wireshark and tshark -x print the bytes of its packets, and --hex reads those of one packet"
        }
        Foreign::HexText => "pass --hex to decode its digits",
        Foreign::Snbt => "gamewire encode --snbt writes it as NBT",
        Foreign::ConfigFile => "gamewire encode --text writes a project.godot as project.binary",
        kind => kind.advice(),
    }
}

/// Longer text is not searched for bytes that are spelled out.
const SPELLED: usize = 1 << 20;

/// The option that reads the bytes that plain text spells out, if it does: a dump of bytes, or base64 of a known format.
pub fn spelled(kind: Foreign, contents: &[u8]) -> Option<&'static str> {
    if kind != Foreign::Text || contents.len() > SPELLED {
        return None;
    }
    let mut bytes = Vec::new();
    // Any word can be base64.
    if unbase64(contents, &mut bytes).is_ok() {
        let found = Expect::new().quick(true).examine(&bytes);
        return matches!(found, Finding::Godot { .. } | Finding::Nbt { .. }).then_some("--base64");
    }
    (unhex(contents, &mut bytes).is_ok() && bytes.len() >= 4).then_some("--hex")
}

/// Advice for a file of another kind; `spelled` is the option that reads the bytes that its text spells out.
pub fn advice_for(kind: Foreign, spelled: Option<&str>) -> String {
    match spelled {
        Some(option) => format!("it spells out bytes; pass {option} to read them"),
        None => advice(kind).into(),
    }
}

/// The error for a foreign file.
pub fn foreign(kind: Foreign, layers: &[Layer], contents: &[u8]) -> Problem {
    let text = matches!(
        kind,
        Foreign::Json | Foreign::Snbt | Foreign::ConfigFile | Foreign::TextResource | Foreign::Text
    );
    let spelled = spelled(kind, contents);
    // What an option or another subcommand reads.
    let is_read = matches!(kind, Foreign::Region | Foreign::HexText | Foreign::Snbt | Foreign::ConfigFile)
        || spelled.is_some();
    let message = match layers {
        [] if is_read => format!("the file is {kind}: {}", advice_for(kind, spelled)),
        [] => format!("the file is {kind}, which gamewire does not read: {}", advice_for(kind, spelled)),
        _ if text => {
            format!("the contents are {kind}, which gamewire does not read: gamewire unpack extracts them")
        }
        _ => format!(
            "the contents are {kind}, which gamewire does not read: gamewire unpack extracts them, and {}",
            advice(kind)
        ),
    };
    Problem::new("foreign", message)
}
