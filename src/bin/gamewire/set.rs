//! `gamewire set`

use std::path::PathBuf;

use gamewire::escape::visible;
use gamewire::godot::text::to_text_of;
use gamewire::godot::{Decoder, OwnedVariant, Variant};
use gamewire::path::Path;

use crate::nearest;
use crate::outcome::{Outcome, Status, Stop};
use crate::problem::Problem;
use crate::say::eprintln;
use crate::target::{At, Part, Reader, Save};
use crate::write::{self, Keep};
use crate::{godot_value, nbt_value};

/// Change a value inside a file: gamewire set save.bin player.gold 999
///
/// The new value has the type of the old one: an int stays an int. The type changes only with --type, or if the new value
/// names its type: Vector2(1, 2), &"name", ^"path", [1, 2], {"a": 1}, in NBT [1.0d, 2.0d], [I; 1, 2], {a: 1b}. A typed array or dictionary accepts only values of
/// its declared types, since the engine changes or drops others. A missing key is an error, since it may be mistyped;
/// --add adds it.
///
/// The file keeps its compression, encryption and framing, and all other bytes of its contents. It is replaced only when
/// the new file is complete.
#[derive(Debug, clap::Args)]
pub struct Set {
    #[command(flatten)]
    at: At,

    /// The new value: a number, a word, the text form of Godot's var_to_str, SNBT, or the JSON of `gamewire decode`
    #[arg(value_name = "VALUE", allow_hyphen_values = true, required_unless_present = "remove")]
    new: Option<String>,

    /// The value is JSON, in the form of `gamewire decode`
    #[arg(long, conflicts_with = "kind")]
    json: bool,

    /// The type of the new value: int, float, String, Vector2, ..; for NBT byte, short, int, long, ..
    #[arg(long = "type", value_name = "TYPE")]
    kind: Option<String>,

    /// Add the value if there is none at this path: a key, a setting, or an element at the end
    #[arg(long)]
    add: bool,

    /// Remove the value, with its key
    #[arg(long, conflicts_with_all = ["new", "json", "kind", "add"])]
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
    let wrong = |problem: Problem| Stop::Wrong(problem.message);
    let (contents, said) = changed(args, &save).map_err(wrong)?;
    let file = save.wrapped(&contents).map_err(wrong)?;
    write::replace(&args.at.file, save.file(), args.out.as_deref(), &file, args.keep)?;
    eprintln!("{:#}: {said}", args.at.path);
    Ok(Status::Success)
}

/// The changed contents, and the message about the change.
type Changed = (Vec<u8>, String);

fn changed(args: &Set, save: &Save) -> Result<Changed, Problem> {
    let path = &args.at.path;
    if let (Reader::Godot(decoder), Some(mut project)) = (save.reader, save.project()?) {
        let old = project.get_path(&decoder, path).map(Variant::into_owned);
        let said = match wanted(args, decoder, old.as_ref().ok())? {
            None => {
                let old = old?;
                project.remove_path(&decoder, path)?;
                removed(&old, decoder)
            }
            Some(new) => {
                let missing = (old.is_err() && !args.add).then(|| {
                    missing(path, |place| match place.segments() {
                        [] => {
                            project.settings.iter().map(|setting| setting.key.clone().into_owned()).collect()
                        }
                        _ => project
                            .get_path(&decoder, place)
                            .map_or(Vec::new(), |there| nearest::names(&there)),
                    })
                });
                project.set_path(&decoder, path, &new)?;
                if let Some(problem) = missing {
                    return Err(problem);
                }
                replaced(old.as_ref().ok(), &project.get_path(&decoder, path)?, decoder)
            }
        };
        return Ok((save.with_project(&project)?, said));
    }
    let problem = match save.part(path, args.at.value) {
        Ok(part) => {
            let (bytes, said) = new_bytes(args, save, &part, args.add)?;
            return Ok((save.with(&part, &bytes)?, said));
        }
        Err(problem) if args.remove => return Err(problem),
        Err(problem) => problem,
    };
    // A key that is not there yet is in no value; it is added to the only one that can take it.
    let mut taking = save.parts().into_iter().filter_map(|part| {
        let (bytes, said) = new_bytes(args, save, &part, true).ok()?;
        Some((part, bytes, said))
    });
    match (taking.next(), taking.next()) {
        (Some(_), None) if !args.add => {
            let message = format!("{}; pass --add to add it to one of them", problem.message);
            Err(Problem { message, ..problem })
        }
        (Some((part, bytes, said)), None) => Ok((save.with(&part, &bytes)?, said)),
        _ => Err(problem),
    }
}

