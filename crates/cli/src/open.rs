//! One open file: a sequence of values, each of which can be read, found by a path, replaced, and written back into its place.
//!
//! A [`Source`] says where the values are. Everything else in the command sees only [`Value`]s.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path as FilePath, PathBuf};

use gamewire::DecodeError;
use gamewire::explain::Explainer;
use gamewire::godot::{Decoder, Dialect, Kind, Variant};
use gamewire::minecraft::{
    IntType, Packets as MinecraftPackets, Protocol, Recording, SessionError, Side, State, TypeExpr,
};
use gamewire::path::{EditError, Path, PathError, Segment};
use gamewire_files::document::{
    self, AnyValue, AnyView, Document, DocumentError, Format, FrameHead, OpenOptions, PacketStream, TextKind,
};
use gamewire_files::identify::{Arrangement, Contents, Foreign, Layer, Nearest, OpenError};
use gamewire_files::minecraft::region::{ChunkPos, Region};

use crate::args::{Allow, As, Meaning, Raw, Spelling, no_big_stream};
use crate::input::advice::{self, Hint};
use crate::input::containers::{self, Notes};
use crate::input::packets::{self, Packets};
use crate::input::secret::Secret;
use crate::input::stream::{self, Streamed};
use crate::input::{self, external, memory, sample};
use crate::output::files;
use crate::output::outcome::{Outcome, Status, Stop};
use crate::output::problem::Problem;
use crate::output::report;
use crate::output::say::{eprintln, shortened, shown};

/// The facts about a file on the command line.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    pub meaning: Meaning,
    pub spelling: Spelling,
    /// An embedded sample is read, also if there is no file and standard input is a terminal.
    pub sample: bool,
    /// The values are reached by paths: text files are opened, too, and contents that no format reads are an error.
    pub paths: bool,
    /// The part before the damage is enough.
    pub damaged: bool,
    /// Contents that no format reads are opened by the nearest one, and text of NBT may be any bytes.
    pub nearest: bool,
    pub silent: bool,
}

/// The bytes of a file, as they were read.
#[derive(Debug, Clone)]
pub struct Loaded {
    pub path: Option<PathBuf>,
    pub spelling: Spelling,
    /// The text of the file, if it is hexadecimal or base64.
    text: Option<Vec<u8>>,
    pub bytes: Vec<u8>,
}

/// One value.
#[derive(Debug, Clone)]
pub struct Value<'v> {
    pub number: usize,
    /// The name of the setting.
    pub name: Option<Cow<'v, str>>,
    /// The state and the side of a packet.
    pub sent: Option<(State, Side)>,
    /// The offset in the contents.
    pub offset: usize,
    pub bytes: Cow<'v, [u8]>,
    pub format: Cow<'v, Format>,
    /// Whether other values can follow.
    pub framed: bool,
    /// Whether there is better advice for bytes after the value than to ignore them.
    pub advised: bool,
    /// The frame around it: its head, its bytes and its offset.
    pub frame: Option<(FrameHead, Cow<'v, [u8]>, usize)>,
    /// The reason why there is no value here.
    pub error: Option<Problem>,
}

/// A frame of a stream of packets, and its packet with its offset and format.
#[derive(Debug)]
struct Slot {
    frame: Range<usize>,
    packet: Result<(usize, Vec<u8>, Format), Problem>,
}

#[derive(Debug)]
enum Source<'f> {
    Document(Box<Document<'f>>),
    /// The frames of a stream of packets. A file that cannot be opened has none.
    Stream(Vec<Slot>),
    /// Packets of a recording.
    Recorded(Box<Recording<'f>>),
}

#[derive(Debug)]
pub struct Open<'f> {
    pub path: &'f FilePath,
    loaded: &'f Loaded,
    source: Source<'f>,
    pub arrangement: Arrangement,
    pub format: Format,
    pub found: Option<Contents>,
    /// Replaced packets, by their numbers.
    changed: BTreeMap<usize, Vec<u8>>,
    pub damage: Option<Problem>,
    hint: Option<Hint>,
    silent: bool,
    /// The reason why the outermost container cannot be opened. Then there are no values.
    closed: Option<OpenError>,
    /// Whether damaged packets are handed out.
    incomplete: bool,
    pub key: Option<gamewire_files::godot::EncryptionKey>,
}

impl Asked {
    pub fn new(meaning: &Meaning, spelling: &Spelling) -> Self {
        Self { meaning: meaning.clone(), spelling: spelling.clone(), ..Self::default() }
    }

