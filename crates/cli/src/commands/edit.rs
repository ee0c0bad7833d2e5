//! `gamewire edit`: opens the values of a file in a text editor.

use std::ffi::OsString;
use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path as FilePath, PathBuf};
use std::process::Command;

use gamewire::json::pretty;
use gamewire::minecraft::nbt::Nbt;
use tempfile::NamedTempFile;

use crate::commands::decode::with_sent;
use crate::commands::like;
use crate::input::{self, Target, secret};
use crate::open::{Open, Value};
use crate::output::{
    Outcome, Problem, Status, Stop, eprint, eprintln, reason, shortened, shown, signals, write, wrong,
};
use crate::values::{Form, utf8};

/// Change a file in a text editor
///
/// Opens $VISUAL or $EDITOR with the values of the file as JSON, in the form of `gamewire decode`, or with --snbt as SNBT.
/// When the editor exits, the file is written with its compression, encryption and framing. If the text is unchanged,
/// nothing is written. Packets of Minecraft and recordings are edited, too; packets cannot be added or removed.
#[derive(Debug, clap::Args)]
pub struct Edit {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten, next_help_heading = "Input")]
    target: Target,

    /// Edit NBT as SNBT, the text form of the game's commands
    #[arg(long, help_heading = None::<&'static str>)]
    snbt: bool,

    /// Write to this file instead
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
}

pub fn run(args: &Edit) -> Outcome {
    if args.file == FilePath::new("-") {
        return wrong!("edit needs a file; - is standard input, which the editor uses");
    }
    let loaded = args.target.asked().load(Some(&args.file))?;
    let mut open =
        args.target.asked().open(&loaded).map_err(|problem| Stop::rejected(&*args.file, &problem))?;
    open.warn_of_damage();
    open.can_replace(args.out.as_deref())?;
    if cfg!(unix) && named_editor().is_none() && !io::stdin().is_terminal() {
        return wrong!(
            "edit needs a terminal for the editor vi: set EDITOR to a program that changes the file that it is given, \
             or use gamewire set, or gamewire decode and encode --like"
        );
    }
    let texts = open.values().map(|value| if args.snbt { snbt(&open, &value) } else { json(&value) });
    let text = texts.map(|text| Ok(text? + "\n")).collect::<Result<String, Problem>>()?;
    let (page, _at_end) = signals::at_end(|| {
        // The temporary file can be read only by its user.
        let suffix = if args.snbt { ".snbt" } else { ".json" };
        let mut page = tempfile::Builder::new().prefix("gamewire-").suffix(suffix).tempfile()?;
        page.write_all(text.as_bytes())?;
        page.flush()?;
        let (path, unchanged) = (page.path().to_path_buf(), text.clone());
        Ok((page, Box::new(move || leave(&path, &unchanged))))
    })?;
    loop {
        signals::while_editing(|| open_editor(page.path()))??;
        let edited = String::from_utf8(utf8(input::read(page.path())?));
        let edited = edited.map_err(|error| Stop::file(page.path(), &io::Error::other(error)))?;
        if edited == text {
            eprintln!("the text is unchanged; nothing is written");
            return Ok(Status::Success);
        }
        if edited.trim().is_empty() {
            return Err(Stop::Rejected("the text is empty; the file is unchanged".into()));
        }
        let version = args.target.named.version();
        match like::change(&mut open, &edited, Form::of_options(args.snbt, false, false), version, false) {
            Ok(()) => {
                return match write::replace(args.out.as_deref(), &open) {
                    Ok(()) => Ok(Status::Success),
                    Err(stop) => kept(page, stop),
                };
            }
            Err(problem) => {
                eprintln!("{}", shortened(&problem.to_string()));
                if !again()? {
                    return kept(page, Stop::Rejected("the file is unchanged".into()));
                }
            }
        }
    }
}

fn kept(page: NamedTempFile, stop: Stop) -> Outcome {
    match page.keep() {
        Ok((_, path)) => eprintln!("the edited text is kept in {}", shown(&path)),
        Err(error) => eprintln!("the edited text could not be kept: {error}"),
    }
    Err(stop)
}

/// Keeps the edited text if a signal ends the program, and removes the file if the text is unchanged.
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

fn named_editor() -> Option<OsString> {
    ["VISUAL", "EDITOR"].into_iter().filter_map(std::env::var_os).find(|name| !name.is_empty())
}

/// Runs the editor until it exits. The variable may contain arguments, as in `code --wait`.
fn open_editor(path: &FilePath) -> Result<(), Stop> {
    let named = named_editor();
    let is_default = named.is_none();
    let editor = named.unwrap_or_else(|| OsString::from(if cfg!(windows) { "notepad" } else { "vi" }));
    let mut command = if cfg!(unix) {
        let mut script = editor.clone();
        script.push(" \"$1\"");
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(script).arg("sh");
        shell
    } else {
        let text = editor.to_string_lossy().into_owned();
        let mut words = text.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        command
    };
    // The password is removed from the environment, because the editor and the programs that it starts do not need
    // it.
    match command.arg(path).env_remove(secret::VARIABLE).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => wrong!(
            "the editor {} ended with {status}; the file is unchanged{}",
            editor.to_string_lossy(),
            if is_default { "; EDITOR names another editor" } else { "" }
        ),
        Err(error) => {
            wrong!("the editor {}: {}", editor.to_string_lossy(), reason(&error))
        }
    }
}

/// Returns the JSON of a value, as `decode` prints it, with line breaks.
fn json(value: &Value<'_>) -> Result<String, Problem> {
    let read = || value.format.to_json(&value.bytes).map_err(|error| error.after(value.offset));
    let text = match (&value.error, &value.name, value.sent) {
        (Some(error), ..) => serde_json::json!({ "error": error.details() }).to_string(),
        (None, Some(name), _) => {
            format!("{{\"key\":{},\"value\":{}}}", serde_json::Value::from(&**name), read()?)
        }
        (None, None, Some(sent)) => with_sent(read()?, sent),
        (None, None, None) => read()?,
    };
    pretty(&text).map_err(|error| Problem::of_json(&error))
}

/// Returns the only value of a file as SNBT with several lines.
fn snbt(open: &Open<'_>, value: &Value<'_>) -> Result<String, Problem> {
    match (open.format.nbt(), open.len()) {
        (Some(protocol), 1) => Ok(format!("{:#}", protocol.parse::<Nbt>(&value.bytes)?.root)),
        _ => Err(Problem::new("snbt", "only a file with a single NBT root can be edited as SNBT")),
    }
}
