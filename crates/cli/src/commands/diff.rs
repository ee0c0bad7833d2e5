//! `gamewire diff`: lists the differences between two files.

use std::fmt::{self, Write as _};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::PathBuf;

use gamewire::godot::text::to_text_of;
use gamewire::godot::{self, Decoder, Variant, VariantView, json};
use gamewire::minecraft::Protocol;
use gamewire::minecraft::nbt::JavaStrView;
use gamewire::minecraft::nbt::{NbtView, OptNbtView, Tag};
use gamewire::path::{Change, Path, Segment};
use gamewire::shared::escape::visible;
use gamewire::shared::path::{fingerprint, pairs};
use gamewire_files::document::{Document, DocumentError, Format};
use serde_json::Value;

use crate::input::packet_paths::Needed;
use crate::input::target::{EncodedValue, Save, Target};
use crate::output::outcome::{Outcome, Status, Stop};
use crate::output::problem::Problem;
use crate::output::write::{Out, Sink};
use crate::values::{any, nbt_value};

/// List the differences between the values of two files
///
/// The files are compared by their values, so one may be compressed and the other not. Each line is a difference: ~
/// marks a value that changed, with the old and the new value; - marks a value that only the first file has; + marks
/// a value that only the second file has. An element that was inserted into an array is one line. Indices refer to
/// the first file, but on lines with + to the second.
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

    /// Print nothing; only set the exit status
    #[arg(long, short)]
    quiet: bool,

    /// Print one JSON object for each difference, each on its own line: {"path":"..","change":"changed","old":..,"new":..}
    ///
    /// "change" is added, removed, changed, reordered, or renamed if the names of two NBT roots differ. Values have the form of
    /// `gamewire decode`. Values in packets and in JSON have the form of values of Godot, such as "f:1.5". If a file has several
    /// values, "value" is the number of the value. A path of more than 1024 bytes is shortened as in text, and the object has
    /// "shortened":true.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    target: Target,

    #[command(flatten)]
    out: Out,
}

pub fn run(args: &Diff) -> Outcome {
    let (mut old, mut new) = (args.target.read(&args.old)?, args.target.read(&args.new)?);
    let open = |file| args.target.open(file, Needed::Nothing);
    let (mut old, mut new) = (open(&mut old)?, open(&mut new)?);
    args.out.report(|out| {
        let mut lines = Lines { out, quiet: args.quiet, json: args.json, found: false };
        let keys = Default::default();
        match (Hashes::read(&old, &keys)?, Hashes::read(&new, &keys)?) {
            (Some(a), Some(b)) => recordings((&old, &a), (&new, &b), &mut lines)?,
            _ => {
                old.read_packets()?;
                new.read_packets()?;
                compare(&old, &new, &mut lines)?;
            }
        }
        Ok(if lines.found { Status::Rejected } else { Status::Success })
    })
}

/// The hashes of the packets of a recording.
#[derive(Default)]
struct Hashes {
    /// Those by which packets are aligned.
    prints: Vec<u64>,
    /// Those of all bytes of a packet.
    bytes: Vec<[u64; 2]>,
}

impl Hashes {
    /// Hashes the packets, if the file is a recording.
    fn read(save: &Save<'_>, keys: &[RandomState; 2]) -> Result<Option<Self>, Stop> {
        let Some(packets) = save.packets() else { return Ok(None) };
        let mut hashes = Self::default();
        for some in packets {
            each_packet(save, some, |packet| {
                hashes.prints.push(fingerprint(packet));
                hashes.bytes.push(keys.each_ref().map(|key| key.hash_one(packet.as_wire())));
                Ok(())
            })?;
        }
        Ok(Some(hashes))
    }
}

