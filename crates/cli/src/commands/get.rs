//! `gamewire get`: prints a value at a path.

use std::io::Write as _;
use std::path::PathBuf;

use gamewire::godot::{Variant, json};
use gamewire::minecraft::NbtForm;
use gamewire::minecraft::nbt::Tag;
use gamewire::path::Path;
use gamewire_files::document::{AnyValue, Format, TextKind};

use crate::commands::set;
use crate::input::packet_paths::Needed;
use crate::input::target::Target;
use crate::output::outcome::{Outcome, Stop};
use crate::output::problem::Problem;
use crate::output::write::{Out, Sink};
use crate::values::{any, nearest};

/// Print a value inside a file: gamewire get save.bin player.gold
///
/// Compression, encryption and framing are detected. The file may also be text: a ConfigFile of Godot (.cfg, .import,
/// project.godot), SNBT, or JSON. Values of Godot, packets and JSON are printed as the engine's var_to_str prints them,
/// and NBT as SNBT, with single numbers without their suffix. If the file is cut short or damaged, the part before the damage is read, and the exit status is 1.
#[derive(Debug, clap::Args)]
pub struct Get {
    /// The file, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The path in the value: $.player.gold, items[3], $["odd key"]; for settings, the name of the setting comes first
    ///
    /// Without a path, or with $, the whole value is printed. If the file has several values, all of them are printed.
    #[arg(value_name = "PATH", allow_hyphen_values = true)]
    path: Option<Path>,

    /// The number of the value, if the file has several; the first is 0
    ///
    /// The default is the only value that has the path. In find, --value is a text to find instead.
    #[arg(long, value_name = "NUMBER")]
    value: Option<usize>,

    #[command(flatten)]
    target: Target,

    /// Print JSON in the form of `gamewire decode`; for packets, plain JSON; if the file is JSON, print it as it is in the file
    #[arg(long, conflicts_with = "raw")]
    json: bool,

    /// Print text without quotes and without a line end, and byte arrays as their bytes
    ///
    /// Text that is not valid Unicode is printed as the bytes of the file.
    #[arg(long)]
    raw: bool,

    #[command(flatten)]
    out: Out,
}

pub fn run(args: &Get) -> Outcome {
    let loaded = args.target.read(&args.file)?;
    let path = args.path.clone().unwrap_or_default();
    let is_whole = path.segments().is_empty() && args.value.is_none();
    let needed = if is_whole { Needed::Nothing } else { Needed::At(&path) };
    let save = args.target.open_damaged(&loaded, needed)?;
    let is_json = save.document.text() == Some(TextKind::Json);
    args.out.report(|out| {
        let wrong = |problem: Problem| Stop::rejected(save.path, &problem);
        let each = |element: Result<AnyValue, Problem>, out: &mut Sink| match element {
            Ok(AnyValue::Godot(value)) if args.json && is_json => {
                json::plain_to_writer(&mut *out, &value)?;
                Ok(out.write_all(b"\n")?)
            }
            Ok(element) => out.write_all(&text(args, &element, save.document.format())).map_err(Stop::from),
            Err(problem) => {
                // The value may be in the part after the damage.
                save.say_damage();
                Err(wrong(problem))
            }
        };
        if let Some(packets) = save.packets().filter(|_| is_whole) {
            // This is the text of an array, without the whole array in memory.
            let mut before = "[";
            for some in packets {
                let some = some.and_then(|some| Ok(some.get_path(&path)?)).map_err(wrong)?;
                let mut text = Vec::new();
                match &some {
                    AnyValue::Godot(value) if args.json => json::plain_to_writer(&mut text, value)?,
                    some => text.extend(any::text(some, any::names(save.document.format())).bytes()),
                }
                out.write_all(before.as_bytes())?;
                out.write_all(text.get(1..text.len().saturating_sub(1)).unwrap_or_default())?;
                before = if args.json { "," } else { ", " };
            }
            let end = if before == "[" { "[]" } else { "]" };
            out.write_all(if args.raw { end.into() } else { line(end.to_owned()) }.as_slice())?;
        } else if is_whole && !save.has_settings() {
            for value in save.document.values() {
                each(value.get_path(&path).map_err(Problem::from), out)?;
            }
        } else {
            let found = save.get(&path, args.value).map_err(|problem| {
                let near = nearest::name_and_place(&path).and_then(|(name, place)| {
                    let number = save.find(&place, args.value).ok();
                    set::nearest_in(&save, &name, &place, number)
                });
                match near {
                    Some(near) => problem.with_advice(format!("the nearest key is {near:?}")),
                    None => problem,
                }
            });
            each(found, out)?;
        }
        Ok(save.say_damage())
    })
}

fn text(args: &Get, value: &AnyValue, format: &Format) -> Vec<u8> {
    let is_java = format.nbt().is_none_or(|protocol| protocol.nbt_form() == NbtForm::BigEndian);
    match value {
        value if args.json => line(any::json(value)),
        value if !args.raw => line(any::shown(value, any::names(format))),
        AnyValue::Godot(Variant::PackedByteArray(bytes)) => bytes.as_slice().to_vec(),
        AnyValue::Godot(Variant::String(text) | Variant::StringName(text)) => {
            text.as_str().map_or(text.as_bytes(), str::as_bytes).to_vec()
        }
        AnyValue::Nbt(Tag::ByteArray(bytes)) => bytes.as_wire().to_vec(),
        AnyValue::Nbt(Tag::String(text)) => match text.to_utf8() {
            Some(bytes) if text.to_str().is_some() || !is_java => bytes.into_owned(),
            Some(_) | None => text.as_bytes().to_vec(),
        },
        value => any::text(value, any::names(format)).into_bytes(),
    }
}

fn line(text: String) -> Vec<u8> {
    (text + "\n").into_bytes()
}
