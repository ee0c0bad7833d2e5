//! `gamewire verify`: checks whether bytes are canonical.

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use gamewire::godot::Verdict;
use gamewire::shared::Counted;
use gamewire_files::document::Document;
use serde_json::{Map, Value as Json, json};

use crate::answer::{self, Place, Printer, Says};
use crate::args::{self, Sources};
use crate::commands::world::{self, Sums};
use crate::input::{Part, Several, lines, many};
use crate::open::{Asked, Value};
use crate::output::{
    Out, Outcome, Problem, Status, Stop, eprintln, report, sentence, shortened, shown, wrong,
};
use crate::values::text::unread;

/// Check that bytes are canonical: gamewire reads them and writes the same bytes
///
/// Decodes each value, encodes it again, and compares the bytes. Bytes that a game wrote are canonical with few exceptions, which
/// the page "Differences" of the book lists. Prints one line for each value. With --json, the line has one of these words as its
/// "status". "identical": the bytes are canonical. "padding": gamewire writes other bytes only in padding, which readers ignore.
/// "differs": the value can be read, but gamewire or the game writes it with other bytes (dumps call such bytes lenient). "rejected": the bytes are not a value. "foreign": the file has another format, such as JSON, and is not checked.
///
/// If there are several files, prints one line for each, which reports the first value that is not identical. A summary on
/// standard error counts the files.
///
/// Checks region files of Minecraft (.mca, .mcr) chunk by chunk, and prints one line for each problem: damaged, checksum
/// (the checksum is wrong, but the contents are complete NBT), misplaced (xPos and zPos are those of another chunk),
/// overlap, differs (gamewire writes other bytes), or empty (there is data, but the tables list no chunk). The summary
/// line of a region has the number of chunks, and the number of sectors that no chunk uses.
#[derive(Debug, clap::Args)]
#[command(mut_arg("max_size", args::with_lines))]
pub struct Verify {
    #[command(flatten, next_help_heading = "Input")]
    sources: Sources,

    /// Each line of the input is one value in hex (or --base64); each answer is one line
    ///
    /// An invalid line does not end the run. Without INPUT, standard input is read.
    #[arg(long, conflicts_with_all = ["key", "password", "password_file"], help_heading = "Input")]
    lines: bool,

    /// Write the undamaged parts of damaged files to this folder, under their paths
    ///
    /// For a region, these are the chunks whose contents are complete NBT, at their positions. A wrong checksum is
    /// corrected, although some values of such a chunk may be damaged. For another file, this is the part before the
    /// damage. Files that are not damaged are not written, and no file is replaced. The output tells what is lost.
    #[arg(long, value_name = "DIR", conflicts_with = "lines", help_heading = "Output")]
    fix: Option<PathBuf>,

    /// Print a JSON object for each answer
    ///
    /// Each object has a "status" and, depending on it, "offset", "why", "message" or "bytes". If there are several
    /// files, it also has the "file", and "file_bytes" in hexadecimal if the name is not UTF-8.
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten, next_help_heading = "Output")]
    out: Out,
}

/// The number of files of each status, and the sums over regions.
#[derive(Default)]
struct Counts {
    files: Mutex<Sums>,
    regions: Mutex<Sums>,
}

const STATUSES: [&str; 5] = ["identical", "padding", "differs", "rejected", "foreign"];

pub fn run(args: &Verify) -> Outcome {
    if let Some(file) = args.fix.as_deref().filter(|fix| fix.is_file()) {
        return wrong!("{} is a file, and --fix takes a folder, to which it writes", shown(file));
    }
    let Sources { meaning, inputs } = &args.sources;
    if args.lines {
        return args.out.report(|out| {
            lines::each_value(inputs, meaning, out, |value, out| {
                let answer = answer(value);
                // Writing to a vector does not fail.
                let _ = args.print(out, Place::default(), &answer);
                Ok(status(&answer))
            })
        });
    }
    let asked = Asked::new(meaning, &inputs.spelling);
    let (files, counts) = (many::several(&inputs.paths)?, Counts::default());
    args.out.report(|out| {
        let out = &mut Answers { out, unread: false };
        let status = match &files {
            Several::One(path) => args.file(&asked, *path, false, &counts, out)?,
            Several::Files(files) => {
                let asked = Asked { silent: true, ..asked };
                let refuse = |file: &Path, problem: Problem, out: &mut dyn Write| {
                    args.of_file(file, 0, &Err(problem), &counts, out)
                };
                let answer =
                    |file: &Path, out: &mut dyn Write| args.file(&asked, Some(file), true, &counts, out);
                many::each(files, out, answer, refuse)?
            }
        };
        let [files, regions] =
            [counts.files, counts.regions].map(|sums| sums.into_inner().unwrap_or_default());
        if !files.is_empty() {
            let of_status = STATUSES.iter().filter_map(|name| Some(format!("{} {name}", files.get(name)?)));
            let count = Counted(files.values().sum(), "file");
            eprintln!("{count}: {}", of_status.collect::<Vec<_>>().join(", "));
        }
        world::text(&regions).into_iter().for_each(|sums| eprintln!("{sums}"));
        Ok(status)
    })
}