/// Calls `look` with each packet of a document of packets.
fn each_packet(
    save: &Save<'_>,
    packets: Result<Document<'_>, Problem>,
    look: impl FnMut(VariantView<'_>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let wrong = |problem| Stop::rejected(save.path, &problem);
    let packets = packets.map_err(wrong)?;
    let (Format::Godot(decoder), Some(array)) = (packets.format(), packets.values().next()) else {
        return Ok(());
    };
    let bytes = array.as_wire().map_err(|error| wrong(error.into()))?;
    let view = decoder.view(&bytes).map_err(|error| wrong(error.into()))?;
    view.as_array().into_iter().flat_map(|array| array.iter()).try_for_each(look)
}

/// Compares two recordings as arrays of packets. Only the values of two packets are in memory at a time.
fn recordings(
    (old, a): (&Save<'_>, &Hashes),
    (new, b): (&Save<'_>, &Hashes),
    lines: &mut Lines<'_>,
) -> Result<(), Stop> {
    let table = any::names(new.document.format());
    let print = Print { text: |value: &Variant| to_text_of(value, table), json: json::to_string };
    let packet = |save: &Save<'_>, number, look: &mut dyn FnMut(VariantView<'_>) -> Result<(), Stop>| {
        save.packet(number).map_or(Ok(()), |packet| each_packet(save, packet, look))
    };
    // Another order of entries is reported only if nothing else differs.
    let mut is_moved = false;
    for in_order in [false, true] {
        let mut add = |number, path: &Path, change: Change<Variant>| {
            let is_order = matches!(change, Change::Reordered);
            is_moved |= is_order;
            let path = [&[Segment::Index(number)], path.segments()].concat().into();
            if is_order == in_order { lines.add(None, &path, &change, &print) } else { Ok(()) }
        };
        let start = &Path::default();
        for pair in pairs(&a.prints, &b.prints) {
            match pair {
                (Some(i), Some(j)) if a.bytes.get(i) == b.bytes.get(j) => {}
                (Some(i), Some(j)) => packet(old, i, &mut |old| {
                    packet(new, j, &mut |new| Ok(old.diff_each(&new, |path, change| add(i, path, change))?))
                })?,
                (Some(i), None) => {
                    packet(old, i, &mut |old| Ok(add(i, start, Change::Removed(old.to_variant()))?))?;
                }
                (None, Some(j)) => {
                    packet(new, j, &mut |new| Ok(add(j, start, Change::Added(new.to_variant()))?))?;
                }
                (None, None) => {}
            }
        }
        if lines.found || !is_moved {
            break;
        }
    }
    Ok(())
}

fn compare(old: &Save<'_>, new: &Save<'_>, lines: &mut Lines<'_>) -> Result<(), Stop> {
    match (old.document.format(), new.document.format()) {
        (&Format::Godot(a), &Format::Godot(b)) => {
            let table = b.dialect().table();
            let print = Print { text: |value: &Variant| to_text_of(value, table), json: json::to_string };
            if old.has_settings() || new.has_settings() {
                let (old, new) = (old.values(a)?, new.values(b)?);
                return each_pair(&old, &new, |number, pair| match pair {
                    Pair::Both(old, new) => {
                        godot::diff_each(old, new, |path, change| lines.add(number, path, &change, &print))
                    }
                    Pair::Old(old) => lines.whole(number, Change::Removed(old.clone()), &print),
                    Pair::New(new) => lines.whole(number, Change::Added(new.clone()), &print),
                });
            }
            let (old, new) = (old.encoded()?, new.encoded()?);
            let views = |values, decoder: Decoder| -> Result<Vec<_>, Problem> {
                let values: &[EncodedValue<'_>] = values;
                values.iter().map(|value| view(value, decoder)).collect()
            };
            each_pair(&views(&old, a)?, &views(&new, b)?, |number, pair| match pair {
                Pair::Both(old, new) => {
                    old.diff_each(new, |path, change| lines.add(number, path, &change, &print))
                }
                Pair::Old(old) => lines.whole(number, Change::Removed(old.to_variant()), &print),
                Pair::New(new) => lines.whole(number, Change::Added(new.to_variant()), &print),
            })?;
        }
        (Format::Minecraft(..), Format::Minecraft(..)) => {
            let print = Print {
                text: |tag: &Tag| visible(&nbt_value::to_text(tag)).into_owned(),
                json: nbt_value::to_json,
            };
            let (old_bytes, new_bytes) = (old.encoded()?, new.encoded()?);
            let roots = |save: &Save<'_>, values| -> Result<Vec<_>, Problem> {
                let protocol = save.document.format().nbt();
                let values: &[EncodedValue<'_>] = values;
                values.iter().map(|value| root(value, protocol.unwrap_or_default())).collect()
            };
            let (old, new) = (roots(old, &old_bytes)?, roots(new, &new_bytes)?);
            each_pair(&old, &new, |number, pair| match pair {
                Pair::Both(old, new) => {
                    if old.name() != new.name() {
                        lines.renamed(number, &old.name(), &new.name())?;
                    }
                    old.diff_each(new, |path, change| lines.add(number, path, &change, &print))
                }
                Pair::Old(old) => lines.whole(number, Change::Removed(old.to_nbt().root), &print),
                Pair::New(new) => lines.whole(number, Change::Added(new.to_nbt().root), &print),
            })?;
        }
        _ => {
            return Err(Stop::Wrong(
                "one file is NBT and the other has values of Godot, so they cannot be compared".into(),
            ));
        }
    }
    Ok(())
}

/// Returns a view of a value, which is validated but not decoded.
fn view<'v>(value: &'v EncodedValue<'_>, decoder: Decoder) -> Result<VariantView<'v>, Problem> {
    decoder.view(&value.bytes).map_err(|error| error.after(value.offset).into())
}

/// Returns a view of an NBT root, which is validated but not decoded.
fn root<'v>(value: &'v EncodedValue<'_>, protocol: Protocol) -> Result<NbtView<'v>, Problem> {
    let root: OptNbtView<'_> = protocol.parse(&value.bytes).map_err(|error| error.after(value.offset))?;
    Ok(root.0.ok_or(DocumentError::NoRoot)?)
}

/// A pair of values from both files, or a value that only the longer file has.
enum Pair<'v, V> {
    Both(&'v V, &'v V),
    Old(&'v V),
    New(&'v V),
}

/// Pairs values by their positions. The number of a value is given if there are several.
fn each_pair<V>(
    old: &[V],
    new: &[V],
    mut each: impl FnMut(Option<usize>, Pair<'_, V>) -> io::Result<()>,
) -> Result<(), Stop> {
    let several = old.len() > 1 || new.len() > 1;
    for at in 0..old.len().max(new.len()) {
        let pair = match (old.get(at), new.get(at)) {
            (Some(old), Some(new)) => Pair::Both(old, new),
            (Some(old), None) => Pair::Old(old),
            (None, Some(new)) => Pair::New(new),
            (None, None) => break,
        };
        each(several.then_some(at), pair)?;
    }
    Ok(())
}

/// The maximum length in bytes of a path that is printed completely. A long key can be in the paths of many
/// differences.
const LONGEST_PATH: usize = 1024;

/// Returns a path, and whether it was shortened.
fn path_in_json(path: &Path) -> (String, bool) {
    // Printing stops at the limit, so that a long path is not printed completely for each difference.
    let mut start = Start(String::new());
    match write!(start, "{path:#}") {
        Ok(()) => (start.0, false),
        Err(fmt::Error) => (path.to_string(), true),
    }
}

/// A text of at most [`LONGEST_PATH`] bytes.
struct Start(String);

impl fmt::Write for Start {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > LONGEST_PATH {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

struct Lines<'o> {
    out: &'o mut Sink,
    quiet: bool,
    json: bool,
    found: bool,
}

/// The functions that print a value as text and as JSON.
struct Print<T, J> {
    text: T,
    json: J,
}

impl Lines<'_> {
    /// Prints a whole value that only one file has.
    fn whole<V>(
        &mut self,
        number: Option<usize>,
        change: Change<V>,
        print: &Print<impl Fn(&V) -> String, impl Fn(&V) -> String>,
    ) -> io::Result<()> {
        self.add(number, &Path::default(), &change, print)
    }

    /// Prints the names of two roots, which differ.
    fn renamed(
        &mut self,
        number: Option<usize>,
        old: &JavaStrView<'_>,
        new: &JavaStrView<'_>,
    ) -> io::Result<()> {
        self.found = true;
        let [old, new] = [old, new].map(|name| name.to_string_lossy().into_owned());
        match (self.quiet, self.json) {
            (true, _) => Ok(()),
            (_, true) => {
                let [old, new] = [old, new].map(Value::from);
                let number = number.map_or(String::new(), |number| format!("\"value\":{number},"));
                let change = r#""change":"renamed","old":"#;
                writeln!(self.out, "{{\"path\":\"$\",{number}{change}{old},\"new\":{new}}}")
            }
            _ => {
                let [old, new] = [old, new].map(|name| visible(&format!("{name:?}")).into_owned());
                writeln!(self.out, "~ {}the name of the root: {old} -> {new}", label(number))
            }
        }
    }

    /// Prints a difference. `number` is the number of the value, if there are several.
    fn add<V>(
        &mut self,
        number: Option<usize>,
        path: &Path,
        change: &Change<V>,
        Print { text, json }: &Print<impl Fn(&V) -> String, impl Fn(&V) -> String>,
    ) -> io::Result<()> {
        self.found = true;
        if self.quiet {
            return Ok(());
        }
        if self.json {
            let (change, old, new) = match change {
                Change::Added(new) => ("added", None, Some(new)),
                Change::Removed(old) => ("removed", Some(old), None),
                Change::Changed(old, new) => ("changed", Some(old), Some(new)),
                _ => ("reordered", None, None),
            };
            let (path, shortened) = path_in_json(path);
            write!(self.out, "{{\"path\":{}", Value::from(path))?;
            if shortened {
                write!(self.out, ",\"shortened\":true")?;
            }
            if let Some(number) = number {
                write!(self.out, ",\"value\":{number}")?;
            }
            write!(self.out, ",\"change\":\"{change}\"")?;
            for (name, value) in [("old", old), ("new", new)] {
                if let Some(value) = value {
                    write!(self.out, ",\"{name}\":{}", json(value))?;
                }
            }
            return writeln!(self.out, "}}");
        }
        let label = label(number);
        match change {
            Change::Added(new) => writeln!(self.out, "+ {label}{path}: {}", text(new)),
            Change::Removed(old) => writeln!(self.out, "- {label}{path}: {}", text(old)),
            Change::Changed(old, new) => {
                // Text that is the same does not show what differs, such as the type of a number of NBT.
                let (before, after) = match (text(old), text(new)) {
                    (before, after) if before == after => (json(old), json(new)),
                    texts => texts,
                };
                writeln!(self.out, "~ {label}{path}: {before} -> {after}")
            }
            _ => writeln!(self.out, "~ {label}{path}: the entries have another order"),
        }
    }
}

fn label(number: Option<usize>) -> String {
    number.map_or(String::new(), |number| format!("value {number}: "))
}
