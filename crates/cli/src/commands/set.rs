//! `gamewire set`: changes or removes a value at a path.

use std::path::PathBuf;
use std::time::Duration;
use std::{fs, process, thread};

use gamewire::godot::Variant;
use gamewire::minecraft::nbt::{List, Tag, TagId};
use gamewire::path::{Path, Segment};
use gamewire_files::document::{AnyValue, AnyView, EnteredError, Format};
use gamewire_files::shared::document::packet_path;

use crate::input::{At, target};
use crate::open::{Open, Value, path_problem};
use crate::output::{Outcome, Problem, Status, Stop, eprintln, shown, start, write, wrong};
use crate::values::{any, nbt_value, nearest};

/// Change a value inside a file: gamewire set save.bin player.gold 999
///
/// The new value has the type of the old one: an int stays an int. The type changes only with --type, or if the
/// new value is written with an explicit type: Vector2(1, 2), &"name", ^"path", [1, 2], {"a": 1}, in NBT [1.0d, 2.0d],
/// [I; 1, 2], {a: 1b}. Without --type, a note reports the change.
///
/// A typed array or dictionary accepts only values of its declared types, because the engine converts or drops others. A missing key is an error, because it may be mistyped; --add adds it.
///
/// The file keeps its compression, encryption and framing, and all bytes outside the changed value except lengths and counts. In
/// a text file (a ConfigFile of Godot, SNBT, or JSON), all characters outside the changed value stay as they are, comments and
/// line ends too. The file keeps its old contents until the new ones are complete. With --chunk, the region is written, or the
/// file c.X.Z.mcc that has the chunk. With --hex, a file of only hexadecimal digits is overwritten; for any other notation, such
/// as a dump, use --out.
#[derive(Debug, clap::Args)]
pub struct Set {
    #[command(flatten, next_help_heading = "Input")]
    at: At,

    /// The new value: a number, a word, the text form of Godot's var_to_str, SNBT, or the JSON of `gamewire decode`
    #[arg(value_name = "VALUE", allow_hyphen_values = true, help_heading = None::<&'static str>)]
    new: Option<String>,

    /// The value is JSON, in the form of `gamewire decode`
    ///
    /// For JSON, it has the form of values of Godot, such as "f:1.5".
    #[arg(long, conflicts_with = "kind", help_heading = None::<&'static str>)]
    json: bool,

    /// The type of the new value: int, float, String, Vector2, ..; byte, short, ..
    #[arg(long = "type", value_name = "TYPE", help_heading = None::<&'static str>)]
    kind: Option<String>,

    /// Add the value if there is none at this path
    ///
    /// The new value is an entry of a dictionary or compound, a setting, or the last element of an array. An existing value
    /// is not changed. A path such as items[+] adds an element to an array without --add.
    #[arg(long, help_heading = None::<&'static str>)]
    add: bool,

    /// Remove the value, with its key
    #[arg(long, alias = "delete", conflicts_with_all = ["new", "json", "kind", "add"], help_heading = None::<&'static str>)]
    remove: bool,

    /// Print what would change, and write nothing
    #[arg(long, conflicts_with = "out", help_heading = "Output")]
    dry_run: bool,

    /// Write to this file instead; - is standard output
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
}

/// Changes the value. If another program changes the file in the meantime, it tries again a few times.
pub fn run(args: &Set) -> Outcome {
    if args.new.is_none() && !args.remove {
        let advice = match args.at.path.text.split_once('=') {
            Some((path, value)) => format!("leave a space between the path and the value: {path} {value}"),
            None => {
                target::is_given(&args.at.file, &args.at.path.text)?;
                "pass it after the path, or --remove to remove the old one".into()
            }
        };
        return wrong!("the new value is missing; {advice}");
    }
    const RETRIES: u32 = 24;
    for retry in 0..RETRIES {
        match once(args) {
            Err(Stop::Changed(_)) if args.at.file.as_os_str() != "-" => {}
            outcome => return outcome,
        }
        // The waiting time differs between runs.
        let wait = 5 + process::id().wrapping_mul(31).wrapping_add(retry * 17) % 90;
        thread::sleep(Duration::from_millis(wait.into()));
    }
    once(args)
}