    /// A file that is reached by paths. Its objects are decoded without a note.
    pub fn by_paths(named: &As, spelling: &Spelling, trailing: bool) -> Self {
        let allow = Allow { objects: true, trailing, ..Allow::default() };
        Self { paths: true, nearest: true, ..Self::new(&Meaning { named: named.clone(), allow }, spelling) }
    }

    pub fn with_secret(secret: &Secret) -> Self {
        let raw = Raw { secret: secret.clone(), ..Raw::default() };
        Self::by_paths(&As::default(), &Spelling { raw, ..Spelling::default() }, false)
    }

    pub fn damaged(mut self, damaged: bool) -> Self {
        self.damaged = damaged;
        self.meaning.allow.incomplete |= damaged && self.paths;
        self
    }

    /// Reads a file, or the file beside it with the data of the chunk.
    pub fn load(&self, path: Option<&FilePath>) -> Result<Loaded, Stop> {
        no_big_stream(self.spelling.named_frame(), self.spelling.big_endian)?;
        let (path, spelling) = external::source_of(path, &self.spelling, |spelling| &mut spelling.raw)?;
        let path = path.map(Cow::into_owned);
        let raw = &spelling.raw;
        let text = match &path {
            Some(path) if raw.hex || raw.base64 => Some(input::read_up_to(path, raw.max_size)?),
            _ => None,
        };
        let bytes = match &text {
            Some(text) => input::unspelled(text.clone(), raw)?,
            None if self.sample => {
                let format = self.meaning.format().unwrap_or(Format::Godot(Decoder::new(Dialect::GODOT_3)));
                eprintln!("no INPUT: using an embedded sample of {format}");
                sample::bytes(&format).map_err(Stop::Wrong)?
            }
            None => input::load(path.as_deref(), raw)??,
        };
        Ok(Loaded { path, spelling, text, bytes })
    }