impl Verify {
    /// Answers for each value of a file, or with the first one that is not canonical if there are several files.
    fn file(
        &self,
        asked: &Asked,
        path: Option<&Path>,
        is_of_several: bool,
        counts: &Counts,
        out: &mut dyn Write,
    ) -> Outcome {
        let inputs = &self.sources.inputs;
        let (raw, sums) = (&inputs.spelling.raw, &counts.regions);
        if let Some(file) = path
            && let Some(bytes) = world::region(file, raw)
        {
            let fixed = self.fix.as_deref().map(|fixed| many::below(fixed, &inputs.paths, file));
            return world::verify(file, &bytes, raw, fixed.as_deref(), sums, self.json, out);
        }
        let (mut container, mut worst, mut values) = (None, None, 0);
        let mut status = asked.each_part(path, &mut |part| {
            let damage;
            let value = match part {
                Part::Value(value) => value,
                Part::Damage(problem) => {
                    damage = Value::error(problem.clone());
                    &damage
                }
                Part::File(open) => {
                    container = open.document().and_then(Document::container_difference);
                    return Ok(Status::Success);
                }
            };
            values += 1;
            let answer = answer(value);
            let status = status(&answer);
            if is_of_several {
                worst = worst.take().or(Some(answer).filter(|_| status == Status::Rejected));
                return Ok(status);
            }
            // The value is canonical, but its container is not, so that is the answer.
            if status == Status::Success && container.is_some() {
                return Ok(status);
            }
            let is_said = value.error.is_some() && value.name.is_none() && !self.json;
            if !is_said {
                self.print(out, Place { key: value.name.as_deref(), ..Place::default() }, &answer)?;
                out.flush()?;
            }
            if let Err(problem) = &answer {
                match value.error.is_some() {
                    true => sentence(path, problem),
                    false => report::rows(problem, value),
                }
                path.map_or(Ok(()), |path| self.fix(path, out))?;
            }
            Ok(status)
        })?;
        let container = container.map(|(offset, why)| Ok(Verdict::Differs { offset, why }));
        if let Some(differs) = container.as_ref().filter(|_| !is_of_several) {
            self.print(out, Place::default(), differs)?;
            status = Status::Rejected;
        }
        let Some(file) = path.filter(|_| is_of_several) else { return Ok(status) };
        let mut worst = worst.or(container).unwrap_or(Ok(Verdict::Identical));
        // In a folder are files of any kind. One that was named is expected to be checked.
        let is_named = self.sources.inputs.paths.iter().any(|path| path == file);
        let is_other = |problem: &&mut Problem| matches!(problem.kind, "foreign" | "empty" | "no_format");
        let other = worst.as_mut().err().filter(|problem| !is_named && is_other(problem));
        let is_foreign = other.map(|problem| problem.kind = "foreign").is_some();
        let worst_status = self.of_file(file, values, &worst, counts, out)?;
        if worst.is_err() {
            self.fix(file, out)?;
        }
        Ok(if is_foreign { Status::Success } else { status.max(worst_status) })
    }

    fn print(&self, out: &mut dyn Write, place: Place<'_>, answer: &Answer) -> io::Result<()> {
        let printer = if self.json { Printer::Json } else { Printer::Words };
        let mut fields = fields(answer);
        // In JSON, the name of a setting is the last member.
        if let (true, Some(key)) = (self.json, place.key) {
            fields.insert("key".into(), key.into());
            return printer.print(out, Place { key: None, ..place }, &Says::Verdict(fields));
        }
        printer.print(out, place, &Says::Verdict(fields))
    }

