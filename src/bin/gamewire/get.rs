//! `gamewire get`

use std::io::Write as _;

use gamewire::document::{Element, Format};
use gamewire::escape::visible;
use gamewire::godot::text::to_text_of;
use gamewire::godot::{Decoder, Variant, json};
use gamewire::minecraft::nbt::Tag;

use crate::nbt_value;
use crate::outcome::{Outcome, Status, Stop};
use crate::problem::Problem;
use crate::target::{At, Save};
use crate::write::Out;

/// Print a value inside a file: gamewire get save.bin player.gold
///
/// The file may be compressed, encrypted and framed: this is detected. Values of Godot are printed as its own var_to_str
/// prints them.
#[derive(Debug, clap::Args)]
pub struct Get {
    #[command(flatten)]
    at: At,

    /// Print JSON, in the form of `gamewire decode`
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

/// Prints the value.
pub fn run(args: &Get) -> Outcome {
    let loaded = args.at.target.read(&args.at.file)?;
    let save = args.at.target.open(&loaded)?;
    let found = find(args, &save).map_err(|problem| Stop::Wrong(problem.message))?;
    args.out.report(|out| {
        out.write_all(&found)?;
        Ok(Status::Success)
    })
}

fn find(args: &Get, save: &Save<'_>) -> Result<Vec<u8>, Problem> {
    Ok(match (save.get(&args.at.path, args.at.value)?, save.document.format()) {
        (Element::Godot(value), Format::Godot(decoder)) => print(args, &value, decoder),
        (Element::Nbt(tag), _) => match &tag {
            Tag::ByteArray(bytes) if args.raw => bytes.as_wire().to_vec(),
            Tag::String(text) if args.raw => match text.to_str() {
                Some(text) => text.into_owned().into_bytes(),
                None => text.as_bytes().to_vec(),
            },
            tag if args.json => line(nbt_value::to_json(tag)),
            tag if args.raw => nbt_value::to_text(tag).into_bytes(),
            tag => line(visible(&nbt_value::to_text(tag)).into_owned()),
        },
        _ => Vec::new(),
    })
}

fn print(args: &Get, value: &Variant<'_>, decoder: Decoder) -> Vec<u8> {
    let names = decoder.dialect().table();
    match value {
        Variant::PackedByteArray(bytes) if args.raw => bytes.as_slice().to_vec(),
        Variant::String(text) | Variant::StringName(text) if args.raw => {
            text.as_str().map_or(text.as_bytes(), str::as_bytes).to_vec()
        }
        value if args.json => line(json::to_string(value)),
        value if args.raw => to_text_of(value, names).into_bytes(),
        value => line(to_text_of(value, names)),
    }
}

fn line(text: String) -> Vec<u8> {
    (text + "\n").into_bytes()
}
