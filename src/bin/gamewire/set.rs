//! `gamewire set`

use std::io::{self, Write as _};
use std::path::PathBuf;

use anstream::eprintln;
use gamewire::godot::text::to_text_of;
use gamewire::minecraft;
use gamewire::path::Path;

use crate::outcome::{Outcome, Status, Stop};
use crate::problem::Problem;
use crate::target::{At, Part, Reader, Save, setting};
use crate::write::{self, Keep};
use crate::{godot_value, nbt_value};

/// Change a value inside a file: gamewire set save.bin player.gold 999
///
/// The type that is there stays: an int stays an int. Only what says its type itself changes it: Vector2(1, 2), &"name",
/// ^"path", [1, 2], {"a": 1}, or --type. A key that is not there yet is added.
///
/// The file is written as it came: compressed, encrypted, packed and framed, and inside all other bytes are the same.
/// It is replaced only when the new one is complete.
#[derive(Debug, clap::Args)]
pub struct Set {
    #[command(flatten)]
    at: At,

    /// The new value: a number, a word, text as Godot's var_to_str writes it, or JSON as `gamewire decode` prints it
    #[arg(value_name = "VALUE", allow_hyphen_values = true, required_unless_present = "remove")]
    new: Option<String>,

    /// The value is JSON, in the form of `gamewire decode`
    #[arg(long, conflicts_with = "kind")]
    json: bool,

    /// The type that the value shall have: int, float, String, Vector2, ..; for NBT byte, short, int, long, ..
    #[arg(long = "type", value_name = "TYPE")]
    kind: Option<String>,

    /// Take the value out instead, with its key
    #[arg(long, conflicts_with_all = ["new", "json", "kind"])]
    remove: bool,

    /// Write to this file instead; - is standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    keep: Keep,
}

/// Changes the value.
pub fn run(args: &Set) -> Outcome {
    let save = args.at.target.load(&args.at.file)?;
    let (contents, said) = changed(args, &save).map_err(|problem| Stop::Wrong(problem.message))?;
    let file = save.wrapped(&contents).map_err(|problem| Stop::Wrong(problem.message))?;
    let place = args.out.as_ref().unwrap_or(&args.at.file);
    if place == std::path::Path::new("-") {
        let mut out = io::stdout().lock();
        out.write_all(&file)?;
        out.flush()?;
    } else {
        write::write(place, &file, args.keep)?;
    }
    eprintln!("{:#}: {said}", args.at.path);
    Ok(Status::Well)
}

fn changed(args: &Set, save: &Save) -> Result<(Vec<u8>, String), Problem> {
    let (part, path) = match save.part(&args.at.path, args.at.value) {
        Err(problem) => match &args.new {
            // A key that is not there yet is in no value; it is added to the only one that can take it.
            Some(new) => return added(args, save, new, problem),
            None => return Err(problem),
        },
        Ok(found) => found,
    };
    let (bytes, said) = new_bytes(args, save, &part, &path)?;
    Ok((save.with(&part, &bytes)?, said))
}

/// A setting that is not there yet, or a key in one of several values.
fn added(args: &Set, save: &Save, new: &str, problem: Problem) -> Result<(Vec<u8>, String), Problem> {
    if let (Reader::Godot(decoder), true) = (save.reader, save.has_settings()) {
        let (name, rest) = setting(&args.at.path)?;
        if name.is_empty() || !rest.segments().is_empty() {
            return Err(problem);
        }
        let dialect = decoder.dialect();
        let value = match args.json {
            true => godot_value::of_json(new, dialect.precision())?,
            false => godot_value::parse(new, args.kind.as_deref(), None, dialect.precision())?,
        };
        let said = format!("added, {}", to_text_of(&value, dialect.table()));
        return Ok((save.with_setting(&name, dialect.encode(&value)?)?, said));
    }
    let mut taking = save.parts().into_iter().filter_map(|part| {
        let (bytes, said) = new_bytes(args, save, &part, &args.at.path).ok()?;
        Some((part, bytes, said))
    });
    match (taking.next(), taking.next()) {
        (Some((part, bytes, said)), None) => Ok((save.with(&part, &bytes)?, said)),
        _ => Err(problem),
    }
}

/// The bytes of a value with the change in it, and what is said of that.
fn new_bytes(args: &Set, save: &Save, part: &Part, path: &Path) -> Result<(Vec<u8>, String), Problem> {
    let text = args.new.as_deref().unwrap_or_default();
    match save.reader {
        Reader::Godot(decoder) => {
            let dialect = decoder.dialect();
            let whole = decoder.parse(&part.bytes).map_err(|error| error.after(part.start))?;
            let old = whole.get_path(path);
            let shown = |value: &gamewire::godot::Variant<'_>| short(to_text_of(value, dialect.table()));
            if args.remove {
                return Ok((decoder.remove_path(&part.bytes, path)?, format!("{} removed", shown(&*old?))));
            }
            let there = old.as_ref().ok().map(|old| &**old);
            let new = match args.json {
                true => godot_value::of_json(text, dialect.precision())?,
                false => godot_value::parse(text, args.kind.as_deref(), there, dialect.precision())?,
            };
            let bytes = decoder.set_path(&part.bytes, path, &new)?;
            let now = decoder.parse(&bytes)?;
            let now = now.get_path(path)?;
            Ok((bytes.clone(), said(there.map(shown), shown(&now))))
        }
        Reader::Nbt => {
            let root = Save::nbt(part)?;
            let old = root.get_path(path);
            let shown = |tag| short(nbt_value::to_text(tag));
            if args.remove {
                let bytes = minecraft::remove_path(&part.bytes, path)?;
                return Ok((bytes, format!("{} removed", shown(&old?))));
            }
            let new = match args.json {
                true => nbt_value::of_json(text)?,
                false => nbt_value::parse(text, args.kind.as_deref(), old.as_ref().ok())?,
            };
            let bytes = minecraft::set_path(&part.bytes, path, &new)?;
            Ok((bytes, said(old.as_ref().ok().map(shown), shown(&new))))
        }
    }
}

fn said(old: Option<String>, new: String) -> String {
    match old {
        Some(old) => format!("{old} -> {new}"),
        None => format!("added, {new}"),
    }
}

fn short(text: String) -> String {
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}
