//! Reads input from a file, from standard input or from an embedded sample, as raw bytes, hexadecimal digits or
//! base64.

pub mod advice;
pub mod chunk;
pub mod containers;
pub mod external;
pub mod file_values;
pub mod headers;
pub mod item;
pub mod lines;
pub mod many;
pub mod memory;
pub mod packet_paths;
pub mod packets;
pub mod recorded;
pub mod recording;
pub mod sample;
pub mod secret;
pub mod session;
pub mod target;

pub use item::{InputValue, Item, RawFrame};

use std::fs::File;
use std::io::{self, Cursor, ErrorKind, IsTerminal as _, Read};
use std::path::Path;

use gamewire::explain::FileExplainer;
use gamewire::godot::stream::{self, Reader, StreamError};
use gamewire::godot::{Decoder, Dialect, Framing};
use gamewire_files::document::{self, Format, FrameHead};
use gamewire_files::godot::FileKind;
use gamewire_files::identify::{Arrangement, Foreign, Opened};

use crate::args::{Meaning, Raw, Sample, Spelling};
use crate::input::containers::Notes;
use crate::input::file_values::FileValues;
use crate::input::packets::{Packets, Seen};
use crate::input::recorded::Recorded;
use crate::output::outcome::{Outcome, Status, Stop};
use crate::output::problem::Problem;
use crate::output::say::{eprintln, shown};
use crate::values::hex::{unbase64, unhex};

/// The default limit for inputs of unknown length.
const ENDLESS: usize = 1 << 30;

/// The frames of files longer than this are read one by one, if their format is known.
const LONG: u64 = 64 << 20;

pub fn open(path: &Path) -> Result<Box<dyn Read>, Stop> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    Ok(Box::new(File::open(path).map_err(|error| missing(path, &error))?))
}

/// Returns the error for a file that cannot be opened. If the name is the text of a value, the message tells how to
/// pass it.
fn missing(path: &Path, error: &io::Error) -> Stop {
    let name = path.to_string_lossy();
    let is_value = name.starts_with(['{', '[', '"'])
        || name.ends_with(')')
        || name.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b' ');
    match error.kind() {
        ErrorKind::NotFound if is_value => Stop::Wrong(format!(
            "{}: {error}; a value is read from a file, or from standard input if - is given instead",
            shown(path)
        )),
        _ => Stop::file(path, error),
    }
}

pub fn read(path: &Path) -> Result<Vec<u8>, Stop> {
    read_up_to(path, None)
}

/// Converts text to UTF-8. A byte order mark is removed. UTF-16, which begins with a byte order mark and is written
/// by PowerShell's `>`, is converted. Invalid UTF-16 is returned unchanged.
pub fn utf8(text: Vec<u8>) -> Vec<u8> {
    let unit: fn([u8; 2]) -> u16 = match text.as_slice() {
        [0xef, 0xbb, 0xbf, rest @ ..] => return rest.to_vec(),
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return text,
    };
    let (units, rest) = text.as_chunks::<2>();
    let units: Vec<u16> = units.iter().skip(1).map(|pair| unit(*pair)).collect();
    match String::from_utf16(&units) {
        Ok(text) if rest.is_empty() => text.into_bytes(),
        _ => text,
    }
}

/// Reads a whole file. Inputs of unknown length, such as standard input, may have at most `limit` bytes.
pub fn read_up_to(path: &Path, limit: Option<usize>) -> Result<Vec<u8>, Stop> {
    all_of(open(path)?, path, limit)
}

/// Reads the rest of an input. It is an error if the input is longer than its limit.
fn all_of(reader: impl Read, path: &Path, limit: Option<usize>) -> Result<Vec<u8>, Stop> {
    let most = most(path, limit);
    let mut bytes = Vec::new();
    let read = reader.take((most as u64).saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| Stop::file(path, &error))?;
    if bytes.len() > most {
        return Err(Stop::Wrong(format!(
            "{}: more than {most} bytes; raise the limit with --max-size",
            shown(path)
        )));
    }
    Ok(bytes)
}

/// Returns the limit of an input. Regular files have none.
fn most(path: &Path, limit: Option<usize>) -> usize {
    let file = path != Path::new("-") && std::fs::metadata(path).is_ok_and(|file| file.is_file());
    if file { usize::MAX } else { limit.unwrap_or(ENDLESS) }
}

