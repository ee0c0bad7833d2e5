//! `gamewire explain`: prints the meaning of each byte.

use std::fmt::{self, Display};
use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path as FilePath, PathBuf};
use std::str::FromStr;

use gamewire::error::{Segment, TextError};
use gamewire::explain::{self, Explainer, Role, Row};
use gamewire::shared::Counted;
use gamewire::shared::explain::Page;
use gamewire_files::document::DocumentError;
use gamewire_files::identify::Arrangement;
use gamewire_files::shared::document::{explain_part, packet_path};
use serde_json::json;

use crate::answer::{Place, Printer, Says};
use crate::args::{Allow, Meaning, Spelling};
use crate::commands::set;
use crate::input::Part;
use crate::open::{Asked, Open, Value};
use crate::output::{Out, Outcome, Problem, Sink, Status, Stop, eprintln, report, sentence};
use crate::values::{hex, size};

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
    #[command(flatten, next_help_heading = "Input")]
    meaning: Meaning,

    /// A file, or `-` for standard input, which is the default
    #[arg(value_name = "INPUT", help_heading = None::<&'static str>)]
    path: Option<PathBuf>,

    #[command(flatten)]
    spelling: Spelling,

    /// Explain an embedded sample of the format, by default of Godot 3
    #[arg(long, conflicts_with = "path", help_heading = "Input")]
    sample: bool,

    /// Show only the value at this path, such as $.items[3], or the row of this byte, such as 0x1f
    ///
    /// The path is one of `gamewire get`: in a file of several values, it can begin with the number of one or the name of a setting.
    /// contents+0x1f is a byte of the decompressed or decrypted contents, and [3]+0x1f a byte of packet 3 of a recording,
    /// counted from its id. For a key that is named 0x1f, write $["0x1f"].
    #[arg(long, value_name = "PATH|BYTE", help_heading = "Selection")]
    at: Option<At>,

    /// Show only rows up to this number of levels below the first
    #[arg(long, value_name = "LEVELS", value_parser = size, help_heading = "Selection")]
    depth: Option<usize>,

    /// Show at most this number of rows; the exit status is still that of the whole value
    #[arg(long, value_name = "ROWS", value_parser = size, help_heading = "Selection")]
    limit: Option<usize>,

    /// Print one HTML page instead of text; it shows at most 4000 rows
    #[arg(long, help_heading = "Output")]
    html: bool,

    /// Show ASCII characters beside the bytes
    #[arg(long, conflicts_with = "html", help_heading = "Output")]
    chars: bool,

    /// Print each row as a line of JSON: {"offset":4,"length":4,"bytes":"05000000","meaning":"byte length = 5",..}
    ///
    /// Rows of compressed or encrypted contents have "contents":true. The last line can be an error: {"error":{..}}
    #[arg(long, conflicts_with_all = ["html", "chars"], help_heading = "Output")]
    json: bool,

    /// Explain each row in sentences, as in a page of HTML: how its bytes are decoded, and what depends on them
    #[arg(long, help_heading = "Output")]
    sentences: bool,

    #[command(flatten, next_help_heading = "Output")]
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
        let byte = packet.map(|(_, byte)| byte).or(inside).unwrap_or(text);
        let is_byte = byte != text || byte.starts_with("0x") || byte.starts_with("0X");
        let offset = size(byte).ok().filter(|_| is_byte);
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
    /// Returns what to show of an explanation of this frame, or `None` if it is nothing. `has_packet` says that the explanation
    /// is the one with the packet itself.
    fn in_frame(
        &self,
        value: &Value<'_>,
        (head, start): (Arrangement, usize),
        file: &Explainer<'_>,
        has_packet: bool,
    ) -> Option<Self> {
        let (is_contents, number) = (file.is_contents(), value.number);
        match self {
            Self::Path(path) if value.sent.is_some() => {
                let (packet, steps) = match path.segments() {
                    [Segment::Index(packet), steps @ ..] => (*packet, steps),
                    steps => (number, steps),
                };
                (packet == number).then(|| Self::Path(packet_path(steps)))
            }
            // Each compressed packet has contents of its own.
            Self::Byte { is_contents: true, .. } if head == Arrangement::Packets => None,
            Self::InPacket { number: packet, offset } if *packet == number && has_packet => {
                let is_unpacked = is_contents && head == Arrangement::Packets;
                let start = if value.bytes.is_empty() { start } else { value.offset };
                let offset = if is_unpacked { *offset } else { start.saturating_add(*offset) };
                Some(Self::Byte { offset, is_contents })
            }
            Self::InPacket { .. } => None,
            Self::Path(_) | Self::Byte { .. } => Some(self.clone()),
        }
    }
}

