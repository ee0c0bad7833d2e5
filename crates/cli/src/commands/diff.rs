//! `gamewire diff`: lists the differences between two files.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::path::PathBuf;

use gamewire::godot::Table;
use gamewire::path::{Change, Path, Segment};
use gamewire::shared::path::pairs;
use gamewire_files::document::{AnyValue, Document, DocumentError};
use serde_json::json;

use crate::answer::{Place, Printer, Says};
use crate::input::Target;
use crate::open::{Loaded, Open, Value};
use crate::output::{Out, Outcome, Problem, Sink, Status, Stop, eprintln, wrong};
use crate::values::any;

/// List the differences between the values of two files
///
/// The files are compared by their values, so one may be compressed and the other not. Each line is a difference: ~
/// marks a value that changed, with the old and the new value; - marks a value that only the first file has; + marks
/// a value that only the second file has. An element that was inserted into an array is one line. Indices refer to
/// the first file, but on lines with + to the second. If a file has several values, paths begin with the number of the
/// value, as in $[1].gold.
///
/// Exit status: 0 if nothing differs, 1 if something does, 2 if a file cannot be read.
#[derive(Debug, clap::Args)]
pub struct Diff {
    /// The first file
    #[arg(value_name = "A")]
    old: PathBuf,

    /// The second file
    #[arg(value_name = "B")]
    new: PathBuf,

    #[command(flatten, next_help_heading = "Input")]
    target: Target,

    /// Print nothing; only set the exit status
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,

    /// Print one JSON object for each difference, each on its own line: {"path":"..","change":"changed","old":..,"new":..}
    ///
    /// "change" is added, removed, changed, reordered, or renamed if the names of two NBT roots differ. Values have the form of
    /// `gamewire decode`, in packets that of --plain; those of JSON have the form of Godot, such as "f:1.5". A packet that cannot
    /// be read is {"error":{..}}. A path of more than 1024 bytes is shortened as in text, and the object has "shortened":true.
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten, next_help_heading = "Output")]
    out: Out,
}

pub fn run(args: &Diff) -> Outcome {
    let asked = args.target.asked();
    let (old, new) = (asked.load(Some(&args.old))?, asked.load(Some(&args.new))?);
    let rejected = |loaded: &Loaded, problem| Stop::rejected(loaded.path.as_deref(), &problem);
    let is_told = !args.target.named.is_auto() || asked.spelling.framing().is_some();
    let is_read = |loaded: &Loaded| Document::open(&loaded.bytes).is_ok();
    let (a, b) = match (asked.open(&old), asked.open(&new)) {
        (Ok(a), Ok(b)) => (a, b),
        (Err(_), _) | (_, Err(_)) if is_told && is_read(&old) && is_read(&new) => {
            return wrong!(
                "the options --as and --frame are for both files, which differ in their format or framing: leave them out"
            );
        }
        (Err(problem), _) => return Err(rejected(&old, problem)),
        (_, Err(problem)) => return Err(rejected(&new, problem)),
    };
    a.warn_of_damage();
    b.warn_of_damage();
    if a.is_json() != b.is_json() {
        eprintln!(
            "note: only one file is JSON; gamewire encode turns the JSON of gamewire decode into bytes"
        );
    }
    args.out.report(|out| {
        let pairs = pairs_of(&a, &b)?;
        // Recordings and settings often have thousands of values that are the same.
        let is_same_format = a.format.to_string() == b.format.to_string();
        let has_many =
            a.is_recording() && b.is_recording() || a.has_settings() && b.has_settings() && is_same_format;
        let (table, found, is_moved) = (any::names(&b.format), false, false);
        let mut lines = Lines { args, out, table, found, is_moved, in_order: false };
        // Another order of entries is reported only if nothing else differs.
        for in_order in [false, true] {
            lines.in_order = in_order;
            for (one, two, step) in &pairs {
                let (one, two) = (one.and_then(|at| a.value(at)), two.and_then(|at| b.value(at)));
                let [old, new] = [&one, &two].map(|value| value.as_ref().map(|value| &*value.bytes));
                if !has_many || old != new {
                    compare(one.as_ref(), two.as_ref(), &mut |path, differs| {
                        lines.add(step.as_ref(), path, differs)
                    })?;
                }
            }
            let numbers = pairs.iter().filter_map(|(one, two, _)| one.and(*two));
            if a.has_settings() && !numbers.is_sorted() {
                lines.add(None, &Path::default(), Differs::Values(None, None))?;
            }
            if lines.found || !lines.is_moved {
                break;
            }
        }
        Ok(if lines.found { Status::Rejected } else { Status::Success })
    })
}

/// A value that is compared, which cannot be read if it is damaged. There is none if it was added or removed.
type Side = Option<Result<AnyValue, Problem>>;

/// A difference.
enum Differs {
    /// The old and the new value. If neither is there, only the order of the entries differs.
    Values(Side, Side),
    /// The names of the roots.
    Names(String, String),
}

/// The numbers of two values that are compared, and the step with which their paths begin.
type Pair = (Option<usize>, Option<usize>, Option<Segment>);