fn once(args: &Set) -> Outcome {
    target::in_order(
        &args.at.file,
        &args.at.path.path,
        args.new.as_deref().map(|new| (&*args.at.path.text, new)),
    )?;
    let asked = args.at.target.asked();
    let loaded = asked.load(Some(&args.at.file))?;
    let rejected = |problem: Problem| Stop::rejected(&*args.at.file, &problem);
    let mut open = asked.open(&loaded).map_err(rejected)?;
    open.warn_of_damage();
    open.can_replace(args.out.as_deref())?;
    let (path, append) = args.at.path.resolve(&open, args.at.value).map_err(rejected)?;
    let said = change(args, &mut open, &path, append).map_err(rejected)?;
    if args.dry_run {
        eprintln!("{path:#}: {said} (nothing is written)");
        return Ok(Status::Success);
    }
    write::replace(args.out.as_deref(), &open)?;
    let is_redirected = args.out.is_none() && fs::metadata("/dev/stdout").is_ok_and(|out| out.is_file());
    let printed = match is_redirected && args.at.file.as_os_str() != "-" {
        true => format!("; {} itself is changed: --out - prints it instead", shown(&args.at.file)),
        false => String::new(),
    };
    eprintln!("{path:#}: {said}{printed}");
    Ok(Status::Success)
}

/// Changes the value, and returns the message about the change.
fn change(args: &Set, open: &mut Open<'_>, path: &Path, append: bool) -> Result<String, Problem> {
    let format = &open.format.clone();
    let add = args.add || append;
    let setting = if add { new_setting(open, path) } else { None };
    let path = setting.as_ref().unwrap_or(path);
    let place = open.place(path, args.at.value);
    let (named, path) = (path, place.as_ref().map_or(path, |(_, path)| path));
    // Settings are not identified by numbers.
    let number = place.as_ref().ok().map(|(number, _)| *number).filter(|_| !open.has_settings());
    let shown = |element: &AnyValue| start(&any::shown(element, any::names(format)), 80);
    let old = place.as_ref().map_err(Problem::clone).and_then(|_| open.get(path, number));
    if args.remove {
        let old = shown(&old?);
        open.set(path, number, None)?;
        return Ok(format!("{old} removed"));
    }
    if let (true, Ok(old)) = (add, &old) {
        let appends = match named.segments().split_last() {
            Some((Segment::Index(_), outer)) => {
                format!("; {:#}[+] adds an element", Path::from(outer.to_vec()))
            }
            _ => String::new(),
        };
        return Err(path_problem(format!(
            "there is already a value at {named:#}, {}; omit --add to change it{appends}",
            shown(old)
        )));
    }
    let is_json = open.is_json();
    let new = wanted(args, format, old.as_ref().ok(), is_json)?;
    let missing = (old.is_err() && !add).then(|| match &place {
        Ok(_) => match path.to_string().replace('/', ".").parse::<Path>() {
            Ok(dotted) if open.get(&dotted, number).is_ok() => {
                path_problem(format!("there is no value at {named:#}; write {dotted:#}"))
            }
            // A number is rather a value than a key.
            _ if args.at.path.text.parse::<f64>().is_ok()
                && let Some(right) = args.new.as_ref().and_then(|new| new.parse::<Path>().ok())
                && open.get(&right, number).is_ok() =>
            {
                path_problem(format!(
                    "there is no value at {named:#}; the path comes before the value: {right:#} {}",
                    args.at.path.text
                ))
            }
            _ => missing(named, near(open, path, number)),
        },
        Err(nowhere) => path_problem(format!("{nowhere}; pass --add to add it to one of them")),
    });
    let old = old.ok().map(|old| {
        let is_named = args.kind.is_some() || is_json && is_number(&old) && is_number(&new);
        let changes =
            if is_named { None } else { changed_type(&old, &new).or_else(|| kept_type(args, &old)) };
        (shown(&old), changes.unwrap_or_default())
    });
    open.set(path, number, Some(new)).map_err(|error| with_near(error.into(), open, path, number))?;
    if let Some(missing) = missing {
        return Err(missing);
    }
    let new = shown(&open.get(path, number)?);
    Ok(match old {
        Some((old, changes)) => format!("{old} -> {new}{changes}"),
        None => format!("added, {new}"),
    })
}