/// The bytes of an input, or the error in its hexadecimal or base64 text.
pub type Loaded = Result<Vec<u8>, Problem>;

/// Loads the bytes of an input. Without a path, they are read from standard input. If that is a terminal or empty,
/// the embedded sample is used.
pub fn load(path: Option<&Path>, sample: Sample, raw: &Raw, format: Option<&Format>) -> Result<Loaded, Stop> {
    match path {
        Some(path) if !sample.sample => load_file(path, raw),
        Some(_) => Err(Stop::Wrong("--sample and INPUT exclude each other".into())),
        None if sample.sample || io::stdin().is_terminal() => embedded(format).map(Ok),
        None => match read_up_to(Path::new("-"), raw.max_size)? {
            nothing if nothing.is_empty() => embedded(format).map(Ok),
            text => Ok(unspelled(text, raw)),
        },
    }
}

/// Loads the bytes of a file, or of standard input for `-`.
pub fn load_file(path: &Path, raw: &Raw) -> Result<Loaded, Stop> {
    Ok(unspelled(read_up_to(path, raw.max_size)?, raw))
}

/// Returns the bytes of an input, after decoding hexadecimal or base64 text.
pub fn unspelled(text: Vec<u8>, raw: &Raw) -> Loaded {
    let mut bytes = Vec::new();
    match (raw.hex, raw.base64) {
        (true, _) => unhex(&text, &mut bytes)?,
        (_, true) => unbase64(&text, &mut bytes)?,
        _ => return Ok(text),
    }
    Ok(bytes)
}

fn embedded(format: Option<&Format>) -> Result<Vec<u8>, Stop> {
    let (bytes, name) = match format {
        Some(format) => (sample::bytes(format).map_err(Stop::Wrong)?, format.to_string()),
        None => (sample::GODOT_3.to_vec(), "Godot 3".into()),
    };
    eprintln!("no INPUT: using an embedded sample of {name}");
    Ok(bytes)
}

