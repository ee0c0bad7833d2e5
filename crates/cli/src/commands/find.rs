//! `gamewire find`: searches values by their text or key.

use std::borrow::Cow;
use std::collections::HashSet;
use std::hash::Hash;
use std::io::{self, Write as _};
use std::path::{Path as FilePath, PathBuf};

use gamewire::godot::{Array, Dictionary, Kind, Object, ObjectData, Table, Variant, VariantView};
use gamewire::minecraft::nbt::{List, OptNbtView, Tag, TagView};
use gamewire::path::{Path, Segment};
use gamewire::shared::escape::visible;
use gamewire_files::document::{AnyValue, AnyView, Document, Format};
use gamewire_files::identify::{Contents, Foreign, examine};
use gamewire_files::minecraft::region::{Chunk, Region};
use serde_json::Value;

use crate::input::containers::Notes;
use crate::input::external;
use crate::input::many::{self, Several};
use crate::input::packet_paths::Needed;
use crate::input::target::{Loaded, Save, Target};
use crate::output::outcome::{Outcome, Status, Stop};
use crate::output::problem::Problem;
use crate::output::say::{eprintln, shortened, shown};
use crate::output::write::{Out, Sink};
use crate::values::any;

/// The maximum number of characters of a value that are printed.
const SHOWN: usize = 200;

/// Find values in files, or list all of them: gamewire find 1250 save.bin
///
/// Each line has the path of a value, as get and set accept it, and the value. Long values are shortened. Without TEXT and --key,
/// all values are listed. In a folder, all files are searched. With several files, each line begins with the name of the file, and
/// a note on standard error names each file that cannot be read. In a region of Minecraft, all chunks are searched.
///
/// Exit status: 0 if a value is found, 1 if none is, 2 if the file cannot be read.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "gamewire find [OPTIONS] [TEXT] <FILE>...\n       gamewire find [OPTIONS] --key <KEY> <FILE>..."
)]
pub struct Find {
    /// Files, folders, or `-` for standard input; if there are several arguments, the first is the TEXT to find
    ///
    /// TEXT is a number, or a part of a text; case is ignored. If there is only one argument, it is a FILE, and all its values
    /// are listed. With --key or --value, all arguments are files.
    #[arg(value_name = "FILE", num_args = 1.., required = true, allow_negative_numbers = true)]
    words: Vec<PathBuf>,

    /// Only values that are this number or contain this text: the same as TEXT, for use with --key
    ///
    /// In get and set, --value is not a text to find, but the number of a value in the file.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    value: Option<String>,

    /// Only values whose key contains this text
    #[arg(long = "key", value_name = "KEY")]
    wanted_key: Option<String>,

    /// Print one JSON object per line, with the whole value: {"path":"..","value":..}
    ///
    /// Values have the form of `gamewire decode`. Values in packets and in JSON have the form of values of Godot, such as
    /// "f:1.5". If the file has several values, "number" is the number of the value, for --value in get and set. With several
    /// files, "file" is the name of the file. In a region, "chunk" is the position of the chunk.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    target: Target,

    #[command(flatten)]
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
    if let (Some(text), [file]) = (text, files)
        && args.value.is_none()
        && FilePath::new(text).is_file()
        && !(file == FilePath::new("-") || file.exists())
    {
        let (text, file) = (shown(FilePath::new(text)), shown(file));
        return Err(Stop::Wrong(format!(
            "there is no file {file}; pass the text before the file: gamewire find {file} {text}"
        )));
    }
    let files = many::several(files)?;
    args.out.report(|out| {
        let mut search = Search {
            wanted: text.map(Needle::new),
            key: args.wanted_key.as_deref().map(str::to_lowercase),
            json: args.json,
            table: Table::Godot4,
            path: Path::default(),
            file: None,
            chunk: None,
            number: None,
            found: false,
            is_a_key: false,
            out,
        };
        let mut damage = Status::Success;
        match files {
            Several::One(file) => damage = one(args, file.unwrap_or(FilePath::new("-")), &mut search)?,
            Several::Files(files) => {
                Notes::share();
                for file in files {
                    search.file = Some(file.display().to_string());
                    match one(args, &file, &mut search) {
                        Ok(_) => {}
                        Err(stop) => eprintln!("note: not searched: {}", shortened(&stop.message()?)),
                    }
                }
            }
        }
        let (found, is_a_key) = (search.found, search.is_a_key);
        Notes::say_shared();
        if !found {
            eprintln!("{}", nothing(text, args.wanted_key.as_deref(), is_a_key));
        }
        Ok(if found { damage } else { Status::Rejected })
    })
}