    /// Writes the answer about one of several files.
    fn of_file(
        &self,
        file: &Path,
        values: usize,
        answer: &Answer,
        counts: &Counts,
        out: &mut dyn Write,
    ) -> Outcome {
        let mut line = Map::from_iter([("values".to_owned(), values.into())]);
        line.extend(fields(answer));
        let status_of = STATUSES.iter().find(|name| line.get("status").is_some_and(|is| is == **name));
        status_of.into_iter().for_each(|name| world::add(&counts.files, name, 1));
        answer::verdict(out, self.json, Some(file), Json::Object(line))?;
        Ok(status(answer))
    }

    /// Writes the part of a damaged file before its damage, if that was requested and there is such a part.
    fn fix(&self, file: &Path, out: &mut dyn Write) -> Result<(), Stop> {
        let Some(fixed) = &self.fix else { return Ok(()) };
        let Sources { meaning, inputs } = &self.sources;
        let asked = Asked::by_paths(&meaning.named, &inputs.spelling, meaning.allow.trailing).damaged();
        let asked = Asked { nearest: false, ..asked };
        let loaded = asked.load(Some(file))?;
        let open = asked.open(&loaded).ok().filter(|open| open.damage.is_some() && !open.is_recording());
        let Some(bytes) = open.as_ref().and_then(|open| open.written().ok()) else {
            return Ok(answer::verdict(out, self.json, Some(file), json!({ "status": "lost" }))?);
        };
        let path = many::below(fixed, &inputs.paths, file);
        world::create(&path, &bytes)?;
        let lost = "the part after the damage";
        Ok(answer::verdict(out, self.json, Some(&path), json!({ "status": "saved", "lost": lost }))?)
    }
}

/// The answer for a value of the input, or the error of the input itself.
type Answer = Result<Verdict, Problem>;

fn status(answer: &Answer) -> Status {
    if matches!(answer, Ok(Verdict::Identical)) { Status::Success } else { Status::Rejected }
}

fn answer(value: &Value<'_>) -> Answer {
    if let Some(problem) = &value.error {
        return Err(problem.clone());
    }
    let (bytes, start) = (&*value.bytes, value.offset);
    Ok(match value.format.verify(bytes) {
        Verdict::Identical => match unread(&value.format, bytes) {
            0 => Verdict::Identical,
            // Bytes that were not decoded can be anything.
            unread => {
                let why = format!("{unread} of {} bytes follow the value and were not decoded", bytes.len());
                Verdict::Differs { offset: start + bytes.len() - unread, why }
            }
        },
        Verdict::Padding { offset, bytes } => Verdict::Padding { offset: start + offset, bytes },
        Verdict::Differs { offset, why } => Verdict::Differs { offset: start + offset, why },
        Verdict::Rejected(error) => return Err(Problem::of_value(&value.format, bytes, error, start)),
        other => other,
    })
}

fn fields(answer: &Answer) -> Map<String, Json> {
    let fields = match answer {
        Ok(Verdict::Identical) => json!({ "status": "identical" }),
        Ok(Verdict::Padding { offset, bytes }) => {
            json!({ "status": "padding", "offset": offset, "bytes": bytes, "why": "padding is not zero" })
        }
        Ok(Verdict::Differs { offset, why }) => {
            json!({ "status": "differs", "offset": offset, "why": shortened(why) })
        }
        Err(problem) => {
            // A file of another type does not count as damaged.
            let status = if problem.kind == "foreign" { "foreign" } else { "rejected" };
            json!({ "status": status, "offset": problem.offset, "message": shortened(&problem.to_string()) })
        }
        Ok(other) => json!({ "status": "rejected", "message": format!("{other:?}") }),
    };
    if let Json::Object(fields) = fields { fields } else { Map::new() }
}

/// Writes the answers. If the output pipe is closed, the exit status still covers all files.
struct Answers<'o> {
    out: &'o mut dyn Write,
    unread: bool,
}

impl Answers<'_> {
    fn unless_unread(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        match if self.unread { Ok(()) } else { write(self.out) } {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.unread = true,
            written => written?,
        }
        Ok(())
    }
}

impl Write for Answers<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_unread(|out| out.write_all(bytes)).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_unread(|out| out.flush())
    }
}
