//! `gamewire explain`: prints the meaning of each byte.

use std::cell::RefCell;
use std::fmt::{self, Display};
use std::io::{self, Write as _};
use std::str::FromStr;

use gamewire::error::{Segment, TextError};
use gamewire::explain::{self, FileExplainer, Role, Row};
use gamewire::godot::Framing;
use gamewire::shared::Counted;
use gamewire::shared::escape::visible;
use gamewire::shared::explain::Page;
use gamewire_files::document::{self, Format, FrameHead};
use gamewire_files::identify::{Arrangement, Opened};
use serde_json::json;

use crate::args::{Allow, Meaning, Source};
use crate::input::file_values::FileValues;
use crate::input::packet_paths::with_params;
use crate::input::{self, InputValue, Item, Part, RawFrame};
use crate::output::outcome::{Outcome, Status, Stop};
use crate::output::problem::Problem;
use crate::output::report;
use crate::output::say::eprintln;
use crate::output::write::{Out, Sink};

/// Explain each byte
///
/// Prints one row per field: offset, bytes, meaning. If the input is invalid, rows are printed up to the invalid field;
/// if it is cut short, up to its end. Lengths before values, the settings of a project and the headers of containers have
/// rows, too. Compressed or encrypted contents follow, with offsets of their own: contents+0x0010.
///
/// Rows are printed while the input is read. For inputs up to 1 MiB, the head shows the value and whether the bytes are
/// canonical. For longer inputs, use `gamewire decode` and `gamewire verify`.
#[derive(Debug, clap::Args)]
pub struct Explain {
    #[command(flatten)]
    source: Source,

    /// Print one HTML page instead of text; it shows at most 4000 rows
    ///
    /// A compressed or encrypted file and its contents are on one page, each with a heading.
    #[arg(long)]
    html: bool,

    /// Show only the value at this path, such as $.items[3], or the row of this byte, such as 0x1f
    ///
    /// contents+0x1f is the row of a byte in the decompressed or decrypted contents. For a key that is named 0x1f, write
    /// $["0x1f"].
    ///
    /// In a recording of packets, [3] is packet 3, and [3].pos.x a value in it; the first packet is 0. [3]+0x1f is the row of
    /// a byte of this packet, counted from its id and after decompression.
    #[arg(long, value_name = "PATH|BYTE")]
    at: Option<At>,

    /// Show only rows up to this number of levels below the first
    #[arg(long, value_name = "LEVELS")]
    depth: Option<usize>,

    /// Show at most this number of rows
    ///
    /// The other rows are still validated: the exit status is that of the whole value.
    #[arg(long, value_name = "ROWS")]
    limit: Option<usize>,

    /// Show ASCII characters beside the bytes
    #[arg(long, conflicts_with = "html")]
    chars: bool,

    /// Print each row as a line of JSON
    ///
    /// {"offset":4,"length":4,"bytes":"05000000","role":"structure","depth":1,"path":"$","type":"String",
    /// "meaning":"byte length = 5"}
    ///
    /// Rows of compressed or encrypted contents have "contents":true. The last line can be an error: {"error":{..}}
    #[arg(long, conflicts_with_all = ["html", "chars"])]
    json: bool,

    /// Explain each row in sentences: how its bytes are decoded, and which later fields depend on them
    ///
    /// A page of HTML always has these sentences.
    #[arg(long)]
    sentences: bool,

    #[command(flatten)]
    out: Out,
}

/// The part of an input to show.
#[derive(Debug, Clone)]
enum At {
    Path(gamewire::path::Path),
    Byte {
        offset: usize,
        is_contents: bool,
    },
    /// A byte of the packet with this number.
    InPacket {
        number: usize,
        offset: usize,
    },
}