/// Searches a file, or all chunks of a region. Returns whether it is damaged.
fn one(args: &Find, file: &FilePath, search: &mut Search<'_>) -> Result<Status, Stop> {
    let mut loaded = args.target.read(file)?;
    let raw = &args.target.spelling.raw;
    let inside = |loaded: &Loaded<'_>, search: &mut Search<'_>| {
        let save = args.target.open_damaged(loaded, Needed::Nothing)?;
        all(&save, search)?;
        Ok(save.say_damage())
    };
    let found = if raw.chunk.is_none() { Some(examine(loaded.bytes())) } else { None };
    match found {
        Some(Contents::Foreign(Foreign::Region)) => {}
        // The game leaves empty files in its folders.
        Some(Contents::Foreign(Foreign::EmptyRegion) | Contents::Empty) if search.file.is_some() => {
            return Ok(Status::Success);
        }
        _ => return inside(&loaded, search),
    }
    let region = Region::parse_damaged(loaded.bytes());
    let place = |chunk: Chunk<'_>| (chunk.at(), chunk.is_external());
    let chunks: Vec<_> = region.iter().flat_map(Region::chunks).map(place).collect();
    let mut damage = Status::Success;
    for (at, is_external) in chunks {
        let chunk = at.to_string();
        search.chunk = Some(chunk.clone());
        let searched = if is_external {
            let beside = external::file_of(file, at).map_err(Stop::Wrong);
            let read = beside.and_then(|beside| Target::read_as(beside.into(), raw.clone()));
            read.and_then(|loaded| inside(&loaded, search))
        } else {
            let Ok(asked) = chunk.parse() else { continue };
            loaded.ask_for(asked);
            inside(&loaded, search)
        };
        damage = damage.and(match searched {
            Err(stop) => {
                eprintln!("note: chunk {chunk} is not searched: {}", shortened(&stop.message()?));
                Status::Rejected
            }
            Ok(status) => status,
        });
    }
    search.chunk = None;
    Ok(damage)
}

