//! `gamewire find`: searches values by their text or key.

use std::borrow::Cow;
use std::io;
use std::path::{Path as FilePath, PathBuf};

use clap::builder::{OsStringValueParser, TypedValueParser as _};
use gamewire::godot::{Table, Variant};
use gamewire::minecraft::nbt::Tag;
use gamewire::path::{Path, Segment};
use gamewire_files::document::{AnyValue, AnyView, Document};
use gamewire_files::identify::{Contents, Foreign, examine};
use serde_json::Value as Json;

use crate::answer::{Place, Printer, Says};
use crate::input::{Notes, Several, Target, external, many};
use crate::open::{self, Asked, Loaded};
use crate::output::{Out, Outcome, Sink, Status, Stop, eprintln, shortened, shown, wrong};
use crate::values::{any, nbt_value};

/// The maximum length in bytes of a key in a path. Every line below the key repeats it.
const LONGEST_KEY: usize = 256;

/// Find values in files, or list all of them: gamewire find 1250 save.bin
///
/// Each line has the path of a value, as get and set accept it, and the value. Long values are shortened. Without TEXT and --key,
/// all values are listed. In a folder, all files are searched. With several files, each line begins with the name of the file, and
/// a note on standard error names each file that cannot be read. In a region of Minecraft, all chunks are searched.
///
/// Exit status: 0 if a value is found, 1 if none is, 2 if a file cannot be read. It is 2, too, if none is found and a damaged part
/// may have it.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "gamewire find [OPTIONS] [TEXT] <FILE>...\n       gamewire find [OPTIONS] --key <KEY> <FILE>..."
)]
pub struct Find {
    /// Files, folders, or `-` for standard input; if there are several arguments, the first is the TEXT to find
    ///
    /// TEXT is a number, or a part of a text; case is ignored. If there is only one argument, it is a FILE, and all its values
    /// are listed. With --key or --value, all arguments are files.
    // The parser of paths would refuse an empty TEXT.
    #[arg(value_name = "FILE", num_args = 1.., required = true, allow_negative_numbers = true)]
    #[arg(value_parser = OsStringValueParser::new().map(PathBuf::from))]
    words: Vec<PathBuf>,

    #[command(flatten, next_help_heading = "Input")]
    target: Target,

    /// Only values that are this number or contain this text: the same as TEXT, for use with --key
    ///
    /// In get and set, --value is not a text to find, but the number of a value in the file.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, help_heading = "Selection")]
    value: Option<String>,

    /// Only values whose key contains this text
    #[arg(long = "key", value_name = "KEY", help_heading = "Selection")]
    wanted_key: Option<String>,

    /// Print one JSON object per line, with the whole value: {"path":"..","value":..}
    ///
    /// Values have the form of `gamewire decode`, in packets that of --plain; those of JSON have the form of Godot, such as
    /// "f:1.5". With several files, "file" is the name of the file. In a region, "chunk" is the position of the chunk.
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten, next_help_heading = "Output")]
    out: Out,
}

impl Find {
    /// Returns the text and the files. A text that is not Unicode does not occur in any value.
    fn text_and_files(&self) -> (Option<Cow<'_, str>>, &[PathBuf]) {
        match self.words.split_first() {
            Some((text, files)) if !files.is_empty() && self.value.is_none() && self.wanted_key.is_none() => {
                (Some(text.to_string_lossy()), files)
            }
            _ => (self.value.as_deref().map(Cow::from), &self.words),
        }
    }
}