    /// Answers for each value of a long stream and returns the status, or reads a file.
    pub fn stream_or_load(
        &self,
        path: Option<&FilePath>,
        answer: &mut dyn FnMut(&Value<'_>) -> Outcome,
    ) -> Result<Result<Loaded, Status>, Stop> {
        no_big_stream(self.spelling.named_frame(), self.spelling.big_endian)?;
        let (spelling, path_buf) = (self.spelling.clone(), path.map(FilePath::to_path_buf));
        Ok(match stream::each(self, path, answer)? {
            Streamed::Not => Ok(self.load(path)?),
            Streamed::Held(bytes) => Ok(Loaded { path: path_buf, spelling, text: None, bytes }),
            Streamed::Answered(status) => Err(status),
        })
    }

    /// Opens the values of a file, whatever they are in.
    pub fn open<'f>(&self, loaded: &'f Loaded) -> Result<Open<'f>, Problem> {
        let (meaning, spelling) = (&self.meaning, &loaded.spelling);
        let path = loaded.path.as_deref().unwrap_or(FilePath::new("-"));
        let mut notes = match (self.silent, self.paths) {
            (true, _) => Notes::silent(),
            (_, true) => Notes::default().about(path),
            _ => Notes::default(),
        };
        let skip = spelling.skip;
        let mut open = Open {
            path,
            loaded,
            source: Source::Stream(Vec::new()),
            arrangement: Arrangement::Single,
            format: meaning.format().unwrap_or_else(|| packets::id_and_data(0)),
            found: None,
            changed: BTreeMap::new(),
            damage: None,
            hint: None,
            silent: self.silent,
            closed: None,
            incomplete: meaning.allow.incomplete && !self.paths,
            key: None,
        };
        if let Some(packets) = Packets::new(meaning, spelling)? {
            let stream = skip.apply(&loaded.bytes)?;
            if !self.silent {
                packets.say_hint(stream);
            }
            let slots = packets.read(stream).into_iter().map(|(frame, packet)| Slot {
                frame: skip.skip + frame.start..skip.skip + frame.end,
                packet: packet.map(|(at, bytes)| {
                    let format = packets.format(&bytes).into_owned();
                    (skip.skip + at, bytes, format)
                }),
            });
            open.source = Source::Stream(slots.collect());
            return Ok(open);
        }
        if let Some(recording) = recording(&loaded.bytes, meaning, spelling) {
            if let Some(given) = meaning.named.format.version()
                && let Some(problem) = no_recording(&loaded.bytes, skip.skip, given, &recording)
            {
                return Err(problem);
            }
            open.damage = recording.first_error().map(problem_of_session).filter(|_| self.paths);
            open.source = Source::Recorded(Box::new(recording));
            return Ok(open);
        }
        let damaged = self.damaged || !self.paths;
        let opened =
            match containers::try_open(&*loaded.bytes, meaning.format().as_ref(), &spelling.raw, damaged)? {
                Ok(opened) => opened,
                Err(error) if self.paths => return Err(containers::closed(&error.reason)),
                Err(error) => {
                    open.damage = Some(containers::closed(&error.reason));
                    open.closed = Some(error);
                    return Ok(open);
                }
            };
        notes.on_containers(&opened, meaning.format().as_ref(), &spelling.raw);
        notes.say();
        open.key = opened.key().cloned();
        if !self.paths {
            memory::ensure(opened.contents().len(), meaning.format().as_ref())?;
        }
        let options = options(opened.contents(), meaning, spelling)?;
        let layers = opened.layers().to_vec();
        if let ([Layer::Stored { .. }, ..], 1..) = (&*layers, skip.skip) {
            let message =
                "the length and the compression before a chunk are read by themselves: leave out --skip";
            return Err(Problem::new("skip", message));
        }
        let refused = |error| advice::refused(error, &layers, &loaded.bytes);
        let document = match self.paths {
            true => Document::open_contents(opened, &options.allow_nearest(self.nearest).allow_text(true)),
            false => Document::read(opened, &options.allow_nearest(self.nearest)),
        };
        let document = document.map_err(refused)?.allow_damaged(true);
        open.arrangement = document.arrangement();
        open.format = document.format().clone();
        open.found = document.found().cloned();
        open.damage = containers::damage(document.damage());
        match document.bad_text() {
            Some(error) if self.paths => {
                notes.add(format!("{error}: the game refuses it; its bytes are kept"));
            }
            Some(error) => open.damage = open.damage.or_else(|| Some(error.clone().into())),
            None => {}
        }
        // The advice is about all of the contents.
        let contents = if layers.is_empty() { &*loaded.bytes } else { document.contents() };
        if let (true, Some(Contents::Unknown(nearest)), None, None) =
            (layers.is_empty(), &open.found, meaning.named.format.named(), spelling.frame)
        {
            let data = loaded.bytes.get(skip.skip..).unwrap_or_default();
            if let Some((recording, versions)) = nameless(data, &nearest.error, most(data, &spelling.raw)) {
                notes.add(format!("the input is {}", said_of_recording(&recording, &versions)));
                notes.say();
                open.damage = recording.first_error().map(problem_of_session).filter(|_| self.paths);
                open.source = Source::Recorded(Box::new(recording));
                return Ok(open);
            }
        }
        open.hint = advice::hint(open.found.as_ref(), contents, meaning, spelling, &mut notes);
        let ids = if self.silent || self.paths { 0 } else { objects_by_id(&document) };
        if ids > 0 {
            let objects = if ids == 1 { "1 object is".into() } else { format!("{ids} objects are") };
            notes.add(format!("{objects} stored only by id: the properties are not in the file"));
        }
        open.source = Source::Document(Box::new(document));
        let other = open.hint.as_ref().filter(|hint| hint.other_values).map(|hint| hint.text.clone());
        match (&open.found, meaning.named.format.named(), &mut open.damage) {
            (_, _, Some(damage)) if self.paths => {
                *damage = other.iter().fold(damage.clone(), Problem::with_advice);
                return Ok(open);
            }
            // The error of a guessed format would mislead.
            (Some(Contents::Unknown(_)), None, None) if other.is_some() => {
                let advice = other.unwrap_or_default();
                return Err(Problem::new("unknown", format!("no format reads this input; {advice}")));
            }
            (Some(Contents::Unknown(nearest)), None, None) if self.paths => {
                return Err(unknown(nearest, open.arrangement));
            }
            _ if self.paths => open.say_hint(),
            _ => {}
        }
        notes.say();
        Ok(open)
    }

    /// Calls `answer` with each value of a file, and with the error of the file itself.
    pub fn each(&self, path: Option<&FilePath>, mut answer: impl FnMut(&Value<'_>) -> Outcome) -> Outcome {
        self.each_of(path, |_| Ok(None), &mut answer)
    }

    /// Like [`each`](Self::each), but asks `whole` first, which may answer for the whole file.
    pub fn each_of(
        &self,
        path: Option<&FilePath>,
        whole: impl FnOnce(&Open<'_>) -> Result<Option<Status>, Stop>,
        answer: &mut dyn FnMut(&Value<'_>) -> Outcome,
    ) -> Outcome {
        let loaded = match self.stream_or_load(path, answer) {
            Err(Stop::Input(problem)) => return answer(&Value::error(problem)),
            Ok(Err(status)) => return Ok(status),
            Ok(Ok(loaded)) => loaded,
            Err(stop) => return Err(stop),
        };
        let open = match self.open(&loaded) {
            Err(problem) => return answer(&Value::error(problem)),
            Ok(open) => open,
        };
        if let Some(status) = whole(&open)? {
            return Ok(status);
        }
        let mut status = Status::Success;
        for value in open.values() {
            status = status.and(answer(&value)?);
        }
        if status == Status::Rejected {
            if let ([layer, ..], false) = (open.layers(), self.silent) {
                eprintln!("note: the file is {layer}: offsets of values are relative to its contents");
            }
            open.say_hint();
        }
        match &open.damage {
            Some(damage) => Ok(status.and(answer(&Value::error(damage.clone()))?)),
            None => Ok(status),
        }
    }
}

impl Value<'_> {
    pub fn error(problem: Problem) -> Self {
        Self { error: Some(problem.clone()), ..Self::at(problem.offset) }
    }

    /// A value without bytes.
    pub fn at(offset: usize) -> Self {
        Self {
            number: 0,
            name: None,
            sent: None,
            offset,
            bytes: Cow::Borrowed(&[]),
            format: Cow::Owned(Format::Minecraft(Protocol::V1_14, TypeExpr::Int(IntType::VarInt))),
            framed: false,
            advised: false,
            frame: None,
            error: None,
        }
    }

    /// Calls `look` with a view of the value. An absent NBT root, and a packet that cannot be read, have none.
    pub fn view<T>(&self, look: impl FnOnce(AnyView<'_>) -> T) -> Result<Option<T>, Problem> {
        match &self.error {
            Some(_) if self.sent.is_some() => return Ok(None),
            Some(error) => return Err(error.clone()),
            None => {}
        }
        self.format.view(&self.bytes, &Path::default(), look).map_err(|error| match error {
            EditError::Decode(error) => Problem::of_value(&self.format, &self.bytes, error, self.offset),
            error => error.into(),
        })
    }
}

impl<'f> Open<'f> {
    pub fn len(&self) -> usize {
        match &self.source {
            Source::Stream(slots) => slots.len(),
            Source::Document(document) => document.len(),
            Source::Recorded(recording) => recording.len(),
        }
    }

    /// Returns the values, and then the error after them.
    pub fn values(&self) -> impl Iterator<Item = Value<'_>> {
        let rest = match &self.source {
            Source::Recorded(recording) if self.damage.is_none() => recording.error().map(|error| {
                let end = recording.packets().next_back().map_or(0, |last| last.frame.end);
                let rest = (self.head(), Cow::Borrowed(recording.rest()), end);
                let frame = (!recording.rest().is_empty()).then_some(rest);
                Value { frame, ..Value::error(problem_of_session(error)) }
            }),
            Source::Document(document) => document.broken().map(|error| Value::error(error.clone().into())),
            Source::Recorded(_) | Source::Stream(_) => None,
        };
        (0..self.len()).filter_map(|number| self.value(number)).chain(rest)
    }

    fn plain(&self, number: usize) -> Value<'_> {
        let framed = self.arrangement != Arrangement::Single;
        let advised = self.hint.as_ref().is_some_and(|hint| hint.other_values || framed);
        Value { number, format: Cow::Borrowed(&self.format), framed, advised, ..Value::at(0) }
    }

    pub fn value(&self, number: usize) -> Option<Value<'_>> {
        let plain = self.plain(number);
        Some(match &self.source {
            Source::Document(document) => {
                let value = document.value(number).ok()?;
                let (name, offset) = (value.name().map(Cow::Borrowed), value.offset());
                match value.as_wire() {
                    Ok(bytes) => Value { name, offset, bytes, ..plain },
                    Err(error) => Value { name, offset, error: Some(error.into()), ..plain },
                }
            }
            Source::Stream(slots) => {
                let slot = slots.get(number)?;
                let stream = self.loaded.bytes.get(slot.frame.clone()).unwrap_or_default();
                let frame = Some((FrameHead::Packet, Cow::Borrowed(stream), slot.frame.start));
                let plain = Value { frame, framed: true, ..plain };
                match &slot.packet {
                    Ok((offset, bytes, format)) => {
                        let (bytes, format) = (Cow::Borrowed(&**bytes), Cow::Borrowed(format));
                        Value { offset: *offset, bytes, format, ..plain }
                    }
                    Err(error) => Value { offset: slot.frame.start, error: Some(error.clone()), ..plain },
                }
            }
            Source::Recorded(recording) => {
                let one = recording.packet(number)?;
                let (protocol, expr) = (one.packet.protocol(), one.packet.expr().clone());
                let offset = one.offset();
                Value {
                    sent: Some((one.packet.state(), one.packet.side())),
                    frame: Some((self.head(), Cow::Borrowed(one.raw), one.frame.start)),
                    error: one
                        .error
                        .filter(|_| !self.incomplete || one.bytes.is_empty())
                        .map(problem_of_session),
                    bytes: self.changed.get(&number).map_or(one.bytes, |bytes| Cow::Borrowed(bytes)),
                    format: Cow::Owned(Format::Minecraft(protocol, expr)),
                    offset,
                    framed: true,
                    ..plain
                }
            }
        })
    }

    fn head(&self) -> FrameHead {
        match &self.source {
            Source::Recorded(recording) if recording.is_replay() => FrameHead::Replay,
            _ => FrameHead::Packet,
        }
    }

    pub fn document(&self) -> Option<&Document<'f>> {
        if let Source::Document(document) = &self.source { Some(document) } else { None }
    }

    pub fn document_mut(&mut self) -> Option<&mut Document<'f>> {
        if let Source::Document(document) = &mut self.source { Some(document) } else { None }
    }

    pub fn recording(&self) -> Option<&Recording<'f>> {
        if let Source::Recorded(recording) = &self.source { Some(recording) } else { None }
    }

    /// The rows of what is around the values: the archive of a recording, or a container that cannot be opened.
    pub fn explain_around(&self) -> Option<Explainer<'_>> {
        match (&self.closed, self.recording()) {
            (Some(error), _) => document::explain_unopened(&self.loaded.bytes, error),
            (None, recording) => recording?.explain_archive(),
        }
    }

    pub fn layers(&self) -> &[gamewire_files::identify::Layer] {
        match &self.source {
            Source::Document(document) => document.layers(),
            Source::Stream(_) | Source::Recorded(_) => &[],
        }
    }

    pub fn say_hint(&self) {
        if let (Some(hint), false) = (&self.hint, self.silent) {
            hint.say();
        }
    }

    pub fn say_damage(&self) -> Status {
        let Some(damage) = &self.damage else { return Status::Success };
        report::sentence(Some(self.path), damage);
        match self.recording() {
            Some(_) => eprintln!("the file is damaged: packets that cannot be read are null"),
            None => eprintln!("the file is damaged: only the part before the damage is read"),
        }
        Status::Rejected
    }

    pub fn warn_of_damage(&self) {
        if let (Some(_), Some(damage)) = (self.recording(), &self.damage) {
            let (name, damage) = (shown(self.path), damage.to_string());
            eprintln!(
                "note: {name} is damaged; bytes that cannot be read stay as they are: {}",
                shortened(&damage)
            );
        }
    }

    pub fn has_settings(&self) -> bool {
        matches!(self.arrangement, Arrangement::Settings(_))
    }

    pub fn is_recording(&self) -> bool {
        self.recording().is_some()
    }

    pub fn is_json(&self) -> bool {
        let text = self.document().and_then(Document::text);
        matches!(text, Some(TextKind::Json | TextKind::JsonLines))
    }

    /// Returns the number of the value that a path leads to, and the path in it.
    pub fn place(&self, path: &Path, number: Option<usize>) -> Result<(usize, Path), Problem> {
        if self.is_recording() {
            return match path.segments() {
                [Segment::Index(number), rest @ ..] if *number < self.len() => {
                    Ok((*number, with_params(rest)))
                }
                [Segment::Index(number), ..] => {
                    Err(path_problem(format!("there is no [{number}]: there are {} packets", self.len())))
                }
                _ => Err(path_problem("a path begins with the number of a packet: [0].name")),
            };
        }
        let document = self.document().ok_or_else(|| path_problem("the file has no paths"))?;
        match number {
            _ if self.has_settings() => Ok((0, path.clone())),
            Some(number) => Ok((document.value(number).map(|_| number)?, path.clone())),
            None => Ok(document.find(path)?),
        }
    }

    /// Returns the value at a path.
    pub fn get(&self, path: &Path, number: Option<usize>) -> Result<AnyValue, Problem> {
        match self.document() {
            Some(document) => Ok(match number {
                Some(number) if !self.has_settings() => document.value(number)?.get_path(path)?,
                _ => document.get_path(path)?,
            }),
            None => {
                let (number, path) = self.place(path, number)?;
                let value = self.value(number).ok_or_else(|| path_problem("there is no such value"))?;
                match value.error {
                    Some(problem) => Err(problem),
                    None => Ok(value.format.get_path(&value.bytes, &path)?),
                }
            }
        }
    }

    /// Sets the value at a path, or removes it.
    pub fn set(
        &mut self,
        path: &Path,
        number: Option<usize>,
        new: Option<AnyValue>,
    ) -> Result<(), DocumentError> {
        let settings = self.has_settings();
        if let Some(document) = self.document_mut() {
            return match (number, new) {
                (Some(number), Some(new)) if !settings => document.value_mut(number)?.set_path(path, new),
                (Some(number), None) if !settings => document.value_mut(number)?.remove_path(path),
                (_, Some(new)) => document.set_path(path, new),
                (_, None) => document.remove_path(path),
            };
        }
        let nowhere = || DocumentError::Nowhere { path: path.clone(), count: 0 };
        let (number, path) = self.place(path, number).map_err(|_| nowhere())?;
        let value = self.value(number).ok_or_else(nowhere)?;
        let Format::Minecraft(protocol, expr) = &*value.format else { return Err(nowhere()) };
        let bytes = match &new {
            Some(AnyValue::Packet(new)) => expr.set_path_json(*protocol, &value.bytes, &path, new.as_json()),
            _ => expr.remove_path(*protocol, &value.bytes, &path),
        }?;
        drop(value);
        self.replace(number, bytes)
    }

    /// Replaces the bytes of a value.
    pub fn replace(&mut self, number: usize, bytes: Vec<u8>) -> Result<(), DocumentError> {
        match &mut self.source {
            Source::Document(document) => document.value_mut(number)?.set_wire(bytes),
            _ => drop(self.changed.insert(number, bytes)),
        }
        Ok(())
    }

    /// Returns the file with all changes, in its containers and its text.
    pub fn written(&self) -> Result<Cow<'_, [u8]>, Problem> {
        let original = Cow::Borrowed(&*self.loaded.bytes);
        let file = match &self.source {
            Source::Stream(_) => original,
            Source::Recorded(_) if self.changed.is_empty() => original,
            Source::Recorded(recording) => {
                let skipped = self.loaded.bytes.get(..self.loaded.spelling.skip.skip).unwrap_or_default();
                let new =
                    recording.with_packets(&self.changed).map_err(|error| problem_of_session(&error))?;
                Cow::Owned([skipped, &new].concat())
            }
            Source::Document(document) => {
                let layers = files::renewed(document.layers(), None)?;
                match &self.damage {
                    None => document.encode_in(&layers)?,
                    Some(_) => {
                        Cow::Owned(files::around(&layers, &document.to_contents()?, self.key.as_ref())?)
                    }
                }
            }
        };
        match &self.loaded.text {
            None => Ok(file),
            Some(text) if *file == *self.loaded.bytes => Ok(Cow::Borrowed(text)),
            Some(_) => Ok(self.loaded.spelling.raw.spelled(file)),
        }
    }

    /// Writes the file of [`written`](Self::written), in parts if that is possible.
    pub fn write(&self, out: &mut dyn Write) -> Result<(), Stop> {
        let rejected = |problem| Stop::rejected(self.path, &problem);
        match (&self.source, &self.loaded.text, &self.damage) {
            (Source::Document(document), None, None) => {
                let layers = files::renewed(document.layers(), None).map_err(rejected)?;
                match document.write_in(&layers, out) {
                    Err(DocumentError::Io(error)) => Err(error.into()),
                    written => written.map_err(|error| rejected(error.into())),
                }
            }
            _ => Ok(out.write_all(&self.written().map_err(rejected)?)?),
        }
    }

    /// Writes the file as it was read.
    pub fn write_file(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.loaded.text.as_ref().unwrap_or(&self.loaded.bytes))
    }

    /// Returns an error if the file is a dump, of which only the digits would be written.
    pub fn can_replace(&self, out: Option<&FilePath>) -> Result<(), Stop> {
        let is_digit = |byte: &u8| byte.is_ascii_hexdigit() || byte.is_ascii_whitespace();
        let text = self.loaded.text.as_ref().filter(|_| self.loaded.spelling.raw.hex);
        let is_dump = text.is_some_and(|text| !text.iter().all(is_digit));
        if is_dump && out.is_none() && self.path != FilePath::new("-") {
            return Err(Stop::Wrong(format!(
                "{} is a dump, and only its digits would be written: pass --out FILE, or --out - to print them",
                shown(self.path)
            )));
        }
        Ok(())
    }
}