impl Explain {
    /// Selects the rows that the command line asks for, after a number of rows that were shown already.
    fn selected<'a>(&self, at: Option<&At>, file: Explainer<'a>, shown: usize) -> Explainer<'a> {
        let mut file = file.characters(self.chars).sentences(self.sentences);
        file = match at {
            None => file,
            Some(At::Path(path)) => file.at(path.clone()),
            Some(At::Byte { offset, is_contents }) if file.is_contents() == *is_contents => {
                file.at_byte(*offset)
            }
            Some(_) => file.at_byte(usize::MAX),
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
    let allow = Allow { incomplete: true, ..args.meaning.allow };
    let (meaning, path) = (&Meaning { allow, ..args.meaning.clone() }, args.path.as_deref());
    // Without an input, a terminal shows the sample, and so does an empty standard input if no format is named.
    let is_empty = || meaning.format().is_none() && io::stdin().lock().fill_buf().is_ok_and(<[u8]>::is_empty);
    let sample = args.sample || path.is_none() && (io::stdin().is_terminal() || is_empty());
    let asked = Asked { sample, explained: true, ..Asked::new(meaning, &args.spelling) };
    args.out.report(|out| {
        let mut rows = Rows { args, path, out, page: Page::default(), seen: Seen::default() };
        let status = asked.each_part(path, &mut |part| match part {
            Part::File(open) => rows.file(open),
            Part::Value(value) => {
                if !rows.seen.is_whole {
                    rows.frame(value)?;
                }
                rows.check(value, &meaning.allow)
            }
            Part::Damage(problem) => {
                if !std::mem::take(&mut rows.seen.said) {
                    rows.problem(problem)?;
                }
                Ok(Status::Rejected)
            }
        })?;
        rows.finish(status)
    })
}

/// The rows of a file, which may be those of several parts.
struct Rows<'o> {
    args: &'o Explain,
    path: Option<&'o FilePath>,
    out: &'o mut Sink,
    page: Page,
    seen: Seen,
}

/// The state of the output.
#[derive(Default)]
struct Seen {
    /// The number of frames, and the numbers of parts and rows that were shown.
    count: usize,
    parts: usize,
    shown: usize,
    /// The number of bytes of frames that were not shown.
    left_out: usize,
    /// Whether the rows are those of the whole file, and whether they end with an error, which is not said again.
    is_whole: bool,
    said: bool,
    is_recording: bool,
    /// Advice about a path or a byte that is not there.
    near: Option<String>,
}

