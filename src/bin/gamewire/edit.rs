//! `gamewire edit`

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path as FilePath, PathBuf};
use std::process::Command;

use gamewire::document::{Format, ValueRef};
use gamewire::godot::json;
use gamewire::json::pretty;
use serde_json::value::RawValue;
use tempfile::NamedTempFile;

use crate::files;
use crate::nbt_value;
use crate::outcome::{Outcome, Status, Stop};
use crate::problem::Problem;
use crate::say::{eprint, eprintln, shortened, shown};
use crate::signals::Listening;
use crate::target::{Save, Target};
use crate::write::{self, Keep};

/// Change a file in a text editor
///
/// Opens $VISUAL, or $EDITOR, on the JSON of the file, as `gamewire decode` prints it, or with --snbt on SNBT. When the editor exits, the file is
/// written with its compression, encryption and framing. If the text is unchanged, nothing is written.
#[derive(Debug, clap::Args)]
pub struct Edit {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Edit NBT as SNBT, the text form of the game's commands
    #[arg(long)]
    snbt: bool,

    /// Write to this file instead
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    keep: Keep,

    #[command(flatten)]
    target: Target,
}

/// Lets the user edit the file.
pub fn run(args: &Edit) -> Outcome {
    if args.file == FilePath::new("-") {
        return Err(Stop::Wrong("edit needs a file; - is standard input, which the editor uses".into()));
    }
    let loaded = args.target.read(&args.file)?;
    let mut save = args.target.open(&loaded)?;
    save.can_replace(&loaded, args.out.as_deref())?;
    let mut text = String::new();
    for value in save.document.values() {
        if args.snbt {
            text.push_str(&snbt(&save, &value).map_err(wrong)?);
        } else {
            let json = save.json(&value).map_err(wrong)?;
            text.push_str(&pretty(&json).map_err(|error| wrong(Problem::of_json(&error)))?);
        }
        text.push('\n');
    }
    // Only its user may read it.
    let mut page = tempfile::Builder::new()
        .prefix("gamewire-")
        .suffix(if args.snbt { ".snbt" } else { ".json" })
        .tempfile()?;
    page.write_all(text.as_bytes())?;
    page.flush()?;
    let (path, unchanged) = (page.path().to_path_buf(), text.clone());
    let mut signals = Listening::new(move || leave(&path, &unchanged))?;
    loop {
        signals.while_editing(|| open_editor(page.path()))??;
        let edited = std::fs::read_to_string(page.path()).map_err(|error| Stop::file(page.path(), &error))?;
        if edited == text {
            eprintln!("the text is unchanged; nothing is written");
            return Ok(Status::Success);
        }
        match change(&mut save, &edited, args.snbt) {
            Ok(()) => {
                let written = save.segments().map_err(wrong).and_then(|file| {
                    write::replace(loaded.path(), save.file(), args.out.as_deref(), &file, args.keep)
                });
                return match written {
                    Ok(()) => Ok(Status::Success),
                    Err(stop) => kept(page, stop),
                };
            }
            Err(problem) => {
                eprintln!("{}", shortened(&problem.message));
                if !again()? {
                    return kept(page, Stop::Wrong("the file is unchanged".into()));
                }
            }
        }
    }
}

fn wrong(problem: Problem) -> Stop {
    Stop::Wrong(problem.message)
}

/// Keeps the edited text in a file.
fn kept(page: NamedTempFile, stop: Stop) -> Outcome {
    match page.keep() {
        Ok((_, path)) => eprintln!("the edited text is kept in {}", shown(&path)),
        Err(error) => eprintln!("the edited text could not be kept: {error}"),
    }
    Err(stop)
}

/// Keeps the edited text if a signal ends the program, and nothing else.
fn leave(path: &FilePath, unchanged: &str) {
    match std::fs::read_to_string(path) {
        Ok(text) if text == unchanged => drop(std::fs::remove_file(path)),
        _ => eprintln!("the edited text is kept in {}", shown(path)),
    }
}

fn again() -> io::Result<bool> {
    if !io::stdin().is_terminal() {
        return Ok(false);
    }
    eprint!("Edit again? [Y/n] ");
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(!answer.is_empty() && !answer.trim().eq_ignore_ascii_case("n"))
}