/// The chunks of a region that is asked for as a whole: each is a file of its own. Damaged ones are listed, too.
pub fn chunks(loaded: &Loaded) -> Option<Vec<(ChunkPos, bool)>> {
    let asks = loaded.spelling.raw.chunk.is_none();
    let is_region = || gamewire_files::identify::examine(&loaded.bytes);
    if !asks || !matches!(is_region(), Contents::Foreign(Foreign::Region)) {
        return None;
    }
    let region = Region::parse_damaged(&loaded.bytes).ok()?;
    let damaged: Vec<_> = region.damage().filter_map(|error| error.at).collect();
    let listed = ChunkPos::all().filter_map(|at| match region.chunk(at) {
        Some(chunk) => Some((at, chunk.is_external())),
        None => damaged.contains(&at).then_some((at, false)),
    });
    Some(listed.collect())
}

/// A recording: one that the command line names, or one that states its version.
pub fn recording<'f>(bytes: &'f [u8], meaning: &Meaning, spelling: &Spelling) -> Option<Recording<'f>> {
    let given = meaning.named.format.version().cloned();
    let is_auto = meaning.format().is_none() && spelling.named_frame().is_none() && spelling.skip.skip == 0;
    if given.is_none() && !(is_auto && Recording::detect(bytes)) {
        return None;
    }
    let bytes = bytes.get(spelling.skip.skip..).unwrap_or_default();
    Some(Recording::read(given, bytes, most(bytes, &spelling.raw)))
}