pub fn run(args: &Find) -> Outcome {
    let (text, files) = args.text_and_files();
    let text = text.as_deref();
    if text == Some("") || args.wanted_key.as_deref() == Some("") {
        return wrong!("the text to find is empty: to list all values, pass only the FILE");
    }
    let is_there = |file: &FilePath| file == FilePath::new("-") || file.exists();
    match (text, files, &args.wanted_key) {
        (Some(text), [file], _)
            if args.value.is_none() && FilePath::new(text).exists() && !is_there(file) =>
        {
            let (text, file) = (shown(FilePath::new(text)), shown(file));
            return wrong!("there is no file {file}; pass the text first: gamewire find {file} {text}");
        }
        (None, [file], None) if !is_there(file) && file.extension().is_none() => {
            let text = shown(file);
            return wrong!("there is no file {text}; to find {text}, pass a file: gamewire find {text} FILE");
        }
        (None, [word, _, ..], Some(key)) if !word.exists() => {
            let word = shown(word);
            return wrong!(
                "there is no file {word}; to find it at this key, pass --key {key} --value {word}"
            );
        }
        _ => {}
    }
    let files = many::several(files)?;
    args.out.report(|out| {
        let key = args.wanted_key.as_deref().map(str::to_lowercase);
        let mut search = Search {
            wanted: text.map(Needle::new),
            key,
            json: args.json,
            table: Table::Godot4,
            path: Path::default(),
            place: (None, None),
            found: false,
            is_a_key: false,
            out,
        };
        let (mut damage, mut found, mut unread) = (Status::Success, Status::Success, 0);
        match files {
            Several::One(file) => damage = one(args, file.unwrap_or(FilePath::new("-")), &mut search)?,
            Several::Files(files) => {
                Notes::share();
                for file in files {
                    search.place.0 = Some(file.clone());
                    match one(args, &file, &mut search) {
                        Ok(status) => damage = damage.max(status),
                        Err(stop) => {
                            // The contents of a file of another kind are no error, and those of one that cannot be read are.
                            if matches!(stop, Stop::Wrong(_)) {
                                found = Status::Unread;
                            }
                            eprintln!("note: not searched: {}", shortened(&stop.message()?));
                            unread += usize::from(args.words.contains(&file));
                        }
                    }
                }
            }
        }
        Notes::say_shared();
        if search.found {
            return Ok(found);
        }
        let nothing = nothing(text, args.wanted_key.as_deref(), search.is_a_key);
        if unread > 0 {
            return wrong!("in the files that can be read, {nothing}");
        }
        eprintln!("{nothing}");
        // A value that was not found can be in the part that cannot be read.
        Ok(if damage == Status::Success { Status::Rejected } else { Status::Unread })
    })
}

/// Searches a file, or all chunks of a region. Returns whether it is damaged.
fn one(args: &Find, file: &FilePath, search: &mut Search<'_>) -> Result<Status, Stop> {
    let asked = args.target.asked().damaged();
    let mut loaded = asked.load(Some(file))?;
    let Some(chunks) = open::chunks(&loaded).filter(|chunks| !chunks.is_empty()) else {
        // The game leaves empty files in its folders.
        let is_empty =
            || matches!(examine(&loaded.bytes), Contents::Empty | Contents::Foreign(Foreign::EmptyRegion));
        if search.place.0.is_some() && asked.spelling.raw.chunk.is_none() && is_empty() {
            return Ok(Status::Success);
        }
        return inside(&asked, &loaded, search);
    };
    let mut damage = Status::Success;
    for (at, is_external) in chunks {
        search.place.1 = Some(at.to_string());
        loaded.spelling.raw.chunk = at.to_string().parse().ok();
        let searched = match is_external.then(|| external::file_of(file, at)) {
            Some(Ok(beside)) => asked.load(Some(&beside)).and_then(|beside| inside(&asked, &beside, search)),
            Some(Err(why)) => Err(Stop::Wrong(why)),
            None => inside(&asked, &loaded, search),
        };
        damage = damage.max(match searched {
            Err(stop) => {
                eprintln!("note: chunk {at} is not searched: {}", shortened(&stop.message()?));
                Status::Rejected
            }
            Ok(status) => status,
        });
    }
    search.place.1 = None;
    Ok(damage)
}

/// Searches the values of an open file.
fn inside(asked: &Asked, loaded: &Loaded, search: &mut Search<'_>) -> Result<Status, Stop> {
    let path = loaded.path.as_deref();
    let open = asked.open(loaded).map_err(|problem| Stop::rejected(path, &problem))?;
    search.table = any::names(&open.format);
    let mut steps = open.document().map(Document::steps).into_iter().flatten();
    for value in open.values() {
        let step = steps.next().flatten();
        let looked = value.view(|view| match (step, view) {
            (Some(step), view) => search.inside(step, value.name.as_deref(), view),
            (None, AnyView::Nbt(_)) => search.children(view).map(drop),
            (None, view) => search.value(view, false),
        });
        looked.map_err(|problem| Stop::rejected(path, &problem))?.transpose()?;
    }
    Ok(open.say_damage())
}