/// Runs the editor until it exits. The variable may contain arguments: `code --wait`.
fn open_editor(path: &FilePath) -> Result<(), Stop> {
    let named = ["VISUAL", "EDITOR"].into_iter().filter_map(std::env::var_os).find(|name| !name.is_empty());
    let editor = named.unwrap_or_else(|| OsString::from(if cfg!(windows) { "notepad" } else { "vi" }));
    let status = if cfg!(unix) {
        let mut script = editor.clone();
        script.push(" \"$1\"");
        Command::new("sh").arg("-c").arg(script).arg("sh").arg(path).status()
    } else {
        let text = editor.to_string_lossy().into_owned();
        let mut words = text.split_whitespace();
        Command::new(words.next().unwrap_or_default()).args(words).arg(path).status()
    };
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Stop::Wrong(format!(
            "the editor {} ended with {status}; the file is unchanged",
            editor.to_string_lossy()
        ))),
        Err(error) => Err(Stop::Wrong(format!("the editor {}: {error}", editor.to_string_lossy()))),
    }
}

/// The SNBT of the only value of a file, over several lines.
fn snbt(save: &Save<'_>, value: &ValueRef<'_>) -> Result<String, Problem> {
    match (save.document.format(), save.document.len()) {
        (Format::Nbt(_), 1) => Ok(format!("{:#}", value.nbt()?.root)),
        _ => Err(Problem {
            offset: 0,
            kind: "snbt",
            message: "SNBT is the text form of a file that is one NBT root".into(),
        }),
    }
}

/// Puts a root in SNBT in the place of the only value. Details of the old root that SNBT does not show are kept.
fn change_by_snbt(save: &mut Save<'_>, text: &str) -> Result<(), Problem> {
    if !matches!((save.document.format(), save.document.len()), (Format::Nbt(_), 1)) {
        return Err(Problem { offset: 0, kind: "snbt", message: "the file is not one NBT root".into() });
    }
    let mut value = save.document.value_mut(0)?;
    let old = value.nbt()?;
    *old = nbt_value::root_of_snbt(text, Some(old))?;
    // Says now what cannot be encoded, while the text is open.
    value.as_ref().as_wire()?;
    Ok(())
}

/// Changes the values to those that the text encodes: JSON, or SNBT. Unchanged values keep their bytes. `serde_json` only
/// splits the text, as in [`files::values`].
pub fn change(save: &mut Save<'_>, text: &str, is_snbt: bool) -> Result<(), Problem> {
    if is_snbt {
        return change_by_snbt(save, text);
    }
    let values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    let old: Vec<ValueRef<'_>> = save.document.values().collect();
    // Of several with one name the last.
    let named: HashMap<&str, ValueRef<'_>> =
        old.iter().filter_map(|value| Some((value.name()?, *value))).collect();
    let mut new = Vec::new();
    for (at, value) in values.enumerate() {
        let value = value.map_err(|error| Problem::json(0, &format!("the text is not JSON: {error}")))?;
        let before = |name: Option<&str>| match name {
            Some(name) => named.get(name).copied(),
            None => old.get(at).copied(),
        };
        new.push(
            changed(save, before, value.get())
                .map_err(|problem| problem.within(text.as_bytes(), value.get().as_bytes()))?,
        );
    }
    Ok(save.document.set_values(new)?)
}

/// The name and the bytes of a value in JSON; `before` is the previous value, by its name if it has one.
fn changed<'d>(
    save: &Save<'_>,
    before: impl FnOnce(Option<&str>) -> Option<ValueRef<'d>>,
    text: &str,
) -> Result<(Option<String>, Vec<u8>), Problem> {
    let (name, value) = if save.has_settings() {
        let (key, value) = files::setting(text.as_bytes())?;
        (Some(key), value)
    } else {
        (None, text)
    };
    let mut bytes = save.bytes_of_json(value).map_err(|problem| {
        if name.is_some() { problem.within(text.as_bytes(), value.as_bytes()) } else { problem }
    })?;
    if let Some(before) = before(name.as_deref())
        && let Some(kept) = spliced(save, &before, value)
    {
        bytes = kept;
    }
    Ok((name, bytes))
}

/// The old bytes with the changed values replaced, if only values changed.
fn spliced(save: &Save<'_>, before: &ValueRef<'_>, value: &str) -> Option<Vec<u8>> {
    let bytes = before.as_wire().ok()?;
    match save.document.format() {
        Format::Godot(decoder) => {
            let new = json::from_str_as(value, decoder.dialect().precision()).ok()?;
            decoder.set_value(&bytes, &new).ok()
        }
        _ => {
            let plain = save.json(before).ok()?;
            // White space does not count.
            let same = pretty(&plain).ok()? == pretty(value).ok()?;
            same.then(|| bytes.into_owned())
        }
    }
}