pub fn most(bytes: &[u8], raw: &Raw) -> usize {
    raw.max_size.unwrap_or_else(|| bytes.len().saturating_mul(256).max(1 << 20))
}

pub fn problem_of_session(error: &SessionError) -> Problem {
    let problem = Problem::new("packet", error.to_string());
    match error {
        SessionError::Frame(at, _) | SessionError::Packet(at, _) | SessionError::Encrypted(at) => {
            problem.at(*at)
        }
        SessionError::NoVersion | SessionError::UnknownVersion(_) => {
            problem.with_advice("pass --as minecraft-VERSION, such as --as minecraft-1.20.4")
        }
        _ => problem,
    }
}

/// Adds `params` to a path in a packet, unless it names another member.
pub fn with_params(steps: &[Segment]) -> Path {
    const MEMBERS: [&str; 4] = ["name", "state", "side", "params"];
    let params = match steps.first() {
        Some(Segment::Name(name)) if !MEMBERS.contains(&&**name) => Some(Segment::text("params")),
        _ => None,
    };
    params.into_iter().chain(steps.iter().cloned()).collect::<Vec<_>>().into()
}

fn path_problem(message: impl Into<String>) -> Problem {
    Problem::new("path", message)
}

/// Returns the options of the command line for these contents.
fn options(contents: &[u8], meaning: &Meaning, spelling: &Spelling) -> Result<OpenOptions, Problem> {
    let values = spelling.skip.apply(contents)?;
    let (format, settings) = (meaning.format(), values.starts_with(b"ECFG"));
    let arrangement = match spelling.framing() {
        Some(Some(framing)) => Some(Arrangement::Framed(framing)),
        Some(None) => Some(Arrangement::Single),
        None if spelling.frame.is_none() && matches!(format, Some(Format::Godot(_))) => {
            Some(Arrangement::Single)
        }
        None => None,
    };
    // Settings are never a single value.
    let arrangement = arrangement.filter(|is| *is != Arrangement::Single || !settings);
    let allow = &meaning.allow;
    Ok(OpenOptions::new()
        .format(format)
        .arrangement(arrangement)
        .skip(spelling.skip.skip)
        .allow_trailing(allow.trailing)
        .allow_objects(!allow.no_objects)
        .allow_incomplete(allow.incomplete))
}