/// Returns the message for a search without results.
fn nothing(text: Option<&str>, key: Option<&str>, is_a_key: bool) -> String {
    match (text, key) {
        (Some(text), None) if is_a_key => {
            format!("no value matches {0}, but a key does: pass --key {0}", word(text))
        }
        (Some(text), None) => {
            let is_number = || text.replace(',', "").parse::<f64>().is_ok();
            let advice = match () {
                () if FilePath::new(text).is_file() => {
                    "; of several arguments, the first is the text to find"
                }
                () if text.trim().is_empty() => "; to list all values, pass only the FILE",
                () if text.contains('*') => "; * is no wildcard: the text to find is a part of a text",
                () if text.contains(',') && is_number() => "; numbers are written as 1250 or 87.5",
                () => "",
            };
            format!("no value matches {}{advice}", word(text))
        }
        (Some(text), Some(key)) => format!("no value of a key like {} matches {}", word(key), word(text)),
        (None, Some(key)) => format!("no key contains {}", word(key)),
        (None, None) => "there are no values".into(),
    }
}

/// Returns a single word as it was typed, and other text in quotes.
fn word(text: &str) -> String {
    let plain = |character: char| character.is_alphanumeric() || "_-.".contains(character);
    if !text.is_empty() && text.chars().all(plain) { text.into() } else { format!("{text:?}") }
}

/// The number or text to search for.
struct Needle {
    lower: String,
    /// The text in the form of [`compact`], if it looks like a printed value.
    printed: Option<String>,
    int: Option<i64>,
    float: Option<f64>,
    /// Whether it is the name of a Boolean, which NBT stores as a Byte.
    is_bool: bool,
}

impl Needle {
    fn new(text: &str) -> Self {
        let printed = text.contains(['"', '(']).then(|| compact(text));
        let snbt = nbt_value::of_snbt(text).ok();
        let float: Option<f64> = text.parse().ok().or_else(|| snbt.as_ref()?.as_f64());
        #[allow(clippy::cast_possible_truncation)] // Whole numbers convert exactly.
        let whole =
            || float.filter(|float| float.fract() == 0.0 && float.abs() < 9e15).map(|float| float as i64);
        Self {
            lower: text.to_lowercase(),
            printed,
            int: text.parse().ok().or_else(|| snbt.as_ref()?.as_i64()).or_else(whole),
            float,
            is_bool: matches!(text, "true" | "false"),
        }
    }

    #[allow(clippy::float_cmp, clippy::cast_possible_truncation)] // The number that was typed, in either precision.
    fn is_float(&self, float: f64) -> bool {
        self.float.is_some_and(|wanted| wanted == float || f64::from(wanted as f32) == float)
    }

    fn is_in(&self, text: &str) -> bool {
        text.to_lowercase().contains(&self.lower)
    }

    /// Returns whether a value without elements matches.
    fn is(&self, value: &AnyValue, table: Table) -> bool {
        let is_number = |int: Option<i64>, float: Option<f64>| {
            int.is_some() && int == self.int || float.is_some_and(|float| self.is_float(float))
        };
        // The text can be the printed form of the value, too, such as `"Ann"` or `Vector3(1, 2, 3)`.
        let is_text = |text: &str| {
            let is_printed = |printed: &String| *printed == compact(&any::text(value, table));
            self.is_in(text) || self.printed.as_ref().is_some_and(is_printed)
        };
        match value {
            AnyValue::Godot(Variant::Int(_) | Variant::Float(_)) if self.is_bool => false,
            AnyValue::Nbt(tag) if self.is_bool && tag.as_f64().is_some() => {
                matches!(tag, Tag::Byte(_)) && is_number(tag.as_i64(), None)
            }
            AnyValue::Godot(Variant::Int(int)) => is_number(Some(*int), None),
            AnyValue::Godot(Variant::Float(float)) => is_number(None, Some(*float)),
            AnyValue::Godot(Variant::String(text) | Variant::StringName(text)) => {
                is_text(&text.to_string_lossy())
            }
            AnyValue::Packet(part) => match serde_json::from_str(part.as_json()) {
                Ok(Json::Number(number)) => is_number(number.as_i64(), number.as_f64()),
                Ok(Json::String(text)) => is_text(&text),
                _ => self.is_in(part.as_json()),
            },
            AnyValue::Nbt(Tag::String(text)) => is_text(&text.to_string_lossy()),
            // The list or compound is empty.
            AnyValue::Nbt(Tag::List(_) | Tag::Compound(_)) => false,
            AnyValue::Nbt(tag) => is_number(tag.as_i64(), tag.as_f64()),
            // A structure matches if one of its components does.
            other if self.float.is_some() => {
                let text = any::text(other, table);
                let mut words = text.split(|character: char| "(), ".contains(character));
                words.any(|word| word.parse().is_ok_and(|number| self.is_float(number)))
            }
            other => is_text(&any::text(other, table)),
        }
    }
}

