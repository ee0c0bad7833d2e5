//! One open file: a sequence of values, each of which can be read, found by a path, replaced, and written back into its place.

use std::borrow::Cow;
use std::path::{Path as FilePath, PathBuf};

use gamewire::explain::Explainer;
use gamewire::godot::{Decoder, Dialect, Kind, Variant};
use gamewire::minecraft::{
    IntType, Packets as MinecraftPackets, Protocol, Recording, SessionError, Side, State, TypeExpr,
};
use gamewire::path::{EditError, Path};
use gamewire::shared::Counted;
use gamewire_files::document::{AnyValue, AnyView, Document, DocumentError, Format, OpenOptions, TextKind};
use gamewire_files::identify::{Arrangement, Contents, Foreign, Nearest, OpenError, examine};
use gamewire_files::minecraft::region::{ChunkPos, Region};
use gamewire_files::shared::document::recording_title;
use gamewire_files::shared::identify::{frame_option, packet_clues, reads_nothing};

use crate::args::{Allow, Meaning, Skip, Spelling, no_big_stream, no_packets};
use crate::input::{self, Hint, Notes, advice, containers, external, memory, packets, sample};
use crate::output::{Problem, Status, Stop, eprintln, files, sentence, shortened, shown, wrong};
use crate::values::{AnyFormat, text};

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
    /// The bytes are explained: a region by its first chunk, and contents of a container with their own offsets.
    pub explained: bool,
}

/// The bytes of a file, as they were read.
#[derive(Debug)]
pub struct Loaded {
    pub path: Option<PathBuf>,
    pub spelling: Spelling,
    /// The text of the file, if it is hexadecimal or base64.
    pub text: Option<Vec<u8>>,
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
    /// Whether there is better advice for bytes after the value than to ignore them, and for an error than `--partial`.
    pub advised: bool,
    /// The frame around it: its arrangement, its bytes and its offset.
    pub frame: Option<(Arrangement, Cow<'v, [u8]>, usize)>,
    /// The reason why there is no value here.
    pub error: Option<Problem>,
}

#[derive(Debug)]
pub struct Open<'f> {
    pub path: &'f FilePath,
    pub loaded: &'f Loaded,
    /// The values. A file whose container cannot be opened has none.
    document: Option<Box<Document<'f>>>,
    pub arrangement: Arrangement,
    pub format: Format,
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
    pub fn by_paths(named: &AnyFormat, spelling: &Spelling, trailing: bool) -> Self {
        let allow = Allow { objects: true, trailing, ..Allow::default() };
        Self { paths: true, nearest: true, ..Self::new(&Meaning { named: named.clone(), allow }, spelling) }
    }

    /// A file that is reached by paths, and of which the part before the damage is enough.
    pub fn damaged(mut self) -> Self {
        self.damaged = true;
        self.meaning.allow.incomplete = true;
        self
    }

