//! `gamewire edit`: opens the values of a file in a text editor.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path as FilePath, PathBuf};
use std::process::Command;

use gamewire::godot::text::{to_engine_text, to_text};
use gamewire::godot::{Dialect, Variant};
use gamewire::json::pretty;
use gamewire::minecraft::Packets;
use gamewire::minecraft::nbt::OptNbt;
use gamewire_files::document::{Format, ValueRef};
use gamewire_files::godot::{ProjectFile, Setting};
use gamewire_files::identify::Arrangement;
use serde_json::value::RawValue;
use tempfile::NamedTempFile;

use crate::input;
use crate::input::packet_paths::Needed;
use crate::input::secret;
use crate::input::target::{Save, Target};
use crate::output::files;
use crate::output::outcome::{Outcome, Status, Stop};
use crate::output::problem::Problem;
use crate::output::say::{eprint, eprintln, shortened, shown};
use crate::output::signals;
use crate::output::write::{self, Keep};
use crate::values::nbt_value;
use crate::values::text::{Form, FromJson, encode_godot, encode_text};

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

pub fn run(args: &Edit) -> Outcome {
    if args.file == FilePath::new("-") {
        return Err(Stop::Wrong("edit needs a file; - is standard input, which the editor uses".into()));
    }
    let mut loaded = args.target.read(&args.file)?;
    // Packets are edited as the lines of `decode`.
    let needed = if args.snbt { Needed::All } else { Needed::Nothing };
    let mut save = args.target.open(&mut loaded, needed)?;
    save.can_replace(args.out.as_deref())?;
    if cfg!(unix) && named_editor().is_none() && !io::stdin().is_terminal() {
        return Err(Stop::Wrong(
            "edit needs a terminal for the editor vi: set EDITOR to a program that changes the file that it is given, \
             or use gamewire set, or gamewire decode and encode --like"
                .into(),
        ));
    }
    let is_json = !args.snbt;
    let text = match save.packets_text().filter(|_| is_json) {
        Some(lines) => pretty_lines(lines?.lines().map(|line| Ok(line.to_owned())))?,
        None if is_json => pretty_lines(save.document.values().map(|value| save.json(&value)))?,
        None => save
            .document
            .values()
            .map(|value| Ok(snbt(&save, &value)? + "\n"))
            .collect::<Result<_, Problem>>()?,
    };
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
        let edited = String::from_utf8(input::utf8(input::read(page.path())?));
        let edited = edited.map_err(|error| Stop::file(page.path(), &io::Error::other(error)))?;
        if edited == text {
            eprintln!("the text is unchanged; nothing is written");
            return Ok(Status::Success);
        }
        let version = args.target.named.format.version();
        match change(&mut save, edited, Form::of_options(args.snbt, false, false), version, false) {
            Ok(()) => {
                return match write::replace(args.out.as_deref(), &save, args.keep) {
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

/// Formats values in JSON with line breaks.
fn pretty_lines(values: impl Iterator<Item = Result<String, Problem>>) -> Result<String, Problem> {
    let mut text = String::new();
    for json in values {
        text += &pretty(&json?).map_err(|error| Problem::of_json(&error))?;
        text.push('\n');
    }
    Ok(text)
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
        Ok(status) => Err(Stop::Wrong(format!(
            "the editor {} ended with {status}; the file is unchanged{}",
            editor.to_string_lossy(),
            if is_default { "; EDITOR names another editor" } else { "" }
        ))),
        Err(error) => Err(Stop::Wrong(format!("the editor {}: {error}", editor.to_string_lossy()))),
    }
}

/// Returns the only value of a file as SNBT with several lines.
fn snbt(save: &Save<'_>, value: &ValueRef<'_>) -> Result<String, Problem> {
    match (save.document.format(), save.document.len()) {
        (Format::Minecraft(..), 1) => Ok(format!("{:#}", value.nbt()?.root)),
        _ => Err(Problem::new("snbt", "only a file with a single NBT root can be edited as SNBT")),
    }
}

/// Replaces the only value by a root in SNBT. Details of the old root that SNBT does not show are kept.
fn change_by_snbt(save: &mut Save<'_>, text: &str) -> Result<(), Problem> {
    if !matches!((save.document.format(), save.document.len()), (Format::Minecraft(..), 1)) {
        return Err(Problem::new("snbt", "the file is not one NBT root"));
    }
    let mut value = save.document.value_mut(0)?;
    let old = value.nbt()?;
    *old = nbt_value::root_of_snbt(text, Some(old), None)?;
    // If the value cannot be encoded, this reports it while the text can still be edited.
    value.as_ref().as_wire()?;
    Ok(())
}

/// Replaces the values by those that the text encodes. Packets of a recording are of `version`. Unchanged values keep
/// their bytes. `serde_json` is only used to split the JSON, as in [`files::values`].
pub fn change(
    save: &mut Save<'_>,
    text: String,
    form: Form,
    version: Option<&Packets>,
    strict: bool,
) -> Result<(), Problem> {
    if save.has_packets() {
        return save.set_packets(text.as_bytes(), version, form, strict);
    }
    match form {
        Form::Json | Form::Plain => {}
        Form::Snbt => return change_by_snbt(save, &text),
        Form::Text => return change_by_text(save, &text),
    }
    if save.is_single()
        && let Ok(value) = FromJson::read(save.document.format(), text.as_bytes())
    {
        // The text can be several times as long as the file, so it is freed early.
        drop(text);
        let bytes = encoded(save, save.document.values().next(), value)?;
        return Ok(save.document.set_values([(None, bytes)])?);
    }
    let values = serde_json::Deserializer::from_str(&text).into_iter::<&RawValue>();
    let old = Old::new(save);
    let mut new = Vec::new();
    for (at, value) in values.enumerate() {
        let value = value.map_err(|error| Problem::json(0, &format!("the text is not JSON: {error}")))?;
        new.push(
            changed(save, |name| old.value(at, name), value.get())
                .map_err(|problem| problem.within(text.as_bytes(), value.get().as_bytes()))?,
        );
    }
    Ok(save.document.set_values(new)?)
}

/// The values before the change.
struct Old<'d> {
    values: Vec<ValueRef<'d>>,
    /// The values by their names. If several have the same name, this is the last one.
    named: HashMap<&'d str, ValueRef<'d>>,
}

impl<'d> Old<'d> {
    fn new(save: &'d Save<'_>) -> Self {
        let values: Vec<ValueRef<'d>> = save.document.values().collect();
        let named = values.iter().filter_map(|value| Some((value.name()?, *value))).collect();
        Self { values, named }
    }

    /// Returns the value with this name, or the value with this number if it has no name.
    fn value(&self, number: usize, name: Option<&str>) -> Option<ValueRef<'d>> {
        match name {
            Some(name) => self.named.get(name).copied(),
            None => self.values.get(number).copied(),
        }
    }
}

/// Replaces the values by those of the engine's text: a `project.godot`, or values one after the other.
fn change_by_text(save: &mut Save<'_>, text: &str) -> Result<(), Problem> {
    let Format::Godot(decoder) = save.document.format() else {
        let message = "the engine's text form exists only for values of Godot, and the file is NBT";
        return Err(Problem::new("text", message));
    };
    let values: Vec<(Option<String>, Vec<u8>)> = if save.has_settings() {
        let (project, _) = ProjectFile::from_text(text, Some(decoder.dialect()))?;
        let setting = |setting: Setting<'_>| (Some(setting.key.into_owned()), setting.value.into_owned());
        project.settings.into_iter().map(setting).collect()
    } else {
        let several = matches!(save.document.arrangement(), Arrangement::Framed(_));
        let values =
            if several { files::text_values(text.as_bytes(), Form::Text) } else { vec![text.as_bytes()] };
        let encoded = values.into_iter().map(|value| {
            let bytes = encode_text(save.document.format(), value)
                .map_err(|problem| problem.within(text.as_bytes(), value))?;
            Ok((None, bytes))
        });
        encoded.collect::<Result<_, Problem>>()?
    };
    let old = Old::new(save);
    let kept = |(number, (name, bytes)): (usize, (Option<String>, Vec<u8>))| {
        let kept = || {
            let before = old.value(number, name.as_deref())?.as_wire().ok()?;
            let mut new = decoder.parse(&bytes).ok()?;
            take_unseen(&decoder.parse(&before).ok()?, &mut new, decoder.dialect());
            decoder.set_value(&before, &new).ok()
        };
        let kept = kept();
        (name, kept.unwrap_or(bytes))
    };
    let mut new: Vec<(Option<String>, Vec<u8>)> = values.into_iter().enumerate().map(kept).collect();
    if save.has_settings() {
        restore_order(&old, &mut new);
    }
    Ok(save.document.set_values(new)?)
}

/// Puts settings in the order of the old file, because the text sorts them by section. A new setting is put after the
/// one that precedes it in the text.
fn restore_order(old: &Old<'_>, new: &mut Vec<(Option<String>, Vec<u8>)>) {
    let places: HashMap<&str, usize> =
        old.values.iter().enumerate().filter_map(|(place, value)| Some((value.name()?, place))).collect();
    let mut before = None;
    let mut placed: Vec<_> = new
        .drain(..)
        .map(|setting| {
            let place = setting.0.as_deref().and_then(|name| places.get(name)).copied();
            before = place.or(before);
            (before, setting)
        })
        .collect();
    // The sort is stable, so settings without a place stay after the one before them.
    placed.sort_by_key(|(place, _)| *place);
    new.extend(placed.into_iter().map(|(_, setting)| setting));
}

/// Restores what the engine's text does not show: the order of keys, and in Godot 3 the last digits of floats. New
/// keys are put last.
fn take_unseen(old: &Variant, new: &mut Variant, dialect: Dialect) {
    match (old, &mut *new) {
        (Variant::Array(old), Variant::Array(new)) => {
            for (old, new) in old.iter().zip(new.as_mut_slice()) {
                take_unseen(old, new, dialect);
            }
        }
        (Variant::Dictionary(old), Variant::Dictionary(new)) => {
            let places = old.iter().enumerate().map(|(place, (key, value))| (to_text(key), (place, value)));
            let places: HashMap<String, (usize, &Variant)> = places.collect();
            for number in 0..new.len() {
                if let Some((key, value)) = new.get_index_mut(number)
                    && let Some((_, old)) = places.get(&to_text(key))
                {
                    take_unseen(old, value, dialect);
                }
            }
            new.sort_by_cached_key(|key, _| {
                places.get(&to_text(key)).map_or(usize::MAX, |(place, _)| *place)
            });
        }
        (old, new) if to_engine_text(old, dialect) == to_engine_text(new, dialect) => *new = old.clone(),
        _ => {}
    }
}

/// Returns the name and the bytes of a value in JSON. `before` returns the previous value, by its name if it has one.
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
    let bytes =
        FromJson::read(save.document.format(), value.as_bytes())
            .and_then(|value| encoded(save, before(name.as_deref()), value))
            .map_err(|problem| {
                if name.is_some() { problem.within(text.as_bytes(), value.as_bytes()) } else { problem }
            })?;
    Ok((name, bytes))
}

/// Returns the bytes of a value. If the previous value differs only in parts, the other bytes are kept.
fn encoded(save: &Save<'_>, before: Option<ValueRef<'_>>, value: FromJson<'_>) -> Result<Vec<u8>, Problem> {
    let old = before.and_then(|before| before.as_wire().ok());
    match (save.document.format(), old, value) {
        (Format::Godot(decoder), Some(old), FromJson::Godot(dialect, value)) => {
            let bytes = encode_godot(dialect, &value, false)?;
            if *old == *bytes {
                return Ok(bytes);
            }
            // The tree and the new bytes need much memory, so they are freed early.
            drop(bytes);
            decoder
                .set_value(&old, &value)
                .or_else(|_| dialect.encode(&value))
                .map_err(|error| Problem::unwritable(&error))
        }
        (Format::Minecraft(protocol, _), Some(old), value) => {
            let bytes = value.encode(false)?;
            let kept = match protocol.parse(&bytes) {
                Ok(OptNbt(Some(new))) if *old != *bytes => protocol.set_value(&old, &new).ok(),
                _ => None,
            };
            Ok(kept.unwrap_or(bytes))
        }
        (_, _, value) => value.encode(false),
    }
}