/// Returns text in lower case, without spaces.
fn compact(text: &str) -> String {
    text.to_lowercase().replace(' ', "")
}

struct Search<'o> {
    wanted: Option<Needle>,
    key: Option<String>,
    json: bool,
    /// The engine generation whose type names are printed.
    table: Table,
    path: Path,
    /// The file, if several are searched; the chunk of a region.
    place: (Option<PathBuf>, Option<String>),
    found: bool,
    /// Whether the text occurs in a key. This is determined only as long as no value was found.
    is_a_key: bool,
    out: &'o mut Sink,
}

impl Search<'_> {
    fn is_key(&mut self, name: &str) -> bool {
        if let (None, Some(wanted), false) = (&self.key, &self.wanted, self.found || self.is_a_key) {
            self.is_a_key = wanted.is_in(name);
        }
        self.key.as_ref().is_some_and(|key| name.to_lowercase().contains(key))
    }

    /// Returns whether all values are printed, whatever they contain. `is_key` tells whether their key matches.
    fn takes_all(&self, is_key: bool) -> bool {
        self.wanted.is_none() && (is_key || self.key.is_none())
    }

    /// Searches a value that a step leads to.
    fn inside(&mut self, step: Segment, key: Option<&str>, view: AnyView<'_>) -> io::Result<()> {
        let is_key = key.is_some_and(|key| self.is_key(key));
        self.path.push(step);
        self.value(view, is_key)?;
        self.path.pop();
        Ok(())
    }

    /// Searches the values directly inside a value. Returns false if there are none.
    fn children(&mut self, view: AnyView<'_>) -> io::Result<bool> {
        let mut count = 0;
        for child in view.children() {
            self.inside(short(child.step, count), child.key.as_deref(), child.view)?;
            count += 1;
        }
        Ok(count > 0)
    }

    /// Searches a value. `is_key` tells whether its key matches.
    fn value(&mut self, view: AnyView<'_>, is_key: bool) -> io::Result<()> {
        let is_container = self.children(view)?;
        let Some(wanted) = &self.wanted else {
            // A listing shows the values in containers. A search by key shows the value that the key leads to.
            if self.takes_all(is_key) && (is_key || !is_container) {
                let value = view.to_value();
                self.add(&value)?;
            }
            return Ok(());
        };
        if is_container || self.key.is_some() && !is_key {
            return Ok(());
        }
        let value = view.to_value();
        let Some(elements) = value.packed() else {
            return if wanted.is(&value, self.table) { self.add(&value) } else { Ok(()) };
        };
        for (at, element) in elements.enumerate() {
            if self.wanted.as_ref().is_some_and(|wanted| wanted.is(&element, self.table)) {
                self.path.push(Segment::Index(at));
                self.add(&element)?;
                self.path.pop();
            }
        }
        Ok(())
    }

    fn add(&mut self, value: &AnyValue) -> io::Result<()> {
        self.found = true;
        let value = if self.json { value.to_json() } else { any::text(value, self.table) };
        let (file, chunk) = (self.place.0.as_deref(), self.place.1.as_deref());
        let place = Place { file, chunk, path: Some(&self.path), ..Place::default() };
        let printer = if self.json { Printer::Json } else { Printer::Words };
        printer.print(self.out, place, &Says::Value(&value))
    }
}

/// Returns the step to the value of an entry. If the key is long, the step has the position of the entry instead.
fn short(segment: Segment, at: usize) -> Segment {
    match &segment {
        Segment::Name(key) if key.len() > LONGEST_KEY => Segment::ValueAt(at),
        Segment::Literal(key) if key.len() > LONGEST_KEY => Segment::ValueAt(at),
        _ => segment,
    }
}