/// Returns the message for a search without results.
fn nothing(text: Option<&str>, key: Option<&str>, is_a_key: bool) -> String {
    match (text, key) {
        (Some(text), None) if is_a_key => {
            format!("no value matches {0}, but a key does: pass --key {0}", word(text))
        }
        (Some(text), None) => format!("no value matches {}", word(text)),
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

/// Searches all values of a file.
fn all(save: &Save<'_>, search: &mut Search<'_>) -> Result<(), Stop> {
    let wrong = |problem: Problem| Stop::rejected(save.path, &problem);
    let several = save.document.len() > 1 && !save.has_settings();
    let names = save.document.values().map(|value| value.name().map(str::to_owned));
    for name in if save.has_settings() { repeated(names) } else { Vec::new() } {
        let name = visible(&name.unwrap_or_default()).into_owned();
        eprintln!("note: the setting {name} occurs more than once: a path leads to the last one");
    }
    search.table = any::names(save.document.format());
    let mut packets = save.packets().into_iter().flatten().peekable();
    if packets.peek().is_some() {
        let mut number = 0;
        for some in packets {
            each(&some.map_err(wrong)?, &wrong, |_, _, view| {
                // Long recordings are never in memory as a whole.
                for packet in view.children() {
                    search.inside(Segment::Index(number), None, packet.view)?;
                    number += 1;
                }
                Ok(())
            })?;
        }
        return Ok(());
    }
    each(&save.document, &wrong, |number, name, view| {
        search.number = several.then_some(number);
        match (name, view) {
            (Some(name), view) => search.inside(Segment::text(name), Some(name), view),
            (None, AnyView::Nbt(_)) => search.children(view).map(drop),
            (None, view) => search.value(view, false),
        }
    })
}

/// Calls `look` with the number, the name and a view of each value of a document.
fn each(
    document: &Document<'_>,
    wrong: &dyn Fn(Problem) -> Stop,
    mut look: impl FnMut(usize, Option<&str>, AnyView<'_>) -> io::Result<()>,
) -> Result<(), Stop> {
    for (number, value) in document.values().enumerate() {
        let bytes = value.as_wire().map_err(|error| wrong(error.into()))?;
        let placed = |error: gamewire::DecodeError| wrong(error.after(value.offset()).into());
        let view = match document.format() {
            Format::Godot(decoder) => AnyView::Godot(decoder.view(&bytes).map_err(placed)?),
            Format::Minecraft(protocol, _) => match protocol.parse(&bytes).map_err(placed)? {
                OptNbtView(Some(root)) => AnyView::Nbt(root.root()),
                // Listing an empty root prints nothing.
                OptNbtView(None) => continue,
            },
        };
        look(number, value.name(), view)?;
    }
    Ok(())
}

/// The number or text to search for.
struct Needle {
    lower: String,
    /// The text in the form of [`compact`], if it looks like a printed value.
    printed: Option<String>,
    int: Option<i64>,
    float: Option<f64>,
}

impl Needle {
    fn new(text: &str) -> Self {
        let printed = text.contains(['"', '(']).then(|| compact(text));
        Self { lower: text.to_lowercase(), printed, int: text.parse().ok(), float: text.parse().ok() }
    }

    fn is_int(&self, int: i64) -> bool {
        self.int == Some(int)
    }

    #[allow(clippy::float_cmp, clippy::cast_possible_truncation)] // The number that was typed, in either precision.
    fn is_float(&self, float: f64) -> bool {
        self.float.is_some_and(|wanted| wanted == float || f64::from(wanted as f32) == float)
    }

    fn is_in(&self, text: &str) -> bool {
        text.to_lowercase().contains(&self.lower)
    }

    /// Returns whether the text is the printed form of the value, such as `"Ann"` or `Vector3(1, 2, 3)`.
    fn is_printed(&self, print: impl FnOnce() -> String) -> bool {
        self.printed.as_ref().is_some_and(|printed| *printed == compact(&print()))
    }

    /// Returns whether a value without elements matches.
    fn is(&self, value: &AnyValue, table: Table) -> bool {
        match value {
            AnyValue::Godot(Variant::Int(int)) => self.is_int(*int),
            AnyValue::Godot(Variant::Float(float)) => self.is_float(*float),
            AnyValue::Godot(Variant::String(text) | Variant::StringName(text)) => {
                self.is_in(&text.to_string_lossy()) || self.is_printed(|| any::text(value, table))
            }
            AnyValue::Nbt(Tag::String(text)) => {
                self.is_in(&text.to_string_lossy()) || self.is_printed(|| any::text(value, table))
            }
            // The list or compound is empty.
            AnyValue::Nbt(Tag::List(_) | Tag::Compound(_)) => false,
            AnyValue::Nbt(tag) => {
                tag.as_i64().is_some_and(|int| self.is_int(int))
                    || tag.as_f64().is_some_and(|float| self.is_float(float))
            }
            // A structure matches if one of its components does.
            other if self.float.is_some() => {
                let text = any::text(other, table);
                let mut words = text.split(|character: char| "(), ".contains(character));
                words.any(|word| word.parse().is_ok_and(|number| self.is_float(number)))
            }
            other => {
                let text = any::text(other, table);
                self.is_in(&text) || self.is_printed(|| text)
            }
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
    /// The name of the file, if several are searched.
    file: Option<String>,
    /// The chunk that is searched, if the file is a region.
    chunk: Option<String>,
    /// The number of the value, if the file has several.
    number: Option<usize>,
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
                let value = if self.json { view.to_value() } else { start_of(view, &mut { SHOWN }) };
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
        let value = if self.json { any::json(value) } else { any::text(value, self.table) };
        let path = format!("{:#}", self.path);
        if self.json {
            write!(self.out, "{{")?;
            for (name, text) in [("file", &self.file), ("chunk", &self.chunk)] {
                if let Some(text) = text {
                    write!(self.out, "\"{name}\":{},", Value::from(&**text))?;
                }
            }
            write!(self.out, "\"path\":{}", Value::from(path))?;
            if let Some(number) = self.number {
                write!(self.out, ",\"number\":{number}")?;
            }
            return writeln!(self.out, ",\"value\":{value}}}");
        }
        if let Some(file) = &self.file {
            write!(self.out, "{}: ", visible(file))?;
        }
        if let Some(chunk) = &self.chunk {
            write!(self.out, "chunk {chunk}: ")?;
        }
        if let Some(number) = self.number {
            write!(self.out, "value {number}: ")?;
        }
        let shown = match value.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", value.get(..end).unwrap_or_default()),
            None => value,
        };
        writeln!(self.out, "{path} = {}", visible(&shown))
    }
}

/// Returns the part of a value whose text is printed. `room` is the number of values and keys, each of which takes at
/// least one character. Without this limit, a deep value would be decoded and printed completely for each of its
/// levels.
fn start_of(view: AnyView<'_>, room: &mut usize) -> AnyValue {
    match view {
        AnyView::Godot(view) => start_of_variant(view, room).into(),
        AnyView::Nbt(tag) => start_of_tag(tag, room).into(),
        other => other.to_value(),
    }
}

/// Converts items as long as there is room.
fn first<T, U>(
    items: impl Iterator<Item = T>,
    room: &mut usize,
    mut start: impl FnMut(T, &mut usize) -> U,
) -> Vec<U> {
    items.map_while(|item| (*room > 0).then(|| start(item, room))).collect()
}

fn start_of_variant(view: VariantView<'_>, room: &mut usize) -> Variant {
    *room = room.saturating_sub(1);
    if let Some(array) = view.as_array() {
        let items = first(array.iter(), room, start_of_variant);
        return match array.element_type() {
            Some(declared) => Array::typed(declared, items).into(),
            None => items.into(),
        };
    }
    if let Some(dictionary) = view.as_dictionary() {
        let pairs = first(dictionary.entries(), room, |(key, value), room| {
            (start_of_variant(key, room), start_of_variant(value, room))
        });
        return match dictionary.entry_types() {
            Some(declared) => Dictionary::typed(declared, pairs).into(),
            None => Dictionary::from(pairs).into(),
        };
    }
    if let Some(object) = view.as_object() {
        let properties =
            first(object.properties(), room, |(name, value), room| (name, start_of_variant(value, room)));
        return Object::Full(Box::new(ObjectData { class: object.class(), properties })).into();
    }
    match view.as_text().filter(|_| view.kind() == Kind::String) {
        Some(text) if text.as_bytes().len() > 4 * SHOWN => {
            let start: String = text.to_string_lossy().chars().take(SHOWN).collect();
            Variant::String(start.into())
        }
        _ => start_of_packed(view.to_variant()),
    }
}

/// Removes the elements of a packed array that are not printed.
fn start_of_packed(mut value: Variant) -> Variant {
    macro_rules! shortened {
        ($($kind:ident)*) => {
            match &mut value {
                $(Variant::$kind(array) if array.len() > SHOWN => *array = array.iter().take(SHOWN).collect(),)*
                Variant::PackedStringArray(texts) => texts.truncate(SHOWN),
                _ => {}
            }
        };
    }
    shortened!(PackedByteArray PackedInt32Array PackedInt64Array PackedFloat32Array PackedFloat64Array
        PackedVector2Array PackedVector3Array PackedVector4Array PackedColorArray);
    value
}

fn start_of_tag(tag: TagView<'_>, room: &mut usize) -> Tag {
    *room = room.saturating_sub(1);
    if let Some(compound) = tag.as_compound() {
        let entries =
            first(compound.entries(), room, |(name, tag), room| (name.into(), start_of_tag(tag, room)));
        return Tag::Compound(entries.into());
    }
    if let Some(list) = tag.as_list() {
        let tags = first(list.iter(), room, start_of_tag);
        return List::from_tags(tags).map_or_else(|_| tag.to_tag(), Tag::List);
    }
    match tag.to_str() {
        Some(text) if text.len() > 4 * SHOWN => {
            Tag::String(text.chars().take(SHOWN).collect::<String>().into())
        }
        _ => match tag.to_tag() {
            Tag::ByteArray(array) => Tag::ByteArray(array.iter().take(SHOWN).collect()),
            Tag::IntArray(array) => Tag::IntArray(array.iter().take(SHOWN).collect()),
            Tag::LongArray(array) => Tag::LongArray(array.iter().take(SHOWN).collect()),
            tag => tag,
        },
    }
}

/// The maximum length in bytes of a key in a path. Every line below the key repeats it.
const LONGEST_KEY: usize = 256;

/// Returns the items that occur more than once.
fn repeated<K: Hash + Ord + Clone>(all: impl Iterator<Item = K>) -> Vec<K> {
    let mut seen = HashSet::new();
    let mut repeated: Vec<K> = all.filter(|one| !seen.insert(one.clone())).collect();
    repeated.sort();
    repeated.dedup();
    repeated
}

/// Returns the step to the value of an entry. If the key is long, the step has the position of the entry instead.
fn short(segment: Segment, at: usize) -> Segment {
    match &segment {
        Segment::Name(key) if key.len() > LONGEST_KEY => Segment::ValueAt(at),
        Segment::Literal(key) if key.len() > LONGEST_KEY => Segment::ValueAt(at),
        _ => segment,
    }
}