/// Calls `answer` with each value of the input, or with the error of the input itself.
pub fn each(
    path: Option<&Path>,
    sample: Sample,
    meaning: &Meaning,
    spelling: &Spelling,
    answer: impl FnMut(Item<'_>) -> Outcome,
) -> Outcome {
    each_or_whole(path, sample, meaning, spelling, &mut values_alone, answer)
}

/// A part of an input that a subcommand can answer for as a whole.
pub enum Part<'p> {
    /// A file that is held in memory.
    File(&'p Opened<'p>, &'p FileValues<'p>),
    /// A container without its contents: the archive of a recording, or a file that cannot be opened.
    Container(FileExplainer<'p>),
    /// A frame of a stream.
    Frame(&'p RawFrame<'p>),
}

/// A function that can answer for a part of the input instead of for each value in it. If it returns a status, the
/// values are not visited.
pub type Whole<'w> = &'w mut dyn FnMut(Part<'_>) -> Result<Option<Status>, Stop>;

/// Answers for no part as a whole.
pub fn values_alone(_: Part<'_>) -> Result<Option<Status>, Stop> {
    Ok(None)
}

/// Calls `whole` with a file that is held in memory. If it does not return a status, this calls `answer` like
/// [`each`].
pub fn each_or_whole(
    path: Option<&Path>,
    sample: Sample,
    meaning: &Meaning,
    spelling: &Spelling,
    whole: Whole<'_>,
    answer: impl FnMut(Item<'_>) -> Outcome,
) -> Outcome {
    each_of_file(path, sample, meaning, spelling, Notes::default(), whole, answer)
}

/// Like [`each_or_whole`], with notes that may be silent.
pub fn each_of_file(
    path: Option<&Path>,
    sample: Sample,
    meaning: &Meaning,
    spelling: &Spelling,
    notes: Notes,
    whole: Whole<'_>,
    mut answer: impl FnMut(Item<'_>) -> Outcome,
) -> Outcome {
    match read_each(path, sample, meaning, spelling, notes, whole, &mut answer) {
        Err(Stop::Input(problem)) => answer(Err(problem)),
        outcome => outcome,
    }
}

fn read_each(
    path: Option<&Path>,
    sample: Sample,
    meaning: &Meaning,
    spelling: &Spelling,
    mut notes: Notes,
    whole: Whole<'_>,
    answer: &mut dyn FnMut(Item<'_>) -> Outcome,
) -> Outcome {
    let (path, spelling) = external::source_of(path, spelling, |spelling| &mut spelling.raw)?;
    let (path, spelling) = (path.as_deref(), &spelling);
    if let Some(packets) = Packets::new(meaning, spelling)? {
        return each_packet(&packets, (path, sample), meaning, spelling, &notes, whole, answer);
    }
    let (framing, format) = (spelling.framing().flatten(), meaning.format());
    if let (Some(path), Some(framing), Some(format)) = (path, framing, &format)
        && is_long(path)
        && spelling.skip.skip == 0
        && !notes.are_silent()
    {
        return one_by_one(path, framing, format, meaning, spelling, whole, answer);
    }
    let bytes = load(path, sample, &spelling.raw, format.as_ref())??;
    each_of(&bytes, meaning, spelling, &mut notes, whole, answer)
}

/// Returns whether an input is too long to be held in memory, or of unknown length.
fn is_long(path: &Path) -> bool {
    !std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() < LONG)
}

/// Calls `answer` with each value of bytes that were loaded.
fn each_of(
    bytes: &[u8],
    meaning: &Meaning,
    spelling: &Spelling,
    notes: &mut Notes,
    whole: Whole<'_>,
    mut answer: impl FnMut(Item<'_>) -> Outcome,
) -> Outcome {
    if let Some(recorded) = Recorded::new(bytes, meaning, spelling) {
        return recorded.each(meaning.allow.incomplete, whole, &mut answer);
    }
    let (format, raw) = (meaning.format(), &spelling.raw);
    let opened = match containers::try_open(bytes, format.as_ref(), raw, true)? {
        Ok(opened) => opened,
        Err(error) => {
            let file = document::explain_unopened(bytes, &error);
            let shown = file.map(|file| whole(Part::Container(file))).transpose()?.flatten();
            // The rows of the container can end with the error.
            return match shown {
                Some(Status::Rejected) => Ok(Status::Rejected),
                _ => answer(Err(containers::closed(&error.reason))),
            };
        }
    };
    notes.on_containers(&opened, format.as_ref(), raw);
    notes.say();
    let document = FileValues::new(opened.contents(), opened.layers(), meaning, spelling, notes);
    notes.say();
    let status = match document {
        Ok(document) => {
            let status = match whole(Part::File(&opened, &document))? {
                Some(status) => status,
                None => document.each(&mut answer)?,
            };
            if status == Status::Rejected && !notes.are_silent() {
                document.say_hint();
            }
            status
        }
        Err(problem) => answer(Err(problem))?,
    };
    match containers::damage(opened.damage()) {
        Some(damage) => Ok(status.and(answer(Err(damage))?)),
        None => Ok(status),
    }
}

/// Processes frames of a known format one by one. This needs memory for the largest frame only.
fn one_by_one(
    path: &Path,
    framing: Framing,
    format: &Format,
    meaning: &Meaning,
    spelling: &Spelling,
    whole: Whole<'_>,
    answer: &mut dyn FnMut(Item<'_>) -> Outcome,
) -> Outcome {
    let spelled = spelling.raw.hex || spelling.raw.base64;
    let bytes = if spelled { load_file(path, &spelling.raw)?? } else { Vec::new() };
    let mut reader: Box<dyn Read + '_> =
        if spelled { Box::new(bytes.as_slice()) } else { Box::new(io::BufReader::new(open(path)?)) };
    // The first bytes show whether the frames are in a container.
    let mut start = Vec::new();
    reader.by_ref().take(8).read_to_end(&mut start).map_err(|error| Stop::file(path, &error))?;
    let mut reader = Cursor::new(&start).chain(reader);
    let godot = matches!(format, Format::Godot(_));
    let is_container = matches!(FileKind::detect(&start), Some(FileKind::Compressed | FileKind::Encrypted));
    let packed = start.starts_with(&[0x1f, 0x8b]);
    if godot && (is_container || packed || Foreign::by_magic(&start).is_some()) {
        let bytes = all_of(&mut reader, path, spelling.raw.max_size)?;
        return each_of(&bytes, meaning, spelling, &mut Notes::default(), whole, answer);
    }
    if spelling.raw.secret.is_named() {
        eprintln!("the file is not encrypted: the password or key is ignored");
    }
    // Only the boundaries of frames are used here, so neither the dialect nor the limit for values in a file matters.
    let longest = most(path, spelling.raw.max_size).min(u32::MAX as usize);
    let frames = stream::Codec::new(Dialect::GODOT_4).framing(framing).max_frame(longest);
    let frames = Reader::new(frames, Seen::new(reader));
    let remarked = meaning.allow.objects || meaning.allow.no_objects;
    each_frame(frames, path, (framing, format), remarked, whole, answer)
}

/// Calls `answer` with the value in each frame. If `remarked` is false, a note says whether there are full objects.
fn each_frame(
    mut frames: Reader<Seen<impl Read>>,
    path: &Path,
    (framing, format): (Framing, &Format),
    mut remarked: bool,
    whole: Whole<'_>,
    answer: &mut dyn FnMut(Item<'_>) -> Outcome,
) -> Outcome {
    let mut status = Status::Success;
    let (head, mut end) = (FrameHead::Godot(framing), 0);
    loop {
        frames.get_mut().take();
        status = status.and(match frames.next_frame() {
            Ok(None) => return Ok(status),
            Ok(Some(frame)) => {
                let offset = std::mem::replace(&mut end, frame.offset + frame.payload.len());
                if let Err(problem) = memory::ensure(frame.payload.len(), Some(format)) {
                    status = status.and(answer(Err(problem.at(frame.offset)))?);
                    continue;
                }
                remarked = remarked || remark_on_objects(format, frame.payload);
                let encoded = InputValue {
                    bytes: frame.payload,
                    offset: frame.offset,
                    framed: true,
                    name: None,
                    sent: None,
                    advised: false,
                };
                let lengths = Arrangement::Framed(framing).head_of(frame.payload.len()).unwrap_or_default();
                let bytes = &[&lengths, frame.payload].concat();
                RawFrame { head, bytes, offset, recorded: false, value: Ok((&encoded, format)) }
                    .answer(whole, answer)?
            }
            Err(StreamError::Frame(error)) => {
                let (bytes, value) = (&frames.get_mut().take().0, Err(&error.into()));
                let raw = RawFrame { head, bytes, offset: end, recorded: false, value };
                return Ok(status.and(raw.answer(whole, answer)?));
            }
            Err(StreamError::Io(error)) => return Err(Stop::file(path, &error)),
            Err(error) => return Err(Stop::wrong(error)),
        });
    }
}

/// Prints a note that the input has full objects. Returns whether the note is done.
fn remark_on_objects(format: &Format, bytes: &[u8]) -> bool {
    let Format::Godot(decoder) = format else { return true };
    let refused = Decoder::new(decoder.dialect()).allow_trailing(true).check(bytes).err();
    let objects = refused.is_some_and(|error| error.kind().code() == "objects");
    if objects {
        eprintln!("the input has full objects: they are decoded to data; --no-objects rejects them");
    }
    objects
}

/// Calls `answer` with each packet of the input. Long inputs are not held in memory.
fn each_packet(
    packets: &Packets,
    (path, sample): (Option<&Path>, Sample),
    meaning: &Meaning,
    spelling: &Spelling,
    notes: &Notes,
    whole: Whole<'_>,
    answer: &mut dyn FnMut(Item<'_>) -> Outcome,
) -> Outcome {
    let skipped = spelling.skip.skip;
    let name = path.unwrap_or(Path::new("-"));
    let spelled = spelling.raw.hex || spelling.raw.base64;
    if let Some(path) = path.filter(|path| is_long(path) && !spelled) {
        let mut reader = io::BufReader::new(open(path)?);
        let passed = io::copy(&mut reader.by_ref().take(skipped as u64), &mut io::sink());
        passed.map_err(|error| Stop::file(path, &error))?;
        return packets.each(reader, skipped, name, whole, answer);
    }
    let bytes = load(path, sample, &spelling.raw, meaning.format().as_ref())??;
    let bytes = spelling.skip.apply(&bytes)?;
    if !notes.are_silent() {
        packets.say_hint(bytes);
    }
    packets.each(bytes, skipped, name, whole, answer)
}