/// The bytes of the changed value, and the message about the change.
fn new_bytes(args: &Set, save: &Save, part: &Part, add: bool) -> Result<Changed, Problem> {
    let path = &args.at.path;
    match save.reader {
        Reader::Godot(decoder) => {
            let whole = decoder.parse(&part.bytes).map_err(|error| error.after(part.start))?;
            let old = whole.get_path(path);
            let there = old.as_ref().ok().map(|old| &**old);
            let Some(new) = wanted(args, decoder, there)? else {
                return Ok((decoder.remove_path(&part.bytes, path)?, removed(&*old?, decoder)));
            };
            let bytes = decoder.set_path(&part.bytes, path, &new)?;
            if there.is_none() && !add {
                let names =
                    |place: &Path| whole.get_path(place).map_or(Vec::new(), |there| nearest::names(&there));
                return Err(missing(path, names));
            }
            let said = replaced(there, &*decoder.parse(&bytes)?.get_path(path)?, decoder);
            Ok((bytes, said))
        }
        Reader::Nbt(protocol) => {
            let root = part.nbt(protocol)?;
            let old = root.get_path(path);
            let shown = |tag| short(visible(&nbt_value::to_text(tag)).into_owned());
            let Some(text) = args.new.as_deref() else {
                let bytes = protocol.remove_path(&part.bytes, path)?;
                return Ok((bytes, format!("{} removed", shown(&old?))));
            };
            let new = match args.json {
                true => nbt_value::of_json(text)?,
                false => nbt_value::parse(text, args.kind.as_deref(), old.as_ref().ok())?,
            };
            let bytes = protocol.set_path(&part.bytes, path, &new)?;
            if old.is_err() && !add {
                return Err(missing(path, |place| match place.segments() {
                    [] => nearest::names_of(&root.root),
                    _ => root.get_path(place).map_or(Vec::new(), |there| nearest::names_of_tag(&there)),
                }));
            }
            Ok((bytes, said(old.as_ref().ok().map(shown), shown(&new))))
        }
    }
}

/// The error for a missing value that could be added. `names` returns the names at a path.
fn missing(path: &Path, names: impl FnOnce(&Path) -> Vec<String>) -> Problem {
    let mut message = format!("there is no value at {path:#}; pass --add to add it");
    if let Some((name, place)) = nearest::name_and_place(path)
        && let Some(near) = nearest::nearest(&name, &names(&place))
    {
        message.push_str(&format!("; the nearest key is {near:?}"));
    }
    Problem { offset: 0, kind: "path", message }
}

/// The new value in place of `old`; `None` to remove it.
fn wanted(args: &Set, decoder: Decoder, old: Option<&Variant<'_>>) -> Result<Option<OwnedVariant>, Problem> {
    let precision = decoder.dialect().precision();
    let new = args.new.as_deref().map(|text| match args.json {
        true => godot_value::of_json(text, precision),
        false => godot_value::parse(text, args.kind.as_deref(), old, precision),
    });
    new.transpose()
}

fn removed(old: &Variant<'_>, decoder: Decoder) -> String {
    format!("{} removed", short(to_text_of(old, decoder.dialect().table())))
}

fn replaced(old: Option<&Variant<'_>>, new: &Variant<'_>, decoder: Decoder) -> String {
    let shown = |value: &Variant<'_>| short(to_text_of(value, decoder.dialect().table()));
    said(old.map(shown), shown(new))
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
