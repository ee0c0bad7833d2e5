//! `gamewire get`: prints a value at a path.

use std::io::Write as _;
use std::path::PathBuf;

use gamewire::godot::{Variant, json};
use gamewire::minecraft::nbt::Tag;
use gamewire::path::Path;
use gamewire_files::document::{AnyValue, Format, PacketPart};

use crate::commands::set;
use crate::input::{Target, target};
use crate::output::{Out, Outcome, Problem, Stop};
use crate::values::any;

/// Print a value inside a file: gamewire get save.bin player.gold
///
/// Compression, encryption and framing are detected. The file may also be text: a ConfigFile of Godot (.cfg, .import,
/// project.godot), SNBT, or JSON. Values of Godot and JSON are printed as the engine's var_to_str prints them, packets as
/// plain JSON, and NBT as SNBT, with single numbers without their suffix. If the file is cut short or damaged, the part before the damage is read, and the exit status is 1.
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

    #[command(flatten, next_help_heading = "Input")]
    target: Target,

    /// The number of the value, if the file has several; the first is 0
    ///
    /// The default is the only value that has the path. In find, --value is a text to find instead.
    #[arg(long, value_name = "NUMBER", help_heading = "Selection")]
    value: Option<usize>,

    /// Print JSON in the form of `gamewire decode`; for packets, plain JSON; if the file is JSON, print it as it is in the file
    #[arg(long, conflicts_with = "raw", help_heading = "Output")]
    json: bool,

    /// Print text without quotes and without a line end, and byte arrays as their bytes
    ///
    /// Text that is not valid Unicode is printed as the bytes of the file.
    #[arg(long, help_heading = "Output")]
    raw: bool,

    #[command(flatten, next_help_heading = "Output")]
    out: Out,
}

pub fn run(args: &Get) -> Outcome {
    let path = args.path.clone().unwrap_or_default();
    target::in_order(&args.file, &path, None)?;
    let asked = args.target.asked().damaged();
    let loaded = asked.load(Some(&args.file))?;
    let open = asked.open(&loaded).map_err(|problem| Stop::rejected(&*args.file, &problem))?;
    let is_whole = path.segments().is_empty() && args.value.is_none();
    args.out.report(|out| {
        let mut each = |found: Result<AnyValue, Problem>| match found {
            Ok(value) => Ok(out.write_all(&text(args, &value, &open.format, open.is_json()))?),
            Err(problem) => {
                // The value may be in the part after the damage.
                open.say_damage();
                Err(Stop::rejected(open.path, &problem))
            }
        };
        if is_whole && !open.has_settings() {
            for number in 0..open.len() {
                let unread = open.value(number).filter(|value| value.sent.is_some() && value.error.is_some());
                let null = unread.map(|_| Ok(PacketPart::from_json("null").into()));
                each(null.unwrap_or_else(|| open.get(&path, Some(number))))?;
            }
        } else {
            let with_near = |problem| set::with_near(problem, &open, &path, args.value);
            each(open.get(&path, args.value).map_err(with_near))?;
        }
        Ok(open.say_damage())
    })
}

fn text(args: &Get, value: &AnyValue, format: &Format, is_json: bool) -> Vec<u8> {
    let is_java = format.nbt().is_none_or(|protocol| protocol.nbt_form().is_java());
    match value {
        AnyValue::Godot(value) if args.json && is_json => line(json::to_plain_string(value)),
        value if args.json => line(value.to_json()),
        value if !args.raw => line(any::shown(value, any::names(format))),
        AnyValue::Packet(part) => match serde_json::from_str(part.as_json()) {
            Ok(serde_json::Value::String(text)) => text.into_bytes(),
            _ => part.as_json().as_bytes().to_vec(),
        },
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