/// Returns the name of a new setting, `audio/volume`, whose section and key were given as two steps.
fn new_setting(open: &Open<'_>, path: &Path) -> Option<Path> {
    let [Segment::Name(section), Segment::Name(key)] = path.segments() else { return None };
    let is_there = |value: Value<'_>| value.name.as_deref().is_some_and(|name| *section == *name);
    let is_new = open.has_settings() && !open.values().any(is_there);
    is_new.then(|| vec![Segment::Name(format!("{section}/{key}").into())].into())
}

/// Returns a note if the new value has another type than the old one. The type of null does not matter.
fn changed_type(old: &AnyValue, new: &AnyValue) -> Option<String> {
    // The type of a packet's part does not change.
    let is_null = old.as_godot().is_some_and(Variant::is_nil) || old.as_packet().is_some();
    // An empty list has no type of its elements.
    let element = |value: &AnyValue| value.as_nbt().and_then(Tag::as_list).map(List::element_type);
    let elements = [old, new].map(element).map(|of| of.filter(|of| *of != TagId::End));
    let [old, new] = match elements {
        [Some(old), Some(new)] => [old, new].map(|of| format!("List of {of}")),
        _ => [old, new].map(|value| value.type_name().into()),
    };
    (old != new && !is_null).then(|| format!("; the type changes from {old} to {new}"))
}

/// Returns a note if the new number of NBT was written with the letter of another type than that of the old one.
fn kept_type(args: &Set, old: &AnyValue) -> Option<String> {
    let (old, new) = (old.as_nbt()?, nbt_value::of_snbt(args.new.as_deref()?).ok()?);
    let is_written = args.new.as_deref()?.ends_with(|last: char| last.is_ascii_alphabetic());
    let is_number = |tag: &Tag| tag.as_i64().is_some() || tag.as_f64().is_some();
    let differs = is_written && new.id() != old.id() && is_number(old) && is_number(&new);
    differs.then(|| format!("; the type stays {}: pass --type {} to change it", old.id(), new.id()))
}

/// Returns the error for a missing value that could be added. `near` tells where it may be instead.
fn missing(path: &Path, near: Option<String>) -> Problem {
    let problem = path_problem(format!("there is no value at {path:#}; pass --add to add it"));
    match (near, path.segments().last()) {
        (Some(near), _) => problem.with_advice(near),
        (None, Some(Segment::Name(_))) => {
            problem.with_advice("gamewire find --key prints the paths of a key")
        }
        (None, _) => problem,
    }
}

/// Returns whether a JSON value is a number. JSON does not distinguish types of numbers.
fn is_number(element: &AnyValue) -> bool {
    matches!(element, AnyValue::Godot(Variant::Int(_) | Variant::Float(_)))
}