    /// Reads a file, or the file beside it with the data of the chunk.
    pub fn load(&self, path: Option<&FilePath>) -> Result<Loaded, Stop> {
        no_big_stream(self.spelling.named_frame(), self.spelling.big_endian)?;
        if self.paths {
            no_packets(&self.spelling)?;
        }
        let (path, raw) = external::source_of(path, &self.spelling.raw)?;
        let (path, spelling) = (path.map(Cow::into_owned), Spelling { raw, ..self.spelling.clone() });
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
        let skip = containers::skipped(&bytes, spelling.skip.skip);
        let spelling = Spelling { skip: Skip { skip }, ..spelling };
        Ok(Loaded { path, spelling, text, bytes })
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
            document: None,
            arrangement: Arrangement::Single,
            format: meaning.format().unwrap_or_else(|| packets::id_and_data(0)),
            damage: None,
            hint: None,
            silent: self.silent,
            closed: None,
            incomplete: meaning.allow.incomplete && !self.paths,
            key: None,
        };
        let version = meaning.named.version();
        let recorded = OpenOptions::new().max_size(spelling.raw.max_size).skip(skip.skip);
        if (version.is_some() || meaning.format().is_none() && spelling.named_frame().is_none())
            && let Some((recording, versions)) = recorded.packets(version.cloned()).recording(&loaded.bytes)
        {
            if let Some(given) = version
                && let Some(problem) = no_recording(&loaded.bytes, skip.skip, given, &recording)
            {
                return Err(problem);
            }
            if !versions.is_empty() {
                notes.add(format!("the input is {}", recording_title(&recording, &versions)));
            }
            if let Some(given) = version
                && Recording::detect(&loaded.bytes)
                && let Some((Recording { version: Some(stated), .. }, _)) =
                    OpenOptions::new().recording(&loaded.bytes)
                && MinecraftPackets::named(&stated)
                    .is_some_and(|packets| packets.protodef() != given.protodef())
            {
                notes.add(format!(
                    "the recording states that it is of Minecraft {stated}: leave out --as to read it so"
                ));
            }
            notes.say();
            let damage = recording.first_error().map(problem_of_session).filter(|_| self.paths);
            let document = Box::new(Document::of_recording(recording, &*loaded.bytes, skip.skip));
            let arrangement = document.arrangement();
            return Ok(Open { damage, arrangement, document: Some(document), ..open });
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
        let cut = containers::damage(opened.damage());
        let is_spelled = spelling.raw.hex || spelling.raw.base64;
        let refused = |error| match (advice::refused(error, &layers, &loaded.bytes), &cut) {
            (refused, Some(cut)) => cut.clone().with_advice(refused),
            (_, None) if is_spelled && advice::spelled(Foreign::Text, &loaded.bytes).is_some() => {
                let message = "the bytes are spelled out twice: gamewire unpack with the same option prints the inner text";
                Problem::new("foreign", message)
            }
            (refused, None) => refused,
        };
        let document = match self.paths {
            true => Document::open_contents(opened, &options.allow_nearest(self.nearest).allow_text(true)),
            false => Document::read(opened, &options.allow_nearest(self.nearest)),
        };
        let document = document.map_err(refused)?.allow_damaged(true);
        open.damage = containers::damage(document.damage());
        match document.bad_text() {
            Some(error) if self.paths => {
                notes.add(format!("{error}: the game refuses it; its bytes are kept"));
            }
            Some(error) => open.damage = open.damage.or_else(|| Some(error.clone().into())),
            None => {}
        }
        if self.paths && is_rounded(&document) {
            notes.add(
                "a number in it is outside of the range of an int: it is read as a float, which may round it",
            );
        }
        let unknown = match document.found() {
            Some(Contents::Unknown(nearest)) if meaning.named.named().is_none() => Some(nearest),
            _ => None,
        };
        // The advice is about all of the contents.
        let contents = if layers.is_empty() { &*loaded.bytes } else { document.contents() };
        open.hint = advice::hint(document.found(), contents, meaning, spelling, &mut notes);
        let has_form = |bytes: Cow<'_, [u8]>| document.format().check(&bytes).is_ok();
        let is_read = || document.values().all(|value| value.as_wire().is_ok_and(has_form));
        let other = open.hint.as_ref().filter(|hint| hint.other_values).map(|hint| &hint.text);
        match (&open.damage, unknown, other) {
            (Some(damage), _, Some(advice)) if self.paths => {
                let damage = damage.clone().with_advice(advice);
                // Another option than the given one is right. Without one, the advice is a guess.
                if meaning.named.named().is_some() || spelling.framing().is_some() {
                    return Err(damage);
                }
                open.damage = Some(damage);
            }
            (Some(_), ..) if self.paths => {}
            // The error of a guessed format would mislead.
            (None, Some(_), Some(advice)) => {
                let message = format!("no detectable format reads this input; {advice}");
                return Err(Problem::new("unknown", message));
            }
            // Layers around such bytes are still explained and named.
            (None, Some(nearest), None)
                if self.paths || document.layers().is_empty() && reads_nothing(&nearest.error, skip.skip) =>
            {
                return Err(self::unknown(nearest, &document, skip.skip, meaning.allow.trailing));
            }
            // In several files, the reason is said in place of the error.
            (None, None, Some(advice)) if (self.paths || self.silent) && !is_read() => {
                return Err(Problem::new("format", advice));
            }
            _ if self.paths => {
                open.say_hint();
                notes.say();
            }
            _ => {
                let ids = if self.silent { 0 } else { objects_by_id(&document) };
                if ids > 0 {
                    let objects = Counted(ids, "object");
                    let is = objects.is();
                    notes
                        .add(format!("{objects} {is} stored only by id: the properties are not in the file"));
                }
                notes.say();
            }
        }
        let (arrangement, format) = (document.arrangement(), document.format().clone());
        Ok(Open { arrangement, format, document: Some(Box::new(document)), ..open })
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
        self.document().map_or(0, Document::len)
    }