/// Returns the values that are compared: packets by their contents, settings by their names, and others by their numbers.
/// Settings, which have no numbers, are not compared with other values.
fn pairs_of(a: &Open<'_>, b: &Open<'_>) -> Result<Vec<Pair>, Stop> {
    if a.is_recording() && b.is_recording() {
        let key = &RandomState::new();
        let number = |(one, two): (Option<usize>, Option<usize>)| (one, two, one.or(two).map(Segment::Index));
        return Ok(pairs(&prints(a, key)?, &prints(b, key)?).map(number).collect());
    }
    let (count, other) = (a.len(), b.len());
    if !(a.has_settings() || b.has_settings()) {
        let several = count > 1 || other > 1;
        let pair = |at| {
            ((at < count).then_some(at), (at < other).then_some(at), several.then_some(Segment::Index(at)))
        };
        return Ok((0..count.max(other)).map(pair).collect());
    }
    let [old, new] =
        [a, b].map(|open| open.document().map(Document::steps).into_iter().flatten().collect::<Vec<_>>());
    let mut places: HashMap<_, _> = new.iter().cloned().zip(0..).collect();
    let mut all: Vec<Pair> =
        old.into_iter().enumerate().map(|(at, step)| (Some(at), places.remove(&step), step)).collect();
    let added = new.into_iter().enumerate().filter(|(_, step)| places.contains_key(step));
    all.extend(added.map(|(at, step)| (None, Some(at), step)));
    Ok(all)
}

/// Returns the hashes by which packets are aligned.
fn prints(open: &Open<'_>, key: &RandomState) -> Result<Vec<u64>, Stop> {
    let print = |value: Value<'_>| {
        Ok(value.view(|view| key.hash_one(view.to_value().to_json()))?.unwrap_or_default())
    };
    (0..open.len()).filter_map(|at| open.value(at)).map(print).collect()
}

/// Calls `add` with each difference between two values, or with the only value.
fn compare(
    old: Option<&Value<'_>>,
    new: Option<&Value<'_>>,
    add: &mut dyn FnMut(&Path, Differs) -> io::Result<()>,
) -> Result<(), Stop> {
    let root = Path::default();
    // Packets that cannot be read have no value.
    let whole = |value: &Value<'_>| match &value.error {
        Some(problem) => Ok(Some(Err(problem.clone()))),
        None => Ok::<_, Stop>(value.view(|view| view.to_value())?.map(Ok)),
    };
    match (old, new) {
        (Some(old), Some(new)) if old.error.is_none() && new.error.is_none() => {
            let names = old.format.root_name(&old.bytes).zip(new.format.root_name(&new.bytes));
            if let Some((old, new)) = names.filter(|(old, new)| old != new) {
                add(&root, Differs::Names(old, new))?;
            }
            let is_nbt = old.format.nbt().is_some() && new.format.nbt().is_some();
            let other = (&*new.format, &*new.bytes);
            let compared = old.format.diff_each(&old.bytes, other, |path, change| {
                let (old, new) = match change {
                    Change::Added(new) => (None, Some(new)),
                    Change::Removed(old) => (Some(old), None),
                    Change::Changed(old, new) => (Some(old), Some(new)),
                    _ => (None, None),
                };
                add(path, Differs::Values(old.map(Ok), new.map(Ok))).map_err(Stop::from)
            });
            match compared {
                Ok(true) => Ok(()),
                Ok(false) if is_nbt => Err(Problem::from(DocumentError::NoRoot).into()),
                Ok(false) => wrong!(
                    "one file is of Minecraft and the other has values of Godot, so they cannot be compared"
                ),
                Err(Stop::Input(_)) => {
                    // The error has the offset in its own file.
                    whole(old)?;
                    whole(new).map(drop)
                }
                Err(stop) => Err(stop),
            }
        }
        (old, new) => {
            let (old, new) = (old.map(whole).transpose()?, new.map(whole).transpose()?);
            Ok(add(&root, Differs::Values(old.flatten(), new.flatten()))?)
        }
    }
}

struct Lines<'o> {
    args: &'o Diff,
    out: &'o mut Sink,
    /// The engine generation whose type names are printed.
    table: Table,
    found: bool,
    is_moved: bool,
    in_order: bool,
}

impl Lines<'_> {
    /// Prints a difference in the value whose paths begin with this step.
    fn add(&mut self, step: Option<&Segment>, path: &Path, differs: Differs) -> io::Result<()> {
        let is_order = matches!(differs, Differs::Values(None, None));
        self.is_moved |= is_order;
        if is_order != self.in_order {
            return Ok(());
        }
        self.found = true;
        if self.args.quiet {
            return Ok(());
        }
        let path = step.into_iter().chain(path.segments()).cloned().collect::<Vec<_>>().into();
        let place = Place { path: Some(&path), ..Place::default() };
        let printer = if self.args.json { Printer::Json } else { Printer::Words };
        let (old, new) = match &differs {
            Differs::Names(old, new) => return printer.print(self.out, place, &Says::Renamed(old, new)),
            Differs::Values(old, new) => (old, new),
        };
        let print = |json: bool, value: &Result<AnyValue, Problem>| match value {
            Ok(value) if json => value.to_json(),
            Ok(value) => any::shown(value, self.table),
            Err(problem) if json => json!({ "error": problem.details() }).to_string(),
            Err(problem) => format!("cannot be read: {problem}"),
        };
        let both = |json: bool| [old, new].map(|side| side.as_ref().map(|value| print(json, value)));
        let [mut old, mut new] = both(self.args.json);
        if old == new && old.is_some() {
            // Text that is the same does not show what differs, such as the type of a number of NBT.
            [old, new] = both(true);
        }
        printer.print(self.out, place, &Says::Change(old.as_deref(), new.as_deref()))
    }
}