/// Returns the new value in place of `old`.
fn wanted(args: &Set, format: &Format, old: Option<&AnyValue>, is_json: bool) -> Result<AnyValue, Problem> {
    let text = args.new.as_deref().unwrap_or_default();
    if args.json {
        return format.value_from_json(text).map_err(|error| Problem::of_json(&error));
    }
    let has_number =
        |old: &AnyValue| is_number(old) || old.as_nbt().is_some_and(|tag| tag.as_f64().is_some());
    if let Some(added) = text.strip_prefix('+')
        && added.parse::<f64>().is_ok()
        && old.is_some_and(has_number)
    {
        return Err(Problem::new("value", format!("set does not add: write the new number, or {added}")));
    }
    let old = old.filter(|old| !(is_json && is_number(old) && text.trim().parse::<f64>().is_ok()));
    let new = match &args.kind {
        Some(kind) => format.value_of_type(text, kind),
        None => format.value_from_text(text, old),
    };
    let is_word = |text: &str| text.starts_with(char::is_alphabetic) && !text.contains(['(', '[', '{']);
    new.map_err(|error| {
        let advice = match (&error, format) {
            (EnteredError::NoType(_), Format::Godot(_)) => "; gamewire kinds lists them",
            (EnteredError::NoType(_), _) => ": expected byte, short, int, long, float, double, string, ..",
            (EnteredError::Invalid { text, reason: Some(reason), .. }, _)
                if reason.ends_with("must be in quotes") && !text.contains(['"', '\'']) =>
            {
                "; a shell removes quotes: put the whole value in single quotes"
            }
            (EnteredError::Invalid { text, kind, .. }, _)
                if *kind == "value" || *kind != "bool" && is_word(text) =>
            {
                "; --type String stores it as text, which the game may not read there"
            }
            (EnteredError::Invalid { text, reason: Some(reason), .. }, _)
                if reason.contains(" is from ") && text.parse::<i64>().is_ok() =>
            {
                "; pass --type Long to store it in another type"
            }
            (EnteredError::Invalid { text, reason: None, .. }, _)
                if text.starts_with(|first: char| first.is_ascii_digit())
                    && text.contains([',', '_', 'x']) =>
            {
                "; numbers are written as 1250 or 87.5"
            }
            (EnteredError::Invalid { reason: None, .. }, _) => "; pass --type to choose another type",
            _ => "",
        };
        Problem::new("value", format!("{error}{advice}"))
    })
}

/// The most places of a key that are named.
const PLACES: usize = 3;

/// Returns advice about a path that leads nowhere: where its last key is, or the nearest key.
pub fn near(open: &Open<'_>, path: &Path, number: Option<usize>) -> Option<String> {
    let is_name = |step: &Segment| matches!(step, Segment::Name(_));
    let end = path.segments().iter().rposition(is_name).map_or(0, |last| last + 1);
    let path = &path.segments().iter().take(end).cloned().collect::<Path>();
    let found = open.document()?.elsewhere(path, PLACES + 1);
    match nearest_in(open, path, number).filter(|_| found.is_empty()) {
        Some(near) => Some(format!("the nearest key is {near:?}")),
        None => (!found.contains(path) && (1..=PLACES).contains(&found.len())).then(|| {
            let places: Vec<String> = found.iter().map(|place| format!("{place:#}")).collect();
            format!("this key is at {}", places.join(" and "))
        }),
    }
}

/// Adds that advice to the error of a path.
pub fn with_near(problem: Problem, open: &Open<'_>, path: &Path, number: Option<usize>) -> Problem {
    match near(open, path, number) {
        Some(near) if problem.kind == "path" && open.get(path, number).is_err() => problem.with_advice(near),
        _ => problem,
    }
}

/// Returns the name that is nearest to the last one of a path.
fn nearest_in(open: &Open<'_>, path: &Path, number: Option<usize>) -> Option<String> {
    let mut place = path.clone();
    let Some(Segment::Name(name)) = place.pop() else { return None };
    let found = match number.filter(|_| !open.has_settings()) {
        Some(number) => Ok((number, place)),
        None => open.document()?.find(&place),
    };
    let (name, names): (_, Vec<String>) = match found {
        Ok((number, place)) => {
            let value = open.value(number)?;
            let place = if value.sent.is_some() { packet_path(place.segments()) } else { place };
            let keys = |view: AnyView<'_>| view.children().filter_map(|child| child.key).collect();
            (name.into_owned(), value.format.view(&value.bytes, &place, keys).ok().flatten()?)
        }
        Err(_) => {
            // The name of a setting can have dots, which separate the steps of a path.
            let steps = path.segments().iter().map(|step| match step {
                Segment::Name(name) => name.to_string(),
                step => Path::from(vec![step.clone()]).to_string(),
            });
            let names = open.values().filter_map(|value| Some(value.name?.into_owned()));
            (steps.collect::<Vec<_>>().join("."), names.collect())
        }
    };
    nearest::nearest(&name, names)
}
