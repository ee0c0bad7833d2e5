//! `gamewire verify`: checks whether bytes are canonical.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use gamewire::godot::Verdict;
use gamewire_files::document::{Format, container_difference};
use serde_json::json;

use crate::args::{self, Sources};
use crate::commands::world::{self, Sums};
use crate::input::lines;
use crate::input::many::{self, Several};
use crate::input::packet_paths::Needed;
use crate::input::target::Target;
use crate::input::{self, Item, Part};
use crate::output::answer;
use crate::output::outcome::{Outcome, Status, Stop};
use crate::output::problem::Problem;
use crate::output::report;
use crate::output::say::{eprintln, shortened};
use crate::output::write::Out;
use crate::values::text::unread;

/// Check that bytes are canonical: gamewire reads them and writes the same bytes
///
/// Decodes each value, encodes it again, and compares the bytes. Bytes that a game wrote are canonical with few exceptions, which
/// the page "Differences" of the book lists. Prints one line for each value. With --json, the line has one of these words as its
/// "status". "identical": the bytes are canonical. "padding": gamewire writes other bytes only in padding, which readers ignore.
/// "differs": the value can be read, but gamewire writes other bytes, or it writes the same and the game never does (dumps call such
/// bytes lenient). "rejected": the bytes are not a value. "foreign": the file has another format, such as JSON, and is not checked.
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
    #[command(flatten)]
    sources: Sources,

    /// Each line of the input is one value in hex (or --base64); each answer is one line
    ///
    /// An invalid line does not end the run. Without INPUT, standard input is read.
    #[arg(long, conflicts_with_all = ["key", "password", "password_file"])]
    lines: bool,

    /// Write the undamaged parts of damaged files to this folder, under their paths
    ///
    /// For a region, these are the chunks whose contents are complete NBT, at their positions. A wrong checksum is
    /// corrected, although some values of such a chunk may be damaged. For another file, this is the part before the
    /// damage. Files that are not damaged are not written, and no file is replaced. The output tells what is lost.
    #[arg(long, value_name = "DIR", conflicts_with = "lines", hide_short_help = true)]
    fix: Option<PathBuf>,

    /// Print a JSON object for each answer
    ///
    /// Each object has a "status" and, depending on it, "offset", "why", "message" or "bytes". If there are several
    /// files, it also has the "file", and "file_bytes" in hexadecimal if the name is not UTF-8.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    out: Out,
}

pub fn run(args: &Verify) -> Outcome {
    let Sources { meaning, inputs } = &args.sources;
    if args.lines {
        return args.out.report(|out| {
            lines::each_value(inputs, meaning, out, |value, out| {
                let answer = value.and_then(|(bytes, format)| answer(format, bytes, 0));
                let mut line = Vec::new();
                answer::write(&mut line, args.json, None, text(&answer))?;
                out.write_all(line.strip_suffix(b"\n").unwrap_or(&line))?;
                Ok(status(&answer))
            })
        });
    }
    let files = many::several(&inputs.paths)?;
    args.out.report(|out| answer_all(&files, args, &mut Answers { out, unread: false }))
}

/// Writes an answer for each value of one input, or for each of several files.
fn answer_all(files: &Several<'_>, args: &Verify, out: &mut Answers<'_>) -> Outcome {
    let raw = &args.sources.inputs.spelling.raw;
    let sums = Mutex::new(Sums::default());
    let status = match files {
        Several::One(Some(path)) if world::is_region(path, raw) => args.region(path, &sums, out)?,
        Several::One(path) => args.values_of_one(*path, out)?,
        Several::Files(files) => {
            let counts = Counts::default();
            let status = many::each_or(
                files,
                out,
                |file, out| match world::is_region(file, raw) {
                    true => args.region(file, &sums, out),
                    false => args.one_of_several(file, &counts, out),
                },
                |file, problem, out| {
                    let answer = Err(problem);
                    counts.add(&answer);
                    of_file(file, 0, &answer, args.json, out)?;
                    Ok(Status::Rejected)
                },
            )?;
            let others = files.iter().filter(|file| !world::is_region(file, raw)).count();
            if others > 0 {
                eprintln!("{others} {}: {counts}", if others == 1 { "file" } else { "files" });
            }
            status
        }
    };
    if let Some(sums) = sums.lock().ok().and_then(|sums| sums.text()) {
        eprintln!("{sums}");
    }
    Ok(status)
}