/// Returns the number of objects that are stored only by their id.
fn objects_by_id(document: &Document<'_>) -> usize {
    let Format::Godot(decoder) = document.format() else { return 0 };
    let Some(id) = decoder.dialect().id(Kind::Object) else { return 0 };
    let is_header = |word: &[u8; 4]| word[0] == id && word[2] & 1 == 1;
    let count = |value: Variant| {
        value.walk().with_keys().filter_map(Variant::as_object_id).filter(|id| *id != 0).count()
    };
    let values = document.values().filter_map(|value| value.as_wire().ok());
    let values = values.filter(|bytes| bytes.as_chunks::<4>().0.iter().any(is_header));
    values.filter_map(|bytes| decoder.parse(&bytes).ok().map(count)).sum()
}

/// Returns the error of bytes that are no recording of a version, but a value, or one of its packets.
fn no_recording(
    bytes: &[u8],
    skip: usize,
    given: &MinecraftPackets,
    read: &Recording<'_>,
) -> Option<Problem> {
    read.first_error()?;
    let bytes = bytes.get(skip..)?;
    let found = gamewire_files::identify::examine(bytes);
    if let Contents::Godot { .. } | Contents::Nbt { .. } = found {
        let message = format!("the input is no recording of packets, but {found}: leave out --as");
        return Some(Problem::new("packet", message));
    }
    let fitting =
        |bytes: &[u8]| given.fitting(bytes).into_iter().map(|packet| (packet, Vec::new())).collect();
    let clues = if read.readable() == 0 { advice::packets(bytes, fitting) } else { Vec::new() };
    (!clues.is_empty()).then(|| Problem::new("packet", format!("the input is {}", advice::listed(&clues))))
}