impl FromStr for At {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let inside = text.strip_prefix("contents+");
        let packet = text.strip_prefix('[').and_then(|text| text.split_once("]+"));
        let number = packet.map(|(number, _)| number.parse().ok());
        let digits = packet.map(|(_, byte)| byte).or(inside).unwrap_or(text).strip_prefix("0x");
        let offset = digits.and_then(|digits| usize::from_str_radix(digits, 16).ok());
        match (offset, number) {
            (Some(offset), Some(Some(number))) => Ok(Self::InPacket { number, offset }),
            (Some(offset), None) => Ok(Self::Byte { offset, is_contents: inside.is_some() }),
            (None, _) | (_, Some(None)) => text.parse().map(Self::Path),
        }
    }
}

impl Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(path) => write!(f, "value at {path:#}"),
            Self::Byte { offset, is_contents: true } => write!(f, "byte contents+{offset:#06x}"),
            Self::Byte { offset, .. } => write!(f, "byte {offset:#06x}"),
            Self::InPacket { number, offset } => write!(f, "byte [{number}]+{offset:#06x}"),
        }
    }
}

impl At {
    /// Returns what to show of an explanation of this frame, or `None` if it is nothing. `number` is the number of the packet,
    /// and `has_packet` says that the explanation is the one with the packet itself.
    fn in_frame(
        &self,
        number: usize,
        frame: &RawFrame<'_>,
        file: &FileExplainer<'_>,
        has_packet: bool,
    ) -> Option<Self> {
        let is_contents = file.is_contents();
        match self {
            Self::Path(path) if frame.recorded => {
                let (packet, steps) = match path.segments() {
                    [Segment::Index(packet), steps @ ..] => (*packet, steps),
                    steps => (number, steps),
                };
                (packet == number).then(|| Self::Path(with_params(steps.to_vec(), 0).into()))
            }
            // Each compressed packet has contents of its own.
            Self::Byte { is_contents: true, .. } if frame.head == FrameHead::Packet => None,
            Self::InPacket { number: packet, offset } if *packet == number && has_packet => {
                let is_unpacked = is_contents && frame.head == FrameHead::Packet;
                let start = frame.value.map_or(frame.offset, |(value, _)| value.offset);
                let offset = if is_unpacked { *offset } else { start.saturating_add(*offset) };
                Some(Self::Byte { offset, is_contents })
            }
            Self::InPacket { .. } => None,
            Self::Path(_) | Self::Byte { .. } => Some(self.clone()),
        }
    }
}

impl Explain {
    /// Writes rows as text or as JSON. `title` is the line before them, which may be empty.
    fn write(
        &self,
        file: FileExplainer<'_>,
        title: &str,
        first: bool,
        out: &mut Sink,
    ) -> io::Result<explain::Outcome> {
        if self.json {
            return write_json(self, &file, title, out);
        }
        let (mut out, colors) = out.colored();
        if !first {
            writeln!(out)?;
        }
        if !title.is_empty() {
            writeln!(out, "{title}:")?;
        }
        file.color(colors).write(out)
    }

    /// Selects the rows that the command line asks for, after a number of rows that were shown already.
    fn selected<'a>(&self, at: Option<&At>, file: FileExplainer<'a>, shown: usize) -> FileExplainer<'a> {
        let mut file = file.characters(self.chars).sentences(self.sentences);
        file = match at {
            None => file,
            Some(At::Path(path)) => file.at(path),
            Some(At::Byte { offset, is_contents }) => {
                let offset = if file.is_contents() == *is_contents { *offset } else { usize::MAX };
                file.at_byte(offset)
            }
            Some(At::InPacket { .. }) => file.at_byte(usize::MAX),
        };
        if let Some(levels) = self.depth {
            file = file.depth(levels);
        }
        if let Some(rows) = self.limit {
            file = file.limit(rows.saturating_sub(shown));
        }
        file
    }
}