impl Verify {
    /// Writes the answers for the chunks of a region, and adds them to the sums.
    fn region(&self, file: &Path, sums: &Mutex<Sums>, out: &mut dyn Write) -> Outcome {
        let inputs = &self.sources.inputs;
        let fixed = self.fix.as_deref().map(|fixed| world::fixed_path(fixed, &inputs.paths, file));
        let mut all = Sums::default();
        let status = world::verify(file, &inputs.spelling.raw, fixed.as_deref(), &mut all, self.json, out);
        if let Ok(mut sums) = sums.lock() {
            sums.add_all(all);
        }
        status
    }

    /// Writes an answer for each value of one input.
    fn values_of_one(&self, path: Option<&Path>, out: &mut dyn Write) -> Outcome {
        let Sources { meaning, inputs } = &self.sources;
        let container = RefCell::new(None);
        let mut whole = |part: Part<'_>| {
            if let Part::File(opened, values) = part {
                container.replace(container_difference(opened, &values.reading));
            }
            Ok(None)
        };
        let status =
            input::each_or_whole(path, inputs.sample, meaning, &inputs.spelling, &mut whole, |item| {
                let answer = answer_to(&item);
                // The value is canonical, but its container is not, so that is the answer.
                if matches!(answer, Ok(Verdict::Identical)) && container.borrow().is_some() {
                    return Ok(Status::Success);
                }
                let mut text = text(&answer);
                let name = item.as_ref().ok().and_then(|(encoded, _)| encoded.name);
                if let (Some(name), Some(fields)) = (name, text.as_object_mut()) {
                    fields.insert("key".into(), name.into());
                }
                answer::write(out, self.json, None, text)?;
                out.flush()?;
                if let Err(problem) = &answer {
                    report::problem(path, problem, item.ok());
                }
                if let (Some(path), Err(_)) = (path, &answer) {
                    self.fix(path, out)?;
                }
                Ok(status(&answer))
            })?;
        let Some((offset, why)) = container.into_inner() else { return Ok(status) };
        answer::write(out, self.json, None, text(&Ok(Verdict::Differs { offset, why })))?;
        Ok(Status::Rejected)
    }

    /// Writes a single answer for one of several files, which is that of the first value that is not canonical.
    fn one_of_several(&self, file: &Path, counts: &Counts, out: &mut dyn Write) -> Outcome {
        let Sources { meaning, inputs } = &self.sources;
        let (mut values, mut worst, mut container) = (0, None, None);
        let mut whole = |part: Part<'_>| {
            if let Part::File(opened, values) = part {
                container = container_difference(opened, &values.reading);
            }
            Ok(None)
        };
        let status = many::values_or_whole(file, meaning, &inputs.spelling, &mut whole, |item| {
            values += 1;
            let answer = answer_to(&item);
            let status = status(&answer);
            if status == Status::Rejected && worst.is_none() {
                worst = Some(answer);
            }
            Ok(status)
        })?;
        let container = container.map(|(offset, why)| Ok(Verdict::Differs { offset, why }));
        let worst = worst.or(container).unwrap_or(Ok(Verdict::Identical));
        counts.add(&worst);
        of_file(file, values, &worst, self.json, out)?;
        if worst.is_err() {
            self.fix(file, out)?;
        }
        Ok(status.and(self::status(&worst)))
    }

    /// Writes the part of a damaged file before its damage, if that was requested and there is such a part.
    fn fix(&self, file: &Path, out: &mut dyn Write) -> Result<(), Stop> {
        let Some(fixed) = &self.fix else { return Ok(()) };
        let Sources { meaning, inputs } = &self.sources;
        let trailing = meaning.allow.trailing;
        let target = Target { named: meaning.named.clone(), spelling: inputs.spelling.clone(), trailing };
        let loaded = target.read(file)?;
        let saved = target
            .open_damaged(&loaded, Needed::Nothing)
            .ok()
            .filter(|save| save.damage().is_some() && !save.has_packets());
        let written = saved.and_then(|save| save.written().map(Cow::into_owned).ok());
        let Some(bytes) = written else {
            return Ok(answer::write(out, self.json, Some(file), json!({ "status": "lost" }))?);
        };
        let path = world::fixed_path(fixed, &inputs.paths, file);
        world::create(&path, &bytes)?;
        let lost = "the part after the damage";
        Ok(answer::write(out, self.json, Some(&path), json!({ "status": "saved", "lost": lost }))?)
    }
}