impl Rows<'_> {
    /// Shows the file, except for the packets of a recording.
    fn file(&mut self, open: &Open<'_>) -> Outcome {
        let args = self.args;
        self.seen.is_recording = open.is_recording();
        self.seen.is_whole = open.document().is_some() && !self.seen.is_recording;
        let at = match (&args.at, open.document()) {
            // Paths are found in what is whole. Rows before damage have the paths that they are asked for with.
            (Some(At::Path(path)), Some(document)) => Some(At::Path(match document.full_path(path) {
                Err(error @ (DocumentError::Several { .. } | DocumentError::SeveralSettings { .. }))
                    if !path.segments().is_empty() =>
                {
                    return Err(Stop::rejected(open.path, &error.into()));
                }
                found => found.unwrap_or_else(|_| path.clone()),
            })),
            (at, _) => at.clone(),
        };
        for file in open.explain() {
            let name = if file.is_contents() { "The contents" } else { "The file" };
            self.add(at.as_ref(), if args.html { name } else { "" }, file)?;
        }
        self.seen.near = match &args.at {
            Some(At::Path(path)) if self.seen.parts == 0 => {
                let own = format!("at {path:#}: ");
                let reason = open.get(path, None).err().map(|problem| problem.to_string());
                let near = || set::near(open, path, None);
                reason.map(|reason| near().unwrap_or_else(|| reason.replacen(&own, "", 1)))
            }
            Some(At::Byte { is_contents: false, .. }) => {
                Some(format!("the file has {}", Counted(open.loaded.bytes.len(), "byte")))
            }
            _ => None,
        };
        Ok(Status::Success)
    }

    /// Shows a part of the file, or what is selected of it. Returns whether anything is.
    fn add(&mut self, at: Option<&At>, title: &str, file: Explainer<'_>) -> Result<bool, Stop> {
        let args = self.args;
        let file = args.selected(at, file, self.seen.shown);
        if args.html {
            self.page.add(title, &file);
            self.seen.shown += 1;
            return Ok(true);
        }
        let is_nothing = || {
            at.is_some()
                && !file.selects_any()
                && (!matches!(at, Some(At::Path(_))) || file.rows(|_| ()).error.is_none())
        };
        if self.seen.count > 0 && args.limit.is_some_and(|rows| rows <= self.seen.shown) || is_nothing() {
            return Ok(false);
        }
        let outcome = match args.json {
            true => write_json(args, &file, title, self.out)?,
            false => {
                let (mut out, colors) = self.out.colored();
                write!(out, "{}", if self.seen.parts > 0 { "\n" } else { "" })?;
                if !title.is_empty() {
                    writeln!(out, "{title}:")?;
                }
                file.color(colors).write(out)?
            }
        };
        self.seen.parts += 1;
        self.seen.shown += outcome.shown;
        self.seen.said |= outcome.error.is_some();
        Ok(true)
    }

    /// Shows the frame of a packet or of a value of a stream.
    fn frame(&mut self, value: &Value<'_>) -> Result<(), Stop> {
        let Some((head, bytes, start)) = &value.frame else { return Ok(()) };
        self.seen.count += 1;
        let is_read = !value.bytes.is_empty();
        let whole = if *head == Arrangement::Replay { "contents" } else { "input" };
        let title = heading(whole, *start, is_read.then_some(value));
        let inside = is_read.then(|| (&*value.bytes, &*value.format));
        let from = if is_read { value.offset - start } else { 0 };
        let files = explain_part(*head, None, bytes, from, inside);
        let last = files.len().saturating_sub(1);
        for (number, file) in files.into_iter().enumerate() {
            let file = if number > 0 { file } else { file.starting_at(*start) };
            let at = match &self.args.at {
                Some(at) => at.in_frame(value, (*head, *start), &file, number == last).map(Some),
                None => Some(None),
            };
            let shown = at.map_or(Ok(false), |at| self.add(at.as_ref(), &title, file))?;
            self.seen.left_out += if shown || number > 0 { 0 } else { bytes.len() };
        }
        Ok(())
    }

    /// Reports the error of a value, unless it was shown.
    fn check(&mut self, value: &Value<'_>, allow: &Allow) -> Outcome {
        if let Some(problem) = &value.error {
            match std::mem::take(&mut self.seen.said) && value.frame.is_none() {
                true => {}
                false if self.seen.is_whole => sentence(self.path, problem),
                false => self.problem(problem)?,
            }
            return Ok(Status::Rejected);
        }
        report::unread(value, allow);
        let Err(error) = value.format.check(&value.bytes) else { return Ok(Status::Success) };
        let problem = Problem::of_value(&value.format, &value.bytes, error, value.offset);
        if !std::mem::take(&mut self.seen.said) {
            sentence(self.path, &problem);
        } else if let Some(meaning) = value.format.unknown_id(&value.bytes) {
            eprintln!("\nhint: {meaning}");
        }
        report::hint(&problem, value);
        Ok(Status::Rejected)
    }

    /// Reports an error outside the values.
    fn problem(&mut self, problem: &Problem) -> io::Result<()> {
        sentence(self.path, problem);
        if !self.page.is_empty() {
            self.page.problem(&problem.to_string());
        }
        match self.args.json {
            true => Printer::Lines.print(self.out, Place::default(), &Says::Problem(problem)),
            false => Ok(()),
        }
    }

    /// Writes what follows the rows.
    fn finish(self, status: Status) -> Outcome {
        let args = self.args;
        if !self.page.is_empty() {
            self.out.write_all(self.page.finish().as_bytes())?;
        } else if let (0, Some(at), true) =
            (self.seen.shown, &args.at, args.limit != Some(0) && status == Status::Success)
        {
            let near = self.seen.near.map_or(String::new(), |near| format!("; {near}"));
            eprintln!("there is no {at}{near}");
            if let At::Path(path) = at
                && let [segment @ (Segment::Name(_) | Segment::Literal(_) | Segment::Index(_))] =
                    path.segments()
                && let word = segment.to_string().replace(|one: char| !one.is_alphanumeric(), "")
                && let Some(byte) = word.parse().ok().or_else(|| usize::from_str_radix(&word, 16).ok())
            {
                eprintln!("hint: for a byte, pass --at {byte:#06x}");
            }
            if let At::Byte { offset, is_contents } = at
                && (self.seen.is_recording || *is_contents && self.seen.count > 0)
            {
                eprintln!("hint: each packet has bytes of its own: [0]+{offset:#x} is in packet 0");
            }
            return Ok(Status::Rejected);
        } else if self.seen.left_out > 0 && args.at.is_none() && !args.json {
            let bytes = Counted(self.seen.left_out, "byte");
            writeln!(self.out, "\n{bytes} of other frames {} not shown", bytes.is())?;
        }
        Ok(status)
    }
}

/// Returns the offset of a packet in the input or its contents, with its state and side. The frame of one that cannot be read is at
/// `offset`.
fn heading(whole: &str, offset: usize, value: Option<&Value<'_>>) -> String {
    let offset = value.map_or(offset, |value| value.offset);
    let sent = value.and_then(|value| value.sent).map(|(state, side)| format!(", {state}.{side}"));
    format!("at byte {offset:#06x} of the {whole}{}", sent.unwrap_or_default())
}

/// Writes rows as JSON, one per line, and the error that ends them.
fn write_json(
    args: &Explain,
    file: &Explainer<'_>,
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
        Printer::Lines.print(out, Place::default(), &Says::Problem(&error.clone().into()))?;
    }
    Ok(outcome)
}

/// Returns a row as a JSON object.
fn json_of(args: &Explain, file: &Explainer<'_>, title: &str, row: &Row) -> serde_json::Value {
    let mut object = json!({
        "offset": row.start, "length": row.len, "bytes": hex(file.bytes_of(row)), "role": format!("{:?}", row.role).to_lowercase(),
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