pub fn run(args: &Explain) -> Outcome {
    let Source { meaning, input } = &args.source;
    let meaning = &Meaning { allow: Allow { incomplete: true, ..meaning.allow }, ..meaning.clone() };
    args.out.report(|out| {
        // A file is explained as a whole. If it is not held in memory, each of its frames is.
        let out = &RefCell::new(out);
        let mut first = true;
        let path = input.path.as_deref();
        let frames = &RefCell::new(Frames::default());
        let mut whole = |part: Part<'_>| match part {
            Part::File(opened, values) => explain_file(args, meaning, opened, values, &mut out.borrow_mut()),
            Part::Container(file) => {
                let (mut frames, title) = (frames.borrow_mut(), if args.html { "The file" } else { "" });
                let error = frames
                    .add(args, args.at.as_ref(), title, file, &mut out.borrow_mut())?
                    .unwrap_or_default();
                Ok(Some(if error { Status::Rejected } else { Status::Success }))
            }
            Part::Frame(frame) => {
                frames.borrow_mut().explain(args, meaning, frame, &mut out.borrow_mut()).map(Some)
            }
        };
        let answer = |item: Item<'_>| match item {
            Ok((encoded, format)) => {
                let (first, out) = (std::mem::take(&mut first), &mut out.borrow_mut());
                let status = explain(args, format, encoded, first, out)?;
                report::unread(format, encoded, &meaning.allow);
                Ok(status)
            }
            Err(problem) => {
                report::sentence(path, &problem);
                frames.borrow_mut().problem(args, &problem, &mut out.borrow_mut())?;
                Ok(Status::Rejected)
            }
        };
        let status = input::each_or_whole(path, input.sample, meaning, &input.spelling, &mut whole, answer)?;
        frames.take().finish(args, status, &mut out.borrow_mut())
    })
}

/// Explains the frames of a stream, one after the other.
#[derive(Default)]
struct Frames {
    page: Page,
    count: usize,
    /// The number of rows that were shown, and the number of bytes of frames that were not.
    shown: usize,
    left_out: usize,
    /// Whether the frames are packets, which can be compressed.
    packets: bool,
}

impl Frames {
    /// Explains a file, or the part of it at `at`. Returns whether it shows an error, or `None` if no part of it is selected.
    fn add(
        &mut self,
        args: &Explain,
        at: Option<&At>,
        title: &str,
        file: FileExplainer<'_>,
        out: &mut Sink,
    ) -> Result<Option<bool>, Stop> {
        let file = args.selected(at, file, self.shown);
        if args.html {
            self.page.add_file(title, &file);
            self.shown += 1;
            return Ok(Some(false));
        }
        if args.limit.is_some_and(|rows| rows <= self.shown) || at.is_some() && !file.selects_any() {
            return Ok(None);
        }
        let outcome = args.write(file, title, self.shown == 0, out)?;
        self.shown += outcome.shown;
        Ok(Some(outcome.error.is_some()))
    }

    fn explain(
        &mut self,
        args: &Explain,
        meaning: &Meaning,
        frame: &RawFrame<'_>,
        out: &mut Sink,
    ) -> Outcome {
        let count = self.count;
        self.count += 1;
        self.packets = frame.head == FrameHead::Packet;
        let value = frame.value.ok();
        let whole = if frame.head == FrameHead::Replay { "contents" } else { "input" };
        let title = heading(whole, frame.offset, value.map(|(value, _)| value));
        let value = value.map(|(value, format)| (value.offset - frame.offset, value.bytes, format));
        let mut said = false;
        let files = document::explain_frame(frame.head, frame.bytes, value);
        let last = files.len().saturating_sub(1);
        for (number, file) in files.into_iter().enumerate() {
            let file = if number > 0 { file } else { file.starting_at(frame.offset) };
            let at = args.at.as_ref().map(|at| at.in_frame(count, frame, &file, number == last));
            let shown = match &at {
                Some(None) => None,
                at => self.add(args, at.as_ref().and_then(Option::as_ref), &title, file, out)?,
            };
            match shown {
                Some(error) => said |= error,
                None => self.left_out += if number > 0 { 0 } else { frame.bytes.len() },
            }
        }
        match frame.value {
            Ok((value, format)) => {
                report::unread(format, value, &meaning.allow);
                Ok(checked(args, format, value, said))
            }
            Err(problem) => {
                report::sentence(args.source.input.path.as_deref(), problem);
                self.problem(args, problem, out)?;
                Ok(Status::Rejected)
            }
        }
    }

