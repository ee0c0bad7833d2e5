//! Several files: they are processed in parallel, printed in order, and give one exit status.

use std::fs;
use std::io::{self, ErrorKind, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde_json::json;

use crate::args::{Meaning, Sample, Spelling};
use crate::input::containers::Notes;
use crate::input::{self, Item, Whole};
use crate::output::outcome::{Outcome, Status, Stop};
use crate::output::problem::Problem;
use crate::output::say::shown;

/// The number of files whose answers can wait for output.
const BATCH: usize = 64;

/// The inputs of a command line.
pub enum Several<'a> {
    /// One input, or none.
    One(Option<&'a Path>),
    /// Several files, or all files in folders.
    Files(Vec<PathBuf>),
}

/// Returns the input of a subcommand that takes only one.
pub fn only(paths: &[PathBuf]) -> Result<Option<&Path>, Stop> {
    match paths {
        [] => Ok(None),
        [path] => Ok(Some(path)),
        _ => Err(Stop::Wrong("--lines takes one INPUT".into())),
    }
}

/// Returns the single input, or the given files and all files in the given folders. A folder that cannot be read is
/// kept as if it were a file, so that reading it reports the error.
pub fn several(paths: &[PathBuf]) -> Result<Several<'_>, Stop> {
    match paths {
        [] => return Ok(Several::One(None)),
        [path] if !path.is_dir() => return Ok(Several::One(Some(path))),
        _ => {}
    }
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            below(path, &mut files);
        } else {
            files.push(path.clone());
        }
    }
    if files.is_empty() {
        return Err(Stop::Wrong("the named folders contain no files".into()));
    }
    Ok(Several::Files(files))
}

/// Adds all files in a folder, sorted by name. Links to folders are not followed, because they can form cycles.
fn below(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut folders = vec![folder.to_path_buf()];
    let first = files.len();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else {
            files.push(folder);
            continue;
        };
        for entry in entries {
            let Ok(entry) = entry else {
                files.push(folder);
                break;
            };
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(kind) if kind.is_file() || entry.path().is_file() => files.push(entry.path()),
                _ => {}
            }
        }
    }
    if let Some(found) = files.get_mut(first..) {
        found.sort();
    }
}

/// Processes all files, several in parallel. An error in one file does not stop the others.
pub fn each(
    files: &[PathBuf],
    all: &mut dyn Write,
    answer: impl Fn(&Path, &mut dyn Write) -> Outcome + Sync,
) -> Outcome {
    each_or(files, all, answer, |file, problem, out| refuse(file, None, &problem, out))
}

/// Like [`each`]. `refuse` reports an error that ends the processing of one file.
pub fn each_or(
    files: &[PathBuf],
    all: &mut dyn Write,
    answer: impl Fn(&Path, &mut dyn Write) -> Outcome + Sync,
    refuse: impl Fn(&Path, Problem, &mut dyn Write) -> Outcome,
) -> Outcome {
    let bar = match u64::try_from(files.len()) {
        Ok(count) if count > 1 && io::stderr().is_terminal() && !io::stdout().is_terminal() => {
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}");
            ProgressBar::new(count).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        }
        _ => ProgressBar::hidden(),
    };
    // Values may be nested deeply; see `STACK`.
    let pool = rayon::ThreadPoolBuilder::new().stack_size(crate::STACK).build();
    let pool = pool.map_err(Stop::wrong)?;
    let mut status = Status::Success;
    for batch in files.chunks(BATCH) {
        let one = |file: &PathBuf| {
            let mut out = Vec::new();
            let outcome = answer(file, &mut out);
            bar.set_message(shown(file));
            bar.inc(1);
            (out, outcome)
        };
        let answers: Vec<(Vec<u8>, Outcome)> = pool.install(|| batch.par_iter().map(one).collect());
        for (file, (out, outcome)) in batch.iter().zip(answers) {
            match all.write_all(&out) {
                // The reader has closed the pipe. The answers so far determine the result.
                Err(error) if error.kind() == ErrorKind::BrokenPipe && status == Status::Rejected => {
                    return Ok(status);
                }
                written => written?,
            }
            status = status.and(match outcome {
                Ok(status) => status,
                Err(Stop::Input(problem)) => refuse(file, problem, all)?,
                Err(stop) => refuse(file, Problem::new("file", stop.message()?), all)?,
            });
        }
    }
    bar.finish_and_clear();
    Ok(status)
}

/// Calls `answer` with each value of one of several files. Notes are not printed.
pub fn values(
    file: &Path,
    meaning: &Meaning,
    spelling: &Spelling,
    answer: impl FnMut(Item<'_>) -> Outcome,
) -> Outcome {
    values_or_whole(file, meaning, spelling, &mut input::values_alone, answer)
}

/// Like [`values`], but calls `whole` with each file first.
pub fn values_or_whole(
    file: &Path,
    meaning: &Meaning,
    spelling: &Spelling,
    whole: Whole<'_>,
    answer: impl FnMut(Item<'_>) -> Outcome,
) -> Outcome {
    let (sample, notes) = (Sample::default(), Notes::silent());
    input::each_of_file(Some(file), sample, meaning, spelling, notes, whole, answer)
}

/// Writes the error of a file, or of one of its settings, on one line.
pub fn refuse(file: &Path, name: Option<&str>, problem: &Problem, out: &mut dyn Write) -> Outcome {
    let mut line = json!({ "file": file.display().to_string() });
    if let Some(fields) = line.as_object_mut() {
        if let Some(name) = name {
            fields.insert("key".into(), name.into());
        }
        fields.insert("error".into(), problem.details());
    }
    writeln!(out, "{line}")?;
    Ok(Status::Rejected)
}