/// Writes the answer about one of several files.
fn of_file(file: &Path, values: usize, answer: &Answer, json: bool, out: &mut dyn Write) -> io::Result<()> {
    let mut line = json!({ "values": values });
    if let (Some(line), Some(answer)) = (line.as_object_mut(), text(answer).as_object()) {
        line.extend(answer.clone());
    }
    answer::write(out, json, Some(file), line)
}

/// Writes the answers. If the output pipe is closed, the exit status still covers all files.
struct Answers<'o> {
    out: &'o mut dyn Write,
    unread: bool,
}

impl Answers<'_> {
    fn unless_unread<T>(
        &mut self,
        nothing: T,
        write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> io::Result<T> {
        if self.unread {
            return Ok(nothing);
        }
        match write(self.out) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.unread = true;
                Ok(nothing)
            }
            written => written,
        }
    }
}

impl Write for Answers<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_unread(bytes.len(), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_unread((), |out| out.flush())
    }
}

fn answer_to(item: &Item<'_>) -> Answer {
    match item {
        Ok((encoded, format)) => answer(format, encoded.bytes, encoded.offset),
        Err(problem) => Err(problem.clone()),
    }
}

/// The answer for a value of the input, or the error of the input itself.
type Answer = Result<Verdict, Problem>;

fn status(answer: &Answer) -> Status {
    if matches!(answer, Ok(Verdict::Identical)) { Status::Success } else { Status::Rejected }
}

/// The number of files for each status.
#[derive(Default)]
struct Counts([AtomicUsize; 5]);

const STATUSES: [&str; 5] = ["identical", "padding", "differs", "rejected", "foreign"];

impl Counts {
    fn add(&self, answer: &Answer) {
        let status = match answer {
            Ok(Verdict::Identical) => "identical",
            Ok(Verdict::Padding { .. }) => "padding",
            Ok(Verdict::Differs { .. }) => "differs",
            Err(problem) => status_of(problem),
            Ok(_) => "rejected",
        };
        for (count, _) in self.0.iter().zip(STATUSES).filter(|(_, name)| *name == status) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Writes, for example, `3 identical, 1 rejected`.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.0.iter().map(|count| count.load(Ordering::Relaxed)).zip(STATUSES);
        let some: Vec<_> =
            counts.filter(|(count, _)| *count > 0).map(|(count, name)| format!("{count} {name}")).collect();
        f.write_str(&some.join(", "))
    }
}

/// Returns the status of an input that is not a value. A file of another type does not count as damaged.
fn status_of(problem: &Problem) -> &'static str {
    if problem.kind == "foreign" { "foreign" } else { "rejected" }
}

/// Returns the answer for bytes that begin at offset `start` of the input.
fn answer(format: &Format, bytes: &[u8], start: usize) -> Answer {
    Ok(match format.verify(bytes) {
        Verdict::Identical => match unread(format, bytes) {
            0 => Verdict::Identical,
            // Bytes that were not decoded can be anything.
            unread => {
                let why = format!("{unread} of {} bytes follow the value and were not decoded", bytes.len());
                Verdict::Differs { offset: start + bytes.len() - unread, why }
            }
        },
        Verdict::Padding { offset, bytes } => Verdict::Padding { offset: start + offset, bytes },
        Verdict::Differs { offset, why } => Verdict::Differs { offset: start + offset, why },
        Verdict::Rejected(error) => return Err(Problem::of_value(format, bytes, error, start)),
        other => other,
    })
}

fn text(answer: &Answer) -> serde_json::Value {
    match answer {
        Ok(Verdict::Identical) => json!({ "status": "identical" }),
        Ok(Verdict::Padding { offset, bytes }) => {
            let why = "padding is not zero";
            json!({ "status": "padding", "offset": offset, "bytes": bytes, "why": why })
        }
        Ok(Verdict::Differs { offset, why }) => {
            json!({ "status": "differs", "offset": offset, "why": shortened(why) })
        }
        Err(problem) => {
            let message = problem.to_string();
            json!({ "status": status_of(problem), "offset": problem.offset, "message": shortened(&message) })
        }
        Ok(other) => json!({ "status": "rejected", "message": format!("{other:?}") }),
    }
}