    /// Adds an error outside the values.
    fn problem(&mut self, args: &Explain, problem: &Problem, out: &mut Sink) -> io::Result<()> {
        if !self.page.is_empty() {
            self.page.problem(&problem.to_string());
        }
        if !args.json {
            return Ok(());
        }
        problem.write(out)?;
        writeln!(out)
    }

    /// Writes what follows the frames.
    fn finish(self, args: &Explain, status: Status, out: &mut Sink) -> Outcome {
        if !self.page.is_empty() {
            out.write_all(self.page.finish().as_bytes())?;
        } else if let (1.., 0, Some(at), true) = (self.count, self.shown, &args.at, args.limit != Some(0)) {
            eprintln!("there is no {at}");
            if let (At::Byte { offset, is_contents: true }, true) = (at, self.packets) {
                eprintln!(
                    "hint: each compressed packet has contents of its own: [3]+{offset:#x} is in packet 3"
                );
            }
            return Ok(Status::Rejected);
        } else if self.left_out > 0 && args.at.is_none() && !args.json {
            let bytes = Counted(self.left_out, "byte");
            writeln!(out, "\n{bytes} of other frames {} not shown", bytes.is())?;
        }
        Ok(status)
    }
}

/// Returns the offset of a value in the input or its contents, with its name, or the state and side of a packet. The frame of a value
/// that cannot be read is at `offset`.
fn heading(whole: &str, offset: usize, value: Option<&InputValue<'_>>) -> String {
    let offset = value.map_or(offset, |value| value.offset);
    let name = value.and_then(|value| value.name).map(|name| format!(", {}", visible(name)));
    let sent = value.and_then(|value| value.sent).map(|(state, side)| format!(", {state}.{side}"));
    format!("at byte {offset:#06x} of the {whole}{}", sent.or(name).unwrap_or_default())
}

/// Explains a file, unless it is a single value without anything around it.
fn explain_file(
    args: &Explain,
    meaning: &Meaning,
    opened: &Opened<'_>,
    values: &FileValues<'_>,
    out: &mut Sink,
) -> Result<Option<Status>, Stop> {
    let reading = &values.reading;
    let is_skipped = args.source.input.spelling.skip.skip > 0;
    if reading.arrangement == Arrangement::Single && opened.layers().is_empty() && !is_skipped {
        return Ok(None);
    }
    let path = args.source.input.path.as_deref();
    let mut page = Page::new();
    let (mut first, mut shown, mut said) = (true, 0, None);
    for (number, file) in document::explain_file(opened, reading).into_iter().enumerate() {
        let file = args.selected(args.at.as_ref(), file, shown);
        if args.html {
            let is_container = number == 0 && !opened.layers().is_empty();
            page.add_file(if is_container { "The file" } else { "The contents" }, &file);
            shown += 1;
            continue;
        }
        if let Some(at) = &args.at {
            let is_silent = || !matches!(at, At::Path(_)) || file.rows(|_| ()).error.is_none();
            if !file.selects_any() && is_silent() {
                continue;
            }
        }
        let outcome = args.write(file, "", std::mem::take(&mut first), out)?;
        shown += outcome.shown;
        said = said.or(outcome.error);
    }
    if args.html {
        out.write_all(page.finish().as_bytes())?;
    }
    let mut status = Status::Success;
    for encoded in reading.values.iter().chain(&reading.incomplete) {
        let value = values.input_value(encoded);
        report::unread(&reading.format, &value, &meaning.allow);
        let Err(error) = reading.format.check(encoded.bytes) else { continue };
        // The first error is printed at the end of the dump.
        let problem = Problem::from(error.after(encoded.offset));
        if said.take().is_none() {
            report::sentence(path, &problem);
        }
        report::hint(&problem, &value, &reading.format);
        status = Status::Rejected;
    }
    if let Some(error) = &reading.broken {
        if said.take().is_none() {
            report::sentence(path, &error.clone().into());
        }
        status = Status::Rejected;
    }
    if let (0, Status::Success, Some(at)) = (shown, status, &args.at) {
        eprintln!("there is no {at}");
        status = Status::Rejected;
    }
    Ok(Some(status))
}