    /// Returns the values, and then the error after them.
    pub fn values(&self) -> impl Iterator<Item = Value<'_>> {
        let broken = self.document().and_then(Document::broken);
        let rest = match self.recording().filter(|_| self.damage.is_none()) {
            Some(recording) => recording.error().map(|error| {
                let end = recording.packets().next_back().map_or(0, |last| last.frame.end);
                let rest = (self.arrangement, Cow::Borrowed(recording.rest()), end);
                let frame = (!recording.rest().is_empty()).then_some(rest);
                Value { frame, ..Value::error(problem_of_session(error)) }
            }),
            None => broken.map(|error| Value::error(error.clone().into())),
        };
        (0..self.len()).filter_map(|number| self.value(number)).chain(rest)
    }

    pub fn value(&self, number: usize) -> Option<Value<'_>> {
        let value = self.document()?.value(number).ok()?;
        let framed = self.arrangement != Arrangement::Single;
        let advised = self.hint.as_ref().is_some_and(|hint| hint.other_values || framed);
        let plain = Value { number, framed, advised, ..Value::at(0) };
        if let Some(one) = value.packet() {
            let error = one.error.filter(|_| !self.incomplete || one.bytes.is_empty());
            return Some(Value {
                sent: Some((one.packet.state(), one.packet.side())),
                frame: Some((self.arrangement, Cow::Borrowed(one.raw), one.frame.start)),
                offset: one.offset(),
                error: error.map(problem_of_session),
                bytes: one.bytes,
                format: Cow::Owned(one.packet.into()),
                ..plain
            });
        }
        let (name, offset) = (value.name().map(Cow::Borrowed), value.offset());
        let plain = Value { name, offset, format: Cow::Borrowed(&self.format), ..plain };
        Some(match value.as_wire() {
            Ok(bytes) => Value { bytes, ..plain },
            Err(error) => Value { error: Some(error.into()), ..plain },
        })
    }

    pub fn document(&self) -> Option<&Document<'f>> {
        self.document.as_deref()
    }

    pub fn document_mut(&mut self) -> Option<&mut Document<'f>> {
        self.document.as_deref_mut()
    }

    pub fn recording(&self) -> Option<&Recording<'f>> {
        self.document()?.recording()
    }

    /// Explains the file, except for the packets of a recording.
    pub fn explain(&self) -> Vec<Explainer<'_>> {
        match (&self.closed, self.document()) {
            (Some(error), _) => error.explain(&self.loaded.bytes[..]).into_iter().collect(),
            (None, Some(document)) => match document.recording() {
                Some(recording) => recording.explain_archive().into_iter().collect(),
                None => document.explain(),
            },
            (None, None) => Vec::new(),
        }
    }

    /// The skipped bytes before the values.
    pub fn before(&self) -> &[u8] {
        let contents = self.document().map_or(&[][..], Document::contents);
        contents.get(..self.loaded.spelling.skip.skip).unwrap_or_default()
    }

    pub fn layers(&self) -> &[gamewire_files::identify::Layer] {
        self.document().map_or(&[], Document::layers)
    }

    pub fn say_hint(&self) {
        if let (Some(hint), false) = (&self.hint, self.silent) {
            hint.say();
        }
    }

    pub fn say_damage(&self) -> Status {
        let Some(damage) = &self.damage else { return Status::Success };
        sentence(Some(self.path), damage);
        match self.recording() {
            Some(_) => eprintln!("the file is damaged: packets that cannot be read are null"),
            None => eprintln!("the file is damaged: only the part before the damage is read"),
        }
        Status::Rejected
    }

    /// Prints a note about the damage of a file that is changed.
    pub fn warn_of_damage(&self) {
        let Some(damage) = &self.damage else { return };
        let rest = match self.is_recording() {
            true => "is damaged; bytes that cannot be read stay as they are",
            false => "is damaged, and only the part before the damage is used",
        };
        eprintln!("note: {} {rest}: {}", shown(self.path), shortened(&damage.to_string()));
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
        let document = self.document().ok_or_else(|| path_problem("the file has no paths"))?;
        match number {
            _ if self.has_settings() => Ok((0, path.clone())),
            Some(number) => Ok((document.value(number).map(|_| number)?, path.clone())),
            None => Ok(document.find(path)?),
        }
    }

    /// Returns the value at a path.
    pub fn get(&self, path: &Path, number: Option<usize>) -> Result<AnyValue, Problem> {
        let document = self.document().ok_or_else(|| path_problem("the file has no paths"))?;
        Ok(match number {
            Some(number) if !self.has_settings() => document.value(number)?.get_path(path)?,
            _ => document.get_path(path)?,
        })
    }

    /// Sets the value at a path, or removes it.
    pub fn set(
        &mut self,
        path: &Path,
        number: Option<usize>,
        new: Option<AnyValue>,
    ) -> Result<(), DocumentError> {
        let number = number.filter(|_| !self.has_settings());
        let nowhere = DocumentError::Nowhere { path: path.clone(), count: 0 };
        let document = self.document_mut().ok_or(nowhere)?;
        match (number, new) {
            (Some(number), Some(new)) => document.value_mut(number)?.set_path(path, new),
            (Some(number), None) => document.value_mut(number)?.remove_path(path),
            (None, Some(new)) => document.set_path(path, new),
            (None, None) => document.remove_path(path),
        }
    }

    /// Returns the file with all changes, in its containers and its text.
    pub fn written(&self) -> Result<Cow<'_, [u8]>, Problem> {
        let file = match &self.document {
            None => Cow::Borrowed(&*self.loaded.bytes),
            Some(document) => {
                let layers = files::renewed(document.layers(), None)?;
                match self.damage.as_ref().filter(|_| !self.is_recording()) {
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

    /// The file as it was read.
    pub fn file(&self) -> &[u8] {
        self.loaded.text.as_ref().unwrap_or(&self.loaded.bytes)
    }

    /// Returns an error if the file is a dump, of which only the digits would be written.
    pub fn can_replace(&self, out: Option<&FilePath>) -> Result<(), Stop> {
        let is_digit = |byte: &u8| byte.is_ascii_hexdigit() || byte.is_ascii_whitespace();
        let text = self.loaded.text.as_ref().filter(|_| self.loaded.spelling.raw.hex);
        let is_dump = text.is_some_and(|text| !text.iter().all(is_digit));
        if is_dump && out.is_none() && self.path != FilePath::new("-") {
            return wrong!(
                "{} is a dump, and only its digits would be written: pass --out FILE, or --out - to print them",
                shown(self.path)
            );
        }
        Ok(())
    }
}

/// The chunks of a region that is asked for as a whole: each is a file of its own. Damaged ones are listed, too. An empty
/// region has none.
pub fn chunks(loaded: &Loaded) -> Option<Vec<(ChunkPos, bool)>> {
    if loaded.spelling.raw.chunk.is_some()
        || !matches!(examine(&loaded.bytes), Contents::Foreign(Foreign::Region | Foreign::EmptyRegion))
    {
        return None;
    }
    let region = Region::parse_damaged(&loaded.bytes).ok()?;
    let damaged: Vec<_> = region.damage().filter_map(|error| error.at).collect();
    let listed = ChunkPos::all().filter_map(|at| match region.chunk(at) {
        Some(chunk) => Some((at, chunk.is_external)),
        None => damaged.contains(&at).then_some((at, false)),
    });
    Some(listed.collect())
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

pub fn path_problem(message: impl Into<String>) -> Problem {
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
        .allow_foreign(spelling.raw.hex || spelling.raw.base64)
        .skip(spelling.skip.skip)
        .allow_trailing(allow.trailing)
        .allow_objects(!allow.no_objects)
        .allow_incomplete(allow.incomplete))
}

/// Returns whether JSON has a number that can be a whole one outside of the range of an int. Without its 19 digits, no value is read.
fn is_rounded(document: &Document<'_>) -> bool {
    let mut digits = document.contents().split(|byte| !byte.is_ascii_digit());
    let is_large = |value: &Variant| matches!(value, Variant::Float(number) if number.is_finite() && number.abs() >= 9.2e18);
    matches!(document.text(), Some(TextKind::Json | TextKind::JsonLines))
        && digits.any(|digits| digits.len() >= 19)
        && document.values().filter_map(|value| value.godot().ok()).any(|value| value.walk().any(is_large))
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
    let error = read.first_error()?;
    let bytes = bytes.get(skip..)?;
    let identity = OpenOptions::new().identify(bytes);
    // Packets can be read as a value by coincidence, but no engine writes that value so.
    let is_value = match &identity.contents {
        Ok(Contents::Godot { chosen, .. }) => chosen.lenient.is_none() && chosen.doubts.is_empty(),
        found => matches!(found, Ok(Contents::Nbt { .. })) || !identity.layers.is_empty(),
    };
    if is_value {
        let message = format!("the input is no recording of packets, but {identity}: leave out --as");
        return Some(Problem::new("packet", message));
    }
    // Another version may read all of it.
    let of_another = || advice::recorded(bytes, true).map(|message| Problem::new("packet", message));
    if read.readable() > 0 {
        return of_another();
    }
    if let Some(option) = advice::spelled(Foreign::Text, bytes) {
        return Some(Problem::new("packet", format!("the input spells out bytes: pass {option}")));
    }
    let fitting =
        |bytes: &[u8]| given.fitting(bytes).into_iter().map(|packet| (packet, Vec::new())).collect();
    let clues = packet_clues(bytes, fitting);
    if !clues.is_empty() {
        return Some(Problem::new("packet", format!("the input is {}", advice::listed(&clues))));
    }
    let advice = format!(
        "for a packet without its length, pass its state and side, as in --as minecraft-{}/play.toClient",
        given.name()
    );
    Some(of_another().unwrap_or_else(|| problem_of_session(error).with_advice(advice)))
}

fn unknown(nearest: &Nearest, document: &Document<'_>, skip: usize, trailing: bool) -> Problem {
    if reads_nothing(&nearest.error, skip) {
        return Problem::new("no_format", "no detectable format reads this file");
    }
    let unknown = DocumentError::Unknown { nearest: nearest.format, error: nearest.error.clone() };
    let problem = Problem::new("file", unknown.to_string());
    let bytes = document.contents().get(skip..).unwrap_or_default();
    if let (Arrangement::Framed(_), true) =
        (nearest.arrangement, nearest.read > 0 && nearest.read == nearest.values)
    {
        let options = format!("--as {}{}", nearest.format, frame_option(nearest.arrangement));
        return problem.with_advice(format!("pass {options} to use the values before it"));
    }
    let is_single = document.arrangement() == Arrangement::Single && !trailing;
    match nearest.error.kind().code() {
        "trailing" if is_single && text::may_be_followed(document.format(), bytes) => {
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
                let mut listed: Vec<_> = numbers.iter().take(NUMBERS).map(ToString::to_string).collect();
                if numbers.len() > NUMBERS {
                    listed.push(format!("another of {} numbers", numbers.len()));
                }
                let message = format!("several values have {path:#}; pass --value {}", listed.join(" or "));
                Self::new("file", message)
            }
            DocumentError::Session(error) => problem_of_session(&error),
            DocumentError::NoNumber | DocumentError::NoValue { .. } | DocumentError::Nowhere { .. } => {
                path_problem(error.to_string())
            }
            DocumentError::Conversion { .. } => Self::new("format", error.to_string()),
            error => Self::new("file", error.to_string()),
        }
    }
}

/// The most numbers that a message lists.
const NUMBERS: usize = 4;

impl From<EditError> for Problem {
    fn from(error: EditError) -> Self {
        path_problem(error.to_string())
    }
}