fn unknown(nearest: &Nearest, arrangement: Arrangement) -> Problem {
    let unknown = DocumentError::Unknown { nearest: nearest.format, error: nearest.error.clone() };
    let problem = Problem::new("file", unknown.to_string());
    match nearest.error.kind().code() {
        "trailing" if arrangement == Arrangement::Single => {
            problem.with_advice("pass --trailing to ignore them")
        }
        _ => problem,
    }
}

impl From<DocumentError> for Problem {
    fn from(error: DocumentError) -> Self {
        match error {
            DocumentError::Edit(EditError::Decode(error)) => error.into(),
            DocumentError::Edit(EditError::Encode(error)) => error.into(),
            DocumentError::Edit(error) => error.into(),
            DocumentError::Wrap(reason) => containers::closed(&reason),
            DocumentError::Several { path, numbers } => {
                let message = format!("several values have {path:#}; pass --value {}", ranges(&numbers));
                Self::new("file", message)
            }
            DocumentError::Conversion { .. } => Self::new("format", error.to_string()),
            error => Self::new("file", error.to_string()),
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
        path_problem(error.to_string())
    }
}

impl From<EditError> for Problem {
    fn from(error: EditError) -> Self {
        path_problem(error.to_string())
    }
}

/// Returns the version and the sender of the packets: `a recorded session of Minecraft 1.20, 15 packets of the client`.
pub fn said_of_recording(recording: &Recording<'_>, versions: &[&'static str]) -> String {
    let what = if recording.is_replay() { "a recording of ReplayMod" } else { "a recorded session" };
    let last = versions.iter().skip(1).next_back().map_or(String::new(), |last| format!(" to {last}"));
    let version =
        recording.version.as_ref().map_or(String::new(), |version| format!(" of Minecraft {version}{last}"));
    let side = if recording.side == Side::Client { "client" } else { "server" };
    let damaged = if recording.first_error().is_some() { ", damaged" } else { "" };
    format!("{what}{version}, {} packets of the {side}{damaged}", recording.readable())
}

/// Returns a recording that does not state its version, and the versions that read it. `error` is that of the format that
/// reads the most.
pub fn nameless<'f>(
    bytes: &'f [u8],
    error: &DecodeError,
    most: usize,
) -> Option<(Recording<'f>, Vec<&'static str>)> {
    let versions = PacketStream::versions(bytes, Some(error), most);
    let packets = MinecraftPackets::named(versions.first()?)?;
    Some((Recording::read(Some(packets), bytes, most), versions))
}

impl Loaded {
    /// Returns the file again, with a chunk that is asked for.
    pub fn clone_for(&self, chunk: ChunkPos) -> Self {
        let mut loaded = self.clone();
        loaded.spelling.raw.chunk = Some(chunk.into());
        loaded
    }
}

impl Open<'_> {
    /// The skipped bytes before the values.
    pub fn before(&self) -> &[u8] {
        let contents = self.document().map_or(&[][..], Document::contents);
        contents.get(..self.loaded.spelling.skip.skip).unwrap_or_default()
    }
}