/// Explains one value as text, as JSON or as a page.
fn explain(
    args: &Explain,
    format: &Format,
    encoded: &InputValue<'_>,
    first: bool,
    out: &mut Sink,
) -> Outcome {
    let (mut said, mut nowhere) = (false, false);
    let head = FrameHead::Godot(Framing::BARE);
    for file in document::explain_frame(head, encoded.bytes, Some((0, encoded.bytes, format))) {
        let file = args.selected(args.at.as_ref(), file, 0);
        if args.html {
            out.write_all(file.html().as_bytes())?;
            continue;
        }
        let is_after_others = encoded.framed || encoded.offset > 0;
        let title =
            if is_after_others { heading("input", encoded.offset, Some(encoded)) } else { String::new() };
        let outcome = args.write(file, &title, first, out)?;
        said = outcome.error.is_some();
        nowhere = outcome.shown == 0 && args.limit != Some(0);
    }
    if let (true, Some(at), Ok(())) = (nowhere, &args.at, format.check(encoded.bytes)) {
        eprintln!("there is no {at}");
        return Ok(Status::Rejected);
    }
    Ok(checked(args, format, encoded, said))
}

/// Writes rows as JSON, one per line, and the error that ends them.
fn write_json(
    args: &Explain,
    file: &FileExplainer<'_>,
    title: &str,
    out: &mut Sink,
) -> io::Result<explain::Outcome> {
    let mut written = Ok(());
    let outcome = file.rows(|row| {
        if written.is_ok() && row.role != Role::Omitted {
            written = writeln!(out, "{}", json_of(args, file, title, row));
        }
    });
    written?;
    if let Some(error) = &outcome.error {
        Problem::from(error.clone()).write(out)?;
        writeln!(out)?;
    }
    Ok(outcome)
}

/// Returns a row as a JSON object.
fn json_of(args: &Explain, file: &FileExplainer<'_>, title: &str, row: &Row) -> serde_json::Value {
    let bytes: String = file.bytes_of(row).iter().map(|byte| format!("{byte:02x}")).collect();
    let mut object = json!({
        "offset": row.start, "length": row.len, "bytes": bytes, "role": format!("{:?}", row.role).to_lowercase(),
        "depth": row.depth, "path": row.path().to_string(), "type": row.type_name(), "meaning": row.meaning,
    });
    if let Some(object) = object.as_object_mut() {
        let says = if args.sentences { row.sentences() } else { "" };
        let texts = [("sentences", says), ("part", title)].into_iter().filter(|(_, text)| !text.is_empty());
        object.extend(texts.map(|(key, text)| (key.to_owned(), text.into())));
        object.extend(file.is_contents().then(|| ("contents".to_owned(), true.into())));
    }
    object
}

/// Checks a value that was explained. `said` is whether the explanation shows its error.
fn checked(args: &Explain, format: &Format, encoded: &InputValue<'_>, said: bool) -> Status {
    let Err(error) = format.check(encoded.bytes) else { return Status::Success };
    let problem = Problem::of_value(format, encoded.bytes, error, encoded.offset);
    if !said {
        report::sentence(args.source.input.path.as_deref(), &problem);
    } else if let Some(meaning) = format.unknown_id(encoded.bytes) {
        eprintln!("\nhint: {meaning}");
    }
    report::hint(&problem, encoded, format);
    Status::Rejected
}
